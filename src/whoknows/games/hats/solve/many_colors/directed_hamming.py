"""Many agents and any number of colors, by syndromes: no search, and no table.

One color is *called*.  Agents are numbered 1 to 2^r - 1, and the syndrome adds up, without
carry, the numbers of those who wear it.  A few syndromes S are given up.  An agent who
would make a syndrome of S by not wearing the called color calls it; so a configuration
with syndrome t is won if one of the agents t + s, s in S, wears the called color.  If none
of them does, each of them sees that it is so, or else all is lost anyway: they play a game
of their own, with one color less.  With two colors that is the Hamming code; that more and
more is won as agents come along, for any number of colors, is [LenstraSeroussi2005].

>>> made = directed(Rules(63, 3))
>>> made.length, len(made.given_up), round(float(made.win), 4)
(63, 5, 0.8953)
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.rules import PASS, Rules
from whoknows.games.hats.solve.codes.constructions import lightest_code
from whoknows.games.hats.solve.codes.coset_code import CosetCode
from whoknows.games.hats.solve.codes.hamming import hamming_length

MOST_GIVEN_UP = 60  # syndromes; more would pay for a dozen colors and thousands of agents
LONGEST_RANK = 13  # bits of a syndrome: 8,191 agents; those behind pass

Hands: TypeAlias = NDArray[np.int64]  # one game per row, one hat per column
Odds: TypeAlias = tuple[Fraction, ...]  # of the colors, the same for all agents


@dataclass(frozen=True, slots=True)
class Constant:
    """The first agent says a color, the others pass."""

    color: int
    win: Fraction

    def says(self, hats: Hands) -> Hands:
        """What everybody says in many games."""
        found = np.full_like(hats, PASS)
        found[:, 0] = self.color + 1
        return found


@dataclass(frozen=True, slots=True)
class Directed:
    """A plan by syndromes: who calls, what is given up, and the game that is left."""

    length: int  # agents that take part, 2^r - 1; the others pass
    called: int  # the color
    given_up: tuple[int, ...]  # syndromes; not 0, which is the likeliest
    rest: "Directed | CosetCode | Constant"  # the game of those who are left
    win: Fraction

    def says(self, hats: Hands) -> Hands:
        """What everybody says in many games, each from the others' hats alone."""
        found = np.full_like(hats, PASS)
        place = np.arange(1, self.length + 1)
        lost = np.isin(np.arange(self.length + 1), self.given_up)
        wears = hats[:, : self.length] == self.called
        syndrome = np.bitwise_xor.reduce(wears * place, axis=1)
        without = syndrome[:, None] ^ wears * place  # each one's own hat off
        calls = lost[without] & ~lost[without ^ place]
        found[:, : self.length][calls] = self.called + 1
        self.play_rest(found, hats, wears, *self.left(syndrome, wears, lost))
        return found

    def left(
        self, syndrome: Hands, wears: NDArray[np.bool_], lost: NDArray[np.bool_]
    ) -> tuple[Hands, Hands, Hands]:
        """Games, agents, and what these take for the syndrome, if they are left to play.

        An agent is, who would make a syndrome of S by wearing the called color only.
        """
        given = np.array(self.given_up)
        fine = np.flatnonzero(~lost[syndrome])
        seats = (syndrome[fine, None] ^ given) - 1
        innocent = ~wears[fine[:, None], seats]
        games, seat = np.repeat(fine, len(given))[innocent.ravel()], seats[innocent]
        taken = syndrome[games]
        bad, wearer = np.nonzero(wears & lost[syndrome][:, None])
        other = syndrome[bad] ^ (wearer + 1)
        fit = ~lost[other]
        return (
            np.concatenate([games, bad[fit]]),
            np.concatenate([seat, wearer[fit]]),
            np.concatenate([taken, other[fit]]),
        )

    def play_rest(
        self,
        found: Hands,
        hats: Hands,
        wears: NDArray[np.bool_],
        games: Hands,
        seat: Hands,
        taken: Hands,
    ) -> None:
        """The answers of those who are left, where no other of them wears the color."""
        group = np.sort((taken[:, None] ^ np.array(self.given_up)) - 1, axis=1)
        own = group == seat[:, None]
        alone = ~(wears[games[:, None], group] & ~own).any(axis=1)
        games, seat, group, own = games[alone], seat[alone], group[alone], own[alone]
        if not len(games):
            return
        left = hats[games[:, None], group]
        left = np.where(own, 0, left - (left > self.called))  # the own hat is not seen
        color = self.rest.says(left)[own] - 1
        said = color + (color >= self.called) + 1
        found[games, seat] = np.where(color < 0, PASS, said)


def directed(rules: Rules) -> Directed | Constant:
    """The plan that wins most, for agents whose hats have the same odds."""
    row = rules.odds[0] if rules.odds else (Fraction(1, rules.colors),) * rules.colors
    return directed_by(rules.players, tuple(row))


@lru_cache(maxsize=512)
def directed_by(players: int, odds: Odds) -> Directed | Constant:
    """The best of giving up 1, 2, ... syndromes; the likeliest color is called."""
    called = odds.index(max(odds))
    best: Directed | Constant = Constant(called, odds[called])
    length = min(hamming_length(players), (1 << LONGEST_RANK) - 1)
    share = 1 - odds[called]
    if not share:  # all hats are of one color
        return best
    after = tuple(chance / share for k, chance in enumerate(odds) if k != called)
    for number in range(1, min(MOST_GIVEN_UP, length) + 1):
        given_up = tuple(range(1, number + 1))
        lost, open_games = chances(length, odds[called], given_up)
        if 1 - lost <= best.win:
            break  # what is given up costs too much already
        rest, loss = rest_game(number, after)
        win = 1 - lost - open_games * loss
        if win > best.win:
            best = Directed(length, called, given_up, rest, win)
    return best


def rest_game(players: int, odds: Odds) -> tuple[Directed | CosetCode | Constant, Fraction]:
    """How those who are left play, and what they lose."""
    made = directed_by(players, odds)
    if len(odds) == 2 and players > 1 and all(odds):
        code, loss = lightest_code(Rules(players, odds=(odds,) * players))
        if loss < 1 - made.win:
            return code, loss
    return made, 1 - made.win


def chances(
    length: int, p: Fraction, given_up: tuple[int, ...]
) -> tuple[Fraction, Fraction]:
    """The chances of a syndrome given up, and of a game that is left to the rest.

    Both are sums over the characters of syndromes: if the agents of a set wear the called
    color each with chance p, character a has the mean (1 - 2p)^(agents k with a.k odd).
    """
    half, size, bias = (length + 1) // 2, length + 1, 1 - 2 * p
    number = len(given_up)
    lost = number * (1 - bias**half) / size
    odd = np.zeros(length, dtype=np.int64)  # for each a, how many of S have a.s odd
    characters = np.arange(1, size, dtype=np.uint64)
    for label in given_up:
        odd += np.bitwise_count(characters & np.uint64(label)) & 1
    open_games = Fraction(size - number)
    for m, times in Counter(odd.tolist()).items():
        even_part = (half - (number - m)) * bias ** (half - m)
        odd_part = (half - m) * bias ** (half - (number - m))
        open_games += times * (even_part - odd_part)
    return lost, open_games * (1 - p) ** number / size
