"""Kernels in C: what Python hands to them is checked here, and nowhere else.

A kernel is declared beside its twin, by what it takes:

>>> add = Kernel("add", Array("i8", "row"), Array("i8", "row", written=True), Number("i8"))

Called, it refuses arrays of another type, shape, or order, arrays that may not be written
to, and numbers out of bounds, before C sees them.  C gets the pointers, the numbers, and
then the sides (here `row`) in the order in which they are named first, but for those whose
name begins with `_`.  It runs without Python's lock.
"""

import ctypes
from collections.abc import Callable
from ctypes import addressof, c_char
from functools import cached_property
from operator import index
from threading import Event, Thread
from typing import Any, TypeAlias, TypeGuard, TypeVar

import numpy as np

from whoknows.work.kernel_library import library
from whoknows.work.signals import interrupts

CTYPES = {"i8": ctypes.c_int64, "f8": ctypes.c_double, None: None}
IN_ONE_PIECE, WRITEABLE = 0x101, 0x400  # bits of an array's flags: in rows and aligned; so
ENDLESS = float("inf")
WAIT = 0.05  # seconds between two ticks of who waits for a kernel

Sides: TypeAlias = dict[str, int]  # the length of each side that has a name
T = TypeVar("T")


class WrongCall(ValueError):
    """A kernel was called with what it must not get: a mistake in the program."""


class Array:
    """An array in one piece: its type, its sides (names or lengths), its numbers' bound.

    `below` names a side that its numbers, which are indices, stay below.
    """

    def __init__(
        self, dtype: str, *sides: str | int, written: bool = False, below: str | None = None
    ) -> None:
        self.dtype, self.sides = np.dtype(dtype), sides
        self.written, self.below = written, below

    def passed(self, array: Any, sides: Sides) -> int:
        """The pointer to an array that is as it should be."""
        needed = IN_ONE_PIECE | WRITEABLE if self.written else IN_ONE_PIECE
        if (
            type(array) is not np.ndarray
            or array.dtype != self.dtype
            or array.flags.num & needed != needed
            or array.ndim != len(self.sides)
        ):
            raise WrongCall(self.wrong(array))
        for name, size in zip(self.sides, array.shape, strict=True):
            wanted = name if isinstance(name, int) else sides.setdefault(name, size)
            if size != wanted:
                raise WrongCall(f"{name} is {size} here, not {wanted}")
        if array.flags.num & WRITEABLE and array.size:  # four times as fast as numpy's way
            return addressof(c_char.from_buffer(array))  # type: ignore[arg-type]
        return int(array.ctypes.data)

    def wrong(self, array: Any) -> str:
        """What is wrong with an array, in words."""
        if type(array) is not np.ndarray:
            return f"wanted an array, not {type(array).__name__}"
        if array.dtype != self.dtype:
            return f"wanted numbers of type {self.dtype}, not {array.dtype}"
        if array.ndim != len(self.sides):
            return f"wanted {len(self.sides)} sides, not {array.ndim}"
        if array.flags.num & IN_ONE_PIECE != IN_ONE_PIECE:
            return "wanted an array in one piece"
        return "nobody may write to this array"

    def check(self, array: Any, sides: Sides) -> None:
        """Refuse indices out of bounds; all sides are known by now."""
        if self.below is not None and array.size:
            refuse_outside(array.min(), array.max(), sides[self.below])


class Number:
    """A number, of type i8 or f8, perhaps with its least and most, or a side above it."""

    def __init__(
        self,
        dtype: str,
        least: float = -ENDLESS,
        most: float = ENDLESS,
        *,
        below: str | None = None,
    ) -> None:
        self.dtype, self.least, self.most, self.below = dtype, least, most, below

    def passed(self, number: Any, _: Sides) -> Any:
        """The number, if it lies in its bounds."""
        try:
            number = index(number) if self.dtype == "i8" else float(number)
        except (TypeError, ValueError) as error:
            raise WrongCall(str(error)) from None
        small = self.dtype == "f8" or -(2**63) <= number < 2**63
        if not (self.least <= number <= self.most and small):
            raise WrongCall(f"{number} is out of bounds")
        return number

    def check(self, number: Any, sides: Sides) -> None:
        """Refuse an index out of bounds; all sides are known by now."""
        if self.below is not None:
            refuse_outside(number, number, sides[self.below])


class Chance:
    """A generator of numpy; C draws from it by two pointers, and Python waits meanwhile."""

    below = None

    def passed(self, rng: Any, _: Sides) -> Any:
        """The generator's function that draws a number from 0 to 1, and its state."""
        if not isinstance(rng, np.random.Generator):
            raise WrongCall(f"wanted a generator of numpy, not {type(rng).__name__}")
        drawn = rng.bit_generator.ctypes
        return ctypes.cast(drawn.next_double, ctypes.c_void_p).value, drawn.state_address


