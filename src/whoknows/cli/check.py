"""`whoknows check`: the questions of a file, answered."""

from pathlib import Path
from typing import Annotated

import typer

from whoknows.cli.console import Json


def check(
    file: Annotated[
        Path,
        typer.Argument(help="A file of ours or of SMCDEL's; - is standard input."),
    ],
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why, at a world, with witnesses.")
    ] = False,
    engine: Annotated[
        str, typer.Option(help="How worlds are kept: auto, table, cube, symbolic.")
    ] = "auto",
    empty: Annotated[
        bool,
        typer.Option(
            "--empty", help="A law without a world is no error: all is valid, as in SMCDEL."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Answer the true?, valid?, and where? queries of a file.

    Example: whoknows check examples/muddy.txt --explain
    """
    from whoknows.cli.answers import answer

    answer(file, explain=explain, engine=engine, empty=empty, as_json=json)
