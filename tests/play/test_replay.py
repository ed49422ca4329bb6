"""`whoknows replay` as a person meets it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from toy import TOY, Setup, highest, lowest
from whoknows.play.referee import Table, finish
from whoknows.play.transcript import save

GAME = f"{Path(__file__).parents[1] / 'toy.py'}:TOY"


def whoknows(*words):
    command = [sys.executable, "-m", "whoknows", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.fixture
def file(tmp_path):
    table = finish(Table.with_secret(TOY, Setup(cards=5), (0, 4)), [lowest, highest])
    save(table, tmp_path / "game.json", ["lowest", "highest"])
    return tmp_path / "game.json"


def test_knowledge_counts_worlds_after_each_move(file):
    said = whoknows("replay", file, "--knowledge", "--json", "--game", GAME)
    assert said.stderr == ""
    told = json.loads(said.stdout)
    # Seat 0 holds 0: of 1234 a wrong guess removes one, and a guess of seat 1 another.
    assert told["worlds"] == {"0": 4, "1": 4}
    assert told["moves"] == [
        {"seat": 0, "move": "1", "answer": "no", "worlds": {"0": 3, "1": 3}},
        {"seat": 1, "move": "3", "answer": "no", "worlds": {"0": 2, "1": 2}},
        {"seat": 0, "move": "2", "answer": "no", "worlds": {"0": 1, "1": 1}},
        {"seat": 1, "move": "2", "answer": "no", "worlds": {"0": 1, "1": 1}},
    ]
    assert told["results"] == [0.0, 0.0]


def test_people_read_a_table(file):
    said = whoknows("replay", file, "--game", GAME)
    assert said.returncode == 0
    assert "1 highest" in said.stdout
    assert "wrong" in said.stdout
    assert "Result: seat 0 lowest: 0, seat 1 highest: 0" in said.stdout


def test_a_game_under_way_says_whose_turn_it_is(tmp_path):
    save(Table.dealt(TOY, Setup(), 3), tmp_path / "start.json")
    said = whoknows("replay", tmp_path / "start.json", "--game", GAME)
    assert "Not over: the turn is of seat 0" in said.stdout


def test_a_tampered_file_is_one_line_and_exit_code_2(file):
    file.write_text(file.read_text().replace('"move": "3"', '"move": "4"'))
    said = whoknows("replay", file, "--game", GAME)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == (
        "whoknows: error: move 2 (seat 1: 4) is illegal: seat 1 may not guess 4\n"
    )


def test_a_transcript_cannot_name_a_file_to_run(file, tmp_path):
    (tmp_path / "evil.py").write_text("raise SystemExit('ran')\n")
    evil = f"{tmp_path / 'evil.py'}:GAME"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"game": evil}))
    said = whoknows("replay", file)
    assert said.returncode == 2
    assert "whoknows: error: no game" in said.stderr
