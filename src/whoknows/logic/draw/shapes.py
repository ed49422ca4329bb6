"""What a picture is made of, before it is SVG, TikZ, or DOT.

A layout puts worlds, links, bands, and words on a plane, in pixels, y downwards; every
writer draws the same shapes.  `Cell` and `Count` carry what the shapes mean, for DOT.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from whoknows.logic.models.model import Agent, World

Point: TypeAlias = tuple[float, float]

# How a world stands; in the middle is one that is looked at, not known to be actual.
ACTUAL, MIDDLE, POSSIBLE, FAR, GONE = "actual", "middle", "possible", "far", "gone"


@dataclass(frozen=True, slots=True)
class Spot:
    """A world, where it stands."""

    world: World
    at: Point
    label: str  # compact, inside the spot
    name: str  # all that is so
    state: str = POSSIBLE
    outlines: tuple[Agent, ...] = ()  # whose cell this world shares with the actual one
    badge: str = ""  # the cell of an agent who has neither rows nor columns
    art: str = ""  # a small SVG of this world, in place of the label


@dataclass(frozen=True, slots=True)
class Link:
    """Two ends that look alike to an agent; bent to pass by what stands between."""

    agent: Agent
    start: Point
    end: Point
    tooltip: str
    ends: tuple[str, str]  # the names of what it joins: w5 for world 5, or of a hub
    bend: float = 0.0  # how far the control point stands off the straight line
    faint: bool = False
    arrows: tuple[bool, bool] = (False, False)  # whether a head is at the start, at the end


@dataclass(frozen=True, slots=True)
class Head:
    """The head of an arrow: its tip, and the way it points, as a unit vector."""

    agent: Agent
    tip: Point
    way: Point


@dataclass(frozen=True, slots=True)
class Loop:
    """An arrow from a world to itself, above the spot: from one foot to the other."""

    agent: Agent
    world: World
    feet: tuple[Point, Point]
    rise: float
    tooltip: str


@dataclass(frozen=True, slots=True)
class Hub:
    """A cell of more than two worlds: the point where its spokes meet."""

    agent: Agent
    at: Point
    tooltip: str
    name: str


@dataclass(frozen=True, slots=True)
class Band:
    """A cell as a row or a column."""

    agent: Agent
    corner: Point
    size: Point
    tooltip: str
    lit: bool = False  # the cell of the actual world


@dataclass(frozen=True, slots=True)
class Bar:
    """A count, as a length; `faint` for the count before an announcement."""

    agent: Agent
    corner: Point
    size: Point
    tooltip: str
    faint: bool = False
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Orbit:
    """A circle to guide the eye."""

    center: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Chip:
    """A mark of the legend: an agent's color, or how a world stands."""

    at: Point
    agent: Agent = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; `anchor` is start, middle, or end, `turn` in degrees."""

    at: Point
    text: str
    kind: str = "note"  # title, head, note, or count
    anchor: str = "start"
    turn: float = 0.0


Shape: TypeAlias = Spot | Link | Head | Loop | Hub | Band | Bar | Orbit | Chip | Words


@dataclass(frozen=True, slots=True)
class Cell:
    """Worlds that look alike to an agent."""

    agent: Agent
    worlds: tuple[World, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """Agents whose cells have the same sizes, and how many cells have each size."""

    agents: tuple[Agent, ...]
    sizes: tuple[tuple[int, int], ...]  # (worlds in the cell, number of such cells)
    own_worlds: int | None = None  # the worlds in the cell of the actual world

    @property
    def cells(self) -> int:
        """The number of cells."""
        return sum(many for _, many in self.sizes)


@dataclass(frozen=True, slots=True)
class Face:
    """How all the spots of a picture look: their size, their corners, their lettering."""

    radius: float = 0.0  # half the height
    reach: float = 0.0  # half the width: more than the radius for long labels
    corner: float = 0.0
    font: float = 0.0
    letters: int = 99  # in a line of a label


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes on a plane, what they mean, and what a screen reader says of them."""

    title: str
    description: str
    agents: tuple[Agent, ...]  # those in the legend
    everyone: tuple[Agent, ...]  # all agents, in the order of their colors
    shapes: tuple[Shape, ...]
    size: Point = (0.0, 0.0)  # of the page, once it is framed
    corner: Point = (0.0, 0.0)  # of the page, top left
    face: Face = Face()
    cells: tuple[Cell, ...] = ()
    counts: tuple[Count, ...] = ()
    notes: tuple[str, ...] = ()
    states: tuple[str, ...] = ()  # the ways worlds stand, for the legend
    actual: str = "the actual world"  # what the legend calls it
