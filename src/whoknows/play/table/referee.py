"""The referee's table: a setup, a seed or a stated secret, and the moves so far.

A `Table` is a value: playing a move gives a new one and leaves the old one as it was, so
that undoing and forking need nothing of their own.  Its state is a fold over the moves.
A strategy gets the sight of its seat, the public history, and a generator that depends
only on the seed, the seat, and the number of the turn: a game that was saved and loaded,
or undone and played again, goes on as it would have gone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Self, TypeAlias

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadSetup, IllegalMove, StrategyFailed, WhoknowsError
from whoknows.play.game import (
    Game,
    History,
    MoveT,
    Seat,
    SecretT,
    SetupT,
    SightT,
    StateT,
    Strategy,
    called_in,
)
from whoknows.play.own_files import error_text
from whoknows.wording import plural

__all__ = [
    "DEALING",
    "MOST_TURNS",
    "MOVING",
    "SEED_BITS",
    "Table",
    "finish",
    "generator",
    "score_line",
]

Turn: TypeAlias = Mapping[Seat, MoveT]  # what the seats of one turn do, at the same time

UNFOLDED: Any = None  # stands for a state that the moves have yet to be folded to
DEALING = 0  # spawn keys that keep the generators of the deal and of the seats apart
MOVING = 1
MOST_TURNS = 100_000  # of one game between strategies: more is a game that does not end


@dataclass(frozen=True, repr=False)
class Table(Generic[SetupT, SecretT, StateT, SightT, MoveT]):
    """One game as the referee sees it; only its sights and history leave the table.

    Its game is the one of the setup: what is called Bulls and Cows there is here.
    """

    game: Game[SetupT, SecretT, StateT, SightT, MoveT]
    setup: SetupT
    secret: SecretT
    seed: int = 0
    stated: bool = False  # whether the secret was stated outright, not dealt
    turns: tuple[Turn[MoveT], ...] = ()
    state: StateT = field(default=UNFOLDED, compare=False)

    def __post_init__(self) -> None:
        if self.state is None:
            object.__setattr__(self, "game", called_in(self.game, self.setup))
            object.__setattr__(self, "state", self.folded())

    def __repr__(self) -> str:
        """The table in a line, without its secret: it is printed where people play."""
        seats = " and ".join(map(str, self.turn))
        now = "over" if self.over else f"seat{'s' * (len(self.turn) > 1)} {seats} to move"
        played = plural(len(self.turns), "turn") + " played"
        return f"<Table of {self.game.title}: {played}, {now}>"

    @classmethod
    def dealt(
        cls, game: Game[SetupT, SecretT, StateT, SightT, MoveT], setup: SetupT, seed: int
    ) -> Self:
        """A new table with a secret drawn from the seed."""
        return cls(game, setup, game.deal(setup, generator(seed, DEALING)), seed)

    @classmethod
    def with_secret(
        cls,
        game: Game[SetupT, SecretT, StateT, SightT, MoveT],
        setup: SetupT,
        secret: SecretT,
        seed: int = 0,
    ) -> Self:
        """A new table with a stated secret; the seed is for the strategies."""
        return cls(game, setup, secret, seed, stated=True)

    def led_by(self, game: Game[SetupT, SecretT, StateT, SightT, MoveT]) -> Self:
        """The table with a game of this process, where it came from another without one."""
        return replace(self, game=called_in(game, self.setup))

    def folded(self) -> StateT:
        """The state: the start, and every turn played."""
        state = self.game.start(self.setup, self.secret)
        for turn in self.turns:
            state = self.game.play(state, turn)
        return state

    @property
    def seats(self) -> range:
        """The seats of the table."""
        return range(self.game.seats(self.setup))

    @property
    def turn(self) -> tuple[Seat, ...]:
        """The seats that move now; none when the game is over."""
        return self.game.turn(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.turn

    @property
    def history(self) -> History:
        """What has been done and answered in public."""
        return self.game.history(self.state)

    @property
    def result(self) -> Mapping[Seat, float]:
        """Every seat's score, once the game is over."""
        return self.game.result(self.state)

    def sight(self, seat: Seat | None) -> SightT:
        """What the seat sees now; `None` is a spectator."""
        return self.game.sight(self.state, seat)

    @checked
    def play(self, moves: Turn[MoveT]) -> Self:
        """The table after the seats whose turn it is made these moves."""
        if set(moves) != set(self.turn):
            wanted = " and ".join(map(str, self.turn)) or "nobody: the game is over"
            came = " and ".join(map(str, moves)) or "nobody"
            raise IllegalMove(f"seat {came} moved; the turn is of {wanted}")
        state = self.game.play(self.state, moves)
        return replace(self, turns=(*self.turns, dict(moves)), state=state)

    @checked
    def move(self, *texts: str) -> Self:
        """The table after moves as people type them, one for each seat of `turn`."""
        if len(texts) != len(self.turn):
            raise IllegalMove(f"{len(texts)} moves for {len(self.turn)} seats to move")
        moves = [self.game.parse_move(text, self.setup) for text in texts]
        return self.play(dict(zip(self.turn, moves, strict=True)))

    @property
    def words(self) -> list[str]:
        """What has been done and answered, in words, a line for each turn."""
        from whoknows.play.face.face import face_of, seat_name

        names, sight = [seat_name(seat) for seat in self.seats], self.sight(None)
        return [face_of(self.game).event_text(e, names, sight) for e in self.history]

    @checked
    def draw(self, seat: Seat | None = None) -> str:
        """The board as SVG, as the seat sees it; `None` is a spectator."""
        from whoknows.play.face.face import face_of, seat_name

        if seat is not None and seat not in self.seats:
            raise BadSetup(f"seat {seat}; wanted 0 to {len(self.seats) - 1}")
        names = [seat_name(each) for each in self.seats]
        return face_of(self.game).board_svg(self.sight(seat), names)

    def _repr_svg_(self) -> str:
        return self.draw()

    @checked
    def undo(self, turns: int = 1) -> Self:
        """The table as it was that many turns ago."""
        if not 0 <= turns <= len(self.turns):
            raise BadSetup(f"cannot undo {turns}: turns so far: {len(self.turns)}")
        return replace(self, turns=self.turns[: len(self.turns) - turns], state=UNFOLDED)

    def choice(self, seat: Seat, strategy: Strategy[SightT, MoveT]) -> MoveT:
        """The move that a strategy makes in this seat now."""
        rng = generator(self.seed, MOVING, seat, len(self.turns))
        try:
            return strategy(self.sight(seat), self.history, rng)
        except WhoknowsError:
            raise
        except Exception as error:
            who = getattr(strategy, "__name__", "a strategy")
            raise StrategyFailed(
                f"{who} in seat {seat} failed at turn {len(self.turns) + 1}: "
                f"{error_text(error)}"
            ) from error

    def step(
        self,
        strategies: Sequence[Strategy[SightT, MoveT]]
        | Mapping[Seat, Strategy[SightT, MoveT]],
    ) -> Self:
        """The table after one turn taken by strategies."""
        moves = {seat: self.choice(seat, strategies[seat]) for seat in self.turn}
        try:
            return self.play(moves)
        except WhoknowsError:
            raise
        except Exception as error:  # a strategy of somebody's own gave anything at all
            came = ", ".join(f"{move!r} in seat {seat}" for seat, move in moves.items())
            raise StrategyFailed(f"no move of {self.game.name}: {came}") from error


def finish(
    table: Table[SetupT, SecretT, StateT, SightT, MoveT],
    strategies: Sequence[Strategy[SightT, MoveT]],
    *,
    most_turns: int = MOST_TURNS,
) -> Table[SetupT, SecretT, StateT, SightT, MoveT]:
    """The table when the strategies, one for each seat, have played the game to its end."""
    if len(strategies) != len(table.seats):
        raise BadSetup(f"{len(strategies)} strategies for {len(table.seats)} seats")
    while not table.over:
        if len(table.turns) >= most_turns:
            raise StrategyFailed(f"no end after {most_turns} turns of {table.game.name}")
        table = table.step(strategies)
    return table


SEED_BITS = 128  # of a seed that nobody is to find by trying


@checked
def generator(seed: int, *key: int) -> np.random.Generator:
    """The generator of one purpose; generators of different keys are independent."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=key)))


def score_line(table: Table) -> list[float]:
    """The scores in the order of the seats, as plain numbers."""
    return [float(table.result[seat]) for seat in table.seats]
