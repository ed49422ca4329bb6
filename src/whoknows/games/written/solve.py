"""What each move promises, one step ahead, exactly.

All worlds that the mover holds possible count, each as likely as the deal makes it.
A *prospect* has the chance that the move is right, whether what it says to others is so,
how many worlds the mover can expect to be left with, how many all others can expect, and
the score if the game ended then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from whoknows.games.written.knowledge import (
    Held,
    Picture,
    Scope,
    held_rows,
    picture_at,
    valued,
)
from whoknows.games.written.rules.book import Kind, Move
from whoknows.games.written.rules.fold import Sight
from whoknows.games.written.rules.terms import Values, on_all
from whoknows.logic.table import joint

MOST_THOUGHT = 200_000_000  # rows times terms for one choice, all moves together
MOST_TERMS = 60_000  # terms worked out for one choice
MOST_LABELS = 2**20  # of cells that are counted without being renumbered
MOST_RIGHT = 40  # moves that may be right and are looked at in any case


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a move promises to the seat that makes it."""

    move: Move
    right: Fraction | None = None  # the chance; none where the text does not say
    true: bool = True  # whether what it says to others is so
    left: Fraction = Fraction(1)  # worlds that the mover can expect to be left with
    public: Fraction = Fraction(0)  # and those that all can
    score: Fraction = Fraction(0)


class Afterwards(Held):
    """Worlds as a move makes them, as far as it changes columns."""

    def __init__(self, before: Held, changes: dict[str, Any]) -> None:
        super().__init__(before.picture, before.env, before.rows, before.seat)
        self.before, self.changes = before, changes

    def column(self, name: str) -> Values:
        """What a column has after the move."""
        if name not in self.changes:
            return self.before.column(name)
        new = self.changes[name]
        return on_all(new, self.size)


def prospects(
    sight: Sight, moves: Sequence[Move], *, telling: bool = False, scoring: bool = False
) -> list[Prospect]:
    """What each of some moves promises; `telling`: to others too; `scoring`: in points."""
    assert sight.seat is not None
    picture = picture_at(sight)
    rows = held_rows(sight)
    held = Held(picture, {}, rows, sight.seat)
    held.memo = {}
    weights = None
    if picture.book.worlds.weights is not None:
        weights = picture.weights.take(rows)
    return [
        prospect(picture, sight.seat, move, held, weights, telling=telling, scoring=scoring)
        for move in moves
    ]


def prospect(
    picture: Picture,
    seat: int,
    move: Move,
    held: Held,
    weights: Values | None,
    *,
    telling: bool,
    scoring: bool,
) -> Prospect:
    """What one move promises."""
    kind = picture.book.kinds.get(move.name)
    if kind is None:
        return Prospect(move, left=Fraction(len(held.rows)), public=Fraction(picture.size))
    held.env = picture.book.env(seat, kind, move.args)
    true = all(bool(np.all(term.work(held))) for term in kind.says)
    right = None
    if kind.right is not None:
        right = mean(on_all(kind.right.work(held), held.size), weights)
    changes = changed_here(picture, kind, held)
    heard = outcomes(picture, kind, held, changes)
    mine = [*heard, *whispers_to(picture, seat, kind, held)]
    whole = held.size if weights is None else int(weights.sum())
    left = expected_cell(mine, weights, whole)
    public = expected_public(picture, seat, kind, held, heard, weights) if telling else 0
    score = Fraction(0)
    if scoring and picture.book.score is not None:
        after = Afterwards(held, changes)
        score = mean(on_all(picture.book.score.work(after), held.size), weights)
    return Prospect(move, right, true, left, Fraction(public), score)


def mean(values: Values, weights: Values | None) -> Fraction:
    """The mean of some numbers, each world as likely as it is."""
    if weights is None:
        return Fraction(int(values.sum()), len(values))
    total = int((values.astype(np.int64) * weights).sum())
    return Fraction(total, int(weights.sum()))


def changed_here(picture: Picture, kind: Kind, held: Held) -> dict[str, Any]:
    """Columns as a move makes them, in the worlds of a seat."""
    from whoknows.games.written.knowledge import fitted

    found: dict[str, Any] = {}
    env = dict(held.env)
    for change in kind.changes:
        held.env = {**env, **change.env}
        if change.when is not None and held_false(change.when.work(held)):
            continue
        name = change.names[tuple(int(index.work(held)) for index in change.index)]
        dtype = picture.columns[name].dtype
        found[name] = fitted(picture.book, name, change.term.work(held), dtype)
    held.env = env
    return found


def held_false(found: Any) -> bool:
    """Whether a claim holds in none of some worlds."""
    return not np.any(found)


