"""The coarsest stable partition of rows: the engine of bisimulation contraction.

Rows of one class must agree on the *set of classes* that each agent holds possible there.
Only what may have changed is looked at again: when a class splits, its largest piece keeps
its number, so the rows that get new numbers at least halve each time, and only groups that
hold such a row are weighed anew [Blom2005].  A group's set of classes is told by a sum of
random marks; at the end it is checked exactly that no two sets were confused.  Rounds in
which few rows change, as along a path, are done row by row, without the cost of arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.models.labels import bound, distinct

Classes: TypeAlias = NDArray[np.integer[Any]]  # the class of each row
Places: TypeAlias = NDArray[np.integer[Any]]  # rows, groups, or memberships


FEW_ROWS = 64  # rows or memberships that are handled one by one, in rounds of few


class Neighbors(NamedTuple):
    """Whom each row points to, through groups: for cells, the cell; for links, itself."""

    group: Places  # the group that each row points to
    owner: Places  # for each membership, the group
    member: Places  # and the row in it


@dataclass(frozen=True)
class Lists:
    """Many short lists in one array, asked for by key."""

    starts: Places
    values: Places

    @classmethod
    def by(cls, keys: Places, values: Places, size: int) -> Lists:
        """The values of each key below `size`."""
        order = np.argsort(keys, kind="stable")
        starts = np.zeros(size + 1, dtype=np.int64)
        np.cumsum(np.bincount(keys, minlength=size), out=starts[1:])
        return cls(starts, values[order])

    def of(self, keys: Places) -> tuple[Places, Places]:
        """The values of these keys, and for each value the place of its key."""
        first, size = self.starts[keys], self.starts[keys + 1] - self.starts[keys]
        place = np.repeat(np.arange(len(keys)), size)
        within = np.arange(len(place)) - np.repeat(np.cumsum(size) - size, size)
        return self.values[first[place] + within], place


class Plain:
    """Short lists as Python's own: for a few keys faster than arrays."""

    def __init__(self, lists: Lists) -> None:
        self.starts, self.values = lists.starts.tolist(), lists.values.tolist()

    def of(self, key: int) -> list[int]:
        """The values of a key."""
        return self.values[self.starts[key] : self.starts[key + 1]]  # type: ignore[no-any-return]


class Weighed:
    """The sets of classes of one agent's groups, as sums of marks, kept up to date."""

    def __init__(self, near: Neighbors, rows: int) -> None:
        size = max(bound(near.group), bound(near.owner))
        self.near = near
        self.members = Lists.by(near.owner, near.member, size)
        self.holders = Lists.by(near.member, near.owner, rows)
        self.pointing = Lists.by(near.group, np.arange(rows), size)
        self.sums = np.zeros(size, dtype=np.uint64)
        self.group = near.group.tolist()

    @cached_property
    def plain(self) -> tuple[Plain, Plain, Plain]:
        """The members of groups, who holds a row, and who points to a group."""
        return Plain(self.members), Plain(self.holders), Plain(self.pointing)

    def is_small(self, changed: Places) -> bool:
        """Whether the groups of the rows are so small that Python is as fast as arrays."""
        members, holders, _ = self.plain
        starts = members.starts
        held = {group for row in changed.tolist() for group in holders.of(row)}
        return bool(sum(starts[group + 1] - starts[group] for group in held) <= FEW_ROWS)

    def touched_few(
        self, changed: Places, classes: Classes, marks: NDArray[np.uint64]
    ) -> list[int]:
        """As `touched`, for a few rows in small groups."""
        members, holders, pointing = self.plain
        rows: list[int] = []
        for group in {group for row in changed.tolist() for group in holders.of(row)}:
            kinds = {int(classes[row]) for row in members.of(group)}
            weight = sum(int(marks[kind]) for kind in kinds) % 2**64
            if weight != self.sums[group]:
                self.sums[group] = weight
                rows += pointing.of(group)
        return rows

    def touched(
        self, changed: Places, classes: Classes, marks: NDArray[np.uint64]
    ) -> Places:
        """The rows whose set of classes changed, once rows `changed` got new classes."""
        groups = distinct(self.holders.of(changed)[0])
        members, place = self.members.of(groups)
        held = distinct(place * np.int64(len(marks)) + classes[members])
        place, kind = np.divmod(held, len(marks))
        sums = np.zeros(len(groups), dtype=np.uint64)
        np.add.at(sums, place, marks[kind])
        moved = sums != self.sums[groups]
        self.sums[groups] = sums
        return self.pointing.of(groups[moved])[0]


def coarsest(start: Classes, neighbors: list[Neighbors]) -> Classes:
    """The coarsest partition finer than `start` that is stable for all the neighbors."""
    salt = 0
    while True:
        classes = refined(start, neighbors, np.random.default_rng(salt))
        if all(stable(classes, near) for near in neighbors):
            return classes
        salt += 1  # two sets shared a sum; other marks will tell them apart


