"""Consecutive numbers: two foreheads, and the numbers on them are one apart.

Anne and Bill each wear a natural number on the forehead and see the other's.  The numbers
are one apart, and that is all they are told.  In turn, Anne first, they say whether they
know their own number.  Each *I don't know* takes away the lowest pairs left, and after
enough of them somebody knows [Ditmarsch2015].

There is no largest number in the story, but a model has one, the bound; and who sees the
bound knows its own number.  So a bound takes pairs away from the top too, and it tells
nothing about the pair only if the talk from below ends first.

>>> foreheads(2, 3).worlds[:3], foreheads(2, 3).answer["first"]
((20, 18, 14), 'bill')
>>> foreheads(2, 3, bound=3).answer["bound_told"]
True
"""

from __future__ import annotations

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadSetup, TooLarge
from whoknows.logic.language.formula import And, Formula, Is, KnowValue, Not, Or
from whoknows.logic.models.build import Column, from_parts
from whoknows.logic.models.model import Agent, Model
from whoknows.logic.models.table import Part, Table
from whoknows.logic.puzzles.telling import Talk, Telling, check_count

SPEAKERS: tuple[Agent, ...] = ("anne", "bill")
MOST_WORK = 10**9  # worlds looked at, over all that is said


@checked
def foreheads(
    anne: int = 2, bill: int = 3, *, bound: int | None = None, engine: str = "auto"
) -> Telling:
    """The talk with these numbers until both know theirs; `bound` is the largest number."""
    safe = 2 * max(anne, bill) + 4  # the talk from below ends before the one from above
    top = safe if bound is None else bound
    check_numbers(anne, bill, top)
    talk, first = conversation(anne, bill, top, engine)
    free, _ = conversation(anne, bill, max(top, safe), "table")
    told = [step.said for step in talk.steps] != [step.said for step in free.steps]
    return Telling(
        puzzle="consecutive",
        options={"anne": anne, "bill": bill, "bound": top},
        start=talk.start,
        steps=talk.steps,
        answer={"first": first, "statements": len(talk.steps), "bound_told": told},
        outcome=f"{first.capitalize()} is the first to know.",
        engine=talk.model.engine,
        notes=(truncation(top, told=told),),
    )


def conversation(anne: int, bill: int, bound: int, engine: str) -> tuple[Talk, Agent]:
    """What they say in turn until both know, and who knew first."""
    talk = Talk(numbers(bound, engine))
    at = talk.model.world(anne=anne, bill=bill)
    knowing: list[Agent] = []
    while len(knowing) < len(SPEAKERS):
        speaker = SPEAKERS[len(talk.steps) % len(SPEAKERS)]
        knows: Formula = KnowValue(speaker, speaker)
        if talk.model.true(knows, at):
            knowing.append(speaker)
            talk = talk.say(f"{speaker.capitalize()}: I know my number.", knows)
        else:
            words = f"{speaker.capitalize()}: I don't know my number."
            talk = talk.say(words, Not(knows))
    return talk, knowing[0]


def numbers(bound: int, engine: str = "auto") -> Model:
    """The pairs one apart, from 0 to `bound`; each sees the other's number."""
    values = tuple(range(bound + 1))
    if engine not in ("auto", "table"):
        sees = {"anne": ["bill"], "bill": ["anne"]}
        parts = dict.fromkeys(SPEAKERS, values)
        law = one_apart if engine != "symbolic" else one_apart_said(bound)
        return from_parts(parts, sees, law=law, engine=engine)
    low = np.arange(bound)
    anne = np.stack([low, low + 1], axis=1).ravel()
    bill = np.stack([low + 1, low], axis=1).ravel()
    parts_of = {"anne": Part(anne, values), "bill": Part(bill, values)}
    return Table({}, {"anne": bill, "bill": anne}, parts_of)


def one_apart(anne: Column, bill: Column) -> Column:
    """Where the two numbers are one apart."""
    apart: Column = np.abs(anne - bill) == 1
    return apart


def one_apart_said(bound: int) -> Formula:
    """That the two numbers are one apart, as a formula: pair by pair."""
    pairs = [pair for low in range(bound) for pair in ((low, low + 1), (low + 1, low))]
    return Or(tuple(And((Is("anne", str(x)), Is("bill", str(y)))) for x, y in pairs))


def check_numbers(anne: int, bill: int, bound: int) -> None:
    """Raise `BadSetup` unless the numbers are natural, one apart, and within the bound."""
    check_count("a number", min(anne, bill), 0)
    if abs(anne - bill) != 1:
        raise BadSetup(f"the numbers must be one apart, not {anne} and {bill}")
    if max(anne, bill) > bound:
        raise BadSetup(f"the bound {bound} is below the numbers {anne} and {bill}")
    work = 4 * max(anne, bill) * bound
    if work > MOST_WORK:
        raise TooLarge(
            f"{max(anne, bill)} statements about {2 * bound} pairs "
            f"look at about {work:.0e} worlds; {MOST_WORK:.0e} is the most"
        )


def truncation(bound: int, *, told: bool) -> str:
    """What the bound did to the talk."""
    if told:
        return (
            f"Whoever sees {bound} knows their number: the bound ended the talk earlier "
            "than if there were no largest number."
        )
    return (
        f"Numbers end at {bound}, which takes pairs away from the top too, but not soon "
        "enough to matter: the talk is as if there were no largest number."
    )
