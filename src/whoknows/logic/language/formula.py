"""Formulas: what can be said about facts and about who knows what.

A formula is an immutable tree, printed so that reading it back gives the same tree; the
written language is in `parse`.  `&`, `|`, `^`, `~`, and `>>` (if ... then) join formulas,
and `K`, `C`, ... in `whoknows.logic.language.python` put knowledge before them.

>>> p, q = Atom("p"), Atom("q")
>>> print(Know("K", ("ann",), p & ~q))
K ann (p & ~q)
>>> print(Announce(p, Know("C", ("ann", "bob"), p)))
[! p] C{ann, bob} p
>>> print(p >> (q | "K ann q"))
p -> q | K ann q
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import zip_longest
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar, dataclass_transform

from whoknows.edge import checked
from whoknows.errors import BadSetup, shortened
from whoknows.wording import quoted

T = TypeVar("T")

KEYWORDS = frozenset(
    "K Kw Kv true false Top Bot not and or xor iff oneof forall exists".split()
)  # E C Cw D Dw are words of the language only before a brace, B and S before a name
PLAIN_NAME = re.compile(r"\w[\w']*")

# How tightly an operator binds its parts, loosest first.
IFF, IMPLIES, XOR, OR, AND, TIGHT = range(6)


class Formula:
    """Anything that can be true or false in a world."""

    __slots__: tuple[str, ...] = ()

    def __and__(self, other: Formula | str) -> Formula:
        return And((*same_kind(self, And), formula_of(other)))

    def __rand__(self, other: str) -> Formula:
        return formula_of(other) & self

    def __or__(self, other: Formula | str) -> Formula:
        return Or((*same_kind(self, Or), formula_of(other)))

    def __ror__(self, other: str) -> Formula:
        return formula_of(other) | self

    def __xor__(self, other: Formula | str) -> Formula:
        return Xor((*same_kind(self, Xor), formula_of(other)))

    def __rxor__(self, other: str) -> Formula:
        return formula_of(other) ^ self

    def __invert__(self) -> Formula:
        return Not(self)

    def __rshift__(self, other: Formula | str) -> Formula:
        return Implies(self, formula_of(other))

    def __rrshift__(self, other: str) -> Formula:
        return formula_of(other) >> self

    def iff(self, other: Formula | str) -> Formula:
        """Both hold, or neither."""
        return Iff(self, formula_of(other))

    def __bool__(self) -> bool:
        raise TypeError(
            f"'{self}' is true or false in a world only: "
            "join formulas with &, |, ~, and >>, not with and, or, not"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Formula):
            return NotImplemented
        return self is other or all(
            mine == yours for mine, yours in zip_longest(flat(self), flat(other))
        )

    def __hash__(self) -> int:
        return hash(tuple(flat(self)))

    def __str__(self) -> str:
        from whoknows.logic.language.text import in_letters

        return in_letters(self)

    def __repr__(self) -> str:
        return f"parse({str(self)!r})"


@dataclass_transform(frozen_default=True, eq_default=False)
def node(kind: type[T]) -> type[T]:
    """A kind of formula: a frozen dataclass that compares and prints as all of them do."""
    made = dataclass(frozen=True, slots=True, eq=False, repr=False)(kind)
    INNER[made] = inside(kind.__annotations__)
    return made


Inside: TypeAlias = Callable[[Any], tuple["Formula", ...]]
INNER: dict[type, Inside] = {}  # how to get at the formulas directly inside a kind of them


def inside(types: Mapping[str, str]) -> Inside:
    """How to get at the formulas inside a kind of formulas, from the types of its parts."""
    one = [name for name, said in types.items() if said == "Formula"]
    many = [name for name, said in types.items() if said == "tuple[Formula, ...]"]
    if many:
        several, rest = attrgetter(*many), attrgetter(*one) if one else None
        return several if rest is None else lambda this: (*several(this), rest(this))
    if len(one) == 1:
        return lambda this: (getattr(this, one[0]),)
    return attrgetter(*one) if one else lambda _: ()


@node
class Top(Formula):
    """What is always so."""


@node
class Bot(Formula):
    """What is never so."""


@node
class Atom(Formula):
    """A fact, by name."""

    name: str


@node
class Is(Formula):
    """A part has a value, or the value of another part."""

    part: str
    value: str


@node
class Compare(Formula):
    """Sums of parts and numbers compared: `x + 1 = y`, `x < y`; a term is (sign, name)."""

    left: tuple[tuple[int, str], ...]
    sign: str
    right: tuple[tuple[int, str], ...]


@node
class Not(Formula):
    """The claim fails."""

    claim: Formula


@node
class And(Formula):
    """All the claims hold; of none, that is so."""

    claims: tuple[Formula, ...]


@node
class Or(Formula):
    """One of the claims holds, or more; of none, that is not so."""

    claims: tuple[Formula, ...]


@node
class Xor(Formula):
    """An odd number of the claims hold."""

    claims: tuple[Formula, ...]


@node
class Implies(Formula):
    """If one claim holds, so does the other."""

    given: Formula
    then: Formula


@node
class Iff(Formula):
    """Both claims hold, or neither."""

    left: Formula
    right: Formula


@node
class OneOf(Formula):
    """Exactly one of the claims holds."""

    claims: tuple[Formula, ...]


@node
class Forall(Formula):
    """The claim holds whether the named facts are put as true or as false in it."""

    names: tuple[str, ...]
    claim: Formula


@node
class Exists(Formula):
    """The claim holds for some way to put the named facts in it."""

    names: tuple[str, ...]
    claim: Formula


@node
class Know(Formula):
    """Knowledge or belief, of one or of many.

    K, Kw of an agent, and where worlds are ranked B (belief) and S (safe belief); E, C,
    Cw, D, Dw of a group.
    """

    how: str
    who: tuple[str, ...]
    claim: Formula


@node
class KnowGiven(Formula):
    """K, E, C, D, or B under a condition: of the worlds where `given` holds only.

    C is *relativised*: the claim holds wherever chains of views lead through worlds where
    `given` holds [vanBenthem2006]; B is conditional belief.
    """

    how: str
    who: tuple[str, ...]
    given: Formula
    claim: Formula


@node
class Possible(Formula):
    """The dual of K, E, C, D, B, or S: it is not known in that way that the claim fails."""

    how: str
    who: tuple[str, ...]
    claim: Formula


@node
class KnowValue(Formula):
    """An agent knows the value of a part (Kv)."""

    who: str
    part: str


@node
class Announce(Formula):
    """If `said` is true and said aloud, then `then` holds after it."""

    said: Formula
    then: Formula


@node
class CanAnnounce(Formula):
    """The dual of `Announce`: `said` is true, and `then` holds once it is said aloud."""

    said: Formula
    then: Formula


@node
class AnnounceWhether(Formula):
    """Once it is said aloud, all at the same time, which claims hold, `then` holds."""

    said: tuple[Formula, ...]
    then: Formula


@node
class AnnounceValue(Formula):
    """Once the value of a part is said aloud, `then` holds."""

    part: str
    then: Formula


@node
class AnnounceTo(Formula):
    """If `said` is true and told to some, `then` holds after it.

    The others notice that it is told whether it is so, and not what is told.
    """

    who: tuple[str, ...]
    said: Formula
    then: Formula


@node
class CanAnnounceTo(Formula):
    """The dual of `AnnounceTo`: `said` is true, and `then` holds once some are told."""

    who: tuple[str, ...]
    said: Formula
    then: Formula


@node
class AnnounceWhetherTo(Formula):
    """Once some are told whether `said` holds, and the others see that, `then` holds."""

    who: tuple[str, ...]
    said: Formula
    then: Formula


@node
class After(Formula):
    """If an event of an event model can happen, then `then` holds after it.

    `events` is the event model, or no more than its name; with none, `parse` was not told
    which event models there are, and the formula can be printed, not evaluated.
    """

    events: Any  # an EventModel, or its name
    event: str
    then: Formula


@node
class CanAfter(Formula):
    """The dual of `After`: the event can happen, and `then` holds after it."""

    events: Any  # an EventModel, or its name
    event: str
    then: Formula


@node
class CanSay(Formula):
    """Something true can be said aloud so that `then` holds: by a group, or at all.

    Each of the group says something that he or she knows, all at the same time; of nobody,
    anything true can be said [Balbiani2008], [Agotnes2010].
    """

    who: tuple[str, ...]
    then: Formula


@node
class WhateverSaid(Formula):
    """The dual of `CanSay`: `then` holds whatever true thing the group says, or anybody."""

    who: tuple[str, ...]
    then: Formula


# ------------------------------------------------------------------- going through formulas


def inner(formula: Formula) -> tuple[Formula, ...]:
    """The formulas directly inside a formula, from left to right."""
    return INNER[type(formula)](formula)


def within(formula: Formula) -> Iterator[Formula]:
    """A formula and everything inside it, from left to right."""
    waiting = [formula]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += reversed(inner(here))


def flat(formula: Formula) -> Iterator[Any]:
    """All that a formula says, in a row: equal rows are equal formulas."""
    for one in within(formula):
        yield type(one)
        for name in one.__slots__:
            part = getattr(one, name)
            if isinstance(part, tuple) and part and isinstance(part[0], Formula):
                yield len(part)
            elif not isinstance(part, Formula):
                yield part


def folded(formula: Formula, join: Callable[[Formula, list[Any]], Any]) -> Any:
    """What `join` makes of a formula and of what it made of those inside, leaves first."""
    waiting: list[tuple[Formula, tuple[Formula, ...], list[Any]]] = []
    here, some, made = formula, inner(formula), list[Any]()
    while True:
        if len(made) < len(some):
            waiting.append((here, some, made))
            here = some[len(made)]
            some, made = inner(here), []
            continue
        found = join(here, made)
        if not waiting:
            return found
        here, some, made = waiting.pop()
        made.append(found)


def with_inner(formula: Formula, some: list[Formula]) -> Formula:
    """The formula with other formulas directly inside it, in the order of `inner`."""
    if not some:
        return formula
    left = iter(some)
    parts = []
    for field in fields(formula):  # type: ignore[arg-type]  # every kind is a dataclass
        part = getattr(formula, field.name)
        if isinstance(part, Formula):
            part = next(left)
        elif isinstance(part, tuple) and part and isinstance(part[0], Formula):
            part = tuple(next(left) for _ in part)
        parts.append(part)
    return type(formula)(*parts)


def rebuilt(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """The formula with `change` made to each formula directly inside it."""
    return with_inner(formula, list(map(change, inner(formula))))


@checked
def substitute(formula: Formula, name: str, by: Formula) -> Formula:
    """The formula with the fact `name` replaced, unless it is bound inside.

    What an event makes of facts, and where it can happen, is not touched.
    """

    def put(here: Formula, made: list[Formula]) -> Formula:
        if isinstance(here, Atom):
            return by if here.name == name else here
        if isinstance(here, Forall | Exists) and name in here.names:
            return here
        return with_inner(here, made)

    found: Formula = folded(formula, put)
    return found


def formula_of(said: Formula | str) -> Formula:
    """A formula as it is, or the formula of a text."""
    if isinstance(said, Formula):
        return said
    if not isinstance(said, str):
        raise BadSetup(f"a formula or its text is wanted, not {shortened(said)}")
    from whoknows.logic.language.reader import parse

    return parse(said)


def same_kind(formula: Formula, kind: type[And] | type[Or] | type[Xor]) -> Any:
    """The claims of a conjunction, so that it may grow; another formula, alone."""
    return formula.claims if isinstance(formula, kind) and formula.claims else (formula,)


# ---------------------------------------------------------------------------- names in text


def written(name: str) -> str:
    """A name as the language writes it: in quotes if it is not a plain word."""
    if PLAIN_NAME.fullmatch(name) and name not in KEYWORDS:
        return name
    return quoted(name)


def unquoted(text: str) -> str:
    """The name that `written` put in quotes."""
    return re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)
