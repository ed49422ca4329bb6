"""The words of a model: its agents, its facts, and its parts, by name, checked.

Every kind of model answers to the same names, and says the same where a name is not there.
Parts whose values are numbers are added and compared.
"""

from __future__ import annotations

import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import BadSetup, UnknownName

Agent: TypeAlias = str
World: TypeAlias = int  # the number of a world, kept through announcements
Claim: TypeAlias = Any  # a set of worlds: a bool per row, packed bits, or a diagram
View: TypeAlias = NDArray[np.integer[Any]]  # equal labels are worlds that look alike
Worlds: TypeAlias = NDArray[np.integer[Any]]  # numbers of worlds, ascending
Value: TypeAlias = str | int  # a value of a part, as people name it
Terms: TypeAlias = tuple[tuple[int, str], ...]  # a sum: signs, and names or numbers

COMPARED: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def compared_by(sign: str) -> Callable[[Any, Any], Any]:
    """What a sign of `x < y` means."""
    if sign not in COMPARED:
        raise UnknownName.among("sign", sign, COMPARED)
    return COMPARED[sign]


# What people call; every kind of model looks at what it is given here.
ASKED = """
__init__ announce announce_answers announce_value believes believes_safely check_new
claim_of common common_along common_whether compared count define describe distributed
distributed_whether everyone_knows explain fact group is_equal is_value knows knows_value
knows_whether looks most_plausible name names no_less_plausible numbers numbers_named
parts_named plan possible totals true upgrade valid value_named where world_at worlds
""".split()


class Vocabulary(ABC):
    """What a model speaks of, by name."""

    def __init_subclass__(cls) -> None:
        """Look at what the methods that people call are given."""
        for name in {*ASKED} & {*vars(cls)}:
            setattr(cls, name, checked(vars(cls)[name]))

    @property
    @abstractmethod
    def agents(self) -> tuple[Agent, ...]:
        """Those who see and know."""

    @property
    @abstractmethod
    def facts(self) -> Mapping[str, Claim]:
        """Where each fact holds."""

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, tuple[Value, ...]]:
        """The values that each part can take."""

    @property
    @abstractmethod
    def everywhere(self) -> Claim:
        """The claim that holds in every world."""

    @property
    def nowhere(self) -> Claim:
        """The claim that holds in no world."""
        return np.zeros_like(self.everywhere)

    @abstractmethod
    def is_value(self, part: str, value: Value) -> Claim:
        """Where `part` has `value`."""

    def some(self, claim: Claim) -> bool:
        """Whether a claim is true in some world."""
        return bool((self.everywhere & claim).any())

    def _same(self, one: Claim, other: Claim) -> bool:
        """Whether two claims hold in the same worlds."""
        return not self.some(one ^ other)

    # ------------------------------------------------------------------ checking names

    @checked
    def group(self, agents: Iterable[Agent]) -> tuple[Agent, ...]:
        """The agents, each once, checked to be known."""
        if isinstance(agents, str):
            raise BadSetup(f"a group is a list of agents, not the text {agents!r}")
        known = self.agents
        for agent in (group := tuple(dict.fromkeys(agents))):
            if agent not in known:
                raise UnknownName.among("agent", agent, known)
        return group

    @checked
    def fact(self, name: str) -> Claim:
        """Where a fact holds; a near miss is suggested if there is none."""
        if name not in self.facts:
            if name in self.parts:
                raise UnknownName(
                    f"{name!r} is a part, not a fact: it has a value, such as "
                    f"{name}={self.parts[name][0]}"
                )
            raise UnknownName.among("fact", name, [*self.facts, *self.parts])
        return self.facts[name]

    @checked
    def parts_named(self, part: str) -> tuple[Value, ...]:
        """The values of a part; a near miss is suggested if there is none."""
        if part not in self.parts:
            if part in self.facts:
                raise UnknownName(
                    f"{part!r} is a fact, not a part: it is true or false, and has no value"
                )
            raise UnknownName.among("part", part, [*self.parts, *self.facts])
        return self.parts[part]

    @checked
    def check_new(self, name: str) -> None:
        """Raise `BadSetup` if there is a fact or part of this name."""
        if name in self.facts or name in self.parts:
            raise BadSetup(f"{name!r} is there already: define a fact of a new name")

    @checked
    def value_named(self, part: str, value: Value) -> Value:
        """The value of `part` that is written so: 4 and "4" are the same."""
        for known in self.parts_named(part):
            if str(known) == str(value):
                return known
        raise UnknownName.among(f"value of {part}", str(value), map(str, self.parts[part]))

    # --------------------------------------------------------------- comparing the parts

    @checked
    def is_equal(self, part: str, value: Value) -> Claim:
        """Where `part` has a value, or the value of the part that is named instead."""
        values = self.parts_named(part)
        if str(value) in map(str, values) or value not in self.parts:
            return self.is_value(part, value)
        other, equal = str(value), self.nowhere
        both = set(map(str, values)) & set(map(str, self.parts[other]))
        for same in both:
            equal = equal | (self.is_value(part, same) & self.is_value(other, same))
        return equal

    @checked
    def compared(self, left: Terms, sign: str, right: Terms) -> Claim:
        """Where two sums of parts and numbers compare so."""
        compare, claim = compared_by(sign), self.nowhere
        for total, where in self.totals(
            (*left, *((-s, name) for s, name in right))
        ).items():
            if compare(total, 0):
                claim = claim | where
        return claim

    @checked
    def totals(self, terms: Terms) -> dict[int, Claim]:
        """Where a sum has which value: parts are added one by one."""
        claims = {0: self.everywhere}
        for sign, name in terms:
            wider: dict[int, Claim] = {}
            for value, where in self.numbers(name):
                for total, there in claims.items():
                    both, new = there & where, total + sign * value
                    wider[new] = wider[new] | both if new in wider else both
            claims = {total: where for total, where in wider.items() if self.some(where)}
        return claims

    @checked
    def numbers(self, name: str) -> Iterator[tuple[int, Claim]]:
        """The numbers that a term can be, and where it is; the values of a part are."""
        if name not in self.parts and re.fullmatch(r"-?\d+", name):
            yield int(name), self.everywhere
            return
        for value in self.numbers_named(name):
            yield value, self.is_value(name, value)

    @checked
    def numbers_named(self, part: str) -> list[int]:
        """The values of a part, which must be numbers."""
        values = self.parts_named(part)
        for value in values:
            if not re.fullmatch(r"-?\d+", str(value)):
                raise BadSetup(
                    f"{part} has the value {value}, which is no number to compare"
                )
        return [int(value) for value in values]
