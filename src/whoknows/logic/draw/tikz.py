r"""A picture as TikZ: a file that LaTeX sets by itself, or inside a paper.

With `\usepackage{standalone}` and `\usepackage{tikz}` in the paper, `\input` of the file
takes the picture alone.  Worlds are nodes named `w0`, `w1`, ... by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from whoknows.logic.draw.colors import ACTUAL_FILL, color, dash
from whoknows.logic.draw.geometry import control_point, corners
from whoknows.logic.draw.shapes import (
    Band,
    Bar,
    Chip,
    Head,
    Hub,
    Link,
    Loop,
    Orbit,
    Picture,
    Point,
    Shape,
    Spot,
    Words,
)
from whoknows.logic.draw.svg import ORDER, printable
from whoknows.logic.draw.world_labels import broken

SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{c: f"\\{c}" for c in "&%$#_{}"},
}
STYLES = r"""  world/.style={draw, rounded rectangle, fill=white, inner sep=0pt,
    align=center, font=\ttfamily%(font)s, minimum height=%(high)spt,
    minimum width=%(wide)spt},
  possible/.style={}, actual/.style={fill=wkactual, line width=1.6pt},
  middle/.style={line width=1.6pt},
  far/.style={densely dotted}, gone/.style={dashed, draw=gray!55, text=gray!55},
  link/.style={line width=1.6pt}, faint/.style={line width=.8pt, opacity=.6},
  title/.style={font=\bfseries}, head/.style={font=\small\bfseries},
  note/.style={font=\footnotesize, text=black!65}, count/.style={font=\footnotesize}"""
ANCHOR = {"start": "west", "middle": "center", "end": "east"}


def tikz(picture: Picture) -> str:
    """The picture as a LaTeX document of its own."""
    size = number(0.75 * picture.face.font)
    sizes = {
        "high": number(1.5 * picture.face.radius),
        "wide": number(1.5 * picture.face.reach),
        "font": f"\\fontsize{{{size}}}{{{size}}}\\selectfont",
    }
    lines = [
        r"\documentclass[tikz,border=4pt]{standalone}",
        r"\usepackage[T1]{fontenc}",
        r"\usetikzlibrary{shapes.misc}",
        r"\begin{document}",
        f"% {printable(picture.title)}",
        f"\\definecolor{{wkactual}}{{HTML}}{{{ACTUAL_FILL[1:]}}}",
        *(
            f"\\definecolor{{wk{name}}}{{HTML}}{{{color(agent, picture.everyone)[1:]}}}"
            for name, agent in zip(letters(), picture.everyone, strict=False)
        ),
        "\\begin{tikzpicture}[x=0.75pt, y=-0.75pt,",
        STYLES % sizes + "]",
    ]
    for kind in ORDER:
        lines += [shape_tikz(s, picture) for s in picture.shapes if isinstance(s, kind)]
    return "\n".join([*lines, r"\end{tikzpicture}", r"\end{document}", ""])


def shape_tikz(shape: Shape, picture: Picture) -> str:
    """A shape as a line of TikZ."""
    match shape:
        case Spot():
            return spot(shape, picture)
        case Link():
            return link(shape, picture)
        case Head():
            triangle = " -- ".join(map(point, corners(shape)))
            return f"\\fill[{name_of(shape.agent, picture)}] {triangle} -- cycle;"
        case Loop():
            (x, y), (u, v) = shape.feet
            high = y - 1.33 * shape.rise
            look = f"link, {name_of(shape.agent, picture)}"
            through = f"{point((x - 14, high))} and {point((u + 14, high))}"
            return (
                f"\\draw[{look}] {point((x, y))} .. controls {through} .. {point((u, v))};"
            )
        case Hub():
            hue = name_of(shape.agent, picture)
            return (
                f"\\fill[{hue}] {point(shape.at)} coordinate ({shape.name}) circle (3.5pt);"
            )
        case Band():
            hue, lit = name_of(shape.agent, picture), shape.lit
            look = f"draw={hue}, fill={hue}, fill opacity={'.2' if lit else '.06'}"
            look += f", draw opacity={'1' if lit else '.4'}, rounded corners=4pt"
            return box(shape, look + (", line width=1.4pt" if lit else ""))
        case Bar():
            look = f"fill={name_of(shape.agent, picture)}"
            look += ", fill opacity=.22" if shape.faint else ""
            return box(
                shape, look + (", draw=black, line width=1.2pt" if shape.lit else "")
            )
        case Orbit():
            radius = number(0.75 * shape.radius)
            return f"\\draw[gray!40, dashed] {point(shape.center)} circle ({radius}pt);"
        case Chip():
            return chip(shape, picture)
        case Words():
            turn = f", rotate={number(-shape.turn)}" if shape.turn else ""
            look = f"{shape.kind}, anchor={ANCHOR[shape.anchor]}, inner sep=0pt{turn}"
            return f"\\node[{look}] at {point(shape.at)} {{{escaped(shape.text)}}};"


def spot(shape: Spot, picture: Picture) -> str:
    """A world, with the outlines of cells it belongs to."""
    lines = []
    for k, agent in enumerate(shape.outlines):
        wide, high = (
            1.5 * (r + 4 + 4.5 * k) for r in (picture.face.reach, picture.face.radius)
        )
        look = f"draw={name_of(agent, picture)}, line width=1.4pt, fill=none"
        size = f"minimum width={number(wide)}pt, minimum height={number(high)}pt"
        lines.append(f"\\node[world, {look}, {size}] at {point(shape.at)} {{}};")
    label = r" \\ ".join(escaped(x) for x in broken(shape.label, picture.face.letters))
    badge = f"\\textsuperscript{{{escaped(shape.badge)}}}" if shape.badge else ""
    at = point(shape.at)
    lines.append(
        f"\\node[world, {shape.state}] (w{shape.world}) at {at} {{{label}{badge}}};"
    )
    return "\n".join(lines)


def link(shape: Link, picture: Picture) -> str:
    """A line, straight or bent."""
    look = "faint" if shape.faint else "link"
    look += f", {name_of(shape.agent, picture)}"
    look += ", dashed" if dash(shape.agent, picture.everyone) else ""
    if not shape.bend:
        return f"\\draw[{look}] {point(shape.start)} -- {point(shape.end)};"
    (x, y), (u, v) = shape.start, shape.end
    a, b = control_point(shape.start, shape.end, shape.bend)
    # A quadratic curve is the cubic one whose controls are two thirds of the way.
    first = point((x + 2 * (a - x) / 3, y + 2 * (b - y) / 3))
    second = point((u + 2 * (a - u) / 3, v + 2 * (b - v) / 3))
    ends = point(shape.start), point(shape.end)
    return f"\\draw[{look}] {ends[0]} .. controls {first} and {second} .. {ends[1]};"


def chip(shape: Chip, picture: Picture) -> str:
    """A mark of the legend."""
    x, y = shape.at
    if shape.agent:
        look = f"{name_of(shape.agent, picture)}, line width=3pt"
        look += ", dashed" if dash(shape.agent, picture.everyone) else ""
        return f"\\draw[{look}] {point((x - 8, y))} -- {point((x + 8, y))};"
    size = "minimum width=10pt, minimum height=10pt"
    return f"\\node[world, {shape.state}, {size}] at {point(shape.at)} {{}};"


def box(shape: Band | Bar, look: str) -> str:
    """A rectangle."""
    (x, y), (wide, high) = shape.corner, shape.size
    return f"\\path[{look}] {point((x, y))} rectangle {point((x + wide, y + high))};"


def name_of(agent: str, picture: Picture) -> str:
    """The name of an agent's color: letters only, as LaTeX wants."""
    names = dict(zip(picture.everyone, letters(), strict=False))
    return f"wk{names[agent]}"


def letters() -> Iterator[str]:
    """Names made of letters: a, b, ..., z, za, zb, ..."""
    before = ""
    while True:
        yield from (before + chr(code) for code in range(ord("a"), ord("z") + 1))
        before += "z"


def point(at: Point) -> str:
    """A coordinate, in pixels; the picture turns them into points."""
    return f"({number(at[0])},{number(at[1])})"


def number(value: float) -> str:
    """A number in few digits."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def escaped(text: str) -> str:
    """A text without what LaTeX would read as a command."""
    return "".join(SPECIAL.get(c, c) for c in printable(text))
