"""Who knows what: the model of a moment, where its worlds stand, and formulas about it."""

import re
from dataclasses import replace

import pytest

from whoknows.analysis import who_knows_what
from whoknows.catalog import GAMES, own_game
from whoknows.errors import BadSetup, TooLarge, WhoknowsError
from whoknows.games.davinci import GAME, paper
from whoknows.play.strategies import find_strategy
from whoknows.play.table.eyes import Moment, moment_of
from whoknows.play.table.referee import Table, finish
from whoknows.web import drawing
from whoknows.web.worlds_chart import Line, counts_svg


@pytest.fixture(scope="module")
def told():
    """A game between strategies, moment by moment, through the eyes of seat 0."""
    table = Table.dealt(GAME, GAME.setup(players=3, tiles=18), 5)
    strategies = [GAME.strategies["aggressive"]] * 3
    tables = [table]
    while not tables[-1].over:
        tables.append(tables[-1].step(strategies))
    moments = [moment_of(table, [0, None]) for table in tables]
    return tables, moments, who_knows_what.looked("davinci", moments)


def example_3():
    setup = GAME.setup(**paper.THREE.setup)
    return Table.with_secret(GAME, setup, GAME.from_json(paper.THREE.deal, setup))


def places(svg):
    """Where each world stands."""
    spots = re.findall(r'data-world="(\d+)".*?<text x="([^"]*)" y="([^"]*)"', svg)
    return {world: (x, y) for world, x, y in spots}


def test_counts_are_those_of_the_game(told):
    tables, _, looks = told
    for table, look in zip(tables, looks, strict=True):
        assert look.counts[0] == GAME.worlds(table.sight(0))
        assert look.counts[None] == GAME.worlds(table.sight(None))


def test_the_true_world_is_in_every_model_and_held_possible(told):
    tables, _, looks = told
    drawn = 0
    for table, look in zip(tables, looks, strict=True):
        if look.pictured is not None:
            drawn += 1
            assert table.state.position.codes in look.pictured.held_keys
            assert len(look.pictured.held_keys) == look.counts[0]
    assert drawn > 3


def test_worlds_stay_where_they_stood_and_fade(told):
    _, _, looks = told
    shown = 0
    for time in range(1, len(looks)):
        before = drawing.stage(looks, time)
        if before is None or before is not drawing.stage(looks, time - 1):
            continue
        shown += 1
        first, then = (
            drawing.draw_model(before, looks[at].pictured, "grid")
            for at in (time - 1, time)
        )
        assert first.keys == then.keys
        assert places(first.svg) == places(then.svg)
        left = len(looks[time].pictured.model)
        gone = len(re.findall(r'class="wk-spot wk-gone[^"]*" data-world', then.svg))
        assert gone == len(before.model) - left
    assert shown


def test_what_is_held_and_what_is_only_thought_look_different(told):
    _, _, looks = told
    for time, look in enumerate(looks):
        if look.pictured is None:
            continue
        svg = drawing.draw_model(drawing.stage(looks, time), look.pictured, "cells").svg
        grid = drawing.draw_model(drawing.stage(looks, time), look.pictured, "grid").svg
        assert "data-world" not in svg
        assert grid.count("wk-held") == look.counts[0]


def test_example_3_of_the_paper_as_formulas():
    """b guesses wrongly that a2 is 7; then c knows more than the answer says."""
    table = example_3()
    now = moment_of(table, [2])
    assert who_knows_what.formula_answer("davinci", now, "a2=black7").text.startswith(
        "You cannot tell"
    )
    assert (
        "3 of the 6 worlds"
        in who_knows_what.formula_answer("davinci", now, "a2=black7").text
    )
    setup = table.setup
    [guess] = paper.THREE.guesses
    table = table.play({1: GAME.parse_move(guess, setup)})
    after = moment_of(table, [2])
    [look] = who_knows_what.looked("davinci", [after])
    assert look.counts[2] == 1
    assert (
        "there is one world left"
        in who_knows_what.formula_answer("davinci", after, "a2=black6").text
    )


def test_a_formula_gives_the_worlds_where_it_holds():
    now = moment_of(example_3(), [2])
    answer = who_knows_what.formula_answer("davinci", now, "a2=black7")
    assert all(codes[0][1] == 14 for codes in answer.holds)
    assert all(codes[0][1] != 14 for codes in answer.fails)
    [look] = who_knows_what.looked("davinci", [now])
    svg = drawing.draw_model(look.pictured, look.pictured, "grid", None, answer).svg
    spots = re.findall(r'class="wk-spot[^"]*(wk-holds|wk-fails)" data-world', svg)
    assert len(spots) == len(look.pictured.model)


def test_a_model_cut_off_refuses_what_it_cannot_answer(told):
    _, moments, looks = told
    cut = [t for t, look in enumerate(looks) if look.counts[0] > 400]
    found = who_knows_what.model_of(GAME, moments[cut[-1]], who_knows_what.MOST_ASKED)
    assert found is not None
    assert found.reach is not None
    assert who_knows_what.formula_answer(
        "davinci", moments[cut[-1]], "K a b1=black1 | ~K a b1=black1"
    ).holds
    with pytest.raises(BadSetup, match="too many worlds"):
        who_knows_what.formula_answer("davinci", moments[cut[-1]], "C{a, b, c} b1=black1")


def test_what_is_wrong_with_a_formula_is_said():
    now = moment_of(example_3(), [2])
    for formula in ("K a", "a2=black99", "K nobody a2=black7", "(((("):
        with pytest.raises(WhoknowsError):
            who_knows_what.formula_answer("davinci", now, formula)
    with pytest.raises(TooLarge, match="400 are allowed"):
        who_knows_what.formula_answer("davinci", now, "~" * 500)


