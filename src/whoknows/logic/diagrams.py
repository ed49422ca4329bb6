"""Decision diagrams behind one small protocol, so that the library can be chosen.

A node is the library's own, with `&`, `|`, `^`, and `~`; a manager makes variables and
does the rest.  The choice is oxidd; `benchmarks/symbolic.py` measures it beside CUDD,
behind this same protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, MissingExtra, TooLarge
from whoknows.work.memory import allowance, make_room, size_name

P = ParamSpec("P")
T = TypeVar("T")
Node: TypeAlias = Any  # a set of combinations, with & | ^ ~
MOST_NODES = 1 << 26
STACK = (1 << 30) + (1 << 22)  # bytes that a manager reserves for its thread


class Diagrams(Protocol):
    """A manager of diagrams over a number of binary axes, which may grow."""

    size: int

    def grow(self, size: int) -> None:
        """Have at least so many axes from now on."""

    def place(self, axis: int, near: Iterable[int]) -> None:
        """Put an axis below some others, so that diagrams about all of them stay small."""

    def tidy(self) -> None:
        """Let go of nodes that nobody uses, where there is little room left."""

    def owns(self, node: Node) -> bool:
        """Whether a node is of this manager."""

    def everything(self) -> Node:
        """The node of all combinations."""

    def variable(self, axis: int) -> Node:
        """The combinations where an axis is 1."""

    def fold(self, node: Node, axes: tuple[int, ...]) -> Node:
        """Combinations that differ along `axes` only from one of the node (exists)."""

    def fold_both(self, left: Node, right: Node, axes: tuple[int, ...]) -> Node:
        """The fold of `left & right`, in one go."""

    def fold_all(self, left: Node, right: Node, axes: tuple[int, ...]) -> Node:
        """Combinations where `~left | right` holds, however the `axes` are changed."""

    def put(self, node: Node, claims: Mapping[int, Node]) -> Node:
        """A node with claims in place of some axes."""

    def count(self, node: Node, size: int) -> int:
        """The number of combinations of the first `size` axes, exactly."""

    def ranked(self, node: Node, rank: int, size: int) -> int:
        """The combination of the first `size` axes that has so many of its node before it.

        What comes first is decided by the first axes; these are not moved.
        """

    def some(self, node: Node) -> bool:
        """Whether there is a combination at all."""

    def same(self, left: Node, right: Node) -> bool:
        """Whether two nodes hold the same combinations."""

    def bit(self, node: Node, world: int) -> bool:
        """Whether a combination is in the node."""

    def worlds(self, node: Node, size: int) -> Iterator[int]:
        """The combinations of the first `size` axes, found one after the other."""

    def all_worlds(self, node: Node, size: int) -> NDArray[np.int64]:
        """The combinations of the first `size` axes, 62 at most, in counting order."""

    def written(self, nodes: list[Node]) -> Written:
        """The nodes as plain numbers."""

    def read(self, written: Written) -> list[Node]:
        """The nodes that were written."""


class Written(NamedTuple):
    """Diagrams as plain numbers: forks, each of an axis and the places of what is below.

    Place 0 is nothing, 1 everything, and k + 2 the fork k, which comes after those below.
    """

    forks: list[tuple[int, int, int]]  # the axis, and where to go on if it is 0, if it is 1
    roots: list[int]


class Diagram:
    """A node of the library oxidd, which ends the whole process if nodes are mixed.

    So each knows its manager, and joins with nodes of the same one only.
    """

    __slots__ = ("node", "owner")

    def __init__(self, node: Any, owner: Oxidd) -> None:
        """The node of a manager."""
        self.node, self.owner = node, owner

    def other(self, other: object) -> Any:
        """The node of another diagram of the same manager."""
        if type(other) is Diagram and other.owner is self.owner:
            return other.node
        raise foreign(other)

    def __and__(self, other: Diagram) -> Diagram:
        return Diagram(self.node & self.other(other), self.owner)

    def __or__(self, other: Diagram) -> Diagram:
        return Diagram(self.node | self.other(other), self.owner)

    def __xor__(self, other: Diagram) -> Diagram:
        return Diagram(self.node ^ self.other(other), self.owner)

    def __invert__(self) -> Diagram:
        return Diagram(~self.node, self.owner)

    def __eq__(self, other: object) -> bool:
        same = type(other) is Diagram and other.owner is self.owner
        return same and bool(self.node == other.node)  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash(self.node)

    def __bool__(self) -> bool:
        raise TypeError("a claim is true or false in a world only: use &, |, and ~")

    def __repr__(self) -> str:
        return f"<diagram of {self.node.node_count()} nodes>"

    def __reduce__(self) -> tuple[Any, ...]:
        size = self.owner.size
        return restored, (size, self.owner.written([self]))


def restored(size: int, written: Written) -> Diagram:
    """A diagram out of its numbers, in a manager of its own."""
    diagram: Diagram = diagrams(size).read(written)[0]
    return diagram


def foreign(claim: object) -> BadSetup:
    """The error for what is no claim of a symbolic model."""
    if type(claim) is Diagram:
        return BadSetup("a claim of one symbolic model does not fit another: make it anew")
    return BadSetup(f"a {type(claim).__name__} is not a claim of a symbolic model")


class Oxidd:
    """Diagrams by the library oxidd."""

    def __init__(
        self, size: int, stride: int = 1, most: int = MOST_NODES, results: int = 0
    ) -> None:
        """A manager of so many axes; a `stride` of 2 puts a second one beside each.

        At most so many nodes are made, and fewer where the memory allowed is small; so
        many found results are kept.
        """
        from oxidd.bcdd import BCDDManager
        from oxidd.util import BooleanOperator

        self.size, self.stride = size, stride
        allowed = allowance()
        nodes = min(most, max(1 << 16, allowed // 64))  # 16 bytes a node and more
        results = min(results or results_kept(size), allowed // 64)
        make_room(self, STACK)
        self.manager = BCDDManager(nodes, results, 1)
        self.most, self.crowded = nodes, nodes // 2  # nodes, and when to tidy
        self.manager.add_vars(size * stride)
        self.both, self.implies = BooleanOperator.AND, BooleanOperator.IMP
        self.cubes: dict[tuple[int, ...], Any] = {}

    def grow(self, size: int) -> None:
        """Have at least so many axes from now on."""
        if size > self.size:
            self.manager.add_vars((size - self.size) * self.stride)
            self.size = size

    def place(self, axis: int, near: Iterable[int]) -> None:
        """Put an axis below some others, so that diagrams about all of them stay small."""
        level = self.manager.var_to_level
        lowest = max((level(other * self.stride) for other in near), default=None)
        if lowest is not None:
            order = [self.manager.level_to_var(k) for k in range(self.size * self.stride)]
            order.remove(axis * self.stride)
            place = lowest + (level(axis * self.stride) > lowest)
            order.insert(place, axis * self.stride)
            self.manager.set_var_order(order)

    def tidy(self) -> None:
        """Let go of nodes that nobody uses, where there is little room left."""
        if self.manager.approx_num_inner_nodes() > self.crowded:
            self.manager.gc()
            live = self.manager.num_inner_nodes()
            self.crowded = max(self.most // 2, (live + self.most) // 2)

    def owns(self, node: Node) -> bool:
        """Whether a node is of this manager."""
        return type(node) is Diagram and node.owner is self

    def everything(self) -> Node:
        """The node of all combinations."""
        return Diagram(self.manager.true(), self)

    def variable(self, axis: int) -> Node:
        """The combinations where an axis is 1."""
        return Diagram(self.manager.var(axis * self.stride), self)

    def second(self, axis: int) -> Node:
        """The combinations where the axis beside an axis is 1."""
        return Diagram(self.manager.var(axis * self.stride + 1), self)

    def seconds(self, node: Node, size: int) -> Node:
        """A node with the axes beside the first `size` axes in place of these."""
        pairs = [(k * self.stride, self.second(k).node) for k in range(size)]
        return Diagram(node.node.substitute(node.node.make_substitution(pairs)), self)

    def firsts(self, node: Node, size: int) -> Node:
        """A node with the first `size` axes in place of those beside them."""
        pairs = [(k * self.stride + 1, self.variable(k).node) for k in range(size)]
        return Diagram(node.node.substitute(node.node.make_substitution(pairs)), self)

    def fold_seconds(self, left: Node, right: Node, size: int) -> Node:
        """The fold of `left & right` along the axes beside the first `size`."""
        cube = self.seconds_cube(tuple(range(size)))
        return Diagram(left.node.apply_exists(self.both, left.other(right), cube), self)

    def fold_ends(self, node: Node, axes: tuple[int, ...]) -> Node:
        """The fold of a node along the axes beside these axes."""
        return Diagram(node.node.exists(self.seconds_cube(axes)), self)

    def seconds_cube(self, axes: tuple[int, ...]) -> Any:
        """The conjunction of the axes beside some axes."""
        cube = self.manager.true()
        for axis in sorted(axes, reverse=True):
            cube = cube & self.manager.var(axis * self.stride + 1)
        return cube

    def cube(self, axes: tuple[int, ...]) -> Any:
        """The conjunction of axes, which names them to the library."""
        if axes not in self.cubes:
            cube = self.manager.true()
            for axis in sorted(axes, reverse=True):
                cube = cube & self.manager.var(axis * self.stride)
            self.cubes[axes] = cube
        return self.cubes[axes]

    def fold(self, node: Node, axes: tuple[int, ...]) -> Node:
        """Combinations that differ along `axes` only from one of the node (exists)."""
        return Diagram(node.node.exists(self.cube(axes)), self)

    def fold_both(self, left: Node, right: Node, axes: tuple[int, ...]) -> Node:
        """The fold of `left & right`, in one go."""
        cube = self.cube(axes)
        return Diagram(left.node.apply_exists(self.both, left.other(right), cube), self)

    def fold_all(self, left: Node, right: Node, axes: tuple[int, ...]) -> Node:
        """Combinations where `~left | right` holds, however the `axes` are changed."""
        cube = self.cube(axes)
        return Diagram(left.node.apply_forall(self.implies, left.other(right), cube), self)

    def put(self, node: Node, claims: Mapping[int, Node]) -> Node:
        """A node with claims in place of some axes."""
        pairs = [(axis * self.stride, node.other(new)) for axis, new in claims.items()]
        return Diagram(node.node.substitute(node.node.make_substitution(pairs)), self)

    def count(self, node: Node, size: int) -> int:
        """The number of combinations of the first `size` axes, exactly."""
        return int(node.node.sat_count(size * self.stride)) >> size * (self.stride - 1)

    def ranked(self, node: Node, rank: int, size: int) -> int:
        """The combination of the first `size` axes that has so many of its node before it.

        What comes first is decided by the first axes; these are not moved.
        """
        counts = self.all_counts(node.node, size)
        world, edge = 0, node.node
        for axis in range(size):
            fork = edge.node_var() == axis * self.stride
            high, low = edge.cofactors() if fork else (edge, edge)
            many = counts[low] >> axis + 1  # `axis` axes are decided, and this one
            if rank >= many:
                rank, world, edge = rank - many, world | 1 << axis, high
            else:
                edge = low
        return world

    def all_counts(self, node: Any, size: int) -> dict[Any, int]:
        """How many combinations of `size` axes each node below a node has."""
        counts = {self.manager.false(): 0, self.manager.true(): 1 << size}
        for edge, low, high in self.forks([node]):
            counts[edge] = counts[low] + counts[high] >> 1
        return counts

    def forks(self, nodes: Iterable[Any]) -> Iterator[tuple[Any, Any, Any]]:
        """Every fork below some nodes, and where it leads: low and high, told before it."""
        known, waiting = {self.manager.false(), self.manager.true()}, list(nodes)
        while waiting:
            edge = waiting[-1]
            if edge in known:
                waiting.pop()
                continue
            high, low = edge.cofactors()
            missing = [part for part in (low, high) if part not in known]
            if missing:
                waiting += missing
            else:
                known.add(edge)
                yield edge, low, high

    def some(self, node: Node) -> bool:
        """Whether there is a combination at all."""
        return bool(node.node.satisfiable())

    def same(self, left: Node, right: Node) -> bool:
        """Whether two nodes hold the same combinations."""
        return bool(left == right)

    def bit(self, node: Node, world: int) -> bool:
        """Whether a combination is in the node."""
        if not self.owns(node):
            raise foreign(node)
        bits = [
            (k, bool(world >> k // self.stride & 1)) for k in range(self.size * self.stride)
        ]
        return bool(node.node.eval(bits))

    def worlds(self, node: Node, size: int) -> Iterator[int]:
        """The combinations of the first `size` axes, found one after the other."""
        return below(node.node, 0, 0, size, self.stride)

    def all_worlds(self, node: Node, size: int) -> NDArray[np.int64]:
        """The combinations of the first `size` axes, 62 at most, in counting order."""
        return self.numbered(node, size, self.stride)

    def pairs_count(self, node: Node, size: int) -> int:
        """The number of pairs of a node, on the first `size` axes and beside them."""
        return int(node.node.sat_count(size * self.stride))

    def all_pairs(
        self, node: Node, size: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The pairs of a node: combinations of the first `size` axes, and beside them."""
        both = self.numbered(node, size * self.stride, 1)
        first, second = np.zeros_like(both), np.zeros_like(both)
        for axis in range(size):
            first |= (both >> self.stride * axis & 1) << axis
            second |= (both >> self.stride * axis + 1 & 1) << axis
        return first, second

    def numbered(self, node: Node, size: int, stride: int) -> NDArray[np.int64]:
        """The combinations of the first `size` levels that are so many axes apart."""
        rows: dict[Any, NDArray[np.int64]] = {
            self.manager.false(): np.zeros(0, np.int64),
            self.manager.true(): np.zeros(1, np.int64),
        }

        def level(edge: Any) -> int:
            fork = edge.node_var()
            return size if fork is None else fork // stride

        def spread(edge: Any, axis: int) -> NDArray[np.int64]:
            """The combinations of a node, with every choice on the axes before it."""
            some = numbers(edge)
            for free in range(axis, level(edge)):
                some = np.concatenate([some, some | 1 << free])
            return some

        def numbers(edge: Any) -> NDArray[np.int64]:
            if edge not in rows:
                top, (high, low) = level(edge), edge.cofactors()
                rows[edge] = np.concatenate(
                    [spread(low, top + 1), spread(high, top + 1) | 1 << top]
                )
            return rows[edge]

        return np.sort(spread(node.node, 0))

    def written(self, nodes: list[Node]) -> Written:
        """The nodes as plain numbers."""
        places: dict[Any, int] = {self.manager.false(): 0, self.manager.true(): 1}
        forks: list[tuple[int, int, int]] = []
        for edge, low, high in self.forks(node.node for node in nodes):
            forks.append((edge.node_var(), places[low], places[high]))
            places[edge] = len(forks) + 1
        return Written(forks, [places[node.node] for node in nodes])

    def read(self, written: Written, stride: int = 1) -> list[Node]:
        """The nodes that were written, by a manager of a `stride`."""
        nodes = [self.manager.false(), self.manager.true()]
        for axis, low, high in written.forks:
            fork = self.manager.var(axis * self.stride // stride)
            nodes.append(fork.ite(nodes[high], nodes[low]))
        return [Diagram(nodes[root], self) for root in written.roots]


def results_kept(size: int) -> int:
    """How many found results are kept for diagrams of so many axes, 16 bytes each.

    With too few, work is done anew: what n muddy children say needs some n^2.  With many,
    a model is slow to make.
    """
    if size > 450:  # with a quarter of it, 500 children take many times as long
        return 1 << 25
    return 1 << min(24, max(18, (32 * size**2).bit_length()))


def below(node: Any, axis: int, world: int, size: int, stride: int) -> Iterator[int]:
    """The combinations of a node, the axes before `axis` being decided."""
    waiting = [iter([(node, axis, world)])]  # not recursive: there may be 1000 axes
    while waiting:
        step = next(waiting[-1], None)
        if step is None:
            waiting.pop()
            continue
        edge, axis, world = step
        fork = edge.node_var()
        if fork is not None:
            top = fork // stride
            waiting.append(branches(edge, top, filled(world, range(axis, top))))
        elif edge.satisfiable():
            yield from filled(world, range(axis, size))


def branches(node: Any, axis: int, worlds: Iterable[int]) -> Iterator[tuple[Any, int, int]]:
    """What is below a fork at an axis, for every combination of the axes before it."""
    high, low = node.cofactors()
    for world in worlds:
        yield low, axis + 1, world
        yield high, axis + 1, world | 1 << axis


def filled(world: int, axes: Iterable[int]) -> Iterator[int]:
    """A combination with every choice along some axes, in counting order."""
    free = list(axes)
    for choice in range(1 << len(free)):
        yield world | sum(
            1 << axis for place, axis in enumerate(free) if choice >> place & 1
        )


def diagrams(size: int, most: int = MOST_NODES, results: int = 0) -> Diagrams:
    """A manager of diagrams over `size` axes, by the library of choice.

    At most so many nodes are made, and so many found results are kept.
    """
    try:
        return Oxidd(size, most=most, results=results)
    except ImportError:
        raise MissingExtra.named("symbolic", "oxidd") from None


def within_memory(work: Callable[P, T]) -> Callable[P, T]:
    """A method that says so, and stops cleanly, where a diagram outgrows the memory."""

    @wraps(work)
    def checked(*args: P.args, **options: P.kwargs) -> T:
        try:
            return work(*args, **options)
        except MemoryError:
            raise too_large() from None

    return checked


def too_large() -> TooLarge:
    """The error for a diagram that grew past the memory."""
    return TooLarge(
        f"the diagram grew past the {size_name(allowance())} of memory allowed "
        "(set WHOKNOWS_MEMORY to change it)"
    )
