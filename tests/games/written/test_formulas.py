"""Clauses mean what formulas of `logic` mean, wherever a game has got to.

A text is an extension of the files of `whoknows check`: every formula that both can say
holds in the same worlds, read by the parser of formulas and worked out on a model of
`logic`, and read as a clause and worked out on the columns of the game.
"""

import numpy as np
import pytest

from whoknows.games.written.game import WrittenGame
from whoknows.games.written.knowledge import Scope, logic_model, picture_of
from whoknows.games.written.rules import gallery_text
from whoknows.games.written.rules.meaning import Vocabulary
from whoknows.games.written.rules.syntax import Reader
from whoknows.logic.files.source import Source
from whoknows.play.strategies import random_moves
from whoknows.play.table.referee import Table

FORMULAS = {
    "muddy": [
        "muddy_mia & ~muddy_ann | muddy_bob",
        "muddy_mia -> muddy_ann -> muddy_bob",
        "muddy_mia ^ muddy_ann ^ muddy_bob",
        "muddy_mia <-> muddy_bob",
        "oneof{muddy_mia, muddy_ann, muddy_bob}",
        "K mia muddy_mia",
        "Kw ann muddy_ann & ~Kw bob muddy_bob",
        "<K mia> ~muddy_mia",
        "K ann ~Kw mia muddy_mia",
        "K mia K ann K bob (muddy_mia | muddy_ann)",
        "E{mia, ann} muddy_bob",
        "C{mia, ann, bob} (muddy_mia | muddy_ann | muddy_bob)",
        "Cw{mia, ann} muddy_bob",
        "D{mia, ann} muddy_ann",
        "Dw{mia, bob} muddy_mia",
    ],
    "liar": [
        "die_ann_1 = 3",
        "die_ann_1 + die_bob_1 < 5",
        "die_ann_1 - die_ann_2 >= 2",
        "die_ann_1 = die_bob_1",
        "die_ann_1 != die_bob_2",
        "K ann die_ann_1 = 3",
        "<K bob> die_ann_1 = 6",
        "Kv ann die_ann_2",
        "Kv ann die_bob_2",
        "~Kv bob die_ann_1 & K bob (die_bob_1 = 2 | die_bob_1 > 2)",
        "K ann <K bob> die_ann_1 = 1",
    ],
}


def tables(name, seed):
    game = WrittenGame(gallery_text(name))
    table = Table.dealt(game, game.setup(), seed)
    yield table
    for _ in range(3):
        if table.over:
            return
        table = table.step([random_moves(game)] * len(table.seats))
        yield table


def clause(book, text):
    names = Vocabulary(Source("formula", text), list(book.words), list(book.seats))
    names.sets["seats"] = tuple(-(k + 1) for k in range(len(book.seats)))
    names.columns = dict(book.columns)
    return names.term(Reader(names.source, text).term(), {}, "claim")


@pytest.mark.parametrize("name", FORMULAS)
def test_a_clause_holds_where_the_formula_does(name):
    different = 0
    for seed in range(3):
        for table in tables(name, seed):
            picture = picture_of(table.setup, table.state.record)
            model = logic_model(picture)
            for text in FORMULAS[name]:
                ours = clause(picture.book, text).work(Scope(picture, {}))
                ours = np.broadcast_to(ours, (picture.size,))
                theirs = model.where(text)
                assert np.array_equal(ours, theirs), (text, seed)
                different += bool(theirs.any() and not theirs.all())
    assert different > 20  # formulas that are not plainly true or false


TURNED = """
seats ann, bob
facts p, q
board shown
ann sees p
move flip by ann
  makes p := ~p, shown := q
move wait by bob
ends if round = 2
"""


def test_what_is_hidden_changes_unseen_and_the_board_for_all():
    game = WrittenGame(TURNED)
    for seed in range(4):
        table = Table.dealt(game, game.setup(), seed)
        table = table.play({0: game.parse_move("flip", table.setup)})
        model = logic_model(picture_of(table.setup, table.state.record))
        assert model.valid("Kw ann p & ~Kw bob p & C{ann, bob} Kw bob q")


ASKING = """
seats ann
parts number: 1..9
move ask(n: 1..9)
  answer if number > n then 1 else 0
ends if round = 3
"""


def test_a_picture_after_one_fact_is_not_that_after_another():
    """Of the last fact it has looked ahead, and of no other."""
    game = WrittenGame(ASKING)
    setup = game.setup()
    picture = picture_of(setup, ())
    moves = ((0, game.parse_move("ask 4", setup)),)
    facts = [picture.outcome(moves, world)[0] for world in (1, 7)]
    assert [picture.after(fact).size for fact in (*facts, *facts[::-1])] == [4, 5, 5, 4]
