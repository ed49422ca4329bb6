"""Formulas as the language writes them, so that reading the text gives the formula back.

>>> from whoknows.logic.language.reader import parse
>>> in_letters(parse("K ann ((p))"))
'K ann p'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from whoknows.logic.language.formula import (
    AND,
    IFF,
    IMPLIES,
    OR,
    TIGHT,
    XOR,
    After,
    And,
    Announce,
    AnnounceTo,
    AnnounceValue,
    AnnounceWhether,
    AnnounceWhetherTo,
    Atom,
    Bot,
    CanAfter,
    CanAnnounce,
    CanAnnounceTo,
    CanSay,
    Compare,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Is,
    Know,
    KnowGiven,
    KnowValue,
    Not,
    OneOf,
    Or,
    Possible,
    Top,
    WhateverSaid,
    Xor,
    folded,
    inner,
    written,
)


def in_letters(formula: Formula) -> str:
    """A formula as the language writes it."""
    return str(folded(formula, spelled))


def spelled(formula: Formula, some: list[str]) -> str:
    """A formula, what is inside it being spelled already."""
    inside = [
        Spelled(text, tightness(one))
        for text, one in zip(some, inner(formula), strict=True)
    ]
    match formula:
        case Top():
            return "true"
        case Bot():
            return "false"
        case Atom(name):
            return written(name)
        case Is(part, value):
            return f"{written(part)}={written(value)}"
        case Compare(left, sign, right):
            return f"{total(left)} {sign} {total(right)}"
        case Not():
            return f"~{inside[0].tight}"
        case And():
            return joined(" & ", AND, inside)
        case Or():
            return joined(" | ", OR, inside)
        case Xor():
            return joined(" ^ ", XOR, inside)
        case Implies():
            return f"{inside[0].at(XOR)} -> {inside[1].at(IMPLIES)}"
        case Iff():
            return f"{inside[0].at(IMPLIES)} <-> {inside[1].at(IMPLIES)}"
        case OneOf():
            return f"oneof{{{', '.join(some)}}}"
        case Forall(names) | Exists(names):
            word = "forall" if isinstance(formula, Forall) else "exists"
            return f"{word} {', '.join(map(written, names))}: {inside[0].tight}"
        case Know(how, who):
            return f"{knower(how, who)} {inside[0].tight}"
        case KnowGiven(how, who):
            return f"{how}{{{', '.join(map(written, who))} | {some[0]}}} {inside[1].tight}"
        case Possible(how, who):
            return f"<{knower(how, who)}> {inside[0].tight}"
        case KnowValue(agent, part):
            return f"Kv {written(agent)} {written(part)}"
        case Announce():
            return f"[! {some[0]}] {inside[1].tight}"
        case CanAnnounce():
            return f"<! {inside[0].closed}> {inside[1].tight}"
        case AnnounceWhether():
            return f"[?! {', '.join(some[:-1])}] {inside[-1].tight}"
        case AnnounceValue(part):
            return f"[= {written(part)}] {inside[0].tight}"
        case AnnounceTo(who):
            return f"[{listeners(who)} ! {some[0]}] {inside[1].tight}"
        case CanAnnounceTo(who):
            return f"<{listeners(who)} ! {inside[0].closed}> {inside[1].tight}"
        case AnnounceWhetherTo(who):
            return f"[{listeners(who)} ?! {some[0]}] {inside[1].tight}"
        case CanSay(who):
            return f"<{saying(who)}> {inside[0].tight}"
        case WhateverSaid(who):
            return f"[{saying(who)}] {inside[0].tight}"
        case After(events, event):
            return f"[{happening(events, event)}] {inside[0].tight}"
        case CanAfter(events, event):
            return f"<{happening(events, event)}> {inside[0].tight}"
        case _:
            raise AssertionError(type(formula))


@dataclass(frozen=True, slots=True)
class Spelled:
    """The text of a formula, and how tightly its outermost sign binds."""

    text: str
    level: int

    def at(self, level: int) -> str:
        """The text inside an operator that wants at least this `level` of tightness."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def tight(self) -> str:
        """The text as an operand of the tightest operators."""
        return self.at(TIGHT)

    @property
    def closed(self) -> str:
        """The text before a closing `>`: a comparison by that sign stands in brackets."""
        return f"({self.text})" if " > " in self.text else self.text


def listeners(who: tuple[str, ...]) -> str:
    """Those who are told something; to tell it to nobody is not to say it aloud."""
    return ", ".join(map(written, who)) or "{}"


def saying(who: tuple[str, ...]) -> str:
    """Who says something: a group, or anybody."""
    return f"say {', '.join(map(written, who))}" if who else "!"


def happening(events: Any, event: str) -> str:
    """An event with the name of its event model, if that has one."""
    name = events if isinstance(events, str) else events.name
    return f"{written(name)}, {written(event)}" if name else written(event)


def total(terms: tuple[tuple[int, str], ...]) -> str:
    """A sum of parts and numbers."""
    texts = [f"{'-' if sign < 0 else '+'} {written(name)}" for sign, name in terms]
    shown = " ".join(texts)
    return shown.removeprefix("+ ") if shown.startswith("+") else shown


def knower(how: str, who: tuple[str, ...]) -> str:
    """The operator with its agent or its group."""
    if how in ("K", "Kw", "B", "S"):
        return f"{how} {written(who[0])}"
    return f"{how}{{{', '.join(map(written, who))}}}"


def joined(sign: str, level: int, claims: list[Spelled]) -> str:
    """Claims joined by a sign; of one claim or none, in the form that reads back."""
    if len(claims) < 2:
        inner = claims[0].text if claims else ""
        return f"{ {AND: 'and', OR: 'or', XOR: 'xor'}[level] }{{{inner}}}"
    return sign.join(claim.at(level + 1) for claim in claims)


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