def refined(
    start: Classes, neighbors: list[Neighbors], rng: np.random.Generator
) -> Classes:
    """The partition, if no two different sets of classes have equal sums of marks."""
    rows = len(start)
    classes = np.unique(start, return_inverse=True)[1].astype(np.int64)
    sizes = np.bincount(classes, minlength=rows + 1)
    marks = rng.integers(1, 2**63, rows + 1, dtype=np.uint64)
    weighed = [Weighed(near, rows) for near in neighbors]
    changed: Places = np.arange(rows)
    used = bound(classes)
    while len(changed):
        if len(changed) <= FEW_ROWS and all(some.is_small(changed) for some in weighed):
            few = [some.touched_few(changed, classes, marks) for some in weighed]
            changed, used = split_few(set().union(*few), weighed, classes, sizes, used)
            continue
        moved = [some.touched(changed, classes, marks) for some in weighed]
        touched = distinct(np.concatenate([np.zeros(0, dtype=np.int64), *moved]))
        sights = [some.sums[some.near.group[touched]] for some in weighed]
        changed, used = split(touched, sights, classes, sizes, used)
    return np.unique(classes, return_inverse=True)[1]


def split(
    touched: Places,
    sights: list[NDArray[np.uint64]],
    classes: Classes,
    sizes: NDArray[np.integer[Any]],
    used: int,
) -> tuple[Places, int]:
    """Part the touched rows of each class by their sights; the rows that moved.

    Rows of a class that were not touched stay together and keep its number; where all
    were touched, the largest piece keeps it.
    """
    old = classes[touched]
    piece = old
    for sight in sights:
        place = np.unique(sight, return_inverse=True)[1]
        piece = np.unique(piece * np.int64(bound(place)) + place, return_inverse=True)[1]
    piece = np.unique(piece, return_inverse=True)[1]
    count = np.bincount(piece)
    home = np.zeros(len(count), dtype=np.int64)
    home[piece] = old
    order = np.lexsort((-count, home))  # pieces of a class together, the largest first
    largest = np.zeros(len(count), dtype=bool)
    largest[order[np.flatnonzero(np.diff(home[order], prepend=-1))]] = True
    all_touched = touched_in_all(old, home) == sizes[home]
    leaves = ~(largest & all_touched)
    number = home.copy()
    number[leaves] = used + np.arange(np.count_nonzero(leaves))
    np.subtract.at(sizes, home[leaves], count[leaves])
    sizes[number[leaves]] = count[leaves]
    classes[touched] = number[piece]
    return touched[leaves[piece]], used + int(np.count_nonzero(leaves))


def split_few(
    touched: set[int],
    weighed: list[Weighed],
    classes: Classes,
    sizes: NDArray[np.integer[Any]],
    used: int,
) -> tuple[Places, int]:
    """As `split`, for a few rows."""
    pieces: dict[int, dict[tuple[int, ...], list[int]]] = {}
    for row in sorted(touched):
        sight = tuple(int(some.sums[some.group[row]]) for some in weighed)
        pieces.setdefault(int(classes[row]), {}).setdefault(sight, []).append(row)
    moved: list[int] = []
    for home, parts in pieces.items():
        leaving = sorted(parts.values(), key=len)
        if sum(map(len, leaving)) == sizes[home]:
            leaving.pop()  # the largest keeps the number
        for rows in leaving:
            classes[rows] = used
            sizes[used], sizes[home] = len(rows), sizes[home] - len(rows)
            moved += rows
            used += 1
    return np.array(sorted(moved), dtype=np.int64), used


def touched_in_all(old: Classes, home: Classes) -> Places:
    """How many touched rows the class of each piece has."""
    kinds, count = np.unique(old, return_counts=True)
    counts: Places = count[np.searchsorted(kinds, home)]
    return counts


def stable(classes: Classes, near: Neighbors) -> bool:
    """Whether rows of one class hold the same classes possible: an exact check.

    They do if the classes that all rows of a class hold possible together are no more
    than each of its rows holds possible alone.
    """
    width = bound(classes)
    held = distinct(near.owner.astype(np.int64) * width + classes[near.member])
    owner, kind = np.divmod(held, width)
    alone = np.bincount(owner, minlength=max(bound(near.group), 1))[near.group]
    lists = Lists.by(owner, kind, max(bound(near.group), bound(owner)))
    # One row stands for all rows of its class and group.
    pairs = distinct(classes.astype(np.int64) * (bound(near.group) + 1) + near.group)
    whose, group = np.divmod(pairs, bound(near.group) + 1)
    kinds, place = lists.of(group)
    together = distinct(whose[place] * width + kinds)
    total = np.bincount(together // width, minlength=width)
    return bool((total[classes] == alone).all())
