"""The command line as a stranger meets it: its process, its words, its exit codes."""

import json
import os
import runpy
import subprocess
import sys
from importlib.metadata import version
from types import ModuleType

import pytest

from machine import PATIENCE
from whoknows.cli import doctor, entry
from whoknows.cli.main import app, main


def whoknows(*words: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "whoknows", *words]
    around = {**os.environ, **surroundings}
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, env=around
    )


def test_help_names_the_lab():
    said = whoknows("--help")
    assert said.returncode == 0
    assert "lab" in said.stdout


def test_an_unknown_command_is_one_line_and_exit_code_2():
    said = whoknows("bogus")
    assert said.returncode == 2
    assert said.stdout == ""
    assert (
        said.stderr
        == "whoknows: error: No such command 'bogus'. For a list: python -m whoknows -h\n"
    )


def test_help_imports_nothing_heavy():
    heavy = "numpy scipy numba nicegui matplotlib sqlalchemy cloudpickle lark textual"
    script = (
        "import sys; sys.argv[1:] = ['--help']\n"
        "from whoknows.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        f"sys.exit(' '.join(m for m in {heavy.split()} if m in sys.modules) or 0)"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE
    )
    assert said.stderr == ""
    assert said.returncode == 0


def test_the_doctor_says_what_there_is_and_where_data_lives(tmp_path, monkeypatch, capsys):
    found = json.loads(whoknows("doctor", "--json", XDG_DATA_HOME=str(tmp_path)).stdout)
    assert found["packages"]["numpy"] == version("numpy")
    assert found["extras"]["symbolic"] == version("oxidd")
    assert found["extras"]["tui"] == version("textual")
    assert found["kernels"]["there"] is True
    assert found["kernels"]["state"].startswith("compiled, for ")
    assert found["kernels"]["numba"] == version("numba")
    assert found["store"] == {"folder": str(tmp_path / "whoknows"), "writable": True}
    monkeypatch.setattr(doctor, "findings", lambda: found)
    assert app(["doctor"], standalone_mode=False) in (0, None)
    said = capsys.readouterr().out
    assert "nicegui" in said
    assert "kernels in C, of large tables, EggHead, and hats: compiled, for " in said
    off = whoknows("doctor", XDG_DATA_HOME=str(tmp_path), KERNELS="no").stdout
    assert "switched off by KERNELS=no: slower twins in Python are used" in off


def test_a_worker_that_imports_the_main_module_runs_no_command(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["whoknows", "--version"])
    runpy.run_module("whoknows.__main__", run_name="__mp_main__")
    assert capsys.readouterr().out == ""


REFUSED = {
    "draw examples/muddy.txt -o x.svg --after zzz": "'zzz' should be a valid integer",
    "reproduce egghead --workers 1000000000": "1000000000 workers; wanted 1 to 1024",
    "balance solve --references 1000000000": "wanted 0 to 10,000",
    "balance play --draw zzz": "zzz: wanted a name that ends in .svg",
    "mastermind play --pegs 1000000000": "'1000000000' should be less than or equal to 32",
    "hats evaluate BPPR BPPR BPPR --rounds 0": "'0' should be greater than or equal to 1",
    "hats evaluate BPPR BPPR BPPR --weights 1": "weights are three numbers",
    "hats simulate --players 1000000000": "2 to 1000000 players",
    "davinci watch --players 0": "'0' should be greater than or equal to 2",
}


@pytest.mark.parametrize(("line", "wrong"), REFUSED.items())
def test_what_cannot_be_is_refused_at_once_in_one_line(line, wrong, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["whoknows", *line.split()])
    with pytest.raises(SystemExit) as left:
        main()
    said = capsys.readouterr()
    assert (left.value.code, said.out) == (2, "")
    assert said.err.startswith("whoknows: error: ")
    assert wrong in said.err
    assert said.err.count("\n") == 1


class Interrupted(ModuleType):
    """A module whose loading is interrupted."""

    def __getattr__(self, name):
        raise KeyboardInterrupt


def test_ctrl_c_while_the_program_is_loaded_is_one_line(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "whoknows.cli.main", Interrupted("whoknows.cli.main"))
    monkeypatch.setattr(sys, "argv", ["whoknows", "games"])
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert ended.value.code == 130
    assert capsys.readouterr().err == "whoknows: stopped\n"
