"""Puzzles whose positions have a canonical form, and the plans that scores make for them.

Where many positions are the same but for names (coins on a balance), a puzzle says so by
the `key` of a position, and each key is solved once.  Exact optima are in `search`.

>>> from whoknows.inquiry.scores import PARTS
>>> class Halving:  # find a number below `start` by asking "is it below k?"
...     branching = 2
...     def size(self, position): return position[1] - position[0]
...     goals = size
...     def key(self, position): return self.size(position)
...     def found(self, position): return tuple(range(*position))
...     def questions(self, position): return range(position[0] + 1, position[1])
...     def split(self, position, k): return {"<": (position[0], k), ">=": (k, position[1])}
>>> plan_by(Halving(), (0, 5), PARTS).total
14
>>> from whoknows.inquiry.search import optimum
>>> best = optimum(Halving(), (0, 5))
>>> best.plan.total, best.plan.worst, best.proven
(12, 3, True)
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from whoknows.errors import BadSetup
from whoknows.inquiry.plan import Node, Plan
from whoknows.inquiry.scores import Score

Position: TypeAlias = Any  # what is still possible
Move: TypeAlias = Any  # a question, as a position understands it


class Puzzle(Protocol):
    """What can be asked in each position, and the positions it may lead to.

    The game ends in a position with one goal left.
    """

    branching: int
    """The most answers that a question has."""

    def size(self, position: Position) -> int:
        """How many secrets are possible."""

    def goals(self, position: Position) -> int:
        """How many things are still to be told apart: mostly the secrets themselves."""

    def key(self, position: Position) -> Hashable:
        """The canonical form: positions with the same key are the same but for names."""

    def found(self, position: Position) -> tuple[Any, ...]:
        """The secrets that are possible, named."""

    def questions(self, position: Position) -> Iterable[Move]:
        """The questions worth asking, one of each kind, in order of preference."""

    def split(self, position: Position, question: Move) -> Mapping[Any, Position]:
        """The position after each answer."""


def plan_by(puzzle: Puzzle, start: Position, score: Score) -> Plan:
    """The plan that asks a question with the best score, among equals the first."""
    choices: dict[Hashable, int] = {}

    def choose(position: Position) -> Move:
        questions = list(puzzle.questions(position))
        key = puzzle.key(position)
        if key not in choices:
            values = [score.of(sizes(puzzle, position, q), False) for q in questions]
            choices[key] = values.index(min(values)) if values else -1
        return questions[choices[key]] if questions else None

    return Plan(grow(puzzle, start, choose), score.name)


def sizes(puzzle: Puzzle, position: Position, question: Move) -> tuple[int, ...]:
    """The sizes of the cells that the question leaves, largest first."""
    parts = puzzle.split(position, question).values()
    return tuple(sorted((puzzle.size(part) for part in parts), reverse=True))


def grow(puzzle: Puzzle, position: Position, choose: Callable[[Position], Move]) -> Node:
    """The tree that asks what `choose` says."""
    if puzzle.goals(position) <= 1:
        return Node(None, found=puzzle.found(position))
    question = choose(position)
    parts = {} if question is None else puzzle.split(position, question)
    if len(parts) < 2:
        raise BadSetup(f"no question tells apart {puzzle.found(position)[:3]}")
    below = {answer: grow(puzzle, part, choose) for answer, part in parts.items()}
    return Node(question, below)
