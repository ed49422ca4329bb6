"""Muddy children and dining cryptographers: table, cube, and symbolic engines.

All children muddy, n - 1 rounds of silence; times in seconds of the processor, and ratios:
- symbolic beside the same work in raw calls of the library (the overhead),
- oxidd beside CUDD behind the same protocol (the choice of library);
and the contraction of models of 100 000 worlds.

Run: python benchmarks/symbolic.py [--large]
"""

import sys
import time
from typing import Any

import numpy as np

from whoknows.logic import Table, every_world
from whoknows.logic.bisimulation.contraction import contracted
from whoknows.logic.diagrams import Diagrams
from whoknows.logic.models.symbolic import Symbolic


class Cudd:
    """Diagrams by CUDD, through the library dd."""

    def __init__(self, size: int) -> None:
        from dd.cudd import BDD

        self.size, self.manager = size, BDD()
        self.manager.configure(reordering=False)
        self.names = [f"x{axis}" for axis in range(size)]
        self.manager.declare(*self.names)

    def everything(self) -> Any:
        return self.manager.true

    def variable(self, axis: int) -> Any:
        return self.manager.var(self.names[axis])

    def fold(self, node: Any, axes: tuple[int, ...]) -> Any:
        return self.manager.exist([self.names[axis] for axis in axes], node)

    def fold_both(self, left: Any, right: Any, axes: tuple[int, ...]) -> Any:
        return self.fold(left & right, axes)

    def fold_all(self, left: Any, right: Any, axes: tuple[int, ...]) -> Any:
        return ~self.fold(left & ~right, axes)

    def owns(self, node: Any) -> bool:
        return type(node) is type(self.manager.true)

    def count(self, node: Any, size: int) -> int:
        return int(self.manager.count(node, size))

    def some(self, node: Any) -> bool:
        return bool(node != self.manager.false)

    def same(self, left: Any, right: Any) -> bool:
        return bool(left == right)


def muddy(n: int, engine: str, manager: Diagrams | None = None) -> float:
    """Seconds for n - 1 rounds of silence among n muddy children."""
    names = [f"c{k}" for k in range(n)]
    sees = {name: [other for other in names if other != name] for name in names}
    start = time.process_time()
    if manager is not None:
        model = Symbolic.full(names, {}, sees, manager=manager)
    else:
        model = every_world(names, sees, engine=engine)
    model = model.announce(" | ".join(names))
    for _ in range(n - 1):
        silence = model.everywhere
        for name in names:
            silence = silence & ~model.knows(name, model.facts[name])
        model = model.announce(silence)
    assert model.size == 1
    return time.process_time() - start


def raw(n: int) -> float:
    """The same work in calls of oxidd and nothing else."""
    from oxidd.bdd import BDDManager

    start = time.process_time()
    manager = BDDManager(1 << 22, 1 << 20, 1)
    manager.add_vars(n)
    child = [manager.var(k) for k in range(n)]
    law = manager.false()
    for some in child:
        law = law | some
    for _ in range(n - 1):
        silence = law
        for some in child:
            fails = law & ~(law & some)
            silence = silence & ~(law & ~(law & fails.exists(some)))
        law = silence
    assert law.sat_count(n) == 1
    return time.process_time() - start


def cryptographers(n: int) -> float:
    """Seconds to see that n diners learn whether one of them paid, and not who."""
    paid, coin = [f"p{k}" for k in range(n)], [f"c{k}" for k in range(n)]
    order = [name for pair in zip(paid, coin, strict=True) for name in pair]
    sees = {f"d{k}": [paid[k], coin[k], coin[k - 1]] for k in range(n)}
    nobody = " & ".join(f"~{name}" for name in paid)
    start = time.process_time()
    law = f"oneof{{{', '.join(paid)}}} | ({nobody})"
    model = every_world(order, sees, law=law, engine="symbolic")
    said = [f"{paid[k]} ^ {coin[k]} ^ {coin[k - 1]}" for k in range(n)]
    parity = model.announce(" ^ ".join(f"({claim})" for claim in said))
    assert parity.valid(f"K d0 ~({nobody})")
    assert parity.valid(f"{paid[0]} | ~K d0 {paid[1]}")
    return time.process_time() - start


def contraction(size: int = 100_000) -> None:
    """Seconds to contract models of `size` worlds: a random one, one twice, and a path."""
    rng = np.random.default_rng(7)
    half = rng.integers(0, size // 6, (2, size // 2))
    facts = rng.random((3, size // 2)) < 0.5
    random = Table(
        {f"p{k}": rng.random(size) < 0.5 for k in range(3)},
        {agent: rng.integers(0, size // 3, size) for agent in ("ann", "bob")},
    )
    doubled = Table(
        {f"p{k}": np.tile(fact, 2) for k, fact in enumerate(facts)},
        {
            agent: np.concatenate([view, view + size])
            for agent, view in zip(("ann", "bob"), half, strict=True)
        },
    )
    place = np.arange(size)
    path = Table({"p": place == 0}, {"ann": place // 2, "bob": (place + 1) // 2})
    for name, model in (("random", random), ("doubled", doubled), ("path", path)):
        start = time.process_time()
        left = len(contracted(model))
        took = time.process_time() - start
        print(f"contraction, {name}: {size} worlds to {left} in {took:.2f} s")


def best(work: Any, *args: Any, times: int = 3) -> float:
    return min(work(*args) for _ in range(times))


def main(large: bool) -> None:
    print(f"{'n':>4} {'table':>9} {'cube':>9} {'symbolic':>9} {'raw':>9} {'overhead':>9}")
    for n in [5, 10, 15, 20, 24, 40] + ([100] if large else []):
        times = 1 if n > 40 else 5
        few = 1 if n > 15 else 5  # a run takes seconds
        table = f"{best(muddy, n, 'table', times=few):9.4f}" if n <= 20 else " " * 9
        cube = f"{best(muddy, n, 'cube', times=few):9.4f}" if n <= 24 else " " * 9
        symbolic, bare = best(muddy, n, "symbolic", times=times), best(raw, n, times=times)
        print(f"{n:4} {table} {cube} {symbolic:9.4f} {bare:9.4f} {symbolic / bare:9.2f}")
    for n in [20, 40]:
        oxidd = best(muddy, n, "symbolic")
        cudd = min(muddy(n, "symbolic", Cudd(n)) for _ in range(3))
        print(f"n={n}: CUDD takes {cudd / oxidd:.2f} times as long as oxidd")
    for n in [10, 25, 50]:
        print(f"{n} dining cryptographers: {cryptographers(n):.3f} s")
    contraction()


if __name__ == "__main__":
    main("--large" in sys.argv)