def test_a_game_that_only_counts_its_worlds_says_so():
    number = own_game("docs/examples/number.py:GAME")
    table = Table.dealt(number, number.setup(), seed=2)
    with pytest.raises(BadSetup, match="Higher or lower counts its worlds"):
        who_knows_what.answer_at(number, moment_of(table, [0]), "true")


def test_through_all_eyes_the_model_has_the_world_that_is_so(told):
    tables, _, _ = told
    for table in tables[-6:]:
        [look] = who_knows_what.looked("davinci", [moment_of(table, list(table.seats))])
        found = look.pictured
        assert found.actual == 0
        assert found.home is None
        assert found.keys[0] == table.state.position.codes
        assert "wk-actual" in drawing.draw_model(found, found, "grid").svg
        text = who_knows_what.formula_answer(
            "davinci", moment_of(table, list(table.seats)), "true"
        ).text
        assert text == "It is true."


def dealt(name, **options):
    game = GAMES[name]
    return Table.dealt(game, game.setup(**options), 5)


SMALL = {
    "davinci": {"players": 3, "tiles": 8, "hand": 2},
    "egghead": {"players": 3, "cards": 1, "values": 3, "points": 1},
    "hats": {},
    "muddy": {},
    "mastermind": {"pegs": 2, "colors": 4},
    "balance": {"coins": 5, "kind": "heavy"},
}


@pytest.mark.parametrize("name", SMALL)
def test_from_a_seat_the_middle_of_rings_is_not_called_actual(name):
    table = dealt(name, **SMALL[name])
    [look] = who_knows_what.looked(name, [moment_of(table, [0, None])])
    assert look.counts[0] > 1
    held = look.pictured.held_keys
    for middle in (None, *held[:3]):
        svg = drawing.draw_model(look.pictured, look.pictured, "rings", middle).svg
        assert "the actual world" not in svg
        assert "The actual world" not in svg
        assert 'wk-actual wk-held" data-world' not in svg
        [spot] = re.findall(r'class="wk-spot wk-middle wk-held" data-world="(\d+)"', svg)
        if middle is not None:
            assert look.pictured.keys[int(spot)] == middle if look.pictured.keys else True


@pytest.mark.parametrize("name", ["davinci", "egghead", "hats", "muddy"])
def test_from_all_seats_rings_are_around_the_world_that_is_so(name):
    table = dealt(name, **SMALL[name])
    [look] = who_knows_what.looked(name, [moment_of(table, list(table.seats))])
    other = look.pictured.world_keys[-1]
    for middle in (None, other):
        found = drawing.draw_model(look.pictured, look.pictured, "rings", middle)
        [spot] = re.findall(r'wk-actual wk-held" data-world="(\d+)"', found.svg)
        assert int(spot) == look.pictured.actual
        assert "the actual world" in found.svg


@pytest.mark.parametrize("name", ["mastermind", "balance"])
def test_the_end_of_a_game_shows_the_world_that_was_so_all_along(name):
    table = dealt(name, **SMALL[name])
    strategies = [find_strategy(table.game, "entropy")]
    end = finish(table, strategies)
    last = moment_of(end, [0])
    [closed, opened] = who_knows_what.looked(
        name, [moment_of(table, [0]), replace(moment_of(table, [0]), end=last)]
    )
    assert closed.pictured.actual is None
    assert opened.pictured.keys[opened.pictured.actual] == end.secret
    svg = drawing.draw_model(opened.pictured, opened.pictured, "rings").svg
    assert "the actual world" in svg
    assert (
        "the actual world"
        not in drawing.draw_model(closed.pictured, closed.pictured, "rings").svg
    )
    moment = replace(moment_of(table, [0]), end=last)
    assert who_knows_what.formula_answer(name, moment, "true").text == "It is true."


@pytest.mark.parametrize("name", SMALL)
def test_the_formula_that_is_shown_as_an_example_can_be_asked(name):
    table = dealt(name, **SMALL[name])
    for seats in ([0, None], [None], list(table.seats)):
        moment = moment_of(table, seats)
        [look] = who_knows_what.looked(name, [moment])
        example = re.search(r"write: (.*)\nFormulas can speak of ", look.words)[1]
        assert who_knows_what.formula_answer(name, moment, example).text


def test_a_game_without_a_model_has_counts_alone():
    from tests.toy import TOY

    table = Table.dealt(TOY, TOY.setup(), 1)
    look = who_knows_what.look(TOY, Moment({0: table.sight(0)}, table.history))
    assert look.pictured is None
    assert look.counts[0] > 0


def test_the_chart_says_its_numbers():
    svg = counts_svg([Line("<you>", (1000, 10, None)), Line("all", (5, 5, 5))], 1)
    assert "&lt;you&gt; 10" in svg
    assert svg.count("data-time") >= 3
    assert "<you>" not in svg


def test_what_takes_minutes_to_count_is_left_out():
    table = Table.dealt(GAME, GAME.setup(players=4, tiles=22), 3)
    with pytest.raises(TooLarge, match="cannot be counted"):
        GAME.worlds(table.sight(None))
    [look] = who_knows_what.looked("davinci", [moment_of(table, [0, None])])
    assert set(look.counts) == {0}
    [empty] = who_knows_what.looked("davinci", [moment_of(table, [None])])
    assert empty == who_knows_what.Look({})
