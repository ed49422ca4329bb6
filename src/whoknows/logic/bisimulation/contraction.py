"""When two worlds cannot be told apart by any formula, and a formula when they can.

Two worlds are *bisimilar* if the same facts hold in them and every agent holds bisimilar
worlds possible [vanDitmarsch2007, ch. 2].  The coarsest such partition is found by rounds:
first by facts, then by which classes each agent holds possible, until nothing splits.
Names of worlds are labels and do not count.  Formulas here are all but those with D: what a
group would know together hangs on how many worlds there are, not on what they are like.

>>> from whoknows.logic import from_cells
>>> twice = from_cells("uvw", {"p": "uw"}, {"ann": ["uv", "w"], "bob": ["uvw"]})
>>> len(contracted(twice))                   # u and w differ: ann knows p in w only
3
>>> print(difference(twice, 0, twice, 2))
<K ann> ~p
>>> doubled = from_cells("uvw", {"p": "uw"}, {"ann": ["uvw"]})
>>> len(contracted(doubled)), difference(doubled, 0, doubled, 2)
(2, None)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.logic.bisimulation.partition import (
    Classes,
    Lists,
    Neighbors,
    coarsest,
)
from whoknows.logic.language.formula import And, Atom, Formula, Is, Not, Possible, Top
from whoknows.logic.models.build import NAME
from whoknows.logic.models.labels import bound, distinct
from whoknows.logic.models.links import Relational, relational, rows_of
from whoknows.logic.models.model import Agent, Model, Value, World
from whoknows.logic.models.plausibility import Plausible
from whoknows.logic.models.table import Part, Rows, Table
from whoknows.work.memory import reserve

__all__ = [
    "Contraction",
    "Distinguisher",
    "by_facts",
    "contracted",
    "contraction",
    "difference",
    "joined",
    "neighbors_of",
    "refine",
    "relational_row",
    "rows_of",
]


M = TypeVar("M", bound=Model, covariant=True)


class Contraction(NamedTuple, Generic[M]):
    """A smaller model that satisfies the same formulas, and where each world went."""

    model: M
    world: Mapping[World, World]  # from the numbers before to those of the model

    def __repr__(self) -> str:
        return f"<contraction to a {repr(self.model)[1:]}"


@checked
def contracted(model: Model) -> Rows:
    """The smallest model that satisfies the same formulas: a world for each class."""
    return contraction(model).model


@checked
def contraction(model: Model, at: World | str | None = None) -> Contraction[Rows]:
    """The model contracted, with the map; the world `at` stands for its own class.

    Worlds are listed; layers of plausibility are kept, and tell worlds apart.

    >>> from whoknows.logic import from_cells
    >>> doubled = from_cells("uvw", {"p": "uw"}, {"ann": ["uvw"]})
    >>> small, world = contraction(doubled, at="w")
    >>> small.names("true"), world
    (['p world=w', 'world=v'], {0: 0, 1: 1, 2: 0})
    """
    rows = rows_of(model)
    reserve((200 + 100 * len(rows.agents)) * len(rows), f"contracting {len(rows)} worlds")
    near = [neighbors_of(rows, agent) for agent in rows.agents]
    if isinstance(rows, Plausible):
        near += [below_in(rows, agent) for agent in rows.agents]
    classes = coarsest(by_facts(rows), near)
    _, first = np.unique(classes, return_index=True)
    order = np.argsort(first)  # classes stand in the order of their first worlds
    if at is not None:
        row = relational_row(model, model.world_at(at))
        first[classes[first] == classes[row]] = row
    first = first[order]
    made, place = class_model(rows, classes, first)
    numbers = made.worlds()[place[classes]].tolist()
    return Contraction(made, dict(zip(model.worlds().tolist(), numbers, strict=True)))


def class_model(
    rows: Rows, classes: Classes, first: NDArray[Any]
) -> tuple[Rows, NDArray[Any]]:
    """The model of the rows that stand for the classes, and the row of every class."""
    facts = {name: column[first] for name, column in rows.facts.items()}
    parts = {n: Part(p.codes[first], p.values) for n, p in rows.columns.items()}
    place = np.zeros(bound(classes), dtype=np.int64)
    place[classes[first]] = np.arange(len(first))
    if isinstance(rows, Relational):
        links = {
            agent: (place[classes[some.source]], place[classes[some.target]])
            for agent, some in rows.links.items()
        }
        return Relational(facts, links, parts, rows=len(first)), place
    assert isinstance(rows, Table)
    # Bisimilar rows hold the same classes possible, so the cell of one stands for all: two
    # classes look alike if the cell of one's first row holds a row of the other.
    views = {agent: class_cells(rows.views[agent], classes, first) for agent in rows.agents}
    if isinstance(rows, Plausible):
        # rows of a class see as many classes below, and higher rows see more
        ranks = {a: class_sets(classes, below_in(rows, a))[first] for a in rows.agents}
        return Plausible(facts, views, ranks, parts, rows=len(first)), place
    return Table(facts, views, parts, rows=len(first)), place


def class_cells(view: NDArray[Any], classes: Classes, first: NDArray[Any]) -> NDArray[Any]:
    """For each class, by its first row, the least class in that row's cell."""
    least = np.full(bound(view), bound(classes))
    np.minimum.at(least, view, classes)
    cells: NDArray[Any] = least[view[first]]
    return cells


