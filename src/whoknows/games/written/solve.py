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
    HeldScope,
    Picture,
    fitted,
    held_at,
    picture_at,
    touched,
    valued,
)
from whoknows.games.written.rules.fold import Sight
from whoknows.games.written.rules.meaning import ROUND
from whoknows.games.written.rules.rules_of_text import Book, Item, Kind, Move
from whoknows.games.written.rules.terms import Term, Worked, conjunction, varies

MOST_THOUGHT = 200_000_000  # rows times terms for one choice, all moves together
MOST_TERMS = 60_000  # terms worked out for one choice
MOST_AFTER = 2_000_000  # rows of all pictures after answers, where a score asks them
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
    options = {"telling": telling, "scoring": scoring}
    after = MOST_AFTER // (picture.effort * len(moves)) if moves else 0
    for move in moves:
        with picture.work():
            found.append(prospect(picture, sight.seat, move, held, **options, after=after))
    return found


def prospect(
    picture: Picture,
    seat: int,
    move: Move,
    held: HeldScope,
    *,
    telling: bool,
    scoring: bool,
    after: int,
) -> Prospect:
    """What one move promises; `after`: so many answers may be followed."""
    kind = picture.book.kinds.get(move.name)
    if kind is None:
        return Prospect(move, left=Fraction(held.many), public=Fraction(picture.size))
    held.env = picture.book.env(seat, kind, move.args)
    right, true = claimed(kind, held)
    changes = changed_here(picture, kind, held)
    heard = outcomes(picture, kind, held, changes)
    own = to_mover(picture, seat, kind, held, changes)
    left = held.expected_left([*heard, *own])
    public = expected_public(picture, seat, kind, held) if telling else Fraction(0)
    score = Fraction(0)
    if scoring and picture.book.score is not None:
        score = expected_score(picture, (seat, move), held, heard, changes, after)
    return Prospect(move, right, true, left, public, score)


def claimed(kind: Kind, held: HeldScope) -> tuple[Fraction | None, bool]:
    """The chance that a move is right, and whether what it says to others is so."""
    true = all(held.every(term.work(held)) for term in kind.says)
    return None if kind.right is None else held.mean(kind.right.work(held)), true


def changed_here(picture: Picture, kind: Kind, held: HeldScope) -> dict[str, Any]:
    """Columns as a move and every turn make them, in the worlds of a seat."""
    found: dict[str, Any] = {}
    env, book = dict(held.env), picture.book
    for change in (*kind.changes, *book.always):
        held.env = {**env, **change.env}
        if change.when is not None and change.when.work(held) is False:
            continue
        name = change.names[tuple(int(index.work(held)) for index in change.index)]
        found[name] = fitted(book, name, change.term.work(held))
    held.env = env
    return {**found, ROUND: held.column(ROUND) + 1}


def outcomes(
    picture: Picture, kind: Kind, held: HeldScope, changes: dict[str, Any]
) -> list[Worked]:
    """All that everybody hears and sees of a move, where it is not plain before.

    What somebody will know then is left out: it follows from the rest.
    """
    env, book = dict(held.env), picture.book
    found = [conjunction(kind.says, 0).work(held)] if kind.says else []
    for item in kind.answers:
        held.env = dict(env)
        found.append(valued(item, held))
    held.env = dict(env)
    found += [kind.again.work(held)] if kind.again is not None else []
    seen = [name for name in changes if name != ROUND and book.columns[name].board]
    found += [changes[name] for name in seen]
    found += shown(picture, book.public, held, changes)
    hidden = [t for t in book.ends if not (t.knowers or book.is_public(t))]
    found += [term.work(held.after(changes)) for term in hidden]
    held.env = env
    return [value for value in found if varies(value)]


def shown(
    picture: Picture, items: Sequence[Item], held: HeldScope, changes: dict[str, Any]
) -> list[Worked]:
    """What some items show once columns are as they become; the board is seen besides."""
    new = [
        item
        for item in items
        if touched(item, changes)
        and not (item.term.knowers or (item.when and item.when.knowers))
        and not picture.book.is_public(item.term)
    ]
    after = held.after(changes) if new else held
    found = []
    for item in new:
        after.env = dict(held.env)
        found.append(valued(item, after))
    return found


def to_mover(
    picture: Picture, seat: int, kind: Kind, held: HeldScope, changes: dict[str, Any]
) -> list[Worked]:
    """What the mover alone is told, and sees once columns are as they become."""
    found = shown(picture, picture.book.sees.get(seat, ()), held, changes)
    own = whispers_to(picture, seat, kind, held)
    return [*own, *(value for value in found if varies(value))]


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


def expected_public(picture: Picture, seat: int, kind: Kind, held: HeldScope) -> Fraction:
    """How many worlds all others are left with on average, by what the move tells."""
    legal = picture.known_legal(seat, kind, picture.everywhere(held.env))
    everywhere = picture.held_by(None, 0)
    everywhere.env = dict(held.env)
    changes = changed_here(picture, kind, everywhere)
    heard = outcomes(picture, kind, everywhere, changes)
    if not heard:
        return Fraction(picture.count(legal))
    return held.expected_public(legal, heard)


def expected_score(
    picture: Picture,
    made: tuple[int, Move],
    held: HeldScope,
    heard: list[Worked],
    changes: dict[str, Any],
    most: int,
) -> Fraction:
    """What the mover would score on average if the game ended then.

    Where a score asks what somebody knows, the picture after each answer says it; if there
    are more than `most` answers, what is known by now counts.
    """
    score = picture.book.score
    assert score is not None
    answers = held.parted(heard, most) if score.knowers and most else None
    if answers is None:
        return held.mean(score.work(held.after(changes)))
    total = Fraction(0)
    for share, world in answers:
        fact, _ = picture.outcome((made,), world)
        here = picture.after(fact).those_of(held)
        here.env = {"me": picture.book.seat_code(made[0])}
        total += share * here.mean(score.work(here))
    return total


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
    every, book = picture.effort, picture.book
    rows = every if telling else held_at(sight).effort
    kinds = list({move.name: book.kinds.get(move.name) for move in moves}.values())
    parts = [terms_of(book, kind) for kind in kinds if kind is not None]
    costs = [1 + sum(term.cost for term in some) for some in parts]
    works = [sum(t.cost * (every if t.others else rows) for t in some) for some in parts]
    thought = MOST_THOUGHT // max(1, rows, *works)
    most = max(1, times * min(thought, MOST_TERMS // max([1, *costs])) // (1 + telling))
    if len(moves) <= most:
        return list(moves)
    places = set(rng.choice(len(moves), most, replace=False).tolist())
    places |= set(right_somewhere(sight, moves)[:MOST_RIGHT])
    return [moves[place] for place in sorted(places)]


def terms_of(book: Book, kind: Kind) -> list[Term]:
    """The terms that a move of this kind makes one work out."""
    several = [*kind.says, *(item.term for item in kind.answers)]
    several += [told.item.term for told in kind.told]
    several += [change.term for change in (*kind.changes, *book.always)]
    several += [term for term in (kind.right, kind.again) if term is not None]
    names = dict.fromkeys(n for change in kind.changes for n in change.names.values())
    seen = (*book.public, *max(book.sees.values(), key=len, default=()))
    return several + [item.term for item in seen if touched(item, names)]


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
