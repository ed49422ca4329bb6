"""Contraction of symbolic models after events: coordinates that no longer tell anything go.

An event that has happened stays in a model of diagrams as a hidden coordinate.  Often it
says nothing that others do not say: it has one value only; or nobody sees it, and no fact
hangs on it; or who saw the event can tell by what else they see which one it was.  Worlds
that differ in such a coordinate alone satisfy the same formulas, and become one.  In a
belief structure, no agent's links may hang on it, neither where they begin nor where they
end.

>>> from whoknows.logic import every_world
>>> from whoknows.logic.events.product import product
>>> from whoknows.logic.events.usual_events import whether
>>> coins = every_world(["p", "q"], sees={"ann": [], "bob": ["q"]}, engine="symbolic")
>>> shown = product(coins, whether("p", to=["ann"], agents=["ann", "bob"])).model
>>> small = without_idle(shown)
>>> shown.axes, small.axes, sorted(small.sees["ann"])  # she was shown p: she sees p
(3, 2, ['p'])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from whoknows.logic.diagrams import within_memory
from whoknows.logic.models.model import Agent, Claim, World
from whoknows.logic.models.symbolic import Symbolic
from whoknows.logic.models.symbolic_beliefs import BeliefStructure

S = TypeVar("S", bound=Symbolic)


@within_memory
def without_idle(model: S) -> S:
    """The model without hidden coordinates that tell nothing; the last ones first.

    One in the midst keeps its axis, which is 0 everywhere, so that no world has to be
    numbered anew but for the bits that are gone.
    """
    for name in reversed([name for name in model.places if name in model.hidden]):
        model = less_seen(seen_as_another(model, name), name)
        if is_idle(model, name):
            model = without(model, name)
    return model


@dataclass(frozen=True)
class WorldsKept(Mapping[World, World]):
    """The world of a model without idle coordinates that each world before became."""

    before: Symbolic
    after: Symbolic

    def __getitem__(self, world: World) -> World:
        self.before.check_world(world)
        return world_without_idle(self.after, world)

    def __iter__(self) -> Iterator[World]:
        return iter(self.before)

    def __len__(self) -> int:
        return len(self.before)


def world_without_idle(model: Symbolic, world: World) -> World:
    """The world of a contracted model that a world before the contraction became."""
    return world & kept_axes(model)


def kept_axes(model: Symbolic) -> int:
    """The axes of a model on which worlds differ, as bits."""
    diagrams = model.diagrams
    idle = [
        axis
        for name in model.hidden
        for axis in model.places[name].axes
        if not diagrams.some(model.alive & diagrams.variable(axis))
    ]
    return sum(1 << axis for axis in range(model.axes) if axis not in idle)


# ------------------------------------------------------------------- who need not see it


def seen_as_another(model: S, name: str) -> S:
    """The model in which who sees a coordinate sees another one that says the same."""
    axes = model.places[name].axes
    if len(axes) > 1 or not seen_by(model, name):
        return model
    diagrams, variable = model.diagrams, model.diagrams.variable(axes.start)
    for other, place in model.places.items():
        if other == name or len(place.axes) > 1:
            continue
        differ = variable ^ diagrams.variable(place.first)
        if not (
            diagrams.some(model.alive & differ) and diagrams.some(model.alive & ~differ)
        ):
            sees = {
                agent: seen - {name} | {other} if name in seen else seen
                for agent, seen in model.sees.items()
            }
            return replace(model, sees=sees, axes_missed={})
    return model


def less_seen(model: S, name: str) -> S:
    """The model in which nobody sees a coordinate who can tell it by what else they see."""
    axes, sees = tuple(model.places[name].axes), dict(model.sees)
    for agent in seen_by(model, name):
        alike = (*model.missed((agent,)), *axes)
        ones = map(model.diagrams.variable, axes)
        if not any(hangs_on(model, one, alike) for one in ones):
            sees[agent] = sees[agent] - {name}
    return replace(model, sees=sees, axes_missed={})


def seen_by(model: Symbolic, name: str) -> list[Agent]:
    """Those who see a coordinate; links say by themselves what they hang on."""
    if isinstance(model, BeliefStructure):
        return []
    return [agent for agent, seen in model.sees.items() if name in seen]


# ---------------------------------------------------------------------- what hangs on it


def is_idle(model: Symbolic, name: str) -> bool:
    """Whether a coordinate has one value, or is seen by nobody and nothing hangs on it."""
    axes = tuple(model.places[name].axes)
    if not any(hangs_on(model, model.diagrams.variable(axis), None) for axis in axes):
        return True
    if seen_by(model, name):
        return False
    if any(hangs_on(model, claim, axes) for claim in model.defined.values()):
        return False
    return not (isinstance(model, BeliefStructure) and links_hang_on(model, axes))


def hangs_on(model: Symbolic, claim: Claim, axes: tuple[int, ...] | None) -> bool:
    """Whether a claim differs between worlds that differ along `axes` only, or at all."""
    diagrams, axes = model.diagrams, tuple(range(model.axes)) if axes is None else axes
    with_it = diagrams.fold_both(model.alive, claim, axes)
    return diagrams.some(with_it & diagrams.fold_both(model.alive, ~claim, axes))


def links_hang_on(model: BeliefStructure, axes: tuple[int, ...]) -> bool:
    """Whether links lead from, or to, some of the worlds that differ along `axes` only.

    If links only led to the same worlds apart from `axes`, D might change: what two agents
    point to in two such worlds is nothing that both point to.
    """
    pairs, there = model.pairs, model.pairs.seconds(model.alive, model.axes)
    for link in model.links.values():
        some, others = (end & model.alive & there for end in (link, ~link))
        for fold in (pairs.fold, pairs.fold_ends):
            if pairs.some(fold(some, axes) & fold(others, axes)):
                return True
    return False


def without(model: S, name: str) -> S:
    """The model without an idle coordinate, or with 0 in all of its worlds."""
    diagrams, axes = model.diagrams, tuple(model.places[name].axes)
    alive = diagrams.fold(model.alive, axes)
    defined = {n: diagrams.fold(model.alive & c, axes) for n, c in model.defined.items()}
    if isinstance(model, BeliefStructure):
        model = replace(model, links=folded_links(model, axes))
    places, hidden = dict(model.places), dict(model.hidden)
    if axes[-1] == model.axes - 1:
        del places[name], hidden[name]
    else:
        for axis in axes:
            alive = alive & ~diagrams.variable(axis)
    sees = {agent: seen - {name} for agent, seen in model.sees.items()}
    return replace(
        model, places=places, sees=sees, alive=alive, defined=defined, hidden=hidden,
        axes_missed={},
    )  # fmt: skip


def folded_links(model: BeliefStructure, axes: tuple[int, ...]) -> dict[Agent, Claim]:
    """The links of each agent between worlds whatever they are along `axes`."""
    pairs, there = model.pairs, model.pairs.seconds(model.alive, model.axes)
    return {
        agent: pairs.fold_ends(pairs.fold(link & model.alive & there, axes), axes)
        for agent, link in model.links.items()
    }
