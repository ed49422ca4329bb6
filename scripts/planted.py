"""A plugin of pytest that runs the tests against planted errors, each in a forked child.

All tests are collected once.  A first child runs them without an error: it says what each
costs, and which functions it enters.  Then every error has a child of its own, in which
the code of the functions is exchanged for the planted one and the tests that enter them
are run, the cheapest first, until one fails.  An error outside of functions is none for
this plugin: it is answered `outside`, and wants a new process.
"""

import gc
import json
import os
import pickle
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from itertools import accumulate
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

LONGEST = float(os.environ["PLANTED_LONGEST"])  # CPU seconds of one test,
BUDGET = float(os.environ.get("PLANTED_BUDGET", "15"))  # and of all against one error
SLOWER = 10  # times as long as without an error a test may take, and a second more
PATIENCE = 300  # seconds after which a child that waits for something is given up
MEMORY = 6 << 30  # bytes that a child may use,
ADDRESSES = 256 << 30  # and reserve: a diagram reserves two GiB, and uses a hundredth
MARK = "planted:"
Key = tuple[str, int]  # the name of a function in its file, and its first line


class TooLong(BaseException):
    """A test that takes more of the processor than it may."""


class Test(NamedTuple):
    """A test that may notice: its place in the collection, its cost, what it enters."""

    place: int
    seconds: float
    entered: frozenset[tuple[str, Key]]


def pytest_collection() -> None:
    """Make no failing example smaller: that it fails is enough."""
    kept = (Phase.explicit, Phase.reuse, Phase.generate)
    settings.register_profile("planted", parent=settings.default, phases=kept)
    settings.load_profile("planted")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the tests against every error that is asked for."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with open(os.environ["PLANTED"], encoding="utf-8") as file:
        wanted = json.load(file)
    files = {}
    for row in wanted:
        if row["module"] not in files:
            name = row["module"].removesuffix(".py").replace("/", ".")
            files[row["module"]] = import_module(f"whoknows.{name}").__file__
    tests = in_child(lambda: measured(session.items, set(files.values())), 3600.0)
    if not isinstance(tests, list):
        say({"broken": str(tests)})
        return True
    tests.sort(key=lambda test: test.seconds)
    total = sum(test.seconds for test in tests)
    say({"tests": len(tests), "of": len(session.items), "seconds": round(total, 1)})
    functions = live(set(files.values()))
    for number, row in enumerate(wanted):
        say({"number": number, "answer": tried(session, row, files, functions, tests)})
    return True


def say(answer: dict[str, Any]) -> None:
    """One line for who asked."""
    print(f"\n{MARK}{json.dumps(answer)}", flush=True)


def live(files: set[str]) -> dict[str, list[FunctionType]]:
    """The functions of some files, wherever they are held."""
    found: dict[str, list[FunctionType]] = {name: [] for name in files}
    gc.unfreeze()  # what was frozen after the collection is not listed
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in found:
            found[thing.__code__.co_filename].append(thing)
    return found


def kept(files: set[str]) -> list[Any]:
    """The caches of functions of some files."""
    kind, found = type(lru_cache(lambda: None)), []
    for thing in gc.get_objects():
        if isinstance(thing, kind) and isinstance(thing.__wrapped__, FunctionType):
            found += [thing] if thing.__wrapped__.__code__.co_filename in files else []
    return found


def tried(
    session: pytest.Session,
    row: dict[str, Any],
    files: dict[str, str],
    functions: dict[str, list[FunctionType]],
    tests: list[Test],
) -> str:
    """What became of an error: `killed`, `SURVIVED`, or `outside` of all functions."""
    file = files[row["module"]]
    with open(file, encoding="utf-8") as source:
        right = compile(source.read(), file, "exec")
    wrong = compile(row["text"], file, "exec")
    pairs = list(changed(right, wrong))
    if not pairs:
        return "killed" if right == wrong else "outside"
    keys = {(file, key(code)) for code, _ in pairs[-1:]}
    chosen = within_budget([test for test in tests if test.entered & keys])
    if not chosen:
        return "SURVIVED (no test enters it)"

    def attempt() -> str:
        if not exchange(functions[file], pairs):
            return "outside"
        return noticed([(session.items[test.place], test.seconds) for test in chosen])

    answer = in_child(attempt, 30 + SLOWER * sum(test.seconds for test in chosen))
    return answer if isinstance(answer, str) else "killed: ended"


def within_budget(tests: list[Test]) -> list[Test]:
    """The cheapest tests, as many as there is time for."""
    spent = accumulate(test.seconds for test in tests)
    return [test for test, seconds in zip(tests, spent, strict=True) if seconds <= BUDGET]


