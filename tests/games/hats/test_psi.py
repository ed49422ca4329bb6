"""Psi(N, p): Theorem 5.1, and six and seven agents beside the exact search."""

import json
import runpy
from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from operator import xor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.hats import twin
from whoknows.checking import Refused, counts, verify
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import Rules, parse_odds, same_odds
from whoknows.games.hats.show.charts import psi_svg
from whoknows.games.hats.solve.adequate.adequate_sets import pattern, pattern_chance
from whoknows.games.hats.solve.adequate.patterns import pattern_counts
from whoknows.games.hats.solve.adequate.psi import (
    envelope,
    optimal_at,
    psi,
    undominated,
    value_at,
    win_polynomial,
    winners,
)
from whoknows.games.hats.solve.best import best
from whoknows.games.hats.solve.bounds.ball_bounds import (
    LIGHT,
    biased_bound,
    lightest_counted,
)
from whoknows.games.hats.solve.cube_bits import codes_of
from whoknows.games.hats.solve.maximal.dominating_sets import count_by_size, minimal_sets
from whoknows.games.hats.solve.programs.cpsat import least
from whoknows.games.hats.solve.programs.cube_program import cover_model
from whoknows.games.hats.solve.proofs.psi_certificate import (
    EIGHT,
    dot,
    parts_of,
    psi_certificate,
)

