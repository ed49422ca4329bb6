"""Compiled functions where nothing can be kept on disk, and where there is no compiler."""

import subprocess
import sys

import pytest

from machine import PATIENCE
from whoknows.work.compiled import compiled

SOURCE = "def twice(n):\n    return 2 * n\n"


def test_a_function_whose_folder_cannot_be_written_is_compiled_all_the_same():
    """Numba has no place for the machine code of a file that is nowhere."""
    names = {}
    exec(compile(SOURCE, "/nowhere/twice.py", "exec"), names)
    twice = compiled(nogil=True)(names["twice"])
    assert twice(21) == 42
    assert not twice.stats.cache_path


WITHOUT_NUMBA = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "numba":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Nothing())
from whoknows.cli.entry import main
main()
"""


def without_numba(line):
    """What a command says, and its exit code, where numba is not installed."""
    command = [sys.executable, "-c", WITHOUT_NUMBA, *line.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "mastermind optimal --pegs 2 --colors 3",
        "mastermind static --pegs 2 --colors 3",
        "hats maximal --players 6",
        "hats codes --length 9 --search",
    ],
)
def test_what_needs_numba_names_the_extra_that_brings_it(line):
    code, words = without_numba(line)
    assert code == 2
    assert words.endswith("error: this needs numba: pip install 'whoknows[solve]'\n")


@pytest.mark.parametrize(
    "line",
    [
        "watch mastermind --seed 3",
        "watch egghead --players 2 --seed 3",
        "hats codes --length 9",
        "doctor",
    ],
)
def test_the_rest_works_without_it(line):
    code, words = without_numba(line)
    assert code == 0, words
