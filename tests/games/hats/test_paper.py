"""Every table of the thesis and of the hat-game paper, row by row; of the paper's end
`test_overview` has the tables."""

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whoknows.games.hats.knowledge import chain_deal
from whoknows.games.hats.paper import JANSSEN, VAN_UEM, appendices, four_agents, janssen
from whoknows.games.hats.paper import vanuem as paper
from whoknows.games.hats.rules import (
    Rules,
    deal_name,
    evaluate,
    parse_deal,
    parse_matrix,
    quantities,
    same_odds,
)
from whoknows.games.hats.solve.adequate.adequate_sets import (
    FIRST_LEAST_SET,
    adequate_sets,
    by_chance,
    lightest,
    pattern,
    pattern_chance,
    zeros_of,
)
from whoknows.games.hats.solve.adequate.decision_matrices import (
    all_matrices,
    decision_matrix,
    key,
    up_to_swapping,
)
from whoknows.games.hats.solve.cube_bits import codes_of, deal_losing, losing_set, mask_of
from whoknows.games.hats.solve.maximal.chains import Chain
from whoknows.games.hats.solve.maximal.dominating_sets import minimal_sets
from whoknows.games.hats.solve.maximal.methods import maximal

P = Fraction("0.9")


def asymmetric(players, p=P):
    return Rules(players, odds=same_odds(players, (p, 1 - p)))


# ---------------------------------------------------------------------------- thesis


def test_quantities_of_the_standard_world():
    found = {name: size.value() for name, size in quantities(Rules(3)).items()}
    assert found == {**janssen.QUANTITIES, "thoughts": 12_754_584}
    assert janssen.QUANTITIES["thoughts"] == 531_441 * 16
    assert (2 + 1) ** (2 ** (3 - 1)) == 81


def test_the_example_of_section_2_2():
    deal, won, rounds = janssen.SECTION_2_2
    score = evaluate(parse_deal(deal, Rules(3)), Rules(3))
    assert (score.won, score.rounds) == (won, rounds)
    assert score.won_set == (1, 2, 3, 4, 5, 6)  # all but the first and the last round


def test_table_4_1():
    rules = Rules(3)
    assert len(janssen.TABLE_4_1) == rules.size
    for correct, incorrect in janssen.TABLE_4_1:
        chain = Chain(rules.parse_code(incorrect), 3)
        assert {rules.name(code) for code in chain.correct} == set(correct)


def test_table_5_1():
    rules = Rules(4)
    for rounds, mended in janssen.TABLE_5_1_MENDED.items():
        codes = [rules.parse_code(name) for name in rounds]
        assert deal_name(chain_deal(codes, rules), rules) == mended
    printed = janssen.TABLE_5_1["BRRR",].split()
    mended = janssen.TABLE_5_1_MENDED["BRRR",].split()
    places = [(p.find("B"), m.find("B")) for p, m in zip(printed, mended, strict=True)]
    assert places == [(-1, -1), (5, 4), (4, 4), (2, 4)]  # agents 2 and 4 are wrong


def test_table_5_2_and_figure_5_1():
    rules = Rules(3)
    maximal_deals = {mask_of(lost) for lost in map(codes_of, minimal_sets(3))}
    table = [mask_of(losing_set(parse_deal(t, rules), rules)) for t in janssen.TABLE_5_2]
    assert set(table) == maximal_deals
    assert len(set(table)) == len(table) == 12 != janssen.COROLLARY_1
    assert set(janssen.FIGURE_5_1) == set(janssen.TABLE_5_2) - {"PPPP PPPP BBBB"}
    assert janssen.FIGURE_5_1[8] == janssen.FIGURE_5_1[9]


def test_table_5_3():
    true = {3: 6, 4: 12, 5: 25, 6: 52}
    assert {n: 2**n - len(adequate_sets(n)[0]) for n in true} == true
    assert janssen.TABLE_5_3[5] == 24
    assert janssen.TABLE_5_3[6] == 48
    for players in (3, 7, 15, 31, 63):  # perfect codes
        assert janssen.TABLE_5_3[players] == 2**players * players // (players + 1)


