"""Small charts as SVG: lines, steps, points with intervals, and bars.

They carry no style but classes, so that the page around them gives them its colors.
"""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple, TypeAlias

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 34, 46
FEW_BARS = 4  # bars in a group that have room for their numbers

Point: TypeAlias = tuple[float, float]


class Series(NamedTuple):
    """A named row of points; `intervals` are low and high of each."""

    name: str
    points: Sequence[Point]
    intervals: Sequence[Point] = ()
    marks: bool = False
    more: Sequence[Point] = ()
    """A second line that goes on elsewhere."""


class Frame(NamedTuple):
    """What part of the plane is shown."""

    x0: float
    x1: float
    y0: float
    y1: float

    def at(self, point: Point) -> Point:
        """Where a point is on the paper."""
        across = (point[0] - self.x0) / (self.x1 - self.x0)
        up = (point[1] - self.y0) / (self.y1 - self.y0)
        wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        return round(LEFT + wide * across, 2), round(HEIGHT - BOTTOM - high * up, 2)


def chart(
    series: Sequence[Series],
    *,
    x: str,
    y: str,
    y_range: Point | None = None,
) -> str:
    """Lines through points, or marks with intervals, with axes and a legend."""
    frame = framed(series, y_range)
    parts = [axes(frame, x, y)]
    for number, one in enumerate(series):
        shift = 5 * (number - (len(series) - 1) / 2) if one.marks else 0.0
        parts.append(series_svg(one, frame, number, shift))
    return whole([*parts, legend([one.name for one in series])])


def bars(
    groups: Sequence[tuple[str, Sequence[float]]], names: Sequence[str], *, y: str
) -> str:
    """Groups of bars, each bar a share between 0 and 1; few have their percentage."""
    frame = Frame(0, len(groups), 0, 1)
    parts = [axes(frame, "", y, ticks=[])]
    for place, (label, values) in enumerate(groups):
        wide = 0.8 / len(values)
        for number, value in enumerate(values):
            left, top = frame.at((place + 0.1 + number * wide, value))
            right, bottom = frame.at((place + 0.1 + (number + 0.9) * wide, 0))
            parts.append(
                f'<rect class="fill{number % 5}" x="{left}" y="{top}" '
                f'width="{right - left:.2f}" height="{bottom - top:.2f}"/>'
            )
            if len(values) <= FEW_BARS:
                parts.append(
                    f'<text class="small" x="{(left + right) / 2:.2f}" y="{top - 4:.2f}" '
                    f'text-anchor="middle">{100 * value:.0f}</text>'
                )
        middle, base = frame.at((place + 0.5, 0))
        parts.append(
            f'<text x="{middle}" y="{base + 18:.2f}" text-anchor="middle">'
            f"{escape(label)}</text>"
        )
    return whole([*parts, legend(names)])


def framed(series: Sequence[Series], y_range: Point | None) -> Frame:
    """The part of the plane that holds all points, with a little room."""
    xs = [point[0] for one in series for point in (*one.points, *one.more)]
    ys = [point[1] for one in series for point in (*one.points, *one.more)]
    ys += [end for one in series for pair in one.intervals for end in pair]
    low, high = y_range or (min(ys), max(ys))
    room = 0 if y_range else 0.06 * (high - low or 1)
    aside = 0.04 * (max(xs) - min(xs)) if any(one.marks for one in series) else 0
    return Frame(min(xs) - aside, max(xs) + aside, low - room, high + room)


def series_svg(one: Series, frame: Frame, number: int, shift: float) -> str:
    """A row of points as a line, or as marks with their intervals."""
    places = [frame.at(point) for point in one.points]
    if not one.marks:
        rest = [frame.at(point) for point in one.more]
        return polyline(places, number) + (polyline(rest, number) if rest else "")
    parts = []
    for place, (x, y) in enumerate(places):
        x += shift
        if one.intervals:
            at = one.points[place][0]
            low, high = (frame.at((at, end))[1] for end in one.intervals[place])
            parts.append(
                f'<path class="line{number % 5}" d="M{x:g} {low:g}V{high:g}'
                f'M{x - 3:g} {low:g}h6M{x - 3:g} {high:g}h6"/>'
            )
        parts.append(f'<circle class="fill{number % 5}" cx="{x:g}" cy="{y:g}" r="4"/>')
    return "".join(parts)


def polyline(places: Sequence[Point], number: int) -> str:
    """A line through places on the paper."""
    path = " ".join(f"{x:g},{y:g}" for x, y in places)
    return f'<polyline class="line{number % 5}" points="{path}"/>'


def axes(frame: Frame, x: str, y: str, ticks: Sequence[float] | None = None) -> str:
    """The two axes, their ticks, and their words."""
    parts = []
    for value in ticks_of(frame.y0, frame.y1):
        left, at = frame.at((frame.x0, value))
        parts.append(
            f'<path class="grid" d="M{left} {at}H{WIDTH - RIGHT}"/>'
            f'<text class="small" x="{left - 6}" y="{at + 4}" text-anchor="end">'
            f"{value:g}</text>"
        )
    for value in ticks_of(frame.x0, frame.x1) if ticks is None else ticks:
        at, base = frame.at((value, frame.y0))
        parts.append(
            f'<text class="small" x="{at}" y="{base + 16}" text-anchor="middle">'
            f"{value:g}</text>"
        )
    parts.append(f'<path class="axis" d="M{LEFT} {HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">{escape(x)}</text>'
    )
    up = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(
        f'<text x="14" y="{up}" text-anchor="middle" transform="rotate(-90 14 {up})">'
        f"{escape(y)}</text>"
    )
    return "".join(parts)


def ticks_of(low: float, high: float) -> list[float]:
    """Four to ten round numbers between two."""
    step = 10 ** floor(log10((high - low) / 4))
    step *= next(k for k in (5, 2, 1) if (high - low) / (step * k) >= 3.5)
    first = ceil(low / step - 1e-9)
    return [round(k * step, 10) for k in range(first, floor(high / step + 1e-9) + 1)]


def legend(names: Sequence[str]) -> str:
    """The names of the series, in a line on top."""
    parts, x = [], LEFT
    for number, name in enumerate(names):
        parts.append(
            f'<rect class="fill{number % 5}" x="{x}" y="10" width="12" height="12"/>'
            f'<text class="small" x="{x + 17}" y="20">{escape(name)}</text>'
        )
        x += 34 + round(6.6 * len(name))
    return "".join(parts)


def whole(parts: Sequence[str]) -> str:
    """The chart as one SVG element."""
    return (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(parts)}</svg>'
    )
