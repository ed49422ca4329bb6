"""Hats on a line, answered in turn from the back: all but the first are sure to be right.

Everybody sees the hats in front and hears the answers from behind.  The first, at the back,
says the color that the hats in front add up to, as numbers modulo the number of colors.
Each other one takes from it what was answered since and what is still in front: the rest is
the own hat.  Nobody can promise more, since nothing that the first sees or hears depends on
the first one's own hat.

>>> answers((1, 0, 2, 1), colors=3)  # the back one is right only by luck
(0, 0, 2, 1)
"""

from whoknows.errors import BadSetup
from whoknows.games.hats.rules.world import LETTERS, Hats

MOST_IN_LINE = 100_000


def answers(hats: Hats, colors: int) -> Hats:
    """What is said, from the back to the front."""
    check_line(hats, colors)
    ahead, heard, found = sum(hats), 0, list[int]()
    for place, hat in enumerate(hats):
        ahead -= hat  # what this one sees
        found.append(answer(ahead, heard, found[0] if place else None, colors))
        heard += found[-1] if place else 0
    return tuple(found)


def answer(ahead: int, heard: int, first: int | None, colors: int) -> int:
    """One answer: from the sum in front, that of the answers since, and the first."""
    return ahead % colors if first is None else (first - heard - ahead) % colors


def check_line(hats: Hats, colors: int) -> None:
    """Refuse a line that cannot be."""
    if not 2 <= colors <= len(LETTERS):
        raise BadSetup(f"there are 2 to {len(LETTERS)} colors, not {colors}")
    if not 2 <= len(hats) <= MOST_IN_LINE:
        raise BadSetup(f"a line has 2 to {MOST_IN_LINE:,} agents, not {len(hats):,}")
    if max(hats) >= colors:
        raise BadSetup(f"{LETTERS[max(hats)]} is not one of the {colors} colors")