def test_tables_5_5_to_5_8():
    rules = Rules(4)
    rows = {n: four_agents.four_agents(n) for n in range(1, 131)}
    lost = {
        n: losing_set(parse_deal(t, rules, order="reversed"), rules)
        for n, t in rows.items()
    }
    assert {mask_of(one) for one in lost.values()} == set(minimal_sets(4))
    for number, text in rows.items():  # to the letter: the deal that its losing set makes
        assert deal_name(deal_losing(lost[number], rules), rules, order="reversed") == text
    won = {
        span: {16 - len(lost[n]) for n in range(span[0], span[1] + 1)}
        for span in janssen.FOUR_AGENTS
    }
    assert won == {(1, 40): {12}, (41, 120): {11}, (121, 130): {8}}
    assert (
        Fraction(11, 16) * 100
        == Fraction("68.75")
        != Fraction(janssen.FOUR_AGENTS[41, 120])
    )


def test_the_corrupt_rows_and_the_order_of_views():
    rules = Rules(4)
    maximal_sets = set(minimal_sets(4))

    def is_maximal(text):
        if [len(word) for word in text.split()] != [8] * 4:
            return False
        lost = losing_set(parse_deal(text, rules, order="reversed"), rules)
        return mask_of(lost) in maximal_sets

    broken = [n for n, text in enumerate(four_agents.PRINTED, 1) if not is_maximal(text)]
    assert broken == sorted(four_agents.MENDED) == [35, 84, 85, 128]
    natural = [
        n
        for n in range(1, 131)
        if mask_of(losing_set(parse_deal(four_agents.four_agents(n), rules), rules))
        in set(minimal_sets(4))
    ]
    assert len(natural) == 12


