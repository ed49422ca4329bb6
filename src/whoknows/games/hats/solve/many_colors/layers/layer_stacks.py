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
from typing import NamedTuple

import numpy as np

from whoknows.errors import TooLarge
from whoknows.games.hats.rules import Code, Deal, Rules, evaluate
from whoknows.games.hats.solve.bounds.ball_bounds import is_uniform
from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    LARGEST,
    Sets,
    Share,
    blocked,
    chunks,
    image_tables,
    images,
    least_blocked,
    renamings,
    turns,
)
from whoknows.games.hats.solve.many_colors.strong_coverings import deal_of, is_strong

__all__ = ["evaluate", "find_more", "is_stacked", "optimal_classes", "stacked_deal"]

ENOUGH = 1 << 20  # more blocked than there are configurations


class Kind(NamedTuple):
    """Sets of one size with as many blocked, and those."""

    size: int
    blocked: int
    sets: Sets
    inside: Sets


class Chosen(NamedTuple):
    """A set that is won in a layer."""

    size: int
    blocked: int
    won: np.uint32
    inside: np.uint32  # those that are blocked


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
    for found in search.stacks(kinds):
        return [
            [cell for cell in range(search.layer.size) if int(one.won) >> cell & 1]
            for one in found
        ]
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
    search = Search(rules, won)
    takes = np.array(list(renamings(rules)))
    seen, classes = set[bytes](), list[tuple[frozenset[Code], int]]()
    for found in search.stacks(search.kinds(progress or (lambda _: None))):
        layers = [int(one.won) >> np.arange(search.layer.size) & 1 for one in found]
        row = np.concatenate(layers).astype(np.bool_)
        if np.packbits(row).tobytes() not in seen:
            rows = np.zeros((len(takes), rules.size), np.bool_)
            np.put_along_axis(rows, takes[:, row], values=True, axis=1)
            alike = {one.tobytes() for one in np.packbits(rows, axis=1)}
            seen |= alike
            classes.append((frozenset(np.flatnonzero(row).tolist()), len(alike)))
    return classes


def stacked_deal(layers: list[list[Code]], rules: Rules) -> Deal:
    """The deal that wins these layers of the first agent's hat."""
    size = rules.size // rules.colors
    won = {color * size + cell for color, row in enumerate(layers) for cell in row}
    return deal_of(set(range(rules.size)) - won, rules)


class Search:
    """The search for M sets with so many won together."""

    def __init__(self, rules: Rules, wanted: int) -> None:
        self.layer = Rules(rules.players - 1, rules.colors)
        self.layers, self.wanted = rules.colors, wanted
        self.named = wanted // rules.players
        self.turns = turns(self.layer)
        self.fewest = [[0] + [ENOUGH] * wanted]  # blocked, by layers and how many won

    def kinds(self, progress: Share) -> list[Kind]:
        """The sets that may be part of a stack, by kind, the largest first."""
        self.count_blocked(lambda share: progress(share / 2))
        sizes = range(self.layer.size + 1)
        limits = [self.named - self.blocked_in(self.layers - 1, size) for size in sizes]
        limit, found = np.array(limits), []
        for share, sets in chunks(self.layer.size):
            numbers = np.bitwise_count(blocked(sets, self.turns))
            found.append(sets[numbers <= limit[np.bitwise_count(sets)]])
            progress((1 + share) / 2)
        return self.sorted_kinds(np.concatenate(found))

    def count_blocked(self, progress: Share) -> None:
        """The fewest blocked in one layer, two, ... with so many won or more."""
        sizes = list(enumerate(least_blocked(self.layer, progress)))
        for _ in range(self.layers):
            before = self.fewest[-1]
            self.fewest.append(
                [
                    min(few + before[max(won - size, 0)] for size, few in sizes)
                    for won in range(self.wanted + 1)
                ]
            )

    def blocked_in(self, layers: int, *sizes: int) -> int:
        """The fewest that are blocked in the layers left beside sets of these sizes."""
        return self.fewest[layers][max(self.wanted - sum(sizes), 0)]

    def sorted_kinds(self, sets: Sets) -> list[Kind]:
        """The sets parted by size and number blocked."""
        inside = blocked(sets, self.turns)
        sizes, numbers = np.bitwise_count(sets), np.bitwise_count(inside)
        found = []
        for size, number in sorted(set(zip(sizes.tolist(), numbers.tolist(), strict=True))):
            these = (sizes == size) & (numbers == number)
            found.append(Kind(size, number, sets[these], inside[these]))
        return found[::-1]

    def first_sets(self, kinds: list[Kind]) -> Iterator[Chosen]:
        """The largest sets of stacks, one of those that a renaming makes of each other."""
        tables = image_tables(self.layer)
        for kind in kinds:
            if kind.size * self.layers < self.wanted:
                continue
            fresh = np.ones(len(kind.sets), np.bool_)  # they are ascending
            for place, won in enumerate(kind.sets):
                if fresh[place]:
                    alike = np.searchsorted(kind.sets, images(int(won), tables))
                    fresh[alike] = False
                    yield Chosen(kind.size, kind.blocked, won, kind.inside[place])

    def stacks(self, kinds: list[Kind]) -> Iterator[list[Chosen]]:
        """All stacks, the largest set first, up to renaming it."""
        for first in self.first_sets(kinds):
            yield from self.stacked([first], kinds)

    def stacked(self, chosen: list[Chosen], kinds: list[Kind]) -> Iterator[list[Chosen]]:
        """The sets with others for the layers left, none larger than the last of them."""
        sizes = [one.size for one in chosen]
        left = self.layers - len(chosen)
        if left == 0:
            if sum(sizes) >= self.wanted:
                yield chosen
            return
        spare = self.named - sum(one.blocked for one in chosen)
        fitting = [
            beside(chosen[-1], kind)
            for kind in kinds
            if kind.size <= sizes[-1]
            and kind.blocked + self.blocked_in(left - 1, *sizes, kind.size) <= spare
        ]
        for place, kind in enumerate(fitting):
            if sum(sizes) + kind.size * left < self.wanted:
                break
            for won, inside in zip(kind.sets, kind.inside, strict=True):
                one = Chosen(kind.size, kind.blocked, won, inside)
                yield from self.stacked([*chosen, one], fitting[place:])


def beside(one: Chosen, kind: Kind) -> Kind:
    """Those of a kind that can be won beside a set in another layer."""
    apart = ((kind.sets & one.inside) | (kind.inside & one.won)) == 0
    return kind._replace(sets=kind.sets[apart], inside=kind.inside[apart])
