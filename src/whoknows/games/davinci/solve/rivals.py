"""What every guess would leave to each rival, who also hears what it tells of the guesser.

For a hand that a rival may have, the rival's worlds are counted in the public model: the
guesser's own hand is one of the things in doubt there.  After a right guess at another's
place, the worlds with that tile there are left; after a wrong one, those without it there
and without it in the guesser's hand, for who guesses a tile lacks it.  Under `del` more may
go, for reasons of a higher order: `after_wrong` counts exactly, for a single guess.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.davinci.knowledge import Hands, Knowledge, Outlook, public_knowledge
from whoknows.games.davinci.knowledge.counting import Group, disjoint, pairs, totals
from whoknows.games.davinci.rules import Guess, Sight, Wrong

Counts: TypeAlias = NDArray[np.float64]  # worlds; a row is a hand, a column a guess
MOST_HANDS = 900  # of a list that is longer, as many hands, evenly spread, stand for all


@dataclass(frozen=True, slots=True)
class Rival:
    """One rival: hands it may have, how likely each is, and its worlds after each guess."""

    seat: int
    rows: NDArray[np.intp]
    """The rows of these hands in the outlook of the guesser."""
    weight: NDArray[np.float64]
    right: Counts
    """The rival's worlds if the guess is right; 0 where it cannot be right."""
    wrong: Counts


@dataclass(frozen=True, slots=True)
class GuessColumns:
    """The guesses of an outlook as columns: seat, place, tile."""

    seat: NDArray[np.intp]
    place: NDArray[np.intp]
    tile: NDArray[np.intp]


def rivals(sight: Sight, view: Outlook, samples: int) -> Iterator[Rival]:
    """Every rival still in the game, each by at most so many of its possible hands."""
    parts = view.asked
    asked = GuessColumns(
        np.concatenate([np.full(len(part.places), part.seat) for part in parts]),
        np.concatenate([part.places for part in parts]),
        np.concatenate([part.tiles for part in parts]),
    )
    hidden = public_knowledge(sight).hidden
    for i, seat in enumerate(view.seats):
        if hidden[seat]:
            yield rival(sight, view, i, asked, samples)


@np.errstate(invalid="ignore")  # BLAS may raise the flag on lanes that it does not use
def rival(sight: Sight, view: Outlook, i: int, asked: GuessColumns, samples: int) -> Rival:
    """One rival's worlds after each guess, for some of the hands it may have."""
    seat, hands, group = view.seats[i], view.hands[i], view.groups[i]
    knowledge = public_knowledge(sight)
    row = np.searchsorted(group.words, hands.words)
    every = view.ways[i] if group.words is hands.words else view.ways[i][row]
    rows = spread(np.flatnonzero(every > 0), samples)
    hands, weight = hands.take(rows), every[rows].astype(np.float64)
    others = {
        at: some
        for at, some in enumerate(knowledge.hands)
        if at == sight.seat or (at != seat and knowledge.hidden[at])
    }
    most = MOST_HANDS if len(others) < 3 else MOST_HANDS // 3
    others = {at: shortened(some, most) for at, some in others.items()}
    ways = worlds_over(hands, list(others.values()))
    at = list(others)
    assert sight.seat is not None
    total = ways[at.index(sight.seat)].sum(axis=1, keepdims=True)
    right = np.repeat(total, len(asked.seat), axis=1)
    for k, other in enumerate(at):
        columns = np.flatnonzero(asked.seat == other)
        there = others[other].tiles[:, asked.place[columns]] == asked.tile[columns]
        right[:, columns] = ways[k] @ there
    mine = others[sight.seat].words[:, None] >> asked.tile.astype(np.uint64)
    wrong = total - ways[at.index(sight.seat)] @ (mine & np.uint64(1)).astype(np.float64)
    own = asked.seat == seat
    hit = hands.tiles[:, asked.place[own]] == asked.tile[own]
    right[:, own] *= hit
    wrong[:, own] *= ~hit
    wrong[:, ~own] -= right[:, ~own]
    return Rival(seat, rows, weight, right, np.maximum(wrong, 0.0))


@np.errstate(invalid="ignore")  # BLAS may raise the flag on lanes that it does not use
def after_wrong(sight: Sight, view: Outlook, some: Rival, guess: Guess) -> Counts:
    """A rival's worlds for each of its sampled hands, if this guess is wrong; exact."""
    assert sight.seat is not None
    fact = Wrong(sight.seat, guess.seat, guess.place, guess.tile)
    heard = heard_wrong(public_knowledge(sight), fact)
    hands = view.hands[view.seats.index(some.seat)].take(some.rows)
    lists = [
        shortened(hands, MOST_HANDS)
        for seat, hands in enumerate(heard.hands)
        if seat == sight.seat or (seat != some.seat and heard.hidden[seat])
    ]
    worlds: Counts = worlds_over(hands, lists)[0].sum(axis=1)
    if guess.seat == some.seat:
        worlds *= hands.tiles[:, guess.place] != guess.tile
    return worlds


@lru_cache(maxsize=64)
def heard_wrong(knowledge: Knowledge, fact: Wrong) -> Knowledge:
    """What all know after a wrong guess, kept for the next rival."""
    return knowledge.after(fact)


def worlds_over(hands: Hands, lists: list[Hands]) -> list[Counts]:
    """For each hand of a rival and each hand in the other lists, the worlds with both."""
    fits = [disjoint(hands.words, some.words).astype(np.float32) for some in lists]
    if len(lists) == 1:
        return [fits[0].astype(np.float64)]
    if len(lists) == 2:
        between = disjoint(lists[0].words, lists[1].words).astype(np.float32)
        return [
            ((fits[1] @ between.T) * fits[0]).astype(np.float64),
            ((fits[0] @ between) * fits[1]).astype(np.float64),
        ]
    if len(lists) == 3:
        return worlds_over_three(hands, lists, fits)
    return [fit.astype(np.float64) for fit in fits]  # so many count as if independent


def worlds_over_three(
    hands: Hands, lists: list[Hands], fits: list[NDArray[np.float32]]
) -> list[Counts]:
    """`worlds_over` with three other lists, hand by hand of the rival."""
    found = [np.zeros(fit.shape) for fit in fits]
    for row in range(len(hands)):
        columns = [np.flatnonzero(fit[row]) for fit in fits]
        if not all(map(len, columns)):
            continue
        groups = [
            Group(some.words[at], np.ones(len(at), np.float32))
            for some, at in zip(lists, columns, strict=True)
        ]
        for k, ways in enumerate(totals(groups, pairs(groups))):
            found[k][row, columns[k]] = ways
    return found


def shortened(hands: Hands, most: int) -> Hands:
    """The list, or as many evenly spread hands of it."""
    return hands if len(hands) <= most else hands.take(spread(np.arange(len(hands)), most))


def spread(rows: NDArray[np.intp], most: int) -> NDArray[np.intp]:
    """At most so many of the rows, evenly spread."""
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).astype(np.intp)]
