"""Symbolic models after events, contracted: the same is true as in tables, in less."""

import pickle

import numpy as np
import pytest

from whoknows.errors import BadSetup, ImpossibleAnnouncement, WhoknowsError
from whoknows.logic import belief_structure, every_world, generated, parse, relational
from whoknows.logic.events.idle_coordinates import without_idle, world_without_idle
from whoknows.logic.events.product import Event, EventModel, product
from whoknows.logic.events.situation import Situation
from whoknows.logic.events.usual_events import change, private, public, secret_look, whether
from whoknows.logic.files import loads
from whoknows.logic.models.symbolic import Symbolic
from whoknows.logic.satisfiability.exercises import random_formula

AGENTS, FACTS = ("ann", "bob", "cat"), ("p", "q", "r")


def random_events(rng):
    """Something said, shown to some, changed, or done unseen by some."""

    def claim(depth=1):
        return random_formula(rng, depth=depth, agents=AGENTS, facts=FACTS)

    who = [agent for agent in AGENTS if rng.integers(2)]
    fact = str(rng.choice(FACTS))
    some = [
        public(claim(), AGENTS),
        whether(claim(0), who, AGENTS),
        whether(fact, who, AGENTS),
        change({fact: claim(0)}, AGENTS),
        EventModel(
            (Event("do", claim(0), {fact: claim()}), Event("or", claim()), Event("not")),
            {
                agent: [["do"], ["or", "not"]] if agent in who else [["do", "or", "not"]]
                for agent in AGENTS
            },
        ),
    ]
    return some[int(rng.integers(len(some)))]


def deceiving_events(rng):
    """Something told or looked at in secret, or done as agents suppose it by chance."""
    claim, names = parse(str(rng.choice(FACTS))), ("do", "or", "not")
    who = [agent for agent in AGENTS if rng.integers(2)]
    links = {
        agent: frozenset((a, b) for a in names for b in names if rng.random() < 0.5)
        for agent in AGENTS
    }
    some = [
        private(claim, who, AGENTS),
        secret_look(claim, who, AGENTS),
        EventModel((Event("do", claim, {"p": "~q"}), Event("or"), Event("not")), links),
        random_events(rng),
    ]
    return some[int(rng.integers(len(some)))]


def first_event(here, events):
    """The situation after the first of the events that can happen."""
    for event in events.events:
        try:
            return event.name, here.happens(events, event.name)
        except ImpossibleAnnouncement:
            pass
    return None, here


@pytest.mark.parametrize("seed", range(40))
def test_what_is_true_after_events_is_true_in_the_contracted_diagram(seed):
    rng = np.random.default_rng(seed)
    sees = {agent: [fact for fact in FACTS if rng.integers(2)] for agent in AGENTS}
    at = int(rng.integers(8))
    table = Situation(every_world(FACTS, sees=sees, engine="table"), at)
    small = Situation(every_world(FACTS, sees=sees, engine="symbolic"), at)
    for _ in range(4):
        events = random_events(rng)
        name, table = first_event(table, events)
        if name is None:
            continue
        whole = product(small.model, events).model
        small = small.happens(events, name)
        assert small.model.size <= whole.size <= len(table.model)
        assert isinstance(small.model, Symbolic)
        small.model.check_world(small.at)
        for _ in range(8):
            formula = random_formula(rng, depth=2, agents=AGENTS, facts=FACTS)
            assert small.true(formula) == table.true(formula), (str(formula), name)
    assert pickle.loads(pickle.dumps(small.model)).size == small.model.size


def test_what_is_shown_again_and_again_leaves_nothing_behind():
    facts = [f"p{k}" for k in range(20)]
    model = every_world(facts, sees={"ann": [], "bob": facts}, engine="symbolic")
    here = Situation(model, 0)
    for fact in facts:
        here = here.happens(whether(fact, ["ann"], model.agents))
    assert isinstance(here.model, Symbolic)
    assert here.model.axes == 20
    assert here.model.size == 2**20
    assert here.true("C{ann, bob} (Kw ann p7 & ~p7 -> K ann ~p7)")


def test_a_fact_that_hangs_on_what_happened_unseen_keeps_it():
    model = every_world(["p"], sees={"ann": ["p"], "bob": []}, engine="symbolic")
    turn = EventModel(
        (Event("flip", makes={"p": "~p"}), Event("rest")),
        {"ann": [["flip", "rest"]], "bob": [["flip", "rest"]]},
    )
    after = product(model, turn).model
    assert isinstance(after, Symbolic)
    assert without_idle(after).axes == after.axes == 2
    here = Situation(model, 1).happens(turn, "flip")
    assert here.true("~p & ~Kw ann p & ~Kw bob p")
    looked = here.happens(whether(parse("p"), ["ann", "bob"], model.agents))
    assert looked.model.size == 4
    assert looked.true("C{ann, bob} ~p")
    assert world_without_idle(looked.model, looked.at) == looked.at


