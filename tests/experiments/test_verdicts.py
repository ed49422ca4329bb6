"""A verdict blames nobody without proof: one rule for all papers, rows, and columns."""

import json
import re
from itertools import combinations, combinations_with_replacement
from math import isclose, sqrt
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from whoknows.asking.statistics import holm
from whoknows.experiments.reproduce import Scale, reproduce
from whoknows.experiments.reproduce import davinci as redo_davinci
from whoknows.experiments.reproduce import davinci_games as games_of_davinci
from whoknows.experiments.reproduce import egghead as redo_egghead
from whoknows.experiments.reproduce import hat_counts as redo_hat_counts
from whoknows.experiments.reproduce import hats_thesis as redo_thesis
from whoknows.experiments.reproduce import mastermind as redo_mastermind
from whoknows.experiments.reproduce.corrections import corrections
from whoknows.experiments.reproduce.errata import errata_page
from whoknows.experiments.reproduce.report import CLASSES, page
from whoknows.experiments.reproduce.sampled import LEVEL, POWER, Gap, judged
from whoknows.experiments.reproduce.verdict import Line, Verdict, counted, exact, value_text
from whoknows.games.davinci import GAME
from whoknows.games.davinci import paper as davinci
from whoknows.games.egghead import paper as egghead

TINY = Scale(deals=1, rounds=200, seconds=0.0, workers=1)
DOCS = Path(__file__).parents[2] / "docs"
WORDS = ["agrees", "differs", "undecided", "cannot be compared", "paper in error"]
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def every_line():
    papers = ("hats-thesis", "hat-game", "mastermind", "davinci", "egghead")
    return [
        one for name in papers for one in reproduce(name, TINY) if isinstance(one, Line)
    ]


# ------------------------------------------------------------------ an error of our own


def test_no_wrong_number_of_ours_is_taken_for_an_error_of_the_paper(every_line):
    """Whatever else comes out at a line than what is printed or proven, it differs."""
    where = [(one.paper, one.data, one.table, one.row, one.published) for one in every_line]
    planted = [exact(*place, "not this") for place in where]
    assert {one.verdict for one in planted} == {Verdict.DIFFERS}
    assert all(one.unexplained for one in planted)


