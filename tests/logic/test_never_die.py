"""Nothing ends the process, and nothing is guessed: bad input is an error in our words."""

import pickle

import numpy as np
import pytest

from whoknows.errors import (
    BadFile,
    BadFormula,
    BadSetup,
    TooLarge,
    UnknownName,
    WhoknowsError,
)
from whoknows.logic import (
    Event,
    EventModel,
    K,
    Pointed,
    atoms,
    contracted,
    contraction,
    every_world,
    from_cells,
    from_links,
    from_parts,
    from_relation,
    parse,
    perspective,
    product,
    relational,
)
from whoknows.logic.events.usual_events import change, whether
from whoknows.logic.files import loads
from whoknows.logic.models.links import table_of
from whoknows.logic.models.table import Table


def symbolic(names="pq"):
    return every_world(names, sees={"ann": "p"}, law="p | q", engine="symbolic")


@pytest.mark.parametrize(
    "work",
    [
        lambda model, claim: model.knows("ann", claim),
        lambda model, claim: model.common(["ann"], claim),
        lambda model, claim: model.distributed_whether(["ann"], claim),
        lambda model, claim: model.announce(claim),
        lambda model, claim: model.count(claim),
        lambda model, claim: model.define("r", claim),
        lambda model, claim: model.valid(claim),
        lambda model, claim: model.holds(claim, 1),
        lambda model, claim: model.where("p") & claim,
        lambda model, claim: model.where("p") ^ claim,
        lambda model, claim: product(model, EventModel((Event("e", claim),), {"ann": []})),
    ],
)
@pytest.mark.parametrize("claim", ["a diagram", True, None, np.ones(3, dtype=bool)])
def test_a_claim_of_another_model_is_refused(work, claim):
    if isinstance(claim, str):  # made here: a process that is forked cannot let go of it
        claim = symbolic().where("p")
    with pytest.raises(
        BadSetup, match=r"does not fit another|is not a claim of a symbolic"
    ):
        work(symbolic(), claim)


def test_symbolic_models_are_pickled():
    model = product(symbolic(), change({"p": "~p"}, ["ann"])).model
    again = pickle.loads(pickle.dumps(model))
    assert again.names("p") == model.names("p")
    with pytest.raises(BadSetup, match="does not fit another"):
        again.knows("ann", model.where("p"))


@pytest.mark.parametrize("at", [None, 1.5, True, "nonsense", "p=", [1], 99, -1])
@pytest.mark.parametrize("engine", ["table", "cube", "symbolic"])
def test_a_world_is_a_number_or_a_name(at, engine):
    model = every_world("pq", sees={"ann": "p"}, engine=engine)
    with pytest.raises(WhoknowsError):
        model.true("p", at=at)
    with pytest.raises(WhoknowsError):
        model.explain("p", at=at)


def test_worlds_by_name():
    model = from_cells(["w1", "w2"], {"p": ["w1"]}, {"ann": [["w1", "w2"]]})
    assert model.true("p & ~K ann p", at="w1")
    assert model.possible("ann", "w2") == [0, 1]
    deck = from_parts({"x": range(3)}, {"ann": []}, facts=["p"])
    assert deck.describe(deck.world_at("p x=2")) == {"p": True, "x": 2}
    with pytest.raises(UnknownName, match="3 worlds fit this: p"):
        deck.world_at("p")
    with pytest.raises(BadFile, match=r"world:1:3: '&' does not fit here.*\n  p & x=2\n"):
        deck.world_at("p & x=2")


def test_what_was_taken_in_silence_is_refused():
    model = every_world("pq", sees={"ann": "p"})
    with pytest.raises(UnknownName, match="no fact 'zed'"):
        model.where("forall zed: p")
    with pytest.raises(BadSetup, match="'p' is there already"):
        model.define("p", "q")
    with pytest.raises(BadSetup, match="p is changed twice"):
        loads("facts p q\nann sees p\nactual p\nchange p := q, p := ~q\n")
    for links in ([("u", "v", "u")], [["u", "v"]], ["uv"]):
        with pytest.raises(BadSetup, match=r"\(text, text\)|a link of ann is a pair"):
            from_links("uv", {}, {"ann": links})
        with pytest.raises(BadSetup, match=r"\(text, text\)|a link of ann is a pair"):
            from_relation("uv", {}, {"ann": links})


def test_a_fact_is_no_part_and_a_part_no_fact():
    model = from_parts({"x": range(3)}, {"ann": []}, facts=["p"])
    with pytest.raises(UnknownName, match="'p' is a fact, not a part"):
        model.where("p=1")
    with pytest.raises(UnknownName, match="'x' is a part, not a fact"):
        model.where("x")


