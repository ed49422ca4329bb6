"""`whoknows review`: a game explained, move by move."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from whoknows.cli.batches import Database, Workers
from whoknows.cli.console import (
    Json,
    note,
    plain,
    progress,
    refuse_unused,
    say,
    say_json,
    say_prose,
    say_table,
)

if TYPE_CHECKING:
    from whoknows.analysis import Review
    from whoknows.experiments.reviewed_games import Many
    from whoknows.play.game import Seat
    from whoknows.play.table.referee import Table

    FinishedGame: TypeAlias = tuple[Table, tuple[str, ...], tuple[str, ...], Seat | None]
    """A table, names, strategies, and whose eyes are open if it is not over."""


def review(
    context: typer.Context,
    told: Annotated[
        str | None,
        typer.Argument(metavar="FILE|ROOM", help="A transcript, or a saved game."),
    ] = None,
    many: Annotated[
        str | None,
        typer.Option(
            metavar="EXPERIMENT|DB",
            help="All games of an experiment, or all that a database keeps.",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(help="Only the moves of this seat, by its number, letter, or name."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="A game in a file of your own: path/to/file.py:NAME."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Write a page: .html, or a card: .svg, .png."),
    ] = None,
    spoilers: Annotated[
        bool, typer.Option(help="Whether a card names the last move.")
    ] = True,
    workers: Workers = None,
    trust: Annotated[
        bool, typer.Option("--trust", help="Run code that came with the database.")
    ] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Explain a game: what each move gained, what was best, what was luck.

    Example: whoknows review examples/davinci.json --seat a
    """
    from whoknows.errors import BadSetup

    if (told is None) == (many is None):
        raise BadSetup("name one game, a FILE or a ROOM, or many with --many")
    if many is not None:
        refuse_unused(context, "with --many", "seat", "game", "spoilers")
        review_many(many, db, workers, output, json=json, trust=trust)
        return
    assert told is not None
    refuse_unused(context, "without --many", "workers", "trust")
    file = transcript_file(told)
    if file is not None:
        refuse_unused(context, "with a FILE", "db")
    if output is None or output.suffix == ".html":
        refuse_unused(context, "without a card: -o card.svg", "spoilers")
    from whoknows.analysis import review as reviewed

    table, names, strategies, mine = kept(told, db) if file is None else read(file, game)
    chosen = mine if seat is None else seat_of(seat, names, table)
    made = reviewed(table, names, seat=chosen, strategies=strategies, report=progress(2.0))
    if output is not None:
        write(output, table, made, chosen, spoilers=spoilers)
    if json:
        say_json(made.to_json())
    else:
        say_review(made)


def review_many(
    name: str,
    db: str | None,
    workers: int | None,
    output: Path | None,
    *,
    json: bool,
    trust: bool,
) -> None:
    """The measures over all games of an experiment, or over those that were kept."""
    from whoknows.experiments.reviewed_games import review_experiment, review_kept
    from whoknows.experiments.reviewed_games_plot import plot_many
    from whoknows.play.example_files import is_there
    from whoknows.store import open_store
    from whoknows.store.experiment_rows import find_entry
    from whoknows.work import place

    where, report = place(workers), progress(2.0)
    kept = "://" in name or is_there(Path(name))
    with open_store(name if kept else db) as store:
        if kept:
            found = review_kept(store, Path(name).name, where=where, report=report)
        else:
            entry = find_entry(store, name)
            many = review_experiment(store, entry, where=where, trust=trust, report=report)
            found = [many]
    if output is not None:
        plot_many(found[0], output)
        note(f"written to {output}")
    if json:
        documents = [each.to_json() for each in found]
        say_json(documents if kept else documents[0])
        return
    for each in found:
        say_many(each)


