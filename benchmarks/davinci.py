"""The Da Vinci Code, measured beside a faithful naive version, as ratios.

The naive player does what [Eker2020] describes: it lists every joint world that it holds
possible, tries every guess on the list, and parts the list by what the others hold.  Both
play the same game under the preset `original`, move by move the same.

    OPENBLAS_NUM_THREADS=1 python benchmarks/davinci.py [--tiles 24] [--naive 1]
"""

import argparse
import resource
import time
from fractions import Fraction

import numpy as np

from whoknows.games.davinci import GAME
from whoknows.games.davinci.knowledge import hands_of, outlook, public_knowledge
from whoknows.games.davinci.rules import Guess, Right, Stop, Wrong
from whoknows.games.davinci.rules.turns import first_position, next_position
from whoknows.games.davinci.solve import classes

SEATED = ("aggressive", "defensive", "aggressive", "defensive")


class Naive:
    """A player with a plain list of worlds, each a tuple of codes."""

    def __init__(self, setup, seat, code, colors):
        lists = [hands_of(setup, shown).codes() for shown in colors]
        lists[seat] = [code]
        self.seat, self.players = seat, setup.players
        self.worlds = [()]
        for codes in lists:
            self.worlds = [
                (*world, code)
                for world in self.worlds
                for code in codes
                if not any(tile in other for other in world for tile in code)
            ]

    def learn(self, fact):
        """Drop the worlds that a fact rules out."""
        if isinstance(fact, Right):
            self.worlds = [w for w in self.worlds if w[fact.seat][fact.place] == fact.tile]
        if isinstance(fact, Wrong):
            self.worlds = [
                w
                for w in self.worlds
                if w[fact.seat][fact.place] != fact.tile
                and (fact.asker == self.seat or fact.tile not in w[fact.asker])
            ]

    def choose(self, hidden, name):
        """The first of the best guesses."""
        best = None
        for seat in range(self.players):
            for place in hidden[seat] if seat != self.seat else ():
                for tile in sorted({world[seat][place] for world in self.worlds}):
                    scores = self.scores(seat, place, tile)
                    key = scores if name == "aggressive" else scores[::-1]
                    if best is None or key < best[0]:
                        best = key, Guess(seat, place, tile)
        return best[1]

    def scores(self, seat, place, tile):
        """What sections 4.1 and 4.2 minimize, by listing both sides."""
        right = [w for w in self.worlds if w[seat][place] == tile]
        wrong = [w for w in self.worlds if w[seat][place] != tile]
        mine = Fraction(len(right) ** 2 + len(wrong) ** 2, len(self.worlds))
        theirs = sum(
            len(some) * self.average_set(some) for some in (right, wrong) if some
        ) / len(self.worlds)
        return mine, -theirs

    def average_set(self, worlds):
        """The average size of the others' sets, all together."""
        sets = 0
        for other in range(self.players):
            if other != self.seat:
                sets += len({world[other] for world in worlds})
        return Fraction((self.players - 1) * len(worlds), sets)


def naive_game(setup, deal):
    """The moves of one game between naive players."""
    position, (start, *_) = first_position(setup, deal)
    players = [
        Naive(setup, seat, code, start.colors) for seat, code in enumerate(deal.hands)
    ]
    moves = []
    while position.phase != "over":
        player = players[position.seat]
        hidden = [[k for k, some in enumerate(row) if some] for row in position.hidden]
        if position.phase == "go on" and len(player.worlds) > 1:
            move = Stop()
        else:
            move = player.choose(hidden, SEATED[position.seat])
        moves.append(move)
        position, facts = next_position(position, {position.seat: move})
        for fact in facts:
            for other in players:
                other.learn(fact)
    return moves


def fast_game(setup, deal, rng):
    """The moves of the same game."""
    state, moves = GAME.start(setup, deal), []
    while turn := GAME.turn(state):
        strategy = GAME.strategies[SEATED[turn[0]]]
        move = strategy(GAME.sight(state, turn[0]), GAME.history(state), rng)
        moves.append(move)
        state = GAME.play(state, {turn[0]: move})
    return moves


def timed(work):
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def games_per_setup(players, tiles, games):
    setup, rng = GAME.setup(players=players, tiles=tiles), np.random.default_rng(1)
    deals = [GAME.deal(setup, rng) for _ in range(games)]
    fast_game(setup, deals[0], rng)
    _, seconds = timed(lambda: [fast_game(setup, deal, rng) for deal in deals])
    print(f"{players} players, {tiles} tiles, del: {1000 * seconds / games:6.1f} ms a game")


def opening(games):
    """All guesses at an opening position of 24 tiles scored: worlds, chances, sets."""
    setup, rng, spent = GAME.setup(players=3, tiles=24), np.random.default_rng(2), 0.0
    for _ in range(games):
        state = GAME.start(setup, GAME.deal(setup, rng))
        sight = GAME.sight(state, state.position.seat)
        outlook.cache_clear()
        spent += timed(
            lambda s=sight: classes(outlook(public_knowledge(s), s.seat, s.word))
        )[1]
    print(f"opening of 24 tiles, all guesses: {1000 * spent / games:5.2f} ms")


def beside_naive(tiles, games):
    setup = GAME.setup(players=3, tiles=tiles, semantics="original")
    for seed in range(games):
        rng = np.random.default_rng(seed)
        deal = GAME.deal(setup, rng)
        fast, quick = timed(lambda d=deal, r=rng: fast_game(setup, d, r))
        slow, long = timed(lambda d=deal: naive_game(setup, d))
        same = "same moves" if slow == fast else "MOVES DIFFER"
        print(
            f"3 players, {tiles} tiles, original, deal {seed}: naive {long:6.1f} s, "
            f"here {1000 * quick:5.1f} ms: {long / quick:6.0f} times faster, {same}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tiles", type=int, default=24)
    parser.add_argument("--naive", type=int, default=1, help="games of the naive version")
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    games_per_setup(3, 24, asked.games)
    games_per_setup(4, 22, max(1, asked.games // 3))
    opening(asked.games)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory: {peak:.0f} MB")
    beside_naive(asked.tiles, asked.naive)


if __name__ == "__main__":
    main()
