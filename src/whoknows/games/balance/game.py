"""Balance as the catalog has it: the game object, put together from the rooms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from whoknows.errors import BadSetup, IllegalMove
from whoknows.games.balance.knowledge import Line, Position, position_after
from whoknows.games.balance.knowledge.choices import choices, weighing_of
from whoknows.games.balance.rules import (
    WORDS,
    Answer,
    Rules,
    Weighing,
    World,
    weighing_name,
    world_name,
)
from whoknows.games.balance.strategies import STRATEGIES, Sight
from whoknows.play.game import Event, History, Pictured, Strategy

FEW = 2_000  # weighings that are all listed; of more, one of each kind is


@dataclass(frozen=True, slots=True)
class Setup:
    """A table: the rules, and how many weighings are allowed."""

    coins: int = 12
    odd: int = 1
    at_most: bool = False
    kind: str = "either"
    references: int = 0
    goal: str = "coin-and-kind"
    weighings: int = 20

    def __post_init__(self) -> None:
        if self.weighings < 1:
            raise BadSetup(f"{self.weighings} weighings; wanted 1 or more")
        _ = self.rules

    @property
    def rules(self) -> Rules:
        """The rules of the coins."""
        return Rules(
            self.coins, self.odd, self.at_most, self.kind, self.references, self.goal
        )


@dataclass(frozen=True, slots=True)
class State:
    """The referee's view: the odd coins and the weighings so far."""

    setup: Setup
    secret: World
    lines: tuple[Line, ...] = ()

    @property
    def position(self) -> Position:
        """What the scales leave possible."""
        return position_after(self.setup.rules, self.lines)


class Balance:
    """The game as the catalog has it."""

    name = "balance"
    title = "Balance"

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """The strategies that come with the game."""
        return STRATEGIES

    def setup(self, **options: Any) -> Setup:
        """The setup with these options."""
        try:
            return Setup(**options)
        except TypeError as error:
            raise BadSetup(f"Balance cannot be set up so: {error}") from None

    def small(self) -> Sequence[Setup]:
        """Setups so small that random secrets often look alike."""
        return [
            Setup(coins=4, references=1, goal="coin"),
            Setup(coins=5, odd=2, kind="heavy"),
            Setup(coins=4, odd=1, at_most=True, weighings=4),
        ]

    def seats(self, setup: Setup) -> int:  # noqa: ARG002
        """The seat of the one who weighs."""
        return 1

    def deal(self, setup: Setup, rng: np.random.Generator) -> World:
        """Odd coins, all cases being alike."""
        return drawn(setup.rules, rng)

    def start(self, setup: Setup, secret: World) -> State:
        """Nothing weighed yet."""
        if not setup.rules.fits(tuple(secret)):
            raise BadSetup(f"{secret!r} does not fit {setup.rules}")
        return State(setup, tuple(secret))

    def turn(self, state: State) -> tuple[int, ...]:
        """The one who weighs, until the goal is known or the weighings are used up."""
        over = len(state.lines) >= state.setup.weighings or state.position.goals <= 1
        return () if over else (0,)

    def play(self, state: State, moves: Mapping[int, Weighing]) -> State:
        """One more weighing, and what the scales say."""
        rules = state.setup.rules
        weighing = legal(rules, moves[0])
        line = Line(weighing, rules.answer(weighing, state.secret))
        return replace(state, lines=(*state.lines, line))

    def sight(self, state: State, seat: int | None) -> Sight:  # noqa: ARG002
        """The weighings and the answers, for everybody; at the end, the odd coins too."""
        world = None if self.turn(state) else state.secret
        return Sight(state.setup.rules, state.setup.weighings, state.lines, world)

    def history(self, state: State) -> History:
        """The weighings and the answers."""
        return tuple(Event({0: line.weighing}, line.answer) for line in state.lines)

    def moves(self, sight: Sight) -> Sequence[Weighing]:
        """Every weighing if they are few; else one of each kind that tells something."""
        rules = sight.rules
        if weighing_count(rules) <= FEW:
            return every_weighing(rules)
        position = position_after(rules, sight.lines)
        return tuple(weighing_of(position, choice.counts) for choice in choices(position))

    def worlds(self, sight: Sight, history: History) -> int:  # noqa: ARG002 -- in the sight
        """The cases that are still possible."""
        return position_after(sight.rules, sight.lines).size

    def result(self, state: State) -> Mapping[int, float]:
        """The weighings left, and one more; 0 if the goal was not reached."""
        known = state.position.goals <= 1
        return {0: float(state.setup.weighings + 1 - len(state.lines)) if known else 0.0}

    def figures(self, state: State) -> Mapping[str, float]:
        """How many weighings were made, and whether the goal was reached."""
        known = state.position.goals <= 1
        return {"weighings": float(len(state.lines)), "found": float(known)}

    def move_name(self, move: Weighing) -> str:
        """A weighing as people type it."""
        return weighing_name(move)

    def parse_move(self, text: str, setup: Setup) -> Weighing:
        """The weighing that people mean."""
        return setup.rules.parse_weighing(text)

    def answer_name(self, answer: Answer) -> str:
        """An answer in words."""
        return f"{answer}: the left pan is {WORDS[answer]}" if answer != "EQ" else "EQ"

    def model(self, sight: Sight, history: History, most: int) -> Pictured | None:  # noqa: ARG002 -- in the sight
        """The cases that are left."""
        from whoknows.games.balance.knowledge.models import coins_model

        return coins_model(sight.rules, sight.lines, sight.world, most)

    def to_json(self, secret: World) -> Any:
        """The odd coins in words."""
        return world_name(secret)

    def from_json(self, document: Any, setup: Setup) -> World:
        """The odd coins that words state."""
        if not isinstance(document, str):
            raise BadSetup(f"odd coins are words such as '3 heavy', not {document!r}")
        return setup.rules.parse_world(document)


def drawn(rules: Rules, rng: np.random.Generator) -> World:
    """A world, all being as likely."""
    cases = [
        (comb(rules.coins, odd) * comb(odd, light), heavy, light)
        for odd in rules.counts
        for heavy, light in rules.splits(odd)
    ]
    place = int(rng.integers(rules.size))
    for count, heavy, light in cases:  # noqa: B007 -- the case that holds the place
        if place < count:
            break
        place -= count
    coins = rng.choice(rules.coins, heavy + light, replace=False).tolist()
    world = [0] * rules.coins
    for k, coin in enumerate(coins):
        world[coin] = 1 if k < heavy else -1
    return tuple(world)


def legal(rules: Rules, move: Any) -> Weighing:
    """The weighing, if it is one and the rules allow it."""
    try:
        left, right = (tuple(map(int, pan)) for pan in move)
    except (TypeError, ValueError):
        raise IllegalMove(f"{move!r} is no weighing; wanted two pans of coins") from None
    return rules.legal(left, right)


def weighing_count(rules: Rules) -> int:
    """How many weighings there are."""
    last = rules.coins + rules.references
    return sum(comb(last, k) * comb(last - k, k) for k in range(1, last // 2 + 1))


def every_weighing(rules: Rules) -> tuple[Weighing, ...]:
    """Every weighing, few coins first."""
    every = range(1, rules.coins + rules.references + 1)
    return tuple(
        Weighing(left, right)
        for k in range(1, len(every) // 2 + 1)
        for left in combinations(every, k)
        for right in combinations([coin for coin in every if coin not in left], k)
    )


GAME = Balance()
