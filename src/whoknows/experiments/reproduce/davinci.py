"""Da Vinci Code [Eker2020]: its examples exactly, its tables by playing."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from whoknows import work
from whoknows.experiments.duel import seatings
from whoknows.experiments.playing import game_seed
from whoknows.experiments.reproduce import davinci_models
from whoknows.experiments.reproduce.charts import Series, chart
from whoknows.experiments.reproduce.line import (
    AGREES,
    THREE_ERRORS,
    Figure,
    Line,
    Rate,
    exact,
    paper_in_error,
    sampled,
)
from whoknows.experiments.statistics import summary
from whoknows.games.davinci import GAME, Setup, paper
from whoknows.games.davinci.knowledge import outlook_of, public_knowledge
from whoknows.games.davinci.knowledge.models import local_model
from whoknows.games.davinci.paper import Cell
from whoknows.games.davinci.solve.examples import walk
from whoknows.play.rates import Z95
from whoknows.play.referee import Table, finish

if TYPE_CHECKING:
    from whoknows.experiments.reproduce import Scale

PAPER = "davinci"
EXACT = partial(exact, PAPER)
SAMPLED = partial(sampled, PAPER)
CHUNK = 10  # deals in one piece of work
PRESETS = {  # a column of ours: the semantics, and who plays the aggressive
    "original": ("original", "defensive"),
    "del": ("del", "defensive"),
    "del, live": ("del", "defensive-live"),
}
TIES = "cannot be compared (how the authors' program broke its last ties is not known)"

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
    found: dict[tuple[int, int, str], Rate] = {}
    for cell, semantics, rate in played(scale):
        found[cell.table, cell.tiles, semantics] = rate
        yield cell_line(cell, semantics, rate)
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


class Piece(NamedTuple):
    """Some deals of one cell, to be played in every seating."""

    cell: Cell
    column: str  # of PRESETS
    seed: int
    deals: range


def played(scale: "Scale") -> Iterator[tuple[Cell, str, Rate]]:
    """The rate of every cell and preset, in order, as soon as its deals are played."""
    pieces = [
        Piece(cell, column, scale.seed, range(first, min(first + CHUNK, scale.deals)))
        for cell in paper.TABLES
        for column in columns_of(cell)
        for first in range(0, scale.deals, CHUNK)
    ]
    pace = work.Pace(round(sum(map(effort, pieces))))
    shares = {(piece.cell, piece.column): list[float]() for piece in pieces}
    waiting = list(shares)
    with closing(work.run(play, pieces, where=work.place(scale.workers))) as results:
        for done, (number, values) in enumerate(results, 1):
            piece = pieces[number]
            shares[piece.cell, piece.column].extend(values)
            pace.tick(round(effort(piece)))
            scale.report(f"davinci, Tables 1 to 3: {done} of {len(pieces)}{pace.to_go}")
            while waiting and len(shares[waiting[0]]) == scale.deals:
                key = waiting.pop(0)
                yield *key, rate_of(shares[key])


def columns_of(cell: Cell) -> tuple[str, ...]:
    """Our columns of a cell; of two players, the other one is always in."""
    return tuple(PRESETS) if cell.players > 2 else ("original", "del")


def effort(piece: Piece) -> float:
    """How long a piece takes beside the others: it tells the time that is left."""
    kind = piece.cell.players - 2
    closed = piece.cell.tiles - 4 * piece.cell.players
    return len(piece.deals) * (3, 15, 70)[kind] * (1.15, 1.35, 1.65)[kind] ** closed


def play(piece: Piece) -> list[float]:
    """Of each deal, the share of its seatings that an aggressive player won."""
    cell = piece.cell
    semantics, rival = PRESETS[piece.column]
    setup = GAME.setup(players=cell.players, tiles=cell.tiles, semantics=semantics)
    shares = []
    for deal in piece.deals:
        seed = game_seed(piece.seed, cell.tiles, deal)
        seats = seatings("aggressive", rival, cell.players)
        shares.append(float(np.mean([won(setup, seed, seating) for seating in seats])))
    return shares


def won(setup: Setup, seed: int, seating: tuple[str, ...]) -> bool:
    """Whether an aggressive player won a deal, with these strategies in the seats."""
    strategies = [GAME.strategies[name] for name in seating]
    result = finish(Table.dealt(GAME, setup, seed), strategies).result
    return seating[max(result, key=lambda seat: result[seat])] == "aggressive"


def rate_of(shares: list[float]) -> Rate:
    """A rate in percent, its interval made of the averages over each deal."""
    found = summary(np.array(shares))
    return Rate(100 * found.mean, max(0.0, 100 * found.low), min(100.0, 100 * found.high))


def cell_line(cell: Cell, semantics: str, rate: Rate) -> Line:
    """A cell of a table beside ours."""
    share = cell.aggressive / 100
    spread = 100 * Z95 * sqrt(share * (1 - share) / cell.games)
    wrong = paper_in_error(f"{paper.ERRATA['Tables 2 and 3'].rstrip('.')}")
    return SAMPLED(
        "davinci.TABLES", f"Table {cell.table}", f"{cell.tiles} tiles, preset {semantics}",
        cell.aggressive, rate, spread=spread,
        beyond=TIES if semantics == "original" else wrong,
        note=f"{cell.players} players; the paper has {cell.games:,} games",
    )  # fmt: skip


def trends(found: dict[tuple[int, int, str], Rate]) -> Iterator[Line]:
    """Section 5.1: that `aggressive` loses ground with more closed tiles."""
    for data, printed, table, first, last in (
        ("davinci.TREND_3", paper.TREND_3, 2, 20, 24),
        ("davinci.TREND_4", paper.TREND_4, 3, 16, 22),
    ):
        for semantics in PRESETS:
            one, two = found[table, first, semantics], found[table, last, semantics]
            change = two.value - one.value
            half = THREE_ERRORS * hypot(one.high - one.value, two.high - two.value)
            yield trend_line(
                data, f"{first} to {last} tiles, preset {semantics}", printed, change, half
            )


def trend_line(data: str, row: str, printed: str, change: float, half: float) -> Line:
    """A published trend beside the change found, give or take."""
    interval = f"{change - half:+.1f} to {change + half:+.1f} points"
    if change + half < 0:
        computed, verdict = "down", AGREES
    elif change - half > 0:
        computed = "up"
        verdict = paper_in_error("it holds for the program, not for the logic")
    else:
        computed = "too few games to tell"
        verdict = f"differs (sampling: {interval})"
    return Line(
        PAPER, data, "Section 5.1", f"aggressive, {row}", printed, computed, verdict,
        f"change {interval}",
    )  # fmt: skip


def pictures(found: dict[tuple[int, int, str], Rate]) -> Iterator[Figure]:
    """Tables 2 and 3 as charts: the paper, and both presets with intervals."""
    for number in (2, 3):
        cells = [cell for cell in paper.TABLES if cell.table == number]
        published = [(float(cell.tiles), cell.aggressive) for cell in cells]
        rows = [Series("paper", published, marks=True)]
        for semantics in PRESETS:
            rates = [found[number, cell.tiles, semantics] for cell in cells]
            points = [(float(c.tiles), r.value) for c, r in zip(cells, rates, strict=True)]
            bounds = [(rate.low, rate.high) for rate in rates]
            rows.append(Series(semantics, points, bounds, marks=True))
        yield Figure(
            PAPER, f"Table {number}",
            f"Games won by aggressive players, in percent, {cells[0].players} players;"
            " intervals of 95 %.",
            chart(rows, x="tiles", y="percent won"),
        )  # fmt: skip
