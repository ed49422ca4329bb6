"""Quantifiers over knowledge, as SMCDEL reads them.

SMCDEL takes a formula for the set of *all* valuations where it holds, those against the
law too, and `Forall {1} f` asks for `f` at a valuation and at the one that differs in 1
alone.  To ask that of `f` with knowledge inside, the law is kept apart from the model: all
valuations are there, and to know is to find a claim in those that look alike *and obey
the law* [Gattinger2018, ch. 2].  Where `f` is free of knowledge this is no more than to put
1 as true and as false in `f`, as our own language does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce

import numpy as np

from whoknows.logic import formula as f
from whoknows.logic.build import every_world
from whoknows.logic.evaluate import evaluate, exactly_one
from whoknows.logic.formula import Formula
from whoknows.logic.model import Claim, Model

MANY = 6  # quantified facts of one formula
DYNAMIC = (
    f.Know,
    f.Possible,
    f.KnowValue,
    f.Announce,
    f.CanAnnounce,
    f.AnnounceWhether,
    f.AnnounceValue,
)


def needed(formula: Formula) -> bool:
    """Whether a formula needs this reading: for its meaning, or for speed.

    To put facts in a formula takes twice the work for each fact; here each is one step.
    """
    quantifiers = [q for q in within(formula) if isinstance(q, (f.Forall, f.Exists))]
    return mixed(formula) or sum(len(q.names) for q in quantifiers) > MANY


def mixed(formula: Formula) -> bool:
    """Whether knowledge or an announcement stands inside a quantifier."""
    if isinstance(formula, (f.Forall, f.Exists)):
        return any(isinstance(inner, DYNAMIC) for inner in within(formula))
    return any(map(mixed, f.inner(formula)))


def within(formula: Formula) -> Iterator[Formula]:
    """A formula and everything inside it."""
    yield formula
    for inner in f.inner(formula):
        yield from within(inner)


def blind(fact: str) -> str:
    """The agent who sees everything but one fact; no file can name it."""
    return f"all but {fact}"


@dataclass(frozen=True, slots=True)
class Structure:
    """All valuations, and the law apart from them."""

    full: Model
    law: Claim

    @classmethod
    def of(
        cls, facts: tuple[str, ...], sees: Mapping[str, tuple[str, ...]], law: Formula
    ) -> Structure:
        """The structure of an SMCDEL file."""
        others = {blind(fact): tuple(set(facts) - {fact}) for fact in facts}
        full = every_world(facts, {**sees, **others}, engine="cube")
        return cls(full, evaluate(full, law))

    def answer(self, model: Model, formula: Formula) -> Claim:
        """Where a formula holds, as a claim of the model that obeys the law."""
        return model.claim_of(self.full.worlds(self.law & self.where(formula)).tolist())

    def announced(self, said: Claim) -> Structure:
        """The structure once a claim is said aloud: a stricter law."""
        return Structure(self.full, self.law & said)

    def where(self, formula: Formula) -> Claim:
        """The valuations, against the law or not, where a formula holds."""
        everywhere = self.full.everywhere
        nowhere = everywhere & ~everywhere
        where = self.where
        match formula:
            case f.Not(claim):
                return everywhere & ~where(claim)
            case f.And(claims):
                return reduce(np.bitwise_and, map(where, claims), everywhere)
            case f.Or(claims):
                return reduce(np.bitwise_or, map(where, claims), nowhere)
            case f.Xor(claims):
                return reduce(np.bitwise_xor, map(where, claims), nowhere)
            case f.OneOf(claims):
                return exactly_one(list(map(where, claims)), nowhere)
            case f.Implies(given, then):
                return everywhere & ~where(given) | where(then)
            case f.Iff(left, right):
                return everywhere & ~(where(left) ^ where(right))
            case f.Forall(names, claim):
                return everywhere & ~self.some(names, everywhere & ~where(claim))
            case f.Exists(names, claim):
                return self.some(names, where(claim))
            case f.Know(how, who, claim):
                holds = where(claim)
                found = self.known(how[0], who, holds)
                if how.endswith("w"):
                    found = found | self.known(how[0], who, everywhere & ~holds)
                return found
            case f.Announce(said, then):
                yes = where(said)
                return everywhere & ~yes | self.after(yes, then)
            case f.CanAnnounce(said, then):
                yes = where(said)
                return yes & self.after(yes, then)
            case f.AnnounceWhether((said,), then):
                yes = where(said)
                no = everywhere & ~yes
                return (yes & self.after(yes, then)) | (no & self.after(no, then))
            case _:
                return evaluate(self.full, formula)

    def after(self, said: Claim, then: Formula) -> Claim:
        """Where a formula holds once a claim is said aloud."""
        return self.announced(said).where(then)

    def some(self, names: tuple[str, ...], claim: Claim) -> Claim:
        """Where the claim holds after some change of the named facts."""
        for name in names:
            claim = self.full.alike(claim, (blind(name),))
        return claim

    def known(self, how: str, who: tuple[str, ...], claim: Claim) -> Claim:
        """Where a claim is known by one, by all together, or commonly (K, D, C)."""
        against = self.full.everywhere & ~self.law
        if how != "C":
            return self.full.distributed(who, against | claim)
        found = claim  # the greatest claim that holds and that everyone knows to hold
        while True:
            wider = claim & self.full.everyone_knows(who, against | found)
            if np.array_equal(wider, found):
                return found
            found = wider
