"""Formulas in SMCDEL's language, read as its own parser reads them [Gattinger2018].

Facts are numbers.  Joining signs bind as in SMCDEL's own parser: `->` and `iff` loosest,
then `&` and `|` (both alike), all from the left; `knows that`, announcements, and `~` bind
tighter; `Forall`, `Exists`, and a leading `K` reach as far to the right as they can.

A bracket is read when it closes, and one that says the same as an earlier one is not read
again: what is said a hundred times in a file is read once, and is one formula in memory.

>>> str(formula_of("~ ann knows that 1 & 2 | (ann,bob) comknow whether 3"))
'~K ann 1 & 2 | Cw{ann, bob} 3'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple, TypeAlias

from whoknows.errors import BadFile, BadFormula, UnknownName
from whoknows.logic.files.source import Source
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.language.operator_stack import DEEPEST, MOST_OPEN, Begun, Pile, too_deep

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
MEANING = {said: sign for sign, also in SIGNS.items() for said in also.split()}
RESERVED = frozenset(SIGNS) | frozenset(MEANING)
SECTIONS = frozenset("VARS LAW OBS TRUE? VALID? WHERE?".split())
BRACKETS = {"(": ")", "[": "]", "<": ">", "{": "}"}
CLOSING = frozenset(BRACKETS.values())
BINARY = {"->": 1, "iff": 1, "&": 2, "|": 2}  # how tightly the joining signs bind
LINKS: dict[str, type[f.And] | type[f.Or]] = {"&": f.And, "|": f.Or}
PAIRS: dict[str, type[f.Implies] | type[f.Iff]] = {"->": f.Implies, "iff": f.Iff}
MOST_DIGITS = 30  # of the number of a variable
PREFIX = 3  # what stands before its claim binds tighter than any joining sign
LOOSE = 0  # but quantifiers and a leading K, which reach as far as they can
KNOWING = {"knows": "K", "comknow": "C", "distknow": "D"}
LISTS: dict[str, Callable[[tuple[Formula, ...]], Formula]] = {
    "AND": f.And,
    "OR": f.Or,
    "XOR": f.Xor,
    "ONEOF": f.OneOf,
}
END = ""  # what stands behind the last word
WHOLE = "the formula is complete"

TOKEN = re.compile(
    r"""
    (?: \s++ | --[^\n]*+ | \{- [^-]*+ (?: -(?!\}) [^-]*+ )* -\} )*
    ( (?:VARS|LAW|OBS)(?!\w) | (?:TRUE|VALID|WHERE)\?
    | (?:knows|comknow|distknow)\s+(?:that|whether)(?!\w)
    | \d+ | [^\W\d]\w* | <-> | -> | . | \Z )
    """,
    re.VERBOSE | re.DOTALL,
)
SPECIAL = SECTIONS | frozenset(BRACKETS) | CLOSING | {END}


class Bracket:
    """What stands between two brackets, as far as it could be read without its place."""

    __slots__ = ("claims", "make", "names", "opening")

    def __init__(self, opening: str) -> None:
        self.opening = opening
        self.names: tuple[str, ...] = ()  # agents in ( ), variables in { }
        self.claims: list[Formula] = []
        self.make: Callable[[Formula], Formula] | None = None  # of an announcement


Word: TypeAlias = str | Bracket


class Words(NamedTuple):
    """Words on one level, brackets read, and where each stands among all words.

    The last word is `END`, in the place of the word that ends this level.
    """

    words: list[Word]
    places: list[int]
    closing: str = ""  # the sign that is wanted behind them


class Section(NamedTuple):
    """A section of a file: the word that begins it, its place, and what follows."""

    title: str
    place: int
    body: Words


class Reader:
    """Reads the sections of a source, one after the other, and the formulas in them."""

    def __init__(self, source: Source) -> None:
        """A reader of a source, before its first word."""
        self.source = source
        self.texts: list[str] = TOKEN.findall(source.text)
        if not MEANING.keys().isdisjoint(self.texts):
            self.texts = [MEANING.get(text, text) for text in self.texts]
        self.facts: frozenset[str] | None = None  # the names that there are, if known
        self.agents: tuple[str, ...] | None = None
        self.brackets: dict[tuple[Word, ...], Bracket] = {}
        self.literals: dict[Word, Formula] = {}  # the fact of a number
        self.negated: dict[Word, Formula] = {}  # that it is not so

    def quantifies(self) -> bool:
        """Whether there is a quantifier anywhere."""
        return "Forall" in self.texts or "Exists" in self.texts

    # ------------------------------------------------------------------------- places

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Where every word begins and ends in the text."""
        return [found.span(1) for found in TOKEN.finditer(self.source.text)]

    def span(self, place: int) -> tuple[int, int]:
        """Where the word at a place begins and ends in the text."""
        start, end = self.spans[place]
        return (start, end) if start < end else (len(self.source.text.rstrip()),) * 2

    def spot(self, place: int) -> tuple[int, int]:
        """The line and column of the word at a place."""
        return self.source.place(self.span(place)[0])

    def error(self, what: str, place: int) -> BadFile:
        """An error at the word at a place."""
        return self.source.error(what, *self.spot(place))

    def misfit(self, wanted: str, place: int) -> BadFile:
        """The error that the word at a place does not fit."""
        shown = " ".join(self.texts[place].split())
        if not shown:
            return self.error(f"the file ends too soon: {wanted}", place)
        return self.error(f"'{shown}' does not fit here: {wanted}", place)

    def written(self, first: int, last: int) -> str:
        """The text of the words from one place to another, with single blanks."""
        text = self.source.text[self.span(first)[0] : self.span(last)[1]]
        return " ".join(re.sub(r"--[^\n]*|(?s:\{-.*?-\})", " ", text).split())

    # ----------------------------------------------------------------------- sections

    def sections(self) -> Iterator[Section]:
        """Every section, from what stands before the first title on."""
        title, start = "", 0
        here, opened = Words([], []), list[tuple[Words, str, int]]()
        for place, text in enumerate(self.texts):
            if text not in SPECIAL:
                here.words.append(text)
                here.places.append(place)
            elif text in BRACKETS:
                if len(opened) == MOST_OPEN:
                    raise self.error(f"more than {MOST_OPEN:,} brackets are open", place)
                opened.append((here, text, place))
                here = Words([], [], BRACKETS[text])
            elif text in CLOSING and opened:
                inside = self.ended(here, place)
                here, opening, at = opened.pop()
                here.words.append(self.bracket(opening, inside, text))
                here.places.append(at)
            elif text in CLOSING:
                raise self.misfit("no bracket is open", place)
            elif opened:
                self.bracket(opened[-1][1], self.ended(here, place), text)
            else:
                yield Section(title, start, self.ended(here, place))
                if text == END:
                    return
                title, start, here = text, place, Words([], [])

    def ended(self, level: Words, place: int) -> Words:
        """A level with what ends it."""
        level.words.append(END)
        level.places.append(place)
        return level

    def bracket(self, opening: str, inside: Words, closing: str) -> Bracket:
        """What stands in a bracket, read if it was not read before."""
        key = (opening, *inside.words)
        found = self.brackets.get(key)
        if found is None:
            found = self.brackets[key] = self.read(opening, inside)
        if closing != inside.closing:
            raise self.misfit(f"'{inside.closing}' is wanted", inside.places[-1])
        return found

    def read(self, opening: str, inside: Words) -> Bracket:
        """What stands in a bracket."""
        found = Bracket(opening)
        if opening == "{":
            if inside.words[0] != END:
                found.names = self.all_numbers(inside)
        elif opening == "(":
            if names_alone(inside.words):
                found.names, _ = self.group(inside, 0)
            else:
                found.claims = self.claims(inside, several=True)
        else:
            found.make = self.announcement(opening, inside)
        return found

    # -------------------------------------------------------------- names and numbers

    def number(self, level: Words, at: int) -> str:
        """A fact: a number, written in one way."""
        word, place = level.words[at], level.places[at]
        if not isinstance(word, str) or not word.isdecimal():
            raise self.misfit("a number is wanted", place)
        if len(word) > MOST_DIGITS:
            what = f"a variable of {len(word):,} digits; at most {MOST_DIGITS}"
            raise self.error(what, place)
        name = str(int(word))
        if self.facts is not None and name not in self.facts:
            with self.source.blame(*self.spot(place)):
                raise UnknownName.among("variable", name, sorted(self.facts, key=int))
        return name

    def numbers(self, level: Words, at: int) -> tuple[tuple[str, ...], int]:
        """Numbers between commas, one or more, and where to go on."""
        found = [self.number(level, at)]
        while level.words[at + 1] == ",":
            at += 2
            found.append(self.number(level, at))
        return tuple(found), at + 1

    def all_numbers(self, level: Words) -> tuple[str, ...]:
        """Numbers between commas, and nothing else."""
        found, at = self.numbers(level, 0)
        self.check_end(level, at, f"'{level.closing}' is wanted")
        return found

    def check_end(self, level: Words, at: int, wanted: str) -> None:
        """Raise if something is left on a level."""
        if level.words[at] != END:
            raise self.misfit(wanted, level.places[at])

    def agent(self, level: Words, at: int) -> str:
        """An agent, by name."""
        word, place = level.words[at], level.places[at]
        if not is_name(word):
            raise self.misfit("an agent is wanted", place)
        name = str(word)
        if self.agents is not None and name not in self.agents:
            with self.source.blame(*self.spot(place)):
                raise UnknownName.among("agent", name, self.agents)
        return name

    def group(self, level: Words, at: int) -> tuple[tuple[str, ...], int]:
        """Agents between commas, and where to go on."""
        found = [self.agent(level, at)]
        while level.words[at + 1] == ",":
            at += 2
            found.append(self.agent(level, at))
        return tuple(found), at + 1

    # ----------------------------------------------------------------------- formulas

    def formula(self, level: Words, at: int = 0) -> Formula:
        """The formula that begins on a level, and ends with it; not nested too deeply."""
        [found] = self.claims(level, at)
        if too_deep(found):
            what = f"this formula is nested more than {DEEPEST} deep"
            raise self.error(what, level.places[at])
        return found

    def claims(self, level: Words, at: int = 0, *, several: bool = False) -> list[Formula]:
        """The formulas on a level: one, or several between commas.

        What waits for the claim after it waits on a pile.
        """
        words, found, pile = level.words, list[Formula](), Pile()
        literals, negated, begun = self.literals, self.negated, pile.begun
        while True:
            claim = literals.get(words[at])
            if claim is None and words[at] == "~":
                claim = negated.get(words[at + 1])
                at += claim is not None
            if claim is None:
                claim, at = self.claim(level, at, pile)
                if claim is None:
                    continue
            else:
                at += 1
            sign = words[at]
            if begun or sign in BINARY:
                claim = pile.finished(claim, PREFIX)
                if isinstance(sign, str) and sign in BINARY:
                    join(pile, claim, sign)
                    at += 1
                    continue
                claim = pile.finished(claim, 0)
            found.append(claim)
            if sign == END:
                return found
            if sign != "," or not several:
                wanted = f"'{level.closing}' is wanted" if level.closing else WHOLE
                raise self.misfit(wanted, level.places[at])
            at += 1

    def claim(self, level: Words, at: int, pile: Pile) -> tuple[Formula | None, int]:
        """What begins here: a claim, if it is whole already, and where to go on."""
        word, place = level.words[at], level.places[at]
        if isinstance(word, Bracket):
            return self.in_brackets(word, level, at, pile)
        if word.isdecimal():
            claim: Formula = f.Atom(self.number(level, at))
            self.literals[word], self.negated[word] = claim, f.Not(claim)
            return claim, at + 1
        if word in RESERVED:
            return self.signed(word, level, at, pile)
        if is_name(word):
            who, at = self.group(level, at)
            return self.knowing(who, level, at, pile)
        raise self.misfit("a formula is wanted", place)

    def in_brackets(
        self, inside: Bracket, level: Words, at: int, pile: Pile
    ) -> tuple[Formula | None, int]:
        """What begins with a bracket: a claim, agents, or an announcement."""
        if inside.make is not None:
            pile.prefix(inside.make, PREFIX)
            return None, at + 1
        if inside.opening == "{":
            raise self.misfit("a formula is wanted", level.places[at])
        if inside.names:
            return self.knowing(inside.names, level, at + 1, pile)
        if len(inside.claims) > 1:
            comma = self.texts.index(",", level.places[at])
            raise self.misfit("')' is wanted", comma)
        return inside.claims[0], at + 1

    def signed(
        self, sign: str, level: Words, at: int, pile: Pile
    ) -> tuple[Formula | None, int]:
        """A formula that starts with a sign of its own."""
        at += 1
        if sign in ("Top", "Bot"):
            return f.Top() if sign == "Top" else f.Bot(), at
        if sign in LISTS:
            inside = level.words[at]
            if not isinstance(inside, Bracket) or not inside.claims:
                raise self.misfit("formulas in ( ) are wanted", level.places[at])
            return LISTS[sign](tuple(inside.claims)), at + 1
        if sign == "~":
            pile.prefix(f.Not, PREFIX)
        elif sign in ("Forall", "Exists"):
            kind = f.Forall if sign == "Forall" else f.Exists
            names, at = self.quantified(level, at)
            pile.prefix(lambda claim: kind(names, claim), LOOSE)
        elif sign in ("K", "Kw"):
            who = (self.agent(level, at),)
            at += 1
            pile.prefix(lambda claim: f.Know(sign, who, claim), LOOSE)
        else:
            raise self.misfit("a formula is wanted", level.places[at - 1])
        return None, at

    def quantified(self, level: Words, at: int) -> tuple[tuple[str, ...], int]:
        """The variables of a quantifier, in braces or not, and where to go on."""
        inside = level.words[at]
        if isinstance(inside, Bracket) and inside.opening == "{":
            return inside.names, at + 1
        return self.numbers(level, at)

    def knowing(
        self, who: tuple[str, ...], level: Words, at: int, pile: Pile
    ) -> tuple[Formula | None, int]:
        """What agents know, after their names."""
        word, place = level.words[at], level.places[at]
        verb, *how = word.split() if isinstance(word, str) and word else ("",)
        if not how or verb not in KNOWING:
            raise self.misfit("'knows that' or the like is wanted", place)
        if verb == "knows" and len(who) > 1:
            raise self.error("for a group write 'comknow' or 'distknow'", place)
        kind = KNOWING[verb] + ("w" if how == ["whether"] else "")
        inside = level.words[at + 1]
        if kind == "Kw" and isinstance(inside, Bracket) and inside.claims:
            return knows_each(who, inside.claims), at + 2
        pile.prefix(lambda claim: f.Know(kind, who, claim), PREFIX)
        return None, at + 1

    def announcement(self, opening: str, inside: Words) -> Callable[[Formula], Formula]:
        """What is said aloud, or to some, before what holds then: `[! f] g` and its kin."""
        words, places, at = inside.words, inside.places, 0
        who = None
        if is_name(words[0]):
            who, at = self.group(inside, 0)
        whether = words[at] == "?"
        at += whether
        if words[at] != "!":
            raise self.misfit("'!' is wanted", places[at])
        [said] = self.claims(inside, at + 1)
        return announcing(who, opening, said, whether=whether)


