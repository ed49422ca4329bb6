"""`whoknows play | watch`: any game, by a person line by line, or by strategies."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer
from typer.main import get_command

from whoknows.cli.batches import Database
from whoknows.cli.console import Json, Seed, note, say_json, say_table, write_text
from whoknows.cli.game_commands import game_command, game_group, wanted_game
from whoknows.cli.help import Groups
from whoknows.cli.output import put_document, put_line
from whoknows.play.own_files import is_file_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from whoknows.play.game import Game
    from whoknows.play.table.referee import Table
    from whoknows.play.table.room import Room
    from whoknows.store.sitting import Known, Sitting

LONGEST_NAME = 255  # bytes of the name of a file

Against: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--against", "--strategy", help="A strategy for each other seat, or one for all."
    ),
]
Seat: TypeAlias = Annotated[
    str | None,
    typer.Option("--seat", help="Where you sit: 0, 1, ...; a, b, ...; or a name."),
]
Deal: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--deal",
        "--hands",
        "--hats",
        help="The secret, if it is not to be drawn at random.",
    ),
]
Undo: TypeAlias = Annotated[bool, typer.Option(help="Whether moves may be taken back.")]
Save: TypeAlias = Annotated[
    Path | None, typer.Option("-o", "--output", help="Write the game here, for `replay`.")
]
KeptId: TypeAlias = Annotated[
    str | None, typer.Argument(metavar="ID", help="Which; by default the newest.")
]
OwnStrategies: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--against", "--strategy", help="Its strategies that are in files, as you began it."
    ),
]
GameFile: TypeAlias = Annotated[
    str | None,
    typer.Option("--game", help="Its game, if that is in a file: path/to/file.py:NAME."),
]
Draw: TypeAlias = Annotated[
    Path | None, typer.Option("--draw", help="Write the last board here: .svg.")
]


def play_game(game: "Game", name: str) -> "Callable[..., None]":
    """What `whoknows play GAME` does."""

    def play(
        options: dict[str, Any],
        against: Against = None,
        seat: Seat = None,
        deal: Deal = None,
        undo: Undo = True,
        save: Save = None,
        draw: Draw = None,
        seed: Seed = None,
        db: Database = None,
        json: Json = False,
    ) -> None:
        check_writable(save)
        check_picture(draw)
        from whoknows.cli.line_game import LineGame
        from whoknows.store import open_store

        with open_store(db) as store:
            sitting = begin(store, game, options, against, seat, deal, seed, undo=undo)
            line_game = LineGame(sitting, quiet=json)
            finish(line_game, save, draw, json=json)

    play.__doc__ = (
        f"Play {game.title} line by line; `help` tells what can be typed.\n\n"
        f"On the whole screen: whoknows terminal {name}\n\n"
        f"Example: whoknows play {name} --seed 7"
    )
    return play


def watch_game(game: "Game", name: str) -> "Callable[..., None]":
    """What `whoknows watch GAME` does."""

    def watch(
        options: dict[str, Any],
        strategies: Annotated[
            str | None,
            typer.Option(
                "--strategies", "--strategy", help="One for each seat, or one for all."
            ),
        ] = None,
        deal: Deal = None,
        save: Save = None,
        draw: Draw = None,
        seed: Seed = None,
        json: Json = False,
    ) -> None:
        check_writable(save)
        check_picture(draw)
        from whoknows.cli.watching import watch_strategies

        watch_strategies(game, options, strategies, deal, seed, save, draw, json=json)

    watch.__doc__ = (
        f"Watch strategies play {game.title}: each move, and who learns what from it.\n\n"
        f"Example: whoknows watch {name} --seed 7"
    )
    return watch


DOORS = {"play": play_game, "watch": watch_game}


def doors(name: str) -> type[Groups]:
    """A kind of group for `whoknows GAME`, with the commands that every game has."""

    class Doors(Groups):
        def list_commands(self, ctx: Any) -> list[str]:
            return [*DOORS, *super().list_commands(ctx)]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            if cmd_name not in DOORS:
                return super().get_command(ctx, cmd_name)
            game = wanted_game(name)
            assert game is not None
            return game_command(game, DOORS[cmd_name](game, name), cmd_name)

    return Doors


ABOUT = {  # of games that have no commands of their own; to ask them would import them
    "muddy": "Muddy children: who knows whether their own face is muddy?",
    "written": "Games in a page of text; see also: whoknows play my.game.",
}


def game_app(name: str) -> Any:
    """The command `whoknows GAME` of a game that has no commands but those of all."""
    from whoknows.catalog import GAMES

    if name not in GAMES and not is_file_name(name):
        return None
    title = ABOUT.get(name, f"Play {name}, or watch strategies play it.")
    example = f"Example: whoknows {name} play"
    app = typer.Typer(
        name=name, cls=doors(name), help=title, epilog=example, no_args_is_help=True,
        add_completion=False, rich_markup_mode="markdown",
    )  # fmt: skip
    app.callback(help=title)(lambda: None)
    command: Any = get_command(app)
    command.name, command.rich_help_panel = name, "Games"
    return command


app = typer.Typer(
    name="play",
    cls=game_group(play_game),
    help="Play a game line by line: any of the catalog, or of a file of your own.",
    epilog="Example: whoknows play mastermind --colors 8",
    no_args_is_help=True,
)
watch_app = typer.Typer(
    name="watch",
    cls=game_group(watch_game),
    help="Watch strategies play a game, and see who learns what from each move.",
    epilog="Example: whoknows watch davinci --tiles 12 --seed 7",
    no_args_is_help=True,
)


@app.callback()
def start() -> None:
    """Play a game line by line: any of the catalog, or of a file of your own."""


@watch_app.callback()
def start_watching() -> None:
    """Watch strategies play a game, and see who learns what from each move."""


def begin(
    store: Any,
    game: "Game",
    options: dict[str, Any],
    against: str | None,
    seat: str | None,
    deal: str | None,
    seed: int | None,
    *,
    undo: bool,
) -> "Sitting":
    """A new sitting, as the options of a command say."""
    from whoknows.play.strategies import own_strategy
    from whoknows.play.table.room import House
    from whoknows.store.sitting import begun, usual_chairs

    setup = game.setup(**options)
    place = None if seat is None else read_seat(seat, seat_names(game, setup))
    names = names_apart(against)
    for each in names:
        own_strategy(game, each)
    chairs = usual_chairs(game, setup, place, names)
    stated = None if deal is None else read_deal(game, setup, deal)
    return begun(store, game, setup, chairs, seed=seed, deal=stated, house=House(undo=undo))


def seat_names(game: "Game", setup: Any) -> list[str]:
    """How the seats of a game are called."""
    from whoknows.play.face.face import face_of

    return [chair.name for chair in face_of(game).usual_chairs(setup)]


def read_seat(text: str, names: "Sequence[str]") -> int:
    """The seat that a number, a letter, or its name means."""
    from whoknows.errors import UnknownName

    seats, called = len(names), [name.casefold() for name in names]
    if called.count(text.casefold()) == 1:
        return called.index(text.casefold())
    letters = "abcdefghijklmnopqrstuvwxyz"[:seats]
    if len(text) == 1 and text in letters:
        return letters.index(text)
    if not text.isdecimal() or len(text) > 4 or int(text) >= seats:
        raise UnknownName(
            f"no seat {text!r}; wanted 0 to {seats - 1}, a letter, or a name: "
            f"{', '.join(names)}"
        )
    return int(text)


def read_deal(game: "Game", setup: Any, text: str) -> Any:
    """The deal that a person states, in the game's own short form or as JSON."""
    from whoknows.play.documents import plain
    from whoknows.play.face.face import face_of

    document = face_of(game).read_deal(text, setup)
    return plain(game.to_json(game.from_json(document, setup)))


