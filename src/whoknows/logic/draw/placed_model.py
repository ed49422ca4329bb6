"""What there is to draw: a model, the model before it, and the actual world.

Positions come from the model `before`, so that a picture made after an announcement has
every world where it stood, and worlds that are gone fade in their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup
from whoknows.logic.draw.shapes import (
    ACTUAL,
    FAR,
    GONE,
    MIDDLE,
    POSSIBLE,
    Cell,
    Face,
    Point,
    Spot,
)
from whoknows.logic.draw.world_labels import (
    So,
    Writing,
    broken,
    order,
    shared_names,
    writing,
)
from whoknows.logic.models.links import Relational
from whoknows.logic.models.model import Agent, Model, World, Worlds
from whoknows.wording import plural, with_commas


@dataclass(frozen=True)
class PlacedModel:
    """A model on the positions of the model before it."""

    model: Model
    before: Model
    agents: tuple[Agent, ...]
    at: World | None = None
    title: str = ""
    letters: int = 12  # in a line of a label
    given: bool = False  # whether somebody chose the agents, and so their order
    supposed: bool = False  # whether `at` is only looked at, not known to be actual
    art: Mapping[World, str] = field(default_factory=dict)  # small pictures of worlds

    @cached_property
    def worlds(self) -> list[World]:
        """Every world that has a place, in reading order."""
        worlds = self.before.worlds().tolist()
        key = order(self.before, self.writing)
        return sorted(worlds, key=lambda world: (key(self.facts_of[world]), world))

    @cached_property
    def facts_of(self) -> dict[World, So]:
        """What is so in every world that has a place."""
        return {w: self.before.describe(w) for w in self.before.worlds().tolist()}

    @cached_property
    def possible(self) -> set[World]:
        """The worlds still possible."""
        return set(self.model.worlds().tolist())

    @cached_property
    def writing(self) -> Writing:
        """How worlds are written in this picture."""
        return writing(self.before, self.facts_of, self.letters)

    def face(self, radius: float, font: float) -> Face:
        """How the spots look, with room for the longest line and the most lines."""
        if self.art:
            sizes = [size_of(svg) for svg in self.art.values()]
            high, wide = max(h for _, h in sizes), max(w for w, _ in sizes)
            return Face(max(radius, high / 2 + 4), wide / 2 + 7, 10.0, font, self.letters)
        lines = [broken(self.label(world), self.letters) for world in self.worlds]
        widest, most = max(map(longest, lines)), max(map(len, lines))
        if most > 1:
            font = min(font, 12.0)
            radius = max(radius, 0.54 * font * most + 5)
        reach = max(radius, 0.31 * font * widest + 5)
        corner = radius if most == 1 else 0.55 * radius
        return Face(radius, reach, corner, font, self.letters)

    def label(self, world: World) -> str:
        """A world in short."""
        return self.writing.label(self.facts_of[world], world)

    def spot(
        self,
        world: World,
        at: Point,
        *,
        away: bool = False,
        outlines: tuple[Agent, ...] = (),
        badge: str = "",
    ) -> Spot:
        """A world at a place; `away` if nothing in the picture leads there any more."""
        label, name = self.label(world), self.before.name(world)
        state, art = self.state(world, away), self.art.get(world, "")
        return Spot(world, at, label, name, state, outlines, badge, art)

    def state(self, world: World, away: bool) -> str:
        """How a world stands."""
        if world not in self.possible:
            return GONE
        if world == self.at:
            return MIDDLE if self.supposed else ACTUAL
        return FAR if away else POSSIBLE

    @cached_property
    def believers(self) -> tuple[Agent, ...]:
        """The agents who may be wrong: their links are not cells."""
        return tuple(a for a in self.agents if not has_cells(self.model, a))

    @cached_property
    def links(self) -> dict[Agent, set[tuple[World, World]]]:
        """For each who may be wrong, the worlds with those it holds possible there."""
        return {agent: links_of(self.model, agent) for agent in self.believers}

    def holds(self, agent: Agent, world: World, possible: World) -> str:
        """A link in words."""
        return f"{agent}, in {self.label(world)}, holds {self.label(possible)} possible"

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of more than one world, agent by agent, as they are now."""
        return tuple(
            Cell(agent, cell)
            for agent in self.agents
            if agent not in self.believers
            for cell in cells_of(self.model, agent)
            if len(cell) > 1
        )

    @cached_property
    def rank(self) -> dict[World, int]:
        """The place of every world in reading order."""
        return {world: k for k, world in enumerate(self.worlds)}

    def places_of(self, agent: Agent) -> list[tuple[World, ...]]:
        """The cells of an agent before, by what it sees, worlds in reading order."""
        cells = [
            tuple(sorted(cell, key=self.rank.__getitem__))
            for cell in nearness(self.before, agent)
        ]
        key, first = order(self.before, self.writing), self.facts_of[self.worlds[0]]
        seen = shared_names([[self.facts_of[w] for w in cell] for cell in cells], first)

        def place(cell: tuple[World, ...]) -> tuple[tuple[int, ...], int]:
            so = self.facts_of[cell[0]]
            return key({**first, **{name: so[name] for name in seen}}), self.rank[cell[0]]

        return sorted(cells, key=place)

    @cached_property
    def numbers(self) -> dict[Agent, dict[World, str]]:
        """The cells of every agent before, counted from 1 in reading order."""
        return {
            agent: {w: str(k) for k, cell in enumerate(cells, 1) for w in cell}
            for agent in self.agents
            for cells in [self.places_of(agent)]
        }

    @cached_property
    def thought(self) -> dict[Agent, set[World]]:
        """What each agent thinks possible in the actual world."""
        if self.at is None:
            return {agent: set() for agent in self.agents}
        claim = self.model.claim_of([self.at])
        alike = {agent: self.model.alike(claim, (agent,)) for agent in self.agents}
        return {agent: set(self.model.worlds(c).tolist()) for agent, c in alike.items()}

    def says(self, cell: Cell) -> str:
        """A cell in words."""
        return f"{cell.agent} cannot tell apart: " + self.listed(cell.worlds)

    def listed(self, worlds: Iterable[World]) -> str:
        """Worlds in a line; not more than fit in a sentence."""
        labels = [self.label(world) for world in worlds]
        more = f"; and {len(labels) - 24} more" if len(labels) > 24 else ""
        return "; ".join(labels[:24]) + more

    def in_words(self) -> str:
        """The picture in words, for those who hear it."""
        lines = [f"{self.title}."]
        if self.at is not None:
            which = (
                "In the middle" if self.supposed else actual_name(self.model).capitalize()
            )
            lines.append(f"{which} is {self.label(self.at)}.")
        if len(self.cells) <= 64:
            lines += [f"{self.says(cell)}." for cell in self.cells]
        for agent in self.believers:
            lines += [f"{self.holds(agent, *link)}." for link in sorted(self.links[agent])]
        gone = [world for world in self.worlds if world not in self.possible]
        if gone:
            lines.append(f"No longer possible: {self.listed(gone)}.")
        return " ".join(lines)


