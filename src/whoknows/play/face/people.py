"""People side by side, each always in one place, with what they said last."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from whoknows.play.face.cards import initials, label, small_board
from whoknows.wording import cut_short

ROW = 4  # people side by side
LEAST = 3  # wide enough for the lines above
WIDE, TALL = 132, 196  # of one of them
LINE = 20  # of what stands above all
LONGEST = 12  # letters of a name


class Person(NamedTuple):
    """One at the table: a head around its middle, a name, and what all may know of it."""

    head: str  # SVG around (0, 0), at most 45 up and down
    name: str
    word: str  # below the name
    said: str = ""  # in a bubble
    own: bool = False  # whether it is you
    story: str = ""  # for who cannot see the picture; else it is the word


def people_svg(title: str, people: Sequence[Person], lines: Sequence[str] = ()) -> str:
    """All of them, below some lines of text."""
    across = max(LEAST if lines else 1, min(ROW, len(people)))
    top = LINE * len(lines) + 8 * bool(lines)
    width, height = WIDE * across, TALL * -(-len(people) // ROW) + top
    story = "; ".join(f"{called(one)}: {one.story or one.word}" for one in people)
    head = "".join(
        f'<text x="{width / 2:g}" y="{LINE * (k + 1)}" text-anchor="middle" '
        f'font-size="15" fill="currentColor">{escape(line)}</text>'
        for k, line in enumerate(lines)
    )
    placed = "".join(
        f'<g transform="translate({WIDE * (k % ROW)} {TALL * (k // ROW) + top})">'
        f"{person_svg(one)}</g>"
        for k, one in enumerate(people)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        f'font-family="system-ui, sans-serif"><title>{escape(title)}</title>'
        f"<desc>{escape(story)}</desc>{head}{placed}</svg>"
    )


def called(one: Person) -> str:
    """The name, and whether it is you."""
    return f"{one.name}{' (you)' * one.own}"


def person_svg(one: Person) -> str:
    """A ring around who looks, head, bubble, name, and word."""
    x = WIDE // 2
    ring = (
        f'<rect x="6" y="46" width="{WIDE - 12}" height="106" rx="14" fill="none" '
        'stroke="#d9a514" stroke-width="3"/>'
    )
    name = cut_short(one.name, LONGEST)
    return (
        f'{ring * one.own}<g transform="translate({x} 101)">{one.head}</g>'
        f"{bubble_svg(x, one.said)}"
        + label(x, 170, called(one._replace(name=name)), "currentColor")
        + f'<text x="{x}" y="187" text-anchor="middle" font-size="13" '
        f'fill="currentColor">{escape(one.word)}</text>'
    )


def bubble_svg(x: int, said: str) -> str:
    """What somebody said last."""
    if not said:
        return ""
    return (
        f'<path d="M{x - 52} 4h104a8 8 0 0 1 8 8v14a8 8 0 0 1 -8 8h-44l-8 9l-8 -9h-44'
        'a8 8 0 0 1 -8 -8v-14a8 8 0 0 1 8 -8z" fill="#fdfbf5" stroke="#7d8590"/>'
        f'<text x="{x}" y="24" text-anchor="middle" font-size="14" fill="#222">'
        f"{escape(said)}</text>"
    )


def small_people(things: Sequence[str], names: Sequence[str]) -> str:
    """A world as a small board: something of each in a row, 28 wide around its middle.

    Below it stands the letter of the name.
    """
    body = "".join(
        f'<g transform="translate({28 * k + 15} 14)">{thing}</g>'
        + label(28 * k + 15, 40, name, "currentColor")
        for k, (thing, name) in enumerate(zip(things, initials(names), strict=True))
    )
    return small_board(28 * len(things) + 2, 43, body)
