"""A line of a reproduction: what a paper prints, what comes out here, and a verdict.

One rule gives the verdict of every line, and nobody is blamed without proof:

- `agrees`: both are equal, or a test that could have shown a difference worth seeing shows
  none;
- `differs`: they are not equal, or further apart than chance explains; by whose fault
  is not said;
- `undecided`: too few games; the reason says how many it would take;
- `cannot be compared`: for a reason that holds before anything is computed;
- `paper in error`: what comes out is what the errata prove to be right.

>>> exact("egghead", "paper.COMBINATIONS", "Definition 3.2", "", 56, 56).text
'agrees'
>>> exact("egghead", "paper.FOUR_KINDS", "Example 4.2", "kinds of rows", 4, 6).text
'differs (nothing in the errata explains it)'
>>> exact("egghead", "paper.FOUR_KINDS", "Example 4.2", "kinds of rows", 4, 5).verdict
<Verdict.PAPER_IN_ERROR: 'paper in error'>
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from whoknows.experiments.reproduce.corrections import corrections

UNEXPLAINED = "nothing in the errata explains it"

Value: TypeAlias = Any  # what a paper prints or we find: plain JSON, or a fraction


class Verdict(StrEnum):
    """What is said of a number of a paper and ours: there is no sixth word."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNDECIDED = "undecided"
    NOT_COMPARED = "cannot be compared"
    PAPER_IN_ERROR = "paper in error"


MEANINGS = {
    Verdict.AGREES: "both are equal, or a test that would have shown a difference worth"
    " seeing shows none",
    Verdict.DIFFERS: "they are not equal, or further apart than chance explains; by whose"
    " fault is not said",
    Verdict.UNDECIDED: "too few games were played; the reason says how many it would take",
    Verdict.NOT_COMPARED: "something that is needed is not published, as is known before"
    " anything is computed",
    Verdict.PAPER_IN_ERROR: "what comes out is what the errata prove to be right",
}


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
    verdict: Verdict
    reason: str = ""
    note: str = ""
    by_chance: bool = False
    """Whether a test of random games gave the verdict."""

    @property
    def item(self) -> str:
        """Where in the paper it is."""
        return item_of(self.table, self.row)

    @property
    def text(self) -> str:
        """The verdict with its reason."""
        return f"{self.verdict} ({self.reason})" if self.reason else str(self.verdict)

    @property
    def unexplained(self) -> bool:
        """Whether exact numbers differ, or games that were kept, and nobody can say why."""
        return self.verdict is Verdict.DIFFERS and not self.by_chance

    def document(self) -> dict[str, Value]:
        """The line as plain JSON."""
        return {
            "paper": self.paper,
            "item": self.item,
            "published": plain(self.published),
            "computed": plain(self.computed),
            "verdict": str(self.verdict),
            "reason": self.reason,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of what was computed, as SVG."""

    paper: str
    title: str
    caption: str
    svg: str


def item_of(table: str, row: str) -> str:
    """Where in a paper a row of a table is."""
    return f"{table}, {row}" if row else table


def exact(
    paper: str,
    data: str,
    table: str,
    row: str,
    published: Value,
    computed: Value,
    *,
    note: str = "",
) -> Line:
    """A line about exact numbers; only a value that the errata prove blames the paper."""
    proven = corrections().get(paper, {}).get(item_of(table, row))
    if plain(published) == plain(computed):
        verdict, reason = Verdict.AGREES, ""
    elif proven is not None and plain(proven.value) == plain(computed):
        verdict, reason = Verdict.PAPER_IN_ERROR, proven.reason
    else:
        verdict, reason = Verdict.DIFFERS, UNEXPLAINED
    return Line(paper, data, table, row, published, computed, verdict, reason, note)


def within(
    paper: str,
    data: str,
    table: str,
    row: str,
    published: float,
    low: float,
    high: float,
    *,
    note: str = "",
) -> Line:
    """A line about a number that follows from rounded ones, so that an interval does."""
    fits = low <= published <= high
    verdict, reason = (Verdict.AGREES, "") if fits else (Verdict.DIFFERS, UNEXPLAINED)
    computed = f"{low:,g} to {high:,g}"
    return Line(paper, data, table, row, published, computed, verdict, reason, note)


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
    """A line about numbers that cannot be compared, whatever comes out."""
    verdict = Verdict.NOT_COMPARED
    return Line(paper, data, table, row, published, computed, verdict, reason, note)


def by_table(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """The lines of each table together, in the order in which the tables come up."""
    tables: dict[str, list[Line]] = {}
    for line in lines:
        tables.setdefault(line.table, []).append(line)
    return tables


def counted(lines: Iterable[Line]) -> dict[Verdict, int]:
    """How many lines have each verdict."""
    found = dict.fromkeys(Verdict, 0)
    for line in lines:
        found[line.verdict] += 1
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
