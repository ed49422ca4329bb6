"""Simulated games, against deals played in every configuration."""

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from tests.games.hats.test_rounds import games_of_rounds
from whoknows.asking.statistics import wilson
from whoknows.cli.main import app
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.knowledge import evaluate_rounds
from whoknows.games.hats.rules import Deal, Rules, expected_fitness, parse_mixed, parse_odds
from whoknows.games.hats.solve.best import best
from whoknows.games.hats.solve.codes.hamming import (
    coset_loss,
    hamming_length,
    lightest_coset,
    syndrome,
)
from whoknows.games.hats.solve.deals_at_once import plans
from whoknows.games.hats.solve.simulate import (
    Simulated,
    coset_team,
    mixed_team,
    part_team,
    random_heads,
    simulate,
    table_team,
    view_labels,
    wins,
)
from whoknows.games.hats.strategies import STRATEGIES, check_kind, strategy_team

RNG = np.random.default_rng(1)


def won_by(team, rules):
    """The configurations that a team without chance wins."""
    return np.flatnonzero(wins(team, rules.table(), rules, RNG)).tolist()


@pytest.mark.parametrize(("players", "label"), [(3, 0), (3, 2), (7, 0), (7, 5), (9, 3)])
def test_every_configuration_but_the_coset_is_won(players, label):
    rules = Rules(players)
    lost = [code for code in range(1 << players) if syndrome(code, players) == label]
    won = won_by(coset_team(rules, label), rules)
    assert sorted({*range(1 << players)} - {*won}) == lost


@pytest.mark.parametrize(("players", "need"), [(3, 2), (7, 3), (8, 2)])
def test_cosets_for_more_right_answers(players, need):
    rules = Rules(players, need=need)
    length = hamming_length(players)
    won = won_by(coset_team(rules), rules)
    assert len(won) == rules.size * (length + 1 - need) // (length + 1)
    lost = lightest_coset(rules, need)
    near = [{c ^ 1 << k for k in range(players)} for c in range(rules.size)]
    assert all(len(near[c] & {*lost}) >= need for c in {*range(rules.size)} - {*lost})
    many = best(Rules(15, need=need, odds=parse_odds("0.9", 15, 2)))
    assert many.lower == 1 - need * coset_loss(15, Fraction(4, 5))


@settings(deadline=None)
@given(games_of_rounds())
def test_a_table_wins_what_its_deals_win(case):
    rules, deals = case
    won = won_by(table_team(deals, rules), rules)
    assert won == list(evaluate_rounds(deals, rules).won_set)


@given(st.integers(1, 3), st.integers(0, 3), st.data())
def test_needs_and_wrong_answers_are_those_of_the_rules(need, wrong, data):
    rules = Rules(3, need=need, wrong=wrong)
    row = st.tuples(*[st.integers(0, 2)] * 4)
    deal = Deal(data.draw(st.tuples(row, row, row)))
    won = won_by(table_team((deal,), rules), rules)
    assert won == list(evaluate_rounds((deal,), rules).won_set)


@pytest.mark.parametrize(
    "rules", [Rules(3), Rules(4, 3), Rules(5, views="counts"), Rules(4, 3, views="counts")]
)
def test_views_are_labelled_as_in_deals(rules):
    assert (rules.view_table() == view_labels(rules.table(), rules).T).all()


@pytest.mark.parametrize("rules", [Rules(5, rounds=2), Rules(4, 3), Rules(3, need=2)])
@pytest.mark.parametrize("name", ["leader", "opposite", "hamming", "silence"])
def test_a_team_of_a_strategy_answers_from_its_sights(name, rules):
    won = won_by(strategy_team(STRATEGIES[name], rules), rules)
    if name == "silence" and rules.rounds == 2:
        assert sorted({*range(32)} - {*won}) == [0, 31]
    if name == "leader" and rules.need == 1:
        assert len(won) == rules.size // rules.colors


def test_agents_behind_a_part_pass():
    rules, three = Rules(5), Rules(3)
    team = part_team((0, 2, 4), coset_team(three, 0))
    assert len(won_by(team, rules)) == 24
    assert not team(rules.table(), 0, RNG)[:, [1, 3]].any()


