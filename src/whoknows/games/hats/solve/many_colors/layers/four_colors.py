"""Four agents of four colors win 138 of 256 at most.

A layer is a set of the 64 configurations of three agents, and a stack of four squares of
16.  By the lemmas of `layer_lists` those with few blocked are stacks of squares with few
blocked; they are found by putting square upon square, the largest first, up to renaming.
They are few: of those with 37 and 10 blocked there is one, all with a color somewhere.  In
each way to part 139 won and 34 blocked two of the layers do not fit, whatever one's names.

(docs/hats-beyond.md, *Stacks of layers*; `whoknows.checking.layers.four_colors` checks it)
"""

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.many_colors.layers.layer_lists import (
    Kind,
    all_refuted,
    bound_by_counting,
    fewest_blocked_in_layer,
    fewest_blocked_in_stack,
    most_blocked_in_stack,
    ways_to_part,
)
from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    LayerSets,
    Sets,
    Share,
    blocked,
    one_of_each_class,
    renamings,
    turns,
)

SQUARE, LAYER = Rules(2, 4), Rules(3, 4)  # 16 configurations, and a stack of four: 64
REFUTED = 139
# Won, and most blocked.  With one less the way beside it is not refuted; the others of up
# to 39 are what was looked at first, and with more won there is no such set.
LISTED = {
    30: 1,
    31: 4,
    32: 5,
    33: 7,
    35: 10,
    38: 15,
    39: 17,
    34: 8,  # 34 8, 34 8, 34 8, 37 10
    36: 11,  # 30 2, 36 11, 36 11, 37 10
    37: 13,  # 34 7, 34 7, 34 7, 37 13
    41: 20,  # 30 0, 34 7, 34 7, 41 20
    43: 25,  # 32 3, 32 3, 32 3, 43 25
    44: 26,  # 31 2, 32 3, 32 3, 44 26
    45: 28,  # 30 0, 32 3, 32 3, 45 28
    46: 29,  # 30 0, 31 2, 32 3, 46 29
}

Stack: TypeAlias = tuple[int, ...]  # squares, the largest first
Words: TypeAlias = NDArray[np.uint64]  # sets of 64, bit c for configuration c


def four_colors_bound(progress: Share = lambda _: None) -> int:
    """L5: what four agents of four colors win at most."""
    search = SquareStacks()
    lists = dict[Kind, LayerSets]()
    for place, (won, most) in enumerate(LISTED.items()):
        lists |= search.listed(won, most, progress)
        progress(place / len(LISTED))
    fewest = search.fewest_in_layer()
    if all_refuted(ways_to_part(fewest, REFUTED, 4, 4), lists, search.fit, progress):
        return REFUTED - 1
    return bound_by_counting(fewest, 4, 4)


class SquareStacks:
    """The search for stacks of four squares with few blocked."""

    def __init__(self) -> None:
        squares = np.arange(1 << SQUARE.size, dtype=np.uint32)
        self.inside = blocked(squares, turns(SQUARE))
        self.sizes = np.bitwise_count(squares).astype(np.int64)
        self.numbers = np.bitwise_count(self.inside).astype(np.int64)
        self.firsts = list(one_of_each_class(squares, SQUARE))
        self.pool: Sets = squares[np.argsort(-self.sizes, kind="stable")]
        square = [int(self.numbers[self.sizes == size].min()) for size in range(17)]
        self.fewest = [fewest_blocked_in_stack(square, layers) for layers in range(5)]
        self.renamed = cache(renamed)  # of sets of 64, as long as the search is there

    def fewest_in_layer(self) -> list[int]:
        """L4: the fewest blocked in a layer; L2 would say no more."""
        return fewest_blocked_in_layer(self.fewest[4], LAYER.players, LAYER.size)

    def listed(self, won: int, most: int, progress: Share) -> dict[Kind, LayerSets]:
        """All sets of so many with 0, 1, ..., `most` blocked, one of each class."""
        words = dict[int, None]()
        for first in self.firsts:
            progress(0)
            for stack in self.grown((first,), self.pool, won, most):
                words[sum(square << 16 * k for k, square in enumerate(stack))] = None
        classes = []
        while words:
            classes.append(next(iter(words)))
            for image in self.renamed(classes[-1])[0].tolist():
                words.pop(image, None)
        sets = np.array(classes, np.uint64)
        whole = LayerSets(won, most, sets, blocked(sets, turns(LAYER)))
        numbers = np.bitwise_count(whole.inside)
        return {(won, b): whole.where(numbers == b) for b in range(most + 1)}

    def grown(self, chosen: Stack, pool: Sets, won: int, most: int) -> Iterator[Stack]:
        """L3: the stacks that begin so, no square larger than the one before."""
        if len(chosen) == 4:
            yield chosen
            return
        room = won - int(self.sizes[list(chosen)].sum()) - self.sizes[pool]
        above = self.fewest[3 - len(chosen)]
        fits = (
            (room >= 0) & (room < len(above)) & (self.sizes[pool] <= self.sizes[chosen[-1]])
        )
        pool, room = pool[fits], room[fits]
        number = int(self.numbers[list(chosen)].sum()) + self.numbers[pool]
        number += np.array(above)[room]
        pool = pool[number <= most_blocked_in_stack(won, most, LAYER.players)]
        pool = pool[self.blocked_with(chosen, pool) <= most]
        for place, square in enumerate(pool.tolist()):
            yield from self.grown((*chosen, square), pool[place:], won, most)

    def blocked_with(self, chosen: Stack, pool: Sets) -> Sets:
        """How many are blocked in the squares chosen and one more, upon each other."""
        below = np.uint32(np.bitwise_or.reduce(chosen))
        numbers: Sets = np.bitwise_count(self.inside[pool] & below).astype(np.uint32)
        for place, square in enumerate(chosen):
            others = chosen[:place] + chosen[place + 1 :]
            shadow = np.uint32(np.bitwise_or.reduce(others, dtype=np.int64))
            numbers += np.bitwise_count(self.inside[square] & (shadow | pool))
        return numbers

    def fit(self, fewer: LayerSets, more: LayerSets) -> bool:
        """L1: whether a renaming of one of the first and one of the others fit."""
        return any(
            not ((images & held) | (inside & other)).all()
            for images, inside in map(self.renamed, fewer.sets.tolist())
            for other, held in zip(more.sets, more.inside, strict=True)
        )


def renamed(word: int) -> tuple[Words, Words]:
    """A set of 64 with its agents and colors renamed in all ways, and what is blocked."""
    images = np.zeros(len(renamings(LAYER)), np.uint64)
    for code in range(LAYER.size):
        if word >> code & 1:
            images |= np.uint64(1) << renamings(LAYER)[:, code].astype(np.uint64)
    images = np.unique(images)
    return images, blocked(images, turns(LAYER))
