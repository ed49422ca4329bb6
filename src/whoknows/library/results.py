"""How a result shows itself: a line of text, a table in a notebook, a frame, JSON.

A result has `rows`, and everything else follows: `to_pandas()` makes a frame of them, a
notebook shows them as a table below the line that `repr` gives, with a picture if there is
one.  `plot()` returns a figure of matplotlib, which the caller may change or save.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from inspect import signature
from typing import Any, TypeVar

from whoknows.errors import UnknownName, needs

Made = TypeVar("Made")

MOST_SHOWN = 50  # rows of a table in a notebook; a frame has them all


class Result(ABC):
    """What a function of the library gives back."""

    @abstractmethod
    def __repr__(self) -> str:
        """The result in a line or a few."""

    @property
    @abstractmethod
    def rows(self) -> Sequence[Mapping[str, Any]]:
        """The result as a table: one mapping of column to value for each row."""

    @abstractmethod
    def to_json(self) -> Any:
        """The result as plain JSON."""

    def to_pandas(self) -> Any:
        """The rows as a DataFrame of pandas."""
        return data_frame(self.rows)

    def _repr_html_(self) -> str:
        shown = f"<pre>{escape(repr(self))}</pre>{html_table(self.rows)}"
        picture = getattr(self, "_repr_svg_", None)
        return (picture() or "") + shown if picture else shown


def made_with(make: Callable[..., Made], options: Mapping[str, Any], what: str) -> Made:
    """What is made with options; one that is not known is named, with the nearest."""
    known = list(signature(make).parameters)
    for name in options:
        if name not in known:
            raise UnknownName.among(f"option of {what}", name, known)
    return make(**options)


def data_frame(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Rows as a DataFrame of pandas."""
    with needs("pandas"):
        import pandas
    return pandas.DataFrame(list(rows))


def html_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as a table of HTML, the first of them if there are many."""
    columns = list(dict.fromkeys(name for row in rows[:MOST_SHOWN] for name in row))
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>"
        + "".join(f"<td>{escape(cell_text(row.get(n)))}</td>" for n in columns)
        + "</tr>"
        for row in rows[:MOST_SHOWN]
    )
    more = len(rows) - MOST_SHOWN
    rest = f"<p>and {more:,} more rows</p>" if more > 0 else ""
    return f"<table><tr>{head}</tr>{body}</table>{rest}"


def cell_text(value: Any) -> str:
    """A value of a table: floats with six digits, nothing for None."""
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def new_figure(width: float = 6, height: float = 4) -> Any:
    """An empty figure of matplotlib, with one pair of axes."""
    with needs("plot"):
        from matplotlib.figure import Figure
    figure = Figure(figsize=(width, height), layout="constrained")
    figure.subplots()
    return figure
