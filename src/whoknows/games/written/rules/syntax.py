"""From the text of a clause to a tree of what is written there, each part with its place.

The signs are those of formulas (`whoknows.logic.language.reader`), and numbers besides:
`+ - * div mod`, `count{...}`, `sum{...}`, `min{...}`, `max{...}`, `if c then a else b`.
A family of names is written with an index: `muddy[ann]` is the name `muddy_ann`.

>>> reader = Reader(Source("text", "K me card[x] = 3"), "K me card[x] = 3")
>>> node = reader.term()
>>> node.kind, node.text, node.parts[1].kind
('know', 'K', 'compare')
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from whoknows.errors import BadFile
from whoknows.logic.files.source import Source
from whoknows.logic.language.formula import unquoted

DEEPEST = 40  # levels of a clause
LARGEST = 1_000_000  # a number that is written in a file

TOKEN = re.compile(
    r"""
      (?P<blank>  \s+ )
    | (?P<string> "(?:[^"\\\n]|\\.)*" )
    | (?P<number> \d+ )
    | (?P<name>   [^\W\d][\w']* )
    | (?P<sign>   <-> | -> | := | \.\. | != | <= | >= | [][(){}<>=,:;+*&|^~-]
                | ≠ | ≤ | ≥ | ¬ | ∧ | ∨ | → | ↔ )
    """,
    re.VERBOSE,
)
ALIKE = {
    "≠": "!=", "≤": "<=", "≥": ">=", "¬": "~", "∧": "&", "∨": "|", "→": "->", "↔": "<->",
    "not": "~", "and": "&", "or": "|", "xor": "^", "iff": "<->",
}  # fmt: skip
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
LISTS = ("and", "or", "oneof", "count", "sum", "min", "max", "distinct")
GROUPS = ("E", "C", "D", "Cw", "Dw")
WORDS = {*ALIKE, *LISTS, "if", "then", "else", "for", "but", "in", "div", "mod", "true",
         "false", "K", "Kw", "Kv"}  # fmt: skip
FOREIGN = {"!": "'~'", "'": "'\"'", "%": "'mod'", "/": "'div'", ".": "a whole number"}
LEVELS = (("<->",), ("->",), ("^",), ("|",), ("&",))  # loosest first


class Token(NamedTuple):
    """A word or sign, and where it stands."""

    kind: str  # name, number, string, end, or the sign itself
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Loop:
    """`x: seats but me`: a variable, and what it runs over."""

    name: str
    values: tuple[Token, ...]  # names, numbers, and ranges as `1..4`
    but: tuple[Token, ...]
    start: int


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a clause: what kind it is, what is written, and what stands in it."""

    kind: str
    text: str
    start: int
    parts: tuple[Node, ...] = ()
    loops: tuple[Loop, ...] = ()
    tokens: tuple[Token, ...] = field(default=())  # agents, or the name of a set


class Reader:
    """Reads clauses from a stretch of a file."""

    def __init__(self, source: Source, text: str) -> None:
        self.source, self.text = source, text
        self.tokens = self.cut()
        self.place = self.depth = 0

    def cut(self) -> list[Token]:
        """The words and signs of the text."""
        found, here = [], 0
        while here < len(self.text):
            match = TOKEN.match(self.text, here)
            if match is None:
                sign = self.text[here]
                what = f"{sign!r} does not fit here"
                if sign in FOREIGN:
                    what += f": {FOREIGN[sign]} is wanted"
                if sign == '"':
                    what = "the quote is not closed"
                raise self.error(what, here)
            kind, word = match.lastgroup or "", match.group()
            if kind == "number" and len(word) > 7:
                raise self.error(f"a number is at most {LARGEST:,}", here)
            if kind != "blank":
                found.append(Token(word if kind == "sign" else kind, word, here))
            here = match.end()
        end = len(self.text.rstrip())
        found.append(Token("end", "", end))
        return found

    def error(self, what: str, start: int) -> BadFile:
        """The error at a place of the text."""
        return self.source.error(what, *self.source.place(start))

    @property
    def next(self) -> Token:
        """The word at this place."""
        return self.tokens[self.place]

    def sees(self, *texts: str) -> bool:
        """Whether one of these words or signs comes next."""
        return self.next.kind not in ("string", "end") and self.next.text in texts

    def take(self, *texts: str) -> bool:
        """Step over the next word if it is one of these."""
        there = self.sees(*texts)
        self.place += there
        return there

    def want(self, text: str) -> Token:
        """Step over a word or sign that must stand here."""
        if not self.take(text):
            raise self.misfit(f"{text!r} is wanted")
        return self.tokens[self.place - 1]

    def misfit(self, wanted: str) -> BadFile:
        """The error that something else is wanted here."""
        token = self.next
        if token.kind == "end":
            return self.error(f"the clause ends too soon: {wanted}", token.start)
        what = repr(token.text)
        if token.kind == "name" and token.text in WORDS:
            what += ", a word of the language,"
        if token.text in "=&|" and self.tokens[self.place - 1].text == token.text:
            what, wanted = repr(2 * token.text), f"{token.text!r} is wanted"
        return self.error(f"{what} does not fit here: {wanted}", token.start)

    def finish(self) -> None:
        """Nothing more may follow."""
        if self.next.kind != "end":
            raise self.misfit("nothing more is wanted")

    def name(self, wanted: str = "a name is wanted") -> Token:
        """A name that is no word of the language."""
        token = self.next
        if token.kind != "name" or token.text in WORDS:
            raise self.misfit(wanted)
        self.place += 1
        return token

    def string(self) -> str | None:
        """A text in quotes, if one stands here."""
        if self.next.kind != "string":
            return None
        self.place += 1
        return unquoted(self.tokens[self.place - 1].text)

    def names(self, *, commas: bool = True) -> tuple[Token, ...]:
        """Names and numbers, and ranges of numbers, between blanks or commas."""
        found: list[Token] = []
        while True:
            token = self.next
            if commas and self.take(","):
                continue
            if token.kind == "number":
                found.append(self.number_or_range())
            elif token.kind == "name" and token.text not in WORDS:
                if self.tokens[self.place + 1].text == ":" and found:
                    return tuple(found)  # the next variable of a loop
                self.place += 1
                found.append(token)
            elif token.text == "-" and self.tokens[self.place + 1].kind == "number":
                raise self.misfit("values are words, and numbers from 0 up")
            else:
                return tuple(found)

    def number_or_range(self) -> Token:
        """A number, or all those from one to another."""
        first = self.next
        self.place += 1
        if not self.take(".."):
            return first
        if self.next.kind != "number":
            raise self.misfit("the last number of the range is wanted")
        last = self.next
        self.place += 1
        if int(last.text) < int(first.text):
            raise self.error(f"{first.text}..{last.text} goes down", first.start)
        return Token("range", f"{first.text}..{last.text}", first.start)

    def loops(self) -> tuple[Loop, ...]:
        """What follows `for`: variables and what they run over; nothing if no `for`."""
        if not self.take("for"):
            return ()
        found: list[Loop] = []
        while True:
            name = self.name("a variable is wanted, as in: for x: seats")
            self.want(":")
            values = self.names()
            if not values:
                raise self.misfit("what the variable runs over is wanted")
            but = self.names() if self.take("but") else ()
            found.append(Loop(name.text, values, but, name.start))
            if self.next.kind != "name" or self.tokens[self.place + 1].text != ":":
                return tuple(found)

    # --------------------------------------------------------------------- terms

    def term(self) -> Node:
        """A claim, a number, or a word."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error(f"nested more than {DEEPEST} deep", self.next.start)
        found = self.conditional() if self.sees("if") else self.joined(0)
        self.depth -= 1
        return found

    def conditional(self) -> Node:
        """`if c then a else b`."""
        start = self.want("if").start
        claim = self.term()
        self.want("then")
        one = self.term()
        self.want("else")
        return Node("if", "if", start, (claim, one, self.term()))

    def joined(self, level: int) -> Node:
        """Claims joined by signs of this level or a tighter one."""
        if level == len(LEVELS):
            return self.compared()
        first = self.joined(level + 1)
        sign = ALIKE.get(self.next.text, self.next.text)
        if self.next.kind in ("string", "end") or sign not in LEVELS[level]:
            return first
        parts, start = [first], self.next.start
        while (
            self.next.kind != "string" and ALIKE.get(self.next.text, self.next.text) == sign
        ):
            if sign == "<->" and len(parts) == 2:
                raise self.misfit("say with parentheses what is meant")
            self.place += 1
            parts.append(self.term() if self.sees("if") else self.joined(level + 1))
        return Node("join", sign, start, tuple(parts))

    def choices(self) -> list[tuple[Node, str]]:
        """Claims between which `|` stands, each as it is written; none if more follows."""
        found, start = [], self.place
        while True:
            here = self.next.start
            node = self.term() if self.sees("if") else self.joined(LEVELS.index(("|",)) + 1)
            found.append((node, " ".join(self.text[here : self.next.start].split())))
            if ALIKE.get(self.next.text, self.next.text) != "|":
                break
            self.place += 1
        if self.next.kind == "end":
            return found
        self.place = start
        return []

    def compared(self) -> Node:
        """Numbers or words that are compared, or a claim that stands alone."""
        first = self.total()
        if self.take("in"):
            if self.sees("{"):
                return self.member(first)
            name = self.name("the name of a set is wanted, or values in braces")
            return Node("in", name.text, name.start, (first,), tokens=(name,))
        parts, signs, start = [first], [], self.next.start
        while self.next.kind != "string" and ALIKE.get(self.next.text, self.next.text) in (
            COMPARISONS
        ):
            signs.append(ALIKE.get(self.next.text, self.next.text))
            self.place += 1
            parts.append(self.total())
        if not signs:
            return first
        return Node("compare", " ".join(signs), start, tuple(parts))

    def member(self, value: Node) -> Node:
        """Whether a value is one of those in braces: `x in {red, blue}`, `n in {1..3}`."""
        start, parts = self.want("{").start, list[Node]()
        while True:
            one = self.total()
            if self.take(".."):
                parts.append(Node("compare", "<= <=", start, (one, value, self.total())))
            else:
                parts.append(Node("compare", "=", start, (value, one)))
            if not self.take(","):
                break
        self.want("}")
        return Node("join", "|", start, tuple(parts)) if len(parts) > 1 else parts[0]

    def total(self) -> Node:
        """A sum or difference."""
        found = self.product()
        while self.sees("+", "-"):
            sign = self.next
            self.place += 1
            found = Node("arith", sign.text, sign.start, (found, self.product()))
        return found

    def product(self) -> Node:
        """A product, or a remainder."""
        found = self.tight()
        while self.sees("*", "div", "mod"):
            sign = self.next
            self.place += 1
            found = Node("arith", sign.text, sign.start, (found, self.tight()))
        return found

    def tight(self) -> Node:
        """What stands before its claim, or a single thing."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error(f"nested more than {DEEPEST} deep", self.next.start)
        found = self.prefixed()
        self.depth -= 1
        return found

    def prefixed(self) -> Node:
        """What stands before its claim, or a single thing."""
        token, after = self.next, self.tokens[min(self.place + 1, len(self.tokens) - 1)]
        if token.kind in ("string", "end"):
            raise self.misfit("a claim, a number, or a name is wanted")
        if self.take("~", "¬", "not"):
            return Node("not", "~", token.start, (self.claim_after(),))
        if token.text in LISTS and after.text == "{":
            return self.several()
        if self.take("K", "Kw"):
            who = self.agent()
            return Node("know", token.text, token.start, (who, self.claim_after()))
        if self.take("Kv"):
            who = self.agent()
            return Node("value", "Kv", token.start, (who, self.prefixed()))
        if self.take("<"):
            self.want("K")
            who = self.agent()
            self.want(">")
            return Node("know", "possible", token.start, (who, self.claim_after()))
        if token.text in GROUPS and after.text == "{":
            return self.group()
        if self.take("-"):
            zero = Node("number", "0", token.start)
            return Node("arith", "-", token.start, (zero, self.tight()))
        if self.take("("):
            found = self.term()
            self.want(")")
            return found
        if self.take("true", "false"):
            return Node("truth", token.text, token.start)
        if token.kind == "number":
            self.place += 1
            return Node("number", token.text, token.start)
        return self.named()

    def claim_after(self) -> Node:
        """The claim that a prefix holds: tight, but for a comparison, as in formulas."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error(f"nested more than {DEEPEST} deep", self.next.start)
        found = self.compared()
        self.depth -= 1
        return found

    def agent(self) -> Node:
        """Who knows: a seat or a variable, or any word in parentheses."""
        if self.take("("):
            found = self.term()
            self.want(")")
            return found
        token = self.name("who knows is wanted: a seat, or a variable")
        return Node("name", token.text, token.start)

    def group(self) -> Node:
        """What a group knows."""
        token = self.next
        self.place += 1
        self.want("{")
        names = self.names()
        if not names:
            raise self.misfit("a seat is wanted")
        self.want("}")
        claim = self.claim_after()
        return Node("group", token.text, token.start, (claim,), tokens=names)

    def several(self) -> Node:
        """Things in braces, between commas, or for every value of variables."""
        token = self.next
        self.place += 1
        self.want("{")
        parts: list[Node] = []
        while not self.sees("}", "for"):
            parts.append(self.term())
            if not self.take(","):
                break
        loops = self.loops()
        self.want("}")
        return Node("many", token.text, token.start, tuple(parts), loops)

    def named(self) -> Node:
        """A name, with an index or with what is put in."""
        token = self.name("a claim, a number, or a name is wanted")
        for opener, closer, kind in (("[", "]", "index"), ("(", ")", "call")):
            if self.take(opener):
                parts = [self.term()]
                while self.take(","):
                    parts.append(self.term())
                self.want(closer)
                return Node(kind, token.text, token.start, tuple(parts))
        return Node("name", token.text, token.start)
