"""Covering codes: the compiled search and the checks beside plain ones.

    .venv/bin/python benchmarks/hats_codes.py

The same search is run for the same steps from the same points, compiled and in plain
Python (the compiled functions without their compiler): the ratio is that of times.
The check of all words is beside a plain loop over words and beside numpy with one byte a
word.  The last lines say what the search reaches after how much processor time.
"""

from time import process_time

import numpy as np

from whoknows.games.hats.solve.codes import cover_kernel
from whoknows.games.hats.solve.codes.code_search import prepare, search
from whoknows.games.hats.solve.codes.constructions import best_code
from whoknows.games.hats.solve.codes.coset_code import code_bits, first_uncovered


def least(work, runs=3):
    """The least processor time of a few runs, in seconds."""
    times = []
    for _ in range(runs):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def cube(length):
    """The points of a cube, each near to itself and its neighbors."""
    identity = np.arange(1 << length, dtype=np.int32)[None, :]
    label, sizes, first = cover_kernel.orbits(identity, 1 << length)
    steps = np.array([0, *(1 << place for place in range(length))], np.int32)
    return (*cover_kernel.near_orbits(label, first, steps), sizes)


def plain(work):
    """What a compiled function and all that it calls do without the compiler."""
    names = [name for name, it in vars(cover_kernel).items() if hasattr(it, "py_func")]
    compiled = {name: getattr(cover_kernel, name) for name in names}
    for name, it in compiled.items():
        setattr(cover_kernel, name, it.py_func)
    try:
        return work()
    finally:
        for name, it in compiled.items():
            setattr(cover_kernel, name, it)


def searches(length=9, steps=300):
    starts, near, sizes = cube(length)

    def run():
        return cover_kernel.cheapest_cover(starts, near, sizes, 0, steps, 1)[0]

    fast = least(run)
    slow = plain(lambda: least(run, 1))
    print(
        f"{steps} steps, length {length}: {slow / fast:8.0f} times faster than plain Python"
    )


def by_bytes(inside, length):
    covered = inside.copy()
    words = np.arange(inside.size)
    for place in range(length):
        covered |= inside[words ^ (1 << place)]
    return covered.all()


def by_words(inside, length):
    return all(
        inside[word] or any(inside[word ^ (1 << place)] for place in range(length))
        for word in range(len(inside))
    )


def checks(length=20):
    code = best_code(length)
    bits, inside = code_bits(code), code.inside[code.syndromes()]
    fast = least(lambda: first_uncovered(bits, length))
    middle = least(lambda: by_bytes(inside, length))
    small = best_code(14)
    plain_inside = small.inside[small.syndromes()].tolist()
    slow = least(lambda: by_words(plain_inside, 14), 1) * (1 << (length - 14)) * length / 14
    algebra = least(code.uncovered)
    print(f"all 2^{length} words looked at: {middle / fast:8.1f} times faster than bytes")
    print(f"                          {slow / fast:8.0f} times faster than a loop (scaled)")
    print(f"by syndromes instead:     {fast / algebra:8.1f} times faster than looking")


def reached():
    for length, target in [(9, 62), (10, 120), (11, 192), (12, 380), (13, 704)]:
        for seed in range(1, 7):
            rng = np.random.default_rng(seed)
            start = process_time()
            found = search(length, rng=rng, time_limit=90, target=target)
            print(
                f"length {length}, seed {seed}: {found.code.size} words"
                f" (known: {target}) after {process_time() - start:.1f} s,"
                f" {found.runs} runs"
            )


if __name__ == "__main__":
    prepare()
    searches()
    checks()
    reached()
