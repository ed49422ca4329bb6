"""The core language says what formulas say: announcements are reduced rightly."""

from itertools import chain, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import formulas
from tests.logic.satisfiability.every_model import AGENTS, FACTS
from whoknows.errors import BadSetup, TooLarge, UnknownName
from whoknows.logic import parse
from whoknows.logic.events.product import Event, EventModel
from whoknows.logic.language import formula as f
from whoknows.logic.language.names import names
from whoknows.logic.satisfiability import type_search
from whoknows.logic.satisfiability.core_language import Both, Box, Common, Core, Fact
from whoknows.logic.satisfiability.exercises import random_model
from whoknows.logic.satisfiability.find_model import find, valid
from whoknows.logic.satisfiability.smallest_model import smallest
from whoknows.logic.satisfiability.solver import Solver
from whoknows.logic.satisfiability.type_elimination import eliminate
from whoknows.logic.satisfiability.type_search import Types

FLAT = formulas(facts=FACTS, parts={}, agents=AGENTS, depth=5)
SHORTEST = tuple(map(parse, ["p", "q", "~p", "p | q", "<K a> q", "~K b p"]))
SHORT = st.sampled_from(SHORTEST)
LOGICS = st.sampled_from(["S5", "KD45", "K"])


def where(model, store, literal):
    """Where a literal of the core holds in a model, each node in its own words."""
    if literal < 0:
        return ~where(model, store, -literal)
    match store.nodes[literal]:
        case Fact(name):
            return model.fact(name)
        case Both(parts):
            return np.logical_and.reduce([where(model, store, part) for part in parts])
        case Box(group, body):
            return model.distributed(group, where(model, store, body))
        case Common(group, inside, claim):
            inside, fails = where(model, store, inside), ~where(model, store, claim)
            found = model.nowhere
            for _ in range(len(model)):
                for agent in group:
                    found = found | model.alike(inside & (fails | found), (agent,))
            return ~found
        case _:
            return model.everywhere


def undecided_here(formula):
    """Whether a formula is refused: D of nobody, or C after what only some see."""
    try:
        for logic in ("S5", "KD45", "K"):
            Core(logic).of(formula)
    except BadSetup:
        return True
    return False


@settings(max_examples=60, deadline=None)
@given(FLAT, LOGICS, st.integers(0, 2**32))
def test_the_core_holds_where_the_formula_does(formula, logic, seed):
    if undecided_here(formula):
        return
    rng = np.random.default_rng(seed)
    model = random_model(rng, worlds=5, agents=AGENTS, facts=FACTS, logic=logic)
    store = Core(logic)
    found = where(model, store, store.of(formula))
    assert found.tolist() == model.where(formula).tolist()


@settings(max_examples=40, deadline=None)
@given(FLAT, LOGICS)
def test_three_ways_to_decide_agree(formula, logic):
    """Types made one by one, all types at once, and models of every size."""
    if undecided_here(formula):
        return
    store = Core(logic)
    wanted = [store.of(formula)]
    by_types, by_elimination = Types(store, wanted).search(), eliminate(store, wanted)
    by_size = smallest(store, wanted, most=3).model is not None
    if by_types is not None and by_elimination is not None:
        assert by_types == by_elimination
    if by_size:
        assert by_types is not False
        assert by_elimination is not False


@settings(max_examples=60, deadline=None)
@given(st.lists(SHORT, min_size=3, max_size=4), LOGICS, st.integers(0, 2**32))
def test_common_knowledge_after_several_announcements(said, logic, seed):
    check_common_knowledge(said, logic, seed)


@pytest.mark.slow
@pytest.mark.parametrize("logic", ["S5", "KD45", "K"])
def test_common_knowledge_after_any_few_announcements(logic):
    every = chain(product(SHORTEST, repeat=3), product(SHORTEST, repeat=4))
    for seed, said in enumerate(every):
        check_common_knowledge(said, logic, seed)


def check_common_knowledge(said, logic, seed):
    """What is common knowledge after some claims are said, in a random model."""
    formula = f.Know("C", AGENTS, said[-1])
    for one in said[:-1]:
        formula = f.CanAnnounce(one, formula)
    rng = np.random.default_rng(seed)
    model = random_model(rng, worlds=8, agents=AGENTS, facts=FACTS, logic=logic)
    store = Core(logic)
    found = where(model, store, store.of(formula))
    assert found.tolist() == model.where(formula).tolist(), (str(formula), logic, seed)


