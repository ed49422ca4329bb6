"""Looking runs nothing: code that came with a database runs only at a person's word."""

import json
import sys
from pathlib import Path

import pytest

from whoknows.cli.main import main
from whoknows.errors import BadStore, NotAllowed
from whoknows.experiments.experiment import (
    checked,
    from_stored,
    own_experiment,
    stored_series,
)
from whoknows.experiments.rows.figures import report
from whoknows.experiments.running.run import begin, run_experiment
from whoknows.experiments.trust import foreign
from whoknows.store import open_store
from whoknows.store.experiment_rows import add_experiment, change_document, find_entry
from whoknows.web.experiment_runs import played
from whoknows.work import Here

TOY = Path(__file__).parents[1] / "toy.py"
LOOKING = [
    ("show", "planted"),
    ("show", "planted", "--json"),
    ("export", "planted", "-o", "rows.csv"),
    ("plot", "planted", "-o", "rows.svg"),
    ("list",),
]


@pytest.fixture
def whoknows(monkeypatch, capsys):
    """The command in this very process."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["whoknows", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return end.value.code, out + err

    return run


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """A database of somebody else: its text leaves a trace wherever it is run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "theirs"))
    game = tmp_path / "game.py"
    game.write_text(TOY.read_text())
    plan = {"game": f"{game}:TOY", "games": 3, "strategies": ["lowest"], "name": "planted"}
    with open_store("shared.db") as store:
        entry = begin(store, checked(own_experiment(plan)))
        run_experiment(store, entry, where=Here())
        trace = tmp_path / "trace"
        document = json.loads(json.dumps(entry.document))
        [(path, text)] = document["sources"].values()
        text += f"\nfrom pathlib import Path\nPath({str(trace)!r}).touch()\n"
        document["sources"] = {plan["game"]: [path, text]}
        document["games"] = 4
        change_document(store, entry.id, document)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "ours"))
    return trace


@pytest.mark.parametrize("words", LOOKING, ids=" ".join)
def test_to_look_at_an_experiment_runs_nothing(planted, whoknows, words):
    code, said = whoknows("experiment", *words, "--db", "shared.db")
    assert code == 0, said
    assert not planted.exists()


@pytest.mark.parametrize(
    "words", [("resume", "planted"), ("game", "planted", 1, "-o", "game.json")]
)
def test_code_of_somebody_else_runs_only_at_a_word(planted, whoknows, words):
    code, said = whoknows("experiment", *words, "--db", "shared.db")
    assert code == 2
    assert "game.py" in said
    assert "--trust" in said
    assert not planted.exists()
    code, said = whoknows("experiment", *words, "--db", "shared.db", "--trust")
    assert code == 0, said
    assert planted.exists()


def test_a_person_at_a_terminal_is_asked(planted, whoknows, monkeypatch):
    asked = []

    def answer(text, **_):
        asked.append(text)
        return False

    monkeypatch.setattr("typer.confirm", answer)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    code, _ = whoknows("experiment", "resume", "planted", "--db", "shared.db")
    assert (code, len(asked)) == (2, 1)
    assert not planted.exists()


def test_the_lab_runs_no_code_of_a_database(planted):
    with open_store("shared.db") as store:
        key = find_entry(store, "planted").id
    with pytest.raises(NotAllowed, match="the lab runs none"):
        played("shared.db", key, 1)
    assert not planted.exists()


def test_ones_own_file_needs_no_word(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    plan = {"game": f"{TOY}:TOY", "games": 2, "strategies": ["lowest"]}
    with open_store(str(tmp_path / "own.db")) as store:
        entry = begin(store, checked(own_experiment(plan)))
        assert foreign(from_stored(entry.document, entry.name)) == []
        assert run_experiment(store, entry, where=Here()).done == 2


def test_a_file_without_its_text_is_not_read_from_this_disk(tmp_path):
    name = f"{TOY}:TOY"
    document = checked(
        own_experiment({"game": name, "games": 2, "strategies": ["lowest"]})
    ).document
    with open_store(str(tmp_path / "x.db")) as store:
        add_experiment(store, "abc", "bare", document | {"sources": {}}, 2)
        with pytest.raises(BadStore, match="has no text"):
            run_experiment(store, find_entry(store, "abc"), where=Here())


def test_another_experiment_under_the_same_id_is_noticed(tmp_path):
    plan = {"game": "mastermind", "games": 2, "strategies": ["first"]}
    experiment = checked(own_experiment(plan))
    with open_store(str(tmp_path / "x.db")) as store:
        theirs = experiment.document | {"seed": 99}
        add_experiment(store, experiment.key, "theirs", theirs, 2)
        with pytest.raises(BadStore, match="another experiment"):
            begin(store, experiment)


def test_stored_cells_are_those_of_the_plan(tmp_path):
    plan = {
        "game": "mastermind", "games": 1, "strategies": [["first", "entropy"]],
        "setup": {"pegs": [2, 3], "colors": [3, 4]},
    }  # fmt: skip
    experiment = checked(own_experiment(plan))
    with open_store(str(tmp_path / "x.db")) as store:
        entry = begin(store, experiment)
    assert stored_series(entry.document, "x") == experiment.series()
    older = {key: value for key, value in entry.document.items() if key != "cells"}
    assert stored_series(older, "x") == experiment.series()
    for wrong in ({}, {"setups": [], "seatings": [], "pairs": [[0, 0]]}, 5):
        with pytest.raises(BadStore, match="series of x"):
            stored_series({**older, "cells": wrong}, "x")


def test_an_experiment_of_an_older_program_is_brought_up(tmp_path):
    plan = {"game": f"{TOY}:TOY", "games": 2, "strategies": ["lowest"]}
    experiment = checked(own_experiment(plan))
    with open_store(str(tmp_path / "x.db")) as store:
        add_experiment(store, experiment.key, "old", experiment.document, 2)
        with pytest.raises(BadStore, match="resume --trust"):
            report(store, find_entry(store, "old"))
        entry = run_experiment(store, find_entry(store, "old"), where=Here(), trust=True)
        assert len(report(store, entry).series) == 1
