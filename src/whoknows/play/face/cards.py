"""Small pictures for cards, drawn in the colors of the page's theme."""

from collections.abc import Sequence
from html import escape

WIDE, HIGH = 320, 170
INK, QUIET, CARD, LINE, RIM = (
    f"var(--wk-{name})" for name in ("ink", "quiet", "card", "line", "rim")
)
ROUND = 'stroke-width="3" stroke-linecap="round"'
PLATE = 'fill="#cfd5dc" stroke="none"'  # black and white pins stand out on it


def card(title: str, body: str) -> str:
    """The picture of a card, with words for who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" '
        f'width="{WIDE}" height="{HIGH}" font-family="system-ui,sans-serif">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )


def circle(
    x: float, y: float, r: float, fill: str, edge: str = "none", wide: float = 2
) -> str:
    """A disk."""
    rim = "" if edge == "none" else f' stroke="{edge}" stroke-width="{wide}"'
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"{rim}/>'


def line(x: float, y: float, u: float, v: float, ink: str, wide: float) -> str:
    """A straight line."""
    return (
        f'<path d="M{x} {y}L{u} {v}" stroke="{ink}" stroke-width="{wide}" '
        'stroke-linecap="round"/>'
    )


def label(x: float, y: float, text: object, ink: str = "#222", size: int = 14) -> str:
    """A word in the middle of something."""
    return (
        f'<text x="{x}" y="{y}" fill="{ink}" font-size="{size}" font-weight="600" '
        f'text-anchor="middle">{escape(str(text))}</text>'
    )


def initials(names: Sequence[str]) -> list[str]:
    """A letter for each name; two where one is not enough, numbers where two are not.

    >>> initials(["Ann", "Bob"]), initials(["Bea", "Bob"]), initials(["Bob", "Bob"])
    (['A', 'B'], ['Be', 'Bo'], ['1', '2'])
    """
    for length in (1, 2):
        found = [name[:length].capitalize() for name in names]
        if len(set(found)) == len(found):
            return found
    return [str(k) for k in range(1, len(names) + 1)]


def small_board(wide: float, high: float, body: str) -> str:
    """A world as a small board; its letters have 14 pixels, to be read when it shrinks."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high:g}" '
        f'viewBox="0 0 {wide:g} {high:g}" font-family="system-ui,sans-serif">{body}</svg>'
    )
