"""Exact results by a short name: the best deal, Psi, optimal plans, what a strategy costs.

>>> best(players=5).lower, psi(3)(0.5)
(Fraction(25, 32), 0.75)
>>> evaluate("worst-case").total, optimal("balance", coins=12).worst
(5801, 3)
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from whoknows.errors import UnknownName
from whoknows.library.runs import Player, player_name

if TYPE_CHECKING:
    from whoknows.games.hats.solve.adequate.psi import Psi
    from whoknows.games.hats.solve.best import Best
    from whoknows.logic.puzzles import Telling
    from whoknows.play.game import Strategy


def best(players: int = 3, *, time_limit: float = 60.0, **world: Any) -> "Best":
    """The best hat deal of a world: `best(5)`, `best(4, colors=3)`, `best(3, need=2)`."""
    from whoknows.catalog import GAMES
    from whoknows.games.hats.solve.best import best as found

    setup = GAMES["hats"].setup(players=players, **world)
    return found(setup, time_limit=time_limit)


def psi(players: int) -> "Psi":
    """Psi(N, p), exact: the largest chance to win, a function of p."""
    from whoknows.games.hats.solve.adequate.psi import psi as found

    return found(players)


def optimal(game: str = "mastermind", **options: Any) -> Any:
    """The proven best plan of Mastermind or Balance: `optimal("balance", coins=12)`."""
    if game == "mastermind":
        from whoknows.games.mastermind.rules import Rules
        from whoknows.games.mastermind.solve import optimal as codes

        return codes(Rules(**options))
    if game == "balance":
        from whoknows.games.balance.rules import Rules as Coins
        from whoknows.games.balance.solve import optimal as coins

        return coins(Coins(**options))
    raise UnknownName.among("game with optimal plans", game, ["mastermind", "balance"])


@dataclass(frozen=True)
class Tried:
    """What a strategy of one's own costs over all codes of Mastermind."""

    strategy: str
    histogram: tuple[int, ...]  # the codes found with 1, 2, 3, ... guesses

    @property
    def total(self) -> int:
        """The guesses over all codes."""
        return sum(n * count for n, count in enumerate(self.histogram, 1))

    @property
    def worst(self) -> int:
        """The most guesses for any code."""
        return len(self.histogram)

    @property
    def average(self) -> Fraction:
        """The expected number of guesses."""
        return Fraction(self.total, sum(self.histogram))


def evaluate(player: Player, **options: Any) -> Any:
    """A strategy of Mastermind tried on every code, by its name or as a function."""
    from whoknows.games.mastermind.rules import Rules
    from whoknows.games.mastermind.solve import evaluate as named

    if isinstance(player, str):
        return named(Rules(**options), player)
    return tried(player, options)


def tried(strategy: "Strategy", options: dict[str, Any]) -> Tried:
    """A function tried on every code, game by game."""
    from whoknows.catalog import GAMES
    from whoknows.play.referee import Table, finish

    game = GAMES["mastermind"]
    setup = game.setup(**{"rows": 1000, **options})
    counts: Counter[int] = Counter()
    for code in map(tuple, setup.rules.codes.tolist()):
        table = finish(Table.with_secret(game, setup, code), [strategy])
        counts[len(table.turns)] += 1
    histogram = tuple(counts[n] for n in range(1, max(counts) + 1))
    return Tried(player_name(strategy), histogram)


def puzzle(name: str, **options: Any) -> "Telling":
    """A puzzle of knowledge, told step by step: `puzzle("muddy", children=4)`."""
    from whoknows.logic.puzzles import PUZZLES

    if name not in PUZZLES:
        raise UnknownName.among("puzzle", name, PUZZLES)
    return PUZZLES[name](**options)
