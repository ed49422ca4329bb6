"""Loops for tables of millions of worlds, in C: what a group knows, D and C.

numpy does the same for smaller tables, step by step (`table.spread_jointly`,
`table.components`): those are the twins of what is here.
"""

from __future__ import annotations

import numpy as np

from whoknows.logic.models.model import Claim, View
from whoknows.work.kernels import Array, Kernel, Number, WrongCall, refuse_outside

DIRECT = 1 << 29  # labels below are bits of their own: 64 MB at most
PIECES = 256  # by which rows with larger ones are parted
MOST_ROWS, MOST_CELLS = 2**31, 2**32  # that the kernels can number

BY_BITS: dict[int, Kernel] = {}  # by the bytes of a label
SWEEP: dict[int, Kernel] = {}
CHAINS: dict[int, Kernel] = {}
IN_MARKED: dict[int, Kernel] = {}
for size, label in ((4, "i4"), (8, "i8")):
    BY_BITS[size] = Kernel(
        f"by_bits_{8 * size}",
        Array("?", "rows"),
        Array(label, "rows"),
        Array("u8", "_words", written=True),
        Array("?", "rows", written=True),
    )
    SWEEP[size] = Kernel(
        f"sweep_{8 * size}",
        Array("?", "rows"),
        Array("u8", "agents"),  # where the view of each lies
        Array("i8", "_ends"),
        Array("u8", "_words", written=True),
        Array("u4", "rows", written=True),
        gives="i8",
    )
    CHAINS[size] = Kernel(
        f"chains_{8 * size}",
        Array("u4", "count"),
        Array("u8", "agents"),
        Array("i8", "_ends"),
        Array("u8", "_words", written=True),
        Array("u4", "_cells", written=True),
    )
    IN_MARKED[size] = Kernel(
        f"in_marked_{8 * size}",
        Array(label, "rows"),
        Array("u8", "_words"),
        Array("?", "rows", written=True),
    )
COUNT = Kernel(
    "count_pieces", Array("i8", "rows"), Array("i8", PIECES + 1, written=True), gives="i8"
)
BY_PIECES = Kernel(
    "by_pieces",
    Array("?", "rows"),
    Array("i8", "rows"),
    Array("i8", PIECES + 1),
    Array("i8", "rows", written=True),
    Array("u4", "rows", written=True),
    Array("i8", "_slots", written=True),
    Array("?", "rows", written=True),
    Number("i8", 1, 40),
)


def can_take(rows: int, cells: int = 0) -> bool:
    """Whether the kernels are there, and can number so many rows and cells."""
    return COUNT.there and rows < MOST_ROWS and cells < MOST_CELLS


def sharing(fails: Claim, labels: View, bound: int) -> Claim:
    """The rows that share a label with a row of `fails`; labels are any below `bound`."""
    fails, labels = np.ascontiguousarray(fails), in_one_piece(labels)
    refuse_labels(labels, bound)
    if not can_take(len(fails)):
        raise WrongCall(f"{len(fails)} rows, or no kernels")
    found = np.empty(len(fails), np.bool_)
    if bound <= DIRECT:
        words = np.zeros((bound >> 6) + 1, np.uint64)
        BY_BITS[labels.itemsize](fails, labels, words, found)
        return found
    labels = labels.astype(np.int64, copy=False)
    starts = np.empty(PIECES + 1, np.int64)
    bits = int(2 * COUNT(labels, starts) + 1).bit_length()
    keys, order = np.empty(len(fails), np.int64), np.empty(len(fails), np.uint32)
    slots = np.empty(1 << bits, np.int64)
    BY_PIECES(fails, labels, starts, keys, order, slots, found, bits)
    return found


def reached(fails: Claim, views: list[View]) -> Claim:
    """The rows joined to a row of `fails` by a chain of views."""
    fails, views = np.ascontiguousarray(fails), [in_one_piece(view) for view in views]
    size = max(view.itemsize for view in views)
    views = [view.astype(f"i{size}", copy=False) for view in views]
    for view in views:
        refuse_labels(view, MOST_CELLS)
        if view.shape != fails.shape:
            raise WrongCall(f"{len(fails)} rows, and a view of {len(view)}")
    starts = np.cumsum([0, *(int(view.max(initial=0)) + 1 for view in views)])
    if not can_take(len(fails), starts[-1]):
        raise WrongCall(f"{starts[-1]} cells, or no kernels")
    marks = np.zeros((starts[-1] >> 6) + 1, np.uint64)
    places = np.array([view.ctypes.data for view in views], np.uint64)
    left, found = np.empty(len(fails), np.uint32), np.empty(len(fails), np.bool_)
    count = SWEEP[size](fails, places, starts, marks, left)
    if count >= 0:
        CHAINS[size](left[:count], places, starts, marks, np.empty(starts[-1], np.uint32))
    IN_MARKED[size](views[0], marks, found)
    return found


def in_one_piece(labels: View) -> View:
    """Labels of a type that the kernels know, one beside the other."""
    if labels.dtype not in (np.int32, np.int64) or labels.ndim != 1:
        raise WrongCall(f"labels of type {labels.dtype} and {labels.ndim} sides")
    return np.require(labels, requirements=["C", "A"])


def refuse_labels(labels: View, bound: int) -> None:
    """Refuse labels that are not from 0 to below `bound`."""
    if len(labels):
        refuse_outside(labels.min(), labels.max(), bound)
