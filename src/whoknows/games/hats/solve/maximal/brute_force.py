"""Brute force: every deal, by the rules alone, with one bit for each configuration.

A strategy of one agent is right in some configurations and wrong in others: two masks.
The masks of a deal are those of its strategies put together, so half a million deals
are one broadcast.  It is the yardstick of the thesis (section 4.1), for any number of
colors, any `need` and `wrong`, any views, and any number of rounds, as long as all deals of
a round can be tried.
"""

from dataclasses import replace
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import PASS, Deal, Rules, quantities
from whoknows.games.hats.solve.cube_bits import Mask

MOST_DEALS = 20_000_000  # deals tried at most
WORD = 63  # configurations at most: one bit each
SUBSETS = 27  # configurations at most of which every set is looked at

Masks: TypeAlias = NDArray[np.integer[Any]]  # sets of configurations, one bit each


def brute(rules: Rules) -> dict[Mask, int]:
    """The maximal sets of configurations won, and how many deals win each of them."""
    won = all_won(rules)
    masks, deals = np.unique(won, return_counts=True)
    best = maximal_masks(masks)
    return {
        int(mask): int(count)
        for mask, count in zip(masks, deals, strict=True)
        if mask in best
    }


def brute_rounds(rules: Rules) -> dict[Mask, tuple[Deal, ...]]:
    """The maximal sets of configurations won, each with deals that win it, one a round.

    What a deal wins, and where all pass, is the same in every round; a larger set that is
    won later makes the whole larger.  So the rounds are added from the last one on, and
    only the maximal sets of those that follow are kept.
    """
    one = replace(rules, rounds=1)
    won, silent, number = distinct(all_won(one), all_silent(one))
    later: dict[Mask, tuple[int, ...]] = {0: ()}
    for _ in range(rules.rounds):
        found: dict[Mask, tuple[int, ...]] = {}
        for mask, numbers in later.items():
            masks, first = np.unique(won | silent & mask, return_index=True)
            ways = zip(masks.tolist(), number[first].tolist(), strict=True)
            found |= {reached: (at, *numbers) for reached, at in ways}
        best = maximal_masks(np.array(list(found), np.int64), rules.size)
        later = {mask: found[mask] for mask in best}
    return {
        mask: tuple(deal_number(number, one) for number in numbers)
        for mask, numbers in later.items()
    }


def distinct(
    won: NDArray[np.int64], silent: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.intp]]:
    """What deals win and where all pass, each pair once, and the first deal of each."""
    order = np.lexsort((silent, won))
    won, silent = won[order], silent[order]
    new = np.ones(len(won), np.bool_)
    new[1:] = (won[1:] != won[:-1]) | (silent[1:] != silent[:-1])
    return won[new], silent[new], order[new]


def all_won(rules: Rules) -> NDArray[np.int64]:
    """What each deal wins, as a mask, in the order of `deal_number`."""
    check_deals(rules)
    right, wrong = strategy_masks(rules)
    whole = (1 << rules.size) - 1
    shape = [1] * rules.players
    enough: list[Masks] = [
        np.full(shape, whole if k == 0 else 0, np.int64) for k in range(rules.need + 1)
    ]
    excess: list[Masks] = [
        np.full(shape, whole if k == 0 else 0, np.int64) for k in range(rules.wrong + 2)
    ]
    for player in range(rules.players):
        shape = [1] * rules.players
        shape[player] = -1
        enough = counted(enough, right[player].reshape(shape))
        excess = counted(excess, wrong[player].reshape(shape))
    return np.ravel(enough[-1] & ~excess[-1]).astype(np.int64)


def all_silent(rules: Rules) -> NDArray[np.int64]:
    """Where all agents pass, as a mask, for each deal in the order of `deal_number`."""
    right, wrong = strategy_masks(rules)
    silent = np.full([1] * rules.players, (1 << rules.size) - 1, np.int64)
    for player in range(rules.players):
        shape = [1] * rules.players
        shape[player] = -1
        silent = silent & ~(right[player] | wrong[player]).reshape(shape)
    return np.ravel(silent)


def counted(reached: list[Masks], mask: Masks) -> list[Masks]:
    """Where at least k answers are so, for each k, once one more answer is counted."""
    return [
        reached[0],
        *(reached[k] | reached[k - 1] & mask for k in range(1, len(reached))),
    ]


def strategy_masks(rules: Rules) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where each strategy of each agent is right, and where it is wrong."""
    truth, views = rules.table().T + 1, rules.view_table()
    bit = np.int64(1) << np.arange(rules.size, dtype=np.int64)
    strategies = np.array(list(product(answers(rules), repeat=rules.view_count)))
    said = [strategies[:, views[player]] for player in range(rules.players)]
    right = [((said[i] == truth[i]) * bit).sum(1) for i in range(rules.players)]
    wrong = [
        (((said[i] != truth[i]) & (said[i] != PASS)) * bit).sum(1)
        for i in range(rules.players)
    ]
    return np.array(right), np.array(wrong)


def deal_number(number: int, rules: Rules) -> Deal:
    """The deal at a place of the brute order."""
    options, rows = answers(rules), []
    for _ in range(rules.players):
        row = []
        for _ in range(rules.view_count):
            number, digit = divmod(number, len(options))
            row.append(options[digit])
        rows.append(tuple(reversed(row)))
    return Deal(tuple(reversed(rows)))


def answers(rules: Rules) -> list[int]:
    """The answers that the rules allow, passing first."""
    return list(range(PASS if rules.passing else PASS + 1, rules.colors + 1))


def maximal_masks(masks: NDArray[np.int64], size: int = WORD) -> set[int]:
    """The masks that no other mask contains; quickly if they have few bits."""
    if size <= SUBSETS:
        inside = np.zeros(1 << size, np.bool_)
        inside[masks] = True
        for place in range(size):
            halves = inside.reshape(-1, 2, 1 << place)
            halves[:, 0] |= halves[:, 1]
        return {*largest(inside).tolist()}
    found: list[int] = []
    for mask in sorted(map(int, masks), key=lambda mask: -mask.bit_count()):
        if not any(mask & other == mask for other in found):
            found.append(mask)
    return set(found)


def largest(fine: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The sets that are fine, and none with one element more is."""
    top = fine.copy()
    for place in range(len(fine).bit_length() - 1):
        halves = (-1, 2, 1 << place)
        top.reshape(halves)[:, 0] &= ~fine.reshape(halves)[:, 1]
    return np.flatnonzero(top)


def check_deals(rules: Rules) -> None:
    """Refuse what cannot be tried, with the number and a better method."""
    if rules.rounds > 1:
        raise BadSetup(f"brute force is for worlds of one round, not of {rules.rounds}")
    deals = quantities(rules)["deals"]
    better = "; the method 'dominating' finds all maximal deals without trying them"
    if deals.digits() > 12 or deals.value() > MOST_DEALS or rules.size > WORD:
        standard = rules.colors == 2 and rules.is_standard
        raise TooLarge(
            f"brute force would try {deals} deals, more than {MOST_DEALS:,}"
            + (better if standard else "")
        )
