"""Statements of a game's text: what begins at the start of a line, and its clauses."""

from __future__ import annotations

import re
from typing import NamedTuple

from whoknows.logic.files.source import Source
from whoknows.logic.files.statements import COMMENT

MOST_TEXT = 20_000  # characters
MOST_STATEMENTS = 400
MOST_SEATS = 12
MOST_COLUMNS = 400
MOST_MOVES = 5_000  # that a seat may think of at one time
MOST_ITEMS = 2_000  # that are seen, or said
MOST_ROUNDS = 1_000
MOST_LAWS = 5_000
MOST_LISTING = 2_000_000  # terms worked out to list the moves of a seat
MOST_TURN = 1_500_000_000  # of these, or of one turn, times the worlds: two seconds or so
LONGEST_TITLE = 400  # characters of a title or of a move's words
KEYWORDS = (
    "game about seats set facts parts board start law weight each all turns phases phase"
    " let move always ends score picture"
).split()
CLAUSES = "if says right answer tells makes again".split()
FIRST = re.compile(r"\s*([^\W\d][\w']*)")
OPERATORS = "then else mod div in and or xor iff for but".split()
INDENTED = re.compile(
    rf"^[ \t]+({'|'.join(KEYWORDS)})[ \t]+(?!(?:{'|'.join(OPERATORS)})\b)(?=[\w\"])",
    re.MULTILINE,
)  # a statement goes on with a word or a text; after a name in a clause comes a sign
SEES = re.compile(r"([\w',\s]+?)\s+(sees?)(?![\w'])")


class Statement(NamedTuple):
    """A statement: its keyword, and its text with blanks for all else of the file."""

    keyword: str
    text: str
    start: int
    who: str = ""


def statements_of(source: Source) -> list[Statement]:
    """The statements of a text, comments taken out."""
    text = COMMENT.sub(lambda found: found[1] or " " * len(found[0]), source.text)
    starts = [m.start() for m in re.finditer(r"^\S", text, re.MULTILINE)]
    begin = len(text) - len(text.lstrip())
    if begin == len(text):
        raise source.error("there are only comments in the file", 1, 1)
    if begin not in starts:
        what = "a statement begins at the start of a line; this line is indented"
        raise source.error(what, *source.place(begin))
    if len(starts) > MOST_STATEMENTS:
        what = f"{len(starts):,} statements; at most {MOST_STATEMENTS:,}"
        raise source.error(what, *source.place(starts[MOST_STATEMENTS]))
    ends = [*starts[1:], len(text)]
    return [statement(source, text, a, b) for a, b in zip(starts, ends, strict=True)]


def statement(source: Source, text: str, start: int, end: int) -> Statement:
    """The statement in a stretch of the text."""
    body = text[start:end]
    word = FIRST.match(body)
    keyword = word[1] if word else ""
    sees = SEES.match(body)
    if sees and (keyword not in KEYWORDS or keyword in ("each", "all")):
        who = sees[1].strip()
        keyword = who if who in ("each", "all") else "sees"
        return Statement(keyword, blanked(text, start + sees.end(), end), start, who)
    if keyword in CLAUSES:
        what = f"{keyword!r} begins a clause of a move, which is indented"
        raise source.error(what, *source.place(start))
    if keyword not in KEYWORDS or keyword in ("each", "all"):
        wanted = f"{', '.join(KEYWORDS)}, NAME sees"
        what = f"a statement starts with one of: {wanted}"
        raise source.error(what, *source.place(start))
    assert word is not None
    inner = INDENTED.search(body)
    if inner:
        what = f"{inner[1]!r} begins a statement, which is not indented"
        raise source.error(what, *source.place(start + inner.start(1)))
    return Statement(keyword, blanked(text, start + word.end(), end), start)


def blanked(text: str, start: int, end: int) -> str:
    """A stretch of the text at its place, with blanks before it."""
    return " " * start + text[start:end]
