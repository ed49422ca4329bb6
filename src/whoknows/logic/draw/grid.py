"""Some hundred worlds at a glance: one agent's cells as rows, another's as columns.

The cell of the actual world is lit in its row and its column; those who have neither show
their cell of the actual world as outlines.  Without an actual world, a small number says
which cell of the third agent a world is in.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, permutations
from math import ceil, log, sqrt
from typing import TypeAlias

from whoknows.errors import BadSetup
from whoknows.logic.draw.placed_model import (
    PlacedModel,
    actual_name,
    same_cells,
    text_width,
)
from whoknows.logic.draw.shapes import Band, Chip, Picture, Point, Shape, Spot, Words
from whoknows.logic.draw.world_labels import headings
from whoknows.logic.models.model import Agent, World
from whoknows.wording import plural

MOST_WORLDS = 200  # worlds
LETTERS = 6  # in a line of a label
PADDING = 12.0  # around the worlds of a box
GAP = 5.0  # between bands
OUTLINES = 3  # agents whose cells fit around a spot

Cells: TypeAlias = list[tuple[World, ...]]
Box: TypeAlias = tuple[int, int]  # the row and the column


@dataclass(frozen=True)
class Lattice:
    """Rows and columns, and which world stands in which box."""

    rows: Cells
    columns: Cells
    box: dict[World, Box]

    @property
    def fullest(self) -> int:
        """The most worlds in a box."""
        return max(Counter(self.box.values()).values(), default=1)

    @property
    def across(self) -> int:
        """How many worlds stand side by side in a box."""
        many = self.fullest
        return many if many <= 4 else min(many, ceil(sqrt(1.6 * many)))


@dataclass(frozen=True)
class Track:
    """The bands of one direction: where each starts, and how thick it is."""

    starts: tuple[float, ...]
    sizes: tuple[float, ...]

    @property
    def end(self) -> float:
        """Where the last band ends."""
        return self.starts[-1] + self.sizes[-1]


def grid(stage: PlacedModel) -> Picture:
    """The worlds in rows and columns."""
    agents = chosen(stage)
    for agent in agents:
        if not same_cells(stage, agent):
            raise BadSetup(f"the cells of {agent} are not those of the model before")
    made = lattice(stage, agents)
    few = len(stage.worlds) <= 64
    face = stage.face(17.0 if few else 14.0, font=12.0 if few else 11.5)
    room = 9 + 2 * ringed(agents)
    pitch = (2 * face.reach + room, 2 * face.radius + room)
    across, down = tracks(made, pitch)
    places = spots(made, across, down, pitch)
    shapes: list[Shape] = []
    if agents[:1]:
        shapes += bands(stage, agents[0], made.rows, down, across.end, lying=True)
    if agents[1:2]:
        shapes += bands(stage, agents[1], made.columns, across, down.end, lying=False)
    dots = [dressed(stage, world, places[world], agents) for world in stage.worlds]
    return Picture(
        title=stage.title,
        description=stage.in_words(),
        agents=stage.agents,
        everyone=stage.model.agents,
        shapes=(*shapes, *dots),
        face=face,
        cells=stage.cells,
        notes=(reading(stage, agents), stage.writing.note),
        states=tuple(spot.state for spot in dots),
        actual=actual_name(stage.model),
    )


def chosen(stage: PlacedModel) -> tuple[Agent, ...]:
    """The agents in the order rows, columns, outlines: as given, or as fits best."""
    if stage.given or len(stage.agents) < 2:
        return stage.agents
    best = min(permutations(stage.agents[:6], 2), key=lambda pair: shape_cost(stage, pair))
    return (*best, *(agent for agent in stage.agents if agent not in best))


def shape_cost(stage: PlacedModel, pair: tuple[Agent, ...]) -> tuple[float, float]:
    """How wasteful, and then how far from the shape of a page, a choice would be."""
    made = lattice(stage, pair)
    rows, columns = len(made.rows), len(made.columns)
    wide, high = columns * made.across, rows * ceil(made.fullest / made.across)
    # Half a box of heading each way, and pages are 1.4 times as wide as high.
    return (rows * columns * made.fullest, abs(log((wide + 2) / (1.4 * (high + 1)))))


def lattice(stage: PlacedModel, agents: tuple[Agent, ...]) -> Lattice:
    """Rows of the first agent's cells, columns of the second's; all in one without them."""
    everything = [tuple(stage.worlds)]
    rows = stage.places_of(agents[0]) if agents else everything
    columns = stage.places_of(agents[1]) if len(agents) > 1 else everything
    row = {world: k for k, cell in enumerate(rows) for world in cell}
    column = {world: k for k, cell in enumerate(columns) for world in cell}
    return Lattice(rows, columns, {w: (row[w], column[w]) for w in stage.worlds})


def tracks(made: Lattice, pitch: Point) -> tuple[Track, Track]:
    """The columns and the rows, each as thick as its fullest box needs."""
    many = Counter(made.box.values())
    wide, high = [1] * len(made.columns), [1] * len(made.rows)
    for (row, column), worlds in many.items():
        wide[column] = max(wide[column], min(worlds, made.across))
        high[row] = max(high[row], ceil(worlds / made.across))
    return track(wide, pitch[0]), track(high, pitch[1])


def track(many: list[int], pitch: float) -> Track:
    """Bands that hold so many worlds each."""
    sizes = tuple(pitch * count + PADDING for count in many)
    starts = accumulate((size + GAP for size in sizes[:-1]), initial=0.0)
    return Track(tuple(starts), sizes)


def spots(made: Lattice, across: Track, down: Track, pitch: Point) -> dict[World, Point]:
    """The place of every world: in reading order within its box."""
    many, seen = Counter(made.box.values()), Counter[Box]()
    places = {}
    for world, box in made.box.items():
        line, place = divmod(seen[box], made.across)
        seen[box] += 1
        beside = min(made.across, many[box] - line * made.across)
        lines = ceil(many[box] / made.across)
        x = across.starts[box[1]] + across.sizes[box[1]] / 2
        y = down.starts[box[0]] + down.sizes[box[0]] / 2
        x += pitch[0] * (place - (beside - 1) / 2)
        y += pitch[1] * (line - (lines - 1) / 2)
        places[world] = (x, y)
    return places


def bands(
    stage: PlacedModel, agent: Agent, cells: Cells, along: Track, end: float, *, lying: bool
) -> list[Shape]:
    """The cells of an agent as rows (lying) or columns, with what the agent sees there."""
    titles = headings(stage.writing, [[stage.facts_of[w] for w in cell] for cell in cells])
    turn = 0.0
    if not lying and max(map(text_width, titles)) > min(along.sizes):
        turn = -45.0
    shapes = axis_title(agent, lying=lying, above=rise(titles, turn))
    for cell, title, start, size in zip(
        cells, titles, along.starts, along.sizes, strict=True
    ):
        possible = [world for world in cell if world in stage.possible]
        words = f"{agent}, {title}: {plural(len(possible), 'world')}"
        lit, over = stage.at in possible, GAP
        corner, extent = ((-over, start), (end + 2 * over, size))
        if not lying:
            corner, extent = (corner[1], corner[0]), (extent[1], extent[0])
        shapes.append(Band(agent, corner, extent, words, lit=lit))
        kind = "head" if lit else "note"
        if lying:
            shapes.append(Words((-over - 9, start + size / 2), title, kind, "end"))
        else:
            anchor = "start" if turn else "middle"
            place = (start + size / 2, -over - 13)
            shapes.append(Words(place, title, kind, anchor, turn=turn))
    return shapes


def rise(titles: list[str], turn: float) -> float:
    """How high the headings of the columns stand."""
    return 0.72 * max(map(text_width, titles)) + 8 if turn else 12.0


def axis_title(agent: Agent, *, lying: bool, above: float) -> list[Shape]:
    """Whose cells the rows or the columns are, with the agent's color."""
    words = f"{agent} sees"
    if lying:
        x = -GAP - 9
        chip = Chip((x - text_width(words) - 14, -GAP - 13), agent=agent)
        return [chip, Words((x, -GAP - 13), words, "note", "end")]
    y = -GAP - 13 - above - 10
    return [Chip((8.0, y), agent=agent), Words((22.0, y), words)]


