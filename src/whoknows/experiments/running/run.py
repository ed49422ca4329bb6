"""Running an experiment: games in chunks to the workers, rows to the database.

Where no rows are kept, a chunk has some deals of one setup at all of its tables, and what
they come to is written instead: the report is the same, number for number.

Only the driver writes.  A game's row depends on the experiment's seed, the setup, the
seating, and the number of the game, and on nothing else: not on the workers, not on the
chunks, not on what was stopped and resumed.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Protocol, TypeAlias

from whoknows import work
from whoknows.edge import checked
from whoknows.errors import BadSetup, BadStore
from whoknows.experiments.experiment import (
    AGGREGATES,
    Experiment,
    Series,
    by_setup,
    from_stored,
    series_document,
)
from whoknows.experiments.provenance import made_with
from whoknows.experiments.running.chunk import (
    Chunk,
    Deals,
    Job,
    Played,
    Tallied,
    game_seed,
    play_chunk,
    setup_entropy,
    tally_chunk,
)
from whoknows.experiments.trust import check_own, note_own
from whoknows.play.documents import read_setup
from whoknows.play.game import AnySetup as Setup
from whoknows.play.game import Game
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, finish
from whoknows.store import Store
from whoknows.store.experiment_aggregates import Aggregate, add_aggregate, counted_deals
from whoknows.store.experiment_rows import (
    Entry,
    Row,
    add_experiment,
    add_rows,
    change_document,
    done_ranges,
    find_entry,
)

__all__ = ["Progress", "Sizes", "begin", "one_game", "run_experiment"]

GAMES_A_SECOND = 5000  # in a chunk at most, however short they are: rows need memory
MOVE_LIMIT = 300.0  # seconds that a strategy has for a move, unless somebody says otherwise


@dataclass
class Progress:
    """How far an experiment is, and the mean score of seat 0 in each series so far."""

    pace: work.Pace
    sums: dict[int, float] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)

    def count(self, series: int, games: int, total: float) -> None:
        """Take some games of a series, with the sum of their scores, into the means."""
        self.sums[series] = self.sums.get(series, 0.0) + total
        self.counts[series] = self.counts.get(series, 0) + games

    def mean(self, series: int) -> float:
        """The mean score of seat 0 in a series so far."""
        return self.sums[series] / self.counts[series]


Watch: TypeAlias = Callable[[Progress], None]


@checked
def begin(store: Store, experiment: Experiment) -> Entry:
    """The experiment's place in the database; the same one if it was begun before."""
    all_series = experiment.series()
    name = experiment.name or f"{short(experiment.game)}-{experiment.key[:6]}"
    document = experiment.document | {
        "cells": series_document(all_series),
        "made_with": made_with(),
    }
    games = experiment.games * len(all_series)
    add_experiment(store, experiment.key, name, document, games)
    note_own(experiment)
    entry = find_entry(store, experiment.key)
    if from_stored(entry.document, name).document != experiment.document:
        raise BadStore(f"the database has another experiment under the id {entry.id}")
    return entry


def short(game: str) -> str:
    """The name of a game without the path of its file."""
    return game.rpartition(":")[2].lower()


@checked
def run_experiment(
    store: Store,
    entry: Entry,
    *,
    where: work.Place | None = None,
    watch: Watch | None = None,
    cancel: Event | None = None,
    trust: bool = False,
    move_limit: float | None = MOVE_LIMIT,
) -> Entry:
    """Play every game that has no row yet, and write its row; the entry as it is then.

    Code that came with the database, and not from this user, runs only with `trust`.  A
    strategy that takes longer than `move_limit` seconds for a move ends the run.
    """
    if move_limit is not None and not move_limit > 0:
        raise BadSetup(f"a limit of {move_limit} seconds for a move; wanted more than 0")
    experiment = from_stored(entry.document, entry.name)
    if not trust:
        check_own(experiment)
    if "cells" not in entry.document:  # begun by an older program
        all_series = series_document(experiment.series())
        change_document(store, entry.id, {**entry.document, "cells": all_series})
    where = where or work.place()
    keeping: Keeping = (Aggregates if experiment.keep == AGGREGATES else Rows)(
        store, entry, experiment, Sizes(where.chunk_seconds)
    )
    progress = Progress(work.Pace(entry.games))
    progress.pace.before = find_entry(store, entry.id).done
    job = Job(experiment.game, experiment.sources, experiment.seed, move_limit)
    running = work.run(
        keeping.function, keeping.pieces(), shared=job, where=where, cancel=cancel
    )
    with work.ending_on_sigterm(), closing(running) as results:
        for _, played in results:
            keeping.write(played, progress)
            if watch is not None:
                watch(progress)
    store.check_there()
    return find_entry(store, entry.id)


