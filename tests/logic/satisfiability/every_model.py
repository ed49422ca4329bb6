"""Every model up to a size, and every formula up to a size: brute force."""

from functools import cache
from itertools import product

import numpy as np

from whoknows.logic.language import formula as f
from whoknows.logic.models.links import Relational
from whoknows.logic.models.table import Table

AGENTS = ("a", "b")
FACTS = ("p", "q")


def partitions(size):
    """Every way to label so many worlds, each cell by its first world."""
    for labels in product(range(size), repeat=size):
        if all(
            label <= place and labels[label] == label for place, label in enumerate(labels)
        ):
            yield labels


def relations(size, logic):
    """Every relation of a logic on so many worlds, as a set of pairs; by the definition."""
    pairs = list(product(range(size), repeat=2))
    for chosen in product([False, True], repeat=len(pairs)):
        some = {pair for pair, there in zip(pairs, chosen, strict=True) if there}
        if logic == "K" or is_belief(some, size):
            yield some


def is_belief(some, size):
    serial = all(any((i, j) in some for j in range(size)) for i in range(size))
    return serial and all(
        ((j, k) not in some or (i, k) in some) and ((i, k) not in some or (j, k) in some)
        for (i, j) in some
        for k in range(size)
    )


@cache
def all_models(logic, most):
    """All models up to `most` worlds side by side as one, and the size of each world's."""
    return cells_side_by_side(most) if logic == "S5" else links_side_by_side(logic, most)


def cells_side_by_side(most):
    facts = {fact: [] for fact in FACTS}
    views = {agent: [] for agent in AGENTS}
    sizes, start = [], 0
    for size in range(1, most + 1):
        for labels in product(partitions(size), repeat=len(AGENTS)):
            for truth in product(product([False, True], repeat=len(FACTS)), repeat=size):
                for fact, column in zip(FACTS, zip(*truth, strict=True), strict=True):
                    facts[fact] += column
                for agent, cells in zip(AGENTS, labels, strict=True):
                    views[agent] += [start + label for label in cells]
                sizes += [size] * size
                start += size
    return Table(facts, views), np.array(sizes)


def links_side_by_side(logic, most):
    facts = {fact: [] for fact in FACTS}
    links = {agent: ([], []) for agent in AGENTS}
    sizes, start = [], 0
    for size in range(1, most + 1):
        for some in product(list(relations(size, logic)), repeat=len(AGENTS)):
            for truth in product(product([False, True], repeat=len(FACTS)), repeat=size):
                for fact, column in zip(FACTS, zip(*truth, strict=True), strict=True):
                    facts[fact] += column
                for agent, pairs in zip(AGENTS, some, strict=True):
                    for i, j in pairs:
                        links[agent][0].append(start + i)
                        links[agent][1].append(start + j)
                sizes += [size] * size
                start += size
    return Relational(facts, links), np.array(sizes)


def least_size(logic, formula, most):
    """The size of the smallest model of a formula up to `most` worlds, or `None`."""
    model, sizes = all_models(logic, most)
    where = model.where(formula)
    return int(sizes[where].min()) if where.any() else None


# ------------------------------------------------------------------------ all formulas


def depth(formula):
    """How deep knowledge is nested."""
    own = isinstance(formula, f.Know)
    return own + max(map(depth, f.inner(formula)), default=0)


@cache
def of_size(size):
    """Every formula of just so many signs, knowledge nested at most two deep."""
    if size == 1:
        return [f.Atom(fact) for fact in FACTS]
    made = []
    for inner in of_size(size - 1):
        made.append(f.Not(inner))
        if depth(inner) < 2:
            made += [f.Know("K", (agent,), inner) for agent in AGENTS]
            made += [f.Know("Kw", ("a",), inner)]
            made += [f.Know(how, AGENTS, inner) for how in ("E", "D", "C")]
    for left_size in range(1, size - 1):
        for left, right in product(of_size(left_size), of_size(size - 1 - left_size)):
            made += [f.And((left, right)), f.Implies(left, right)]
            if depth(left) + depth(right) <= 2:
                made.append(f.Announce(left, right))
    return made


def every_formula(most):
    """Every formula of at most so many signs."""
    return [one for size in range(1, most + 1) for one in of_size(size)]