@given(
    st.sampled_from(
        [
            Rules(3, odds=parse_odds("0.9;0.5;0.7", 3, 2), need=2),
            Rules(4, views="counts", odds=parse_odds("0.8", 4, 2)),
            Rules(3, 3, passing=False),
            Rules(5, views="counts"),
            Rules(3, need=3, odds=parse_odds("1/3", 3, 2)),
        ]
    )
)
def test_plans_win_what_they_say(rules):
    for plan in plans(rules):
        score = evaluate_rounds((plan.deal(rules),), rules)
        assert score.fitness == plan.win
        assert won_by(plan.team, rules) == list(score.won_set)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(3, odds=parse_odds("0.9;0.2;1/3", 3, 2)),
        Rules(2, 3, odds=parse_odds("1/2,1/3,1/6", 2, 3)),
        Rules(2, chances=tuple(Fraction(k, 10) for k in (1, 2, 3, 4))),
        Rules(3, chances=tuple(Fraction(k == 5) for k in range(8))),
    ],
    ids=str,
)
def test_hats_are_drawn_by_their_chances(rules):
    games = 40_000
    hats = random_heads(rules, games, np.random.default_rng(5))
    codes = hats @ (rules.colors ** np.arange(rules.players - 1, -1, -1))
    for code in range(rules.size):
        number, chance = int((codes == code).sum()), float(rules.chance(code))
        low, high = wilson(number, games, 4)
        assert low <= chance <= high


def test_chance_based_deals_are_drawn():
    rules = Rules(3)
    mixed = parse_mixed("R:3/4+B:1/4,P,R,* PPBP RRPP", rules)
    found = simulate(
        rules, games=40_000, rng=np.random.default_rng(2), team=mixed_team(mixed, rules)
    )
    exact = float(expected_fitness(mixed, rules))
    low, high = wilson(found.won, found.games, 4)
    assert low <= exact <= high


def test_ctrl_c_keeps_the_games_played():
    calls = []

    def tired(hats, turn, rng):
        calls.append(turn)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return hats + 1

    found = simulate(Rules(3), games=1000, rng=RNG, team=tired, batch=100)
    assert (found.games, found.won) == (200, 200)
    calls[:] = [0, 0]
    with pytest.raises(KeyboardInterrupt):
        simulate(Rules(3), games=1000, rng=RNG, team=tired, batch=100)


def test_intervals_and_errors():
    low, high = wilson(50, 100, 1.96)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)  # [Wilson1927]
    for rules, games, error in [
        (Rules(3, 3), 10, BadSetup),
        (Rules(3), 0, BadSetup),
        (Rules(31), 10**9, TooLarge),
    ]:
        with pytest.raises(error):
            simulate(rules, games=games, rng=RNG)


def command(*words):
    return CliRunner().invoke(app, ["hats", "simulate", *words, "--seed", "1"])


def test_the_command(tmp_path):
    words = ["--players", "15", "--games", "5000"]
    found = json.loads(command(*words, "--json").stdout)
    low, high = found["interval"]
    assert low < 15 / 16 < high
    assert command(*words).stdout.startswith("won")
    file = tmp_path / "deal.json"
    file.write_text('{"deal": "BPPR BPPR BPPR"}')
    for words, chance in [
        (["BPPR", "BPPR", "BPPR"], 0.75),
        (["--file", str(file)], 0.75),
        (["--by", "best", "-n", "4", "--rounds", "2"], 0.875),
        (["--by", "plan", "-n", "9", "--no-passing"], 0.5),
        (["--by", "opposite", "-n", "3"], 0.75),
        (["R:1/2+B:1/2,P,P,P", "PPPP", "PPPP"], 0.125),
    ]:
        low, high = json.loads(command(*words, "--games", "4000", "--json").stdout)[
            "interval"
        ]
        assert low < chance < high
    for words in [["--by", "nobody"], ["--file", str(tmp_path / "none")], ["--games", "0"]]:
        assert command(*words).exception is not None


def test_an_interval_stays_within_0_and_1():
    assert Simulated(2000, 0).low == 0
    assert Simulated(2000, 2000).high == 1
    assert 0 < Simulated(2000, 1).low < 1 / 2000 < Simulated(2000, 1).high


def test_two_agents_guess_away_from_the_less_likely_color():
    """The Hamming code of length 1: the first agent says its likelier color."""
    for p, won in ((Fraction(1, 10), [2, 3]), (Fraction(9, 10), [0, 1])):
        rules = Rules(2, odds=((p, 1 - p),) * 2)
        assert won_by(coset_team(rules), rules) == won


@pytest.mark.parametrize(
    ("label", "need", "words"),
    [(4, 1, "syndromes 0 to 3, not 4"), (0, 4, "at most 3 right, and 4 are needed")],
)
def test_the_hamming_code_says_what_it_cannot(label, need, words):
    with pytest.raises(BadSetup, match=words):
        coset_team(Rules(4, need=need), label)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("adequate", Rules(8)),
        ("adequate", Rules(3, 3)),
        ("adequate", Rules(3, rounds=2)),
        ("silence", Rules(4, 3)),
        ("silence", Rules(4, passing=False)),
    ],
)
def test_a_strategy_that_would_only_pass_is_refused(name, rules):
    with pytest.raises(BadSetup, match=f"'{name}' is for"):
        check_kind(name, rules)
