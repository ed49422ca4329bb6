"""`whoknows puzzle` as a stranger meets it."""

import json
from types import SimpleNamespace

import pytest

from whoknows.cli.main import main

NAMES = (
    "muddy hats cheryl sum-product consecutive logicians russian-cards cryptographers "
    "pardon prisoners"
).split()


@pytest.fixture
def whoknows(monkeypatch, capsys):
    """Run `whoknows puzzle ...` in this process: its words and its exit code."""

    def run(*words):
        monkeypatch.setattr("sys.argv", ["whoknows", "puzzle", *words])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return SimpleNamespace(returncode=left.value.code, stdout=said.out, stderr=said.err)

    return run


def test_without_a_name_all_are_listed(whoknows):
    said = whoknows()
    assert said.returncode == 0
    assert [name for name in NAMES if name not in said.stdout] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_is_one_document(whoknows, name):
    said = whoknows(name, "--json")
    told = json.loads(said.stdout)
    assert told["puzzle"] == name
    assert told["worlds"][1:] == [step["worlds"] for step in told["steps"]]
    assert all(step["said"] for step in told["steps"])
    assert {"options", "answer"} <= set(told)


def test_sum_and_product_for_people(whoknows):
    said = whoknows("sum-product")
    for count in ("2352", "145", "86", "4 and 13", "x + y <= 100"):
        assert count in said.stdout


def test_fewer_muddy_than_children(whoknows):
    told = json.loads(whoknows("muddy", "--children", "4", "--muddy", "2", "--json").stdout)
    assert told["options"] == {"children": 4, "muddy": 2}
    assert told["worlds"] == [16, 15, 11, 1, 1]


def test_all_good_announcements(whoknows):
    told = json.loads(whoknows("russian-cards", "--find", "--json").stdout)
    assert told["answer"]["counts"] == {"5": 60, "6": 36, "7": 6}
    assert told["answer"]["total"] == 102


def test_the_same_seed_gives_the_same_games(whoknows):
    words = ["prisoners", "--prisoners", "5", "--seed", "3", "--json"]
    first, second = whoknows(*words), whoknows(*words)
    assert first.stdout == second.stdout
    assert json.loads(first.stdout)["options"]["seed"] == 3


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("muddy --children 3 --muddy 4", "4 of 3 children"),
        ("muddy --children 64 --engine cube", "memory"),
        ("muddy --engine cubes", "did you mean 'cube'"),
        ("sum-product --bound 50", "true in none of"),
        ("mudy", "No such command 'mudy'"),
        ("pardon --chance 3/2", "wanted a chance from 0 to 1, such as 1/2, not '3/2'"),
        ("pardon --chance 1/0", "wanted a chance from 0 to 1"),
        ("pardon --named A", "there are B, C"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(whoknows, words, wrong):
    said = whoknows(*words.split())
    assert said.returncode == 2
    assert said.stdout == ""
    assert said.stderr.startswith("whoknows: error: ")
    assert said.stderr.count("\n") == 1
    assert wrong in said.stderr
