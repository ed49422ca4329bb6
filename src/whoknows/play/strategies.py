"""Where strategies come from: the game itself, other packages, and files of one's own.

A package adds a strategy by an entry point of the group `whoknows.strategies` named
`GAME.NAME`; a file of one's own is `path/to/file.py:name`.  Every game has `random`, and
some have families with a number in the name, like `careful:2/3`.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

import numpy as np

from whoknows.errors import UnknownName
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
from whoknows.play.source import Source, is_file_name, loaded_point, named_in_file

__all__ = ["all_strategies", "find_strategy", "points_of", "purpose", "random_moves"]

GROUP = "whoknows.strategies"  # of entry points
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


def find_strategy(
    game: Game[SetupT, SecretT, StateT, SightT, MoveT],
    name: str,
    sources: Mapping[str, Source] | None = None,
) -> Strategy[SightT, MoveT]:
    """The strategy of that name; `sources` stand in for files of one's own."""
    if is_file_name(name):
        strategy: Strategy = named_in_file(name, "strategy", (sources or {}).get(name))
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


def purpose(doc: str | None) -> str:
    """What a strategy is after: the first line of its words, without citations."""
    return CITED.sub("", str(doc or "").split("\n")[0])
