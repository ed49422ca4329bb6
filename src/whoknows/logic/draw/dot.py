"""A picture as DOT, for Graphviz: the same names, colors, and positions.

`neato -n2` keeps the positions of the worlds; `dot` and `fdp` lay them out anew.
"""

from __future__ import annotations

from whoknows.logic.draw.colors import ACTUAL_FILL, color, dash
from whoknows.logic.draw.shapes import (
    ACTUAL,
    GONE,
    MIDDLE,
    Count,
    Hub,
    Link,
    Loop,
    Picture,
    Point,
    Spot,
)
from whoknows.logic.draw.svg import printable
from whoknows.logic.draw.world_labels import broken
from whoknows.wording import quoted

SIZES = 12  # lines of counts in a node


def dot(picture: Picture) -> str:
    """The picture as a graph in the DOT language."""
    wide, high = (
        f"{1.5 * size / 72:.3f}" for size in (picture.face.reach, picture.face.radius)
    )
    font = f"{0.75 * picture.face.font:g}" if picture.face.font else "11"
    shape = f"fixedsize=true, width={wide}, height={high}, " if picture.face.radius else ""
    lines = [
        "graph whoknows {",
        f"  label={dot_text(picture.title)}; labelloc=t; outputorder=edgesfirst;",
        f"  node [shape=ellipse, {shape}style=filled, fillcolor=white,"
        f' fontname="monospace", fontsize={font}];',
        "  edge [penwidth=2];",
    ]
    lines += [f"  // {color(a, picture.everyone)} {printable(a)}" for a in picture.agents]
    lines += [node(shape, picture) for shape in picture.shapes if isinstance(shape, Spot)]
    lines += [table(k, count, picture) for k, count in enumerate(picture.counts, 1)]
    linked: list[Link | Hub | Loop] = []
    linked += [shape for shape in picture.shapes if isinstance(shape, Link | Hub)]
    linked += [shape for shape in picture.shapes if isinstance(shape, Loop)]
    if linked:
        lines += [joint(shape, picture) for shape in linked if isinstance(shape, Hub)]
        lines += [edge(shape, picture) for shape in linked if isinstance(shape, Link)]
        lines += [circle(shape, picture) for shape in linked if isinstance(shape, Loop)]
    else:
        lines += from_cells(picture)
    return "\n".join([*lines, "}", ""])


def node(spot: Spot, picture: Picture) -> str:
    """A world; its number is its name."""
    label = "\\n".join(
        dot_text(line)[1:-1] for line in broken(spot.label, picture.face.letters)
    )
    attributes = [f'label="{label}"', f"tooltip={dot_text(spot.name)}", pinned(spot.at)]
    if spot.state == ACTUAL:
        attributes += [f'fillcolor="{ACTUAL_FILL}"', "penwidth=3"]
    if spot.state == MIDDLE:
        attributes.append("penwidth=3")
    if spot.state == GONE:
        attributes += ['style="dashed"', "color=gray70", "fontcolor=gray70"]
    return f"  w{spot.world} [{', '.join(attributes)}];"


def joint(hub: Hub, picture: Picture) -> str:
    """A hub: a point in the agent's color."""
    hue = color(hub.agent, picture.everyone)
    return (
        f'  {hub.name} [shape=point, width=0.15, color="{hue}", fillcolor="{hue}",'
        f" tooltip={dot_text(hub.tooltip)}, {pinned(hub.at)}];"
    )


def edge(link: Link, picture: Picture) -> str:
    """A line in the agent's color."""
    style = ", style=dashed" if dash(link.agent, picture.everyone) else ""
    if any(link.arrows):
        ways = {(True, True): "both", (True, False): "back", (False, True): "forward"}
        style += f", dir={ways[link.arrows]}"
    hue = color(link.agent, picture.everyone)
    words = dot_text(link.tooltip)
    return f'  {link.ends[0]} -- {link.ends[1]} [color="{hue}", tooltip={words}{style}];'


def circle(loop: Loop, picture: Picture) -> str:
    """An arrow from a world to itself."""
    hue = color(loop.agent, picture.everyone)
    ends = f"w{loop.world} -- w{loop.world}"
    return f'  {ends} [color="{hue}", tooltip={dot_text(loop.tooltip)}, dir=forward];'


def from_cells(picture: Picture) -> list[str]:
    """Cells without lines in the picture, such as rows: a hub each, or one edge for two."""
    lines = []
    places = {shape.world: shape.at for shape in picture.shapes if isinstance(shape, Spot)}
    for k, cell in enumerate(picture.cells, 1):
        hue = color(cell.agent, picture.everyone)
        style = f'color="{hue}", tooltip={dot_text(cell.agent)}'
        if len(cell.worlds) == 2:
            lines.append(f"  w{cell.worlds[0]} -- w{cell.worlds[1]} [{style}];")
            continue
        middle = zip(*(places[world] for world in cell.worlds), strict=True)
        x, y = (sum(xs) / len(cell.worlds) for xs in middle)
        lines.append(
            f'  cell{k} [shape=point, width=0.15, fillcolor="{hue}", {style},'
            f" {pinned((x, y))}];"
        )
        lines += [f"  cell{k} -- w{world} [{style}];" for world in cell.worlds]
    return lines


def table(number: int, count: Count, picture: Picture) -> str:
    """The counts of some agents' cells as one node."""
    hue = color(count.agents[0], picture.everyone)
    rows = [", ".join(count.agents), f"{count.cells} cells"]
    rows += [f"{many} x {size}" for size, many in count.sizes[:SIZES]]
    rows += ["..."] if len(count.sizes) > SIZES else []
    label = "\\n".join(dot_text(row)[1:-1] for row in rows)
    return (
        f'  count{number} [shape=box, color="{hue}", penwidth=2, label="{label}",'
        f" {pinned((240.0 * number, 0.0))}];"
    )


def pinned(at: Point) -> str:
    """A position in points, y upwards."""
    x, y = (round(0.75 * value, 2) + 0.0 for value in (at[0], -at[1]))
    return f'pos="{x:g},{y:g}!"'


def dot_text(text: str) -> str:
    """A text in quotes, as Graphviz reads it."""
    return quoted(printable(text))