@checked
def refine(model: Rows) -> list[Classes]:
    """The classes of the rows after every round; the last are those of bisimilarity.

    The plain way, round by round, whose history `difference` needs; `coarsest` gives the
    last round alone, and fast.
    """
    rounds = [by_facts(model)]
    neighbors = {agent: neighbors_of(model, agent) for agent in model.agents}
    while True:
        classes = rounds[-1]
        finer = classes
        for near in neighbors.values():
            finer = pairs(finer, seen_classes(classes, near))
        if bound(finer) == bound(classes):
            return rounds
        rounds.append(finer)


@checked
def by_facts(model: Rows) -> Classes:
    """Rows parted by what is so in them."""
    classes: Classes = np.zeros(len(model), dtype=np.int64)
    for column in model.facts.values():
        classes = pairs(classes, column.astype(np.int64))
    for name, part in model.columns.items():
        if name != NAME:
            classes = pairs(classes, part.codes.astype(np.int64))
    return classes


def pairs(one: Classes, other: Classes) -> Classes:
    """Rows parted by both; classes are counted from 0."""
    both = one.astype(np.int64) * bound(other) + other
    numbers: Classes = np.unique(both, return_inverse=True)[1]
    return numbers


@checked
def neighbors_of(model: Rows, agent: Agent) -> Neighbors:
    """Whom an agent holds possible in each row."""
    model.group((agent,))
    rows = np.arange(len(model))
    if isinstance(model, Relational):
        return Neighbors(rows, model.links[agent].source, model.links[agent].target)
    assert isinstance(model, Table)
    return Neighbors(model.views[agent], model.views[agent], rows)


def below_in(model: Plausible, agent: Agent) -> Neighbors:
    """The rows of each row's cell that are no less plausible to an agent."""
    layer = pairs(model.views[agent], model.ranks[agent])  # the cells, and in them layers
    first = np.unique(layer, return_index=True)[1]
    members = Lists.by(model.views[agent], np.arange(len(model)), bound(model.views[agent]))
    sizes = np.bincount(model.views[agent])[model.views[agent][first]]
    reserve(32 * int(sizes.sum()), f"the layers of {agent}")
    member, owner = members.of(model.views[agent][first])
    below = model.ranks[agent][member] <= model.ranks[agent][first[owner]]
    return Neighbors(layer, owner[below], member[below])


