"""The table and the cube, measured beside a naive twin and beside the memory's speed.

    python benchmarks/logic.py

Diagrams are measured beside bare calls of their library (more in `symbolic.py`).
The naive twin keeps worlds in a set and cells in a dictionary.  The bound is the time to
read or write once, at the speed of a large copy, the bytes that a command must touch.
Times are of the processor, one thread, the best of several runs.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Callable

import numpy as np
import symbolic  # beside this file

from whoknows.logic import Cube, Table
from whoknows.logic.language.formula import Not, Or
from whoknows.logic.puzzles import muddy_children, sum_and_product
from whoknows.logic.puzzles.muddy import faces, knows, somebody
from whoknows.work.memory import size_name

CHILDREN = 20
MILLION = 10**6


def main() -> None:
    speed = bandwidth()
    print(f"copy: {speed / 1e9:.1f} GB/s, read and written, over 256 MB\n")
    muddy(speed)
    sums()
    million(speed)
    ten_million()
    memory()
    diagrams()


def diagrams() -> None:
    """Diagrams beside the bare library at n = 40, and contraction of 100 000 worlds."""
    ours = min(symbolic.muddy(40, "symbolic") for _ in range(5))
    raw = min(symbolic.raw(40) for _ in range(5))
    print(f"\nsymbolic, n = 40: {ms(ours)}, bare calls {ms(raw)}, {ours / raw:.2f} x")
    symbolic.contraction()


def best(work, *, runs: int = 7) -> float:
    """The shortest processor time of several runs, in seconds."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def bandwidth() -> float:
    """Bytes a second, read and written, in a copy too large for the caches."""
    source = np.ones(2**24)
    target = np.empty_like(source)
    return 2 * source.nbytes / best(lambda: np.copyto(target, source))


def muddy(speed: float) -> None:
    print("muddy children, all muddy, n - 1 silent rounds")
    for children in (8, 10, 12):
        naive = best(lambda n=children: naive_muddy(n), runs=1)
        ours = best(lambda n=children: silent_rounds(n))
        print(f"  n = {children}: cube {ms(ours)}, naive {ms(naive)}, {naive / ours:.0f} x")
    ours = best(lambda: silent_rounds(CHILDREN))
    told = best(lambda: muddy_children(CHILDREN))
    # Twice the work a child, and 2^8 times the worlds, from n = 12 to n = 20.
    grown = naive * 2 ** (CHILDREN - 12) * (CHILDREN / 12) ** 2
    knowing = (CHILDREN - 1) * CHILDREN
    touched = knowing * 3 * 2**CHILDREN / 8  # read the living and the fact, write the claim
    print(
        f"  n = {CHILDREN}: cube {ms(ours)}, naive about {grown:.0f} s (extrapolated), "
        f"{grown / ours:.0f} x; told with words and formulas {ms(told)}\n"
        f"    {knowing} times Kw, {size_name(int(touched))} at least: "
        f"{ours * speed / touched:.1f} x the time of a copy of so many bytes\n"
    )


def silent_rounds(children: int) -> None:
    model = faces(children, "cube")
    model = model.announce(somebody(children))
    for _ in range(children - 1):
        anybody = Or(tuple(knows(child) for child in range(1, children + 1)))
        model = model.announce(Not(anybody))
    assert len(model) == 1


def naive_muddy(children: int) -> None:
    worlds = set(range(1, 2**children))
    for _ in range(children - 1):
        knowing = set()
        for child in range(children):
            cells = defaultdict(list)
            for world in worlds:
                cells[world & ~(1 << child)].append(world)
            for cell in cells.values():
                if len({world >> child & 1 for world in cell}) == 1:
                    knowing.update(cell)
        worlds -= knowing
    assert len(worlds) == 1


def sums() -> None:
    ours, naive = best(lambda: sum_and_product(100)), best(lambda: naive_sums(100))
    print("sum and product, bound 100, from building the table to the answer")
    print(f"  table {ms(ours)}, naive {ms(naive)}, {naive / ours:.0f} x\n")


def naive_sums(bound: int) -> None:
    worlds = {(x, y) for x in range(2, bound) for y in range(x + 1, bound - x + 1)}
    lengths = [len(worlds)]

    def cells(view):
        found = defaultdict(set)
        for pair in worlds:
            found[view(*pair)].add(pair)
        return found.values()

    unknown = {pair for cell in cells(product) if len(cell) > 1 for pair in cell}
    worlds = {pair for cell in cells(total) if cell <= unknown for pair in cell}
    lengths.append(len(worlds))
    for view in (product, total):
        worlds = {pair for cell in cells(view) if len(cell) == 1 for pair in cell}
        lengths.append(len(worlds))
    assert lengths == [2352, 145, 86, 1]


def total(x: int, y: int) -> int:
    return x + y


def product(x: int, y: int) -> int:
    return x * y