@settings(max_examples=40, deadline=None)
@given(FLAT, SHORT, st.integers(0, 2**32), st.integers(0, 2))
def test_events_are_reduced_to_what_was_before(then, said, seed, kind):
    """Told to some, shown to some, or changed unseen: each as the library works it out."""
    if undecided_here(then) or "C" in str(then):
        return
    rng = np.random.default_rng(seed)
    logic = "S5" if kind < 2 else "K"
    model = random_model(rng, worlds=5, agents=AGENTS, facts=FACTS, logic=logic)
    secret = EventModel(
        (Event("do", said, {"p": "q | K a p", "q": "~p"}), Event("not")),
        {"a": [("do", "do"), ("not", "not")], "b": [("do", "not"), ("not", "not")]},
    )
    formula = [
        f.AnnounceTo(("a",), said, then),
        f.AnnounceWhetherTo(("b",), said, then),
        f.CanAfter(secret, "do", then),
    ][kind]
    store = Core(logic)
    found = where(model, store, store.of(formula))
    assert found.tolist() == model.where(formula).tolist()


def test_common_knowledge_after_what_only_some_see_is_refused():
    told = f.AnnounceTo(("a",), f.Atom("p"), f.Know("C", ("a", "b"), f.Atom("p")))
    with pytest.raises(BadSetup, match="not everybody sees"):
        find(told)


def test_ranks_are_refused():
    with pytest.raises(BadSetup, match="worlds that are ranked"):
        find("B a p")


def test_each_logic_has_its_laws_by_elimination():
    holds = {
        "K a p -> p": {"S5"},
        "~K a false": {"S5", "KD45"},
        "K a p -> K a K a p": {"S5", "KD45"},
        "~K a p -> K a ~K a p": {"S5", "KD45"},
        "K a (K a p -> p)": {"S5", "KD45"},
        "K a (p -> q) -> K a p -> K a q": {"S5", "KD45", "K"},
        "K a p | K a ~p": set(),
        "C{a, b} p -> p": {"S5"},
        "C{a, b} p -> E{a, b} C{a, b} p": {"S5", "KD45", "K"},
        "~D{a, b} false": {"S5"},
        "C{a} false -> K a p": {"S5", "KD45", "K"},
        "C{a, b} (p -> E{a, b} p) -> E{a, b} p -> C{a, b} p": {"S5", "KD45", "K"},
    }
    for law, logics in holds.items():
        for logic in ("S5", "KD45", "K"):
            store = Core(logic)
            wanted = [-store.of(parse(law))]
            assert eliminate(store, wanted) == (logic not in logics), (law, logic)
            assert Types(store, wanted).search() in (logic not in logics, None)
            assert valid(law, logic=logic).valid == (logic in logics)


@settings(max_examples=60, deadline=None)
@given(FLAT, FLAT, LOGICS)
def test_what_is_given_holds_everywhere(formula, law, logic):
    if undecided_here(formula) or undecided_here(law):
        return
    found = find(formula, logic=logic, given=[law], most=4)
    if found.model is not None:
        assert found.model.true(formula, found.at)
        assert found.model.valid(law)
    store = Core(logic)
    every = eliminate(store, [store.of(formula)], [store.of(law)])
    if every is not None and found.satisfiable is not None:
        assert found.satisfiable == every


def test_a_doubt_of_the_search_by_types_is_decided_by_elimination():
    """Known to all for three steps, and not common: the path must be longer."""
    deep = "p"
    for _ in range(3):
        deep = f"E{{a, b}} ({deep})"
    found = find(f"{deep} & ~C{{a, b}} p")
    assert found.satisfiable
    # Four steps are wanted, each of another agent than the one before: five worlds.
    assert len(found.model) == 5
    assert found.smallest


@pytest.mark.parametrize("logic", ["S5", "KD45", "K"])
def test_a_way_of_two_steps_to_where_a_claim_fails_is_seen_by_types(logic):
    store = Core(logic)
    way = "p & K a p & K b p & <K a> (q & <K b> ~p) & ~C{a, b} p"
    assert Types(store, [store.of(parse(way))]).search() is True


def test_what_two_know_together_is_found_by_size_alone():
    """Types are no worlds here: one that both cannot tell, and one more for each."""
    said = "p & ~D{a, b} p & D{a, b} q & <K a> ~q & <K b> ~q"
    found = find(said, most=3)
    assert (found.satisfiable, found.model, found.refused) == (True, None, 3)
    assert len(find(said).model) == 4


