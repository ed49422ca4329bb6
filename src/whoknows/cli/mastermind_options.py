"""The options that the commands of `whoknows mastermind` share, and what they mean."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from whoknows.games.mastermind.rules import Code, Line, Rules

Pegs: TypeAlias = Annotated[int, typer.Option(help="Pegs of a code.")]
Colors: TypeAlias = Annotated[int, typer.Option(help="Colors: 1 to 9, then A, B, ...")]
Repeats: TypeAlias = Annotated[bool, typer.Option(help="Whether colors may repeat.")]
BlacksOnly: TypeAlias = Annotated[
    bool, typer.Option("--blacks-only", help="Answers without whites.")
]
Strategy: TypeAlias = Annotated[
    str,
    typer.Option(
        help="first, worst-case, expected-size, entropy, parts, experience, "
        "entropy-base-parts, entropy+1/2, power:3/2, ..."
    ),
]
First: TypeAlias = Annotated[
    str | None, typer.Option("--first", help="The first guess to make.")
]
OnlyPossible: TypeAlias = Annotated[
    bool, typer.Option("--only-possible", help="Guess possible codes only.")
]
Ties: TypeAlias = Annotated[
    str,
    typer.Option(
        "--ties",
        help="Of equally good guesses: possible (one that may be the code, the first), "
        "first (of all), or last (that may be the code).",
    ),
]
Keep: TypeAlias = Annotated[
    Path | None,
    typer.Option("--keep", help="A file to go on from, after Ctrl-C or a crash."),
]
Worst: TypeAlias = Annotated[
    int | None, typer.Option("--worst", min=1, help="At most so many guesses.")
]


def rules_of(
    pegs: Pegs = 4,
    colors: Colors = 6,
    repeats: Repeats = True,
    blacks_only: BlacksOnly = False,
) -> "Rules":
    """The rules that options describe."""
    from whoknows.games.mastermind.rules import Rules

    return Rules(pegs, colors, repeats, blacks_only)


def parse_first(rules: "Rules", first: str | None) -> "Code | None":
    """The first guess that an option forces."""
    return None if first is None else rules.parse_code(first)


def parse_line(rules: "Rules", text: str) -> "Line":
    """A line of the board from `guess:answer`."""
    from whoknows.errors import IllegalMove
    from whoknows.games.mastermind.rules import Line

    guess, colon, answer = text.partition(":")
    if not colon:
        raise IllegalMove(f"{text!r} is no line; wanted guess:answer, like 1122:1,2")
    return Line(rules.parse_code(guess), rules.parse_answer(answer))
