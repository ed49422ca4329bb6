"""`whoknows replay` as a person meets it."""

import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from toy import TOY, Setup, highest, lowest
from whoknows.cli.main import app, main
from whoknows.play.table.referee import Table, finish
from whoknows.play.table.transcript import save

GAME = f"{Path(__file__).parents[1] / 'toy.py'}:TOY"


@pytest.fixture
def whoknows(monkeypatch, capsys):
    """The command in this very process."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["whoknows", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        return SimpleNamespace(returncode=left.value.code or 0, stdout=out, stderr=err)

    return run


@pytest.fixture
def file(tmp_path):
    table = finish(Table.with_secret(TOY, Setup(cards=5), (0, 4)), [lowest, highest])
    save(table, tmp_path / "game.json", ["lowest", "highest"])
    return tmp_path / "game.json"


def test_knowledge_counts_worlds_after_each_move(file, whoknows):
    said = whoknows("replay", file, "--knowledge", "--json", "--game", GAME)
    assert said.stderr == ""
    told = json.loads(said.stdout)
    # Seat 0 holds 0: of 1234 a wrong guess removes one, and a guess of seat 1 another.
    # To the public, a card that was guessed is in neither hand: 5 * 4, 4 * 3, ...
    assert told["worlds"] == left(4, 20)
    assert told["moves"] == [
        {"seat": 0, "move": "1", "answer": "no", "worlds": left(3, 12)},
        {"seat": 1, "move": "3", "answer": "no", "worlds": left(2, 6)},
        {"seat": 0, "move": "2", "answer": "no", "worlds": left(1, 2)},
        {"seat": 1, "move": "2", "answer": "no", "worlds": left(1, 2)},
    ]
    assert told["results"] == [0.0, 0.0]


def left(each, public):
    return {"0": each, "1": each, "public": public}


def test_people_read_a_table(file, whoknows):
    said = whoknows("replay", file, "--game", GAME)
    assert said.returncode == 0
    assert "1 highest" in said.stdout
    assert "wrong" in said.stdout
    assert "Result: seat 0 lowest: 0, seat 1 highest: 0" in said.stdout


def test_a_game_under_way_says_whose_turn_it_is(tmp_path, whoknows):
    save(Table.dealt(TOY, Setup(), 3), tmp_path / "start.json")
    said = whoknows("replay", tmp_path / "start.json", "--game", GAME)
    assert "Not over: the turn is of seat 0" in said.stdout


def test_a_tampered_file_is_one_line_and_exit_code_2(file, whoknows):
    file.write_text(file.read_text().replace('"move": "3"', '"move": "4"'))
    said = whoknows("replay", file, "--game", GAME)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == (
        "whoknows: error: move 2 (seat 1: 4) is illegal: seat 1 may not guess 4\n"
    )


def test_a_transcript_cannot_name_a_file_to_run(file, tmp_path, whoknows):
    (tmp_path / "evil.py").write_text("raise SystemExit('ran')\n")
    evil = f"{tmp_path / 'evil.py'}:GAME"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"game": evil}))
    said = whoknows("replay", file)
    assert said.returncode == 2
    assert "whoknows: error: no game" in said.stderr


def drawn(*words):
    return CliRunner().invoke(app, ["replay", "examples/davinci.json", *map(str, words)])


@pytest.mark.parametrize(("turn", "worlds"), [(0, 30), (6, 1)])
def test_who_knows_what_is_drawn_at_any_turn(tmp_path, turn, worlds):
    """At first no world is ruled out for the public, at the end all but one."""
    model, board = tmp_path / "model.svg", tmp_path / "board.svg"
    assert drawn("--turn", turn, "-o", model, "--board", board).exit_code == 0
    assert f"{worlds} " in re.findall("<title>(.*?)</title>", model.read_text())[0]
    assert "<svg" in board.read_text()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--turn", "1"], "without --output or --board"),
        (["--turn", "7", "--board", "x.svg"], "6 moves, not 7"),
        (["--seat", "2", "--board", "x.svg"], "seats 0 to 1, not 2"),
        (["-o", "x.bmp"], ".svg"),
    ],
)
def test_what_cannot_be_drawn_is_said(words, wanted, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert wanted in str(drawn(*words).exception)
    assert not list(tmp_path.iterdir())
