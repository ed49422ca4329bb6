"""The open questions of the Da Vinci paper: jokers, drawing, and one against three.

Each deal is played in every seating, so that seats and luck are the same for all; the
interval is of 95 %, made of averages over each deal.
`python benchmarks/davinci_questions.py 200` plays 200 deals of each line, on all cores; a
part of a line's name chooses lines.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import permutations
from math import sqrt
from time import perf_counter

from whoknows.catalog import find_game
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, finish, score_line

SHARED = {"aggressive": 1, "defensive": 2}, {"aggressive": 2, "defensive": 1}
LIVE = {"aggressive": 1, "defensive-live": 2}, {"aggressive": 2, "defensive-live": 1}
WORLDS = {
    "as in the paper": {},
    "jokers": {"jokers": True},
    "drawing": {"drawing": True},
    "both": {"jokers": True, "drawing": True},
}


def lines():
    """Each line of the table: its name, the setup, and who sits at the table together."""
    for tiles in (14, 18):
        for name, own in WORLDS.items():
            setup = {"players": 3, "tiles": tiles, **own}
            yield f"3 players, {tiles} tiles, {name}", setup, SHARED
            yield f"3 players, {tiles} tiles, {name}, live", setup, LIVE
    yield "3 players, the full game", {"players": 3, "full": True}, SHARED
    for tiles in (16, 18, 20):
        setup = {"players": 4, "tiles": tiles}
        for shy in ("defensive", "defensive-live"):
            yield (
                f"4 players, {tiles} tiles, 1 : 3 {shy}",
                setup,
                ({"aggressive": 1, shy: 3},),
            )
            yield (
                f"4 players, {tiles} tiles, 3 : 1 {shy}",
                setup,
                ({"aggressive": 3, shy: 1},),
            )


def rate(job):
    """How often an aggressive player won, in all seatings of one deal; and the seconds."""
    name, setup, casts, number = job
    game = find_game("davinci")
    began, won, games = perf_counter(), 0.0, 0
    for cast in casts:
        names = [who for who, times in cast.items() for _ in range(times)]
        for seating in sorted(set(permutations(names))):
            players = [find_strategy(game, who) for who in seating]
            table = finish(Table.dealt(game, game.setup(**setup), number), players)
            scores = zip(seating, score_line(table), strict=True)
            won += sum(score for who, score in scores if who == "aggressive")
            games += 1
    return name, won / games, games, perf_counter() - began


def main():
    """Play, and print a row for each line."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    wanted = sys.argv[2:]
    chosen = [line for line in lines() if all(word in line[0] for word in wanted)]
    jobs = [(*line, number) for number in range(deals) for line in chosen]
    rates: dict[str, list[tuple[float, int, float]]] = {}
    with ProcessPoolExecutor() as pool:
        for name, share, games, seconds in pool.map(rate, jobs):
            rates.setdefault(name, []).append((share, games, seconds))
    print("| game | aggressive wins | fair share | games | seconds each |")
    print("|---|---|---|---|---|")
    for name, _, casts in chosen:
        found = [share for share, _, _ in rates[name]]
        games = sum(number for _, number, _ in rates[name])
        mean = sum(found) / len(found)
        spread = sum((share - mean) ** 2 for share in found) / max(len(found) - 1, 1)
        wide = 1.96 * sqrt(spread / len(found))
        fair = sum(c["aggressive"] for c in casts) / sum(sum(c.values()) for c in casts)
        each = sum(seconds for _, _, seconds in rates[name]) / games
        low, high = 100 * (mean - wide), 100 * (mean + wide)
        told = f"| {name} | {100 * mean:.1f} ({low:.1f}–{high:.1f}) | {100 * fair:.0f}"
        print(f"{told} | {games} | {each:.2f} |", flush=True)


if __name__ == "__main__":
    main()
