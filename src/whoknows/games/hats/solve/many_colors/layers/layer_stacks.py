"""More colors, layer upon layer: an exact search for deals that win more.

One agent's hat cuts the world into M layers; let S be what is won in a layer, a set of
the others' hats.  Those of S that are alone on no line of the layer are *blocked*: there
the agent of the cut must be right, so that they are won in no other layer.  Hence M sets
are won together just if none meets what is blocked in another.

Let every configuration that is won name an agent who is right there.  Of W, some agent is
named W/N times at most: cut by its hat, so that no more are blocked in all.  All sets of
a layer are looked at, 2^27 for four agents and three colors; few have many won and few
blocked.  The largest of the M sets is taken up to symmetry, and the others are tried.

>>> find_more(Rules(3, 3), 15) is None  # no deal wins 16 of the 27 configurations
True
>>> [alike for _, alike in optimal_classes(Rules(3, 3), 15)]  # 324 sets of 15, two kinds
[216, 108]
>>> evaluate(stacked_deal(find_more(Rules(3, 3), 14), Rules(3, 3)), Rules(3, 3)).won
15
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge
from whoknows.games.hats.rules import Code, Deal, Rules, evaluate
from whoknows.games.hats.solve.bounds.ball_bounds import is_uniform
from whoknows.games.hats.solve.many_colors.layers.layer_lists import (
    fewest_blocked_in_stack,
)
from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    LARGEST,
    LayerSets,
    Share,
    least_blocked,
    one_of_each_class,
    renamings,
    sets_within,
)
from whoknows.games.hats.solve.many_colors.strong_coverings import deal_of, is_strong

__all__ = ["evaluate", "find_more", "is_stacked", "optimal_classes", "stacked_deal"]

ENOUGH = 1 << 20  # more blocked than there are configurations


def is_stacked(rules: Rules) -> bool:
    """Whether the layers of a world are small enough for all their sets."""
    small = rules.players > 2 and rules.size // rules.colors <= LARGEST
    return small and rules.colors > 2 and is_strong(rules) and is_uniform(rules)


def find_more(
    rules: Rules, won: int, *, progress: Share | None = None
) -> list[list[Code]] | None:
    """What is won in each layer, more than `won` together; nothing if no deal has more."""
    search = Search(rules, won + 1)
    kinds = search.kinds(progress or (lambda _: None))
    for stack in search.stacks(kinds):
        return [np.flatnonzero(bits).tolist() for bits in search.members(stack)]
    return None


def optimal_classes(
    rules: Rules, won: int, *, progress: Share | None = None
) -> list[tuple[frozenset[Code], int]]:
    """The sets of `won` configurations that deals win, if none wins more.

    One set of each class, and how many sets its class has: those that renaming agents and
    colors makes of it.  In every class some set has few enough named by the agent of the
    cut, so that the search meets it.
    """
    if rules.size // rules.colors > LARGEST:
        most = f"layers of at most {LARGEST} are looked through"
        raise TooLarge(f"a layer has {rules.size // rules.colors} configurations; {most}")
    search, places = Search(rules, won), renamings(rules)
    seen, classes = set[bytes](), list[tuple[frozenset[Code], int]]()
    for stack in search.stacks(search.kinds(progress or (lambda _: None))):
        row = np.concatenate(search.members(stack))
        if np.packbits(row).tobytes() not in seen:
            rows = np.zeros((len(places), rules.size), np.bool_)
            np.put_along_axis(rows, places[:, row], values=True, axis=1)
            alike = {image.tobytes() for image in np.packbits(rows, axis=1)}
            seen |= alike
            classes.append((frozenset(np.flatnonzero(row).tolist()), len(alike)))
    return classes


def stacked_deal(layers: list[list[Code]], rules: Rules) -> Deal:
    """The deal that wins these layers of the first agent's hat."""
    size = rules.size // rules.colors
    won = {color * size + cell for color, row in enumerate(layers) for cell in row}
    return deal_of(set(range(rules.size)) - won, rules)


class Search:
    """The search for M sets with so many won together; a stack is a set of each layer."""

    def __init__(self, rules: Rules, wanted: int) -> None:
        self.layer = Rules(rules.players - 1, rules.colors)
        self.layers, self.wanted = rules.colors, wanted
        self.share = wanted // rules.players
        self.fewest = list[list[int]]()  # blocked, by layers and how many won

    def kinds(self, progress: Share) -> list[LayerSets]:
        """The sets that may be part of a stack, by kind, the largest first."""
        least = least_blocked(self.layer, lambda done: progress(done / 2))
        self.fewest = [fewest_blocked_in_stack(least, k) for k in range(self.layers)]
        sizes = range(self.layer.size + 1)
        limits = [self.share - self.blocked_in(self.layers - 1, size) for size in sizes]
        tick = lambda done: progress((1 + done) / 2)  # noqa: E731
        return sets_within(limits, self.layer, tick)[::-1]

    def blocked_in(self, layers: int, *sizes: int) -> int:
        """The fewest that are blocked in more layers, beside sets of these sizes."""
        missing, fewest = max(self.wanted - sum(sizes), 0), self.fewest[layers]
        return fewest[missing] if missing < len(fewest) else ENOUGH

    def first_sets(self, kinds: list[LayerSets]) -> Iterator[LayerSets]:
        """The largest sets of stacks, one of those that a renaming makes of each other."""
        for kind in kinds:
            if kind.size * self.layers >= self.wanted:
                for place in one_of_each_class(kind.sets, self.layer):
                    yield kind.where([place])

    def stacks(self, kinds: list[LayerSets]) -> Iterator[list[LayerSets]]:
        """All stacks, the largest set first, up to renaming it."""
        for first in self.first_sets(kinds):
            yield from self.stacked([first], kinds)

    def stacked(
        self, chosen: list[LayerSets], kinds: list[LayerSets]
    ) -> Iterator[list[LayerSets]]:
        """The sets with others for more layers, none larger than the last of them."""
        sizes = [layer.size for layer in chosen]
        missing = self.layers - len(chosen)
        if missing == 0:
            if sum(sizes) >= self.wanted:
                yield chosen
            return
        spare = self.share - sum(layer.blocked for layer in chosen)
        fitting = [
            beside(chosen[-1], kind)
            for kind in kinds
            if kind.size <= sizes[-1]
            and kind.blocked + self.blocked_in(missing - 1, *sizes, kind.size) <= spare
        ]
        for place, kind in enumerate(fitting):
            if sum(sizes) + kind.size * missing < self.wanted:
                break
            for k in range(len(kind)):
                layer = kind.where(slice(k, k + 1))
                yield from self.stacked([*chosen, layer], fitting[place:])

    def members(self, stack: list[LayerSets]) -> list[NDArray[np.bool_]]:
        """Of each layer, which configurations it has."""
        codes = np.arange(self.layer.size, dtype=np.uint32)
        return [(layer.sets[0] >> codes & 1).astype(np.bool_) for layer in stack]


def beside(layer: LayerSets, kind: LayerSets) -> LayerSets:
    """L1: those of a kind that fit one set in another layer."""
    return kind.where(((kind.sets & layer.inside) | (kind.inside & layer.sets)) == 0)