class Watch:
    """What a long kernel and the one who waits for it share: `stop`, and `done` so far."""

    def __init__(self) -> None:
        self.numbers = np.zeros(2, np.int64)

    def stop(self) -> None:
        """Make the kernel leave; what it has found so far is its result."""
        self.numbers[0] = 1

    def stopped_at(self, done: int) -> bool:
        """Whether a twin has to leave; it says how far it is."""
        self.numbers[1] = done
        return bool(self.numbers[0])

    @property
    def done(self) -> int:
        """How far the kernel is; any thread may ask while it runs."""
        return int(self.numbers[1])


class Watched:
    """A `Watch`, whose two numbers a kernel reads and writes."""

    below = None

    def passed(self, watch: Any, _: Sides) -> int:
        """The pointer to the two numbers."""
        if not isinstance(watch, Watch):
            raise WrongCall(f"wanted a watch, not {type(watch).__name__}")
        return int(watch.numbers.ctypes.data)


Take: TypeAlias = Array | Number | Chance | Watched  # what a kernel takes at one place


class Kernel:
    """A function of the library, by its name, what it takes, and what it gives."""

    def __init__(self, name: str, *takes: Take, gives: str | None = None) -> None:
        self.name, self.takes, self.gives = name, takes, gives
        kinds = [type(take) for take in takes]
        self.draws = kinds.index(Chance) if Chance in kinds else None
        self.bounded = [place for place, take in enumerate(takes) if take.below]

    @property
    def there(self) -> bool:
        """Whether the library has it; if not, the twin is used."""
        return self.function is not None

    @cached_property
    def function(self) -> Callable[..., Any] | None:
        """The function in C, if there is one."""
        there = library()
        found: Any = getattr(there[1], self.name, None) if there else None
        if found is None:
            return None
        sides: Sides = {}
        kinds: list[Any] = []
        for take in self.takes:
            if isinstance(take, Array):
                sides |= dict.fromkeys((side for side in take.sides if is_told(side)), 0)
            kinds += [CTYPES[take.dtype]] if isinstance(take, Number) else [ctypes.c_void_p]
            kinds += [ctypes.c_void_p] if isinstance(take, Chance) else []
        found.restype = CTYPES[self.gives]
        found.argtypes = kinds + [ctypes.c_int64] * len(sides)
        function: Callable[..., Any] = found
        return function

    def __call__(self, *arguments: Any) -> Any:
        """Check all that is handed over, and run."""
        if len(arguments) != len(self.takes):
            raise WrongCall(f"{self.name}: wanted {len(self.takes)} things")
        if self.function is None:
            raise WrongCall(f"{self.name} is not in the library; its twin is in Python")
        sides: Sides = {}
        handed: list[Any] = []
        try:
            for place, take in enumerate(self.takes):
                handed.append(take.passed(arguments[place], sides))
            for place in self.bounded:
                self.takes[place].check(arguments[place], sides)  # type: ignore[union-attr]
        except WrongCall as error:
            raise WrongCall(f"{self.name}, {place + 1}: {error}") from None
        sizes = [size for name, size in sides.items() if is_told(name)]
        if self.draws is None:
            return self.function(*handed, *sizes)
        handed[self.draws : self.draws + 1] = handed[self.draws]  # two pointers
        with arguments[self.draws].bit_generator.lock:
            return self.function(*handed, *sizes)


def is_told(side: str | int) -> TypeGuard[str]:
    """Whether C is told the length of a side."""
    return isinstance(side, str) and side[0] != "_"


def refuse_outside(low: Any, high: Any, end: int) -> None:
    """Refuse indices from `low` to `high` that are not all from 0 to below `end`."""
    if low < 0 or high >= end:
        raise WrongCall(f"{low if low < 0 else high} is not from 0 to below {end}")


def until_interrupted(
    work: Callable[[Watch], T], tick: Callable[[int], None] | None = None
) -> tuple[T, bool]:
    """What long work gives, and whether a Ctrl-C made it leave before its end.

    The work is done by a thread, since a signal waits while its own thread is in C; `tick`
    hears every now and then how far it is.
    """
    watch, done = Watch(), Event()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work(watch))
        except BaseException as error:  # raised again below, where somebody waits
            errors.append(error)
        finally:
            done.set()

    with interrupts(watch.stop) as stops:
        Thread(target=run, daemon=True).start()
        try:
            while not done.wait(WAIT):
                if tick:
                    tick(watch.done)
        finally:
            watch.stop()
    if errors:
        raise errors[0]
    return results[0], bool(stops)
