"""A plan of weighings as a tree of scales, in the colors of the page."""

from dataclasses import dataclass
from html import escape

from whoknows.web.tree import Branch
from whoknows.wording import cut_short

SIGNS = {"LT": "<", "EQ": "=", "GT": ">"}
SAID = {"LT": "left is lighter", "EQ": "they balance", "GT": "left is heavier"}
INK, RIM, CARD, ACCENT = (f"var(--wk-{name})" for name in ("ink", "rim", "card", "accent"))


WIDE, HIGH, STEP, LINE = 150, 40, 200, 30  # a node, from level to level, a leaf
MOST_LEAVES = 81  # of a tree that is drawn whole


@dataclass(frozen=True, slots=True)
class Placed:
    """A node of the drawn tree."""

    node: Branch
    answers: tuple[str, ...]
    x: float
    y: float


def tree_svg(tree: Branch, link: str, here: tuple[str, ...]) -> str:
    """The plan as a tree of scales, from left to right; every weighing is a link.

    `link` is the address to which the answers on the way are added; `here` is where the
    walk stands.
    """
    spots: dict[tuple[str, ...], Placed] = {}
    leaves = place(tree, (), 0, spots)
    edges = "".join(
        edge(spots[spot.answers[:-1]], spot) for spot in spots.values() if spot.answers
    )
    nodes = "".join(node_svg(spot, link, spot.answers == here) for spot in spots.values())
    depth = max(len(spot.answers) for spot in spots.values())
    title = "The plan as a tree: each weighing, its three answers, and what is found"
    return framed(edges + nodes, STEP * depth + WIDE + 20, leaves * LINE + 24, title)


def leaves_of(tree: Branch) -> int:
    """How many ends the tree has."""
    return sum(map(leaves_of, tree.then.values())) if tree.then else 1


def place(
    node: Branch, answers: tuple[str, ...], first: int, spots: dict[tuple[str, ...], Placed]
) -> int:
    """Give every node its place; ends stand one below the other from `first` on."""
    last = first
    for answer, below in node.then.items():
        last = place(below, (*answers, answer), last, spots)
    last = max(last, first + 1)
    middle = 12 + LINE * (first + last) / 2
    spots[answers] = Placed(node, answers, 10 + STEP * len(answers), middle)
    return last


def edge(above: Placed, below: Placed) -> str:
    """The way from a weighing to what comes after an answer, with the answer on it."""
    x, y, u, v = above.x + WIDE, above.y, below.x, below.y
    sign = SIGNS.get(below.answers[-1], below.answers[-1])
    half = (x + u) / 2
    return (
        f'<path d="M{x:g} {y:g}C{half:g} {y:g} {half:g} {v:g} {u:g} {v:g}" fill="none" '
        f'stroke="{RIM}" stroke-width="1.5"/><circle cx="{u - 14:g}" cy="{v:g}" r="9" '
        f'fill="{CARD}"/>{words(u - 14, v + 5, sign, 14)}'
    )


def node_svg(spot: Placed, link: str, is_here: bool) -> str:
    """A node: small scales, or what is known there."""
    node, x, y = spot.node, spot.x, spot.y
    if node.ask is None:
        found = "; ".join(node.found)
        return words(x + 4, y + 5, cut_short(found, 23), 13, INK, "start")
    left, right = (pan.strip() for pan in node.ask.split(":"))
    answers = escape(";".join(spot.answers))
    width, rim = (3, ACCENT) if is_here else (1.2, RIM)
    return (
        f'<a href="{escape(link)}&amp;answers={answers}" aria-label="{escape(node.ask)}">'
        f'<rect x="{x:g}" y="{y - HIGH / 2:g}" width="{WIDE}" height="{HIGH}" rx="8" '
        f'fill="{CARD}" stroke="{rim}" stroke-width="{width}"/>'
        f"{words(x + WIDE / 4 + 2, y, cut_short(left, 11), 12)}"
        f"{words(x + 3 * WIDE / 4 - 2, y, cut_short(right, 11), 12)}"
        f'<path d="M{x + 10:g} {y + 5:g}h{WIDE - 20}" stroke="{INK}" stroke-width="2"/>'
        f'<path d="M{x + WIDE / 2:g} {y + 5:g}l-6 11h12z" fill="{RIM}"/></a>'
    )


def words(
    x: float, y: float, text: object, size: int, ink: str = INK, anchor: str = "middle"
) -> str:
    """A word at a place."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{ink}" font-weight="500" '
        f'text-anchor="{anchor}">{escape(str(text))}</text>'
    )


def framed(body: str, wide: float, high: float, title: str) -> str:
    """A picture with its words."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" '
        f'width="{wide:g}" height="{high:g}" role="group" aria-label="{escape(title)}" '
        f'font-family="system-ui,sans-serif"><title>{escape(title)}</title>{body}</svg>'
    )
