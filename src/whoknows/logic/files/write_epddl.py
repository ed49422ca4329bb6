"""A model as a planning problem of EPDDL.

>>> from whoknows.logic import every_world
>>> domain, problem = to_epddl(every_world(["p"], sees={"ann": []}), at=1, goal="K ann p")
>>> print(domain.rstrip())
(define (domain model)
  (:predicates (p)))
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.logic.files.write_text import check_few
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula, folded, formula_of
from whoknows.logic.models.links import relational
from whoknows.logic.models.model import Model, World
from whoknows.logic.models.table import Rows


@checked
def to_epddl(
    model: Model,
    *,
    at: World | str | Sequence[World | str],
    goal: Formula | str = "true",
    name: str = "model",
) -> tuple[str, str]:
    """The model as a domain and a problem of EPDDL, with the worlds that may be so.

    The domain has the facts, and no action: those are yours to write.  A part becomes a
    fact for each of its values, and the goal has no parts and no announcements.
    """
    check_few(model)
    points = [at] if isinstance(at, str | int) else list(at)
    at = [model.world_there(point) for point in points]
    designated = [int(np.searchsorted(model.worlds(), world)) for world in at]
    rows = relational(model)
    worlds = [f"w{k}" for k in range(len(rows))]
    names, facts = lisp_names(rows)
    labels = [
        f"{world} (:and {' '.join(f'({names[n]})' for n, c in facts.items() if c[k])})"
        for k, world in enumerate(worlds)
        if any(column[k] for column in facts.values())
    ]
    agents = {agent: lisp_name(agent, f"agent{k}") for k, agent in enumerate(rows.agents)}
    pairs = {a: list(zip(*some, strict=True)) for a, some in rows.links.items()}
    relations = [
        f"{agents[agent]} (:and {' '.join(f'(w{a} w{b})' for a, b in some)})"
        for agent, some in pairs.items()
    ]
    domain = (
        f"(define (domain {name})\n"
        f"  (:predicates {' '.join(f'({names[n]})' for n in facts)}))\n"
    )
    problem = (
        f"(define (problem {name}-start)\n  (:domain {name})\n"
        f"  (:agents {' '.join(agents.values())})\n"
        f"  (:init :worlds ({' '.join(worlds)})\n"
        f"    :relations ({' '.join(relations)})\n"
        f"    :labels ({' '.join(labels)})\n"
        f"    :designated ({' '.join(worlds[k] for k in designated)}))\n"
        f"  (:goal {in_epddl(formula_of(goal), names, agents)}))\n"
    )
    return domain, problem


def lisp_names(rows: Rows) -> tuple[dict[str, str], dict[str, Any]]:
    """The facts of a model, and a name for each that EPDDL takes."""
    facts: dict[str, Any] = dict(rows.facts)
    for part, column in rows.columns.items():
        if part != "world":
            for code, value in enumerate(column.values):
                facts[f"{part}={value}"] = column.codes == code
    return {fact: lisp_name(fact, f"fact{k}") for k, fact in enumerate(facts)}, facts


def lisp_name(name: str, instead: str) -> str:
    """A name as EPDDL takes it; another where it would not."""
    made = name.replace("=", "-")
    plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", made)
    return made if plain else instead


def in_epddl(formula: Formula, names: Mapping[str, str], agents: Mapping[str, str]) -> str:
    """A formula in EPDDL's language."""

    def join(here: Formula, some: list[str]) -> str:
        match here:
            case f.Top():
                return "(true)"
            case f.Bot():
                return "(false)"
            case f.Atom(name) if name in names:
                return f"({names[name]})"
            case f.Is(part, value) if f"{part}={value}" in names:
                return f"({names[f'{part}={value}']})"
            case f.Not():
                return f"(not {some[0]})"
            case f.And() if some:
                return f"(and {' '.join(some)})"
            case f.Or() if some:
                return f"(or {' '.join(some)})"
            case f.Implies():
                return f"(imply {some[0]} {some[1]})"
            case f.Know("K", (agent,)):
                return f"([{agents[agent]}] {some[0]})"
            case f.Know("Kw", (agent,)):
                return f"([Kw. {agents[agent]}] {some[0]})"
            case f.Know("C", who):
                return f"([C. {' '.join(agents[agent] for agent in who)}] {some[0]})"
            case _:
                raise BadSetup(f"'{here}' is not written in EPDDL")

    found: str = folded(formula, join)
    return found