class Keeping(Protocol):
    """What is kept of the games: what workers do, which chunks are missing, and writing."""

    @property
    def function(self) -> Callable[..., Any]:
        """What a worker does with a chunk."""

    def pieces(self) -> Iterator[Any]:
        """What is missing, in chunks."""

    def write(self, played: Any, progress: Progress) -> None:
        """Write down what came back for a chunk, and count it."""


@dataclass
class Rows:
    """A row is kept of every game."""

    store: Store
    entry: Entry
    experiment: Experiment
    sizes: "Sizes"
    function: Callable[[Chunk, Job], Played] = play_chunk

    def pieces(self) -> Iterator[Chunk]:
        """The games without a row."""
        return chunks(self.experiment, done_ranges(self.store, self.entry.id), self.sizes)

    def write(self, played: Played, progress: Progress) -> None:
        """The rows of a chunk."""
        rows = [Row(*line) for line in played.rows]
        add_rows(self.store, self.entry.id, rows)
        self.sizes.learn(played.series, len(rows), played.seconds)
        progress.pace.tick(len(rows))
        progress.count(played.series, len(rows), sum(row.scores[0] for row in rows))


@dataclass
class Aggregates:
    """What many games came to together is kept."""

    store: Store
    entry: Entry
    experiment: Experiment
    sizes: "Sizes"
    function: Callable[[Deals, Job], Tallied] = tally_chunk

    def pieces(self) -> Iterator[Deals]:
        """The deals that are not counted yet."""
        done = counted_deals(self.store, self.entry.id)
        for group in by_setup(self.experiment.series()):
            first, setup = group[0].number, json.dumps(group[0].setup, sort_keys=True)
            seatings = {series.number: series.seating for series in group}
            for some in parts(
                done.get(first, ()), self.experiment.games, first, self.sizes
            ):
                yield Deals(setup, seatings, some)

    def write(self, played: Tallied, progress: Progress) -> None:
        """The tallies of a chunk."""
        deals, tally = played.deals, played.tally
        first, games = min(deals.seatings), tally.games
        found = Aggregate(first, deals.numbers, sum(games.values()), tally.document())
        self.sizes.learn(first, len(deals.numbers), played.seconds)
        if add_aggregate(self.store, self.entry.id, found):
            progress.pace.tick(found.games)
            for series, count in games.items():
                progress.count(series, count, tally.series[series].seats[0].mean * count)


class Sizes:
    """How many games of a series to send at a time, learnt from the time they take."""

    def __init__(self, seconds: float = work.SHORT_CHUNK) -> None:
        self.seconds = seconds
        self.most = int(GAMES_A_SECOND * seconds)
        self.sizes: dict[int, int] = {}

    def size(self, series: int) -> int:
        """The number of games for the next chunk; one at first, since it may be long."""
        return self.sizes.get(series, 1)

    def learn(self, series: int, count: int, seconds: float) -> None:
        """Take the time of a chunk into account; grow eightfold at most."""
        fitting = int(self.seconds * count / max(seconds, 1e-6))
        self.sizes[series] = max(1, min(fitting, 8 * count, self.most))


def chunks(
    experiment: Experiment, done: Mapping[int, Sequence[range]], sizes: Sizes
) -> Iterator[Chunk]:
    """The games without a row, series by series, in chunks of the size of the moment."""
    for series in experiment.series():
        setup = json.dumps(series.setup, sort_keys=True)
        for some in parts(
            done.get(series.number, ()), experiment.games, series.number, sizes
        ):
            yield Chunk(series.number, setup, series.seating, some)


def parts(done: Sequence[range], games: int, series: int, sizes: Sizes) -> Iterator[range]:
    """What is missing, in ranges of the size of the moment."""
    for missing in gaps(done, games):
        at = missing.start
        while at < missing.stop:
            end = min(at + sizes.size(series), missing.stop)
            yield range(at, end)
            at = end


def gaps(done: Sequence[range], games: int) -> Iterator[range]:
    """What lies between ranges that stand in order.

    >>> list(gaps([range(2), range(5, 7)], 9))
    [range(2, 5), range(7, 9)]
    """
    at = 0
    for run in done:
        if run.start > at:
            yield range(at, run.start)
        at = max(at, run.stop)
    if at < games:
        yield range(at, games)


@checked
def one_game(experiment: Experiment, series: Series, number: int) -> Table:
    """One game of an experiment again, to look at it."""
    game: Game = experiment.find_game()
    setup: Setup = read_setup(game, dict(series.setup))
    entropy = setup_entropy(json.dumps(series.setup, sort_keys=True))
    strategies = [find_strategy(game, name, experiment.sources) for name in series.seating]
    seed = game_seed(experiment.seed, entropy, number)
    return finish(Table.dealt(game, setup, seed), strategies)
