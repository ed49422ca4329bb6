"""The referee's table as a value: folding, undoing, forking, and its generators."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toy import TOY, Setup, highest, lowest
from whoknows.errors import BadSetup, IllegalMove, StrategyFailed
from whoknows.play.strategies import find_strategy, random_moves
from whoknows.play.table.referee import Table, finish

RANDOM = random_moves(TOY)
setups = st.builds(
    lambda cards, rounds, together: Setup(cards, min(rounds, cards - 1), together),
    st.integers(2, 9),
    st.integers(1, 4),
    st.booleans(),
)


@given(setups, st.integers(0, 2**60))
def test_the_same_seed_gives_the_same_game(setup, seed):
    one, two = (finish(Table.dealt(TOY, setup, seed), [RANDOM] * 2) for _ in range(2))
    assert one == two
    assert one.state == two.state


@given(setups, st.integers(0, 2**60), st.data())
def test_a_game_undone_and_played_again_goes_on_as_it_would_have(setup, seed, data):
    end = finish(Table.dealt(TOY, setup, seed), [RANDOM] * 2)
    back = end.undo(data.draw(st.integers(0, len(end.turns))))
    assert finish(back, [RANDOM] * 2) == end


def test_a_table_is_a_value_so_forks_do_not_meet():
    table = Table.with_secret(TOY, Setup(cards=5), (0, 4))
    left, right = table.play({0: 1}), table.play({0: 2})
    assert table.turns == ()
    assert (left.turns, right.turns) == (({0: 1},), ({0: 2},))


def test_a_move_out_of_turn_is_illegal():
    table = Table.with_secret(TOY, Setup(cards=5), (0, 4))
    with pytest.raises(IllegalMove, match="seat 1 moved; the turn is of 0"):
        table.play({1: 2})
    with pytest.raises(IllegalMove, match="the game is over"):
        table.play({0: 4}).play({1: 0})


def test_a_known_game_between_two_strategies():
    # Seat 0 holds 0 and guesses 1, 2; seat 1 holds 4 and guesses 3, 2: nobody is right.
    table = finish(Table.with_secret(TOY, Setup(cards=5), (0, 4)), [lowest, highest])
    assert list(table.turns) == [{0: 1}, {1: 3}, {0: 2}, {1: 2}]
    assert table.result == {0: 0.0, 1: 0.0}


def test_seats_draw_apart_and_turns_draw_apart():
    table = Table.with_secret(
        TOY, Setup(cards=1000, rounds=9, together=True), (0, 1), seed=3
    )

    def draw(sight, history, rng):
        return 2 + int(rng.integers(990))

    first = {seat: table.choice(seat, draw) for seat in table.seats}
    assert first[0] != first[1]
    later = table.play(first)
    assert later.choice(0, draw) != first[0]


def test_a_faulty_strategy_is_named_with_its_line():
    with pytest.raises(
        StrategyFailed, match=r"faulty in seat 0 .* turn 1: ZeroDivision.*line"
    ):
        finish(Table.dealt(TOY, Setup(), 0), [find_strategy(TOY, "faulty")] * 2)


def test_a_turn_of_both_is_not_taken_by_one():
    start = Table.with_secret(TOY, Setup(cards=5, together=True), (0, 4))
    with pytest.raises(IllegalMove, match="seat 0 moved; the turn is of 0 and 1"):
        start.play({0: 2})


def test_moves_are_typed_one_for_each_seat_of_the_turn():
    table = Table.with_secret(TOY, Setup(cards=5, together=True), (0, 4))
    assert table.move("1", "2") == table.play({0: 1, 1: 2})
    for texts, count in (((), 0), (("1",), 1), (("1", "2", "3"), 3)):
        with pytest.raises(IllegalMove, match=f"{count} moves for 2 seats"):
            table.move(*texts)


def test_wrong_numbers_are_refused():
    table = Table.dealt(TOY, Setup(), 0)
    with pytest.raises(BadSetup, match="3 strategies for 2 seats"):
        finish(table, [RANDOM] * 3)
    with pytest.raises(BadSetup, match="cannot undo 1: turns so far: 0"):
        table.undo()


def test_a_game_without_end_is_stopped():
    with pytest.raises(StrategyFailed, match="no end after 3 turns"):
        finish(Table.with_secret(TOY, Setup(), (0, 4)), [lowest, highest], most_turns=3)
