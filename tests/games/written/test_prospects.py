"""What a move promises is what comes of it: every world that the mover holds is played."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from whoknows.games.written.game import WrittenGame
from whoknows.games.written.knowledge import Held, held_at
from whoknows.games.written.rules import gallery, gallery_text
from whoknows.games.written.solve import prospects
from whoknows.play.table.referee import Table

SHOWN = """
seats ann, bob
set   places: 1..3
parts card[places]: 1..3
weight if card[3] = 2 then 3 else 1
board open[places]; owner[places]: nobody ann bob; n: 0..3
all   see card[i] if open[i] for i: places
each  sees card[i] if owner[i] = me for i: places
always makes n := n + count{card[i] = 1 for i: places}
move  wait
  says card[1] != 2
move  flip(i: places)
  if   ~open[i]
  makes open[i] := true
move  take(i: places)
  makes owner[i] := me
move  ask(i: places)
  answer card[i] = 1
  again if card[i] = 2
move  whisper(x: seats but me)
  tells x: card[2]
ends  if round = 3 | card[1] = 3 & round = 2
score if K me card[1] = 1 then n else 0
"""

COIN = """
game   "Two coins"
seats  ann, bob
parts  coin[1 2]: heads tails
weight if coin[1]=heads then 3 else 1
board  said: nothing heads tails
board  wise
turns  in order
move   look(k: 1 2)
  tells me: coin[k]
move   wonder
  makes  wise := Kw bob coin[1]=heads
move   name(c: heads tails)
  right  coin[1] = c
  makes  said := c
ends   if round = 3 | (K ann coin[2]=heads & wise)
score  if said = coin[1] then 1 else 0
"""


def by_playing(table, seat, move):
    """The worlds that are left to the mover and to all, and the score, on average."""
    sight, game = table.sight(seat), table.game
    held = held_at(sight)
    assert isinstance(held, Held)
    picture, rows = held.picture, held.rows
    weights = [int(weight) for weight in picture.weights[rows]]
    cells: Counter[object] = Counter()
    public, score = Fraction(0), Fraction(0)
    for row, weight in zip(rows, weights, strict=True):
        other = Table.with_secret(game, table.setup, int(picture.numbers[row]))
        for turn in (*table.turns, {seat: move}):
            other = other.play(turn)
        after = other.sight(seat)
        cells[after.record, after.cell] += weight
        public += weight * Fraction(game.worlds(other.sight(None)), sum(weights))
        score += weight * Fraction(game.result(other.state)[seat]) / sum(weights)
    left = Fraction(sum(cell**2 for cell in cells.values()), sum(weights))
    return left, public, score


def check(text, seed, turns, moves):
    game = WrittenGame(text)
    rng, table = np.random.default_rng(seed), Table.dealt(game, game.setup(), seed)
    for _ in range(turns):
        if table.over or len(table.turn) > 1:
            return
        [seat] = table.turn
        legal = game.moves(table.sight(seat))
        many = min(moves, len(legal))
        some = [legal[int(k)] for k in rng.choice(len(legal), many, replace=False)]
        found = prospects(table.sight(seat), some, telling=True, scoring=True)
        for move, each in zip(some, found, strict=True):
            assert (each.left, each.public, each.score) == by_playing(table, seat, move)
        table = table.play({seat: some[0]})


@pytest.mark.parametrize(
    ("text", "turns", "moves"),
    [(SHOWN, 3, 9), (gallery_text("hanabi"), 6, 3), (gallery_text("russian"), 3, 6)],
    ids=["shown", "hanabi", "russian"],
)
def test_a_prospect_is_what_comes_of_the_move(text, turns, moves):
    check(text, 1, turns, moves)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["shown", *gallery()])
def test_prospects_are_what_comes_of_moves(name):
    text = SHOWN if name == "shown" else gallery_text(name)
    for seed in range(1 if name == "mastermind" else 6):
        check(text, seed, 1 if name == "mastermind" else 8, 4)


TURNED = """
seats ann, bob
set   places: 1..3
parts card[places]: 1..3
board open[places]; owner[places]: nobody ann bob
all   see card[i] if open[i] for i: places
each  sees card[i] if owner[i] = me for i: places
move  wait
move  flip(i: places)
  makes open[i] := true
move  take(i: places)
  makes owner[i] := me
ends  if round = 3
"""


def test_who_turns_a_card_over_learns_it_and_tells_it():
    """Three values: a card leaves a third of the worlds to those who see it."""
    game = WrittenGame(TURNED)
    table = Table.dealt(game, game.setup(), 1)
    some = [game.parse_move(text, table.setup) for text in ("wait", "flip 2", "take 2")]
    found = prospects(table.sight(0), some, telling=True)
    assert [(each.left, each.public) for each in found] == [(27, 27), (9, 9), (9, 27)]
    sight, rng = table.sight(0), np.random.default_rng(0)
    for name, move in {
        "greedy": "flip 1",
        "logician": "flip 1",
        "cautious": "wait",
    }.items():
        assert game.move_name(game.strategies[name](sight, (), rng)) == move


def test_an_answer_may_be_a_very_large_number():
    """Cells are counted, and not every number up to the largest."""
    game = WrittenGame(
        "seats ann\nparts x: 1..900\nmove ask\n  answer x * x * 100000\n"
        "move both\n  answer x * x div 4, x * 1000000\nmove wait\nends if round = 2"
    )
    table = Table.dealt(game, game.setup(), 1)
    sight = table.sight(0)
    found = prospects(sight, game.moves(sight), telling=True)
    assert [(each.left, each.public) for each in found] == [(1, 1), (1, 1), (900, 900)]
