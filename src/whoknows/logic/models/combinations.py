"""Models whose worlds are combinations of coordinates, each seen by some agents.

A coordinate is a fact, or a part with its values; it takes one binary axis or more.  Worlds
that look alike to an agent differ in the coordinates it misses only, so no labels are
kept.  A `Cube` keeps a bit per combination, a `Symbolic` model a decision diagram; this is
what the two share.  The number of a world spells its coordinates in binary, the first axis
lowest.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from whoknows.logic.language.formula import Formula
from whoknows.logic.models.model import Agent, Claim, Model, Value, World


@dataclass(frozen=True, slots=True)
class Coordinate:
    """One coordinate: a fact, or a part with its values."""

    first: int  # its first binary axis
    values: tuple[Value, ...] = ()  # none for a fact

    @property
    def axes(self) -> range:
        """The binary axes it takes."""
        width = max(1, (len(self.values) - 1).bit_length()) if self.values else 1
        return range(self.first, self.first + width)

    @property
    def unused(self) -> range:
        """The codes that spell no value; such combinations are never possible."""
        return range(len(self.values), 2 ** len(self.axes) if self.values else 0)


def coordinates(
    facts: Iterable[str], parts: Mapping[str, tuple[Value, ...]]
) -> dict[str, Coordinate]:
    """The coordinates of a grid: its facts, then its parts, on consecutive axes."""
    places: dict[str, Coordinate] = {}
    axis = 0
    for name, values in [*((fact, ()) for fact in facts), *parts.items()]:
        places[name] = Coordinate(axis, tuple(values))
        axis = places[name].axes.stop
    return places


def axes_count(places: Mapping[str, Coordinate]) -> int:
    """The number of binary axes."""
    return max((place.axes.stop for place in places.values()), default=0)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Grid(Model):
    """Combinations of coordinates, and the claim that a world is still possible."""

    places: Mapping[str, Coordinate]
    sees: Mapping[Agent, frozenset[str]]
    alive: Claim
    defined: Mapping[str, Claim]
    # Coordinates that are no facts or parts any more, or never were: an event that has
    # happened, and what a fact was before it was changed, with the fact in its place.
    hidden: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    axes_missed: dict[tuple[Agent, ...], tuple[int, ...]] = field(
        default_factory=dict, kw_only=True
    )  # found once, and kept by the models that announcements make of this one

    @abstractmethod
    def along(self, claim: Claim, axis: int) -> Claim:
        """Those worlds of a claim where a binary axis is 1."""

    @abstractmethod
    def stretched(self, claim: Claim, extra: int) -> Claim:
        """A claim as one of the model with so many more axes, whatever their values."""

    @abstractmethod
    def sliced(self, claim: Claim, code: int, extra: int) -> Claim:
        """The claim of a model with more axes, where these spell `code`."""

    @abstractmethod
    def can_grow(self, events: int) -> bool:
        """Whether a coordinate of so many values more is better kept here than as rows."""

    @abstractmethod
    def bit(self, claim: Claim, world: World) -> bool:
        """Whether a claim holds at a combination."""

    @property
    def agents(self) -> tuple[Agent, ...]:
        """Those who see and know."""
        return tuple(self.sees)

    @property
    def facts(self) -> Mapping[str, Claim]:
        """Where each fact holds, made when asked for."""
        return Facts(self)

    @property
    def parts(self) -> Mapping[str, tuple[Value, ...]]:
        """The values that each part can take."""
        return {
            name: place.values
            for name, place in self.places.items()
            if place.values and name not in self.hidden
        }

    @property
    def axes(self) -> int:
        """The number of binary axes."""
        return axes_count(self.places)

    @property
    def everywhere(self) -> Claim:
        """The claim that holds in every world."""
        return self.alive

    def at_code(self, name: str, code: int) -> Claim:
        """The worlds where the binary axes of a coordinate spell `code`."""
        claim = self.everywhere
        for place, axis in enumerate(self.places[name].axes):
            where = self.along(claim, axis)
            claim = where if code >> place & 1 else claim ^ where
        return claim

    def is_value(self, part: str, value: Value) -> Claim:
        """Where `part` has `value`."""
        value = self.value_named(part, value)
        return self.at_code(part, self.parts[part].index(value))

    def group(self, agents: Iterable[Agent]) -> tuple[Agent, ...]:
        """The agents, each once, checked to be known."""
        group = tuple(agents) if not isinstance(agents, str) else ()
        if len(group) == 1 and group[0] in self.sees:
            return group
        return Model.group(self, agents)

    def missed(self, group: Iterable[Agent]) -> tuple[int, ...]:
        """The axes that nobody of the `group` sees."""
        group = tuple(group)
        if group not in self.axes_missed:
            self.axes_missed[group] = self.find_missed(group)
        return self.axes_missed[group]

    def find_missed(self, group: tuple[Agent, ...]) -> tuple[int, ...]:
        """The axes that nobody of the `group` sees, looked for."""
        seen = frozenset[str]().union(*(self.sees[agent] for agent in group))
        hidden = [place.axes for name, place in self.places.items() if name not in seen]
        return tuple(axis for axes in hidden for axis in axes)

    def restrict(self, claim: Claim) -> Self:
        """The model with the worlds of `claim` only; there may be none."""
        return replace(self, alive=self.alive & claim)

    def widen(self, claim: Claim, inner: Claim) -> Claim:
        """A claim of `restrict(claim)`, as a claim of this model."""
        return self.alive & claim & inner

    def holds(self, claim: Claim, world: World) -> bool:
        """Whether the claim holds in this world of the model."""
        self.check_world(world)
        return self.bit(claim, world)

    @abstractmethod
    def check_world(self, world: World) -> None:
        """Raise `BadSetup` if the world is not in the model."""

    def describe(self, world: World) -> dict[str, bool | Value]:
        """What is so in a world: every fact and part by name."""
        so: dict[str, bool | Value] = {}
        for name in (*self.facts, *self.parts):
            if name in self.defined:
                so[name] = self.bit(self.defined[name], world)
                continue
            place = self.places[name]
            code = world >> place.first & ((1 << len(place.axes)) - 1)
            so[name] = place.values[code] if place.values else bool(code)
        return so

    def define(self, name: str, claim: Claim | Formula | str) -> Self:
        """The model with one more fact, which holds where `claim` does."""
        self.check_new(name)
        return replace(self, defined={**self.defined, name: self.claim(claim)})


class Facts(Mapping[str, Any]):
    """The facts of a grid, each made when asked for."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def __getitem__(self, name: str) -> Claim:
        if name not in self:
            raise KeyError(name)
        grid = self.grid
        if name in grid.defined:
            return grid.everywhere & grid.defined[name]
        return grid.at_code(name, 1)

    def __iter__(self) -> Iterator[str]:
        grid = self.grid
        names = [
            grid.hidden.get(name, name) for name, p in grid.places.items() if not p.values
        ]
        yield from dict.fromkeys([name for name in names if name] + list(grid.defined))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        grid = self.grid
        place = grid.places.get(str(name))
        fact = place is not None and not place.values and name not in grid.hidden
        return fact or name in grid.defined
