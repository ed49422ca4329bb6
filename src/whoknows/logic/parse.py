"""From text to formulas; an error shows the spot.

>>> parse("K ann (p and not q)") == parse("K ann (p ∧ ¬q)")
True
>>> parse("K ann (p &")
Traceback (most recent call last):
whoknows.errors.BadFormula: the formula ends too soon
  K ann (p &
            ^
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whoknows.errors import BadFormula
from whoknows.logic import formula as f
from whoknows.logic.formula import Formula

if TYPE_CHECKING:
    from lark import Lark, Token, Tree


def parse(text: str) -> Formula:
    """The formula that `text` says."""
    from lark.exceptions import UnexpectedInput

    try:
        tree = parser().parse(text)
    except UnexpectedInput as error:
        raise BadFormula(spot(text, error)) from None
    return build(tree)


@cache
def parser() -> Lark:
    """The parser of `grammar.lark`, made once."""
    from lark import Lark

    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", maybe_placeholders=False)


def spot(text: str, error: Any) -> str:
    """What is wrong, the line it stands in, and a caret below the place."""
    line, column = getattr(error, "line", -1), getattr(error, "column", -1)
    token = getattr(error, "token", None)
    lines = text.splitlines() or [""]
    if line is None or line < 1 or (token is not None and token.type == "$END"):
        what, line, column = "the formula ends too soon", len(lines), len(lines[-1]) + 1
    else:
        shown = str(token) if token is not None else lines[line - 1][column - 1]
        what = f"{shown!r} does not fit here"
    place = f" (line {line}, column {column})" if len(lines) > 1 else ""
    return f"{what}{place}\n  {lines[line - 1]}\n  {' ' * (column - 1)}^"


def build(tree: Tree[Token]) -> Formula:
    """The formula of a parse tree."""
    found: Formula = BUILDERS[str(tree.data)](tree.children)
    return found


def name(tree: Any) -> str:
    """A name, out of its quotes if it has them."""
    text = str(tree.children[0])
    if not text.startswith('"'):
        return text
    return text[1:-1].replace('\\"', '"').replace("\\\\", "\\")


def claims(parts: list[Any]) -> tuple[Formula, ...]:
    """The formulas among the parts of a tree, or in its list."""
    trees = [part for part in parts if hasattr(part, "data")]
    if len(trees) == 1 and trees[0].data == "formulas":
        trees = trees[0].children
    return tuple(map(build, trees))


BUILDERS: dict[str, Any] = {
    "iff": lambda parts: f.Iff(build(parts[0]), build(parts[2])),
    "implies": lambda parts: f.Implies(build(parts[0]), build(parts[2])),
    "xor": lambda parts: f.Xor(claims(parts)),
    "or_": lambda parts: f.Or(claims(parts)),
    "and_": lambda parts: f.And(claims(parts)),
    "oneof": lambda parts: f.OneOf(claims(parts)),
    "not_": lambda parts: f.Not(build(parts[1])),
    "top": lambda _: f.Top(),
    "bot": lambda _: f.Bot(),
    "atom": lambda parts: f.Atom(name(parts[0])),
    "is_": lambda parts: f.Is(name(parts[0]), name(parts[1])),
    "is_not": lambda parts: f.Not(f.Is(name(parts[0]), name(parts[1]))),
    "know": lambda parts: f.Know(str(parts[0]), (name(parts[1]),), build(parts[2])),
    "know_value": lambda parts: f.KnowValue(name(parts[1]), name(parts[2])),
    "group": lambda parts: f.Know(
        str(parts[0]), tuple(map(name, parts[1].children)), build(parts[2])
    ),
    "announce": lambda parts: f.Announce(build(parts[0]), build(parts[1])),
    "can_announce": lambda parts: f.CanAnnounce(build(parts[0]), build(parts[1])),
    "announce_whether": lambda parts: f.AnnounceWhether(claims(parts[:1]), build(parts[1])),
    "announce_value": lambda parts: f.AnnounceValue(name(parts[0]), build(parts[1])),
    "forall": lambda parts: f.Forall(tuple(map(name, parts[1:-1])), build(parts[-1])),
    "exists": lambda parts: f.Exists(tuple(map(name, parts[1:-1])), build(parts[-1])),
    "possible": lambda parts: possible(str(parts[0]), (name(parts[1]),), build(parts[2])),
    "possible_group": lambda parts: possible(
        str(parts[0]), tuple(map(name, parts[1].children)), build(parts[2])
    ),
}


def possible(how: str, who: tuple[str, ...], claim: Formula) -> Formula:
    """The dual of an operator; those of *whether* have none of their own."""
    if how not in ("K", "E", "C", "D"):
        raise BadFormula(f"<{how} ...> is not in the language: write ~{how} ... instead")
    return f.Possible(how, who, claim)
