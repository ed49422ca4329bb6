"""An experiment: a game, a grid of setups, strategies for its seats, games, and a seed.

Every setup of the grid with every seating of the strategies is a *series*; a series has the
same number of games.  Game number 17 of a setup has the same deal whoever plays it, so
that strategies are compared on the same deals.

    name = "who is best"                        # a file of TOML
    game = "davinci"
    games = 500                                 # in each series
    seed = 7
    strategies = ["random", ["lowest", "best"]] # a name or several for each seat
    rotate = true                               # every strategy plays in every seat

    [setup]
    players = 2
    tiles = [3, 4, 5]                           # a list is a grid

With `keep = "aggregates"` the games leave no rows, but what many of them came to together.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import groupby, product
from math import prod
from pathlib import Path
from typing import Any

from whoknows import edge
from whoknows.catalog import find_game, source_of
from whoknows.errors import (
    BadFile,
    BadSetup,
    BadStore,
    NotAllowed,
    TooLarge,
    UnknownName,
    shortened,
)
from whoknows.play.documents import files_read, read_setup, setup_json, toml_document
from whoknows.play.game import AnySetup as Setup
from whoknows.play.game import Game
from whoknows.play.own_files import Source, is_file_name
from whoknows.play.strategies import find_strategy

__all__ = [
    "AGGREGATES",
    "KEEPS",
    "MOST_SERIES",
    "ROWS",
    "Experiment",
    "Series",
    "by_setup",
    "check_rows",
    "check_size",
    "checked",
    "from_document",
    "from_file",
    "from_stored",
    "names_in",
    "own_experiment",
    "read_toml",
    "read_value",
    "series_document",
    "stored_series",
    "values_apart",
    "with_decks",
    "with_sources",
]

KEYS = "name game games seed strategies seatings rotate setup keep".split()
ROWS = "rows"
AGGREGATES = "aggregates"
KEEPS = (ROWS, AGGREGATES)  # what may be kept of the games
MOST_NAME = 200  # characters of a name
MOST_TEXT = 10_000  # characters of the values of one option
MOST_GAMES = 1_000_000  # of one experiment, without a person's word
MOST_SERIES = 20_000  # of one experiment, without a person's word


@dataclass(frozen=True)
class Series:
    """One setup with one seating; its games differ in their deals only."""

    number: int
    setup: Mapping[str, Any]  # as plain JSON, every option
    seating: tuple[str, ...]


@dataclass(frozen=True)
class Experiment:
    """What is asked; `series` is what that comes to."""

    game: str
    games: int
    seed: int = 0
    strategies: tuple[tuple[str, ...], ...] = ()  # for each seat; one entry is for all
    seatings: tuple[tuple[str, ...], ...] = ()  # or whole tables, stated outright
    rotate: bool = False
    setup: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    name: str = ""
    sources: Mapping[str, Source] = field(default_factory=dict)
    keep: str = ROWS

    @property
    def document(self) -> dict[str, Any]:
        """The experiment as plain JSON, the text of its files included."""
        return {
            "game": self.game,
            "games": self.games,
            "seed": self.seed,
            "strategies": [list(names) for names in self.strategies],
            "seatings": [list(names) for names in self.seatings],
            "rotate": self.rotate,
            "setup": {name: list(values) for name, values in self.setup.items()},
            "sources": {name: list(source) for name, source in self.sources.items()},
        } | ({} if self.keep == ROWS else {"keep": self.keep})

    @property
    def key(self) -> str:
        """A word that is equal for equal experiments, whatever their names."""
        text = json.dumps(self.document, sort_keys=True)
        return sha256(text.encode()).hexdigest()[:12]

    def find_game(self) -> Game:
        """The game that is played."""
        return find_game(self.game, self.sources)

    def series(self) -> list[Series]:
        """Every setup with every seating, in the order of the grid."""
        game = self.find_game()
        pairs = [(s, t) for s in self.setups(game) for t in self.tables(game, s)]
        return [
            Series(number, setup_json(setup), seating)
            for number, (setup, seating) in enumerate(pairs)
        ]

    def setups(self, game: Game) -> Iterator[Setup]:
        """Every setup of the grid."""
        for values in product(*self.setup.values()):
            yield read_setup(game, dict(zip(self.setup, values, strict=True)))

    def tables(self, game: Game, setup: Setup) -> list[tuple[str, ...]]:
        """The seatings at one setup, without repeats."""
        seats = game.seats(setup)
        if self.seatings:
            tables = list(self.seatings)
        elif len(self.strategies) == 1:
            tables = [(name,) * seats for name in self.strategies[0]]
        else:
            tables = list(product(*self.strategies))
        for table in tables:
            if len(table) != seats:
                wanted = "1 seat" if seats == 1 else f"{seats} seats"
                raise BadSetup(f"{len(table)} strategies for {wanted}: {setup}")
        if self.rotate:
            tables = [(*t[k:], *t[:k]) for t in tables for k in range(seats)]
        return list(dict.fromkeys(tables))

    def most_series(self) -> int:
        """A bound on the number of series, without listing them."""
        grid = prod(len(values) for values in self.setup.values())
        tables = len(self.seatings) or prod(len(names) for names in self.strategies)
        turns = max([len(self.strategies), *map(len, self.seatings)]) if self.rotate else 1
        return grid * tables * turns

    def size(self) -> int:
        """A bound on the number of games."""
        return self.games * self.most_series()


@edge.checked
def checked(experiment: Experiment, *, yes: bool = False) -> Experiment:
    """The experiment, once every name and number in it is known to be right."""
    game = experiment.find_game()
    if experiment.games < 1:
        raise BadSetup(f"{experiment.games} games; wanted at least 1")
    if experiment.seed < 0:
        raise BadSetup(f"seed {experiment.seed}; wanted at least 0")
    if not experiment.strategies and not experiment.seatings:
        raise BadSetup("no strategies are named for the seats")
    if not yes:
        check_size(experiment)
    for name in names_in(experiment):
        find_strategy(game, name, experiment.sources)
    experiment.series()
    return experiment


@edge.checked
def check_size(experiment: Experiment) -> None:
    """Raise `TooLarge` for more than somebody may have meant; nothing is listed."""
    for number, most, what in (
        (experiment.most_series(), MOST_SERIES, "setups with their strategies"),
        (experiment.size(), MOST_GAMES, "games"),
    ):
        if number > most:
            raise TooLarge(
                f"{number:,} {what} are more than {most:,}; say --yes to play them all"
            )


@edge.checked
def names_in(experiment: Experiment) -> list[str]:
    """Every strategy that is named, once."""
    tables = [*experiment.strategies, *experiment.seatings]
    return list(dict.fromkeys(name for table in tables for name in table))


def with_sources(experiment: Experiment) -> Experiment:
    """The experiment with the text of every file that it names, which a person wants."""
    names = [experiment.game, *names_in(experiment)]
    sources = {name: source_of(name) for name in names if is_file_name(name)}
    return replace(experiment, sources=sources)


def with_decks(experiment: Experiment) -> Experiment:
    """The experiment with what is in the files that its options name, for a person."""
    game = experiment.find_game()
    grid = {
        name: tuple(files_read(game, {name: value})[name] for value in values)
        for name, values in experiment.setup.items()
    }
    return replace(experiment, setup=grid)


@edge.checked
def from_file(path: Path) -> Experiment:
    """The experiment that a file of TOML describes; it runs and reads no other file."""
    return from_document(read_toml(path), str(path))


@edge.checked
def read_toml(path: Path) -> dict[str, Any]:
    """The keys of a file of TOML; without a name, the file's own."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is not TOML: {error}") from error
    return {"name": path.stem, **toml_document(text, str(path))}


