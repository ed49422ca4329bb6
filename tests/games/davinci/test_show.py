"""What people look at: text and SVG, made of a sight, telling no more than the sight."""

from xml.etree import ElementTree

import numpy as np

from whoknows.games.davinci import GAME, paper, rules
from whoknows.games.davinci.knowledge import outlook
from whoknows.games.davinci.show import chances_lines, move_text, table_svg, table_text


def example_3():
    setup = GAME.setup(**paper.THREE.setup)
    return GAME.start(setup, GAME.from_json(paper.THREE.deal, setup))


def test_the_table_as_player_c_sees_it():
    told = table_text(GAME.sight(example_3(), 2)).splitlines()
    assert told == [
        "  a            [b5]  b?    [b8]  b?",
        "> b            [b4]  b?    [b10] [b-]",
        "  c            b0    b1    b2    b3",
    ]


def test_a_spectator_sees_no_hidden_tile():
    told = table_text(GAME.sight(example_3(), None))
    assert "b6" not in told
    assert "b0" not in told
    assert "b?" in told


def test_chances_in_words():
    state = example_3()
    sight = GAME.sight(state, 2)
    lines = list(chances_lines(outlook(state.knowledge, 2, sight.word)))
    assert lines[0] == "a2  b6 50.0%  b7 50.0%"
    assert lines[1] == "a4  b11 66.7%  b9 33.3%"


def test_the_picture_is_xml_and_hides_what_the_viewer_does_not_see():
    state = example_3()
    picture = table_svg(GAME.sight(state, 2), ["<ann>", "b&b", "cy"], chances=True)
    words = [e.text for e in ElementTree.fromstring(picture).iter() if e.text]
    assert "a <ann>" in words
    assert "11 67%" in words
    bare = table_svg(GAME.sight(state, None))
    shown = {e.text for e in ElementTree.fromstring(bare).iter() if e.text}
    assert shown == {"a", "b", "c", "5", "8", "4", "10", "–", "?"}


def test_moves_as_sentences():
    right = rules.Answer(right=True)
    assert move_text(1, rules.Guess(2, 2, 7), right) == "b guesses c3=w3: right"
    insisted = rules.Guess(2, 2, 7, insist=True)
    assert "known to be wrong" in move_text(1, insisted, rules.Answer(right=False))
    assert move_text(0, rules.Stop(), rules.Answer(drew="b")) == "a stops: next draws black"
    shown = rules.Answer(right=False, shown="w5", placed=2)
    assert move_text(0, rules.Guess(1, 0, 4), shown).endswith(
        "wrong; shows w5; puts it at place 2"
    )


def test_a_drawn_tile_is_seen_by_its_owner_alone():
    setup = GAME.setup(players=2, tiles=8, hand=2, drawing=True)
    state = GAME.start(setup, GAME.deal(setup, np.random.default_rng(4)))
    seat = state.position.seat
    name = rules.tile_name(state.position.drawn)
    assert f"drew {name}" in table_text(GAME.sight(state, seat))
    assert f"drew {name[0]}?" in table_text(GAME.sight(state, 1 - seat))