def finish(game: Any, save: Path | None, draw: Path | None, *, json: bool) -> None:
    """Play, and keep what was played, however it ends."""
    try:
        game.play()
    finally:
        room = game.sitting.room
        keep_files(room.table, game.sitting.seat, room.names, save, draw)
        if not room.table.over:
            note(f"The game waits: whoknows play resume {game.sitting.id}")
    if json:
        from whoknows.cli.replay import document

        say_json(document(room.table, room.names, knowledge=False))


def keep_files(
    table: "Table",
    seat: int | None,
    names: "Sequence[str]",
    save: Path | None,
    draw: Path | None,
) -> None:
    """The transcript and the picture, where they are wanted."""
    if save is not None:
        from whoknows.play.table.transcript import save as save_file

        save_file(table, save, names)
        note(f"wrote {save}")
    if draw is not None:
        from whoknows.play.face.face import face_of

        svg = face_of(table.game).board_svg(table.sight(seat), names)
        write_text(draw, svg)


def check_picture(path: Path | None) -> None:
    """Refuse a name that no picture can have, before anything is played."""
    from whoknows.errors import BadFile

    if path is not None and path.suffix != ".svg":
        raise BadFile(f"{path}: wanted a name that ends in .svg")
    check_writable(path)


def check_writable(path: Path | None) -> None:
    """Refuse a place where nothing can be written, before anything is played."""
    import os

    from whoknows.errors import BadFile

    if path is None:
        return
    folder, long = path.parent, len(os.fsencode(path.name)) > LONGEST_NAME
    if long or os.path.isdir(path) or not os.access(folder, os.W_OK | os.X_OK):
        raise BadFile(
            f"cannot write {str(path)[:200]}: wanted a file in a folder that is there"
        )


