"""Shortest plans: what must happen so that a goal holds, or a proof that nothing does it.

The search goes breadth first over *spots*, situations contracted by bisimulation, so that
the first plan found is a shortest one, and a search that runs out of new situations proves
that there is no plan of any length.

>>> from whoknows.logic import every_world
>>> from whoknows.logic.events.usual_events import public, whether
>>> coin = every_world(["heads"], sees={"ann": ["heads"], "bob": []})
>>> acts = {"ann says heads": public("K ann heads", coin.agents),
...         "bob looks": whether("heads", ["bob"], coin.agents)}
>>> plan(coin, "K ann K bob heads", acts, at=1).steps
('ann says heads',)
>>> plan(coin, "K bob heads & ~K ann Kw bob heads", acts, at=1).none_at_all
True
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import BadSetup, TooLarge, UnknownName
from whoknows.logic.events.product import EventModel
from whoknows.logic.language.formula import Formula
from whoknows.logic.language.reader import parse
from whoknows.logic.models.model import Claim, Model, World
from whoknows.logic.planning.acts import Act, acts_of, condition
from whoknows.logic.planning.matrix_models import MOST_WORLDS, Frame, Spot, Truths, Words
from whoknows.logic.satisfiability.core_language import Literal

LONGEST_PLAN = 12  # steps of a plan, if nobody says otherwise
MOST_STEPS = 100
MOST_SPOTS = 200_000  # situations that are looked at; beyond, the search ends undecided

Report = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """A shortest plan, or how far it is proven that there is none."""

    goal: Formula
    steps: tuple[str, ...] | None
    """The acts by name, in order; `None` if no plan was found."""
    worlds: tuple[int, ...] = ()
    """The number of different worlds at the start and after each step."""
    none_within: int = 0
    """It is proven that no plan has so many steps or fewer."""
    none_at_all: bool = False
    """Whether it is proven that there is no plan of any length."""
    looked_at: int = 0
    """The number of different situations that were looked at."""
    stopped: bool = False
    """Whether the search was stopped from outside before it ended."""


@checked
def plan(
    model: Model,
    goal: Formula | str,
    events: Mapping[str, EventModel | Act] | Sequence[Act],
    *,
    at: World | Iterable[World],
    longest: int = LONGEST_PLAN,
    knowing: bool = False,
    report: Report | None = None,
) -> Plan:
    """The shortest sequence of acts after which the goal holds, whatever world `at` is so.

    The planner sees all; if `knowing`, an act is done only where the one who does it knows
    that it can be done.
    """
    if not 0 <= longest <= MOST_STEPS:
        raise BadSetup(f"plans of at most {MOST_STEPS} steps are sought, not {longest}")
    wanted = parse(goal) if isinstance(goal, str) else goal
    problem = Problem.of(model, wanted, acts_of(events), worlds_of(at), knowing=knowing)
    return search(problem, longest, report or (lambda _: None))


def search(problem: Problem, longest: int, report: Report) -> Plan:
    """The search that fits a problem: by bits where all is known, else over spots."""
    from whoknows.logic.planning import full_information

    if full_information.fits(problem):
        return full_information.search(problem, longest, report)
    return Breadth(problem, report).search(longest)


def worlds_of(at: World | Iterable[World]) -> list[World]:
    """The worlds that may be so: one, or several."""
    found = [at] if isinstance(at, int) else list(at)
    if not found:
        raise BadSetup("a world that may be so is wanted")
    return found


@dataclass(frozen=True)
class Problem:
    """A start, a goal, and acts, all in the core language of one vocabulary."""

    words: Words
    start: Spot
    goal: Formula
    wanted: Literal
    acts: tuple[Ready, ...]
    knowing: bool

    @classmethod
    def of(
        cls,
        model: Model,
        goal: Formula,
        acts: Sequence[Act],
        at: Sequence[World],
        *,
        knowing: bool,
    ) -> Problem:
        """The problem of a model, with all names checked."""
        words = Words.of(model)
        wanted = words.literal(goal)
        ready = tuple(Ready(act, words) for act in acts)
        return cls(words, words.spot(model, at), goal, wanted, ready, knowing)

    def reached(self, spot: Spot, truths: Truths) -> bool:
        """Whether the goal holds in a spot, whichever of its worlds is so."""
        return bool(truths.where(self.wanted)[spot.here].all())

    def moves(self, spot: Spot, truths: Truths) -> Iterator[tuple[Ready, Outcome]]:
        """What can be done in a spot, and what it makes of it."""
        for act in self.acts:
            done = act.done(spot, truths, knowing=self.knowing)
            if done is not None:
                yield act, done


class Outcome(NamedTuple):
    """A frame after an act, the worlds that may be so, and the event of each world."""

    frame: Frame
    here: Claim
    event: NDArray[np.intp]


class Ready:
    """An act with its conditions in the core language, ready to be done."""

    def __init__(self, act: Act, words: Words) -> None:
        self.act, self.words = act, words
        names = [event.name for event in act.events]
        self.when = [words.literal(condition(event.when)) for event in act.events]
        self.makes = [
            [
                (self.fact(name), words.literal(condition(to)))
                for name, to in e.makes.items()
            ]
            for e in act.events
        ]
        self.designated = np.array([name in act.designated for name in names])
        if act.by is not None and act.by not in words.row:
            raise UnknownName.among("agent", act.by, words.agents)
        self.ways = []
        for agent in words.agents:
            if agent not in act.ways:
                raise UnknownName(f"the act {act.name!r} does not say what {agent} notices")
            self.ways.append(
                [
                    (words.literal(way.where), matrix(way.links, names))
                    for way in act.ways[agent]
                ]
            )

    def fact(self, name: str) -> int:
        """The column of a fact that an event changes."""
        if name in self.words.parts:
            raise BadSetup(f"{name} is a part; events change facts only")
        if name not in self.words.column:
            raise UnknownName.among("fact", name, self.words.facts)
        return self.words.column[name]

    def done(self, spot: Spot, truths: Truths, *, knowing: bool) -> Outcome | None:
        """What the act makes of a spot; `None` if it cannot be done there."""
        can = np.array([truths.where(when) for when in self.when])
        some = can[self.designated].any(axis=0)
        if not some[spot.here].all():
            return None
        if knowing and self.act.by is not None:
            seen = spot.frame.sees[self.words.row[self.act.by]][spot.here].any(axis=0)
            if not some[seen].all():
                return None
        links = self.noticed(spot, truths)
        if links is None:
            return None
        done = self.product(spot, truths, can, links)
        return done if self.act.breaks_beliefs or believed(spot, done) else None

    def noticed(self, spot: Spot, truths: Truths) -> NDArray[np.bool_] | None:
        """For each agent, which event is taken for which; `None` if that is not settled."""
        found = []
        for ways in self.ways:
            links = next(
                (links for where, links in ways if truths.where(where)[spot.here].all()),
                None,
            )
            if links is None:
                return None
            found.append(links)
        return np.array(found).reshape(len(found), len(self.when), len(self.when))

    def product(
        self, spot: Spot, truths: Truths, can: NDArray[np.bool_], links: NDArray[np.bool_]
    ) -> Outcome:
        """A world for each world and event that can happen in it."""
        event, row = np.nonzero(can)
        if len(row) > MOST_WORLDS:
            raise TooLarge(
                f"{self.act.name!r} makes {len(row)} worlds of {len(spot.frame)}; "
                f"plans are made with at most {MOST_WORLDS}"
            )
        facts = spot.frame.facts[row]
        for place, makes in enumerate(self.makes):
            there = event == place
            for fact, to in makes:
                facts[there, fact] = truths.where(to)[row[there]]
        sees = spot.frame.sees[:, row[:, None], row[None, :]]
        sees &= links[:, event[:, None], event[None, :]]
        return Outcome(Frame(facts, sees), spot.here[row] & self.designated[event], event)


def believed(spot: Spot, done: Outcome) -> bool:
    """Whether all who held something possible where they are still do after an act."""
    before = np.any(spot.frame.sees[:, spot.here], axis=(1, 2))
    after = np.all(np.any(done.frame.sees[:, done.here], axis=2), axis=1)
    return bool((after | ~before).all())


def matrix(links: Iterable[tuple[str, str]], names: list[str]) -> NDArray[np.bool_]:
    """Links between events as a matrix."""
    found = np.zeros((len(names), len(names)), dtype=bool)
    for here, there in links:
        found[names.index(here), names.index(there)] = True
    return found


class Seen(NamedTuple):
    """How a spot was reached: from which, by which act."""

    before: bytes | None
    act: str
    worlds: int


class LayerSearch(ABC):
    """A search layer by layer: how it is stopped, and what it says if there is no plan."""

    problem: Problem

    def search(self, longest: int) -> Plan:
        """A shortest plan of at most so many steps."""
        try:
            return self.searched(longest)
        except KeyboardInterrupt:
            return self.failed(stopped=True)

    @abstractmethod
    def searched(self, longest: int) -> Plan:
        """A shortest plan; all situations of a layer are looked at together."""

    @abstractmethod
    def progress(self) -> tuple[int, int]:
        """Within how many steps there is no plan, and how many situations were met."""

    def failed(self, *, none_at_all: bool = False, stopped: bool = False) -> Plan:
        """That there is no plan of so many steps."""
        steps, met = self.progress()
        return Plan(
            self.problem.goal,
            None,
            none_within=steps,
            none_at_all=none_at_all,
            looked_at=met,
            stopped=stopped,
        )


class Breadth(LayerSearch):
    """The search over spots."""

    def __init__(self, problem: Problem, report: Report) -> None:
        self.problem, self.report = problem, report
        start = problem.start
        self.seen: dict[bytes, Seen] = {start.key: Seen(None, "", len(start.frame))}
        self.layer = [start]
        self.steps = 0

    def searched(self, longest: int) -> Plan:
        """A shortest plan; each layer has the spots that so many steps lead to."""
        start = self.problem.start
        if self.problem.reached(start, Truths(start.frame, self.problem.words)):
            return self.found(start)
        while self.steps < longest:
            self.report(f"{self.steps} steps: {len(self.seen)} situations")
            further = []
            for spot in self.layer:
                for new in self.onward(spot):
                    if self.problem.reached(new, Truths(new.frame, self.problem.words)):
                        return self.found(new)
                    further.append(new)
                if len(self.seen) > MOST_SPOTS:
                    return self.failed()
            if not further:
                return self.failed(none_at_all=True)
            self.steps += 1
            self.layer = further
        return self.failed()

    def progress(self) -> tuple[int, int]:
        """The steps so far, and the spots that they led to."""
        return self.steps, len(self.seen)

    def onward(self, spot: Spot) -> Iterator[Spot]:
        """The spots that one act leads to, and that were not met before."""
        truths = Truths(spot.frame, self.problem.words)
        for ready, done in self.problem.moves(spot, truths):
            new = self.problem.words.settled(done.frame, done.here)
            if new.key not in self.seen:
                self.seen[new.key] = Seen(spot.key, ready.act.name, len(new.frame))
                yield new

    def found(self, spot: Spot) -> Plan:
        """The plan that leads to a spot."""
        steps: list[str] = []
        worlds = []
        key: bytes | None = spot.key
        while key is not None:
            step = self.seen[key]
            worlds.append(step.worlds)
            if step.before is not None:
                steps.append(step.act)
            key = step.before
        return Plan(
            self.problem.goal,
            tuple(reversed(steps)),
            tuple(reversed(worlds)),
            none_within=len(steps) - 1,
            looked_at=len(self.seen),
        )