def test_functions_of_columns_are_told_from_functions_of_values():
    with pytest.raises(BadSetup, match="join with &"):
        from_parts({"x": range(3)}, {"ann": []}, law=lambda x: x > 0 and x < 2)
    with pytest.raises(BadSetup, match="what ann sees gives one value"):
        from_parts({"x": range(3)}, {"ann": lambda x: 0})
    with pytest.raises(TypeError, match="join formulas with &"):
        bool(parse("p"))
    p, q = atoms("p q")
    with pytest.raises(BadSetup, match="a formula or its text is wanted"):
        p & 3
    assert K("ann", p & q) == parse("K ann (p & q)")


def test_very_many_worlds_have_a_size():
    many = every_world([f"p{k}" for k in range(100)], sees={})
    assert many.size == 2**100
    with pytest.raises(TooLarge, match="more than len"):
        len(many)


def test_products_ask_for_their_memory(monkeypatch):
    facts = [f"p{k}" for k in range(16)]
    table = every_world(facts, sees={"ann": facts}, engine="table")
    linked = relational(every_world(facts[:8], sees={"ann": []}))
    look = whether([f"p{k}" for k in range(6)], ["ann"], ["ann"])
    monkeypatch.setenv("WHOKNOWS_MEMORY", "1000000")
    with pytest.raises(TooLarge, match="the product of 65536 worlds and 64 events"):
        product(table, look)
    with pytest.raises(TooLarge, match="the product of 256 worlds and 64 events"):
        product(linked, look)


@pytest.mark.parametrize("engine", ["cube", "symbolic"])
def test_a_change_of_twenty_facts_lists_no_worlds(engine):
    facts = [f"p{k}" for k in range(20)]
    model = every_world(facts, sees={"ann": facts[:10], "bob": facts[10:]}, engine=engine)
    turned = product(
        model, change({fact: f"~{fact}" for fact in facts}, model.agents)
    ).model
    assert turned.engine == engine
    assert turned.size == 2**20
    assert turned.valid("Kw ann p0 & ~Kw ann p19")
    assert turned.count("p0 & p19") == 2**18


def test_cells_of_events():
    events = (Event("flip"), Event("rest"), Event("wait"))
    model = EventModel(
        events, {"ann": [["flip"], ["rest", "wait"]], "bob": [], "cat": [["flip"]]}
    )
    assert model.cells("ann").tolist() == [0, 1, 1]
    assert model.cells("bob").tolist() == model.cells("cat").tolist() == [0, 1, 2]
    with pytest.raises(BadSetup, match="in two cells of ann"):
        EventModel(events, {"ann": [["flip", "rest"], ["rest"]]})
    with pytest.raises(BadSetup, match="pairs or cells of events are wanted for ann"):
        EventModel(events, {"ann": 3})  # type: ignore[dict-item]
    with pytest.raises(UnknownName, match="no event in a cell of ann 'fly'"):
        EventModel(events, {"ann": [["fly"]]})


def test_a_law_without_worlds():
    text = "VARS 1 LAW 1 & ~1 OBS ann: 1 VALID? Bot WHERE? Top"
    with pytest.raises(BadSetup, match="no world satisfies the law"):
        loads(text)
    script = loads(text, empty=True)
    assert [script.answer(query) for query in script.queries] == [True, []]


def test_deep_files_of_smcdel_are_read():
    deep = "VARS 1,2 LAW Top OBS ann: 1 VALID? " + "<! Top> " * 400 + "Top"
    script = loads(deep)
    assert script.answer(script.queries[0]) is True


def test_very_many_brackets_are_refused():
    many = 100_000
    for text in ("(" * many, "[! " * many):
        with pytest.raises(BadFile, match="more than 10,000 brackets are open"):
            loads("VARS 1,2 LAW Top OBS ann: 1 VALID? " + text)
        with pytest.raises(WhoknowsError, match=r"3:.*more than 10,000 brackets are open"):
            loads("facts p\nann sees p\nvalid? " + text)
        with pytest.raises(BadFormula, match="more than 10,000 brackets are open"):
            parse(text)


def test_every_operator_asks_for_its_memory(monkeypatch):
    facts = [f"p{k}" for k in range(17)]
    sees = {"ann": facts[:1], "bob": []}
    table = every_world(facts, sees=sees, engine="table")
    few = relational(every_world(facts[:6], sees=sees | {"ann": []}))
    models = [every_world(facts, sees=sees, engine="cube"), table, few]
    claims = [model.where("p1") for model in models]
    monkeypatch.setenv("WHOKNOWS_MEMORY", "20000")
    for model, claim in zip(models, claims, strict=True):
        for name, words in {
            "knows": ["bob"],
            "knows_whether": ["bob"],
            "common": [["ann", "bob"]],
            "distributed": [["ann", "bob"]],
            "announce": [],
        }.items():
            with pytest.raises(TooLarge, match="20 kB is allowed"):
                getattr(model, name)(*words, claim)


