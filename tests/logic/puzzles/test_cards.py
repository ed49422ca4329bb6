"""Russian cards: the good announcements, counted once more without any model."""

from itertools import combinations

import numpy as np
import pytest

from whoknows.errors import BadSetup
from whoknows.logic.puzzles import good_announcements, russian_cards

HANDS = [frozenset(hand) for hand in combinations(range(7), 3)]
ACTUAL = frozenset({0, 1, 2})
OTHERS = [hand for hand in HANDS if hand != ACTUAL]


def words(hands):
    return " ".join(sorted("".join(map(str, sorted(hand))) for hand in hands))


def sound(hands):
    """Good by the axioms CA1-CA3 of Albert et al. 2005, as they stand."""
    for bill in HANDS:
        if sum(not hand & bill for hand in hands) > 1:
            return False
    for card in range(7):
        left = [hand for hand in hands if card not in hand]
        if left and (
            frozenset.intersection(*left)
            or frozenset.union(*left) != frozenset(range(7)) - {card}
        ):
            return False
    return True


def all_sound(size):
    """Every announcement of so many hands, by the same axioms as bits, with no pruning."""
    bits = np.array([sum(1 << card for card in hand) for hand in OTHERS], dtype=np.uint8)
    chosen = np.fromiter(
        (k for some in combinations(range(34), size - 1) for k in some), dtype=np.uint8
    ).reshape(-1, size - 1)
    hands = np.column_stack([np.full(len(chosen), 0b111, np.uint8), bits[chosen]])
    good = np.ones(len(hands), dtype=bool)
    for bill in (sum(1 << card for card in hand) for hand in HANDS):
        good &= ((hands & bill) == 0).sum(axis=1) <= 1
    hands, chosen = hands[good], chosen[good]
    good = np.ones(len(hands), dtype=bool)
    for card in (1 << k for k in range(7)):
        free = (hands & card) == 0
        common = np.bitwise_and.reduce(np.where(free, hands, 127), axis=1)
        either = np.bitwise_or.reduce(np.where(free, hands, 0), axis=1)
        good &= ~free.any(axis=1) | ((common == 0) & (either == 127 - card))
    return sorted(words([ACTUAL, *(OTHERS[k] for k in row)]) for row in chosen[good])


@pytest.mark.parametrize(
    ("size", "number"),
    [(4, 0), (5, 60), (6, 36), pytest.param(7, 6, marks=pytest.mark.slow)],
)
def test_every_good_announcement_is_found(size, number):
    found = good_announcements(hands=[size])[size]
    assert len(found) == number
    assert found == all_sound(size)


def test_there_are_102_and_no_more():
    found = good_announcements(hands=range(1, 9))
    assert {size: len(some) for size, some in found.items() if some} == {5: 60, 6: 36, 7: 6}


def test_the_axioms_and_the_bits_agree():
    assert all(
        sound([frozenset(map(int, hand)) for hand in said.split()])
        for some in good_announcements().values()
        for said in some
    )


@pytest.mark.parametrize("engine", ["table", "cube"])
@pytest.mark.parametrize(
    ("said", "informative", "safe"),
    [
        ("012 034 056 135 246", True, True),
        ("012 034 056 135 146 236 245", True, True),
        ("012 034 056 135 146 236", True, True),
        ("012 013 456", False, False),
        ("012 345 346 356 456", False, False),
        ("012 034 056", True, False),
        ("012", True, False),
    ],
)
def test_an_announcement_is_checked(engine, said, informative, safe):
    answer = russian_cards(said, engine=engine).answer
    assert (answer["informative"], answer["safe"]) == (informative, safe)
    assert answer["good"] == sound([frozenset(map(int, hand)) for hand in said.split()])


def test_ignorant_as_it_happens_is_not_safe():
    # "I have 012, or none of these": Cathy learns no card, but could have [Ditmarsch2003].
    answer = russian_cards("012 345 346 356 456").answer
    assert answer["bill_knows"]
    assert answer["cathy_ignorant"]
    assert not answer["good"]


def test_all_hands_tell_nothing():
    told = russian_cards(" ".join(map(words, [[hand] for hand in HANDS])))
    assert told.worlds == (140, 140)
    assert told.answer["safe"]
    assert not told.answer["bill_knows"]


def test_the_count_is_the_same_for_every_hand():
    found = good_announcements("356")
    assert {size: len(some) for size, some in found.items()} == {5: 60, 6: 36, 7: 6}
    assert all("356" in said.split() for some in found.values() for said in some)


def test_bad_hands_are_refused():
    with pytest.raises(BadSetup, match="not among the hands"):
        russian_cards("034 056")
    with pytest.raises(BadSetup, match="three of the cards"):
        russian_cards("012 789")
    with pytest.raises(BadSetup, match="a deal is three hands"):
        russian_cards(deal="012.345.5")


@pytest.mark.parametrize("said", ["012 034 015", "012 013 023 123"])
def test_to_know_one_card_of_one_player_is_to_know(said):
    # Of the hands without Cathy's 6, the first three share Anne's 0 and leave Bill any
    # card; the other four leave Anne any card and Bill surely 4 and 5.
    assert not russian_cards(said).answer["cathy_ignorant"]
