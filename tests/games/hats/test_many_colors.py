"""Worlds of more colors cut into layers, beside the definition and all sets tried."""

import signal
import threading
from fractions import Fraction
from itertools import accumulate, combinations, product
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.hats.test_plans import strongly_won
from whoknows.errors import TooLarge
from whoknows.games.hats.rules import Rules, evaluate
from whoknows.games.hats.solve.best import best, by_layers, evaluated, first_deals
from whoknows.games.hats.solve.many_colors import strong_coverings
from whoknows.games.hats.solve.many_colors.layers import layer_bound as layer_bound_module
from whoknows.games.hats.solve.many_colors.layers import layer_sets
from whoknows.games.hats.solve.many_colors.layers.layer_bound import (
    climbed,
    layer_bound,
    lines_bound,
    most_won,
)
from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    LayerSets,
    blocked,
    chunks,
    image_tables,
    images,
    least_blocked,
    renamings,
    turns,
)
from whoknows.games.hats.solve.many_colors.layers.layer_stacks import (
    Search,
    beside,
    find_more,
    is_stacked,
    optimal_classes,
    stacked_deal,
)
from whoknows.games.hats.solve.many_colors.strong_coverings import deal_of, last_color_deal


def quietly(_):
    pass


def sets_of(size):
    return st.integers(0, (1 << size) - 1)


def codes_in(number):
    return {code for code in range(32) if number >> code & 1}


@given(st.sampled_from([(2, 3), (3, 2), (3, 3), (2, 5)]), st.data())
def test_blocked_is_what_cannot_be_won_without_another(size, data):
    rules = Rules(*size)
    number = data.draw(sets_of(rules.size))
    inside = int(blocked(np.array([number], np.uint32), turns(rules))[0])
    won = codes_in(number)
    assert codes_in(inside) == won - set(strongly_won(set(range(rules.size)) - won, rules))


@given(st.sampled_from([(2, 3), (3, 2), (3, 3)]), st.data())
@settings(max_examples=25, deadline=None)
def test_renamed_sets_have_as_many_and_as_many_blocked(size, data):
    rules = Rules(*size)
    number = data.draw(sets_of(rules.size))
    found = images(number, image_tables(rules))
    assert number in found
    assert set(np.bitwise_count(found).tolist()) == {number.bit_count()}
    inside = blocked(found, turns(rules))
    assert len(set(np.bitwise_count(inside).tolist())) == 1


@pytest.mark.parametrize(("players", "colors"), [(2, 2), (2, 3), (3, 2)])
def test_most_won_with_some_free(players, colors):
    """All sets tried: those not alone on a line are at most so many."""
    rules = Rules(players, colors)
    codes = set(range(rules.size))
    most = [0] * (rules.size + 1)
    for won in (set(s) for k in range(rules.size + 1) for s in combinations(codes, k)):
        free = len(won - set(strongly_won(codes - won, rules)))
        most[free] = max(most[free], len(won))
    assert most_won(players, colors) == [max(most[: k + 1]) for k in range(len(most))]


@pytest.mark.parametrize("colors", [3, 4])
def test_squares_need_no_search(colors):
    least = least_blocked(Rules(2, colors), quietly)
    sizes = range(len(least))
    counted = [max(s for s in sizes if least[s] <= free) for free in sizes]
    assert most_won(2, colors) == counted


@pytest.mark.parametrize(("players", "colors"), [(3, 2), (2, 4)])
def test_climbed_bounds_are_bounds(players, colors):
    """One agent more, bounded by layers, is not below what all sets have."""
    least = least_blocked(Rules(players, colors), quietly)
    sizes = range(len(least))
    counted = [max(s for s in sizes if least[s] <= free) for free in sizes]
    layer = most_won(2, 2) if players == 3 else [max(1, free) for free in range(5)]
    found = climbed(layer, players, colors)
    assert all(low <= high for low, high in zip(counted, found, strict=True))
    assert all(
        low <= lines_bound(free, players, colors) for free, low in enumerate(counted)
    )


@pytest.mark.parametrize("colors", range(3, 9))
def test_three_agents_are_solved(colors):
    """3(M - 1)^2 + 3 is won, and no more, by layers."""
    rules, won = Rules(3, colors), 3 * (colors - 1) ** 2 + 3
    assert evaluate(last_color_deal(rules), rules).won == won
    assert layer_bound(rules) == Fraction(won, rules.size)
    assert climbed(most_won(2, colors), 3, colors)[0] == won  # counted, without the theorem
    found = best(rules)
    assert (found.proven, found.proof, found.lower) == (
        True, "theorem", Fraction(won, rules.size),
    )  # fmt: skip


