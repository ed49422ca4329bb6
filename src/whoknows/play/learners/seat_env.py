"""One seat of a game as an environment of Gymnasium; strategies take the other seats.

The observation is the array of what the seat sees, `info["action_mask"]` says which actions
are legal, and the reward, at the end, is the score of the seat.  An illegal action raises
`IllegalMove`; if `illegal` is a number, it changes nothing and has that reward.

>>> from whoknows.games.mastermind import GAME
>>> env = SeatEnv(GAME, GAME.setup(pegs=2, colors=3))
>>> seen, info = env.reset(seed=1)
>>> env.action_space, int(info["action_mask"].sum())
(Discrete(9), 9)
"""

from collections.abc import Sequence
from typing import Any

from whoknows.errors import BadSetup, MissingExtra
from whoknows.play.game import AnySetup, Game, Seat, Strategy
from whoknows.play.learners.numbered import Encode, Encoding, Numbered
from whoknows.play.table.referee import Table

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise MissingExtra.named("rl", "gymnasium") from error

__all__ = ["SeatEnv"]


class SeatEnv(gymnasium.Env[Encoding, Any]):
    """A game from one seat, the others taken by strategies in the order of the seats."""

    def __init__(
        self,
        game: Game,
        setup: AnySetup | None = None,
        *,
        seat: Seat = 0,
        others: Sequence[Strategy] = (),
        encode: Encode | None = None,
        space: Any = None,
        illegal: float | None = None,
    ) -> None:
        self._game, self._setup = game, game.setup() if setup is None else setup
        seats = game.seats(self._setup)
        if not 0 <= seat < seats:
            raise BadSetup(f"seat {seat}; wanted 0 to {seats - 1}")
        if len(others) != seats - 1:
            raise BadSetup(f"{len(others)} strategies for {seats - 1} other seats")
        self._seat, self._illegal = seat, illegal
        free = [other for other in range(seats) if other != seat]
        self._others = dict(zip(free, others, strict=True))
        self._numbered: Numbered = Numbered(game, self._setup, encode)
        shape, kind, top = self._numbered.bounds
        self.observation_space = space or spaces.Box(0, top, shape, kind)
        self.action_space = spaces.Discrete(self._numbered.count)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Encoding, dict[str, Any]]:
        """A new game, played until it is the turn of the seat."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**63))
        self._table = self._until_asked(Table.dealt(self._game, self._setup, number))
        return self._seen()

    def step(self, action: int) -> tuple[Encoding, float, bool, bool, dict[str, Any]]:
        """Make a move; then the others move until it is the turn of the seat again."""
        table = self._table
        if self._illegal is not None and not self._numbered.mask(table, self._seat)[action]:
            seen, info = self._seen()
            return seen, float(self._illegal), False, False, info
        moves = {self._seat: self._numbered.move(table, self._seat, action)}
        moves |= {
            other: table.choice(other, self._others[other])
            for other in table.turn
            if other != self._seat
        }
        self._table = self._until_asked(table.play(moves))
        over = self._table.over
        reward = float(self._table.result[self._seat]) if over else 0.0
        seen, info = self._seen()
        return seen, reward, over, False, info

    def _until_asked(self, table: Table) -> Table:
        """The table when the seat is to move, or the game is over."""
        while not table.over and self._seat not in table.turn:
            table = table.step(self._others)
        return table

    def _seen(self) -> tuple[Encoding, dict[str, Any]]:
        """What the seat observes, and which actions are legal."""
        mask = self._numbered.mask(self._table, self._seat)
        return self._numbered.observation(self._table, self._seat), {"action_mask": mask}
