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
from typing import Any

import numpy as np

from whoknows.games.written.knowledge import (
    AnyScope,
    HeldScope,
    Picture,
    fitted,
    held_at,
    picture_at,
    valued,
)
from whoknows.games.written.rules.book import Kind, Move
from whoknows.games.written.rules.fold import Sight
from whoknows.games.written.rules.terms import Worked, varies

MOST_THOUGHT = 200_000_000  # rows times terms for one choice, all moves together
MOST_TERMS = 60_000  # terms worked out for one choice
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


def prospects(
    sight: Sight, moves: Sequence[Move], *, telling: bool = False, scoring: bool = False
) -> list[Prospect]:
    """What each of some moves promises; `telling`: to others too; `scoring`: in points."""
    assert sight.seat is not None
    picture, held = picture_at(sight), held_at(sight)
    held.memo = {}
    found = []
    for move in moves:
        with picture.work():
            found.append(
                prospect(picture, sight.seat, move, held, telling=telling, scoring=scoring)
            )
    return found


def prospect(
    picture: Picture,
    seat: int,
    move: Move,
    held: HeldScope,
    *,
    telling: bool,
    scoring: bool,
) -> Prospect:
    """What one move promises."""
    kind = picture.book.kinds.get(move.name)
    if kind is None:
        return Prospect(move, left=Fraction(held.many), public=Fraction(picture.size))
    held.env = picture.book.env(seat, kind, move.args)
    true = all(held.every(term.work(held)) for term in kind.says)
    right = None if kind.right is None else held.mean(kind.right.work(held))
    changes = changed_here(picture, kind, held)
    heard = outcomes(picture, kind, held, changes)
    left = held.expected_left([*heard, *whispers_to(picture, seat, kind, held)])
    public = expected_public(picture, seat, kind, held, heard) if telling else Fraction(0)
    score = Fraction(0)
    if scoring and picture.book.score is not None:
        score = held.mean(picture.book.score.work(held.after(changes)))
    return Prospect(move, right, true, left, public, score)


def changed_here(picture: Picture, kind: Kind, held: HeldScope) -> dict[str, Any]:
    """Columns as a move makes them, in the worlds of a seat."""
    found: dict[str, Any] = {}
    env = dict(held.env)
    for change in kind.changes:
        held.env = {**env, **change.env}
        if change.when is not None and change.when.work(held) is False:
            continue
        name = change.names[tuple(int(index.work(held)) for index in change.index)]
        found[name] = fitted(picture.book, name, change.term.work(held))
    held.env = env
    return found


def outcomes(
    picture: Picture, kind: Kind, scope: AnyScope, changes: dict[str, Any]
) -> list[Worked]:
    """All that everybody hears and sees of a move, where it is not plain before."""
    found = []
    env = dict(scope.env)
    for item in kind.answers:
        scope.env = dict(env)
        value = valued(item, scope)
        if varies(value):
            found.append(value)
    scope.env = env
    for name, value in changes.items():
        if picture.book.columns[name].board and varies(value):
            found.append(value)
    return found


def whispers_to(picture: Picture, seat: int, kind: Kind, held: HeldScope) -> list[Worked]:
    """What the mover alone is told."""
    found = []
    env = dict(held.env)
    for told in kind.told:
        held.env = dict(env)
        if any(int(term.work(held)) == picture.book.seat_code(seat) for term in told.who):
            value = valued(told.item, held)
            if varies(value):
                found.append(value)
    held.env = env
    return found


def expected_public(
    picture: Picture, seat: int, kind: Kind, held: HeldScope, heard: list[Worked]
) -> Fraction:
    """How many worlds all others are left with on average, by what the move tells."""
    scope = picture.everywhere(held.env)
    left = picture.known_legal(seat, kind, scope)
    for term in kind.says:
        left = left & term.work(scope)
    if not heard:
        return Fraction(picture.count(left))
    changes = picture.changed(kind.changes, picture.everywhere(held.env))
    everywhere = outcomes(picture, kind, scope, changes)
    if len(everywhere) != len(heard):  # what is plain to the mover is not to all
        return Fraction(picture.count(left))
    return held.expected_public(left, everywhere)


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
    rows = picture.effort if telling else held_at(sight).effort
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
    one = picture.in_world(held_at(sight).some_world(), {})
    one.memo = {}
    for place, move in enumerate(moves):
        kind = picture.book.kinds.get(move.name)
        if kind is not None and kind.right is not None and not kind.right.knowers:
            one.env = picture.book.env(sight.seat, kind, move.args)
            if np.all(kind.right.work(one)):
                found.append(place)
    return found
