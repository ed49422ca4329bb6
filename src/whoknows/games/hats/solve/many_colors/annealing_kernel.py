"""The compiled annealing of losing sets; importing this file imports numba.

A point is won if it is not given up and is the only such point on one of its lines; one
point after another is given up or taken back, as chance and a falling heat allow.
"""

import numpy as np

from whoknows.work.compiled import compiled


@compiled()
def sole(line, points, lost):  # type: ignore[no-untyped-def]
    """The one point of a line that is not given up."""
    for point in points[line]:
        if not lost[point]:
            return point
    return -1


@compiled()
def flip(point, lines, points, lost, left, alone):  # type: ignore[no-untyped-def]
    """Give a point up or take it back; `left` and `alone` are kept right."""
    for line in lines[point]:
        if left[line] == 1:
            alone[sole(line, points, lost)] -= 1
    lost[point] = not lost[point]
    for line in lines[point]:
        left[line] += -1 if lost[point] else 1
        if left[line] == 1:
            alone[sole(line, points, lost)] += 1


@compiled()
def won_near(point, lines, points, lost, alone, worth):  # type: ignore[no-untyped-def]
    """What is won on the lines of a point."""
    total = worth[point] if alone[point] and not lost[point] else 0.0
    for line in lines[point]:
        for other in points[line]:
            if other != point and alone[other] and not lost[other]:
                total += worth[other]
    return total


@compiled()
def anneal(lines, points, worth, steps, hot, cold, rng):  # type: ignore[no-untyped-def]
    """The best set of points given up that one run comes by, and what is won then."""
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
    heat, cooling = hot, (cold / hot) ** (1 / steps)
    for _ in range(steps):
        heat *= cooling
        point = int(rng.random() * size)
        before = won_near(point, lines, points, lost, alone, worth)
        flip(point, lines, points, lost, left, alone)
        change = won_near(point, lines, points, lost, alone, worth) - before
        if change >= 0 or rng.random() < np.exp(change / heat):
            now += change
            if now > best + 1e-9:
                best, found = now, lost.copy()
        else:
            flip(point, lines, points, lost, left, alone)
    return found, best
