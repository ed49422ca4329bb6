"""Reading a lesson: a Markdown file with blocks for models, pictures, and exercises.

Nothing in such a file runs: a model is text in the format of `whoknows check`, and an
exercise is a list of `key: value` lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from whoknows.errors import BadFile, UnknownName, WhoknowsError, is_whole
from whoknows.learn.lessons.checks import KINDS
from whoknows.learn.lessons.lesson import Block, Exercise, Lesson, Prose, Shown
from whoknows.logic.files import loads
from whoknows.logic.files.script import Script
from whoknows.logic.files.source import Source

LONGEST_LESSON = 200_000  # characters of a lesson
MOST_WORLDS = 1024  # of a model in a lesson
FENCE = re.compile(r"```(\w+) ?([^\s`]*)[ \t]*")
NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
PAIR = re.compile(r"([a-z]+):[ \t]*(.*)")
COMMON = ("kind", "ask", "answer", "hint", "right")
REPEATED = ("hint", "holds", "fails")


@dataclass(frozen=True, slots=True)
class Fence:
    """A block between two lines of three backquotes."""

    what: str
    name: str
    lines: tuple[str, ...]
    line: int  # of the file, where it begins


def load_lesson(path: Path | str) -> Lesson:
    """The lesson in a file; `BadFile`, with the line, if it is none."""
    return read_lesson(Source.of(path), Path(path).stem)


def read_lesson(source: Source, name: str) -> Lesson:
    """The lesson in a text."""
    if len(source.text) > LONGEST_LESSON:
        raise BadFile(f"{source.name}: a lesson has at most {LONGEST_LESSON} characters")
    pieces = list(pieces_of(source))
    title, about, first = heading(source)
    texts: dict[str, str] = {}
    blocks: list[Block] = []
    models: dict[str, Script] = {}
    for piece in pieces:
        if isinstance(piece, str):
            text = piece.replace(first, "", 1) if not blocks else piece
            blocks += [Prose(text.strip())] if text.strip() else []
            continue
        with source.blame(piece.line):
            if piece.what == "model":
                models[fresh(source, piece, models)] = model_of(source, piece)
                blocks.append(Shown(piece.name, len(models[piece.name].steps)))
                texts[piece.name] = "\n".join(piece.lines)
            elif piece.what == "show":
                blocks.append(
                    shown_of(source, piece, Lesson(name, title, about, (), models, texts))
                )
            else:
                taken = [block.name for block in blocks if isinstance(block, Exercise)]
                fresh(source, piece, dict.fromkeys(taken))
                blocks.append(exercise_of(source, piece))
    return Lesson(name, title, about, tuple(blocks), models, texts, source.text)


def heading(source: Source) -> tuple[str, str, str]:
    """The title, the line `about:`, and the text of both."""
    found = re.match(r"\s*# ([^\n]+)\n+about: ([^\n]+)(?:\n|$)", source.text)
    if found is None:
        what = "a lesson begins with a line '# TITLE' and a line 'about: ...'"
        raise source.error(what, 1, 1)
    return found[1].strip(), found[2].strip(), found[0]


def pieces_of(source: Source) -> Iterator[str | Fence]:
    """Prose and blocks, in their order; other code blocks are prose."""
    prose: list[str] = []
    open_at, head, inside = 0, ("", ""), list[str]()
    for number, line in enumerate(source.text.split("\n"), 1):
        if open_at:
            if line.rstrip() == "```":
                yield Fence(*head, tuple(inside), open_at)
                open_at = 0
            else:
                inside.append(line)
            continue
        found = FENCE.fullmatch(line)
        if found is None or found[1] not in ("model", "show", "exercise"):
            if found is not None and found[2]:
                what = f"a block is a model, a show, or an exercise, not {found[1]!r}"
                raise source.error(what, number, 4)
            prose.append(line)
            continue
        if not NAME.fullmatch(found[2]):
            what = f"a name of small letters, digits, and '-' is wanted after {found[1]!r}"
            raise source.error(what, number, len(line) + 1)
        yield "\n".join(prose)
        prose, open_at, head, inside = [], number, (found[1], found[2]), []
    if open_at:
        raise source.error("this block has no end: a line ```", open_at, 1)
    yield "\n".join(prose)


def fresh(
    source: Source, fence: Fence, taken: dict[str, object] | dict[str, Script]
) -> str:
    """The name of a block, which must be a new one."""
    if fence.name in taken:
        raise source.error(f"{fence.what} {fence.name!r} is there twice", fence.line, 1)
    return fence.name


def model_of(source: Source, fence: Fence) -> Script:
    """The model of a block; its errors name the line of the lesson's file."""
    text = "\n" * fence.line + "\n".join(fence.lines) + "\n"
    if not text.strip():
        raise source.error("a model is wanted in this block", fence.line, 1)
    script = loads(text, name=source.name)
    for model in script.models:
        if model.size > MOST_WORLDS:
            what = f"a model of a lesson has at most {MOST_WORLDS} worlds, not {model.size}"
            raise source.error(what, fence.line, 1)
    return script


