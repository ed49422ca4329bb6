"""A model as an input file of SMCDEL.

>>> from whoknows.logic import every_world
>>> print(to_smcdel(every_world(["p", "q"], sees={"ann": ["p"]}, law="p | q")))
-- 1 is p
-- 2 is q
VARS 1,2
LAW (2 | 1)
OBS
  ann: 1
<BLANKLINE>
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from whoknows.edge import checked
from whoknows.errors import TooLarge
from whoknows.logic.diagrams import Written
from whoknows.logic.files.write_text import check_few
from whoknows.logic.models.bits import Cube
from whoknows.logic.models.combinations import Grid
from whoknows.logic.models.links import has_links, table_of
from whoknows.logic.models.model import Claim, Model
from whoknows.work.memory import reserve

MOST_SIGNS = 10**5  # of a law that is written for SMCDEL


@checked
def to_smcdel(model: Model) -> str:
    """The model as an input file of SMCDEL, a knowledge structure; facts are numbers."""
    grid = structure_of(model)
    axes = grid.axes
    names = {
        axis: name if len(place.axes) == 1 else f"{name}, bit {k}"
        for name, place in grid.places.items()
        for k, axis in enumerate(place.axes)
    }
    lines = [f"-- {axis + 1} is {clean(names[axis])}" for axis in range(axes)]
    seen = {
        agent: [a + 1 for name, p in grid.places.items() if name in some for a in p.axes]
        for agent, some in grid.sees.items()
    }
    if not all(seen.values()):  # SMCDEL wants something seen: a variable that is false
        lines.append(f"-- {axes + 1} is false, for who sees nothing else")
        axes += 1
    law = law_text(forks_of(grid))
    law = law if axes == grid.axes else f"({law} & ~{axes})"
    lines += [f"VARS {','.join(str(axis + 1) for axis in range(axes))}"]
    lines += [f"LAW {law}", "OBS"]
    for k, (agent, some) in enumerate(seen.items()):
        name = agent if agent.isidentifier() and agent.isascii() else f"agent{k}"
        lines.append(f"  {name}: {','.join(map(str, some or [axes]))}")
    return "\n".join(lines) + "\n"


def clean(name: str) -> str:
    """A name that may stand in a comment."""
    return name.replace("\0", "").replace("\n", " ")


def forks_of(grid: Grid) -> Written:
    """The worlds of a grid as a diagram, in plain numbers."""
    if isinstance(grid, Cube):
        return cube_forks(grid)
    from whoknows.logic.models.symbolic import Symbolic

    assert isinstance(grid, Symbolic)
    return grid.diagrams.written([grid.alive])


def cube_forks(cube: Cube) -> Written:
    """The worlds of a cube as a diagram, made from the lowest axis up.

    With each axis half as many combinations are left, each with the place of its fork;
    where both ways lead to the same place there is none.
    """
    forks: list[tuple[int, int, int]] = []
    reserve(24 << cube.axes, f"a diagram of 2^{cube.axes} worlds")
    here = np.zeros(1 << cube.axes, dtype=np.int64)
    here[cube.worlds()] = 1
    for axis in range(cube.axes):
        low, high = here[0::2], here[1::2]
        pairs, kind = np.unique(low << 32 | high, return_inverse=True)
        places = np.empty(len(pairs), dtype=np.int64)
        for k, pair in enumerate(pairs.tolist()):
            down, up = pair >> 32, pair & (1 << 32) - 1
            if down != up:
                forks.append((axis, down, up))
            places[k] = down if down == up else len(forks) + 1
        here = places[kind.reshape(-1)]
    return Written(forks, [int(here[0])])


def law_text(law: Written) -> str:
    """A diagram as a formula of SMCDEL, or `TooLarge` if that is too long."""
    size, text = [1, 1], ["Bot", "Top"]
    for _, low, high in law.forks:
        size.append(2 + size[low] + size[high])
    if size[law.roots[0]] > MOST_SIGNS:
        raise TooLarge(
            f"the law has {size[law.roots[0]]} signs in SMCDEL's language; "
            f"at most {MOST_SIGNS} are written: save as .json"
        )
    for axis, low, high in law.forks:
        text.append(fork_text(axis + 1, text[low], text[high]))
    return text[law.roots[0]]


def fork_text(fact: int, low: str, high: str) -> str:
    """What holds if a fact fails, and what if it holds, as one formula."""
    match low, high:
        case "Bot", "Top":
            return f"{fact}"
        case "Top", "Bot":
            return f"~{fact}"
        case "Bot", _:
            return f"({fact} & {high})"
        case _, "Bot":
            return f"(~{fact} & {low})"
        case "Top", _:
            return f"(~{fact} | {high})"
        case _, "Top":
            return f"({fact} | {low})"
    return f"(({fact} & {high}) | (~{fact} & {low}))"


@checked
def structure_of(model: Model) -> Grid:
    """A model of cells as a grid, where each agent sees coordinates (as SMCDEL has it).

    What a table's agents see becomes a coordinate for each of them, hidden, and so does the
    number of a world where two are alike in all else; `table_of` leads back.
    """
    from whoknows.logic.models.symbolic import Symbolic

    if isinstance(model, Grid) and not has_links(model) and not model.defined:
        return model
    check_few(model)
    table = table_of(model)
    facts = list(table.facts)
    parts = {name: part.values for name, part in table.columns.items()}
    codes: dict[str, Any] = {n: c.astype(np.int64) for n, c in table.facts.items()}
    codes |= {name: part.codes.astype(np.int64) for name, part in table.columns.items()}
    for agent in table.agents:
        labels, cells = np.unique(table.views[agent], return_inverse=True)
        name = f"\0view of {agent}"
        parts[name], codes[name] = tuple(range(len(labels))), cells.reshape(-1)
    copies = copy_numbers(np.array([codes[name] for name in codes]).T)
    parts["\0copy"], codes["\0copy"] = tuple(range(int(copies.max(initial=0)) + 1)), copies
    sees = {agent: [f"\0view of {agent}"] for agent in table.agents}
    full = Symbolic.full(facts, parts, sees)
    numbers = sum(
        codes[name].astype(object) << place.first for name, place in full.places.items()
    )
    found = full.restrict(full.claim_of(list(numbers)))
    hidden = {name: "" for name in parts if name.startswith("\0")}
    return replace(found, hidden=hidden)


def copy_numbers(rows: Claim) -> Any:
    """For every row, how many equal rows stand before it."""
    seen: dict[bytes, int] = {}
    found = []
    for row in rows:
        key = row.tobytes()
        found.append(seen.get(key, 0))
        seen[key] = found[-1] + 1
    return np.array(found, dtype=np.int64)
