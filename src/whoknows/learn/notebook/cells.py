r"""A notebook: a model, what happens in it, questions, and pictures, as a list of cells.

The cells one after the other are a file of `whoknows check`; a picture is a comment there.
A mistake is told at its cell, and what stands before it is still worked out.

>>> cells = cells_of("facts p\nann sees p\n\nannounce p\n\ntrue? at p: K ann p")
>>> [cell.kind for cell in cells]
['model', 'step', 'question']
>>> worked_out(cells).answers[0].words
'yes'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from whoknows.errors import TooLarge, WhoknowsError
from whoknows.learn.meant import meant_instead
from whoknows.logic.files import SMCDEL_START, loads
from whoknows.logic.files.script import Query, Scene, Script
from whoknows.logic.models.model import Model, World

LONGEST_NOTEBOOK = 20_000  # characters; longer ones belong into files
MOST_CELLS = 200
MOST_NAMED = 40  # worlds that an answer names
MOST_LIT = 4096  # worlds that an answer lights up
MOST_TROUBLES = 8
MOST_POSSIBLE = 12  # worlds that somebody holds possible, by name
NAME = "notebook"
STEPS = frozenset("announce tell show look claim lie change happens".split())
PICTURE = re.compile(r"#\s*picture(?:\s+(\w+))?\s*")
PLACE = re.compile(rf"{NAME}:(\d+)(?::(\d+))?: ")


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of a notebook: a model, a step, a question, or a picture."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a question, and the worlds that it is about."""

    cell: int
    query: str
    words: str
    why: str
    scene: int
    worlds: tuple[World, ...]  # where the formula holds


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a cell, and what was probably meant."""

    cell: int
    words: str
    instead: str = ""  # the text of the cell, put right


@dataclass(frozen=True, slots=True)
class Shown:
    """A model as a picture, after some steps."""

    said: str
    svg: str
    going: tuple[World, ...] = ()  # worlds that this step has ruled out


@dataclass(frozen=True, slots=True)
class Played:
    """A notebook worked out."""

    answers: tuple[Answered, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    scenes: tuple[Shown, ...] = ()
    pictures: tuple[tuple[int, str], ...] = ()  # of the cells of pictures
    places: tuple[int, ...] = ()  # for each cell, the scene that it stands in
    agents: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    engine: str = ""


# -------------------------------------------------------------------------- cells and text


def kind_of(line: str) -> str:
    """The kind of cell that a line belongs into, which does not go on another."""
    if PICTURE.fullmatch(line):
        return "picture"
    word = re.match(r"[\w]*\??", line)
    assert word is not None
    if word[0] in STEPS:
        return "step"
    return "question" if word[0] in ("true?", "valid?", "where?") else "model"


def cells_of(text: str) -> list[Cell]:
    """The cells of a text: cut at empty lines, and where another kind begins."""
    if len(text) > LONGEST_NOTEBOOK:
        raise TooLarge(
            f"{len(text)} characters are too many; {LONGEST_NOTEBOOK} are allowed"
        )
    if SMCDEL_START.match(text):
        return [Cell("model", text.strip("\n"))]
    cells: list[tuple[str, list[str]]] = []
    fresh = True
    for line in text.split("\n"):
        if not line.strip():
            fresh = True
            continue
        plain = line[0] not in " \t" and (line[0] != "#" or PICTURE.fullmatch(line))
        kind = kind_of(line) if plain else ""
        if cells and (not kind or kind == cells[-1][0]) and (not fresh or not kind):
            cells[-1][1].append(line)
        elif (
            cells
            and not fresh
            and cells[-1][0] != "picture"
            and only_comments(cells[-1][1])
        ):
            cells[-1] = (kind, [*cells[-1][1], line])
        else:
            cells.append((kind or "model", [line]))
        fresh = False
    return [Cell(kind, "\n".join(lines)) for kind, lines in joined(cells)][:MOST_CELLS]


def joined(cells: list[tuple[str, list[str]]]) -> Iterable[tuple[str, list[str]]]:
    """The cells, with comments that stand alone in front of the next cell."""
    waiting: list[str] = []
    for kind, lines in cells:
        if only_comments(lines) and kind != "picture":
            waiting += lines
            continue
        yield kind, [*waiting, *lines]
        waiting = []
    if waiting:
        yield "model", waiting


def only_comments(lines: Sequence[str]) -> bool:
    """Whether lines say nothing."""
    return all(line.lstrip().startswith("#") for line in lines)


def text_of(cells: Iterable[Cell]) -> str:
    """The cells as a file of `whoknows check`."""
    return "\n\n".join(cell.text.strip("\n") for cell in cells) + "\n"


# --------------------------------------------------------------------- working it out


def worked_out(cells: Sequence[Cell], style: str = "auto") -> Played:
    """The notebook worked out, as far as it can be."""
    if sum(len(cell.text) for cell in cells) > LONGEST_NOTEBOOK or len(cells) > MOST_CELLS:
        raise TooLarge(f"a notebook has at most {LONGEST_NOTEBOOK} characters")
    troubles: list[Trouble] = []
    left = {k: cell for k, cell in enumerate(cells) if cell.text.strip()}
    script, lines = None, list[int]()
    while left and len(troubles) < MOST_TROUBLES:
        whole, lines = numbered(left)
        try:
            script = loads(whole, name=NAME)
            break
        except WhoknowsError as error:
            trouble = trouble_of(error, lines, left)
            troubles.append(trouble)
            left = without(left, trouble.cell)
    troubles.sort(key=lambda one: one.cell)
    if script is None:
        return Played(troubles=tuple(troubles), places=(0,) * len(cells))
    return told_all(cells, left, script, lines, troubles, style)


def numbered(left: dict[int, Cell]) -> tuple[str, list[int]]:
    """The text of some cells, and for each of its lines the cell that it belongs to."""
    lines: list[str] = []
    owners: list[int] = []
    for number, cell in left.items():
        mine = cell.text.split("\n")
        lines += mine
        owners += [number] * len(mine)
    return "\n".join(lines) + "\n", owners


def without(left: dict[int, Cell], wrong: int) -> dict[int, Cell]:
    """The cells that can be worked out without a wrong one."""
    kind = left[wrong].kind
    if kind == "question":
        return {k: cell for k, cell in left.items() if k != wrong}
    if kind == "step":
        return {k: cell for k, cell in left.items() if k < wrong}
    return {}


def trouble_of(error: WhoknowsError, lines: list[int], left: dict[int, Cell]) -> Trouble:
    """An error at its cell, with what was probably meant."""
    words = str(error)
    found = PLACE.match(words)
    line = min(max(int(found[1]), 1), len(lines)) if found else 1
    cell = lines[line - 1]
    inside = line - lines.index(cell)  # within the cell, from 1
    if found:
        rest = words[found.end() :]
        at = f"line {inside}" + (f", column {found[2]}" if found[2] else "")
        words = f"{at}: {rest}" if "\n" in left[cell].text else rest
    return Trouble(cell, words, put_right(left, cell, inside))


def put_right(left: dict[int, Cell], cell: int, line: int) -> str:
    """The text of a cell with the formula of one line in our spelling, if that helps."""
    rows = left[cell].text.split("\n")
    head = re.match(r"(?:true\?|valid\?|where\?|announce|law)\s+", rows[line - 1])
    if head is None:
        return ""
    body, sign, comment = rows[line - 1][head.end() :].partition("#")
    model = model_before(left, cell)
    better = meant_instead(body.strip(), model) if model is not None else None
    if better is None:
        return ""
    rows[line - 1] = head[0] + better + (f"  #{comment}" if sign else "")
    return "\n".join(rows)


def model_before(left: dict[int, Cell], cell: int) -> Model | None:
    """The model that a cell speaks about, if what stands before it can be read."""
    before = {k: one for k, one in left.items() if one.kind == "model" and k != cell}
    if not before:
        return None
    try:
        return loads(numbered(before)[0], name=NAME).models[0]
    except WhoknowsError:
        return None


def told_all(
    cells: Sequence[Cell],
    left: dict[int, Cell],
    script: Script,
    lines: list[int],
    troubles: list[Trouble],
    style: str,
) -> Played:
    """All that a script says, cell by cell."""
    places = [0] * len(cells)
    for number in range(len(cells)):
        places[number] = sum(lines[step.line - 1] <= number for step in script.steps)
    scenes = [shown(script, k, style) for k in range(len(script.scenes))]
    pictures = []
    for number, cell in left.items():
        if cell.kind == "picture":
            pictures.append((number, scenes[places[number]].svg))
    first = script.models[0]
    return Played(
        answers=tuple(answered(script, q, lines[q.line - 1]) for q in script.queries),
        troubles=tuple(troubles),
        scenes=tuple(scenes),
        pictures=tuple(pictures),
        places=tuple(places),
        agents=first.agents,
        facts=(*first.facts, *first.parts),
        engine=script.model.engine,
    )


def answered(script: Script, query: Query, cell: int) -> Answered:
    """An answer in words; where? names the worlds."""
    model = script.models[query.after]
    claim = script.where(query)
    count = model.count(claim)
    holds = model.worlds(claim).tolist() if count <= MOST_LIT else []
    if query.kind == "where":
        words = f"in {count} of {model.size} worlds"
        named = [f"[{model.name(world)}]" for world in holds[:MOST_NAMED]]
        more = " ..." if count > MOST_NAMED else ""
        words += f": {' '.join(named)}{more}" if named else ""
    else:
        words = "yes" if script.answer(query) else "no"
    at = f" at [{model.name(query.at)}]" if query.at is not None else ""
    return Answered(
        cell=cell,
        query=f"{query.kind}?{at} {query.text}",
        words=words,
        why=script.explain(query) or "",
        scene=query.after,
        worlds=tuple(holds),
    )


def shown(script: Script, place: int, style: str) -> Shown:
    """A scene as a picture, in which worlds stay in their places where they can."""
    from whoknows.logic.draw import draw

    scene = script.scenes[place]
    before = anchor(script, place)
    step = script.steps[place - 1] if place else None
    said = f"{step.kind} {step.text}" if step else "at first"
    try:
        svg = draw(scene.model, scene.actual, before=before, style=style)
    except WhoknowsError as error:
        svg = f'<p class="wk-quiet">There is no such picture: {escape(str(error))}</p>'
    going: tuple[World, ...] = ()
    if place and before is not None and before.size <= MOST_LIT:
        gone = set(script.models[place - 1].worlds().tolist())
        going = tuple(sorted(gone - set(scene.model.worlds().tolist())))
    return Shown(said, svg, going)


def anchor(script: Script, place: int) -> Model | None:
    """The first model, if the scene has worlds of it: events may make new ones."""
    now = script.scenes[place].model
    if now.engine in ("relational", "beliefs") and place:
        return None
    first = script.models[0]
    if first.engine != now.engine or first.size > MOST_LIT:
        return None
    kept = set(now.worlds().tolist()) <= set(first.worlds().tolist())
    return first if kept else None


# ------------------------------------------------------------------------------ one world


def world_words(cells: Sequence[Cell], scene: int, world: World) -> str:
    """What is so in a world, who holds what possible there, and what the questions say."""
    left = {k: cell for k, cell in enumerate(cells) if cell.text.strip()}
    script, lines = None, list[int]()
    for _ in range(MOST_TROUBLES):
        whole, lines = numbered(left)
        try:
            script = loads(whole, name=NAME)
            break
        except WhoknowsError as error:
            left = without(left, trouble_of(error, lines, left).cell)
            if not left:
                return ""
    if script is None or not 0 <= scene < len(script.scenes):
        return ""
    return described(script, script.scenes[scene], scene, world)


def described(script: Script, now: Scene, scene: int, world: World) -> str:
    """A world in words."""
    model = now.model
    if world not in model.worlds().tolist():
        return "This world is no longer possible."
    here = model.claim_of((world,))
    said = [
        f"World [{model.name(world)}]" + (", the actual one" if world == now.actual else "")
    ]
    so = model.describe(world)
    true = [name for name, value in so.items() if value is True]
    false = [name for name, value in so.items() if value is False]
    values = [f"{name}={so[name]}" for name in model.parts]
    said.append(f"so: {', '.join(true + values) or 'nothing'}")
    if false:
        said.append(f"not so: {', '.join(false)}")
    for agent in model.agents:
        cell = model.worlds(model.seen_from(here, (agent,))).tolist()
        names = " ".join(f"[{model.name(w)}]" for w in cell[:MOST_POSSIBLE])
        more = f" and {len(cell) - MOST_POSSIBLE} more" if len(cell) > MOST_POSSIBLE else ""
        said.append(f"{agent} holds possible: {names or 'nothing'}{more}")
    said += [
        model.explain(query.formula, world)
        for query in script.queries
        if query.after == scene and query.meaning is None
    ]
    return "\n".join(said)


# -------------------------------------------------------------------------------- export


def python_notebook(cells: Sequence[Cell]) -> dict[str, object]:
    """The notebook for Jupyter: it reads the text, answers the questions, and draws."""
    text = text_of(cells)
    code = [
        "from whoknows.logic.files import loads\n\nscript = loads("
        + python_text(text)
        + ")",
        "script.models[0]",
        "[(query.text, script.answer(query)) for query in script.queries]",
        "for query in script.queries:\n    print(script.explain(query))",
        "script.model",
    ]
    return {
        "cells": [
            {
                "cell_type": "markdown",
                "id": "title",
                "metadata": {},
                "source": "# A model\n\nFrom the formula playground of whoknows.",
            },
            *(
                {
                    "cell_type": "code",
                    "id": f"code-{number}",
                    "execution_count": None,
                    "metadata": {},
                    "outputs": [],
                    "source": source,
                }
                for number, source in enumerate(code)
            ),
        ],
        "metadata": {"kernelspec": {"display_name": "Python 3", "name": "python3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def python_text(text: str) -> str:
    """A text as Python writes it, over several lines if it has no quotes of that kind."""
    if '"""' in text or "\\" in text or text.endswith('"'):
        return repr(text)
    return f'"""\\\n{text}"""'


def figure(cells: Sequence[Cell], scene: int, style: str, form: str) -> str:
    """A scene as a figure: `svg`, or `tex` for TikZ."""
    from whoknows.logic.draw import draw

    script = loads(text_of(cells), name=NAME)
    place = min(max(scene, 0), len(script.scenes) - 1)
    now = script.scenes[place]
    return draw(now.model, now.actual, before=anchor(script, place), style=style, form=form)
