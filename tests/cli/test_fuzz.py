"""Every command with options drawn at random: no traceback, no silent hang.

A person's own mistake is one of our errors; nothing else may come out of a command, and
whoever waits more than ten seconds is told something meanwhile.  Seconds are those of the
processor, so that a busy machine changes nothing.  `WHOKNOWS_FUZZ` sets the number of
calls; after twenty minutes it is enough anyway.
"""

import os
import random
import shlex
import signal
import time
from contextlib import contextmanager

import pytest
import typer
from typer.testing import CliRunner

from whoknows.cli.main import app
from whoknows.errors import WhoknowsError

CALLS = int(os.environ.get("WHOKNOWS_FUZZ", "10000"))
LIMIT, QUIET = 40.0, 10.0  # seconds of a call, and of a call that tells nothing
WAIT = 300.0  # seconds by the clock, for calls whose work other processes do
ENOUGH = 1200.0  # seconds in all
LEFT_OUT = {  # that open a window, serve, or run for as long as they are asked to
    "lab", "terminal", "play", "watch", "join", "doctor", "reproduce", "tournament",
    "attack", "serve", "solo", "day",
}  # fmt: skip
WORDS = [
    "0", "1", "2", "3", "4", "-1", "7", "12", "64", "1000", "999999999999", "1e308", "nan",
    "0.5", "1/2", "9/10", "1/0", "-1/3", "", " ", "x", "[/]", "[/red]", ":-1:", "²", "١",
    "RRR", "BPPR BPPR BPPR", "R:1/2+B:1/2,P,P,P PPPP PPPP", "[[-1,0,0,1]]", "[" * 3000,
    "0,7", "1122", "1122:1,1", "entropy", "power:8", "optimal", "half", "counts", "all",
    "/nonexistent/file.json", ".", "a" * 5000, "\x1b[31m", "\u202e", "--", "-",
]  # fmt: skip


class Late(Exception):
    """A call took longer than any may."""


def commands(node, words=()):
    """Every command that may be called, with the words that call it."""
    children = getattr(node, "commands", None)
    if not children:
        yield words, node
        return
    for name, child in children.items():
        if name not in LEFT_OUT:
            yield from commands(child, (*words, name))


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
def at_most(seconds):
    """Raise `Late` after so many seconds."""

    def late(*_):
        raise Late

    alarms = {signal.SIGPROF: signal.ITIMER_PROF, signal.SIGALRM: signal.ITIMER_REAL}
    before = {alarm: signal.signal(alarm, late) for alarm in alarms}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, WAIT)
    try:
        yield
    finally:
        for alarm, timer in alarms.items():
            signal.setitimer(timer, 0)
            signal.signal(alarm, before[alarm])


def called(words):
    """What a call came to: a reason to worry, or nothing."""
    start = time.process_time()
    try:
        with at_most(LIMIT):
            result = CliRunner().invoke(app, words, input="quit\n" * 3)
    except Late:
        return "never ended"
    error = result.exception
    spent = time.process_time() - start
    if isinstance(error, Late) or spent > LIMIT:
        told = result.stderr.strip()
        return None if told else "never ended, and told nothing"
    if spent > QUIET and not result.stderr.strip():
        return f"told nothing for {spent:.0f} s"
    fine = (WhoknowsError, typer.TyperException, SystemExit, KeyboardInterrupt)
    if error is not None and not isinstance(error, fine):
        return f"{type(error).__name__}: {str(error)[:200]}"
    return None


@pytest.mark.slow
@pytest.mark.timeout(2400)
@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="needs an alarm")
def test_no_call_ends_in_a_traceback_or_never(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHOKNOWS_HOME", str(tmp_path))
    rng = random.Random(CALLS)
    every = list(commands(typer.main.get_command(app)))
    worries, start = [], time.monotonic()
    for _ in range(CALLS):
        if time.monotonic() - start > ENOUGH:
            break
        words, command = rng.choice(every)
        call = [*words, *options_of(command, rng)]
        reason = called(call)
        if reason:
            worries.append(f"{shlex.join(word[:60] for word in call)}: {reason}")
            print(worries[-1], flush=True)
    assert not worries, "\n".join(worries)
