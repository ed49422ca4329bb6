"""Games drawn and played, for sizes where not all configurations can be.

The team guesses away from a coset of the Hamming code; everybody answers from the hats
seen, by their syndrome, and no table is kept.

>>> found = simulate(Rules(players=31), games=2000, rng=np.random.default_rng(1))
>>> found.games, found.low < 31 / 32 < found.high
(2000, True)
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.codes import hamming_length

SURE = 2.575829303548901  # standard deviations of an interval that is right 99 times of 100
MOST_HATS = 200_000_000
BATCH = 20_000


@dataclass(frozen=True, slots=True)
class Simulated:
    """How many games were won, and an interval for the chance to win."""

    games: int
    won: int

    @property
    def low(self) -> float:
        """The lower end of Wilson's interval."""
        return wilson(self.won, self.games, -SURE)

    @property
    def high(self) -> float:
        """The upper end of Wilson's interval."""
        return wilson(self.won, self.games, SURE)


def simulate(
    rules: Rules, *, games: int, rng: np.random.Generator, label: int = 0
) -> Simulated:
    """Games played away from the coset with this syndrome."""
    if rules.colors != 2 or not rules.is_standard or rules.chances:
        raise BadSetup("games are simulated for two colors, somebody right, nobody wrong")
    if games < 1:
        raise BadSetup(f"at least 1 game is simulated, not {games}")
    if games * rules.players > MOST_HATS:
        raise TooLarge(f"{games * rules.players:.2g} hats; at most {MOST_HATS:,} are drawn")
    won = 0
    for start in range(0, games, BATCH):
        won += int(played(drawn(rules, min(BATCH, games - start), rng), label).sum())
    return Simulated(games, won)


def drawn(rules: Rules, games: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Hats, one game a row: 0 for the first color and 1 for the second."""
    white = [float(row[0]) for row in rules.odds] or [0.5] * rules.players
    return (rng.random((games, rules.players)) >= np.array(white)).astype(np.int64)


def played(hats: NDArray[np.int64], label: int) -> NDArray[np.bool_]:
    """Which games are won: everybody answers from the hats of the others alone."""
    length = hamming_length(hats.shape[1])
    place = np.arange(1, length + 1)
    terms = hats[:, :length] * place
    seen = np.bitwise_xor.reduce(terms, axis=1)[:, None] ^ terms  # without one's own
    says = np.where(seen == label, 1, np.where(seen ^ place == label, 0, -1))
    right = says == hats[:, :length]
    wrong = (says >= 0) & ~right
    found: NDArray[np.bool_] = right.any(1) & ~wrong.any(1)
    return found


def wilson(won: int, games: int, deviations: float) -> float:
    """An end of Wilson's interval for a chance."""
    share, square = won / games, deviations**2 / games
    spread = deviations * sqrt(share * (1 - share) / games + square / games / 4)
    return (share + square / 2 + spread) / (1 + square)
