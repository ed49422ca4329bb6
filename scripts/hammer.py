"""Random inputs to the kernels in C, beside their twins: hammer.py SECONDS [LIBRARY].

Arrays end where their memory ends, so that a sanitizer in the library sees a step too far;
true bytes are any but 0; and what lies out of bounds must be refused.
"""

import ctypes
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from whoknows.games.egghead.knowledge.world_kernels import COMPILED, PLAIN
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.many_colors import annealing_kernel
from whoknows.games.hats.solve.many_colors.strong_coverings import line_tables
from whoknows.logic.models import table_kernels
from whoknows.logic.models.table import components, put_together, spread, spread_jointly
from whoknows.work import kernels
from whoknows.work.kernels import Watch, WrongCall


def odd_bools(rng: np.random.Generator, claim: Any) -> Any:
    """The same claim, its true bytes being any but 0."""
    return (claim * rng.integers(1, 256, len(claim))).astype(np.uint8).view(bool)


def tables(rng: np.random.Generator) -> None:
    """What a group knows, D and C."""
    rows, dtype = int(rng.integers(1, 400)), rng.choice([np.int32, np.int64])
    views = [
        rng.integers(0, int(rng.integers(1, 2 * rows + 2)), rows).astype(dtype)
        for _ in range(rng.integers(2, 6))
    ]
    fails = rng.random(rows) < rng.random() ** rng.integers(1, 9)
    odd = odd_bools(rng, fails)
    together = np.unique(put_together(views, rows), return_inverse=True)[1]
    expected = spread_jointly(fails, views)
    for scale in (1, 2 * table_kernels.DIRECT, (2**63 - 2) // (int(together.max()) + 1)):
        labels = together * scale
        found = table_kernels.sharing(odd, labels, int(labels.max()) + 1)
        equal("D", found, expected)
    chains = spread(fails, components(views, rows))
    equal("C", table_kernels.reached(odd, views), chains)
    wrong = views[0].copy()
    wrong[rng.integers(rows)] = -rng.integers(1, 2**31)
    refused(lambda: table_kernels.reached(fails, [wrong, *views[1:]]))
    refused(lambda: table_kernels.sharing(fails, wrong, rows))
    refused(lambda: table_kernels.reached(fails[:-1], views))


def annealing(rng: np.random.Generator) -> None:
    """The losing sets of hats."""
    lines, points = line_tables(Rules(int(rng.integers(2, 5)), int(rng.integers(2, 4))))
    worth, seed = rng.random(len(lines)), int(rng.integers(1000))
    steps = int(rng.integers(1, 60))
    found, best = annealing_kernel.anneal(
        lines, points, worth, steps, 0.6, 0.1, np.random.default_rng(seed)
    )
    cooling, again = (0.1 / 0.6) ** (1 / steps), np.random.default_rng(seed)
    twin = annealing_kernel.plain_anneal(
        lines, points, worth, steps, 0.6, cooling, again, Watch()
    )
    equal("anneal", found, twin[0])
    equal("anneal", best, twin[1])
    wrong = lines.copy()
    wrong[rng.integers(len(wrong)), 0] = rng.choice([-1, len(points), 2**62, -(2**63)])
    refused(lambda: annealing_kernel.anneal(wrong, points, worth, 9, 0.6, 0.1, rng))


def worlds(rng: np.random.Generator) -> None:
    """The six loops of EggHead."""
    most = (7, 9, int(rng.choice([2, 40, 300])))
    sides = tuple(rng.integers(1, most).tolist())
    words = rng.integers(0, 2**63, sides, np.uint64)
    for _ in range(int(rng.integers(8))):
        words &= rng.integers(0, 2**63, sides, np.uint64)
    rows, solved = words[:, 0].copy(), bool(rng.integers(2))
    states = rng.integers(0, sides[0], sides[0]).astype(np.int32)
    both("ask", words, states, words[::-1].copy())
    both("sole", words)
    both("keep", words, COMPILED.sole(words), solved)
    both("free", words, int(rng.integers(sides[1])))
    both("sole_last", rows)
    both("keep_last", rows, words[:, 0, 0].copy(), solved)
    wide = np.zeros((sides[0], sides[2] + 1), np.uint64)
    refused(lambda: COMPILED.keep(words, wide, True))
    refused(lambda: COMPILED.free(words, sides[1]))
    refused(lambda: COMPILED.ask(words, states - np.int32(sides[0]), words.copy()))


def both(name: str, *arguments: Any) -> None:
    """A loop in C does to its own copies what its twin does."""
    here, there = (
        [each.copy() if isinstance(each, np.ndarray) else each for each in arguments]
        for _ in range(2)
    )
    equal(name, getattr(COMPILED, name)(*here), getattr(PLAIN, name)(*there))
    for mine, twin in zip(here, there, strict=True):
        equal(name, mine, twin)


def equal(name: str, found: Any, wanted: Any) -> None:
    """Both are the same, bit by bit."""
    if not np.array_equal(found, wanted):
        raise SystemExit(f"{name}: {found} in C, {wanted} by its twin")


def refused(call: Callable[[], Any]) -> None:
    """What must not reach C does not."""
    try:
        call()
    except WrongCall:
        return
    raise SystemExit("a wrong call was not refused")


def main() -> None:
    """Hammer for so many seconds, perhaps on a library of one's own."""
    if len(sys.argv) > 2:
        kernels.library = lambda: ("given", ctypes.CDLL(sys.argv[2]))
    if not annealing_kernel.ANNEAL.there:
        raise SystemExit("there is no library of kernels")
    end, rounds = time.monotonic() + float(sys.argv[1]), 0
    while time.monotonic() < end:
        for work in (tables, annealing, worlds):
            try:
                work(np.random.default_rng(rounds))
            except BaseException:
                print(work.__name__, "seed", rounds, flush=True)
                raise
        rounds += 1
    print(rounds, "rounds, all equal")


if __name__ == "__main__":
    main()
