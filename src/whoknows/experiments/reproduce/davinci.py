"""Da Vinci Code [Eker2020]: its examples exactly, its tables by playing."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING

from whoknows.asking.statistics import Z95, holm, summary
from whoknows.asking.tally import Tally
from whoknows.experiments.reproduce import davinci_models
from whoknows.experiments.reproduce.charts import Series, chart
from whoknows.experiments.reproduce.davinci_games import COLUMNS, Games, played, seatings_of
from whoknows.experiments.reproduce.sampled import (
    LEVEL,
    POWER,
    Gap,
    Judged,
    found_text,
    judged,
    needed_text,
)
from whoknows.experiments.reproduce.verdict import Figure, Line, Verdict, exact
from whoknows.games.davinci import GAME, Setup, paper
from whoknows.games.davinci.knowledge import outlook_of, public_knowledge
from whoknows.games.davinci.knowledge.as_model import local_model
from whoknows.games.davinci.solve.paper_examples import walk
from whoknows.play.table.referee import Table, finish

if TYPE_CHECKING:
    from whoknows.experiments.reproduce import Scale

PAPER = "davinci"
EXACT = partial(exact, PAPER)
WORTH_SEEING = {1: 6.0, 2: 6.0, 3: 10.0}  # points; Table 3 has a tenth of the games
ROUNDING = 0.05  # points by which a printed rate may be off
LEAST_FALL = 0.1  # points: the last digit that is printed

NOT_NUMBERS = {
    f"davinci.{name}": "the setup of an example"
    for name in ("TWO_SETUP", "TWO_DEAL", "ONE", "TWO", "TWO_ALL", "THREE")
}


def lines(scale: "Scale") -> Iterator[Line | Figure]:
    """All lines of the paper."""
    yield from examples()
    yield from davinci_models.figures()
    yield davinci_models.two_players(scale.deals)
    yield from starter(scale)
    found: dict[tuple[int, int, str], Games] = {}
    for number, some in groupby(played(scale), key=lambda games: games.cell.table):
        games = list(some)
        found |= {(number, one.cell.tiles, one.column): one for one in games}
        yield from table_lines(number, games)
    yield from trends(found)
    yield from pictures(found)


# ---------------------------------------------------------------------------- examples


def examples() -> Iterator[Line]:
    """Examples 1 to 3, and the numbers of sections 1.1 and 1.2."""
    yield EXACT(
        "davinci.FULL_SET", "Section 1.1", "blocks", paper.FULL_SET, Setup.full().total
    )
    for example in paper.EXAMPLES:
        whose = "all" if example.agent == "all" else f"player {example.agent}"
        steps = list(walk(example))
        for step, printed in zip(steps, example.worlds, strict=True):
            yield EXACT(
                "davinci.EXAMPLES", f"Example {example.name}",
                f"worlds for {whose}: {step.said}", printed, step.worlds,
            )  # fmt: skip
    setup = GAME.setup(**paper.THREE.setup)
    state = GAME.start(setup, GAME.from_json(paper.THREE.deal, setup))
    sight = GAME.sight(state, 1)
    chances = outlook_of(sight).chances()
    [chance] = set(chances[0, 1].values())
    yield EXACT(
        "davinci.EXAMPLE_3_CHANCE", "Section 1.2", "b's chance to guess a2",
        paper.EXAMPLE_3_CHANCE, chance,
    )  # fmt: skip
    model = local_model(public_knowledge(state), 2, state.position.codes[2])
    yield EXACT(
        "davinci.KNOWN_WRONG", "Example 3", "worlds of c where b knows that a2 is no 7",
        paper.KNOWN_WRONG, model.count("K b ~a2=b7"),
    )  # fmt: skip


def starter(scale: "Scale") -> Iterator[Line]:
    """Section 5.1: two players, no closed tile: who starts wins."""
    players, tiles = paper.STARTER_WINS
    setup = GAME.setup(players=players, tiles=tiles)
    strategies = [GAME.strategies["aggressive"]] * players
    won = 0
    for seed in range(scale.deals):
        table = Table.dealt(GAME, setup, seed)
        [first] = table.turn
        won += finish(table, strategies).result[first] > 0
    yield EXACT(
        "davinci.STARTER_WINS", "Section 5.1", "games won by who starts, none closed",
        f"{scale.deals} of {scale.deals}", f"{won} of {scale.deals}",
    )  # fmt: skip


# ------------------------------------------------------------------------------ tables


def table_lines(number: int, games: Sequence[Games]) -> Iterator[Line]:
    """The cells of a table beside ours, judged together."""
    verdicts = judged([gap_of(one) for one in games], WORTH_SEEING[number])
    for one, verdict in zip(games, verdicts, strict=True):
        yield cell_line(one, verdict)


def gap_of(games: Games) -> Gap:
    """How far our rate is above the printed one.

    The games of the paper are taken as drawn independently, which is the most noise that
    they can have.
    """
    rate, printed = games.rate, games.cell.aggressive
    other = sqrt(printed * (100 - printed) / games.cell.games)
    return Gap(rate.mean - printed, error_of(rate), rate.n, other, ROUNDING)


def error_of(rate: Tally) -> float:
    """The standard error of a rate; infinite of a single deal."""
    return rate.error if rate.n > 1 else inf


def cell_line(games: Games, verdict: Judged) -> Line:
    """A cell of a table beside ours."""
    cell, rate = games.cell, games.rate
    if games.changed:
        verdict = Judged(Verdict.DIFFERS, changed_text(games))
    seats = len(seatings_of(cell, games.column))
    note = f"{cell.players} players; {rate.n * seats:,} games of ours"
    if games.again:
        equal = (games.again - games.changed) * seats
        note += f", {games.again * seats:,} of those kept played again, {equal:,} equal"
    return Line(
        PAPER, "davinci.TABLES", f"Table {cell.table}",
        f"{cell.tiles} tiles, preset {games.column}",
        cell.aggressive, round(rate.mean, 1), verdict.verdict, verdict.reason,
        f"{note}; the paper has {cell.games:,}", by_chance=not games.changed,
    )  # fmt: skip


def changed_text(games: Games) -> str:
    """What is said if games that are kept come out otherwise today."""
    return (
        f"our own games are not those that were kept: of {games.again} deals that were"
        f" played again, {games.changed} came out otherwise"
    )


def trends(found: Mapping[tuple[int, int, str], Games]) -> Iterator[Line]:
    """Section 5.1: that `aggressive` loses ground with more closed tiles."""
    for data, printed, table, first, last in (
        ("davinci.TREND_3", paper.TREND_3, 2, 20, 24),
        ("davinci.TREND_4", paper.TREND_4, 3, 16, 22),
    ):
        pairs = {c: (found[table, first, c], found[table, last, c]) for c in COLUMNS}
        changes = [change_of(*pair) for pair in pairs.values()]
        one, two = pairs["original"]
        fall = one.cell.aggressive - two.cell.aggressive
        for column, change, chance in zip(
            pairs, changes, holm([change.chance for change in changes]), strict=True
        ):
            row = f"aggressive, {first} to {last} tiles, preset {column}"
            yield trend_line(data, row, printed, change, chance, fall, len(changes))


def change_of(one: Games, two: Games) -> Gap:
    """By how many points the rate of one cell is above that of another."""
    before, after = one.rate, two.rate
    error = hypot(error_of(before), error_of(after))
    return Gap(after.mean - before.mean, error, min(before.n, after.n))


def trend_line(
    data: str, row: str, printed: str, change: Gap, chance: float, fall: float, lines: int
) -> Line:
    """A trend that is stated, beside the change found; the printed fall is worth seeing."""
    if chance >= LEVEL:
        while fall > LEAST_FALL and change.power(fall, lines) >= POWER:
            fall /= 2
        computed, verdict = "too few games to tell", Verdict.UNDECIDED
        reason = f"{found_text(change, chance)}; {needed_text(change, fall, lines)}"
    else:
        computed = "down" if change.gap < 0 else "up"
        verdict = Verdict.AGREES if computed == printed else Verdict.DIFFERS
        reason = found_text(change, chance)
    return Line(
        PAPER, data, "Section 5.1", row, printed, computed, verdict, reason,
        f"change {change.gap:+.1f} points, give or take {Z95 * change.error:.1f}",
        by_chance=True,
    )  # fmt: skip


def pictures(found: Mapping[tuple[int, int, str], Games]) -> Iterator[Figure]:
    """Tables 2 and 3 as charts: the paper, and our columns with intervals."""
    for number in (2, 3):
        cells = [cell for cell in paper.TABLES if cell.table == number]
        published = [(float(cell.tiles), cell.aggressive) for cell in cells]
        rows = [Series("paper", published, marks=True)]
        for column in COLUMNS:
            rates = [summary(found[number, cell.tiles, column].rate) for cell in cells]
            points = [(float(c.tiles), r.mean) for c, r in zip(cells, rates, strict=True)]
            bounds = [(max(0.0, rate.low), min(100.0, rate.high)) for rate in rates]
            rows.append(Series(column, points, bounds, marks=True))
        yield Figure(
            PAPER, f"Table {number}",
            f"Games won by aggressive players, in percent, {cells[0].players} players;"
            " intervals of 95 %.",
            chart(rows, x="tiles", y="percent won"),
        )  # fmt: skip