def is_name(word: Word) -> bool:
    """Whether a word can be the name of an agent."""
    return isinstance(word, str) and word.isidentifier() and word not in RESERVED


def names_alone(words: list[Word]) -> bool:
    """Whether agents in parentheses stand here, and not a formula."""
    if not is_name(words[0]) or (len(words) > 2 and words[1] != ","):
        return False
    return len(words) % 2 == 0 and all(
        is_name(word) if place % 2 == 0 else word == ","
        for place, word in enumerate(words[:-1])
    )


def knows_each(who: tuple[str, ...], claims: list[Formula]) -> Formula:
    """An agent knows of each of some claims whether it holds."""
    several = [f.Know("Kw", who, claim) for claim in claims]
    return several[0] if len(several) == 1 else f.And(tuple(several))


def announcing(
    who: tuple[str, ...] | None, opening: str, said: Formula, *, whether: bool
) -> Callable[[Formula], Formula]:
    """What becomes of a claim that is said, and of the claim after it."""
    if who is not None:
        must = f.AnnounceTo if opening == "[" else f.CanAnnounceTo
        kind = f.AnnounceWhetherTo if whether else must
        return lambda then: kind(who, said, then)
    if whether:
        return lambda then: f.AnnounceWhether((said,), then)
    aloud = f.Announce if opening == "[" else f.CanAnnounce
    return lambda then: aloud(said, then)


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
    reader = Reader(Source("formula", text))
    first, *others = reader.sections()
    if others:
        raise BadFormula(str(reader.misfit(WHOLE, others[0].place)))
    return reader.formula(first.body)
