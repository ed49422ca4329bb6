"""Pictures of who knows what: a model on the places of an earlier one, and marked.

A picture of one moment has every world where it stood before; those that are gone fade.
"""

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from whoknows.library.who_knows_what import MOST_DRAWN, Answer, Look
from whoknows.logic.draw import draw, graph
from whoknows.play.knowledge import Pictured

STYLES = ("graph", "grid", "rings", "cells")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of a model, and what each of its worlds is."""

    svg: str
    keys: tuple[Hashable, ...]
    """By the `data-world` of the picture."""


def stage(looks: Sequence[Look], time: int) -> Pictured | None:
    """The model whose places a picture of that time has: of the time before, while it can.

    That is the first moment from which on every model has all the worlds of this one.
    """
    now = looks[time].pictured
    if now is None:
        return None
    if now.first is not None and len(now.first) <= MOST_DRAWN:
        return now._replace(model=now.first, held=None)
    wanted, found = set(now.world_keys), now
    for earlier in reversed(looks[:time]):
        if earlier.pictured is None or not wanted <= set(earlier.pictured.world_keys):
            break
        found = earlier.pictured
    return found


def styles_for(looks: Sequence[Look], time: int) -> tuple[str, ...]:
    """The styles in which the model of a moment can be draw_model."""
    then = stage(looks, time)
    if then is None:
        return ()
    size = len(then.model)
    return tuple(s for s in STYLES if s != "graph" or size <= graph.MOST_WORLDS)


def draw_model(
    before: Pictured,
    now: Pictured,
    style: str,
    middle: Hashable | None = None,
    answer: Answer | None = None,
) -> Drawing:
    """The model of a moment on the places of the one before; for a worker process.

    `middle` is the world that rings are draw_model around, by its key.
    """
    keys = tuple(before.world_keys)
    numbers = dict(zip(keys, before.model.worlds().tolist(), strict=True))
    left = [numbers[key] for key in now.world_keys if key in numbers]
    model = before.model.restrict(before.model.claim_of(left))
    held = now.held_keys
    at = actual_number(now, numbers)
    supposed = at is None
    if style == "rings" and supposed:
        at = numbers.get(middle if middle in held else held[0])
    who = doubting(before)
    svg = readable(
        draw(model, at, before=before.model, style=style, agents=who, supposed=supposed)
    )
    by_number = dict(zip(before.model.worlds().tolist(), keys, strict=True))
    return Drawing(marked(svg, by_number, set(held), answer), keys)


def doubting(before: Pictured) -> list[str] | None:
    """The agents to draw; `None` is all.

    Where a model has nothing but the viewer's own worlds, to draw who can tell them all
    apart would say nothing.
    """
    model = before.model
    if before.home is None or before.reach != 0:
        return None
    others = [
        agent
        for agent in model.agents
        if agent != before.home and len(set(model.looks(agent).tolist())) < len(model)
    ]
    return [*others[:1], before.home, *others[1:]]  # rows, columns, outlines


def readable(svg: str) -> str:
    """The picture with a width below which it does not shrink: then it is scrolled."""
    found = re.search(r' width="([\d.]+)" height="[\d.]+"', svg)
    assert found is not None
    least = round(0.72 * float(found[1]))
    return svg.replace(found[0], f'{found[0]} style="min-width:{least}px"', 1)


def actual_number(now: Pictured, numbers: Mapping[Hashable, int]) -> int | None:
    """The number of the world that is so, if the viewer knows it."""
    if now.actual is None:
        return None
    worlds = now.model.worlds().tolist()
    return numbers[now.world_keys[worlds.index(now.actual)]]


def marked(
    svg: str, keys: Mapping[int, Hashable], held: set[Hashable], answer: Answer | None
) -> str:
    """The picture with its worlds marked: thought possible, and where a formula holds."""

    def mark(found: re.Match[str]) -> str:
        key = keys.get(int(found[2]))
        kinds = [found[1], "wk-held" if key in held else "wk-thought"]
        if answer is not None:
            kinds += ["wk-holds"] * (key in answer.holds)
            kinds += ["wk-fails"] * (key in answer.fails)
        return (
            f'class="{" ".join(kinds)}" data-world="{found[2]}" role="button" tabindex="0"'
        )

    return re.sub(r'class="([^"]*)" data-world="(\d+)"', mark, svg)
