"""The papers redone: verdicts, coverage of everything printed, and the command."""

import json
import re
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from machine import PATIENCE, read_line
from whoknows.cli.main import main
from whoknows.experiments.reproduce import (
    FULL,
    QUICK,
    Scale,
    estimate,
    papers,
    reproduce,
    verdict,
)
from whoknows.experiments.reproduce import davinci as redo_davinci
from whoknows.experiments.reproduce import egghead as redo_egghead
from whoknows.experiments.reproduce import hat_game as redo_hat_game
from whoknows.experiments.reproduce import hats_thesis as redo_thesis
from whoknows.experiments.reproduce import mastermind as redo_mastermind
from whoknows.experiments.reproduce.charts import Series, bars, chart, ticks_of
from whoknows.experiments.reproduce.report import page
from whoknows.experiments.reproduce.verdict import (
    Figure,
    Line,
    Verdict,
    apart,
    exact,
    within,
)
from whoknows.games.balance import paper as balance
from whoknows.games.davinci import paper as davinci
from whoknows.games.egghead import paper as egghead
from whoknows.games.hats.paper import (
    JANSSEN,
    VAN_UEM,
    appendices,
    four_agents,
    janssen,
    overview,
    vanuem,
)
from whoknows.games.mastermind import paper as mastermind

TINY = Scale(deals=1, rounds=200, seconds=0.0, workers=1)
pytestmark = pytest.mark.timeout(900)
WHERE = ("paper", "data", "table", "row")


# --------------------------------------------------------------------------- verdicts


def test_exact_numbers_agree_or_differ():
    assert exact(*WHERE, 5, 5).verdict is Verdict.AGREES
    assert exact(*WHERE, (1, 2), [1, 2]).verdict is Verdict.AGREES
    assert exact(*WHERE, "1/2", Fraction(1, 2)).verdict is Verdict.AGREES
    assert exact(*WHERE, 5, 6).text == "differs (nothing in the errata explains it)"


def test_a_paper_is_in_error_where_the_errata_prove_what_comes_out():
    where = ("egghead", "data", "Example 4.2", "kinds of rows")
    assert exact(*where, 4, 5).text.startswith("paper in error (finds four kinds of rows;")
    assert exact(*where, 4, 6).verdict is Verdict.DIFFERS
    assert exact(*where, 4, 4).verdict is Verdict.AGREES


def test_a_difference_that_nobody_explains_is_not_hidden():
    assert exact(*WHERE, 5, 6).unexplained
    assert not exact(*WHERE, 5, 5).unexplained


def test_the_verdicts_are_counted():
    some = [exact(*WHERE, 1, 1), exact(*WHERE, 1, 2), apart(*WHERE, 1, 2, reason="why")]
    assert list(verdict.counted(some).values()) == [1, 1, 0, 1, 0]


# --------------------------------------------------------------------------- coverage

MODULES = {
    "janssen": (janssen, redo_thesis),
    "four_agents": (four_agents, redo_thesis),
    "vanuem": (vanuem, redo_hat_game),
    "appendices": (appendices, redo_hat_game),
    "overview": (overview, redo_hat_game),
    "davinci": (davinci, redo_davinci),
    "mastermind": (mastermind, redo_mastermind),
    "balance": (balance, redo_mastermind),
    "egghead": (egghead, redo_egghead),
}
APART = {"ERRATA", "HYPOTHESES", "GAME"}  # words about numbers, and what is imported
WHOLE = {  # lists of numbers that are one number of the paper, compared as a whole
    "janssen.SECTION_2_2", "janssen.FULL_PASSING", "janssen.SEEN", "janssen.THEOREM_2",
    "janssen.THEOREM_6_EXAMPLE", "janssen.SECTION_5_3_RANGE", "janssen.SECONDS_3",
    "janssen.RATIO_4", "janssen.EXAMPLE_5_5", "vanuem.FIVE_OF_FOUR", "vanuem.ARROW_B",
    "vanuem.GUO", "vanuem.LEAST_PSI_5", "davinci.STARTER_WINS", "egghead.LEFT_OUT_ROWS",
    "mastermind.KNUTH_HISTOGRAM", "balance.DISCUSSED", "egghead.VALIDS",
    "egghead.VALIDS_AFTER", "egghead.SWAPPED",
}  # fmt: skip


