"""The odd coins are named: rightly, wrongly, by luck; and no weighing is left."""

from math import inf

import pytest

from whoknows.errors import IllegalMove
from whoknows.games.balance import GAME
from whoknows.games.balance.knowledge import position_after
from whoknows.games.balance.rules import Naming, Rules, Setup
from whoknows.games.balance.solve.optimum import Search
from whoknows.play.face.face import face_of
from whoknows.play.table.referee import Table, finish

SETUP = Setup(coins=3, kind="heavy", weighings=1, naming=True)


def played(setup, deal, *moves):
    table = Table.with_secret(GAME, setup, GAME.from_json(deal, setup))
    for move in moves:
        table = table.play({0: GAME.parse_move(move, setup)})
    return table


@pytest.mark.parametrize(
    ("moves", "score", "why"),
    [
        (["1 : 2", "name 3"], 1.0, "3 → 1."),
        (["1 : 2", "name 1 heavy"], 0.0, "3 → 1."),
        (["name 3"], 2.0, "by luck"),
    ],
)
def test_a_game_ends_with_the_coin_that_is_named(moves, score, why):
    table = played(SETUP, "3 heavy", *moves[:-1])
    assert not table.over
    table = table.play({0: GAME.parse_move(moves[-1], SETUP)})
    assert table.over
    assert table.result == {0: score}
    face, sight = face_of(GAME), table.sight(0)
    assert sight.world == (0, 0, 1)
    assert why in face.ending_why(sight, table.result, ["Ann"])
    said = face.ending(sight, table.result, ["Ann"])
    assert ("wrong. It was: 3 heavy" in said) == (not score)


def test_without_a_weighing_left_there_is_only_to_name():
    table = played(SETUP, "3 heavy", "1 : 2")
    assert all(isinstance(move, Naming) for move in GAME.moves(table.sight(0)))
    with pytest.raises(IllegalMove, match="no weighing is left"):
        table.play({0: GAME.parse_move("1 : 2", SETUP)})


def test_what_is_named_fits_what_is_asked():
    either = Setup(naming=True)
    for text in ("name", "name 7", "name 7 8 heavy", "name 13 heavy", "name none"):
        with pytest.raises(IllegalMove):
            GAME.parse_move(text, either)
    which = Setup(coins=13, goal="coin", naming=True)
    assert GAME.parse_move("name 7", which) == GAME.parse_move("name 7 light", which)
    with pytest.raises(IllegalMove, match="no coins are named"):
        played(Setup(), "3 heavy", "name 3 heavy")


def test_an_evil_keeper_admits_only_what_is_sure():
    evil = Setup(coins=3, kind="heavy", weighings=2, keeper="evil", naming=True)
    assert played(evil, "", "name 1").result == {0: 0.0}
    assert played(evil, "", "1 : 2", "name 3").result == {0: 2.0}
    assert played(evil, "", "1 : 2", "name 1").result == {0: 0.0}


def test_a_warning_comes_before_luck():
    face, start = face_of(GAME), played(SETUP, "3 heavy")
    assert "3 answers are possible" in face.warning(start.sight(0), "name 3")
    assert face.warning(played(SETUP, "3 heavy", "1 : 2").sight(0), "name 3") is None


@pytest.mark.parametrize("name", GAME.strategies)
def test_strategies_name_what_they_have_found(name):
    table = Table.dealt(GAME, Setup(weighings=4, naming=True), seed=5)
    table = finish(table, [GAME.strategies[name]])
    assert table.result[0] > 0


def test_a_search_that_has_looked_for_the_coin_alone_finds_the_kind_as_well():
    search = Search()
    for goal in ("coin", "coin-and-kind", "coin"):
        rules = Rules(coins=4, references=1, goal=goal)
        start = position_after(rules, ())
        assert search.best_weighing(start, None)
        assert search.solve(start, None, inf) == Search().solve(start, None, inf)
