"""The language of questions: what may be asked about the cards on the table.

A question is a number or a truth, built from *folds*: `count(values: times = 0)` is how
many values are missing, `max(stacks: sum(cards: value))` the largest sum of a stack.
A fold goes over the `cards` or `values` of what is in sight, or over the `stacks`; inside
`stacks:`, what is in sight is that one stack.  In the body of a fold, `value` is the value
of the card, and `times` how often that value is in sight.

>>> ask = parse_question("count(cards: value >= 5) > count(cards: value <= 2)")
>>> ask.kind, question_name(ask)
('truth', 'count(cards: value >= 5) > count(cards: value <= 2)')
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NoReturn, TypeAlias

from whoknows.edge import checked
from whoknows.errors import BadFormula

__all__ = [
    "Ask",
    "Deny",
    "Fold",
    "Join",
    "Number",
    "Parity",
    "Word",
    "parse_question",
    "question_name",
]

Kind: TypeAlias = Literal["number", "truth"]
MOST_LETTERS = 2000
MOST_DEPTH = 40


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, as written."""

    number: int

    @property
    def kind(self) -> Kind:
        """Always a number."""
        return "number"


@dataclass(frozen=True, slots=True)
class Word:
    """`value` or `times`, of the card or value that a fold has come to."""

    word: str

    @property
    def kind(self) -> Kind:
        """Always a number."""
        return "number"


@dataclass(frozen=True, slots=True)
class Join:
    """Two parts joined by `+ - * mod`, by a comparison, or by `and`, `or`."""

    sign: str
    left: "Ask"
    right: "Ask"

    @property
    def kind(self) -> Kind:
        """A number for arithmetic, a truth for the rest."""
        return "number" if self.sign in ("+", "-", "*", "mod") else "truth"


@dataclass(frozen=True, slots=True)
class Deny:
    """`not` something."""

    part: "Ask"

    @property
    def kind(self) -> Kind:
        """Always a truth."""
        return "truth"


@dataclass(frozen=True, slots=True)
class Parity:
    """A number `is even` or `is odd`."""

    part: "Ask"
    odd: bool

    @property
    def kind(self) -> Kind:
        """Always a truth."""
        return "truth"


@dataclass(frozen=True, slots=True)
class Fold:
    """`count`, `sum`, `max`, `min`, `any` or `all` over cards, values, or stacks."""

    name: str
    domain: str
    body: "Ask | None"  # only `count` may go without

    @property
    def kind(self) -> Kind:
        """A truth for `any` and `all`, a number for the rest."""
        return "truth" if self.name in ("any", "all") else "number"


Ask: TypeAlias = Number | Word | Join | Deny | Parity | Fold


@checked
def parse_question(text: str) -> Ask:
    """The question that `text` asks; raises `BadFormula` with a caret under the spot."""
    from lark.exceptions import UnexpectedInput

    if len(text) > MOST_LETTERS:
        raise BadFormula(f"a question of {len(text)} letters; at most {MOST_LETTERS}")
    try:
        tree = parser().parse(text)
    except UnexpectedInput as error:
        refuse(text, *spot_of(error, text))
    return Reader(text).read(tree.children[0], domain="", depth=0)


