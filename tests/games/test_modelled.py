"""The models that games give to pictures and formulas are what their seats know."""

from typing import Any

import pytest

from tests.test_conformance import random_play, small_setups
from whoknows.catalog import GAMES
from whoknows.games.hats.rules import Rules as Hats
from whoknows.play.table.referee import Table

NAMES = ("mastermind", "balance", "hats", "muddy")
MOST = 200


def moments(name):
    game = GAMES[name]
    for setup in small_setups(game):
        for seed in range(3):
            for table in random_play(game, setup, seed):
                yield game, table


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_holds_possible_as_many_worlds_as_the_model_says(name):
    for game, table in moments(name):
        for seat in (None, *table.seats):
            if table.over or (name == "mastermind" and seat == 1):
                continue  # what is shown at the end, or thought by a maker, is more
            sight = table.sight(seat)
            found = game.model(sight, MOST)
            held = found.held if found.held is not None else tuple(found.model)
            assert len(held) == game.worlds(sight)
            assert found.actual is None


@pytest.mark.parametrize("name", ["hats", "muddy"])
def test_what_a_seat_holds_possible_is_its_cell_of_the_public_model(name):
    for game, table in moments(name):
        for seat in table.seats:
            found = game.model(table.sight(seat), MOST)
            looks = dict(
                zip(
                    found.model.worlds().tolist(),
                    found.model.looks(found.home),
                    strict=True,
                )
            )
            if not table.over:
                [label] = {int(looks[world]) for world in found.held}
                assert {w for w, look in looks.items() if look == label} == {*found.held}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_so_is_never_excluded_and_is_shown_at_the_end(name):
    for game, table in moments(name):
        if not table.over or (
            name == "mastermind" and table.setup.maker in ("evil", "mind")
        ):
            continue
        for seat in (None, *table.seats):
            found = game.model(table.sight(seat), MOST)
            assert found.actual in set(found.model)


@pytest.mark.parametrize("name", ["hats", "muddy"])
def test_all_seats_together_see_the_world_that_is_so(name):
    game: Any = GAMES[name]
    for setup in small_setups(game):
        table = Table.dealt(game, setup, 4)
        sights = {seat: table.sight(seat) for seat in table.seats}
        if len(sights) < 2 or getattr(setup, "views", "") == "counts":
            continue
        whole = game.whole(sights, MOST)
        so = whole.model.describe(whole.actual)
        if name == "hats":
            assert tuple("RBG".index(so[f"hat{k + 1}"]) for k in sights) == table.secret
        else:
            assert tuple(so[f"muddy{k + 1}"] for k in sights) == table.secret


def test_a_picture_of_tiles_shows_what_is_in_doubt_and_the_world_that_is_so():
    """Where only one is held possible, that one is so; a tile that is plain is no part."""
    doubts = 0
    for game, table in moments("davinci"):
        sights: Any = {seat: table.sight(seat) for seat in table.seats}
        found = [game.model(sight, MOST) for sight in sights.values()]
        for one in (*found, game.whole(sights, MOST)):
            if one is not None:
                assert one.actual == (0 if len(one.held) == 1 else None)
                assert all(len(values) > 1 for values in one.model.parts.values())
                doubts += bool(one.model.parts)
    assert doubts


def test_worlds_stay_where_they_were():
    for name in ("hats", "muddy"):
        for game, table in moments(name):
            found = game.model(table.sight(0), MOST)
            start = table.undo(len(table.turns))
            first = game.model(start.sight(0), MOST)
            assert set(found.first) == set(first.first)
            assert set(found.model) <= set(first.model)


def test_models_that_are_too_large_are_not_made():
    games: dict[str, Any] = GAMES
    hats = Table.dealt(games["hats"], Hats(9), 1)
    assert games["hats"].model(hats.sight(0), MOST) is None
    muddy = Table.dealt(games["muddy"], games["muddy"].setup(children=9), 1)
    assert games["muddy"].model(muddy.sight(0), MOST) is None
    coins = Table.dealt(games["balance"], games["balance"].setup(coins=120), 1)
    assert games["balance"].model(coins.sight(0), MOST) is None


def test_formulas_speak_of_coins_that_are_known_to_be_good():
    game: Any = GAMES["balance"]
    table = Table.with_secret(game, game.setup(coins=9, kind="heavy"), (0,) * 8 + (1,))
    table = table.play({0: game.parse_move("1-3 : 4-6", table.setup)})
    found = game.model(table.sight(0), MOST)
    assert found.model.size == 3
    assert found.every.valid("K weigher ~heavy1")
    assert not found.every.valid("K weigher heavy9")
