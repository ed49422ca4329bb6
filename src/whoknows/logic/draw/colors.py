"""Colors that people with any color vision can tell apart [Okabe2008].

The palette is that of Okabe and Ito, less black, and less yellow, which the actual world
has for itself.  With more than six agents the colors come again, dashed.  Every picture
carries a light and a dark style, and follows the reader's preference.
"""

from __future__ import annotations

from collections.abc import Sequence

from whoknows.logic.models.model import Agent

BLUE, VERMILION, GREEN = "#0072B2", "#D55E00", "#009E73"
PURPLE, SKY, ORANGE = "#CC79A7", "#56B4E9", "#E69F00"
PALETTE = (BLUE, VERMILION, GREEN, PURPLE, SKY, ORANGE)
DASHES = ("", "9 4", "2 4")  # for the first six agents, the next six, and the rest
GOLD = "#F0E442"  # the yellow of the palette
ACTUAL_FILL = "#F7EE8B"  # lighter, under dark letters


def color(agent: Agent, agents: Sequence[Agent]) -> str:
    """The color of an agent."""
    return PALETTE[agents.index(agent) % len(PALETTE)]


def dash(agent: Agent, agents: Sequence[Agent]) -> str:
    """The dashes of an agent's lines, where colors come again."""
    return DASHES[min(agents.index(agent) // len(PALETTE), len(DASHES) - 1)]


LIGHT = {
    "paper": "#ffffff",
    "ink": "#1b1f24",
    "quiet": "#57606a",
    "node": "#ffffff",
    "rim": "#3b424a",
    "actual": ACTUAL_FILL,
    "gold": "#9A7B00",
    "guide": "#d0d7de",
}
DARK = {
    "paper": "#15181d",
    "ink": "#eef1f4",
    "quiet": "#a3adb8",
    "node": "#262b33",
    "rim": "#aeb8c3",
    "actual": "#6b5f00",
    "gold": GOLD,
    "guide": "#3b434d",
}
RULES = """\
{p} .wk-paper{{fill:{paper}}}
{p} .wk-ink,{p} .wk-spot>text{{fill:{ink}}}
{p} .wk-quiet{{fill:{quiet};stroke:{paper}}}
{p} .wk-spot>rect{{fill:{node};stroke:{rim}}}
{p} .wk-actual>rect{{fill:{actual};stroke:{gold}}}
{p} .wk-guide{{stroke:{guide}}}
{p} .wk-hub{{stroke:{paper}}}
{p} .wk-gold{{stroke:{gold}}}
"""
FIXED = """\
.wk{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}
.wk text{dominant-baseline:central}
.wk svg text{dominant-baseline:auto}
.wk .wk-spot>text{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;\
text-anchor:middle}
.wk .wk-spot>rect{stroke-width:1.3}
.wk .wk-actual>rect{stroke-width:3}
.wk .wk-actual>text{font-weight:700}
.wk .wk-gone{opacity:.33}
.wk .wk-gone>rect{stroke-dasharray:3 3}
.wk .wk-far>rect{stroke-dasharray:2 3}
.wk .wk-link,.wk .wk-guide,.wk .wk-ring{fill:none}
.wk .wk-link:hover,.wk .wk-band:hover{stroke-opacity:1;fill-opacity:.3}
.wk .wk-title{font-size:17px;font-weight:650}
.wk .wk-head{font-size:13px;font-weight:600}
.wk .wk-note{font-size:12.5px;paint-order:stroke;stroke-width:4px;stroke-linejoin:round}
.wk .wk-count{font-size:12.5px;font-variant-numeric:tabular-nums}
"""


def style(theme: str) -> str:
    """The style sheet of a picture; `auto` is dark for readers who prefer it."""
    p = f".wk-{theme}"
    if theme == "auto":
        dark = "@media (prefers-color-scheme:dark){\n" + RULES.format(p=p, **DARK) + "}\n"
        return FIXED + RULES.format(p=p, **LIGHT) + dark
    return FIXED + RULES.format(p=p, **(DARK if theme == "dark" else LIGHT))
