"""The written language: what is printed reads back, and errors show the spot."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import FACTS, PARTS, formulas
from whoknows.errors import BadFormula
from whoknows.logic import every_world
from whoknows.logic.language import formula as f
from whoknows.logic.language.operator_stack import DEEPEST
from whoknows.logic.language.positions import BadSpot
from whoknows.logic.language.reader import parse, parse_several

p, q, r = map(f.Atom, "pqr")
unhurried = settings(deadline=None)
WORDS = sorted(f.KEYWORDS | set("E C Cw D Dw".split()))


@unhurried
@given(formulas(depth=12))
def test_a_printed_formula_reads_back(formula):
    assert parse(str(formula)) == formula


@unhurried
@given(st.text(min_size=1, max_size=8) | st.sampled_from(WORDS), st.data())
def test_names_of_any_letters_read_back(name, data):
    other = data.draw(st.text(max_size=4))
    formula = f.Know(
        "E", (name, other), f.Implies(f.Is(name, other), f.Forall((other,), f.Atom(name)))
    )
    assert parse(str(formula)) == formula
    assert parse(str(f.AnnounceValue(name, f.KnowValue(other, name)))) == f.AnnounceValue(
        name, f.KnowValue(other, name)
    )


def test_words_for_groups_are_names_where_no_brace_follows():
    assert parse("K C D=E") == f.Know("K", ("C",), f.Is("D", "E"))
    assert parse("C{C, D} E") == f.Know("C", ("C", "D"), f.Atom("E"))
    assert str(parse("K C D=E")) == "K C D=E"


def in_unicode(text):
    """The same formula in the logician's letters; names here have none of these signs."""
    signs = {"<->": "↔", "->": "→", "&": "∧", "|": "∨", "^": "⊕", "~": "¬"}
    words = {"true": "⊤", "false": "⊥", "forall ": "∀", "exists ": "∃"}
    for ascii_sign, letter in {**signs, **words}.items():
        text = text.replace(ascii_sign, letter)
    return text


def in_words(text):
    """The same formula with words for signs."""
    signs = {"<->": " iff ", "&": " and ", "|": " or ", "^": " xor ", "~": " not "}
    for sign, word in signs.items():
        text = text.replace(sign, word)
    return text


@unhurried
@given(formulas(depth=12))
def test_every_spelling_is_the_same_formula(formula):
    assert parse(in_unicode(str(formula))) == formula
    assert parse(in_words(str(formula))) == formula


@unhurried
@given(formulas(depth=8), st.sampled_from([" ", "\n", "\t", "\r\n", "\n\n  "]))
def test_blanks_say_nothing(formula, blank):
    assert parse(str(formula).replace(" ", blank)) == formula


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("p & q | r", f.Or((f.And((p, q)), r))),
        ("p | q & r", f.Or((p, f.And((q, r))))),
        ("p ^ q | r", f.Xor((p, f.Or((q, r))))),
        ("p -> q -> r", f.Implies(p, f.Implies(q, r))),
        ("p & q & r", f.And((p, q, r))),
        ("p & (q & r)", f.And((p, f.And((q, r))))),
        ("~p & q", f.And((f.Not(p), q))),
        ("K ann p & q", f.And((f.Know("K", ("ann",), p), q))),
        ("[! p] q -> r", f.Implies(f.Announce(p, q), r)),
        ("forall p: p | q", f.Or((f.Forall(("p",), p), q))),
        ("<K ann> p", f.Possible("K", ("ann",), p)),
        ("<C{ann,bob}> p", f.Possible("C", ("ann", "bob"), p)),
        ("<?! p> q", f.AnnounceWhether((p,), q)),
        ("x != red", f.Not(f.Is("x", "red"))),
        ("x≠red", f.Not(f.Is("x", "red"))),
        ("Kwame", f.Atom("Kwame")),
        ("order & notary", f.And((f.Atom("order"), f.Atom("notary")))),
        ("and{} | or{p}", f.Or((f.And(()), f.Or((p,))))),
        ("C{} p", f.Know("C", (), p)),
    ],
)
def test_what_binds_how(text, formula):
    assert parse(text) == formula


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p &", "the formula ends too soon\n  p &\n     ^"),
        ("", "the formula ends too soon\n  \n  ^"),
        ("p q", "'q' does not fit here\n  p q\n    ^"),
        ("p | | q", "'|' does not fit here\n  p | | q\n      ^"),
        ("p $ q", "'$' does not fit here\n  p $ q\n    ^"),
        ("K ann\n (p\n  &)\n", "')' does not fit here (line 3, column 4)\n    &)\n     ^"),
        ("p &\n q &\n\n", "the formula ends too soon (line 2, column 5)\n   q &\n      ^"),
        ("\tp ? q", "'?' does not fit here\n  \tp ? q\n  \t  ^"),
        ("p &\r\n q ?", "'?' does not fit here (line 2, column 4)\n   q ?\n     ^"),
        ("p\x0b& ?", "'?' does not fit here\n  p\x0b& ?\n      ^"),
        ('p & "q', 'the quote is not closed\n  p & "q\n      ^'),
        ("汉字 ?", "'?' does not fit here\n  汉字 ?\n       ^"),
        (
            "<Kw ann> p",
            "<Kw ...> is not in the language: write ~Kw ...\n  <Kw ann> p\n   ^",
        ),
        ("p <-> q <-> r", "'<->' does not fit here\n  p <-> q <-> r\n          ^"),
        ("K{} p", "K is of one agent; of a group, say E, C, or D\n  K{} p\n  ^"),
        ("Cw{ann | p} p", "Cw has no condition\n  Cw{ann | p} p\n  ^"),
        ("x + 1", "the formula ends too soon\n  x + 1\n       ^"),
        ("1 < 2", "a part is wanted here\n  1 < 2\n  ^"),
        ("[a, b, c] p", "an event model and an event are wanted\n  [a, b, c] p\n   ^"),
    ],
)
def test_an_error_shows_the_spot(text, said):
    with pytest.raises(BadFormula) as error:
        parse(text)
    assert str(error.value) == said