def size_of(svg: str) -> tuple[float, float]:
    """The width and the height that an SVG says it has."""
    match = re.search(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"', svg)
    if match is None:
        raise BadSetup("a picture of a world says its width and height first")
    return float(match[1]), float(match[2])


def has_cells(model: Model, agent: Agent) -> bool:
    """Whether what an agent holds possible is a cell, as knowledge has it."""
    if not isinstance(model, Relational):
        return True
    try:
        model.looks(agent)
    except BadSetup:
        return False
    return True


def links_of(model: Model, agent: Agent) -> set[tuple[World, World]]:
    """The pairs of worlds that an agent's links join."""
    assert isinstance(model, Relational)
    worlds = model.worlds()
    source, target = model.links[agent]
    return set(zip(worlds[source].tolist(), worlds[target].tolist(), strict=True))


def nearness(model: Model, agent: Agent) -> list[tuple[World, ...]]:
    """The cells of an agent; of one who may be wrong, what is joined by its arrows."""
    if has_cells(model, agent):
        return cells_of(model, agent)
    groups = {world: {world} for world in model.worlds().tolist()}
    for one, two in links_of(model, agent):
        if groups[one] is not groups[two]:
            groups[one] |= groups[two]
            for world in groups[two]:
                groups[world] = groups[one]
    return [tuple(sorted(some)) for some in {id(g): g for g in groups.values()}.values()]


def cells_of(model: Model, agent: Agent) -> list[tuple[World, ...]]:
    """The worlds of a model, parted by how they look to an agent."""
    worlds, labels = model.worlds(), model.looks(agent)
    rows = np.argsort(labels, kind="stable")
    cuts = np.flatnonzero(np.diff(labels[rows])) + 1
    return [tuple(cell.tolist()) for cell in np.split(worlds[rows], cuts) if len(cell)]


def check_before(model: Model, before: Model) -> None:
    """Every world of a model must have a place in the model before it."""
    worlds = model.worlds()
    strange = worlds[~contains(before.worlds(), worlds)]
    if len(strange):
        raise BadSetup(f"world {strange[0]} was not among the {len(before)} worlds before")


def contains(many: Worlds, some: Worlds) -> NDArray[np.bool_]:
    """Which of `some` worlds are among the `many`; both ascend."""
    if not len(many):
        return np.zeros(len(some), dtype=bool)
    places = np.minimum(np.searchsorted(many, some), len(many) - 1)
    inside: NDArray[np.bool_] = many[places] == some
    return inside


def same_cells(stage: PlacedModel, agent: Agent) -> bool:
    """Whether an agent's cells now are those of before, less the worlds that are gone."""
    then = [
        tuple(w for w in cell if w in stage.possible) for cell in stage.places_of(agent)
    ]
    now = {frozenset(cell) for cell in cells_of(stage.model, agent)}
    return {frozenset(cell) for cell in then if cell} == now


def headline(model: Model, before: Model, title: str) -> str:
    """The title of a picture: as given, and the number of worlds, or of events."""
    now, then = len(model), len(before)
    count = plural(now, "event" if of_events(model) else "world")
    if now != then:
        count = f"{with_commas(now)} of {with_commas(then)} worlds left"
    return f"{title}: {count}" if title else count


def of_events(model: Model) -> bool:
    """Whether what a model has for worlds are the events of an event model."""
    return [*model.parts] == ["event"]


def actual_name(model: Model) -> str:
    """What the world is called that is so: of events it is the one that happens."""
    return "the event that happens" if of_events(model) else "the actual world"


def text_width(text: str, letter: float = 7.0) -> float:
    """About how wide a text is, in pixels."""
    return len(text) * letter


def wrapped(text: str, letters: int) -> list[str]:
    """A text in lines of at most so many letters."""
    from textwrap import wrap

    return wrap(text, max(letters, 24)) or []


def longest(texts: Sequence[str]) -> int:
    """The letters of the longest text."""
    return max(map(len, texts), default=0)
