"""State is a fold over moves: what a game alone can say, and what all games share.

A game says in its `Rules` how many play, what is hidden, what a seat sees of it, whose turn
it is, which moves there are, what is answered, and what the seats score: functions that see
no more than they are given.  `declared.DeclaredGame` makes a `Game` of them.

What all can work out is a *picture*, worked on from event to event and never from the
secret.  `knowing.listed` has the slow and right one, all secrets that are still possible; a
game gives `Knowledge` of its own where that is faster, and a test proves the two equal.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeAlias

import numpy as np
from typing_extensions import TypeVar

from whoknows.errors import IllegalMove, TooLarge
from whoknows.play.game import Event, History, MoveT, Seat, SecretT, SetupT, Strategy
from whoknows.play.moves import Field, Forms

__all__ = ["Knowledge", "Public", "Rules", "Sight", "State"]

SeenT = TypeVar("SeenT", default=Any)  # what lies open to one seat alone
PictureT = TypeVar("PictureT", default=Any)

MOST_SECRETS = 1_000_000  # that are gone through, where a game has no knowledge of its own


@dataclass(frozen=True)
class Public(Generic[SetupT, PictureT]):
    """What all know at one moment; what they can work out of it when that is asked."""

    setup: SetupT
    history: History
    work_out: Callable[[SetupT, History], PictureT] = field(repr=False, compare=False)

    @cached_property
    def picture(self) -> PictureT:
        """All that anybody can work out from what is public."""
        return self.work_out(self.setup, self.history)


@dataclass(frozen=True)
class State(Generic[SetupT, SecretT]):
    """Setup, secret, and what was done and answered; the referee's alone."""

    setup: SetupT
    secret: SecretT
    history: History = ()
    turn: tuple[Seat, ...] = ()  # the seats that move now; none when the game is over


@dataclass(frozen=True)
class Sight(Generic[SetupT, SeenT, SecretT]):
    """What one seat sees: what is public, and what of the secret lies open to it alone."""

    setup: SetupT
    seat: Seat | None
    seen: SeenT
    history: History = ()
    over: bool = False
    secret: SecretT | None = None  # once the game is over


AnyState: TypeAlias = State[Any, Any]
AnySight: TypeAlias = Sight[Any, Any, Any]


@dataclass(frozen=True)
class Knowledge(Generic[SetupT, SecretT, SeenT]):
    """What all can work out, and what a seat can with what lies open to it."""

    picture: Callable[[SetupT, History], Any]
    possible: Callable[[Sight[SetupT, SeenT, SecretT]], Iterable[SecretT]]
    """The secrets that a seat holds possible."""
    count: Callable[[Sight[SetupT, SeenT, SecretT]], int]
    """How many they are."""


def always(setup: Any, secret: Any) -> bool:  # noqa: ARG001
    """Every secret is allowed."""
    return True


def seat_agent(seat: Seat) -> str:
    """A seat as an agent of the models."""
    return f"seat{seat + 1}"


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[SetupT, SecretT, SeenT, MoveT]):
    """What a game alone can say of itself."""

    name: str
    title: str
    setup: Callable[..., SetupT]
    seats: Callable[[SetupT], int]
    hidden: Callable[[SetupT], Field]
    """The secret, declared as a field of a move is."""
    see: Callable[[State[SetupT, SecretT], Seat | None], SeenT]
    turn: Callable[[Public[SetupT, Any]], tuple[Seat, ...]]
    forms: Callable[[SetupT], Forms]
    answer: Callable[[Public[SetupT, Any], SecretT, Mapping[Seat, MoveT]], Any]
    result: Callable[[State[SetupT, SecretT]], Mapping[Seat, float]]
    strategies: Mapping[str, Strategy[Sight[SetupT, SeenT, SecretT], MoveT]]

    # What a game may add.
    law: Callable[[SetupT, SecretT], bool] = always
    """Whether a secret of the form is allowed."""
    deal: Callable[[SetupT, np.random.Generator], SecretT] | None = None
    """A secret, where not all that the law allows are as likely, or they are too many."""
    legal: Callable[[Sight[SetupT, SeenT, SecretT]], Forms] | None = None
    """The moves that a seat may make now, where these are not all."""
    right: Callable[[SetupT, SecretT, Seat, MoveT], bool | None] | None = None
    """Whether what a move claims is so; `None` for a move that claims nothing."""
    knowledge: Knowledge[SetupT, SecretT, SeenT] | None = None
    facts: Callable[[SetupT, SecretT], Mapping[str, Any]] | None = None
    """A world in the facts and parts of the models."""
    agent: Callable[[Seat], str] = seat_agent
    """What a seat is called in the models."""

    def secrets(self, setup: SetupT) -> Iterator[SecretT]:
        """Every secret that the law allows, in a fixed order; raises `TooLarge`."""
        hidden = self.hidden(setup)
        if hidden.count > MOST_SECRETS:
            many = f"{hidden.count:,} {hidden.name}; at most {MOST_SECRETS:,}"
            raise TooLarge(f"{many} are gone through one by one")
        return (each for each in hidden.values() if self.law(setup, each))

    def start(self, now: Public[SetupT, Any], secret: SecretT) -> State[SetupT, SecretT]:
        """The state at a moment, if this is the secret."""
        return State(now.setup, secret, now.history, self.turn(now))

    def sight(
        self, state: State[SetupT, SecretT], seat: Seat | None
    ) -> Sight[SetupT, SeenT, SecretT]:
        """What a seat sees; when the game is over, all see all."""
        over = not state.turn
        secret = state.secret if over else None
        seen = self.see(state, seat)
        return Sight(state.setup, seat, seen, state.history, over, secret)

    def check(
        self, state: State[SetupT, SecretT], moves: Mapping[Seat, MoveT], forms: Forms
    ) -> None:
        """Refuse a move that is none of these forms, or that its seat may not make now."""
        for seat, move in moves.items():
            now = forms if self.legal is None else self.legal(self.sight(state, seat))
            try:
                now.check(move)
            except IllegalMove as error:
                raise IllegalMove(f"seat {seat}: {error}") from None

    def event(
        self, now: Public[SetupT, Any], secret: SecretT, moves: Mapping[Seat, MoveT]
    ) -> Event:
        """What all hear of these moves, if this is the secret."""
        return Event(dict(moves), self.answer(now, secret, moves))
