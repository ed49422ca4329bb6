"""How many worlds are left, over the turns of a game: a small chart of our own.

The worlds stand on a scale on which equal steps are equal ratios, so that a move that
halves them looks the same early and late.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import log10

from whoknows.logic.draw.colors import PALETTE

WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 380, 190, 42, 14, 12, 24
KEY = 20  # the height of a row of keys, below all that
STYLE = """\
.wkc{width:100%;max-width:26rem}
.wkc{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}
.wkc text{font-size:13px;fill:var(--wk-quiet,#57606a);font-variant-numeric:tabular-nums}
.wkc .wkc-grid{stroke:var(--wk-line,#d0d7de)}
.wkc .wkc-now{stroke:var(--wk-ink,#1b1f24);stroke-dasharray:3 3}
.wkc .wkc-line{fill:none;stroke-width:2.5;stroke-linejoin:round}
.wkc .wkc-key{fill:var(--wk-ink,#1b1f24)}
.wkc [data-time]{cursor:pointer}
.wkc .wkc-hit{fill:transparent}
.wkc .wkc-hit:hover{fill:var(--wk-line,#d0d7de);fill-opacity:.4}
"""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the chart: whose worlds, and how many after each turn."""

    who: str
    worlds: tuple[int | None, ...]


def counts_svg(lines: Sequence[Line], now: int) -> str:
    """The worlds left to everybody, turn by turn; `now` is the turn that is looked at."""
    turns = max((len(line.worlds) for line in lines), default=1)
    most = max((n for line in lines for n in line.worlds if n), default=1)
    tall = max(1.0, log10(most))
    body = [*grid(tall), *hits(lines, turns)]
    x = across(now, turns)
    body.append(
        f'<path class="wkc-now" d="M{x:.1f} {TOP}V{HIGH - BOTTOM}"/>'
        f'<text x="{x:.1f}" y="{HIGH - BOTTOM + 15}" text-anchor="middle">{now}</text>'
    )
    for k, line in enumerate(lines):
        body.append(line_svg(line, PALETTE[k % len(PALETTE)], turns, tall))
        worlds = line.worlds[now] if now < len(line.worlds) else None
        if worlds is not None:
            body.append(
                f'<circle cx="{x:.1f}" cy="{up(worlds, tall):.1f}" r="4.5" '
                f'fill="{PALETTE[k % len(PALETTE)]}" pointer-events="none"/>'
            )
    legend, rows = keys(lines, now)
    body += legend
    high = HIGH + KEY * rows
    said = "; ".join(f"{line.who}: {written(line, now)}" for line in lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wkc" viewBox="0 0 {WIDE} {high}" '
        f'role="img" aria-label="Worlds left after {now} turns: {escape(said)}">'
        f"<title>Worlds left, turn by turn</title><desc>{escape(said)}</desc>"
        f"<style>{STYLE}</style>{''.join(body)}</svg>"
    )


def across(turn: int, turns: int) -> float:
    """Where a turn stands."""
    return LEFT + (WIDE - LEFT - RIGHT) * turn / max(1, turns - 1)


def up(worlds: int, tall: float) -> float:
    """Where a number of worlds stands."""
    return HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * log10(max(1, worlds)) / tall


def grid(tall: float) -> list[str]:
    """A line at every power of ten, few enough to be read."""
    step = max(1, round(tall / 4))
    return [
        f'<path class="wkc-grid" d="M{LEFT} {up(10**k, tall):.1f}H{WIDE - RIGHT}"/>'
        f'<text x="{LEFT - 6}" y="{up(10**k, tall) + 4:.1f}" text-anchor="end">'
        f"{short(10**k)}</text>"
        for k in range(0, int(tall) + 1, step)
    ]


def short(worlds: int) -> str:
    """A number in few letters: 1, 100, 10k, 1M."""
    for size, letter in ((10**12, "T"), (10**9, "G"), (10**6, "M"), (10**3, "k")):
        if worlds >= size:
            return f"{worlds // size}{letter}"
    return str(worlds)


def hits(lines: Sequence[Line], turns: int) -> list[str]:
    """Strips to point at, one for every turn."""
    wide = (WIDE - LEFT - RIGHT) / max(1, turns - 1)
    return [
        f'<g data-time="{turn}"><title>'
        + escape(
            f"after {turn} turns: "
            + ", ".join(f"{n.who} {written(n, turn)}" for n in lines)
        )
        + f'</title><rect class="wkc-hit" x="{across(turn, turns) - wide / 2:.1f}" '
        f'y="{TOP}" width="{wide:.1f}" height="{HIGH - TOP - BOTTOM}"/></g>'
        for turn in range(turns)
    ]


def line_svg(line: Line, color: str, turns: int, tall: float) -> str:
    """A line; it is broken where nothing is known."""
    path, pen = [], "M"
    for turn, worlds in enumerate(line.worlds):
        if worlds is None:
            pen = "M"
            continue
        x, y = across(turn, turns), up(worlds, tall)
        path.append(f"{pen}{x:.1f} {y:.1f}")
        pen = "L"
    return (
        f'<path class="wkc-line" stroke="{color}" pointer-events="none" '
        f'd="{"".join(path) or "M0 0"}"/>'
    )


def keys(lines: Sequence[Line], now: int) -> tuple[list[str], int]:
    """Whose line is whose, with the number of the moment; and in how many rows."""
    found, x, row = [], float(LEFT), 1
    for k, line in enumerate(lines):
        text = f"{line.who} {written(line, now)}"
        wide = 34 + 7.2 * len(text)
        if x > LEFT and x + wide > WIDE:
            x, row = float(LEFT), row + 1
        y = HIGH + KEY * row - 6
        found.append(
            f'<rect x="{x:g}" y="{y - 7}" width="14" height="5" '
            f'fill="{PALETTE[k % len(PALETTE)]}"/>'
            f'<text class="wkc-key" x="{x + 18:g}" y="{y}">{escape(text)}</text>'
        )
        x += wide
    return found, row


def written(line: Line, turn: int) -> str:
    """The number of worlds after a turn, as people read it."""
    worlds = line.worlds[turn] if turn < len(line.worlds) else None
    return "?" if worlds is None else f"{worlds:,}"
