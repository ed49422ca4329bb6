"""Two strategies that share the seats: every seating, and rates by deal and by seat."""

import pytest

from whoknows.experiments.duel import by_seat, overall, seatings
from whoknows.experiments.experiment import Series
from whoknows.store.experiment_rows import Row


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_seat_is_shared_evenly_and_no_seating_is_twice(seats):
    tables = seatings("A", "D", seats)
    assert len(set(tables)) == len(tables)
    for seat in range(seats):
        assert sum(t[seat] == "A" for t in tables) * 2 == len(tables)
    assert sum(t.count("A") for t in tables) * 2 == seats * len(tables)
    assert {abs(2 * t.count("A") - seats) for t in tables} == {seats % 2}


def game(series, number, winner):
    return Row(series, number, 0, 1, [float(seat == winner) for seat in range(2)], {})


def test_rates_count_the_games_of_a_strategy():
    all_series = [Series(0, {}, ("A", "D")), Series(1, {}, ("D", "A"))]
    rows = {0: [game(0, 0, 0), game(0, 1, 0)], 1: [game(1, 0, 0), game(1, 1, 1)]}
    rate = overall(all_series, rows, "A")
    assert (rate.rate, rate.games) == (0.75, 4)
    assert rate.low < 0.75 < rate.high
    assert [(r.seat, r.rate, r.games) for r in by_seat(all_series, rows, "A")] == [
        (0, 1.0, 2),
        (1, 0.5, 2),
    ]
    assert overall(all_series, {}, "A") is None


def test_a_deal_without_all_its_seatings_does_not_count():
    all_series = [Series(0, {}, ("A", "D")), Series(1, {}, ("D", "A"))]
    rows = {0: [game(0, 0, 0), game(0, 1, 0)], 1: [game(1, 0, 0)]}
    assert overall(all_series, rows, "A").games == 2
