"""Terms: what a clause says, as work on whole columns of worlds.

A term gives a claim (a bool per world), a number, or a word (a small negative number that
stands for it) for every world of a *scope* at once; where no column is touched it gives
one plain value.  Everything is checked when a term is made: kinds, names, sizes, and how
much work it is; to work one out raises no error of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Values: TypeAlias = NDArray[Any]  # one value for each world of a scope
Worked: TypeAlias = Any  # values, or one plain value for all worlds
Env: TypeAlias = Mapping[str, int]  # variables: `me`, parameters of a move, of loops

CLAIM, NUMBER, WORD, MIXED = "claim", "number", "word", "mixed"
MOST_REMEMBERED = 2**25  # bytes that a scope remembers
ROOM = "room"  # under which a memory keeps how many they are


class Scope(Protocol):
    """Worlds on which terms are worked out."""

    @property
    def env(self) -> dict[str, int]:
        """What variables stand for."""

    @property
    def size(self) -> int:
        """How many worlds there are."""

    @property
    def memo(self) -> dict[Any, Worked] | None:
        """What was worked out before, if that is remembered."""

    def column(self, name: str) -> Values:
        """What a column has in each world."""

    def knows(self, how: str, who: int, claim: Term) -> Worked:
        """Where a seat knows a claim, whether it holds, or holds it possible."""

    def group_knows(self, how: str, who: tuple[int, ...], claim: Term) -> Worked:
        """Where a group knows a claim, in one of the ways E, C, D, Cw, Dw."""

    def knows_value(self, who: int, term: Term) -> Worked:
        """Where a seat knows the value of a term."""


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """Something that has a value in every world."""

    kind: str
    work: Callable[[Any], Worked]  # of a scope
    start: int = 0  # its place in the file
    columns: frozenset[str] = frozenset()  # those that it may look at
    domain: tuple[int, ...] | None = None  # its values, where no world is asked
    free: frozenset[str] = frozenset()  # variables that it looks at
    knowers: bool = False  # whether it asks what somebody knows
    others: bool = False  # or what somebody besides the mover knows
    cost: int = 1  # how many columns are worked on
    most: int = 0  # how large a number can be
    words: frozenset[int] = frozenset()  # those that it can be
    signed: bool = False  # whether a number can be below zero

    @property
    def fixed(self) -> bool:
        """Whether it is the same in all worlds."""
        return not self.columns and not self.knowers


def remembered(term: Term) -> Term:
    """A term that a scope with a memory works out once for the same variables."""
    if term.knowers or not term.columns:
        return term
    names, inner = tuple(sorted(term.free)), term.work

    def work(scope: Any) -> Worked:
        memo = scope.memo
        if memo is None:
            return inner(scope)
        env = scope.env
        key = (work, *[env[name] for name in names])
        if key in memo:
            return memo[key]
        found = inner(scope)
        room = memo.get(ROOM, 0) + getattr(found, "nbytes", 8 * scope.size)
        if room > MOST_REMEMBERED:
            memo.clear()
            room = 0
        memo[key], memo[ROOM] = found, room
        return found

    return replace(term, work=work)


def joined_facts(parts: Iterable[Term]) -> dict[str, Any]:
    """What a term takes over from its parts: columns, variables, knowers, and cost."""
    some = list(parts)
    return {
        "columns": frozenset().union(*(part.columns for part in some)),
        "free": frozenset().union(*(part.free for part in some)),
        "knowers": any(part.knowers for part in some),
        "others": any(part.others for part in some),
        "signed": any(part.signed for part in some if part.kind != CLAIM),
        "cost": 1 + sum(part.cost for part in some),
    }


def constant(kind: str, value: int | bool, start: int = 0) -> Term:
    """A term that is the same everywhere."""
    worked, code = bool(value) if kind == CLAIM else int(value), int(value)
    return Term(
        kind, lambda _: worked, start, domain=(code,), cost=0, most=abs(code),
        words=words_in((code,)),
    )  # fmt: skip


def words_in(codes: Iterable[int]) -> frozenset[int]:
    """Those of some codes that are words, and no numbers."""
    return frozenset(code for code in codes if code < 0)


def variable(name: str, kind: str, domain: tuple[int, ...], start: int) -> Term:
    """What a variable stands for."""
    most = max(map(abs, domain), default=0)

    def work(scope: Scope) -> Worked:
        return scope.env[name]

    return Term(
        kind, work, start, domain=domain, free=frozenset((name,)), cost=0, most=most,
        words=words_in(domain),
    )  # fmt: skip


def column(name: str, kind: str, start: int, values: Iterable[int]) -> Term:
    """What a column has, of some values."""
    return Term(
        kind, lambda scope: scope.column(name), start, frozenset((name,)),
        most=max(map(abs, values)), words=words_in(values),
    )  # fmt: skip


def family(
    names: Mapping[tuple[int, ...], str],
    indexes: tuple[Term, ...],
    kind: str,
    start: int,
    values: Iterable[int],
) -> Term:
    """A column of a family, by the values of its indexes; it has one of some values."""

    def work(scope: Scope) -> Worked:
        return scope.column(names[tuple(int(index.work(scope)) for index in indexes)])

    facts = {**joined_facts(indexes), "columns": frozenset(names.values())}
    most = max(map(abs, values))
    return Term(kind, work, start, most=most, words=words_in(values), **facts)


def negation(part: Term, start: int) -> Term:
    """Where a claim fails."""

    def work(scope: Scope) -> Worked:
        found = part.work(scope)
        return not found if isinstance(found, bool) else ~found

    return Term(CLAIM, work, start, domain=flipped(part), **joined_facts((part,)))


def flipped(part: Term) -> tuple[int, ...] | None:
    """The values of a claim that fails where this one holds."""
    return None if part.domain is None else tuple(1 - value for value in part.domain)


def conjunction(parts: tuple[Term, ...], start: int) -> Term:
    """Where all claims hold; what is plainly false ends it."""

    def work(scope: Scope) -> Worked:
        found: Worked = True
        for part in parts:
            value = part.work(scope)
            if value is False:
                return False
            found = value if found is True else found if value is True else found & value
        return found

    return Term(CLAIM, work, start, domain=(0, 1) * constant_parts(parts) or None,
                **joined_facts(parts))  # fmt: skip


def disjunction(parts: tuple[Term, ...], start: int) -> Term:
    """Where one of the claims holds; what is plainly true ends it."""

    def work(scope: Scope) -> Worked:
        found: Worked = False
        for part in parts:
            value = part.work(scope)
            if value is True:
                return True
            found = value if found is False else found if value is False else found | value
        return found

    return Term(CLAIM, work, start, domain=(0, 1) * constant_parts(parts) or None,
                **joined_facts(parts))  # fmt: skip


def constant_parts(parts: Iterable[Term]) -> bool:
    """Whether no world is asked for any of the parts."""
    return all(part.fixed for part in parts)


def applied(
    kind: str,
    function: Callable[..., Worked],
    parts: tuple[Term, ...],
    start: int,
    most: int = 0,
    domain: tuple[int, ...] | None = None,
) -> Term:
    """A function of numpy on what the parts give."""

    def work(scope: Scope) -> Worked:
        return plain_value(function(*(part.work(scope) for part in parts)))

    return Term(kind, work, start, domain=domain, most=most, **joined_facts(parts))


def plain_value(found: Worked) -> Worked:
    """A value of numpy that is one value, as Python has it."""
    if isinstance(found, np.ndarray) and found.ndim:
        return found
    return found.item() if isinstance(found, np.generic | np.ndarray) else found


def varies(found: Worked) -> bool:
    """Whether there is a value for every world, and not one plain value for all."""
    return bool(getattr(found, "ndim", 0))


def single(found: Worked) -> int:
    """The value where there is one world only."""
    return int(found[0]) if varies(found) else int(found)


def on_all(found: Worked, size: int) -> Values:
    """A value for every world, where there may be one for all."""
    return found if isinstance(found, np.ndarray) and found.ndim else np.full(size, found)


def alike(value: Any, kind: Any, size: int) -> Values:
    """A column with one value for all worlds, which takes no room."""
    return np.broadcast_to(np.array(value, dtype=kind), (size,))


def taken_from(column: Values, rows: Values) -> Values:
    """A column at some rows; one value for all worlds stays so."""
    if column.strides == (0,):
        return np.broadcast_to(column[:1].reshape(()), (len(rows),))
    return column.take(rows)


def choice(claim: Term, one: Term, other: Term, start: int) -> Term:
    """One thing where a claim holds, and another elsewhere."""

    def work(scope: Scope) -> Worked:
        found = claim.work(scope)
        if found is True or found is False:
            return (one if found else other).work(scope)
        return np.where(found, one.work(scope), other.work(scope))

    facts = joined_facts((claim, one, other))
    domain = None
    if claim.fixed and one.domain is not None and other.domain is not None:
        domain = tuple(dict.fromkeys((*one.domain, *other.domain)))
    most, words = max(one.most, other.most), one.words | other.words
    kind = one.kind if one.kind == other.kind else MIXED
    return Term(kind, work, start, domain=domain, most=most, words=words, **facts)


def comparable(one: Term, two: Term) -> bool:
    """Whether two things can be the same: of one kind, or numbers among words.

    Words are numbers below zero, so that only others are told from them.
    """
    if one.kind == two.kind:
        return True
    kinds = {one.kind, two.kind}
    return MIXED in kinds and CLAIM not in kinds and not (one.signed or two.signed)


def counted(parts: list[Worked]) -> Worked:
    """In how many of some claims a world is."""
    return reduce(add, parts, 0)


def add(one: Worked, two: Worked) -> Worked:
    """A sum of numbers or of claims, in integers that are large enough."""
    if varies(one) or varies(two):
        return np.add(one, two, dtype=np.int64)
    return int(one) + int(two)


def exactly_one(parts: list[Worked]) -> Worked:
    """Where just one of the claims holds."""
    return counted(parts) == 1


def looped(
    name: str,
    kind: str,
    parts: tuple[Term, ...],
    spread: Callable[[Scope], Iterable[None]],
    start: int,
    times: int,
    most: int,
    bound: frozenset[str],
) -> Term:
    """Many things, for every value of variables, put together in one way."""
    gather = GATHERED[name]

    def work(scope: Scope) -> Worked:
        found: list[Worked] = []
        for _ in spread(scope):
            for part in parts:
                value = part.work(scope)
                if name == "and" and value is False:
                    return False
                if name == "or" and value is True:
                    return True
                found.append(value)
        return plain_value(gather(found))

    facts = joined_facts(parts)
    facts |= {"free": facts["free"] - bound, "cost": 1 + times * facts["cost"]}
    domain = (0, 1) if kind == CLAIM and constant_parts(parts) else None
    return remembered(Term(kind, work, start, domain=domain, most=most, **facts))


def smallest(parts: list[Worked]) -> Worked:
    """The least of some numbers."""
    return reduce(np.minimum, parts)


def largest(parts: list[Worked]) -> Worked:
    """The largest of some numbers."""
    return reduce(np.maximum, parts)


def every(parts: list[Worked]) -> Worked:
    """Where all claims hold."""
    return reduce(lambda one, two: one & two, parts, True)


def some(parts: list[Worked]) -> Worked:
    """Where a claim holds."""
    return reduce(lambda one, two: one | two, parts, False)


def all_different(parts: list[Worked]) -> Worked:
    """Where no two values are the same."""
    found: Worked = True
    for place, one in enumerate(parts):
        for two in parts[:place]:
            found = found & (one != two)
    return found


GATHERED: Mapping[str, Callable[[list[Worked]], Worked]] = {
    "and": every,
    "or": some,
    "oneof": exactly_one,
    "count": counted,
    "sum": counted,
    "min": smallest,
    "max": largest,
    "distinct": all_different,
}
ARITHMETIC: Mapping[str, Callable[[Worked, Worked], Worked]] = {
    "+": add,
    "-": lambda one, two: np.subtract(one, two, dtype=np.int64),
    "*": lambda one, two: np.multiply(one, two, dtype=np.int64),
    "div": lambda one, two: np.floor_divide(one, two),
    "mod": lambda one, two: np.mod(one, two),
}


def compared(signs: list[str], parts: tuple[Term, ...], start: int) -> Term:
    """Where things compare so, one after the other."""

    def work(scope: Scope) -> Worked:
        values = [part.work(scope) for part in parts]
        found: Worked = True
        for sign, one, two in zip(signs, values, values[1:], strict=False):
            holds = plain_value(COMPARED[sign](one, two))
            if holds is False:
                return False
            found = holds if found is True else found & holds
        return found

    domain = (0, 1) if constant_parts(parts) else None
    return remembered(Term(CLAIM, work, start, domain=domain, **joined_facts(parts)))


COMPARED: Mapping[str, Callable[[Any, Any], Worked]] = {
    "=": lambda one, two: one == two,
    "!=": lambda one, two: one != two,
    "<": lambda one, two: one < two,
    "<=": lambda one, two: one <= two,
    ">": lambda one, two: one > two,
    ">=": lambda one, two: one >= two,
}


def knowing(how: str, who: Term, claim: Term, start: int) -> Term:
    """Where a seat knows something, in one of the ways K, Kw, possible."""

    def work(scope: Scope) -> Worked:
        return scope.knows(how, int(who.work(scope)), claim)

    return Term(CLAIM, work, start, **known_facts((who, claim)))


def knowing_value(who: Term, term: Term, start: int) -> Term:
    """Where a seat knows the value of something."""

    def work(scope: Scope) -> Worked:
        return scope.knows_value(int(who.work(scope)), term)

    return Term(CLAIM, work, start, **known_facts((who, term)))


def knowing_group(how: str, who: tuple[Term, ...], claim: Term, start: int) -> Term:
    """Where a group knows something."""

    def work(scope: Scope) -> Worked:
        group = tuple(dict.fromkeys(int(one.work(scope)) for one in who))
        return scope.group_knows(how, group, claim)

    return Term(CLAIM, work, start, **known_facts((*who, claim)))


def known_facts(parts: tuple[Term, ...]) -> dict[str, Any]:
    """What a term about knowledge takes over: to know is more work than to compare.

    The first part says who knows; `me` alone is a variable.
    """
    facts = joined_facts(parts)
    alone = len(parts) == 2 and parts[0].cost == 0 and parts[0].free == {"me"}
    others = facts["others"] or not alone
    return {**facts, "knowers": True, "others": others, "cost": facts["cost"] + 4}


def spread_out(
    env: dict[str, int],
    runs: list[tuple[str, tuple[int, ...], tuple[Term, ...]]],
    scope: Any,
) -> Iterator[None]:
    """Put the variables of loops in every way, one after the other, and then as before."""
    if not runs:
        yield
        return
    (name, domain, but), *rest = runs
    before = env.get(name)
    out = {term.work(scope) for term in but}
    try:
        for value in domain:
            if value not in out:
                env[name] = value
                yield from spread_out(env, rest, scope)
    finally:
        if before is None:
            env.pop(name, None)
        else:
            env[name] = before


def odd(*parts: Any) -> Any:
    """Where an odd number of claims hold."""
    found = parts[0]
    for part in parts[1:]:
        found = found != part
    return found
