"""Who knows what, in the one shape that every game tells it in.

What is public of a game is a *record*: facts that all have seen, in order.  A game keeps a
compact exact *picture* of what they leave possible, and a fact makes a new picture of it
(`after`); with what only one seat sees, the picture tells what that seat holds possible:
how many worlds (`Game.worlds`), and these worlds as a model of `logic` (`Modelled`).
"""

from collections import deque
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    runtime_checkable,
)

from typing_extensions import TypeVar

from whoknows.play.game import Seat, SightT_contra

if TYPE_CHECKING:
    from whoknows.logic.models.model import Model

__all__ = ["Modelled", "Pictured", "Remembered", "Whole"]

StartT = TypeVar("StartT")  # what the first picture is made of: a setup, and what else
FactT = TypeVar("FactT")
FactT_contra = TypeVar("FactT_contra", contravariant=True, default=Any)


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
    """These worlds with more facts and parts, for formulas; what is in no doubt too."""

    @property
    def world_keys(self) -> list[Hashable]:
        """What each world of the model is, in order: its key, or its number."""
        numbers: list[int] = self.model.worlds().tolist()
        return [self.keys[number] for number in numbers] if self.keys else [*numbers]

    @property
    def held_keys(self) -> list[Hashable]:
        """The worlds that the viewer holds possible."""
        keys = self.world_keys
        if self.held is None:
            return keys
        numbers = self.model.worlds().tolist()
        places = {number: place for place, number in enumerate(numbers)}
        return [keys[places[number]] for number in self.held]


@runtime_checkable
class Modelled(Protocol[SightT_contra]):
    """A game that tells who knows what as a model of `logic`."""

    def model(self, sight: SightT_contra, most: int) -> Pictured | None:
        """The model from a seat; `None` where it has more worlds than `most`."""


@runtime_checkable
class Whole(Protocol[SightT_contra]):
    """A game that can give the global model, for who may see what all seats see."""

    def whole(self, sights: Mapping[Seat, SightT_contra], most: int) -> Pictured | None:
        """The world that is so, and around it what all hold possible.

        For games that are over, and for who watches strategies only.
        """


class Picture(Protocol[FactT_contra]):
    """All that anybody can work out from what is public at one moment; a value."""

    def after(self, fact: FactT_contra, /) -> Self:
        """The picture once this fact is public too; raises `Contradiction`."""


Key: TypeAlias = tuple[Hashable, int, Hashable]  # setup, length of the record, last fact
PictureT = TypeVar("PictureT", bound=Picture)

STEPS_BACK = 4  # how many facts a record may be ahead of one that is remembered
MOST_PICTURES = 256


class Remembered(Generic[StartT, FactT, PictureT]):
    """The picture after any record, worked on from the last ones, which are remembered.

    Pictures are found by the length and the last fact of their records: to hash whole
    records at every move would take longer than the reasoning.
    """

    def __init__(
        self,
        first: Callable[[StartT], PictureT],
        room: Callable[[PictureT], int] = lambda _: MOST_PICTURES,
        mark: Callable[[FactT], Hashable] = lambda fact: fact,
    ) -> None:
        self.first = first
        self.mark = mark  # what a fact is found by
        self.room = room  # how many pictures of this size are remembered
        self.kept: dict[Key, list[tuple[tuple[FactT, ...], PictureT]]] = {}
        self.ages: deque[Key] = deque()  # a key for every picture, oldest first
        self.lock = Lock()  # pages of a lab may reason in threads

    def __call__(self, setup: StartT, record: tuple[FactT, ...]) -> PictureT:
        """The picture after a record."""
        picture, start = self.last(setup, record)
        for fact in record[start:]:
            picture = picture.after(fact)
        if start < len(record):
            self.remember(setup, record, picture)
        return picture

    def last(self, setup: StartT, record: tuple[FactT, ...]) -> tuple[PictureT, int]:
        """The newest picture on the way to a record, and how many facts it is after."""
        for length in range(len(record), max(0, len(record) - STEPS_BACK), -1):
            before = record[:length]
            for known, picture in self.kept.get((setup, length, self.mark(before[-1])), ()):
                if known == before:
                    return picture, length
        return self.first(setup), 0

    def remember(self, setup: StartT, record: tuple[FactT, ...], picture: PictureT) -> None:
        """Remember a picture, and let the oldest ones go."""
        key = (setup, len(record), self.mark(record[-1]))
        with self.lock:
            self.kept.setdefault(key, []).append((record, picture))
            self.ages.append(key)
            while len(self.ages) > self.room(picture):
                oldest = self.ages.popleft()
                self.kept[oldest].pop(0)
                if not self.kept[oldest]:
                    del self.kept[oldest]
