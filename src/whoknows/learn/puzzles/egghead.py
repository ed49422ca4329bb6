"""EggHead: everybody sees all cards but their own, and silence tells [Zorn2024].

You are one of the players: what you see is given, and what the others did tells you your
own cards.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement, product

import numpy as np

from whoknows.learn.puzzles.draft import Draft, Remark, Stage, fact
from whoknows.learn.puzzles.people import some_people
from whoknows.learn.puzzles.remarks import Window, cost
from whoknows.logic.language.formula import And, Formula, Know, Not, Or
from whoknows.logic.models.model import Agent
from whoknows.logic.models.table import Table
from whoknows.wording import listing

YOU = "You"
SIZES = {  # players, cards of each, and values, by level
    1: ((2, 1, 4), (2, 1, 5)),
    2: ((2, 2, 3), (3, 1, 3)),
    3: ((3, 1, 4), (3, 1, 5), (2, 2, 4)),
    4: ((3, 1, 6), (3, 2, 3)),
    5: ((3, 2, 3), (3, 2, 4)),
}
QUESTIONS: dict[str, tuple[str, Callable[[list[int]], int]]] = {
    "sum": ("What is the sum of all cards?", sum),
    "even": ("How many cards are even?", lambda cards: sum(c % 2 == 0 for c in cards)),
    "highest": ("What is the highest card?", max),
    "lowest": ("What is the lowest card?", min),
    "ones": ("How many ones are there?", lambda cards: cards.count(1)),
    "different": ("How many different cards are there?", lambda cards: len(set(cards))),
    "spread": (
        "How far apart are the highest and the lowest card?",
        lambda c: max(c) - min(c),
    ),
    "remainder": (
        "What does the sum of all cards leave, divided by 3?",
        lambda c: sum(c) % 3,
    ),
}


def draft(level: int, rng: np.random.Generator) -> Draft | None:
    """A few questions and silences; none if this try failed."""
    players, cards, values = SIZES[level][int(rng.integers(len(SIZES[level])))]
    people = [*some_people(players - 1, rng), YOU]
    box = [
        "".join(map(str, some))
        for some in combinations_with_replacement(range(1, values + 1), cards)
    ]
    deals = list(product(box, repeat=players))
    place = np.indices((len(box),) * players).reshape(players, -1)  # the stack of each
    own = {
        f"{person} {stack}": place[k] == n
        for k, person in enumerate(people)
        for n, stack in enumerate(box)
    }
    number = np.arange(len(deals))
    views = {  # all stacks but one's own
        person: number - place[k] * len(box) ** (players - 1 - k)
        for k, person in enumerate(people)
    }
    model = Table(own, views, {}, rows=len(deals))
    found = questions(model, deals, people, box, level, rng)
    if found is None:
        return None
    asked, facts, remarks, secret = found
    looks = {
        p: tuple(sight(people, k, deal) for deal in deals) for k, p in enumerate(people)
    }
    names = [deal_name(people, deal) for deal in deals]
    seen = Remark(f"You see: {looks[YOU][secret]}.", fact("sight"))
    facts["sight"] = np.array([look == looks[YOU][secret] for look in looks[YOU]])
    mine = np.flatnonzero(facts["sight"]).tolist()
    for world in mine:  # you see the others: of these worlds your own cards are the name
        names[world] = spaced(deals[world][-1])
    stack = "a card" if cards == 1 else f"{cards} cards"
    return Draft(
        title="Silence at the table",
        story=(
            f"{listing([*people[:-1], 'you'])} have {stack} each, with numbers from 1 to"
            f" {values}; the same number may come up more than once. Everybody sees the"
            " cards of the others, but not their own. A moderator sees all cards and"
            " answers questions aloud. After each answer, all who know their own cards say"
            " so at the same time. All are perfect logicians."
        ),
        stage=Stage(tuple(names), looks, {**own, **facts}),
        remarks=(*remarks, seen),
        question="Which card do you have?" if cards == 1 else "Which cards do you have?",
        choices=tuple(names[world] for world in mine),
        given={
            "people": people,
            "cards": cards,
            "values": values,
            "asked": [[key, question(key, deals[secret])] for key in asked],
            "sight": list(deals[secret][:-1]),
        },
    )


def questions(
    model: Table,
    deals: list[tuple[str, ...]],
    people: list[Agent],
    box: list[str],
    level: int,
    rng: np.random.Generator,
) -> tuple[list[str], dict[str, np.ndarray], list[Remark], int] | None:
    """Questions, each followed by silence, until you know your cards at some world."""
    remarks: list[Remark] = []
    asked: list[str] = []
    facts: dict[str, np.ndarray] = {}
    silent = And(tuple(Not(knows_own(person, box)) for person in people))
    me = knows_own(YOU, box)
    window = Window.of(level).after(len(deals), clues=1)  # what you see is a clue too
    for key in [str(key) for key in rng.permutation(list(QUESTIONS))][: 2 + level]:
        answer = question(key, deals[int(rng.choice(model.worlds()))])
        facts[key] = np.array([question(key, deal) == answer for deal in deals])
        there = facts[key][model.worlds()]
        if there.all():
            continue
        asked.append(key)
        remarks.append(Remark(f"“{QUESTIONS[key][0]}” {answer}.", fact(key)))
        model = model.restrict(there)
        quiet = model.where(silent)
        if not quiet.any():
            return None
        if not quiet.all():
            remarks.append(Remark("Nobody says a word.", silent, "silence", people[0]))
            model = model.restrict(quiet)
            known = model.worlds(model.where(me))
            effort = sum(map(cost, remarks))
            if len(known) and window.low < effort <= window.high:
                return asked, facts, remarks, int(rng.choice(known))
    return None


def question(key: str, deal: tuple[str, ...]) -> int:
    """The answer to a question."""
    return QUESTIONS[key][1]([int(card) for stack in deal for card in stack])


def sight(people: list[Agent], place: int, deal: tuple[str, ...]) -> str:
    """What a player sees, in words."""
    seen = [
        f"{p} {spaced(stack)}"
        for k, (p, stack) in enumerate(zip(people, deal, strict=True))
        if k != place
    ]
    return ", ".join(seen)


def deal_name(people: list[Agent], deal: tuple[str, ...]) -> str:
    """The cards of everybody."""
    return ", ".join(f"{p} {spaced(stack)}" for p, stack in zip(people, deal, strict=True))


def spaced(stack: str) -> str:
    """Cards with blanks between them."""
    return " ".join(stack)


def knows_own(person: Agent, stacks: list[str]) -> Formula:
    """The player knows their own stack."""
    return Or(tuple(Know("K", (person,), fact(f"{person} {stack}")) for stack in stacks))
