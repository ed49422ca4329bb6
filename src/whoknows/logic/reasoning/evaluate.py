"""Where a formula holds in a model, by the definition of each operator.

>>> from whoknows.logic import every_world
>>> coin = every_world(["heads"], sees={"ann": ["heads"], "bob": []})
>>> coin.names("Kw ann heads & ~Kw bob heads & heads")
['heads']
"""

from __future__ import annotations

from collections.abc import Generator
from functools import reduce
from operator import xor
from typing import Any, TypeAlias

from whoknows.errors import BadSetup, UnknownName
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.model import Claim, Model

# Asks where formulas hold, each in a model, is sent the answers, and returns its own.
Asking: TypeAlias = Generator[tuple[Model, Formula], Claim, Claim]

YES = "yes"  # the event of being told that a claim holds; the other is
NO = "no"


Kept: TypeAlias = dict[int, tuple[Claim, Formula]]  # claims of formulas, by identity
NOTHING: Kept = {}

# Formulas whose claim is one whatever worlds are left, if those inside are such.
STATIC = (f.Bot, f.Atom, f.Is, f.Not, f.And, f.Or, f.Xor, f.OneOf, f.Implies, f.Iff)


def evaluate(model: Model, formula: Formula) -> Claim:
    """The worlds of `model` where `formula` holds.

    What waits for an answer waits on a pile: how deep a formula is nested does not matter.
    """
    answers = Answers() if model.keeps_answers else NoAnswers()
    questions = [(model, formula)]
    waiting: list[Asking] = [asking(model, formula, answers)]
    answer: Claim = None
    while True:
        try:
            now = waiting[-1].send(answer)
            answer = answers.find(*now)
            if answer is None:
                questions.append(now)
                waiting.append(asking(*now, answers))
        except StopIteration as done:
            answer = done.value
            answers.keep(*questions.pop(), answer)
            waiting.pop()
            if not waiting:
                return answer


class NoAnswers:
    """Nothing is kept: where claims are large, and formulas seldom ask a thing twice."""

    def static(self, model: Model) -> Kept:  # noqa: ARG002
        """Where formulas about facts alone hold, by the identity of the formula."""
        return NOTHING

    def find(self, model: Model, formula: Formula) -> Claim | None:  # noqa: ARG002
        """Where a formula holds in a model, if that is known."""
        return None

    def keep(self, model: Model, formula: Formula, claim: Claim) -> None:
        """Keep where a formula holds in a model."""

    def after(self, model: Model, said: Claim) -> Model:
        """The model once a claim is said aloud."""
        return model.restrict(said)


class Answers(NoAnswers):
    """Where formulas hold, each found once in a model of diagrams.

    Formulas and models are known by identity, and kept, so that none takes the place of
    another: a reader makes one formula of what is said again and again.  A claim that
    speaks of facts alone is the same in all models that announcements make of one.
    """

    def __init__(self) -> None:
        self.found: dict[tuple[int, int], tuple[Claim, Model, Formula]] = {}
        self.frames: dict[int, tuple[Kept, Model]] = {}
        self.models: dict[tuple[int, Claim], tuple[Model, Model]] = {}

    def static(self, model: Any) -> Kept:
        """Where formulas about facts alone hold, by the identity of the formula."""
        frame = id(model.defined)
        if frame not in self.frames:
            self.frames[frame] = {}, model
        return self.frames[frame][0]

    def find(self, model: Model, formula: Formula) -> Claim | None:
        """Where a formula holds in a model, if that is known."""
        kept = self.static(model).get(id(formula))
        if kept is not None:
            return kept[0]
        found = self.found.get((id(model), id(formula)))
        return None if found is None else found[0]

    def keep(self, model: Model, formula: Formula, claim: Claim) -> None:
        """Keep where a formula holds in a model."""
        static = self.static(model)
        inner = map(id, f.inner(formula))
        if isinstance(formula, STATIC) and all(map(static.__contains__, inner)):
            static[id(formula)] = claim, formula
        else:
            self.found[id(model), id(formula)] = claim, model, formula

    def after(self, model: Model, said: Claim) -> Model:
        """The model once a claim is said aloud, the one of before if it was said before."""
        key = id(model), said
        if key not in self.models:
            self.models[key] = model.restrict(said), model
        return self.models[key][0]


