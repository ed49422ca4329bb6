"""Contraction of symbolic models after events: coordinates that tell nothing any more go.

An event that has happened stays in a model of diagrams as a hidden coordinate.  Often it
says nothing that others do not say: it has one value only, or nobody sees it and no fact
hangs on it, or it is the value of a fact, and who saw the event now sees the fact.  Worlds
that differ in such a coordinate alone satisfy the same formulas, and become one.

>>> from whoknows.logic import every_world
>>> from whoknows.logic.events import product
>>> from whoknows.logic.ready_made import whether
>>> coins = every_world(["p", "q"], sees={"ann": [], "bob": ["q"]}, engine="symbolic")
>>> shown = product(coins, whether("p", to=["ann"], agents=["ann", "bob"])).model
>>> small = without_idle(shown)
>>> shown.axes, small.axes, sorted(small.sees["ann"])  # she was shown p: she sees p
(3, 2, ['p'])
"""

from __future__ import annotations

from dataclasses import replace

from whoknows.logic.diagrams import within_memory
from whoknows.logic.model import World
from whoknows.logic.symbolic import Symbolic


@within_memory
def without_idle(model: Symbolic) -> Symbolic:
    """The model without hidden coordinates that tell nothing; the last ones first.

    One in the midst keeps its axis, which is 0 everywhere, so that no world has to be
    numbered anew but for the bits that are gone.
    """
    for name in reversed([name for name in model.places if name in model.hidden]):
        model = seen_as_another(model, name)
        if is_idle(model, name):
            model = without(model, name)
    return model


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


def seen_as_another(model: Symbolic, name: str) -> Symbolic:
    """The model in which who sees a coordinate sees another one that says the same."""
    axes = model.places[name].axes
    if len(axes) > 1 or not any(name in seen for seen in model.sees.values()):
        return model
    diagrams, here = model.diagrams, model.diagrams.variable(axes.start)
    for other, place in model.places.items():
        if other == name or len(place.axes) > 1:
            continue
        differ = here ^ diagrams.variable(place.first)
        if not (
            diagrams.some(model.alive & differ) and diagrams.some(model.alive & ~differ)
        ):
            sees = {
                agent: seen - {name} | {other} if name in seen else seen
                for agent, seen in model.sees.items()
            }
            return replace(model, sees=sees, axes_missed={})
    return model


def is_idle(model: Symbolic, name: str) -> bool:
    """Whether a coordinate has one value, or is seen by nobody and no fact hangs on it."""
    diagrams, axes = model.diagrams, tuple(model.places[name].axes)
    ones = [diagrams.variable(axis) for axis in axes]
    if all(
        not (diagrams.some(model.alive & one) and diagrams.some(model.alive & ~one))
        for one in ones
    ):
        return True
    if any(name in seen for seen in model.sees.values()):
        return False
    return not any(
        diagrams.some(
            diagrams.fold(model.alive & claim, axes)
            & diagrams.fold(model.alive & ~claim, axes)
        )
        for claim in model.defined.values()
    )


def without(model: Symbolic, name: str) -> Symbolic:
    """The model without an idle coordinate, or with 0 in all of its worlds."""
    diagrams, axes = model.diagrams, tuple(model.places[name].axes)
    alive = diagrams.fold(model.alive, axes)
    defined = {n: diagrams.fold(model.alive & c, axes) for n, c in model.defined.items()}
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
