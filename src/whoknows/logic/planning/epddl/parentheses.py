"""The parentheses of EPDDL: words and lists of them, each with its place in the file.

>>> tree = expression(Source("text", "(define (domain d)) ; a comment"))
>>> str(tree)
'(define (domain d))'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from whoknows.errors import BadFile
from whoknows.logic.files.source import Source

TOKEN = re.compile(r";[^\n]*|\s++|[()\[\]<>|]|/=|=|[^\s()\[\]<>|;=]++")
CLOSING = {"(": ")", "[": "]", "<": ">"}
DEEPEST = 200  # parentheses in parentheses
LONGEST_FILE = 2_000_000  # characters of a file


@dataclass(frozen=True, slots=True)
class Word:
    """A word at its place."""

    text: str
    offset: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class List:
    """Words and lists between parentheses, brackets, or angles."""

    open: str
    items: tuple[Expression, ...]
    offset: int

    def __str__(self) -> str:
        return f"{self.open}{' '.join(map(str, self.items))}{CLOSING[self.open]}"


Expression: TypeAlias = Word | List


@dataclass(frozen=True, slots=True)
class Text:
    """A source, and errors at the place of an expression of it."""

    source: Source

    def wrong(self, what: str, at: Expression) -> BadFile:
        """The error about an expression."""
        return self.source.error(what, *self.source.place(at.offset))

    def word(self, at: Expression, wanted: str) -> str:
        """The word that an expression is; the error says what was wanted."""
        if not isinstance(at, Word):
            raise self.wrong(f"{wanted} is wanted, not a list", at)
        return at.text

    def list(self, at: Expression, wanted: str, opened: str = "(") -> List:
        """The list that an expression is."""
        if not isinstance(at, List) or at.open != opened:
            raise self.wrong(f"{wanted} in parentheses is wanted, not {at}", at)
        return at

    def head(self, at: List, wanted: str) -> tuple[str, tuple[Expression, ...]]:
        """The first word of a list, and what follows it."""
        if not at.items:
            raise self.wrong(f"{wanted} is wanted in the parentheses", at)
        return self.word(at.items[0], wanted), at.items[1:]

    def fields(self, items: tuple[Expression, ...]) -> dict[str, Expression]:
        """What follows each keyword, such as `:parameters (...)`."""
        found: dict[str, Expression] = {}
        for key, value in zip(items[::2], items[1::2], strict=False):
            name = self.word(key, "a keyword")
            if not name.startswith(":"):
                raise self.wrong(
                    f"a keyword such as :parameters is wanted, not {name}", key
                )
            if name in found:
                raise self.wrong(f"{name} is said twice", key)
            found[name] = value
        if len(items) % 2:
            raise self.wrong(f"nothing follows {items[-1]}", items[-1])
        return found


def expression(source: Source) -> List:
    """The one expression of a file."""
    text = Text(source)
    if len(source.text) > LONGEST_FILE:
        raise BadFile(f"{source.name}: more than {LONGEST_FILE:,} characters")
    stack: list[tuple[str, list[Expression], int]] = []
    whole: list[Expression] = []
    for token in TOKEN.finditer(source.text):
        said, offset = token[0], token.start()
        here = stack[-1][1] if stack else whole
        if said[0].isspace() or said[0] == ";":
            continue
        if said in CLOSING:
            if len(stack) == DEEPEST:
                what = f"nested more than {DEEPEST} deep"
                raise text.wrong(what, Word(said, offset))
            stack.append((said, [], offset))
        elif said in CLOSING.values():
            if not stack or CLOSING[stack[-1][0]] != said:
                raise text.wrong(f"{said!r} closes nothing", Word(said, offset))
            opened, items, start = stack.pop()
            (stack[-1][1] if stack else whole).append(List(opened, tuple(items), start))
        else:
            here.append(Word(said, offset))
    if stack:
        raise text.wrong(f"{stack[-1][0]!r} is not closed", Word("", stack[-1][2]))
    if len(whole) != 1:
        raise text.wrong("one (define ...) is wanted", whole[1] if whole else Word("", 0))
    return text.list(whole[0], "(define ...)")
