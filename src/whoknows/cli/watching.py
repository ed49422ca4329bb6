"""Strategies at a table, told move by move, with what each move teaches whom."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from whoknows.cli.console import say_json
from whoknows.cli.output import put_line
from whoknows.cli.play import keep_files, read_deal
from whoknows.cli.replay import document
from whoknows.errors import BadSetup, TooLarge
from whoknows.play.face.face import Face, face_of
from whoknows.play.game import Game, Seat
from whoknows.play.knowing.world_counts import counts
from whoknows.play.strategies import own_strategy
from whoknows.play.table.referee import MOST_TURNS, Table

LINE_COLUMNS = 80  # columns of a line
TOLD = 45  # columns of a move, after which it is said what it taught


def watch_strategies(
    game: Game,
    options: Mapping[str, Any],
    strategies: str | None,
    deal: str | None,
    seed: int | None,
    save: Path | None,
    draw: Path | None,
    *,
    json: bool,
) -> None:
    """Let strategies play a game to its end, and tell it."""
    setup = game.setup(**{**players_of(game, strategies), **options})
    names = seated(game, setup, strategies)
    table = begun(game, setup, deal, seed)
    chosen = [own_strategy(game, name) for name in names]
    teller = None if json else Teller(table, names)
    try:
        while not table.over:
            if len(table.turns) >= MOST_TURNS:
                raise TooLarge(f"no end after {MOST_TURNS:,} turns")
            table = table.step(chosen)
            if teller:
                teller.tell(table)
    finally:
        keep_files(table, None, names, save, draw)
    if teller:
        teller.tell_end(table)
    else:
        stated = {"seed": table.seed, "deal": game.to_json(table.secret)}
        say_json(
            {
                **stated,
                **document(table, tuple(names), knowledge=True),
                "winners": winners(table),
            }
        )


def winners(table: Table) -> list[Seat]:
    """The seats that have the most, if that is anything."""
    most = max(table.result.values())
    return [seat for seat, score in table.result.items() if score == most and most > 0]


def players_of(game: Game, strategies: str | None) -> dict[str, int]:
    """How many play, if several strategies are named and the game has that option."""
    names = (strategies or "").split(",")
    able = any(option.name == "players" for option in face_of(game).options())
    return {"players": len(names)} if able and len(names) > 1 else {}


def seated(game: Game, setup: Any, strategies: str | None) -> list[str]:
    """A strategy for each seat; a single one takes them all, none the usual ones."""
    seats = game.seats(setup)
    if strategies is None:
        return list(face_of(game).usual_strategies(setup))
    names = [name.strip() for name in strategies.split(",")]
    names = names * seats if len(names) == 1 else names
    if len(names) != seats:
        raise BadSetup(f"{len(names)} strategies for {seats} seats")
    return names


def begun(game: Game, setup: Any, deal: str | None, seed: int | None) -> Table:
    """The table at its start, dealt from the seed or as stated."""
    from secrets import randbelow

    seed = randbelow(2**32) if seed is None else seed
    if deal is None:
        return Table.dealt(game, setup, seed)
    secret = game.from_json(read_deal(game, setup, deal), setup)
    return Table.with_secret(game, setup, secret, seed)


class Teller:
    """What is said of a game between strategies: all seats are open to who watches."""

    def __init__(self, table: Table, names: Sequence[str]) -> None:
        self.names = names
        self.face: Face = face_of(table.game)
        self.labels = [chair.name for chair in self.face.usual_chairs(table.setup)]
        self.before = counts(table, list(table.seats))
        put_line(
            f"{table.game.title}: {self.face.setup_text(table.setup)}; seed {table.seed}"
        )
        who = (f"{self.labels[seat]} {name}" for seat, name in enumerate(names))
        put_line(", ".join(who))
        self.tell_board(table)
        if self.before:
            put_line("worlds: " + self.listed(self.before))

    def listed(self, worlds: Mapping[Seat, int]) -> str:
        """How many worlds each seat holds possible: `a 6, b 4, c 9`."""
        return ", ".join(
            f"{self.labels[seat]} {count:,}" for seat, count in worlds.items() if seat >= 0
        )

    def tell_board(self, table: Table) -> None:
        """The table with all that any seat sees."""
        sights = {seat: table.sight(seat) for seat in table.seats}
        text = self.face.open_text(sights, self.labels)
        put_line("\n".join(f"  {line}" for line in text.splitlines()))

    def tell(self, table: Table) -> None:
        """The turn just made, and whom it taught what."""
        now = counts(table, list(table.seats))
        taught = ", ".join(
            f"{self.labels[seat]} {self.before[seat]:,} → {count:,}"
            for seat, count in now.items()
            if seat >= 0 and self.before.get(seat, count) != count
        )
        self.before = now
        text = self.face.event_text(table.history[-1], self.labels, table.sight(None))
        for line in turn_lines(text, taught):
            put_line(line)

    def tell_end(self, table: Table) -> None:
        """The table at the end, and how it ended."""
        self.tell_board(table)
        called = [
            f"{label} ({name})" for label, name in zip(self.labels, self.names, strict=True)
        ]
        put_line(self.face.ending(table.sight(None), table.result, called))


def turn_lines(text: str, taught: str) -> list[str]:
    """A turn, and what it taught: beside it if there is room, else below.

    >>> turn_lines("Ann passes.", "Bob 4 → 2")
    ['  Ann passes.                                   Bob 4 → 2']
    """
    line = f"  {text:{TOLD}} {taught}".rstrip()
    if len(line) <= LINE_COLUMNS:
        return [line]
    lines = wrap(text, LINE_COLUMNS, initial_indent="  ", subsequent_indent="    ")
    return lines + wrap(
        taught, LINE_COLUMNS, initial_indent="      ", subsequent_indent="      "
    )
