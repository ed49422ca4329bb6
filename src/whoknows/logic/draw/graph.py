"""Few worlds as nodes: links in each agent's color, hubs for cells of more than two.

Worlds told apart by up to four facts stand on a cube drawn by hand: higher is more that
is true, and each fact has a direction of its own.  Other worlds stand on a circle, those
that look alike near each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import cos, hypot, pi, sin
from typing import TypeAlias

import numpy as np

from whoknows.logic.draw.arrows import NOTE, arrows
from whoknows.logic.draw.geometry import Plane, Rim
from whoknows.logic.draw.placed_model import PlacedModel, actual_name
from whoknows.logic.draw.shapes import Cell, Hub, Link, Picture, Point, Shape
from whoknows.logic.models.model import World
from whoknows.logic.models.plausibility import Plausible

MOST_WORLDS = 16  # worlds
LETTERS = 12  # in a line of a label
RADIUS = 25.0
MOST_SLIM, SLIM = 8, 168.0  # boards on an oval that fits a phone, and half its width

Places: TypeAlias = dict[World, Point]

# How far to the side each fact leads.  Sums of any two differ by 2 or more, so no two
# worlds of a level meet, and links run between neighboring levels only.
SIDES = {1: (1,), 2: (-1, 1), 3: (-2, 0, 2), 4: (-4, -2, 1, 5)}


def graph(stage: PlacedModel) -> Picture:
    """The worlds as nodes and the cells as links."""
    face = stage.face(RADIUS, font=14.0)
    reach = face.reach
    layered = layer_places(stage, reach)
    places = layered or cube_places(stage, reach) or circle_places(stage, reach)
    shapes: list[Shape] = []
    pairs = Counter(cell.worlds for cell in stage.cells if len(cell.worlds) == 2)
    drawn: Counter[tuple[World, ...]] = Counter()
    hubs: list[Point] = []
    for cell in stage.cells:
        if len(cell.worlds) == 2:
            lane = drawn[cell.worlds] - (pairs[cell.worlds] - 1) / 2
            drawn[cell.worlds] += 1
            shapes.append(link(stage, cell, places, lane, reach))
        else:
            hubs.append(hub_place(stage, cell, places, hubs, reach))
            shapes += spokes(stage, cell, places, hubs)
    shapes += arrows(stage, places, drawn, Rim(RADIUS, reach))
    spots = [stage.spot(world, places[world]) for world in stage.worlds]
    return Picture(
        title=stage.title,
        description=stage.in_words(),
        agents=stage.agents,
        everyone=stage.model.agents,
        shapes=(*shapes, *spots),
        face=face,
        cells=stage.cells,
        notes=(
            "" if stage.art else stage.writing.note,
            NOTE if stage.believers else "",
            f"lower is more plausible to {stage.agents[0]}" if layered else "",
        ),
        states=tuple(spot.state for spot in spots),
        actual=actual_name(stage.model),
    )


# --------------------------------------------------------------------------- positions


def layer_places(stage: PlacedModel, reach: float) -> Places | None:
    """Positions in layers, if worlds have them: by what the first agent finds plausible."""
    before = stage.before
    if not isinstance(before, Plausible) or not stage.agents:
        return None
    ranks = before.ranks[stage.agents[0]][before.rows(stage.worlds)].tolist()
    places: Places = {}
    for height, rank in enumerate(sorted(set(ranks))):
        layer = [w for w, r in zip(stage.worlds, ranks, strict=True) if r == rank]
        shift = (len(layer) - 1) / 2 - (height % 2) * 0.3  # no world straight above another
        for k, world in enumerate(layer):
            places[world] = ((k - shift) * (2 * reach + 60), -height * 122.0)
    return places


def cube_places(stage: PlacedModel, reach: float) -> Places | None:
    """Positions on a cube, if four facts or fewer tell all the worlds apart."""
    facts = list(stage.before.facts)
    for count in range(1, min(4, len(facts)) + 1):
        bits = {
            world: tuple(bool(stage.facts_of[world][fact]) for fact in facts[:count])
            for world in stage.worlds
        }
        if len(set(bits.values())) == len(bits) > 1:
            return {world: corner(bit, reach) for world, bit in bits.items()}
    return None


def corner(bits: tuple[bool, ...], reach: float) -> Point:
    """Where a corner of the cube stands: a level up for every true fact."""
    side = sum(step for step, bit in zip(SIDES[len(bits)], bits, strict=True) if bit)
    rise = 0 if len(bits) == 1 else sum(bits)
    wide = 2 * reach + 50 if len(bits) == 1 else max(62.0, reach + 28)
    return (side * wide, -rise * 122.0)


def circle_places(stage: PlacedModel, reach: float) -> Places:
    """Positions on a circle; worlds that look alike are brought near each other."""
    worlds = stage.worlds
    if len(worlds) <= 2:
        return {world: (k * (2 * reach + 110), 0.0) for k, world in enumerate(worlds)}
    span = max(2 * RADIUS + 34, (2 * reach + 22) * 0.9)
    radius = max(100.0 if stage.art else 130.0, span / (2 * sin(pi / len(worlds))))
    wide, high = radius * max(1.0, reach / (1.6 * RADIUS)), radius
    room = SLIM - reach
    if stage.art and len(worlds) <= MOST_SLIM and reach + 10 < room < wide:
        wide, step = room, 1 - cos(2 * pi / len(worlds))
        high = max(radius, (2 * RADIUS + 18) / step)  # the second stands below the first
    angles = [2 * pi * k / len(worlds) - pi / 2 for k in range(len(worlds))]
    points = [(wide * cos(a), high * sin(a)) for a in angles]
    seats = short_links(kinship(stage), np.array(points))
    return {world: points[seat] for world, seat in zip(worlds, seats, strict=True)}


def kinship(stage: PlacedModel) -> Plane:
    """How strongly every two worlds are drawn to each other: by the cells they share."""
    rank = {world: k for k, world in enumerate(stage.worlds)}
    pull = np.zeros((len(rank), len(rank)))
    for agent in stage.agents:
        for cell in stage.places_of(agent):
            for one, other in combinations([rank[world] for world in cell], 2):
                pull[one, other] += 1 / (len(cell) - 1)
    return pull + pull.T


def short_links(pull: Plane, points: Plane) -> list[int]:
    """Seats for the worlds, improved by swaps and turns while links get shorter."""
    gaps = np.linalg.norm(points[:, None] - points[None], axis=2)
    seats = walk(pull)

    def cost(order: list[int]) -> float:
        return float((pull * gaps[np.ix_(order, order)]).sum())

    best = cost(seats)
    improved = True
    while improved:
        improved = False
        for one, other in combinations(range(len(seats)), 2):
            for tried in (swapped(seats, one, other), turned(seats, one, other)):
                if (now := cost(tried)) < best - 1e-6:
                    seats, best, improved = tried, now, True
    return seats


def walk(pull: Plane) -> list[int]:
    """First seats: along chains of worlds that look alike, each from one of its ends."""
    links = (pull > 0).sum(axis=1)
    waiting, trail = set(range(len(pull))), list[int]()
    while waiting:
        place = trail[-1] if trail else 0
        rank = {w: (not trail or not pull[place, w], links[w], w) for w in waiting}
        trail.append(min(waiting, key=rank.__getitem__))
        waiting.remove(trail[-1])
    return [trail.index(world) for world in range(len(pull))]


def swapped(seats: list[int], one: int, other: int) -> list[int]:
    """The seats with two of them swapped."""
    new = seats.copy()
    new[one], new[other] = new[other], new[one]
    return new


def turned(seats: list[int], first: int, last: int) -> list[int]:
    """The seats with a stretch of them turned round (2-opt)."""
    return seats[:first] + seats[first : last + 1][::-1] + seats[last + 1 :]


# ------------------------------------------------------------------------------- cells


def link(stage: PlacedModel, cell: Cell, places: Places, lane: float, reach: float) -> Link:
    """A cell of two worlds: one line, in its lane if several agents share the pair."""
    start, end = (places[world] for world in cell.worlds)
    others = [at for world, at in places.items() if world not in cell.worlds]
    bends = [30 * lane + side * step for step in (0, 60, 100, 150, 210) for side in (1, -1)]
    rim = Rim(RADIUS, reach)
    free = (bend for bend in bends if rim.clearance(start, end, bend, others) > 6)
    one, other = (f"w{world}" for world in cell.worlds)
    bend = next(free, bends[0])
    return Link(cell.agent, start, end, stage.says(cell), (one, other), bend)


def spokes(
    stage: PlacedModel, cell: Cell, places: Places, hubs: list[Point]
) -> list[Shape]:
    """A larger cell: the last of the hubs, and a line to each of its worlds."""
    words, hub, name = stage.says(cell), hubs[-1], f"cell{len(hubs)}"
    lines = [
        Link(cell.agent, hub, places[world], words, (name, f"w{world}"))
        for world in cell.worlds
    ]
    return [*lines, Hub(cell.agent, hub, words, name)]


def hub_place(
    stage: PlacedModel, cell: Cell, places: Places, hubs: list[Point], reach: float
) -> Point:
    """A free place for a hub near the middle of its cell, the cell as it was before."""
    members = next(c for c in stage.places_of(cell.agent) if cell.worlds[0] in c)
    if not set(cell.worlds) <= set(members):
        members = cell.worlds
    points = [places[world] for world in members]
    x = sum(p[0] for p in points) / len(points)
    y = sum(p[1] for p in points) / len(points)
    best, least = (x, y), len(places) ** 2
    for at in around(x, y):
        if (now := crowding(at, members, places, hubs, reach)) < least:
            best, least = at, now
        if not least:
            break
    return best


def around(x: float, y: float) -> Iterator[Point]:
    """Places to try, from a point outwards."""
    yield x, y
    for ring in range(1, 9):
        for k in range(6 * ring):
            turn = 2 * pi * k / (6 * ring)
            yield x + 16 * ring * cos(turn), y + 16 * ring * sin(turn)


def crowding(
    at: Point, members: tuple[World, ...], places: Places, hubs: list[Point], reach: float
) -> int:
    """How badly a hub would stand: too near to others, or with spokes over others."""
    rim = Rim(RADIUS, reach)
    near = int((rim.gaps([at], list(places.values())) < 14).sum())
    near += sum(hypot(at[0] - hub[0], at[1] - hub[1]) < 26 for hub in hubs)
    for world in members:
        others = [p for other, p in places.items() if other != world]
        near += rim.clearance(at, places[world], 0.0, others) < 4
    return near