def say_many(many: "Many") -> None:
    """The measures of many games for people: by strategy, and where it loses most."""
    from whoknows.analysis.words import number, share_text, signed

    say(plain(f"{many.name}: {many.games:,} games of {many.game}; {many.measure}."))
    columns = [
        "strategy",
        "moves",
        "skill",
        "loss",
        "luck",
        "bits",
        "leak",
        "loses most at",
    ]
    rows = []
    for name in many.strategies:
        whole, turns = many.of(name).to_json(), many.by_turn(name)
        worst = max(turns, key=lambda turn: turns[turn].loss)
        rows.append(
            [
                name,
                whole["moves"],
                share_text(whole["skill"]),
                number(whole["loss"]),
                signed(whole["luck"]),
                number(whole["bits"]),
                number(whole["leak"]),
                f"move {worst}" if whole["loss"] else "–",
            ]
        )
    say_table(columns, rows)


def write(
    path: Path, table: "Table", made: "Review", seat: "Seat | None", *, spoilers: bool
) -> None:
    """Write a review to a file: a page, or a card."""
    from whoknows.errors import BadSetup
    from whoknows.experiments.rows.export import whole_file

    kind = path.suffix.lower().removeprefix(".")
    if kind == "html":
        from whoknows.analysis.page import page_html

        text = page_html(table, made, seat).encode()
    elif kind in ("svg", "png"):
        from whoknows.analysis.share_card import card_bytes

        text = card_bytes(made, kind, spoilers=spoilers)
    else:
        raise BadSetup(f"{path}: wanted a name that ends in .html, .svg, or .png")

    def save(part: Path) -> None:
        part.write_bytes(text)

    whole_file(path, save)
    note(f"written to {path}")


def transcript_file(told: str) -> Path | None:
    """The file that is meant; none if it is the name of a kept game."""
    from whoknows.play.example_files import is_there, shipped

    path = shipped(Path(told))
    return path if is_there(path) or path.suffix or len(path.parts) > 1 else None


def read(file: Path, game: str | None) -> "FinishedGame":
    """The game of a transcript."""
    from whoknows.catalog import find_game, own_game
    from whoknows.play.table.transcript import load

    run = load(file, find_game if game is None else lambda _: own_game(game))
    return run.table, run.names or run.seats, run.seats, None


def kept(name: str, db: str | None) -> "FinishedGame":
    """A game of the database."""
    from whoknows.store import open_store
    from whoknows.store.kept_room import kept_room
    from whoknows.store.schema import TERMINAL

    with open_store(db) as store:
        found = kept_room(store, name)
    mine = None if found.room.table.over else found.document.get(TERMINAL)
    return found.room.table, found.room.names, found.room.strategies, mine


def seat_of(text: str, names: tuple[str, ...], table: "Table") -> int:
    """The seat that a number, a letter, or a name means."""
    from whoknows.errors import UnknownName, is_whole

    letters = [chr(ord("a") + seat) for seat in table.seats]
    word = text.strip()
    if is_whole(word) and int(word) in table.seats:
        return int(word)
    for known in (letters, [name.lower() for name in names]):
        if known.count(word.lower()) == 1:
            return known.index(word.lower())
    raise UnknownName.among("seat", word, [*map(str, table.seats), *letters, *names])


def say_review(made: "Review") -> None:
    """A review for people: the moves, the moments, skill and luck."""
    from whoknows.analysis import words

    say(words.head(made))
    rows = [words.row(made, move) for move in made.moves]
    kept = [
        k for k, name in enumerate(words.COLUMNS) if name != "seat" or len(made.seats) > 1
    ]
    say_table([words.COLUMNS[k] for k in kept], [[row[k] for k in kept] for row in rows])
    if told := [line for m in made.moves if (line := words.told_line(made, m))]:
        say("Bits that a turn told the others:")
        for line in told:
            say(f"  {plain(line)}")
        say()
    for each in made.moments:
        say_prose(f"[dim]{each.turn:>4}[/dim]  {plain(each.text)}")
    for line in words.summary(made):
        say(plain(line))
