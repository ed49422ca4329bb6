"""Pictures of who knows what: a model on the places of an earlier one, and marked.

A picture of one moment has every world where it stood before; those that are gone fade.
"""

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from whoknows.analysis.who_knows_what import MOST_DRAWN, Answer, Look
from whoknows.catalog import GAMES
from whoknows.logic.draw import draw, graph
from whoknows.logic.draw.colors import style
from whoknows.logic.draw.placed_model import size_of
from whoknows.logic.models.model import Model
from whoknows.play.face.face import face_of
from whoknows.play.game import AnySight
from whoknows.play.knowing.knowledge import Pictured
from whoknows.wording import plural

WORLDS = "worlds"  # every world as a small board
STYLES = (WORLDS, "graph", "grid", "rings", "cells")
FEW_WORLDS = 16  # worlds whose small boards are the first view
MOST_BOARDS = 64  # worlds that are drawn as small boards
MOST_FADED = 24  # worlds of which also those are drawn that are gone
ACROSS = 520  # pixels for small boards in a row


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
    """The styles in which the model of a moment can be drawn."""
    then, now = stage(looks, time), looks[time].pictured
    if then is None or now is None:
        return ()
    most = {"graph": graph.MOST_WORLDS, WORLDS: MOST_BOARDS}
    sizes = {"graph": len(then.model), WORLDS: len(now.model)}
    return tuple(s for s in STYLES if sizes.get(s, 0) <= most.get(s, 0))


def draw_boards(
    game: str,
    sight: AnySight,
    names: Sequence[str],
    before: Pictured,
    now: Pictured,
    answer: Answer | None = None,
) -> Drawing | None:
    """The worlds of a moment as small boards; for a worker process.

    Where several agents part few worlds, lines join what each cannot tell apart.
    """
    face = face_of(GAMES[game])
    if len(before.model) > MOST_FADED:
        before = now
    numbers = numbers_of(before)
    boards = {
        number: svg
        for key, number in numbers.items()
        if (svg := face.small_svg(sight, key, names)) is not None
    }
    if len(boards) < len(numbers):
        return None
    if len(boards) <= FEW_WORLDS and parted(before.model):
        return draw_model(before, now, "graph", answer=answer, art=boards)
    left, actual = set(now.world_keys), actual_number(now, numbers)
    states = {
        number: "actual" if number == actual else "possible" if key in left else "gone"
        for key, number in numbers.items()
    }
    keys = {number: key for key, number in numbers.items()}
    svg = gallery(boards, states, {n: before.model.name(n) for n in boards})
    return Drawing(marked(svg, keys, set(now.held_keys), answer), tuple(numbers))


def numbers_of(pictured: Pictured) -> dict[Hashable, int]:
    """The numbers of worlds, by their keys."""
    return dict(zip(pictured.world_keys, pictured.model.worlds().tolist(), strict=True))


def parted(model: Model) -> bool:
    """Whether lines between worlds say something: somebody tells some apart, not all."""
    kinds = {len(set(model.looks(agent).tolist())) for agent in model.agents}
    return any(1 < kind < len(model) for kind in kinds)


def gallery(
    boards: Mapping[int, str], states: Mapping[int, str], named: Mapping[int, str]
) -> str:
    """Small boards in rows, in their order; those that are gone fade where they stood."""
    sizes = [size_of(svg) for svg in boards.values()]
    wide, high = max(w for w, _ in sizes) + 14, max(h for _, h in sizes) + 10
    columns = max(1, min(len(boards), int(ACROSS // (wide + 8))))
    spots = []
    for k, (number, svg) in enumerate(boards.items()):
        x, y = 8 + (k % columns) * (wide + 8), 8 + (k // columns) * (high + 8)
        own = size_of(svg)
        inner = f'<svg x="{x + (wide - own[0]) / 2:g}" y="{y + (high - own[1]) / 2:g}" '
        spots.append(
            f'<g class="wk-spot wk-{states[number]}" data-world="{number}">'
            f"<title>{escape(named[number])}</title>"
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="9"/>'
            f"{svg.replace('<svg ', inner, 1)}</g>"
        )
    rows = -(-len(boards) // columns)
    size = (8 + columns * (wide + 8), 8 + rows * (high + 8))
    left = sum(state != "gone" for state in states.values())
    title = plural(left, "world") + f" of {len(boards)}" * (left < len(boards))
    return readable(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wk wk-auto" role="group" '
        f'aria-label="{title}" width="{size[0]:g}" height="{size[1]:g}" '
        f'viewBox="0 0 {size[0]:g} {size[1]:g}"><title>{title}</title>'
        f"<style>{style('auto')}</style>{''.join(spots)}</svg>",
        min(0.8, 340 / size[0]),
    )


def draw_model(
    before: Pictured,
    now: Pictured,
    kind: str,
    middle: Hashable | None = None,
    answer: Answer | None = None,
    art: Mapping[int, str] | None = None,
) -> Drawing:
    """The model of a moment on the places of the one before; for a worker process.

    `middle` is the world that rings are drawn around, by its key; `art` are small boards.
    """
    keys = tuple(before.world_keys)
    numbers = dict(zip(keys, before.model.worlds().tolist(), strict=True))
    left = [numbers[key] for key in now.world_keys if key in numbers]
    model = before.model.restrict(before.model.claim_of(left))
    held = now.held_keys
    at = actual_number(now, numbers)
    supposed = at is None
    if kind == "rings" and supposed:
        at = numbers.get(middle if middle in held else held[0])
    who = doubting(before)
    svg = readable(
        draw(
            model,
            at,
            before=before.model,
            style=kind,
            agents=who,
            supposed=supposed,
            art=art,
        ),
        0.8 if art else 0.95,
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


def readable(svg: str, share: float) -> str:
    """The picture with a width below which it does not shrink: then it is scrolled."""
    found = re.search(r' width="([\d.]+)" height="[\d.]+"', svg)
    assert found is not None
    least = round(share * float(found[1]))
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

    svg = re.sub(r" \(world \d+\)</title>", "</title>", svg)  # a number says nothing here
    svg = svg.replace(' role="img"', ' role="group"', 1)  # it holds buttons
    return re.sub(r'class="([^"]*)" data-world="(\d+)"', mark, svg)
