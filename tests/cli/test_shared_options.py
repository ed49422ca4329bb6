"""Options that commands share."""

from typing import Annotated

import typer
from typer.testing import CliRunner

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
