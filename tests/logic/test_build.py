"""Ways to make a model, and the ways to get it wrong."""

import numpy as np
import pytest

from whoknows.errors import BadSetup, TooLarge, UnknownName
from whoknows.logic import Part, Table, every_world, from_cells, from_parts, from_relation


def test_the_constructor_picks_the_cube_where_it_applies():
    assert every_world("abc", sees={"ann": "a"}).engine == "cube"
    assert from_parts({"x": range(9)}, sees={"ann": ["x"]}).engine == "cube"
    assert from_parts({"x": range(9)}, sees={"ann": lambda x: x % 3}).engine == "table"


def test_a_text_of_names_is_letters_or_words():
    assert list(every_world("ab", sees={}).facts) == ["a", "b"]
    assert list(every_world("rain snow", sees={"ann": "rain"}).facts) == ["rain", "snow"]


@pytest.mark.parametrize("engine", ["table", "cube"])
def test_worlds_keep_their_numbers(engine):
    three = every_world("abc", sees={"ann": "a"}, engine=engine)
    here = three.world(a=True, b=False, c=True)
    left = three.announce("a | b").announce("~b")
    assert here in left
    assert left.name(here) == "a c"
    with pytest.raises(BadSetup, match="world 0 is not among the 2 worlds left"):
        left.holds(left.everywhere, 0)


def test_columns_cannot_be_written_to():
    column = np.array([True, False])
    table = Table({"p": column}, {"ann": [0, 1]})
    with pytest.raises(ValueError, match="read-only"):
        table.facts["p"][0] = False
    column[0] = False  # the caller's own array stays the caller's
    assert table.facts["p"].tolist() == [True, False]


def test_parts_named_by_numbers_or_text():
    table = Table({}, {"ann": [0, 0, 1]}, {"x": Part(np.array([0, 1, 1]), (10, 20))})
    assert table.names("Kv ann x") == ["x=20"]
    assert table.worlds(table.where("x=20")).tolist() == [1, 2]


def test_cells_and_relations_make_the_same_model():
    cells = from_cells("uvw", {"p": "uv"}, {"ann": [["u", "v"]], "bob": [["v", "w"]]})
    alike = [("u", "u"), ("v", "v"), ("w", "w")]
    relation = from_relation(
        "uvw",
        {"p": "uv"},
        {
            "ann": [*alike, ("u", "v"), ("v", "u")],
            "bob": [*alike, ("v", "w"), ("w", "v")],
        },
    )
    for formula in ["K ann p", "K bob p", "C{ann, bob} p", "D{ann, bob} p", "Kv ann world"]:
        assert cells.names(formula) == relation.names(formula)
    assert cells.names("K ann p") == ["p world=u", "p world=v"]


PAIRS = [("u", "u"), ("v", "v"), ("w", "w"), ("u", "v"), ("v", "u"), ("v", "w"), ("w", "v")]


@pytest.mark.parametrize(
    ("without", "law", "pair"),
    [
        (("w", "w"), "reflexive", "(w, w)"),
        (("u", "v"), "symmetric", "(u, v)"),
        (None, "transitive", "(u, w)"),
    ],
)
def test_a_relation_that_is_no_equivalence_names_the_missing_pair(without, law, pair):
    pairs = [some for some in PAIRS if some != without]
    with pytest.raises(BadSetup) as error:
        from_relation("uvw", {}, {"ann": pairs})
    assert f"is not {law}: {pair} is missing" in str(error.value)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: every_world("ab", sees={"ann": "c"}), UnknownName, "no fact or part 'c'"),
        (lambda: every_world("aa", sees={}), BadSetup, "'a' is named twice"),
        (lambda: from_parts({"x": []}, sees={}), BadSetup, "part 'x' needs one or more"),
        (lambda: every_world("ab", sees={}, law="a & ~a"), BadSetup, "no world satisfies"),
        (
            lambda: from_parts({"x": [1]}, sees={}, law=lambda x: x > 1),
            BadSetup,
            "no world satisfies",
        ),
        (
            lambda: every_world("ab", sees={}, engine="cub"),
            UnknownName,
            "did you mean 'cube'",
        ),
        (
            lambda: Table({"p": [True]}, {"ann": [0, 1]}),
            BadSetup,
            "view of ann has 2 rows; fact p has 1",
        ),
        (lambda: Table({}, {}), BadSetup, "needs a column"),
        (lambda: from_cells("uu", {}, {}), BadSetup, "different names"),
        (
            lambda: from_cells("uv", {}, {"ann": ["uv", "v"]}),
            BadSetup,
            "in two cells of ann",
        ),
        (lambda: from_cells("uv", {"p": "x"}, {}), UnknownName, "no world 'x'"),
    ],
)
def test_what_cannot_be_made(make, error, message):
    with pytest.raises(error, match=message.replace("(", r"\(")):
        make()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda model: model.knows("anm", "muddy"), "no agent 'anm'; did you mean 'ann'?"),
        (lambda model: model.where("muddi"), "no fact 'muddi'; did you mean 'muddy'?"),
        (
            lambda model: model.where("card=rad"),
            "no value of card 'rad'; did you mean 'red'?",
        ),
        (lambda model: model.where("Kv ann cart"), "no part 'cart'; did you mean 'card'?"),
        (lambda model: model.where("K bob muddy"), "no agent 'bob'; there are ann"),
        (lambda model: model.world(muddy=True), "2 worlds have muddy=True, not one"),
    ],
)
@pytest.mark.parametrize("engine", ["table", "cube"])
def test_unknown_names_are_suggested(engine, ask, message):
    model = from_parts(
        {"card": ["red", "blue"]}, {"ann": ["card"]}, facts=["muddy"], engine=engine
    )
    with pytest.raises(UnknownName) as error:
        ask(model)
    assert str(error.value) == message


def test_a_claim_of_another_model_does_not_fit():
    two, three = every_world("ab", sees={}, engine="table"), every_world("abc", sees={})
    with pytest.raises(BadSetup, match="does not fit"):
        two.announce(three.facts["a"])


@pytest.mark.parametrize("engine", ["table", "cube"])
def test_too_many_worlds_are_refused_before_any_work(engine, monkeypatch):
    names = [f"p{k}" for k in range(60)]
    with pytest.raises(TooLarge, match=r"would need .* of memory"):
        every_world(names, sees={}, engine=engine)
    monkeypatch.setenv("WHOKNOWS_MEMORY", "1000")
    with pytest.raises(TooLarge, match="1 kB is allowed"):
        every_world(names[:16], sees={"ann": []}, engine=engine)


def test_announcements_of_a_value_of_whether_and_of_what_each_knows():
    deck = from_parts({"x": range(4)}, {"ann": [], "bob": ["x"]}, facts=["p"])
    here = deck.world(x=2, p=True)
    assert deck.announce_value("x", at=here).names("true") == ["x=2", "p x=2"]
    assert deck.announce_answers(["x=3"], at=here).count("true") == 6
    answers = deck.announce_answers(["x=0 | x=1", "p"], at=here)
    assert answers.names("true") == ["p x=2", "p x=3"]
    knowing = deck.announce_answers(["K ann x=2", "K bob x=2"], at="p x=2")
    assert knowing.names("true") == ["x=2", "p x=2"]


def test_a_defined_fact_is_a_fact_like_others():
    two = every_world("ab", sees={"ann": "a"}).define("same", "a <-> b")
    assert two.names("same") == ["same", "a b same"]
    assert two.announce("same").valid("Kw ann b")
