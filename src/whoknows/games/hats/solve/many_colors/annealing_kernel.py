"""The annealing of losing sets: in C, and the same in Python.

A point is won if it is not given up and is the only such point on one of its lines; one
point after another is given up or taken back, as chance and a falling heat allow.
"""

from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.work.kernels import Array, Chance, Kernel, Number, Watch, Watched

LOOK = 64  # steps of the twin between two looks at the watch

ANNEAL = Kernel(
    "anneal",
    Array("i8", "size", "agents", below="line_count"),  # the lines of each point
    Array("i8", "line_count", "colors", below="size"),  # the points of each line
    Array("f8", "size"),  # what a point is worth
    Array("?", "size", written=True),  # the best set found
    Array("?", "size", written=True),  # points given up now
    Array("i8", "line_count", written=True),  # open points of each line
    Array("i8", "size", written=True),  # lines on which a point is alone
    Chance(),
    Watched(),
    Number("i8", 1),
    Number("f8"),
    Number("f8"),
    gives="f8",
)


def anneal(
    lines: NDArray[Any],
    points: NDArray[Any],
    worth: NDArray[np.float64],
    steps: int,
    hot: float,
    cold: float,
    rng: np.random.Generator,
    watch: Watch | None = None,
) -> tuple[NDArray[np.bool_], float]:
    """The best set of points given up that one run comes by, and what is won then.

    Once the watch is told to stop, that is the best so far.
    """
    watch = watch or Watch()
    cooling = (cold / hot) ** (1 / steps)
    if not ANNEAL.there:
        return plain_anneal(lines, points, worth, steps, hot, cooling, rng, watch)
    size, count = len(lines), len(points)
    found, lost = np.empty(size, np.bool_), np.empty(size, np.bool_)
    left, alone = np.empty(count, np.int64), np.empty(size, np.int64)
    best = ANNEAL(
        lines, points, worth, found, lost, left, alone, rng, watch, steps, hot, cooling
    )
    return found, best


def plain_anneal(
    lines: Any,
    points: Any,
    worth: Any,
    steps: int,
    heat: float,
    cooling: float,
    rng: np.random.Generator,
    watch: Watch,
) -> tuple[NDArray[np.bool_], float]:
    """The twin of the kernel."""
    size = len(lines)
    lost = np.zeros(size, np.bool_)
    left = np.full(len(points), points.shape[1], np.int64)
    alone = np.zeros(size, np.int64)
    for point in range(size):
        if rng.random() < 0.4:
            flip(point, lines, points, lost, left, alone)
    now = 0.0
    for point in range(size):
        if alone[point] and not lost[point]:
            now += worth[point]
    best, found = now, lost.copy()
    for step in range(steps):
        if step % LOOK == 0 and watch.stopped_at(step):
            break
        heat *= cooling
        point = int(rng.random() * size)
        before = won_near(point, lines, points, lost, alone, worth)
        flip(point, lines, points, lost, left, alone)
        change = won_near(point, lines, points, lost, alone, worth) - before
        if change >= 0 or rng.random() < exp(change / heat):
            now += change
            if now > best + 1e-9:
                best, found = now, lost.copy()
        else:
            flip(point, lines, points, lost, left, alone)
    return found, best


def sole(line: int, points: Any, lost: Any) -> int:
    """The one point of a line that is not given up."""
    for point in points[line]:
        if not lost[point]:
            return int(point)
    return -1


def flip(point: int, lines: Any, points: Any, lost: Any, left: Any, alone: Any) -> None:
    """Give a point up or take it back; `left` and `alone` are kept right."""
    for line in lines[point]:
        if left[line] == 1:
            alone[sole(line, points, lost)] -= 1
    lost[point] = not lost[point]
    for line in lines[point]:
        left[line] += -1 if lost[point] else 1
        if left[line] == 1:
            alone[sole(line, points, lost)] += 1


def won_near(
    point: int, lines: Any, points: Any, lost: Any, alone: Any, worth: Any
) -> float:
    """What is won on the lines of a point."""
    total: float = worth[point] if alone[point] and not lost[point] else 0.0
    for line in lines[point]:
        for other in points[line]:
            if other != point and alone[other] and not lost[other]:
                total += worth[other]
    return total