def test_types_that_are_too_many_tell_nothing(monkeypatch):
    monkeypatch.setattr(type_search, "MOST_TYPES", 1)
    for said, decided in (("p", True), ("~K a p & ~K a ~p", None), ("p & ~p", False)):
        store = Core()
        assert Types(store, [store.of(parse(said))]).search() is decided


def test_a_size_that_takes_too_long_is_not_refused(monkeypatch):
    monkeypatch.setattr(Solver, "solve_within", lambda *_: None)
    store = Core()
    assert smallest(store, [store.of(parse("p"))], most=5, least=3) == (2, None)


def test_parts_and_empty_groups_are_refused():
    with pytest.raises(BadSetup, match="speaks of a part"):
        find("x=3")
    with pytest.raises(BadSetup, match="name an agent"):
        find("D{} p")
    with pytest.raises(UnknownName, match="no logic 'S4'"):
        find("p", logic="S4")
    with pytest.raises(BadSetup, match="1 to 16 worlds"):
        find("p", most=17)
    with pytest.raises(TooLarge, match="2\\^9 cases"):
        find("[?! a, b, c, d, e, f, g, h, i] p")
    with pytest.raises(TooLarge, match="nested 501 deep"):
        find("~" * 500 + "p")
    with pytest.raises(BadSetup, match="list of formulas"):
        find("p", given="q")


def test_the_store_shares_equal_parts():
    store = Core()
    once = store.of(parse("K a (p & q)"))
    size = len(store.nodes)
    assert store.of(parse("K a (q & p & q)")) == once
    assert len(store.nodes) == size


@pytest.mark.parametrize("logic", ["S5", "KD45"])
@pytest.mark.parametrize("said", ["q", "p | q", "K a q"])
def test_what_is_common_to_one_agent_is_what_it_knows(logic, said):
    """Also among the worlds that an announcement leaves."""
    for claim in ("p", "~q", "K b p"):
        if logic == "S5":
            assert valid(f"[! {said}] (C{{a}} ({claim}) <-> K a ({claim}))").valid
        assert valid(f"[! {said}] (C{{a}} ({claim}) -> K a ({claim}))", logic=logic).valid
    assert not valid(f"C{{a}} p <-> [! {said}] C{{a}} p", logic=logic).valid


@pytest.mark.parametrize("steps", [1, 2, 3])
@pytest.mark.parametrize("logic", ["S5", "K"])
def test_what_is_known_to_some_depth_need_not_be_common(logic, steps):
    """By types: the way to where the claim fails may be long, and there may be none."""
    deep = "p"
    for _ in range(steps):
        deep = f"E{{a, b}} ({deep})"
    for more, there in (("p", True), ("E{a, b} p & C{a, b} (p -> E{a, b} p)", False)):
        store = Core(logic)
        wanted = [store.of(parse(f"p & {deep} & {more} & ~C{{a, b}} p"))]
        assert Types(store, wanted).search() in (there, None)
        assert eliminate(store, wanted) in (there, None)


def test_the_sizes_that_are_refused_are_all_below_the_smallest():
    """Five ways of three facts that an agent holds possible want five worlds."""
    ways = ["p & q & r", "p & q & ~r", "p & ~q & r", "~p & q & r", "~p & ~q & ~r"]
    for number in (2, 4, 5):
        found = find(" & ".join(f"<K a> ({way})" for way in ways[:number]))
        assert (found.smallest, found.refused) == (True, number - 1)
    larger = find(" & ".join(f"<K a> ({way})" for way in ways), most=3)  # made of types
    assert (len(larger.model) >= 5, larger.smallest, larger.refused) == (True, False, 3)
    store = Core("S5")
    none = [store.of(parse("p & ~p"))]
    for most, least, refused in ((2, 1, 2), (0, 3, 2), (4, 4, 4)):
        assert smallest(store, none, most=most, least=least).size == refused


def test_names_are_those_of_the_events_too():
    change = Event("do", "p & K a r", {"q": "s", "t": "~u"})
    model = EventModel((change, Event("not")), {"b": [("do", "do"), ("not", "not")]})
    formula = f.CanAfter(model, "do", parse("K c v"))
    assert names(formula).facts == {"p", "q", "r", "s", "t", "u", "v"}
    assert {"b", "c"} <= names(formula).agents