@pytest.mark.parametrize("seed", range(30))
def test_belief_structures_are_contracted_too(seed):
    """Beside links that are listed; D is among the formulas, and worlds out of reach go."""
    rng = np.random.default_rng(seed)
    sees = {agent: [fact for fact in FACTS if rng.integers(2)] for agent in AGENTS}
    at = int(rng.integers(8))
    start = every_world(FACTS, sees=sees, engine="symbolic")
    listed, small = (
        Situation(model, at) for model in (relational(start), belief_structure(start))
    )
    for _ in range(4):
        events = deceiving_events(rng)
        name, listed = first_event(listed, events)
        if name is None:
            continue
        small = small.happens(events, name)
        small = Situation(generated(small.model, small.at), small.at).without_idle()
        for _ in range(6):
            formula = random_formula(rng, depth=2, agents=AGENTS, facts=FACTS)
            assert small.true(formula) == listed.true(formula), (str(formula), name)


def test_what_all_come_to_know_leaves_nothing_behind_in_a_belief_structure():
    facts = [f"p{k}" for k in range(10)]
    model = every_world(facts, sees={"ann": [], "bob": facts}, engine="symbolic")
    here = Situation(belief_structure(model), 0)
    for fact in facts:
        here = here.happens(whether(fact, ["ann"], model.agents))
    assert here.model.size == 2**10
    assert here.model.axes == 10  # type: ignore[attr-defined]  # a belief structure has them
    assert here.true("C{ann, bob} (Kw ann p7 & ~p7 -> K ann ~p7)")


def test_what_two_point_to_is_not_what_both_point_to():
    """Ann takes whatever happens for a, Bob for b: together they believe anything."""
    model = belief_structure(
        every_world("p", sees={"ann": "", "bob": ""}, engine="symbolic")
    )
    links = {"ann": {("a", "a"), ("b", "a")}, "bob": {("a", "b"), ("b", "b")}}
    apart = {agent: frozenset(pairs) for agent, pairs in links.items()}
    here = Situation(model, 0).happens(EventModel((Event("a"), Event("b")), apart), "a")
    assert here.true("D{ann, bob} false & ~K ann false & ~K bob false")


def test_who_can_tell_by_what_they_see_need_not_see_the_event():
    model = every_world("pqr", sees={"ann": "pq", "bob": "r"}, engine="symbolic")
    step = product(model, whether("p & q", ["ann"], model.agents))
    small, world = step.contracted()
    assert small.size == 8
    assert world[step.world(3, 0)] == 3
    assert small.sees == model.sees  # type: ignore[attr-defined]  # still a diagram
    with pytest.raises(BadSetup, match="not among the 8 worlds"):
        world[1 << 40]
    assert repr(step).startswith("<product with <events: yes, no; seen by ann, bob>: <symb")


def test_a_product_of_rows_is_contracted_to_the_smallest_model():
    model = every_world("pq", sees={"ann": "p", "bob": ""}, engine="table")
    step = product(model, whether("p", [], model.agents))
    small, world = step.contracted()
    assert (step.model.size, small.size) == (4, 4)
    twice = EventModel((Event("a"), Event("b")), {"ann": [["a", "b"]], "bob": []})
    step = product(model, twice)
    small, world = step.contracted()
    assert (step.model.size, small.size) == (8, 4)
    for old, new in world.items():
        assert step.model.describe(old) == small.describe(new)


@pytest.mark.parametrize("actual", ["actual p0\n", ""])
@pytest.mark.parametrize("relational", ["relational\n", ""])
def test_stories_lose_what_is_idle_after_each_step(actual, relational):
    shown = "".join(f"show ann: p{k}\n" for k in range(12))
    text = f"facts p0..p17\nann sees nothing\nbob sees p0..p17\n{actual}{relational}"
    script = loads(f"{text}{shown}announce p0\nvalid? C{{ann, bob}} Kw ann p11\n")
    assert [model.axes for model in script.models] == [18] * 14  # type: ignore[attr-defined]
    assert script.answer(script.queries[0]) is True
    assert script.model.engine == ("beliefs" if relational else "symbolic")


def test_a_secret_among_twenty_facts_lists_no_worlds():
    script = loads("""
facts p1..p20
ann, bob see nothing
actual p1
relational
tell ann: p1
true? K ann p1 & K bob ~K ann p1
lie ann: p2
true? K bob p2 & ~p2
""")
    assert [script.answer(query) for query in script.queries] == [True, True]
    told = script.models[1]
    assert "bob holds [-] possible" in told.explain("K bob p1", script.scenes[1].actual)
    with pytest.raises(WhoknowsError, match="layers are of cells, not of links"):
        loads("facts p1..p20\nann sees nothing\nrelational\nann expects p1\n")
    with pytest.raises(WhoknowsError, match="bob has nothing left to believe"):
        loads("facts p1..p20\nbob sees nothing\nactual p1\nrelational\n"
              "event a when p2\nevent b when p1\nbob takes b for a\n"
              "announce ~p2\nhappens b\n")  # fmt: skip
