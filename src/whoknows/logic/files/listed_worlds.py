"""Models written out in files: worlds by name, and cells, links, or layers of them.

worlds      u: p, x=1;  v: p, x=2;  w: x=2
ann cells   u v; w            # worlds that ann's cells leave out stand alone
bob links   u -> v, v -> v    # links make a model of beliefs (relational)
ann layers  v; u w            # the most plausible first, for belief (B) and upgrades
ann expects p, x=2            # or layers by what is expected, the first counts most
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup
from whoknows.logic.files.names import (
    QUOTED,
    name_list,
    name_of,
    so_list,
    spot_of,
    value_of,
)
from whoknows.logic.files.source import Source
from whoknows.logic.files.statements import Statement, formulas_of
from whoknows.logic.language.formula import Formula
from whoknows.logic.language.positions import first_place, last_place, place
from whoknows.logic.models.build import NAME, places, row_of, smallest
from whoknows.logic.models.links import Relational, has_links
from whoknows.logic.models.model import Model, Value
from whoknows.logic.models.plausibility import plausible
from whoknows.logic.models.table import Part, Table

WORD = rf"(?:{QUOTED}|[\w']+)"
WORLD = re.compile(rf"\s*+({WORD})\s*+(:|$)")
ARROW = re.compile(rf"\s*+({WORD})\s*+(<?->)\s*+({WORD})\s*+,?")


def explicit_model(source: Source, statements: list[Statement]) -> Model:
    """The model that is written out world by world."""
    worlds: dict[str, dict[str, bool | str]] = {}
    facts: list[str] = []
    for said in statements:
        if said.keyword == "worlds":
            worlds |= worlds_of(source, said, list(worlds))
        elif said.keyword == "facts":
            facts += name_list(source, said.text)
        elif said.keyword in ("parts", "law", "sees"):
            what = f"worlds are named one by one here: '{said.keyword}' does not fit"
            raise source.error(what, said.line, 1)
    columns, parts = columns_of(source, worlds, facts, statements[0].line)
    cells = [said for said in statements if said.keyword == "cells"]
    links = [said for said in statements if said.keyword == "links"]
    row = places(list(worlds))
    if cells and links:
        raise source.error("cells or links are wanted, not both", links[0].line, 1)
    if links:
        ends: dict[str, tuple[Any, Any]] = {}
        for said in links:
            linked = np.zeros((len(row), len(row)), dtype=bool)
            for pair in arrows(source, said, row):
                linked[pair] = True
            for agent in agents(source, said, ends):
                source_rows, target_rows = np.nonzero(linked)
                ends[agent] = source_rows, target_rows
        return Relational(columns, ends, parts, rows=len(row))
    views: dict[str, Any] = {}
    for said in cells:
        for agent in agents(source, said, views):
            views[agent] = labels(source, said, row)
    return Table(columns, views, parts, rows=len(row))


def with_layers(source: Source, statements: list[Statement], model: Model) -> Model:
    """The model with its worlds in layers, if the file ranks them."""
    ranks: dict[str, NDArray[np.int64]] = {}
    expects: dict[str, tuple[Formula, ...]] = {}
    some = [said for said in statements if said.keyword in ("layers", "expects")]
    if not some:
        return model
    if has_links(model):
        raise source.error("layers are of cells, not of links", some[0].line, 1)
    for said in some:
        named = {**ranks, **expects}
        for agent in agents(source, said, named):
            with source.blame(said.line):
                model.group((agent,))
            if said.keyword == "expects":
                expects[agent] = formulas_of(source, said, model)
            else:
                with source.blame(said.line):
                    row = places([str(name) for name in model.parts_named(NAME)])
                ranks[agent] = layered(source, said, row)
    with source.blame(some[0].line):
        return plausible(model, ranks, expects=expects)


def worlds_of(
    source: Source, said: Statement, before: list[str]
) -> dict[str, dict[str, bool | str]]:
    """The worlds of a statement, each with what is so in it."""
    found: dict[str, dict[str, bool | str]] = {}
    for piece, start in pieces(said.text):
        match = WORLD.match(piece)
        if match is None:
            what = "a world is wanted, such as u: p, q"
            raise source.error(what, *place(said.text, start))
        name = name_of(match[1])
        if name in found or name in before:
            raise source.error(f"world {name!r} is named twice", *place(said.text, start))
        blank = said.only(start + match.end(), start + len(piece)).text
        found[name] = dict(so_list(source, blank)) if blank.strip() else {}
    if not found:
        raise source.error("worlds are wanted, such as u: p; v", *last_place(said.text))
    return found


def pieces(text: str) -> Iterator[tuple[str, int]]:
    """The pieces of a text between `;`, and where each begins; empty ones are left out."""
    start = 0
    for piece in text.split(";"):
        if piece.strip():
            yield piece, start
        start += len(piece) + 1


def columns_of(
    source: Source, worlds: dict[str, dict[str, bool | str]], facts: list[str], line: int
) -> tuple[dict[str, list[bool]], dict[str, Part]]:
    """The facts and parts of the worlds as columns; what is not said is false."""
    values: dict[str, list[Value]] = {}
    names = dict.fromkeys(facts)
    for so in worlds.values():
        for name, value in so.items():
            if isinstance(value, str):
                values.setdefault(name, [])
                values[name] += [v for v in [value_of(value)] if v not in values[name]]
            else:
                names.setdefault(name)
    columns = {n: [so.get(n) is True for so in worlds.values()] for n in names}
    parts = {NAME: Part(smallest(np.arange(len(worlds))), tuple(worlds))}
    for part, some in values.items():
        for world, so in worlds.items():
            if part in names or not isinstance(so.get(part), str):
                what = f"{part} has no value in world {world!r}, and has one in others"
                raise source.error(what, line, 1)
        codes = [some.index(value_of(str(so[part]))) for so in worlds.values()]
        parts[part] = Part(smallest(np.array(codes)), tuple(some))
    if NAME in columns or NAME in values:
        raise source.error(f"{NAME!r} names the worlds; take another word", line, 1)
    return columns, parts


def agents(source: Source, said: Statement, before: object) -> list[str]:
    """The agents of a statement, each of whom has one such statement."""
    names = name_list(source, "\n" * (said.line - 1) + said.who)
    for name in names:
        if name in before:  # type: ignore[operator]  # a mapping
            raise source.error(
                f"the {said.keyword} of {name} are given twice", said.line, 1
            )
    return names


def groups(source: Source, said: Statement, row: dict[str, int]) -> Iterator[list[int]]:
    """Rows of worlds, in groups between `;`; a world stands in one group at most."""
    seen = set[int]()
    for piece, start in pieces(said.text):
        found = []
        text = said.only(start, start + len(piece)).text
        for world in name_list(source, text):
            with source.blame(*spot_of(world, text)):
                here = row_of(world, row)
                if here in seen:
                    raise BadSetup(f"world {world!r} stands there twice")
            seen.add(here)
            found.append(here)
        yield found


def labels(source: Source, said: Statement, row: dict[str, int]) -> NDArray[np.int64]:
    """The cells of worlds as labels; worlds left out stand alone."""
    found = np.arange(len(row))
    if said.text.split() != ["nothing"]:
        for number, cell in enumerate(groups(source, said, row)):
            found[cell] = len(row) + number
    return found


def layered(source: Source, said: Statement, row: dict[str, int]) -> NDArray[np.int64]:
    """The layers of worlds as ranks; every world must stand in one."""
    found = np.full(len(row), -1)
    for number, layer in enumerate(groups(source, said, row)):
        found[layer] = number
    if (found < 0).any():
        missing = list(row)[int(np.argmin(found))]
        what = f"world {missing!r} stands in no layer"
        raise source.error(what, *first_place(said.text))
    return found


def arrows(
    source: Source, said: Statement, row: dict[str, int]
) -> Iterator[tuple[int, int]]:
    """The links of a statement: `u -> v, v <-> w`."""
    start = 0
    if said.text.split() == ["nothing"]:
        return
    while said.text[start:].strip():
        match = ARROW.match(said.text, start)
        if match is None:
            offset = len(said.text) - len(said.text[start:].lstrip())
            what = "a link is wanted, such as u -> v"
            raise source.error(what, *place(said.text, offset))
        with source.blame(*place(said.text, match.start(1))):
            left, right = row_of(name_of(match[1]), row), row_of(name_of(match[3]), row)
        yield left, right
        if match[2] == "<->":
            yield right, left
        start = match.end()
