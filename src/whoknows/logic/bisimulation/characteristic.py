"""The characteristic formula of a world: true there, and only where nothing differs.

Each class of worlds that no formula tells apart gets a name: its facts, and what tells it
from the other classes with the same facts.  The formula says which class this world is of,
and that it is common knowledge what everybody holds possible in a world of each class; any
two worlds where it is true are bisimilar [vanDitmarsch2007, ch. 8].

>>> from whoknows.logic import every_world
>>> coin = every_world(["heads"], sees={"ann": ["heads"], "bob": []})
>>> print(characteristic(coin, 1))
heads & C{ann, bob} ((~heads -> K ann ~heads & <K bob> ~heads & <K bob> heads) & (heads ->
K ann heads & <K bob> ~heads & <K bob> heads))
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import TooLarge
from whoknows.logic.bisimulation.contraction import Distinguisher, joined, refine
from whoknows.logic.language.formula import (
    And,
    Atom,
    Bot,
    Formula,
    Implies,
    Is,
    Know,
    Not,
    Or,
    Possible,
)
from whoknows.logic.models.build import NAME
from whoknows.logic.models.links import Relational, generated, relational
from whoknows.logic.models.model import Agent, Model, World

__all__ = ["Classes", "characteristic"]

MOST_CLASSES = 64  # the formula speaks of all pairs of them


@checked
def characteristic(model: Model, at: World) -> Formula:
    """A formula true `at` a world, and elsewhere only in worlds bisimilar to it."""
    near = generated(model, at)
    row = int(np.flatnonzero(near.worlds() == at)[0])
    known = near.engine != "relational"  # and not only believed
    classes = Classes(relational(near), known=known)
    if classes.count > MOST_CLASSES:
        raise TooLarge(
            f"{classes.count} different worlds are in reach; a characteristic formula "
            f"is written for at most {MOST_CLASSES}"
        )
    own = classes.names[int(classes.of_row[row])]
    if not near.agents:
        return own
    onward = joined([Implies(classes.names[k], formula) for k, formula in classes.sights()])
    common = Know("C", tuple(near.agents), onward)
    # Common belief speaks of where one gets, and not of here.
    return And((own, common) if known else (own, onward, common))


class Classes:
    """The classes of worlds that no formula tells apart, each with a name and a row."""

    def __init__(self, model: Relational, *, known: bool) -> None:
        rounds = refine(model)
        self.model, self.known = model, known
        self.of_row: NDArray[Any] = rounds[-1]
        self.rows = np.unique(self.of_row, return_index=True)[1].tolist()
        self.count = len(self.rows)
        self.facts = [so_in(model, row) for row in self.rows]
        telling = Distinguisher(model, rounds)
        self.names = [self.name(telling, k) for k in range(min(self.count, MOST_CLASSES))]

    def name(self, telling: Distinguisher, own: int) -> Formula:
        """The facts of a class, and what tells it from others with the same facts."""
        same = [k for k in range(self.count) if self.facts[k] == self.facts[own]]
        differences = [
            telling.formula(self.rows[own], self.rows[k]) for k in same if k != own
        ]
        return joined([*self.facts[own], *dict.fromkeys(differences)])

    def sights(self) -> list[tuple[int, Formula]]:
        """What everybody holds possible in a world of each class."""
        return [
            (
                k,
                joined(
                    [part for agent in self.model.agents for part in self.sight(agent, k)]
                ),
            )
            for k in range(self.count)
        ]

    def sight(self, agent: Agent, own: int) -> list[Formula]:
        """That an agent holds worlds of some classes possible, and of no others."""
        source, target = self.model.links[agent]
        seen = np.unique(self.of_row[target[source == self.rows[own]]]).tolist()
        names = [self.names[k] for k in seen]
        only: Formula = Know("K", (agent,), Or(tuple(names)) if names else Bot())
        if len(names) == 1:
            only = Know("K", (agent,), names[0])
        some: list[Formula] = [Possible("K", (agent,), name) for name in names]
        if len(names) == 1 and self.known:
            return [only]  # what is known is so here: it is held possible
        return some if self.exhaustive(seen) else [*some, only]

    def exhaustive(self, seen: list[int]) -> bool:
        """Whether the names of some classes are all the ways that facts can be."""
        if set(self.model.columns) - {NAME}:
            return False
        plain = {
            tuple(self.facts[k]) for k in seen if self.names[k] == joined(self.facts[k])
        }
        return bool(len(plain) == 2 ** len(self.model.facts))


def so_in(model: Relational, row: int) -> list[Formula]:
    """What is so in a row: every fact or its negation, and the value of every part."""
    facts: list[Formula] = [
        Atom(name) if column[row] else Not(Atom(name))
        for name, column in model.facts.items()
    ]
    return facts + [
        Is(name, str(part.values[part.codes[row]]))
        for name, part in model.columns.items()
        if name != NAME
    ]
