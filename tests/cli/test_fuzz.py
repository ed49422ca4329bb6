"""Every command with options drawn at random: no traceback, no silent hang.

A person's own mistake is one of our errors; nothing else may come out of a command, and
whoever waits more than ten seconds is told something meanwhile.  A call that has told
something is ended after two seconds, so that ten thousand are cheap.  Seconds are those
of the processor, so that a busy machine changes nothing.  `WHOKNOWS_FUZZ` sets the number
of calls, and `WHOKNOWS_FUZZ_SEED` which ones.
"""

import os
import random
import shlex
import signal
import sys
import time
from contextlib import contextmanager

import pytest
import typer
from typer.testing import CliRunner

from whoknows.cli.main import app
from whoknows.errors import WhoknowsError

CALLS = int(os.environ.get("WHOKNOWS_FUZZ", "10000"))
SEED = int(os.environ.get("WHOKNOWS_FUZZ_SEED", "10000"))
QUIET = 10.0  # seconds that a call may tell nothing
LIMIT = 11.0  # seconds of a call that tells nothing, which is ended then
SOON = 2.0  # seconds of a call that has told something, which is ended then
WAIT = 120.0  # seconds by the clock, for calls whose work other processes do
LEFT_OUT = {"lab", "terminal", "doctor", "attack", "serve"}  # that open a window, or serve
WORDS = [
    "0", "1", "2", "3", "4", "-1", "7", "12", "64", "1000", "999999999999", "1e308", "nan",
    "0.5", "1/2", "9/10", "1/0", "-1/3", "", " ", "x", "[/]", "[/red]", ":-1:", "²", "١",
    "RRR", "BPPR BPPR BPPR", "R:1/2+B:1/2,P,P,P PPPP PPPP", "[[-1,0,0,1]]", "[" * 3000,
    "0,7", "1122", "1122:1,1", "entropy", "power:8", "optimal", "half", "counts", "all",
    "no/such/file.json", ".", "a" * 5000, "\x1b[31m", "\u202e", "--", "-",
]  # fmt: skip


class Late(Exception):
    """A call took longer than any may."""


def commands(node, words=()):
    """Every command that may be called, with the words that call it."""
    if not hasattr(node, "list_commands"):
        yield words, node
        return
    context = node.make_context("whoknows", ["games"], resilient_parsing=True)
    for name in node.list_commands(context):
        if name not in LEFT_OUT:
            yield from commands(node.get_command(context, name), (*words, name))


def options_of(command, rng):
    """One to three options of a command, and its arguments, with drawn values."""
    flags = [p for p in command.params if p.param_type_name == "option"]
    words = []
    for param in rng.sample(flags, min(len(flags), rng.randint(1, 3))):
        words.append(param.opts[0])
        if not getattr(param, "is_flag", False):
            words.append(value_for(param, rng))
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    given = [value_for(p, rng) for p in arguments if p.required or rng.random() < 0.5]
    return [*words, "--", *given] if given else words


def value_for(param, rng):
    """A value, often of the right kind."""
    name = str(param.bare_type).lower()
    if "int" in name and rng.random() < 0.7:
        return str(rng.choice([0, 1, 2, 3, 4, 5, 6, 8, 9, 30, -1, 10**6]))
    if "float" in name and rng.random() < 0.7:
        return rng.choice(["0.1", "1", "0", "-1", "inf", "nan"])
    return rng.choice(WORDS)


@contextmanager
def at_most(seconds, soon=None):
    """Raise `Late` after so many seconds; after `soon` already if something was told."""
    start = time.process_time()

    def late(number, frame):
        if (
            number == signal.SIGALRM
            or time.process_time() - start >= seconds
            or (soon is not None and told())
        ) and not is_compiling(frame):
            raise Late

    alarms = {signal.SIGPROF: signal.ITIMER_PROF, signal.SIGALRM: signal.ITIMER_REAL}
    before = {alarm: signal.signal(alarm, late) for alarm in alarms}
    every = seconds if soon is None else soon
    signal.setitimer(signal.ITIMER_PROF, every, every)
    signal.setitimer(signal.ITIMER_REAL, WAIT)
    try:
        yield
    finally:
        for alarm, timer in alarms.items():
            signal.setitimer(timer, 0)
            signal.signal(alarm, before[alarm])


def is_compiling(frame):
    """Whether a kernel is just made: half a one would fail whoever calls it next."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("numba.core."):
            return True
        frame = frame.f_back
    return False


def told():
    """Whether anything was written to the streams of a call so far."""
    return any(stream.buffer.tell() > 0 for stream in (sys.stdout, sys.stderr))


def called(words):
    """What a call came to: a reason to worry, or nothing."""
    start = time.process_time()
    try:
        with at_most(LIMIT, SOON):
            result = CliRunner().invoke(app, words, input="quit\n" * 3)
    except Late:
        return "never ended"
    error = result.exception
    spent = time.process_time() - start
    if isinstance(error, Late) or spent > QUIET:
        said = result.output.strip()
        return None if said else f"told nothing for {spent:.0f} s"
    fine = (WhoknowsError, typer.TyperException, SystemExit, KeyboardInterrupt)
    if error is not None and not isinstance(error, fine):
        return f"{type(error).__name__}: {str(error)[:200]}"
    return None


# An alarm that rings while something is thrown away cannot end the call: the next one does.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.slow
@pytest.mark.timeout(14_400)
@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="needs an alarm")
def test_no_call_ends_in_a_traceback_or_never(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    rng = random.Random(SEED)
    every = list(commands(typer.main.get_command(app)))
    worries = []
    for _ in range(CALLS):
        words, command = rng.choice(every)
        call = [*words, *options_of(command, rng)]
        reason = called(call)
        if reason:
            worries.append(f"{shlex.join(word[:60] for word in call)}: {reason}")
            print(worries[-1], flush=True)
    assert not worries, "\n".join(worries)