def changed(right: CodeType, wrong: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions that differ, outer ones first; none if the difference is outside."""
    inner = codes(right), codes(wrong)
    if len(inner[0]) != len(inner[1]):  # the compiler has left one out
        return
    for one, other in zip(*inner, strict=True):
        if one == other:
            continue
        if one.co_flags & 0x2:  # it has its own variables: a function, no class
            yield one, other
            yield from changed(one, other)
        else:
            yield from changed(one, other)


def codes(code: CodeType) -> list[CodeType]:
    """What is defined inside, in order."""
    return [part for part in code.co_consts if isinstance(part, CodeType)]


def key(code: CodeType) -> Key:
    """How a function is called in a file."""
    return code.co_qualname, code.co_firstlineno


def exchange(functions: list[FunctionType], pairs: list[tuple[CodeType, CodeType]]) -> bool:
    """Whether some function has the wrong code now."""
    done = False
    for function in functions:
        for right, wrong in pairs:
            if function.__code__ == right:
                function.__code__ = wrong
                done = True
                break
    return done


def noticed(tests: list[tuple[pytest.Item, float]]) -> str:
    """Whether one of the tests fails, or takes far too long; and which."""
    for place, (item, usual) in enumerate(tests):
        following = tests[place + 1][0] if place + 1 < len(tests) else None
        reports = limited(item, following, 1 + SLOWER * usual)
        if reports is None or any(report.failed for report in reports):
            return f"killed: {item.nodeid}"
    return "SURVIVED"


def limited(item: pytest.Item, following: pytest.Item | None, seconds: float) -> Any:
    """The reports of a test; nothing if it takes so much of the processor."""
    late = False

    def stop(*_: Any) -> None:
        nonlocal late
        late = True
        raise TooLong

    signal.signal(signal.SIGPROF, stop)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        reports = runtestprotocol(item, log=False, nextitem=following)
    except BaseException:
        if not late:  # who is interrupted on the way out may raise another error
            raise
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if late:  # else the next test would find things as this one left them, and fail
        with suppress(Exception):
            item.session._setupstate.teardown_exact(following)
        return None
    return reports


def measured(items: list[pytest.Item], files: set[str]) -> list[Test]:
    """The tests that pass in time, with what they cost and enter."""
    found = []
    entered: set[tuple[str, Key]] = set()

    def enter(frame: Any, _: str, __: Any) -> None:
        code = frame.f_code
        if code.co_filename in files:
            entered.add((code.co_filename, key(code)))

    caches = kept(files)
    for place, item in enumerate(items):
        entered.clear()
        for cache in caches:  # else only the first test enters what is kept
            cache.cache_clear()
        following = items[place + 1] if place + 1 < len(items) else None
        start = time.process_time()
        threading.settrace(enter)  # of threads that begin now
        sys.settrace(enter)
        reports = limited(item, following, 2 * LONGEST)
        sys.settrace(None)
        threading.settrace(None)
        seconds = time.process_time() - start
        if reports and all(report.passed for report in reports) and seconds <= LONGEST:
            found.append(Test(place, seconds, frozenset(entered)))
    return found


def end_if_large(*_: Any) -> None:
    """Leave at once if this process uses more memory than it may."""
    with open("/proc/self/statm", encoding="ascii") as file:
        pages = int(file.read().split()[1])
    if pages * resource.getpagesize() > MEMORY:
        os._exit(1)


def in_child(work: Callable[[], Any], seconds: float) -> Any:
    """What a forked child finds; `None` if it dies, or takes longer than it may."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        answer: Any = None
        try:
            os.setpgid(0, 0)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            limit = int(time.process_time() + seconds) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
            signal.signal(signal.SIGVTALRM, end_if_large)
            signal.setitimer(signal.ITIMER_VIRTUAL, 1, 1)
            answer = work()
        except BaseException as error:
            answer = f"killed: {error!r}"
        finally:
            with os.fdopen(write, "wb") as pipe:
                pickle.dump(answer, pipe)
            os._exit(0)
    os.close(write)
    with suppress(OSError):  # it has done so itself, or has ended
        os.setpgid(child, child)
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(child, signal.SIGKILL))
    signal.alarm(int(max(PATIENCE, 10 * seconds)))
    try:
        with os.fdopen(read, "rb") as pipe:
            return pickle.load(pipe)  # noqa: S301 -- our own child
    except EOFError:
        return None
    except BaseException:  # we are asked to end
        os.killpg(child, signal.SIGKILL)
        raise
    finally:
        os.waitpid(child, 0)
        signal.alarm(0)
