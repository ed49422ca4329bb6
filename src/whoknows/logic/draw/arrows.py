"""Belief as arrows: from a world to those that an agent, who may be wrong, holds possible.

An agent whose links are cells is drawn as ever, by lines without heads; for another, every
link is an arrow, those both ways are one line with two heads, and a link from a world to
itself is a loop above it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import hypot

import numpy as np

from whoknows.logic.draw.geometry import Plane, Rim, curve
from whoknows.logic.draw.placed_model import PlacedModel
from whoknows.logic.draw.shapes import Head, Link, Loop, Point, Shape
from whoknows.logic.models.model import Agent, World

NOTE = "Arrows lead to worlds held possible; an agent without arrows is never wrong."
STEP, RISE = 20.0, 34.0  # between the loops of two agents, and how high they are
BENDS = (0, 60, 100, 150, 210)


def arrows(
    stage: PlacedModel,
    places: Mapping[World, Point],
    taken: Counter[tuple[World, ...]],
    rim: Rim,
) -> list[Shape]:
    """The arrows of every agent who may be wrong; `taken` are the lanes of lines."""
    shapes: list[Shape] = []
    lines = Counter(taken)
    pairs = Counter(pair for links in stage.links.values() for pair in joined(links))
    for place, agent in enumerate(stage.believers):
        links = stage.links[agent]
        for pair in sorted(joined(links)):
            middle = -0.5 if lines[pair] else (pairs[pair] - 1) / 2  # beside straight lines
            lane = taken[pair] - middle
            taken[pair] += 1
            ways = (pair[::-1] in links, pair in links)
            shapes += arrow(stage, agent, pair, ways, lane, places, rim)
        shift = STEP * (place - (len(stage.believers) - 1) / 2)
        shapes += [
            shape
            for world in sorted({w for w, to in links if w == to})
            for shape in loop(stage, agent, world, places[world], shift, rim)
        ]
    return shapes


def joined(links: set[tuple[World, World]]) -> set[tuple[World, World]]:
    """The pairs of different worlds that are linked, one way or both."""
    return {(min(pair), max(pair)) for pair in links if pair[0] != pair[1]}


def arrow(
    stage: PlacedModel,
    agent: Agent,
    pair: tuple[World, World],
    ways: tuple[bool, bool],
    lane: float,
    places: Mapping[World, Point],
    rim: Rim,
) -> list[Shape]:
    """A line between two worlds, and a head at each end that is held possible."""
    start, end = (places[world] for world in pair)
    others = [at for world, at in places.items() if world not in pair]
    bends = [30 * lane + side * step for step in BENDS for side in (1, -1)]
    free = (bend for bend in bends if rim.clearance(start, end, bend, others) > 6)
    bend = next(free, bends[0])
    words = "; ".join(
        stage.holds(agent, one, two)
        for way, (one, two) in zip(ways, (pair[::-1], pair), strict=True)
        if way
    )
    ends = (f"w{pair[0]}", f"w{pair[1]}")
    shapes: list[Shape] = [Link(agent, start, end, words, ends, bend, arrows=ways)]
    line = curve(start, end, bend, steps=200)
    if ways[0]:
        shapes.append(head(agent, line[::-1], start, rim))
    if ways[1]:
        shapes.append(head(agent, line, end, rim))
    return shapes


def head(agent: Agent, line: Plane, end: Point, rim: Rim) -> Head:
    """The head where a line meets the rim of the spot that it ends in."""
    outside = np.flatnonzero(rim.gaps(line, [end])[:, 0] > 1.5)
    tip = int(outside[-1]) if len(outside) else len(line) - 1
    back = line[max(0, tip - 12)]
    x, y = line[tip] - back
    length = hypot(x, y) or 1.0
    at = (float(line[tip][0]), float(line[tip][1]))
    return Head(agent, at, (float(x / length), float(y / length)))


def loop(
    stage: PlacedModel, agent: Agent, world: World, at: Point, shift: float, rim: Rim
) -> list[Shape]:
    """A loop above a spot, and its head."""
    x, y = at[0] + shift, at[1]
    inside = max(0.0, abs(x - at[0]) + 8 - (rim.reach - rim.radius))
    top = y - (max(0.0, rim.radius**2 - inside**2)) ** 0.5
    feet = ((x - 8, top), (x + 8, top))
    words = stage.holds(agent, world, world)
    tip = (feet[1][0], top - 1.5)
    return [Loop(agent, world, feet, RISE, words), Head(agent, tip, (-0.35, 0.937))]