def outcomes(
    picture: Picture, kind: Kind, scope: Scope, changes: dict[str, Any]
) -> list[Values]:
    """All that everybody hears and sees of a move, where it is not plain before."""
    found = []
    env = dict(scope.env)
    for item in kind.answers:
        scope.env = dict(env)
        value = valued(item, scope)
        if isinstance(value, np.ndarray):
            found.append(value)
    scope.env = env
    for name, value in changes.items():
        if picture.book.columns[name].board and isinstance(value, np.ndarray):
            found.append(value)
    return found


def whispers_to(picture: Picture, seat: int, kind: Kind, held: Held) -> list[Values]:
    """What the mover alone is told."""
    found = []
    env = dict(held.env)
    for told in kind.told:
        held.env = dict(env)
        if any(int(term.work(held)) == picture.book.seat_code(seat) for term in told.who):
            value = valued(told.item, held)
            if isinstance(value, np.ndarray):
                found.append(value)
    held.env = env
    return found


def labels_of(values: list[Values]) -> Values:
    """Labels that part worlds by some values."""
    shifted: list[Values] = [
        v if v.dtype == bool else v.astype(np.int64) - int(v.min()) for v in values
    ]
    if len(shifted) == 1:
        return shifted[0]
    widths = [2 if one.dtype == bool else int(one.max()) + 1 for one in shifted]
    if prod(widths) > MOST_LABELS:
        return joint(shifted, len(shifted[0]))
    labels = shifted[0].astype(np.int32)
    for one, width in zip(shifted[1:], widths[1:], strict=True):
        labels *= width
        labels += one
    return labels


def cells_of(values: list[Values], weights: Values | None) -> list[int]:
    """How much weight is in each cell, once these values are known."""
    labels = labels_of(values)
    if weights is None and labels.dtype == bool:
        yes = int(np.count_nonzero(labels))
        return [yes, len(labels) - yes]
    found: list[float] = np.bincount(labels, weights).tolist()
    return [int(cell) for cell in found]


def expected_cell(values: list[Values], weights: Values | None, whole: int) -> Fraction:
    """How many worlds are left on average once these values are known: sum of squares."""
    if not values:
        return Fraction(whole)
    return Fraction(sum(cell**2 for cell in cells_of(values, weights)), whole)


def expected_public(
    picture: Picture,
    seat: int,
    kind: Kind,
    held: Held,
    heard: list[Values],
    weights: Values | None,
) -> Fraction:
    """How many worlds all others are left with on average, by what the move tells."""
    scope = Scope(picture, held.env)
    left = on_all(picture.known_legal(seat, kind, scope), picture.size)
    for term in kind.says:
        left = left & term.work(scope)
    if not heard:
        return Fraction(int(np.count_nonzero(left)))
    changes = picture.changed(kind.changes, Scope(picture, held.env))
    everywhere = outcomes(picture, kind, scope, changes)
    if len(everywhere) != len(heard):  # what is plain to the mover is not to all
        return Fraction(int(np.count_nonzero(left)))
    labels = labels_of(everywhere).astype(np.intp)
    counts = np.bincount(labels[left], minlength=int(labels.max()) + 1)
    return mean(counts[labels[held.rows]], weights)


def affordable(
    sight: Sight,
    moves: Sequence[Move],
    rng: np.random.Generator,
    *,
    telling: bool = False,
    times: int = 1,
) -> list[Move]:
    """As many of the moves as there is time for; those that may be right are among them.

    `times`: so many times the moves that a strategy has time for.
    """
    picture = picture_at(sight)
    rows = picture.size if telling else len(held_rows(sight))
    cost = max(1, *(work_of(kind) for kind in picture.book.kinds.values())) * (1 + telling)
    thought, terms = MOST_THOUGHT // max(1, rows), MOST_TERMS
    most = max(1, times * (min(thought, terms) // cost))
    if len(moves) <= most:
        return list(moves)
    places = set(rng.choice(len(moves), most, replace=False).tolist())
    places |= set(right_somewhere(sight, moves)[:MOST_RIGHT])
    return [moves[place] for place in sorted(places)]


def work_of(kind: Kind) -> int:
    """How many terms a move of this kind makes one work out."""
    several = [*kind.says, *(item.term for item in kind.answers)]
    several += [told.item.term for told in kind.told]
    several += [change.term for change in kind.changes]
    several += [kind.right] if kind.right is not None else []
    return 1 + sum(term.cost for term in several)


def right_somewhere(sight: Sight, moves: Sequence[Move]) -> list[int]:
    """The places of moves that are right in the first world that the seat holds."""
    picture, found = picture_at(sight), []
    assert sight.seat is not None
    one = Held(picture, {}, held_rows(sight)[:1], None)
    one.memo = {}
    for place, move in enumerate(moves):
        kind = picture.book.kinds.get(move.name)
        if kind is not None and kind.right is not None and not kind.right.knowers:
            one.env = picture.book.env(sight.seat, kind, move.args)
            if np.all(kind.right.work(one)):
                found.append(place)
    return found