@pytest.mark.parametrize("colors", range(3, 9))
def test_two_agents_win_all_but_one_row_and_column(colors):
    found = best(Rules(2, colors))
    assert evaluate(last_color_deal(found.rules), found.rules).fitness == found.lower
    assert (found.proven, found.proof) == (True, "theorem")
    assert found.lower == Fraction(2 * colors - 2, colors**2)


def test_two_or_three_agents_begin_with_their_best_deal():
    for rules in (Rules(2, 3), Rules(2, 4), Rules(3, 3), Rules(3, 4)):
        assert last_color_deal(rules) in tuple(first_deals(rules, 0.1))


def test_layers_that_are_not_bounded():
    assert layer_bound(Rules(4, 7)) == 1  # too many configurations
    assert layer_bound(Rules(3, 25)) == Fraction(3 * 24**2 + 3, 25**3)
    assert layer_bound(Rules(5, 2)) == layer_bound(Rules(3, 3, need=2)) == 1
    assert not is_stacked(Rules(4, 4))
    assert not is_stacked(Rules(5, 2))
    assert is_stacked(Rules(4, 3))


def test_five_agents_of_three_colors_are_bounded_by_their_own_search(monkeypatch):
    searched = {(5, 3): lambda progress: 160}
    monkeypatch.setattr(layer_bound_module, "SEARCHED", searched)
    assert layer_bound(Rules(5, 3)) == Fraction(160, 243)


def test_lines_bound_what_is_won():
    """Each that is not free has all others lost on a line; a lost one has N lines."""
    for players, colors, free in product((2, 3, 4), (2, 3, 4), range(5)):
        size = colors**players
        fine = [won for won in range(size + 1)
                if (won - free) * (colors - 1) <= players * (size - won)]  # fmt: skip
        assert lines_bound(free, players, colors) == max(fine)


def test_all_sets_come_some_at_a_time(monkeypatch):
    monkeypatch.setattr(layer_sets, "CHUNK", 8)
    for size in (1, 3, 5):
        shares, sets = zip(*chunks(size), strict=True)
        assert np.concatenate(sets).tolist() == list(range(1 << size))
        assert shares == tuple((k + 1) / len(sets) for k in range(len(sets)))


