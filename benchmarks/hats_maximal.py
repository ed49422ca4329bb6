"""All maximal deals: the three methods beside each other, as the thesis compares them.

    .venv/bin/python benchmarks/hats_maximal.py

Times are processor time, the least of a few runs, after a first run that imports and
compiles.  `naive` tries deals one after the other by the rules, as the thesis did; its
time is that of a sample, scaled to all 531,441 deals.  The last lines are the whole
count for six players, with and without its symmetries (a sample, scaled), and memory.
"""

import resource
from time import perf_counter, process_time

from whoknows.games.hats.rules import Rules, evaluate
from whoknows.games.hats.solve.maximal.brute_force import brute, deal_number
from whoknows.games.hats.solve.maximal.chains import chain_method
from whoknows.games.hats.solve.maximal.counting import count_pieces
from whoknows.games.hats.solve.maximal.dominating_sets import count_by_size, search
from whoknows.games.hats.solve.maximal.pieces import NOTHING, parts, split


def least(work, runs=5):
    """The least processor time of a few runs, in seconds."""
    work()
    times = []
    for _ in range(runs):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def naive(sample=2000):
    """Seconds to evaluate all deals of three agents one by one, from a sample."""
    rules = Rules(3)
    step = 531_441 // sample
    return least(
        lambda: [evaluate(deal_number(n * step, rules), rules) for n in range(sample)], 1
    ) * (531_441 / sample)


def line(what, seconds, beside="", other=0.0):
    ratio = f"{other / seconds:10.1f} times faster than {beside}" if beside else ""
    print(f"{what:28}{seconds:12.6f} s  {ratio}")


def three_and_four():
    slow = naive()
    all_deals = least(lambda: brute(Rules(3)))
    chains_3, chains_4 = (least(lambda n=n: list(chain_method(n))) for n in (3, 4))
    sets_3, sets_4 = (least(lambda n=n: list(search(n))) for n in (3, 4))
    line("N = 3  naive brute force", slow)
    line("N = 3  brute", all_deals, "naive", slow)
    line("N = 3  chain", chains_3, "brute", all_deals)
    line("N = 3  dominating", sets_3, "chain", chains_3)
    line("N = 4  chain", chains_4)
    line("N = 4  dominating", sets_4, "chain", chains_4)


def five_and_six():
    line("N = 5  dominating, listed", least(lambda: list(search(5)), 2))
    line("N = 5  counted", least(lambda: count_by_size(5), 2))
    start = perf_counter()
    processor = process_time()
    total = sum(count_by_size(6).values())
    used = process_time() - processor
    line("N = 6  counted", used)
    print(f"       {total:,} sets, {perf_counter() - start:.1f} s by the clock, 2 threads")
    plain = unsymmetric()
    line("N = 6  without symmetries", plain)
    print(f"       the symmetries save a factor of {plain / used:.0f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"       {peak:.0f} MiB at most, all of the above")


def unsymmetric(sample=40):
    """Seconds to count six players without symmetries, scaled from evenly spread pieces."""
    pieces = [NOTHING]
    while len(pieces) < 4000:
        pieces = [part for piece in pieces for part in parts(piece, 6)]
    chosen = [(piece, 1) for piece in pieces[:: len(pieces) // sample]]
    start = process_time()
    count_pieces(chosen, 6)
    return (process_time() - start) * len(pieces) / len(chosen)


if __name__ == "__main__":
    three_and_four()
    five_and_six()
    print(f"       ({len(split(6))} pieces stand for all)")