HALF = Fraction(1, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_patterns_are_those_of_the_sets(players):
    sets = twin.minimal_dominating_sets(players) if players < 4 else None
    listed = sets or [codes_of(mask) for mask in minimal_sets(players)]
    assert pattern_counts(players) == Counter(pattern(s, players) for s in listed)


def test_patterns_by_the_counter_are_those_of_the_list():
    listed = Counter(pattern(codes_of(mask), 5) for mask in minimal_sets(5))
    assert pattern_counts(5) == listed


def test_two_to_four_agents_are_the_overview_of_section_8():
    """nasopt is 6, 4, 40 at p = 1/2 and 2, 3, 24 elsewhere."""
    for players, win, at_half, sets in [
        (2, (0, 1, 0), 6, 2),
        (3, (1, -1, 1, 0), 4, 3),
        (4, (1, -1, 1, 0, 0), 40, 24),
    ]:
        found = psi(players)
        [piece] = found.pieces
        assert (piece.start, piece.end) == (HALF, 1)
        assert piece.polynomial == win
        assert piece.sets == sets
        assert found.endpoints == ((HALF, at_half),)


def test_theorem_5_1():
    from sympy import sqrt

    found = psi(5)
    low, high = found.pieces
    assert (low.start, low.end, high.start, high.end) == (HALF, 2 - sqrt(2), 2 - sqrt(2), 1)
    assert low.polynomial == (1, -2, 4, 0, -4, 1)
    assert high.polynomial == (1, -2, 6, -8, 5, -1)
    assert (low.zeros, high.zeros) == ((0, 2, 4, 0, 0, 1), (0, 2, 2, 2, 1, 0))
    assert (low.sets, high.sets) == (10, 30)
    assert found.endpoints == ((HALF, 320), (2 - sqrt(2), 40))


@pytest.fixture(scope="module")
def six_counts():
    return pattern_counts(6)


@pytest.fixture(scope="module")
def six(six_counts):
    return envelope(six_counts, 6)


@pytest.mark.parametrize("players", range(2, 6))
def test_the_light_patterns_that_best_takes_as_its_bound(players):
    assert set(LIGHT[players]) == set(undominated(pattern_counts(players)))


@pytest.mark.slow
def test_six_agents_counted_by_pattern(six_counts):
    """The counts by size of the plain counter; and what `best` takes as its bound."""
    sizes = Counter()
    for zeros, number in six_counts.items():
        sizes[sum(zeros)] += number
    assert dict(sizes) == count_by_size(6)
    assert set(LIGHT[6]) == set(undominated(six_counts))
    swapped = {zeros[::-1]: number for zeros, number in six_counts.items()}
    assert swapped == six_counts


@pytest.mark.slow
def test_six_agents(six):
    from sympy import sqrt

    low, high = six.pieces
    assert low.polynomial == (1, -1, 2, -2, 1, 0, 0)
    assert high.polynomial == (0, 3, -3, -1, 3, -1, 0)
    assert low.end == high.start == (sqrt(5) - 1) / 2
    assert (low.size, high.size) == (12, 14)
    assert [sets for _, sets in six.endpoints] == [2240, low.sets + high.sets]


@pytest.mark.parametrize(
    "p",
    [
        "1/2",
        "0.55",
        pytest.param("0.617", marks=pytest.mark.slow),
        pytest.param("0.619", marks=pytest.mark.slow),
        "0.7",
        "0.97",
    ],
)
def test_six_agents_reach_psi(p):
    """What is found is what the two polynomials say."""
    chance = Fraction(p)
    low, high = (1, -1, 2, -2, 1, 0, 0), (0, 3, -3, -1, 3, -1, 0)
    found = best(Rules(6, odds=same_odds(6, (chance, 1 - chance))))
    assert found.proven
    assert found.lower == max(exact_value(low, chance), exact_value(high, chance))


@pytest.mark.slow
@pytest.mark.parametrize("p", ["0.7", "0.97"])
def test_six_agents_beside_the_exact_search(p):
    """The solver proves the same without being told a bound."""
    rules = Rules(6, odds=parse_odds(p, 6, 2))
    weights = [rules.chance(code) for code in range(64)]
    model, lost = cover_model(rules, ())
    solved = least(model, lost, weights, wanted=lost, time_limit=200)
    assert solved.bound == lightest_counted(6, Fraction(p))


def exact_value(polynomial, p):
    return sum((c * p**k for k, c in enumerate(polynomial)), Fraction(0))


def test_seven_agents_are_the_theorem():
    """Psi(7, p) = (7 + (2p-1)^4)/8, by the perfect codes without the likeliest word."""
    found = psi(7)
    [piece] = found.pieces
    for p in (Fraction(1, 2), Fraction(3, 5), Fraction(9, 10), Fraction(1)):
        assert exact_value(piece.polynomial, p) == (7 + (2 * p - 1) ** 4) / 8
    assert piece.sets == 240 * 112 // 128
    assert found.endpoints == ((HALF, 240),)


def test_eight_agents_win_no_more_than_seven():
    """Psi(8, p) = Psi(7, p); what is proven of the facets is in the slow test."""
    [piece] = psi(8).pieces
    assert piece.polynomial[:8] == psi(7).pieces[0].polynomial
    assert (piece.size, piece.sets, psi(8).endpoints) == (32, None, ((HALF, None),))
    assert psi(8)(Fraction(9, 10)) == Fraction(4631, 5000)


def test_the_facets_of_eight_agents_carry_the_weights_of_every_p():
    """Each is met by the pattern, and in each part no factor is negative, by Sturm."""
    [piece], facets = psi(8).pieces, []
    parts = parts_of(piece, 8, facets)
    stated = [counts.Facet(list(w), dot(w, piece.zeros)) for w in facets]
    ends = [(counts.end_of(start), counts.end_of(end)) for start, end, _ in parts]
    half, one = [[-1, 2], "1/2", "1/2"], [[-1, 1], "1", "1"]
    assert [ends[0][0], ends[-1][1]] == [counts.end_of(half), counts.end_of(one)]
    assert all(before[1] == after[0] for before, after in pairwise(ends))
    for (start, end), (_, _, chosen) in zip(ends, parts, strict=True):
        counts.check_part([stated[k] for k in chosen], list(piece.zeros), start, end)


HAMMING = [
    w for w in range(128) if not reduce(xor, (k + 1 for k in range(7) if w >> k & 1), 0)
]


def moved_code(rng):
    """The Hamming code with a free hat, anywhere in the cube; some corners more."""
    seats, shift = rng.sample(range(8), 8), rng.randrange(256)
    words = [word | free << 7 for word in HAMMING for free in (0, 1)]
    moved = {shift ^ sum((w >> k & 1) << seats[k] for k in range(8)) for w in words}
    return moved | {rng.randrange(256) for _ in range(rng.randrange(3))}


def thinned(rng):
    """A minimal losing set: corners are given up in some order, where all stay covered."""
    near = [[c, *(c ^ 1 << k for k in range(8))] for c in range(256)]
    steep = rng.choice([-1, 1]) * rng.random()
    lost, times = set(range(256)), [9] * 256
    for corner in sorted(lost, key=lambda c: rng.random() + steep * c.bit_count()):
        if all(times[c] > 1 for c in near[corner]):
            lost.remove(corner)
            for c in near[corner]:
                times[c] -= 1
    return lost


@given(st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_no_losing_set_of_eight_agents_is_below_a_facet(rng):
    lost = rng.choice([moved_code, thinned])(rng)
    zeros, [light] = pattern(sorted(lost), 8), LIGHT[8]
    for weights in EIGHT:
        assert dot(weights, zeros) >= dot(weights, light)
    p = Fraction(rng.randrange(50, 101), 100)
    assert pattern_chance(zeros, p) >= lightest_counted(8, p)


@pytest.mark.slow
def test_psi_of_eight_agents_has_a_certificate():
    """About 40 seconds to find, and one to check."""
    document = json.loads(json.dumps(psi_certificate(psi(8))))
    found = verify(document)
    assert found.says.startswith(
        "hats, Psi(8, p) on [1/2, 1]: 1 piece: from 1/2, pattern 0 1 4"
    )
    assert found.steps > 500
    for facet in document["proof"]["facets"]:
        if facet["least"] > 1:
            facet["least"] += 1
            with pytest.raises(Refused):
                verify(document)
            facet["least"] -= 1


@given(
    st.integers(2, 5), st.integers(0, 40).map(lambda n: Fraction(n, 80) + Fraction(1, 2))
)
@settings(deadline=None, max_examples=30)
def test_the_envelope_is_the_lightest_pattern_and_within_the_bound(players, p):
    found = psi(players)
    win = max(exact_value(piece.polynomial, p) for piece in found.pieces)
    assert win == 1 - min(pattern_chance(zeros, p) for zeros in pattern_counts(players))
    assert win <= 1 - biased_bound(players, 2 * p - 1)
    [piece] = [x for x in found.pieces if x.start <= p < x.end or p == x.end == 1]
    assert exact_value(piece.polynomial, p) == win


def test_what_is_dropped_is_never_lighter():
    counts = pattern_counts(5)
    kept = undominated(counts)
    for p in (Fraction(1, 2), Fraction(3, 5), Fraction(4, 5)):
        lightest = min(pattern_chance(zeros, p) for zeros in counts)
        assert min(pattern_chance(zeros, p) for zeros in kept) == lightest


def test_winners_of_polynomials_that_touch():
    """1/4 + (p - 3/4)^2 touches 1/4 from above and never crosses it."""
    from sympy import Rational

    low, high = (4, 0, 0), (13, -24, 16)
    assert {best for _, _, best in winners([low, high])} == {high}
    assert value_at(high, Rational(3, 4)) == 4


def test_ties_are_exact():
    from sympy import Rational, sqrt

    counts = {(0, 2, 4, 0, 0, 1): 10, (0, 2, 2, 2, 1, 0): 30}
    assert optimal_at(2 - sqrt(2), counts, 5) == 40
    assert optimal_at(Rational(58578643, 10**8), counts, 5) == 10
    assert optimal_at(Rational(58578644, 10**8), counts, 5) == 30
    assert win_polynomial((0, 1, 1, 0), 3) == (1, -1, 1, 0)


def test_what_is_too_large():
    with pytest.raises(TooLarge):
        psi(9)
    with pytest.raises(BadSetup):
        psi(1)


def test_the_graph():
    picture = psi_svg(psi(5))
    assert picture.startswith("<?xml")
    assert picture == psi_svg(psi(5))


@pytest.mark.parametrize("players", [pytest.param(6, marks=pytest.mark.slow), 7])
def test_the_graphs_of_the_docs_are_these(players):
    pictures = Path(__file__).parents[3] / "docs" / "pictures"
    curves = runpy.run_path(str(pictures / "make.py"))["CURVES"]
    kept = (pictures / "hats" / f"psi{players}.svg").read_text(encoding="utf-8")
    assert curves[f"hats/psi{players}"]() == kept, "run scripts/pictures"
