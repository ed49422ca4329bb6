"""A line of a reproduction: what a paper prints, what comes out here, and a verdict.

There are four verdicts, and no fifth:

- `agrees`;
- `differs (paper in error: reason)`;
- `differs (sampling: interval)`, where both are counts of games and chance alone gives it;
- `cannot be compared (reason)`.

>>> exact("egghead", "paper.COMBINATIONS", "Definition 3.2", "", 56, 56).verdict
'agrees'
>>> sampled("davinci", "paper.TABLES", "Table 1", "", 50.5, Rate(50.0, 48.0, 52.0)).verdict
'differs (sampling: 46.9 to 53.1)'
>>> sampled("davinci", "paper.TABLES", "Table 2", "", 88.0, Rate(90.0, 80.0, 99.0)).verdict
'differs (sampling: 74.7 to 100.0)'
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import Any, NamedTuple, TypeAlias

AGREES = "agrees"
UNEXPLAINED = "unexplained"
THREE_ERRORS = 3 / 1.96  # three standard errors, from the half of an interval of 95 %
KINDS = (AGREES, "differs (paper in error", "differs (sampling", "cannot be compared")

Value: TypeAlias = Any  # what a paper prints or we find: plain JSON, or a fraction


@dataclass(frozen=True, slots=True)
class Line:
    """One number or row of a paper beside ours."""

    paper: str
    data: str
    """The constant of the game's `paper` that is redone."""
    table: str
    row: str
    published: Value
    computed: Value
    verdict: str
    note: str = ""

    @property
    def item(self) -> str:
        """Where in the paper it is."""
        return f"{self.table}, {self.row}" if self.row else self.table

    @property
    def kind(self) -> str:
        """The verdict without its reason."""
        return kind_of(self.verdict)

    @property
    def unexplained(self) -> bool:
        """Whether nobody can say why the two differ."""
        return UNEXPLAINED in self.verdict

    def document(self) -> dict[str, Value]:
        """The line as plain JSON."""
        return {
            "paper": self.paper,
            "item": self.item,
            "published": plain(self.published),
            "computed": plain(self.computed),
            "verdict": self.verdict,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of what was computed, as SVG."""

    paper: str
    title: str
    caption: str
    svg: str


class Rate(NamedTuple):
    """A number found by sampling, with its interval of 95 %."""

    value: float
    low: float
    high: float


def exact(
    paper: str,
    data: str,
    table: str,
    row: str,
    published: Value,
    computed: Value,
    *,
    error: str = "",
    note: str = "",
) -> Line:
    """A line about numbers that are exact; `error` says what is wrong in the paper."""
    if plain(published) == plain(computed):
        verdict = AGREES
    else:
        verdict = paper_in_error(error or UNEXPLAINED)
    return Line(paper, data, table, row, published, computed, verdict, note)


def sampled(
    paper: str,
    data: str,
    table: str,
    row: str,
    published: float,
    found: Rate,
    *,
    spread: float = 0.0,
    digits: int = 1,
    beyond: str = "",
    note: str = "",
) -> Line:
    """A line about rates in percent of which ours is sampled, and theirs perhaps too.

    `spread` is how far the published number may be off by its own sampling (95 %), and
    `beyond` the whole verdict where chance alone cannot explain the difference.
    """
    both = widened(found, spread)
    interval = f"{both.low:.{digits}f} to {both.high:.{digits}f}"
    if round(found.value, digits) == published:
        verdict = AGREES
    elif both.low <= published <= both.high:
        verdict = f"differs (sampling: {interval})"
    else:
        verdict = beyond or paper_in_error(UNEXPLAINED)
    said = f"ours {found.low:.{digits}f} to {found.high:.{digits}f}"
    said += f"; {note}" if note else ""
    return Line(
        paper, data, table, row, published, round(found.value, digits), verdict, said
    )


def widened(found: Rate, spread: float) -> Rate:
    """Where a published rate in percent may lie by sampling alone, ours and its own.

    With dozens of lines one in twenty would fall out of an interval of 95 %, so that
    three standard errors are allowed.
    """
    below, above = found.value - found.low, found.high - found.value
    low = found.value - THREE_ERRORS * hypot(below, spread)
    high = found.value + THREE_ERRORS * hypot(above, spread)
    return Rate(found.value, max(0.0, low), min(100.0, high))


def within(
    paper: str,
    data: str,
    table: str,
    row: str,
    published: float,
    low: float,
    high: float,
    *,
    error: str = "",
    note: str = "",
) -> Line:
    """A line about a number that follows from rounded ones, so that an interval does."""
    fits = low <= published <= high
    verdict = AGREES if fits else paper_in_error(error or UNEXPLAINED)
    computed = f"{low:,g} to {high:,g}"
    return Line(paper, data, table, row, published, computed, verdict, note)


def apart(
    paper: str,
    data: str,
    table: str,
    row: str,
    published: Value,
    computed: Value,
    *,
    reason: str,
    note: str = "",
) -> Line:
    """A line about numbers that cannot be compared."""
    verdict = f"cannot be compared ({reason})"
    return Line(paper, data, table, row, published, computed, verdict, note)


def paper_in_error(reason: str) -> str:
    """The verdict about a wrong number of a paper."""
    return f"differs (paper in error: {reason})"


def kind_of(verdict: str) -> str:
    """Which of the four verdicts it is."""
    return next(kind for kind in KINDS if verdict.startswith(kind))


def by_table(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """The lines of each table together, in the order in which the tables come up."""
    tables: dict[str, list[Line]] = {}
    for line in lines:
        tables.setdefault(line.table, []).append(line)
    return tables


def counted(lines: Iterable[Line]) -> dict[str, int]:
    """How many lines have each verdict."""
    found = dict.fromkeys(KINDS, 0)
    for line in lines:
        found[line.kind] += 1
    return found


def plain(value: Value) -> Value:
    """A value as plain JSON: fractions and the like as text, tuples as lists."""
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


def value_text(value: Value) -> str:
    """A value for people."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, (list, tuple)):
        return " ".join(value_text(part) for part in value)
    return str(value)
