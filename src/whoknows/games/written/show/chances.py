"""What each hidden thing of a written game may be, with the share of every value."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import NamedTuple

from whoknows.games.written.knowledge import held_at
from whoknows.games.written.rules.fold import Sight
from whoknows.games.written.rules.rules_of_text import Sign
from whoknows.games.written.show.board_picture import sign_of
from whoknows.games.written.show.small import LETTER, LINE, LONGEST_NAME, box_svg, text_svg
from whoknows.wording import cut_short, percent

MOST_THINGS, MOST_VALUES = 16, 8  # that are drawn
ACROSS = 470  # pixels of a line
GAP = 6


class Value(NamedTuple):
    """A value that a thing may have: its word, how it looks, and how likely it is."""

    word: str
    sign: Sign
    chance: Fraction


class Doubt(NamedTuple):
    """A hidden thing: its name, and the values that it may have, the likeliest first."""

    name: str
    values: Sequence[Value]


def doubts(sight: Sight) -> list[Doubt]:
    """All that a seat does not see of what was dealt, with what it may be."""
    book, held, shown = sight.setup.book, held_at(sight), dict(sight.seen)
    found = []
    for column in book.dealt:
        if column.name in shown:
            continue
        values = []
        shares = held.shares(column.name)
        for code, chance in sorted(shares.items(), key=lambda share: -share[1]):
            word = book.shown(column.name, code)
            values.append(Value(word, sign_of(book, column, word), chance))
        found.append(Doubt(column.name, values))
    return found


def chances_svg(title: str, doubts: Sequence[Doubt]) -> str:
    """A line for every hidden thing; a value is the darker, the likelier it is."""
    shown = doubts[:MOST_THINGS]
    named = 12 + LETTER * max(len(short_name(doubt.name)) for doubt in shown)
    y, across, body = 4.0, named, list[str]()
    for doubt in shown:
        name = short_name(doubt.name)
        body.append(text_svg(2, y, name, "currentColor", anchor="start"))
        x = named
        for _, sign, chance in doubt.values[:MOST_VALUES]:
            word = f"{cut_short(sign.text, LONGEST_NAME)} {percent(chance)}"
            wide = 12 + LETTER * len(word)
            if x > named and x + wide > ACROSS:
                x, y = named, y + LINE + GAP
            fill = f"rgb({shade(chance, 214)},{shade(chance, 226)},{shade(chance, 238)})"
            body.append(box_svg(x, y, wide, "", "", fill))
            body.append(value_svg(x + wide / 2, y, sign, chance))
            x += wide + GAP
            across = max(across, x)
        if len(doubt.values) > MOST_VALUES:
            more = f"and {len(doubt.values) - MOST_VALUES} more"
            body.append(text_svg(x, y, more, "currentColor", anchor="start"))
            across = max(across, x + LETTER * len(more))
        y += LINE + GAP
    told = "; ".join(
        f"{doubt.name}: "
        + ", ".join(f"{value.word} {percent(value.chance)}" for value in doubt.values)
        for doubt in shown
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:g} {y:g}" '
        f'width="{across:g}" height="{y:g}" role="img" '
        f'style="min-width:{0.8 * across:.0f}px" '
        f'font-family="system-ui, sans-serif"><title>{escape(title)}</title>'
        f"<desc>{escape(told)}</desc>{''.join(body)}</svg>"
    )


def value_svg(x: float, y: float, sign: Sign, chance: Fraction) -> str:
    """A sign in its own color, and its chance."""
    return (
        f'<text x="{x:g}" y="{y + 16:g}" font-size="14" text-anchor="middle" '
        f'fill="#1d2126"><tspan fill="{escape(sign.color or "#1d2126")}">'
        f"{escape(cut_short(sign.text, LONGEST_NAME))}</tspan> {percent(chance)}</text>"
    )


def shade(chance: Fraction, full: int) -> int:
    """One part of a color: white where something is unlikely."""
    return round(255 - (255 - full) * float(chance))


def short_name(name: str) -> str:
    """The name of a thing, none too long."""
    spaced = name.replace("_", " ")
    return cut_short(spaced, 14)
