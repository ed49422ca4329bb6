"""Models of agents who may be wrong: every world points to those an agent holds possible.

A `Table` has cells, which fit knowledge (S5).  After a lie or a secret, what an agent
holds possible need not contain what is so: then links take the place of cells, and the
same operators speak of belief (K, KD45).  Going from cells to links is a step one takes
on purpose, with `relational`; going back, with `table_of`, is checked.

>>> from whoknows.logic import every_world
>>> coin = relational(every_world(["heads"], sees={"ann": [], "bob": []}))
>>> coin.agents, len(coin), coin.valid("~Kw ann heads")
(('ann', 'bob'), 2, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.build import NAME, closure, fact_columns, places, two_rows
from whoknows.logic.models.fixed_point import fixed_point
from whoknows.logic.models.labels import bound
from whoknows.logic.models.model import Agent, Claim, Model, Value, View, World
from whoknows.logic.models.table import Part, Rows, Table, freeze, set_columns
from whoknows.work.memory import reserve

__all__ = ["Relational", "from_links", "generated", "relational", "table_of"]


class Links(NamedTuple):
    """What an agent holds possible: link k goes from row `source[k]` to row `target[k]`."""

    source: NDArray[np.integer[Any]]
    target: NDArray[np.integer[Any]]


class Relational(Rows):
    """A model with a row per world, and links in place of cells."""

    engine = "relational"
    __slots__ = ("links",)

    def __init__(
        self,
        facts: Mapping[str, ArrayLike],
        links: Mapping[Agent, tuple[ArrayLike, ArrayLike]],
        parts: Mapping[str, Part] | None = None,
        *,
        rows: int | None = None,
    ) -> None:
        """A model of these columns; `links` are the rows an agent goes from and to."""
        set_columns(self, facts, parts or {}, {}, rows)
        size = len(self)
        self.links: Mapping[Agent, Links] = {
            agent: sorted_links(np.array(source), np.array(target), size, agent)
            for agent, (source, target) in links.items()
        }
        freeze(self)

    @property
    def agents(self) -> tuple[Agent, ...]:
        """Those who see and know, or believe."""
        return tuple(self.links)

    def ask(self, what: str, columns: int = 0) -> None:
        """Raise `TooLarge` if an operator, and so many columns, do not fit the memory."""
        links = sum(len(some.source) for some in self.links.values())
        needed = (16 + 8 * columns) * len(self) + 24 * links
        reserve(needed, f"{what} of {len(self)} worlds and {links} links")

    def alike(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds from which the whole `group` together points to one of `fails`."""
        group = tuple(group)
        if not group:
            return np.full(len(self), fails.any())
        self.ask("K")
        return before(fails, shared([self.links[agent] for agent in group], len(self)))

    def reach(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds from which links of the `group`, one or more, lead to one of `fails`."""
        self.ask("C")
        links = [self.links[agent] for agent in group]

        def one_step_more(claim: Claim) -> Claim:
            for pairs in links:
                claim = claim | before(fails | claim, pairs)
            return claim

        return fixed_point(self.nowhere, one_step_more)

    def seen_from(self, claim: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that the `group` together holds possible in a world of the claim."""
        group = tuple(group)
        if not group:
            return np.full(len(self), claim.any())
        return onward(claim, shared([self.links[agent] for agent in group], len(self)))

    def reached_from(self, claim: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that links of the `group`, one or more, lead to from the claim."""
        links = [self.links[agent] for agent in group]

        def one_step_more(ends: Claim) -> Claim:
            for pairs in links:
                ends = ends | onward(claim | ends, pairs)
            return ends

        return fixed_point(self.nowhere, one_step_more)

    def knows_value(self, agent: Agent, part: str) -> Claim:
        """Where all worlds that `agent` holds possible give `part` one value (Kv)."""
        self.group((agent,)), self.parts_named(part)
        self.ask("Kv", 3)
        source, target = self.links[agent]
        codes = self.columns[part].codes.astype(np.int64)
        low, high = np.full(len(self), bound(codes)), np.full(len(self), -1)
        np.minimum.at(low, source, codes[target])
        np.maximum.at(high, source, codes[target])
        one_value: Claim = high <= low
        return one_value

    def restrict_views(self, claim: Claim, rows: NDArray[np.intp], new: Self) -> None:  # noqa: ARG002
        """Give `new` the links of this model among the worlds of `claim`, its `rows`."""
        row = np.cumsum(claim) - 1
        new.links = {
            agent: Links(row[some.source[kept]], row[some.target[kept]])
            for agent, some in self.links.items()
            for kept in [claim[some.source] & claim[some.target]]
        }

    def looks(self, agent: Agent) -> View:
        """The cells of an agent whose links are an equivalence; an error otherwise."""
        self.group((agent,))
        return cells_of(agent, self.links[agent], self)

    def believes(
        self,
        agent: Agent,
        claim: Claim | Formula | str,
        given: Claim | Formula | str | None = None,
    ) -> Claim:
        """Where `agent` believes `claim`; links do not say what it would believe if ..."""
        if given is not None:
            raise BadSetup(
                "links say what is believed, not what would be believed after news: "
                "conditional belief needs worlds in layers (a plausible model)"
            )
        return self.knows(agent, claim)


def sorted_links(
    source: NDArray[Any], target: NDArray[Any], size: int, agent: Agent
) -> Links:
    """Links in order, each once, checked to stay among the rows."""
    if source.shape != target.shape or source.ndim != 1:
        raise BadSetup(f"links of {agent} have {source.shape} and {target.shape} ends")
    if len(source) == 0:
        return Links(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
    if min(source.min(), target.min()) < 0 or max(source.max(), target.max()) >= size:
        raise BadSetup(f"links of {agent} lead outside the {size} worlds")
    return Links(*np.divmod(np.unique(source.astype(np.int64) * size + target), size))


def before(fails: Claim, links: Links) -> Claim:
    """The rows with a link to a row of `fails`."""
    starts = np.zeros(len(fails), dtype=bool)
    starts[links.source[fails[links.target]]] = True
    return starts


def onward(claim: Claim, links: Links) -> Claim:
    """The rows that a row of the claim has a link to."""
    ends = np.zeros(len(claim), dtype=bool)
    ends[links.target[claim[links.source]]] = True
    return ends


def shared(links: list[Links], size: int) -> Links:
    """The links that all of several agents have."""
    pairs = links[0].source * size + links[0].target
    for some in links[1:]:
        pairs = np.intersect1d(pairs, some.source * size + some.target, assume_unique=True)
    return Links(*np.divmod(pairs, size))


@checked
def relational(model: Model) -> Relational:
    """A model with cells as one with links: every pair of a cell, both ways."""
    if isinstance(model, Relational):
        return model
    if model.engine == "beliefs":
        from whoknows.logic.models.symbolic_beliefs import BeliefStructure

        assert isinstance(model, BeliefStructure)
        return model.with_rows()
    table = table_of(model)
    links = {agent: cell_links(table.views[agent], agent) for agent in table.agents}
    return Relational(table.facts, links, table.columns, rows=len(table))


def linked(model: Model) -> Model:
    """A model with links in place of cells: of diagrams if it is, else with its rows."""
    if model.engine != "symbolic":
        return relational(model)
    from whoknows.logic.models.symbolic import Symbolic
    from whoknows.logic.models.symbolic_beliefs import belief_structure

    assert isinstance(model, Symbolic)
    return belief_structure(model)


def cell_links(view: View, agent: Agent) -> Links:
    """All pairs of rows that share a label."""
    order = np.argsort(view, kind="stable")
    _, first, size = np.unique(view[order], return_index=True, return_counts=True)
    pairs = int((size.astype(np.int64) ** 2).sum())
    reserve(40 * pairs, f"the {pairs} links of {agent}")
    source = np.repeat(order, np.repeat(size, size))
    # The k-th link of a row goes to the k-th row of its cell.
    starts = np.repeat(first, size)
    widths = np.repeat(size, size)
    ends = np.cumsum(widths)
    within = np.arange(pairs) - np.repeat(ends - widths, widths)
    return Links(source, order[np.repeat(starts, widths) + within])


@checked
def table_of(model: Model) -> Table:
    """The model as a table with cells; a relational one is checked to be S5."""
    if isinstance(model, Table):
        return model
    if has_links(model):
        model = relational(model)
        views = {agent: model.looks(agent) for agent in model.agents}
        return Table(model.facts, views, model.columns, rows=len(model))
    columns = 64 + len(model.facts) + 8 * len(model.parts) + 8 * len(model.agents)
    reserve(columns * model.size, f"a table of {model.size} worlds")
    worlds = model.worlds()
    facts = {fact: unpacked(model, model.fact(fact), worlds) for fact in model.facts}
    parts = {
        part: Part(part_codes(model, part, values, worlds), values)
        for part, values in model.parts.items()
    }
    views = {agent: model.looks(agent) for agent in model.agents}
    return Table(facts, views, parts, rows=len(worlds))


@checked
def rows_of(model: Model) -> Rows:
    """The model with a row per world: of links if it has links, any other as a table.

    Layers of plausibility stay, as they are columns of a table.
    """
    return relational(model) if has_links(model) else table_of(model)


def has_links(model: Model) -> bool:
    """Whether agents may be wrong in a model: it has links in place of cells."""
    return isinstance(model, Relational) or model.engine == "beliefs"


def unpacked(model: Model, claim: Claim, worlds: NDArray[Any]) -> Claim:
    """A claim as one bool for each of the worlds."""
    return np.isin(worlds, model.worlds(claim), assume_unique=True)


def part_codes(
    model: Model, part: str, values: Sequence[Value], worlds: NDArray[Any]
) -> NDArray[Any]:
    """The place of the value of a part in each of the worlds."""
    codes = np.zeros(len(worlds), dtype=np.min_scalar_type(len(values)))
    for code, value in enumerate(values):
        codes[unpacked(model, model.is_value(part, value), worlds)] = code
    return codes


def cells_of(agent: Agent, links: Links, model: Relational) -> View:
    """The cells of links that are an equivalence; the error names a missing link."""
    size = len(model)
    pairs = links.source * size + links.target
    first = np.arange(size)
    np.minimum.at(first, links.source, links.target)  # the first row that each points to
    loops = np.arange(size) * (size + 1)
    wanted = [
        ("reflexive", loops),
        ("symmetric", links.target * size + links.source),
        # with the two above, transitive if all of a cell point to its first row alike
        ("transitive", links.source * size + first[links.target]),
    ]
    for law, needed in wanted:
        missing = np.setdiff1d(needed, pairs)
        if len(missing):
            ends = [
                model.name(int(model.worlds()[k])) for k in divmod(int(missing[0]), size)
            ]
            raise BadSetup(
                f"the links of {agent} are not {law}: ([{ends[0]}], [{ends[1]}]) is missing"
            )
    counts = np.bincount(first, minlength=size)
    if (counts[counts > 0] ** 2).sum() != len(pairs):
        raise BadSetup(f"the links of {agent} are not transitive")
    return first


@checked
def from_links(
    worlds: Sequence[str],
    facts: Mapping[str, Iterable[str]],
    links: Mapping[Agent, Iterable[tuple[str, str]]],
    *,
    closed: str = "",
) -> Relational:
    """A model of named worlds from links between them.

    None is added, unless `closed` says under what: some of the words reflexive, symmetric,
    and transitive.
    """
    place = places(worlds)
    ends = {}
    for agent, pairs in links.items():
        linked = np.zeros((len(worlds), len(worlds)), dtype=bool)
        for pair in pairs:
            linked[two_rows(pair, place, agent)] = True
        ends[agent] = np.nonzero(closure(linked, closed))
    columns = fact_columns(worlds, facts)
    part = Part(np.arange(len(worlds)), tuple(worlds))
    return Relational(columns, ends, {NAME: part}, rows=len(worlds))  # type: ignore[arg-type]


@checked
def generated(model: Model, at: World) -> Model:
    """The worlds that chains of views or links lead to from `at`, and `at` itself."""
    agents = tuple(model.agents)
    start = model.claim_of((at,))
    return model.restrict(
        fixed_point(start, lambda claim: with_neighbors(model, claim, agents), model._same)
    )


def with_neighbors(model: Model, claim: Claim, group: Iterable[Agent]) -> Claim:
    """The worlds of a claim, and those that one of the group holds possible in one."""
    return reduce(or_, [model.seen_from(claim, (agent,)) for agent in group], claim)
