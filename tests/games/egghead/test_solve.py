"""Simulations play the very game; distributions with cut-off times; deadlocks."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.egghead.twin import SMALL_DECK, fits, slow_answer
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.egghead import GAME, paper
from whoknows.games.egghead.knowledge.public_worlds import first_picture, question_sieve
from whoknows.games.egghead.rules.log import Asked
from whoknows.games.egghead.rules.setup import Setup, deal
from whoknows.games.egghead.show.text import setup_text
from whoknows.games.egghead.solve.deadlock import dead_worlds, renumbered
from whoknows.games.egghead.solve.rounds_per_point import Run
from whoknows.games.egghead.solve.simulate import run
from whoknows.games.egghead.solve.study import GAMES, PIECE, pieces, summary, work_on
from whoknows.games.egghead.solve.waiting_times import points, waiting, winning
from whoknows.games.egghead.solve.what_others_know import imagined
from whoknows.play.table.referee import Table

SMALL = Setup(3, 2, 3, deck=SMALL_DECK, points=0, rounds=25)


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 3),
    st.sampled_from(["external", "rotating"]),
    st.sampled_from(["replace", "shuffle"]),
    st.sampled_from(["cards", "stacks", 2, 3]),
    st.booleans(),
    st.integers(0, 10**6),
)
def test_a_run_is_the_game_played_by_logicians(
    analysing, moderator, draw, dealing, compiled, seed
):
    how = {"dealing": dealing} if isinstance(dealing, str) else {"copies": dealing}
    setup = replace(SMALL, analysing=analysing, moderator=moderator, draw=draw, **how)
    state = GAME.start(setup, deal(setup, np.random.default_rng(seed)))
    logician = GAME.strategies["logician"]
    while turn := GAME.turn(state):
        moves = {s: logician(GAME.sight(state, s), (), None) for s in turn}
        state = GAME.play(state, moves)
    done = run(setup, seed, setup.rounds, compiled=compiled)
    assert done == Run.of_log(state.log, 3)
    assert state.scores == tuple(map(len, done.waits))


def test_a_deck_that_says_nothing_deadlocks_and_is_noticed():
    for analysing in (0, 1, 3):
        setup = Setup(3, 2, 3, analysing, deck=("How many cards? := count(cards)",))
        done = run(setup, 1, 1000)
        assert done.stalled
        assert done.rounds < 50
        assert done.cut == [done.rounds] * 3
    assert dead_worlds(setup).count == 6**3


@pytest.mark.parametrize("analysing", [0, 3])
def test_a_picture_is_stuck_where_no_question_is_left_that_tells(analysing):
    world = (0, 1, 2)
    for deck, stuck in ((SMALL_DECK, False), (SMALL_DECK[1:2], True)):
        setup = Setup(3, 2, 3, analysing, deck=deck)
        picture = first_picture(setup)
        assert not picture.stuck(world)
        answer = question_sieve(setup, 0, None).answer(world)
        assert picture.after(Asked(1, 0, answer)).stuck(world) == stuck


def test_a_chain_of_thoughts_has_two_players_at_most():
    table = Table.dealt(GAME, SMALL, 1)
    chains = [(1,), (1, 0), (1, 2), (0,), (0, 1), (1, 0, 1)]
    found = [imagined(table.sight(0), chain) is not None for chain in chains]
    assert found == [True, True, True, False, False, False]


def test_classes_of_answers_are_numbered_anew():
    keys = np.random.default_rng(2).integers(0, 5, (9, 12)).astype(np.uint64) << 60
    found = renumbered(keys)
    for row, new in zip(keys.tolist(), found.tolist(), strict=True):
        assert new == [sorted(set(row)).index(key) for key in row]


def test_dead_worlds_are_those_of_the_definition():
    """Also of a deck so long that its answers fit in no word: what was first is kept."""
    two = "Is there a 2? := any(cards: value = 2)"
    long = ("What is the highest card? := max(cards: value)", *[two] * 70)
    decks = (SMALL_DECK[:2], SMALL_DECK[2:4], SMALL_DECK[3:], SMALL_DECK, long)
    for deck, copies in [*((deck, 0) for deck in decks), (SMALL_DECK[2:4], 3)]:
        setup = Setup(3, 2, 3, deck=deck, copies=copies)
        box = setup.box

        def told(world, setup=setup, box=box):
            stacks = [box.all[n] for n in world]
            asks = dict.fromkeys(question.ask for question in setup.questions)
            return [slow_answer(ask, stacks, values=3) for ask in asks]

        every = product(range(len(box)), repeat=3)
        there = [w for w in every if fits([box.all[n] for n in w], copies)]
        table = {world: told(world) for world in there}
        dead = [world for world in table if nobody_ever_knows(world, table, len(box))]
        found = dead_worlds(setup)
        assert found.count == len(dead)
        assert found.first == (dead[0] if dead else None)


def nobody_ever_knows(world, table, size):
    for seat in range(3):
        alike = [(*world[:seat], own, *world[seat + 1 :]) for own in range(size)]
        if sum(table.get(other) == table[world] for other in alike) == 1:
            return False
    return True


@pytest.mark.slow
def test_the_default_deck_never_deadlocks():
    for players in (2, 3, 4):
        assert dead_worlds(Setup(players)).count == 0


def test_the_default_deck_is_as_lively_as_the_papers():
    """Its questions are not published: the shape is to agree, not the digits."""
    setup = Setup(analysing=0)
    study = summary(setup, [work_on(piece) for piece in pieces(setup, 1, rounds=8000)])
    assert study.stalled == 0
    assert study.plain.mean == pytest.approx(paper.NOT_ANALYSING["mean"], abs=0.4)
    assert study.plain.variance == pytest.approx(paper.NOT_ANALYSING["variance"], rel=0.25)


@pytest.mark.slow
def test_analysis_saves_rounds_and_wins():
    setup = Setup(analysing=1)
    study = summary(setup, [work_on(piece) for piece in pieces(setup, 1, rounds=4000)])
    assert study.analysing.mean < 0.82 * study.plain.mean
    assert study.analysing.variance < study.plain.variance
    chances = study.winning()
    assert chances[0] > 0.6
    assert max(chances[1:]) < 0.15


def test_waiting_times_without_cuts_are_plain_averages():
    times = [3, 5, 5, 8]
    found = waiting(times, cut=[])
    assert found.n == 4
    assert found.mean == pytest.approx(np.mean(times))
    assert found.variance == pytest.approx(np.var(times))
    assert found.cdf == pytest.approx([np.mean(np.array(times) <= k) for k in range(9)])


def test_cut_times_are_counted_and_lengthen_the_mean():
    # Kaplan and Meier by hand: 3/4 last past 2; the two cut at 2 leave the risk set.
    found = waiting([2, 4], cut=[2, 3, 0])
    assert (found.n, found.censored) == (2, 2)
    assert found.cdf == pytest.approx([0, 0, 0.25, 0.25, 1])
    assert found.mean == pytest.approx(0.25 * 2 + 0.75 * 4)


def test_nobody_waited():
    assert waiting([], cut=[4, 7]).mean is None
    assert waiting([], cut=[4, 7]).censored == 2


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.integers(1, 4))
def test_points_are_sums_of_waiting_times(times, count):
    chances = points(waiting(times, cut=[]).chances, count)
    sums = (
        [sum(way) for way in product(times, repeat=count)]
        if len(times) ** count < 5000
        else []
    )
    for k in range(len(chances)):
        if sums:
            assert chances[k] == pytest.approx(sums.count(k) / len(sums))


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=2, max_size=3)
)
def test_winning_chances_by_trying_every_outcome(weights):
    players = [np.array([0.0, *(np.array(w) + 1) / (sum(w) + 4)]) for w in weights]
    expected = [0.0] * len(players)
    for times in product(range(5), repeat=len(players)):
        chance = np.prod([player[t] for player, t in zip(players, times, strict=True)])
        for seat, time in enumerate(times):
            expected[seat] += chance * (time == min(times))
    assert winning(players) == pytest.approx(expected)
    assert sum(winning(players)) >= 1 - 1e-9


def test_a_study_depends_on_its_seed_alone():
    setup = replace(SMALL, analysing=1, points=2, rounds=0)
    some = pieces(setup, 7, rounds=2500, games=30)
    assert [piece.rounds or piece.games for piece in some] == [1000, 1000, 500, 20, 10]
    small = pieces(setup, 7, rounds=60, games=30)
    study = summary(setup, [work_on(piece) for piece in small])
    again = summary(setup, [work_on(piece) for piece in reversed(small)][::-1])
    assert replace(study, seconds_per_round=0) == replace(again, seconds_per_round=0)
    assert study.seconds_per_round > 0
    assert study.rounds == 60
    assert study.games == 30
    assert sum(study.wins) >= 30
    assert study.analysing.n + study.plain.n > 0


def test_no_two_pieces_of_a_study_draw_the_same_numbers():
    found = pieces(Setup(), 7, rounds=5 * PIECE, games=3 * GAMES)
    assert [piece.number for piece in found] == list(range(8))


def test_any_seats_may_analyse():
    """Seats 1 and 2 of three: the same as the first two, seats renamed; and as a word."""
    setup = Setup(players=3, cards=2, values=3, analysing_at="2,1")
    assert (setup.analysts, setup.listeners) == ((1, 2), (0,))
    assert "B, C analyse" in setup_text(setup)
    same = Setup(players=3, cards=2, values=3, analysing=2)
    first = Setup(players=3, cards=2, values=3, analysing_at="0,1")
    assert run(first, 5, 60).waits == run(same, 5, 60).waits
    with pytest.raises(BadSetup, match="seat 3 is not one of 0 to 2"):
        Setup(players=3, analysing_at="0,3")
    with pytest.raises(BadSetup, match="'x' is no seat"):
        Setup(players=3, analysing_at="x")


def test_a_study_that_does_not_fit_is_refused_at_once():
    with pytest.raises(TooLarge, match="27 TB"):
        pieces(Setup(players=8, analysing=1), 1, rounds=10)
    assert pieces(Setup(players=8, analysing=0), 1, rounds=10)
