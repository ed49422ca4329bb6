"""Lessons: prose with live models in it, and exercises checked by what they mean.

>>> [lesson.title for lesson in lessons()][0]
'What is a world?'
"""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from whoknows.errors import BadFile
from whoknows.learn.lessons.checks import Verdict, check
from whoknows.learn.lessons.lesson import Exercise, Lesson, Prose, Shown
from whoknows.learn.lessons.read import load_lesson, proven, read_lesson
from whoknows.logic.files.source import Source

__all__ = [
    "Exercise",
    "Lesson",
    "Prose",
    "Shown",
    "Source",
    "Verdict",
    "check",
    "lessons",
    "lessons_in",
    "load_lesson",
    "proven",
    "read_lesson",
]

MOST_LESSONS = 200  # of one folder


@cache
def lessons() -> tuple[Lesson, ...]:
    """The ten lessons that come with the program, in their order."""
    with as_file(files(__package__) / "files") as folder:
        return lessons_in(folder)


def lessons_in(folder: Path) -> tuple[Lesson, ...]:
    """The lessons of a folder, its files `*.md` by name."""
    if not os.path.isdir(folder):
        raise BadFile(f"{folder} is not a folder")
    paths = sorted(folder.glob("*.md"))
    if not paths:
        raise BadFile(f"{folder} has no lesson: no file that ends in .md")
    if len(paths) > MOST_LESSONS:
        raise BadFile(f"{folder} has {len(paths)} lessons; {MOST_LESSONS} are allowed")
    return tuple(load_lesson(path) for path in paths)
