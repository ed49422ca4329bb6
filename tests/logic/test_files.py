"""Files in our own format: what they say, and errors that show the spot."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import AGENTS, FACTS, PARTS, formulas, world_set
from whoknows.errors import BadFile, BadSetup, TooLarge, UnknownName, WhoknowsError
from whoknows.logic import from_parts
from whoknows.logic.files import load, loads, states
from whoknows.logic.language import formula as f


def answers(text):
    script = loads(text)
    return [script.answer(query) for query in script.queries]


def test_declarations_may_stand_anywhere_and_steps_happen_in_order():
    text = """
where? K ann p       # asked before anything is said
facts p, q           # named after they are used
ann sees q
announce p | q
where? K ann p
announce ~K ann p
where? K ann p
law ~(p & q)
"""
    script = loads(text)
    assert [len(model) for model in script.models] == [3, 2, 1]
    assert [query.line for query in script.queries] == [2, 6, 8]
    assert [script.answer(query) for query in script.queries] == [[], [["p"]], []]
    assert len(script.model) == 1


def test_many_ways_to_name():
    text = """
facts m1..m3, "a fact" # "not a name"
parts x, y: 1..3; color: red green
parts
  z: -1 0
ann, bob see nothing
cat sees everything but x, "a fact"
dan sees m1 m2
dan sees x
actual m2, x=1, y = 2, color=green, z=-1, ~m3
"""
    script = loads(text)
    model = script.model
    assert len(model) == 2**4 * 3 * 3 * 2 * 2
    assert model.agents == ("ann", "bob", "cat", "dan")
    assert model.parts == {
        "x": (1, 2, 3),
        "y": (1, 2, 3),
        "color": ("red", "green"),
        "z": (-1, 0),
    }
    assert model.name(script.actual) == "m2 x=1 y=2 color=green z=-1"
    assert model.valid('Kv cat y & ~Kv cat x & ~Kw cat "a fact"')
    assert model.valid("Kv dan x & Kw dan m2 & ~Kw dan m3 & ~Kw ann m1")


def test_a_query_may_name_its_world():
    text = "facts p q at\nann sees p\ntrue? at p, q: K ann p\ntrue? at -: p\n"
    assert answers(text) == [True, False]
    assert answers(text + "actual at\ntrue? at & ~p\ntrue? at\n") == [
        True,
        False,
        True,
        True,
    ]


def test_a_world_may_be_named_by_ranges():
    text = "facts m1..m4\nparts x, y: 1..3\nactual m2..m4, x=1, y=3\ntrue? m2 & m4 & ~m1\n"
    assert answers(text + "true? at m1..m2, x=1, y=1: m3\n") == [True, False]


def test_what_is_said_of_the_actual_world():
    text = "parts x: 1..4\nsam sees nothing\nactual x=3\nannounce whether x=1, x=2\n"
    assert [len(model) for model in loads(text).models] == [4, 2]
    assert [len(model) for model in loads(text + "announce value x\n").models] == [4, 2, 1]


def test_states_are_sorted_lists():
    script = loads("facts b a\nparts x: 10 9\nwhere? a -> b\n")
    wanted = [
        ["a", "b", "x=10"],
        ["a", "b", "x=9"],
        ["b", "x=10"],
        ["b", "x=9"],
        ["x=10"],
        ["x=9"],
    ]
    assert script.answer(script.queries[0]) == wanted


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.lists(st.sampled_from([*FACTS, *PARTS]), unique=True), min_size=3, max_size=3
    ),
    formulas(depth=5),
    formulas(depth=8),
    st.sampled_from(["auto", "table", "cube"]),
)
def test_a_file_says_what_the_constructor_says(seen, law, asked, engine):
    sees = dict(zip(AGENTS, seen, strict=True))
    lines = [f"facts {' '.join(FACTS)}", f"where? {asked}", f"law {law}"]
    lines += [
        f"{agent} sees {', '.join(some) or 'nothing'}" for agent, some in sees.items()
    ]
    lines += [
        f"part {part}: {' '.join(map(str, values))}" for part, values in PARTS.items()
    ]
    try:
        model = from_parts(PARTS, sees, facts=FACTS, law=law, engine=engine)
    except BadSetup:
        with pytest.raises(BadSetup, match="text:3: no world satisfies the law"):
            loads("\n".join(lines))
        return
    script = loads("\n".join(lines), engine=engine)
    [query] = script.queries
    assert query.formula == asked
    assert world_set(script.model, script.where(query)) == world_set(
        model, model.where(asked)
    )
    assert script.answer(query) == states(model, model.where(asked))


GOOD = """facts a b
parts x: 1 2
ann sees a
actual a, x=1
announce a | b
true? K ann a
"""


@pytest.mark.parametrize(
    ("old", "new", "kind", "said"),
    [
        (
            "K ann a",
            "K anm a",
            UnknownName,
            "text:6:9: no agent 'anm'; did you mean 'ann'?\n  true? K anm a\n          ^",
        ),
        ("K ann a", "K ann c", UnknownName, "text:6:13: no fact 'c'"),
        ("K ann a", "K ann x=3", UnknownName, "text:6:15: no value of x '3'"),
        ("K ann a", "Kv ann a", UnknownName, "'a' is a fact, not a part"),
        ("K ann a", "", BadFile, "text:6:7: a formula is wanted"),
        (
            "K ann a",
            "K ann\n  (a &",
            BadFile,
            "text:7:7: the formula ends too soon\n    (a &\n        ^",
        ),
        ("K ann a", "K ann\n  (a & )  # why?", BadFile, "text:7:8: ')' does not fit here"),
        (
            "sees a",
            "sees aa",
            UnknownName,
            "text:3:10: no fact or part 'aa'; did you mean 'a'?",
        ),
        ("sees a", "sees", BadFile, "text:3:9: a name is wanted"),
        ("sees", "saw", BadFile, "text:3:1: a statement starts with one of: facts,"),
        ("x: 1 2", "x", BadFile, "text:2:8: ':' and the values"),
        ("x: 1 2", "x: 1 2\nparts x: 3", BadFile, "text:3:7: part 'x' is named twice"),
        ("x: 1 2", "a: 1 2", BadSetup, "'a' is named twice"),
        ("x: 1 2", "x: 2..1", BadFile, "text:2:10: '2..1' is not a range"),
        ("x: 1 2", "x: 1..99999999", BadFile, "has more than 10000 names"),
        ("a b", "a $", BadFile, "text:1:9: '$' does not fit here: a name is wanted"),
        ("facts a b", "  facts a b", BadFile, "text:1:1: a statement begins at the start"),
        (
            "a, x=1",
            "a",
            UnknownName,
            "text:4: 2 worlds fit this: a (name the value of every part)",
        ),
        ("a, x=1", "c, x=1", UnknownName, "text:4: no fact or part 'c'"),
        ("actual a, x=1\n", "", BadFile, "text:5:1: true where? name a world"),
        (
            "announce a | b",
            "announce ~a",
            BadSetup,
            "text:5: '~a' is false at the actual world",
        ),
        ("announce a | b", "announce a & ~a", BadSetup, "text:5:"),
        ("announce a | b", "announce value y", UnknownName, "no part 'y'; there are x"),
        ("announce a | b", "announce value a b", BadFile, "one name is wanted"),
        (
            "announce a | b",
            "announce whether a,, b",
            BadFile,
            "text:5:20: ',' does not fit",
        ),
        (
            "announce a | b",
            "law false",
            BadSetup,
            "text:5: no world satisfies the law: false",
        ),
        (
            "announce a | b",
            "actual b, x=1",
            BadFile,
            "text:5:1: the actual world is named twice",
        ),
        ("true?", "true? at b, x=2, zz:", UnknownName, "text:6: no fact or part 'zz'"),
    ],
)
def test_a_bad_file_is_an_error_at_its_spot(old, new, kind, said):
    assert loads(GOOD)
    with pytest.raises(WhoknowsError) as error:
        loads(GOOD.replace(old, new, 1))
    assert isinstance(error.value, kind), error.value
    assert said in str(error.value)


def test_an_announcement_false_everywhere_needs_no_actual_world():
    with pytest.raises(WhoknowsError, match="text:2: 'p & ~p' is true in none of 2 worlds"):
        loads("facts p\nannounce p & ~p\n")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "the file is empty"),
        (b" \n\t\n", "the file is empty"),
        (b"facts p\nwhere? \xff", ":2: not text in UTF-8"),
        (b"facts\0p", "not a text file"),
        (b"# nothing", ":1:1: there are only comments in the file"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path, raw, said):
    path = tmp_path / "file.txt"
    path.write_bytes(raw)
    with pytest.raises(BadFile) as error:
        load(path)
    assert said in str(error.value)


def test_line_ends_of_every_kind_and_a_mark_at_the_start(tmp_path):
    path = tmp_path / "file.txt"
    for end in ("\n", "\r\n", "\r"):
        text = "\ufefffacts p\nann sees p\nvalid?\n  Kw ann p\n"
        path.write_bytes(text.replace("\n", end).encode())
        script = load(path)
        assert script.answer(script.queries[0]) is True


def test_a_formula_is_kept_as_written():
    [query] = loads('facts p "q r"\nwhere?   p &    # and\n  ( "q r" )\n').queries
    assert query.text == 'p & ( "q r" )'
    assert query.formula == f.And((f.Atom("p"), f.Atom("q r")))


def test_a_file_of_many_facts_is_read_by_diagrams_and_refused_by_a_cube():
    many = GOOD.replace("a b", "a b c1..c60")
    assert loads(many).model.engine == "symbolic"
    with pytest.raises(TooLarge, match="would need"):
        loads(many, engine="cube")


def test_no_pattern_repeats_a_group_possessively():
    """Python before 3.11.5, Debian 12's among them, matches `(...)*+` wrongly."""
    group = re.compile(r"\)(?:[+*?]|\{[\d,]+\})\+")
    for path in (Path(__file__).parents[2] / "src").rglob("*.py"):
        text = path.read_text("utf-8")
        if group.search(text):  # in a string, or in plain sums
            words = [
                node.value
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.Constant)
            ]
            assert not [w for w in words if isinstance(w, str) and group.search(w)], path