def asking(model: Model, formula: Formula, answers: NoAnswers) -> Asking:
    """The worlds where a formula holds, from those where the formulas inside it do."""
    match formula:
        case f.Top():
            return model.everywhere
        case f.Bot():
            return model.nowhere
        case f.Atom(name):
            return model.fact(name)
        case f.Is(part, value):
            return model.is_equal(part, value)
        case f.Compare(left, sign, right):
            return model.compared(left, sign, right)
        case f.KnowValue(agent, part):
            return model.knows_value(agent, part)
        case f.Announce() | f.CanAnnounce():
            return (yield from announced(model, formula, answers))
        case f.AnnounceTo() | f.CanAnnounceTo() | f.AnnounceWhetherTo():
            return (yield from announced_to(model, formula))
        case f.After(events, event, then) | f.CanAfter(events, event, then):
            box = isinstance(formula, f.After)
            return (yield from happened(model, events, event, then, box=box))
        case f.CanSay(who, then):
            return (yield from can_be_said(model, who, then, answers))
        case f.WhateverSaid(who, then):
            fails = yield from can_be_said(model, who, f.Not(then), answers)
            return model.everywhere & ~fails
        case f.AnnounceWhether(several, then):
            claims = yield from all_of(model, several, answers)
            return (yield from after_each(model, split(model, claims), then, answers))
        case f.AnnounceValue(part, then):
            cells = [model.is_value(part, value) for value in model.parts_named(part)]
            return (yield from after_each(model, cells, then, answers))
        case f.Forall() | f.Exists():
            return (yield from quantified(model, formula))
        case _:
            found = yield from all_of(model, f.inner(formula), answers)
            return joined(model, formula, found)


def all_of(
    model: Model, formulas: tuple[Formula, ...], answers: NoAnswers
) -> Generator[tuple[Model, Formula], Claim, list[Claim]]:
    """Where each of some formulas holds."""
    found: list[Claim] = []
    static = answers.static(model)
    for formula in formulas:
        kept = static.get(id(formula))
        found.append((yield model, formula) if kept is None else kept[0])
    return found


def joined(model: Model, formula: Formula, found: list[Claim]) -> Claim:
    """Where a formula holds, from where those directly inside it hold in this model."""
    match formula:
        case f.Not():
            return model.fails(found[0])
        case f.And():
            return model.both(found)
        case f.Or():
            return model.either(found)
        case f.Xor():
            return reduce(xor, found) if found else model.nowhere
        case f.OneOf():
            return exactly_one(found, model.nowhere)
        case f.Implies():
            return model.fails(found[0]) | found[1]
        case f.Iff():
            return model.fails(found[0] ^ found[1])
        case f.Know(how, who):
            return known(model, how, who, found[0])
        case f.KnowGiven(how, who):
            return known_given(model, how, who, found[0], found[1])
        case f.Possible(how, who):
            return model.fails(known(model, how, who, model.fails(found[0])))
        case _:
            raise BadSetup(
                f"{type(formula).__name__} is not a formula that can be evaluated"
            )


def known(model: Model, how: str, who: tuple[str, ...], claim: Claim) -> Claim:
    """Where a claim is known or believed in one of the nine ways."""
    match how:
        case "K":
            return model.knows(who[0], claim)
        case "Kw":
            return model.knows_whether(who[0], claim)
        case "B":
            return model.believes(who[0], claim)
        case "S":
            return model.believes_safely(who[0], claim)
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
            raise UnknownName.among("way of knowing", how, "K Kw B S E C Cw D Dw".split())