@cache
def parser() -> Any:
    """The parser, made once from the grammar beside this file."""
    from lark import Lark

    grammar = files(__package__).joinpath("grammar.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=True, maybe_placeholders=True)


def spot_of(error: Any, text: str) -> tuple[int, str]:
    """Where the text stopped making sense, and what came there."""
    place = getattr(error, "pos_in_stream", None)
    token = getattr(error, "token", None)
    if token is not None and token.type == "$END":
        return len(text.rstrip()), "the question ends too early"
    if place is None or place < 0:
        place = len(text)
    came = text[place:].split()[:1] or ["the end"]
    return place, f"{came[0]!r} was not expected here"


def refuse(text: str, place: int, why: str) -> NoReturn:
    """Raise the error that shows the line and, below it, a caret at the spot."""
    before = text[:place]
    line = before.count("\n")
    column = place - (before.rfind("\n") + 1)
    shown = text.split("\n")[line]
    raise BadFormula(
        f"line {line + 1}, column {column + 1}: {why}\n  {shown}\n  {' ' * column}^"
    )


SIGNS = {"either": "or", "both": "and", "plus": "+", "minus": "-", "times_": "*"}
WANTED: dict[str, Kind] = {"or": "truth", "and": "truth"}


@dataclass(frozen=True)
class Reader:
    """Turns the parser's tree into a question, checking kinds on the way."""

    text: str

    def read(self, tree: Any, *, domain: str, depth: int) -> Ask:
        """The question that a tree says, inside a fold over `domain`."""
        rule = tree.data
        if depth > MOST_DEPTH:
            refuse(self.text, place_of(tree), "nested too deeply")
        if rule == "number":
            return Number(int(tree.children[0]))
        if rule in ("value", "times"):
            return self.word(tree, str(rule), domain)
        if rule == "fold":
            return self.fold(tree, domain, depth + 1)
        parts = [
            self.read(part, domain=domain, depth=depth + 1)
            for part in tree.children
            if hasattr(part, "data")
        ]
        return self.joined(tree, rule, parts)

    def joined(self, tree: Any, rule: str, parts: list[Ask]) -> Ask:
        """Parts put together by a sign."""
        inner = [part for part in tree.children if hasattr(part, "data")]
        sign = str(tree.children[1]) if rule == "compare" else SIGNS.get(rule, rule)
        wanted: Kind = "truth" if sign == "deny" else WANTED.get(sign, "number")
        if rule == "compare" and sign in ("=", "!="):
            wanted = parts[0].kind  # truths may be compared with each other
        for part, place in zip(parts, inner, strict=True):
            self.want(wanted, part, place)
        if sign == "deny":
            return Deny(parts[0])
        if sign == "negative":
            return Join("-", Number(0), parts[0])
        if sign == "parity":
            return Parity(parts[0], odd=str(tree.children[1]) == "odd")
        if sign == "mod" and not (isinstance(parts[1], Number) and parts[1].number > 0):
            refuse(self.text, place_of(inner[1]), "`mod` needs a number above 0")
        return Join(sign, parts[0], parts[1])

    def word(self, tree: Any, word: str, domain: str) -> Ask:
        """`value` and `times`, where a fold over cards or values gives them a sense."""
        if domain not in ("cards", "values"):
            refuse(
                self.text,
                place_of(tree),
                f"`{word}` has a sense only inside `cards:` or `values:`",
            )
        return Word(word)

    def fold(self, tree: Any, domain: str, depth: int) -> Ask:
        """A fold with its body."""
        name, over, body = (*tree.children, None)[:3]
        if over == "stacks" and domain:
            refuse(self.text, over.start_pos, f"no `stacks` inside `{domain}:`")
        if body is None:
            if name != "count":
                refuse(
                    self.text, place_of(tree), f"`{name}` needs a body: {name}({over}: ...)"
                )
            return Fold("count", str(over), None)
        read = self.read(body, domain=str(over), depth=depth)
        self.want("truth" if name in ("count", "any", "all") else "number", read, body)
        return Fold(str(name), str(over), read)

    def want(self, kind: Kind, part: Ask, tree: Any) -> None:
        """Refuse a number where a truth is wanted, and a truth where a number is."""
        if part.kind != kind:
            refuse(self.text, place_of(tree), f"a {part.kind} where a {kind} is wanted")


def place_of(tree: Any) -> int:
    """Where a tree begins in the text."""
    return int(tree.meta.start_pos)


RANK = {"or": 1, "and": 2, "not": 3, "compare": 4, "+": 5, "-": 5, "*": 6, "mod": 6}


def question_name(ask: Ask) -> str:
    """A question as people write it; `parse_question` gives it back."""
    return written(ask)[0]


def written(ask: Ask) -> tuple[str, int]:
    """The text of a question, and how tightly it holds together."""
    match ask:
        case Number(number):
            return str(number), 9
        case Word(word):
            return word, 9
        case Fold(name, domain, body):
            inner = "" if body is None else f": {question_name(body)}"
            return f"{name}({domain}{inner})", 9
        case Deny(part):
            return f"not {held(part, 3)}", 3
        case Parity(part, odd):
            return f"{held(part, 5)} is {'odd' if odd else 'even'}", 4
        case Join(sign, left, right):
            rank = RANK.get(sign, RANK["compare"])
            sides = (5, 5) if rank == 4 else (rank, rank + 1)
            return f"{held(left, sides[0])} {sign} {held(right, sides[1])}", rank


def held(part: Ask, rank: int) -> str:
    """The text of a part, in brackets if it would fall apart."""
    text, holds = written(part)
    return text if holds >= rank else f"({text})"
