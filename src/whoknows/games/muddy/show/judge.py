"""How good an answer was: the chance that it is no mistake.

It is a mistake to name a face that is not one's own, and to be unsure while one can know.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import log2
from typing import Any

from whoknows.games.muddy.knowledge import own_faces
from whoknows.games.muddy.rules import CLEAN, MUDDY, UNSURE, Setup, Sight
from whoknows.games.muddy.strategies import sure, why
from whoknows.play.game import Seat
from whoknows.play.judging import ONE_STEP, Judgement, Number, Remark, last_moves
from whoknows.play.table.eyes import Moment

FACES = {MUDDY: True, CLEAN: False}


class MuddyJudge:
    """The judge of the game."""

    measure = "chance that the answer is no mistake, which is a point"
    unit = "points"

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def judged(self, sight: Sight, seat: Seat, move: Any) -> Judgement | None:
        """A face or a doubt, against what a logician says."""
        faces = own_faces(sight)
        best = sure(faces)
        value = Fraction(move == best)
        if move != best and move != UNSURE and len(faces) > 1:
            value = Fraction(1, 2)
        return Judgement(
            value, Fraction(1), Fraction(0), (best,), ONE_STEP, None, log2(len(faces))
        )

    def reached(self, sight: Sight, seat: Seat, move: Any, after: Sight) -> Number:
        """1 for a right face, 0 for a wrong one; a doubt is what it is."""
        if move != UNSURE:
            return Fraction(
                after.rounds[len(sight.rounds)].verdict.shown[seat] == FACES[move]
            )
        return Fraction(sure(own_faces(sight)) == UNSURE)

    def left(self, after: Sight, seat: Seat, move: Any | None) -> int:
        """The faces left."""
        return len(own_faces(after))

    def settled(self, moments: Sequence[Moment], turn: int) -> int:
        """At once."""
        return turn

    def remarks(self, moments: Sequence[Moment], names: Sequence[str]) -> Iterator[Remark]:
        """Who could know before this round and not before the last, and what they said."""
        turn = len(moments) - 1
        for seat, said in last_moves(moments).items():
            sight: Sight = moments[-2].eyes[seat]
            late = turn > 1 and len(own_faces(moments[-3].eyes[seat])) == 1
            if len(own_faces(sight)) > 1 or late:
                continue
            face = sure(own_faces(sight))
            did = "and said so" if said == face else f"and said {said}"
            text = (
                f"Before round {turn}, {names[seat]} could know to be {face}, {did}. "
                f"To {names[seat]}: {why(sight)}"
            )
            yield Remark(turn, text, 1.0 + (said != face))
