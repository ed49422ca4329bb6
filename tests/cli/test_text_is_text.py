"""What people write is shown as they wrote it, never taken for markup."""

import pytest
from typer.testing import CliRunner

from whoknows.cli.console import say_table
from whoknows.cli.main import app
from whoknows.errors import WhoknowsError


@pytest.mark.parametrize("text", ["[/]", "[/red]", "power:-1", ":smile:", "[bold]x"])
def test_a_cell_a_head_and_a_title_are_text(text, capsys):
    say_table([text, "b"], [[text, "1"]], title=text)
    assert capsys.readouterr().out.count(text) == 3


@pytest.mark.parametrize(
    "words",
    [["review", "a" * 5000], ["hats", "evaluate", "[" * 100_000]],
    ids=["name", "["],
)
def test_what_is_far_too_long_is_an_error_of_ours(words, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert isinstance(CliRunner().invoke(app, words).exception, WhoknowsError)
