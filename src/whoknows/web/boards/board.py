"""What the lab asks of a board: how one game looks and is moved at a table.

A board is built from sights and the public history, never from secrets: that is why
everything that it gives may be sent to the one whose sight it was.

A picture may hold elements with `data-pick="..."` (with `tabindex="0"` and
`role="button"`, so that a keyboard reaches them): clicking one calls what the controls
registered with `desk.picked`.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from whoknows.errors import BadSetup, shortened
from whoknows.play.game import AnySetup as Setup
from whoknows.play.game import AnySight as Sight
from whoknows.play.game import Event, Game, History, Seat
from whoknows.play.room import Chair
from whoknows.play.views import HINTS as HINTS

Kind: TypeAlias = Literal["number", "choice", "switch", "text"]
# Clicks and keys on what a picture offers, by `data-pick`.
PICK = """(e) => {
  if (e.type === 'keydown' && e.key !== 'Enter' && e.key !== ' ') return;
  const found = e.target.closest('[data-pick]');
  if (!found) return;
  e.preventDefault();
  emit(found.dataset.pick);
}"""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose before a game begins: an argument of `game.setup`."""

    name: str
    label: str
    kind: Kind
    default: Any
    choices: Mapping[Any, str] = field(default_factory=dict)  # the values, as people read
    min: int | None = None
    max: int | None = None
    help: str = ""


MOST_NUMBER = 10**9  # of an option that names no bound
MOST_TEXT = 400  # characters of an option that is text


def checked_value(option: Option, value: Any) -> Any:
    """What came over the wire for an option, if the page could have sent it.

    >>> checked_value(Option("pegs", "Pegs", "number", 4, min=1, max=9), 4.0)
    4
    """
    if option.kind == "number" and value is not None:
        low, high = option.min or 0, MOST_NUMBER if option.max is None else option.max
        plain = isinstance(value, int | float) and low <= value <= high
        if not plain or value != int(value):
            raise BadSetup(f"{option.label}: {low} to {high}, not {shortened(value)}")
        return int(value)
    if isinstance(value, str) and len(value) > MOST_TEXT:
        raise BadSetup(f"{option.label}: at most {MOST_TEXT} characters")
    return value


class Desk(Protocol):
    """The place of one seat at a table, as the controls of a board know it.

    Its values change as the game goes on; `refreshed` and `picked` register what is to
    be called then.
    """

    @property
    def game(self) -> Game: ...  # noqa: D102
    @property
    def sight(self) -> Sight: ...  # noqa: D102
    @property
    def history(self) -> History: ...  # noqa: D102
    @property
    def seat(self) -> Seat | None: ...  # noqa: D102
    @property
    def names(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def my_turn(self) -> bool:
        """Whether this seat is to move now."""

    async def move(self, text: str) -> bool:
        """Make a move, after a warning if there is one; whether it was made."""

    async def think(self, function: Callable[..., Any], *args: Any) -> Any:
        """What a function gives, worked out in another process."""

    def refreshed(self, callback: Callable[[], Any]) -> None:
        """Call this after every change of the game."""

    def picked(self, callback: Callable[[str], Awaitable[None] | None]) -> None:
        """Call this with the `data-pick` of what is clicked in the picture."""

    def highlight(self, picks: Sequence[str]) -> None:
        """Mark these elements of the picture as chosen, by their `data-pick`."""


class Board(Protocol):
    """How one game looks and is moved at a table."""

    def options(self) -> Sequence[Option]:
        """What can be chosen before a game."""

    def picture(self, sight: Sight, history: History, names: Sequence[str]) -> str:
        """The board as SVG, as this seat sees it; things stay where they are."""

    def controls(self, desk: Desk) -> None:
        """Build the widgets by which the seat moves; called once for a page."""

    def told(self, event: Event, names: Sequence[str], sight: Sight) -> str:
        """One event of the public history in words."""

    def hint(self, sight: Sight, history: History, kind: str) -> str:
        """An answer to a question of `HINTS`, as Markdown; in a worker process."""

    def warning(self, sight: Sight, history: History, move: str) -> str | None:
        """What to say before a move that cannot be meant; in a worker process."""

    def ending(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """How the game ended, in words."""


@runtime_checkable
class ShowsWorlds(Protocol):
    """A board that can show a world of its game's model as a board."""

    def world(self, sight: Sight, key: Any, names: Sequence[str]) -> str:
        """The board as SVG, as it would be if the world with this key were so."""


@runtime_checkable
class ReadyMade(Protocol):
    """A board that knows games with a name of their own: choices of options."""

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """The options of each, by its name: `Bulls and Cows`; the rest has defaults."""


@runtime_checkable
class Seating(Protocol):
    """A board that knows who usually sits where."""

    def usual(self, setup: Setup) -> Sequence[Chair]:
        """A chair for each seat, as the form of a new game has it at first."""
