"""Everything that can go wrong through somebody's input, named by the kind of wrong.

    WhoknowsError
    ├── BadSetup                 a game, model, or request that cannot be (ValueError)
    │   ├── NoPlan               a limit that no plan of questions keeps: that is proven
    │   └── TooLarge             one that would not fit the memory or the day
    ├── UnknownName              a name nobody has given (LookupError)
    ├── BadFormula               text that does not parse (ValueError)
    ├── ImpossibleAnnouncement   said to be so, and so in no world (ValueError)
    ├── IllegalMove              a move the rules do not allow now (ValueError)
    │   └── OldVersion           one for a game that has moved on since
    ├── NotAllowed               what the asker may not see or do (PermissionError)
    ├── Contradiction            answers that no world allows together (ValueError)
    ├── BadFile                  a file that is not what it should be (ValueError)
    │   └── BadStore             a database that cannot be used as it is
    ├── StrategyFailed           a strategy that raised an error of its own (RuntimeError)
    ├── WorkFailed               pieces of work that no worker could finish (RuntimeError)
    │   ├── Busy                 too much is asked at once; later it may be done
    │   └── WorkerDied           a worker that ended in the middle of its work
    └── MissingExtra             an optional package is not installed (ImportError)

Each is also the builtin that a stranger would catch.  The command line and the lab
catch `WhoknowsError` once, at the top.

>>> raise UnknownName.among("agent", "anm", ["ann", "bob"])
Traceback (most recent call last):
whoknows.errors.UnknownName: no agent 'anm'; did you mean 'ann'?
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = [
    "STEERING",
    "BadFile",
    "BadFormula",
    "BadSetup",
    "BadStore",
    "Busy",
    "Contradiction",
    "IllegalMove",
    "ImpossibleAnnouncement",
    "MissingExtra",
    "NoPlan",
    "NotAllowed",
    "OldVersion",
    "StrategyFailed",
    "TooLarge",
    "UnknownName",
    "WhoknowsError",
    "WorkFailed",
    "WorkerDied",
    "exact_number",
    "is_whole",
    "needs",
    "shortened",
    "tame",
]

# Control characters (but tabs and lines), those that turn the direction of writing or part
# lines in a terminal, and those of no width that make two names look alike.
STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069"
    "\ud800-\udfff\ufeff]"
)
MOST_REPEATED = 80  # characters of what came from outside that a message repeats
MOST_DIGITS = 30  # of a whole number that comes as text


class WhoknowsError(Exception):
    """Something asked cannot be; the message says what came and what was wanted."""


class BadSetup(WhoknowsError, ValueError):
    """A game, model, or request that cannot be."""


class NoPlan(BadSetup):
    """No plan of questions keeps to a limit."""


class TooLarge(BadSetup):
    """A request that would not fit the memory or the day; the message has the estimate."""


class UnknownName(WhoknowsError, LookupError):
    """A name that nobody has given."""

    @classmethod
    def among(cls, kind: str, name: object, known: Iterable[str]) -> Self:
        """The error for `name`, with the nearest of the `known` names, or all if few."""
        from difflib import get_close_matches

        known = list(known)
        name = name[:MOST_REPEATED] if isinstance(name, str) else shortened(name)
        near = get_close_matches(name, known, n=1)
        if near:
            return cls(f"no {kind} {name!r}; did you mean {near[0]!r}?")
        if not known:
            return cls(f"no {kind} {name!r}; there are none")
        shown = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
        return cls(f"no {kind} {name!r}; there are {shown}")


def shortened(value: object) -> str:
    """A value that came from outside, no longer than a line.

    >>> shortened("3"), shortened(10**5000)
    ("'3'", 'a number of 16610 bits')
    """
    if isinstance(value, str | bytes):
        return repr(value[:MOST_REPEATED]) + ("..." if len(value) > MOST_REPEATED else "")
    if isinstance(value, int) and value.bit_length() > 100:
        return f"a number of {value.bit_length()} bits"
    return repr(value)[:MOST_REPEATED]


def is_whole(text: str) -> bool:
    """Whether a text is a whole number in plain digits, of a sensible length.

    >>> is_whole("12"), is_whole("²"), is_whole("-1"), is_whole("9" * 5000)
    (True, False, False, False)
    """
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


def exact_number(value: object) -> "Fraction":
    """A fraction or a decimal, exactly; of `1e999999999` all digits would be written out.

    A float is the shortest decimal that is this float.

    >>> exact_number("0.75"), exact_number(0.1)
    (Fraction(3, 4), Fraction(1, 10))
    """
    from fractions import Fraction

    text = str(value)
    if (isinstance(value, str) and "e" in text.lower()) or isinstance(value, bool):
        raise ValueError(f"{shortened(value)} is no fraction and no decimal")
    return Fraction(text)


def tame(text: str) -> str:
    r"""Text from anywhere, fit for a terminal: what would steer it is shown as a mark.

    >>> tame("a\x1b[31mb\u202ec") == "a\ufffd[31mb\ufffdc"
    True
    """
    return STEERING.sub("\N{REPLACEMENT CHARACTER}", text)


class BadFormula(WhoknowsError, ValueError):
    """Text that does not parse; the message shows the spot."""


class ImpossibleAnnouncement(WhoknowsError, ValueError):
    """An announcement that is true in no world that is left."""


class IllegalMove(WhoknowsError, ValueError):
    """A move that the rules do not allow now."""


class OldVersion(IllegalMove):
    """A move for a game that has moved on: out of an old tab, or a second click."""


class NotAllowed(WhoknowsError, PermissionError):
    """What the asker may not see or do: another's seat, or a game that still goes on."""


class Contradiction(WhoknowsError, ValueError):
    """Answers that no world allows together."""


class BadFile(WhoknowsError, ValueError):
    """A file that is not what it should be."""


class BadStore(BadFile):
    """A database of another version, or one that cannot be read or written."""


class StrategyFailed(WhoknowsError, RuntimeError):
    """A strategy that raised an error of its own instead of making a move."""


class WorkFailed(WhoknowsError, RuntimeError):
    """Pieces of work that no worker could finish, or workers that cannot be used."""


class Busy(WorkFailed):
    """Too much is asked at once; later it may be done."""


class WorkerDied(WorkFailed):
    """A worker that ended in the middle of its work."""


class MissingExtra(WhoknowsError, ImportError):
    """An optional package is not installed."""

    @classmethod
    def named(cls, extra: str, package: str) -> Self:
        """The error that names the extra to install."""
        return cls(f"this needs {package}: pip install 'whoknows[{extra}]'")


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around an import of an optional package: if it is missing, the extra is named.

    >>> with needs("solve"):
    ...     import no_such_solver
    Traceback (most recent call last):
    whoknows.errors.MissingExtra: this needs no_such_solver: pip install 'whoknows[solve]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or extra).partition(".")[0]
        if package == "whoknows":
            raise
        raise MissingExtra.named(extra, package) from error
