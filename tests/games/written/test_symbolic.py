"""Worlds as a diagram are the worlds of a table: the same answers, move for move.

Texts of the gallery are played at random on both engines at the same time; what anybody
may do, sees, hears, holds possible, and knows of any order must agree at every turn.
"""

import numpy as np
import pytest

from tests.games.written.test_formulas import FORMULAS, clause
from whoknows.games.written.game import WrittenGame
from whoknows.games.written.knowledge import picture_of
from whoknows.games.written.rules import Setup, gallery, gallery_text
from whoknows.games.written.rules.reading import book_in
from whoknows.games.written.show.chances import doubts
from whoknows.games.written.solve import prospects
from whoknows.play.referee import Table

BOOKS = {}
EVENTS = ("turn", "history", "over", "result")


class Diagrammed(Setup):
    """A text whose worlds are a diagram in any case."""

    @property
    def book(self):
        if self.text not in BOOKS:
            BOOKS[self.text] = book_in(self.text, "text", "symbolic")
        return BOOKS[self.text]


WHISPERED = """
seats ann, bob, cat
parts card[seats]: 1..5; joker[seats]: yes no
law   distinct{card[x] for x: seats}
law   oneof{joker[x]=yes for x: seats}
weight if joker[ann]=yes then 3 else card[bob]
each  sees card[me]
cat   sees joker[bob]=yes, card[ann] + card[bob] if round > 1
board out[seats]; tries: 0..3
turns in order unless out[me]
move  peek(x: seats but me) "What has {x}?"
  tells me, x: card[x] mod 3, joker[me]
  makes card[me] := if joker[x]=yes then card[x] else card[me]
move  swap(x: seats but me)
  if    <K me> card[x] > card[me]
  says  ~K me joker[x]=yes
  makes joker[x] := joker[me], joker[me] := joker[x], tries := tries + 1
move  claim(c: 1..5)
  if    Kv me card[me] | D{seats} card[me] = c
  right max{card[y] for y: seats} = c
  answer max{card[y] for y: seats} = c, twice: 2 * count{card[y] < c for y: seats}
  again if card[me] = c
  makes out[me] := card[me] != c
ends  if and{out[x] for x: seats} | round = 8 | C{ann, bob} joker[ann]=yes
score if K me joker[me]=yes then card[me] else -tries
"""
ORDERS = {
    "muddy": FORMULAS["muddy"],
    "liar": FORMULAS["liar"],
    "whispered": [
        "K ann K bob joker_ann = no",
        "Kv cat card_bob | Kv bob card_cat",
        "<K ann> K cat card_ann = 3",
        "E{ann, bob} joker_cat = no",
        "C{ann, bob, cat} card_ann + card_bob + card_cat > 6",
        "D{ann, cat} card_bob = 2",
        "Dw{bob, cat} joker_ann = yes",
        "Cw{ann, cat} joker_bob = yes",
        "K bob ~Kw ann (card_bob < card_cat)",
        "card_ann mod 2 = 1 ^ joker_bob = yes",
        "card_ann * card_bob div 3 = card_cat - 1",
        "min{card_ann, card_bob, card_cat} = 2",
    ],
}


def text_of(name):
    return WHISPERED if name == "whispered" else gallery_text(name)


def tables(text, seed):
    """The same deal on both engines."""
    game = WrittenGame(text)
    plain, setup = Setup(text), Diagrammed(text)
    rng = np.random.default_rng(seed)
    row = game.deal(plain, rng)
    so = {c.name: plain.book.worlds.value(c.name, row) for c in plain.book.dealt}
    world = setup.book.worlds.fitting(so)
    assert world[0] == 1
    return (
        Table.with_secret(game, plain, row),
        Table.with_secret(game, setup, world[1]),
        rng,
    )


def check(game, one, two, name, rng):
    """Everything that is said of a moment."""
    for what in EVENTS[: 4 if one.over else 3]:
        assert getattr(one, what) == getattr(two, what), what
    for seat in (None, *one.seats):
        here, there = one.sight(seat), two.sight(seat)
        assert game.worlds(here) == game.worlds(there)
        assert here.seen == there.seen
        assert here.whispers == there.whispers
        assert doubts(here) == doubts(there)
    check_formulas(one, two, name)
    for seat in one.turn:
        here, there = one.sight(seat), two.sight(seat)
        moves = game.moves(here)
        assert moves == game.moves(there)
        some = [moves[int(k)] for k in rng.choice(len(moves), min(3, len(moves)), False)]
        for options in ({}, {"telling": True}, {"scoring": True}):
            assert prospects(here, some, **options) == prospects(there, some, **options)


def check_formulas(one, two, name):
    """Where claims hold of what seats know, counted, and in the world that is so."""
    table, diagram = (picture_of(t.setup, t.state.record) for t in (one, two))
    assert table.size == diagram.size
    for text in ORDERS.get(name, ()):
        term = clause(table.book, text)
        here = term.work(table.everywhere({}))
        there = clause(diagram.book, text).work(diagram.everywhere({}))
        assert table.count(here) == diagram.count(there), text
        assert table.holds(term, one.state.world, {}) == diagram.holds(
            term, two.state.world, {}
        )


@pytest.mark.parametrize("name", ["whispered", *gallery()])
def test_both_engines_play_the_same_game(name):
    game = WrittenGame(text_of(name))
    for seed in range(2 if name in ("mastermind", "cluedo", "hanabi") else 4):
        one, two, rng = tables(text_of(name), seed)
        for _ in range(3 if name == "mastermind" else 8):
            check(game, one, two, name, rng)
            if one.over:
                break
            moves = {}
            for seat in one.turn:
                legal = game.moves(one.sight(seat))
                moves[seat] = legal[int(rng.integers(len(legal)))]
            one, two = one.play(moves), two.play(moves)
