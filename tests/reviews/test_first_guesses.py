"""The table of first guesses: proven again, guess by guess."""

import numpy as np
import pytest

from whoknows.games.mastermind import paper
from whoknows.games.mastermind.knowledge import problem
from whoknows.games.mastermind.rules import Line, Rules
from whoknows.games.mastermind.solve.first_guesses import (
    AFTER_1234,
    BULLS_AND_COWS,
    FIRST_TOTALS,
    after_first,
)
from whoknows.inquiry.cell_costs import CellCosts

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
