"""`whoknows terminal`: Mastermind and the Da Vinci Code on the screen of the terminal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from whoknows.cli.batches import Database
from whoknows.cli.console import Json, Seed, note, say, say_json, say_table
from whoknows.cli.davinci import (
    Drawing,
    Full,
    GoingOn,
    Hand,
    Jokers,
    Lowest,
    Players,
    Save,
    Semantics,
    Tiles,
    parse_seat,
    read_setup,
    seated,
)
from whoknows.cli.mastermind_options import BlacksOnly, Colors, Pegs, Repeats

if TYPE_CHECKING:
    from whoknows.tui.sitting import Known, Sitting

app = typer.Typer(
    name="terminal",
    help="Games on the screen of the terminal, with keys and mouse.",
    epilog="Example: whoknows terminal davinci --players 3 --tiles 14",
    invoke_without_command=True,
)

Undo: TypeAlias = Annotated[bool, typer.Option(help="Whether moves may be taken back.")]
Light: TypeAlias = Annotated[
    bool | None,
    typer.Option("--light/--dark", help="Colors; by default those of the terminal."),
]


@app.callback()
def start(context: typer.Context) -> None:
    """Games on the screen of the terminal, with keys and mouse.

    Without a command, the games that are kept are listed.
    """
    if context.invoked_subcommand is None:
        games(db=None, json=False)


@app.command()
def mastermind(
    pegs: Pegs = 4,
    colors: Colors = 6,
    repeats: Repeats = True,
    blacks_only: BlacksOnly = False,
    rows: Annotated[int, typer.Option(min=1, help="Rows of the board.")] = 12,
    evil: Annotated[
        bool, typer.Option("--evil", help="The maker answers so as to keep most codes.")
    ] = False,
    make: Annotated[
        bool, typer.Option("--make", help="You make the code, in your mind.")
    ] = False,
    strategy: Annotated[
        str, typer.Option(help="Who breaks your code: parts, entropy, ...")
    ] = "parts",
    seed: Seed = None,
    undo: Undo = True,
    save: Save = None,
    light: Light = None,
    db: Database = None,
) -> None:
    """Break a code, or make one and be caught if your answers contradict each other.

    Example: whoknows terminal mastermind --colors 8 --pegs 5
    """
    check_screen()
    from whoknows.errors import BadSetup
    from whoknows.games.mastermind import GAME
    from whoknows.play.room import Chair, House
    from whoknows.store import open_store
    from whoknows.tui.sitting import begun

    if evil and make:
        raise BadSetup("either you make the code (--make), or an evil maker (--evil)")
    setup = GAME.setup(
        pegs=pegs,
        colors=colors,
        repeats=repeats,
        blacks_only=blacks_only,
        rows=rows,
        maker="mind" if make else "evil" if evil else "referee",
    )
    chairs = [Chair(strategy, strategy), Chair("You")] if make else [Chair("You")]
    with open_store(db) as store:
        sitting = begun(store, GAME, setup, chairs, seed=seed, house=House(undo=undo))
        play(sitting, save, light)


@app.command()
def davinci(
    strategy: Annotated[
        str,
        typer.Option(
            "--strategy", "--against", help="For each other seat, or one for all."
        ),
    ] = "leak-aware",
    seat: Annotated[str, typer.Option(help="Where you sit: a, b, ...")] = "a",
    players: Players = 3,
    tiles: Tiles = None,
    hand: Hand = None,
    lowest: Lowest = None,
    full: Full = False,
    drawing: Drawing = False,
    jokers: Jokers = False,
    semantics: Semantics = "del",
    going_on: GoingOn = "certain",
    seed: Seed = None,
    undo: Undo = True,
    save: Save = None,
    light: Light = None,
    db: Database = None,
) -> None:
    """Guess the codes of strategies before they guess yours.

    Example: whoknows terminal davinci --tiles 14 --strategy aggressive
    """
    check_screen("davinci")
    from whoknows.games.davinci import GAME
    from whoknows.play.room import Chair, House
    from whoknows.store import open_store
    from whoknows.tui.sitting import begun

    setup = read_setup(locals())
    place = parse_seat(seat, players)
    chairs = [Chair(name, name) for name in seated(strategy.split(","), players - 1)]
    chairs.insert(place, Chair("You"))
    with open_store(db) as store:
        sitting = begun(store, GAME, setup, chairs, seed=seed, house=House(undo=undo))
        play(sitting, save, light)


@app.command()
def resume(
    name: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Which; by default the newest.")
    ] = None,
    save: Save = None,
    light: Light = None,
    db: Database = None,
) -> None:
    """Go on with a game that was left, or killed.

    Example: whoknows terminal resume
    """
    check_screen()
    from whoknows.store import open_store
    from whoknows.tui.sitting import resumed

    with open_store(db) as store:
        play(resumed(store, name), save, light)


@app.command()
def games(db: Database = None, json: Json = False) -> None:
    """List the games that were begun in a terminal, the newest first.

    Example: whoknows terminal games --json
    """
    from whoknows.store import open_store
    from whoknows.tui.sitting import known_games

    with open_store(db) as store:
        found = known_games(store)
    if json:
        say_json([known._asdict() for known in found])
    elif found:
        columns = ["id", "game", "players", "moves", "begun", ""]
        say_table(columns, map(row, found))
    else:
        say("No game is kept yet.  Begin one: whoknows terminal mastermind")


def row(known: "Known") -> list[object]:
    """A kept game as a row of a table."""
    begun = known.made[:16].replace("T", " ")
    names, state = ", ".join(known.names), "over" if known.over else "waits"
    return [known.id, known.game, names, known.moves, begun, state]


@app.command()
def transcript(
    name: Annotated[str, typer.Argument(metavar="ID", help="Which game.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file for `replay`.")
    ] = None,
    db: Database = None,
) -> None:
    """Write a kept game as a transcript; it tells the secret.

    Example: whoknows terminal transcript 1f2e3d4c -o game.json
    """
    from whoknows.play.transcript import as_text, written
    from whoknows.play.transcript import save as save_file
    from whoknows.store import open_store
    from whoknows.tui.sitting import resumed

    with open_store(db) as store:
        room = resumed(store, name).room
    if output is None:
        sys.stdout.write(as_text(written(room.table, room.names)))
        return
    save_file(room.table, output, room.names)
    note(f"wrote {output}")


def check_screen(game: str = "mastermind") -> None:
    """Refuse if there is no Textual, or no terminal to draw on."""
    from importlib.util import find_spec

    from whoknows.errors import BadSetup, MissingExtra

    if find_spec("textual") is None:
        raise MissingExtra.named("tui", "textual")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadSetup(f"this needs a terminal; `whoknows {game} play` reads lines")


def play(sitting: "Sitting", save: Path | None, light: bool | None) -> None:
    """Play on the screen until the person leaves, and say what is kept."""
    from whoknows.play.transcript import save as save_file
    from whoknows.tui.app import TerminalGame

    game = TerminalGame(sitting, light=light)
    try:
        game.run()
    finally:
        last = game.sitting
        if save is not None:
            save_file(last.room.table, save, last.room.names)
            note(f"wrote {save}")
        said = "is over" if last.room.table.over else "waits"
        how = "transcript" if last.room.table.over else "resume"
        note(f"The game {said}: whoknows terminal {how} {last.id}")
