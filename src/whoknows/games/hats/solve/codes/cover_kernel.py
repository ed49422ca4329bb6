"""The compiled local search: a cheapest cover, where near is mutual.

Points are given by whom they are near to (`starts` and `near`, each point near to
itself); to choose a point covers all near to it, at its cost.  The search weights the
points: those left uncovered grow heavier until somebody comes to cover them, which leads
out of local optima [Gao2015].  Importing this file imports numba: do so
only when needed.
"""

import numpy as np

from whoknows.work.compiled import compiled, copy

ENDLESS = 1 << 60


@compiled()
def orbits(maps, size):  # type: ignore[no-untyped-def]
    """Which orbit each point is in when these maps may be applied, and their sizes."""
    label = np.full(size, -1, np.int32)
    sizes, first = np.zeros(size, np.int64), np.zeros(size, np.int32)
    todo, number = np.zeros(size, np.int32), 0
    for start in range(size):
        if label[start] >= 0:
            continue
        label[start], first[number], todo[0], left = number, start, start, 1
        while left:
            left -= 1
            point = todo[left]
            sizes[number] += 1
            for each in range(maps.shape[0]):
                image = maps[each, point]
                if label[image] < 0:
                    label[image] = number
                    todo[left] = image
                    left += 1
        number += 1
    return label, sizes[:number], first[:number]


@compiled()
def near_orbits(label, first, steps):  # type: ignore[no-untyped-def]
    """Which orbits are near to each: those that a step leads to."""
    starts = np.zeros(first.size + 1, np.int32)
    near, filled = np.zeros(first.size * steps.size, np.int32), 0
    for number in range(first.size):
        for step in steps:
            other = label[first[number] ^ step]
            fresh = True
            for k in range(starts[number], filled):
                if near[k] == other:
                    fresh = False
                    break
            if fresh:
                near[filled] = other
                filled += 1
        starts[number + 1] = filled
    return starts, near[:filled]


@compiled()
def choose(point, starts, near, chosen, score, covered, weights):  # type: ignore[no-untyped-def]
    """Take a point into the cover; scores say what every other one would change."""
    chosen[point] = True
    score[point] = -score[point]
    for k in range(starts[point], starts[point + 1]):
        reached = near[k]
        covered[reached] += 1
        if covered[reached] == 1:
            for m in range(starts[reached], starts[reached + 1]):
                if near[m] != point:
                    score[near[m]] -= weights[reached]
        elif covered[reached] == 2:
            for m in range(starts[reached], starts[reached + 1]):
                if chosen[near[m]] and near[m] != point:
                    score[near[m]] += weights[reached]


@compiled()
def drop(point, starts, near, chosen, score, covered, weights):  # type: ignore[no-untyped-def]
    """Leave a point out of the cover: `choose` the other way round."""
    chosen[point] = False
    score[point] = -score[point]
    for k in range(starts[point], starts[point + 1]):
        reached = near[k]
        covered[reached] -= 1
        if covered[reached] == 0:
            for m in range(starts[reached], starts[reached + 1]):
                if near[m] != point:
                    score[near[m]] += weights[reached]
        elif covered[reached] == 1:
            for m in range(starts[reached], starts[reached + 1]):
                if chosen[near[m]]:
                    score[near[m]] -= weights[reached]


@compiled()
def better(one, other, score, costs, since):  # type: ignore[no-untyped-def]
    """Whether a point gains more for its cost than another, or the same and is older."""
    if other < 0:
        return True
    gain = score[one] * costs[other] - score[other] * costs[one]
    return gain > 0 or (gain == 0 and since[one] < since[other])


@compiled()
def least_missed(chosen, kept, score, costs, since):  # type: ignore[no-untyped-def]
    """The chosen point that is best left out, save for the one that must be kept."""
    found = -1
    for point in range(costs.size):
        if chosen[point] and point != kept and better(point, found, score, costs, since):
            found = point
    return found


@compiled()
def best_added(point, starts, near, free, score, costs, since, room):  # type: ignore[no-untyped-def]
    """The free point near to this one that gains most for a cost below the room, or -1."""
    found = -1
    for k in range(starts[point], starts[point + 1]):
        other = near[k]
        fits = free[other] and costs[other] < room
        if fits and better(other, found, score, costs, since):
            found = other
    return found


@compiled()
def release(point, starts, near, free):  # type: ignore[no-untyped-def]
    """What is near to a changed point, or near to that, may be chosen again."""
    for k in range(starts[point], starts[point + 1]):
        for m in range(starts[near[k]], starts[near[k] + 1]):
            free[near[m]] = True


@compiled()
def uncovered_points(covered, found):  # type: ignore[no-untyped-def]
    """How many points are not covered; they are listed in `found`."""
    number = 0
    for point in range(covered.size):
        if covered[point] == 0:
            found[number] = point
            number += 1
    return number


@compiled()
def cheapest_cover(starts, near, costs, target, steps, seed):  # type: ignore[no-untyped-def]
    """The least cost found in so many steps, and the points that are chosen for it."""
    np.random.seed(seed)  # noqa: NPY002  (numba's own generator)
    size = costs.size
    covered, weights = np.zeros(size, np.int32), np.ones(size, np.int64)
    chosen, free = np.zeros(size, np.bool_), np.ones(size, np.bool_)
    since, open_points = np.zeros(size, np.int64), np.zeros(size, np.int32)
    score = (starts[1:] - starts[:-1]).astype(np.int64)
    best, found, total, last = ENDLESS, np.zeros(size, np.bool_), 0, -1
    for step in range(1, steps + 1):
        number = uncovered_points(covered, open_points)
        if number == 0:
            if total < best:
                best = total
                copy(chosen, found)
                if best <= target:
                    break
            out = least_missed(chosen, -1, score, costs, since)
            drop(out, starts, near, chosen, score, covered, weights)
            total, since[out] = total - costs[out], step
            continue
        if best < ENDLESS:  # swap: leave one out before another comes in
            out = least_missed(chosen, last, score, costs, since)
            if out >= 0:
                drop(out, starts, near, chosen, score, covered, weights)
                total, since[out] = total - costs[out], step
                release(out, starts, near, free)
                free[out] = False
                number = uncovered_points(covered, open_points)
        point, room = open_points[np.random.randint(number)], best - total  # noqa: NPY002
        added = best_added(point, starts, near, free, score, costs, since, room)
        if added >= 0:
            choose(added, starts, near, chosen, score, covered, weights)
            total, since[added], last = total + costs[added], step, added
            release(added, starts, near, free)
        if best < ENDLESS:
            for k in range(uncovered_points(covered, open_points)):
                point = open_points[k]
                weights[point] += 1
                for m in range(starts[point], starts[point + 1]):
                    score[near[m]] += 1
    return best, found
