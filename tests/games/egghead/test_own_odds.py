"""How likely one's own stack is when there are only so many cards: all deals tried."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from whoknows.errors import BadSetup
from whoknows.games.egghead import GAME
from whoknows.games.egghead.knowledge.own_odds import own_odds
from whoknows.games.egghead.knowledge.why_ruled_out import reason_text, reasons
from whoknows.games.egghead.rules.log import Asked, Reacted
from whoknows.games.egghead.rules.setup import Setup, Tape, deal

SETUP = Setup(3, 1, 3, copies=2, points=0, rounds=4)
SILENCE = Reacted(((),) * 3, (None,) * 3)  # after which nobody has another stack
CALLERS = [(1,), (1, 2), (2,), (0,), (1,)]  # who gets a new stack, time after time


def every_deal(callers):
    """All sequences of tables with their chances, seat by seat from labelled cards."""
    deck = [value for value in (1, 2, 3) for _ in range(2)]
    tables = [(table,) for table in permutations(deck, 3)]
    chances = Counter({}) + Counter(tables)
    found = {tale: Fraction(n, len(tables)) for tale, n in chances.items()}
    for seats in callers:
        longer = Counter()
        for tale, chance in found.items():
            left = list(deck)
            for seat, value in enumerate(tale[-1]):
                if seat not in seats:
                    left.remove(value)
            draws = list(permutations(left, len(seats)))
            for draw in draws:
                table = list(tale[-1])
                for seat, value in zip(seats, draw, strict=True):
                    table[seat] = value
                longer[(*tale, tuple(table))] += chance / len(draws)
        found = longer
    return found


@pytest.mark.parametrize("steps", range(len(CALLERS) + 1))
def test_the_odds_of_the_own_stack_are_those_of_all_deals(steps):
    callers = CALLERS[:steps]
    tales = every_deal(callers)
    log_of = [Reacted(moves(seats), (), guessed=seats) for seats in callers]
    begun = last_own_deal(callers)
    alike = {}
    for tale, chance in tales.items():
        seen = (
            tuple((table[1], table[2]) for table in tale),
            tuple(table[0] for table in tale[:begun]),
        )
        alike.setdefault(seen, Counter())[tale[-1][0]] += chance
    for (others, shown), own in list(alike.items())[::7]:
        log = []
        for place, step in enumerate(log_of):
            before = (shown[place] if place < len(shown) else 0, *others[place])
            seats = callers[place]
            cards = tuple((before[s],) if s in seats else None for s in range(3))
            log += [
                Asked(place + 1, 0, 0),
                SILENCE,
                Reacted(step.moves, cards, guessed=seats),
            ]
        stacks = (None, *((value,) for value in others[-1]))
        found = own_odds(SETUP, 0, stacks, tuple(log))
        whole = sum(own.values())
        wanted = [float(own[value] / whole) for value in (1, 2, 3)]
        assert found == pytest.approx(wanted)


def moves(seats):
    return tuple((1,) if seat in seats else () for seat in range(3))


def last_own_deal(callers):
    """The place of the table at which the seat has its stack of now."""
    return max((k + 1 for k, seats in enumerate(callers) if 0 in seats), default=0)


def test_without_an_end_of_cards_the_others_tell_nothing():
    setup = Setup(3, 2, 3, points=0, rounds=4)
    assert (own_odds(setup, 0, (None, (1, 1), (1, 1)), ()) == setup.odds()).all()


def test_too_few_cards_are_a_reason():
    found = reasons(SETUP, 0, (None, (2,), (2,)), ())
    assert found.left == ((1,), (3,))
    said = reason_text(SETUP, found.against[(2,)], "ABC")
    assert said == "round 1: there are 2 cards of value 2, too few beside those in sight"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"copies": 1, "players": 4}, "3 cards are too few for 4 stacks of 1"),
        ({"copies": 2, "dealing": "stacks"}, "dealt card by card"),
        ({"copies": -1}, "copies=-1"),
    ],
)
def test_what_cannot_be_dealt_is_refused(options, said):
    with pytest.raises(BadSetup, match=said):
        Setup(**{"players": 3, "cards": 1, "values": 3} | options)


def test_a_stated_tape_needs_cards():
    with pytest.raises(BadSetup, match="cannot be dealt"):
        GAME.start(SETUP, Tape(((1,), (1,), (1,))))
    state = GAME.start(SETUP, Tape(((1,), (1,), (2,)), (0, 0), ((1,),)))
    with pytest.raises(BadSetup, match="cannot be dealt"):
        GAME.play(state, {2: (1,)})


def test_dealt_cards_are_those_of_the_pile():
    counts = Counter()
    for seed in range(300):
        stacks = deal(SETUP, np.random.default_rng(seed)).stacks
        counts[len(set(stacks))] += 1
    assert set(counts) == {2, 3}  # never three alike
    assert 0.25 < counts[3] / 300 < 0.55  # 8 of 20
