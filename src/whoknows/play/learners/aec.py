"""Games as environments of PettingZoo, for programs that learn.

Agents are called `seat_0`, `seat_1`, ...  `GameEnv` asks one agent after the other; seats
that move at the same time do not see what the others chose.  `ParallelGame` takes the
actions of all agents at once, which fits games where all move together.  In both, an
observation has the array of the agent's sight and the mask of its legal actions, and the
rewards are the scores at the end; see `numbered` for what actions and arrays are.
"""

from typing import Any

import numpy as np

from whoknows.errors import MissingExtra
from whoknows.play.game import AnySetup, Game, Seat
from whoknows.play.learners.numbered import Encode, Encoding, Numbered
from whoknows.play.table.referee import Table

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise MissingExtra.named("rl", "pettingzoo") from error

__all__ = ["GameEnv", "ParallelGame"]


class Spaces:
    """What both kinds of environments have: agents, spaces, and observations."""

    def __init__(
        self,
        game: Game,
        setup: AnySetup | None = None,
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
        self._numbered: Numbered = Numbered(
            game, self._setup, encode, sight_bytes, most_moves
        )
        seats = range(game.seats(self._setup))
        self.possible_agents = [f"seat_{seat}" for seat in seats]
        whole = {
            "observation": space or sight_space(self._numbered),
            "action_mask": spaces.Box(0, 1, (self._numbered.count,), np.int8),
        }
        self.action_spaces = {
            agent: spaces.Discrete(self._numbered.count) for agent in self.possible_agents
        }
        self.observation_spaces = {a: spaces.Dict(whole) for a in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The shape of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of an agent's moves."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Encoding]:
        """What an agent observes: its sight, and which actions are legal."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": self._numbered.observation(self._table, seat),
            "action_mask": self._numbered.mask(self._table, seat),
        }

    def _deal(self, seed: int | None) -> None:
        """A new game; the same seed gives the same deal."""
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        self._table: Table = Table.dealt(self._game, self._setup, seed)
        self.agents = self.possible_agents[:]

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        return None if self.render_mode is None else str(self._table.sight(None))

    def close(self) -> None:
        """Nothing to close."""


def sight_space(numbered: Numbered) -> Any:
    """The space of what one seat observes."""
    shape, kind, top = numbered.bounds
    return spaces.Box(0, top, shape, kind)


class GameEnv(Spaces, AECEnv):  # type: ignore[misc]
    """One game, one agent after the other; `encode` and `space` change how sights look."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002
        """A new game; the same seed gives the same deal."""
        self._deal(seed)
        self._chosen: dict[Seat, Any] = {}
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"seat_{self._table.turn[0]}"

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._chosen[seat] = self._numbered.move(self._table, seat, action)
        waiting = [other for other in self._table.turn if other not in self._chosen]
        if waiting:
            self.agent_selection = f"seat_{waiting[0]}"
        else:
            self._table = self._table.play(self._chosen)
            self._chosen = {}
            self._after_turn()
        self._accumulate_rewards()

    def _after_turn(self) -> None:
        """Whose turn it is next, or the scores."""
        if not self._table.over:
            self.agent_selection = f"seat_{self._table.turn[0]}"
            return
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(self._table.result[seat])
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]


class ParallelGame(Spaces, ParallelEnv):  # type: ignore[misc]
    """One game, all agents at once; actions of those who do not move now are ignored."""

    def reset(
        self,
        seed: int | None = None,
        options: Any = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game, and what each agent observes."""
        self._deal(seed)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Make the moves of all agents whose turn it is."""
        self._table = self._table.play(
            {
                seat: self._numbered.move(self._table, seat, actions.get(f"seat_{seat}"))
                for seat in self._table.turn
            }
        )
        over, result = self._table.over, dict[Seat, float]()
        if over:
            result = dict(self._table.result)
        seen, agents = self._seen(), self.agents
        rewards = {
            agent: float(result.get(seat, 0.0))
            for seat, agent in enumerate(self.possible_agents)
        }
        if over:
            self.agents = []
        return (
            seen,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _seen(self) -> dict[str, Any]:
        """What each agent observes now."""
        return {agent: self.observe(agent) for agent in self.agents}
