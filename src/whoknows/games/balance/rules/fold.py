"""A game of Balance: its setup, what the referee holds, and what everybody sees.

When a game is over is a matter of what can be known, and is asked of `goals_left`, which
says how many things a list of weighings leaves to be told apart.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from whoknows.asking.option import check_options, option
from whoknows.edge import checked
from whoknows.errors import BadSetup, IllegalMove
from whoknows.games.balance.rules.coins import (
    GOALS,
    KINDS,
    MOST_COINS,
    MOST_ODD,
    MOST_REFERENCES,
    MOST_WEIGHINGS,
    Answer,
    Naming,
    Rules,
    Weighing,
    World,
)
from whoknows.play.game import Event, History

Secret: TypeAlias = World
Move: TypeAlias = Weighing | Naming
RIGHT, WRONG = "right", "wrong"  # what is said to a naming


KEEPERS = {
    "referee": "a referee, by lot",
    "evil": "nobody: answers that keep the most cases",
}


@dataclass(frozen=True, slots=True)
class Setup:
    """A table: the rules, and how many weighings are allowed."""

    coins: int = option(12, "Coins", min=1, max=MOST_COINS, help="those that may be false")
    odd: int = option(1, "Odd coins", min=1, max=MOST_ODD, help="how many are false")
    at_most: bool = option(
        False,
        "There may be fewer odd coins, or none",
        help="then it is to be found whether any coin is false at all",
    )
    kind: str = option(
        "either", "Odd coins are", choices=KINDS, help="all good coins weigh the same"
    )
    references: int = option(
        0,
        "Coins known to be good",
        min=0,
        max=MOST_REFERENCES,
        help="further coins, to weigh the others against",
    )
    goal: str = option(
        "coin-and-kind", "To be found", choices=GOALS, help="when the game is won"
    )
    weighings: int = option(
        20, "Weighings", min=1, max=MOST_WEIGHINGS, help="how often you may weigh"
    )
    keeper: str = option(
        "referee",
        "The coins are hidden by",
        choices=KEEPERS,
        help="by lot there is luck; with nobody there is none",
    )

    naming: bool = option(
        False,
        "You name the coin yourself",
        help="else the game ends as soon as only one case is left",
    )

    def __post_init__(self) -> None:
        check_options(self)
        _ = self.rules

    @property
    def rules(self) -> Rules:
        """The rules of the coins."""
        return Rules(
            self.coins, self.odd, self.at_most, self.kind, self.references, self.goal
        )


class Line(NamedTuple):
    """One weighing and what the scales said."""

    weighing: Weighing
    answer: Answer


Lines: TypeAlias = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The referee's view: the odd coins and the weighings so far."""

    setup: Setup
    secret: World
    lines: Lines = ()
    known: bool = False  # whether the goal can be known
    named: Naming | None = None  # what was named, where that ends the game
    right: bool = False  # whether it was right

    @property
    def found(self) -> bool:
        """Whether the goal was reached: known, or named where it has to be named."""
        return self.right if self.setup.naming else self.known


@dataclass(frozen=True, slots=True)
class Sight:
    """What the one who weighs sees: the weighings so far, and the limit to them."""

    rules: Rules
    weighings: int
    lines: Lines
    world: World | None = None  # which coins are odd, when the game is over
    naming: bool = False  # whether the coins are to be named
    named: Naming | None = None
    right: bool = False  # whether it was right

    @property
    def history(self) -> History:
        """The weighings and the answers, as events, and what was named."""
        return events(self.lines, self.named, right=self.right)

    @property
    def weighs(self) -> bool:
        """Whether a weighing is left."""
        return len(self.lines) < self.weighings


def events(lines: Lines, named: Naming | None = None, *, right: bool = False) -> History:
    """The weighings and the answers, as events, and what was named."""
    weighed = tuple(Event({0: line.weighing}, line.answer) for line in lines)
    if named is None:
        return weighed
    return (*weighed, Event({0: named}, RIGHT if right else WRONG))


def start(setup: Setup, secret: Secret) -> State:
    """Nothing weighed yet."""
    if setup.keeper == "evil":
        if len(secret):
            raise BadSetup(f"an evil keeper has no coin in mind: {secret!r}")
    elif not setup.rules.fits(tuple(secret)):
        raise BadSetup(f"{secret!r} does not fit {setup.rules}")
    return State(setup, tuple(secret), known=setup.rules.goals <= 1)


def turn(state: State) -> tuple[int, ...]:
    """The one who weighs, until it is named, or known, or no weighing is left."""
    if state.setup.naming:
        return (0,) if state.named is None else ()
    over = state.known or len(state.lines) >= state.setup.weighings
    return () if over else (0,)


def play(
    state: State,
    moves: Mapping[int, Move],
    goals_left: Callable[[Rules, Lines], int],
    evil_answer: Callable[[Rules, Lines, Weighing], Answer],
) -> State:
    """One more weighing, and what the scales say; an evil keeper says what keeps most."""
    rules = state.setup.rules
    if isinstance(moves[0], Naming):
        return named(state, moves[0])
    if len(state.lines) >= state.setup.weighings:
        raise IllegalMove("no weighing is left: name the odd coins")
    weighing = legal(rules, moves[0])
    if state.setup.keeper == "evil":
        answer = evil_answer(rules, state.lines, weighing)
    else:
        answer = rules.answer(weighing, state.secret)
    lines = (*state.lines, Line(weighing, answer))
    return replace(state, lines=lines, known=goals_left(rules, lines) <= 1)


def named(state: State, naming: Naming) -> State:
    """After the odd coins were named; a keeper with none in mind admits nothing here."""
    if not state.setup.naming:
        raise IllegalMove("no coins are named in this game: it ends when one case is left")
    if len(naming.world) != state.setup.coins:
        raise IllegalMove(f"{naming!r} names coins that are not there")
    rules = state.setup.rules
    right = bool(state.secret) and rules.is_named(naming, state.secret)
    return replace(state, named=naming, right=right)


def sight_of(state: State) -> Sight:
    """The weighings and the answers, for everybody; at the end, the odd coins too."""
    world = None if turn(state) else state.secret or None
    return Sight(
        state.setup.rules,
        state.setup.weighings,
        state.lines,
        world,
        state.setup.naming,
        state.named,
        state.right,
    )


def legal(rules: Rules, move: Any) -> Weighing:
    """The weighing, if it is one and the rules allow it."""
    try:
        left, right = (tuple(map(int, pan)) for pan in move)
    except (TypeError, ValueError):
        raise IllegalMove(f"{move!r} is no weighing; wanted two pans of coins") from None
    return rules.legal(left, right)


def dealt(rules: Rules, rng: np.random.Generator) -> World:
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


@checked
def weighing_count(rules: Rules) -> int:
    """How many weighings there are."""
    last = rules.coins + rules.references
    return sum(comb(last, k) * comb(last - k, k) for k in range(1, last // 2 + 1))


@checked
def every_weighing(rules: Rules) -> tuple[Weighing, ...]:
    """Every weighing, few coins first."""
    every = range(1, rules.coins + rules.references + 1)
    return tuple(
        Weighing(left, right)
        for k in range(1, len(every) // 2 + 1)
        for left in combinations(every, k)
        for right in combinations([coin for coin in every if coin not in left], k)
    )
