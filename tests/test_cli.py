"""The command line as a stranger meets it: a real process, its words, its exit codes."""

import subprocess
import sys


def whoknows(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "whoknows", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


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
    heavy = "numpy scipy numba nicegui matplotlib sqlalchemy joblib lark".split()
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
