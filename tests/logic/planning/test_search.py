"""Plans are shortest: as short as brute force finds them, step by step in the library."""

from dataclasses import replace
from itertools import product as every

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.satisfiability.every_model import AGENTS, FACTS
from whoknows.errors import BadSetup, ImpossibleAnnouncement, TooLarge, UnknownName
from whoknows.logic import every_world, from_cells, parse
from whoknows.logic.bisimulation.contraction import contracted
from whoknows.logic.events.product import Event, EventModel
from whoknows.logic.events.situation import Situation
from whoknows.logic.events.usual_events import change, private, public, secret_look, whether
from whoknows.logic.models.links import relational
from whoknows.logic.planning import Act, plan
from whoknows.logic.planning.full_information import Layered, fits, forks
from whoknows.logic.planning.full_information_diagrams import Layers
from whoknows.logic.planning.search import Breadth, Problem
from whoknows.logic.satisfiability.exercises import random_formula, random_model


def random_acts(rng):
    """Some events of all kinds: said to all or to some, looked at, changed."""
    claims = [
        random_formula(rng, depth=int(rng.integers(2)), agents=AGENTS, facts=FACTS)
        for _ in range(4)
    ]
    who = [str(rng.choice(AGENTS))]
    return {
        "say": public(claims[0], AGENTS),
        "whisper": private(claims[1], who, AGENTS),
        "show": whether(claims[2], who, AGENTS),
        "peek": secret_look("q", who, AGENTS),
        "change": change({"p": claims[3]}, AGENTS),
    }


REAL = {"say": ["said"], "whisper": ["told"], "show": ["yes", "no"], "peek": ["yes", "no"]}


def brute_force(situation, goal, acts, longest):
    """The length of a shortest plan, by trying every sequence in the library."""
    for length in range(longest + 1):
        for names in every(acts, repeat=length):
            here = situation
            try:
                for name in names:
                    here = happened(here, acts[name], REAL.get(name, ["change"]))
            except ImpossibleAnnouncement:
                continue
            if here.true(goal):
                return length
    return None


def happened(here, events, real):
    """The situation after the one of the real events that can happen."""
    for name in real:
        try:
            return here.happens(events, name)
        except ImpossibleAnnouncement:
            pass
    raise ImpossibleAnnouncement("none")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_plans_are_as_short_as_brute_force_finds_them(seed):
    rng = np.random.default_rng(seed)
    model = relational(random_model(rng, worlds=3, agents=AGENTS, facts=FACTS))
    goal = random_formula(rng, depth=2, agents=AGENTS, facts=FACTS)
    events = random_acts(rng)
    acts = [Act.of(name, some, REAL.get(name)) for name, some in events.items()]
    found = plan(model, goal, acts, at=0, longest=2)
    length = brute_force(Situation(model, 0), goal, events, 2)
    assert (None if found.steps is None else len(found.steps)) == length
    if found.steps is None:
        assert found.none_within == 2 or found.none_at_all
        return
    here = Situation(model, 0)
    for step in found.steps:
        here = happened(here, events[step], REAL.get(step, ["change"]))
    assert here.true(goal)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_bits_find_the_plans_that_the_general_search_finds(seed):
    rng = np.random.default_rng(seed)
    facts = ["p", "q", "r"]
    acts, done = [], {}
    for place in range(3):
        made = {
            str(rng.choice(facts)): random_formula(rng, depth=1, agents=["a"], facts=facts)
            for _ in range(2)
        }
        when = random_formula(rng, depth=0, agents=["a"], facts=facts)
        events = EventModel((Event("do", when, made),), {"a": frozenset({("do", "do")})})
        acts.append(Act.of(f"act {place}", events))
        done[f"act {place}"] = events
    model = every_world(facts, sees={"a": facts})
    goal = parse(str(rng.choice(["p & q & r", "p & ~q & K a r", "~p & ~q & r", "r & ~q"])))
    problem = Problem.of(model, goal, acts, [0], knowing=False)
    assert fits(problem)
    general = Breadth(problem, lambda _: None).search(8)
    for found in (
        Layered(problem, lambda _: None).search(8),
        Layers(problem, lambda _: None).search(8),
    ):
        assert (found.steps is None) == (general.steps is None)
        assert found.none_at_all == general.none_at_all
        assert found.none_within == general.none_within
        if found.steps is None:
            assert found.looked_at == general.looked_at
            continue
        assert len(found.steps) == len(general.steps)
        assert found.worlds == (1,) * (len(found.steps) + 1)
        here = Situation(model, 0)
        for step in found.steps:
            here = here.happens(done[step], "do")
        assert here.true(goal)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 6), st.data())
def test_the_forks_of_a_diagram_are_its_different_cofactors(facts, data):
    codes = data.draw(st.sets(st.integers(0, 2**facts - 1), min_size=1))
    different = {
        (fact, frozenset(code >> fact for code in codes if code % 2**fact == start))
        for fact in range(facts)
        for start in range(2**fact)
    }
    parting = [
        some
        for _, some in different
        if {code >> 1 for code in some if code & 1}
        != {code >> 1 for code in some if not code & 1}
    ]
    found = forks(np.array(sorted(codes), dtype=np.uint64), facts)
    assert found == len(parting)


