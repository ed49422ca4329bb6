"""The command line as a stranger meets it: a real process, its words, its exit codes."""

import json
import os
import runpy
import subprocess
import sys
from importlib.metadata import version


def whoknows(*words: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "whoknows", *words]
    around = {**os.environ, **surroundings}
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=around)


def test_help_names_the_lab():
    said = whoknows("--help")
    assert said.returncode == 0
    assert "lab" in said.stdout


def test_an_unknown_command_is_one_line_and_exit_code_2():
    said = whoknows("bogus")
    assert said.returncode == 2
    assert said.stdout == ""
    assert said.stderr == "whoknows: error: No such command 'bogus'.\n"


def test_help_imports_nothing_heavy():
    heavy = "numpy scipy numba nicegui matplotlib sqlalchemy joblib lark textual".split()
    script = (
        "import sys; sys.argv[1:] = ['--help']\n"
        "from whoknows.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        f"sys.exit(' '.join(m for m in {heavy} if m in sys.modules) or 0)"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert said.stderr == ""
    assert said.returncode == 0


def test_the_doctor_says_what_there_is_and_where_data_lives(tmp_path):
    found = json.loads(whoknows("doctor", "--json", XDG_DATA_HOME=str(tmp_path)).stdout)
    assert found["packages"]["numpy"] == version("numpy")
    assert found["extras"]["symbolic"] == version("oxidd")
    assert found["extras"]["tui"] == version("textual")
    assert found["store"] == {"folder": str(tmp_path / "whoknows"), "writable": True}
    assert "nicegui" in whoknows("doctor").stdout


def test_a_worker_that_imports_the_main_module_runs_no_command(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["whoknows", "--version"])
    runpy.run_module("whoknows.__main__", run_name="__mp_main__")
    assert capsys.readouterr().out == ""
