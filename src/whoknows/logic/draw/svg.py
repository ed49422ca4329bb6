"""A picture as SVG: one file, no fonts or scripts to load, the same bytes every time."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from whoknows.logic.draw.colors import color, dash, style
from whoknows.logic.draw.geometry import control_point, corners
from whoknows.logic.draw.placed_model import size_of
from whoknows.logic.draw.shapes import (
    MIDDLE,
    Band,
    Bar,
    Chip,
    Head,
    Hub,
    Link,
    Loop,
    Orbit,
    Picture,
    Shape,
    Spot,
    Words,
)
from whoknows.logic.draw.world_labels import broken

NAMESPACE = "http://www.w3.org/2000/svg"
THICK = ' style="stroke-width:3"'
FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
ORDER = (
    Orbit,
    Band,
    Bar,
    Link,
    Loop,
    Head,
    Hub,
    Spot,
    Chip,
    Words,
)  # from the back to the front


def svg(picture: Picture, *, theme: str = "auto") -> str:
    """The picture as SVG; `theme` is `light`, `dark`, or `auto`."""
    left, top, wide, high = map(number, (*picture.corner, *picture.size))
    lines = [
        f'<svg xmlns="{NAMESPACE}" class="wk wk-{theme}" role="img"'
        f" aria-label={quoteattr(printable(picture.title))}"
        f' width="{wide}" height="{high}" viewBox="{left} {top} {wide} {high}">',
        f"<title>{escaped(picture.title)}</title>",
        f"<desc>{escaped(picture.description)}</desc>",
        f"<style>\n{style(theme)}</style>",
        f'<rect class="wk-paper" x="{left}" y="{top}" width="{wide}" height="{high}"'
        ' rx="8"/>',
    ]
    for kind in ORDER:
        lines += [shape_svg(s, picture) for s in picture.shapes if isinstance(s, kind)]
    return "\n".join([*lines, "</svg>", ""])


def shape_svg(shape: Shape, picture: Picture) -> str:
    """A shape as an element."""
    match shape:
        case Spot():
            return spot(shape, picture)
        case Link():
            return link(shape, picture)
        case Head():
            return (
                f'<path d="{outline(shape)}" fill="{color(shape.agent, picture.everyone)}"'
                f"{agent_data(shape.agent)}/>"
            )
        case Loop():
            return loop(shape, picture)
        case Hub():
            return (
                f'<circle class="wk-hub" {place(shape.at)} r="6.5" stroke-width="1.5"'
                f' fill="{color(shape.agent, picture.everyone)}"'
                f"{agent_data(shape.agent)}>{title_element(shape.tooltip)}</circle>"
            )
        case Band():
            return band(shape, picture)
        case Bar():
            return bar(shape, picture)
        case Orbit():
            return (
                f'<circle class="wk-guide" {place(shape.center)} r="{number(shape.radius)}"'
                ' stroke-dasharray="3 5"/>'
            )
        case Chip():
            return chip(shape, picture)
        case Words():
            return words(shape)


def spot(shape: Spot, picture: Picture) -> str:
    """A world: its rim, the outlines of cells it belongs to, its label, its full name."""
    rings = "".join(
        oval(shape, picture, 4.0 + 4.5 * k)
        + f' class="wk-ring" style="fill:none;stroke:{color(agent, picture.everyone)};'
        f'stroke-width:3;stroke-dasharray:{dash(agent, picture.everyone) or "none"}"'
        f"{agent_data(agent)}/>"
        for k, agent in enumerate(shape.outlines)
    )
    badge = (
        f'<tspan dx="1" dy="-5" font-size="11" opacity=".8">{escaped(shape.badge)}</tspan>'
        if shape.badge
        else ""
    )
    return (
        f'<g class="wk-spot wk-{shape.state}" data-world="{shape.world}">'
        f"{title_element(f'{shape.name} (world {shape.world})')}{rings}"
        f"{oval(shape, picture, 0.0)}{THICK if shape.state == MIDDLE else ''}/>"
        f"{lettering(shape, picture, badge)}</g>"
    )


def lettering(shape: Spot, picture: Picture, badge: str) -> str:
    """The label of a world, in as many lines as it takes; or its picture."""
    if shape.art:
        wide, high = size_of(shape.art)
        x, y = shape.at[0] - wide / 2, shape.at[1] - high / 2
        return shape.art.replace("<svg ", f'<svg x="{number(x)}" y="{number(y)}" ', 1)
    lines = broken(shape.label, picture.face.letters)
    size = picture.face.font
    x, top = shape.at[0], shape.at[1] - (len(lines) - 1) * size / 2 * 1.05
    return "".join(
        f'<text x="{number(x)}" y="{number(top + 1.05 * size * k)}"'
        f' font-size="{number(size)}">{escaped(line)}{"" if k else badge}</text>'
        for k, line in enumerate(lines)
    )


def oval(shape: Spot, picture: Picture, wider: float) -> str:
    """The rim of a spot, some way out; without its closing."""
    face = picture.face
    reach, radius, corner = (
        size + wider for size in (face.reach, face.radius, face.corner)
    )
    return (
        f'<rect x="{number(shape.at[0] - reach)}" y="{number(shape.at[1] - radius)}"'
        f' width="{number(2 * reach)}" height="{number(2 * radius)}" rx="{number(corner)}"'
    )


def link(shape: Link, picture: Picture) -> str:
    """A line between two that look alike."""
    (x, y), (u, v) = shape.start, shape.end
    path = f"M{number(x)} {number(y)}"
    if shape.bend:
        a, b = control_point(shape.start, shape.end, shape.bend)
        path += f"Q{number(a)} {number(b)} {number(u)} {number(v)}"
    else:
        path += f"L{number(u)} {number(v)}"
    wide = "1.6" if shape.faint else "3.2"
    dashes = dash(shape.agent, picture.everyone)
    return (
        f'<path class="wk-link" d="{path}" stroke="{color(shape.agent, picture.everyone)}"'
        f' stroke-width="{wide}" stroke-opacity="{".55" if shape.faint else ".85"}"'
        + (f' stroke-dasharray="{dashes}"' if dashes else "")
        + f"{agent_data(shape.agent)}>{title_element(shape.tooltip)}</path>"
    )


def outline(shape: Head) -> str:
    """The triangle of an arrow's head."""
    points = (f"{number(x)} {number(y)}" for x, y in corners(shape))
    return f"M{'L'.join(points)}Z"


