"""A game of the catalog, made of its rules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Generic, Self

import numpy as np

from whoknows.asking.option import new_setup
from whoknows.errors import BadSetup, WhoknowsError, shortened
from whoknows.play.documents import plain
from whoknows.play.face.face import Face
from whoknows.play.fold import Public, Rules, SeenT, Sight, State
from whoknows.play.game import (
    Event,
    History,
    MoveT,
    Seat,
    SecretT,
    SetupT,
    Strategy,
    titled,
)
from whoknows.play.judging import Judge
from whoknows.play.knowing.knowledge import Pictured
from whoknows.play.knowing.listed import listed
from whoknows.play.moves import Forms

__all__ = ["DeclaredGame"]

MOST_FORMS = 64  # setups whose forms are remembered


class DeclaredGame(Generic[SetupT, SecretT, SeenT, MoveT]):
    """A `Game` that follows from its rules; one with more to say adds to it."""

    __repr__ = titled

    def __init__(
        self, rules: Rules[SetupT, SecretT, SeenT, MoveT], at: SetupT | None = None
    ) -> None:
        self.rules, self.at = rules, at  # `at` is the setup of its table, if it has one
        self.knowledge = rules.knowledge or listed(rules)
        self._forms: dict[SetupT, Forms] = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DeclaredGame):
            return NotImplemented
        return other.rules is self.rules and bool(other.at == self.at)

    def __hash__(self) -> int:
        return hash((id(self.rules), self.at))

    def __reduce__(self) -> Any:
        return type(self), (self.rules, self.at)

    @property
    def name(self) -> str:
        """The word of the command line."""
        return self.rules.name

    @property
    def title(self) -> str:
        """The name for people."""
        return self.rules.title

    @property
    def strategies(self) -> Mapping[str, Strategy[Sight[SetupT, SeenT, SecretT], MoveT]]:
        """The strategies that come with the game."""
        return self.rules.strategies

    @cached_property
    def face(self) -> Face:
        """What the game says of itself."""
        from whoknows.play.face.declared import DeclaredFace

        return DeclaredFace(self)

    def judge(self, setup: SetupT) -> Judge:
        """What moves are worth: claims by their chances, questions by their bits."""
        from whoknows.play.judging import PlainJudge
        from whoknows.play.knowing.claims import ClaimJudge

        return ClaimJudge(self) if self.rules.right else PlainJudge(self, setup)

    def in_setup(self, setup: SetupT) -> Self:
        """The game of a table with this setup, which can write every move of it."""
        if self.at == setup:
            return self
        game = object.__new__(type(self))
        game.__dict__.update(self.__dict__, at=setup)
        game.__dict__.pop("face", None)  # which speaks of the game that it was made of
        return game

    # ------------------------------------------------------------------------- the fold

    def setup(self, **options: Any) -> SetupT:
        """The setup with these options."""
        return new_setup(self.rules.setup, self.title, options)

    def seats(self, setup: SetupT) -> int:
        """How many play."""
        return self.rules.seats(setup)

    def deal(self, setup: SetupT, rng: np.random.Generator) -> SecretT:
        """A secret: as the game deals, or each that the law allows as likely."""
        if self.rules.deal is not None:
            return self.rules.deal(setup, rng)
        every = list(self.rules.secrets(setup))
        return every[int(rng.integers(len(every)))]

    def public(self, setup: SetupT, history: History) -> Public[SetupT, Any]:
        """What all know after these events."""
        return Public(setup, history, self.knowledge.picture)

    def start(self, setup: SetupT, secret: SecretT) -> State[SetupT, SecretT]:
        """The state before the first move."""
        secret = self.from_json(self.to_json(secret), setup)
        return self.rules.start(self.public(setup, ()), secret)

    def turn(self, state: State[SetupT, SecretT]) -> tuple[Seat, ...]:
        """The seats that move now."""
        return state.turn

    def play(
        self, state: State[SetupT, SecretT], moves: Mapping[Seat, MoveT]
    ) -> State[SetupT, SecretT]:
        """The state after the seats of the turn made these moves."""
        self.rules.check(state, moves, self.forms(state.setup))
        now = self.public(state.setup, state.history)
        event = self.rules.event(now, state.secret, moves)
        later = self.public(state.setup, (*state.history, event))
        return self.rules.start(later, state.secret)

    def sight(
        self, state: State[SetupT, SecretT], seat: Seat | None
    ) -> Sight[SetupT, SeenT, SecretT]:
        """What the seat sees now."""
        return self.rules.sight(state, seat)

    def history(self, state: State[SetupT, SecretT]) -> History:
        """One event for each turn."""
        return state.history

    def result(self, state: State[SetupT, SecretT]) -> Mapping[Seat, float]:
        """What the seats score."""
        return self.rules.result(state)

    def sight_after(
        self, sight: Sight[SetupT, SeenT, SecretT], event: Event
    ) -> Sight[SetupT, SeenT, SecretT]:
        """What a seat would see after an event, if that shows it nothing more."""
        history = (*sight.history, event)
        over = not self.rules.turn(self.public(sight.setup, history))
        return replace(sight, history=history, over=over)

    # ------------------------------------------------------------------------- its moves

    def forms(self, setup: SetupT) -> Forms:
        """All kinds of moves at a setup."""
        if setup not in self._forms:
            if len(self._forms) >= MOST_FORMS:
                self._forms.clear()
            self._forms[setup] = self.rules.forms(setup)
        return self._forms[setup]

    def open_forms(self, sight: Sight[SetupT, SeenT, SecretT]) -> Forms:
        """The kinds of moves that are open to a seat now."""
        return self.rules.legal(sight) if self.rules.legal else self.forms(sight.setup)

    def moves(self, sight: Sight[SetupT, SeenT, SecretT]) -> Sequence[MoveT]:
        """The legal moves."""
        return self.open_forms(sight).every()

    def all_moves(self, setup: SetupT) -> Sequence[MoveT]:
        """Every move of any seat."""
        return self.forms(setup).every()

    def move_name(self, move: MoveT) -> str:
        """A move as people type it, at the setup of the table or the usual one."""
        return self.forms(self.at or self.setup()).write(move)

    def parse_move(self, text: str, setup: SetupT) -> MoveT:
        """The move that people mean."""
        move: MoveT = self.forms(setup).read(text)
        return move

    # ------------------------------------------------------------------------- knowledge

    def possible(self, sight: Sight[SetupT, SeenT, SecretT]) -> Iterable[SecretT]:
        """The secrets that the seat holds possible."""
        return self.knowledge.possible(sight)

    def worlds(self, sight: Sight[SetupT, SeenT, SecretT]) -> int:
        """How many secrets the seat holds possible."""
        return self.knowledge.count(sight)

    def model(self, sight: Sight[SetupT, SeenT, SecretT], most: int) -> Pictured | None:
        """What is public, and what the seat holds possible."""
        from whoknows.play.knowing.as_model import pictured

        return pictured(self, sight, most)

    def whole(
        self, sights: Mapping[Seat, Sight[SetupT, SeenT, SecretT]], most: int
    ) -> Pictured | None:
        """The public model, with the world that the seats see together."""
        from whoknows.play.knowing.as_model import pictured, public_sight, seen_together

        sight = public_sight(self, next(iter(sights.values())))
        return pictured(self, sight, most, seen_together(self, sights.values()))

    # ------------------------------------------------------------------------- secrets

    def to_json(self, secret: SecretT) -> Any:
        """A secret as plain JSON."""
        return plain(secret)

    def from_json(self, document: Any, setup: SetupT) -> SecretT:
        """The secret that a document states; raises `BadSetup`."""
        hidden = self.rules.hidden(setup)
        try:
            secret: SecretT = hidden.read(hidden.write(as_tuples(document)))
        except (WhoknowsError, LookupError, TypeError, ValueError) as error:
            raise BadSetup(f"{shortened(document)} is no {hidden.name}: {error}") from None
        if not self.rules.law(setup, secret):
            raise BadSetup(f"{hidden.write(secret)} does not fit {setup}")
        return secret


def as_tuples(document: Any) -> Any:
    """A document with tuples for lists."""
    if isinstance(document, list | tuple):
        return tuple(map(as_tuples, document))
    return document
