"""Models as JSON, written and read again, and files of models by their endings.

Everything is kept: the numbers of worlds, what is hidden in a grid, layers, diagrams.

>>> from whoknows.logic import from_cells
>>> model = from_cells(["u", "v"], {"p": ["u"]}, {"ann": [["u", "v"]], "bob": []})
>>> from_json(to_json(model)).names("p & ~Kw ann p")
['p world=u']
>>> named_document(model)["cells"]
{'ann': [['u', 'v']], 'bob': [['u'], ['v']]}
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadFile, BadSetup
from whoknows.logic.diagrams import Written
from whoknows.logic.files.write_text import (
    facts_in,
    named,
    possible_names,
    to_text,
    world_names,
)
from whoknows.logic.models.bits import Cube
from whoknows.logic.models.combinations import Coordinate, Grid, axes_count
from whoknows.logic.models.links import Relational, has_links
from whoknows.logic.models.model import Model, World
from whoknows.logic.models.plausibility import Plausible
from whoknows.logic.models.table import Part, Rows, Table

FORMAT = "whoknows model 1"
MOST_AXES = 10_000  # of a model of coordinates


@checked
def save(model: Model, path: Path | str, *, at: World | str | None = None) -> None:
    """Write a model to a file, by its ending: .json, .txt, or .smcdel.txt."""
    name = str(path)
    if name.endswith(".json"):
        text = json.dumps(to_json(model, at=at))
    elif name.endswith((".smcdel.txt", ".smcdel")):
        from whoknows.logic.files.write_smcdel import to_smcdel

        text = to_smcdel(model)
    elif name.endswith(".txt"):
        text = to_text(model, at=at)
    else:
        raise BadSetup(f"{name!r} should end in .json, .txt, or .smcdel.txt")
    Path(path).write_text(text, encoding="utf-8")


@checked
def read_model(path: Path | str) -> Model:
    """The model in a JSON file, or the one that a file of ours or SMCDEL's ends with."""
    if str(path).endswith(".json"):
        try:
            return from_json(json.loads(Path(path).read_text(encoding="utf-8")))
        except (OSError, ValueError, RecursionError) as error:
            if isinstance(error, BadFile):
                raise
            raise BadFile(f"{path}: {error}") from None
    from whoknows.logic.files import load

    return load(path).model


# ---------------------------------------------------------------------------------- JSON


@checked
def to_json(model: Model, *, at: World | str | None = None) -> dict[str, Any]:
    """The model as what JSON can write."""
    found: dict[str, Any] = {"format": FORMAT, "kind": model.engine}
    if at is not None:
        found["actual"] = model.world_there(at)
    if isinstance(model, Grid):
        return found | grid_document(model)
    assert isinstance(model, Rows)
    found["worlds"] = model.worlds().tolist()
    found["facts"] = {n: np.flatnonzero(c).tolist() for n, c in model.facts.items()}
    found["parts"] = {
        name: {"values": list(part.values), "codes": part.codes.tolist()}
        for name, part in model.columns.items()
    }
    if isinstance(model, Relational):
        ends = {agent: (some.source, some.target) for agent, some in model.links.items()}
        found["links"] = {a: [s.tolist(), t.tolist()] for a, (s, t) in ends.items()}
    if isinstance(model, Table):
        found["views"] = {agent: view.tolist() for agent, view in model.views.items()}
    if isinstance(model, Plausible):
        found["layers"] = {agent: rank.tolist() for agent, rank in model.ranks.items()}
    return found


def grid_document(model: Grid) -> dict[str, Any]:
    """A grid: its coordinates, who sees them, and the worlds, listed or as a diagram."""
    found: dict[str, Any] = {
        "coordinates": [[n, p.first, list(p.values)] for n, p in model.places.items()],
        "sees": {agent: sorted(seen) for agent, seen in model.sees.items()},
        "hidden": dict(model.hidden),
        "defined": list(model.defined),
    }
    claims = [model.alive, *model.defined.values()]
    if isinstance(model, Cube):
        return found | {"claims": [Cube.worlds(model, claim).tolist() for claim in claims]}
    if has_links(model):
        found["links"] = list(model.links)  # type: ignore[attr-defined]  # beliefs
        claims += model.links.values()  # type: ignore[attr-defined]
    written = model.diagrams.written(claims)  # type: ignore[attr-defined]  # symbolic
    return found | {"forks": written.forks, "roots": written.roots}


@checked
def from_json(document: Mapping[str, Any]) -> Model:
    """The model of a JSON document; `BadFile` if it is none."""
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise BadFile(f"no model: a document with the format {FORMAT!r} is wanted")
    try:
        kind = document["kind"]
        if kind in ("cube", "symbolic", "beliefs"):
            return grid_of(document)
        return listed_model(document)
    except (KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise BadFile(f"a damaged model: {type(error).__name__} {error}") from None
    except ValueError as error:
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"a damaged model: {error}") from None


