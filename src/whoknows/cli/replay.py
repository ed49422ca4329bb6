"""`whoknows replay`: a saved game, move by move."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.console import Json, say, say_json, say_table
from whoknows.cli.shipped import shipped

if TYPE_CHECKING:
    from whoknows.play.referee import Table


def replay(
    file: Annotated[Path, typer.Argument(help="A transcript, as JSON.")],
    knowledge: Annotated[
        bool, typer.Option("--knowledge", help="The worlds every seat holds possible.")
    ] = False,
    game: Annotated[
        str | None,
        typer.Option(help="A game in a file of your own: path/to/file.py:NAME."),
    ] = None,
    json: Json = False,
) -> None:
    """Print a saved game move by move; a game that breaks the rules is refused.

    Example: whoknows replay examples/davinci.json --knowledge
    """
    from whoknows.catalog import find_game
    from whoknows.play.transcript import load

    # A transcript may come from anywhere: only the person at the keyboard names files.
    told = load(shipped(file), lambda name: find_game(game or listed(name)))
    if json:
        say_json(document(told.table, told.seats, knowledge=knowledge))
    else:
        say_run(told.table, told.seats, knowledge=knowledge)


def listed(name: Any) -> str:
    """The name of a game in the catalog; a file is not taken from a transcript."""
    from whoknows.catalog import GAMES
    from whoknows.errors import UnknownName

    if name not in GAMES:
        raise UnknownName.among("game", str(name), GAMES)
    return str(name)


def document(table: "Table", seats: tuple[str, ...], *, knowledge: bool) -> dict[str, Any]:
    """A run as one JSON document."""
    from whoknows.play.forms import setup_json
    from whoknows.play.referee import score_line
    from whoknows.play.retelling import retold, worlds_left

    start = table.undo(len(table.turns))
    return {
        "game": table.game.name,
        "setup": setup_json(table.setup),
        "seats": list(seats),
        **({"worlds": worlds_left(start)} if knowledge else {}),
        "moves": list(retold(table, knowledge=knowledge)),
        "over": table.over,
        "results": score_line(table) if table.over else None,
    }


def say_run(table: "Table", seats: tuple[str, ...], *, knowledge: bool) -> None:
    """A run as a table for people: who moved, the answer, and who may still doubt."""
    from whoknows.play.face import face_of
    from whoknows.play.retelling import answers_in_words, retold, worlds_left

    who = [f"{seat} {name}".strip() for seat, name in zip_seats(table, seats)]
    columns = ["", "seat", "move", "answer"]
    rows: list[list[object]] = []
    if knowledge:
        columns += [f"worlds of {seat}" for seat in table.seats]
        start = table.undo(len(table.turns))
        rows.append(["", "", "", "", *worlds_left(start).values()])
    words = answers_in_words(table)
    for number, entry in enumerate(retold(table, knowledge=knowledge), 1):
        row = [number, who[entry["seat"]], entry["move"], words[number - 1]]
        rows.append([*row, *entry.get("worlds", {}).values()])
    say_table(
        columns,
        rows,
        title=f"{table.game.title}: {face_of(table.game).setup_text(table.setup)}",
    )
    say_result(table, who)


def zip_seats(table: "Table", seats: tuple[str, ...]) -> list[tuple[int, str]]:
    """Every seat with the name of who sits there."""
    return [(seat, seats[seat] if seat < len(seats) else "") for seat in table.seats]


def say_result(table: "Table", who: list[str]) -> None:
    """The scores, or whose turn it is."""
    from rich.markup import escape

    from whoknows.play.referee import score_line

    if table.over:
        scores = zip(who, score_line(table), strict=True)
        told = ", ".join(f"seat {name}: {score:g}" for name, score in scores)
        say(escape(f"Result: {told}"))
    else:
        turn = " and ".join(who[s] for s in table.turn)
        say(escape(f"Not over: the turn is of seat {turn}"))
