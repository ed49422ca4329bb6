"""Chances as a table in SVG: the darker a cell, the likelier; a rim is what is certain."""

from fractions import Fraction
from html import escape

from whoknows.wording import percent

STYLE = """\
.wkh{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}
.wkh>text{dominant-baseline:central;text-anchor:middle;fill:var(--wk-ink,#1b1f24);\
font-size:14px;font-variant-numeric:tabular-nums}
.wkh .wkh-name{font-weight:600;text-anchor:start;font-size:15px}
.wkh .wkh-axis{fill:var(--wk-quiet,#57606a)}
.wkh .wkh-note{fill:var(--wk-quiet,#57606a);text-anchor:start}
.wkh .wkh-cell{stroke:var(--wk-line,#d0d7de);fill:var(--wk-accent,#0b5cad)}
.wkh .wkh-sure{stroke:var(--wk-gold,#9a7b00);stroke-width:2.5}
.wkh .wkh-strong{fill:var(--wk-on-accent,#fff);font-weight:600}
"""


def chance_table(title: str, said: str, size: tuple[float, float], body: str) -> str:
    """A picture of chances; `said` is the same in words.  Letters stay readable."""
    wide, high = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wkh" width="{wide:g}" '
        f'height="{high:g}" viewBox="0 0 {wide:g} {high:g}" role="img" '
        f'style="min-width:{0.8 * wide:.0f}px" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title>'
        f"<desc>{escape(said)}</desc><style>{STYLE}</style>{body}</svg>"
    )


def chance_cell(
    at: tuple[float, float], size: tuple[float, float], chance: Fraction
) -> str:
    """A cell with a chance; nothing is written where there is none."""
    (x, y), (wide, high) = at, size
    sure = " wkh-sure" if chance == 1 else ""
    strong = ' class="wkh-strong"' if 5 * chance >= 4 else ""
    shade = 0.95 if strong else 0.08 + 0.5 * float(chance) if chance else 0.0
    cell = (
        f'<rect class="wkh-cell{sure}" x="{x:g}" y="{y:g}" width="{wide:g}" '
        f'height="{high:g}" fill-opacity="{shade:.2f}"/>'
    )
    if not chance:
        return cell
    return (
        f'{cell}<text{strong} x="{x + wide / 2:g}" y="{y + high / 2:g}">'
        f"{percent(chance)}</text>"
    )
