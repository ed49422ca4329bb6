"""Models of who finds what more plausible: cells, and in each cell worlds in layers.

What holds in a whole cell is known, as ever; what holds in its lowest layer is *believed*
(B), and so it is under a condition, in the lowest layer where that holds.  A belief is
*safe* (S) if it holds in all worlds no less plausible than this one: no true news can shake
it.  News that is trusted but not certain moves worlds between layers instead of removing
them: *radically*, all worlds where it holds go below all others; *conservatively*, only
the lowest of them do [Baltag2008], [vanBenthem2007].

>>> from whoknows.logic import every_world
>>> bird = every_world("penguin flies", sees={"ann": []}, law="~(penguin & flies)")
>>> doves = plausible(bird, expects={"ann": ["~penguin", "flies"]})
>>> doves.names("B ann flies"), doves.names("K ann flies")
(['-', 'penguin', 'flies'], [])
>>> doves.valid("B{ann | penguin} ~flies"), doves.upgrade("~flies").valid("B ann ~flies")
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whoknows.edge import checked
from whoknows.errors import BadSetup, ImpossibleAnnouncement
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.labels import bound
from whoknows.logic.models.links import table_of
from whoknows.logic.models.model import Agent, Claim, Model, View, World
from whoknows.logic.models.table import Part, Table, common_length, spread

Ranks: TypeAlias = NDArray[np.int64]  # a layer for each row, 0 the most plausible


class Plausible(Table):
    """A table with a layer for each world and agent."""

    engine = "plausible"
    __slots__ = ("ranks",)

    def __init__(
        self,
        facts: Mapping[str, ArrayLike],
        views: Mapping[Agent, ArrayLike],
        ranks: Mapping[Agent, ArrayLike],
        parts: Mapping[str, Part] | None = None,
        *,
        rows: int | None = None,
    ) -> None:
        """A table of these columns; to an agent without ranks all worlds are alike."""
        super().__init__(facts, views, parts, rows=rows)
        self.group(ranks)
        columns = {agent: np.array(some) for agent, some in ranks.items()}
        common_length({f"ranks of {a}": len(c) for a, c in columns.items()}, len(self))
        flat = np.zeros(len(self), dtype=np.int64)
        self.ranks: Mapping[Agent, Ranks] = {
            agent: layers(columns.get(agent, flat)) for agent in self.views
        }

    def restrict_views(self, claim: Claim, rows: NDArray[np.intp], new: Self) -> None:
        """Give `new` the cells and layers of this model among the worlds of `claim`."""
        super().restrict_views(claim, rows, new)
        new.ranks = {agent: layers(rank.take(rows)) for agent, rank in self.ranks.items()}

    def remade(
        self,
        facts: Mapping[str, Claim],
        views: Mapping[Agent, View],
        parts: Mapping[str, Part],
        rows: NDArray[Any],
    ) -> Plausible:
        """The model of other columns, whose rows come from these `rows` of this one."""
        ranks = {agent: rank[rows] for agent, rank in self.ranks.items()}
        return Plausible(facts, views, ranks, parts, rows=len(rows))

    # ---------------------------------------------------------------------- believing

    def believes(
        self,
        agent: Agent,
        claim: Claim | Formula | str,
        given: Claim | Formula | str | None = None,
    ) -> Claim:
        """Where `agent` believes `claim`, or would if told `given` (B)."""
        best = self.most_plausible(agent, given)
        return ~spread(best & ~self.claim(claim), self.views[agent])

    def most_plausible(
        self, agent: Agent, given: Claim | Formula | str | None = None
    ) -> Claim:
        """The worlds that are in the lowest layer of their cell where `given` holds."""
        self.group((agent,))
        some = self.everywhere if given is None else self.claim(given)
        view, rank = self.views[agent], self.ranks[agent]
        lowest_rows: Claim = some & (rank == lowest(some, view, rank)[view])
        return lowest_rows

    def believes_safely(self, agent: Agent, claim: Claim | Formula | str) -> Claim:
        """Where `claim` holds in all worlds no less plausible to `agent` than this (S)."""
        self.group((agent,))
        view, rank = self.views[agent], self.ranks[agent]
        safe: Claim = rank < lowest(~self.claim(claim), view, rank)[view]
        return safe

    def no_less_plausible(self, agent: Agent, at: World) -> Claim:
        """The worlds of its cell that are no less plausible to `agent` than a world."""
        row = self.rows((at,))[0]
        self.group((agent,))
        view, rank = self.views[agent], self.ranks[agent]
        rows: Claim = (view == view[row]) & (rank <= rank[row])
        return rows

    # ------------------------------------------------------------------------- news

    def upgrade(self, claim: Claim | Formula | str, *, conservative: bool = False) -> Self:
        """The model once all come to trust `claim`: radically, or conservatively.

        No world is gone; those where the claim holds become more plausible than others,
        or only the most plausible of these.
        """
        where = self.claim(claim)
        if not where.any():
            name = f"'{claim}' is " if isinstance(claim, str | Formula) else ""
            raise ImpossibleAnnouncement(f"{name}true in none of {self.size} worlds")
        new = self.restrict(self.everywhere)
        new.ranks = {
            agent: layers(
                rank
                + ~(self.most_plausible(agent, where) if conservative else where)
                * bound(rank)
            )
            for agent, rank in self.ranks.items()
        }
        return new


@checked
def plausible(
    model: Model,
    ranks: Mapping[Agent, ArrayLike] | None = None,
    *,
    expects: Mapping[Agent, Iterable[Formula | str]] | None = None,
) -> Plausible:
    """A model with its worlds in layers: by number, or by what agents expect.

    Of what an agent expects, the first counts most: worlds where it holds are below those
    where it fails, and among these the second decides, and so on.
    """
    table = table_of(model)
    columns = {agent: np.array(some) for agent, some in (ranks or {}).items()}
    for agent, some in (expects or {}).items():
        if agent in columns:
            raise BadSetup(f"{agent} has ranks and expectations; one of them is wanted")
        claims = [some] if isinstance(some, str | Formula) else list(some)
        rank = np.zeros(len(table), dtype=np.int64)
        for claim in claims:
            rank = layers(2 * rank + ~table.claim(claim))
        columns[agent] = rank
    return Plausible(table.facts, table.views, columns, table.columns, rows=len(table))


def layers(ranks: NDArray[Any]) -> Ranks:
    """Ranks counted anew from 0, in their order."""
    if ranks.dtype.kind not in "iu":
        raise BadSetup(f"ranks are whole numbers, 0 the most plausible, not {ranks.dtype}")
    numbers: Ranks = np.unique(ranks, return_inverse=True)[1].reshape(-1).astype(np.int64)
    numbers.flags.writeable = False
    return numbers


def lowest(claim: Claim, view: View, rank: Ranks) -> Ranks:
    """For every cell, the lowest rank of a world of the claim; of none, one too high."""
    least = np.full(bound(view), bound(rank), dtype=np.int64)
    np.minimum.at(least, view[claim], rank[claim])
    return least
