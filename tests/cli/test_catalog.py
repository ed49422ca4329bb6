"""What there is: games, strategies, examples; and what options were called before."""

import json

import pytest
from typer.testing import CliRunner

from whoknows.catalog import GAMES
from whoknows.cli.help import renamed
from whoknows.cli.main import app
from whoknows.errors import BadFile
from whoknows.play.example_files import shipped, shipped_files


def said(*words):
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.exception
    return result.stdout


def test_every_game_is_listed_with_its_options():
    listed = {game["name"]: game for game in json.loads(said("games", "--json"))}
    assert set(listed) == set(GAMES)
    assert listed["mastermind"]["options"]["pegs"] == 4
    assert "davinci" in said("games")


def test_every_strategy_says_what_it_does():
    listed = json.loads(said("strategies", "--json"))
    for game, strategies in listed.items():
        assert set(strategies) == {*GAMES[game].strategies, "random"}
        assert all(strategies.values()), game
    assert list(json.loads(said("strategies", "muddy", "--json"))) == ["muddy"]


def test_an_example_is_printed_or_written(tmp_path):
    text = shipped_files()["muddy.txt"].read_text()
    assert said("examples", "muddy.txt") == text
    said("examples", "muddy.txt", "-o", str(tmp_path / "mine.txt"))
    assert (tmp_path / "mine.txt").read_text() == text
    assert "eager.py" in said("examples")


def test_examples_of_the_help_work_in_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "yes" in said("check", "examples/muddy.txt")
    assert "total" in said("inquiry", "solve", "examples/animals.csv")
    (tmp_path / "examples").mkdir()
    own = tmp_path / "examples" / "muddy.txt"
    own.write_text("facts p\n")
    assert shipped(own) == own  # a file of one's own comes first
    with pytest.raises(BadFile, match=r"the example .* is examples/muddy\.txt"):
        shipped(tmp_path / "muddy.txt")
    assert not shipped(tmp_path / "none.txt").exists()


@pytest.mark.parametrize(
    ("word", "known", "now"),
    [
        ("--plot", {"--output"}, "--output"),
        ("--plot=a.svg", {"--output"}, "--output=a.svg"),
        ("--plot", {"--output", "--plot"}, "--plot"),
        ("--plot", set(), "--plot"),
        ("--svg", {"--output"}, "--output"),
        ("--svg", {"--output", "--draw"}, "--draw"),
        ("--save", {"--output", "--draw"}, "--output"),
        ("plot", {"--output"}, "plot"),
    ],
)
def test_an_old_name_is_read_as_the_new_one(word, known, now):
    assert renamed(word, known) == now


def test_old_names_still_work(tmp_path):
    said("hats", "psi", "--players", "3", "--plot", str(tmp_path / "psi.svg"))
    assert (tmp_path / "psi.svg").read_text().startswith("<?xml")
    assert "minimal" in said(
        "mastermind", "static", "--pegs", "2", "--colors", "3", "--seconds=9"
    )
    assert "--plot" not in said("hats", "psi", "-h")
