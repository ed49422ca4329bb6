"""The hat game in plain text and in SVG: cubes with crosses and circles.

A corner is a configuration, an edge joins two that one agent cannot tell apart.  As in
the thesis a circle is a round won and a cross a round lost (its Figures 5.2 to 5.7).

>>> print(cube_text([0, 7], Rules(players=2 + 1)))
   RBB ○───────────× BBB
      ╱│          ╱│
 RRB ○───────────○ BRB
     │ │         │ │
     │ ○ RBR     │ ○ BBR
     │╱          │╱
 RRR ×───────────○ BRR
"""

from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import NamedTuple

from whoknows.errors import TooLarge
from whoknows.games.hats.rules import Code, Deal, Rules, deal_name

WON, LOST, UNTREATED = "○", "×", "·"
MOST_DRAWN = 5  # players drawn at most


class Spot(NamedTuple):
    """Where a corner is drawn."""

    x: float
    y: float


def cube_text(
    lost: Collection[Code], rules: Rules, *, untreated: Collection[Code] = ()
) -> str:
    """The cube in the terminal: a square, a cube, or cubes side by side.

    Rounds that a combination of chains leaves `untreated` have a mark of their own.
    """
    check_drawn(rules)
    marks = [mark(code, lost, untreated) for code in range(rules.size)]
    if rules.players == 2:
        return square_text(marks, rules)
    fronts = range(1 << (rules.players - 3))
    cubes = [one_cube(front << 3, marks, rules) for front in fronts]
    rows = [beside(cubes[at : at + 2]) for at in range(0, len(cubes), 2)]
    return "\n\n".join(rows)


def square_text(marks: Sequence[str], rules: Rules) -> str:
    """The four configurations of two agents."""
    a, b, c, d = marks
    names = [rules.name(code) for code in range(4)]
    return "\n".join(
        [
            f" {names[1]} {b}───────{d} {names[3]}",
            "    │       │",
            f" {names[0]} {a}───────{c} {names[2]}",
        ]
    )


def one_cube(first: Code, marks: Sequence[str], rules: Rules) -> list[str]:
    """The cube of the last three agents' hats, the others' being as in `first`."""
    a, b, c, d, e, f, g, h = marks[first : first + 8]
    n = [rules.name(first + k) for k in range(8)]
    pad = " " * len(n[0])
    return [
        f"  {n[3]} {d}───────────{h} {n[7]}",
        f"  {pad}╱│          ╱│",
        f"{n[1]} {b}───────────{f} {n[5]}",
        f"{pad} │ │         │ │",
        f"{pad} │ {c} {n[2]}{' ' * (6 - len(n[2]) + 2)}│ {g} {n[6]}",
        f"{pad} │╱          │╱",
        f"{n[0]} {a}───────────{e} {n[4]}",
    ]


def beside(cubes: Sequence[Sequence[str]]) -> str:
    """Pictures next to each other, a column of blanks between them."""
    width = max(len(line) for cube in cubes for line in cube) + 4
    lines = ["".join(part.ljust(width) for part in row) for row in zip(*cubes, strict=True)]
    return "\n".join(" " + line.rstrip() for line in lines)


def mark(code: Code, lost: Collection[Code], untreated: Collection[Code] = ()) -> str:
    """A cross for a round lost, a circle for a round won, a dot where nobody speaks."""
    if code in untreated:
        return UNTREATED
    return LOST if code in lost else WON


# ------------------------------------------------------------------------------ SVG

# The colors of a page of the lab, where there is one; else those given.
STYLE = """
.wk-cube text { font: 13px ui-monospace, monospace; fill: var(--wk-ink, #222); }
.wk-cube .paper { fill: var(--wk-card, #fff); }
.wk-cube .title { font: 15px system-ui, sans-serif; }
.wk-cube .note { font: 12px system-ui, sans-serif; fill: var(--wk-quiet, #666); }
.wk-cube .edge { stroke: var(--wk-rim, #c4c9d0); stroke-width: 1.4; opacity: .7; }
.wk-cube .far { stroke: var(--wk-line, #e3e6ea); stroke-width: 1; }
.wk-cube .guess { stroke: var(--wk-good, #2b7a4b); stroke-width: 2.4; }
.wk-cube .free { stroke: var(--wk-bad, #b4462f); stroke-width: 1.6; stroke-dasharray: 4 4; }
.wk-cube .won { fill: var(--wk-card, #fff); stroke: var(--wk-good, #2b7a4b);
  stroke-width: 2.4; }
.wk-cube .lost { stroke: var(--wk-bad, #b4462f); stroke-width: 3; stroke-linecap: round; }
.wk-cube .under { fill: var(--wk-card, #fff); stroke: none; }
.wk-cube .here { fill: none; stroke: #d9a514; stroke-width: 3; }
"""


