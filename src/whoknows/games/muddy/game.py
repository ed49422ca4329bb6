"""Muddy children as the catalog has it: the game object, put together from the rooms."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from whoknows.games.muddy import rules
from whoknows.games.muddy.knowledge import KNOWLEDGE
from whoknows.games.muddy.rules import FORMS, Faces, Move, Seen, Setup, State, Verdict
from whoknows.games.muddy.strategies import STRATEGIES
from whoknows.play.declared import DeclaredGame
from whoknows.play.face.face import Face
from whoknows.play.fold import Rules


class MuddyChildren(DeclaredGame[Setup, Faces, Seen, Move]):
    """The game as the catalog has it."""

    observed = staticmethod(rules.observed)

    @cached_property
    def face(self) -> Face:
        """What the game says of itself."""
        from whoknows.games.muddy.show.face import MuddyFace

        return MuddyFace(self)

    def answer_name(self, answer: Verdict) -> str:
        """What the parent says, in a few words."""
        parts = [
            f"{seat} is {rules.named(face)}"
            for seat, face in enumerate(answer.shown)
            if face is not None
        ]
        parts += [f"{seat} could not know" for seat in answer.guessed]
        parts += [f"{seat} could have known" for seat in answer.missed]
        return "; ".join(parts) or "nobody knows"

    def small(self) -> Sequence[Setup]:
        """Setups so small that random faces often look alike."""
        return [Setup(3), Setup(4, 2), Setup(2, 0), Setup(1), Setup(3, rounds=1)]

    def figures(self, state: State) -> Mapping[str, float]:
        """Rounds, faces named wrongly, guesses, and what could be known and was missed."""
        verdicts = [event.answer for event in state.history]
        return {
            "rounds": float(len(verdicts)),
            "wrong": float(list(rules.scores(state.history).values()).count(-1.0)),
            "guessed": float(sum(len(verdict.guessed) for verdict in verdicts)),
            "missed": float(sum(len(verdict.missed) for verdict in verdicts)),
        }


GAME = MuddyChildren(
    Rules(
        name="muddy",
        title="Muddy children",
        setup=Setup,
        seats=lambda setup: setup.children,
        hidden=rules.hidden,
        law=rules.law,
        deal=rules.deal,
        see=rules.see,
        turn=rules.turn,
        forms=lambda _: FORMS,
        answer=rules.answer,
        right=rules.right,
        result=rules.result,
        strategies=STRATEGIES,
        knowledge=KNOWLEDGE,
        facts=lambda _, faces: {f"muddy{k + 1}": face for k, face in enumerate(faces)},
        agent=lambda seat: f"child{seat + 1}",
    )
)