def test_closures():
    made = from_links("uvw", {}, {"ann": [("u", "v"), ("v", "w")]}, closed="transitive")
    assert made.possible("ann", "u") == [1, 2]
    same = from_relation(
        "uvw", {}, {"ann": [("u", "v")]}, closed="reflexive symmetric transitive"
    )
    assert same.possible("ann", "v") == [0, 1]
    with pytest.raises(UnknownName, match="no closure 'euclidean'"):
        from_links("u", {}, {"ann": []}, closed="euclidean")


@pytest.mark.parametrize("engine", ["table", "cube", "symbolic"])
def test_parts_are_compared(engine):
    model = from_parts({"x": range(4), "y": range(2, 6)}, {"ann": ["x"]}, engine=engine)
    spans = [(x, y) for x in range(4) for y in range(2, 6)]
    for text, holds in {
        "x=y": lambda x, y: x == y,
        "x < y": lambda x, y: x < y,
        "x + 1 = y": lambda x, y: x + 1 == y,
        "x + y >= 6": lambda x, y: x + y >= 6,
        "y - x != 2": lambda x, y: y - x != 2,
        "x > 1": lambda x, y: x > 1,
        "-x + y <= 3": lambda x, y: y - x <= 3,
    }.items():
        found = {
            (model.describe(w)["x"], model.describe(w)["y"]) for w in model.announce(text)
        }
        assert found == {pair for pair in spans if holds(*pair)}, text
        assert parse(str(parse(text))) == parse(text)
    assert str(parse("<! (x > 1)> p")) == "<! (x > 1)> p"


def test_events_add_facts():
    coin = every_world(["heads"], sees={"ann": ["heads"]})
    turn = EventModel((Event("look", adds={"looked": "heads"}), Event("rest")), {"ann": []})
    for model in (coin, every_world(["heads"], sees={"ann": ["heads"]}, engine="table")):
        after = product(model, turn).model
        assert after.names("looked") == ["heads looked"]
        with pytest.raises(BadSetup, match="is there already"):
            product(model, EventModel((Event("x", adds={"heads": "true"}),), {"ann": []}))


def test_a_perspective_is_what_an_agent_can_tell():
    coin = every_world(["heads"], sees={"ann": [], "bob": ["heads"]})
    ann = perspective(coin, "ann", at="heads")
    assert ann.points == (0, 1)
    assert not ann.true("heads")
    assert not ann.true("~heads")
    after = ann.happens(whether("heads", ["ann"], coin.agents))
    assert len(after.points) == 2
    assert after.true("Kw ann heads")
    assert len(after.contracted().model) == 2
    with pytest.raises(BadSetup, match="one world or more"):
        Pointed(coin, ())
    with pytest.raises(BadSetup, match="not among the 2 worlds"):
        Pointed(coin, (7,))


def test_a_contraction_keeps_the_actual_world_and_gives_the_map():
    doubled = from_cells("uvwx", {"p": "uw"}, {"ann": ["uv", "wx"]})
    small, world = contraction(doubled, at="x")
    assert small.names("true") == ["p world=u", "world=x"]
    assert world == {0: 0, 1: 1, 2: 0, 3: 1}
    assert repr(contraction(doubled)).startswith("<contraction to a table model: 2 worlds")
    for formula in ("p", "K ann p", "<K ann> ~p"):
        for old, new in world.items():
            assert doubled.true(formula, old) == small.true(formula, new)


def test_what_several_see_together_asks_for_memory_first(monkeypatch):
    size = 100_000
    labels = np.arange(size)
    model = Table({"p": labels % 3 == 0}, {"ann": labels // 7, "bob": labels // 11})
    assert model.valid("D{ann, bob} p -> p")
    monkeypatch.setenv("WHOKNOWS_MEMORY", "1000000")
    with pytest.raises(TooLarge, match="see together"):
        model.where("D{ann, bob} p")


def test_lists_and_larger_cubes_ask_for_memory_first(monkeypatch):
    facts = [f"p{k}" for k in range(18)]
    sees = {"ann": facts[:1], "bob": []}
    cube = every_world(facts, sees=sees, engine="cube")
    diagram = every_world(facts, sees=sees, engine="symbolic")
    monkeypatch.setenv("WHOKNOWS_MEMORY", "300000")
    with pytest.raises(TooLarge, match="a cube of 2\\^19 worlds"):
        product(cube, whether("p0", ["ann"], cube.agents))
    with pytest.raises(TooLarge, match="a list of 262144 worlds"):
        cube.worlds()
    for model in (cube, diagram):
        with pytest.raises(TooLarge, match="a table of 262144 worlds"):
            table_of(model)
    table = Table({"p": np.arange(2000) % 3 == 0}, {"ann": np.arange(2000) // 7})
    with pytest.raises(TooLarge, match="contracting 2000 worlds"):
        contracted(table)
