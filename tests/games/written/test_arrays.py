"""A game in Python is the same game as its text: moves, worlds, answers, and scores."""

import numpy as np
import pytest

from whoknows.catalog import find_game
from whoknows.errors import BadSetup
from whoknows.games.written.game import WrittenGame
from whoknows.play import transcript
from whoknows.play.referee import Table

FILE = "docs/examples/arrays.py:GAME"
TEXT = """
seats ann, bob
parts number: 1..15
board won: nobody ann bob
set   said: higher lower found
move  guess(n: 1..15) "Is it {n}?"
  if     <K me> number = n
  right  number = n
  answer if number > n then higher else if number < n then lower else found
  makes  won := if number = n then me else nobody
ends  if won != nobody
score if won = me then 1 else 0
"""


@pytest.mark.parametrize("seed", range(8))
def test_arrays_and_text_are_one_game(seed):
    arrays, text = find_game(FILE), WrittenGame(TEXT)
    rng = np.random.default_rng(seed)
    world = int(rng.integers(15))
    one, two = (Table.with_secret(game, game.setup(), world) for game in (arrays, text))
    while not one.over:
        [seat] = one.turn
        moves = arrays.moves(one.sight(seat))
        assert moves == text.moves(two.sight(seat))
        assert arrays.worlds(one.sight(seat)) == text.worlds(two.sight(seat)) == len(moves)
        for name in arrays.strategies:
            assert one.choice(seat, arrays.strategies[name]) == two.choice(
                seat, text.strategies[name]
            )
        move = moves[int(rng.integers(len(moves)))]
        one, two = one.play({seat: move}), two.play({seat: move})
        assert one.history == two.history
        assert one.turn == two.turn
    assert one.result == two.result
    assert sum(one.result.values()) == 1


def test_a_game_in_python_can_be_kept_and_has_no_options():
    game = find_game(FILE)
    table = Table.dealt(game, game.setup(), 1)
    table = table.play({0: game.moves(table.sight(0))[3]})
    assert transcript.read(transcript.written(table), lambda _: game).table == table
    with pytest.raises(BadSetup, match="no options"):
        game.setup(most=3)
