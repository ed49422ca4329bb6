"""What people write is shown as they wrote it, never taken for markup."""

import pytest

from whoknows.cli.console import say_table


@pytest.mark.parametrize("text", ["[/]", "[/red]", "power:-1", ":smile:", "[bold]x"])
def test_a_cell_a_head_and_a_title_are_text(text, capsys):
    say_table([text, "b"], [[text, "1"]], title=text)
    assert capsys.readouterr().out.count(text) == 3
