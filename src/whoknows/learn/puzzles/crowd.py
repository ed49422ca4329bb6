"""Crowds: muddy faces and colored hats, with rounds of silence and with remarks.

In a circle everybody sees all but themselves; in a line everybody sees those in front.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress, product

import numpy as np

from whoknows.learn.puzzles.draft import Draft, Remark, Stage, fact
from whoknows.learn.puzzles.people import some_people
from whoknows.learn.puzzles.remarks import MOST_BRANCHES, Window, search
from whoknows.logic.language.formula import And, Formula, Know, Not
from whoknows.logic.models.model import Agent, Claim
from whoknows.logic.models.table import Table
from whoknows.wording import listing

SIZES = {1: (2, 4), 2: (3, 5), 3: (3, 6), 4: (4, 6), 5: (5, 8)}  # people, by level


@dataclass(frozen=True, slots=True)
class Theme:
    """What the people cannot see of themselves."""

    mark: str  # who has it
    none: str  # nobody has it
    own: str  # what one does not know
    they: str  # what all of them are told about
    ask: str


THEMES = {
    "mud": Theme(
        "muddy",
        "nobody is muddy",
        "whether my face is muddy",
        "muddy faces",
        "Who is muddy?",
    ),
    "hats": Theme(
        "in a red hat",
        "nobody is in a red hat",
        "the color of my hat",
        "red hats",
        "Who is in a red hat?",
    ),
}
OPENINGS: dict[str, tuple[str, Callable[[int, int], bool]]] = {
    "some": ("The number of {they} is not zero.", lambda k, _: k >= 1),
    "two": ("There are at least two {they}.", lambda k, _: k >= 2),
    "few": ("There are one or two {they}.", lambda k, _: k in (1, 2)),
    "half": ("There are no more than {half} {they}.", lambda k, n: k <= (n + 1) // 2),
    "not-all": (
        "There are some {they}, but not everybody has one.",
        lambda k, n: 0 < k < n,
    ),
    "odd": ("The number of {they} is odd.", lambda k, _: k % 2 == 1),
    "even": ("The number of {they} is even.", lambda k, _: k % 2 == 0),
}


def draft(level: int, rng: np.random.Generator) -> Draft | None:
    """A crowd and what is said in it; none if this try failed."""
    name = ("mud", "hats")[int(rng.integers(2))]
    theme, line = THEMES[name], name == "hats" and rng.random() < 0.5
    people = some_people(int(rng.integers(*SIZES[level])), rng)
    marks = [some[::-1] for some in product((False, True), repeat=len(people))]
    marked = [listing(compress(people, some)) for some in marks]
    names = tuple(those or theme.none for those in marked)
    sights = {
        person: tuple(sight(people, k, some, line, theme) for some in marks)
        for k, person in enumerate(people)
    }
    facts = {
        person: np.array([some[k] for some in marks]) for k, person in enumerate(people)
    }
    openings = {key: opened(key, marks, len(people)) for key in OPENINGS}
    stage = Stage(names, sights, {**facts, **openings})
    found = happenings(stage, people, theme, line, level, rng)
    if found is None:
        return None
    opening, remarks = found
    where = (
        f"{listing(people)} stand in a line. Each sees only those in front:"
        f" {people[0]}, the last in the line, sees all the others, and"
        f" {people[-1]} sees nobody."
        if line
        else f"{listing(people)} sit in a circle. Each sees all the others, but not"
        f" themselves."
    )
    cover = (
        "Each of them has a clean or a muddy face."
        if name == "mud"
        else "Each of them is in a red or a blue hat."
    )
    return Draft(
        title="A muddy crowd" if name == "mud" else "A crowd in hats",
        story=f"{where} {cover} They are perfect logicians, and all of them hear this:",
        stage=stage,
        remarks=remarks,
        question=theme.ask,
        given={"people": people, "theme": name, "line": line, "opening": opening},
    )


def sight(
    people: Sequence[Agent], place: int, marks: Sequence[bool], line: bool, theme: Theme
) -> str:
    """What one of them sees, in words."""
    seen = [k for k in range(len(people)) if (k > place if line else k != place)]
    found = listing(people[k] for k in seen if marks[k])
    return f"{found or 'nobody'} {theme.mark} in sight"


def opened(key: str, marks: Sequence[Sequence[bool]], count: int) -> np.ndarray:
    """Where an opening is true."""
    test = OPENINGS[key][1]
    return np.array([test(sum(some), count) for some in marks])


def happenings(
    stage: Stage,
    people: list[Agent],
    theme: Theme,
    line: bool,
    level: int,
    rng: np.random.Generator,
) -> tuple[str, tuple[Remark, ...]] | None:
    """An opening, then rounds and remarks until one world is left."""
    opening = list(OPENINGS)[int(rng.integers(len(OPENINGS)))]
    words = OPENINGS[opening][0].format(they=theme.they, half=(len(people) + 1) // 2)
    first = Remark(f"A voice: “{words}”", fact(opening))
    alone = line or rng.random() < 0.4  # asked one by one

    def options(model: Table, remarks: Sequence[Remark]) -> list[tuple[Remark, Table]]:
        knowing = np.array([model.where(own(person)) for person in people])
        if not alone:
            return all_at_once(model, knowing, people, theme, len(remarks))
        last = people.index(remarks[-1].speaker) + 1 if remarks else 0
        for shift in range(len(people)):
            k = (last + shift) % len(people)
            if knowing[k].any() and not knowing[k].all():
                return [
                    (asked_one(people[k], so, theme), model.restrict(knowing[k] == so))
                    for so in (False, True)
                ]
        return []

    window = Window.of(level).after(len(stage.worlds), clues=1)
    said = search(stage.model().announce(fact(opening)), options, window, rng)
    return None if said is None else (opening, (first, *said))


def own(person: Agent) -> Formula:
    """The person knows about themselves."""
    return Know("Kw", (person,), fact(person))


def asked_one(person: Agent, so: bool, theme: Theme) -> Remark:
    """What one of them says when asked."""
    formula = own(person) if so else Not(own(person))
    words = f"I {'know' if so else 'do not know'} {theme.own}."
    return Remark(f"{person}: “{words}”", formula, "round", person)


def all_at_once(
    model: Table, knowing: Claim, people: Sequence[Agent], theme: Theme, number: int
) -> list[tuple[Remark, Table]]:
    """Each way in which hands may go up when all are asked, with what it leaves."""
    every, counts = np.unique(knowing, axis=1, return_counts=True)
    if len(counts) < 2:
        return []
    ways = every.T[np.argsort(-counts, kind="stable")[:MOST_BRANCHES]]  # the likeliest
    return [
        (
            asked_all(people, way, theme, number),
            model.restrict((way == knowing.T).all(axis=1)),
        )
        for way in ways
    ]


def asked_all(people: Sequence[Agent], knowing: Claim, theme: Theme, number: int) -> Remark:
    """Who raises a hand when all are asked at the same time."""
    both = list(zip(people, knowing.tolist(), strict=True))
    formula = And(tuple(own(person) if so else Not(own(person)) for person, so in both))
    hands = listing(person for person, so in both if so)
    many = "raise their hands" if sum(knowing) > 1 else "raises a hand"
    ask = theme.own.replace("my", "your")
    again = "again, " if number else ""
    words = f"Asked {again}all at once: “Do you know {ask}?” {hands or 'Nobody'} {many}."
    return Remark(words, formula, "round", people[0])