def dressed(stage: PlacedModel, world: World, at: Point, agents: tuple[Agent, ...]) -> Spot:
    """A world with the outlines of those who have neither rows nor columns."""
    others = agents[2 : 2 + OUTLINES]
    if stage.at is None:
        badge = stage.numbers[others[0]][world] if others else ""
        return stage.spot(world, at, badge=badge)
    shared = tuple(a for a in others if world in stage.thought[a])
    return stage.spot(world, at, outlines=shared)


def ringed(agents: tuple[Agent, ...]) -> float:
    """The room that outlines take around a spot."""
    return 4.5 * min(len(agents[2:]), OUTLINES)


def reading(stage: PlacedModel, agents: tuple[Agent, ...]) -> str:
    """How to read the grid."""
    parts = [f"Rows: what {agents[0]} sees." if agents else ""]
    if len(agents) > 1:
        parts.append(f"Columns: what {agents[1]} sees.")
    others = agents[2 : 2 + OUTLINES]
    if others and stage.at is not None:
        who = " and ".join(others)
        parts.append(f"Outlines: what {who} cannot tell from {actual_name(stage.model)}.")
    elif others:
        parts.append(f"Small numbers: the cells of {others[0]}.")
    hidden = agents[2 + OUTLINES :] if stage.at is not None else agents[3:]
    if hidden:
        parts.append(f"Not shown: {', '.join(hidden)}.")
    return " ".join(filter(None, parts))
