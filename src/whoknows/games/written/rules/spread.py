"""Values over worlds as decision diagrams: which value is where, without a list of worlds.

A `Spread` stands where a column of an array stands in the table engine, and answers to the
same operations of numpy, so that the same terms are worked out on either.  What it says of
combinations that are no worlds means nothing: whoever counts keeps to the worlds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any
from weakref import WeakValueDictionary, finalize

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from whoknows.errors import TooLarge
from whoknows.games.written.rules.rules_of_text import Column
from whoknows.games.written.rules.terms import Worked
from whoknows.logic.diagrams import Node, diagrams

MOST_NODES = 2**20  # of all diagrams of a text at one time
MOST_RESULTS = 2**19  # that are kept, so that nothing is worked out twice
MOST_MADE = 20_000_000  # nodes of what is made in one piece of work
MOST_PAIRS = 10_000  # of values that two things have together
LESS = "let laws and answers speak of few parts that stand together, or deal less"
NODE = 8  # rows of a table that are as much work as a node
SMALLEST_DIAGRAM = 8_000  # rows of a table that are as much work as the smallest diagram
STEP = 30  # nodes: what the smallest operation costs
LARGE_DIAGRAM = 100_000  # nodes from which on each takes longer
JOINS: Mapping[Any, str] = {
    np.bitwise_and: "&", np.bitwise_or: "|", np.bitwise_xor: "^",
    np.not_equal: "^", np.equal: "=",
}  # fmt: skip
COMPARING: Mapping[Any, Any] = {
    np.equal: operator.eq, np.not_equal: operator.ne, np.less: operator.lt,
    np.less_equal: operator.le, np.greater: operator.gt, np.greater_equal: operator.ge,
}  # fmt: skip
ON_INTEGERS: Mapping[Any, Any] = {
    np.add: operator.add, np.subtract: operator.sub, np.multiply: operator.mul,
    np.floor_divide: operator.floordiv, np.mod: operator.mod,
    np.minimum: min, np.maximum: max, **COMPARING,
}  # fmt: skip


class Space:
    """The diagrams of one text: binary axes for everything dealt, and axes to see by."""

    def __init__(self, dealt: Sequence[Column]) -> None:
        self.places: dict[str, tuple[int, ...]] = {}
        first = 0
        for column in dealt:
            bits = (len(column.values) - 1).bit_length()
            self.places[column.name] = tuple(range(first, first + bits))
            first += bits
        self.size = first
        self.diagrams = diagrams(max(1, first), MOST_NODES, MOST_RESULTS)
        self.everything = self.diagrams.everything()
        self.nothing = ~self.everything
        self.made = 0
        self.columns = {column.name: self.column(column) for column in dealt}
        self.lenses: WeakValueDictionary[Node, Lens] = WeakValueDictionary()
        self.free: list[int] = []  # axes to see by that nobody uses

    @contextmanager
    def work(self) -> Iterator[None]:
        """A piece of work, which may make so much; raises `TooLarge`."""
        before, self.made = self.made, 0
        try:
            yield
        except MemoryError:
            raise TooLarge(
                f"this takes more than {MOST_NODES:,} nodes of diagrams: {LESS}"
            ) from None
        finally:
            self.made = before

    def spend(self, node: Node) -> Node:
        """Count what was made; raise `TooLarge` where a piece of work makes too much."""
        many = node.node.node_count()
        self.made += STEP + many + many**2 // LARGE_DIAGRAM
        self.diagrams.tidy()
        if self.made > MOST_MADE:
            raise TooLarge(
                f"this works on more than {MOST_MADE:,} nodes of diagrams: {LESS}"
            )
        return node

    def some(self, node: Node) -> bool:
        """Whether there is a combination at all."""
        return self.diagrams.some(node)

    def count(self, node: Node) -> int:
        """How many combinations of what is dealt there are."""
        self.made += STEP
        return self.diagrams.count(node, self.size)

    def column(self, column: Column) -> Worked:
        """What was dealt as a column: one value is plain, others are spread."""
        values, axes = column.values, self.places[column.name]
        if not axes:
            return values[0]
        cubes = [self.cube(axes, code) for code in range(len(values))]
        pieces = dict(zip(values, cubes, strict=True))
        return spread(self, {1: pieces[1]} if column.fact else pieces, claim=column.fact)

    def cube(self, axes: Sequence[int], code: int) -> Node:
        """Where some axes spell a number."""
        found = self.everything
        for place, axis in reversed(list(enumerate(axes))):
            variable = self.diagrams.variable(axis)
            found = found & (variable if code >> place & 1 else ~variable)
        return found

    def either(self, nodes: Iterable[Node]) -> Node:
        """Where one of some things is so."""
        found = None
        for node in nodes:
            found = node if found is None else self.spend(found | node)
        return self.nothing if found is None else found

    def legal(self, dealt: Sequence[Column]) -> Node:
        """The combinations in which every axis spells a value."""
        found = self.everything
        for column in reversed(dealt):
            axes = self.places[column.name]
            for code in range(len(column.values), 2 ** len(axes)):
                found = found & ~self.cube(axes, code)
        return found

    def value(self, column: Column, world: int) -> int:
        """What a column has in a world."""
        code = sum(
            (world >> axis & 1) << place
            for place, axis in enumerate(self.places[column.name])
        )
        return column.values[code]

    def first(self, node: Node) -> int:
        """Some world of a node that has one."""
        return next(self.diagrams.worlds(node, self.size))

    def ranked(self, node: Node, rank: int) -> int:
        """The world with so many before it in a node."""
        return self.diagrams.ranked(node, rank, self.size)

    def lens(self, node: Node, names: Iterable[str]) -> Lens:
        """An axis that is 1 just where a claim about some columns holds."""
        for known in (node, ~node):
            found = self.lenses.get(known)
            if found is not None:
                return found
        if not self.free:
            self.free.append(self.diagrams.size)
            self.diagrams.grow(self.diagrams.size + 1)
        axis = self.free.pop()
        near = [places for name in names if (places := self.places.get(name))]
        self.diagrams.place(axis, chain.from_iterable(near))
        variable = self.diagrams.variable(axis)
        made = self.lenses[node] = Lens(node, axis, variable, plain=len(near) < 2)
        finalize(made, self.free.append, axis).atexit = False
        return made


class Lens:
    """A claim that somebody sees, with the axis that stands for it."""

    __slots__ = ("__weakref__", "axis", "claim", "plain", "variable")

    def __init__(self, claim: Node, axis: int, variable: Node, *, plain: bool) -> None:
        self.claim, self.axis, self.variable = claim, axis, variable
        self.plain = plain  # whether it is about one column alone

    @property
    def link(self) -> Node:
        """Where the axis is as the claim is."""
        return ~(self.variable ^ self.claim)


class Spread(NDArrayOperatorsMixin):
    """Which value is where: a diagram for every value, or one where a claim holds."""

    __slots__ = ("claim", "pieces", "space")
    ndim = 1  # as an array has it: a value for every world

    def __init__(self, space: Space, pieces: Mapping[int, Node], *, claim: bool) -> None:
        self.space, self.pieces, self.claim = space, pieces, claim

    @property
    def yes(self) -> Node:
        """Where a claim holds."""
        return self.pieces[1]

    def at(self, world: int) -> int:
        """The value in a world."""
        for value, node in self.pieces.items():
            if self.space.diagrams.bit(node, world):
                return value
        raise ValueError(f"nothing is said of world {world}")

    def astype(self, kind: Any) -> Worked:
        """Itself; a claim, if that is wanted."""
        if kind is not bool or self.claim:
            return self
        return self != 0

    def mapped(self, function: Callable[[int], Any], *, claim: bool) -> Worked:
        """A function of the value."""
        found: dict[int, list[Node]] = {}
        for value, node in self.pieces.items():
            found.setdefault(int(function(value)), []).append(node)
        if claim:
            return spread(self.space, {1: self.space.either(found.get(1, []))}, claim=True)
        pieces = {value: self.space.either(nodes) for value, nodes in found.items()}
        return spread(self.space, pieces, claim=False)

    def __array_ufunc__(
        self, ufunc: Any, method: str, *inputs: Any, **options: Any
    ) -> Worked:
        if method != "__call__":
            return NotImplemented
        if ufunc is np.invert and self.claim:
            return Spread(self.space, {1: ~self.yes, 0: self.yes}, claim=True)
        one, two = inputs
        if ufunc in JOINS and is_claim(one) and is_claim(two):
            return joined_claims(self.space, JOINS[ufunc], one, two)
        if ufunc not in ON_INTEGERS:
            return NotImplemented
        work, claim = ON_INTEGERS[ufunc], ufunc in COMPARING
        if not isinstance(two, Spread):
            return one.mapped(lambda value: work(value, int(two)), claim=claim)
        if not isinstance(one, Spread):
            return two.mapped(lambda value: work(int(one), value), claim=claim)
        return joined_values(self.space, work, one, two, claim=claim)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        if function is np.where:
            return chosen(self.space, *args)
        if function is np.clip:
            values, low, high = args
            return values.mapped(lambda value: min(max(value, low), high), claim=False)
        return NotImplemented

    def __hash__(self) -> int:
        return id(self)


def is_claim(found: Worked) -> bool:
    """Whether something is true or false in every world."""
    return found.claim if isinstance(found, Spread) else isinstance(found, bool)


def spread(space: Space, pieces: Mapping[int, Node], *, claim: bool) -> Worked:
    """A spread, or the plain value where there is one alone."""
    if claim:
        yes = pieces[1]
        if not space.some(yes) or not space.some(~yes):
            return space.some(yes)
        return Spread(space, {1: yes, 0: ~yes}, claim=True)
    left = {value: node for value, node in pieces.items() if space.some(node)}
    if len(left) == 1:
        return next(iter(left))
    return Spread(space, left, claim=False)


def node_of(space: Space, found: Worked) -> Node:
    """Where a claim holds, plain or not."""
    if isinstance(found, Spread):
        return found.yes
    return space.everything if found else space.nothing


def pieces_of(space: Space, found: Worked) -> Mapping[int, Node]:
    """Which value is where, plain or not."""
    return found.pieces if isinstance(found, Spread) else {int(found): space.everything}


def joined_claims(space: Space, how: str, one: Worked, two: Worked) -> Worked:
    """Two claims, joined."""
    left, right = node_of(space, one), node_of(space, two)
    match how:
        case "&":
            found = left & right
        case "|":
            found = left | right
        case "^":
            found = left ^ right
        case _:
            found = ~(left ^ right)
    return spread(space, {1: space.spend(found)}, claim=True)


def joined_values(
    space: Space,
    work: Callable[[int, int], Any],
    one: Spread,
    two: Spread,
    *,
    claim: bool,
) -> Worked:
    """A function of two values, from every pair of them."""
    pairs = len(one.pieces) * len(two.pieces)
    if pairs > MOST_PAIRS:
        raise TooLarge(f"{pairs:,} pairs of values in a diagram; at most {MOST_PAIRS:,}")
    found: dict[int, list[Node]] = {}
    for a, here in one.pieces.items():
        fitting: dict[int, list[Node]] = {}
        for b, there in two.pieces.items():
            fitting.setdefault(int(work(a, b)), []).append(there)
        for value, nodes in fitting.items():
            if value or not claim:
                both = space.spend(here & space.either(nodes))
                found.setdefault(value, []).append(both)
    if claim:
        return spread(space, {1: space.either(found.get(1, []))}, claim=True)
    pieces = {value: space.either(nodes) for value, nodes in found.items()}
    return spread(space, pieces, claim=False)


def chosen(space: Space, where: Worked, one: Worked, other: Worked) -> Worked:
    """One thing where a claim holds, and another elsewhere."""
    yes = node_of(space, where)
    if is_claim(one) and is_claim(other):
        here, there = node_of(space, one), node_of(space, other)
        return spread(space, {1: space.spend((yes & here) | (~yes & there))}, claim=True)
    here, there = pieces_of(space, one), pieces_of(space, other)
    pieces = {
        value: space.spend(
            (yes & here.get(value, space.nothing))
            | (~yes & there.get(value, space.nothing))
        )
        for value in dict.fromkeys((*here, *there))
    }
    return spread(space, pieces, claim=False)


def effort_of(node: Node) -> int:
    """How much work a term is on a diagram, as rows of a table would be."""
    return max(SMALLEST_DIAGRAM, NODE * int(node.node.node_count()))