def listed_model(document: Mapping[str, Any]) -> Model:
    """A model with a row per world."""
    numbers = np.array(document["worlds"], dtype=np.int64)
    size = len(numbers)
    facts = {}
    for name, listed in document["facts"].items():
        rows = np.array(listed, dtype=np.int64)
        if ((rows < 0) | (rows >= size)).any():
            raise BadFile(f"a damaged model: {name} holds in worlds that are not there")
        facts[name] = np.zeros(size, dtype=bool)
        facts[name][rows] = True
    parts = {
        name: Part(np.array(part["codes"], dtype=np.int64), tuple(part["values"]))
        for name, part in document["parts"].items()
    }
    for name, part in parts.items():
        if len(part.codes) and not 0 <= part.codes.min() <= part.codes.max() < len(
            part.values
        ):
            raise BadFile(f"a damaged model: codes of {name} without a value")
    model: Rows
    if document["kind"] == "relational":
        links = {
            a: (np.array(s, int), np.array(t, int))
            for a, (s, t) in document["links"].items()
        }
        model = Relational(facts, links, parts, rows=size)
    elif document["kind"] == "plausible":
        model = Plausible(facts, document["views"], document["layers"], parts, rows=size)
    elif document["kind"] == "table":
        model = Table(facts, document["views"], parts, rows=size)
    else:
        raise BadFile(f"a damaged model: no kind {document['kind']!r}")
    if (np.diff(numbers) <= 0).any():
        raise BadFile("a damaged model: numbers of worlds go up")
    model._numbers = numbers
    return model


def grid_of(document: Mapping[str, Any]) -> Grid:
    """A model of coordinates."""
    places = {name: coordinate_of(*more) for name, *more in document["coordinates"]}
    sees = {agent: frozenset(seen) for agent, seen in document["sees"].items()}
    names, hidden = document["defined"], document["hidden"]
    check_coordinates(places, [*sees.values(), {*hidden}], [*names, *hidden.values()])
    if document["kind"] != "cube":
        return possible(diagram_of(document, places, sees))
    full = Cube.full(map(str, range(axes_count(places))), {}, {})
    alive, *claims = (Cube.claim_of(full, worlds) for worlds in document["claims"])
    defined = dict(zip(names, claims, strict=True))
    return possible(Cube(places, sees, alive, defined, hidden=hidden))


def coordinate_of(first: Any, values: Any) -> Coordinate:
    """A coordinate as it was written: its first axis, and its values."""
    fits = type(first) is int and 0 <= first < MOST_AXES and isinstance(values, list)
    if not fits or not all(type(value) in (int, str, float) for value in values):
        raise BadFile("a damaged model: a coordinate has a first axis, and values")
    return Coordinate(first, tuple(values))


def check_coordinates(
    places: Mapping[str, Coordinate], known: Sequence[Set[str]], names: Sequence[str]
) -> None:
    """Raise `BadFile` unless names are text, axes have one use, and all seen is there."""
    axes = [axis for place in places.values() for axis in place.axes]
    if len(axes) != len(set(axes)):
        raise BadFile("a damaged model: an axis has two uses")
    if not all(isinstance(name, str) for name in (*places, *names)):
        raise BadFile("a damaged model: a name is no text")
    for some in known:
        if not some <= places.keys():
            raise BadFile("a damaged model: coordinates that are not there")


def diagram_of(
    document: Mapping[str, Any],
    places: Mapping[str, Coordinate],
    sees: Mapping[str, frozenset[str]],
) -> Grid:
    """A model of diagrams: of knowledge, or of beliefs, with two axes in place of one."""
    names, hidden = document["defined"], document["hidden"]
    agents, believed = list(document.get("links", ())), document["kind"] == "beliefs"
    forks = [(int(axis), int(low), int(high)) for axis, low, high in document["forks"]]
    roots = [int(root) for root in document["roots"]]
    check_forks(forks, roots, (1 + believed) * axes_count(places))
    if believed and set(agents) != set(sees):
        raise BadFile("a damaged model: links of other agents than those who see")
    if believed:
        from whoknows.logic.models.symbolic_beliefs import restored_beliefs

        return restored_beliefs(places, sees, hidden, names, agents, Written(forks, roots))
    from whoknows.logic.models.symbolic import restored

    return restored(places, sees, names, hidden, Written(forks, roots))


def possible(model: Grid) -> Grid:
    """The model; `BadFile` if some world has a value that there is not."""
    for name, place in model.places.items():
        if any(model.restrict(model.at_code(name, code)).size for code in place.unused):
            raise BadFile(f"a damaged model: worlds where {name} has no value")
    return model


def check_forks(
    forks: Sequence[tuple[int, int, int]], roots: Sequence[int], axes: int
) -> None:
    """Raise `BadFile` unless forks lead to earlier ones, along axes that there are."""
    for k, (axis, low, high) in enumerate(forks):
        if not (0 <= axis < axes and 0 <= low < k + 2 and 0 <= high < k + 2):
            raise BadFile(f"a damaged model: fork {k} leads nowhere")
    if not all(0 <= root < len(forks) + 2 for root in roots):
        raise BadFile("a damaged model: a root leads nowhere")


# ------------------------------------------------------------------- for other programs


def named_document(model: Rows) -> dict[str, Any]:
    """A model by the names of its worlds: their facts, and each agent's cells, or links."""
    names = world_names(model)
    worlds = [{"name": n, "facts": facts_in(model, row)} for row, n in enumerate(names)]
    found: dict[str, Any] = {"agents": list(model.agents), "worlds": worlds}
    if isinstance(model, Relational):
        links = {a: possible_names(model, a, names).items() for a in model.agents}
        pairs = {a: [[n, m] for n, some in ends for m in some] for a, ends in links.items()}
        return {**found, "links": pairs}
    place = {name: row for row, name in enumerate(names)}
    cells = {
        agent: sorted(named(model.looks(agent), names), key=lambda cell: place[cell[0]])
        for agent in model.agents
    }  # in the order of their first worlds
    return {**found, "cells": cells}