@pytest.mark.parametrize(("players", "colors"), [(3, 2), (3, 3), (4, 2)])
def test_bounds_by_layers_and_by_lines_beside_trying_all_ways(players, colors):
    """The layers share what is free, and what names the agent that is named the least."""
    layer, size = most_won(players - 1, colors), colors**players
    most = [0] * (size + 1)  # of all layers, by how many are free in them
    for way in product(range(len(layer)), repeat=colors):
        if sum(way) <= size:
            most[sum(way)] = max(most[sum(way)], sum(layer[free] for free in way))
    most = list(accumulate(most, max))
    before = size
    for free, found in enumerate(climbed(layer, players, colors)):
        fine = []
        for won in range(min(before + 1, size) + 1):
            lost_on_lines = players * (size - won) >= (won - free) * (colors - 1)
            spare = min(max(won - free, 0) // players + free, size)
            if lost_on_lines and (won <= free or most[spare] >= won):
                fine.append(won)
        assert found == max(fine)
        before = found


@pytest.mark.parametrize(("players", "colors", "most"), [(3, 3, 15), (3, 4, 30)])
def test_stacks_find_the_most_and_no_more(players, colors, most):
    """The same as by layers, and as the program over answers."""
    rules = Rules(players, colors)
    for won in range(most - 4, most):
        layers = find_more(rules, won)
        found = evaluate(stacked_deal(layers, rules), rules)
        assert won < found.won == sum(map(len, layers)) <= most
    assert find_more(rules, most) is None


@pytest.mark.parametrize(("players", "most"), [(3, 6), (4, 12)])
def test_the_classes_of_what_is_won_are_all_sets_won(players, most):
    """All sets of so many corners are tried, and parted by renaming agents and colors."""
    rules = Rules(players, 2)
    corners = set(range(rules.size))
    left = {
        frozenset(corners.difference(lost))
        for lost in combinations(corners, rules.size - most)
        if len(strongly_won(lost, rules)) == most
    }
    takes = renamings(rules).tolist()
    found = optimal_classes(rules, most)
    assert sum(many for _, many in found) == len(left)
    for one, many in found:
        alike = {frozenset(take[corner] for corner in one) for take in takes}
        assert alike <= left
        assert len(alike) == many
        left -= alike
    assert not left


def test_classes_of_layers_that_are_too_large_are_refused_at_once():
    with pytest.raises(TooLarge, match="a layer has 64 configurations"):
        optimal_classes(Rules(4, 4), 136)


@given(st.lists(st.integers(0, 511), min_size=3, max_size=3))
@settings(deadline=None)
def test_three_layers_are_won_together_as_the_search_has_it(layers):
    """No set meets what is blocked in another just if all of them are won."""
    rules = Rules(3, 3)
    inside = blocked(np.array(layers, np.uint32), turns(Rules(2, 3))).tolist()
    apart = all(layers[j] & inside[k] == 0 for j in range(3) for k in range(3) if j != k)
    cells = [sorted(codes_in(layer)) for layer in layers]
    won = evaluate(stacked_deal(cells, rules), rules).won
    assert (won == sum(map(len, cells))) == apart


@pytest.mark.parametrize("wanted", [11, 13, 15])
def test_the_first_sets_stand_for_all(wanted):
    """Every largest set of a stack is a renamed one of those tried, and of one alone."""
    search = Search(Rules(3, 3), wanted)
    kinds = search.kinds(quietly)
    tables = image_tables(search.layer)
    first = list(search.first_sets(kinds))
    orbits = [frozenset(images(int(one.sets[0]), tables).tolist()) for one in first]
    large = [set(kind.sets.tolist()) for kind in kinds if 3 * kind.size >= wanted]
    assert set().union(*orbits) == set().union(*large)
    assert sum(map(len, orbits)) == sum(map(len, large))
    assert len(first) > len(large) or wanted == 15


@given(st.integers(0, 511), st.lists(st.integers(0, 511), min_size=1))
@settings(deadline=None)
def test_what_is_won_beside_a_layer(one, others):
    """Nothing that is blocked in either is in the other."""
    layer = Rules(2, 3)
    sets = np.array([one, *others], np.uint32)
    inside = blocked(sets, turns(layer))
    chosen, rest = (LayerSets(0, 0, sets[k], inside[k]) for k in (slice(1), slice(1, None)))
    assert beside(chosen, rest).sets.tolist() == [
        other
        for other, held in zip(others, inside[1:].tolist(), strict=True)
        if not codes_in(one) & codes_in(held)
        and not codes_in(other) & codes_in(int(inside[0]))
    ]


def test_time_is_up_before_the_layers_are_through():
    rules = Rules(4, 3)
    deals = tuple(first_deals(rules, 1.0))[-1:]
    start = evaluated(deals, rules, Fraction(54, 81), "program")
    found = by_layers(start, perf_counter() - 1, None)
    assert found.upper == Fraction(54, 81)
    assert found.deals == start.deals


def test_ctrl_c_while_annealing_keeps_its_deal(monkeypatch):
    """The signal comes while the kernel runs; what that found is the result."""

    def endless(lines, points, worth, steps, *arguments):
        threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
        return kernel(lines, points, worth, 10**12, *arguments)

    kernel = strong_coverings.anneal
    monkeypatch.setattr(strong_coverings, "anneal", endless)
    found = best(Rules(4, 3))
    assert Fraction(40, 81) < found.lower <= Fraction(48, 81)
    assert found.upper == Fraction(54, 81)


@pytest.mark.slow
def test_four_agents_of_three_colors():
    """52 by layers alone, 48 by all stacks of them; three agents are counted beside."""
    rules = Rules(4, 3)
    assert layer_bound(rules) == Fraction(52, 81)
    assert most_won(3, 3)[0] == 15
    layers = find_more(rules, 47)
    assert evaluate(stacked_deal(layers, rules), rules).won == 48
    assert find_more(rules, 48) is None
    found = best(rules)
    assert (found.proven, found.proof, found.lower) == (True, "search", Fraction(48, 81))


@pytest.mark.slow
def test_the_ways_to_win_48_of_81():
    """As many as were found from outside, with every one of them won by a deal."""
    rules = Rules(4, 3)
    found = optimal_classes(rules, 48)
    assert len(found) == 18
    for won, _ in found:
        assert evaluate(deal_of(set(range(81)) - won, rules), rules).won == 48


@pytest.mark.slow
def test_the_ways_to_win_15_of_27():
    """Beside all sets of 15 in which every one is alone on a line."""
    steps, number = turns(Rules(3, 3)), 0
    for _, sets in chunks(27):
        fifteen = sets[np.bitwise_count(sets) == 15]
        number += int((blocked(fifteen, steps) == 0).sum())
    assert sum(many for _, many in optimal_classes(Rules(3, 3), 15)) == number
