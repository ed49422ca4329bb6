"""A model as a decision diagram: for vocabularies whose worlds would not fit a table.

This is the knowledge structure of SMCDEL: a vocabulary, a law, and for each agent the
coordinates it observes [vanBenthem2018].  The law is a diagram over the vocabulary; to know
is to quantify over the coordinates that are missed; to announce is to conjoin.

>>> names = [f"child{k}" for k in range(30)]
>>> sees = {name: [other for other in names if other != name] for name in names}
>>> muddy = Symbolic.full(names, {}, sees).announce(" | ".join(names))
>>> len(muddy), muddy.count("K child0 child0")
(1073741823, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import and_, or_
from typing import Any, Self

import numpy as np

from whoknows.errors import BadSetup, TooLarge
from whoknows.logic.diagrams import Diagrams, Written, diagrams, foreign, within_memory
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.combinations import Coordinate, Grid, axes_count, coordinates
from whoknows.logic.models.fixed_point import fixed_point
from whoknows.logic.models.model import (
    Agent,
    Claim,
    Model,
    Value,
    View,
    World,
    Worlds,
    check_number,
)

FEW_WORLDS = 1000  # worlds that are put in order to find the first
LISTED = 10**7  # worlds that are listed at once; more are counted, or iterated over


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Symbolic(Grid):
    """A model whose worlds are the combinations that satisfy a diagram.

    A claim may say anything of combinations that are no worlds: whoever counts, lists, or
    quantifies keeps to the worlds.
    """

    diagrams: Diagrams
    engine = "symbolic"
    keeps_answers = True

    @classmethod
    def full(
        cls,
        facts: Iterable[str],
        parts: Mapping[str, tuple[Value, ...]],
        sees: Mapping[Agent, Iterable[str]],
        *,
        manager: Diagrams | None = None,
    ) -> Self:
        """Every combination of facts and parts; each agent sees those named."""
        places = coordinates(facts, parts)
        manager = manager or diagrams(axes_count(places))
        seen = {agent: frozenset(names) for agent, names in sees.items()}
        model = cls(places, seen, manager.everything(), {}, manager)
        unused = [(name, code) for name, place in places.items() for code in place.unused]
        for name, code in unused:
            model = model.restrict(~model.at_code(name, code))
        return model

    def fails(self, claim: Claim) -> Claim:
        """The worlds where a claim fails."""
        return ~claim

    def both(self, claims: list[Claim]) -> Claim:
        """Where all of some claims hold: neighbors first, so that diagrams stay small."""
        return in_pairs(and_, claims) if claims else self.diagrams.everything()

    def either(self, claims: list[Claim]) -> Claim:
        """Where at least one of some claims holds."""
        return in_pairs(or_, claims) if claims else self.nowhere

    def fact(self, name: str) -> Claim:
        """Where a fact holds."""
        if name in self.defined:
            return self.defined[name]
        place = self.places.get(name)
        if place is None or place.values or name in self.hidden:
            return Model.fact(self, name)
        return self.diagrams.variable(place.first)

    def at_code(self, name: str, code: int) -> Claim:
        """The combinations where the binary axes of a coordinate spell `code`."""
        place = self.places[name]
        claim = None
        for k, axis in reversed(list(enumerate(place.axes))):
            variable = self.diagrams.variable(axis)
            bit = variable if code >> k & 1 else ~variable
            claim = bit if claim is None else claim & bit
        return claim

    @property
    def nowhere(self) -> Claim:
        """The claim that holds in no world."""
        return ~self.diagrams.everything()

    def stretched(self, claim: Claim, extra: int) -> Claim:
        """A claim as one of the model with so many more axes: the same diagram."""
        self.diagrams.grow(self.axes + extra)
        return claim

    @within_memory
    def sliced(self, claim: Claim, code: int, extra: int) -> Claim:
        """The claim of a model with more axes, where these spell `code`."""
        axes = tuple(range(self.axes, self.axes + extra))
        for place, axis in enumerate(axes):
            variable = self.diagrams.variable(axis)
            claim = claim & (variable if code >> place & 1 else ~variable)
        return self.diagrams.fold(claim, axes)

    def can_grow(self, events: int) -> bool:  # noqa: ARG002
        """Whether a coordinate of so many values more is better kept here: it is."""
        return True

    def __reduce__(self) -> tuple[Any, ...]:
        names = list(self.defined)
        nodes = [self.alive, *self.defined.values()]
        written = self.diagrams.written(nodes)
        return restored, (
            dict(self.places),
            dict(self.sees),
            names,
            dict(self.hidden),
            written,
        )

    def along(self, claim: Claim, axis: int) -> Claim:
        """Those worlds of a claim where a binary axis is 1."""
        return claim & self.diagrams.variable(axis)

    @within_memory
    def alike(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that look to the whole `group` together like one where `fails` holds."""
        self.check_claim(fails)
        return self.alive & self.diagrams.fold_both(self.alive, fails, self.missed(group))

    @within_memory
    def distributed(self, group: Iterable[Agent], claim: Claim | Formula | str) -> Claim:
        """Where the `group`, putting all they see together, would know `claim` (D)."""
        where, axes = self.claim(claim), self.missed(self.group(group))
        return self.diagrams.fold_all(self.alive, where, axes)

    @within_memory
    def distributed_whether(
        self, group: Iterable[Agent], claim: Claim | Formula | str
    ) -> Claim:
        """Where the `group`, putting all together, would know whether `claim` (Dw)."""
        group, where = self.group(group), self.claim(claim)
        return self.distributed(group, where) | self.distributed(group, ~where)

    @within_memory
    def reach(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds joined to one where `fails` holds by a chain of views of the `group`."""
        missed = [self.missed((agent,)) for agent in group]
        self.check_claim(fails)

        def one_step_more(claim: Claim) -> Claim:
            for axes in missed:
                claim = self.alive & self.diagrams.fold(claim, axes)
            return claim

        return fixed_point(self.alive & fails, one_step_more, self.diagrams.same)

    @within_memory
    def knows_value(self, agent: Agent, part: str) -> Claim:
        """Where `agent` knows the value of `part`: one value in all its cell (Kv)."""
        values, group = self.parts_named(part), self.group((agent,))
        once = twice = self.nowhere
        for value in values:
            where, missed = self.is_value(part, value), self.missed(group)
            there = self.diagrams.fold_both(self.alive, where, missed)
            once, twice = once | there, twice | (once & there)
        return self.alive & ~twice

    def some(self, claim: Claim) -> bool:
        """Whether a claim is true in some world."""
        return self.diagrams.some(self.alive & claim)

    def check_claim(self, said: Claim) -> None:
        """Raise `BadSetup` if a claim is of another kind of model."""
        if not self.diagrams.owns(said):
            raise foreign(said)

    @within_memory
    def where(self, formula: Formula | str) -> Claim:
        """The worlds where a formula holds."""
        return self.alive & Model.where(self, formula)

    @within_memory
    def restrict(self, claim: Claim) -> Self:
        """The model with the worlds of `claim` only; there may be none."""
        return Grid.restrict(self, claim)

    @within_memory
    def announce_answers(
        self, claims: Sequence[Claim | Formula | str], at: World | str
    ) -> Self:
        """The model once it is said, all at the same time, which `claims` hold."""
        return Model.announce_answers(self, claims, at)

    @within_memory
    def count(self, claim: Claim | Formula | str) -> int:
        """The number of worlds where `claim` holds."""
        return self.diagrams.count(self.alive & self.claim(claim), self.axes)

    def __iter__(self) -> Iterator[World]:
        return self.diagrams.worlds(self.alive, self.axes)

    def listed(self, claim: Claim | Formula | str) -> Iterator[World]:
        """The worlds of a claim one after the other, none made before it is asked for."""
        return self.diagrams.worlds(self.alive & self.claim(claim), self.axes)

    def worlds(self, claim: Claim | None = None) -> Worlds:
        """The numbers of the worlds of `claim`, or of all worlds."""
        claim = self.alive if claim is None else self.alive & self.claim(claim)
        if (count := self.diagrams.count(claim, self.axes)) > LISTED:
            raise TooLarge(f"{count} worlds are too many to list; count them, or iterate")
        if self.axes < 63:
            return self.diagrams.all_worlds(claim, self.axes)
        return np.array(sorted(self.diagrams.worlds(claim, self.axes)), dtype=object)

    @within_memory
    def claim_of(self, worlds: Iterable[World]) -> Claim:
        """The claim that holds in just these worlds."""
        claim = self.nowhere
        for world in worlds:
            self.check_world(world)
            one_world = self.alive
            for axis in reversed(range(self.axes)):
                variable = self.diagrams.variable(axis)
                one_world = one_world & (variable if world >> axis & 1 else ~variable)
            claim = claim | one_world
        return claim

    def check_world(self, world: World) -> None:
        """Raise `BadSetup` if the world is not in the model."""
        check_number(world)
        if not (0 <= world < 2**self.axes and self.bit(self.alive, world)):
            raise BadSetup(f"world {world} is not among the {self.size} worlds left")

    def bit(self, claim: Claim, world: World) -> bool:
        """Whether a claim holds at a combination."""
        return self.diagrams.bit(claim, world)

    def witness(self, claim: Claim | Formula | str) -> World | None:
        """A world of the claim, if there is one."""
        return next(islice(self.listed(claim), 1), None)

    def first(self, claim: Claim) -> World:
        """A world of a claim that has one: the first of few, any of very many."""
        if self.count(claim) <= FEW_WORLDS:
            return int(self.worlds(claim)[0])
        return next(self.diagrams.worlds(self.alive & claim, self.axes))

    def looks(self, agent: Agent) -> View:
        """How every world looks to `agent`, as labels in the order of `worlds()`."""
        seen = ~sum(1 << axis for axis in self.missed(self.group((agent,))))
        labels: View = np.unique(self.worlds() & seen, return_inverse=True)[1]
        return labels


def in_pairs(join: Callable[[Claim, Claim], Claim], claims: list[Claim]) -> Claim:
    """Claims joined two by two, then what came of it two by two, until one is left."""
    while len(claims) > 1:
        last = claims[len(claims) - len(claims) % 2 :]
        claims = list(map(join, claims[:-1:2], claims[1::2])) + last
    return claims[0]


def restored(
    places: Mapping[str, Coordinate],
    sees: Mapping[Agent, frozenset[str]],
    names: Sequence[str],
    hidden: Mapping[str, str],
    written: Written,
) -> Symbolic:
    """A symbolic model out of its numbers, with diagrams of its own."""
    manager = diagrams(axes_count(places))
    alive, *claims = manager.read(written)
    defined = dict(zip(names, claims, strict=True))
    return Symbolic(places, sees, alive, defined, manager, hidden=hidden)
