"""`whoknows hats line`: hats on a line, answered in turn.

Everybody sees the hats in front and hears the answers from behind.  The first, at the back,
says the color that the hats in front add up to, as numbers modulo the number of colors.
Each other one takes from it what was answered since and what is still in front: the rest is
the own hat.  Nobody can promise more, since nothing that the first sees or hears depends on
the first one's own hat.
"""

from typing import Annotated

import typer

from whoknows.cli.console import Json, Seed, refuse_unused, say, say_json, say_table
from whoknows.cli.hats_options import Colors

MOST_IN_LINE = 100_000
MOST_ROWS = 40  # agents that are shown to people
SUM_OF_THE_HATS = "the sum of the hats (docs/hats-beyond.md#on-a-line-in-turn)"


def line(
    context: typer.Context,
    players: Annotated[
        int, typer.Option("--players", "-n", help="Number of agents in the line.")
    ] = 10,
    colors: Colors = 2,
    hats: Annotated[
        str | None, typer.Option(help="The hats from the back on: RBBR; else drawn.")
    ] = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Hats on a line: all see who is in front, and answer in turn from the back.

    All but the first to answer are right, whatever the hats; more cannot be promised.

    Example: whoknows hats line --hats RBGRB --colors 3
    """
    import numpy as np

    from whoknows.errors import BadSetup
    from whoknows.games.hats.rules.world import LETTERS
    from whoknows.work.proof_kinds import proof_document

    if hats is not None:
        refuse_unused(context, "with --hats", "players", "seed")
        unknown = [letter for letter in hats.upper() if letter not in LETTERS]
        if unknown:
            raise BadSetup(f"{unknown[0]!r} is no color; they are {LETTERS}")
        worn = tuple(LETTERS.index(letter) for letter in hats.upper())
    else:
        check_line((0,) * min(max(players, 0), MOST_IN_LINE + 1), colors)
        rng = np.random.default_rng(seed)
        worn = tuple(rng.integers(colors, size=players).tolist())
    said = answers(worn, colors)
    right = sum(a == b for a, b in zip(worn, said, strict=True))
    names = ["".join(LETTERS[color] for color in row) for row in (worn, said)]
    if json:
        asked = {"players": len(worn), "colors": colors, "seed": seed}
        say_json({**asked, "hats": names[0], "said": names[1], "right": right,
                  "sure": len(worn) - 1, "proven": True,
                  **proof_document("theorem", by=SUM_OF_THE_HATS)})  # fmt: skip
        return
    rows = [
        [k + 1, LETTERS[hat], names[0][k + 1 :][:30], LETTERS[word], "yes" * (hat == word)]
        for k, (hat, word) in enumerate(zip(worn, said, strict=True))
    ]
    say_table(["agent", "wears", "sees", "says", "right"], rows[:MOST_ROWS])
    say(f"Right: {right} of {len(worn)}; sure to be right, whatever the hats: all but one.")


def answers(hats: tuple[int, ...], colors: int) -> tuple[int, ...]:
    """What is said, from the back to the front.

    >>> answers((1, 0, 2, 1), colors=3)  # the back one is right only by luck
    (0, 0, 2, 1)
    """
    check_line(hats, colors)
    ahead, heard, colors_said = sum(hats), 0, list[int]()
    for place, hat in enumerate(hats):
        ahead -= hat  # what this one sees
        colors_said.append(answer(ahead, heard, colors_said[0] if place else None, colors))
        heard += colors_said[-1] if place else 0
    return tuple(colors_said)


def answer(ahead: int, heard: int, first: int | None, colors: int) -> int:
    """One answer: from the sum in front, that of the answers since, and the first."""
    return ahead % colors if first is None else (first - heard - ahead) % colors


def check_line(hats: tuple[int, ...], colors: int) -> None:
    """Refuse a line that cannot be."""
    from whoknows.errors import BadSetup
    from whoknows.games.hats.rules.world import LETTERS

    if not 2 <= colors <= len(LETTERS):
        raise BadSetup(f"there are 2 to {len(LETTERS)} colors, not {colors}")
    if not 2 <= len(hats) <= MOST_IN_LINE:
        raise BadSetup(f"a line has 2 to {MOST_IN_LINE:,} agents, not {len(hats):,}")
    if max(hats) >= colors:
        raise BadSetup(f"{LETTERS[max(hats)]} is not one of the {colors} colors")
