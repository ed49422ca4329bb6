"""A plan: a strategy written out as a tree, and what it costs over all secrets.

At each node a question is asked; each answer leads to a node.  A secret is *found* at the
node that asks it, or, where asking does not end the game, at a node that asks nothing.

>>> tree = Node(1, {0: Node(0, found=(0,)), 2: Node(2, found=(2,))}, found=(1,))
>>> plan = Plan(tree, strategy="by hand")
>>> plan.total, plan.worst, plan.histogram, plan.average
(5, 2, (1, 2), Fraction(5, 3))
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from whoknows.edge import checked
from whoknows.errors import Contradiction

__all__ = ["Node", "Optimum", "Plan", "even_tree", "reached"]


@dataclass(frozen=True, slots=True)
class Node:
    """What to ask now, and what to do after each answer."""

    question: Any
    """What is asked; `None` where nothing is left to ask."""
    branches: Mapping[Any, "Node"] = field(default_factory=dict)
    """The node after each answer; an answer that ends the game has none."""
    found: tuple[Any, ...] = ()
    """The secrets for which the game ends here."""

    def walk(self, asked: int = 0) -> Iterator[tuple[int, "Node"]]:
        """Every node below and here, with the number of questions asked by then."""
        stack = [(asked, self)]
        while stack:
            asked, node = stack.pop()
            asked += node.question is not None
            yield asked, node
            stack.extend((asked, node.branches[label]) for label in reversed(node.branches))


@dataclass(frozen=True)
class Plan:
    """A tree of questions, with names for people."""

    root: Node
    strategy: str = ""
    question_name: Callable[[Any], str] = str
    secret_name: Callable[[Any], str] = str
    answer_name: Callable[[Any], str] = str

    @cached_property
    def histogram(self) -> tuple[int, ...]:
        """How many secrets are found with 1, 2, 3, ... questions (none: see `at_once`)."""
        counts: dict[int, int] = {}
        for asked, node in self.root.walk():
            if node.found:
                counts[asked] = counts.get(asked, 0) + len(node.found)
        return tuple(counts.get(asked, 0) for asked in range(1, max(counts) + 1))

    @property
    def secrets(self) -> int:
        """How many secrets the plan finds."""
        return sum(self.histogram) or len(self.root.found)

    @property
    def total(self) -> int:
        """The number of questions over all secrets."""
        return sum(asked * count for asked, count in enumerate(self.histogram, start=1))

    @property
    def worst(self) -> int:
        """The most questions for any secret."""
        return len(self.histogram)

    @property
    def average(self) -> Fraction:
        """The expected number of questions, all secrets being equally likely."""
        return Fraction(self.total, self.secrets)

    def after(self, *answers: Any) -> Node:
        """The node that these answers lead to, one after the other."""
        node = self.root
        for count, answer in enumerate(answers):
            if answer not in node.branches:
                raise Contradiction(
                    f"answer {count + 1}: {self.answer_name(answer)} to "
                    f"{self.question_name(node.question)} cannot be after the others"
                )
            node = node.branches[answer]
        return node


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best plan known, and what no plan can beat."""

    plan: Plan
    bound: int
    """No plan has a smaller worst (or total, whichever was minimized)."""
    proven: bool
    """Whether the plan reaches the bound."""
    visited: int
    """How many cells were looked into."""
    seconds: float = 0.0
    """Processor time of the search, where it was measured."""


@checked
def reached(plan: Plan, minimize: str) -> int:
    """What the plan has of what is to be minimized."""
    return plan.worst if minimize == "worst" else plan.total


@cache
def even_tree(leaves: int, branching: int) -> int:
    """The least total depth of so many leaves, each node having so many branches at most.

    >>> even_tree(5, 2), even_tree(12, 3)
    (12, 29)
    """
    if leaves <= 1:
        return 0
    branching = max(2, branching)  # with one branch there is no tree at all
    depth, full = 0, 1
    while full * branching <= leaves:
        depth, full = depth + 1, full * branching
    split = -(-(leaves - full) // (branching - 1))  # so many of the full level go deeper
    return (full - split) * depth + (split + leaves - full) * (depth + 1)
