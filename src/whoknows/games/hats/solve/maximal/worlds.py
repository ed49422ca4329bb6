"""Maximal deals of any small world, and whether a deal is one.

Where no answer may be wrong, a deal that wins the configurations of a set W must have each
agent pass, or say the one color that all of W wear who look alike to it.  So W can be won
just if every one of it has enough agents to whom those of W that look alike wear the same
color; and if W can be won, so can any part of it.  With rounds, two colors, and one right
answer, W can be won in R rounds just if what is lost covers everything within R steps.
In all other worlds every deal of every round is tried.
Maximal deals win what cannot be made larger.  A chance-based deal wins for certain no more
than any deal whose answers are among its own: its maximal sets are the same.

>>> [len(won) for won in maximal_won(Rules(3))]
[6, 6, 6, 6, 4, 4, 4, 4, 4, 4, 4, 4]
>>> bettered((1, 2), Rules(3))
(0, 1, 2, 3)
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge
from whoknows.games.hats.knowledge import Deals, chain_deal, listening
from whoknows.games.hats.rules import PASS, Code, Deal, Rules
from whoknows.games.hats.solve.cube_bits import codes_of, mask_of
from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    Sets,
    Turn,
    chunks,
    mates,
    turns,
)
from whoknows.games.hats.solve.maximal.brute_force import (
    SUBSETS,
    Masks,
    brute_rounds,
    counted,
    largest,
)
from whoknows.games.hats.solve.programs.cube_program import steps_within

BETTERED = 4096  # configurations at most of a world in which a deal is made better

Won = tuple[Code, ...]  # a set of configurations, ascending


def maximal_won(rules: Rules) -> list[Won]:
    """The sets that maximal deals win, the largest first; of any small world."""
    if not is_lined(rules) and not is_covered(rules):
        found = list(tried(rules))
    elif rules.size > SUBSETS:
        raise TooLarge(
            f"2^{rules.size} sets of {rules.size} configurations; maximal deals of such a"
            f" world are looked for among at most 2^{SUBSETS}"
        )
    else:
        found = [codes_of(int(mask)) for mask in largest(winnable_masks(rules))]
    return sorted(found, key=lambda won: (-len(won), won))


def is_lined(rules: Rules) -> bool:
    """Whether lines decide what can be won: one round, and no answer may be wrong."""
    return rules.rounds == 1 and rules.wrong == 0


def is_covered(rules: Rules) -> bool:
    """Whether coverings decide: two colors, one right answer, and as many rounds."""
    plain = rules.colors == 2 and rules.views == "seats" and rules.passing
    return plain and rules.need == 1 and rules.wrong == 0


@lru_cache(maxsize=8)
def tried(rules: Rules) -> dict[Won, Deals]:
    """The maximal sets of a world in which all deals are tried, each with its deals."""
    return {codes_of(mask): deals for mask, deals in brute_rounds(rules).items()}


def winnable_masks(rules: Rules) -> NDArray[np.bool_]:
    """For every set of configurations, as a number, whether some deal wins all of it."""
    lined = is_lined(rules)
    lines = turns(rules) if rules.views == "seats" else []
    return np.concatenate(
        [
            fits(sets, lines, rules) if lined else covered(sets, rules)
            for _, sets in chunks(rules.size)
        ]
    )


def covered(sets: Sets, rules: Rules) -> NDArray[np.bool_]:
    """Whether what is lost is near everything."""
    fine = np.ones(len(sets), np.bool_)
    for code in range(rules.size):
        fine &= (~sets & np.uint32(ball(code, rules))) != 0
    return fine


def fits(sets: Sets, lines: list[list[Turn]], rules: Rules) -> NDArray[np.bool_]:
    """Whether enough agents know their color in every configuration of each set."""
    known: list[Masks] = [sets, *[np.zeros_like(sets)] * enough(rules)]
    for player in range(rules.players):
        alike = mates(sets, lines[player]) if lines else clashing(sets, player, rules)
        known = counted(known, ~alike)
    fine: NDArray[np.bool_] = (sets & ~known[-1]) == 0
    return fine


def clashing(sets: Sets, player: int, rules: Rules) -> Sets:
    """Where a set has another one that looks the same to an agent, of another color."""
    found = np.zeros_like(sets)
    for code, masks in enumerate(clash_masks(rules)):
        found |= ((sets & np.uint32(masks[player])) != 0).astype(np.uint32) << np.uint32(
            code
        )
    return found


def enough(rules: Rules) -> int:
    """How many must be right: all of them, if nobody may pass and none may be wrong."""
    return rules.need if rules.passing else rules.players


@lru_cache(maxsize=8)
def clash_masks(rules: Rules) -> list[list[int]]:
    """For each configuration and agent, what looks alike to it with another color on."""
    table, views = rules.table(), rules.view_table()
    rows = []
    for code in range(rules.size):
        row = []
        for player in range(rules.players):
            alike = views[player] == views[player][code]
            other = table[:, player] != table[code, player]
            row.append(mask_of(np.flatnonzero(alike & other).tolist()))
        rows.append(row)
    return rows


def ball(code: Code, rules: Rules) -> int:
    """What is within as many steps as there are rounds, as a mask."""
    steps = (0, *steps_within(rules.players, rules.rounds))
    return mask_of(code ^ step for step in steps)


def can_win(won: Iterable[Code], rules: Rules) -> bool:
    """Whether some deal wins all of these."""
    codes = np.array(sorted(won), dtype=np.intp)
    if not is_lined(rules) and not is_covered(rules):
        return any({*codes.tolist()} <= {*one} for one in tried(rules))
    if not is_lined(rules):
        lost = np.ones(rules.size, np.bool_)
        lost[codes] = False
        near = lost.copy()
        for step in steps_within(rules.players, rules.rounds):
            near |= lost[np.arange(rules.size) ^ step]
        return bool(near.all())
    agreed = np.zeros(len(codes), np.intp)
    table, views = rules.table(), rules.view_table()
    for player in range(rules.players):
        worn = np.zeros((rules.view_count, rules.colors), np.bool_)
        seen = views[player][codes]
        worn[seen, table[codes, player]] = True
        agreed += worn.sum(1)[seen] == 1
    return bool((agreed >= enough(rules)).all())


def winning_deals(won: Iterable[Code], rules: Rules) -> Deals:
    """Deals that win all of these, if some do: one a round."""
    codes = sorted(won)
    if not is_lined(rules) and not is_covered(rules):
        return next(deals for one, deals in tried(rules).items() if {*codes} <= {*one})
    if not is_lined(rules):
        lost = sorted({*range(rules.size)} - {*codes})
        return listening(chain_deal(lost, rules), rules)
    table, views = rules.table(), rules.view_table()
    rows = []
    for player in range(rules.players):
        seen = views[player][codes]
        row = [PASS if rules.passing else PASS + 1] * rules.view_count
        for view in set(seen.tolist()):
            worn = {int(table[code, player]) for code in np.array(codes)[seen == view]}
            if len(worn) == 1:
                row[view] = worn.pop() + 1
        rows.append(tuple(row))
    return (Deal(tuple(rows)),)


def bettered(won: Iterable[Code], rules: Rules) -> Won:
    """A maximal set that holds these: the same if no deal wins them and more."""
    if rules.size > BETTERED:
        raise TooLarge(
            f"{rules.size:,} configurations; a deal is made better in worlds of at most"
            f" {BETTERED:,}"
        )
    found = set(won)
    for code in range(rules.size):
        if code not in found and can_win({*found, code}, rules):
            found.add(code)
    return tuple(sorted(found))
