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

from whoknows.logic.models.model import Claim, View

FACTOR = np.uint64(
    0x9E3779B97F4A7C15
)  # odd, its bits well mixed: 2^64 over the golden ratio
ONE, SIX, WORD = np.uint64(1), np.uint64(6), np.uint64(63)  # words of 2^6 bits
DIRECT = 1 << 29  # labels below are bits of their own: 64 MB at most
PIECE_BITS = 8  # rows with larger ones are parted by so many bits of a hash
SWEEPS = 4  # over the rows that nothing has reached, before their chains are joined


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
    place = np.uint32 if len(fails) < 2**31 else np.uint64
    return by_pieces(fails, labels, np.empty(len(fails), dtype=place))


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
def by_pieces(fails: Any, labels: Any, rows: Any) -> Any:
    """The rows that share a label, by a hash table for each of many pieces.

    A piece has the rows whose hash begins alike, so that its table stays in the fast
    memory.  `rows` is room for the rows of the pieces one after the other, each with a
    bit more that says whether it is one of `fails`.
    """
    down = np.uint64(64 - PIECE_BITS)
    starts = np.zeros((1 << PIECE_BITS) + 1, dtype=np.int64)
    for row in range(len(fails)):
        starts[(np.uint64(labels[row]) * FACTOR >> down) + ONE] += 1
    largest = starts.max()
    starts = np.cumsum(starts)
    keys, place = np.empty(len(fails), dtype=np.int64), starts[:-1].copy()
    for row in range(len(fails)):
        home = np.uint64(labels[row]) * FACTOR >> down
        keys[place[home]], rows[place[home]] = labels[row], row << 1 | fails[row]
        place[home] += 1
    bits = 1
    while 1 << bits < 2 * largest + 2:
        bits += 1
    table, found = np.empty(1 << bits, dtype=np.int64), fails.copy()
    for piece in range(1 << PIECE_BITS):
        table[:] = -1
        here = slice(starts[piece], starts[piece + 1])
        share_in(keys[here], rows[here], table, bits, found)
    return found


@compiled
def share_in(keys: Any, rows: Any, table: Any, bits: int, found: Any) -> None:
    """Find the rows of a piece whose key a row of `fails` has, in an empty hash table."""
    up, down = np.uint64(PIECE_BITS), np.uint64(64 - bits)
    last = np.uint64((1 << bits) - 1)
    for wanted in (1, 0):  # first those with `fails` are put in, then others asked
        for k in range(len(keys)):
            if rows[k] & 1 == wanted:
                slot = (np.uint64(keys[k]) * FACTOR << up) >> down
                while table[slot] not in (-1, keys[k]):
                    slot = slot + ONE & last
                if wanted:
                    table[slot] = keys[k]
                else:
                    found[rows[k] >> 1] = table[slot] == keys[k]


# ------------------------------------------------------------- rows that chains lead to


def reached(fails: Claim, views: list[View]) -> Claim:
    """The rows joined to a row of `fails` by a chain of views."""
    sizes = [int(view.max()) + 1 for view in views]
    starts = np.cumsum([0, *sizes])  # all cells of all agents in one row
    marks = np.zeros((starts[-1] >> 6) + 1, dtype=np.uint64)  # a bit for every cell
    rows = spread_once(fails, tuple(views), starts, marks)
    for _ in range(SWEEPS):
        left = len(rows)
        rows = swept(rows, tuple(views), starts, marks)
        if len(rows) == left:  # nothing leads on from here
            break
    else:
        join(rows, tuple(views), starts, marks)
    found: Claim = in_marked(views[0], marks)
    return found


@compiled
def is_marked(marks: Any, cell: Any) -> Any:
    """Whether a cell is marked."""
    return marks[cell >> 6] >> np.uint64(cell & 63) & ONE


@compiled
def mark(marks: Any, cell: Any) -> None:
    """Mark a cell."""
    marks[cell >> 6] |= ONE << np.uint64(cell & 63)


@compiled
def spread_once(fails: Any, views: Any, starts: Any, marks: Any) -> Any:
    """Mark the cells with a row of `fails`; the rows that may still be reached."""
    left = np.empty(len(fails), dtype=np.uint32)  # larger tables fit no memory
    count = 0
    for row in range(len(fails)):
        if fails[row]:
            for agent in range(len(views)):
                mark(marks, starts[agent] + views[agent][row])
        else:
            left[count] = row
            count += 1
    return left[:count]


@compiled
def swept(rows: Any, views: Any, starts: Any, marks: Any) -> Any:
    """Mark all cells of rows that are in a marked one; the rows that are in none."""
    count = 0
    for row in rows:
        is_reached = False
        for agent in range(len(views)):
            is_reached |= is_marked(marks, starts[agent] + views[agent][row]) > 0
        if is_reached:
            for agent in range(len(views)):
                mark(marks, starts[agent] + views[agent][row])
        else:
            rows[count] = row
            count += 1
    return rows[:count]


@compiled
def join(rows: Any, views: Any, starts: Any, marks: Any) -> None:
    """Mark the cells that chains of these rows join to a marked one."""
    parent = np.arange(starts[-1]).astype(np.uint32)
    for row in rows:
        first = root(parent, starts[0] + views[0][row])
        for agent in range(1, len(views)):
            other = root(parent, starts[agent] + views[agent][row])
            if first != other:
                if is_marked(marks, other):
                    mark(marks, first)
                parent[other] = first
    for row in rows:
        if is_marked(marks, root(parent, starts[0] + views[0][row])):
            for agent in range(len(views)):
                mark(marks, starts[agent] + views[agent][row])


@compiled
def root(parent: Any, cell: Any) -> Any:
    """The cell that stands for all cells joined to one; the way to it is made shorter."""
    while parent[cell] != cell:
        parent[cell] = parent[parent[cell]]
        cell = parent[cell]
    return cell


@compiled
def in_marked(view: Any, marks: Any) -> Any:
    """The rows whose cell is marked, by the view that has the first cells."""
    found = np.empty(len(view), dtype=np.bool_)
    for row in range(len(view)):
        found[row] = is_marked(marks, view[row]) > 0
    return found