@edge.checked
def from_document(
    document: Mapping[str, Any],
    where: str = "the experiment",
    *,
    own: Collection[str] = (),
) -> Experiment:
    """The experiment of plain options, as a file of TOML has them.

    Of its keys, a person has said those in `own`, which may name files to run and read.
    """
    for key in document:
        if key not in KEYS:
            raise UnknownName.among(f"key in {where}", key, KEYS)
    for key in ("game", "games"):
        if key not in document:
            raise BadFile(f"{where} does not say `{key}`")
    check_files(document, where, own)
    experiment = with_sources(
        Experiment(
            game=typed(document, "game", str),
            games=typed(document, "games", int),
            seed=typed(document, "seed", int, 0),
            strategies=tuple(choices(n) for n in typed(document, "strategies", list, [])),
            seatings=tuple(choices(t) for t in typed(document, "seatings", list, [])),
            rotate=typed(document, "rotate", bool, False),
            setup={k: grid(v) for k, v in typed(document, "setup", dict, {}).items()},
            name=checked_name(typed(document, "name", str, "")),
            keep=checked_keep(typed(document, "keep", str, ROWS)),
        )
    )
    return with_decks(experiment) if "setup" in own else experiment


@edge.checked
def own_experiment(
    document: Mapping[str, Any], where: str = "the experiment"
) -> Experiment:
    """The experiment that a person states outright, with the files that it names."""
    return from_document(document, where, own=document)


def check_files(document: Mapping[str, Any], where: str, own: Collection[str]) -> None:
    """Refuse the names of files under keys that nobody has said outright."""
    for key in ("game", "strategies", "seatings"):
        for name in () if key in own else texts(document.get(key)):
            if is_file_name(name):
                raise NotAllowed(
                    f"{where} names a file to be run, {name}: "
                    "look at it, and say --trust to run it"
                )


