"""The shape of a game: all that the referee, transcripts, experiments, and pages rely on.

Everything that chance decides is drawn at once, by `deal`, and is the *secret* (the code,
the hands and the order of the pile, the stacks and the questions to come).  A *state* is
setup, secret, and moves, folded; only the referee touches states and secrets.  A strategy
gets a *sight*, which is what its seat may see, and the public history; so does a page.

Setup, secret, state, sight, and move are types of the game's own; here they are `Any`.
A game may offer more than it must: `Small`, `Figures`, `Spoken`, and `Modelled` say what
else the conformance test, experiments, narrators, and the lab make use of.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np

if TYPE_CHECKING:
    from whoknows.logic.model import Model

Seat: TypeAlias = int  # a place at the table: 0, 1, ...
Setup: TypeAlias = Any  # a frozen dataclass; making one checks its bounds
Secret: TypeAlias = Any  # all that chance decides in one game
State: TypeAlias = Any  # setup + secret + moves so far; the referee's alone
Sight: TypeAlias = Any  # what one seat sees now; hashable or a frozen dataclass
Move: TypeAlias = Any  # what one seat does; hashable


class Event(NamedTuple):
    """One entry of the public history: who did what at the same time, and the answer."""

    moves: Mapping[Seat, Move]
    answer: Any


History: TypeAlias = tuple[Event, ...]
Strategy: TypeAlias = Callable[[Sight, History, np.random.Generator], Move]


class Game(Protocol):
    """One game of the catalog; a value without state of its own."""

    @property
    def name(self) -> str:
        """The word of the command line and the database: `mastermind`."""

    @property
    def title(self) -> str:
        """The name for people: `Mastermind`."""

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """The strategies that come with the game, by name."""

    def setup(self, **options: Any) -> Setup:
        """The setup with these options, defaults for the rest; raises `BadSetup`.

        The fields of a setup are options, and their JSON forms are too (a list for a
        tuple), so that a setup can be written down and read back.
        """

    def seats(self, setup: Setup) -> int:
        """How many seats the table has."""

    def deal(self, setup: Setup, rng: np.random.Generator) -> Secret:
        """A secret drawn by the rules."""

    def start(self, setup: Setup, secret: Secret) -> State:
        """The state before the first move; raises `BadSetup` if the secret does not fit."""

    def turn(self, state: State) -> tuple[Seat, ...]:
        """The seats that move now, all at the same time; none when the game is over."""

    def play(self, state: State, moves: Mapping[Seat, Move]) -> State:
        """The state after the seats of `turn` made these moves; raises `IllegalMove`."""

    def sight(self, state: State, seat: Seat | None) -> Sight:
        """What the seat sees now; `None` is a spectator, who sees what is public."""

    def history(self, state: State) -> History:
        """What has been done and answered in public so far: one event for each turn."""

    def moves(self, sight: Sight) -> Sequence[Move]:
        """The legal moves of a seat whose turn it is, in a fixed order."""

    def worlds(self, sight: Sight, history: History) -> int:
        """The number of worlds that the seat holds possible."""

    def result(self, state: State) -> Mapping[Seat, float]:
        """Every seat's score, once the game is over; larger is better."""

    def move_name(self, move: Move) -> str:
        """A move as people type it; `parse_move` gives it back."""

    def parse_move(self, text: str, setup: Setup) -> Move:
        """The move that people mean by `text`; raises `IllegalMove`."""

    def to_json(self, secret: Secret) -> Any:
        """A secret as plain JSON, for a transcript that states the deal outright."""

    def from_json(self, document: Any, setup: Setup) -> Secret:
        """The secret that such a document states; raises `BadSetup`."""


@runtime_checkable
class Small(Protocol):
    """A game that names setups so small that random secrets often look alike."""

    def small(self) -> Sequence[Setup]:
        """Setups for the test of the wall: a seat's sight must not tell the secret."""


@runtime_checkable
class Figures(Protocol):
    """A game whose runs have more numbers than scores: guesses made, rounds, tiles left."""

    def figures(self, state: State) -> Mapping[str, float]:
        """Numbers of a game that is over, by name; an experiment keeps them."""


@runtime_checkable
class Spoken(Protocol):
    """A game whose answers have words for people; else they are shown as they print."""

    def answer_name(self, answer: Any) -> str:
        """An answer of the public history, in a few words."""


class Pictured(NamedTuple):
    """Who knows what, as a model that can be drawn and asked.

    Pictures put worlds where they stood before, and those that are gone fade: in the model
    `first`, or in that of an earlier moment, where worlds are told by their keys.
    """

    model: "Model"
    first: "Model | None" = None  # before anything was said, if that is no larger
    actual: int | None = None  # the number of the world that is so, where all may know it
    keys: tuple[Hashable, ...] = ()
    """What each world is, by its number, the same at any time; else it is the number."""
    held: tuple[int, ...] | None = None
    """The numbers of the worlds that the viewer holds possible; all, if nothing is said."""
    home: str | None = None
    """The viewer, as an agent of the model."""
    reach: int | None = None
    """How many steps from `held` no world is missing; `None`: nowhere is one missing."""
    every: "Model | None" = None
    """The same worlds with more facts and parts, for formulas; what is in no doubt too."""


@runtime_checkable
class Modelled(Protocol):
    """A game that tells who knows what as a model of `logic`."""

    def model(self, sight: Sight, history: History, most: int) -> Pictured | None:
        """The model from a seat; `None` where it has more worlds than `most`."""


@runtime_checkable
class Tunable(Protocol):
    """A game that has families of strategies, with a number in the name: `careful:2/3`."""

    def tuned(self, name: str) -> "Strategy | None":
        """The strategy of that name, or `None` if no family has such names."""


@runtime_checkable
class Whole(Protocol):
    """A game that can give the global model, for who may see what all seats see."""

    def whole(
        self, sights: Mapping[Seat, Sight], history: History, most: int
    ) -> Pictured | None:
        """The world that is so, and around it what all hold possible.

        For games that are over, and for who watches strategies only.
        """