def test_theorems_6_and_8_and_section_5_3():
    floor = {n: 2**n // (n + 1) for n in janssen.CHAINS}
    assert floor == janssen.CHAINS
    assert {n: len(adequate_sets(n)[0]) for n in (3, 4, 5, 6)} == {3: 2, 4: 4, 5: 7, 6: 12}
    assert janssen.SECTION_5_3_CHAINS == 8
    assert f"{comb(32, 16):.7E}" == "6.0108039E+08"


def test_brute_force_of_four_agents_cannot_have_been_run():
    deals = quantities(Rules(4))["deals"].value()
    assert deals == 1_853_020_188_851_841
    seconds_a_deal = Fraction(janssen.SECONDS_3[0], 531_441)
    years = deals * seconds_a_deal / (365 * 24 * 3600)
    assert 138_000 < years < 139_000
    assert round(Fraction(*janssen.RATIO_4)) == 72
    assert Fraction(72, janssen.RATIO_3) == Fraction("0.03")


def test_eberts_rate():
    rate = {k: Fraction(2**k - 1, 2**k) for k in (2, 3)}
    assert rate[2] == Fraction(max(maximal(3).by_won), 8)
    assert rate[3] == 1 - Fraction(len(adequate_sets(7)[0]), 128) == Fraction(112, 128)


# -------------------------------------------------------------------- hat-game paper


def test_scodes_of_section_1_1():
    rules = Rules(3)
    found = ["".join(str(rules.view(i, code)) for i in range(3)) for code in range(8)]
    assert found == paper.SCODES_3


@pytest.mark.parametrize(("place", "text"), paper.MATRICES.items())
def test_decision_matrices(place, text):
    players, lost = place
    rules = Rules(players)
    matrix = paper.parse_rows(text)
    assert decision_matrix(lost, rules).matrix() == matrix
    assert losing_set(parse_matrix(matrix, rules), rules) == lost


def test_das_and_nas():
    for players in (2, 3, 4, 5):
        sets = adequate_sets(players)
        assert (len(sets[0]), len(sets)) == (paper.DAS[players], paper.NAS[players])
    for players in (6, 7):
        assert len(adequate_sets(players)[0]) == paper.DAS[players]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_first_sets_sums_and_zeros(players):
    sets = [lost for _, lost in by_chance(adequate_sets(players), Rules(players))]
    first = paper.FIRST_SETS[players]
    assert sets[: len(first)] == first
    sums = {chance for chance, _ in by_chance(sets, Rules(players))}
    assert sums == {paper.SUMS_AT_HALF[players]}
    for lost, zeros in zip(first, paper.FIRST_ZEROS.get(players, []), strict=False):
        assert zeros_of(lost, players) == zeros


@pytest.mark.parametrize("players", [2, 3])
def test_sums_at_nine_tenths(players):
    chances = {
        lost: chance
        for chance, lost in by_chance(adequate_sets(players), asymmetric(players))
    }
    sums = [chances[lost] for lost in paper.FIRST_SETS[players]]
    assert sums == paper.SUMS_AT_09[players]


def test_the_extended_procedure_of_section_2_1_and_appendix_3():
    rules = Rules(2)
    deals = [deal for lost in adequate_sets(2) for deal in all_matrices(lost, rules)]
    assert len(deals) == paper.ALL_MATRICES_2
    printed = [parse_matrix(paper.parse_rows(row), rules) for row in paper.APPENDIX_3]
    assert sorted(deals, key=key) == printed
    kinds = [parse_matrix(paper.parse_rows(row), rules) for row in paper.UP_TO_SWAPPING_2]
    assert len(kinds) == 17
    assert up_to_swapping(kinds, rules) == up_to_swapping(deals, rules)


def test_appendix_4_has_one_matrix_for_each_set():
    rules = Rules(3)
    deals = [deal for lost in adequate_sets(3) for deal in all_matrices(lost, rules)]
    printed = [paper.parse_rows(text) for (n, _), text in paper.MATRICES.items() if n == 3]
    assert [deal.matrix() for deal in deals] == printed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_optimal_sets_for_unequal_colors(players):
    ranked = by_chance(adequate_sets(players), asymmetric(players))
    best = [lost for chance, lost in ranked if chance == ranked[0][0]]
    assert len(best) == paper.OPTIMAL[players]


@pytest.mark.parametrize("players", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_the_first_least_set_is_that_of_the_list(players):
    assert FIRST_LEAST_SET[players] == adequate_sets(players)[0]


def test_optimal_sets_of_five_players():
    # 2 - sqrt(2) is 0.5857...; there p^2 - 4p + 2 is 0, and the two best classes are one
    patterns = [pattern(lost, 5) for lost in adequate_sets(5)]
    named = {"".join(map(str, one)) for one in patterns}
    assert named == set(paper.PATTERNS_5)
    for p, side, best in [("0.55", "below", "024001"), ("0.6", "above", "022210")]:
        chances = [pattern_chance(one, Fraction(p)) for one in patterns]
        least = [one for one, c in zip(patterns, chances, strict=True) if c == min(chances)]
        assert {"".join(map(str, one)) for one in least} == {best}
        assert len(least) == paper.OPTIMAL_5[side]
    assert paper.OPTIMAL_5["at"] == paper.OPTIMAL_5["below"] + paper.OPTIMAL_5["above"]


@pytest.mark.parametrize(
    "p", [Fraction(1, 2), Fraction(4, 7), Fraction(3, 5), Fraction(9, 10)]
)
def test_theorem_5_1(p):
    for name, coefficients in paper.PSI_5.items():
        value = sum(c * p**k for k, c in enumerate(coefficients))
        assert value == 1 - pattern_chance(map(int, name), p)


def test_patterns_of_four_players():
    found = {}
    for lost in adequate_sets(4):
        counts = pattern(lost, 4)
        found["".join(map(str, counts))] = pattern_chance(counts, P)
    assert found == {name: Fraction(text) for name, text in paper.PATTERNS_4.items()}


def test_sets_of_five_for_four_players():
    sets = adequate_sets(4, size=5)
    new = [lost for lost in sets if mask_of(lost) in set(minimal_sets(4))]
    assert (len(sets), len(new)) == paper.FIVE_OF_FOUR


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("p", [Fraction(51, 100), Fraction(3, 5), P])
def test_lightest_sets_by_size(players, p):
    wrong = {
        size: lightest(players, size, p)
        for size, text in paper.LIGHTEST[players].items()
        if lightest(players, size, p) != appendices.numbers(text)
    }
    near_half = players == 4 and p < Fraction(58, 100)
    assert wrong == ({5: (1, 3, 0, 0, 1), 6: (1, 4, 0, 0, 1)} if near_half else {})


@given(st.fractions(0, 1))
def test_the_rows_of_five_and_six_for_four_players(p):
    q = 1 - p
    for true, printed in [("13001", "11210"), ("14001", "12210")]:
        one, two = (pattern_chance(map(int, name), p) for name in (true, printed))
        assert one - two == p * (p - q) * (p**2 - 2 * q**2)


@pytest.mark.parametrize("p", [Fraction(51, 100), Fraction(55, 100), Fraction(585, 1000)])
def test_lightest_sets_of_five_players(p):
    wrong = []
    for size, text in paper.LIGHTEST_5.items():
        counts = appendices.numbers(text)
        assert sum(counts) == size
        if lightest(5, size, p) != counts:
            wrong.append(size)
    assert wrong == list(paper.IMPOSSIBLE_ROWS_5)
    for size in wrong:  # no lost configuration with 4 or 5 zeros: 00000 is not covered
        assert appendices.numbers(paper.LIGHTEST_5[size])[4:] == (0, 0)
    assert lightest(5, 18, p) == (1, 5, 9, 2, 1, 0)
    for size in range(19, 27):
        assert lightest(5, size, p) == (1, 5, 10, size - 17, 1, 0)


def test_appendix_5():
    ranked = by_chance(adequate_sets(4), asymmetric(4))
    assert len(appendices.APPENDIX_5) == len(ranked) == 40
    for (chance, lost), row in zip(ranked, appendices.APPENDIX_5, strict=True):
        codes, total, zeros = row.split("|")
        assert lost == appendices.numbers(codes)
        assert chance == Fraction(total.strip())
        assert zeros_of(lost, 4) == appendices.numbers(zeros)


def test_appendix_6():
    ranked = by_chance(adequate_sets(5), asymmetric(5))
    sums = {}
    for chance, lost in ranked:
        sums.setdefault(chance, []).append(lost)
    printed = {}
    for row in appendices.APPENDIX_6:
        codes, total, zeros, counts = row.split("|")
        lost = appendices.numbers(codes)
        assert zeros_of(lost, 5) == appendices.numbers(zeros)
        assert pattern(lost, 5) == appendices.numbers(counts)
        printed.setdefault(Fraction(total.strip()), []).append(lost)
    assert list(printed) == list(sums)  # every sum, in order
    for total, members in printed.items():
        assert members == sums[total][:2]  # the first two of each


def test_dominance_of_section_5_2():
    """B: with p + q = 1 the difference has the factor (p - q)^2, not (p - q)^3."""
    for p in (Fraction(3, 5), Fraction(7, 8)):
        q = 1 - p
        one, two = (pattern_chance(map(int, name), p) for name in ("102310", "120130"))
        assert one - two == -2 * p * q * (p - q) ** 2 != -2 * p * q * (p - q) ** 3


@pytest.mark.parametrize("errata", [JANSSEN, VAN_UEM])
def test_every_erratum_is_in_the_docs(errata):
    text = (Path(__file__).parents[3] / "docs" / "errata.md").read_text(encoding="utf-8")
    plain = text.replace("\\*", "*")
    for erratum in errata:
        assert f"| {' | '.join(erratum)} |" in plain, erratum.where


def test_every_erratum_is_told_in_full():
    for erratum in (*JANSSEN, *VAN_UEM):
        assert all(erratum)
    assert len({erratum.where for erratum in JANSSEN}) == len(JANSSEN)
