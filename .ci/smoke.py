"""A few commands of every part, each run as a person would; their words are looked at."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

PROGRAM = Path(sys.executable).with_name("whoknows")
COMMANDS = {  # and some words of the answer
    "--help": "games of knowledge",
    "check examples/muddy.txt": "yes",
    "draw examples/muddy.txt -o {folder}/model.svg": "model.svg",
    "puzzle muddy --children 40 --muddy 3": "muddy",
    "mastermind evaluate --strategy worst-case": "5,801",
    "mastermind optimal --pegs 3 --colors 4": "proven",
    "balance solve --coins 5 --odd 1 --kind heavy": "proven",
    "hats best --players 4": "proven",
    "hats psi --players 4 --plot {folder}/psi.svg": "psi.svg",
    "experiment run --game mastermind --strategy parts --games 20 --name few": "20",
    "experiment plot few -o {folder}/rows.svg": "rows.svg",
    "experiment export few -o {folder}/rows.parquet": "rows.parquet",
    "tournament davinci --strategies random,aggressive --games 2": "random",
    "doctor": "compiled, for",  # the kernels in C
}
MODULES = [
    "distributed",
    "psycopg",
    "whoknows.play.learners.aec",
    "whoknows.tui.terminal_game",
]


def main() -> int:
    """Run all of them; the number that failed."""
    with tempfile.TemporaryDirectory() as folder:
        lines = [(line.format(folder=folder), words) for line, words in COMMANDS.items()]
        failed = sum(not works(line, words) for line, words in lines)
    return failed + (not lab_opens()) + (not modules_load())


def lab_opens() -> bool:
    """Whether the lab answers with its first page."""
    port = 8765
    command = [PROGRAM, "lab", "--no-browser", "--port", str(port)]
    with subprocess.Popen(command) as lab:
        try:
            return said("whoknows lab", first_page(f"http://127.0.0.1:{port}/"))
        finally:
            lab.terminate()


def first_page(address: str) -> bool:
    """Whether the page at an address comes and is the lab's, within a minute."""
    for _ in range(120):
        try:
            with urlopen(address, timeout=60) as page:
                return b"Mastermind" in page.read()
        except URLError:
            time.sleep(0.5)
    return False


def modules_load() -> bool:
    """Whether the modules that only extras make can be imported."""
    lines = "; ".join(f"import {name}" for name in MODULES)
    done = subprocess.run([sys.executable, "-c", lines])
    return said(lines, done.returncode == 0)


def said(what: str, good: bool) -> bool:
    """The outcome, once it is told."""
    print("ok    " if good else "FAILED", what, flush=True)
    return good


def works(line: str, words: str) -> bool:
    """Whether a command ends well and says some words."""
    done = subprocess.run([PROGRAM, *line.split()], capture_output=True, text=True)
    spoken = done.stdout + done.stderr
    good = done.returncode == 0 and words in spoken
    if not good:
        print(spoken[-4000:])
    return said(f"whoknows {line}", good)


if __name__ == "__main__":
    sys.exit(main())
