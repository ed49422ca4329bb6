"""What can be said: announcements that there are, in a model with few different worlds.

Something that can be said aloud tells worlds apart that a formula tells apart.  In a finite
model that is any set of worlds that keeps bisimilar worlds together [Balbiani2008].  What a
group can say is less: each of them says something that he or she knows, all at the same
time [Agotnes2010].  Here all of it is tried, so the models must be small.

>>> from whoknows.logic import every_world
>>> three = every_world("pq", sees={"ann": "p", "bob": "q", "cat": ""})
>>> three.names("<say ann> (K bob p & ~K cat q)")
['p', 'p q']
>>> print(what_to_say(three, "K cat (p & q)", at=3, who=["ann", "bob"]))
K ann p & K bob q
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import TooLarge
from whoknows.logic.bisimulation.contraction import by_facts, neighbors_of, rows_of
from whoknows.logic.bisimulation.partition import coarsest
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula, formula_of
from whoknows.logic.models.labels import components
from whoknows.logic.models.model import Agent, Claim, Model, World
from whoknows.logic.models.table import Rows

__all__ = ["sayings", "what_to_say"]

MOST_SETS = 2**14  # announcements that are tried, in each part of a model
Labels = NDArray[np.integer[Any]]  # for each row, the block it is in


@checked
def sayings(model: Model, who: Iterable[Agent] = ()) -> Iterator[Claim]:
    """The sets of worlds that are left after something is said: by the group, or at all.

    Each part of the model that no view leaves is taken for itself; those that keep many
    worlds come first.
    """
    rows = rows_of(model)
    for part in parted(rows):
        for kept in kept_sets(rows, part, model.group(who)):
            yield model.claim_of(rows.worlds()[kept].tolist())


def kept_sets(rows: Rows, part: Claim, who: tuple[Agent, ...]) -> list[Claim]:
    """The different sets that sayings leave of a part of a model, the largest first."""
    classes = coarsest(by_facts(rows), [neighbors_of(rows, a) for a in rows.agents])
    blocks = [merged(rows.looks(agent), classes) for agent in who] or [classes]
    counts = [len(np.unique(some[part])) for some in blocks]
    if sum(counts) > MOST_SETS.bit_length() - 1:
        raise TooLarge(
            f"2^{sum(counts)} things can be said in {np.count_nonzero(part)} worlds; "
            f"at most {MOST_SETS} are tried"
        )
    sets: dict[bytes, Claim] = {}
    for chosen in product(*(unions(some, part) for some in blocks)):
        kept = np.logical_and.reduce(chosen)
        if kept.any():
            sets.setdefault(kept.tobytes(), kept)
    return sorted(sets.values(), key=lambda kept: -int(kept.sum()))


def unions(blocks: Labels, part: Claim) -> list[Claim]:
    """Every union of one or more blocks of a part."""
    names = np.unique(blocks[part]).tolist()
    some = chain.from_iterable(combinations(names, k) for k in range(1, len(names) + 1))
    return [np.isin(blocks, chosen) & part for chosen in some]


def merged(view: Labels, classes: Labels) -> Labels:
    """Cells of an agent, those with bisimilar worlds as one: what the agent knows apart."""
    return components([view, classes], len(view))


def parted(rows: Rows) -> list[Claim]:
    """The parts of a model that no view leaves."""
    views = [rows.looks(agent) for agent in rows.agents] if has_cells(rows) else []
    if not views:
        return [np.ones(len(rows), dtype=bool)] if len(rows) else []
    labels = components(views, len(rows))
    return [labels == label for label in np.unique(labels)]


def has_cells(rows: Rows) -> bool:
    """Whether a model is one of knowledge."""
    return rows.engine != "relational"


# ------------------------------------------------------------------------------- in words


@checked
def what_to_say(
    model: Model, then: Formula | str, at: World, who: Iterable[Agent] = ()
) -> Formula | None:
    """Something true that can be said `at` a world so that `then` holds, or `None`.

    Said by a group, each saying what he or she knows, or at all.  Of all that do it, one
    that leaves the most worlds.
    """
    group, wanted = model.group(who), formula_of(then)
    for kept in sayings(model, group):
        if model.holds(kept, at) and model.restrict(kept).true(wanted, at):
            return in_words(model, kept, group, at)
    return None


def in_words(model: Model, kept: Claim, who: tuple[Agent, ...], at: World) -> Formula:
    """A formula for what is said: for each of a group, something that he or she knows."""
    rows = rows_of(model)
    rows_kept = np.isin(rows.worlds(), model.worlds(kept))
    [part] = [one for one in parted(rows) if rows.holds(one, at)]
    if not who:
        return claim_in_words(rows, rows_kept, part)
    claims = []
    for agent in who:
        own = merged_with(rows, agent, rows_kept) & part
        if not (own | ~part).all():
            claims.append(f.Know("K", (agent,), claim_in_words(rows, own, part)))
    if not claims:
        return f.Top()
    return claims[0] if len(claims) == 1 else f.And(tuple(claims))


def merged_with(rows: Rows, agent: Agent, rows_kept: Claim) -> Claim:
    """The worlds that an agent does not tell from one of those here."""
    classes = coarsest(by_facts(rows), [neighbors_of(rows, a) for a in rows.agents])
    blocks = merged(rows.looks(agent), classes)
    return np.isin(blocks, blocks[rows_kept])


def claim_in_words(rows: Rows, rows_kept: Claim, part: Claim) -> Formula:
    """A short formula that holds in just these worlds of a part, if there is one."""
    for formula in short_claims(rows):
        if np.array_equal(rows.where(formula) & part, rows_kept):
            return formula
    from whoknows.logic.bisimulation.characteristic import Classes
    from whoknows.logic.models.links import relational

    classes = Classes(relational(rows.restrict(part)), known=has_cells(rows))
    names = [classes.names[k] for k in np.unique(classes.of_row[rows_kept[part]]).tolist()]
    return names[0] if len(names) == 1 else f.Or(tuple(names))


def short_claims(rows: Rows) -> Iterator[Formula]:
    """Formulas by their length: facts, who knows one, and two such joined."""
    facts: list[Formula] = [f.Atom(name) for name in rows.facts]
    values: list[Formula] = [
        f.Is(part, str(value))
        for part, some in rows.parts.items()
        if part != "world"
        for value in some
    ]
    plain = [one for fact in (*facts, *values) for one in (fact, f.Not(fact))]
    yield f.Top()
    yield from plain
    known: list[Formula] = [
        one
        for fact in (*facts, *values)
        for agent in rows.agents
        for one in (f.Know("Kw", (agent,), fact), f.Not(f.Know("Kw", (agent,), fact)))
    ]
    yield from known
    for some in (plain, [*plain, *known]):
        if len(some) > MOST_PAIRED:
            return
        for first, other in combinations(some, 2):
            yield f.Or((first, other))
            yield f.And((first, other))


MOST_PAIRED = 60  # claims of which all pairs are tried
