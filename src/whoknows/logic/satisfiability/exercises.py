"""Exercises from a seed: random formulas, and random models to check them in.

>>> rng = np.random.default_rng(4)
>>> print(random_formula(rng, depth=2, agents=["ann", "bob"], facts=["p", "q"]))
K bob (K ann (~p <-> ~q) -> q) <-> K bob (~q & p)
>>> model = random_model(rng, worlds=4, agents=["ann", "bob"], facts=["p", "q"])
>>> len(model), model.agents
(4, ('ann', 'bob'))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadSetup, UnknownName
from whoknows.logic.language.formula import (
    And,
    Announce,
    Atom,
    Formula,
    Iff,
    Implies,
    Know,
    Not,
    Or,
)
from whoknows.logic.models.build import from_cells
from whoknows.logic.models.links import from_links
from whoknows.logic.models.model import Agent, World
from whoknows.logic.models.table import Rows
from whoknows.logic.satisfiability.core_language import LOGICS
from whoknows.logic.satisfiability.find_model import find

AGENTS = ("ann", "bob", "cat", "dan", "eve")
FACTS = ("p", "q", "r", "s", "t")
MOST_RANDOM = 2000  # worlds of a random model: a relation is a square of them
MOST_DEPTH = 200  # of a random formula
DEEPEST = 5  # of knowledge about knowledge, in an exercise
WIDEST = 50  # worlds of a random model
MOST_EXERCISES = 10_000


@dataclass(frozen=True, slots=True)
class Exercise:
    """A formula with its answers: in which models it can hold, and where in this one."""

    formula: Formula
    satisfiable: bool | None
    valid: bool | None
    model: Rows
    where: tuple[World, ...]
    """The worlds of the model in which the formula holds."""


def exercises(
    count: int,
    seed: int,
    *,
    depth: int = 2,
    agents: int = 2,
    facts: int = 2,
    worlds: int = 4,
    logic: str = "S5",
) -> list[Exercise]:
    """So many exercises; the same for the same seed."""
    for what, came, most in (
        ("exercises", count, MOST_EXERCISES),
        ("levels of knowledge", depth, DEEPEST),
        ("agents", agents, len(AGENTS)),
        ("facts", facts, len(FACTS)),
        ("worlds", worlds, WIDEST),
    ):
        if not 1 <= came <= most:
            raise BadSetup(f"1 to {most} {what} are wanted, not {came}")
    if logic not in LOGICS:
        raise UnknownName.among("logic", logic, LOGICS)
    rng = np.random.default_rng(seed)
    who, what_is = AGENTS[:agents], FACTS[:facts]
    return [
        exercise(
            random_formula(rng, depth=depth, agents=who, facts=what_is),
            random_model(rng, worlds=worlds, agents=who, facts=what_is, logic=logic),
            logic,
        )
        for _ in range(count)
    ]


def exercise(formula: Formula, model: Rows, logic: str) -> Exercise:
    """The exercise of a formula and a model, with its answers."""
    able = find(formula, logic=logic).satisfiable
    unable = find(Not(formula), logic=logic).satisfiable
    where = tuple(model.worlds(model.where(formula)).tolist())
    return Exercise(formula, able, None if unable is None else not unable, model, where)


@checked
def random_formula(
    rng: np.random.Generator, *, depth: int, agents: Sequence[Agent], facts: Sequence[str]
) -> Formula:
    """A formula with knowledge nested just so deep."""
    if not 0 <= depth <= MOST_DEPTH:
        raise BadSetup(f"knowledge is nested 0 to {MOST_DEPTH} deep, not {depth}")
    if not facts or (depth and not agents) or depth < 0:
        raise BadSetup(
            f"a random formula of depth {depth} with {len(agents)} agents and {len(facts)}"
            " facts; wanted a depth from 0, a fact, and an agent who knows"
        )
    if depth == 0:
        two = rng.choice(list(facts), min(2, len(facts)), replace=False)
        return random_claim(rng, [random_fact(rng, [str(fact)]) for fact in two])
    deep = random_knowing(rng, depth, agents, facts)
    flat = int(rng.integers(depth))
    other = random_knowing(rng, flat, agents, facts) if flat else random_fact(rng, facts)
    return random_claim(rng, [deep, other])


def random_knowing(
    rng: np.random.Generator, depth: int, agents: Sequence[Agent], facts: Sequence[str]
) -> Formula:
    """Somebody knows something, or it is said and then somebody does."""
    claim = random_formula(rng, depth=depth - 1, agents=agents, facts=facts)
    kind = int(rng.integers(8))
    if kind == 0 and len(agents) > 1:
        how = str(rng.choice(["E", "D", "C"]))
        size = int(rng.integers(2, len(agents) + 1))
        group = tuple(sorted(map(str, rng.choice(list(agents), size, replace=False))))
        known: Formula = Know(how, group, claim)
    else:
        how = "Kw" if kind == 1 else "K"
        known = Know(how, (str(rng.choice(list(agents))),), claim)
    if kind == 2:
        known = Announce(random_fact(rng, facts), known)
    return Not(known) if rng.integers(2) else known


def random_fact(rng: np.random.Generator, facts: Sequence[str]) -> Formula:
    """A fact, or that it fails."""
    fact = Atom(str(rng.choice(list(facts))))
    return Not(fact) if rng.integers(2) else fact


def random_claim(rng: np.random.Generator, claims: list[Formula]) -> Formula:
    """Two claims joined; one claim as it is."""
    if len(claims) == 1:
        return claims[0]
    one, other = (claims[k] for k in rng.permutation(2))
    match int(rng.integers(4)):
        case 0:
            return And((one, other))
        case 1:
            return Or((one, other))
        case 2:
            return Implies(one, other)
        case _:
            return Iff(one, other)


@checked
def random_model(
    rng: np.random.Generator,
    *,
    worlds: int,
    agents: Sequence[Agent],
    facts: Sequence[str],
    logic: str = "S5",
) -> Rows:
    """A model of a logic with so many worlds, whose names are numbers."""
    if not 1 <= worlds <= MOST_RANDOM:
        raise BadSetup(f"a random model has 1 to {MOST_RANDOM:,} worlds, not {worlds}")
    names = [str(k) for k in range(worlds)]
    so = {fact: [n for n in names if rng.integers(2)] for fact in facts}
    if logic == "K":
        pairs = {
            a: [(m, n) for m in names for n in names if rng.integers(3) == 0]
            for a in agents
        }
        return from_links(names, so, pairs)
    labels = {agent: rng.integers(0, max(2, worlds // 2), worlds) for agent in agents}
    cells = {
        agent: [
            [n for n, label in zip(names, some, strict=True) if label == cell]
            for cell in set(some.tolist())
        ]
        for agent, some in labels.items()
    }
    if logic == "S5":
        return from_cells(names, so, cells)
    links = {
        agent: [pair for cell in some for pair in believed(rng, cell)]
        for agent, some in cells.items()
    }
    return from_links(names, so, links)


def believed(rng: np.random.Generator, cell: list[str]) -> list[tuple[str, str]]:
    """In all worlds of a cell, the same worlds of it are held possible: one or more."""
    size = int(rng.integers(1, len(cell) + 1))
    possible = sorted(map(str, rng.choice(cell, size, replace=False)))
    return [(world, other) for world in cell for other in possible]
