"""A picture of an experiment: the mean of each strategy with its interval.

Where one option of the setup is a grid of numbers it is the horizontal axis, and each
strategy is a line; else every series has a line of its own.  The same data give the same
bytes: no dates, and a fixed salt for names inside SVG.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whoknows.asking.statistics import Summary
from whoknows.errors import BadSetup, UnknownName, needs, tame
from whoknows.experiments.rows.export import whole_file
from whoknows.experiments.rows.figures import Report, SeriesReport

METADATA: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Producer": None, "Creator": None},
}
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"]
MARKS = "osD^vPX"
STROKES = ["-", "--", ":", "-."]


@dataclass(frozen=True)
class Point:
    """A mean with its interval, under a label and at a place of the axis."""

    label: str
    at: float
    found: Summary


def plot(found: Report, path: Path, *, figure: str | None = None) -> None:
    """Write the picture to a PNG, SVG, or PDF file; of a figure instead of the scores."""
    if path.suffix not in METADATA:
        raise BadSetup(f"{path.name} ends in none of {', '.join(METADATA)}")
    if not found.series:
        raise BadSetup(f"{found.entry.name} has no rows yet")
    with needs("plot"):
        import matplotlib as mpl
        from matplotlib.figure import Figure

    style: Any = {"svg.hashsalt": "whoknows", "font.size": 9, "svg.fonttype": "none"}
    with mpl.rc_context(style):
        option = numeric_option(found)
        lines = sum(len(part.series.seating) for part in found.series)
        tall = 4.0 if option else max(2.5, 1.2 + 0.25 * lines)
        paper = Figure(figsize=(6.4, tall), layout="constrained")
        axes = paper.add_subplot()
        if option is None:
            draw_rows(axes, found, figure)
        else:
            draw_lines(axes, found, option, figure)
        title = f"{tame(found.entry.name)}: {found.entry.done:,} games"
        axes.set_title(title, loc="left", parse_math=False)
        axes.spines[["top", "right"]].set_visible(False)
        whole_file(path, lambda part: save(paper, part))


def save(paper: Any, path: Path) -> None:
    """Write a picture without anything that changes from day to day."""
    paper.savefig(path, metadata=METADATA[path.suffix], dpi=150)


def numeric_option(found: Report) -> str | None:
    """The only option of the setup that varies, if its values are numbers."""
    setups = [part.series.setup for part in found.series]
    varying = [key for key in setups[0] if len({str(setup[key]) for setup in setups}) > 1]
    if len(varying) != 1 or any(
        isinstance(s[varying[0]], bool) or not isinstance(s[varying[0]], (int, float))
        for s in setups
    ):
        return None
    return varying[0]


def draw_lines(axes: Any, found: Report, option: str, figure: str | None) -> None:
    """The means along an option, a line for each seating and seat."""
    lines: dict[str, list[Point]] = {}
    for part in found.series:
        for label, value in labelled(part, figure):
            point = Point(label, float(part.series.setup[option]), value)
            lines.setdefault(label, []).append(point)
    places = sorted({p.at for points in lines.values() for p in points})
    span = places[-1] - places[0]
    for place, (label, points) in enumerate(lines.items()):
        points.sort(key=lambda point: point.at)
        aside = 0.006 * span * (place - len(lines) / 2)  # so that no interval hides another
        axes.errorbar(
            [p.at + aside for p in points],
            [p.found.mean for p in points],
            yerr=whiskers(points),
            label=label,
            color=COLORS[place % len(COLORS)],
            marker=MARKS[place % len(MARKS)],
            capsize=3,
            linewidth=1.2,
            linestyle=STROKES[place // len(COLORS) % len(STROKES)],
        )
    axes.set_xlabel(option)
    axes.set_xticks(places)
    axes.set_ylabel(f"mean {figure or 'score'}, with 95 % interval")
    columns = 2 if max(map(len, lines)) > 20 else 3
    axes.figure.legend(loc="outside lower center", frameon=False, ncols=columns, fontsize=7)


def draw_rows(axes: Any, found: Report, figure: str | None) -> None:
    """The means one below the other, a row for each series and seat."""
    points: list[Point] = []
    for part in found.series:
        for label, value in labelled(part, figure):
            points.append(Point(f"{varying_text(part, found)}{label}", len(points), value))
    axes.errorbar(
        [p.found.mean for p in points],
        [p.at for p in points],
        xerr=whiskers(points),
        fmt="o",
        color=COLORS[0],
        capsize=3,
    )
    axes.set_yticks([p.at for p in points], [p.label for p in points])
    axes.invert_yaxis()
    axes.set_ylim(len(points) - 0.5, -0.5)
    axes.set_xlabel(f"mean {figure or 'score'}, with 95 % interval")
    axes.grid(axis="x", color="0.9")


def labelled(part: SeriesReport, figure: str | None) -> list[tuple[str, Summary]]:
    """The summaries of a series under their labels: one a seat, or one figure."""
    seating = part.series.seating
    if figure is None:
        if len(seating) == 1:
            return [(short(seating[0]), part.seats[0])]
        table = " vs ".join(map(short, seating))
        return [
            (f"{short(name)} in seat {seat} ({table})", part.seats[seat])
            for seat, name in enumerate(seating)
        ]
    figures = part.figures | {"turns": part.turns}
    if figure not in figures:
        raise UnknownName.among("figure", figure, figures)
    return [(" vs ".join(map(short, seating)), figures[figure])]


def short(name: str) -> str:
    """A strategy without the path of its file."""
    return name.rpartition("/")[2].rpartition(":")[2]


def varying_text(part: SeriesReport, found: Report) -> str:
    """What sets the setup of a series apart from the others."""
    first = found.series[0].series.setup
    setups = [other.series.setup for other in found.series]
    varying = [key for key in first if any(setup[key] != first[key] for setup in setups)]
    return "".join(f"{key} {part.series.setup[key]}, " for key in varying)


def whiskers(points: list[Point]) -> list[list[float]]:
    """How far the intervals reach below and above the means."""
    reach: Callable[[float], float] = lambda length: length if length < 1e300 else 0.0  # noqa: E731
    return [
        [reach(max(0.0, p.found.mean - p.found.low)) for p in points],
        [reach(max(0.0, p.found.high - p.found.mean)) for p in points],
    ]
