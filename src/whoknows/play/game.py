"""The shape of a game: all that the referee, transcripts, experiments, and pages rely on.

Everything that chance decides is drawn at once, by `deal`, and is the *secret* (the code,
the hands and the order of the pile, the stacks and the questions to come).  A *state* is
setup, secret, and moves, folded; only the referee touches states and secrets.  A strategy
gets a *sight*, which is what its seat may see, and the public history; so does a page.

Setup, secret, state, sight, and move are types of the game's own, and `Game` is generic
over them: what hands a secret or a state to a strategy, to a view, or to a count of worlds
is an error of types.  Where games of all kinds meet, in the catalog and on the screens,
`Game` alone is a game of any types.

A game may offer more than it must: `Small`, `Figures`, `Listed`, `Observed`, `Spoken`, and
what `knowledge` names say what else the conformance test, experiments, programs that learn,
narrators, and the lab make use of.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeVar

__all__ = [
    "AnySetup",
    "AnySight",
    "Event",
    "Figures",
    "Game",
    "History",
    "Listed",
    "MoveT",
    "Observed",
    "Seat",
    "SecretT",
    "Seeing",
    "SetupT",
    "SetupT_contra",
    "SightT",
    "SightT_contra",
    "Small",
    "Spoken",
    "StateT",
    "Strategy",
    "Tunable",
]

Seat: TypeAlias = int  # a place at the table: 0, 1, ...


class Event(NamedTuple):
    """One entry of the public history: who did what at the same time, and the answer."""

    moves: Mapping[Seat, Any]
    answer: Any


History: TypeAlias = tuple[Event, ...]


class Seeing(Protocol):
    """What every sight has: it is what one seat sees now, a frozen dataclass."""

    @property
    def history(self) -> History:
        """What has been done and answered in public so far."""


SetupT = TypeVar("SetupT", default=Any)  # a frozen dataclass; making one checks its bounds
SecretT = TypeVar("SecretT", default=Any)  # all that chance decides in one game
StateT = TypeVar("StateT", default=Any)  # setup, secret, and moves; the referee's alone
SightT = TypeVar("SightT", bound=Seeing, default=Any)  # what one seat sees now
MoveT = TypeVar("MoveT", default=Any)  # what one seat does; hashable

SetupT_co = TypeVar("SetupT_co", covariant=True, default=Any)
SetupT_contra = TypeVar("SetupT_contra", contravariant=True, default=Any)
StateT_contra = TypeVar("StateT_contra", contravariant=True, default=Any)
SightT_contra = TypeVar("SightT_contra", bound=Seeing, contravariant=True, default=Any)
MoveT_co = TypeVar("MoveT_co", covariant=True, default=Any)

AnySetup: TypeAlias = Any  # a setup or a sight where games of all kinds meet
AnySight: TypeAlias = Any

Strategy: TypeAlias = Callable[[SightT, History, np.random.Generator], MoveT]


def titled(game: "Game") -> str:
    """A game in a line, as a notebook shows it: the `__repr__` of the games."""
    return f"<Game {game.name}: {game.title}>"


class Game(Protocol[SetupT, SecretT, StateT, SightT, MoveT]):
    """One game of the catalog; a value without state of its own."""

    @property
    def name(self) -> str:
        """The word of the command line and the database: `mastermind`."""

    @property
    def title(self) -> str:
        """The name for people: `Mastermind`."""

    @property
    def strategies(self) -> Mapping[str, Strategy[SightT, MoveT]]:
        """The strategies that come with the game, by name."""

    def setup(self, **options: Any) -> SetupT:
        """The setup with these options, defaults for the rest; raises `BadSetup`.

        The fields of a setup are options, and their JSON forms are too (a list for a
        tuple), so that a setup can be written down and read back.
        """

    def seats(self, setup: SetupT) -> int:
        """How many seats the table has."""

    def deal(self, setup: SetupT, rng: np.random.Generator) -> SecretT:
        """A secret drawn by the rules."""

    def start(self, setup: SetupT, secret: SecretT) -> StateT:
        """The state before the first move; raises `BadSetup` if the secret does not fit."""

    def turn(self, state: StateT) -> tuple[Seat, ...]:
        """The seats that move now, all at the same time; none when the game is over."""

    def play(self, state: StateT, moves: Mapping[Seat, MoveT]) -> StateT:
        """The state after the seats of `turn` made these moves; raises `IllegalMove`."""

    def sight(self, state: StateT, seat: Seat | None) -> SightT:
        """What the seat sees now; `None` is a spectator, who sees what is public."""

    def history(self, state: StateT) -> History:
        """What has been done and answered in public so far: one event for each turn."""

    def moves(self, sight: SightT) -> Sequence[MoveT]:
        """The legal moves of a seat whose turn it is, in a fixed order."""

    def worlds(self, sight: SightT) -> int:
        """The number of worlds that the seat holds possible."""

    def result(self, state: StateT) -> Mapping[Seat, float]:
        """Every seat's score, once the game is over; larger is better."""

    def move_name(self, move: MoveT) -> str:
        """A move as people type it; `parse_move` gives it back."""

    def parse_move(self, text: str, setup: SetupT) -> MoveT:
        """The move that people mean by `text`; raises `IllegalMove`."""

    def to_json(self, secret: SecretT) -> Any:
        """A secret as plain JSON, for a transcript that states the deal outright."""

    def from_json(self, document: Any, setup: SetupT) -> SecretT:
        """The secret that such a document states; raises `BadSetup`."""


@runtime_checkable
class Small(Protocol[SetupT_co]):
    """A game that names setups so small that random secrets often look alike."""

    def small(self) -> Sequence[SetupT_co]:
        """Setups for the test of the wall: a seat's sight must not tell the secret."""


@runtime_checkable
class Retitled(Protocol[SetupT_contra]):
    """A game that is called otherwise, and has other rules, in every setup."""

    def in_setup(self, setup: SetupT_contra) -> "Game":
        """The game with the title and the rules that it has in a setup."""


def called_in(game: "Game", setup: AnySetup) -> "Game":
    """The game as it is called in a setup."""
    return game.in_setup(setup) if isinstance(game, Retitled) else game


@runtime_checkable
class Figures(Protocol[StateT_contra]):
    """A game whose runs have more numbers than scores: guesses made, rounds, tiles left."""

    def figures(self, state: StateT_contra) -> Mapping[str, float]:
        """Numbers of a game that is over, by name; an experiment keeps them."""


@runtime_checkable
class Listed(Protocol[SetupT_contra, MoveT_co]):
    """A game that lists every move that can ever be legal: then a move has a number."""

    def all_moves(self, setup: SetupT_contra) -> Sequence[MoveT_co]:
        """Every move of any seat at a setup, in a fixed order; raises `TooLarge`."""


@runtime_checkable
class Observed(Protocol[SightT_contra]):
    """A game whose sights are arrays too, for programs that learn."""

    def observed(self, sight: SightT_contra) -> NDArray[np.int16]:
        """What a seat sees as whole numbers from 0, as many for every sight of a setup."""


@runtime_checkable
class Spoken(Protocol):
    """A game whose answers have words for people; else they are shown as they print."""

    def answer_name(self, answer: Any) -> str:
        """An answer of the public history, in a few words."""


@runtime_checkable
class Tunable(Protocol[SightT_contra, MoveT_co]):
    """A game that has families of strategies, with a number in the name: `careful:2/3`."""

    def tuned(self, name: str) -> Strategy[SightT_contra, MoveT_co] | None:
        """The strategy of that name, or `None` if no family has such names."""