def loop(shape: Loop, picture: Picture) -> str:
    """An arrow from a world to itself."""
    (x, y), (u, v) = shape.feet
    high = number(y - 1.33 * shape.rise)
    path = f"M{number(x)} {number(y)}C{number(x - 14)} {high} {number(u + 14)} {high}"
    dashes = dash(shape.agent, picture.everyone)
    return (
        f'<path class="wk-link" d="{path} {number(u)} {number(v)}" stroke-width="2.4"'
        f' stroke="{color(shape.agent, picture.everyone)}" stroke-opacity=".85"'
        + (f' stroke-dasharray="{dashes}"' if dashes else "")
        + f"{agent_data(shape.agent)}>{title_element(shape.tooltip)}</path>"
    )


def band(shape: Band, picture: Picture) -> str:
    """A cell as a row or column."""
    hue = color(shape.agent, picture.everyone)
    fill, wide, edge = (".20", "2.6", "1") if shape.lit else (".06", "1", ".4")
    return (
        f'<rect class="wk-band" {box(shape)} rx="9" fill="{hue}" fill-opacity="{fill}"'
        f' stroke="{hue}" stroke-width="{wide}" stroke-opacity="{edge}"'
        f"{agent_data(shape.agent)}>{title_element(shape.tooltip)}</rect>"
    )


def bar(shape: Bar, picture: Picture) -> str:
    """A count as a length."""
    hue = color(shape.agent, picture.everyone)
    gold = ' class="wk-gold" stroke-width="2.5"' if shape.lit else ""
    return (
        f'<rect{gold} {box(shape)} rx="2" fill="{hue}"'
        f' fill-opacity="{".22" if shape.faint else ".9"}"'
        f"{agent_data(shape.agent)}>{title_element(shape.tooltip)}</rect>"
    )


def chip(shape: Chip, picture: Picture) -> str:
    """A mark of the legend."""
    x, y = shape.at
    if shape.agent:
        dashes = dash(shape.agent, picture.everyone)
        hue = color(shape.agent, picture.everyone)
        more = f' stroke-dasharray="{dashes}"' if dashes else ""
        return (
            f'<path d="M{number(x - 8)} {number(y)}H{number(x + 8)}" stroke="{hue}"'
            f' stroke-width="6"{more}{agent_data(shape.agent)}/>'
        )
    return (
        f'<g class="wk-spot wk-{shape.state}"><rect x="{number(x - 7)}" y="{number(y - 7)}"'
        f' width="14" height="14" rx="7"{THICK if shape.state == MIDDLE else ""}/></g>'
    )


def words(shape: Words) -> str:
    """A line of text."""
    quiet = "wk-quiet" if shape.kind == "note" else "wk-ink"
    x, y = number(shape.at[0]), number(shape.at[1])
    turn = f' transform="rotate({number(shape.turn)} {x} {y})"' if shape.turn else ""
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    return (
        f'<text class="wk-{shape.kind} {quiet}" x="{x}" y="{y}"{anchor}{turn}>'
        f"{escaped(shape.text)}</text>"
    )


def box(shape: Band | Bar) -> str:
    """The corner and size of a rectangle."""
    (x, y), (wide, high) = shape.corner, shape.size
    return f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"'


def place(at: tuple[float, float]) -> str:
    """The center of a circle."""
    return f'cx="{number(at[0])}" cy="{number(at[1])}"'


def agent_data(agent: str) -> str:
    """The agent that an element belongs to, for style sheets and scripts."""
    return f" data-agent={quoteattr(printable(agent))}"


def title_element(words: str) -> str:
    """What is shown when the pointer rests on a shape."""
    return f"<title>{escaped(words)}</title>"


def escaped(words: str) -> str:
    """Text between tags."""
    return escape(printable(words))


def printable(words: str) -> str:
    """Text without the characters that XML or a file does not allow."""
    return FORBIDDEN.sub(" ", words)


def number(value: float) -> str:
    """A coordinate: the same bytes on every machine."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
