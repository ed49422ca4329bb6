"""`whoknows terminal` as a stranger meets it: in a real terminal, killed, and resumed."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from time import monotonic

from typer.testing import CliRunner

from machine import PATIENCE
from tests.test_cli import whoknows
from tests.tui.screen import mastermind
from whoknows.cli.main import app
from whoknows.store import open_store


def said_by(*words):
    """What a command prints, in this process."""
    result = CliRunner(env={"COLUMNS": "80"}).invoke(app, words)
    assert result.exit_code == 0, result.output
    return result.stdout


class Terminal:
    """A program in a terminal of 80 columns and 24 lines."""

    def __init__(self, *words: str, **around: str) -> None:
        self.seen = ""
        self.process, self.file = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm-256color", **around)
            os.execv(sys.executable, [sys.executable, "-m", "whoknows", *words])
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def wait_for(self, words: str) -> None:
        end = monotonic() + PATIENCE
        while words not in self.seen:
            assert monotonic() < end, self.seen[-2000:]
            if select.select([self.file], [], [], 0.2)[0]:
                try:
                    data = os.read(self.file, 65536)
                except OSError:  # the program has ended
                    assert words in self.seen, self.seen[-2000:]
                    return
                text = data.decode(errors="replace")
                self.seen += re.sub(r"\x1b\[[0-9;?<>=]*[a-zA-Z]", "", text)

    def type(self, keys: str) -> None:
        self.seen = ""
        os.write(self.file, keys.encode())

    def ended(self) -> int:
        code = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.close(self.file)
        return code


def test_a_game_in_a_real_terminal_is_killed_and_gone_on_with(tmp_path):
    db = str(tmp_path / "games.db")
    first = Terminal("terminal", "mastermind", "--seed", "3", "--db", db)
    first.wait_for("Your guess")
    first.type("1122\r")
    first.wait_for(" left")
    os.kill(first.process, signal.SIGKILL)
    assert first.ended() == -signal.SIGKILL

    second = Terminal("terminal", "resume", "--db", db, "-o", str(tmp_path / "g.json"))
    second.wait_for(" left")
    second.wait_for("Your guess")
    second.type("3344\r")
    second.wait_for("3344:")
    second.type("\x11")  # Ctrl-Q
    second.wait_for("The game waits: whoknows terminal resume")
    assert second.ended() == 0

    [known] = json.loads(said_by("terminal", "games", "--db", db, "--json"))
    assert (known["game"], known["moves"], known["over"]) == ("mastermind", 2, False)
    said = said_by("replay", str(tmp_path / "g.json"))
    assert "1122" in said
    assert "3344" in said


def test_kept_games_are_listed_and_written_as_transcripts(tmp_path):
    db = str(tmp_path / "games.db")
    assert "No game is kept yet" in said_by("terminal", "games", "--db", db)
    with open_store(db) as store:
        sitting = mastermind(store).moved("1122")
    listed = said_by("terminal", "games", "--db", db)
    assert sitting.id in listed
    assert "waits" in listed
    told = said_by("terminal", "transcript", sitting.id, "--db", db)
    assert [move["move"] for move in json.loads(told)["moves"]] == ["1122"]
    file = tmp_path / "game.json"
    said_by("terminal", "transcript", sitting.id, "--db", db, "-o", str(file))
    assert json.loads(file.read_text()) == json.loads(told)


def test_without_a_terminal_it_says_what_to_do_instead():
    said = whoknows("terminal", "mastermind")
    assert said.returncode == 2
    assert said.stderr == (
        "whoknows: error: this needs a terminal; `whoknows play mastermind` reads lines\n"
    )


def test_without_textual_the_extra_is_named():
    script = (
        "import sys; sys.modules['textual'] = None\n"
        "sys.argv[1:] = ['terminal', 'davinci']\n"
        "from whoknows.cli.main import main\n"
        "main()"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE
    )
    assert said.returncode == 2
    assert said.stderr == (
        "whoknows: error: this needs textual: pip install 'whoknows[tui]'\n"
    )
