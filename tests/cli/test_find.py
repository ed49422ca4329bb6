"""`whoknows valid` and `whoknows find`, as a person and as a program meets them."""

import json

import pytest
from typer.testing import CliRunner

from whoknows.cli.main import app
from whoknows.errors import BadSetup, UnknownName


def run(*words):
    said = CliRunner(env={"COLUMNS": "80"}).invoke(app, list(words))
    if said.exception and not isinstance(said.exception, SystemExit):
        raise said.exception
    return said


def test_valid_says_yes_and_no():
    assert run("valid", "K ann p -> p").stdout == "yes: valid in S5\n"
    said = run("valid", "p -> K ann p").stdout
    assert said.startswith("no: not valid in S5; a countermodel has 2 worlds")
    assert "ann cannot tell apart 0, 1" in said


def test_valid_as_a_document():
    said = json.loads(run("valid", "p -> K ann p", "--json").stdout)
    assert said["valid"] is False
    assert said["worlds"] == 2
    assert said["smallest"] is True
    assert said["actual"] == "0"
    assert said["countermodel"]["cells"] == {"ann": [["0", "1"]]}
    assert [world["facts"] for world in said["countermodel"]["worlds"]] == [["p"], []]
    said = json.loads(run("valid", "p -> p", "--json").stdout)
    assert (said["valid"], said["countermodel"], said["worlds"]) == (True, None, None)


def test_find_as_a_document():
    said = json.loads(run("find", "p & K ann ~p", "--logic", "KD45", "--json").stdout)
    assert (said["satisfiable"], said["worlds"], said["smallest"]) == (True, 2, True)
    assert said["model"]["links"] == {"ann": [["0", "1"], ["1", "1"]]}
    assert said["seconds"] >= 0
    said = json.loads(run("find", "p & K ann ~p", "--json").stdout)
    assert (said["satisfiable"], said["model"], said["actual"]) == (False, None, None)


def test_consequence_and_equivalence():
    given = run("valid", "K ann q", "--given", "p", "--given", "p -> q").stdout
    assert given == "yes: valid in S5\n"
    same = run("valid", "Kw ann p", "--same-as", "Kw ann ~p").stdout
    assert same == "yes: say the same in S5\n"
    other = run("valid", "E{a, b} p", "--same-as", "D{a, b} p").stdout
    assert other.startswith("no: do not say the same in S5")


def test_a_model_is_drawn_or_written(tmp_path):
    for ending, start in (
        ("svg", "<svg"),
        ("dot", "graph"),
        ("json", "{"),
        ("txt", "worlds"),
    ):
        out = tmp_path / f"model.{ending}"
        said = run("find", "p & ~K ann p", "-o", str(out))
        assert out.read_text().startswith(start)
        assert f"{out.name}: a model of 2 worlds" in said.stderr
    again = run("check", str(tmp_path / "model.txt"), "--json").stdout
    assert json.loads(again)["worlds"] == 2
    said = run("find", "p & ~p", "-o", str(tmp_path / "none.svg"))
    assert "there is no model" in said.stderr
    assert not (tmp_path / "none.svg").exists()


def test_exercises_are_answered():
    said = json.loads(run("find", "--random", "3", "--seed", "2", "--json").stdout)
    assert len(said["exercises"]) == 3
    for one in said["exercises"]:
        assert len(one["model"]["worlds"]) == 4
        assert {"formula", "satisfiable", "valid", "true_in"} <= set(one)


def test_a_random_exercise_without_a_number(tmp_path):
    out = tmp_path / "model.json"
    said = run("find", "--random", "--seed", "2", "--depth", "1", "-o", str(out)).stdout
    assert said.startswith("1. ")
    assert "2. " not in said
    assert said == run("find", "--random=1", "--seed", "2", "--depth", "1").stdout
    assert json.loads(out.read_text())["worlds"]
    one, two = (json.loads(run("find", "--random", "--json").stdout) for _ in range(2))
    assert len(one["exercises"]) == 1
    assert one["seed"] != two["seed"]
    again = run("find", "--random", "--seed", str(one["seed"]), "--json").stdout
    assert json.loads(again) == one


def test_the_characteristic_formula_of_a_file():
    said = json.loads(run("find", "--like", "examples/hexa.txt", "--json").stdout)
    assert said["formula"].count("C{") == 1


@pytest.mark.parametrize(
    ("words", "error", "part"),
    [
        (["find"], BadSetup, "one of these is wanted"),
        (["find", "p", "--random", "2"], BadSetup, "one of these is wanted"),
        (["find", "--random", "p"], BadSetup, "one of these is wanted"),
        (["find", "p", "-o", "x.png"], BadSetup, "'x.png' should end in"),
        (["valid", "p", "--logic", "S4"], UnknownName, "no logic 'S4'"),
        (["find", "--random", "99999"], BadSetup, "1 to 10000 exercises"),
        (
            ["find", "--like", "examples/muddy_converted.txt"],
            BadSetup,
            "names no actual world",
        ),
    ],
)
def test_mistakes_are_said(words, error, part):
    with pytest.raises(error, match=part):
        run(*words)
