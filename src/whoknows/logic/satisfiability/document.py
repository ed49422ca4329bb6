r"""Models found, as plain values for JSON and as lines of text for people.

>>> from whoknows.logic import from_cells
>>> two = from_cells(["0", "1"], {"p": ["0"]}, {"ann": [["0", "1"]], "bob": []})
>>> document(two)["cells"]
{'ann': [['0', '1']], 'bob': [['0'], ['1']]}
>>> print("\n".join(lines(two, 0)))
* 0  p
  1  -
ann cannot tell apart 0, 1
bob tells all worlds apart
"""

from __future__ import annotations

from typing import Any

from whoknows.logic.models.build import NAME
from whoknows.logic.models.links import Relational
from whoknows.logic.models.model import Agent, World
from whoknows.logic.models.table import Rows


def document(model: Rows) -> dict[str, Any]:
    """A model of named worlds: their facts, and each agent's cells, or links."""
    worlds = [
        {"name": name_of(model, world), "facts": facts_in(model, world)} for world in model
    ]
    found: dict[str, Any] = {"agents": list(model.agents), "worlds": worlds}
    if isinstance(model, Relational):
        links = {agent: possible(model, agent) for agent in model.agents}
        pairs = {
            agent: [[here, there] for here, some in held.items() for there in some]
            for agent, held in links.items()
        }
        return {**found, "links": pairs}
    return {**found, "cells": {agent: cells(model, agent) for agent in model.agents}}


def lines(model: Rows, at: World | None) -> list[str]:
    """A model of named worlds, a line a world and a line an agent; a star is at `at`."""
    width = max(len(name_of(model, world)) for world in model)
    found = [
        f"{'*' if world == at else ' '} {name_of(model, world):<{width}}  "
        f"{' '.join(facts_in(model, world)) or '-'}"
        for world in model
    ]
    return found + [said for agent in model.agents for said in sights(model, agent)]


def sights(model: Rows, agent: Agent) -> list[str]:
    """What an agent cannot tell apart, or holds possible where, as lines."""
    if isinstance(model, Relational):
        held = possible(model, agent)
        return [
            f"in {here} {agent} holds possible {', '.join(some) or 'nothing'}"
            for here, some in held.items()
        ]
    wide = [cell for cell in cells(model, agent) if len(cell) > 1]
    if not wide:
        return [f"{agent} tells all worlds apart"]
    return [f"{agent} cannot tell apart {'; '.join(', '.join(cell) for cell in wide)}"]


def name_of(model: Rows, world: World) -> str:
    """The name of a world, or its number if worlds have no names."""
    return str(model.describe(world).get(NAME, world))


def facts_in(model: Rows, world: World) -> list[str]:
    """The facts that hold in a world."""
    return [name for name, so in model.describe(world).items() if so is True]


def cells(model: Rows, agent: Agent) -> list[list[str]]:
    """The names of the worlds that look alike to an agent, cell by cell."""
    found: dict[int, list[str]] = {}
    for world, label in zip(model, model.looks(agent).tolist(), strict=True):
        found.setdefault(label, []).append(name_of(model, world))
    return list(found.values())


def possible(model: Relational, agent: Agent) -> dict[str, list[str]]:
    """The names of the worlds that an agent holds possible in each."""
    return {
        name_of(model, here): [name_of(model, w) for w in model.possible(agent, here)]
        for here in model
    }
