"""Exact results about a seat's outlook: what each guess would leave, to it and to others.

`w_r` and `w_f` are the worlds left to the guesser after a right and a wrong answer; `|S_a|`
is the number of sets into which the other seat `a` parts them [Eker2020, section 4].
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.davinci.knowledge import Outlook
from whoknows.games.davinci.knowledge.counting import Counts, kind

Table: TypeAlias = NDArray[np.int64]  # a row is another seat, a column a guess


@dataclass(frozen=True, slots=True)
class Classes:
    """In how many sets each other seat would part the guesser's worlds, guess by guess."""

    right: Table
    wrong: Table


@np.errstate(invalid="ignore")  # BLAS may raise the flag on lanes that it does not use
def classes(outlook: Outlook, columns: NDArray[np.intp] | None = None) -> Classes:
    """The sets of every other seat after each guess (or after these alone).

    To a seat that is out and known to all, the worlds are one single set.
    """
    right, wrong = [], []
    for i in range(len(outlook.seats)):
        sides = [sides_of(outlook, i, j) for j in range(len(outlook.seats))]
        right.append(np.concatenate([side[0] for side in sides]))
        wrong.append(np.concatenate([side[1] for side in sides]))
    found = Classes(np.stack(right), np.stack(wrong))
    if columns is None:
        return found
    return Classes(found.right[:, columns], found.wrong[:, columns])


def sides_of(outlook: Outlook, i: int, j: int) -> tuple[NDArray[np.int64], ...]:
    """How many hands seat i may still have after each guess at seat j: right, wrong."""
    sizes, held = outlook.groups[i].sizes, outlook.ways[i] > 0
    part = outlook.asked[j]
    every = float(sizes[held].sum())
    right: Counts
    wrong: Counts
    if i == j:
        right = held.astype(np.float32) @ part.marks
        wrong = every - right
    elif i in outlook.free and j in outlook.free:
        over = outlook.over[outlook.free.index(i), outlook.free.index(j)]
        others = outlook.groups[j].sizes
        real = kind(float(over.max()) * float(others.sum()))
        hit = over.astype(real, copy=False) @ part.marks.astype(real, copy=False)
        full = over.astype(real, copy=False) @ others.astype(real, copy=False)
        right = sizes @ (hit > 0).astype(np.float32)
        wrong = sizes @ (hit < full[:, None]).astype(np.float32)
    else:  # the tiles of one of the two are known: no link between them
        sure = (outlook.ways[j] @ part.marks) == outlook.worlds
        right = np.full(len(part.places), every)
        wrong = np.where(sure, 0.0, every)
    return right.astype(np.int64), wrong.astype(np.int64)
