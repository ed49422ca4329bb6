"""The measures of a review over many games, by strategy: they show where it loses.

The games of an experiment are played again, which gives the same games, and each is
reviewed; so are games that a database has kept.  The numbers of a move are those of
`review`.  What is added up is small: sums by strategy and by the number of its move.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from whoknows import work
from whoknows.analysis.review import Review, ReviewedMove, review, rounded
from whoknows.catalog import GAMES, find_game
from whoknows.errors import BadSetup, BadStore, UnknownName
from whoknows.experiments.experiment import check_rows, from_stored, stored_series
from whoknows.experiments.running.chunk import Chunk, Job, game_seed, setup_entropy
from whoknows.experiments.trust import check_own
from whoknows.play.documents import read_setup
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, finish, score_line
from whoknows.play.table.transcript import read, written
from whoknows.store import Store
from whoknows.store.experiment_rows import Entry, rows_of
from whoknows.store.kept_room import kept_room
from whoknows.store.rooms import recent_rooms

PEOPLE = "people"  # who moved where no strategy sat
AT_ONCE = 10  # games that a worker reviews before it reports
MOST_ROOMS = 100_000  # kept games that are looked at

Key: TypeAlias = tuple[str, int]  # a strategy, and the number of its move in the game


@dataclass
class Sums:
    """What adds up over moves."""

    moves: int = 0
    judged: int = 0
    loss: float = 0.0
    stake: float = 0.0
    luck: float = 0.0
    bits: float = 0.0
    leak: float = 0.0  # bits that all others learned in the turns of these moves

    def add_move(self, move: ReviewedMove) -> None:
        """One move more."""
        self.moves += 1
        self.bits += move.bits or 0.0
        self.leak += sum(move.told.values())
        if move.loss is not None and move.stake is not None:
            self.judged += 1
            self.loss += move.loss
            self.stake += move.stake
            self.luck += move.luck or 0.0

    def add(self, other: "Sums") -> None:
        """Other moves too."""
        for name, number in vars(other).items():
            setattr(self, name, getattr(self, name) + number)

    @property
    def skill(self) -> float | None:
        """All that was not lost of all that could be lost."""
        return 1 - self.loss / self.stake if self.stake else None

    def to_json(self) -> dict[str, Any]:
        """The means over the moves, as plain JSON."""
        judged, moves = max(1, self.judged), max(1, self.moves)
        return {
            "moves": self.moves,
            "skill": rounded(self.skill),
            "loss": rounded(self.loss / judged) if self.judged else None,
            "luck": rounded(self.luck / judged) if self.judged else None,
            "bits": rounded(self.bits / moves),
            "leak": rounded(self.leak / moves),
        }


class Part(NamedTuple):
    """What a worker gives back: how many games, and their sums."""

    games: int
    measure: tuple[str, str]
    sums: dict[Key, Sums]


@dataclass
class Many:
    """The measures of many games, by strategy and by move."""

    name: str
    game: str = ""
    games: int = 0
    measure: str = ""
    unit: str = ""
    sums: dict[Key, Sums] = field(default_factory=dict)

    def add(self, part: Part) -> None:
        """The games of a part."""
        self.games += part.games
        self.measure, self.unit = part.measure
        for key, sums in part.sums.items():
            self.sums.setdefault(key, Sums()).add(sums)

    @property
    def strategies(self) -> list[str]:
        """Who moved, in order of their names."""
        return sorted({name for name, _ in self.sums})

    def of(self, strategy: str) -> Sums:
        """All moves of a strategy."""
        whole = Sums()
        for (name, _), sums in self.sums.items():
            if name == strategy:
                whole.add(sums)
        return whole

    def by_turn(self, strategy: str) -> dict[int, Sums]:
        """The moves of a strategy by their number in the game."""
        found = {turn: sums for (name, turn), sums in self.sums.items() if name == strategy}
        return dict(sorted(found.items()))

    def to_json(self) -> dict[str, Any]:
        """All of it as one JSON document."""
        return {
            "name": self.name,
            "game": self.game,
            "games": self.games,
            "measure": self.measure,
            "unit": self.unit,
            "strategies": {
                name: self.of(name).to_json()
                | {
                    "by_turn": [
                        {"turn": turn, **sums.to_json()}
                        for turn, sums in self.by_turn(name).items()
                    ]
                }
                for name in self.strategies
            },
        }


# ---------------------------------------------------------------- in a worker process


class Batch(NamedTuple):
    """Games of one series of an experiment, and the scores that their rows have."""

    job: Job
    chunk: Chunk
    scores: tuple[tuple[float, ...], ...]


def review_batch(batch: Batch) -> Part:
    """Play games again, see that they come out as they did, and review them."""
    job, chunk = batch.job, batch.chunk
    game = find_game(job.game, job.sources)
    setup = read_setup(game, json.loads(chunk.setup))
    strategies = [find_strategy(game, name, job.sources) for name in chunk.seating]
    entropy = setup_entropy(chunk.setup)
    found = []
    for number, scores in zip(chunk.numbers, batch.scores, strict=True):
        seed = game_seed(job.seed, entropy, number)
        table = finish(Table.dealt(game, setup, seed), strategies)
        if tuple(score_line(table)) != scores:
            raise BadStore(
                f"series {chunk.series} game {number} does not come out as its row says: "
                "the strategies have changed since"
            )
        found.append(
            (review(table, chunk.seating, strategies=chunk.seating), chunk.seating)
        )
    return added_up(found)


def review_documents(documents: tuple[dict[str, Any], ...]) -> Part:
    """Review games that were kept, as transcripts."""
    found = []
    for document in documents:
        run = read(document, find_game)
        found.append((review(run.table, run.names, strategies=run.seats), run.seats))
    return added_up(found)


def added_up(found: Iterable[tuple[Review, tuple[str, ...]]]) -> Part:
    """The sums of some reviews; seats are told apart by who sat there."""
    sums: dict[Key, Sums] = {}
    games, measure = 0, ("", "")
    for made, seats in found:
        games, measure = games + 1, (made.measure, made.unit)
        numbers: dict[int, int] = {}
        for move in made.moves:
            numbers[move.seat] = numbers.get(move.seat, 0) + 1
            key = seats[move.seat], numbers[move.seat]
            sums.setdefault(key, Sums()).add_move(move)
    return Part(games, measure, sums)


# --------------------------------------------------------------------------- the games


def review_experiment(
    store: Store,
    entry: Entry,
    *,
    where: work.Place | None = None,
    trust: bool = False,
    report: Callable[[str], None] = lambda _: None,
) -> Many:
    """The games of an experiment, reviewed.

    Code that came with the database, and not from this user, runs only with `trust`.
    """
    experiment = from_stored(entry.document, entry.name)
    if not trust:
        check_own(experiment)
    many = Many(entry.name, experiment.game)
    batches = list(batches_of(store, entry))
    if not batches:
        raise BadSetup(f"{entry.name} has no rows yet")
    with closing(work.run(review_batch, batches, where=where)) as results:
        for _, part in results:
            many.add(part)
            report(f"{many.games:,} of {entry.done:,} games reviewed")
    return many


def batches_of(store: Store, entry: Entry) -> Iterator[Batch]:
    """The games of an experiment that have rows, a few at a time."""
    check_rows(entry.document, entry.name)
    experiment = from_stored(entry.document, entry.name)
    job = Job(experiment.game, experiment.sources, experiment.seed)
    all_series = stored_series(entry.document, entry.name)
    held: dict[int, list[tuple[int, tuple[float, ...]]]] = {}
    for row in rows_of(store, entry.id):
        held.setdefault(row.cell, []).append((row.game, tuple(row.scores)))
    for place, games in sorted(held.items()):
        setup = json.dumps(dict(all_series[place].setup), sort_keys=True)
        for start in range(0, len(games), AT_ONCE):
            numbers, scores = zip(*sorted(games)[start : start + AT_ONCE], strict=True)
            yield Batch(
                job, Chunk(place, setup, all_series[place].seating, numbers), scores
            )


def review_kept(
    store: Store,
    name: str,
    *,
    where: work.Place | None = None,
    report: Callable[[str], None] = lambda _: None,
) -> list[Many]:
    """The games that a database has kept and that are over, reviewed game by game."""
    found: dict[str, list[dict[str, Any]]] = {}
    for stored, _ in recent_rooms(store, MOST_ROOMS):
        if stored.over and stored.game in GAMES:
            found.setdefault(stored.game, []).append(kept_document(store, stored.id))
    if not found:
        raise UnknownName(f"{name} has no game that is over")
    return [reviewed_kept(name, game, some, where, report) for game, some in found.items()]


def kept_document(store: Store, room: str) -> dict[str, Any]:
    """A kept game as a transcript in which people are one."""
    kept = kept_room(store, room).room
    seats = [chair.strategy or PEOPLE for chair in kept.chairs]
    return written(kept.table, seats)


def reviewed_kept(
    name: str,
    game: str,
    documents: list[dict[str, Any]],
    where: work.Place | None,
    report: Callable[[str], None],
) -> Many:
    """The kept games of one kind."""
    many = Many(name, game)
    pieces = [
        tuple(documents[start : start + AT_ONCE])
        for start in range(0, len(documents), AT_ONCE)
    ]
    with closing(work.run(review_documents, pieces, where=where)) as results:
        for _, part in results:
            many.add(part)
            report(f"{many.games:,} of {len(documents):,} games of {game} reviewed")
    return many