@app.command()
def resume(
    name: KeptId = None,
    game: GameFile = None,
    against: OwnStrategies = None,
    save: Save = None,
    draw: Draw = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Go on, line by line, with a game that was left or killed.

    Example: whoknows play resume
    """
    check_writable(save)
    check_picture(draw)
    from whoknows.cli.line_game import LineGame

    with going_on(db, name, game, against) as sitting:
        finish(LineGame(sitting, quiet=json), save, draw, json=json)


@contextmanager
def going_on(
    db: str | None, name: str | None, game_file: str | None, against: str | None
) -> "Iterator[Sitting]":
    """A sitting that was left or killed, while its database is open.

    Its game and its strategies may be in files only if these are named again.
    """
    from whoknows.catalog import add_file
    from whoknows.store import open_store
    from whoknows.store.sitting import resumed

    if game_file is not None:
        add_file(game_file)
    with open_store(db) as store:
        sitting = resumed(store, name)
        check_strategies(sitting.room, against)
        yield sitting


def check_strategies(room: "Room", against: str | None) -> None:
    """Refuse strategies in files that nobody has named, before anything is played."""
    from whoknows.errors import NotAllowed, UnknownName
    from whoknows.play.strategies import own_strategy

    needed = {name for name in room.strategies if is_file_name(name)}
    named = names_apart(against)
    if missing := sorted(needed - set(named)):
        raise NotAllowed(
            f"{missing[0]} is a file, and is not run because a game names it;"
            f" if it is yours: --against {','.join(sorted(needed))}"
        )
    for name in named:
        if name not in needed:
            raise UnknownName.among("strategy in a file at this table", name, needed)
        own_strategy(room.game, name)


def names_apart(text: str | None) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in text.split(",")] if text else []


@app.command()
def kept(db: Database = None, json: Json = False) -> None:
    """List the games that were begun at a terminal, the newest first.

    Example: whoknows play kept --json
    """
    from whoknows.store import open_store
    from whoknows.store.sitting import known_games

    with open_store(db) as store:
        found = known_games(store)
    if json:
        say_json([known._asdict() for known in found])
    elif found:
        columns = ["id", "game", "players", "moves", "begun", ""]
        say_table(columns, map(row, found))
    else:
        put_line("No game is kept yet.  Begin one: whoknows play mastermind")


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
    """Write a kept game as a transcript, with its secret.

    Example: whoknows play transcript 1f2e3d4c -o game.json
    """
    from whoknows.play.table.transcript import as_text, written
    from whoknows.play.table.transcript import save as save_file
    from whoknows.store import open_store
    from whoknows.store.sitting import resumed

    with open_store(db) as store:
        room = resumed(store, name).room
    if output is None:
        put_document(as_text(written(room.table, room.names)))
        return
    save_file(room.table, output, room.names)
    note(f"wrote {output}")
