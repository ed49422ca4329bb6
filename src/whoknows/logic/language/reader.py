"""From text to formulas; an error shows the spot.

Loosest first, the signs of the language are `<->`, `->`, `^`, `|`, `&`, and then all that
stands before its claim: `~`, `K ann`, `C{ann, bob}`, `[! p]`, `[peek, yes]`, ...
The reader keeps what is begun on a pile of its own, so that it is as fast for deep formulas
as for wide ones, and takes time in proportion to the text.

>>> parse("K ann (p and not q)") == parse("K ann (p ∧ ¬q)")
True
>>> parse("K ann (p &")
Traceback (most recent call last):
whoknows.logic.language.positions.BadSpot: the formula ends too soon
  K ann (p &
            ^
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from whoknows.edge import checked as edge_checked
from whoknows.errors import UnknownName
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.language.operator_stack import (
    DEEPEST,
    MOST_OPEN,
    OPEN,
    PREFIX,
    Begun,
    Pile,
    too_deep,
)
from whoknows.logic.language.positions import BadSpot, first_place, last_place, place
from whoknows.logic.language.tokens import Token, tokens


@edge_checked
def parse(text: str, events: Mapping[str, Any] | None = None) -> Formula:
    """The formula that `text` says; `events` are the event models it may name."""
    [found] = checked(text, [Reader(text, events).formula()])
    return found


@edge_checked
def parse_several(
    text: str, events: Mapping[str, Any] | None = None
) -> tuple[Formula, ...]:
    """The formulas that `text` says, between commas."""
    return tuple(checked(text, Reader(text, events).several()))


def checked(text: str, found: list[Formula]) -> list[Formula]:
    """The formulas, none of them nested too deeply to be worked with."""
    if any(map(too_deep, found)):
        raise BadSpot(f"nested more than {DEEPEST} deep", text, *first_place(text))
    return found


JOINED = {
    "iff": f.IFF,
    "implies": f.IMPLIES,
    "xor": f.XOR,
    "or": f.OR,
    "and": f.AND,
}
JOINED_BY_NAME: dict[str, Callable[[tuple[Formula, ...]], Formula]] = {
    "xor": f.Xor,
    "or": f.Or,
    "and": f.And,
    "odd": f.Xor,
    "some": f.Or,
    "all": f.And,
    "oneof": f.OneOf,
}


class Reader:
    """Reads formulas from the words of a text, one after the other."""

    def __init__(self, text: str, events: Mapping[str, Any] | None = None) -> None:
        self.text, self.events = text, events
        self.tokens = tokens(text)
        self.place = 0
        self.pile = Pile()
        self.closers = [""]  # the sign that closes each open bracket, the innermost last

    @property
    def next(self) -> Token:
        """The word at this place."""
        return self.tokens[self.place]

    def take(self, kind: str) -> bool:
        """Step over the next word if it is of this kind."""
        there = self.tokens[self.place].kind == kind
        self.place += there
        return there

    def want(self, kind: str) -> Token:
        """Step over a word that must stand here."""
        if not self.take(kind):
            raise self.misfit()
        return self.tokens[self.place - 1]

    def misfit(self, what: str | None = None, at: Token | None = None) -> BadSpot:
        """The error that the next word does not fit."""
        token = at or self.next
        if token.kind == "end" and what is None:
            return BadSpot("the formula ends too soon", self.text, *last_place(self.text))
        shown = what or f"{token.text!r} does not fit here"
        return BadSpot(shown, self.text, *place(self.text, token.start))

    # ------------------------------------------------------------------------ formulas

    def formula(self) -> Formula:
        """The formula that is the whole text."""
        found = self.up_to("end")
        return found[0]

    def several(self) -> list[Formula]:
        """Formulas between commas, or none."""
        if self.take("end"):
            return []
        return self.up_to("end", several=True)

    def up_to(self, end: str, *, several: bool = False) -> list[Formula]:
        """Formulas up to a word that ends them; between commas, if there may be several."""
        found: list[Formula] = []
        while True:
            claim = self.operand()
            while claim is not None:
                claim = self.pile.finished(claim, PREFIX)
                kind = self.next.kind
                if kind in JOINED:
                    self.join(claim, kind)
                    claim = None
                elif len(self.closers) > 1:
                    claim = self.close(self.pile.finished(claim, 0))
                elif kind == end or (several and kind == ","):
                    found.append(self.pile.finished(claim, 0))
                    claim = None
                    self.place += 1
                    if kind == end:
                        return found
                else:
                    raise self.misfit()

    def join(self, claim: Formula, kind: str) -> None:
        """A claim before a joining sign: begin what it joins, or go on with it."""
        level, pile = JOINED[kind], self.pile
        claim = pile.finished(claim, level + 1)
        top = pile.begun[-1] if pile.begun else None
        if top is not None and top.level == level:
            if kind == "iff":
                raise self.misfit()
            if kind != "implies":
                top.claims.append(claim)
                self.place += 1
                return
        self.place += 1
        pile.add(Begun(level, kind, [claim], MAKE[kind]))

    def close(self, claim: Formula) -> Formula | None:
        """A claim before a sign that closes its bracket, or before a comma in it."""
        top = self.pile.begun[-1]
        top.claims.append(claim)
        if top.sign in SEVERAL and self.take(","):
            return None
        if self.next.kind != top.sign.removesuffix(LIST):
            raise self.misfit()
        return self.closed()

    def closed(self) -> Formula | None:
        """What the innermost bracket becomes at the sign that closes it."""
        self.place += 1
        self.closers.pop()
        top = self.pile.begun.pop()
        if not top.before:
            return top.make(top.claims)
        said = top.claims
        self.pile.prefix(lambda then: top.make([*said, then]))
        return None

    def open(
        self,
        sign: str,
        make: Callable[[list[Formula]], Formula],
        *,
        before: bool = False,
    ) -> None:
        """Begin a bracket that `sign` closes."""
        if len(self.closers) > MOST_OPEN:
            what = f"more than {MOST_OPEN:,} brackets are open"
            raise self.misfit(what, self.tokens[self.place - 1])
        self.closers.append(sign.removesuffix(LIST))
        self.pile.add(Begun(OPEN, sign, [], make, before))

    # ------------------------------------------------------------------------- operands

    def operand(self) -> Formula | None:
        """What begins here: a claim, if it is whole already."""
        token = self.next
        read = OPERANDS.get(token.kind)
        if read is None:
            raise self.misfit()
        self.place += 1
        return read(self, token)

    def name(self) -> str:
        """A name, out of its quotes if it has them."""
        token = self.next
        if token.kind not in ("name", "belief"):
            raise self.misfit()
        self.place += 1
        return f.unquoted(token.text) if token.text.startswith('"') else token.text

    def names(self, *ends: str) -> tuple[str, ...]:
        """Names between commas, or none, up to a sign that ends them."""
        if self.next.kind in ends:
            return ()
        found = [self.name()]
        while self.take(","):
            found.append(self.name())
        if self.next.kind not in ends:
            raise self.misfit()
        return tuple(found)

    def named(self, _: Token) -> Formula:
        """A fact; or a part and what it is compared with."""
        self.place -= 1
        first = self.next.start
        left = self.total()
        sign = self.comparison()
        if sign is None:
            if len(left) > 1 or left[0][0] < 0:
                raise self.misfit()
            return f.Atom(left[0][1])
        right = self.total()
        if sign in ("=", "!=") and len(left) == len(right) == 1 and left[0][0] > 0:
            value = "-" * (right[0][0] < 0) + right[0][1]
            found = f.Is(left[0][1], value)
            return f.Not(found) if sign == "!=" else found
        if not any(not name.isdecimal() for _, name in (*left, *right)):
            raise BadSpot("a part is wanted here", self.text, *place(self.text, first))
        return f.Compare(left, sign, right)

    def total(self) -> tuple[tuple[int, str], ...]:
        """A sum of names and numbers."""
        found = [(-1 if self.take("-") else 1, self.name())]
        while self.next.kind in "+-":
            sign = 1 if self.next.kind == "+" else -1
            self.place += 1
            found.append((sign, self.name()))
        return tuple(found)

    def comparison(self) -> str | None:
        """The sign that compares, if one stands here; `>` may close a bracket instead."""
        token = self.next
        if token.kind == "compare":
            self.place += 1
            return COMPARED.get(token.text, token.text)
        if token.kind in ("<", ">") and self.closers[-1] != token.kind:
            self.place += 1
            return token.text
        return None

    def minus(self, token: Token) -> Formula:
        """A sum that begins with a minus."""
        if self.next.kind != "name":
            raise self.misfit()
        return self.named(token)

    def list_of(self, token: Token) -> Formula | None:
        """Formulas in braces: all of them, some, an odd number, or exactly one."""
        self.want("{")
        make = JOINED_BY_NAME[token.kind]
        if self.take("}"):
            return make(())
        self.open("}" + LIST, lambda claims: make(tuple(claims)))
        return None

    def negation(self, _: Token) -> None:
        """What does not hold."""
        self.pile.prefix(f.Not)

    def parenthesis(self, _: Token) -> None:
        """A formula in parentheses."""
        self.open(")", lambda claims: claims[0])

    def knowing(self, token: Token) -> None:
        """What one agent knows or believes."""
        how, who = token.text, (self.name(),)
        self.pile.prefix(lambda claim: f.Know(how, who, claim))

    def knowing_value(self, _: Token) -> Formula:
        """Whose value an agent knows."""
        return f.KnowValue(self.name(), self.name())

    def knowing_group(self, token: Token) -> None:
        """What a group knows, and under which condition."""
        how, who = token.text, self.grouped(token)
        if self.take("or"):
            if how not in ("K", "E", "C", "D", "B"):
                raise self.misfit(f"{how} has no condition", token)
            make = lambda claims: f.KnowGiven(how, who, claims[0], claims[1])  # noqa: E731
            self.open("}", make, before=True)
            return
        self.want("}")
        self.pile.prefix(lambda claim: f.Know(how, who, claim))

    def grouped(self, token: Token) -> tuple[str, ...]:
        """The agents of a group, up to its end or its condition."""
        self.want("{")
        who = self.names("}", "or")
        if token.text in ("K", "B") and len(who) != 1:
            raise self.misfit(
                f"{token.text} is of one agent; of a group, say E, C, or D", token
            )
        return who

    def quantified(self, token: Token) -> None:
        """What holds however, or for some way, the named facts are put."""
        kind = f.Forall if token.kind == "forall" else f.Exists
        names = self.names(":")
        if not names:
            raise self.misfit()
        self.want(":")
        self.pile.prefix(lambda claim: kind(names, claim))

    # ----------------------------------------------------------- brackets before a claim

    def square(self, _: Token) -> None:
        """What is said or happens first, and whatever holds if it can."""
        if self.saying("]", f.WhateverSaid):
            return
        if self.take("!"):
            self.open("]", lambda claims: f.Announce(*claims), before=True)
        elif self.take("whether"):
            self.whether("]")
        elif self.next.text == "=" and self.take("compare"):
            part = self.name()
            self.want("]")
            self.pile.prefix(lambda then: f.AnnounceValue(part, then))
        else:
            self.said_to("]", f.AnnounceTo, f.After)

    def angle(self, _: Token) -> None:
        """A dual: of knowing, of what is said, or of what happens."""
        if self.next.kind in ("know", "group", "belief"):
            self.possible()
        elif self.saying(">", f.CanSay):
            return
        elif self.take("!"):
            self.open(">", lambda claims: f.CanAnnounce(*claims), before=True)
        elif self.take("whether"):
            self.whether(">")
        else:
            self.said_to(">", f.CanAnnounceTo, f.CanAfter)

    def saying(self, sign: str, kind: Any) -> bool:
        """Something that can be said, `!` by anybody or `say` by a group; whether it is."""
        after = self.tokens[min(self.place + 1, len(self.tokens) - 1)]
        if self.next.kind == "!" and after.kind == sign:
            self.place += 2
            self.pile.prefix(lambda then: kind((), then))
            return True
        if self.next.text != "say" or after.kind != "name":
            return False
        self.place += 1
        who = self.names(sign)
        self.want(sign)
        self.pile.prefix(lambda then: kind(who, then))
        return True

    def possible(self) -> None:
        """The dual of an operator; those of *whether* have none of their own."""
        token = self.next
        self.place += 1
        how = token.text
        if how.endswith("w"):
            raise self.misfit(
                f"<{how} ...> is not in the language: write ~{how} ...", token
            )
        if token.kind == "group":
            who = self.grouped(token)
            self.want("}")
        else:
            who = (self.name(),)
        self.want(">")
        self.pile.prefix(lambda claim: f.Possible(how, who, claim))

    def whether(self, sign: str) -> None:
        """It is said which of some claims hold."""
        make = lambda claims: f.AnnounceWhether(tuple(claims[:-1]), claims[-1])  # noqa: E731
        self.open(sign + LIST, make, before=True)
        if self.next.kind == sign:
            self.closed()

    def said_to(self, sign: str, told: Any, after: Any) -> None:
        """Something told to some; or an event, by its name and that of its model."""
        start = self.next
        if braced := self.take("{"):
            who = self.names("}")
            self.want("}")
        else:
            who = self.names("!", "whether", sign)
        if self.take("!"):
            self.open(sign, lambda claims: told(who, *claims), before=True)
        elif self.take("whether"):
            self.open(sign, lambda claims: f.AnnounceWhetherTo(who, *claims), before=True)
        elif braced:
            raise self.misfit()
        elif not 1 <= len(who) <= 2:
            raise self.misfit("an event model and an event are wanted", start)
        else:
            self.place += 1
            model, event = who if len(who) == 2 else ("", who[0])
            events = self.event_model(model, event, start)
            self.pile.prefix(lambda then: after(events, event, then))

    def event_model(self, name: str, event: str, start: Token) -> Any:
        """The event model of this name; the name alone, if none are known."""
        if self.events is None:
            return name
        try:
            if name not in self.events:
                raise UnknownName.among("event model", name, self.events)
            self.events[name].event(event)
        except UnknownName as error:
            raise self.misfit(str(error), start) from None
        return self.events[name]


LIST = ","  # after the closing sign of a bracket that holds a list
SEVERAL = ("}" + LIST, "]" + LIST, ">" + LIST)
COMPARED = {"≠": "!=", "≤": "<=", "≥": ">="}
MAKE: dict[str, Callable[[list[Formula]], Formula]] = {
    "iff": lambda claims: f.Iff(*claims),
    "implies": lambda claims: f.Implies(*claims),
    "xor": lambda claims: f.Xor(tuple(claims)),
    "or": lambda claims: f.Or(tuple(claims)),
    "and": lambda claims: f.And(tuple(claims)),
}
OPERANDS: dict[str, Callable[[Reader, Token], Formula | None]] = {
    "top": lambda *_: f.Top(),
    "bot": lambda *_: f.Bot(),
    "name": Reader.named,
    "-": Reader.minus,
    "not": Reader.negation,
    "(": Reader.parenthesis,
    "[": Reader.square,
    "<": Reader.angle,
    "know": Reader.knowing,
    "belief": Reader.knowing,
    "value": Reader.knowing_value,
    "group": Reader.knowing_group,
    "forall": Reader.quantified,
    "exists": Reader.quantified,
    "oneof": Reader.list_of,
    "all": Reader.list_of,
    "some": Reader.list_of,
    "odd": Reader.list_of,
}
