"""What boards say and draw, without a browser: every sight has its words and picture."""

from xml.etree import ElementTree

import pytest
from tests.test_conformance import random_play, small_setups

from whoknows.catalog import GAMES
from whoknows.games.hats.rules import Rules as Hats
from whoknows.games.hats.rules import chance_of
from whoknows.games.hats.show.face import chance_of_deal, deal_cube, held, lost_by
from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.show.board_picture import PALETTE, letter_color, pins_name
from whoknows.play.face.face import HINTS, face_of
from whoknows.play.table.referee import Table

NAMES = ("mastermind", "balance", "hats", "muddy")


@pytest.mark.parametrize("name", NAMES)
def test_every_moment_of_a_game_is_drawn_and_said(name):
    game, face = GAMES[name], face_of(GAMES[name])
    for setup in small_setups(game):
        for table in random_play(game, setup, 2):
            names = [f"<b>{seat}" for seat in table.seats]
            for seat in (None, *table.seats):
                sight, history = table.sight(seat), table.history
                svg = face.board_svg(sight, names)
                root = ElementTree.fromstring(svg)
                assert [child.tag.split("}")[1] for child in root][:2] == ["title", "desc"]
                assert root[1].text
                assert "<b>" not in svg
                for event in history:
                    told = face.event_text(event, names, sight)
                    assert told[-1] in ".!"
                if seat is not None:
                    assert all(face.hint(sight, kind) for kind in HINTS)
            if table.over:
                assert face.ending(table.sight(0), table.result, names)


@pytest.mark.parametrize("name", NAMES)
def test_warnings_refuse_nothing_by_themselves(name):
    game, face = GAMES[name], face_of(GAMES[name])
    for setup in small_setups(game):
        table = Table.dealt(game, setup, 3)
        for seat in table.turn:
            sight = table.sight(seat)
            for text in ["☃", "", *map(game.move_name, game.moves(sight)[:30])]:
                said = face.warning(sight, text)
                assert said is None or said.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_options_fit_the_setup_and_ready_made_games_can_be_dealt(name):
    game, face = GAMES[name], face_of(GAMES[name])
    defaults = {option.name: option.default for option in face.options()}
    assert game.setup(**defaults) == game.setup()
    for options in face.ready_made().values():
        assert set(options) <= set(defaults)
        setup = game.setup(**{**defaults, **options})
        table = Table.dealt(game, setup, 1)
        chairs = face.usual_chairs(setup)
        assert len(chairs) == len(table.seats)
        assert any(chair.person for chair in chairs)
        known = {None, *game.strategies}
        assert {chair.strategy for chair in chairs} <= known


def test_letters_on_pegs_can_be_read():
    for fill in PALETTE:
        paint, ink = (
            luminance(fill),
            luminance(letter_color(fill).ljust(7, letter_color(fill)[1])),
        )
        high, low = max(paint, ink), min(paint, ink)
        assert (high + 0.05) / (low + 0.05) >= 4.5, fill


def luminance(color):
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_bulls_and_cows_have_their_own_words():
    bulls = Rules(4, 10, repeats=False)
    assert pins_name(bulls, bulls.parse_answer("1,2")) == "1 bull, 2 cows"
    assert pins_name(Rules(), Rules().parse_answer("1,2")) == "1 black, 2 white"


@pytest.mark.parametrize(("name", "players", "chance"), [
    ("opposite", 3, "3/4"), ("adequate", 3, "3/4"), ("adequate", 5, "25/32"),
    ("hamming", 7, "7/8"), ("leader", 4, "1/2"),
])  # fmt: skip
def test_the_chance_of_a_deal_is_the_published_one(name, players, chance):
    # 3/4 and 7/8 by Ebert; 25/32 by the covering code of length 5 with 7 words.
    rules = Hats(players)
    assert str(chance_of_deal(name, rules)) == chance
    lost = lost_by(name, rules)
    assert 1 - chance_of(lost, rules) == chance_of_deal(name, rules)


def test_the_cube_marks_what_the_seat_holds_possible():
    table = Table.with_secret(GAMES["hats"], Hats(3), (0, 1, 1))
    sight = table.sight(1)
    assert held(sight) == [Hats(3).parse_code("RRB"), Hats(3).parse_code("RBB")]
    svg = deal_cube("adequate", sight)
    assert svg.count('class="here"') == 2
    assert deal_cube("adequate", Table.dealt(GAMES["hats"], Hats(6), 1).sight(0)) is None


def test_a_maker_learns_how_to_settle_a_dispute():
    game, face = GAMES["mastermind"], face_of(GAMES["mastermind"])
    table = Table.dealt(game, game.setup(maker="mind"), 1)
    for text in ("1111", "answer 3,0", "2222", "answer 3,0"):
        table = table.play({table.turn[0]: game.parse_move(text, table.setup)})
    sight = table.sight(1)
    assert "lines 1 and 2 contradict each other" in face.hint(sight, "why")
    assert "- line 2: 0,0, 1,0" in face.hint(sight, "move")
    assert "in dispute" in face.board_svg(table.sight(None), ["a", "b"])


def test_a_game_that_is_too_large_to_rank_has_a_simple_hint():
    game, face = GAMES["mastermind"], face_of(GAMES["mastermind"])
    table = Table.dealt(game, game.setup(pegs=6, colors=7), 1)
    assert "**111111** may be the code" in face.hint(table.sight(0), "move")
