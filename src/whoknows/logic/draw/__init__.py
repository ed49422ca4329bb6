"""Models as pictures: as SVG for people, and as DOT and TikZ for other programs.

There are four styles.  `graph` draws up to 16 worlds as nodes, `grid` up to 200 in rows
and columns, `rings` what is thought possible around the actual world, and `cells` only
counts, for any size; `auto` picks by size.  Positions depend on the model `before` alone:
a picture made after an announcement has every world where it stood.

>>> from whoknows.logic import every_world
>>> two = every_world("ab", sees={"ann": "b", "bob": "a"})
>>> picture = draw(two.announce("a | b"), before=two, at=3, title="Muddy children")
>>> picture[:4], picture.count("data-world")
('<svg', 4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from whoknows.edge import checked
from whoknows.errors import BadSetup, TooLarge, UnknownName
from whoknows.logic.draw import cell_sizes as counting
from whoknows.logic.draw import graph as nodes
from whoknows.logic.draw import grid as rows
from whoknows.logic.draw import rings as around
from whoknows.logic.draw.dot import dot
from whoknows.logic.draw.legend import framed
from whoknows.logic.draw.placed_model import PlacedModel, check_before, has_cells, headline
from whoknows.logic.draw.shapes import Picture
from whoknows.logic.draw.svg import svg
from whoknows.logic.draw.tikz import tikz
from whoknows.logic.models.links import relational
from whoknows.logic.models.model import Agent, Model, World

__all__ = ["draw", "fitting", "form_of", "notebook", "picture", "save"]

STYLES = ("auto", "graph", "grid", "rings", "cells")
THEMES = ("auto", "light", "dark")
LARGE_MODEL = 2**22  # worlds whose cells a notebook does not stop to count
FORMS: Mapping[str, Callable[[Picture], str]] = {"svg": svg, "dot": dot, "tex": tikz}


@checked
def draw(
    model: Model,
    at: World | None = None,
    *,
    before: Model | None = None,
    style: str = "auto",
    agents: Iterable[Agent] | None = None,
    title: str = "",
    supposed: bool = False,
    form: str = "svg",
    theme: str = "auto",
    art: Mapping[World, str] | None = None,
) -> str:
    """The model as a picture: SVG, or the text of another `form` (`dot`, `tex`).

    `at` is the actual world.  `before` is the model before an announcement: worlds keep
    the places they have there, and those that are gone fade.  `agents` chooses who is
    drawn; in a grid, who has the rows, the columns, and the outlines.  If it is only
    `supposed`, `at` is looked at, and nothing says that it is the actual world.  `art` are
    small pictures of worlds as SVG, which stand in a `graph` in place of labels.
    """
    for kind, name, known in (
        ("form of picture", form, tuple(FORMS)),
        ("style", style, STYLES),
        ("theme", theme, THEMES),
    ):
        if name not in known:
            raise UnknownName.among(kind, name, known)
    if model.engine == "beliefs":  # with a row for every world
        at = None if at is None else model.worlds().tolist().index(at)
        model = relational(model)
    then = model if before is None else before
    made = framed(
        picture(model, then, at, style, agents, title, supposed=supposed, art=art)
    )
    return svg(made, theme=theme) if form == "svg" else FORMS[form](made)


@checked
def picture(
    model: Model,
    before: Model,
    at: World | None,
    style: str,
    agents: Iterable[Agent] | None,
    title: str,
    *,
    supposed: bool = False,
    art: Mapping[World, str] | None = None,
) -> Picture:
    """The shapes of a picture, checked to fit."""
    who = model.agents if agents is None else model.group(agents)
    before.group(who)
    if before is not model:
        check_before(model, before)
    if at is not None:
        check_world(model, at)
    style = fitting(style, len(before))
    if style != "graph" and not all(has_cells(m, a) for m in (model, before) for a in who):
        raise BadSetup(
            f"the style {style} shows knowledge; beliefs are arrows, in the style graph, "
            f"of at most {nodes.MOST_WORLDS} worlds"
        )
    head = headline(model, before, title)
    if style == "cells" or not len(before):
        return counting.cells(model, before, who, at, head)
    letters = {"graph": nodes.LETTERS, "grid": rows.LETTERS, "rings": around.LETTERS}
    given = agents is not None
    stage = PlacedModel(
        model, before, who, at, head, letters[style], given, supposed, art or {}
    )
    if style == "rings":
        near = around.narrowed(stage)
        return around.rings(near, len(model) - len(near.model))
    return nodes.graph(stage) if style == "graph" else rows.grid(stage)


def check_world(model: Model, at: World) -> None:
    """The actual world must be one of the model."""
    if not -(2**63) <= at < 2**63:  # no number of a world, and none that numpy takes
        raise BadSetup(f"world {at} is not among the {len(model)} worlds left")
    model.claim_of([at])  # raises if there is no such world


@checked
def fitting(style: str, worlds: int) -> str:
    """The style to draw so many worlds in; one that does not fit is refused."""
    fits = [
        name
        for name, limit in (("graph", nodes.MOST_WORLDS), ("grid", rows.MOST_WORLDS))
        if worlds <= limit
    ]
    fits.append("cells")
    if style == "auto":
        return fits[0]
    if style not in (*fits, "rings"):
        limit = nodes.MOST_WORLDS if style == "graph" else rows.MOST_WORLDS
        raise BadSetup(
            f"the style {style} shows at most {limit} worlds, not {worlds}: try {fits[0]}"
        )
    return style


@checked
def notebook(model: Model) -> str:
    """The picture that a notebook shows; of a very large model, no more than its size."""
    if len(model) <= LARGE_MODEL:
        try:
            return draw(model)
        except TooLarge:
            pass  # a notebook shows something, always
    size = headline(model, model, "")
    return svg(framed(Picture(size, f"A model of {size}.", (), model.agents, ())))


@checked
def save(text: str, path: Path) -> None:
    """Write a picture to a file: all of it, or nothing."""
    import os
    import tempfile

    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(name, 0o666 & ~umask)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise BadSetup(f"cannot write {path}: {error.strerror}") from None


@checked
def form_of(path: Path) -> str:
    """The form that a file's ending asks for."""
    ending = path.suffix.lower().removeprefix(".")
    if ending not in FORMS:
        known = ", ".join(f".{form}" for form in FORMS)
        raise BadSetup(f"{path.name!r} should end in one of {known}")
    return ending
