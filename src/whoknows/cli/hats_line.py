"""`whoknows hats line`: hats on a line, answered in turn."""

from typing import Annotated

import typer

from whoknows.cli.console import Json, Seed, refuse_unused, say, say_json, say_table
from whoknows.cli.hats_options import Colors

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
    from whoknows.games.hats.solve.line import MOST_IN_LINE, answers, check_line
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
