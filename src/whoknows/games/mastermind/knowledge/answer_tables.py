"""The answers of the game as a sum of small tables, so that no full matrix is needed.

With b blacks and s shared colors the label of an answer is b (pegs + 1) + (s - b), which
is b pegs + s: the blacks of the left half, those of the right half, and the shared colors
each come from a table of their own.
"""

from itertools import combinations_with_replacement, product
from math import comb
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge
from whoknows.games.mastermind.rules import Codes, Rules
from whoknows.inquiry.problem import Marks, smallest

MOST_BYTES = 600_000_000  # of tables
MOST_PAIRS = 2_000_000  # pairs that are kept in one table


class Layers(NamedTuple):
    """The answers as a sum of small tables; see `whoknows.inquiry.problem`."""

    tables: NDArray[Any]
    rows: NDArray[np.int64]
    columns: NDArray[np.int32]


def layers(rules: Rules) -> Layers:
    """The tables of the game: three, two where whites are silent, one if it is small."""
    check_size(rules)
    several = small_tables(rules)
    return one_table(several, rules.size) if rules.size**2 <= MOST_PAIRS else several


def one_table(several: Layers, size: int) -> Layers:
    """The answers as one full table, which is quicker to look up."""
    places = zip(several.rows, several.columns, strict=True)
    table = sum(several.tables[row[:, None] + column] for row, column in places)
    rows = np.arange(size, dtype=np.int64)[None] * size
    return Layers(np.ravel(table), rows, np.arange(size, dtype=np.int32)[None])


def small_tables(rules: Rules) -> Layers:
    """The answers of the game as tables of parts of codes."""
    half = (rules.pegs + 1) // 2
    worth = 1 if rules.blacks_only else rules.pegs
    head, tail = rules.codes[:, :half], rules.codes[:, half:]
    pieces = [
        black_layer(head, rules.colors, worth),
        black_layer(tail, rules.colors, worth),
    ]
    if not rules.blacks_only:
        pieces.append(shared_layer(rules))
    dtype = smallest(rules.labels)
    starts = np.cumsum([0, *(table.size for table, _ in pieces)])
    return Layers(
        np.concatenate([table.ravel().astype(dtype) for table, _ in pieces]),
        np.stack([
            start + place.astype(np.int64) * len(table)
            for start, (table, place) in zip(starts[:-1], pieces, strict=True)
        ]),
        np.stack([place for _, place in pieces]),
    )  # fmt: skip


Layer: TypeAlias = tuple[NDArray[np.uint16], NDArray[np.int32]]  # table; place of each code


def black_layer(codes: Codes, colors: int, worth: int) -> Layer:
    """`worth` per peg where two (parts of) codes agree."""
    pegs = codes.shape[1]
    every = np.array(list(product(range(colors), repeat=pegs)), np.int8)
    every = every.reshape(colors**pegs, pegs)
    table = np.zeros((len(every), len(every)), np.uint16)
    for peg in range(pegs):
        table += (every[:, None, peg] == every[None, :, peg]).astype(np.uint16)
    place = codes.astype(np.int32) @ (colors ** np.arange(pegs)[::-1]).astype(np.int32)
    return table * np.uint16(worth), place.astype(np.int32)


def shared_layer(rules: Rules) -> Layer:
    """One per peg of one code that has a like peg in the other, wherever it is."""
    kinds = list(combinations_with_replacement(range(rules.colors), rules.pegs))
    amounts = np.array([[kind.count(c) for c in range(rules.colors)] for kind in kinds])
    table = np.zeros((len(kinds), len(kinds)), np.uint16)
    for color in range(rules.colors):
        column = amounts[:, color].astype(np.uint16)
        table += np.minimum(column[:, None], column[None])
    ordered = np.sort(rules.codes, axis=1).astype(np.int64)
    weights = rules.colors ** np.arange(rules.pegs)[::-1]
    known = np.array(kinds) @ weights  # rises with the place of the kind
    return table, np.searchsorted(known, ordered @ weights).astype(np.int32)


def check_size(rules: Rules) -> None:
    """Refuse a game whose tables would not fit the memory."""
    half = rules.colors ** ((rules.pegs + 1) // 2)
    kinds = comb(rules.colors + rules.pegs - 1, rules.pegs)
    amount = half**2 + (0 if rules.blacks_only else kinds**2)
    if amount > MOST_BYTES:
        raise TooLarge(f"{rules}: tables of {amount:,} answers, {MOST_BYTES:,} are allowed")


def marks(rules: Rules) -> Marks | None:
    """The answers by bits, where a code fits a word: pegs in place, and colors counted.

    A color that comes n times sets the first n of its own bits, so that two codes share
    as many of them as they share pegs of that color.
    """
    if rules.pegs * rules.colors > 64 or rules.labels > 64:
        return None
    codes = rules.codes.astype(np.uint64)
    placed = np.zeros(rules.size, np.uint64)
    counted = np.zeros(rules.size, np.uint64)
    for peg in range(rules.pegs):
        own = codes[:, peg]
        before = (codes[:, :peg] == own[:, None]).sum(1).astype(np.uint64)
        placed |= np.uint64(1) << (own + np.uint64(peg * rules.colors))
        counted |= np.uint64(1) << (own * np.uint64(rules.pegs) + before)
    words = np.stack([placed, counted])
    worth = [1, 0] if rules.blacks_only else [rules.pegs, 1]
    return Marks(words, words, np.array(worth, np.uint64))
