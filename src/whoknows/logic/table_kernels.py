"""Compiled loops for tables of millions of worlds: what a group knows, D and C.

numpy does the same for smaller tables, step by step (`table.spread_jointly`,
`table.components`): those are the twins of what is here.  Importing this file imports
numba, which takes half a second: do so only where the table is large.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from whoknows.logic.model import Claim, View

FACTOR = np.uint64(
    0x9E3779B97F4A7C15
)  # odd, its bits well mixed: 2^64 over the golden ratio
ONE, SIX, WORD = np.uint64(1), np.uint64(6), np.uint64(63)  # words of 2^6 bits
DIRECT = 1 << 29  # labels below are bits of their own: 64 MB at most
SLOT_BITS = 26  # larger ones are hashed to so many: 8 MB, which stay in the fast memory
SWEEPS = 8  # over the rows that nothing has reached, before their chains are joined


def compiled(function: Callable[..., Any]) -> Any:
    """A function compiled on first use, kept on disk where there is a place for it."""
    try:
        return numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # numba found no place for its files
        return numba.njit(nogil=True)(function)


# ------------------------------------------------------------- rows that share a label


def sharing(fails: Claim, labels: View, bound: int) -> Claim:
    """The rows that share a label with a row of `fails`; labels are any numbers."""
    if bound <= DIRECT:
        return by_bits(fails, labels, bound)
    rows = in_doubt(fails, labels, 64 - SLOT_BITS)
    few = fails.take(rows)
    found = fails.copy()
    found[rows] = by_table(few, labels.take(rows), int(np.count_nonzero(few)))
    return found


@compiled
def by_bits(fails: Any, labels: Any, bound: int) -> Any:
    """The rows that share a label, each label being a bit."""
    bits = np.zeros((bound >> 6) + 1, dtype=np.uint64)
    for row in range(len(fails)):
        if fails[row]:
            label = np.uint64(labels[row])
            bits[label >> SIX] |= ONE << (label & WORD)
    found = np.empty(len(fails), dtype=np.bool_)
    for row in range(len(fails)):
        label = np.uint64(labels[row])
        found[row] = bits[label >> SIX] >> (label & WORD) & ONE
    return found


@compiled
def in_doubt(fails: Any, labels: Any, shift: int) -> Any:
    """The rows without `fails` whose slot has a row with it, and the rows of these slots.

    All others share no label with a row of the other kind.
    """
    down = np.uint64(shift)
    with_fails = np.zeros(1 << (58 - shift), dtype=np.uint64)
    without = np.zeros(1 << (58 - shift), dtype=np.uint64)
    for row in range(len(fails)):
        if fails[row]:
            slot = np.uint64(labels[row]) * FACTOR >> down
            with_fails[slot >> SIX] |= ONE << (slot & WORD)
    rows = np.empty(len(fails), dtype=np.int64)
    count = 0
    for row in range(len(fails)):
        if not fails[row]:
            slot = np.uint64(labels[row]) * FACTOR >> down
            if with_fails[slot >> SIX] >> (slot & WORD) & ONE:
                without[slot >> SIX] |= ONE << (slot & WORD)
                rows[count] = row
                count += 1
    for row in range(len(fails)):
        if fails[row]:
            slot = np.uint64(labels[row]) * FACTOR >> down
            if without[slot >> SIX] >> (slot & WORD) & ONE:
                rows[count] = row
                count += 1
    return rows[:count].copy()


@compiled
def by_table(fails: Any, labels: Any, count: int) -> Any:
    """The rows that share a label with one of the `count` rows of `fails`, by hashing."""
    bits = 1
    while 1 << bits < 2 * count + 2:
        bits += 1
    down, last = np.uint64(64 - bits), np.uint64((1 << bits) - 1)
    table = np.full(1 << bits, -1, dtype=np.int64)
    found = fails.copy()
    for wanted in (True, False):  # first those with `fails` are put in, then others asked
        for row in range(len(fails)):
            if fails[row] == wanted:
                label = np.int64(labels[row])
                slot = np.uint64(label) * FACTOR >> down
                while table[slot] not in (-1, label):
                    slot = slot + ONE & last
                if wanted:
                    table[slot] = label
                else:
                    found[row] = table[slot] == label
    return found


# ------------------------------------------------------------- rows that chains lead to


def reached(fails: Claim, views: list[View]) -> Claim:
    """The rows joined to a row of `fails` by a chain of views."""
    sizes = [int(view.max()) + 1 for view in views]
    starts = np.cumsum([0, *sizes])  # all cells of all agents in one row
    marks = np.zeros(starts[-1], dtype=np.bool_)
    rows = spread_once(fails, tuple(views), starts, marks)
    for _ in range(SWEEPS):
        left = len(rows)
        rows = swept(rows, tuple(views), starts, marks)
        if len(rows) == left:  # nothing leads on from here
            break
    else:
        join(rows, tuple(views), starts, marks)
    return marks.take(views[0])


@compiled
def spread_once(fails: Any, views: Any, starts: Any, marks: Any) -> Any:
    """Mark the cells with a row of `fails`; the rows that may still be reached."""
    for row in range(len(fails)):
        if fails[row]:
            for agent in range(len(views)):
                marks[starts[agent] + views[agent][row]] = True
    return np.flatnonzero(~fails)


@compiled
def swept(rows: Any, views: Any, starts: Any, marks: Any) -> Any:
    """Mark all cells of rows that are in a marked one; the rows that are in none."""
    left = np.empty_like(rows)
    count = 0
    for row in rows:
        is_reached = False
        for agent in range(len(views)):
            is_reached |= marks[starts[agent] + views[agent][row]]
        if is_reached:
            for agent in range(len(views)):
                marks[starts[agent] + views[agent][row]] = True
        else:
            left[count] = row
            count += 1
    return left[:count].copy()


@compiled
def join(rows: Any, views: Any, starts: Any, marks: Any) -> None:
    """Mark the cells that chains of these rows join to a marked one."""
    parent = np.arange(starts[-1])
    for row in rows:
        first = root(parent, starts[0] + views[0][row])
        for agent in range(1, len(views)):
            other = root(parent, starts[agent] + views[agent][row])
            if first != other:
                marks[first] |= marks[other]
                parent[other] = first
    for row in rows:
        is_reached = marks[root(parent, starts[0] + views[0][row])]
        for agent in range(len(views)):
            marks[starts[agent] + views[agent][row]] |= is_reached


@compiled
def root(parent: Any, cell: Any) -> Any:
    """The cell that stands for all cells joined to one; the way to it is made shorter."""
    while parent[cell] != cell:
        parent[cell] = parent[parent[cell]]
        cell = parent[cell]
    return cell
