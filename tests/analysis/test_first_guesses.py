"""The table of first guesses: proven again, guess by guess."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from tests.games.mastermind import twin

from whoknows.analysis import review
from whoknows.catalog import GAMES
from whoknows.games.mastermind import paper
from whoknows.games.mastermind.knowledge import possible_codes, problem
from whoknows.games.mastermind.rules import Answer, Line, Rules
from whoknows.games.mastermind.show.judge import MastermindJudge, judge_for
from whoknows.games.mastermind.solve.first_guesses import (
    AFTER_1234,
    BULLS_AND_COWS,
    FIRST_TOTALS,
    after_first,
)
from whoknows.inquiry.optimum.cell_costs import CellCosts
from whoknows.play.judging import BEST_KNOWN, PROVEN
from whoknows.play.table.referee import Table

LONGEST = 1440  # codes after 0,1: minutes of search, and known from the sum


def test_the_least_totals_are_the_published_ones():
    """5625 [Koyama1993], and 26274 for Bulls and Cows."""
    assert min(FIRST_TOTALS[Rules(4, 6)].values()) == paper.OPTIMAL_TOTAL
    assert FIRST_TOTALS[BULLS_AND_COWS] == {"1234": 26274}


def test_a_best_second_guess_is_renamed_with_the_first():
    """After 1234 and 0,0 it is 5678; after 9876, four digits that were not guessed."""
    line = Line(BULLS_AND_COWS.parse_code("9876"), next(iter(AFTER_1234)))
    total, guess = after_first(BULLS_AND_COWS, (line,))
    assert total == AFTER_1234[line.answer].total
    assert not {*guess} & {*line.guess}


@pytest.mark.slow
def test_every_first_guess_of_the_classic_is_solved_again():
    rules = Rules(4, 6)
    costs = CellCosts(problem(rules))
    everything = problem(rules).everything()
    for name, total in FIRST_TOTALS[rules].items():
        place = rules.place(rules.parse_code(name))
        assert costs.total_asking((), everything, place) == total


@pytest.mark.slow
def test_bulls_and_cows_after_the_first_guess_is_solved_again():
    rules, first = BULLS_AND_COWS, BULLS_AND_COWS.parse_code("1234")
    game = problem(rules)
    costs = CellCosts(game)
    place, everything = rules.place(first), game.everything()
    answers, total = game.answers(place, everything), rules.size
    for label in np.unique(answers).tolist():
        answer = rules.answer_of(label)
        cell = everything[answers == label]
        if answer.black == rules.pegs:
            continue
        if len(cell) == LONGEST:
            total += AFTER_1234[answer].total
            continue
        found = costs.total((place,), cell)
        total += found
        if answer in AFTER_1234:
            assert found == AFTER_1234[answer].total
            second = rules.place(rules.parse_code(AFTER_1234[answer].guess))
            if len(cell) < 500:
                assert costs.total_asking((place,), cell, second) == found
    assert total == 26274  # published: so the one that was left out is right too


@pytest.mark.parametrize("text", ["1235", "5167"])  # the second may be the code
def test_where_too_many_codes_are_left_a_plan_is_the_measure_and_it_is_said(text):
    """Of 1,440 codes a poor second guess leaves more than can be proven while one waits."""
    judge, game = judge_for(BULLS_AND_COWS), GAMES["mastermind"]
    setup = game.setup(pegs=4, colors=10, repeats=False)
    first = BULLS_AND_COWS.parse_code("1234")
    poor = BULLS_AND_COWS.parse_code(text)
    lines = (Line(first, Answer(0, 1)),)
    secret = BULLS_AND_COWS.parse_code("6178")
    before = Table.with_secret(game, setup, secret).play({0: first})
    verdict = judge.judged(before.sight(0), 0, poor)
    assert verdict.claim == BEST_KNOWN
    assert Fraction(6495, 1440) == -verdict.best <= -verdict.value
    reached, cell = Counter(), possible_codes(BULLS_AND_COWS, lines)
    values = {}
    for code in map(BULLS_AND_COWS.code, cell.tolist()):
        answer = BULLS_AND_COWS.answer(poor, code)
        if answer not in values:
            there = Table.with_secret(game, setup, code).play({0: first})
            after = there.play({0: poor}).sight(0)
            values[answer] = judge.reached(there.sight(0), 0, poor, after)
        reached[answer] += 1
    mean = sum(values[answer] * count for answer, count in reached.items()) / 1440
    assert mean == verdict.value  # so that luck is nothing on average
    assert max(reached.values()) > judge.most_proven
    assert -verdict.value <= -verdict.best + 1  # a guess need not make the rest harder
    moves = review(before.play({0: poor})).moves
    assert [move.claim for move in moves] == [PROVEN, BEST_KNOWN]
    assert None not in [move.skill for move in moves]


@pytest.mark.parametrize("answer", [Answer(0, 2), Answer(1, 1)])
def test_a_plan_by_bits_is_never_below_the_least_and_near_it(answer):
    judge, first = MastermindJudge(BULLS_AND_COWS), BULLS_AND_COWS.parse_code("1234")
    lines = (Line(first, answer),)
    cell = possible_codes(BULLS_AND_COWS, lines)
    plan = judge.total_asking(lines, judge.widest(lines, cell))
    assert AFTER_1234[answer].total <= plan < 1.01 * AFTER_1234[answer].total


def test_what_is_known_after_the_first_guess_is_where_many_codes_are_left():
    first, codes = (0, 1, 2, 3), twin.codes(BULLS_AND_COWS)
    left = Counter(twin.answer(BULLS_AND_COWS, first, code) for code in codes)
    assert {tuple(answer) for answer in AFTER_1234} == {
        a for a, n in left.items() if n > 200
    }
    for answer, known in AFTER_1234.items():
        size = left[tuple(answer)]
        second = BULLS_AND_COWS.parse_code(known.guess)
        kept = twin.left(BULLS_AND_COWS, [Line(first, answer)])
        parts = Counter(twin.answer(BULLS_AND_COWS, second, code) for code in kept)
        deepest = sum(part + max(0, part - 1) for a, part in parts.items() if a != (4, 0))
        assert size + deepest <= known.total < 6 * size  # no plan is quicker than that
        line = Line((9, 8, 7, 6), answer)
        total, guess = after_first(BULLS_AND_COWS, (line,))
        names = [9, 8, 7, 6, 0, 1, 2, 3, 4, 5]
        assert (total, guess) == (known.total, tuple(names[color] for color in second))
    assert after_first(BULLS_AND_COWS, (line, line)) is None
    assert after_first(Rules(4, 10), (line,)) is None
    assert after_first(BULLS_AND_COWS, (Line((9, 8, 7, 6), Answer(4, 0)),)) is None
