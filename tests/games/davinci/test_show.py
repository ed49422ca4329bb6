"""What people look at: text and SVG, made of a sight, telling no more than the sight."""

from fractions import Fraction
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.games.davinci import GAME, paper, rules
from whoknows.games.davinci.show import table_text
from whoknows.games.davinci.show.chances import (
    against,
    against_text,
    chances_of,
    chances_svg,
    percent,
)
from whoknows.games.davinci.show.hints import why_lines
from whoknows.games.davinci.show.table import table_svg
from whoknows.play.table.referee import Table


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


def words_of(picture):
    texts = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    return [element.text for element in texts]


def test_the_picture_is_xml_and_hides_what_the_viewer_does_not_see():
    state = example_3()
    words = words_of(table_svg(GAME.sight(state, 2), ["<ann>", "b&b", "cy"]))
    assert "a <ann>" in words
    assert "c cy (you)" in words
    assert "guesses" in words
    assert {"0", "1", "2", "3"} <= set(words)
    bare = words_of(table_svg(GAME.sight(state, None)))
    places = {f"{agent}{place}" for agent in "abc" for place in "1234"}
    assert set(bare) - places == {"a", "b", "c", "guesses", "5", "8", "4", "10", "–", "?"}


def picks(picture):
    return {
        element.get("data-pick")
        for element in ElementTree.fromstring(picture).iter()
        if element.get("data-pick")
    }


def test_only_what_may_be_guessed_now_can_be_picked():
    state = example_3()
    assert picks(table_svg(GAME.sight(state, 1))) == {"a2", "a4", "c1", "c2", "c3", "c4"}
    for other in (0, 2, None):
        assert picks(table_svg(GAME.sight(state, other))) == set()


def test_a_drawn_tile_can_be_put_into_every_gap_that_it_fits():
    setup = GAME.setup(players=2, tiles=8, hand=2, jokers=True, drawing=True)
    state = GAME.start(setup, GAME.deal(setup, np.random.default_rng(1)))
    ways = {seat: GAME.moves(GAME.sight(state, seat))[0] for seat in (0, 1)}
    state = GAME.play(state, ways)
    seat = state.position.seat
    wrong = next(
        move
        for move in GAME.moves(GAME.sight(state, seat))
        if state.position.codes[move.seat][move.place] != move.tile
    )
    state = GAME.play(state, {seat: wrong})
    sight = GAME.sight(state, seat)
    gaps = {GAME.move_name(move) for move in GAME.moves(sight)}
    assert picks(table_svg(sight)) == gaps
    assert picks(table_svg(GAME.sight(state, 1 - seat))) == set()


def test_the_last_guess_is_marked_right_or_wrong():
    setup = GAME.setup(players=2, tiles=4, hand=2)
    state = GAME.start(setup, GAME.from_json({"hands": ["b1 w2", "w1 b2"]}, setup))
    state = GAME.play(state, {0: GAME.parse_move("b1=w1", setup)})
    sight = GAME.sight(state, 1)
    assert "✓" in words_of(table_svg(sight, last=state.history[-1]))
    assert "✓" not in words_of(table_svg(sight))


def test_the_chances_are_those_of_the_outlook():
    sight = GAME.sight(example_3(), 2)
    words = words_of(chances_svg(sight, ["<ann>", "bob", "cy"]))
    assert "a <ann>" in words
    assert {"50%", "67%", "33%"} <= set(words)
    assert "100%" not in words


