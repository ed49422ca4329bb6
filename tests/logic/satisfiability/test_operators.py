"""Every operator, alone and after every kind of event: the core says what a model says."""

from itertools import product

import numpy as np
import pytest

from tests.logic.satisfiability.every_model import AGENTS, FACTS
from tests.logic.satisfiability.test_core import SHORTEST, where
from whoknows.errors import BadSetup
from whoknows.logic import parse
from whoknows.logic.events.product import Event, EventModel
from whoknows.logic.language import formula as f
from whoknows.logic.satisfiability.core_language import Core
from whoknows.logic.satisfiability.exercises import random_formula, random_model
from whoknows.logic.satisfiability.find_model import find
from whoknows.logic.satisfiability.smallest_model import smallest
from whoknows.logic.satisfiability.type_elimination import eliminate
from whoknows.logic.satisfiability.type_search import Types

LOGICS = ("S5", "KD45", "K")
GROUPS = [("a",), ("b",), ("a", "b")]
ALONE = [("do", "do"), ("not", "not")]
CHANGE = {"p": "q | K a p", "q": "~p"}
SEEN = EventModel((Event("do", "p | q", CHANGE), Event("not")), {"a": ALONE, "b": ALONE})
HALF_SEEN = EventModel(
    SEEN.events, {"a": ALONE, "b": [*ALONE, ("do", "not"), ("not", "do")]}
)
SECRET = EventModel(SEEN.events, {"a": ALONE, "b": [("do", "not"), ("not", "not")]})

PLAIN = [
    lambda x, y: f.And((x, y)),
    lambda x, y: f.Or((x, y)),
    lambda x, y: f.Xor((x, y, f.Atom("p"))),
    lambda x, y: f.OneOf((x, y, f.Atom("q"))),
    lambda x, y: f.Iff(x, y),
    lambda x, y: f.Forall(("p",), f.Implies(x, y)),
    lambda x, y: f.Exists(("q",), f.And((x, y))),
]
KNOWING = [
    lambda x, _, kind=kind, how=how, who=who: kind(how, who, x)
    for kind in (f.Know, f.Possible)
    for how, who in [
        *product(["K", "Kw"], GROUPS[:2]),
        *product(["E", "D", "Dw"], GROUPS),
    ]
    if not (kind is f.Possible and how.endswith("w"))
]
GIVEN = [
    lambda x, y, how=how, who=who: f.KnowGiven(how, who, x, y)
    for how, who in [("K", ("a",)), ("E", GROUPS[2]), ("D", GROUPS[2])]
]
COMMON = [
    *(lambda x, _, how=how, who=who: f.Know(how, who, x)
      for how, who in product(["C", "Cw"], GROUPS)),
    *(lambda x, y, who=who: f.KnowGiven("C", who, x, y) for who in GROUPS),
]  # fmt: skip
SAYING = {  # in which logics a model can tell it, and whether everybody hears it
    "nothing": (lambda _, then: then, LOGICS, True),
    "said": (f.Announce, LOGICS, True),
    "can be said": (f.CanAnnounce, LOGICS, True),
    "whether": (lambda x, then: f.AnnounceWhether((x, f.Atom("p")), then), LOGICS, True),
    "told a": (lambda x, then: f.AnnounceTo(("a",), x, then), LOGICS, False),
    "can tell b": (lambda x, then: f.CanAnnounceTo(("b",), x, then), LOGICS, False),
    "shown a": (lambda x, then: f.AnnounceWhetherTo(("a",), x, then), LOGICS, False),
    "done": (lambda _, then: f.After(SEEN, "do", then), LOGICS, True),
    "half seen": (lambda _, then: f.CanAfter(HALF_SEEN, "do", then), LOGICS, False),
    "secret": (lambda _, then: f.CanAfter(SECRET, "do", then), ("KD45", "K"), False),
}


@pytest.mark.parametrize("said", SAYING)
def test_every_operator_after_every_event(said):
    after, logics, public = SAYING[said]
    made = [*PLAIN, *KNOWING, *GIVEN, *(COMMON if public else ())]
    rng = np.random.default_rng(1)
    for logic, (place, operator) in product(logics, enumerate(made)):
        x, y, z = (SHORTEST[(place + k) % len(SHORTEST)] for k in (0, 1, 3))
        formula = after(z, operator(x, y))
        model = random_model(rng, worlds=6, agents=AGENTS, facts=FACTS, logic=logic)
        store = Core(logic)
        found = where(model, store, store.of(formula))
        assert found.tolist() == model.where(formula).tolist(), (str(formula), logic)


@pytest.mark.parametrize("logic", LOGICS)
def test_three_ways_to_decide_formulas_of_some_depth(logic):
    """Types made one by one, all types at once, and models of every size."""
    rng = np.random.default_rng(2)
    told = {True: 0, False: 0}
    for _ in range(40):
        some = [random_formula(rng, depth=2, agents=AGENTS, facts=FACTS) for _ in "two"]
        store = Core(logic)
        wanted = [store.of(one) for one in some]
        by_types, by_elimination = Types(store, wanted).search(), eliminate(store, wanted)
        assert by_types in (by_elimination, None) or by_elimination is None, some
        if by_elimination is not None:
            told[by_elimination] += 1
            by_size = smallest(store, wanted, most=3).model is not None
            assert by_elimination or not by_size, some
    assert min(told.values()) > 0


@pytest.mark.parametrize(
    ("logic", "pairs"),
    [("S5", SECRET.links["b"]), ("KD45", [("do", "not"), ("not", "do")])],
)
def test_events_taken_for_others_are_not_of_every_logic(logic, pairs):
    """Who knows that p fails and takes it to be said holds nothing possible: not in S5."""
    events = EventModel((Event("do"), Event("not", "p")), {"a": ALONE, "b": pairs})
    formula = f.CanAfter(events, "do", parse("K b false"))
    with pytest.raises(BadSetup, match=f"what b takes the events for is not of {logic}"):
        find(formula, logic=logic)
    assert find(formula, logic="K").satisfiable
