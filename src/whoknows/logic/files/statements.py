"""Statements of our own files: a keyword, and what follows, at its place in the source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from whoknows.logic.files.names import QUOTED, UNCLOSED, check_names
from whoknows.logic.files.source import Source
from whoknows.logic.language.formula import Formula
from whoknows.logic.language.positions import first_place, last_place
from whoknows.logic.language.reader import parse, parse_several
from whoknows.logic.models.model import Model

NO_EVENTS: Mapping[str, Any] = {}
COMMENT = re.compile(rf"({QUOTED}|{UNCLOSED})|#[^\n]*")
KEYWORD = re.compile(r"\s*+([A-Za-z]++\??)")
MOST_LINES = 10_000


def after_names(words: str, letters: str = r"[\w',]") -> re.Pattern[str]:
    """Names at the start of a statement, and one of some words after them."""
    word = rf"(?:{words})(?![\w'])"
    return re.compile(rf"\s*+((?:{QUOTED}|{letters}++|\s++(?!{word}))+)\s++({word})")


SEES = after_names("sees?")
MISTAKES = after_names("confuses?|takes?")
MAY = after_names("may", r"[\w',$]")
SHAPES = after_names("cells?|links?|layers?|expects?")
KEYWORDS = {
    "fact": "facts",
    "facts": "facts",
    "part": "parts",
    "parts": "parts",
    **{word: word for word in ("law", "actual", "relational", "event", "events")},
    **{word: word for word in ("announce", "tell", "show", "look", "claim", "lie")},
    **{word: word for word in ("change", "happens", "may", "goal")},
    **{word: word for word in ("worlds", "upgrade")},
    "true?": "true",
    "valid?": "valid",
    "where?": "where",
}
WANTED = (
    "facts, parts, law, NAME sees, actual, announce, true?, valid?, where?; "
    "relational, tell, show, look, claim, lie, change, "
    "events, event, NAME confuses, NAME takes, happens; may, NAME may, goal; "
    "worlds, NAME cells, NAME links, NAME layers, NAME expects, upgrade"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: its keyword, and what follows, at its place in the source.

    Before what follows, `text` has blanks for everything that stands there in the
    source, so that a place in `text` is a place in the file.
    """

    keyword: str
    line: int
    text: str
    who: str = ""  # the agents of a `sees`, `confuses`, `takes`, or `may`

    @property
    def words(self) -> str:
        """What the statement says, with single blanks."""
        return " ".join(self.text.split())

    def past(self, match: re.Match[str]) -> Statement:
        """The statement without what was matched in its text."""
        return self.only(match.end(), len(self.text))

    def only(self, start: int, end: int) -> Statement:
        """The statement with one stretch of its text alone."""
        return replace(self, text=blanked(self.text[:start]) + self.text[start:end])


def blanked(text: str) -> str:
    """As many blanks as the text has characters, in as many lines."""
    return re.sub(r"[^\n\t]++", lambda found: " " * len(found[0]), text)


def statements_of(source: Source) -> Iterator[Statement]:
    """The statements of a source, comments taken out."""
    text = COMMENT.sub(lambda found: found[1] or " " * len(found[0]), source.text)
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        what = f"{len(lines):,} lines; at most {MOST_LINES:,} are read"
        raise source.error(what, MOST_LINES, 1)
    starts = [k for k, line in enumerate(lines) if line.strip() and not line[0].isspace()]
    first = next((k for k, line in enumerate(lines) if line.strip()), None)
    if first is None:
        raise source.error("there are only comments in the file", 1, 1)
    if first not in starts:
        what = "a statement begins at the start of a line; this line is indented"
        raise source.error(what, first + 1, 1)
    for begin, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        body = "\n" * begin + "\n".join(lines[begin:end])
        yield statement_of(source, Statement("", begin + 1, body))


def statement_of(source: Source, said: Statement) -> Statement:
    """A statement with its keyword taken off its text."""
    sees = SEES.match(said.text)
    if sees:
        return replace(said.past(sees), keyword="sees", who=sees[1])
    word = KEYWORD.match(said.text)
    if word is not None and word[1] in KEYWORDS:
        return replace(said.past(word), keyword=KEYWORDS[word[1]])
    wrong = MISTAKES.match(said.text)
    if wrong:
        keyword = "confuses" if wrong[2].startswith("confuse") else "takes"
        return replace(said.past(wrong), keyword=keyword, who=wrong[1])
    may = MAY.match(said.text)
    if may:
        return replace(said.past(may), keyword="may", who=may[1])
    shape = SHAPES.match(said.text)
    if shape:
        keyword = shape[2].removesuffix("s") + "s"
        return replace(said.past(shape), keyword=keyword, who=shape[1])
    what = f"a statement starts with one of: {WANTED}"
    raise source.error(what, *first_place(said.text))


Events: TypeAlias = Mapping[str, Any]  # the event models of a file, by name


def formula_of(
    source: Source,
    said: Statement,
    model: Model | None = None,
    events: Events = NO_EVENTS,
) -> Formula:
    """The formula of a statement; its names checked, if there is a model to do it by."""
    with source.blame(said.line):
        formula = parse(wanted(source, said).text, events)
    if model is not None:
        check_names(source, said.text, model, formula)
    return formula


def formulas_of(
    source: Source, said: Statement, model: Model, events: Events = NO_EVENTS
) -> tuple[Formula, ...]:
    """The formulas of a statement, between commas."""
    with source.blame(said.line):
        several = parse_several(wanted(source, said).text, events)
    for formula in several:
        check_names(source, said.text, model, formula)
    return several


def wanted(source: Source, said: Statement) -> Statement:
    """The statement, if a formula is written in it."""
    if not said.text.strip():
        raise source.error("a formula is wanted", *last_place(said.text))
    return said
