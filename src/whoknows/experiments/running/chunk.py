"""What a worker does: play the games of a chunk, and give their rows as plain values.

Where no rows are kept, a chunk has some deals of one setup, played at all of its tables,
and gives their tallies.

This file knows no database, so that workers start quickly.
"""

import json
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple, TypeAlias

import numpy as np

from whoknows.asking.tally import DealsTally, Game, tally_of_deals
from whoknows.catalog import find_game
from whoknows.errors import StrategyFailed
from whoknows.experiments.running.move_limit import time_limited
from whoknows.play.documents import read_setup
from whoknows.play.game import Figures
from whoknows.play.own_files import Source
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, finish, score_line

# The series, the number of the game, its seed, its turns, the scores, and the figures.
Line: TypeAlias = tuple[int, int, int, int, list[float], dict[str, float]]


class Job(NamedTuple):
    """What all chunks of an experiment share, as plain values."""

    game: str
    sources: Mapping[str, Source]
    seed: int
    move_limit: float | None = None  # seconds that a strategy has for one move


class Chunk(NamedTuple):
    """Games of one series for one worker."""

    series: int
    setup: str  # as JSON
    seating: tuple[str, ...]
    numbers: Sequence[int]  # a range, or some of them


class Played(NamedTuple):
    """What comes back for a chunk."""

    series: int
    rows: list[Line]
    seconds: float


class Deals(NamedTuple):
    """Some deals of one setup for one worker, at all of its tables."""

    setup: str  # as JSON
    seatings: Mapping[int, tuple[str, ...]]  # by the numbers of the series
    numbers: range


class Tallied(NamedTuple):
    """What comes back for some deals."""

    deals: Deals
    tally: DealsTally
    seconds: float


def play_chunk(chunk: Chunk, job: Job) -> Played:
    """The rows of a chunk's games: what a worker does."""
    began = time.perf_counter()
    game = find_game(job.game, job.sources)
    setup = read_setup(game, json.loads(chunk.setup))
    strategies = [find_strategy(game, name, job.sources) for name in chunk.seating]
    entropy = setup_entropy(chunk.setup)
    rows = []
    with time_limited(strategies, job.move_limit) as limited:
        for number in chunk.numbers:
            seed = game_seed(job.seed, entropy, number)
            try:
                table = finish(Table.dealt(game, setup, seed), limited)
            except StrategyFailed as error:
                spot = f"series {chunk.series} game {number} ({', '.join(chunk.seating)})"
                raise StrategyFailed(f"{spot}: {error}") from error
            rows.append(row_of(table, chunk.series, number))
    return Played(chunk.series, rows, time.perf_counter() - began)


def tally_chunk(deals: Deals, job: Job) -> Tallied:
    """What some deals of a setup come to at all of its tables: what a worker does."""
    began = time.perf_counter()
    games = (
        Game(series, number, turns, scores, figures)
        for series, seating in deals.seatings.items()
        for _, number, _, turns, scores, figures in play_chunk(
            Chunk(series, deals.setup, seating, deals.numbers), job
        ).rows
    )
    tally = tally_of_deals(deals.seatings, games)
    return Tallied(deals, tally, time.perf_counter() - began)


def row_of(table: Table, series: int, number: int) -> Line:
    """The row of a game that is over, as plain values in the order of the store's."""
    figures: dict[str, float] = {}
    if isinstance(table.game, Figures):
        found = table.game.figures(table.state)
        figures = {name: float(value) for name, value in found.items()}
    return (series, number, table.seed, len(table.turns), score_line(table), figures)


@lru_cache(maxsize=1024)
def setup_entropy(setup: str) -> int:
    """A number that a setup has to itself."""
    return int.from_bytes(sha256(setup.encode()).digest()[:8], "big")


def game_seed(seed: int, entropy: int, number: int) -> int:
    """The seed of one game: the same for every seating, small enough for any JSON."""
    state = np.random.SeedSequence([seed, entropy, number]).generate_state(1, np.uint64)
    return int(state[0]) >> 11
