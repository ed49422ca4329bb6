"""Games by name: dealt, played by strategies, and looked at.

>>> run = play("davinci", ["aggressive", "defensive", "random"], tiles=12, seed=7)
>>> run.winners, len(run)
(['defensive'], 9)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from whoknows.catalog import own_game
from whoknows.edge import checked
from whoknows.errors import BadSetup, shortened
from whoknows.library.results import Result
from whoknows.play.documents import files_read, plain, read_setup
from whoknows.play.face.face import Face, face_of
from whoknows.play.game import Game, Strategy
from whoknows.play.strategies import own_strategy
from whoknows.play.table.referee import Table, finish, score_line
from whoknows.play.table.transcript import answers_in_words, retold, written

Player: TypeAlias = str | Strategy  # a strategy by its name, or the function itself


@checked
def game(wanted: "str | Game") -> Game:
    """A game by its name, by `path/to/file.py:NAME`, or as it is."""
    if not isinstance(wanted, str) and not hasattr(wanted, "setup"):
        raise BadSetup(f"{shortened(wanted)} is no game; wanted its name, or the game")
    return own_game(wanted) if isinstance(wanted, str) else wanted


@checked
def deal(
    wanted: "str | Game", /, *, seed: int = 0, secret: Any = None, **options: Any
) -> Table:
    """A table with a secret drawn from the seed, or stated; its `play` gives the next."""
    found = game(wanted)
    check_least("seed", seed, 0)
    setup = read_setup(found, files_read(found, options))
    if secret is None:
        return Table.dealt(found, setup, seed)
    if isinstance(secret, str):
        stated = face_of(found).read_deal(secret, setup)
    else:
        stated = plain(secret)
    return Table.with_secret(found, setup, found.from_json(stated, setup), seed)


@checked
def play(
    wanted: "str | Game",
    strategies: Player | Sequence[Player],
    /,
    *,
    seed: int = 0,
    secret: Any = None,
    **options: Any,
) -> "Run":
    """A game between strategies, played to its end; a single one takes all seats."""
    table = deal(wanted, seed=seed, secret=secret, **options)
    chosen = seated(len(table.seats), strategies)
    functions = [strategy_of(table.game, player) for player in chosen]
    names = tuple(player_name(table.game, player) for player in chosen)
    return Run(finish(table, functions), names)


def check_seat(table: Table, seat: Any) -> None:
    """Refuse a seat that a table does not have."""
    if seat is not None and seat not in table.seats:
        raise BadSetup(f"seat {shortened(seat)}; wanted 0 to {len(table.seats) - 1}")


def check_least(what: str, number: int, least: int) -> None:
    """Refuse a number below the least one."""
    if number < least:
        raise BadSetup(f"{what} {number}; wanted a whole number from {least}")


def seated(seats: int, players: Player | Sequence[Player]) -> list[Player]:
    """A player for each seat; a single one takes all of them."""
    if isinstance(players, str) or callable(players):
        return [players] * seats
    if not isinstance(players, Sequence) or len(players) != seats:
        count = len(players) if isinstance(players, Sequence) else shortened(players)
        raise BadSetup(f"{count} players for {seats} seats")
    return list(players)


def strategy_of(found: Game, player: Player) -> Strategy:
    """The strategy of that name, or the function as it is."""
    if not isinstance(player, str) and not callable(player):
        raise BadSetup(f"{player!r} is no strategy; wanted a name or a function")
    return own_strategy(found, player) if isinstance(player, str) else player


def player_name(found: Game, player: Player) -> str:
    """What a strategy is called: its own name, or the one that the game has for it."""
    if isinstance(player, str):
        return player
    names = [name for name, known in found.strategies.items() if known is player]
    return names[0] if names else getattr(player, "__name__", "a strategy")


@dataclass(frozen=True, repr=False)
class Run(Result):
    """One game, played to its end: its table, and who sat where."""

    table: Table
    players: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.table.turns)

    def __repr__(self) -> str:
        scores = ", ".join(f"{score:g}" for score in self.scores)
        return f"<Run of {self.table.game.title}: {len(self)} turns; scores {scores}>"

    def __iter__(self) -> Iterator[Table]:
        """The table before the first turn, and after each."""
        for turn in range(len(self) + 1):
            yield self.after(turn)

    @checked
    def after(self, turns: int) -> Table:
        """The table after so many turns; its sights tell what each seat knew then."""
        return self.table.undo(len(self) - turns)

    @property
    def face(self) -> Face:
        """What the game says of itself."""
        return face_of(self.table.game)

    @property
    def scores(self) -> list[float]:
        """The score of each seat."""
        return score_line(self.table)

    @property
    def winners(self) -> list[str]:
        """Who has the most, seat by seat."""
        most = max(self.scores)
        return [who for who, s in zip(self.players, self.scores, strict=True) if s == most]

    @property
    def words(self) -> list[str]:
        """The game told, a line for each turn."""
        names = [f"{who} ({seat})" for seat, who in enumerate(self.players)]
        sight = self.table.sight(None)
        return [self.face.event_text(e, names, sight) for e in self.table.history]

    def to_json(self) -> dict[str, Any]:
        """The transcript, which `whoknows replay` and the lab read."""
        return written(self.table, self.players)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each move, with the worlds that it left to every seat."""
        rows = []
        told = retold(self.table, knowledge=True)
        for entry, answer in zip(told, answers_in_words(self.table), strict=True):
            worlds = {f"worlds {seat}": n for seat, n in entry.pop("worlds").items()}
            rows.append({**entry, "answer": answer, **worlds})
        return rows

    @checked
    def draw(self, turn: int | None = None, seat: int | None = None) -> str:
        """The board as SVG after a turn, as a seat or a spectator sees it."""
        table = self.table if turn is None else self.after(turn)
        check_seat(table, seat)
        return self.face.board_svg(table.sight(seat), list(self.players))

    def _repr_svg_(self) -> str:
        return self.draw()
