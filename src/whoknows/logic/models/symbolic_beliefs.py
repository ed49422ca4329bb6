"""Beliefs as diagrams: for each agent, which combinations it holds possible in which.

This is the belief structure of SMCDEL [Gattinger2018, ch. 2]: beside every axis stands a
second one, and the links of an agent are a diagram over both, from the first to the second.
Secrets and lies act on it as they act on a relational model, and no world is listed.

>>> from whoknows.logic import every_world, product
>>> from whoknows.logic.events.usual_events import private
>>> names = [f"p{k}" for k in range(40)]
>>> many = every_world(names, sees={"ann": [], "bob": []}, engine="symbolic")
>>> secret = private("p0", to=["ann"], agents=["ann", "bob"])
>>> told = product(belief_structure(many), secret).model
>>> told.size == 2**39 + 2**40, told.count("K ann p0 & K bob ~K ann p0") == 2**39
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import and_, or_
from typing import Any

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadSetup, TooLarge
from whoknows.logic.diagrams import Oxidd, Written, within_memory
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.combinations import Coordinate, axes_count
from whoknows.logic.models.fixed_point import fixed_point
from whoknows.logic.models.links import Relational
from whoknows.logic.models.model import Agent, Claim, Model, View, Worlds
from whoknows.logic.models.symbolic import Symbolic
from whoknows.logic.models.table import Part

MOST_LINKS = 10**6  # that are listed, to draw or to save them


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BeliefStructure(Symbolic):
    """A symbolic model with links in place of what agents see."""

    links: Mapping[Agent, Claim] = field(default_factory=dict, kw_only=True)
    engine = "beliefs"

    @within_memory
    def alike(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds from which the whole `group` together points to one of `fails`."""
        self.check_claim(fails)
        there = self.pairs.seconds(self.alive & fails, self.axes)
        return self.alive & self.pairs.fold_seconds(self.shared(group), there, self.axes)

    @within_memory
    def seen_from(self, claim: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that the `group` together holds possible in a world of the claim."""
        axes = tuple(range(self.axes))
        there = self.diagrams.fold_both(self.shared(group), self.alive & claim, axes)
        return self.alive & self.pairs.firsts(there, self.axes)

    def distributed(self, group: Iterable[Agent], claim: Claim | Formula | str) -> Claim:
        """Where the `group`, putting all together, would believe `claim` (D)."""
        return Model.distributed(self, group, claim)

    def reach(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds from which links of the `group`, one or more, lead to one of `fails`."""
        group = tuple(group)

        def one_step_more(claim: Claim) -> Claim:
            return reduce(or_, [self.alike(fails | claim, (a,)) for a in group], claim)

        return fixed_point(self.nowhere, one_step_more, self.diagrams.same)

    def reached_from(self, claim: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that links of the `group`, one or more, lead to from the claim."""
        group = tuple(group)

        def one_step_more(ends: Claim) -> Claim:
            return reduce(or_, [self.seen_from(claim | ends, (a,)) for a in group], ends)

        return fixed_point(self.nowhere, one_step_more, self.diagrams.same)

    def knows_value(self, agent: Agent, part: str) -> Claim:
        """Where all worlds that `agent` holds possible give `part` one value (Kv)."""
        values, group = self.parts_named(part), self.group((agent,))
        once = twice = self.nowhere
        for value in values:
            there = self.alike(self.is_value(part, value), group)
            once, twice = once | there, twice | (once & there)
        return self.fails(twice)

    def believes(
        self,
        agent: Agent,
        claim: Claim | Formula | str,
        given: Claim | Formula | str | None = None,
    ) -> Claim:
        """Where `agent` believes `claim`; links do not say what it would believe if ..."""
        if given is not None:
            raise BadSetup(
                "links say what is believed, not what would be believed after news"
            )
        return self.knows(agent, claim)

    def looks(self, agent: Agent) -> View:
        """An error: links are no cells."""
        raise BadSetup(f"the links of {agent} are a diagram, not cells")

    @property
    def pairs(self) -> Oxidd:
        """The diagrams, which have a second axis beside every axis."""
        assert isinstance(self.diagrams, Oxidd)
        return self.diagrams

    def shared(self, group: Iterable[Agent]) -> Claim:
        """The links that all of the group have."""
        links = [self.links[agent] for agent in self.group(group)]
        return reduce(and_, links, self.diagrams.everything())

    def linked(
        self, codes: tuple[int, ...], links: Mapping[Agent, Any], before: int
    ) -> Any:
        """The model after events, whose numbers stand on the axes from `before` on.

        `links` are the places of events that an agent goes from and to.
        """
        axes = range(before, self.axes)

        def at(place: int, variable: Any) -> Claim:
            linked = self.diagrams.everything()
            for k, axis in enumerate(axes):
                there = variable(axis)
                linked = linked & (there if codes[place] >> k & 1 else ~there)
            return linked

        firsts = [at(place, self.diagrams.variable) for place in range(len(codes))]
        seconds = [at(place, self.pairs.second) for place in range(len(codes))]
        new = {
            agent: self.links[agent]
            & reduce(or_, [firsts[a] & seconds[b] for a, b in pairs], self.nowhere)
            for agent, pairs in links.items()
        }
        return replace(self, links=new)

    @within_memory
    def with_rows(self) -> Relational:
        """The model with a row for every world, in the order of `worlds()`."""
        worlds = self.worlds()
        facts = {
            name: np.isin(worlds, self.worlds(self.fact(name)), assume_unique=True)
            for name in self.facts
        }
        parts = {name: self.column(name, worlds) for name in self.parts}
        links = {agent: self.rows_linked(agent, worlds) for agent in self.agents}
        return Relational(facts, links, parts, rows=len(worlds))

    def column(self, name: str, worlds: Worlds) -> Part:
        """The values of a part in worlds."""
        place = self.places[name]
        codes = (worlds >> place.first & ((1 << len(place.axes)) - 1)).astype(np.intp)
        return Part(codes.astype(np.min_scalar_type(len(place.values))), place.values)

    def rows_linked(self, agent: Agent, worlds: Worlds) -> tuple[Worlds, Worlds]:
        """The rows that an agent goes from and to."""
        there = self.pairs.seconds(self.alive, self.axes)
        node = self.links[agent] & self.alive & there
        if self.axes > 31 or self.pairs.pairs_count(node, self.axes) > MOST_LINKS:
            raise TooLarge(f"the links of {agent} are too many to list")
        first, second = self.pairs.all_pairs(node, self.axes)
        return np.searchsorted(worlds, first), np.searchsorted(worlds, second)

    def __reduce__(self) -> tuple[Any, ...]:
        names, agents = list(self.defined), list(self.links)
        nodes = [self.alive, *self.defined.values(), *self.links.values()]
        plain = dict(self.places), dict(self.sees), dict(self.hidden)
        return restored_beliefs, (*plain, names, agents, self.diagrams.written(nodes))


def restored_beliefs(
    places: Mapping[str, Coordinate],
    sees: Mapping[Agent, frozenset[str]],
    hidden: Mapping[str, str],
    names: list[str],
    agents: list[Agent],
    written: Written,
) -> BeliefStructure:
    """A belief structure out of its numbers, with diagrams of its own."""
    manager = Oxidd(axes_count(places), stride=2)
    alive, *rest = manager.read(written, stride=2)
    defined = dict(zip(names, rest[: len(names)], strict=True))
    links = dict(zip(agents, rest[len(names) :], strict=True))
    return BeliefStructure(
        places, sees, alive, defined, manager, hidden=hidden, links=links
    )


@checked
def belief_structure(model: Symbolic) -> BeliefStructure:
    """A symbolic model whose agents may come to be wrong: links as a diagram."""
    manager = Oxidd(model.axes, stride=2)
    alive, *defined = manager.read(
        model.diagrams.written([model.alive, *model.defined.values()])
    )
    links = {}
    for agent in model.agents:
        missed = set(model.missed((agent,)))
        link = manager.everything()
        for axis in reversed(range(model.axes)):
            if axis not in missed:
                link = link & ~(manager.variable(axis) ^ manager.second(axis))
        links[agent] = link
    named = dict(zip(model.defined, defined, strict=True))
    return BeliefStructure(
        model.places, model.sees, alive, named, manager, hidden=model.hidden, links=links
    )
