"""Games with several seats as environments of PettingZoo, for programs that learn.

Agents are called `seat_0`, `seat_1`, ...  What an agent observes is made of the sight of
its seat and the public history, and of nothing else.  Seats that move at the same time
are asked one after the other, and none of them sees what the others chose.

An action is the number of a move: in the game's own list of all moves where it offers
one (`Listed`), and else in the list of the moves that are legal now.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import IllegalMove, MissingExtra, TooLarge
from whoknows.play.forms import plain, sight_json
from whoknows.play.game import Game, History, Seat
from whoknows.play.referee import Table

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise MissingExtra.named("rl", "pettingzoo") from error

Encoding: TypeAlias = NDArray[Any]  # what an agent observes, of one fixed shape
Encode: TypeAlias = Callable[[Any, History], Encoding]


@runtime_checkable
class Listed(Protocol):
    """A game that lists every move that can ever be legal at a setup."""

    def all_moves(self, setup: Any) -> Sequence[Any]:
        """Every move, in a fixed order; its place there is its action."""


def as_bytes(length: int) -> Encode:
    """The sight and the history as JSON, byte by byte, with zeros after it."""

    def encode(sight: Any, history: History) -> Encoding:
        text = json.dumps([sight_json(sight), plain(history)], separators=(",", ":"))
        written = np.frombuffer(text.encode(), dtype=np.uint8)
        if len(written) > length:
            raise TooLarge(f"a sight of {len(written)} bytes; the environment has {length}")
        return np.concatenate([written, np.zeros(length - len(written), np.uint8)])

    return encode


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game as an environment; `encode` and `space` say how its sights look."""

    def __init__(
        self,
        game: Game,
        setup: Any | None = None,
        *,
        encode: Encode | None = None,
        space: Any = None,
        sight_bytes: int = 8192,
        most_moves: int = 512,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"{game.name}_v0", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self._game, self._setup = game, game.setup() if setup is None else setup
        self._every = (
            list(game.all_moves(self._setup)) if isinstance(game, Listed) else None
        )
        self._encode = encode or as_bytes(sight_bytes)
        seats = range(game.seats(self._setup))
        self.possible_agents = [f"seat_{seat}" for seat in seats]
        count = len(self._every) if self._every is not None else most_moves
        seen = space or spaces.Box(0, 255, (sight_bytes,), np.uint8)
        whole = {"observation": seen, "action_mask": spaces.Box(0, 1, (count,), np.int8)}
        self.action_spaces = {a: spaces.Discrete(count) for a in self.possible_agents}
        self.observation_spaces = {a: spaces.Dict(whole) for a in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The shape of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of an agent's moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002
        """A new game; the same seed gives the same deal."""
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        self._table = Table.dealt(self._game, self._setup, seed)
        self._chosen: dict[Seat, Any] = {}
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"seat_{self._table.turn[0]}"

    def observe(self, agent: str) -> dict[str, Encoding]:
        """What an agent observes: its sight, and which actions are legal."""
        seat = self.possible_agents.index(agent)
        sight = self._table.sight(seat)
        mask = np.zeros(self.action_space(agent).n, np.int8)
        if seat in self._table.turn:
            mask[self._actions(sight)] = 1
        return {
            "observation": self._encode(sight, self._table.history),
            "action_mask": mask,
        }

    def _actions(self, sight: Any) -> list[int]:
        """The actions that are legal for the seat with this sight."""
        legal = self._game.moves(sight)
        if self._every is not None:
            return [self._every.index(move) for move in legal]
        count = int(self.action_space(self.possible_agents[0]).n)
        if len(legal) > count:
            raise TooLarge(
                f"{len(legal)} legal moves; the environment has room for {count}"
            )
        return list(range(len(legal)))

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._chosen[seat] = self._move(seat, action)
        waiting = [other for other in self._table.turn if other not in self._chosen]
        if waiting:
            self.agent_selection = f"seat_{waiting[0]}"
        else:
            self._table = self._table.play(self._chosen)
            self._chosen = {}
            self._after_turn()
        self._accumulate_rewards()

    def _move(self, seat: Seat, action: int | None) -> Any:
        """The move that an action stands for."""
        sight = self._table.sight(seat)
        if action is None or int(action) not in self._actions(sight):
            raise IllegalMove(f"action {action} of seat_{seat} is not legal now")
        moves = self._game.moves(sight) if self._every is None else self._every
        return moves[int(action)]

    def _after_turn(self) -> None:
        """Whose turn it is next, or the scores."""
        if not self._table.over:
            self.agent_selection = f"seat_{self._table.turn[0]}"
            return
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(self._table.result[seat])
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        if self.render_mode is None:
            return None
        return str(self._table.sight(None))

    def close(self) -> None:
        """Nothing to close."""
