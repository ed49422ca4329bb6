"""EggHead as SVG: every stack on a board, what is left in color, what is not faded."""

from collections.abc import Collection
from html import escape
from math import ceil, sqrt

from whoknows.games.egghead.knowledge.why import Reasons
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.stacks import Stack, stack_name

CELL, HIGH, GAP = 64, 30, 6
LEFT, OUT = "#0072B2", "#d8d8d8"


def board_svg(setup: Setup, why: Reasons, titles: dict[Stack, str] | None = None) -> str:
    """All stacks in counting order; a stack keeps its place for the whole game.

    `titles` are shown when a pointer rests on a stack: what ruled it out.
    """
    stacks = setup.box.all
    columns = max(6, ceil(sqrt(len(stacks) * 1.2)))
    rows = ceil(len(stacks) / columns)
    wide, high = columns * (CELL + GAP) + GAP, rows * (HIGH + GAP) + GAP
    cells = [
        cell(stack, n % columns, n // columns, set(why.left), titles or {})
        for n, stack in enumerate(stacks)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'font-family="monospace" font-size="15" text-anchor="middle">'
        f"<title>{len(why.left)} of {len(stacks)} stacks left</title>"
        + "".join(cells)
        + "</svg>"
    )


def cell(
    stack: Stack, column: int, row: int, left: Collection[Stack], titles: dict[Stack, str]
) -> str:
    """One stack of the board."""
    x, y = GAP + column * (CELL + GAP), GAP + row * (HIGH + GAP)
    fill, ink = (LEFT, "white") if stack in left else ("white", "#9a9a9a")
    edge = LEFT if stack in left else OUT
    title = f"<title>{escape(titles[stack])}</title>" if stack in titles else ""
    return (
        f'<g>{title}<rect x="{x}" y="{y}" width="{CELL}" height="{HIGH}" rx="5" '
        f'fill="{fill}" stroke="{edge}"/>'
        f'<text x="{x + CELL // 2}" y="{y + 20}" fill="{ink}">{stack_name(stack)}</text>'
        "</g>"
    )
