"""`whoknows hats codes` and `hats best` for many agents, as a stranger meets them."""

import json
import signal
import subprocess
import sys
from fractions import Fraction

import pytest
from tests.cli.test_hats import read, run
from tests.games.hats import twin

from machine import PATIENCE
from whoknows.errors import BadFile, WhoknowsError


def test_codes_of_nine():
    found = read("codes", "--length", "9")
    assert found["length"] == 9
    assert found["bounds"] == {
        "sphere": 52,
        "counting": 52,
        "lower": 62,
        "lower_by": "published (Östergård and Blass 2001)",
        "published": {"lower": 62, "upper": 62, "source": "Östergård and Blass 2001"},
    }
    assert found["size"] == 62
    assert found["optimal"]
    assert found["search"] is None
    assert found["win"] == "225/256"
    assert found["value"] == 225 / 256
    sizes = [made["size"] for made in found["constructions"]]
    assert sizes == sorted(sizes)
    assert sizes[0] == 62
    assert 64 in sizes
    assert len(found["verified"]) == 2


def test_the_matrix_is_the_code():
    found = read("codes", "--length", "10")
    code = found["code"]
    words = []
    for word in range(1 << 10):
        syndrome = 0
        for place, column in enumerate(code["columns"]):
            syndrome ^= column * (word >> (9 - place) & 1)
        if syndrome in set(code["labels"]):
            words.append(word)
    assert len(words) == found["size"] == 120
    assert twin.dominates(words, 10)


def test_the_search_is_told(capfd):
    found = read("codes", "-n", "7", "--search", "--seed", "3", "--time-limit", "60")
    assert found["size"] == 16
    assert found["search"]["size"] == 16
    assert found["search"]["seed"] == 3
    assert not found["search"]["stopped"]
    assert set(found["search"]) == {"size", "seconds", "spent", "runs", "stopped", "seed"}
    said = run("codes", "-n", "7", "--search", "--seed", "3", "--target", "20")
    assert "searched" in said
    assert max(map(len, said.splitlines())) <= 80


def test_the_table_of_all_lengths():
    rows = read("codes")["codes"]
    assert [row["length"] for row in rows] == list(range(1, 34))
    assert all(row["covers"] for row in rows)
    assert [row["length"] for row in rows if row["optimal"]] == [
        *range(1, 10), 15, 16, 31, 32,
    ]  # fmt: skip
    assert all(row["counting"] <= row["lower"] <= row["size"] for row in rows)
    by = {row["length"]: row["lower_by"] for row in rows}
    assert by[12] == "derived (parity)"  # as good as what is published
    assert by[13] == "published (Kéri's tables, as quoted)"
    assert by[17] == "derived (congruence modulo 3)"
    assert rows[26]["upper_by"] == "derived (ring (13), doubled)"
    assert max(map(len, run("codes").splitlines())) <= 80


def test_the_code_in_a_file(tmp_path):
    words, matrix = tmp_path / "code.txt", tmp_path / "code.json"
    run("codes", "-n", "6", "-o", str(words))
    codes = [int(line, 2) for line in words.read_text().split()]
    assert len(codes) == 12
    assert twin.dominates(codes, 6)
    run("codes", "-n", "31", "-o", str(matrix))
    assert json.loads(matrix.read_text())["size"] == 1 << 26


@pytest.mark.parametrize(
    "words",
    [
        ["-n", "0"],
        ["-n", "65"],
        ["--search"],
        ["-n", "9", "--search", "--time-limit", "0"],
        ["-n", "40", "--search"],
        ["-n", "31", "-o", "code.txt"],
        ["-n", "9", "-o", "no/such/folder/code.txt"],
    ],
)
def test_codes_that_cannot_be(words):
    with pytest.raises(WhoknowsError):
        run("codes", *words)


def test_best_of_nine_is_proven_by_a_citation():
    found = read("best", "--players", "9")
    assert found["win"] == found["lower"] == found["upper"] == "225/256"
    assert found["proven"]
    assert found["cited"] == "K(9, 1) >= 62 [Östergård and Blass 2001]"
    assert len(found["losing_set"]) == 62
    assert twin.dominates(found["losing_set"], 9)
    said = run("best", "--players", "9")
    assert "K(9, 1) >= 62 [Östergård and Blass 2001]" in said


@pytest.mark.parametrize("players", [10, 13, 20, 30])
def test_best_of_many_is_an_interval(players):
    found = read("best", "--players", str(players))
    assert not found["proven"]
    assert found["seconds"] < 60
    lower, upper = Fraction(found["lower"]), Fraction(found["upper"])
    assert lower < upper < 1
    assert Fraction(found["win"]) == lower
    assert (found["losing_set"] is None) == (players > 12)


@pytest.mark.parametrize("by", ["covering", "best"])
def test_games_of_many_by_a_code(by):
    """393,216 of 2^23 words are lost."""
    words = ["--players", "23", "--games", "20000", "--seed", "1", "--by", by]
    found = read("simulate", *words)
    low, high = found["interval"]
    assert low < 1 - 393216 / (1 << 23) < high


def test_ctrl_c_keeps_the_best():
    command = [sys.executable, "-m", "whoknows", "hats", "codes", "-n", "13", "--search"]
    process = subprocess.Popen(
        [*command, "--seed", "1", "--time-limit", "300"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    for line in process.stderr:
        if "words after" in line:
            break
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "searched" in said
    assert "checked" in said


def test_codes_of_other_radii_are_found_and_checked(tmp_path):
    """K(9, 3) = 7; K(4, 1) = 9 over three letters, the perfect code [OEIS A004044]."""
    file = tmp_path / "code.txt"
    words = ["codes", "-n", "9", "--radius", "3", "--target", "7", "--seed", "1"]
    found = read(*words, "-o", str(file))
    assert (found["size"], found["sphere"]) == (7, 4)
    checked = read("codes", "--check", str(file), "--radius", "3")
    assert checked["covers"] is True
    assert checked["covering_radius"] == 3
    assert read("codes", "--check", str(file))["covers"] is False
    three = read("codes", "-n", "4", "--colors", "3", "--seed", "1")
    assert (three["size"], three["optimal"]) == (9, True)


def test_words_are_written_for_gap_and_for_sat_solvers(tmp_path):
    for name, begins in (("a.g", "words := ["), ("a.cnf", "c is there a code of 1 word,")):
        run("codes", "-n", "4", "--radius", "2", "--seed", "1", "-o", str(tmp_path / name))
        assert (tmp_path / name).read_text().startswith(begins)


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "holds no words"), ("010\n01", "word 2 is '01'"), ("01²", "not 3 digits")],
)
def test_a_file_that_is_no_code_is_refused(tmp_path, text, said):
    file = tmp_path / "code.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile, match=said):
        run("codes", "--check", str(file))


def test_a_search_without_a_length_is_refused_before_anything_is_drawn(tmp_path):
    picture = tmp_path / "thin.svg"
    with pytest.raises(WhoknowsError, match="needs a --length"):
        run("codes", "--search", "--plot", str(picture))
    assert not picture.exists()
