"""Options that commands share."""

from inspect import signature
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from whoknows.asking.option import options_of
from whoknows.catalog import GAMES
from whoknows.cli import balance, egghead, mastermind_options
from whoknows.cli.shared_options import sharing

app = typer.Typer()


@app.callback()
def start() -> None:
    """Two commands."""


def pair(
    left: Annotated[int, typer.Option(help="The left one.")] = 1,
    right: Annotated[int, typer.Option(help="The right one.")] = 2,
):
    return left, right


@app.command()
@sharing(pair)
def one(both: "never looked up", *, loud: bool = False) -> None:  # type: ignore  # noqa: F722
    """Say both."""
    typer.echo(f"{both}{'!' * loud}")


@app.command()
@sharing(pair, right=7)
def other(both) -> None:
    """Say both, with a default of its own."""
    typer.echo(f"other {both}")


def said(*words):
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 0, found.output
    return found.output.strip()


def test_what_is_made_of_shared_options_comes_first():
    assert said("one") == "(1, 2)"
    assert said("one", "--right", "5", "--loud") == "(1, 5)!"


def test_a_command_can_have_a_default_of_its_own():
    assert said("other") == "other (1, 7)"
    assert said("other", "--right", "2") == "other (1, 2)"


def test_help_is_the_commands_own_with_all_options():
    text = said("one", "--help")
    assert "Say both." in text
    assert all(word in text for word in ("--left", "--right", "--loud", "The left one."))


def test_a_command_can_be_called_as_a_function(capsys):
    other(left=4)
    assert capsys.readouterr().out == "other (4, 7)\n"


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("balance", balance.rules_of),
        ("mastermind", mastermind_options.rules_of),
        ("egghead", egghead.table_of),
    ],
)
def test_solvers_take_the_options_of_their_game_with_its_defaults(name, make):
    own = {option.name: option.default for option in options_of(GAMES[name].setup())}
    taken = {n: each.default for n, each in signature(make).parameters.items()}
    taken.pop("context", None)
    assert {n: default or own[n] for n, default in taken.items()} == {
        n: own[n] for n in taken
    }
