"""Quantifiers over knowledge, as SMCDEL reads them.

SMCDEL takes a formula for the set of *all* valuations where it holds, those against the
law too, and `Forall {1} f` asks for `f` at a valuation and at the one that differs in 1
alone.  To ask that of `f` with knowledge inside, the law is kept apart from the model: all
valuations are there, and to know is to find a claim in those that look alike *and obey
the law* [Gattinger2018, ch. 2].  Where `f` is free of knowledge this is no more than to put
1 as true and as false in `f`, as our own language does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.bits import FULL, Cube, fold
from whoknows.logic.models.model import Agent, Claim, Model
from whoknows.logic.reasoning.evaluate import evaluate

MOST_QUANTIFIED = 6  # quantified facts of one formula
STATIC = (f.Top, f.Bot, f.Atom, f.Not, f.And, f.Or, f.Xor, f.OneOf, f.Implies, f.Iff)


def needed(formula: Formula) -> bool:
    """Whether a formula needs this reading: for its meaning, or for speed.

    To put facts in a formula takes twice the work for each fact; here each is one step.
    """
    quantifiers = [q for q in f.within(formula) if isinstance(q, f.Forall | f.Exists)]
    mixed = any(
        not isinstance(inner, (*STATIC, f.Forall, f.Exists))
        for quantifier in quantifiers
        for inner in f.within(quantifier)
    )
    names = sum(len(quantifier.names) for quantifier in quantifiers)
    return mixed or names > MOST_QUANTIFIED


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LawApart(Cube):
    """All valuations, the law apart from them: `alive` are those that obey it."""

    law_apart = True

    @property
    def everywhere(self) -> Claim:
        """The claim that holds in every valuation, against the law or not."""
        if self.axes < 6:
            return np.array([(1 << 2**self.axes) - 1], dtype=np.uint64)
        return np.full(2**self.axes // 64, FULL)

    def can_grow(self, events: int) -> bool:  # noqa: ARG002
        """It must, however few obey the law: rows would be of those alone."""
        return True

    def alike(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Valuations that look to the `group` like one that obeys the law, of `fails`."""
        return fold(self.alive & fails, self.missed(group))

    def unsure(self, claim: Claim, group: Iterable[Agent]) -> Claim:
        """Valuations that look like one with `claim`, and like one without."""
        return Model.unsure(self, claim, group)

    def reach(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Valuations of `fails`, and those joined to one by a chain that obeys the law."""
        missed = [self.missed((agent,)) for agent in group]
        found = fails
        while True:
            before = found
            for axes in missed:
                found = found | fold(self.alive & found, axes)
            if np.array_equal(found, before):
                return found

    def widen(self, claim: Claim, inner: Claim) -> Claim:
        """A claim of `restrict(claim)`, where it holds."""
        return claim & inner

    def along_names(self, claim: Claim, names: Iterable[str]) -> Claim:
        """Valuations that differ in the named facts only from one of the claim."""
        axes = [axis for name in names for axis in self.places[name].axes]
        return fold(claim, axes)


def law_apart(
    facts: tuple[str, ...], sees: Mapping[str, tuple[str, ...]], law: Formula
) -> LawApart:
    """The structure of an SMCDEL file."""
    full = LawApart.full(facts, {}, sees)
    return replace(full, alive=full.alive & evaluate(full, law))


def answer(structure: LawApart, model: Model, formula: Formula) -> Claim:
    """Where a formula holds, as a claim of the model that obeys the law."""
    found = structure.alive & evaluate(structure, formula)
    return model.claim_of(Cube.worlds(structure, found).tolist())
