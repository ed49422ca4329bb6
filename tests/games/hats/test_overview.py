"""Sections 7 and 8 of the hat-game paper, its Appendix 1, and what ours visits."""

import json
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from whoknows.cli.main import app
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.paper import overview as paper
from whoknows.games.hats.paper import vanuem
from whoknows.games.hats.rules import Rules, evaluate, same_odds
from whoknows.games.hats.solve.adequate.adequate_sets import (
    adequate_sets,
    pattern,
    pattern_chance,
)
from whoknows.games.hats.solve.adequate.decision_matrices import decision_matrix
from whoknows.games.hats.solve.adequate.overview import (
    complexity,
    examples,
    overview,
    swapped,
)
from whoknows.games.hats.solve.adequate.psi import psi
from whoknows.games.hats.solve.cube_bits import is_adequate, mask_of

HALF = Fraction(1, 2)


@pytest.mark.parametrize("players", paper.PSI)
def test_section_8(players):
    row = overview(players)
    assert [span.polynomial for span in row.spans] == paper.PSI[players]
    assert row.optimal == tuple(paper.NASOPT[players])
    assert (row.das, row.nas) == (vanuem.DAS[players], vanuem.NAS[players])


def test_where_five_players_change():
    from sympy import sqrt

    row = overview(5)
    assert row.marks == (0, sqrt(2) - 1, HALF, 2 - sqrt(2), 1)
    assert [str(2 * m - m) for m in row.marks[2:4]] == paper.ENDS_5[1:]


def test_seven_players_go_on():
    row = overview(7)
    assert [span.polynomial for span in row.spans] == [(1, -1, 3, -4, 2)]
    assert row.optimal == (210, 240, 210)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=7).filter(any), st.fractions(0, 1))
def test_colors_swapped(coefficients, p):
    def value(polynomial, x):
        return sum((c * x**k for k, c in enumerate(polynomial)), Fraction(0))

    turned = swapped(tuple(coefficients))
    assert value(turned, p) == value(coefficients, 1 - p)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 7])
def test_examples_are_optimal_and_the_printed_ones(players):
    for example in examples(psi(players)):
        lost = example.lost
        assert lost == paper.EXAMPLES.get(example.name, lost)
        start, end = (Fraction(float(x)) for x in (example.piece.start, example.piece.end))
        p = (start + end) / 2
        rules = Rules(players, odds=same_odds(players, (p, 1 - p)))
        deal = decision_matrix(lost, rules).settled()
        value = sum((c * p**k for k, c in enumerate(example.piece.polynomial)), Fraction(0))
        assert evaluate(deal, rules).fitness == value


@pytest.mark.parametrize("players", [3, 4, 5, 7, 8, 9])
def test_section_7(players):
    found = complexity(players)
    das, *printed = paper.COMPLEXITY[players]
    assert found.das == das == vanuem.DAS[players]
    numbers = (found.strategies, found.reduced, found.sets)
    for number, text in zip(numbers, printed, strict=True):
        if text == "1.8E+15":
            assert (number, f"{Decimal(number):.1E}") == (1853020188851841, "1.9E+15")
        else:
            assert text in (str(number), f"{Decimal(number):.1E}")


def test_the_sets_of_twelve_of_six_players():
    assert comb(64, 12) == 3_284_214_703_056
    assert paper.COMPLEXITY[6][3] == "3.2E+12"
    assert f"{Decimal(comb(64, 12)):.1E}" == "3.3E+12"


def partial_sets(players, size):
    """What the search for minimal sets visits, written plainly."""
    ball = [{c, *(c ^ 1 << k for k in range(players))} for c in range(1 << players)]

    def visit(chosen, left):
        total = 1
        reached = set().union(*(ball[c] for c in chosen)) if chosen else set()
        todo = [c for c in range(1 << players) if c not in reached]
        if not todo or len(todo) > (size - len(chosen)) * (players + 1):
            return total
        corner = min(todo, key=lambda c: (len(ball[c] & left), c))
        for code in sorted(ball[corner] & left):
            left = left - {code}
            after = [*chosen, code]
            cover = [sum(c in ball[x] for x in after) for c in range(1 << players)]
            if all(any(cover[c] == 1 for c in ball[x]) for x in after):
                total += visit(after, left)
        return total

    return visit([], set(range(1 << players)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_visits_are_those_of_the_plain_search(players):
    assert complexity(players).visited == partial_sets(players, vanuem.DAS[players])


def test_sizes_without_a_row():
    with pytest.raises(TooLarge):
        complexity(10)
    with pytest.raises(BadSetup):
        overview(1)
    with pytest.raises(TooLarge):
        overview(8)


@given(st.fractions(0, 1))
def test_the_inequality_under_the_last_table_of_section_5(p):
    q = 1 - p
    middle = 2 * q**2 * p**3 - p**5
    difference = middle - q**3 * p**2
    assert difference == p**2 * (2 * p - 1) * (p**2 - 3 * p + 1)
    assert difference < 0 or p <= Fraction(1, 2)


def test_where_forty_sets_are_optimal():
    """At p = sqrt(2) - 1 the two kinds tie; below it the 30 are alone."""
    kinds = [pattern(lost, 5) for lost in adequate_sets(5)]
    for p, sets in [(Fraction(41, 100), 30), (Fraction(42, 100), 10)]:
        chances = [pattern_chance(one, p) for one in kinds]
        assert chances.count(min(chances)) == sets
    assert overview(5).optimal[:3] == (30, 40, 10)


def labels(players, power):
    """What each player sees of each configuration, by the program of Appendix 1."""
    rows = []
    for number in range(1 << players):
        d = [0, *(number >> z & 1 for z in range(players))]
        rows.append(
            [
                sum(d[t] << t - 1 for t in range(1, k))
                + sum(d[u] << power(u, k) for u in range(k + 1, players + 1))
                for k in range(1, players + 1)
            ]
        )
    return rows


def sets_found(players, das, power):
    rows = labels(players, power)
    near = [
        mask_of(
            c
            for c, other in enumerate(rows)
            if any(a == b for a, b in zip(row, other, strict=True))
        )
        for row in rows
    ]
    whole = (1 << (1 << players)) - 1
    found = 0
    for chosen in combinations(near, das):
        reached = 0
        for mask in chosen:
            reached |= mask
        found += reached == whole
    return found


def test_the_exponent_of_appendix_1():
    def printed(u, k):
        return u - k

    def mended(u, _):
        return u - 2

    assert sets_found(4, 4, mended) == 40
    assert sets_found(4, 4, printed) == 154
    assert sets_found(5, 5, printed) == 32
    assert not any(is_adequate(mask_of(s), 5) for s in combinations(range(32), 4))


def test_the_command():
    found = CliRunner().invoke(app, ["hats", "tables", "-n", "5", "--json"])
    document = json.loads(found.stdout)
    assert [row["players"] for row in document["overview"]] == [2, 3, 4, 5]
    assert document["overview"][3]["nasopt"][3] == {
        "where": "p = 1/2",
        "sets": 320,
        "size": "7",
    }
    assert [row["visited"] for row in document["complexity"]][-2:] == [0, None]
    assert document["complexity"][0]["strategies"] == "3^12"
    assert [m["name"] for m in document["matrices"]] == list(paper.EXAMPLES)
    text = CliRunner().invoke(app, ["hats", "tables", "-n", "3", "--matrices"]).stdout
    assert " 0 -1  1  0" in text
    assert max(map(len, text.splitlines())) <= 80
    for number in ("1", "8"):
        refused = CliRunner().invoke(app, ["hats", "tables", "-n", number])
        assert isinstance(refused.exception, BadSetup)
