"""From text to formulas; an error shows the spot.

>>> parse("K ann (p and not q)") == parse("K ann (p ∧ ¬q)")
True
>>> parse("K ann (p &")
Traceback (most recent call last):
whoknows.logic.parse.BadSpot: the formula ends too soon
  K ann (p &
            ^
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import combining, east_asian_width

from whoknows.errors import BadFormula
from whoknows.logic import formula as f
from whoknows.logic.formula import Formula

if TYPE_CHECKING:
    from lark import Lark, Token

MOST_TEXT = 400_000  # characters of a formula
DEEPEST = 100  # levels; evaluating, printing, and comparing go down level by level
WIDEST = 68  # characters of a line shown in an error


class BadSpot(BadFormula):
    """Text that does not parse, and where; lines and columns count from 1."""

    def __init__(self, what: str, text: str, line: int, column: int) -> None:
        """The error about the character of `text` at a line and column."""
        self.what, self.line, self.column = what, line, column
        place = f" (line {line}, column {column})" if "\n" in text.strip() else ""
        super().__init__(f"{what}{place}\n{caret(text, line, column)}")


class Misplaced(BadFormula):
    """A word that cannot stand where it does, found while building."""

    def __init__(self, what: str, token: Token) -> None:
        """The error about a token."""
        super().__init__(what)
        self.line, self.column = token.line or 1, token.column or 1


def parse(text: str) -> Formula:
    """The formula that `text` says."""
    found: Formula = parsed(text, "formula")
    if too_deep(found):
        raise BadSpot(f"nested more than {DEEPEST} deep", text, *first_place(text))
    return found


def parse_several(text: str) -> tuple[Formula, ...]:
    """The formulas that `text` says, between commas."""
    found: tuple[Formula, ...] = parsed(text, "formulas")
    if any(map(too_deep, found)):
        raise BadSpot(f"nested more than {DEEPEST} deep", text, *first_place(text))
    return found


def parsed(text: str, rule: str) -> Any:
    """What a rule of the grammar makes of a text."""
    from lark.exceptions import UnexpectedInput

    if len(text.strip()) > MOST_TEXT:
        what = f"{len(text.strip()):,} characters; a formula has at most {MOST_TEXT:,}"
        raise BadFormula(what)
    try:
        return parser().parse(text, start=rule)
    except UnexpectedInput as error:
        raise spot(text, error) from None
    except Misplaced as error:
        raise BadSpot(str(error), text, error.line, error.column) from None


@cache
def parser() -> Lark:
    """The parser of `grammar.lark`, made once; it builds formulas from the leaves up."""
    from lark import Lark, Transformer

    # A class made here, so that lark is imported only when a formula is parsed.
    build = type("Build", (Transformer,), {name: method(MAKE[name]) for name in MAKE})
    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    rules = ["formula", "formulas"]
    return Lark(text, parser="lalr", start=rules, transformer=build())


def spot(text: str, error: Any) -> BadSpot:
    """What is wrong with the text, and where."""
    token = getattr(error, "token", None)
    if token is not None and token.type == "$END":
        return BadSpot("the formula ends too soon", text, *last_place(text))
    line, column = error.line, error.column
    shown = str(token) if token is not None else text.split("\n")[line - 1][column - 1]
    if shown == '"':
        return BadSpot("the quote is not closed", text, line, column)
    return BadSpot(f"{shown!r} does not fit here", text, line, column)


def place(text: str, offset: int) -> tuple[int, int]:
    """The line and column of the character at `offset`."""
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


def first_place(text: str) -> tuple[int, int]:
    """The line and column of the first character that is not blank."""
    return place(text, len(text) - len(text.lstrip()))


def last_place(text: str) -> tuple[int, int]:
    """The line and column just after the last character that is not blank.

    If all is blank, the end of the first line that is not empty.
    """
    if not text.strip():
        line = text.lstrip("\n").split("\n")[0]
        return len(text) - len(text.lstrip("\n")) + 1, len(line) + 1
    return place(text, len(text.rstrip()))


def caret(text: str, line: int, column: int) -> str:
    """A line of a text, and below it a caret at a column."""
    shown = text.split("\n")[line - 1].rstrip()
    if len(shown) > WIDEST:  # show only what is near the caret
        start = max(0, column - 1 - WIDEST // 2)
        cut = shown[start : start + WIDEST]
        ahead, behind = "... " * (start > 0), " ..." * (start + WIDEST < len(shown))
        shown, column = f"{ahead}{cut}{behind}", column - start + len(ahead)
    below = "".join(map(blank, shown[: column - 1]))
    return f"  {shown}\n  {below}{' ' * (column - 1 - len(shown))}^"


def blank(letter: str) -> str:
    """As much empty space as a letter takes on a screen."""
    if letter == "\t":
        return "\t"
    if combining(letter):
        return ""
    return "  " if east_asian_width(letter) in "WF" else " "


def too_deep(formula: Formula) -> bool:
    """Whether a formula has more than `DEEPEST` levels; walked level by level."""
    level = [formula]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in f.inner(outer)]
        if not level:
            return False
    return True


# ------------------------------------------------------------- from rules to formulas


def method(make: Any) -> Any:
    """A function of the parts of a rule as a method of the builder."""
    return lambda _, parts: make(parts)


def name(parts: list[Any]) -> str:
    """A name, out of its quotes if it has them."""
    text = str(parts[0])
    return f.unquoted(text) if text.startswith('"') else text


def claims(parts: list[Any]) -> tuple[Formula, ...]:
    """The formulas among the parts of a rule, or in its list; signs are left out."""
    some = [part for part in parts if not isinstance(part, str)]
    return some[0] if len(some) == 1 and isinstance(some[0], tuple) else tuple(some)


def possible(parts: list[Any]) -> Formula:
    """The dual of an operator; those of *whether* have none of their own."""
    how, who, claim = parts
    if how not in ("K", "E", "C", "D"):
        raise Misplaced(f"<{how} ...> is not in the language: write ~{how} ...", how)
    return f.Possible(str(how), (who,) if isinstance(who, str) else who, claim)


MAKE: dict[str, Any] = {
    "iff": lambda parts: f.Iff(parts[0], parts[2]),
    "implies": lambda parts: f.Implies(parts[0], parts[2]),
    "xor": lambda parts: f.Xor(claims(parts)),
    "or_": lambda parts: f.Or(claims(parts)),
    "and_": lambda parts: f.And(claims(parts)),
    "oneof": lambda parts: f.OneOf(claims(parts)),
    "not_": lambda parts: f.Not(parts[1]),
    "top": lambda _: f.Top(),
    "bot": lambda _: f.Bot(),
    "name": name,
    "names": tuple,
    "formulas": tuple,
    "atom": lambda parts: f.Atom(parts[0]),
    "is_": lambda parts: f.Is(parts[0], parts[1]),
    "is_not": lambda parts: f.Not(f.Is(parts[0], parts[2])),
    "know": lambda parts: f.Know(str(parts[0]), (parts[1],), parts[2]),
    "know_value": lambda parts: f.KnowValue(parts[1], parts[2]),
    "group": lambda parts: f.Know(str(parts[0]), parts[1], parts[2]),
    "possible": possible,
    "announce": lambda parts: f.Announce(parts[0], parts[1]),
    "can_announce": lambda parts: f.CanAnnounce(parts[0], parts[1]),
    "announce_whether": lambda parts: f.AnnounceWhether(parts[0], parts[1]),
    "announce_value": lambda parts: f.AnnounceValue(parts[0], parts[1]),
    "forall": lambda parts: f.Forall(tuple(parts[1:-1]), parts[-1]),
    "exists": lambda parts: f.Exists(tuple(parts[1:-1]), parts[-1]),
}
