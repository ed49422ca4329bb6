r"""Models as text: files of ours, and lines for people.

>>> from whoknows.logic import from_cells
>>> model = from_cells(["u", "v"], {"p": ["u"]}, {"ann": [["u", "v"]], "bob": []})
>>> print(to_text(model, at="u"))
worlds u: p;
       v
ann cells u v
bob cells nothing
actual u
<BLANKLINE>
>>> print("\n".join(lines(model, 0)))
* u  p
  v  -
ann cannot tell apart u, v
bob tells all worlds apart
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from whoknows.edge import checked
from whoknows.errors import TooLarge
from whoknows.logic.language.formula import written
from whoknows.logic.models.build import NAME
from whoknows.logic.models.links import Relational, rows_of
from whoknows.logic.models.model import Agent, Model, View, World
from whoknows.logic.models.plausibility import Plausible
from whoknows.logic.models.table import Rows

MOST_WORLDS = 10_000  # of a model that is written out world by world


@checked
def to_text(model: Model, *, at: World | str | None = None) -> str:
    """The model as a file of ours, world by world."""
    here = None if at is None else model.world_there(at)
    check_few(model)
    rows = rows_of(model)
    names = world_names(rows)
    lines = [f"{written(names[k])}{what_is_so(rows, k)}" for k in range(len(rows))]
    text = "worlds " + ";\n       ".join(lines) + "\n"
    unused = [n for n, c in rows.facts.items() if not c.any()]
    if unused:
        text = f"facts {' '.join(map(written, unused))}\n{text}"
    for agent in rows.agents:
        text += f"{written(agent)} {shape_of(rows, agent, names)}\n"
        if isinstance(rows, Plausible):
            text += f"{written(agent)} layers {grouped(named(rows.ranks[agent], names))}\n"
    if here is not None:
        row = int(np.searchsorted(model.worlds(), here))
        text += f"actual {written(names[row])}\n"
    return text


def check_few(model: Model) -> None:
    """Raise `TooLarge` for a model of too many worlds to write out."""
    if model.size > MOST_WORLDS:
        raise TooLarge(
            f"{model.size} worlds; at most {MOST_WORLDS} are written out: save as .json"
        )


def lines(model: Rows, at: World | None) -> list[str]:
    """A model, a line a world and a line an agent, for people; a star is at `at`."""
    names = world_names(model)
    width = max(map(len, names))
    worlds = [
        f"{'*' if world == at else ' '} {name:<{width}}  "
        f"{' '.join(facts_in(model, row)) or '-'}"
        for row, (world, name) in enumerate(zip(model, names, strict=True))
    ]
    return worlds + [line for agent in model.agents for line in sights(model, agent, names)]


def sights(model: Rows, agent: Agent, names: list[str]) -> list[str]:
    """What an agent cannot tell apart, or holds possible where, as lines."""
    if isinstance(model, Relational):
        return [
            f"in {name} {agent} holds possible {', '.join(some) or 'nothing'}"
            for name, some in possible_names(model, agent, names).items()
        ]
    wide = [cell for cell in named(model.looks(agent), names) if len(cell) > 1]
    if not wide:
        return [f"{agent} tells all worlds apart"]
    return [f"{agent} cannot tell apart {'; '.join(', '.join(cell) for cell in wide)}"]


def world_names(rows: Rows) -> list[str]:
    """A name for every row: its own if it has one, else by its number."""
    if NAME in rows.columns:
        part = rows.columns[NAME]
        names = [str(part.values[code]) for code in part.codes.tolist()]
        if len(set(names)) == len(names):
            return names
    return [f"w{number}" for number in rows.worlds().tolist()]


def world_name(model: Rows, world: World) -> str:
    """The name of one world."""
    return world_names(model)[int(np.searchsorted(model.worlds(), world))]


def facts_in(rows: Rows, row: int) -> list[str]:
    """The facts that hold in a row."""
    return [name for name, column in rows.facts.items() if column[row]]


def what_is_so(rows: Rows, row: int) -> str:
    """The true facts and the values of a row, after a colon."""
    so = list(map(written, facts_in(rows, row)))
    for name, part in rows.columns.items():
        if name != NAME:
            so.append(f"{written(name)}={written(str(part.values[part.codes[row]]))}")
    return f": {', '.join(so)}" if so else ""


def shape_of(rows: Rows, agent: str, names: list[str]) -> str:
    """The cells or the links of an agent."""
    if isinstance(rows, Relational):
        ends = zip(*(some.tolist() for some in rows.links[agent]), strict=True)
        arrows = [f"{written(names[a])} -> {written(names[b])}" for a, b in ends]
        return "links " + (", ".join(arrows) or "nothing")
    cells = named(rows.looks(agent), names)
    return "cells " + (grouped(cell for cell in cells if len(cell) > 1) or "nothing")


def named(labels: View, names: list[str]) -> list[list[str]]:
    """The names of the rows with each label, in the order of the labels."""
    cells: dict[int, list[str]] = {label: [] for label in np.unique(labels).tolist()}
    for name, label in zip(names, labels.tolist(), strict=True):
        cells[label].append(name)
    return list(cells.values())


def grouped(groups: Iterable[list[str]]) -> str:
    """Worlds in groups, by name."""
    return "; ".join(" ".join(map(written, names)) for names in groups)


def possible_names(
    model: Relational, agent: Agent, names: list[str]
) -> dict[str, list[str]]:
    """The names of the worlds that an agent holds possible in each."""
    called = dict(zip(model, names, strict=True))
    return {
        name: [called[other] for other in model.possible(agent, world)]
        for world, name in called.items()
    }
