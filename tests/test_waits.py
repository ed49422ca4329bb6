"""Every wait of the tests has a limit, and says in the end what it waited for."""

import ast
import asyncio
from pathlib import Path
from typing import Any

import pytest

from machine import PATIENCE, in_time

TESTS = Path(__file__).parent
ROOT = TESTS.parent
HELPER = TESTS / "machine.py"
MADE_ONCE = TESTS / "v0_2" / "make.py"  # it ran with version 0.2, and is no test
FILES = sorted({*TESTS.rglob("*.py"), ROOT / "conftest.py"} - {HELPER, MADE_ONCE})
BARE = {"join", "wait", "communicate", "result", "readline", "recv", "accept", "acquire"}
PROGRAMS = {"run", "call", "check_call", "check_output"}
LOOPS = {"run", "run_until_complete", "run_forever"}
LIMITS = {"timeout", "limited", "wait_for"}
PAUSES = {"sleep", "pause", "wait"}


def waits_in(text):
    """The waits of a file that have no limit, each with its line."""
    tree = ast.parse(text)
    limited = {id(child) for part in ast.walk(tree) for child in under_limit(part)}
    limited |= {id(part) for part in daemons_of(tree)}
    part: Any
    for part in ast.walk(tree):
        wrong = endless(part)
        if wrong and id(part) not in limited:
            yield part.lineno, wrong


def under_limit(part):
    """What stands inside a limit: a call of one, or a block under one."""
    if isinstance(part, ast.Call) and name_of(part) in LIMITS:
        yield from ast.walk(part)
    if isinstance(part, ast.With | ast.AsyncWith):
        managers = [item.context_expr for item in part.items]
        if any(isinstance(each, ast.Call) and name_of(each) in LIMITS for each in managers):
            yield from ast.walk(part)


def daemons_of(tree):
    """What threads do that end with the program: they may go on for ever."""
    threads: list[Any] = [part for part in ast.walk(tree) if is_daemon(part)]
    begun = [word for part in threads for word in part.keywords]
    names = {ast.unparse(word.value).split(".")[-1] for word in begun}
    for part in ast.walk(tree):
        if isinstance(part, ast.FunctionDef) and part.name in names:
            yield from ast.walk(part)


def is_daemon(part):
    return (
        isinstance(part, ast.Call)
        and name_of(part) == "Thread"
        and any(word.arg == "daemon" for word in part.keywords)
    )


def endless(part):
    """Why a part of a program may wait for ever, if it may."""
    if isinstance(part, ast.While) and any(map(is_pause, own_parts(part))):
        return "a loop that waits: use `until`, `until_async`, or `steps_to`"
    if not isinstance(part, ast.Call):
        return None
    name, words = name_of(part), {word.arg for word in part.keywords}
    if (owner_of(part) == "asyncio" and name in LOOPS) or name == "run_until_complete":
        return None if starts_limited(part) else "a story without a limit: use `in_time`"
    if owner_of(part) == "subprocess" and name in PROGRAMS:
        return None if "timeout" in words else "a program without a timeout"
    if name == "Thread":
        return None if is_daemon(part) else "a thread that may outlive its test: a daemon"
    if name == "urlopen":
        return None if "timeout" in words else "an address without a timeout"
    if owner_of(part) == "asyncio" and name == "wait":
        return None if "timeout" in words else "tasks without a timeout"
    own = not isinstance(part.func, ast.Attribute) or owner_of(part) == "self"
    bare = not own and not part.args and not words & {"timeout", "blocking"}
    return f"{name}() without a limit" if bare and name in BARE else None


def own_parts(part):
    """The parts of a loop that run in it: no function that is only defined there."""
    for child in ast.iter_child_nodes(part):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from own_parts(child)


def is_pause(part):
    return isinstance(part, ast.Await) or (
        isinstance(part, ast.Call) and name_of(part) in PAUSES
    )


def starts_limited(call):
    """Whether a loop is given a story that has a limit."""
    return any(isinstance(arg, ast.Call) and name_of(arg) in LIMITS for arg in call.args)


def name_of(call):
    """The last word of the function that is called."""
    return getattr(call.func, "attr", None) or getattr(call.func, "id", None)


def owner_of(call):
    """The module that it is called on, if it is."""
    return getattr(getattr(call.func, "value", None), "id", None)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_wait_of_the_tests_has_a_limit(file):
    wrong = [f"{line}: {why}" for line, why in waits_in(file.read_text("utf-8"))]
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "while not there(): time.sleep(1)",
        "async def story():\n    while not there(): await pilot.pause()",
        "asyncio.run(story())",
        "loop.run_until_complete(story())",
        "subprocess.run(command, check=True)",
        "thread.join()",
        "threading.Thread(target=guess).start()",
        "process.wait()",
        "process.communicate()",
        "future.result()",
        "pipe.stdout.readline()",
        "connection.recv()",
        "async def story():\n    await asyncio.wait(tasks)",
        "async def story():\n    await event.wait()",
        "urlopen(address)",
    ],
)
def test_a_wait_without_a_limit_is_seen(text):
    assert len(list(waits_in(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "in_time(story())",
        "asyncio.run(asyncio.wait_for(story(), 3))",
        "', '.join(words)",
        "thread.join(3)",
        "process.wait(timeout=3)",
        "async def story():\n    await asyncio.wait_for(event.wait(), 3)",
        "async def story():\n async with asyncio.timeout(3):\n  await event.wait()",
        "def see():\n while True: sleep(1)\nThread(target=see, daemon=True)",
        "while left: left.pop()",
    ],
)
def test_a_wait_with_a_limit_is_let_alone(text):
    assert list(waits_in(text)) == []


class Alarm(BaseException):
    """What a runner raises when a test has taken too long."""


def test_a_stuck_story_ends_though_another_task_took_the_alarm_of_the_runner():
    heard: list[Any] = []

    async def beside():
        heard.append("the alarm")
        raise Alarm

    async def story():
        heard.append(asyncio.ensure_future(beside()))
        await asyncio.sleep(PATIENCE)

    with pytest.raises(AssertionError, match=r"waited 0\.5 s for .*story"):
        in_time(story(), seconds=0.5)
    assert isinstance(heard[0].exception(), Alarm)
