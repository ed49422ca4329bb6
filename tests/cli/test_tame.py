"""Text of others is text: no markup, and nothing that steers the terminal of who reads."""

import csv
import json
import sys

import pytest

from whoknows.cli.main import main
from whoknows.errors import BadFile, BadStore, tame
from whoknows.experiments.experiment import checked, from_document
from whoknows.experiments.rows.export import export
from whoknows.experiments.running.run import begin, run_experiment
from whoknows.store import Store, open_store
from whoknows.store.experiment_rows import add_experiment, find_entry
from whoknows.work import Here

EVIL = "=cmd() [/b][red]x\x1b[31m\x1b]0;owned\x07\u202e\x9b1m\u061c\u200b\u2028"
STEERS = "\x1b\x07\x9b\u202e\u061c\u200b\u2028"


@pytest.fixture
def whoknows(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["whoknows", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        assert not set(STEERS) & set(out + err)
        return end.value.code, out + err

    return run


@pytest.fixture
def planted(tmp_path):
    """A database in which somebody has given an experiment an evil name."""
    path = str(tmp_path / "evil.db")
    plan = {"game": "mastermind", "games": 2, "strategies": ["first"]}
    with open_store(path) as store:
        entry = begin(store, checked(from_document(plan)))
        add_experiment(store, "evil", EVIL, entry.document, 2)
        run_experiment(store, find_entry(store, "evil"), where=Here())
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("list",),
        ("show", "evil"),
        ("show", "evil", "--json"),
        ("resume", "evil", "--workers", "1"),
        ("plot", "evil", "-o", "x.svg"),
        ("delete", "evil"),
        ("delete", "evil", "--yes"),
        ("show", EVIL),
        ("show", EVIL + "?"),
    ],
)
def test_the_name_of_an_experiment_is_text(planted, whoknows, words):
    code, said = whoknows("experiment", *words, "--db", planted)
    assert code in (0, 2)
    assert "[/b]" in said or "plot" in words


def test_names_in_a_transcript_are_text(whoknows, tmp_path):
    told = {"game": "mastermind", "seed": 1, "seats": [EVIL], "moves": []}
    (tmp_path / "game.json").write_text(json.dumps(told))
    code, said = whoknows("replay", "game.json")
    assert code == 0, said
    assert "[/b]" in said


def test_errors_are_text(whoknows):
    code, said = whoknows("replay", f"{EVIL}.json")
    assert code == 2
    assert "[/b]" in said


@pytest.mark.parametrize("name", [EVIL, "a\nb", "x" * 201])
def test_a_name_of_an_experiment_is_plain(name):
    with pytest.raises(BadFile, match="plain characters"):
        from_document({"game": "mastermind", "games": 1, "name": name})


def test_cells_of_a_csv_are_no_formulas(planted, tmp_path):
    path = tmp_path / "rows.csv"
    with open_store(planted) as store:
        export(store, find_entry(store, "evil"), path)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["name"] for row in rows} == {"'" + EVIL}
    assert all(not row["score_0"].startswith("'") for row in rows)  # numbers stay numbers


def test_letters_of_all_scripts_are_kept():
    kept = "naïve ∀x 日本語 עברית\tand\nlines 🎲"
    assert tame(kept) == kept


def test_strangers_are_not_told_where_the_database_is(tmp_path, caplog):
    path = tmp_path / "secret-folder" / "x.db"
    path.parent.mkdir()
    with open_store(str(path)) as store:
        discreet = Store(store.engine, discreet=True)
        with pytest.raises(BadStore) as error, discreet.reading() as connection:
            connection.exec_driver_sql("SELECT nothing FROM nowhere")
        assert "secret-folder" not in str(error.value)
        assert "secret-folder" in caplog.text
