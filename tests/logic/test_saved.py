"""Models written down and read again say the same of every formula."""

import json
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import FACTS, formulas, models
from whoknows.errors import BadFile, BadSetup, TooLarge
from whoknows.logic import belief_structure, contraction, every_world, from_cells
from whoknows.logic.bisimulation.contraction import difference
from whoknows.logic.events.product import product
from whoknows.logic.events.usual_events import change, private, whether
from whoknows.logic.files import loads
from whoknows.logic.files.json_model import from_json, read_model, save, to_json
from whoknows.logic.files.source import Source
from whoknows.logic.files.write_epddl import to_epddl
from whoknows.logic.files.write_smcdel import structure_of, to_smcdel
from whoknows.logic.files.write_text import to_text
from whoknows.logic.language import formula as f
from whoknows.logic.models.links import relational, table_of
from whoknows.logic.models.plausibility import plausible
from whoknows.logic.planning.epddl.action_types import USUAL
from whoknows.logic.planning.epddl.problem import read_task

ENGINES = ["table", "cube", "symbolic"]


@pytest.mark.parametrize("engine", ENGINES)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_json_keeps_everything(engine, data):
    model, _ = data.draw(models(engine))
    if data.draw(st.booleans()):
        model = product(model, change({"p": "K ann q"}, model.agents)).model
    if data.draw(st.booleans()):
        model = product(model, whether("q", ["bob"], model.agents)).model
    formula = data.draw(formulas(depth=4))
    again = from_json(json.loads(json.dumps(to_json(model))))
    assert again.engine == model.engine
    wanted = [(w, model.describe(w)) for w in model.worlds(model.where(formula)).tolist()]
    assert [
        (w, again.describe(w)) for w in again.worlds(again.where(formula)).tolist()
    ] == wanted
    thawed = pickle.loads(pickle.dumps(model))
    assert thawed.worlds(thawed.where(formula)).tolist() == [w for w, _ in wanted]


@pytest.mark.parametrize("make", [table_of, relational, plausible, structure_of])
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_a_file_of_ours_is_the_same_model(make, data):
    start, _ = data.draw(models("cube"))
    model = make(start)
    at = data.draw(st.sampled_from(model.worlds().tolist()))
    script = loads(to_text(model, at=at))
    formula = data.draw(formulas(depth=4, parts={"y": (1, 2)}))
    if len({model.describe(w)["y"] for w in model}) == 2:
        assert script.model.count(formula) == model.count(formula)
        assert script.model.true(formula, script.actual) == model.true(formula, at)


def test_layers_and_links_are_written():
    table = from_cells("uvw", {"p": "u", "q": ""}, {"ann": ["uvw"], "bob": []})
    ranked = plausible(table, {"ann": [2, 0, 1]})
    assert to_text(ranked) == (
        "facts q\nworlds u: p;\n       v;\n       w\nann cells u v w\nann layers v; w; u\n"
        "bob cells nothing\nbob layers u v w\n"
    )
    again: Any = loads(to_text(ranked)).model
    assert again.valid("B ann ~p")
    assert again.upgrade("p").valid("B ann p")
    assert "ann links u -> u, u -> v" in to_text(relational(table))


@pytest.mark.parametrize("engine", ENGINES)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_smcdel_reads_the_same_structure(engine, data):
    """A table with views of its own: SMCDEL's worlds are those of the table."""
    start, _ = data.draw(models(engine))
    text = to_smcdel(start)
    structure = loads(text).model
    assert structure.size == start.size
    formula = data.draw(formulas(depth=4, parts={}))
    for number, fact in enumerate(FACTS, 1):
        formula = f.substitute(formula, fact, f.Atom(str(number)))
    quantified = any(isinstance(one, f.Forall | f.Exists) for one in f.within(formula))
    if not quantified:
        plain = formula
        for number, fact in enumerate(FACTS, 1):
            plain = f.substitute(plain, str(number), f.Atom(fact))
        assert structure.count(formula) == start.count(plain)


@pytest.mark.parametrize("engine", ["cube", "symbolic"])
def test_many_worlds_are_written_for_smcdel_in_few_words(engine):
    facts = [f"p{k}" for k in range(16)]
    sees = {"ann": facts[1:], "bob": []}
    model = every_world(facts, sees=sees, law="p0 | p3 | p15", engine=engine)
    text = to_smcdel(model)
    assert len(text) < 1000
    assert loads(text).model.count('K ann "1"') == model.count("K ann p0") == 2**13
    odd = every_world(facts, sees=sees, law=" ^ ".join(facts), engine=engine)
    with pytest.raises(TooLarge, match="signs in SMCDEL's language"):
        to_smcdel(odd)


