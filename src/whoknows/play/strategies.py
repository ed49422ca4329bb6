"""Where strategies come from: the game itself, other packages, and files of one's own.

A package adds a strategy by an entry point of the group `whoknows.strategies` named
`GAME.NAME`; a file of one's own is `path/to/file.py:name`.  Every game has `random`.
"""

from collections.abc import Mapping
from importlib.metadata import entry_points

import numpy as np

from whoknows.errors import UnknownName
from whoknows.play.game import Game, History, Move, Sight, Strategy
from whoknows.play.source import Source, is_file_name, named_in_file

GROUP = "whoknows.strategies"  # of entry points


def random_moves(game: Game) -> Strategy:
    """The strategy that makes any legal move, each as likely."""

    def random(sight: Sight, history: History, rng: np.random.Generator) -> Move:  # noqa: ARG001
        moves = game.moves(sight)
        return moves[int(rng.integers(len(moves)))]

    return random


def all_strategies(game: Game) -> dict[str, Strategy]:
    """Every strategy for a game that is installed, by name."""
    found: dict[str, Strategy] = {"random": random_moves(game)}
    for point in entry_points(group=GROUP):
        owner, _, name = point.name.partition(".")
        if owner == game.name:
            found[name] = point.load()
    return found | dict(game.strategies)


def find_strategy(
    game: Game, name: str, sources: Mapping[str, Source] | None = None
) -> Strategy:
    """The strategy of that name; `sources` stand in for files of one's own."""
    if is_file_name(name):
        strategy: Strategy = named_in_file(name, "strategy", (sources or {}).get(name))
        return strategy
    if name in game.strategies:  # without asking what else is installed
        return game.strategies[name]
    if name == "random":
        return random_moves(game)
    known = all_strategies(game)
    if name not in known:
        raise UnknownName.among(f"strategy of {game.name}", name, sorted(known))
    return known[name]
