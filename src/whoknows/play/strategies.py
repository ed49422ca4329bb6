"""Where strategies come from: the game itself, other packages, and files of one's own.

A package adds a strategy by an entry point of the group `whoknows.strategies` named
`GAME.NAME`; a file of one's own is `path/to/file.py:name`.  Every game has `random`, and
some have families with a number in the name, like `careful:2/3`.

A file is run only if a person names it, here or in the process that started this one: the
variable `WHOKNOWS_STRATEGIES` has these names, a line each.
"""

import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

import numpy as np

from whoknows.edge import checked
from whoknows.errors import NotAllowed, UnknownName
from whoknows.play.game import (
    Game,
    History,
    MoveT,
    SecretT,
    SetupT,
    SightT,
    StateT,
    Strategy,
    Tunable,
)
from whoknows.play.own_files import Source, is_file_name, loaded_point, named_in_file

__all__ = [
    "all_strategies",
    "find_strategy",
    "own_strategy",
    "points_of",
    "purpose",
    "random_moves",
]

GROUP = "whoknows.strategies"  # of entry points
FILES = "WHOKNOWS_STRATEGIES"  # the variable: `path/to/file.py:name`, a line each
CITED = re.compile(
    r" \([^()]*\[[^\]]*\]\)| \[[^\]]*\]"
)  # [Name2020], (eq. 1 of [Name2020])


def random_moves(
    game: Game[SetupT, SecretT, StateT, SightT, MoveT],
) -> Strategy[SightT, MoveT]:
    """The strategy that makes any legal move, each as likely."""

    def random(sight: SightT, history: History, rng: np.random.Generator) -> MoveT:  # noqa: ARG001
        moves = game.moves(sight)
        return moves[int(rng.integers(len(moves)))]

    random.__doc__ = "Makes any legal move, each as likely."
    return random


def all_strategies(
    game: Game[SetupT, SecretT, StateT, SightT, MoveT],
) -> dict[str, Strategy[SightT, MoveT]]:
    """Every strategy for a game that is installed, by name; the game's own come first."""
    found = {name: loaded(point) for name, point in points_of(game).items()}
    others = {"random": random_moves(game), **found}
    return {**game.strategies, **others, **game.strategies}


@checked
def find_strategy(
    game: Game[SetupT, SecretT, StateT, SightT, MoveT],
    name: str,
    sources: Mapping[str, Source] | None = None,
) -> Strategy[SightT, MoveT]:
    """The strategy of that name, or of a text that `sources` have.

    The name may come from a document: a file is run only if a person named it, too.
    """
    if is_file_name(name):
        source = (sources or {}).get(name)
        if source is None and name not in own_files():
            raise NotAllowed(f"{name} is a file: it runs only if you name it yourself")
        strategy: Strategy = named_in_file(name, "strategy", source)
        return strategy
    if name in game.strategies:  # without asking what else is installed
        return game.strategies[name]
    if name == "random":
        return random_moves(game)
    tuned = game.tuned(name) if isinstance(game, Tunable) else None
    if tuned is not None:
        return tuned
    points = points_of(game)
    if name not in points:
        known = sorted({"random", *game.strategies, *points})
        raise UnknownName.among(f"strategy of {game.name}", name, known)
    return loaded(points[name])


@checked
def own_strategy(
    game: Game[SetupT, SecretT, StateT, SightT, MoveT], name: str
) -> Strategy[SightT, MoveT]:
    """The strategy that a person names, maybe in a file of their own, which is run."""
    if is_file_name(name):
        os.environ[FILES] = "\n".join(dict.fromkeys([*own_files(), name]))
    return find_strategy(game, name)


def own_files() -> list[str]:
    """The strategies in files that a person has named."""
    return [name for name in os.environ.get(FILES, "").splitlines() if name]


@cache
def installed() -> tuple[EntryPoint, ...]:
    """The strategies of other packages, remembered: to look at all packages takes long."""
    return tuple(entry_points(group=GROUP))


def points_of(game: Game) -> dict[str, EntryPoint]:
    """The entry points for a game, by the names of their strategies."""
    named = ((point, *point.name.partition(".")) for point in installed())
    return {name: point for point, owner, _, name in named if owner == game.name}


def loaded(point: EntryPoint) -> Strategy:
    """The strategy of an entry point."""
    strategy: Strategy = loaded_point("strategy", point)
    return strategy


@checked
def purpose(doc: str | None) -> str:
    """What a strategy is after: the first line of its words, without citations."""
    return CITED.sub("", str(doc or "").split("\n")[0])
