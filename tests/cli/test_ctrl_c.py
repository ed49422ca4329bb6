"""Ctrl-C ends every long command at once, with exit code 130 and nothing left behind.

Each command is a real process in a group of its own, and the whole group gets the signal,
as it does from a terminal.
"""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from machine import PATIENCE, until
from whoknows.cli.main import main
from whoknows.work.signals import note_interrupt

LONG = [
    "hats best --players 4 --colors 4 --time-limit 500",
    "hats best --players 8 --p 0.6 --time-limit 500",
    "hats psi --players 6",
    "hats maximal --players 5",
    "hats codes --length 12 --search --time-limit 300",
    "hats tables",
    "mastermind optimal --pegs 4 --colors 6",
    "mastermind static --pegs 4 --colors 6",
    "mastermind compare --pegs 5 --colors 7",
    "balance solve --coins 60 --odd 2",
    "experiment run --game davinci --strategy random --games 100000 --workers 2",
    "experiment run --game davinci --strategy random --games 100000 --workers 1",
    "tournament davinci --strategies random,careful --set players=2 --games 100000",
    "reproduce",
    "lab --no-browser --port 18765",
    "play mastermind",
    "check -",
]


@pytest.mark.slow
@pytest.mark.parametrize("command", LONG)
def test_a_long_command_ends_with_130(command, tmp_path):
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-m", "whoknows", *command.split()],
        cwd=tmp_path,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            time.sleep(6)
            assert process.poll() is None, "it ended by itself: take a longer one"
            os.killpg(process.pid, signal.SIGINT)
            said, _ = process.communicate(timeout=PATIENCE)
            assert process.returncode == 130, said
            assert "Traceback" not in said
            assert "whoknows: stopped" in said
            until(lambda: not members(process.pid), what="the end of its workers")
        finally:
            for left in members(process.pid):
                left.kill()


def test_an_interrupt_of_before_is_not_the_command_s(monkeypatch, capsys):
    """Two commands in one process: Ctrl-C in the first says nothing of the second."""
    note_interrupt()
    monkeypatch.setattr(sys, "argv", ["whoknows", "--version"])
    with pytest.raises(SystemExit) as done:
        main()
    assert (done.value.code, capsys.readouterr().err) == (0, "")


def members(group):
    """The processes of a group that are left."""
    found = []
    for process in psutil.process_iter():
        try:
            if os.getpgid(process.pid) == group and process.status() != "zombie":
                found.append(process)
        except (ProcessLookupError, psutil.NoSuchProcess):
            continue
    return found
