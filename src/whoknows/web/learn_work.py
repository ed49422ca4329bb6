"""What the pages for learners let other processes work out, each within a short limit."""

import signal
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Any

from nicegui import ui

from whoknows.errors import WhoknowsError, WorkFailed
from whoknows.learn.lessons.checks import Verdict, lit_worlds
from whoknows.learn.lessons.lesson import Lesson, Shown
from whoknows.learn.puzzles import Puzzle
from whoknows.logic.models.model import World
from whoknows.web.server.workers import LATER, enough
from whoknows.work.schedule import PoolLimits
from whoknows.work.worker_pool import WorkerPool

SECONDS = 2.0  # of work for one request
GRACE = 0.3  # seconds before that, in which work may still end in words
PATIENCE = 20.0  # seconds until a reply is given up, with the start of a process in it


class TimeUp(BaseException):
    """The time of a request is up; no work is to catch it by mistake."""


async def worked(function: Callable[..., Any], *args: Any) -> Any:
    """What a function gives, worked out elsewhere; a `WhoknowsError` if that fails.

    Every page has a share of its own of the processes.
    """
    who = ui.context.client.id
    return await LEARNERS.ask(limited, function, args, who=who, limit=PATIENCE, keep=True)


def wake() -> None:
    """Start the processes that learners wait for, before the first answer is sent."""
    if not LEARNERS.closed:
        LEARNERS.start()


# ------------------------------------------------------------------ in the worker process


def warmed() -> None:
    """Import what learners need."""
    from whoknows.learn.notebook.cells import cells_of, worked_out

    worked_out(cells_of("facts p\nann sees p\n"))


def limited(
    function: Callable[..., Any], args: tuple[Any, ...], seconds: float = SECONDS
) -> Any:
    """What a function gives, stopped after two seconds of work.

    It is told so a moment before, by what is no error of ours: work that takes such an
    error for an answer must not take this for one.  A kernel that never looks up does not
    hear it: its process is ended.
    """

    def stop(*_: object) -> None:
        raise TimeUp

    old = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds - GRACE)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(*args)
    except TimeUp:
        raise WorkFailed(f"this takes more than {seconds:.0f} seconds of work") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)


@lru_cache(maxsize=32)
def read_again(text: str, name: str) -> Lesson:
    """A lesson from its text, kept for the next answer."""
    from whoknows.learn.lessons.read import read_lesson
    from whoknows.logic.files.source import Source

    return read_lesson(Source(f"{name}.md", text), name)


@lru_cache(maxsize=256)
def block_picture(text: str, name: str, number: int) -> tuple[str, tuple[World, ...]]:
    """A picture of a lesson, and its blue worlds."""
    lesson = read_again(text, name)
    block = lesson.blocks[number]
    assert isinstance(block, Shown)
    model = lesson.scene(block.model, block.after).model
    lit = model.worlds(model.where(block.lit)).tolist() if block.lit else ()
    return model_picture(lesson, block.model, block.after), tuple(lit)


@lru_cache(maxsize=256)
def exercise_picture(text: str, name: str, exercise: str) -> tuple[str, tuple[World, ...]]:
    """The model that an exercise is about, and its blue worlds."""
    lesson = read_again(text, name)
    asked = lesson.exercise(exercise)
    after = asked.number("after", 0) if "after" in asked.wants else None
    lit = () if asked.kind == "worlds" else tuple(lit_worlds(lesson, asked))
    return model_picture(lesson, asked.wants["model"], after), lit


def model_picture(lesson: Lesson, model: str, after: int | None) -> str:
    """A model of a lesson as a picture."""
    from whoknows.logic.draw import draw

    scene = lesson.scene(model, after)
    return draw(scene.model, scene.actual, before=start_of(lesson, model, after))


def start_of(lesson: Lesson, model: str, after: int | None) -> Any:
    """The model before its steps, where its worlds can stay in their places."""
    scenes = lesson.models[model].scenes
    now = lesson.scene(model, after).model
    kept = set(now.worlds().tolist()) <= set(scenes[0].model.worlds().tolist())
    return scenes[0].model if kept and now.engine != "relational" else None


def verdict(text: str, name: str, exercise: str, answer: str) -> Verdict:
    """The verdict on an answer."""
    from whoknows.learn.lessons.checks import check
    from whoknows.learn.meant import meant_instead

    lesson = read_again(text, name)
    asked = lesson.exercise(exercise)
    found = check(lesson, asked, answer)
    if found.right or asked.kind not in ("formula", "announcement"):
        return found
    model = lesson.scene(asked.wants["model"]).model
    better = meant_instead(answer, model)
    if better is None:
        return found
    return Verdict(False, f"{found.words}\nDid you mean: {better}", found.lit)


def puzzle(kind: str, level: int, seed: int) -> Puzzle:
    """A puzzle."""
    from whoknows.learn.puzzles import new_puzzle

    return new_puzzle(kind, level=level, seed=seed)


def day_puzzle(day: str) -> Puzzle:
    """The puzzle of a day."""
    from whoknows.learn.puzzles import day_puzzle as of_day

    try:
        when = date.fromisoformat(day)
    except ValueError:
        raise WhoknowsError(f"{day[:20]!r} is not a date such as 2026-12-24") from None
    return of_day(when)


# Apart from the solvers of the lab, so that no long search stands in a learner's way.
LEARNERS = WorkerPool(2, nice=LATER, warm=warmed, limits=PoolLimits(memory=enough()))
