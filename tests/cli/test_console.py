"""What commands say while they work, and that places to write are tried before it."""

import shlex
from threading import Event

import pytest
from typer.testing import CliRunner

from whoknows.cli import console
from whoknows.cli.main import app
from whoknows.games.balance.rules import Rules
from whoknows.games.balance.solve import capacity


def test_what_takes_long_is_noted_and_what_does_not_is_not(monkeypatch):
    said = Event()
    monkeypatch.setattr(console, "note", lambda _: said.set())
    with console.noted_if_long("still here", 60):
        pass
    assert not said.is_set()
    with console.noted_if_long("still here", 0):
        assert said.wait(30)


def test_a_search_for_capacities_tells_how_far_it_is():
    told = []
    capacity.capacity(3, Rules(5, 2, kind="heavy"), report=told.append)
    assert any("positions looked into" in line for line in told)


@pytest.mark.parametrize(
    "call",
    [
        "valid 'p -> K ann p' --output nowhere/file.json",
        "find p --output nowhere/file.json",
        f"mastermind optimal --pegs 2 --colors 3 --keep {'a' * 400}",
        "mastermind plan --pegs 2 --colors 3 --output nowhere/plan.json",
        "balance solve --coins 3 --output nowhere/plan.json",
        "inquiry solve examples/animals.csv --output nowhere/plan.json",
    ],
)
def test_a_place_that_cannot_be_written_is_refused(call):
    result = CliRunner().invoke(app, shlex.split(call))
    assert result.exit_code != 0
    assert "cannot write" in f"{result.exception}"


@pytest.mark.parametrize("width", [20, 40, 59, 80, 120])
def test_no_number_of_a_table_is_broken(width, monkeypatch, capsys):
    """Words give way to numbers; on a narrow screen the table is a list."""
    monkeypatch.setenv("COLUMNS", str(width))
    numbers = ["1.58/1.58", "+0.25", "1,234,567", "99.5%"]
    columns = ["a", "move that is made", "b", "best", "c", "d"]
    row = [numbers[0], "ask " * 9, numbers[1], "name " * 9, *numbers[2:]]
    console.say_table(columns, [row])
    shown = capsys.readouterr().out
    for number in numbers:
        assert number in shown
    assert max(map(len, shown.splitlines())) <= width
