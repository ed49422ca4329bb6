"""Strong coverings and plans, and worlds too large for a search."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.hats import twin
from whoknows.cli.hats_sets import counting
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import Rules, evaluate, parse_odds
from whoknows.games.hats.rules.fitness import answers_given
from whoknows.games.hats.solve.best import best, first_cover
from whoknows.games.hats.solve.bounds.ball_bounds import least_loss, least_size
from whoknows.games.hats.solve.codes.constructions import lightest_code
from whoknows.games.hats.solve.deals_at_once import (
    lightest_levels,
    part_of,
    plans,
    shared_plan,
)
from whoknows.games.hats.solve.many_colors import directed_hamming
from whoknows.games.hats.solve.many_colors.directed_hamming import directed
from whoknows.games.hats.solve.many_colors.strong_coverings import (
    deal_of,
    light_deals,
    line_tables,
)


def strongly_won(given_up, rules):
    """What is won by the definition: alone on one of its lines, and not given up."""
    won = []
    for code in range(rules.size):
        hats = rules.hats(code)
        for player in range(rules.players):
            line = [
                rules.code((*hats[:player], color, *hats[player + 1 :]))
                for color in range(rules.colors)
            ]
            if [c for c in line if c not in given_up] == [code]:
                won.append(code)
                break
    return won


@settings(deadline=None)
@given(st.sampled_from([(2, 3), (3, 2), (3, 3), (2, 5)]), st.data())
def test_a_deal_wins_what_is_alone_on_a_line(size, data):
    rules = Rules(*size)
    given_up = data.draw(st.sets(st.integers(0, rules.size - 1)))
    deal = deal_of(given_up, rules)
    won = strongly_won(given_up, rules)
    assert list(evaluate(deal, rules).won_set) == won
    assert {rules.code(h) for h in twin.won_hats(rules, deal.answers)} == set(won)


def test_lines_hold_what_looks_alike():
    rules = Rules(3, 3)
    lines, points = line_tables(rules)
    for code in range(rules.size):
        for player in range(3):
            line = points[lines[code, player]]
            assert line[rules.hats(code)[player]] == code
            assert len({rules.view(player, int(c)) for c in line}) == 1


@pytest.mark.parametrize(
    ("players", "colors", "won"),
    [(3, 3, 15), (3, 4, 30), (2, 5, 8), (4, 3, 48), (5, 2, 25)],
)
def test_annealing_comes_to_the_best_known(players, colors, won):
    rules = Rules(players, colors)
    deals = light_deals(rules, rng=np.random.default_rng(1))
    assert max(evaluate(deal, rules).won for deal in deals) == won


@pytest.mark.parametrize("colors", range(2, 8))
def test_three_agents_win_three_squares_and_three(colors):
    """All below the last color are lost, and so are most with two of it or three."""
    rules, top = Rules(3, colors), colors - 1
    kept = {(top, top, 0), (top, 0, top), (0, top, top)}
    hats = [rules.hats(code) for code in range(rules.size)]
    lost = {h for h in hats if h.count(top) != 1} - kept
    won = evaluate(deal_of({rules.code(h) for h in lost}, rules), rules).won
    assert won == 3 * top**2 + 3


@given(st.lists(st.integers(0, 9), min_size=1, max_size=9))
def test_levels_dominate_the_path(weights):
    places = range(len(weights))
    sets = (set(s) for k in range(len(weights) + 1) for s in combinations(places, k))
    covers = (s for s in sets if all({k - 1, k, k + 1} & s for k in places))
    least = min(sum(weights[k] for k in s) for s in covers)
    found = lightest_levels([Fraction(w) for w in weights])
    assert all({k - 1, k, k + 1} & found for k in places)
    assert sum(weights[k] for k in found) == least


@pytest.mark.parametrize(
    ("rules", "win"),
    [
        (Rules(14, passing=False), Fraction(1, 2)),
        (Rules(20, 3, need=20), Fraction(1, 3)),
        (Rules(16, 5, passing=False, views="counts"), Fraction(1, 5)),
    ],
    ids=str,
)
def test_all_right_is_proven_for_any_number(rules, win):
    found = best(rules)
    assert found.proven
    assert found.lower == win


@pytest.mark.parametrize(
    "rules",
    [
        Rules(40, 5),
        Rules(13, need=3),
        Rules(24, views="counts"),
        Rules(13, 3, views="counts"),
        Rules(13, odds=parse_odds(";".join(["0.9", "0.7"] + ["0.5"] * 11), 13, 2)),
        Rules(15, 2, wrong=3),
    ],
    ids=str,
)
def test_every_world_has_an_interval(rules):
    found = best(rules, time_limit=1)
    assert 0 < found.lower <= found.upper <= 1
    assert found.upper == 1 - least_loss(rules)


def test_bounds_with_more_colors_and_needs():
    assert least_size(4, 1, 3) == 9  # the ternary Hamming code is perfect
    assert least_size(11, 2, 3) == 729  # and so is the Golay code
    assert least_loss(Rules(4, 3)) == Fraction(27, 81)
    assert least_loss(Rules(5, need=2)) == Fraction(10, 32)  # 5/7 of 32 is below 23


def interrupted(*_, **__):
    raise KeyboardInterrupt


def test_ctrl_c_gives_the_best_so_far(monkeypatch):
    monkeypatch.setattr("whoknows.games.hats.solve.best.best_program", interrupted)
    found = best(Rules(4, views="counts"))
    assert found.lower == Fraction(11, 16)
    assert not found.proven
    monkeypatch.setattr(
        "whoknows.games.hats.solve.programs.cube_program.least", interrupted
    )
    found = best(Rules(9, odds=parse_odds("0.6", 9, 2)))
    assert twin.dominates(found.lost, 9)
    assert found.lower < found.upper < 1


def stopped_count():
    with counting() as progress:
        progress(0.5)
        raise KeyboardInterrupt


def test_a_count_that_is_stopped_says_that_nothing_is_kept(capsys):
    with pytest.raises(KeyboardInterrupt):
        stopped_count()
    assert "nothing is kept" in capsys.readouterr().err


@pytest.mark.parametrize(("need", "lost"), [(2, 32), (5, 64), (7, 64)])
def test_more_right_answers_begin_with_cosets_or_parity(need, lost):
    found = first_cover(Rules(7, need=need))
    assert len(found) == lost
    near = [{c ^ 1 << k for k in range(7)} for c in range(128)]
    assert all(len(near[c] & {*found}) >= need for c in {*range(128)} - {*found})


@pytest.mark.parametrize("p", ["0.9", "0.1"])
@pytest.mark.parametrize("players", [4, 5])
def test_the_first_losing_set_is_no_heavier_than_either_parity(players, p):
    rules = Rules(players, odds=parse_odds(p, players, 2), need=players)
    first = sum(rules.chance(code) for code in first_cover(rules))
    for parity in (0, 1):
        codes = [c for c in range(rules.size) if c.bit_count() % 2 == parity]
        assert first <= sum(map(rules.chance, codes))


def test_all_right_of_many_agents_is_parity():
    assert best(Rules(15, need=15)).lower == Fraction(1, 2)
    assert best(Rules(15, need=2)).lower == Fraction(7, 8)


COLORED = [
    Rules(2, 3),
    Rules(3, 3),
    Rules(4, 4),
    Rules(7, 3),
    Rules(7, 3, odds=parse_odds("1/2,1/3,1/6", 7, 3)),
    Rules(7, 2),
    Rules(3, 5, odds=parse_odds("1/10,1/10,1/5,3/10,3/10", 3, 5)),
]


@pytest.mark.parametrize("rules", COLORED, ids=str)
def test_a_color_is_called_as_often_as_the_characters_say(rules):
    """What is won of all configurations, played; and nobody looks at its own hat."""
    made, hats = directed(rules), rules.table()
    said = made.says(hats)
    right = (said == hats + 1).sum(1)
    wrong = ((said > 0) & (said != hats + 1)).sum(1)
    won = np.flatnonzero((right > 0) & (wrong == 0)).tolist()
    assert sum((rules.chance(code) for code in won), Fraction(0)) == made.win
    for seat in range(rules.players):
        for color in range(rules.colors):
            other = hats.copy()
            other[:, seat] = color
            assert (made.says(other)[:, seat] == said[:, seat]).all()


@pytest.mark.parametrize("colors", [2, 3, 4, 5, 7, 17, 18])
def test_a_game_is_left_to_as_many_as_can_be_searched(colors):
    """All but one at most, and two at least; of these as many as 300 configurations."""
    for players in range(3, 12):
        fitting = [n for n in range(3, players) if colors**n <= 300]
        agents, world = part_of(Rules(players, colors))
        assert world == Rules(max([2, *fitting]), colors)
        assert agents == tuple(range(world.players))
    uneven = Rules(3, odds=parse_odds("1/2; 3/4; 2/3", 3, 2), need=2)
    assert part_of(uneven) == ((1, 2), replace(uneven, players=2, odds=uneven.odds[1:]))
    assert part_of(replace(uneven, need=3)) is None


@pytest.mark.parametrize("players", [1, 2, 3, 5, 7, 9])
@pytest.mark.parametrize("p", ["1/2", "2/3", "9/10", "1"])
def test_those_who_are_left_play_as_well_as_they_can(players, p):
    odds = Fraction(p), 1 - Fraction(p)
    _, loss = directed_hamming.rest_game(players, odds)
    least = 1 - directed_hamming.directed_by(players, odds).win
    if players > 1 and all(odds):
        world = Rules(players, odds=(odds,) * players)
        least = min(least, lightest_code(world)[1])
    assert loss == least


@pytest.mark.parametrize(
    "rules", [*COLORED, Rules(15, 3), Rules(31, 2), Rules(31, 4)], ids=str
)
def test_as_many_syndromes_are_given_up_as_win_most(rules):
    """All numbers of them tried, beside saying the likeliest color."""
    odds = rules.odds[0] if rules.odds else (Fraction(1, rules.colors),) * rules.colors
    called, made = odds.index(max(odds)), directed(rules)
    after = [chance / (1 - odds[called]) for k, chance in enumerate(odds) if k != called]
    length = 2 ** ((rules.players + 1).bit_length() - 1) - 1  # agents who take part
    wins = [odds[called]]
    for number in range(1, length + 1):
        given_up = tuple(range(1, number + 1))
        lost, left = directed_hamming.chances(length, odds[called], given_up)
        wins.append(1 - lost - left * directed_hamming.rest_game(number, tuple(after))[1])
    assert made.win == max(wins)
    number = len(made.given_up) if isinstance(made, directed_hamming.Directed) else 0
    assert wins[number] == made.win


def test_no_more_agents_take_part_than_there_are_syndromes(monkeypatch):
    monkeypatch.setattr(directed_hamming, "LONGEST_RANK", 2)
    directed_hamming.directed_by.cache_clear()
    assert [directed(Rules(n, 3)).length for n in (3, 7, 20)] == [3, 3, 3]
    directed_hamming.directed_by.cache_clear()


def test_many_agents_of_three_colors_win_nine_of_ten():
    """By hand: 5 of 64 syndromes, and the rest as (2/3)^5 of 59/64, lost 7 of 32 times."""
    about = 5 / 64 + 59 / 64 * (2 / 3) ** 5 * 7 / 32
    assert float(directed(Rules(63, 3)).win) == pytest.approx(1 - about, abs=1e-6)
    assert float(plans(Rules(63, 3))[0].win) > 0.843


@pytest.mark.parametrize(
    "rules",
    [
        *COLORED,
        Rules(9, need=3),
        Rules(5, wrong=1, need=2),
        Rules(5, passing=False, need=3, wrong=2),
        Rules(4, odds=parse_odds("0.9;0.5;0.7;0.2", 4, 2)),
        Rules(6, views="counts", odds=parse_odds("0.3", 6, 2)),
        Rules(2, chances=tuple(map(Fraction, ("1/2", "0", "0", "1/2")))),
    ],
    ids=str,
)
def test_every_plan_wins_what_it_says(rules):
    for plan in plans(rules):
        deal = plan.deal(rules)
        assert evaluate(deal, rules).fitness == plan.win
        assert (answers_given(deal, rules) == plan.says(rules.table()).T).all()


def test_plans_for_many_agents_need_no_search():
    assert plans(Rules(7))[0].win == Fraction(7, 8)
    assert plans(Rules(3000))[0].win == Fraction(2047, 2048)
    nine = plans(Rules(3000, odds=parse_odds("0.9", 3000, 2), passing=False))[0]
    assert nine.name.startswith("all say what makes the hats add up")
    with pytest.raises(TooLarge, match="1,500 may be wrong"):
        plans(Rules(3000, need=1500, wrong=3000, passing=False))


def test_progress_is_told_in_chances_of_one_game():
    """A game of two rounds is lost at most once."""
    told = []
    best(
        Rules(3, need=2, rounds=2), progress=lambda lost, bound: told.append((lost, bound))
    )
    assert told
    assert all(0 <= bound <= lost <= 1 for lost, bound in told)
    assert told[-1][0] == Fraction(3, 8)


def shared_by_trying(rules):
    """The most that one rule for all wins, by trying all 3^N answers to numbers of B."""
    best = Fraction(0)
    for rule in product(range(3), repeat=rules.players):
        win = Fraction(0)
        for code in range(rules.size):
            hats = rules.hats(code)
            said = [rule[sum(hats) - hat] for hat in hats]
            right = sum(a == hat + 1 for a, hat in zip(said, hats, strict=True))
            wrong = sum(a not in (0, hat + 1) for a, hat in zip(said, hats, strict=True))
            win += rules.chance(code) * (right > 0 and wrong == 0)
        best = max(best, win)
    return best


@pytest.mark.parametrize(
    "rules",
    [
        Rules(3),
        Rules(5),
        Rules(4, odds=parse_odds("0.8", 4, 2)),
        Rules(4, odds=parse_odds("0.9;0.5;0.7;0.2", 4, 2)),
        Rules(2, chances=tuple(map(Fraction, ("1/2", "1/4", "0", "1/4")))),
    ],
    ids=str,
)
def test_the_best_shared_rule_by_trying_all(rules):
    assert shared_plan(rules).win == shared_by_trying(rules)


@pytest.mark.parametrize(
    "options", [{"colors": 3}, {"passing": False}, {"need": 2}, {"wrong": 1}]
)
def test_no_shared_rule_is_found_for_other_rules(options):
    with pytest.raises(BadSetup, match="two colors, passing, and one right"):
        shared_plan(Rules(3, **options))
