"""Balance as the catalog has it: the game object, put together from the rooms."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from whoknows.asking.option import new_setup
from whoknows.errors import BadSetup
from whoknows.games.balance.knowledge import goals_left, position_after
from whoknows.games.balance.knowledge.evil import evil_after
from whoknows.games.balance.knowledge.weighing_kinds import choices, weighing_of
from whoknows.games.balance.rules import (
    WORDS,
    Answer,
    Move,
    Naming,
    Setup,
    Sight,
    State,
    World,
    arrays,
    dealt,
    every_weighing,
    fold,
    weighing_count,
    weighing_name,
    world_name,
)
from whoknows.games.balance.rules.fold import RIGHT, WRONG
from whoknows.games.balance.strategies import STRATEGIES
from whoknows.play.face.face import Face
from whoknows.play.game import History, titled
from whoknows.play.judging import Judge
from whoknows.play.knowing.knowledge import Pictured

MOST_LISTED = 2_000  # weighings that are all listed; of more, one of each kind is


class Balance:
    """The game as the catalog has it."""

    name = "balance"
    __repr__ = titled
    title = "Balance"
    strategies = STRATEGIES

    # As the rooms below say it.
    start = staticmethod(fold.start)
    turn = staticmethod(fold.turn)
    all_moves = staticmethod(arrays.all_moves)
    observed = staticmethod(arrays.observed)

    @cached_property
    def face(self) -> Face:
        """What the game says of itself."""
        from whoknows.games.balance.show.face import BalanceFace

        return BalanceFace(self)

    def judge(self, setup: Setup) -> Judge:
        """What moves are worth."""
        from whoknows.games.balance.show.judge import judge_for

        return judge_for(setup.rules)

    def setup(self, **options: Any) -> Setup:
        """The setup with these options."""
        return new_setup(Setup, self.title, options)

    def small(self) -> Sequence[Setup]:
        """Setups so small that random secrets often look alike."""
        return [
            Setup(coins=4, references=1, goal="coin"),
            Setup(coins=5, odd=2, kind="heavy"),
            Setup(coins=4, odd=1, at_most=True, weighings=4),
            Setup(coins=5, kind="heavy", weighings=4, keeper="evil"),
            Setup(coins=4, references=1, weighings=2, naming=True),
        ]

    def seats(self, setup: Setup) -> int:
        """The seat of the one who weighs."""
        return 1

    def deal(self, setup: Setup, rng: np.random.Generator) -> World:
        """Odd coins, all cases being alike; an evil keeper has none in mind."""
        return () if setup.keeper == "evil" else dealt(setup.rules, rng)

    def play(self, state: State, moves: Mapping[int, Move]) -> State:
        """One more weighing, and what the scales say; or the odd coins are named.

        An evil keeper, who has none in mind, admits only the one case that is left.
        """
        after = fold.play(state, moves, goals_left, evil_after)
        if after.named is None or state.secret or not after.known:
            return after
        rules = state.setup.rules
        left = next(iter(position_after(rules, state.lines).worlds()))
        return replace(after, right=rules.is_named(after.named, left))

    def sight(self, state: State, seat: int | None) -> Sight:
        """The weighings and the answers, for everybody; at the end, the odd coins too."""
        sight = fold.sight_of(state)
        if state.setup.keeper == "evil" and not self.turn(state) and state.known:
            left = next(position_after(sight.rules, sight.lines).worlds())
            return replace(sight, world=left)
        return sight

    def history(self, state: State) -> History:
        """The weighings and the answers."""
        return fold.events(state.lines, state.named, right=state.right)

    def moves(self, sight: Sight) -> Sequence[Move]:
        """Every weighing if they are few; else one of each kind that tells something.

        Where the coins are named, also to name what is still possible.
        """
        rules = sight.rules
        position = position_after(rules, sight.lines)
        named: tuple[Move, ...] = ()
        if sight.naming:
            goals = dict.fromkeys(map(rules.goal_of, position.worlds()))
            named = tuple(Naming(goal) for goal in islice(goals, MOST_LISTED))
            if not sight.weighs:
                return named
        if weighing_count(rules) <= MOST_LISTED:
            return (*every_weighing(rules), *named)
        kinds = (weighing_of(position, choice.counts) for choice in choices(position))
        return (*kinds, *named)

    def worlds(self, sight: Sight) -> int:
        """The cases that are still possible."""
        return position_after(sight.rules, sight.lines).size

    def result(self, state: State) -> Mapping[int, float]:
        """The weighings left, and one more; 0 if the goal was not reached."""
        left = state.setup.weighings + 1 - len(state.lines)
        return {0: float(left) if state.found else 0.0}

    def figures(self, state: State) -> Mapping[str, float]:
        """How many weighings were made, and whether the goal was reached."""
        return {"weighings": float(len(state.lines)), "found": float(state.found)}

    def move_name(self, move: Move) -> str:
        """A weighing as people type it, or what is named."""
        if isinstance(move, Naming):
            return f"name {world_name(move.world)}"
        return weighing_name(move)

    def parse_move(self, text: str, setup: Setup) -> Move:
        """The weighing that people mean, or what they name."""
        if text.strip().lower().startswith("name"):
            return setup.rules.parse_naming(text)
        return setup.rules.parse_weighing(text)

    def answer_name(self, answer: Answer) -> str:
        """An answer in words."""
        if answer in (RIGHT, WRONG):
            return answer
        return f"{answer}: the left pan is {WORDS[answer]}" if answer != "EQ" else "EQ"

    def model(self, sight: Sight, most: int) -> Pictured | None:
        """The cases that are left."""
        from whoknows.games.balance.knowledge.as_model import coins_model

        return coins_model(sight, most)

    def to_json(self, secret: World) -> Any:
        """The odd coins in words."""
        return world_name(secret) if secret else ""

    def from_json(self, document: Any, setup: Setup) -> World:
        """The odd coins that words state."""
        if setup.keeper == "evil" and document == "":
            return ()
        if not isinstance(document, str):
            raise BadSetup(f"odd coins are words such as '3 heavy', not {document!r}")
        return setup.rules.parse_world(document)


GAME = Balance()
