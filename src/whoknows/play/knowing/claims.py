"""How good a claim is: the chance that it is so, in the worlds held possible.

A move claims something, or nothing.  It is a mistake to claim what is not so, and to claim
nothing while one can know.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from whoknows.play.fold import AnySight
from whoknows.play.game import Seat
from whoknows.play.judging import ONE_STEP, Judgement, Number, Remark, last_moves
from whoknows.play.table.eyes import Moment

if TYPE_CHECKING:
    from whoknows.play.declared import DeclaredGame

MOST_WORLDS = 20_000  # that are listed to say what is known


def listed_worlds(game: "DeclaredGame", sight: AnySight) -> list[Any] | None:
    """The worlds of a sight, if they are not too many."""
    return list(game.possible(sight)) if game.worlds(sight) <= MOST_WORLDS else None


def chance(
    game: "DeclaredGame", sight: AnySight, worlds: Sequence[Any], move: Any
) -> Fraction | None:
    """The chance that a move is right, all worlds being as likely; `None`: no claim."""
    assert game.rules.right is not None
    assert sight.seat is not None
    right = [game.rules.right(sight.setup, each, sight.seat, move) for each in worlds]
    return None if right[0] is None else Fraction(sum(map(bool, right)), len(right))


def chances(
    game: "DeclaredGame", sight: AnySight, worlds: Sequence[Any]
) -> dict[Any, Fraction | None]:
    """Every open move with its chance."""
    return {move: chance(game, sight, worlds, move) for move in game.moves(sight)}


def surest(known: dict[Any, Fraction | None]) -> list[Any]:
    """The best that can be said: what is certain, else nothing, else what is likeliest."""
    claims = {move: sure for move, sure in known.items() if sure is not None}
    most = max(claims.values(), default=Fraction(0))
    silent = [move for move in known if move not in claims]
    if most < 1 and silent:
        return silent
    return [move for move, sure in claims.items() if sure == most]


@runtime_checkable
class Reasoning(Protocol):
    """A face that says why a seat knows what it knows."""

    def reason(self, sight: AnySight) -> str:
        """The reason, if there is one to say."""


class ClaimJudge:
    """A claim is worth its chance; to claim nothing, 1 unless one can know."""

    measure = "chance that the move is no mistake, which is a point"
    unit = "points"

    def __init__(self, game: "DeclaredGame") -> None:
        self.game = game

    def judged(self, sight: AnySight, seat: Seat, move: Any) -> Judgement | None:
        """The move against the best that can be said."""
        worlds = listed_worlds(self.game, sight)
        if worlds is None:
            return None
        known = chances(self.game, sight, worlds)
        best, bits = surest(known), log2(len(worlds))
        value, most = (worth(each, known, best) for each in (move, best[0]))
        return Judgement(value, most, Fraction(0), tuple(best), ONE_STEP, None, bits)

    def reached(self, sight: AnySight, seat: Seat, move: Any, after: AnySight) -> Number:
        """Whether it was so, by what came out; silence is what it was."""
        worlds = list(self.game.possible(sight))
        if chance(self.game, sight, worlds, move) is None:
            known = chances(self.game, sight, worlds)
            return worth(move, known, surest(known))
        known_now = list(self.game.possible(after))
        return chance(self.game, after, known_now, move) or Fraction(0)

    def left(self, after: AnySight, seat: Seat, move: Any | None) -> int:
        """The worlds."""
        return int(self.game.worlds(after))

    def settled(self, moments: Sequence[Moment], turn: int) -> int:
        """At once."""
        return turn

    def remarks(self, moments: Sequence[Moment], names: Sequence[str]) -> Iterator[Remark]:
        """Who could know for sure, and could not before their last move."""
        turn, face = len(moments) - 1, self.game.face
        for seat, move in last_moves(moments).items():
            sight: AnySight = moments[-2].eyes[seat]
            now, history = self.certain(sight), moments[-2].history
            before = [moments[k] for k, event in enumerate(history) if seat in event.moves]
            if now is None or (before and self.certain(before[-1].eyes[seat]) == now):
                continue
            label = self.game.forms(sight.setup).label
            did = "said so" if move == now else f"said: {label(move)}"
            told = f"Before turn {turn}, {names[seat]} could know: {label(now)}; {did}."
            reason = face.reason(sight) if isinstance(face, Reasoning) else ""
            because = f" To {names[seat]}: {reason}" if reason else ""
            yield Remark(turn, f"{told}{because}", 1.0 + (move != now))

    def certain(self, sight: AnySight) -> Any | None:
        """The first claim that the seat can make for sure, if there is one."""
        worlds = listed_worlds(self.game, sight)
        known = {} if worlds is None else chances(self.game, sight, worlds)
        return next((move for move, sure in known.items() if sure == 1), None)


def worth(move: Any, known: dict[Any, Fraction | None], best: Sequence[Any]) -> Number:
    """What is claimed by its chance; silence is a mistake only where one can know."""
    sure = known.get(move)
    return Fraction(move in best) if sure is None else sure
