"""`whoknows replay`: a saved game, move by move."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.console import (
    Json,
    note,
    refuse_unused,
    say,
    say_json,
    say_table,
    write_text,
)
from whoknows.play.example_files import shipped
from whoknows.wording import plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whoknows.play.knowing.knowledge import Pictured
    from whoknows.play.table.referee import Table


def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A transcript, as JSON.")],
    knowledge: Annotated[
        bool,
        typer.Option(
            "--knowledge", help="The worlds that every seat, and the public, hold possible."
        ),
    ] = False,
    draw: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="Draw who knows what: a name in .svg, .dot, or .tex.",
        ),
    ] = None,
    board: Annotated[
        Path | None, typer.Option(help="Draw the board: a name in .svg.")
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(min=0, help="Draw it after so many moves; else at the end."),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(min=0, help="Draw it as this seat sees it; else as all seats do."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="A game in a file of your own: path/to/file.py:NAME."),
    ] = None,
    json: Json = False,
) -> None:
    """Print a saved game move by move, and draw any moment of it.

    A game that breaks the rules is refused.

    Example: whoknows replay examples/davinci.json --knowledge
    """
    from whoknows.catalog import find_game, own_game
    from whoknows.cli.play import check_picture
    from whoknows.play.table.transcript import load

    if draw is None and board is None:
        refuse_unused(context, "without --output or --board", "turn", "seat")
    check_picture(board)
    form = form_of(draw)
    told = load(shipped(file), find_game if game is None else lambda _: own_game(game))
    then = moment(told.table, turn, seat)
    if board is not None:
        save_board(then, told.seats, seat, board)
    if draw is not None:
        save_model(then, seat, draw, form)
    if json:
        say_json(document(told.table, told.seats, knowledge=knowledge))
    else:
        say_run(told.table, told.seats, knowledge=knowledge)


def form_of(path: Path | None) -> str:
    """The form of a picture by its name, before anything is read."""
    from whoknows.logic.draw import form_of

    return "svg" if path is None else form_of(path)


def moment(table: "Table", turn: int | None, seat: int | None) -> "Table":
    """The game after so many moves."""
    from whoknows.errors import BadSetup

    moves = len(table.turns)
    if turn is not None and turn > moves:
        raise BadSetup(f"the game has {plural(moves, 'move')}, not {turn}")
    if seat is not None and seat not in table.seats:
        raise BadSetup(f"the game has the seats 0 to {len(table.seats) - 1}, not {seat}")
    return table if turn is None else table.undo(moves - turn)


def save_board(
    table: "Table", seats: tuple[str, ...], seat: int | None, path: Path
) -> None:
    """The board at one moment, as a picture."""
    from whoknows.play.face.face import face_of, seat_name

    told = zip_seats(table, seats)
    names = [name or seat_name(number) for number, name in told]
    svg = face_of(table.game).board_svg(table.sight(seat), names)
    write_text(path, svg)


def save_model(table: "Table", seat: int | None, path: Path, form: str) -> None:
    """Who knows what at one moment, as a picture."""
    from whoknows.errors import TooLarge
    from whoknows.logic import draw as drawing
    from whoknows.logic.draw.grid import MOST_WORLDS

    found = model_at(table, seat, MOST_WORLDS)
    if found is None or len(found.model) > MOST_WORLDS:
        raise TooLarge(
            f"a model is drawn with at most {MOST_WORLDS} worlds, and there are more:"
            " choose a later --turn, or one --seat"
        )
    before = found.first if found.first and len(found.first) <= MOST_WORLDS else None
    picture = drawing.draw(found.model, found.actual, before=before, form=form)
    drawing.save(picture, path)
    note(f"wrote {path}")


def model_at(table: "Table", seat: int | None, most: int) -> "Pictured | None":
    """The model from one seat, or from all: the game was played, and hides nothing now."""
    from whoknows.errors import BadSetup
    from whoknows.play.knowing.knowledge import Modelled, Whole

    game = table.game
    if seat is None and isinstance(game, Whole):
        return game.whole({each: table.sight(each) for each in table.seats}, most)
    if not isinstance(game, Modelled):
        raise BadSetup(f"{game.title} has no model to be drawn")
    return game.model(table.sight(seat or 0), most)


def document(table: "Table", seats: tuple[str, ...], *, knowledge: bool) -> dict[str, Any]:
    """A run as one JSON document."""
    from whoknows.play.documents import setup_json
    from whoknows.play.table.referee import score_line
    from whoknows.play.table.transcript import retold, worlds_left

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
    from whoknows.play.face.face import face_of
    from whoknows.play.table.transcript import answers_in_words, retold, worlds_left

    who = [f"{seat} {name}".strip() for seat, name in zip_seats(table, seats)]
    columns = ["", "seat", "move", "answer"]
    rows: list[list[object]] = []
    if knowledge:
        first, *others = (f"of {seat}" for seat in table.seats)
        columns += [f"worlds {first}", *others, "public"]  # "worlds" once: rows stay short
        start = table.undo(len(table.turns))
        rows.append(["", "", "", "", *shown(worlds_left(start))])
    words = answers_in_words(table)
    for number, entry in enumerate(retold(table, knowledge=knowledge), 1):
        row = [number, who[entry["seat"]], entry["move"], words[number - 1]]
        rows.append([*row, *shown(entry.get("worlds", {}))])
    say_table(
        columns,
        rows,
        title=f"{table.game.title}: {face_of(table.game).setup_text(table.setup)}",
    )
    say_result(table, who)


def shown(worlds: "Mapping[str, int | None]") -> list[object]:
    """Numbers of worlds as a table has them."""
    return ["too many" if number is None else number for number in worlds.values()]


def zip_seats(table: "Table", seats: tuple[str, ...]) -> list[tuple[int, str]]:
    """Every seat with the name of who sits there."""
    return [(seat, seats[seat] if seat < len(seats) else "") for seat in table.seats]


def say_result(table: "Table", who: list[str]) -> None:
    """The scores, or whose turn it is."""
    from rich.markup import escape

    from whoknows.play.table.referee import score_line

    if table.over:
        scores = zip(who, score_line(table), strict=True)
        told = ", ".join(f"seat {name}: {score:g}" for name, score in scores)
        say(escape(f"Result: {told}"))
    else:
        turn = " and ".join(who[s] for s in table.turn)
        say(escape(f"Not over: the turn is of seat {turn}"))
