"""Symbolic models: what the twins do not show, such as sizes no table holds."""

import inspect
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import formulas, models
from whoknows.errors import BadSetup, MissingExtra, TooLarge
from whoknows.logic import diagrams, every_world, from_parts
from whoknows.logic.files import loads
from whoknows.logic.models.symbolic import Symbolic


def muddy(children, engine="auto"):
    names = [f"c{k}" for k in range(children)]
    sees = {name: [other for other in names if other != name] for name in names}
    return every_world(names, sees, law=" | ".join(names), engine=engine)


@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_counting_listing_and_witnesses_agree(data):
    model, twin = data.draw(models("symbolic"))
    formula = data.draw(formulas(depth=4))
    worlds = list(model.listed(formula))
    assert len(worlds) == model.count(formula) == len(twin.where(formula))
    assert sorted(worlds) == model.worlds(model.where(formula)).tolist()
    witness = model.witness(formula)
    assert witness in worlds if worlds else witness is None


def test_auto_takes_diagrams_where_no_cube_fits_and_never_for_arithmetic():
    assert muddy(10).engine == "cube"
    assert muddy(40).engine == "symbolic"
    numbers = {"x": range(200), "y": range(200)}
    by_sum = from_parts(numbers, {"sam": lambda x, y: x + y}, law=lambda x, y: x < y)
    assert by_sum.engine == "table"


def test_a_hundred_children_are_counted_exactly():
    model = muddy(100)
    assert model.size == 2**100 - 1
    assert model.announce("~c0 & ~c1").size == 2**98 - 1
    with pytest.raises(TooLarge, match=f"{2**100 - 1} worlds are too many to list"):
        model.worlds()
    with pytest.raises(BadSetup, match="not among the 1267650600228229401496703205375"):
        model.true("c0", at=0)


def test_a_world_of_more_facts_than_calls_may_be_nested_is_listed():
    manager = diagrams.diagrams(400)
    found = manager.everything()
    for axis in reversed(range(400)):
        variable = manager.variable(axis)
        found = found & (variable if axis % 3 else ~variable)
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 200)
    try:
        assert [*manager.worlds(found, 400)] == [sum(1 << k for k in range(400) if k % 3)]
    finally:
        sys.setrecursionlimit(usual)


@pytest.mark.parametrize("children", [1, 2, 5, 30])
def test_muddy_children_know_in_the_round_of_their_number(children):
    """All muddy: after n - 1 silences everybody knows, and not before."""
    model, names = muddy(children, "symbolic"), [f"c{k}" for k in range(children)]
    everyone = (1 << children) - 1
    for _ in range(children - 1):
        assert not model.true("K c0 c0", at=everyone)
        silence = model.everywhere
        for name in names:
            silence = silence & ~model.knows(name, model.fact(name))
        model = model.announce(silence)
    assert model.size == 1
    assert all(model.true(f"K {name} {name}", at=everyone) for name in names)


def test_a_false_k_is_explained_by_a_witness():
    model = muddy(60)
    at = (1 << 60) - 1
    first, second = model.explain("K c5 c5", at=at).splitlines()
    assert first.startswith("K c5 c5 is false at [c0 c1 c2")
    assert "c5 cannot tell it from [c0 c1 c2 c3 c4 c6" in first
    assert second.startswith("  c5 is false at [c0")


def test_reasons_where_no_list_of_worlds_fits():
    """Ann sees one of sixty facts: 2^59 worlds look alike to her."""
    names = [f"p{k}" for k in range(60)]
    model = every_world(names, sees={"ann": ["p0"], "bob": ["p1"]})
    assert "ann cannot tell it from [" in model.explain("K ann p1", at=3)
    assert "p1 is false at [" in model.explain("K ann p1", at=3)
    assert "C{ann, bob} p2 is false at [p0 p1 p2]" in model.explain("C{ann, bob} p2", at=7)
    script = loads("facts p0..p59\nann sees p0\nvalid? p1\n")
    assert "p1 is false at [" in script.explain(script.queries[0])


def test_what_symbolic_models_refuse():
    with pytest.raises(BadSetup, match="law that is a formula"):
        from_parts({"x": range(3)}, {}, law=lambda x: x > 0, engine="symbolic")
    with pytest.raises(BadSetup, match="see parts by name"):
        from_parts({"x": range(3)}, {"ann": lambda x: x}, engine="symbolic")
    with pytest.raises(BadSetup, match="not a claim of a symbolic model"):
        muddy(30).announce(muddy(3).everywhere)


def test_a_diagram_past_the_memory_stops_and_says_so(monkeypatch):
    """Hidden pairing in a bad order of variables: 2^k nodes for k pairs."""
    monkeypatch.setattr(diagrams, "allowance", lambda: 1 << 22)
    names = [f"x{k}" for k in range(48)]
    law = " & ".join(f"(x{k} <-> x{k + 24})" for k in range(24))
    with pytest.raises(TooLarge, match="the diagram grew past the 4 MB of memory allowed"):
        every_world(names, {}, law=law, engine="symbolic")


def test_a_missing_library_names_the_extra(monkeypatch):
    def absent(size, **bounds):
        raise ImportError("no oxidd")

    monkeypatch.setattr(diagrams, "Oxidd", absent)
    with pytest.raises(MissingExtra, match=r"pip install 'whoknows\[symbolic\]'"):
        Symbolic.full("ab", {}, {})


def test_an_empty_conjunction_holds_whatever_was_said():
    model = from_parts({"x": ("red", "green", "blue")}, sees={"ann": []}, engine="symbolic")
    assert model.count("[= x] and{}") == 3
    assert model.count("[! x=red] and{}") == 3
