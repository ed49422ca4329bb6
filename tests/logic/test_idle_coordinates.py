"""Symbolic models after events, contracted: the same is true as in tables, in less."""

import pickle

import numpy as np
import pytest

from whoknows.errors import ImpossibleAnnouncement
from whoknows.logic import every_world, parse
from whoknows.logic.events import Event, EventModel, Situation, product
from whoknows.logic.find.exercises import random_formula
from whoknows.logic.idle_coordinates import without_idle, world_without_idle
from whoknows.logic.ready_made import change, public, whether
from whoknows.logic.symbolic import Symbolic

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
