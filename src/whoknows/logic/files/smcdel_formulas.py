"""Formulas in SMCDEL's language, read as its own parser reads them [Gattinger2018].

Facts are numbers.  Joining signs bind as in SMCDEL's own parser: `->` and `iff` loosest,
then `&` and `|` (both alike), all from the left; `knows that`, announcements, and `~` bind
tighter; `Forall`, `Exists`, and a leading `K` reach as far to the right as they can.

>>> str(formula_of("~ ann knows that 1 & 2 | (ann,bob) comknow whether 3"))
'~K ann 1 & 2 | Cw{ann, bob} 3'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from whoknows.errors import BadFormula, UnknownName
from whoknows.logic import formula as f
from whoknows.logic.files.source import Source
from whoknows.logic.formula import Formula
from whoknows.logic.parse import DEEPEST, OPEN, Begun, Pile, too_deep

SIGNS = {
    "Top": "TOP ⊤",
    "Bot": "BOT ⊥",
    "~": "Not not ¬",
    "&": "∧",
    "|": "∨",
    "->": "→",
    "iff": "<-> ↔",
    "AND": "",
    "OR": "",
    "XOR": "",
    "ONEOF": "",
    "Forall": "ForAll ∀",
    "Exists": "∃",
    "K": "",
    "Kw": "",
}
MEANING = {said: sign for sign, also in SIGNS.items() for said in [sign, *also.split()]}
BINARY = {"->": 1, "iff": 1, "&": 2, "|": 2}  # how tightly the joining signs bind
LINKS: dict[str, type[f.And] | type[f.Or]] = {"&": f.And, "|": f.Or}
PAIRS: dict[str, type[f.Implies] | type[f.Iff]] = {"->": f.Implies, "iff": f.Iff}
MOST_DIGITS = 30  # of the number of a variable
PREFIX = 3  # what stands before its claim binds tighter than any joining sign
LOOSE = 0  # but quantifiers and a leading K, which reach as far as they can
LISTED = "),"  # closes a list of formulas
KNOWING = {"knows": "K", "comknow": "C", "distknow": "D"}
LISTS: dict[str, Callable[[tuple[Formula, ...]], Formula]] = {
    "AND": f.And,
    "OR": f.Or,
    "XOR": f.Xor,
    "ONEOF": f.OneOf,
}

TOKEN = re.compile(
    r"""
      (?P<blank>   \s+ | --[^\n]* | \{-.*?-\} )
    | (?P<section> (?:VARS|LAW|OBS)(?!\w) | (?:TRUE|VALID|WHERE)\? )
    | (?P<knowing> (?:knows|comknow|distknow)\s+(?:that|whether)(?!\w) )
    | (?P<number>  \d+ )
    | (?P<word>    [^\W\d]\w* )
    | (?P<sign>    <-> | -> | [][(){}<>!?:,~&|¬∧∨→↔⊤⊥∀∃] )
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A word, number, or sign of the file, and where it stands."""

    kind: str
    text: str
    start: int
    end: int


def tokens(source: Source) -> Iterator[Token]:
    """The tokens of a source; blanks and comments are left out."""
    place = 0
    while place < len(source.text):
        found = TOKEN.match(source.text, place)
        if found is None:
            sign = source.text[place]
            raise source.error(f"{sign!r} does not fit here", *source.place(place))
        kind, text = found.lastgroup or "", found.group()
        if kind in ("word", "sign") and text in MEANING:
            kind, text = "sign", MEANING[text]
        if kind != "blank":
            yield Token(kind, text, place, found.end())
        place = found.end()
    yield Token("end", "", len(source.text.rstrip()), len(source.text))


@dataclass(slots=True)
class Reader:
    """A place among the tokens of a source; reading moves it on."""

    source: Source
    tokens: list[Token]
    place: int = 0
    facts: frozenset[str] | None = None  # the names that there are, if known
    agents: tuple[str, ...] | None = None
    opened: bool = False  # whether a bracket was opened last

    @property
    def next(self) -> Token:
        """The token at this place."""
        return self.tokens[self.place]

    def at(self, *texts: str) -> bool:
        """Whether the next token is one of these signs."""
        return self.next.kind in ("sign", "section") and self.next.text in texts

    def take(self, *texts: str) -> bool:
        """Step over the next token if it is one of these signs."""
        there = self.at(*texts)
        self.place += there
        return there

    def want(self, text: str) -> None:
        """Step over a sign that must stand here."""
        if not self.take(text):
            raise self.misfit(f"'{text}' is wanted")

    def read(self, kind: str, wanted: str) -> str:
        """The text of a token that must be of this kind."""
        if self.next.kind != kind:
            raise self.misfit(f"{wanted} is wanted")
        self.place += 1
        return self.tokens[self.place - 1].text

    def misfit(self, wanted: str) -> Exception:
        """The error that the next token does not fit."""
        token = self.next
        if token.kind == "end":
            what = f"the file ends too soon: {wanted}"
        else:
            shown = " ".join(token.text.split())
            what = f"'{shown}' does not fit here: {wanted}"
        return self.source.error(what, *self.source.place(token.start))

    # ------------------------------------------------------------- names and numbers

    def number(self) -> str:
        """A fact: a number, written in one way."""
        token = self.next
        if len(token.text) > MOST_DIGITS:
            what = f"a variable of {len(token.text):,} digits; at most {MOST_DIGITS}"
            raise self.source.error(what, *self.source.place(token.start))
        name = str(int(self.read("number", "a number")))
        if self.facts is not None and name not in self.facts:
            with self.source.blame(*self.source.place(token.start)):
                raise UnknownName.among("variable", name, sorted(self.facts, key=int))
        return name

    def numbers(self) -> tuple[str, ...]:
        """Numbers between commas, one or more."""
        found = [self.number()]
        while self.take(","):
            found.append(self.number())
        return tuple(found)

    def agent(self) -> str:
        """An agent, by name."""
        token = self.next
        name = self.read("word", "an agent")
        if self.agents is not None and name not in self.agents:
            with self.source.blame(*self.source.place(token.start)):
                raise UnknownName.among("agent", name, self.agents)
        return name

    def group(self) -> tuple[str, ...]:
        """Agents between commas."""
        found = [self.agent()]
        while self.take(","):
            found.append(self.agent())
        return tuple(found)

    def group_ahead(self) -> bool:
        """Whether agents in parentheses stand here, and not a formula."""
        place = self.place + 1
        while self.tokens[place].kind == "word" and self.tokens[place + 1].text == ",":
            place += 2
        return self.tokens[place].kind == "word" and self.tokens[place + 1].text == ")"

    # ---------------------------------------------------------------------- formulas

    def formula(self) -> Formula:
        """A formula, read as far as it goes; what is begun waits on a pile."""
        pile, depth = Pile(), 0
        while True:
            claim = self.claim(pile)
            depth += self.opened
            while claim is not None:
                claim = pile.finished(claim, PREFIX)
                sign = self.next.text if self.next.kind == "sign" else ""
                if sign in BINARY:
                    self.place += 1
                    join(pile, claim, sign)
                    claim = None
                elif depth == 0:
                    return pile.finished(claim, 0)
                else:
                    depth -= sign != ","
                    claim = self.close(pile, pile.finished(claim, 0))

    def close(self, pile: Pile, claim: Formula) -> Formula | None:
        """A claim before the sign that closes its bracket, or before a comma in it."""
        top = pile.begun[-1]
        top.claims.append(claim)
        if top.sign == LISTED and self.take(","):
            return None
        self.want(")" if top.sign == LISTED else top.sign)
        pile.begun.pop()
        if not top.before:
            return top.make(top.claims)
        said = top.claims
        pile.prefix(lambda then: top.make([*said, then]), PREFIX)
        return None

    def claim(self, pile: Pile) -> Formula | None:
        """What begins here: a claim, if it is whole already."""
        self.opened = False
        kind = self.next.kind
        if kind == "number":
            return f.Atom(self.number())
        if kind == "word":
            self.knowing(self.group(), pile)
        elif self.at("(") and self.group_ahead():
            self.want("(")
            group = self.group()
            self.want(")")
            self.knowing(group, pile)
        elif self.take("("):
            self.open(pile, ")", lambda claims: claims[0])
        elif self.at("[", "<"):
            self.announcement(pile)
        elif kind == "sign":
            return self.signed(pile)
        else:
            raise self.misfit("a formula is wanted")
        return None

    def open(
        self,
        pile: Pile,
        sign: str,
        make: Callable[[list[Formula]], Formula],
        *,
        before: bool = False,
    ) -> None:
        """Begin a bracket that `sign` closes."""
        self.opened = True
        pile.add(Begun(OPEN, sign, [], make, before))

    def signed(self, pile: Pile) -> Formula | None:
        """A formula that starts with a sign of its own."""
        sign, place = self.next.text, self.place
        self.place += 1
        if sign == "Top":
            return f.Top()
        if sign == "Bot":
            return f.Bot()
        if sign == "~":
            pile.prefix(f.Not, PREFIX)
        elif sign in LISTS:
            make = LISTS[sign]
            self.want("(")
            self.open(pile, LISTED, lambda claims: make(tuple(claims)))
        elif sign in ("Forall", "Exists"):
            kind, names = f.Forall if sign == "Forall" else f.Exists, self.numbers_of_set()
            pile.prefix(lambda claim: kind(names, claim), LOOSE)
        elif sign in ("K", "Kw"):
            who = (self.agent(),)
            pile.prefix(lambda claim: f.Know(sign, who, claim), LOOSE)
        else:
            self.place = place
            raise self.misfit("a formula is wanted")
        return None

    def numbers_of_set(self) -> tuple[str, ...]:
        """The variables of a quantifier, in braces or not."""
        if not self.take("{"):
            return self.numbers()
        found = () if self.at("}") else self.numbers()
        self.want("}")
        return found

    def knowing(self, who: tuple[str, ...], pile: Pile) -> None:
        """What agents know, after their names."""
        place = self.next
        verb, how = self.read("knowing", "'knows that' or the like").split()
        if verb == "knows" and len(who) > 1:
            spot = self.source.place(place.start)
            raise self.source.error("of a group say 'comknow' or 'distknow'", *spot)
        kind = KNOWING[verb] + ("w" if how == "whether" else "")
        if kind == "Kw" and self.at("(") and not self.group_ahead():
            self.want("(")
            self.open(pile, LISTED, lambda claims: knows_each(who, claims))
        else:
            pile.prefix(lambda claim: f.Know(kind, who, claim), PREFIX)

    def announcement(self, pile: Pile) -> None:
        """What holds after something is said aloud, or to some: `[! f] g` and its kin."""
        closing = "]" if self.at("[") else ">"
        self.place += 1
        who = self.group() if self.next.kind == "word" else None
        whether = self.take("?")
        self.want("!")
        self.open(pile, closing, announcing(who, closing, whether), before=True)

    def whole_formula(self) -> Formula:
        """A formula that is not nested too deeply to be worked with."""
        start = self.next.start
        found = self.formula()
        if not too_deep(found):
            return found
        what = f"this formula is nested more than {DEEPEST} deep"
        raise self.source.error(what, *self.source.place(start))


def knows_each(who: tuple[str, ...], claims: list[Formula]) -> Formula:
    """An agent knows of each of some claims whether it holds."""
    several = [f.Know("Kw", who, claim) for claim in claims]
    return several[0] if len(several) == 1 else f.And(tuple(several))


def announcing(
    who: tuple[str, ...] | None, closing: str, whether: bool
) -> Callable[[list[Formula]], Formula]:
    """What becomes of a claim that is said, and of the claim after it."""
    if who is not None:
        told = f.AnnounceTo if closing == "]" else f.CanAnnounceTo
        kind = f.AnnounceWhetherTo if whether else told
        return lambda claims: kind(who, *claims)
    if whether:
        return lambda claims: f.AnnounceWhether((claims[0],), claims[1])
    return lambda claims: (f.Announce if closing == "]" else f.CanAnnounce)(*claims)


def join(pile: Pile, claim: Formula, sign: str) -> None:
    """A claim before a joining sign: begin what it joins, or go on with a chain."""
    level = BINARY[sign]
    claim = pile.finished(claim, level + 1)
    top = pile.begun[-1] if pile.begun else None
    if top is not None and top.sign == sign and sign in LINKS:
        top.claims.append(claim)
        return
    chain = opened(sign, pile.finished(claim, level))
    pile.add(Begun(level, sign, chain, lambda claims: joined(sign, claims)))


def joined(sign: str, chain: list[Formula]) -> Formula:
    """Formulas joined by a sign; a chain of `&` or `|` is one formula of many parts."""
    if sign in PAIRS:
        return PAIRS[sign](*chain)
    return LINKS[sign](tuple(chain))


def opened(sign: str, left: Formula) -> list[Formula]:
    """The chain that a formula begins: its own parts, if the same sign joins them."""
    kind = LINKS.get(sign)
    if isinstance(left, f.And | f.Or) and type(left) is kind:
        return list(left.claims)
    return [left]


def formula_of(text: str) -> Formula:
    """The formula that `text` says in SMCDEL's language."""
    source = Source("formula", text)
    reader = Reader(source, list(tokens(source)))
    found = reader.whole_formula()
    if reader.next.kind != "end":
        raise BadFormula(str(reader.misfit("the formula is complete")))
    return found
