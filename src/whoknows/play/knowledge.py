"""Who knows what, in the one shape that every game tells it in.

What is public of a game is a *record*: facts that all have seen, in order.  A game keeps a
compact exact *picture* of what they leave possible, and a fact makes a new picture of it
(`after`); with what only one seat sees, the picture tells what that seat holds possible.
"""

from collections import deque
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

SetupT = TypeVar("SetupT", bound=Hashable)
FactT = TypeVar("FactT", bound=Hashable)
FactT_contra = TypeVar("FactT_contra", contravariant=True)


class Picture(Protocol[FactT_contra]):
    """All that anybody can work out from what is public at one moment; a value."""

    def after(self, fact: FactT_contra, /) -> Self:
        """The picture once this fact is public too; raises `Contradiction`."""


Key: TypeAlias = tuple[Hashable, int, Hashable]  # setup, length of the record, last fact
PictureT = TypeVar("PictureT", bound=Picture)  # type: ignore[type-arg]

STEPS_BACK = 4  # how many facts a record may be ahead of one that is remembered
MOST_PICTURES = 256


class Remembered(Generic[SetupT, FactT, PictureT]):
    """The picture after any record, worked on from the last ones, which are remembered.

    Pictures are found by the length and the last fact of their records: to hash whole
    records at every move would take longer than the reasoning.
    """

    def __init__(
        self,
        first: Callable[[SetupT], PictureT],
        room: Callable[[PictureT], int] = lambda _: MOST_PICTURES,
    ) -> None:
        self.first = first
        self.room = room  # how many pictures of this size are remembered
        self.kept: dict[Key, list[tuple[tuple[FactT, ...], PictureT]]] = {}
        self.ages: deque[Key] = deque()  # a key for every picture, oldest first
        self.lock = Lock()  # pages of a lab may reason in threads

    def __call__(self, setup: SetupT, record: tuple[FactT, ...]) -> PictureT:
        """The picture after a record."""
        picture, start = self.last(setup, record)
        for fact in record[start:]:
            picture = picture.after(fact)
        if start < len(record):
            self.remember(setup, record, picture)
        return picture

    def last(self, setup: SetupT, record: tuple[FactT, ...]) -> tuple[PictureT, int]:
        """The newest picture on the way to a record, and how many facts it is after."""
        for length in range(len(record), max(0, len(record) - STEPS_BACK), -1):
            before = record[:length]
            for known, picture in self.kept.get((setup, length, before[-1]), ()):
                if known == before:
                    return picture, length
        return self.first(setup), 0

    def remember(self, setup: SetupT, record: tuple[FactT, ...], picture: PictureT) -> None:
        """Remember a picture, and let the oldest ones go."""
        key = (setup, len(record), record[-1])
        with self.lock:
            self.kept.setdefault(key, []).append((record, picture))
            self.ages.append(key)
            while len(self.ages) > self.room(picture):
                oldest = self.ages.popleft()
                self.kept[oldest].pop(0)
                if not self.kept[oldest]:
                    del self.kept[oldest]