@pytest.fixture(scope="module")
def every_line():  # the first time, loops are compiled
    found = []
    for paper in ("hats-thesis", "hat-game", "mastermind", "davinci", "egghead"):
        found += list(reproduce(paper, TINY))
    return found


def printed_data():
    """Every constant of the papers' data, with how many lines it needs at least."""
    for module, (data, redo) in MODULES.items():
        for name, value in vars(data).items():
            place = f"{module}.{name}"
            if name.isupper() and name not in APART and place not in redo.NOT_NUMBERS:
                yield place, 1 if place in WHOLE else rows_of(value)


def rows_of(value):
    """How many rows a table has; tables inside a table are counted row by row."""
    if isinstance(value, dict):
        return sum(
            rows_of(part) if isinstance(part, (list, dict)) else 1
            for part in value.values()
        )
    return len(value) if isinstance(value, (list, tuple)) else 1


def test_every_number_of_the_papers_has_a_line(every_line):
    lines = [one for one in every_line if isinstance(one, Line)]
    missing = {
        place: (needed, sum(one.data == place for one in lines))
        for place, needed in printed_data()
        if sum(one.data == place for one in lines) < needed
    }
    assert missing == {}
    assert {one.data for one in lines} <= {place for place, _ in printed_data()}


def test_every_line_has_a_verdict_and_a_reason(every_line):
    for one in every_line:
        if isinstance(one, Line):
            assert one.verdict is Verdict.AGREES or one.reason, one
            assert not one.unexplained, one
            assert set(one.document()) == {
                "paper", "item", "published", "computed", "verdict", "reason", "note",
            }  # fmt: skip
            json.dumps(one.document())


def test_items_are_told_apart(every_line):
    items = [(one.paper, one.item) for one in every_line if isinstance(one, Line)]
    assert len(set(items)) == len(items)


def test_every_erratum_of_the_thesis_is_behind_a_line(every_line):
    said = " ".join(one.reason for one in every_line if isinstance(one, Line))
    assert [erratum.where for erratum in JANSSEN if erratum.truth not in said] == []


def test_a_changed_number_of_a_paper_is_noticed(monkeypatch):
    monkeypatch.setitem(janssen.QUANTITIES, "rounds", 9)
    found = {one.item: one for one in redo_thesis.standard_world()}
    assert found["Section 2.1.9, rounds"].unexplained


def test_illegible_and_misprinted_deals_get_the_deals_that_are_left(every_line):
    deals = {
        one.row: one.computed
        for one in every_line
        if isinstance(one, Line) and one.data == "four_agents.PRINTED"
    }
    for number, mended in four_agents.MENDED.items():
        assert deals[f"deal {number}"] == mended


def test_a_number_that_follows_from_rounded_ones_agrees_within_them():
    assert within(*WHERE, 2400, 2273, 2778).verdict is Verdict.AGREES
    assert within(*WHERE, 2800, 2273, 2778).unexplained


def test_the_figures_of_the_davinci_paper_keep_the_worlds_that_it_keeps():
    from whoknows.experiments.reproduce import davinci_models as models

    first, second, *_ = models.states(davinci.ONE)
    _, left = models.seen_twice(first, second, seat=0)
    assert len(left) == left.count("c3=w3") == 2
    first, second = models.states(davinci.THREE)
    whole, left = models.seen_twice(first, second, seat=2)
    assert (len(whole), len(left)) == (6, 1)
    assert left.count("a2=b6 & a4=b11 & b2=b9") == 1


def test_lines_of_a_table_stand_together_wherever_they_come_from():
    some = [exact("p", "d", table, row, 1, 1) for table, row in ("ax", "by", "az")]
    assert {k: [one.row for one in v] for k, v in verdict.by_table(some).items()} == {
        "a": ["x", "z"],
        "b": ["y"],
    }


def test_an_estimate_grows_with_the_samples_and_shrinks_with_the_cores():
    wanted = papers("all")
    assert estimate(wanted, FULL, 2) > 4 * estimate(wanted, QUICK, 2)
    assert estimate(wanted, FULL, 8) < estimate(wanted, FULL, 2) / 2


# ------------------------------------------------------------------------ report, page