def test_many_lamps_are_searched_as_diagrams(monkeypatch):
    """Lamps have small diagrams; and numbers have no more than 64 bits."""
    used = []
    search = Layers.search
    monkeypatch.setattr(
        Layers, "search", lambda self, most: used.append(self.proven) or search(self, most)
    )
    for count, steps, proven in ((6, 6, None), (14, 14, 5), (70, 3, 0)):
        lamps = [f"lamp{k}" for k in range(count)]
        room = every_world(lamps, sees={"ann": lamps})
        acts = {lamp: change({lamp: f"~{lamp}"}, ["ann"]) for lamp in lamps}
        on = " & ".join(lamps[:steps])
        found = plan(room, on, acts, at=0, longest=20)
        assert sorted(found.steps) == sorted(lamps[:steps])
        assert used == ([] if proven is None else [proven])
        used.clear()


COIN = every_world(["heads"], sees={"ann": ["heads"], "bob": []})


def test_nothing_need_be_done():
    found = plan(COIN, "Kw ann heads", {}, at=0)
    assert found.steps == ()
    assert found.none_within == -1


def test_that_there_is_no_plan_of_any_length_is_proven():
    acts = {"say": public("heads", COIN.agents)}
    found = plan(COIN, "K bob ~heads", acts, at=1)
    assert found.steps is None
    assert found.none_at_all


def test_a_limit_of_steps_is_told_from_a_proof():
    acts = {"turn": change({"heads": "~heads"}, COIN.agents)}
    none = plan(COIN, "K bob heads", acts, at=1, longest=0)
    assert (none.steps, none.none_within, none.none_at_all) == (None, 0, False)


def test_several_worlds_may_be_so():
    blind = every_world(["heads"], sees={"ann": [], "bob": []})
    acts = {
        "ann looks": whether("heads", ["ann"], blind.agents),
        "say heads": public("heads", blind.agents),
    }
    assert plan(blind, "Kw ann heads", acts, at=[0, 1]).steps == ("ann looks",)
    assert plan(blind, "Kw bob heads", acts, at=[0, 1]).none_at_all  # it may be tails
    assert plan(blind, "Kw bob heads", acts, at=[1]).steps == ("say heads",)


def test_who_acts_must_know_that_it_can_be_done_if_so_asked():
    """Bob can switch the light on only if it is off; he does not see it."""
    room = every_world(["on"], sees={"ann": ["on"], "bob": []})
    events = EventModel(
        (Event("switch", "~on", {"on": "true"}),),
        dict.fromkeys(room.agents, frozenset({("switch", "switch")})),
    )
    acts = [
        Act.of("bob switches", events, by="bob"),
        Act.of("ann shows bob", public("K ann ~on", room.agents), by="ann"),
    ]
    assert plan(room, "on", acts, at=0).steps == ("bob switches",)
    assert room.plan("on", acts, at=0).steps == ("bob switches",)
    knowing = room.plan("on", acts, at=0, knowing=True)
    assert knowing.steps == ("ann shows bob", "bob switches")


def test_distributed_knowledge_is_not_contracted_away():
    """Worlds 0 and 2 are bisimilar; in both a and b together, and neither alone, know p."""
    cells = {"a": ["01", "23"], "b": ["03", "12"]}
    model = from_cells("0123", {"p": "02"}, cells)
    assert len(contracted(model)) == 2
    assert plan(model, "D{a, b} p & ~K a p", {}, at=0).steps == ()
    acts = {"say": public("p", model.agents)}
    assert plan(model, "D{a, b} p & K a p", acts, at=0).steps == ("say",)


def test_nobody_is_left_with_nothing_to_believe():
    """Cat tells Bob what he believes that she does not know: that he could not believe."""
    coin = relational(every_world(["p"], sees={"ann": ["p"], "bob": [], "cat": []}))
    acts = {
        "ann tells cat": private("K ann p", ["ann", "cat"], coin.agents),
        "cat tells bob": private("K cat p", ["bob", "cat"], coin.agents),
    }
    told = {name: Act.of(name, events, ["told"]) for name, events in acts.items()}
    assert coin.plan("K bob p", told, at=1).none_at_all
    freely = {name: replace(act, breaks_beliefs=True) for name, act in told.items()}
    assert len(coin.plan("K bob p", freely, at=1).steps) == 2  # and he believes ~p too
    assert len(coin.plan("K bob p & K bob ~p", freely, at=1).steps) == 2


def test_mistakes_are_said():
    acts = {"say": public("heads", COIN.agents)}
    with pytest.raises(UnknownName, match="no agent 'cat'"):
        plan(COIN, "K cat heads", acts, at=0)
    with pytest.raises(UnknownName, match="no fact 'tails'"):
        plan(COIN, "tails", acts, at=0)
    with pytest.raises(BadSetup, match="at most 100 steps"):
        plan(COIN, "heads", acts, at=0, longest=101)
    with pytest.raises(UnknownName, match="does not say what bob notices"):
        plan(COIN, "heads", {"say": public("heads", ["ann"])}, at=0)
    with pytest.raises(BadSetup, match="a world that may be so"):
        plan(COIN, "heads", acts, at=[])
    large = every_world([f"p{k}" for k in range(12)], sees={"ann": []})
    with pytest.raises(TooLarge, match="at most 3000 worlds, not 4096"):
        plan(large, "p0", {"say": public("p0", ["ann"])}, at=0)
