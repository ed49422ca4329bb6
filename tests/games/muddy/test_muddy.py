"""The rule of the muddy children is the model's knowledge, whatever people say."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadSetup, IllegalMove, WhoknowsError
from whoknows.games.muddy import GAME
from whoknows.games.muddy.knowledge import agent, fact, models, picture_of, pictured
from whoknows.games.muddy.paper import MUDDY_KNOW_IN_ROUND, WORLDS_OF_THREE
from whoknows.games.muddy.rules import (
    CLEAN,
    MOVES,
    MUDDY,
    UNSURE,
    Setup,
    check_faces,
    dealt,
)
from whoknows.games.muddy.show import sight_svg
from whoknows.games.muddy.solve import known_in, mean_rounds, worlds_after
from whoknows.games.muddy.strategies import why
from whoknows.logic.puzzles.muddy import muddy_children
from whoknows.play.table.referee import Table, finish

LOGICIAN = GAME.strategies["logician"]


def every_faces(setup):
    found = product((False, True), repeat=setup.children)
    return [faces for faces in found if sum(faces) >= setup.least]


SETUPS = [Setup(n, least) for n in range(1, 6) for least in range(n + 1)]


@st.composite
def plays(draw):
    """A table in the middle of a game in which people say anything at all."""
    n = draw(st.integers(1, 6))
    setup = Setup(n, draw(st.integers(0, n)))
    faces = draw(st.sampled_from(every_faces(setup)))
    table = Table.with_secret(GAME, setup, faces)
    for _ in range(draw(st.integers(0, n + 2))):
        if table.over:
            break
        careful = draw(st.sets(st.sampled_from(table.turn)))
        table = table.play(
            {
                seat: table.choice(seat, LOGICIAN)
                if seat in careful
                else draw(st.sampled_from(MOVES))
                for seat in table.turn
            }
        )
    return table


@given(plays())
@settings(max_examples=300, deadline=None)
def test_the_rule_is_what_the_model_knows(table):
    setup, rounds = table.setup, table.sight(None).rounds
    model, picture = models(setup, rounds)[-1], picture_of(setup, rounds)
    assert model.size == picture.size
    here = model.world(**{fact(k): face for k, face in enumerate(table.secret)})
    assert here >= 0, "what is public never excludes what is so"
    for world in model:
        so = model.describe(world)
        faces = tuple(so[fact(k)] for k in range(setup.children))
        assert all(
            known in (None, face) for known, face in zip(picture.faces, faces, strict=True)
        )
        for seat in range(setup.children):
            knows = model.true(f"Kw {agent(seat)} {fact(seat)}", world)
            assert knows == picture.knows(seat, faces)
            if knows:
                assert picture.own(seat, faces) == (faces[seat],)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_logicians_know_when_the_books_say(setup):
    for faces in every_faces(setup):
        table = finish(Table.with_secret(GAME, setup, faces), [LOGICIAN] * setup.children)
        told = {
            seat: number
            for number, event in enumerate(table.history, 1)
            for seat, move in event.moves.items()
            if move != UNSURE
        }
        assert tuple(told.get(k) for k in range(setup.children)) == known_in(setup, faces)
        figures = GAME.figures(table.state)
        assert figures["wrong"] == figures["guessed"] == figures["missed"] == 0
        assert set(table.result.values()) == ({1.0} if setup.least else {0.0})


@pytest.mark.parametrize("muddy", MUDDY_KNOW_IN_ROUND)
def test_the_muddy_know_in_the_round_of_their_number(muddy):
    for children in (muddy, muddy + 3):
        faces = tuple(k < muddy for k in range(children))
        known = known_in(Setup(children), faces)
        assert known[0] == MUDDY_KNOW_IN_ROUND[muddy]
        told = muddy_children(children, muddy=muddy).answer
        assert (known[0], known[-1] if muddy < children else None) == (
            told["muddy_know_in_round"],
            told["clean_know_in_round"],
        )


def test_the_worlds_of_three_children():
    setup = Setup(3)
    left = [models(setup, ())[0].size, *(worlds_after(setup, k) for k in range(3))]
    assert tuple(left) == WORLDS_OF_THREE


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_mean_is_that_of_all_faces(setup):
    if not setup.least:
        assert mean_rounds(setup) is None
        return
    last = [max(known_in(setup, faces)) for faces in every_faces(setup)]
    assert mean_rounds(setup) * len(last) == sum(last)


def test_all_faces_that_fit_are_as_likely():
    setup, rng = Setup(3, least=1), np.random.default_rng(0)
    seen = [GAME.deal(setup, rng) for _ in range(7000)]
    counts = [seen.count(faces) for faces in every_faces(setup)]
    assert sum(counts) == 7000
    assert min(counts) > 880  # 1000 each, four deviations of 29


# ------------------------------------------------------------------- people's mistakes


def table_of(*faces, least=1):
    return Table.with_secret(GAME, Setup(len(faces), least), faces)


def verdict(table):
    return table.history[-1].answer


def test_who_misses_it_is_told_so_and_misleads_nobody():
    table = table_of(True, False, False)  # child 1 sees two clean faces
    table = table.play(dict.fromkeys(range(3), UNSURE))
    assert verdict(table).missed == (0,)
    # Everybody now knows that child 1 knew, so that child 1 alone is muddy.
    assert [table.choice(seat, LOGICIAN) for seat in table.turn] == [MUDDY, CLEAN, CLEAN]


def test_who_guesses_is_told_so_and_the_others_learn_no_more():
    table = table_of(True, True, False)
    table = table.play({0: MUDDY, 1: UNSURE, 2: UNSURE})
    assert verdict(table).guessed == (0,)
    assert verdict(table).shown == (True, None, None)
    assert table.turn == (1, 2)
    # It is public that two are muddy at least: child 2 sees one, child 1, and knows.
    assert [table.choice(seat, LOGICIAN) for seat in table.turn] == [MUDDY, UNSURE]


def test_a_wrong_face_is_shown_and_costs_a_point():
    table = table_of(True, True, False)
    table = table.play({0: CLEAN, 1: UNSURE, 2: UNSURE})
    table = finish(table, [LOGICIAN] * 3)
    assert table.result == {0: -1.0, 1: 1.0, 2: 1.0}


def test_the_wrong_face_of_one_who_could_know_is_both():
    table = table_of(True, False).play({0: CLEAN, 1: UNSURE})
    assert (verdict(table).guessed, verdict(table).missed) == ((), (0,))
    assert table.choice(1, LOGICIAN) == CLEAN


def test_where_nothing_is_said_the_game_ends_at_once():
    table = table_of(True, True, least=0).play({0: UNSURE, 1: UNSURE})
    assert table.over
    assert table.result == {0: 0.0, 1: 0.0}


# --------------------------------------------------------------------- words and bounds


@pytest.mark.parametrize("setup", [Setup(3), Setup(3, least=0), Setup(3, least=3)], ids=str)
def test_every_sight_has_its_reasons_and_a_picture(setup):
    for faces in every_faces(setup):
        table = Table.with_secret(GAME, setup, faces)
        while not table.over:
            for seat in table.seats:
                sight = table.sight(seat)
                knows = picture_of(setup, sight.rounds).knows(seat, sight.faces)
                assert ("you are" in why(sight)) == knows
                svg = sight_svg(sight, ["Ann", "Bob", "<Cat>"])
                assert "<Cat>" not in svg
                assert svg.count("(you)") == 2
            table = table.step([LOGICIAN] * 3)


@pytest.mark.parametrize(
    "options",
    [{"children": 0}, {"children": 61}, {"least": 4}, {"least": -1}, {"rounds": -1},
     {"children": "3"}, {"kids": 3}, {"children": 2.5}],
)  # fmt: skip
def test_setups_that_cannot_be(options):
    with pytest.raises(BadSetup):
        GAME.setup(**options)


@pytest.mark.parametrize("faces", [None, [1, 0], [0, 0, 0], [1, 2, 0], "mcm"])
def test_faces_that_cannot_be(faces):
    with pytest.raises(BadSetup):
        check_faces(Setup(3), faces)


def test_what_children_may_say():
    assert [GAME.parse_move(word, Setup()) for word in ("M", " clean", "?")] == [
        MUDDY,
        CLEAN,
        UNSURE,
    ]
    with pytest.raises(WhoknowsError):
        GAME.parse_move("maybe", Setup())
    with pytest.raises(IllegalMove):
        table_of(True).play({0: "maybe"})


def test_sixty_children_are_no_more_work_than_three():
    table = Table.dealt(GAME, Setup(60, least=25), seed=1)
    table = finish(table, [LOGICIAN] * 60)
    assert set(table.result.values()) == {1.0}


@pytest.mark.parametrize(("children", "least"), [(3, 1), (4, 2), (3, 0), (2, 2), (1, 1)])
def test_slow_deals_are_those_in_which_nobody_knows_at_once(children, least):
    setup = Setup(children, least, dealing="slow")
    first = {faces: knows_at_once(setup, faces) for faces in every_faces(setup)}
    wanted = {faces for faces, knows in first.items() if not knows} or {*first}
    rng = np.random.default_rng(1)
    assert {dealt(setup, rng) for _ in range(200)} == wanted


def knows_at_once(setup, faces):
    table = Table.with_secret(GAME, setup, faces)
    return any(table.choice(seat, LOGICIAN) != UNSURE for seat in table.turn)


def test_children_are_counted_from_one_and_drawn_while_their_worlds_are_few():
    assert (agent(0), fact(0)) == ("child1", "muddy1")
    setup = Setup(3, 1)
    found = pictured(setup, (), (None,) * 3, None, 8)
    assert found is not None
    assert len(found.model) == 7
    assert pictured(setup, (), (None,) * 3, None, 7) is None


def test_where_nothing_is_said_no_silence_tells_anything():
    assert [worlds_after(Setup(3, 0), silent) for silent in range(3)] == [8, 8, 8]
