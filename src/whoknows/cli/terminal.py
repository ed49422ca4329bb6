"""`whoknows terminal GAME`: any game on the screen of the terminal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from whoknows.cli.batches import Database
from whoknows.cli.console import Json, Seed, note
from whoknows.cli.game_commands import game_group
from whoknows.cli.play import (
    Against,
    Deal,
    GameFile,
    KeptId,
    OwnStrategies,
    Save,
    Seat,
    Undo,
    begin,
    check_writable,
    going_on,
    keep_files,
    kept,
    transcript,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from whoknows.play.game import Game
    from whoknows.store.sitting import Sitting

Light: TypeAlias = Annotated[
    bool | None,
    typer.Option("--light/--dark", help="Colors; by default those of the terminal."),
]


def terminal_game(game: "Game", name: str) -> "Callable[..., None]":
    """What `whoknows terminal GAME` does."""

    def terminal(
        options: dict[str, Any],
        against: Against = None,
        seat: Seat = None,
        deal: Deal = None,
        undo: Undo = True,
        save: Save = None,
        light: Light = None,
        seed: Seed = None,
        db: Database = None,
    ) -> None:
        check_screen(name)
        check_writable(save)
        from whoknows.store import open_store

        with open_store(db) as store:
            sitting = begin(store, game, options, against, seat, deal, seed, undo=undo)
            play(sitting, save, light)

    terminal.__doc__ = (
        f"Play {game.title} on the screen of the terminal.\n\n"
        f"Example: whoknows terminal {name}"
    )
    return terminal


app = typer.Typer(
    name="terminal",
    cls=game_group(terminal_game),
    help="Games on the screen of the terminal, with keys and mouse.",
    epilog="Example: whoknows terminal davinci --players 3 --tiles 14",
    invoke_without_command=True,
)


@app.callback()
def start(context: typer.Context) -> None:
    """Games on the screen of the terminal, with keys and mouse.

    Without a command, the games that are kept are listed.
    """
    if context.invoked_subcommand is None:
        kept(db=None, json=False)


@app.command()
def resume(
    name: KeptId = None,
    game: GameFile = None,
    against: OwnStrategies = None,
    save: Save = None,
    light: Light = None,
    db: Database = None,
) -> None:
    """Go on with a game that was left, or killed.

    Example: whoknows terminal resume
    """
    check_screen()
    check_writable(save)
    with going_on(db, name, game, against) as sitting:
        play(sitting, save, light)


@app.command()
def games(db: Database = None, json: Json = False) -> None:
    """List the games that were begun in a terminal, the newest first.

    Example: whoknows terminal games --json
    """
    kept(db, json)


app.command("transcript")(transcript)


def check_screen(game: str = "mastermind") -> None:
    """Refuse if there is no Textual, or no terminal to draw on."""
    from importlib.util import find_spec

    from whoknows.errors import BadSetup, MissingExtra

    if find_spec("textual") is None:
        raise MissingExtra.named("tui", "textual")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadSetup(f"this needs a terminal; `whoknows play {game}` reads lines")


def play(sitting: "Sitting", save: Path | None, light: bool | None) -> None:
    """Play on the screen until the person leaves, and say what is kept."""
    from whoknows.tui.terminal_game import TerminalGame

    game = TerminalGame(sitting, light=light)
    try:
        game.run()
    finally:
        last = game.sitting
        keep_files(last.room.table, last.seat, last.room.names, save, None)
        said = "is over" if last.room.table.over else "waits"
        how = "transcript" if last.room.table.over else "resume"
        note(f"The game {said}: whoknows terminal {how} {last.id}")