def test_a_long_line_is_shown_near_the_spot():
    with pytest.raises(BadSpot) as error:
        parse("p & " * 100 + "? " + "& p" * 100)
    _, line, below = str(error.value).split("\n")
    assert len(line) < 80
    assert line[below.index("^")] == "?"


@pytest.mark.parametrize(
    ("open_", "close"),
    [
        ("~", ""),
        ("K ann ", ""),
        ("[! p] ", ""),
        ("[! ", "] q"),
        ("<! ", "> q"),
        ("oneof{", "}"),
        ("(p -> ", ")"),
        ("(p | q & (p ^ ", "))"),
    ],
)
def test_nesting_has_a_limit_and_says_so(open_, close):
    deep = (DEEPEST - 1) // (open_.count("(") + 1 - (open_ == "(p -> "))
    formula = parse(open_ * deep + "p" + close * deep)
    assert parse(str(formula)) == formula  # as deep as this still prints,
    coin = every_world("pq", sees={"ann": ""})  # and can be evaluated
    assert coin.count(formula) <= 4
    shallow = parse(open_ * 20 + "p" + close * 20)
    assert coin.explain(shallow, at=1)
    for levels in (DEEPEST, 4 * DEEPEST):
        with pytest.raises(BadFormula, match="nested more than 1000 deep"):
            parse(open_ * levels + "p" + close * levels)


def test_parentheses_alone_do_not_count_as_levels():
    assert parse("(" * 5000 + "p" + ")" * 5000) == p


@unhurried
@given(st.text(alphabet="pqKCD{}()[]<>!?=,:&|~ \n\"'\\annx", max_size=20))
def test_any_text_is_a_formula_or_a_bad_one(text):
    try:
        formula = parse(text)
    except BadFormula:
        return
    assert parse(str(formula)) == formula


def test_several_formulas_between_commas():
    assert parse_several("p, K ann q") == (p, f.Know("K", ("ann",), q))
    assert FACTS  # the names of the random formulas are plain words
    assert PARTS


def test_what_is_told_to_nobody_is_not_said_aloud():
    told = parse("[{} ! p] K ann p")
    assert told == f.AnnounceTo((), f.Atom("p"), f.Know("K", ("ann",), f.Atom("p")))
    assert str(told) == "[{} ! p] K ann p"
    assert parse("<{ann, bob} ! p> q") == parse("<ann, bob ! p> q")
    with pytest.raises(BadFormula):
        parse("[{ann, bob}] p")
    coin = every_world(["p"], sees={"ann": []})
    assert not coin.valid(told)
    assert coin.valid("[! p] K ann p")