def texts(value: Any) -> Iterator[str]:
    """Every text in lists of lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)


def typed(document: Mapping[str, Any], key: str, kind: type, default: Any = None) -> Any:
    """The value of a key, which must be of a kind."""
    value = document.get(key, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadFile(f"`{key}` is {value!r}; wanted {kind.__name__}")
    return value


def checked_name(name: str) -> str:
    """The name of an experiment: one line, and nothing that a screen would obey."""
    if not name.isprintable() or len(name) > MOST_NAME:
        said = f"a name has up to {MOST_NAME} plain characters"
        raise BadFile(f"`name` is {shortened(name)}; {said}")
    return name


def checked_keep(keep: str) -> str:
    """What is to be kept of the games."""
    if keep not in KEEPS:
        raise UnknownName.among("way to keep games", keep, KEEPS)
    return keep


def choices(names: Any) -> tuple[str, ...]:
    """The names of one entry: a text, or a list of them."""
    listed = (names,) if isinstance(names, str) else names
    if not isinstance(listed, Sequence) or not listed:
        raise BadFile(f"{names!r} names no strategy")
    for name in listed:
        if not isinstance(name, str):
            raise BadFile(f"{name!r} is no name of a strategy")
    return tuple(listed)


def grid(value: Any) -> tuple[Any, ...]:
    """The values of one option: a list is a grid."""
    return tuple(value) if isinstance(value, list) else (value,)


@edge.checked
def values_apart(text: str) -> list[str]:
    """Values with commas between; commas in brackets part nothing.

    >>> values_apart("3, 4"), values_apart("[1,2]")
    (['3', '4'], ['[1,2]'])
    """
    if len(text) > MOST_TEXT:
        raise BadSetup(f"{len(text):,} characters of one option; at most {MOST_TEXT:,}")
    depth, found = 0, [""]
    for letter in text:
        depth = max(0, depth + {"[": 1, "]": -1}.get(letter, 0))
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found if part.strip()]


@edge.checked
def read_value(text: str) -> Any:
    """A value as JSON has it, and else as text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def by_setup(all_series: Iterable[Series]) -> list[list[Series]]:
    """The series that share a setup, together."""
    return [
        list(group)
        for _, group in groupby(all_series, key=lambda series: dict(series.setup))
    ]


@edge.checked
def check_rows(document: Mapping[str, Any], name: str) -> None:
    """Refuse what needs a row of every game, where none is kept."""
    if document.get("keep", ROWS) != ROWS:
        raise BadSetup(
            f"{name} keeps sums over many games, and no rows: it can be shown "
            "and plotted; run it with `--keep rows` for the rest"
        )


def series_document(all_series: Sequence[Series]) -> dict[str, Any]:
    """The series as they are written down: each setup and each seating once."""
    setups: dict[str, int] = {}
    seatings: dict[tuple[str, ...], int] = {}
    pairs = [
        [
            setups.setdefault(json.dumps(dict(series.setup)), len(setups)),
            seatings.setdefault(series.seating, len(seatings)),
        ]
        for series in all_series
    ]
    return {
        "setups": [json.loads(setup) for setup in setups],
        "seatings": [list(seating) for seating in seatings],
        "pairs": pairs,
    }


@edge.checked
def stored_series(document: Mapping[str, Any], name: str) -> list[Series]:
    """The series as the database has them: nothing is imported, and nothing is run.

    Databases of older programs have none; those of our own games are listed anew.
    """
    found = document.get("cells")
    if found is None and not is_file_name(str(document.get("game"))):
        return from_stored(document, name).series()
    if found is None:
        raise BadStore(
            f"{name} was begun by an older program and with a game of somebody's own: "
            f"`whoknows experiment resume --trust` writes down what a report needs"
        )
    try:
        return [
            Series(number, found["setups"][s], tuple(map(str, found["seatings"][t])))
            for number, (s, t) in enumerate(found["pairs"])
        ]
    except (LookupError, TypeError, ValueError) as error:
        raise BadStore(f"the series of {name} cannot be read: {error!r}") from error


@edge.checked
def from_stored(document: Mapping[str, Any], name: str) -> Experiment:
    """The experiment as the database has it, with the text of its files then."""
    return Experiment(
        game=document["game"],
        games=document["games"],
        seed=document["seed"],
        strategies=tuple(map(tuple, document["strategies"])),
        seatings=tuple(map(tuple, document["seatings"])),
        rotate=document["rotate"],
        setup={key: tuple(values) for key, values in document["setup"].items()},
        name=name,
        sources={key: Source(*pair) for key, pair in document["sources"].items()},
        keep=document.get("keep", ROWS),
    )
