"""Written games: how long a click and a logician's move take, and the built-in kernel.

A game of a million worlds, six hidden digits of which a seat asks: the referee's answer to
a move is a click, and should take less than 0.2 s; a logician's move, less than 1 s.
Cluedo with all its cards has too many worlds for a table; both engines play what both can.
The text of a small Da Vinci Code is played beside the built-in game, by the same moves.

    .venv/bin/python benchmarks/written.py
"""

from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

from whoknows.catalog import GAMES
from whoknows.games.davinci.rules import Deal, Guess, Stop
from whoknows.games.written.game import WrittenGame
from whoknows.games.written.rules import Setup, gallery_text
from whoknows.games.written.rules.read_game import book_in, read_book
from whoknows.play.table.referee import Table

BOOKS = {}
CLUEDO = "docs/examples/cluedo21.game"
MILLION = """
seats ann, bob
set   digits: 0..9
set   places: 1..6
parts d[places]: digits
ann   sees nothing
bob   sees d[2]
board won: nobody ann bob
move  ask(k: places, n: digits) "Is digit {k} less than {n}?"
  answer d[k] < n
move  total(k: places) "The sum of {k} and the first, modulo 5"
  answer (d[k] + d[1]) mod 5
move  claim(k: 3..6, n: digits)
  if    <K me> d[k] = n
  says  Kv me d[k]
  right d[k] = n
  answer d[k] = n
  makes won := if d[k] = n then me else won
ends  if won != nobody | round = 40
score if won = me then 1 else 0
"""


def spent_on(work, *args):
    """What a function gives, and the CPU seconds it took."""
    start = process_time()
    found = work(*args)
    return found, process_time() - start


def million():
    """A click and a logician's move among a million worlds."""
    game, reading = spent_on(WrittenGame, MILLION)
    setup = game.setup()
    table, dealing = spent_on(Table.dealt, game, setup, 1)
    print(f"{setup.book.worlds.size:,} worlds: read {reading:.2f} s, dealt {dealing:.2f} s")
    rng, clicks, thoughts = np.random.default_rng(1), [], []
    while not table.over and len(clicks) < 6:
        [seat] = table.turn
        sight, size = table.sight(seat), game.worlds(table.sight(None))
        move, thinking = spent_on(table.choice, seat, game.strategies["logician"])
        moves = game.moves(sight)
        if len(clicks) % 2:  # not only what leaves the fewest worlds
            move = moves[int(rng.integers(len(moves)))]
        table, click = spent_on(table.play, {seat: move})
        _, looking = spent_on(
            lambda t, s: (t.sight(s), game.moves(t.sight(s))), table, seat
        )
        clicks.append(click + looking)
        thoughts.append(thinking)
        print(
            f"  {size:>9,} worlds: logician {thinking * 1e3:6.0f} ms,"
            f" click {click * 1e3:5.0f} ms, and to be shown {looking * 1e3:5.0f} ms"
        )
    worst = f"click {max(clicks):.3f} s (< 0.2), logician {max(thoughts):.3f} s (< 1)"
    print(f"at most: {worst}")


class Diagrammed(Setup):
    """A text whose worlds are a diagram, even if a table has room for them."""

    @property
    def book(self):
        """The rules, read once."""
        if self.text not in BOOKS:
            BOOKS[self.text] = book_in(self.text, "text", "symbolic")
        return BOOKS[self.text]


def engines(turns=8):
    """Worlds as a table and as a diagram: a click and a logician's move, in CPU seconds."""
    small, large = gallery_text("cluedo"), Path(CLUEDO).read_text(encoding="utf-8")
    rows = [
        ("small Cluedo, table", Setup, small),
        ("small Cluedo, diagram", Diagrammed, small),
        ("a million worlds, table", Setup, MILLION),
        ("a million worlds, diagram", Diagrammed, MILLION),
        ("Cluedo of 21 cards, diagram", Setup, large),
    ]
    for name, kind, text in rows:
        game = WrittenGame(text)
        setup, reading = spent_on(kind, text)
        _, counting = spent_on(lambda: setup.book)  # noqa: B023
        table = Table.dealt(game, setup, 1)
        clicks, thoughts = [], []
        while not table.over and len(clicks) < turns:
            [seat] = table.turn
            move, thinking = spent_on(table.choice, seat, game.strategies["logician"])
            table, click = spent_on(table.play, {seat: move})
            _, looking = spent_on(lambda: shown(game, table))  # noqa: B023
            clicks.append(click + looking)
            thoughts.append(thinking)
        print(
            f"{name}: {setup.book.worlds.size:,} worlds, read {reading + counting:.2f} s,"
            f" click at most {max(clicks):.3f} s, logician {max(thoughts):.3f} s"
        )


def shown(game, table):
    """What a page needs after a click: sights, moves, and counted worlds."""
    sights = [table.sight(seat) for seat in table.seats]
    return [game.worlds(sight) for sight in sights], [
        game.moves(sights[seat]) for seat in table.turn
    ]


def davinci(games=60):
    """The text of a small Da Vinci Code beside the built-in game: moves, play, worlds."""
    text, kernel = WrittenGame(gallery_text("davinci")), GAMES["davinci"]
    setup, ratio = kernel.setup(players=2, tiles=6, hand=2), []
    for seed in range(games):
        rng = np.random.default_rng(seed)
        tiles = rng.permutation(setup.deck()).tolist()
        hands = (tuple(sorted(tiles[:2])), tuple(sorted(tiles[2:4])))
        so = {
            f"tile_{seat}_{place + 1}": tile - 1
            for seat, hand in zip(("ann", "bob"), hands, strict=True)
            for place, tile in enumerate(hand)
        }
        own = text.setup()
        ours = Table.with_secret(text, own, text.from_json(so, own))
        theirs = Table.with_secret(kernel, setup, Deal(hands, tuple(tiles[4:]), 0))
        here = there = 0.0
        while not ours.over:
            [seat] = ours.turn
            moves, spent = spent_on(lambda: text.moves(ours.sight(seat)))  # noqa: B023
            here += spent
            _, spent = spent_on(lambda: kernel.moves(theirs.sight(seat)))  # noqa: B023
            there += spent
            move = moves[int(rng.integers(len(moves)))]
            ours, spent = spent_on(ours.play, {seat: move})
            here += spent
            theirs, spent = spent_on(theirs.play, {seat: built_in(move)})
            there += spent
            here += spent_on(lambda: text.worlds(ours.sight(seat)))[1]  # noqa: B023
            there += spent_on(lambda: kernel.worlds(theirs.sight(seat)))[1]  # noqa: B023
        ratio.append(here / there)
    times = f"median of {games} games: {median(ratio):.2f} (wanted < 5)"
    print(f"small Da Vinci Code: text / kernel, {times}")


def built_in(move):
    """A move of the text as the built-in game has it."""
    if move.name == "stop":
        return Stop()
    seat, place, tile = move.args
    return Guess(["ann", "bob"].index(seat), int(place) - 1, int(tile) + 1)


if __name__ == "__main__":
    million()
    read_book.cache_clear()
    engines()
    read_book.cache_clear()
    davinci()
