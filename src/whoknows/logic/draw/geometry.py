"""Lines, bends, and how far they pass from the rims of spots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.draw.shapes import Head, Point

Plane: TypeAlias = NDArray[np.float64]  # a point per row, or a number per pair of points


@dataclass(frozen=True, slots=True)
class Rim:
    """The rim of a spot: a circle, drawn out sideways for long labels."""

    radius: float
    reach: float

    def gaps(self, points: Sequence[Point] | Plane, spots: Sequence[Point]) -> Plane:
        """How far every point is from the rim of every spot."""
        apart = np.abs(np.asarray(points)[:, None] - np.asarray(spots)[None])
        apart[..., 0] = np.maximum(0.0, apart[..., 0] - (self.reach - self.radius))
        gaps: Plane = np.hypot(apart[..., 0], apart[..., 1]) - self.radius
        return gaps

    def clearance(
        self, start: Point, end: Point, bend: float, others: Sequence[Point]
    ) -> float:
        """How far a link passes from the nearest of the other spots."""
        if not others:
            return float("inf")
        return float(self.gaps(curve(start, end, bend), others).min())


def curve(start: Point, end: Point, bend: float, steps: int = 32) -> Plane:
    """Points along a link."""
    t = np.linspace(0, 1, steps + 1)[:, None]
    middle = np.array(control_point(start, end, bend))
    points: Plane = (
        (1 - t) ** 2 * np.array(start) + 2 * t * (1 - t) * middle + t**2 * np.array(end)
    )
    return points


def corners(head: Head) -> tuple[Point, Point, Point]:
    """The triangle of an arrow's head, its tip first."""
    (x, y), (a, b) = head.tip, head.way
    foot, wide = (x - 12 * a, y - 12 * b), 5.5
    return (
        head.tip,
        (foot[0] - wide * b, foot[1] + wide * a),
        (foot[0] + wide * b, foot[1] - wide * a),
    )


def control_point(start: Point, end: Point, bend: float) -> Point:
    """The control point of a link: off its middle by `bend`, square to the line."""
    (x, y), (u, v) = start, end
    length = hypot(u - x, v - y) or 1.0
    return ((x + u) / 2 - bend * (v - y) / length, (y + v) / 2 + bend * (u - x) / length)
