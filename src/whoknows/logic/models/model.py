"""What every model can do, however it keeps its worlds.

A model holds the worlds still possible and how they look to each agent.  A *claim* is a
set of worlds; `model.where("K ann p")` gives the claim of a formula, `&`, `|`, `^`, and
`~` join claims, and the operators below make claims about knowledge from claims.  An
announcement gives a new model with fewer worlds; worlds keep their numbers.

There are several kinds: a `Table` has a row per world, a `Cube` a bit per combination, a
`Symbolic` model a decision diagram, a `Relational` one links in place of cells.  The
operators here follow from the few that each kind defines [Fagin1995, ch. 2].

>>> from whoknows.logic import every_world
>>> two = every_world("ab", sees={"ann": "b", "bob": "a"})  # each sees the other
>>> two = two.announce("a | b")                             # "one of you is muddy"
>>> two.names(two.knows("ann", "a"))                        # so, if bob is clean:
['a']
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from sys import maxsize
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, ImpossibleAnnouncement, TooLarge, UnknownName
from whoknows.errors import shortened as shortened_value
from whoknows.logic.language.formula import Formula, formula_of
from whoknows.logic.models.fixed_point import fixed_point
from whoknows.logic.models.vocabulary import (
    Agent,
    Claim,
    Value,
    View,
    Vocabulary,
    World,
    Worlds,
)

if TYPE_CHECKING:
    from whoknows.logic.events.product import EventModel
    from whoknows.logic.planning import Act, Plan

__all__ = [
    "Agent",
    "Claim",
    "Model",
    "Value",
    "View",
    "World",
    "Worlds",
    "check_number",
    "check_there",
    "world_numbers",
]

SHOWN = 6  # names that a short description lists


class Model(Vocabulary):
    """The worlds still possible, and how they look to each agent."""

    # ------------------------------------------------ what each kind of model defines

    engine: str
    """The kind of model: `table`, `cube`, `symbolic`, `relational`, or `plausible`."""

    def fails(self, claim: Claim) -> Claim:
        """The worlds where a claim fails."""
        return self.everywhere & ~claim

    def both(self, claims: list[Claim]) -> Claim:
        """Where all of some claims hold."""
        return reduce(and_, claims) if claims else self.everywhere

    def either(self, claims: list[Claim]) -> Claim:
        """Where at least one of some claims holds."""
        return reduce(or_, claims) if claims else self.nowhere

    keeps_answers: ClassVar[bool] = False
    """Whether claims are so small that where a formula holds is kept for the next time."""

    @abstractmethod
    def alike(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that look to the whole `group` together like one where `fails` holds."""

    @abstractmethod
    def reach(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds joined to one where `fails` holds by a chain of views of the `group`."""

    @abstractmethod
    def knows_value(self, agent: Agent, part: str) -> Claim:
        """Where `agent` knows the value of `part` (Kv)."""

    @abstractmethod
    def restrict(self, claim: Claim) -> Self:
        """The model with the worlds of `claim` only; there may be none."""

    @abstractmethod
    def widen(self, claim: Claim, inner: Claim) -> Claim:
        """A claim of `restrict(claim)`, as a claim of this model."""

    @abstractmethod
    def worlds(self, claim: Claim | None = None) -> Worlds:
        """The numbers of the worlds of `claim`, or of all worlds."""

    @abstractmethod
    def claim_of(self, worlds: Iterable[World]) -> Claim:
        """The claim that holds in just these worlds."""

    @abstractmethod
    def describe(self, world: World) -> dict[str, bool | Value]:
        """What is so in a world: every fact and part by name."""

    @abstractmethod
    def define(self, name: str, claim: Claim | Formula | str) -> Self:
        """The model with one more fact, which holds where `claim` does."""

    @abstractmethod
    def looks(self, agent: Agent) -> View:
        """How every world looks to `agent`, as labels in the order of `worlds()`."""

    law_apart: ClassVar[bool] = False
    """Whether combinations against the law are there too, to be quantified over."""

    def along_names(self, claim: Claim, names: Iterable[str]) -> Claim:
        """Combinations that differ in the named facts only from one of the claim."""
        raise NotImplementedError  # where the law is not apart, facts are put in formulas

    def seen_from(self, claim: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that the `group` together holds possible in a world of the claim."""
        return self.alike(claim, group)

    def reached_from(self, claim: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that chains of views of the `group` lead to from a world of the claim."""
        return self.reach(claim, group)

    # ---------------------------------------------------------------- one agent knows

    def knows(self, agent: Agent, claim: Claim | Formula | str) -> Claim:
        """Where `agent` knows `claim`: no world that looks the same is an exception (K)."""
        return self.distributed((agent,), claim)

    def knows_whether(self, agent: Agent, claim: Claim | Formula | str) -> Claim:
        """Where `agent` knows `claim` or knows that it fails (Kw)."""
        return self.distributed_whether((agent,), claim)

    def believes(
        self,
        agent: Agent,
        claim: Claim | Formula | str,
        given: Claim | Formula | str | None = None,
    ) -> Claim:
        """Where `agent` believes `claim`, or would if told `given` (B).

        Worlds that are not ranked are all as plausible: then to believe is to know.
        """
        if given is None:
            return self.knows(agent, claim)
        return self.knows(agent, self.everywhere & ~self.claim(given) | self.claim(claim))

    def most_plausible(
        self, agent: Agent, given: Claim | Formula | str | None = None
    ) -> Claim:
        """The worlds most plausible in their cell where `given` holds: all such worlds."""
        self.group((agent,))
        return self.everywhere if given is None else self.claim(given)

    def no_less_plausible(self, agent: Agent, at: World) -> Claim:
        """The worlds `agent` holds possible at a world that are no less plausible to it."""
        return self.seen_from(self.claim_of((at,)), self.group((agent,)))

    def believes_safely(self, agent: Agent, claim: Claim | Formula | str) -> Claim:
        """Where `agent` believes `claim`, whatever true thing it may be told (S)."""
        return self.knows(agent, claim)

    # --------------------------------------------------------------- a group of agents

    def everyone_knows(self, group: Iterable[Agent], claim: Claim | Formula | str) -> Claim:
        """Where each of the `group` knows `claim` (E)."""
        where = self.claim(claim)
        return reduce(
            and_,
            [self.knows(agent, where) for agent in self.group(group)],
            self.everywhere,
        )

    def common(self, group: Iterable[Agent], claim: Claim | Formula | str) -> Claim:
        """Where `claim` is common knowledge: it holds wherever chains of views lead (C)."""
        fails = self.fails(self.claim(claim))
        return self.fails(self.reach(fails, self.group(group)))

    def common_whether(self, group: Iterable[Agent], claim: Claim | Formula | str) -> Claim:
        """Where it is common knowledge whether `claim` holds (Cw)."""
        group, where = self.group(group), self.claim(claim)
        return self.common(group, where) | self.common(group, ~where)

    def common_along(
        self,
        group: Iterable[Agent],
        given: Claim | Formula | str,
        claim: Claim | Formula | str,
    ) -> Claim:
        """Where `claim` holds wherever chains of views lead through worlds of `given`.

        This is relativised common knowledge [vanBenthem2006]: each step of a chain, one or
        more, goes to a world where `given` holds; what holds at its start does not count.
        """
        group, path = self.group(group), self.everywhere & self.claim(given)
        fails = path & ~self.claim(claim)

        def one_step_more(claim: Claim) -> Claim:
            for agent in group:
                claim = claim | self.alike(fails | (path & claim), (agent,))
            return claim

        return self.everywhere & ~fixed_point(self.nowhere, one_step_more, self._same)

    def distributed(self, group: Iterable[Agent], claim: Claim | Formula | str) -> Claim:
        """Where the `group`, putting all they see together, would know `claim` (D)."""
        fails = self.fails(self.claim(claim))
        return self.fails(self.alike(fails, self.group(group)))

    def distributed_whether(
        self, group: Iterable[Agent], claim: Claim | Formula | str
    ) -> Claim:
        """Where the `group`, putting all together, would know whether `claim` (Dw)."""
        return self.fails(self.unsure(self.claim(claim), self.group(group)))

    def unsure(self, claim: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that look to the `group` like one with `claim`, and like one without."""
        return self.alike(claim, group) & self.alike(self.fails(claim), group)

    # ------------------------------------------------------------------- announcements

    def announce(self, claim: Claim | Formula | str) -> Self:
        """The model once `claim` is said aloud: worlds where it fails are gone."""
        where = self.claim(claim)
        if not self.some(where):
            name = f"'{claim}' is " if isinstance(claim, str | Formula) else ""
            raise ImpossibleAnnouncement(f"{name}true in none of {self.size} worlds")
        return self.restrict(where)

    def announce_answers(
        self, claims: Sequence[Claim | Formula | str], at: World | str
    ) -> Self:
        """The model once it is said, all at the same time, which `claims` hold."""
        at, possible = self.world_at(at), self.everywhere
        for where in map(self.claim, claims):
            possible = possible & (where if self.holds(where, at) else ~where)
        return self.announce(possible)

    def announce_value(self, part: str, at: World | str) -> Self:
        """The model once the value of `part` is said aloud, `at` being so."""
        self.parts_named(part)
        value = self.describe(self.world_at(at))[part]
        return self.announce(self.is_value(part, value))

    # ------------------------------------------------------------------------ formulas

    def where(self, formula: Formula | str) -> Claim:
        """The worlds where a formula holds."""
        from whoknows.logic.reasoning.evaluate import evaluate

        return evaluate(self, formula_of(formula))

    def claim(self, said: Claim | Formula | str) -> Claim:
        """A claim as it is, checked for size; or the claim of a formula or its text."""
        if isinstance(said, str | Formula):
            return self.where(said)
        self.check_claim(said)
        return said

    def check_claim(self, said: Claim) -> None:
        """Raise `BadSetup` if a claim is of another size, or of another kind of model."""
        whole = self.everywhere
        if getattr(said, "shape", None) != whole.shape or said.dtype != whole.dtype:
            raise BadSetup(
                f"{shortened_value(said)} does not fit this model of {self.size} worlds:"
                " a claim is a formula, its text, or a set of its worlds"
            )

    def true(self, claim: Claim | Formula | str, at: World | str) -> bool:
        """Whether `claim` is true `at` a world."""
        world = self.world_at(at)
        return self.holds(self.claim(claim), world)

    def valid(self, claim: Claim | Formula | str) -> bool:
        """Whether `claim` is true in every world."""
        return not self.some(~self.claim(claim))

    def explain(self, formula: Formula | str, at: World | str) -> str:
        """Why a formula is true or false `at` a world, as text."""
        from whoknows.logic.reasoning.explain import explain

        return explain(self, formula_of(formula), self.world_at(at))

    def draw(self, at: World | str | None = None, **options: Any) -> str:
        """The model as a picture, an SVG; the options are those of `draw.draw`."""
        from whoknows.logic.draw import draw

        return draw(self, None if at is None else self.world_there(at), **options)

    def plan(
        self,
        goal: Formula | str,
        events: Mapping[str, EventModel | Act] | Sequence[Act],
        *,
        at: World | Iterable[World],
        longest: int = 12,
        knowing: bool = False,
    ) -> Plan:
        """The shortest sequence of events after which the goal holds, if `at` is so.

        If `knowing`, who does something must know that it can be done.
        """
        from whoknows.logic.planning.search import plan

        return plan(self, goal, events, at=at, longest=longest, knowing=knowing)

    # ------------------------------------------------------------------ worlds by name

    @property
    def size(self) -> int:
        """The number of worlds; `len` says the same where the number is small enough."""
        return self.count(self.everywhere)

    def __len__(self) -> int:
        if self.size > maxsize:
            raise TooLarge(
                f"{self.size} worlds are more than len() can say: ask for model.size"
            )
        return self.size

    def __repr__(self) -> str:
        return f"<{self.engine} model: {self.shape}>"

    @property
    def shape(self) -> str:
        """The number of worlds, and the names of facts, parts, and agents, in words."""
        several = [
            shortened(list(self.facts), "facts"),
            shortened(list(self.parts), "parts"),
        ]
        names = ", ".join(filter(None, several)) or "no facts"
        agents = shortened(list(self.agents), "agents") or "nobody"
        worlds = "1 world" if self.size == 1 else f"{self.size} worlds"
        return f"{worlds}; {names}; seen by {agents}"

    def __iter__(self) -> Iterator[World]:
        return iter(self.worlds().tolist())

    def count(self, claim: Claim | Formula | str) -> int:
        """The number of worlds where `claim` holds."""
        return len(self.worlds(self.claim(claim)))

    def first(self, claim: Claim) -> World:
        """A world of a claim that has one: the first, where worlds are listed."""
        return int(self.worlds(claim)[0])

    @abstractmethod
    def holds(self, claim: Claim, world: World) -> bool:
        """Whether the claim holds in this world of the model."""

    def world_at(self, at: World | str) -> World:
        """A world by its number, by its name, or by what is so in it: `"a x=4"`.

        What is not said to be so is false, as in the names that worlds are printed with.
        """
        if not isinstance(at, str):
            return check_number(at)
        from whoknows.logic.files.names import so_list, world_of
        from whoknows.logic.files.source import Source

        if at in map(str, self.parts.get("world", ())):
            return world_of(self, {at: True})
        return world_of(self, so_list(Source("world", at or "-"), at or "-"))

    def world_there(self, at: World | str) -> World:
        """A world as in `world_at`, checked to be in the model still."""
        self.claim_of((world := self.world_at(at),))
        return world

    def possible(self, agent: Agent, at: World | str) -> list[World]:
        """The worlds that `agent` holds possible `at` a world."""
        where = self.claim_of((self.world_at(at),))
        worlds: list[World] = self.worlds(
            self.seen_from(where, self.group((agent,)))
        ).tolist()
        return worlds

    def world(self, **so: bool | Value) -> World:
        """The one world where these facts and parts are so."""
        where = self.everywhere
        for name, value in so.items():
            if name in self.parts:
                where = where & self.is_value(name, self.value_named(name, value))
            else:
                fact = self.fact(name)
                where = where & (fact if value else ~fact)
        worlds = self.worlds(where)
        if len(worlds) != 1:
            words = ", ".join(f"{name}={value}" for name, value in so.items())
            raise UnknownName(
                f"{len(worlds)} worlds have {words or 'no condition'}, not one"
            )
        return int(worlds[0])

    def name(self, world: World) -> str:
        """A world by what is so in it: the true facts, and the value of every part."""
        so = self.describe(world)
        facts = [name for name, value in so.items() if value is True]
        parts = [f"{name}={so[name]}" for name in self.parts]
        return " ".join(facts + parts) or "-"

    def names(self, claim: Claim | Formula | str) -> list[str]:
        """The worlds of a claim, by name."""
        return [self.name(world) for world in self.worlds(self.claim(claim)).tolist()]

    def _repr_svg_(self) -> str:
        from whoknows.logic.draw import notebook

        return notebook(self)


def shortened(names: list[str], kind: str) -> str:
    """A list of names, or how many there are."""
    return ", ".join(names) if len(names) <= SHOWN else f"{len(names)} {kind}"


def check_number(world: Any) -> World:
    """The number of a world, which must be a whole number."""
    if isinstance(world, bool | np.bool_) or not isinstance(world, int | np.integer):
        raise BadSetup(f"a world is a number or a name, not {world!r}")
    return int(world)


def world_numbers(worlds: Iterable[World], model: Model) -> Worlds:
    """Numbers of worlds as an array; one that no array holds is in no model."""
    some = list(worlds)
    for world in map(check_number, some):
        if not 0 <= world < 2**63:
            raise BadSetup(f"world {world} is not among the {model.size} worlds left")
    return np.array(some, dtype=np.int64)


def check_there(
    worlds: NDArray[np.integer[Any]], there: NDArray[np.bool_], model: Model
) -> None:
    """Raise `BadSetup` for the first of the worlds that is not in the model."""
    if not there.all():
        gone = worlds[np.argmin(there)]
        raise BadSetup(f"world {gone} is not among the {model.size} worlds left")