def shown_of(source: Source, fence: Fence, lesson: Lesson) -> Shown:
    """A picture of a model that stands above."""
    pairs = dict(pairs_of(source, fence, ("after", "lit", "caption")))
    after = pairs.get("after", "")
    if after and not is_whole(after):
        raise source.error(f"after is a number of steps, not {after!r}", fence.line, 1)
    place = int(after) if after else len(lesson.models.get(fence.name, NO_STEPS).steps)
    scene = lesson.scene(fence.name, place)
    if "lit" in pairs:
        scene.model.where(pairs["lit"])
    return Shown(fence.name, place, pairs.get("lit", ""), pairs.get("caption", ""))


NO_STEPS = Script("", (), (), ())


def exercise_of(source: Source, fence: Fence) -> Exercise:
    """An exercise, with all that its kind needs and nothing else."""
    pairs = list(pairs_of(source, fence))
    found = dict(pairs)
    kind = found.get("kind", "")
    if kind not in KINDS:
        raise source.error(
            str(UnknownName.among("kind of exercise", kind, KINDS)), fence.line, 1
        )
    needs, allows = KINDS[kind].needs, KINDS[kind].allows
    for key in (*COMMON[:3], *needs):
        if key not in found:
            what = f"an exercise of kind {kind} needs a line '{key}: ...'"
            raise source.error(what, fence.line, 1)
    for key in found:
        if key not in (*COMMON, *needs, *allows):
            error = UnknownName.among("key", key, (*COMMON, *needs, *allows))
            raise source.error(str(error), fence.line, 1)
    several = {key: "\n".join(v for k, v in pairs if k == key) for key in found}
    return Exercise(
        name=fence.name,
        kind=kind,
        ask=found["ask"],
        answer=found["answer"],
        wants={key: several[key] for key in found if key not in COMMON},
        hints=tuple(value for key, value in pairs if key == "hint"),
        praise=found.get("right", ""),
        line=fence.line,
    )


def pairs_of(
    source: Source, fence: Fence, allowed: tuple[str, ...] = ()
) -> Iterator[tuple[str, str]]:
    """The `key: value` lines of a block; indented lines go on with the value."""
    found: list[tuple[str, list[str]]] = []
    for number, line in enumerate(fence.lines, fence.line + 1):
        if not line.strip():
            continue
        if line[0] in " \t" and found:
            found[-1][1].append(line.strip())
            continue
        pair = PAIR.fullmatch(line)
        if pair is None:
            raise source.error("a line 'key: value' is wanted here", number, 1)
        if allowed and pair[1] not in allowed:
            raise source.error(str(UnknownName.among("key", pair[1], allowed)), number, 1)
        if pair[1] not in REPEATED and any(key == pair[1] for key, _ in found):
            raise source.error(f"{pair[1]!r} is there twice", number, 1)
        found.append((pair[1], [pair[2].strip()]))
    for key, lines in found:
        yield key, "\n".join(line for line in lines if line)


def proven(lesson: Lesson) -> list[str]:
    """What is wrong with a lesson that reads well: answers that its checks refuse."""
    from whoknows.learn.lessons.checks import check

    wrong = []
    for exercise in lesson.exercises:
        try:
            verdict = check(lesson, exercise, exercise.answer)
        except WhoknowsError as error:
            wrong.append(f"line {exercise.line}: exercise {exercise.name}: {error}")
            continue
        if not verdict.right:
            wrong.append(
                f"line {exercise.line}: exercise {exercise.name}: its own answer is wrong:"
                f" {verdict.words}"
            )
    return wrong
