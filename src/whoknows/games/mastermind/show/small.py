"""Codes as small boards, and the colors that each peg may have, as pictures."""

from collections.abc import Iterator
from fractions import Fraction
from html import escape

import numpy as np

from whoknows.games.mastermind.knowledge import possible_codes
from whoknows.games.mastermind.rules import Code, Rules, Sight
from whoknows.games.mastermind.show.board_picture import PALETTE, letter_color
from whoknows.play.face.cards import label, small_board
from whoknows.play.face.chance_table import chance_cell, chance_table

HIGH, WIDE, LEFT, TOP = 28, 56, 44, 30  # of a cell; where the cells begin


def small_code(rules: Rules, code: Code) -> str:
    """A world as a small board: the pegs in a row."""
    pegs = "".join(small_peg(rules, c, 26 * k + 13, 13) for k, c in enumerate(code))
    return small_board(26 * len(code), 26, pegs)


def small_peg(rules: Rules, color: int, x: float, y: float) -> str:
    """A peg with its letter."""
    fill = PALETTE[color % len(PALETTE)]
    return f'<circle cx="{x:g}" cy="{y:g}" r="12" fill="{fill}" stroke="#0004"/>' + label(
        x, y + 5, rules.code_name((color,)), letter_color(fill)
    )


def peg_chances(sight: Sight) -> list[dict[int, Fraction]]:
    """For every peg, how likely each color is that it may have."""
    rules = sight.rules
    codes = rules.codes[possible_codes(rules, sight.lines)]
    found = []
    for column in codes.T:
        colors, counts = np.unique(column, return_counts=True)
        shares = (Fraction(count, len(codes)) for count in counts.tolist())
        found.append(dict(zip(colors.tolist(), shares, strict=True)))
    return found


def colors_svg(sight: Sight) -> str:
    """The colors as rows, the pegs as columns; the darker, the likelier."""
    rules, chances = sight.rules, peg_chances(sight)
    high = TOP + HIGH * rules.colors + 6
    said = "; ".join(
        f"peg {k}: {' '.join(rules.code_name((c,)) for c in colors)}"
        for k, colors in enumerate(chances, 1)
    )
    return chance_table(
        "The colors that each peg may have",
        said,
        (LEFT + WIDE * rules.pegs + 6, high),
        "".join(rows(rules, chances)),
    )


def rows(rules: Rules, chances: list[dict[int, Fraction]]) -> Iterator[str]:
    """The cells, with pegs and numbers at their edges."""
    for k in range(rules.pegs):
        x = LEFT + WIDE * (k + 0.5)
        yield f'<text class="wkh-axis" x="{x:g}" y="16">{escape(f"peg {k + 1}")}</text>'
    for color in range(rules.colors):
        y = TOP + HIGH * color
        yield f"<g>{small_peg(rules, color, 22, y + HIGH / 2)}</g>"
        for k, colors in enumerate(chances):
            chance = colors.get(color, Fraction(0))
            yield chance_cell((LEFT + WIDE * k, y), (WIDE, HIGH), chance)
