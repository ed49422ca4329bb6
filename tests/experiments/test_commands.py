"""`whoknows experiment` and `whoknows tournament` as people and programs meet them."""

import json
import sys
from pathlib import Path

import pytest

from whoknows.cli import batches
from whoknows.cli.main import main
from whoknows.play.table.transcript import load
from whoknows.work import Pace
from whoknows.work.progress import clock

TESTS = Path(__file__).parents[1]
TOY = f"{TESTS / 'toy.py'}:TOY"


@pytest.fixture
def whoknows(tmp_path, monkeypatch, capsys):
    """The command in this very process, with a database and a folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["whoknows", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return run


RUN = [
    *("experiment", "run", "--workers", 1, "--game", TOY, "--games", 30, "--name", "toy"),
    *("--strategy", "lowest", "--strategy", "highest,random", "--set", "cards=4,5"),
]


def test_from_a_run_to_its_end(whoknows, tmp_path):
    code, out, err = whoknows(*RUN)
    assert (code, err) == (0, "")
    assert "120 games, done" in out
    assert "Comparisons, on the same deals" in out
    assert all(len(line) <= 80 for line in out.splitlines()[1:])
    assert (tmp_path / "data" / "whoknows" / "whoknows.db").exists()

    code, out, err = whoknows("experiment", "list", "--json")
    [entry] = json.loads(out)["experiments"]
    assert (entry["name"], entry["games"], entry["done"]) == ("toy", 120, 120)

    code, out, err = whoknows("experiment", "show", "toy", "--json")
    shown = json.loads(out)
    assert [series["setup"]["cards"] for series in shown["cells"]] == [4, 4, 5, 5]
    assert {"mean", "error", "low", "high", "quantiles"} <= set(
        shown["cells"][0]["seats"][0]
    )

    code, out, err = whoknows("experiment", "plot", "toy", "-o", "toy.svg")
    assert (code, out, err) == (0, "", "wrote toy.svg\n")
    code, out, err = whoknows("experiment", "export", "toy", "-o", "toy.csv")
    assert err == "wrote toy.csv: 120 rows\n"
    for ending in ("", ".csv"):
        code, out, err = whoknows("experiment", "export", "toy", "-o", "a" * 300 + ending)
        assert code == 2
        assert "File name too long" in err

    code, out, err = whoknows(
        "experiment", "game", "toy", 7, "--cell", 2, "-o", "game.json"
    )
    assert code == 0
    code, out, err = whoknows("replay", "game.json", "--game", TOY)
    assert "0 lowest" in out

    code, out, err = whoknows("experiment", "delete", "toy")
    assert (code, err) == (
        2,
        "whoknows: error: toy has 120 games; say --yes to delete them\n",
    )
    assert whoknows("experiment", "delete", "toy", "--yes")[0] == 0
    assert whoknows("experiment", "list")[1] == "No experiments yet.\n"


def test_the_same_run_again_changes_nothing(whoknows):
    first = whoknows(*RUN, "--json")
    assert whoknows(*RUN, "--json") == first
    assert whoknows("experiment", "resume", "toy", "--json", "--workers", 1) == first


def test_options_stand_over_the_file(whoknows, tmp_path):
    (tmp_path / "best.toml").write_text(
        f'game = "{TOY}"\ngames = 5\nstrategies = ["random"]\n'
    )
    _code, out, _ = whoknows(
        "experiment", "run", "best.toml", "--trust", "--games", 7, "--json", "--workers", 1
    )
    found = json.loads(out)
    assert (found["name"], found["games"]) == ("best", 7)


def test_a_game_of_an_experiment_is_the_game_of_its_row(whoknows, tmp_path):
    from toy import TOY as toy

    whoknows(*RUN)
    whoknows("experiment", "game", "toy", 3, "-o", "game.json")
    whoknows("experiment", "export", "toy", "-o", "toy.csv")
    line = (tmp_path / "toy.csv").read_text().splitlines()[4].split(",")
    told = load(tmp_path / "game.json", lambda name: toy)
    assert str(told.table.seed) in line


def test_a_tournament(whoknows):
    words = ("tournament", TOY, "--strategies", "lowest,highest,random", "--games", 20)
    code, out, err = whoknows(*words, "--workers", 1, "--set", "cards=9")
    assert (code, err) == (0, "")
    assert "rating" in out
    code, out, err = whoknows(*words, "--workers", 1, "--set", "cards=9", "--json")
    found = json.loads(out)
    assert found["games"] == 6 * 20
    assert len(found["table"]) == 3
    code, out, err = whoknows(*words, "--set", "cards=9,10")
    assert (code, err) == (
        2,
        "whoknows: error: a tournament has one setup; cards has 2 values\n",
    )


WRONG = [
    (("run",), "name a file, or a game with --game"),
    (("run", "none.toml"), "cannot read none.toml: No such file or directory"),
    (("run", "--game", "tyo"), "no game 'tyo'"),
    (("run", "--game", TOY), "no strategies are named for the seats"),
    (("run", "--game", TOY, "--strategy", "lowst"), "did you mean 'lowest'"),
    (("run", "--game", TOY, "--strategy", "random", "--set", "cards"), "wanted NAME=VALUE"),
    (
        ("run", "--game", TOY, "--strategy", "random", "--set", "crads=3"),
        "did you mean 'cards'",
    ),
    (("run", "--game", TOY, "--strategy", "random", "--games", 10**8), "say --yes"),
    (("run", "--game", TOY, "--strategy", "random", "--games", 0), "--games"),
    (("run", "--game", TOY, "--strategy", "mine.py:mine"), "cannot read mine.py"),
    ((*RUN[1:], "--cluster", "bogus"), "bogus is no address of a scheduler"),
    (("show", "nothing"), "no experiment 'nothing'; there are none"),
    (("resume", "nothing"), "no experiment 'nothing'"),
    (("list", "--db", "nowhere/rows.db"), "cannot use the database nowhere/rows.db"),
]


@pytest.mark.parametrize(("words", "message"), WRONG)
def test_what_is_wrong_is_one_line(whoknows, words, message):
    code, out, err = whoknows("experiment", *words)
    assert (code, out) == (2, "")
    assert err.startswith("whoknows: error: ")
    assert message in err
    assert err.count("\n") == 1


def test_a_faulty_strategy_keeps_the_rows_and_says_how_to_go_on(whoknows):
    words = [*RUN[:8], "--name", "it fails", "--strategy", "lowest"]
    code, out, err = whoknows(*words, "--strategy", "highest,faulty")
    assert (code, out) == (2, "")
    first, second = err.splitlines()
    assert first.endswith("To go on: whoknows experiment resume 'it fails'")
    assert second.startswith("whoknows: error: series 1 game 0 (lowest, faulty): ")
    assert "30 games, 30 of 60" in whoknows("experiment", "show", "it fails")[1]


def test_values_of_options():
    assert batches.read_options(["a=1,2.5,x", "b=[1,2],[3]", "c-d=true"]) == {
        "a": [1, 2.5, "x"],
        "b": [[1, 2], [3]],
        "c_d": [True],
    }


def test_the_line_beside_the_bar():
    from whoknows.experiments.running.run import Progress

    progress = Progress(Pace(total=200, before=100, done=50, began=0.0))
    progress.count(3, 2, 0.5)
    line = batches.pace_text(progress)
    assert line.startswith("150/200 ")
    assert line.endswith("series 3: 0.25")
    assert clock(3723) == "1:02:03"
    assert clock(63) == "1:03"
