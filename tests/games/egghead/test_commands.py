"""`whoknows egghead` as a stranger meets it."""

import json
import os
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from dask_cluster import dask_cluster
from machine import PATIENCE, steps_to
from whoknows.cli.main import app, main
from whoknows.games.egghead.show import plots
from whoknows.games.egghead.solve.study import Study
from whoknows.games.egghead.solve.waiting_times import waiting


def said(*words, stdin=""):
    result = CliRunner().invoke(
        app, ["egghead", *words], input=stdin, catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def refused(monkeypatch, capsys):
    """What a command that is refused says, in this very process."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["whoknows", "egghead", *words])
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        assert (left.value.code, out) == (2, "")
        assert err.startswith("whoknows: error: ")
        return err.removeprefix("whoknows: error: ")

    return run


def test_examples_tell_the_sizes_of_the_paper():
    text = said("examples")
    for size in ("19320", "1100", "3080"):
        assert size in text
    assert max(map(len, text.splitlines())) <= 80
    document = json.loads(said("examples", "--json"))
    assert [step["worlds"] for step in document["examples"]][-2:] == [1100, 3080]


def test_simulate_gives_json_to_the_letter():
    document = json.loads(
        said("simulate", "--rounds", "20", "--analysing", "1", "--seed", "7", "--json")
    )
    for group in ("analysing", "plain"):
        assert set(document[group]) == {"n", "mean", "variance", "censored", "cdf"}
        assert document[group]["cdf"][-1] == 1
        assert document[group]["n"] > 0
    assert document["rounds"] == 20
    assert document["seconds_per_round"] > 0
    again = json.loads(
        said("simulate", "--rounds", "20", "--analysing", "1", "--seed", "7", "--json")
    )
    assert again | {"seconds_per_round": 0} == document | {"seconds_per_round": 0}


def test_a_group_without_players_is_empty():
    document = json.loads(said("simulate", "--rounds", "30", "--analysing", "0", "--json"))
    assert document["analysing"] == {
        "n": 0,
        "mean": None,
        "variance": None,
        "censored": 0,
        "cdf": [],
    }


def test_simulate_goes_on_from_its_journal(tmp_path):
    words = ("simulate", "--rounds", "2500", "--analysing", "0", "--seed", "3", "--json")
    whole = json.loads(said(*words))
    journal = tmp_path / "rounds.jsonl"
    kept = json.loads(said(*words, "--journal", str(journal)))
    lines = journal.read_text().splitlines(keepends=True)
    assert len(lines) == 4  # a heading, and three pieces
    journal.write_text("".join(lines[:2]) + lines[2][:20])  # as a crash leaves it
    again = json.loads(said(*words, "--journal", str(journal)))
    for document in (whole, kept, again):
        document["seconds_per_round"] = 0
    assert whole == kept == again


def test_a_long_simulation_that_is_killed_goes_on_from_where_it_was(tmp_path):
    words = ["simulate", "--rounds", "30000", "--analysing", "0", "--seed", "3", "--json"]
    command = [sys.executable, "-m", "whoknows", "egghead", *words, "--workers", "1"]
    home = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    first = subprocess.Popen(
        command, env=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    for _ in steps_to(lambda: len(lines_in(tmp_path)) >= 4, "four pieces"):
        assert first.poll() is None, "it ended before it could be killed"
        time.sleep(0.02)
    first.kill()
    first.communicate(timeout=PATIENCE)
    kept = lines_in(tmp_path)
    done = subprocess.run(
        command, env=home, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert lines_in(tmp_path) == []  # all is said, and nothing left lying about
    whole = said(*words, "--workers", "1", "--journal", str(tmp_path / "other.jsonl"))
    first_document, second_document = json.loads(done.stdout), json.loads(whole)
    assert first_document["rounds"] == 30000
    for document in (first_document, second_document):
        document["seconds_per_round"] = 0
    assert first_document == second_document
    assert len(kept) >= 4


def lines_in(folder):
    return [
        line
        for file in folder.glob("whoknows/journals/*.jsonl")
        for line in file.read_text().splitlines()
    ]


@pytest.mark.slow
def test_a_cluster_counts_the_same_rounds(tmp_path):
    words = "egghead simulate --rounds 600 --analysing 1 --seed 7 --json".split()
    run = [sys.executable, "-m", "whoknows", *words]
    with dask_cluster(tmp_path) as dask:
        far = subprocess.run(
            [*run, "--cluster", dask.address],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    assert far.returncode == 0, far.stderr
    here = subprocess.run(
        [*run, "--workers", "1"], capture_output=True, text=True, timeout=PATIENCE
    )
    found, expected = json.loads(far.stdout), json.loads(here.stdout)
    del found["seconds_per_round"], expected["seconds_per_round"]
    assert found == expected


def test_the_papers_figures_stand_beside_those_of_its_own_game_only():
    few = ("simulate", "--rounds", "2", "--analysing", "0", "--seed", "7")
    assert "paper" in said(*few)
    for other in ("--players=3", "--cards=2", "--values=3", "--copies=3"):
        assert "paper" not in said(*few, other)


def test_a_deadlock_is_reported(tmp_path):
    deck = tmp_path / "dull.toml"
    deck.write_text('[[question]]\ntext = "How many cards?"\nask = "count(cards)"\n')
    words = ("simulate", "--rounds", "500", "--players", "3", "--deck", str(deck))
    result = CliRunner().invoke(app, ["egghead", *words, "--json"])
    assert json.loads(result.stdout)["stalled"] == 1
    assert "deadlocked" in result.stderr


def test_watch_tells_every_round_and_saves_a_game_that_replays(tmp_path):
    file = tmp_path / "game.json"
    small = ("--players", "2", "--cards", "2", "--points", "1", "--seed", "3")
    text = said("watch", *small, "-o", str(file))
    assert "Round 1: " in text
    assert " with 1 point." in text
    result = CliRunner().invoke(app, ["replay", str(file), "--knowledge", "--json"])
    document = json.loads(result.stdout)
    assert document["over"]
    assert all(min(move["worlds"].values()) >= 1 for move in document["moves"])
    told = json.loads(said("watch", *small, "--json"))
    assert told["moves"] == document["moves"]


def test_a_person_plays_asks_why_and_leaves():
    script = "help\nleft\nwhy\nwhy 112\n999\n111\n111\nundo\nquit\n"
    text = said("play", "--players", "3", "--seed", "7", stdin=script)
    assert "111 cannot be: round 1" in text
    assert "A calls 111: wrong, it was 346." in text
    assert "is not a stack" in text
    assert "You leave the table; the game is kept." in text


def test_a_person_keeps_notes_and_takes_back_a_moderators_mistake():
    script = (
        "456\n333\ndeck\nask 1 0\nask 1 5\nask 1 77\ncall B 456\nnew B 113\nwhy\nundo\n"
    )
    text = said("notes", "--players", "3", stdin=script)
    assert "fits no cards" in text or "no stack at all" in text
    assert "undo takes back the line before" in text
    assert "3 left: 112 122 123" in text
    assert "taken back; 6 left" in text


def test_why_tells_what_ruled_out_each_stack(refused):
    file = "docs/examples/egghead.json"
    document = json.loads(said("why", file, "--turns", "1", "--json"))
    assert document["left"] == ["112", "122", "123"]
    assert len(document["against"]) == 53
    assert document["against"]["124"] == "round 1: B could not have called 456"
    assert "round 1: How many values are missing? 0" in said("why", file)
    assert "the game has the seats 0 to 2, not 7" in refused("why", file, "--seat", "7")
    assert "the game has 2 moves, not 3" in refused("why", file, "--turn", "3")
    row = ("why", file, "--seat", "2", "--turn", "0", "--given", "111 222")
    assert (
        said(*row) == "No stack is left beside 111 222: all that is public rules it out.\n"
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("simulate", "--analysing", "9"), "analysing=9: wanted 0 to 8"),
        (("watch", "--players", "7"), "would need"),
        (("simulate", "--draw", "shufle"), "did you mean 'shuffle'?"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words, why, refused):
    error = refused(*words)
    assert why in error
    assert error.count("\n") == 1


def test_a_bad_deck_shows_the_line_and_a_caret(tmp_path, refused):
    deck = tmp_path / "deck.toml"
    deck.write_text('[[question]]\ntext = "x"\nask = "count(cards: value =)"\n')
    first, formula, caret = refused("watch", "--deck", str(deck)).splitlines()
    assert "question 1 (line 3 of the file)" in first
    assert formula[caret.index("^")] == ")"


def test_figures_are_drawn_the_same_every_time(tmp_path):
    from whoknows.games.egghead.rules.setup import Setup

    waits = waiting([1, 2, 2, 5], cut=[3])
    studies = [
        Study(Setup(analysing=k), waits, waits, 9, 0, 2, (1,) * 4, 0.1) for k in (1, 2)
    ]
    for draw, data in (
        (plots.figure_1, studies[0]),
        (plots.figure_2, studies),
        (plots.figure_3, studies),
    ):
        for suffix in ("svg", "png"):
            files = [tmp_path / f"{k}.{suffix}" for k in (1, 2)]
            for file in files:
                plots.save(draw(data), file)
            assert files[0].read_bytes() == files[1].read_bytes()
            assert os.path.getsize(files[0]) > 1000


@pytest.mark.parametrize("words", [("--rounds", "1000000000"), ("--games", "1000000")])
def test_a_study_of_weeks_is_refused(words, refused):
    assert "days of one core; at most 20,000,000" in refused("simulate", *words)