@pytest.mark.parametrize("engine", ["cube", "symbolic"])
@pytest.mark.parametrize(
    "law", ["true", "~q", "p -> q", "q -> r", "p <-> r", "p & ~q", "p | q & r", "p ^ q ^ r"]
)
def test_the_law_of_a_grid_is_written_as_a_formula(engine, law):
    model = every_world("pqr", sees={"ann": "p"}, law=law, engine=engine)
    assert loads(to_smcdel(model)).model.worlds().tolist() == model.worlds().tolist()


def test_who_is_deceived_has_links_in_every_file():
    coin = every_world(["heads"], sees={"ann": [], "bob": []}, engine="symbolic")
    step = product(belief_structure(coin), private("heads", ["ann"], coin.agents))
    again = loads(to_text(step.model)).model
    for formula in ("K ann heads & K bob ~K ann heads", "K bob heads", "~Kw ann heads"):
        assert again.count(formula) == step.model.count(formula)
    with pytest.raises(BadSetup, match="the links of bob are not reflexive"):
        to_smcdel(step.model)
    assert contraction(step.model).model.size == 3


def test_a_structure_leads_back_to_its_model():
    table = from_cells("uvw", {"p": "uw"}, {"ann": ["uv", "w"], "bob": ["uvw"]})
    back = table_of(structure_of(table))
    for world in "uvw":
        assert difference(table, table.world_at(world), back, back.world_at(world)) is None


def test_files_by_their_endings(tmp_path):
    coin = every_world(["heads"], sees={"ann": ["heads"], "bob": []})
    for name in ("coin.json", "coin.txt", "coin.smcdel.txt"):
        save(coin, tmp_path / name)
        assert read_model(tmp_path / name).size == 2
    with pytest.raises(BadSetup, match=r"should end in \.json"):
        save(coin, tmp_path / "coin.csv")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(BadFile, match=r"bad\.json"):
        read_model(tmp_path / "bad.json")


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"kind": "heap"},
        {"worlds": [1, 0]},
        {"facts": {"p": [99]}},
        {"facts": 3},
        {"views": {"ann": [0]}},
        {"parts": {"x": {"values": [1], "codes": [0, 1]}}},
    ],
)
def test_a_damaged_document_is_refused(change):
    good = to_json(from_cells("uv", {"p": "u"}, {"ann": ["uv"]}))
    with pytest.raises(BadFile):
        from_json({**good, **change})


def test_a_damaged_diagram_is_refused():
    good = to_json(every_world("pq", sees={"ann": "p"}, law="p | q", engine="symbolic"))
    with pytest.raises(BadFile, match="leads nowhere"):
        from_json({**good, "forks": [[0, 5, 1]]})
    with pytest.raises(BadFile, match="leads nowhere"):
        from_json({**good, "roots": [17]})


@pytest.mark.parametrize("kind", ["cube", "symbolic"])
@pytest.mark.parametrize(
    "change",
    [
        {"coordinates": [["p", [], []], ["q", 1, []]]},
        {"coordinates": [["p", 0, []], ["q", 0, []]]},
        {"coordinates": [["p", 0, []], ["q", 1, [[]]]]},
        {"coordinates": [["p", 0, []], ["q", 1, ["only"]]]},
        {"sees": {"ann": ["r"]}},
        {"hidden": {"r": ""}},
    ],
    ids=str,
)
def test_coordinates_that_cannot_be_are_refused(kind, change):
    good = to_json(every_world("pq", sees={"ann": "p"}, law="p | q", engine=kind))
    with pytest.raises(BadFile, match="damaged"):
        from_json({**good, **change})


def test_too_many_worlds_are_not_written_out():
    many = every_world([f"p{k}" for k in range(30)], sees={})
    with pytest.raises(TooLarge, match="at most 10000 are written out"):
        to_text(many)
    assert from_json(to_json(many)).size == 2**30


@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_epddl_reads_the_same_start(data):
    """What is written is read by our reader of EPDDL, and says the same of all formulas."""
    model, _ = data.draw(models("cube"))
    at = data.draw(st.sampled_from(model.worlds().tolist()))
    domain, problem = to_epddl(model, at=at, goal="K ann p -> ~Kw bob q")
    task = read_task(Source("problem", problem), Source("domain", domain), dict(USUAL))
    # A chain has a link at least where links are given, and none is needed where views are.
    formula = data.draw(formulas(depth=4, parts={}, least=1))
    [here] = task.here
    assert len(task.model) == len(model)
    assert task.model.count(formula) == model.count(formula)
    assert task.model.true(formula, here) == model.true(formula, at)
    goal = "K ann p -> ~Kw bob q"
    assert task.model.true(task.goal, here) == model.true(goal, at)
