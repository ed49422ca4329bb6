"""The help of every command: plain, narrow where the terminal is, and without types."""

import contextlib
import io
import re

import pytest
import typer
import typer.core
from typer.main import get_command

from whoknows.cli import help as plain_help
from whoknows.cli.main import app

COMMAND = get_command(app)  # made once: the whole tree of commands


@pytest.fixture(scope="module")
def every_command():
    return [words for words, _ in plain_help.every_command(COMMAND)]


def help_of(words, columns, monkeypatch):
    """What `--help` prints on a terminal of so many columns."""
    monkeypatch.setattr(typer.core, "HAS_RICH", False)  # as the command itself does
    monkeypatch.setitem(COMMAND.context_settings, "terminal_width", columns - 2)
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        COMMAND.main([*words, "--help"], standalone_mode=False, prog_name="whoknows")
    return out.getvalue()


@pytest.mark.parametrize("columns", [40, 80])
def test_every_help_fits_and_names_no_types(columns, every_command, monkeypatch):
    assert len(every_command) > 100
    for words in every_command:
        said = help_of(words, columns, monkeypatch)
        assert said.startswith("Usage: "), words
        for line in said.splitlines():
            assert len(line) <= columns, (words, line)
        assert not re.search(r"<(bool|int|str|float|list|path)", said), words


def test_a_narrow_help_puts_names_on_lines_of_their_own(monkeypatch):
    said = help_of(["hats", "best"], 40, monkeypatch)
    assert "--time-limit X\n" in said
    assert "  --time-limit X " in help_of(["hats", "best"], 80, monkeypatch)


def test_a_name_of_an_unknown_kind_stays():
    assert plain_help.plain_name("--at <uuid>") == "--at uuid"
