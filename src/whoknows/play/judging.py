"""How good a move was, by the measure of the game: what a review asks of it.

A *judge* gives every move that a seat could make a *value*, a number of which more is
better, from the seat's own sight.  A move *loses* what the best move is worth more; it is
*lucky* by what came of it beyond its value, which is what comes of it on average.  So the
luck of a move is 0 on average, whatever is played.

A game has a judge of its own in its room `show`; one that has none is judged by
`PlainJudge`: a move is worth the bits that it gains on average, over all the worlds of the
seat, and over all that others may do at the same time.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import log, log2, prod
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from whoknows.errors import WhoknowsError
from whoknows.play.documents import plain
from whoknows.play.game import AnySetup, AnySight, Game, History, Seat
from whoknows.play.table.eyes import Moment
from whoknows.play.table.referee import DEALING, generator

Number: TypeAlias = Fraction | float  # exact where the mathematics is
PROVEN = "proven optimum"  # no way to go on is better, and that is proven
BEST_KNOWN = "best plan known, not proven"  # so much is enough; less may be, too
ONE_STEP = "one step, exact"  # the move itself, not what can be made of it later
MOST_TRIALS = 4_000  # worlds times moves that are tried for a game without a judge
MOST_SECRETS = 5_000  # that are met by dealing
MOST_DEALS = 20_000  # deals drawn to meet every world of a seat


class Judgement(NamedTuple):
    """What the move made is worth, and what others would have been."""

    value: Number
    best: Number
    worst: Number  # the worst that can be done, to which the best is compared
    best_moves: tuple[Any, ...]  # some of the best: all, where that is quickly told
    claim: str  # in what sense they are the best
    expected_bits: float | None = None  # that the move gains on average
    most_bits: float | None = None  # that any move gains on average
    worst_case: int | None = None  # moves it may still take, this one too
    best_worst_case: int | None = None  # those with the best move for that


class Remark(NamedTuple):
    """Something worth saying of a turn, in words; turns are counted from 1."""

    turn: int
    text: str
    weight: float = 0.0  # how much it matters, among remarks of its kind


class Judge(Protocol):
    """What a game says of the moves of its seats, from sights alone."""

    @property
    def measure(self) -> str:
        """What a value is, in words."""

    @property
    def unit(self) -> str:
        """What values are counted in: `guesses`, `bits`."""

    def judged(self, sight: AnySight, seat: Seat, move: Any) -> Judgement | None:
        """The move and its rivals; `None` where there is nothing to judge."""

    def reached(self, sight: AnySight, seat: Seat, move: Any, after: AnySight) -> Number:
        """What came of a move: the value that it turned out to have."""

    def left(self, after: AnySight, seat: Seat, move: Any | None) -> int:
        """The worlds left to a seat of what it was in doubt about before the turn."""

    def settled(self, moments: Sequence[Moment], turn: int) -> int:
        """The turn after which the moves of this turn are answered."""

    def remarks(self, moments: Sequence[Moment], names: Sequence[str]) -> Iterable[Remark]:
        """What only this game can say of the last of these turns, true in the model."""


@runtime_checkable
class Judged(Protocol):
    """A game that has a measure of its own."""

    def judge(self, setup: AnySetup) -> Judge:
        """Its judge."""


@runtime_checkable
class Agreeing(Protocol):
    """A judge whose measure hangs on what the seats had agreed on."""

    def agreed_by(self, strategies: Sequence[str]) -> Judge:
        """The judge of a table at which these strategies sit."""


def judge_of(game: Game, setup: AnySetup, strategies: Sequence[str] = ()) -> Judge:
    """The judge of a game: its own, or a plain one; `strategies` are those at the table."""
    judge = game.judge(setup) if isinstance(game, Judged) else PlainJudge(game, setup)
    return judge.agreed_by(strategies) if isinstance(judge, Agreeing) else judge


class AskingJudge:
    """What judges share in games of one who asks: moves still needed, or else bits."""

    question, questions = "question", "questions"
    exact = False  # whether the least number of questions is proven

    @property
    def measure(self) -> str:
        """What a value is."""
        if self.exact:
            still = f"{self.questions} still needed with the best play"
            return f"{still}, on average (fewer is better)"
        return f"bits that the {self.question} gains on average"

    @property
    def unit(self) -> str:
        """What values are counted in."""
        return self.questions if self.exact else "bits"

    def settled(self, moments: Sequence[Moment], turn: int) -> int:
        """At once."""
        return turn


class PlainJudge:
    """The judge of a game that has none; others take from it what fits them."""

    measure = "bits that the move gains on average"
    unit = "bits"

    def __init__(self, game: Game, setup: AnySetup) -> None:
        self.game, self.setup = game, setup
        self.told: tuple[History, list[Any]] | None = None  # what was told last, and where

    def judged(self, sight: AnySight, seat: Seat, move: Any) -> Judgement | None:
        """The bits of every move, if all the worlds of the seat can be met by dealing."""
        moves = list(self.game.moves(sight))
        if len(moves) * self.game.worlds(sight) > MOST_TRIALS:
            return None
        states = self.possible_states(sight, seat)
        if states is None or len(moves) * self.endings(states, seat) > MOST_TRIALS:
            return None
        gains = [self.gain(states, seat, each) for each in moves]
        made = self.gain(states, seat, move)
        most = max([made, *gains])
        best = [m for m, gain in zip(moves, gains, strict=True) if close(gain, most)]
        return Judgement(made, most, 0.0, tuple(best), ONE_STEP, made, most)

    def reached(self, sight: AnySight, seat: Seat, move: Any, after: AnySight) -> Number:
        """The bits that the move did gain."""
        left = self.left(after, seat, move)
        return bits_between(self.game.worlds(sight), left) or 0.0

    def left(self, after: AnySight, seat: Seat, move: Any | None) -> int:
        """What the game counts."""
        return int(self.game.worlds(after))

    def settled(self, moments: Sequence[Moment], turn: int) -> int:
        """At once."""
        return turn

    def remarks(self, moments: Sequence[Moment], names: Sequence[str]) -> Iterable[Remark]:
        """None."""
        return ()

    def possible_states(self, sight: AnySight, seat: Seat) -> list[Any] | None:
        """A state for each world that the seat holds possible, met by dealing; or `None`.

        As many different secrets must be met as the game counts worlds, no more and no
        fewer: else a secret holds more than the world, or some were missed.
        """
        fitting = [
            state
            for state in self.told_states(sight.history)
            if seat in self.game.turn(state) and self.game.sight(state, seat) == sight
        ]
        return fitting if len(fitting) == int(self.game.worlds(sight)) else None

    @cached_property
    def secrets(self) -> list[Any]:
        """Every secret, met by dealing; none where they are too many."""
        met: dict[str, Any] = {}
        rng = generator(0, DEALING)
        enough = MOST_DEALS
        for number in range(MOST_DEALS):
            if number >= enough:
                break
            secret = self.game.deal(self.setup, rng)
            name = key_of(self.game.to_json(secret))
            if name not in met:
                met[name] = secret
                # so many deals miss one of as many secrets once in a million times
                enough = int(len(met) * (log(len(met)) + 14)) + 1
            if len(met) > MOST_SECRETS:
                return []
        return list(met.values())

    def told_states(self, history: History) -> list[Any]:
        """A state for each secret with which all would have gone so, in public.

        What is told next goes on from there: a review asks turn after turn.
        """
        if self.told is None or self.told[0] != history[: len(self.told[0])]:
            starts = (self.tried(self.game.start, self.setup, s) for s in self.secrets)
            self.told = (), [state for state in starts if state is not None]
        told, states = self.told
        for time in range(len(told), len(history)):
            moves = history[time].moves
            tried = (self.tried(self.game.play, state, moves) for state in states)
            states = [
                state
                for state in tried
                if state is not None
                if self.game.history(state) == history[: time + 1]
            ]
        self.told = history, states
        return states

    def tried(self, step: Callable[..., Any], *args: Any) -> Any | None:
        """The state after a step, or `None` if that cannot be."""
        try:
            return step(*args)
        except WhoknowsError:
            return None

    def others_moves(self, state: Any, seat: Seat) -> list[dict[Seat, Any]]:
        """All that those may do, together, who move at the same time."""
        others = [other for other in self.game.turn(state) if other != seat]
        choices = [self.game.moves(self.game.sight(state, other)) for other in others]
        return [dict(zip(others, each, strict=True)) for each in product(*choices)]

    def endings(self, states: Sequence[Any], seat: Seat) -> int:
        """How many ways a turn may go, over all these states, for one move of the seat."""
        return sum(
            prod(
                len(self.game.moves(self.game.sight(state, other)))
                for other in self.game.turn(state)
                if other != seat
            )
            for state in states
        )

    def gain(self, states: Sequence[Any], seat: Seat, move: Any) -> float:
        """The bits that a move gains, on average over these states.

        Whatever others may do at the same time is taken to be equally likely.
        """
        left: dict[str, int] = {}

        def bits(state: Any, others: Mapping[Seat, Any]) -> float:
            sight = self.game.sight(self.game.play(state, {**others, seat: move}), seat)
            key = key_of(sight)
            if key not in left:
                left[key] = self.left(sight, seat, move)
            return bits_between(len(states), left[key]) or 0.0

        means = []
        for state in states:
            turns = self.others_moves(state, seat)
            means.append(sum(bits(state, others) for others in turns) / len(turns))
        return sum(means) / len(means)


def key_of(value: Any) -> str:
    """A value as text by which it is told from others."""
    return json.dumps(plain(value), sort_keys=True)


def bits_between(before: int | None, after: int | None) -> float | None:
    """The information between two numbers of worlds; none where one is not known.

    >>> bits_between(1296, 81), bits_between(8, None)
    (4.0, None)
    """
    return log2(before / after) if before and after else None


def entropy(sizes: Iterable[int]) -> float:
    """The bits that an answer tells on average, if it parts the worlds in these sizes.

    >>> entropy([2, 1, 1])
    1.5
    """
    some = [size for size in sizes if size]
    total = sum(some)
    return abs(log2(total) - sum(size * log2(size) for size in some) / total)


def close(one: Number, other: Number) -> bool:
    """Whether two values are the same, but for rounding."""
    return abs(float(one) - float(other)) < 1e-9


def last_moves(moments: Sequence[Moment]) -> dict[Seat, Any]:
    """What was done in the last turn, in public, by the seats whose sights there are."""
    if len(moments[-1].history) != len(moments) - 1:
        return {}
    moves = moments[-1].history[-1].moves
    return {seat: move for seat, move in moves.items() if seat in moments[-1].eyes}