def large_table() -> Table:
    """A million worlds, two facts, and four agents with cells of 2 to 1000 worlds."""
    rng = np.random.default_rng(1)
    facts = {"p": rng.random(MILLION) < 0.9, "q": rng.random(MILLION) < 0.5}
    sizes = {"ann": 2, "bob": 10, "cat": 100, "dan": 1000}
    views = {a: rng.integers(MILLION // size, size=MILLION) for a, size in sizes.items()}
    return Table(facts, views)


def million(speed: float) -> None:
    table = large_table()
    four = table.agents
    claim, half = table.facts["p"], table.facts["q"]
    view = table.views["ann"].nbytes
    all_columns = columns(table)
    works = {
        "K ann p": (lambda: table.knows("ann", claim), view + 2 * MILLION),
        "K dan p": (lambda: table.knows("dan", claim), view + 2 * MILLION),
        "Kw ann q": (lambda: table.knows_whether("ann", half), view + 2 * MILLION),
        "E p": (lambda: table.everyone_knows(four, claim), 4 * view + 2 * MILLION),
        "D p, two": (lambda: table.distributed(four[:2], claim), 2 * view + 2 * MILLION),
        "D p, four": (lambda: table.distributed(four, claim), 4 * view + 2 * MILLION),
        "C p, two": (lambda: table.common(four[:2], claim), 2 * view + 2 * MILLION),
        "C p, four": (lambda: table.common(four, claim), 4 * view + 2 * MILLION),
        "announce p": (lambda: table.announce(claim), int(1.9 * all_columns) + MILLION),
        "announce q": (lambda: table.announce(half), int(1.5 * all_columns) + MILLION),
    }
    cells = naive_cells(table, "ann")
    naive = best(lambda: naive_knows(cells, claim), runs=1)
    print("a table of a million worlds, four agents")
    print(f"  {'':12} {'time':>10} {'bytes':>8} {'bound':>10} {'ratio':>6}")
    for name, (work, touched) in works.items():
        took, bound = best(work), touched / speed
        row = f"{ms(took):>10} {size_name(touched):>8} {ms(bound):>10}"
        print(f"  {name:12} {row} {took / bound:6.0f}")
    took = best(works["K ann p"][0])
    print(f"  K ann p, naive, its cells made before: {ms(naive)}, {naive / took:.0f} x\n")


def naive_cells(table: Table, agent: str) -> dict[int, list[int]]:
    cells = defaultdict(list)
    for world, label in enumerate(table.views[agent].tolist()):
        cells[label].append(world)
    return cells


def naive_knows(cells, claim) -> set[int]:
    so = claim.tolist()
    return {w for cell in cells.values() if all(so[w] for w in cell) for w in cell}


def columns(table: Table) -> int:
    """The bytes of all columns of a table, and of the numbers of its worlds."""
    views = sum(view.nbytes for view in table.views.values())
    facts = sum(table.fact(name).nbytes for name in table.facts)
    return views + facts + table.worlds().nbytes


def memory() -> None:
    print("memory of a model beside its columns")
    table = large_table()
    least = MILLION * (2 * 1 + 4 * 4)  # a byte a fact, four bytes a label
    print(
        f"  table: {size_name(columns(table))}, its columns {size_name(least)}, the rest "
        f"the numbers of the worlds; objects {sys.getsizeof(table)} bytes"
    )
    cube = faces(CHILDREN, "cube")
    assert isinstance(cube, Cube)
    print(
        f"  cube of {CHILDREN} facts: {size_name(cube.alive.nbytes)}, "
        f"one bit a world: {size_name(2**CHILDREN // 8)}"
    )


def ms(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"


def ten_million() -> None:
    """Views of ten million worlds: random ones, and such as hang together."""
    print("\na table of ten million worlds, two agents")
    rng = np.random.default_rng(0)
    rows = 10 * MILLION
    half, order = rng.random(rows) < 0.5, rng.permutation(rows)
    for cells in (10**3, 10**4, 10**5, 10**6, 5 * 10**6):
        views = {agent: rng.integers(0, cells, rows, dtype=np.int32) for agent in "ab"}
        operators(f"{cells} cells", half, views)
    chained = {"a": order // 4, "b": order // 6}
    operators("cells of 4 and of 6 neighbors", half, chained)
    operators("so, true nearly everywhere", rng.random(rows) < 0.99, chained)
    pairs = {"a": order // 2, "b": (order + 1) // 2}
    operators("chains of a million pairs", rng.random(rows) < 1 - 1e-6, pairs)


def operators(title: str, fact: np.ndarray, views: dict[str, np.ndarray]) -> None:
    """The seconds that each operator takes on a table of one fact and two agents."""
    model = Table({"p": fact}, views)
    claim, both = model.fact("p"), ["a", "b"]
    model.distributed(both, claim), model.common(both, claim)  # compiled, once
    took = {
        name: min(seconds(getattr(model, name), *words) for _ in range(3))
        for name, words in (
            ("knows", ("a", claim)),
            ("distributed", (both, claim)),
            ("common", (both, claim)),
            ("announce", (claim,)),
        )
    }
    print(f"  {title}: " + ", ".join(f"{k} {v:.2f} s" for k, v in took.items()))


def seconds(work: Callable[..., object], *words: object) -> float:
    """The time of the processor that some work takes."""
    start = time.process_time()
    work(*words)
    return time.process_time() - start


if __name__ == "__main__":
    main()
