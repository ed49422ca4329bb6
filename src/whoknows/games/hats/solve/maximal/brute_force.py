"""Brute force: every deal, by the rules alone, with one bit for each configuration.

A strategy of one agent is right in some configurations and wrong in others: two masks.
The masks of a deal are those of its strategies put together, so half a million deals
are one broadcast.  It is the yardstick of the thesis (section 4.1), for any number of
colors, any `need` and `wrong`, and any views, as long as all deals can be tried.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import PASS, Deal, Rules, quantities
from whoknows.games.hats.solve.cube import Mask

MOST_DEALS = 20_000_000  # deals tried at most
WORD = 63  # configurations at most: one bit each


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


def all_won(rules: Rules) -> NDArray[np.int64]:
    """What each deal wins, as a mask, in the order of `deal_number`."""
    check_deals(rules)
    right, wrong = strategy_masks(rules)
    whole = (1 << rules.size) - 1
    shape = [1] * rules.players
    enough = [
        np.full(shape, whole if k == 0 else 0, np.int64) for k in range(rules.need + 1)
    ]
    excess = [
        np.full(shape, whole if k == 0 else 0, np.int64) for k in range(rules.wrong + 2)
    ]
    for player in range(rules.players):
        shape = [1] * rules.players
        shape[player] = -1
        enough = counted(enough, right[player].reshape(shape))
        excess = counted(excess, wrong[player].reshape(shape))
    won: NDArray[np.int64] = np.ravel(enough[-1] & ~excess[-1])
    return won


def counted(
    reached: list[NDArray[np.int64]], mask: NDArray[np.int64]
) -> list[NDArray[np.int64]]:
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


def maximal_masks(masks: NDArray[np.int64]) -> set[int]:
    """The masks that no other mask contains."""
    found: list[int] = []
    for mask in sorted(map(int, masks), key=lambda mask: -mask.bit_count()):
        if not any(mask & other == mask for other in found):
            found.append(mask)
    return set(found)


def check_deals(rules: Rules) -> None:
    """Refuse what cannot be tried, with the number and a better method."""
    if rules.rounds > 1:
        raise BadSetup("brute force is for worlds of one round")
    deals = quantities(rules)["deals"]
    better = "; the method 'dominating' finds all maximal deals without trying them"
    if deals.digits() > 12 or deals.value() > MOST_DEALS or rules.size > WORD:
        standard = rules.colors == 2 and rules.is_standard
        raise TooLarge(
            f"brute force would try {deals} deals, more than {MOST_DEALS:,}"
            + (better if standard else "")
        )