PLANTED = {  # errors of ours where the paper is wrong, too: what is broken, and the lines
    "sets": (redo_thesis, "adequate_sets", [(1, 2)], redo_thesis.win_rates),
    "chains": (redo_thesis, "chain_method", [1], redo_thesis.chain_method_lines),
    "codes": (redo_hat_counts, "adequate_sets", [(1, 2)], redo_hat_counts.covering_codes),
    "answers": (redo_egghead, "answers", np.array([5]), redo_egghead.examples),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_error_of_ours_differs_and_blames_nobody(planted, monkeypatch):
    module, name, broken, lines = PLANTED[planted]
    right = {one.item: one.document()["computed"] for one in lines()}
    monkeypatch.setattr(module, name, lambda *args, **options: broken)
    changed = [one for one in lines() if one.document()["computed"] != right[one.item]]
    assert changed
    for one in changed:
        assert one.document()["verdict"] in ("differs", "cannot be compared"), one


def test_a_planted_error_of_mastermind_differs(monkeypatch):
    costs = redo_mastermind.evaluate(redo_mastermind.CLASSIC, "first")
    found = dict.fromkeys(("first", "worst-case", "parts", "entropy"), costs)
    monkeypatch.setattr(redo_mastermind, "evaluate", lambda *a: costs)
    for one in redo_mastermind.about_entropy(found):
        assert one.document()["verdict"] == "differs", one


# ------------------------------------------------------------------------- Da Vinci Code


def one_cell(monkeypatch, table, tiles):
    """The reproduction of one cell, and of nothing else that takes time."""
    cells = [c for c in davinci.TABLES if (c.table, c.tiles) == (table, tiles)]
    monkeypatch.setattr(games_of_davinci.paper, "TABLES", cells)


def cell_lines(scale):
    """The lines of all cells."""
    games = list(games_of_davinci.played(scale))
    return list(redo_davinci.table_lines(games[0].cell.table, games))


def plant_strategy(monkeypatch, other):
    strategies = dict(GAME.strategies)
    strategies["aggressive"] = strategies[other]
    monkeypatch.setattr(type(GAME), "strategies", strategies)


def test_kept_games_played_again_are_equal(monkeypatch):
    one_cell(monkeypatch, 2, 14)
    for one in games_of_davinci.played(Scale(deals=3, rounds=1, workers=1)):
        assert (one.again, one.changed) == (3, 0)
        assert len(one.won) >= 100


def test_a_planted_strategy_is_not_as_kept_and_said_loudly(monkeypatch, capsys):
    one_cell(monkeypatch, 2, 14)
    plant_strategy(monkeypatch, "random")
    for line in cell_lines(Scale(deals=6, rounds=1, workers=1)):
        assert line.verdict is Verdict.DIFFERS
        assert line.unexplained
        assert re.search("of 6 deals that were played again, [1-6] came out", line.reason)
    from whoknows.cli.reproduce import say_unexplained

    assert say_unexplained([line])
    said = capsys.readouterr().err
    assert "our own games are not those that were kept" in said


def test_a_planted_rule_is_not_as_kept(monkeypatch):
    """Games of the other semantics, of which most deals come out alike."""
    one_cell(monkeypatch, 2, 16)
    monkeypatch.setitem(games_of_davinci.COLUMNS, "original", ("del", "defensive"))
    first, second, third = cell_lines(Scale(deals=12, rounds=1, workers=1))
    assert first.verdict is Verdict.DIFFERS
    assert first.unexplained
    assert not second.unexplained
    assert not third.unexplained


def test_a_planted_strategy_in_new_games_differs_by_the_test(monkeypatch):
    """Two strategies of which one is the other win half of the games, not 70.7 %."""
    one_cell(monkeypatch, 2, 18)
    plant_strategy(monkeypatch, "defensive")
    for line in cell_lines(Scale(deals=40, rounds=1, workers=1, seed=2)):
        assert line.verdict is Verdict.DIFFERS
        assert re.fullmatch(r"Welch's test: z = -\d+\.\d, p < 0.001", line.reason)
        assert not line.unexplained


def test_with_another_seed_few_games_leave_it_undecided(monkeypatch):
    one_cell(monkeypatch, 1, 8)
    for line in cell_lines(Scale(deals=2, rounds=1, workers=1, seed=2)):
        assert line.verdict is Verdict.UNDECIDED
        assert line.reason.endswith("to see 6 points takes about 30 deals, not 2")


def test_the_default_decides_nearly_all_lines(every_line):
    lines = [one for one in every_line if one.paper == "davinci"]
    found = counted(lines)
    assert len(lines) == 60
    assert found[Verdict.UNDECIDED] <= 10
    assert found[Verdict.NOT_COMPARED] == found[Verdict.PAPER_IN_ERROR] == 0
    for one in lines:
        if one.by_chance:
            assert re.match(r"Welch's test: z = -?\d+\.\d, p ", one.reason)
        if one.verdict is Verdict.UNDECIDED:
            assert re.search("takes about [0-9,]+ deals|own games are too few", one.reason)
        if one.verdict is Verdict.AGREES and one.by_chance and one.table != "Section 5.1":
            assert re.search(r"with power 0\.9\d or more", one.reason)


def test_every_cell_has_kept_games_with_their_seed():
    document = games_of_davinci.kept_document()
    assert (document["game"], document["seed"]) == ("davinci", 1)
    assert set(document["columns"]) == set(games_of_davinci.COLUMNS)
    for cell in davinci.TABLES:
        for column in games_of_davinci.columns_of(cell):
            kept = games_of_davinci.kept_games(cell, column)
            assert len(kept) >= 100
            most = len(games_of_davinci.seatings_of(cell, column))
            assert 0 <= min(kept) <= max(kept) <= most


@pytest.mark.parametrize("change", [-20.0, -1.0, 1.0, 20.0])
def test_a_trend_is_stated_only_beyond_chance(change):
    gap = Gap(change, 2.0, 300)
    line = redo_davinci.trend_line("data", "row", "down", gap, gap.chance, 5.0, 3)
    kinds = {-20.0: Verdict.AGREES, 20.0: Verdict.DIFFERS}
    assert line.verdict is kinds.get(change, Verdict.UNDECIDED)


def test_a_trend_with_many_games_and_no_change_says_a_number_that_is_larger():
    line = redo_davinci.trend_line("d", "r", "down", Gap(0.1, 0.2, 5_000), 0.6, 6.4, 3)
    [needed] = re.findall(r"about ([0-9,]+) deals, not 5,000", line.reason)
    assert int(needed.replace(",", "")) > 5_000


# --------------------------------------------------------------- what cannot be compared


def test_what_cannot_be_compared_does_not_depend_on_what_comes_out(monkeypatch):
    kinds = []
    for shares in ([1.0, 0.0, 0.0, 0.0], [0.3, 0.2, 0.2, 0.2]):
        monkeypatch.setattr(redo_egghead.Study, "winning", lambda self, s=shares: s)
        lines = [o for o in redo_egghead.section_5(TINY) if isinstance(o, Line)]
        kinds.append({one.item: one.document()["verdict"] for one in lines})
    assert kinds[0] == kinds[1]
    assert set(kinds[0].values()) == {"cannot be compared"}


# ------------------------------------------------------------------------------- errata


def test_a_paper_is_blamed_only_by_what_stands_in_the_errata(every_line):
    text = errata_page()
    headings = [titled.partition("\n")[0] for titled in text.split("\n## ")[1:]]
    assert len(headings) == 5
    blamed = [one for one in every_line if one.verdict is Verdict.PAPER_IN_ERROR]
    assert {one.paper for one in blamed} == set(corrections())
    for one in blamed:
        correction = corrections()[one.paper][one.item]
        row = " | ".join((one.item, value_text(correction.value), correction.where))
        assert f"| {row.replace('*', chr(92) + '*')} |" in text
        assert value_text(correction.value) == value_text(one.computed)


def test_every_correction_is_of_a_line_that_is_printed_otherwise(every_line):
    found = {(one.paper, one.item): one for one in every_line}
    for paper, items in corrections().items():
        for item, correction in items.items():
            line = found[paper, item]
            assert value_text(line.published) != value_text(correction.value), item
            assert line.verdict is Verdict.PAPER_IN_ERROR, line


def test_the_rows_of_example_4_3_by_the_definition():
    """Stacks of p3 that cover all values, where p2 alone could tell its own.

    Once p2 has told its stack and has a new one, these count whatever the new one is.
    """
    box = list(combinations_with_replacement(range(1, 7), 3))
    asked = {
        pair for rows in (egghead.PRINTED_ROWS, egghead.PRINTED_AFTER) for pair in rows
    }

    def covers(*stacks):
        return len(set().union(*stacks)) == 6

    def ways(seat, stacks):
        return sum(covers(*stacks[:seat], mine, *stacks[seat + 1 :]) for mine in box)

    def left(*stacks):
        one, two, three = (ways(seat, stacks) for seat in range(3))
        return covers(*stacks) and one > 1 and two == 1 and three > 1

    for first, second in asked:
        row = sum(left(first, second, third) for third in box)
        after = sum(left(first, egghead.STACKS[1], third) for third in box)
        name = " and ".join("".join(map(str, stack)) for stack in (first, second))
        proven = corrections()["egghead"]
        for item, value in (
            (f"Example 4.3, p3's row beside {name}", row),
            (f"Example 4.3, with p2's new stack, beside {name}", after),
        ):
            if item in proven:
                assert proven[item].value == value, item


def test_that_the_program_did_as_original_is_a_hypothesis_everywhere():
    errata = errata_page().partition("## Da Vinci Code")[2].partition("\n## ")[0]
    proven, hypotheses = errata.split("### Hypotheses")
    assert "`original`" not in proven
    assert "`original`" in hypotheses
    assert "hypothesis" in davinci.HYPOTHESES["Tables 2 and 3"]
    assert "Tables 2 and 3" not in davinci.ERRATA
    page = (DOCS / "davinci.md").read_text(encoding="utf-8")
    parts = re.split(r"\n(?=- |\n)", page)
    about = [part for part in parts if re.search("(authors|paper)['’]s? program", part)]
    assert about
    for part in about:
        assert re.search("hypothesis|not known|no program", part), part


# --------------------------------------------------------------------- one vocabulary


def test_the_five_words_are_those_of_command_json_and_page(every_line, capsys):
    from whoknows.cli.reproduce import say_lines

    assert [str(one) for one in Verdict] == WORDS == [str(one) for one in CLASSES]
    assert {one.document()["verdict"] for one in every_line} == set(WORDS)
    json.dumps([one.document() for one in every_line])
    text = page(every_line, TINY)
    style = text.partition("</style>")[0]
    for word, name in CLASSES.items():
        assert f'<th class="{name}">{word}</th>' in text
        assert f'class="verdict {name}">{word}' in text
        assert f".{name} {{" in style
    say_lines(every_line, every=True)
    said = " ".join(capsys.readouterr().out.split())
    counts = ", ".join(f"{count} {word}" for word, count in counted(every_line).items())
    assert said.endswith(f"{len(every_line)} lines: {counts}.")
    pages = (DOCS / "reproduce.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z ]+)` \|", pages, re.MULTILINE)[-5:] == WORDS


# ------------------------------------------------------------------- the test, by twins


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_holm_is_closed_testing(chances):
    """A chance is corrected to the largest that any set of tests with it gives alone."""
    numbers = range(len(chances))
    for place, found in enumerate(holm(chances)):
        slow = max(
            min(1.0, len(some) * min(chances[k] for k in some))
            for size in range(1, len(chances) + 1)
            for some in combinations(numbers, size)
            if place in some
        )
        assert isclose(found, slow)


@given(st.lists(st.integers(0, 6), min_size=2, max_size=60), st.floats(0, 100))
def test_against_a_number_without_noise_it_is_students_test(won, printed):
    values = np.array(won) * 100 / 6
    error = float(stats.sem(values))
    if error > 1e-9:
        twin = stats.ttest_1samp(values, printed)
        gap = Gap(float(values.mean()) - printed, error, len(won))
        assert gap.z == pytest.approx(float(twin.statistic), rel=1e-6, abs=1e-9)
        assert gap.chance == pytest.approx(float(twin.pvalue), rel=1e-6, abs=1e-12)


@given(st.integers(2, 500), st.floats(0.1, 5), st.integers(2, 2_000), st.floats(0.1, 5))
def test_with_noise_on_both_sides_it_is_welchs(n, error, m, other):
    """scipy's freedom counts that of the other side, too, which is large here."""
    twin = stats.ttest_ind_from_stats(
        4.0, error * sqrt(n), n, 0.0, other * sqrt(10**9), 10**9, equal_var=False
    )
    gap = Gap(4.0, error, n, other)
    assert gap.z == pytest.approx(float(twin.statistic), rel=1e-6)
    assert gap.chance == pytest.approx(float(twin.pvalue), rel=1e-3, abs=1e-9)


def test_rounding_is_allowed_for():
    assert Gap(0.05, 0.001, 300, 0.001, slack=0.05).z == 0
    assert Gap(-0.25, 0.1, 300, slack=0.05).z == pytest.approx(-2.0)


def drawn(rng, rate, cells, deals=300, games=10_000):
    """Tables drawn anew: each cell ours, and printed with one digit from so many games."""
    ours = rng.binomial(6, rate, (cells, deals)) * 100 / 6
    printed = np.round(100 * rng.binomial(games, 0.7, cells) / games, 1)
    for values, said in zip(ours, printed.tolist(), strict=True):
        other = sqrt(said * (100 - said) / games)
        yield Gap(float(values.mean()) - said, float(stats.sem(values)), deals, other, 0.05)


def test_of_tables_without_a_difference_one_in_twenty_shows_one_at_most():
    rng = np.random.default_rng(7)
    tables, cells = 600, 12
    wrong = sum(
        any(
            one.verdict is Verdict.DIFFERS
            for one in judged(list(drawn(rng, 0.7, cells)), 5)
        )
        for _ in range(tables)
    )
    assert wrong <= tables * LEVEL + 3 * sqrt(tables * LEVEL * (1 - LEVEL))


def test_a_difference_worth_seeing_is_seen_as_often_as_the_power_says():
    """One cell in which we are 4 points off, among eleven in which nothing differs."""
    rng = np.random.default_rng(8)
    tries, see = 400, 4.0
    seen, powers = 0, []
    for _ in range(tries):
        [off] = drawn(rng, 0.74, 1)
        gaps = [off, *drawn(rng, 0.7, 11)]
        powers.append(off.power(see, 12))
        seen += judged(gaps, see)[0].verdict is Verdict.DIFFERS
    power = float(np.mean(powers))
    assert 0.5 < power < 0.97
    assert seen / tries == pytest.approx(power, abs=3 * sqrt(power * (1 - power) / tries))


@given(
    st.floats(2, 40), st.integers(2, 400), st.floats(0, 1.5), st.floats(1, 10),
    st.integers(1, 30),
)  # fmt: skip
def test_the_deals_needed_are_the_fewest_with_the_power(spread, n, other, see, lines):
    gap = Gap(0.0, spread / sqrt(n), n, other, 0.05)
    needed = gap.deals_needed(see, lines)
    if needed is None:
        assert Gap(0.0, 1e-9, 10**9, other, 0.05).power(see, lines) < POWER + 1e-6
        return
    enough = Gap(0.0, spread / sqrt(needed), needed, other, 0.05)
    assert enough.power(see, lines) >= POWER - 1e-9
    if needed > 30:
        fewer = Gap(0.0, spread / sqrt(needed - 1), needed - 1, other, 0.05)
        assert fewer.power(see, lines) < POWER + 1e-6


def test_the_strictest_step_is_bonferronis():
    for lines in (1, 8, 21):
        gap = Gap(0.0, 1.0, 300)
        limit = NormalDist().inv_cdf(1 - LEVEL / lines / 2)
        assert gap.power(0.0, lines) == pytest.approx(2 * NormalDist().cdf(-limit))