def known_given(
    model: Model, how: str, who: tuple[str, ...], given: Claim, claim: Claim
) -> Claim:
    """Where a claim is known or believed under a condition."""
    match how:
        case "B":
            return model.believes(who[0], claim, given)
        case "C":
            return model.common_along(who, given, claim)
        case "K" | "E" | "D":
            return known(model, how, who, model.everywhere & ~given | claim)
        case _:
            raise BadSetup(f"{how} has no condition; K, E, C, D, and B have")


def exactly_one(claims: list[Claim], nowhere: Claim) -> Claim:
    """Where exactly one of the claims holds: once, and not twice."""
    once = twice = nowhere
    for claim in claims:
        once, twice = once | claim, twice | (once & claim)
    return once & ~twice


def announced(
    model: Model, formula: f.Announce | f.CanAnnounce, answers: NoAnswers
) -> Asking:
    """Where something holds once a claim is said aloud."""
    said = yield model, formula.said
    found = yield from after(model, said, formula.then, answers)
    if isinstance(formula, f.Announce):
        return model.fails(said) | found
    return found


def after(model: Model, said: Claim, then: Formula, answers: NoAnswers) -> Asking:
    """The worlds of `said` where `then` holds once it is said aloud."""
    inner = yield answers.after(model, said), then
    return model.widen(said, inner)


def after_each(
    model: Model, cells: list[Claim], then: Formula, answers: NoAnswers
) -> Asking:
    """Where `then` holds once it is said aloud in which of the cells the world lies."""
    found = model.nowhere
    for cell in cells:
        if model.some(cell):
            found = found | (yield from after(model, cell, then, answers))
    return found


def can_be_said(
    model: Model, who: tuple[str, ...], then: Formula, answers: NoAnswers
) -> Asking:
    """Where something can be said, by a group or at all, so that something holds."""
    from whoknows.logic.reasoning.what_to_say import sayings

    found = model.nowhere
    for kept in sayings(model, who):
        if model.some(kept & ~found):
            found = found | (yield from after(model, kept, then, answers))
    return found


def announced_to(
    model: Model, formula: f.AnnounceTo | f.CanAnnounceTo | f.AnnounceWhetherTo
) -> Asking:
    """Where something holds once some are told whether a claim holds, before all eyes."""
    from whoknows.logic.events.product import Event, any_product
    from whoknows.logic.events.usual_events import shown

    who = model.group(formula.who)
    said = yield model, formula.said
    events = [Event(YES, said), Event(NO, model.everywhere & ~said)]
    step = any_product(model, shown(events, who, model.agents))
    then = yield step.model, formula.then
    told = said & step.back(then, YES)
    if isinstance(formula, f.AnnounceWhetherTo):
        return told | (step.back(then, NO) & ~said)
    if isinstance(formula, f.AnnounceTo):
        return model.everywhere & ~said | told
    return told


def happened(model: Model, events: Any, event: str, then: Formula, *, box: bool) -> Asking:
    """Where something holds after an event, or also where the event cannot happen."""
    if isinstance(events, str):
        raise UnknownName(
            f"no event model {events!r} is given: parse(text, events={{{events!r}: ...}})"
        )
    from whoknows.logic.events.product import any_product, condition

    near = events.around(event)
    can = condition(model, near.named(event).when)
    step = any_product(model, near)
    found = can & step.back((yield step.model, then), event)
    return model.everywhere & ~can | found if box else found


def quantified(model: Model, formula: f.Forall | f.Exists) -> Asking:
    """Where a claim holds however the named facts are put, or for one way to put them."""
    names, claim, every = formula.names, formula.claim, isinstance(formula, f.Forall)
    for name in names:
        model.fact(name)
    if not model.law_apart:
        return (yield model, spelled_out(names, claim, f.And if every else f.Or))
    found, everywhere = (yield model, claim), model.everywhere
    if every:
        return everywhere & ~model.along_names(everywhere & ~found, names)
    return model.along_names(found, names)


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
