"""Formulas: what can be said about facts and about who knows what.

A formula is an immutable tree, printed so that reading it back gives the same tree; the
written language is in `grammar.lark`.

>>> p, q = Atom("p"), Atom("q")
>>> print(Know("K", ("ann",), And((p, Not(q)))))
K ann (p & ~q)
>>> print(Announce(p, Know("C", ("ann", "bob"), p)))
[! p] C{ann, bob} p
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

KEYWORDS = frozenset(
    "K Kw Kv true false Top Bot not and or xor iff oneof forall exists".split()
)  # E C Cw D Dw are words of the language only before a brace, and else names
PLAIN_NAME = re.compile(r"\w[\w']*")

# How tightly an operator binds its parts, loosest first.
IFF, IMPLIES, XOR, OR, AND, TIGHT = range(6)


@dataclass(frozen=True, slots=True)
class Top:
    """What is always so."""

    def __str__(self) -> str:
        return "true"


@dataclass(frozen=True, slots=True)
class Bot:
    """What is never so."""

    def __str__(self) -> str:
        return "false"


@dataclass(frozen=True, slots=True)
class Atom:
    """A fact, by name."""

    name: str

    def __str__(self) -> str:
        return written(self.name)


@dataclass(frozen=True, slots=True)
class Is:
    """A part has a value."""

    part: str
    value: str

    def __str__(self) -> str:
        return f"{written(self.part)}={written(self.value)}"


@dataclass(frozen=True, slots=True)
class Not:
    """The claim fails."""

    claim: Formula

    def __str__(self) -> str:
        return f"~{tight(self.claim)}"


@dataclass(frozen=True, slots=True)
class And:
    """All the claims hold; of none, that is so."""

    claims: tuple[Formula, ...]

    def __str__(self) -> str:
        return joined(" & ", AND, self.claims)


@dataclass(frozen=True, slots=True)
class Or:
    """One of the claims holds, or more; of none, that is not so."""

    claims: tuple[Formula, ...]

    def __str__(self) -> str:
        return joined(" | ", OR, self.claims)


@dataclass(frozen=True, slots=True)
class Xor:
    """An odd number of the claims hold."""

    claims: tuple[Formula, ...]

    def __str__(self) -> str:
        return joined(" ^ ", XOR, self.claims)


@dataclass(frozen=True, slots=True)
class Implies:
    """If one claim holds, so does the other."""

    given: Formula
    then: Formula

    def __str__(self) -> str:
        return f"{inside(self.given, XOR)} -> {inside(self.then, IMPLIES)}"


@dataclass(frozen=True, slots=True)
class Iff:
    """Both claims hold, or neither."""

    left: Formula
    right: Formula

    def __str__(self) -> str:
        return f"{inside(self.left, IMPLIES)} <-> {inside(self.right, IMPLIES)}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """Exactly one of the claims holds."""

    claims: tuple[Formula, ...]

    def __str__(self) -> str:
        return f"oneof{{{listed(self.claims)}}}"


@dataclass(frozen=True, slots=True)
class Forall:
    """The claim holds whether the named facts are put as true or as false in it."""

    names: tuple[str, ...]
    claim: Formula

    def __str__(self) -> str:
        return f"forall {', '.join(map(written, self.names))}: {tight(self.claim)}"


@dataclass(frozen=True, slots=True)
class Exists:
    """The claim holds for some way to put the named facts in it."""

    names: tuple[str, ...]
    claim: Formula

    def __str__(self) -> str:
        return f"exists {', '.join(map(written, self.names))}: {tight(self.claim)}"


@dataclass(frozen=True, slots=True)
class Know:
    """Knowledge of one or of many: K, Kw of an agent; E, C, Cw, D, Dw of a group."""

    how: str
    who: tuple[str, ...]
    claim: Formula

    def __str__(self) -> str:
        return f"{knower(self.how, self.who)} {tight(self.claim)}"


@dataclass(frozen=True, slots=True)
class Possible:
    """The dual of K, E, C, or D: it is not known in that way that the claim fails."""

    how: str
    who: tuple[str, ...]
    claim: Formula

    def __str__(self) -> str:
        return f"<{knower(self.how, self.who)}> {tight(self.claim)}"


@dataclass(frozen=True, slots=True)
class KnowValue:
    """An agent knows the value of a part (Kv)."""

    who: str
    part: str

    def __str__(self) -> str:
        return f"Kv {written(self.who)} {written(self.part)}"


@dataclass(frozen=True, slots=True)
class Announce:
    """If `said` is true and said aloud, then `then` holds after it."""

    said: Formula
    then: Formula

    def __str__(self) -> str:
        return f"[! {self.said}] {tight(self.then)}"


@dataclass(frozen=True, slots=True)
class CanAnnounce:
    """The dual of `Announce`: `said` is true, and `then` holds once it is said aloud."""

    said: Formula
    then: Formula

    def __str__(self) -> str:
        return f"<! {self.said}> {tight(self.then)}"


@dataclass(frozen=True, slots=True)
class AnnounceWhether:
    """Once it is said aloud, all at the same time, which claims hold, `then` holds."""

    said: tuple[Formula, ...]
    then: Formula

    def __str__(self) -> str:
        return f"[?! {listed(self.said)}] {tight(self.then)}"


@dataclass(frozen=True, slots=True)
class AnnounceValue:
    """Once the value of a part is said aloud, `then` holds."""

    part: str
    then: Formula

    def __str__(self) -> str:
        return f"[= {written(self.part)}] {tight(self.then)}"


Formula: TypeAlias = (
    Top
    | Bot
    | Atom
    | Is
    | Not
    | And
    | Or
    | Xor
    | Implies
    | Iff
    | OneOf
    | Forall
    | Exists
    | Know
    | Possible
    | KnowValue
    | Announce
    | CanAnnounce
    | AnnounceWhether
    | AnnounceValue
)


def substitute(formula: Formula, name: str, by: Formula) -> Formula:
    """The formula with the fact `name` replaced, unless it is bound inside."""
    if isinstance(formula, Atom):
        return by if formula.name == name else formula
    if isinstance(formula, (Forall, Exists)) and name in formula.names:
        return formula
    return rebuilt(formula, lambda inner: substitute(inner, name, by))


def rebuilt(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """The formula with `change` made to each formula directly inside it."""
    match formula:
        case Not(claim):
            return Not(change(claim))
        case And(claims) | Or(claims) | Xor(claims) | OneOf(claims):
            return type(formula)(tuple(map(change, claims)))
        case Implies(left, right) | Iff(left, right):
            return type(formula)(change(left), change(right))
        case Forall(names, claim) | Exists(names, claim):
            return type(formula)(names, change(claim))
        case Know(how, who, claim) | Possible(how, who, claim):
            return type(formula)(how, who, change(claim))
        case Announce(said, then) | CanAnnounce(said, then):
            return type(formula)(change(said), change(then))
        case AnnounceWhether(several, then):
            return AnnounceWhether(tuple(map(change, several)), change(then))
        case AnnounceValue(part, then):
            return AnnounceValue(part, change(then))
        case _:
            return formula


def inner(formula: Formula) -> tuple[Formula, ...]:
    """The formulas directly inside a formula."""
    match formula:
        case And(claims) | Or(claims) | Xor(claims) | OneOf(claims):
            return claims
        case Implies(left, right) | Iff(left, right):
            return left, right
        case Announce(said, then) | CanAnnounce(said, then):
            return said, then
        case AnnounceWhether(several, then):
            return *several, then
        case Not(claim) | Forall(_, claim) | Exists(_, claim) | AnnounceValue(_, claim):
            return (claim,)
        case Know(_, _, claim) | Possible(_, _, claim):
            return (claim,)
        case _:
            return ()


def written(name: str) -> str:
    """A name as the language writes it: in quotes if it is not a plain word."""
    if PLAIN_NAME.fullmatch(name) and name not in KEYWORDS:
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquoted(text: str) -> str:
    """The name that `written` put in quotes."""
    return re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)


def knower(how: str, who: tuple[str, ...]) -> str:
    """The operator with its agent or its group."""
    if how in ("K", "Kw"):
        return f"{how} {written(who[0])}"
    return f"{how}{{{', '.join(map(written, who))}}}"


def listed(claims: tuple[Formula, ...]) -> str:
    """Formulas between commas."""
    return ", ".join(map(str, claims))


def joined(sign: str, level: int, claims: tuple[Formula, ...]) -> str:
    """Claims joined by a sign; of one claim or none, in the form that reads back."""
    if len(claims) < 2:
        inner = str(claims[0]) if claims else ""
        return f"{ {AND: 'and', OR: 'or', XOR: 'xor'}[level] }{{{inner}}}"
    return sign.join(inside(claim, level + 1) for claim in claims)


def inside(claim: Formula, level: int) -> str:
    """A claim inside an operator that wants at least this `level` of tightness."""
    return str(claim) if tightness(claim) >= level else f"({claim})"


def tight(claim: Formula) -> str:
    """A claim as an operand of the tightest operators."""
    return inside(claim, TIGHT)


def tightness(claim: Formula) -> int:
    """How tightly the outermost operator of a claim binds."""
    match claim:
        case Iff():
            return IFF
        case Implies():
            return IMPLIES
        case And(claims) | Or(claims) | Xor(claims) if len(claims) > 1:
            return {And: AND, Or: OR, Xor: XOR}[type(claim)]
        case _:
            return TIGHT
