"""The same words in every line game, at a table of ours or beside one of your own."""

import json

import pytest
from typer.testing import CliRunner

from whoknows.cli.main import app

SMALL = {  # a game, and a move that can be taken back
    "play muddy": "unsure",
    "play mastermind --pegs 2 --colors 3": "22",
    "play balance --coins 5": "1 : 2",
    "play davinci --tiles 8 --hand 2": "",
    "play egghead --players 2 --cards 1 --values 3": "pass",
    "play hats": "",
    "play written": "ask has_glasses",
    "mastermind break --pegs 2 --colors 3": "0,1",
    "balance ask --coins 5": "=",
    "egghead notes --players 2 --cards 1 --values 3": "ask 1 1",
}
VERBS = ("hint", "why", "left", "undo", "save", "help", "quit")


def typed(command, lines, tmp_path):
    """What is said to one who types these lines."""
    words = command.split()
    if words[0] == "play":
        words += ["--seed", "1", "--db", str(tmp_path / "games.db")]
    text = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(app, words, input=text, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


@pytest.mark.parametrize("command", SMALL)
def test_every_line_game_knows_the_same_words(command, tmp_path):
    file, move = tmp_path / "saved", SMALL[command]
    first = ["2"] if "notes" in command else []
    lines = [*first, "help", "hint", "why", "left", f"save {file}", "save", "quit"]
    told = typed(command, lines, tmp_path)
    help_text = told[: told.index("quit ")]
    assert [verb for verb in VERBS[:-1] if f"  {verb}" not in help_text] == []
    assert "is no answer" not in told
    assert "not understood" not in told
    assert file.stat().st_size > 0
    assert f"wrote {file}" in told
    assert "wanted the name of a file" in told
    if move:
        asked = typed(command, [*first, "left", "quit"], tmp_path)
        again = typed(command, [*first, move, "undo", "left", "quit"], tmp_path)
        assert last_answer(again) == last_answer(asked)


def last_answer(told):
    """The end of what was said, without the name of the game that is kept."""
    return told.partition("You leave")[0][-30:]


def test_notes_that_were_saved_go_on(tmp_path):
    command, file = "egghead notes --players 2 --cards 1 --values 3", tmp_path / "notes.txt"
    typed(command, ["2", "ask 1 0", "undo", "ask 1 1", f"save {file}", "quit"], tmp_path)
    assert file.read_text().splitlines() == ["2", "ask 1 1"]


def test_lines_that_were_saved_are_a_document(tmp_path):
    file = tmp_path / "lines.json"
    typed("mastermind break --pegs 2 --colors 3", ["0,1", f"save {file}", "quit"], tmp_path)
    assert json.loads(file.read_text())["lines"][0]["answer"] == [0, 1]


@pytest.mark.parametrize(
    ("game", "deal", "said"),
    [
        ("muddy", "muddy clean clean", "Hidden: muddy clean clean"),
        ("hats", "RBB", "Hidden: RBB"),
        ("davinci --players 2 --tiles 6 --hand 1", "b1 / w2", "Bob  w2"),
        ("egghead --players 2 --cards 1 --values 3", None, "A 3 (0)   B 1 (0)"),
    ],
)
def test_who_gives_up_sees_what_was_hidden_in_words(game, deal, said, tmp_path):
    stated = ["--seed", "1"] if deal is None else ["--deal", deal]
    words = ["play", *game.split(), *stated, "--db", str(tmp_path / "games.db")]
    told = CliRunner().invoke(app, words, input="give up\n", catch_exceptions=False).output
    assert said in told
    assert "{" not in told


def test_the_end_shows_your_own_stack(tmp_path):
    command = "play egghead --players 2 --cards 1 --values 3 --rounds 1"
    told = typed(command, ["pass"] * 20, tmp_path)
    *_, board, ended = told.splitlines()
    assert "???" not in board
    assert "A (you) " in board
    assert "?" not in board.split("A (you) ")[1].split()[0]
    assert ended


def test_a_strategy_for_nobody_is_refused(tmp_path):
    words = ["play", "mastermind", "--strategy", "entropy", "--db", str(tmp_path / "g.db")]
    result = CliRunner().invoke(app, words, input="quit\n")
    assert "nobody else sits at this table" in str(result.exception)
