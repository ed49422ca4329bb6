"""Decision diagrams behind one small protocol, so that the library can be chosen.

A node is the library's own, with `&`, `|`, `^`, and `~`; a manager makes variables and
does the rest.  The choice is oxidd; `benchmarks/symbolic.py` measures it beside CUDD,
behind this same protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeAlias, TypeVar

from whoknows.errors import MissingExtra, TooLarge
from whoknows.logic.memory import allowance, size_name

P = ParamSpec("P")
T = TypeVar("T")
Node: TypeAlias = Any  # a set of combinations, with & | ^ ~


class Diagrams(Protocol):
    """A manager of diagrams over a fixed number of binary axes."""

    size: int

    def everything(self) -> Node:
        """The node of all combinations."""

    def variable(self, axis: int) -> Node:
        """The combinations where an axis is 1."""

    def fold(self, node: Node, axes: tuple[int, ...]) -> Node:
        """Combinations that differ along `axes` only from one of the node (exists)."""

    def count(self, node: Node) -> int:
        """The number of combinations, exactly."""

    def some(self, node: Node) -> bool:
        """Whether there is a combination at all."""

    def same(self, left: Node, right: Node) -> bool:
        """Whether two nodes hold the same combinations."""

    def bit(self, node: Node, world: int) -> bool:
        """Whether a combination is in the node."""

    def worlds(self, node: Node) -> Iterator[int]:
        """The combinations, found one after the other."""


class Oxidd:
    """Diagrams by the library oxidd."""

    def __init__(self, size: int) -> None:
        from oxidd.bdd import BDDManager

        self.size = size
        nodes = min(1 << 26, max(1 << 16, allowance() // 64))  # 16 bytes a node and more
        self.manager = BDDManager(nodes, 1 << 20, 1)
        self.manager.add_vars(size)
        self.cubes: dict[tuple[int, ...], Node] = {}

    def everything(self) -> Node:
        """The node of all combinations."""
        return self.manager.true()

    def variable(self, axis: int) -> Node:
        """The combinations where an axis is 1."""
        return self.manager.var(axis)

    def fold(self, node: Node, axes: tuple[int, ...]) -> Node:
        """Combinations that differ along `axes` only from one of the node (exists)."""
        if axes not in self.cubes:
            cube = self.manager.true()
            for axis in sorted(axes, reverse=True):
                cube = cube & self.manager.var(axis)
            self.cubes[axes] = cube
        return node.exists(self.cubes[axes])

    def count(self, node: Node) -> int:
        """The number of combinations, exactly."""
        return int(node.sat_count(self.size))

    def some(self, node: Node) -> bool:
        """Whether there is a combination at all."""
        return bool(node.satisfiable())

    def same(self, left: Node, right: Node) -> bool:
        """Whether two nodes hold the same combinations."""
        return bool(left == right)

    def bit(self, node: Node, world: int) -> bool:
        """Whether a combination is in the node."""
        return bool(
            node.eval([(axis, bool(world >> axis & 1)) for axis in range(self.size)])
        )

    def worlds(self, node: Node) -> Iterator[int]:
        """The combinations, found one after the other."""
        return self.below(node, 0, 0)

    def below(self, node: Node, axis: int, world: int) -> Iterator[int]:
        """The combinations of a node, the axes before `axis` being decided."""
        if not node.satisfiable():
            return
        top = node.node_var()
        stop = self.size if top is None else top
        for start in filled(world, range(axis, stop)):
            if top is None:
                yield start
            else:
                high, low = node.cofactors()
                yield from self.below(low, top + 1, start)
                yield from self.below(high, top + 1, start | 1 << top)


def filled(world: int, axes: Iterable[int]) -> Iterator[int]:
    """A combination with every choice along some axes, in counting order."""
    free = list(axes)
    for choice in range(1 << len(free)):
        yield world | sum(
            1 << axis for place, axis in enumerate(free) if choice >> place & 1
        )


def diagrams(size: int) -> Diagrams:
    """A manager of diagrams over `size` axes, by the library of choice."""
    try:
        return Oxidd(size)
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
