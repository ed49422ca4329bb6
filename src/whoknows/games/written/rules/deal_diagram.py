"""All worlds of a game as one decision diagram, where they are too many for a table.

The laws are the same terms, worked out on diagrams; a world is a number whose bits are the
values of what is dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from whoknows.errors import BadFile, TooLarge
from whoknows.games.written.rules.deal_table import Growing
from whoknows.games.written.rules.rules_of_text import Column, Item
from whoknows.games.written.rules.spread import Space, effort_of, node_of, pieces_of
from whoknows.games.written.rules.terms import Term
from whoknows.logic.diagrams import Node

MOST_WEIGHTS = 64  # different weights
MOST_COUNTED = 10**300  # worlds: what is made of them is still a number of a machine


@dataclass(frozen=True, slots=True)
class DiagramWorlds:
    """All ways that chance may deal, as a diagram."""

    space: Space
    dealt: Mapping[str, Column]
    alive: Node
    shares: tuple[tuple[int, Node], ...]  # weights, and where they are so
    size: int

    @property
    def effort(self) -> int:
        """How much work a term is, as rows of a table would be."""
        return effort_of(self.alive)

    def value(self, name: str, world: int) -> int:
        """What is dealt in a world."""
        return self.space.value(self.dealt[name], world)

    def has(self, world: int) -> bool:
        """Whether a number is that of a world."""
        inside = 0 <= world < 2**self.space.size
        return inside and self.space.diagrams.bit(self.alive, world)

    def weight(self, node: Node) -> int:
        """How likely a world of a node is dealt: the weights of all its worlds together."""
        if not self.shares:
            return self.space.count(node)
        return sum(w * self.space.count(node & where) for w, where in self.shares)

    def random_world(self, rng: np.random.Generator) -> int:
        """A world, by the weights."""
        with self.space.work():
            rank = big_integer(rng, self.weight(self.alive))
            for weight, where in self.shares or ((1, self.alive),):
                many = weight * self.space.count(where & self.alive)
                if rank < many:
                    return self.space.ranked(where & self.alive, rank // weight)
                rank -= many
        raise AssertionError("a rank is less than the weight of all worlds")

    def fitting(self, so: Mapping[str, int]) -> tuple[int, int | None]:
        """How many worlds have these values, and one of them."""
        left = self.alive
        for name, code in so.items():
            pieces = pieces_of(self.space, self.space.columns[name])
            left = left & pieces.get(code, self.space.nothing)
        many = self.space.count(left)
        return many, self.space.first(left) if many else None


def big_integer(rng: np.random.Generator, most: int) -> int:
    """A whole number from 0 to below another, each as likely."""
    bits = most.bit_length()
    while True:
        found = int.from_bytes(rng.bytes(-(-bits // 8)), "little") & ((1 << bits) - 1)
        if found < most:
            return found


def diagram_worlds(
    dealt: Sequence[Column],
    laws: Sequence[Item],
    weight: Term | None,
    impossible: Callable[..., BadFile],
) -> DiagramWorlds:
    """Every world that keeps the laws, as a diagram."""
    space = Space(dealt)
    with space.work():
        alive = space.legal(dealt)
        for law in sorted(laws, key=lambda law: first_axis(space, law.term), reverse=True):
            kept = law.term.work(Growing(space.columns, 1, dict(law.env)))
            alive = space.spend(alive & node_of(space, kept))
            if not space.some(alive):
                raise impossible(
                    "no world keeps all laws: this one leaves none", law.term.start
                )
        shares = shares_of(space, weight, alive, impossible)
        if shares:
            alive = alive & space.either(where for _, where in shares)
    named, size = {column.name: column for column in dealt}, space.count(alive)
    if size > MOST_COUNTED:
        most = f"{Decimal(MOST_COUNTED):.0e}"
        raise TooLarge(f"{Decimal(size):.1e} worlds in a diagram; at most {most}")
    return DiagramWorlds(space, named, alive, shares, size)


def shares_of(
    space: Space,
    weight: Term | None,
    alive: Node,
    impossible: Callable[..., BadFile],
) -> tuple[tuple[int, Node], ...]:
    """The weights that worlds have, and where; none where all are as likely."""
    if weight is None:
        return ()
    found = pieces_of(space, weight.work(Growing(space.columns, 1, {})))
    shares = [(value, node & alive) for value, node in found.items()]
    shares = [(value, node) for value, node in shares if space.some(node)]
    if any(value < 0 for value, _ in shares):
        raise impossible(
            "a weight is a number from 0 up; in some world it is less", weight.start
        )
    if len(shares) > MOST_WEIGHTS:
        raise impossible(
            f"{len(shares)} different weights; at most {MOST_WEIGHTS}", weight.start
        )
    if not any(value for value, _ in shares):
        raise impossible("in every world the weight is 0", weight.start)
    return tuple((value, node) for value, node in shares if value)


def first_axis(space: Space, term: Term) -> int:
    """The first axis of a law: where the last laws come first, diagrams stay small."""
    return min((axis for name in term.columns for axis in space.places[name]), default=0)