def cube_svg(
    lost: Collection[Code],
    rules: Rules,
    *,
    title: str | None = None,
    here: Collection[Code] = (),
) -> str:
    """The cube as SVG for up to five agents: circles won, crosses lost.

    A strong edge leads from a lost corner to a won one: there its agent guesses.  A
    dashed edge joins two lost corners: what its agent says there is free.  The corners
    `here` have a golden ring.
    """
    check_drawn(rules)
    spots = layout(rules.players)
    width = max(spot.x for spot in spots) + 70
    height = max(spot.y for spot in spots) + 70
    width = max(width, 330)
    edges = sorted(edge_lines(spots, lost, rules.players))
    corners = [corner_marks(spots[c], rules.name(c), c in lost) for c in range(rules.size)]
    heading = title or f"{rules.size - len(lost)} of {rules.size} rounds won"
    legend = "○ won, × lost, strong: a guess, dashed: free" if lost else ""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" '
            'class="wk-cube">',
            f"<title>{escape(heading)}</title><style>{STYLE}</style>",
            '<rect class="paper" width="100%" height="100%"/>',
            f'<text class="title" x="20" y="26">{escape(heading)}</text>',
            *(line for _, line in edges),
            *corners,
            *(
                f'<circle class="here" cx="{spots[c].x:g}" cy="{spots[c].y:g}" r="13"/>'
                for c in sorted(here)
            ),
            f'<text class="note" x="20" y="{height - 14:g}">{legend}</text>',
            "</svg>\n",
        ]
    )


def layout(players: int) -> list[Spot]:
    """Where the corners stand: the last three agents make a cube, the others copies."""
    steps = [Spot(0, -130), Spot(62, -48), Spot(150, 0), Spot(345, 0), Spot(0, 285)]
    steps = [Spot(0, -130), Spot(150, 0)] if players == 2 else steps[:players]
    top = 70 + (178 if players > 2 else 130)
    return [
        Spot(
            60 + sum(step.x for k, step in enumerate(steps) if code >> k & 1),
            top + sum(step.y for k, step in enumerate(steps) if code >> k & 1),
        )
        for code in range(1 << players)
    ]


def edge_lines(
    spots: Sequence[Spot], lost: Collection[Code], players: int
) -> Iterable[tuple[int, str]]:
    """The edges of the cube with their rank: plain ones are drawn below the others."""
    for code in range(1 << players):
        for k in range(players):
            other = code ^ (1 << k)
            if code < other:
                inside = (code in lost) + (other in lost)
                kind = ("edge" if k < 3 else "far", "guess", "free")[inside]
                rank = (1 if k < 3 else 0, 3, 2)[inside]
                path = edge_path(spots[code], spots[other], far=k >= 3)
                yield rank, f'<path class="{kind}" fill="none" d="{path}"/>'


def edge_path(one: Spot, two: Spot, *, far: bool) -> str:
    """A straight edge, or a bowed one between copies, so that it passes by corners."""
    if not far:
        return f"M{one.x:g} {one.y:g}L{two.x:g} {two.y:g}"
    bow = Spot((one.x + two.x) / 2, (one.y + two.y) / 2)
    bow = Spot(bow.x, bow.y - 34) if one.y == two.y else Spot(bow.x - 34, bow.y)
    return f"M{one.x:g} {one.y:g}Q{bow.x:g} {bow.y:g} {two.x:g} {two.y:g}"


def corner_marks(spot: Spot, name: str, is_lost: bool) -> str:
    """One corner: its mark and its name."""
    x, y, r, arm = spot.x, spot.y, 7, 6
    if is_lost:
        shape = (
            f'<circle class="under" cx="{x:g}" cy="{y:g}" r="{r + 1}"/>'
            f'<path class="lost" d="M{x - arm:g} {y - arm:g}L{x + arm:g} {y + arm:g}'
            f'M{x + arm:g} {y - arm:g}L{x - arm:g} {y + arm:g}"/>'
        )
    else:
        shape = f'<circle class="won" cx="{x:g}" cy="{y:g}" r="{r}"/>'
    return f'{shape}<text x="{x + 11:g}" y="{y + 18:g}">{name}</text>'


def crossings_svg(players: int) -> str:
    """The chains as corners, joined where they cross: Figure 4.2 of the thesis."""
    rules = Rules(players)
    return cube_svg((), rules, title=f"The {rules.size} chains, joined where they cross")


def deal_title(deal: Deal, rules: Rules, won: int) -> str:
    """What a picture of a deal is called."""
    return f"{deal_name(deal, rules)}: {won} of {rules.size} rounds won"


def check_drawn(rules: Rules) -> None:
    """Refuse what is not a cube of at most five dimensions."""
    if rules.colors != 2 or rules.players > MOST_DRAWN:
        raise TooLarge(
            f"cubes are drawn for two colors and at most {MOST_DRAWN} players, not for"
            f" {rules.colors} colors and {rules.players} players"
        )
