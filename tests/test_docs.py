"""Commands shown in the README and the docs print what is shown.

A block fenced as `console` holds lines `$ whoknows ...`, each followed by its output;
`...` stands for what changes from run to run.  The word that kernels are being compiled,
which comes once on a machine, does not count.  Python examples are doctests of their own.
"""

import doctest
import os
import re
import sys
from pathlib import Path

import pytest

from commands import said_by
from whoknows.work.progress import KERNELS

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
LONG = ("whoknows hats psi --players 6",)  # commands of ten seconds
BEGUN = r"\S+: [\d,]+ of [\d,]+ games so far\n"  # said after some seconds
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def examples():
    """Every command shown, with its page and what it should print."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, printed = part.partition("\n")
                name = page.relative_to(ROOT).as_posix()
                marks = [pytest.mark.slow] if command.startswith(LONG) else []
                yield pytest.param(command, printed, id=f"{name}: {command}", marks=marks)


@pytest.mark.parametrize(("command", "printed"), list(examples()))
def test_a_shown_command_prints_what_is_shown(command, printed, tmp_path):
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
    }
    said = said_by(command, ROOT, environment, tmp_path)
    errors = re.sub(f" *{re.escape(KERNELS)}\n|{BEGUN}", "", said.stderr)
    shown = [said.stdout + errors, said.stdout]  # a busy machine may tell its progress
    alike = doctest.OutputChecker().check_output
    assert any(alike(printed, text, FLAGS) for text in shown), shown[0]