def class_sets(classes: Classes, near: Neighbors) -> Classes:
    """How many classes each row points to."""
    width = bound(classes)
    held = distinct(near.owner.astype(np.int64) * width + classes[near.member])
    sizes: Classes = np.bincount(held // width, minlength=bound(near.group))[near.group]
    return sizes


def seen_classes(classes: Classes, near: Neighbors) -> Classes:
    """The set of classes that each row points to, as a number, equal for equal sets."""
    width = bound(classes)
    held = distinct(near.owner.astype(np.int64) * width + classes[near.member])
    owner, kind = np.divmod(held, width)
    sets = np.split(kind, np.flatnonzero(np.diff(owner)) + 1)
    named = {b"": 0}
    names = np.zeros(max(bound(near.group), 1), dtype=np.int64)
    for group, some in zip(distinct(owner).tolist(), sets, strict=False):
        names[group] = named.setdefault(some.tobytes(), len(named))
    numbers: Classes = names[near.group]
    return numbers


@checked
def difference(left: Model, at: World, right: Model, there: World) -> Formula | None:
    """A formula true `at` a world of one model and false `there` in the other, or `None`.

    `None` says that the two are bisimilar: no formula tells them apart.  What is compared
    is knowledge, or belief by links: layers are not.
    """
    both, row, other_row = side_by_side(left, at, right, there)
    rounds = refine(both)
    if rounds[-1][row] == rounds[-1][other_row]:
        return None
    return Distinguisher(both, rounds).formula(row, other_row)


def side_by_side(
    left: Model, at: World, right: Model, there: World
) -> tuple[Relational, int, int]:
    """Two models as one, and the rows of the two worlds in it."""
    one, two = relational(left), relational(right)
    for kind, mine, yours in (
        ("agents", set(one.agents), set(two.agents)),
        ("facts", set(one.facts), set(two.facts)),
        ("parts", so_parts(one), so_parts(two)),
    ):
        if mine != yours:
            raise BadSetup(f"the models have different {kind}: {mine} and {yours}")
    shift = len(one)
    facts = {n: np.concatenate([one.facts[n], two.facts[n]]) for n in one.facts}
    parts = {
        n: Part(np.concatenate([p.codes, two.columns[n].codes]), p.values)
        for n, p in one.columns.items()
        if n != NAME
    }
    links = {
        agent: (
            np.concatenate([some.source, two.links[agent].source + shift]),
            np.concatenate([some.target, two.links[agent].target + shift]),
        )
        for agent, some in one.links.items()
    }
    both = Relational(facts, links, parts, rows=shift + len(two))
    row, other_row = relational_row(left, at), shift + relational_row(right, there)
    return both, row, other_row


def so_parts(model: Model) -> set[tuple[str, tuple[Value, ...]]]:
    """The parts that say what is so, with their values: not the names of worlds."""
    return {(name, values) for name, values in model.parts.items() if name != NAME}


@checked
def relational_row(model: Model, world: World) -> int:
    """The row that a world gets when its model is made relational."""
    if isinstance(model, Rows):
        return int(model.rows((world,))[0])
    model.claim_of((world,))
    return int(np.searchsorted(model.worlds(), world))


class Distinguisher:
    """Makes formulas that tell rows apart, from the rounds in which they were parted."""

    def __init__(self, model: Relational, rounds: list[Classes]) -> None:
        self.model, self.rounds = model, rounds
        self.made: dict[tuple[int, int], Formula] = {}

    def formula(self, row: int, other: int) -> Formula:
        """A formula true in one row and false in the other."""
        last = self.rounds[-1]
        key = (int(last[row]), int(last[other]))
        if key not in self.made:
            parted = next(
                k for k, classes in enumerate(self.rounds) if classes[row] != classes[other]
            )
            made = (
                self.by_fact(row, other)
                if parted == 0
                else self.by_sight(row, other, parted)
            )
            self.made[key] = made
        return self.made[key]

    def by_fact(self, row: int, other: int) -> Formula:
        """A fact or value that holds in one row only."""
        for name, column in self.model.facts.items():
            if column[row] != column[other]:
                return Atom(name) if column[row] else Not(Atom(name))
        for name, part in self.model.columns.items():
            if part.codes[row] != part.codes[other]:
                return Is(name, str(part.values[part.codes[row]]))
        raise AssertionError((row, other))

    def by_sight(self, home: int, other: int, parted: int) -> Formula:
        """What an agent holds possible in one row only, by the round before."""
        classes = self.rounds[parted - 1]
        for agent in self.model.agents:
            mine, yours = self.targets(agent, home), self.targets(agent, other)
            for one, rest, negated in ((mine, yours, False), (yours, mine, True)):
                alone = one[~np.isin(classes[one], classes[rest])]
                if len(alone):
                    seen = {int(classes[row]): int(row) for row in rest}
                    claims = [self.formula(int(alone[0]), row) for row in seen.values()]
                    possible = Possible("K", (agent,), joined(list(dict.fromkeys(claims))))
                    return Not(possible) if negated else possible
        raise AssertionError((home, other))

    def targets(self, agent: Agent, row: int) -> NDArray[Any]:
        """The rows that an agent holds possible in a row."""
        source, target = self.model.links[agent]
        rows: NDArray[Any] = target[source == row]
        return rows


@checked
def joined(claims: list[Formula]) -> Formula:
    """All the claims as one."""
    if not claims:
        return Top()
    return claims[0] if len(claims) == 1 else And(tuple(claims))
