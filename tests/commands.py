"""Commands in processes of their own that begin with everything imported.

Starting Python and importing numpy and numba takes longer than most commands.  A server
does that once; each command is a fresh copy of it, with its own folder, environment,
output, and end.
"""

import multiprocessing
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from machine import PATIENCE, joined

SERVER = multiprocessing.get_context("forkserver")
COMMANDS = Path(__file__).parents[1] / "src" / "whoknows" / "cli"
SERVER.set_forkserver_preload(
    [
        "pytest",
        "numba",
        *(f"whoknows.cli.{file.stem}" for file in COMMANDS.glob("[a-z]*.py")),
    ]
)
ALONE = (
    re.compile(  # one command of ours, perhaps without its errors, perhaps through a pipe
        r"whoknows (?P<words>(?:'[^']*'|\"[^\"$]*\"|[^'\"|;&<>])*?)"
        r"(?P<quiet> 2>/dev/null)?(?: \| (?P<through>.*))?"
    )
)

SAID: dict[tuple[str, Path, str], list[str]] = {}  # two pages may show the same command


@dataclass(frozen=True)
class Said:
    """What a line of the shell printed."""

    stdout: str
    stderr: str


def said_by(line, folder, environment, scratch):
    """What a line of the shell prints, run in a folder; our own commands start quickly."""
    found = ALONE.fullmatch(line)
    if found is None or "$" in line:
        ran = subprocess.run(
            ["bash", "-c", line],
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment,
            timeout=PATIENCE,
        )
        return Said(ran.stdout, ran.stderr)
    command = found["words"], folder, environment["COLUMNS"]
    if command not in SAID:
        SAID[command] = said_alone(found["words"], folder, environment, scratch)
    out, err = SAID[command]
    if found["through"]:
        out = subprocess.run(
            ["bash", "-c", found["through"]],
            input=out,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        ).stdout
    return Said(out, "" if found["quiet"] else err)


def said_alone(words, folder, environment, scratch):
    """What one command prints, and its errors, in a process of its own."""
    files = Path(scratch, "stdout"), Path(scratch, "stderr")
    home = environment["HOME"] + "/"
    words = [re.sub("^~/", home, word) for word in shlex.split(words)]
    process = SERVER.Process(target=_run, args=(words, folder, environment, files))
    process.start()
    joined(process, shlex.join(words))
    return [file.read_text(encoding="utf-8") for file in files]


def _run(words, folder, environment, files):
    """Run one command here, in a process that is its own."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, file in enumerate(files, start=1):
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(opened, number)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8")
    sys.argv = ["whoknows", *words]
    from whoknows.cli.entry import main

    try:
        main()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
