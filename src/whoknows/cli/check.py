"""`whoknows check`: the questions of a file, answered."""

from pathlib import Path
from typing import Annotated

import typer

from whoknows.cli.console import Json


def check(
    file: Annotated[
        Path,
        typer.Argument(
            help="A file of ours or of SMCDEL's, or a game: my.game; - is standard input."
        ),
    ],
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why, with worlds as examples.")
    ] = False,
    engine: Annotated[
        str, typer.Option(help="How worlds are kept: auto, table, cube, symbolic.")
    ] = "auto",
    empty: Annotated[
        bool,
        typer.Option(
            "--empty",
            help="Allow a law that no world obeys; then all is valid, as in SMCDEL.",
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Answer the true?, valid?, and where? queries of a file, or read a game.

    Example: whoknows check examples/muddy.txt --explain
    """
    from whoknows.cli.answers import answer

    answer(file, explain=explain, engine=engine, empty=empty, as_json=json)
