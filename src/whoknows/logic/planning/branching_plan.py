"""Plans with branches: what one agent does, and how it goes on by what the agent sees.

The planner is one of the agents, and counts on no more than it knows: the worlds that may
be so are all that it holds possible.  After each act it sees in which of its cells it is,
and the plan has a branch for each.  The plan found is shortest in its worst branch.

>>> from whoknows.logic import every_world
>>> from whoknows.logic.events.usual_events import change, whether
>>> coin = every_world(["heads"], sees={"ann": [], "bob": []})
>>> acts = {"look": whether("heads", ["ann"], coin.agents),
...         "turn": change({"heads": "~heads"}, coin.agents)}
>>> tree = branching_plan(coin, "K ann heads", acts, at=0, planner="ann")
>>> print(tree.text())
look
  yes: done
  no: turn
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from whoknows.errors import BadSetup
from whoknows.logic.events.product import EventModel
from whoknows.logic.language.formula import Formula
from whoknows.logic.language.reader import parse
from whoknows.logic.models.model import Agent, Claim, Model, World
from whoknows.logic.planning.acts import Act, acts_of
from whoknows.logic.planning.matrix_models import Spot, Truths
from whoknows.logic.planning.search import (
    LONGEST_PLAN,
    MOST_SPOTS,
    MOST_STEPS,
    Outcome,
    Problem,
    Ready,
    Report,
)


@dataclass(frozen=True, slots=True)
class Branch:
    """What the planner sees after an act, and how the plan goes on."""

    seen: str
    then: Node | None
    """`None` if the goal is reached."""


@dataclass(frozen=True, slots=True)
class Node:
    """An act, and a branch for each thing that the planner may see after it."""

    act: str
    branches: tuple[Branch, ...]

    @property
    def worst(self) -> int:
        """The steps of the longest branch."""
        return 1 + max(0 if one.then is None else one.then.worst for one in self.branches)

    def document(self) -> dict[str, Any]:
        """The plan from here as plain values."""
        then = [
            {"seen": one.seen, "then": None if one.then is None else one.then.document()}
            for one in self.branches
        ]
        return {"act": self.act, "branches": then}


@dataclass(frozen=True)
class Tree:
    """A plan with branches, shortest in its worst one, or how far there is none."""

    goal: Formula
    planner: Agent
    root: Node | None
    """`None` if nothing need be done, or no plan was found."""
    reached: bool
    none_within: int = 0
    """It is proven that no plan has a worst branch of so many steps or fewer."""
    none_at_all: bool = False
    looked_at: int = 0
    stopped: bool = False

    @property
    def worst(self) -> int:
        """The steps of the longest branch."""
        return self.root.worst if self.root is not None else 0

    def document(self) -> dict[str, Any] | None:
        """The plan as plain values: an act, and what is done by what is seen after it."""
        return None if self.root is None else self.root.document()

    def text(self) -> str:
        """The plan as indented lines."""
        if self.root is None:
            return "nothing need be done" if self.reached else "no plan was found"
        return "\n".join(lines(self.root, ""))


def lines(node: Node, indent: str) -> Iterator[str]:
    """A plan as lines; what is seen stands before what is done then."""
    yield node.act
    for one in node.branches:
        if len(node.branches) == 1:
            rest = [] if one.then is None else list(lines(one.then, indent))
            yield from (indent + line if k == 0 else line for k, line in enumerate(rest))
            continue
        deeper = indent + "  "
        if one.then is None:
            yield f"{deeper}{one.seen}: done"
            continue
        first, *rest = lines(one.then, deeper)
        yield f"{deeper}{one.seen}: {first}"
        yield from rest


def branching_plan(
    model: Model,
    goal: Formula | str,
    events: Mapping[str, EventModel | Act] | Sequence[Act],
    *,
    at: World,
    planner: Agent,
    longest: int = LONGEST_PLAN,
    report: Report | None = None,
) -> Tree:
    """The plan of one agent that is shortest in its worst branch.

    The planner does acts of its own and those of nobody; that it can do them, it knows.
    """
    if not 0 <= longest <= MOST_STEPS:
        raise BadSetup(f"plans of at most {MOST_STEPS} steps are sought, not {longest}")
    wanted = parse(goal) if isinstance(goal, str) else goal
    [planner] = model.group((planner,))
    mine = [act for act in acts_of(events) if act.by in (None, planner)]
    here = model.seen_from(model.claim_of((at,)), (planner,))
    if not model.some(here):
        raise BadSetup(f"{planner} holds no world possible, and cannot plan")
    problem = Problem.of(model, wanted, mine, model.worlds(here).tolist(), knowing=False)
    return Branching(problem, planner, report or (lambda _: None)).search(longest)


class Branching:
    """The search, layer by layer: first what can be reached, then from where it is won."""

    def __init__(self, problem: Problem, planner: Agent, report: Report) -> None:
        self.problem, self.planner, self.report = problem, planner, report
        self.row = problem.words.row[planner]
        self.choices: dict[bytes, list[Choice]] = {}  # of every spot that was looked at
        self.worst: dict[bytes, int] = {}  # the steps of the best plan from a spot
        self.best: dict[bytes, Choice] = {}
        self.layer = {problem.start.key: problem.start}
        self.steps = 0

    def search(self, longest: int) -> Tree:
        """The shortest tree, by its worst branch."""
        try:
            return self.searched(longest)
        except KeyboardInterrupt:
            return self.tree(none_within=self.steps - 1, stopped=True)

    def searched(self, longest: int) -> Tree:
        """The shortest tree; one more layer of spots is looked at in each round."""
        start = self.problem.start.key
        while True:
            further = self.look()
            self.improve()
            enough = longest if not further else self.steps  # all shorter plans are known
            if self.worst.get(start, enough + 1) <= enough:
                return self.tree(reached=True, none_within=self.worst[start] - 1)
            if not further:
                never = start not in self.worst
                return self.tree(none_within=longest, none_at_all=never)
            if self.steps == longest or len(self.choices) > MOST_SPOTS:
                return self.tree(none_within=self.steps)
            self.report(f"{self.steps} steps: {len(self.choices)} situations")
            self.layer = further
            self.steps += 1

    def look(self) -> dict[bytes, Spot]:
        """Look at the spots of this layer; those that were not met before."""
        further: dict[bytes, Spot] = {}
        for key, spot in self.layer.items():
            truths = Truths(spot.frame, self.problem.words)
            if self.problem.reached(spot, truths):
                self.worst[key] = 0
                self.choices[key] = []
                continue
            self.choices[key] = []
            for ready, done in self.problem.moves(spot, truths):
                parted = list(self.parted(ready, done))
                seen = [(said, after.key) for said, after in parted]
                self.choices[key].append(Choice(ready.act.name, tuple(seen)))
                further |= {after.key: after for _, after in parted}
        return {key: spot for key, spot in further.items() if key not in self.choices}

    def improve(self) -> None:
        """Work out from where the goal is reached, and in how many steps at worst."""
        changed = True
        while changed:
            changed = False
            for key, choices in self.choices.items():
                for choice in choices:
                    ends = [self.worst.get(after) for _, after in choice.seen]
                    if None in ends:
                        continue
                    steps = 1 + max(end for end in ends if end is not None)
                    if steps < self.worst.get(key, steps + 1):
                        self.worst[key], self.best[key] = steps, choice
                        changed = True

    def tree(
        self,
        *,
        none_within: int,
        reached: bool = False,
        none_at_all: bool = False,
        stopped: bool = False,
    ) -> Tree:
        """The answer."""
        root = self.node(self.problem.start.key) if reached else None
        return Tree(
            self.problem.goal,
            self.planner,
            root,
            reached,
            max(none_within, -1),
            none_at_all,
            len(self.choices),
            stopped,
        )

    def node(self, key: bytes) -> Node | None:
        """The best plan from a spot; nothing where the goal is reached."""
        if key not in self.best:
            return None
        choice = self.best[key]
        then = [Branch(said, self.node(after)) for said, after in choice.seen]
        return Node(choice.act, tuple(then))

    def parted(self, ready: Ready, done: Outcome) -> Iterator[tuple[str, Spot]]:
        """The worlds that may be so, by the cells of the planner."""
        left = done.here.copy()
        while left.any():
            first = int(np.flatnonzero(left)[0])
            cell: Claim = left & done.frame.sees[self.row][first]
            cell[first] = True
            names = [ready.act.events[place].name for place in np.unique(done.event[cell])]
            yield " or ".join(names), self.problem.words.settled(done.frame, cell)
            left &= ~cell


class Choice(NamedTuple):
    """An act, and the spots it leads to, by what the planner sees."""

    act: str
    seen: tuple[tuple[str, bytes], ...]
