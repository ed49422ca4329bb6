"""Muddy children as the catalog has it: the game object, put together from the rooms."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from whoknows.asking.option import new_setup
from whoknows.games.muddy import rules
from whoknows.games.muddy.knowledge import own_faces, picture_of, pictured
from whoknows.games.muddy.rules import (
    MOVES,
    Faces,
    Move,
    Setup,
    Sight,
    State,
    Verdict,
    check_faces,
    dealt,
    named,
    parse_move,
)
from whoknows.games.muddy.strategies import STRATEGIES
from whoknows.play.face.face import Face
from whoknows.play.game import History, titled
from whoknows.play.judging import Judge
from whoknows.play.knowing.knowledge import Pictured


class MuddyChildren:
    """The game as the catalog has it."""

    name = "muddy"
    __repr__ = titled
    title = "Muddy children"
    strategies = STRATEGIES

    # As the rooms below say it.
    deal = staticmethod(dealt)
    start = staticmethod(rules.start)
    turn = staticmethod(rules.turn)
    sight = staticmethod(rules.sight_of)
    observed = staticmethod(rules.observed)

    @cached_property
    def face(self) -> Face:
        """What the game says of itself."""
        from whoknows.games.muddy.show.face import MuddyFace

        return MuddyFace(self)

    def judge(self, setup: Setup) -> Judge:
        """What moves are worth."""
        from whoknows.games.muddy.show.judge import MuddyJudge

        return MuddyJudge(setup)

    def setup(self, **options: Any) -> Setup:
        """The setup with these options."""
        return new_setup(Setup, self.title, options)

    def small(self) -> Sequence[Setup]:
        """Setups so small that random faces often look alike."""
        return [
            Setup(3),
            Setup(4, least=2),
            Setup(2, least=0),
            Setup(1),
            Setup(3, rounds=1),
        ]

    def seats(self, setup: Setup) -> int:
        """A seat for every child; the referee is the parent."""
        return setup.children

    def play(self, state: State, moves: Mapping[int, Move]) -> State:
        """The state after one round."""
        return rules.play(state, moves, picture_of)

    def history(self, state: State) -> History:
        """What was said, and what the parent said to it."""
        return rules.events(state.rounds)

    def moves(self, sight: Sight) -> Sequence[Move]:
        """To be unsure, or to name a face."""
        return MOVES

    def all_moves(self, setup: Setup) -> Sequence[Move]:
        """Every move that can ever be legal, in a fixed order."""
        return MOVES

    def worlds(self, sight: Sight) -> int:
        """The faces left to the seat; for a spectator, the worlds left."""
        if sight.seat is None:
            return picture_of(sight.setup, sight.rounds).size
        return len(own_faces(sight))

    def result(self, state: State) -> Mapping[int, float]:
        """1 for a face named rightly, -1 for one named wrongly, 0 for none."""
        scores = dict.fromkeys(range(state.setup.children), 0.0)
        for said in state.rounds:
            scores |= dict.fromkeys(said.right, 1.0) | dict.fromkeys(said.wrong, -1.0)
        return scores

    def figures(self, state: State) -> Mapping[str, float]:
        """Rounds, faces named wrongly, guesses, and what could be known and was missed."""
        return {
            "rounds": float(len(state.rounds)),
            "wrong": float(sum(len(said.wrong) for said in state.rounds)),
            "guessed": float(sum(len(said.verdict.guessed) for said in state.rounds)),
            "missed": float(sum(len(said.verdict.missed) for said in state.rounds)),
        }

    def move_name(self, move: Move) -> str:
        """The word itself."""
        return move

    def parse_move(self, text: str, setup: Setup) -> Move:
        """What a child means to say."""
        return parse_move(text)

    def answer_name(self, answer: Verdict) -> str:
        """What the parent says, in a few words."""
        parts = [
            f"{seat} is {named(face)}"
            for seat, face in enumerate(answer.shown)
            if face is not None
        ]
        parts += [f"{seat} could not know" for seat in answer.guessed]
        parts += [f"{seat} could have known" for seat in answer.missed]
        return "; ".join(parts) or "nobody knows"

    def model(self, sight: Sight, most: int) -> Pictured | None:
        """What is public about the faces, and what the seat holds possible."""
        return pictured(sight.setup, sight.rounds, sight.faces, sight.seat, most)

    def whole(self, sights: Mapping[int, Sight], most: int) -> Pictured | None:
        """The public model with the faces that are so, which two seats see together."""
        one = next(iter(sights.values()))
        faces = tuple(
            next((s.faces[k] for s in sights.values() if s.faces[k] is not None), None)
            for k in range(one.setup.children)
        )
        return pictured(one.setup, one.rounds, faces, None, most)

    def to_json(self, secret: Faces) -> Any:
        """The faces, child by child: true is muddy."""
        return list(secret)

    def from_json(self, document: Any, setup: Setup) -> Faces:
        """The faces that a list states."""
        return check_faces(setup, document)


GAME = MuddyChildren()
