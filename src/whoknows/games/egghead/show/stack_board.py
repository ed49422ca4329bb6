"""EggHead as SVG: every stack on a board, what is left in color, what is not faded."""

from collections.abc import Mapping
from html import escape
from math import ceil, sqrt

from whoknows.games.egghead.knowledge.why_ruled_out import Reasons
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.stacks import Stack, stack_name

CELL, HIGH, GAP = 52, 34, 5
STYLE = """\
.egb{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}
.egb text{dominant-baseline:central;text-anchor:middle;font-size:16px}
.egb .egb-left rect{fill:var(--wk-accent,#0b5cad);stroke:var(--wk-accent,#0b5cad)}
.egb .egb-left text{fill:var(--wk-on-accent,#fff);font-weight:600}
.egb .egb-out rect{fill:none;stroke:var(--wk-line,#d0d7de)}
.egb .egb-out text{fill:var(--wk-quiet,#57606a);text-decoration:line-through}
.egb [data-pick]{cursor:pointer}
.egb [data-pick]:hover rect,.egb [data-pick]:focus-visible rect,\
.egb [aria-pressed=true] rect{stroke:var(--wk-gold,#9a7b00);stroke-width:3}
.egb [data-pick]:focus-visible{outline:none}
"""


def board_svg(
    setup: Setup,
    why: Reasons,
    titles: Mapping[Stack, str] | None = None,
    *,
    picks: bool = False,
    word: str = "call ",
) -> str:
    """All stacks in counting order; a stack keeps its place for the whole game.

    `titles` are shown when a pointer rests on a stack: what ruled it out.  With `picks`,
    every stack can be picked; `word` says what for.
    """
    stacks = setup.box.all
    columns = max(6, ceil(sqrt(len(stacks) * 1.1)))
    rows = ceil(len(stacks) / columns)
    wide, high = columns * (CELL + GAP) + GAP, rows * (HIGH + GAP) + GAP
    left = set(why.left)
    cells = [
        cell(
            stack,
            (n % columns, n // columns),
            stack in left,
            (titles or {}).get(stack, ""),
            word if picks else None,
        )
        for n, stack in enumerate(stacks)
    ]
    said = f"{len(why.left)} of {len(stacks)} stacks left"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="egb" viewBox="0 0 {wide} {high}" '
        f'role="group" aria-label="{said}"><title>{said}</title><style>{STYLE}</style>'
        + "".join(cells)
        + "</svg>"
    )


def cell(
    stack: Stack, at: tuple[int, int], possible: bool, title: str, word: str | None
) -> str:
    """One stack of the board; with a `word` that says what for, it can be picked."""
    x, y = GAP + at[0] * (CELL + GAP), GAP + at[1] * (HIGH + GAP)
    name = stack_name(stack)
    said = escape(title or (f"{name} is left" if possible else f"{name} is ruled out"))
    button = (
        f' data-pick="{name}" role="button" tabindex="0" '
        f'aria-label="{word}{said if not word else f"{name}: {said}"}"'
        if word is not None
        else ""
    )
    return (
        f'<g class="{"egb-left" if possible else "egb-out"}"{button}><title>{said}</title>'
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{HIGH}" rx="6"/>'
        f'<text x="{x + CELL // 2}" y="{y + HIGH / 2 + 1:g}">{name}</text></g>'
    )