@pytest.mark.parametrize(
    ("chance", "said"),
    [(Fraction(1), "100%"), (Fraction(999, 1000), ">99%"), (Fraction(1, 1000), "<1%")],
)
def test_only_what_is_certain_is_a_hundred_percent(chance, said):
    assert percent(chance) == said


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), turns=st.integers(0, 12), drawing=st.booleans())
def test_every_tile_that_cannot_be_has_one_reason_and_no_other_has(seed, turns, drawing):
    setup = GAME.setup(players=3, tiles=14, hand=3, drawing=drawing)
    table = Table.dealt(GAME, setup, seed)
    strategies = [GAME.strategies["random"]] * 3
    for _ in range(turns):
        table = table if table.over else table.step(strategies)
    sight = table.sight(seed % 3)
    for (seat, place), left in chances_of(sight).items():
        why = against(sight, seat, place)
        groups = [
            why.yours,
            why.open,
            why.order,
            why.room,
            why.guessed,
            why.told,
            why.around,
        ]
        out = [tile for group in groups for tile in group]
        color = sight.table.codes[seat][place][0]
        assert sorted([*out, *left]) == setup.of_color(color)
        assert all(why.reason(tile) for tile in out)
        truth = table.state.position.codes[seat][place]
        assert why.reason(truth) is None


def test_before_any_guess_no_guess_is_a_reason():
    """Three players of twelve tiles: the others' hands often leave no room for a tile."""
    setup = GAME.setup(players=3, tiles=12, hand=4)
    blocked = 0
    for seed in range(20):
        table = Table.dealt(GAME, setup, seed)
        sight = table.sight(0)
        for seat, place in chances_of(sight):
            why = against(sight, seat, place)
            assert why.told == why.guessed == why.around == ()
            blocked += len(why.room)
            assert "guess" not in against_text(why)
        assert "Guesses at" not in "\n".join(why_lines(sight))
    assert blocked > 20


def worlds_by_hand(sight):
    """All ways to give eight tiles to the two others so that their colors are as seen."""
    deck = set(sight.table.setup.deck()) - set(sight.hand)
    seats = [seat for seat in range(3) if seat != sight.seat]
    seen = ["".join(color for color, _ in sight.table.codes[seat]) for seat in seats]
    for some in combinations(sorted(deck), 4):
        hands = [some, tuple(sorted(deck - set(some)))]
        if ["".join("bw"[tile % 2] for tile in hand) for hand in hands] == seen:
            yield dict(zip(seats, hands, strict=True))


def test_what_blocks_a_tile_is_so_in_every_world():
    setup = GAME.setup(players=3, tiles=12, hand=4)
    named = 0
    for seed in range(30):
        sight = Table.dealt(GAME, setup, seed).sight(0)
        worlds = list(worlds_by_hand(sight))
        for seat, place in chances_of(sight):
            why = against(sight, seat, place)
            for tile, text in zip(why.room, why.blocks, strict=True):
                assert all(world[seat][place] != tile for world in worlds)
                if "for certain" in text:
                    named += 1
                    itself = rules.tile_name(tile)
                    needed = [itself]
                    if not text.endswith("has it for certain"):
                        needed = text.split("need ")[1].split(" beside")[0].split()
                        assert itself not in needed  # a tile is not beside itself
                    who = "abc".index(text.split("and ")[-1][0])
                    held = [{rules.tile_name(t) for t in world[who]} for world in worlds]
                    assert all(set(needed) <= hand for hand in held)
    assert named > 20


def test_answers_in_words():
    assert rules.answer_name(rules.Answer(right=True)) == "right"
    assert rules.answer_name(rules.Answer(drew="b")) == "next draws black"
    shown = rules.Answer(right=False, shown="w5", placed=2)
    assert rules.answer_name(shown) == "wrong; shows w5; puts it at place 2"


def test_a_drawn_tile_is_seen_by_its_owner_alone():
    setup = GAME.setup(players=2, tiles=8, hand=2, drawing=True)
    state = GAME.start(setup, GAME.deal(setup, np.random.default_rng(4)))
    seat = state.position.seat
    name = rules.tile_name(state.position.drawn)
    assert f"drew {name}" in table_text(GAME.sight(state, seat))
    assert f"drew {name[0]}?" in table_text(GAME.sight(state, 1 - seat))
