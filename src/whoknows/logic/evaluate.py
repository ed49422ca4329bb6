"""Where a formula holds in a model, by the definition of each operator.

>>> from whoknows.logic import every_world
>>> coin = every_world(["heads"], sees={"ann": ["heads"], "bob": []})
>>> coin.names("Kw ann heads & ~Kw bob heads & heads")
['heads']
"""

from __future__ import annotations

from functools import reduce
from operator import and_, or_, xor

from whoknows.logic import formula as f
from whoknows.logic.formula import Formula
from whoknows.logic.model import Claim, Model


def evaluate(model: Model, formula: Formula) -> Claim:
    """The worlds of `model` where `formula` holds."""
    everywhere = model.everywhere

    def where(claim: Formula) -> Claim:
        return evaluate(model, claim)

    match formula:
        case f.Top():
            return everywhere
        case f.Bot():
            return model.nowhere
        case f.Atom(name):
            return model.fact(name)
        case f.Is(part, value):
            return model.is_value(part, value)
        case f.Not(claim):
            return everywhere & ~where(claim)
        case f.And(claims):
            return reduce(and_, map(where, claims), everywhere)
        case f.Or(claims):
            return reduce(or_, map(where, claims), model.nowhere)
        case f.Xor(claims):
            return reduce(xor, map(where, claims), model.nowhere)
        case f.OneOf(claims):
            return exactly_one(list(map(where, claims)), model.nowhere)
        case f.Implies(given, then):
            return everywhere & ~where(given) | where(then)
        case f.Iff(left, right):
            return everywhere & ~(where(left) ^ where(right))
        case f.Forall(names, claim):
            return where(spelled_out(names, claim, f.And))
        case f.Exists(names, claim):
            return where(spelled_out(names, claim, f.Or))
        case f.Know(how, who, claim):
            return known(model, how, who, where(claim))
        case f.Possible(how, who, claim):
            return everywhere & ~known(model, how, who, everywhere & ~where(claim))
        case f.KnowValue(agent, part):
            return model.knows_value(agent, part)
        case f.Announce(said, then):
            found = where(said)  # once: what is said may be deep
            return everywhere & ~found | after(model, found, then)
        case f.CanAnnounce(said, then):
            return after(model, where(said), then)
        case f.AnnounceWhether(several, then):
            return after_each(model, split(model, list(map(where, several))), then)
        case f.AnnounceValue(part, then):
            cells = [model.is_value(part, value) for value in model.parts_named(part)]
            return after_each(model, cells, then)


def known(model: Model, how: str, who: tuple[str, ...], claim: Claim) -> Claim:
    """Where a claim is known in one of the seven ways."""
    match how:
        case "K":
            return model.knows(who[0], claim)
        case "Kw":
            return model.knows_whether(who[0], claim)
        case "E":
            return model.everyone_knows(who, claim)
        case "C":
            return model.common(who, claim)
        case "Cw":
            return model.common_whether(who, claim)
        case "D":
            return model.distributed(who, claim)
        case "Dw":
            return model.distributed_whether(who, claim)
        case _:
            raise AssertionError(how)


def exactly_one(claims: list[Claim], nowhere: Claim) -> Claim:
    """Where exactly one of the claims holds: once, and not twice."""
    once = twice = nowhere
    for claim in claims:
        once, twice = once | claim, twice | (once & claim)
    return once & ~twice


def after(model: Model, said: Claim, then: Formula) -> Claim:
    """The worlds of `said` where `then` holds once it is said aloud."""
    return model.widen(said, evaluate(model.restrict(said), then))


def after_each(model: Model, cells: list[Claim], then: Formula) -> Claim:
    """Where `then` holds once it is said aloud in which of the cells the world lies."""
    found = (after(model, cell, then) for cell in cells if model.some(cell))
    return reduce(or_, found, model.nowhere)


def split(model: Model, claims: list[Claim]) -> list[Claim]:
    """The worlds parted by which of the claims hold; empty cells are left out."""
    cells = [model.everywhere]
    for claim in claims:
        halves = [half for cell in cells for half in (cell & claim, cell & ~claim)]
        cells = [half for half in halves if model.some(half)]
    return cells


def spelled_out(
    names: tuple[str, ...], claim: Formula, join: type[f.And] | type[f.Or]
) -> Formula:
    """A quantified claim without its quantifier: every way to put the named facts."""
    for name in names:
        claim = join(
            (f.substitute(claim, name, f.Top()), f.substitute(claim, name, f.Bot()))
        )
    return claim
