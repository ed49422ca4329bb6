"""Events on grids: the event that happens is one coordinate more, and changes are claims.

This is the product of a knowledge structure with a knowledge transformer [Gattinger2018,
ch. 2].  An agent who tells all events apart sees the new coordinate, one who tells none
apart does not; for others, the cell of the event is a coordinate of its own.  A changed
fact becomes a claim about the coordinates, among them the one that it was before: agents
know of it what they know of these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TypeVar

from whoknows.logic.models.combinations import Coordinate, Grid
from whoknows.logic.models.model import Agent, Claim

G = TypeVar("G", bound=Grid)

HIDDEN = "\0"  # begins the name of a coordinate that is no fact and no part
Cells = tuple[int, ...]  # for every event, the place of the first one that looks like it


def times(
    model: G,
    can: Sequence[Claim],
    makes: Sequence[Mapping[str, Claim]],
    cells: Mapping[Agent, Cells],
) -> tuple[G, tuple[int, ...]]:
    """The product of a grid and events, and the number that stands for each event.

    `can` is where each event can happen, `makes` what facts become by it, and `cells` how
    the events look to each agent.
    """
    names = column_names(model, cells, len(can))
    columns, codes = event_columns(model, names, len(can))
    extra = sum(len(place.axes) for place in columns.values())
    happens = [
        at_code(model, model.stretched(model.alive & claim, extra), code, extra)
        for claim, code in zip(can, codes, strict=True)
    ]
    seen = {
        agent: model.sees[agent] | {names[kind] for kind in [cells[agent]] if kind in names}
        for agent in model.agents
    }
    new = replace(
        model,
        places={**model.places, **columns},
        sees=seen,
        alive=reduce(or_, happens),
        defined={n: model.stretched(c, extra) for n, c in model.defined.items()},
        hidden={**model.hidden, **dict.fromkeys(columns, "")},
        axes_missed={},
    )
    return changed(new, model, happens, makes, extra), codes


def column_names(
    model: Grid, cells: Mapping[Agent, Cells], events: int
) -> dict[Cells, str]:
    """The ways in which agents tell events apart, each with the name of its coordinate.

    The first tells all events apart, and is there even if nobody sees it.
    """
    if events == 1:
        return {}
    start = len(model.places)
    kinds = dict.fromkeys([tuple(range(events)), *cells.values()])
    several = [kind for kind in kinds if len(set(kind)) > 1]
    return {kind: f"{HIDDEN}{HIDDEN}{start + k}" for k, kind in enumerate(several)}


def event_columns(
    model: Grid, names: Mapping[Cells, str], events: int
) -> tuple[dict[str, Coordinate], tuple[int, ...]]:
    """The new coordinates, and the number that each event has on their axes together."""
    columns: dict[str, Coordinate] = {}
    codes, first = [0] * events, model.axes
    for kind, name in names.items():
        values = tuple(dict.fromkeys(kind))
        columns[name] = Coordinate(first, values)
        for event, cell in enumerate(kind):
            codes[event] |= values.index(cell) << first - model.axes
        first = columns[name].axes.stop
    return columns, tuple(codes)


def at_code(model: Grid, claim: Claim, code: int, extra: int) -> Claim:
    """Those worlds of a claim of the larger model where the new axes spell `code`."""
    for place in range(extra):
        there = model.along(claim, model.axes + place)
        claim = there if code >> place & 1 else claim ^ there
    return claim


def changed(
    new: G,
    before: Grid,
    happens: Sequence[Claim],
    makes: Sequence[Mapping[str, Claim]],
    extra: int,
) -> G:
    """The product with its facts as the events made them; `happens`: where each is."""
    names = dict.fromkeys(name for made in makes for name in made)
    if not names:
        return new
    places, hidden = dict(new.places), dict(new.hidden)
    sees, defined = dict(new.sees), dict(new.defined)
    for name in names:
        was = before.facts.get(name, before.nowhere)
        defined[name] = reduce(
            or_,
            (
                alive & before.stretched(made.get(name, was), extra)
                for alive, made in zip(happens, makes, strict=True)
            ),
        )
    moved = {name: HIDDEN + name for name in names if name in places}
    places = {moved.get(name, name): place for name, place in places.items()}
    hidden |= {hid: name for name, hid in moved.items()}
    sees = {
        agent: frozenset(moved.get(name, name) for name in seen)
        for agent, seen in sees.items()
    }
    return replace(new, places=places, hidden=hidden, sees=sees, defined=defined)
