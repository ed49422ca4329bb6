"""All maximal deals of a standard world of two colors, by any of the three methods.

>>> found = maximal(4)
>>> found.count, found.by_won, found.orbits, found.hidden_orbits
(130, {12: 40, 11: 80, 8: 10}, 6, 3)
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from whoknows.errors import BadSetup, TooLarge, UnknownName
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.cube_bits import Mask, codes_of
from whoknows.games.hats.solve.maximal.brute_force import brute
from whoknows.games.hats.solve.maximal.chains import chain_method
from whoknows.games.hats.solve.maximal.deal_symmetries import Orbit, orbit_counts, orbits
from whoknows.games.hats.solve.maximal.dominating_sets import (
    COUNT_LIMIT,
    LIST_LIMIT,
    check_size,
    count_by_size,
    minimal_sets,
)
from whoknows.work.proof_kinds import FORMAT

Method: TypeAlias = Literal["brute", "chain", "dominating"]
LISTED = 5  # agents whose minimal sets a checker lists by itself
METHODS: tuple[Method, ...] = ("brute", "chain", "dominating")


@dataclass(frozen=True, slots=True)
class Maximal:
    """What the maximal deals of N players are, or only how many, where too many."""

    players: int
    method: Method
    by_won: dict[int, int]  # rounds won, most first: so many deals
    orbits: int  # up to renaming agents and swapping colors
    hidden_orbits: int  # up to the hidden symmetries too
    losing_sets: list[Mask] | None = None  # each in the order of `minimal_sets`
    representatives: list[Orbit] | None = None  # one losing set of each orbit

    @property
    def count(self) -> int:
        """The number of maximal sets of rounds won; the thesis gives one deal for each."""
        return sum(self.by_won.values())


def maximal(
    players: int,
    *,
    method: str = "dominating",
    workers: int = 2,
    progress: Callable[[float], None] | None = None,
) -> Maximal:
    """All maximal deals of N players: listed up to 5, counted for 6."""
    if method not in METHODS:
        raise UnknownName.among("method", method, METHODS)
    check_size(Rules(players).players, COUNT_LIMIT, "counted")
    if method == "dominating" and players > LIST_LIMIT:
        return counted(players, workers=workers, progress=progress)
    masks = losing_masks(players, method)
    same = orbits(masks, players)
    sizes = [mask.bit_count() for mask in masks]
    return Maximal(
        players,
        method,
        {(1 << players) - size: sizes.count(size) for size in sorted(set(sizes))},
        len(same),
        len(orbits(masks, players, hidden=True)),
        masks,
        same,
    )


def losing_masks(players: int, method: str) -> list[Mask]:
    """The losing sets of all maximal deals by one method, in the same order for all."""
    if method == "brute":
        whole = (1 << (1 << players)) - 1
        return sorted((whole & ~won for won in brute(Rules(players))), key=codes_of)
    if method == "chain":
        return sorted(chain_method(players), key=codes_of)
    return minimal_sets(players)


def counted(
    players: int, *, workers: int, progress: Callable[[float], None] | None
) -> Maximal:
    """The maximal deals counted, and their orbits by Burnside's lemma, none stored."""
    if players % 2:
        raise BadSetup(f"hidden orbits are counted for even N, not {players}")
    counts = count_by_size(players, workers=workers, progress=progress)
    return Maximal(
        players,
        "dominating",
        {(1 << players) - size: number for size, number in counts.items()},
        sum(orbit_counts(players, counts).values()),
        sum(orbit_counts(players, counts, hidden=True).values()),
    )


def maximal_certificate(counted: Maximal) -> dict[str, Any]:
    """The certificate of a count of maximal deals.

    >>> maximal_certificate(maximal(4))["claim"]
    {'game': 'maximal', 'players': 4, 'count': 130, 'by_won': {'12': 40, '11': 80, '8': 10}}
    """
    check_players(counted.players)
    claim = {
        "game": "maximal",
        "players": counted.players,
        "count": counted.count,
        "by_won": {str(won): count for won, count in counted.by_won.items()},
    }
    return {"format": FORMAT, "claim": claim, "witness": {}, "proof": {}}


def check_players(players: int) -> None:
    """Refuse a count that a checker could not make anew."""
    if players > LISTED:
        raise TooLarge(
            f"certificates of counts are for at most {LISTED} players, not {players}"
        )