def test_the_page_has_every_line_and_needs_nothing_else(every_line):
    text = page(every_line, QUICK)
    figures = [one for one in every_line if isinstance(one, Figure)]
    assert text.count("<tr><td>") >= sum(isinstance(one, Line) for one in every_line)
    assert text.count("<figure>") == len(figures) >= 12
    outside = re.findall(r'(?:src|href)="(?!#)[^"]*"|url\(|@import|<script', text)
    assert outside == []


def test_a_page_escapes_what_papers_print():
    text = page([apart("egghead", "d", "t", "r", "<b>", "a & b", reason="<i>")], QUICK)
    assert "&lt;b&gt;" in text
    assert "a &amp; b" in text
    assert "<i>" not in text


def test_ticks_are_round_and_few():
    assert ticks_of(0, 1) == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    for low, high in [(0, 7), (49.6, 90.2), (0.78, 1.0), (-3, 250)]:
        ticks = ticks_of(low, high)
        assert 3 <= len(ticks) <= 11
        assert all(low <= tick <= high for tick in ticks)


def test_charts_are_svg_with_all_their_names():
    from xml.etree import ElementTree

    points = [(0.0, 1.0), (1.0, 2.0)]
    marked = Series("b & c", points, [(0.5, 1.5), (1.5, 2.5)], marks=True)
    drawn = chart([Series("a", points), marked], x="x", y="y")
    for svg in (drawn, bars([("one", [0.2, 0.5])], ["p", "q"], y="share")):
        ElementTree.fromstring(svg)
    assert "b &amp; c" in drawn


# ---------------------------------------------------------------------------- command


def reproducing(monkeypatch, *words):
    """Run the command in this process, where much is found already; its exit code."""
    monkeypatch.setattr(sys, "argv", ["whoknows", "reproduce", *words])
    with pytest.raises(SystemExit) as left:
        main()
    return left.value.code


def test_the_command_says_json(tmp_path, monkeypatch, capsys):
    report = tmp_path / "report.html"
    code = reproducing(monkeypatch, "hats-thesis", "--json", "-o", str(report))
    said = capsys.readouterr()
    assert not code, said.err
    lines = json.loads(said.out)
    assert len(lines) > 200
    assert lines[0] == {
        "paper": "hats-thesis",
        "item": "Section 2.1.9, other agents",
        "published": 2,
        "computed": 2,
        "verdict": "agrees",
        "reason": "",
        "note": "",
    }
    assert report.read_text().startswith("<!doctype html>")


def test_a_difference_that_nothing_explains_is_said_and_the_exit_code_is_1(
    monkeypatch, capsys
):
    monkeypatch.setitem(janssen.QUANTITIES, "rounds", 9)
    assert reproducing(monkeypatch, "hats-thesis", "--json") == 1
    said = capsys.readouterr()
    assert "Section 2.1.9, rounds differs (nothing in the errata explains it)" in said.err
    json.loads(said.out)


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["hats"], "no paper 'hats'"),
        (["egghead", "-o", "report.pdf"], "the report is HTML"),
        (["egghead", "-o", "nowhere/report.html"], "there is no folder nowhere"),
    ],
)
def test_bad_words_are_one_line_and_exit_code_2(words, wrong, monkeypatch, capsys):
    assert reproducing(monkeypatch, *words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert wrong in said.err
    assert said.err.count("\n") == 1


def test_stopped_it_tells_what_is_done():
    command = [sys.executable, "-m", "whoknows", "reproduce", "all", "--full", "--json"]
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        estimated = read_line(started.stderr, "the estimate")
        first = read_line(started.stderr, "hats-thesis")  # once the first paper is done
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=PATIENCE)
    finally:
        started.kill()
    assert "minutes on " in estimated
    assert first.startswith("hats-thesis: ")
    assert started.returncode == 130
    assert "stopped" in err
    found = json.loads(out)
    assert len(found) >= 200
    assert found[0]["paper"] == "hats-thesis"


def test_the_page_of_errata_is_made_from_the_data():
    from whoknows.experiments.reproduce.errata import errata_page

    file = Path(__file__).parents[2] / "docs" / "errata.md"
    assert file.read_text(encoding="utf-8") == errata_page(), "run scripts/pictures"
    for erratum in (*JANSSEN, *VAN_UEM):
        assert erratum.where in errata_page()


def test_papers_are_found_by_name():
    assert papers("davinci") == ["davinci"]
    assert len(papers("all")) == 5
