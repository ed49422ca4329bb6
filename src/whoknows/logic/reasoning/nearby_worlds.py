"""The worlds near where one stands, for models too large to have whole.

From some worlds one step leads to all that look alike to somebody.  A formula looks only
so many steps far: `K b p` one, `K a K b p` two, but only one for a, who knows what a
knows.  So a model of the worlds within `reach` steps answers every formula that takes no
more, and is refused to the rest.

>>> steps("K b (p & Kw a q)"), steps("K a K b p", home="a"), steps("C{a, b} p")
(2, 1, None)
>>> near = nearby([5], ["ann"], lambda world, agent: [world - 1, world, world + 1], 6)
>>> near.worlds, near.reach
((5, 4, 6, 3, 7), 2)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from whoknows.edge import check, checked
from whoknows.errors import TooLarge
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula, formula_of
from whoknows.logic.models.model import Agent

__all__ = ["Near", "nearby", "steps"]

W = TypeVar("W", bound=Hashable)  # a world, as a game writes it


@dataclass(frozen=True, slots=True)
class Near(Generic[W]):
    """The worlds within some steps of the first ones, nearest first."""

    worlds: tuple[W, ...]
    first: int
    """How many of them one stands in."""
    reach: int | None
    """The steps within which no world is missing; `None` if there is nowhere else to go."""


@checked
def nearby(
    start: Iterable[W],
    agents: Sequence[Agent],
    alike: Callable[[W, Agent], Iterable[W]],
    most: int,
) -> Near[W]:
    """The worlds around `start`, by whole steps, at most `most`; raises `TooLarge`.

    `alike` gives the worlds that look to an agent like this one; it may raise `TooLarge`
    too, and the step is not taken.
    """
    depths = dict.fromkeys(start)
    if len(depths) > most:
        raise TooLarge(f"{len(depths)} worlds; at most {most} make a model to look at")
    first, reach = len(depths), 0
    layer = list(depths)
    while layer:
        further: dict[W, None] = {}
        try:
            for world in layer:
                for agent in agents:
                    around = alike(world, agent)
                    check("what looks alike", around, Iterable[Hashable])
                    some = (w for w in around if w not in depths)
                    further |= dict.fromkeys(some)
                if len(depths) + len(further) > most:
                    return Near(tuple(depths), first, reach)
        except TooLarge:
            return Near(tuple(depths), first, reach)
        depths |= further
        layer, reach = list(further), reach + 1
    return Near(tuple(depths), first, None)


@checked
def steps(formula: Formula | str, home: Agent | None = None) -> int | None:
    """How many steps from its world a formula looks; `None` if there is no bound.

    `home` is an agent whose whole cell one stands in: it takes no step to ask what that
    agent knows.
    """
    try:
        return far_depth(formula_of(formula), home)
    except OverflowError:
        return None


def far_depth(formula: Formula, home: Agent | None) -> int:
    """The steps of a formula; raises `OverflowError` where there is no bound."""
    match formula:
        case f.Know(how, who, claim) | f.Possible(how, who, claim):
            if how in ("C", "Cw") and len(who) > 1:
                raise OverflowError(how)
            return max((step(agent, claim, home) for agent in who), default=0)
        case f.KnowValue(agent, _):
            return int(agent != home)
        case f.Announce(said, then) | f.CanAnnounce(said, then):
            return steps_after([said], then, home)
        case f.AnnounceWhether(several, then):
            return steps_after(several, then, home)
        case f.AnnounceValue(_, then):
            return far_depth(then, home)
        case f.KnowGiven("K" | "B" | "E" as how, who, given, claim):
            both = f.And((given, claim))
            return far_depth(f.Know("K" if how == "B" else how, who, both), home)
        case f.KnowGiven() | f.AnnounceTo() | f.CanAnnounceTo() | f.AnnounceWhetherTo():
            raise OverflowError(formula)
        case f.After() | f.CanAfter() | f.CanSay() | f.WhateverSaid():
            raise OverflowError(formula)
        case _:
            return max((far_depth(part, home) for part in f.inner(formula)), default=0)


def step(agent: Agent, claim: Formula, home: Agent | None) -> int:
    """The steps to what an agent knows."""
    return int(agent != home) + far_depth(claim, agent)


def steps_after(said: Sequence[Formula], then: Formula, home: Agent | None) -> int:
    """The steps to what holds after something is said, which is judged where one gets."""
    return far_depth(then, home) + max(
        (far_depth(claim, None) for claim in said), default=0
    )
