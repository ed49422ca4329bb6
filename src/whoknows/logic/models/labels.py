"""Labels: rows with the same label are alike.  They are counted anew to stay small.

>>> compact_labels(np.array([7, 10**9, 7])).tolist()
[0, 1, 0]
>>> joint([np.array([0, 0, 1]), np.array([0, 1, 1])], rows=3).tolist()
[0, 1, 3]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.models.model import Claim, View

HASH = 0x9E3779B97F4A7C15  # odd, its bits well mixed: 2^64 over the golden ratio


def compact_labels(labels: View) -> View:
    """Labels small enough to index by: as they are if they are, else counted anew."""
    if labels.dtype.kind not in "iu":
        labels = np.unique(labels, return_inverse=True)[1]
    if len(labels) and (labels.min() < 0 or labels.max() >= 4 * len(labels) + 64):
        labels = np.unique(labels, return_inverse=True)[1]
    labels = labels.astype(counting(4 * len(labels) + 64), copy=False)
    labels.flags.writeable = False
    return labels


def counting(size: int) -> type[np.int32] | type[np.int64]:
    """The smaller integer type that counts up to `size`."""
    return np.int32 if size < 2**31 else np.int64


def bound(labels: View) -> int:
    """One more than the largest label."""
    return int(labels.max()) + 1 if len(labels) else 0


def touched(claim: Claim, labels: View) -> Claim:
    """For every label, whether a row of `claim` has it."""
    with_label = np.zeros(bound(labels), dtype=bool)
    with_label[labels.take(np.flatnonzero(claim))] = True
    return with_label


def joint(views: list[View], rows: int) -> View:
    """How worlds look to several agents together, in labels small enough to index by."""
    labels = put_together(views, rows)
    return renumbered(labels) if len(views) > 1 else labels


def put_together(views: list[View], rows: int) -> View:
    """How worlds look to several agents together: alike only if alike to each."""
    if not views:
        return np.zeros(rows, dtype=np.int32)
    labels = views[0]
    for view in views[1:]:
        if bound(labels) * bound(view) >= 2**63:
            labels = renumbered(labels)
        wide: View = labels.astype(counting(bound(labels) * bound(view)))
        labels = wide * bound(view) + view
    return labels


def renumbered(labels: View) -> View:
    """Labels small enough to index by, equal where they were; a hash table by columns.

    Every row writes its number in the slot of its label.  Rows whose label is that of the
    row found there are done, the slot is theirs; those few that met another try again.
    """
    if bound(labels) <= 4 * len(labels) + 64:
        return labels
    keys = labels.astype(np.uint64)
    numbers = np.zeros(len(keys), dtype=np.int64)
    left, start, factor = np.arange(len(keys)), 0, HASH
    while len(left):
        bits = len(left).bit_length() + 1
        slots = hashed(keys, bits, factor)
        holder = np.zeros(2**bits, dtype=counting(len(keys)))
        holder[slots] = np.arange(len(keys))
        met = keys.take(holder.take(slots)) != keys
        numbers[left] = start + slots  # for those left over, for now
        again = np.flatnonzero(met)
        keys, left = keys.take(again), left.take(again)
        start, factor = start + 2**bits, factor * HASH % 2**64
    return numbers


def hashed(labels: View, bits: int, factor: int = HASH) -> NDArray[np.integer[Any]]:
    """A number of so many bits for every label."""
    if labels.dtype == np.int32 and bits < 31:
        slots = labels.view(np.uint32) * np.uint32(factor >> 32 | 1)
        slots >>= np.uint32(32 - bits)
        return slots.view(np.int32)
    keys = labels.astype(np.uint64, copy=False) * np.uint64(factor)
    keys >>= np.uint64(64 - bits)
    return keys.view(np.int64)


def components(views: list[View], rows: int) -> View:
    """The parts of the model that no chain of these views leaves, labelled by a row each.

    Every row points to a row of its part with a smaller number; in each round the rows of
    a cell, and the rows they point to, take over the smallest pointer of the cell, and
    pointers are followed one step: the rounds grow with the logarithm of the longest chain.
    """
    label = np.arange(rows)
    while views:
        before = label
        for view in views:
            low = np.full(bound(view), rows)
            np.minimum.at(low, view, label)
            hooked = label.copy()
            np.minimum.at(hooked, label, low[view])
            label = np.minimum(hooked, low[view])
            label = label[label]
        if np.array_equal(label, before):
            break
    return label


def distinct(values: NDArray[Any]) -> NDArray[Any]:
    """The different values in order; by sorting, which no pattern of values slows down."""
    ordered = np.sort(values)
    first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]
