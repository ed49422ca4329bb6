"""Decks: the questions that may be drawn, each with its text and its formula.

A deck in a TOML file is a list of questions:

    [[question]]
    text = "How many values are missing?"
    ask = "count(values: times = 0)"

In a setup, a question is one line, `text := formula`, so that a saved game holds its deck.

>>> question = parse_line("How many cards are there? := count(cards)")
>>> question.text, question_name(question.ask)
('How many cards are there?', 'count(cards)')
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from whoknows.errors import BadFile, BadFormula, BadSetup, UnknownName, is_whole
from whoknows.games.egghead.rules.language import Ask, parse_question, question_name
from whoknows.play.documents import toml_document

MOST_QUESTIONS = 1000


@dataclass(frozen=True, slots=True)
class Question:
    """What the moderator reads aloud, and what it means."""

    text: str
    ask: Ask

    @property
    def line(self) -> str:
        """The question as one line of a setup; `parse_line` gives it back."""
        return f"{self.text} := {question_name(self.ask)}"

    def answer_name(self, answer: int) -> str:
        """An answer as people say it."""
        return str(answer) if self.ask.kind == "number" else ("no", "yes")[answer]

    def parse_answer(self, text: str) -> int:
        """The answer that people mean by `text`; raises `BadSetup`."""
        word = text.strip().lower()
        if self.ask.kind == "truth":
            if word in ("yes", "y", "1", "true", "no", "n", "0", "false"):
                return int(word in ("yes", "y", "1", "true"))
            raise BadSetup(f"the answer is yes or no, not {text!r}")
        if not is_whole(word.removeprefix("-")):
            raise BadSetup(f"the answer is a whole number, not {text!r}")
        return int(word)


Deck: TypeAlias = tuple[Question, ...]


def parse_line(line: str) -> Question:
    """The question that a line `text := formula` says; a bare formula is its own text."""
    text, sign, formula = line.rpartition(":=")
    return Question((text if sign else formula).strip(), parse_question(formula.strip()))


@cache
def parse_lines(lines: tuple[str, ...]) -> Deck:
    """The deck that the lines of a setup say; no line at all means the default deck."""
    return tuple(parse_line(line) for line in lines) if lines else default_deck()


@cache
def default_deck() -> Deck:
    """The 23 questions that come with the game."""
    text = files(__package__).joinpath("deck.toml").read_text("utf-8")
    return parse_deck(text, "the default deck")


def load_deck(path: str) -> Deck:
    """The deck in a TOML file; raises `BadFile`, with the line, if it is not one."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot read the deck {path}: {error}") from None
    return parse_deck(text, path)


def parse_deck(text: str, name: str) -> Deck:
    """The deck that a TOML text says; `name` is what to call it in errors."""
    document = toml_document(text, name)
    unknown = sorted(set(document) - {"question", "name"})
    if unknown:
        raise BadFile(f"{name}: " + str(UnknownName.among("key", unknown[0], ["question"])))
    entries = document.get("question")
    if not isinstance(entries, list) or not 0 < len(entries) <= MOST_QUESTIONS:
        raise BadFile(f"{name}: a deck is 1 to {MOST_QUESTIONS} tables [[question]]")
    return tuple(
        read_entry(entry, f"{name}, question {number}", text)
        for number, entry in enumerate(entries, 1)
    )


def read_entry(entry: Any, name: str, text: str) -> Question:
    """One question of a deck."""
    if not isinstance(entry, dict) or not isinstance(entry.get("ask"), str):
        raise BadFile(f'{name}: a question needs a formula, as ask = "count(cards)"')
    for key in entry:
        if key not in ("text", "ask"):
            raise BadFile(f"{name}: {UnknownName.among('key', key, ['text', 'ask'])}")
    formula = entry["ask"]
    said = entry.get("text", formula)
    if not isinstance(said, str) or "\n" in said.strip():
        raise BadFile(f"{name}: text must be one line of text")
    try:
        return Question(said.strip(), parse_question(formula))
    except BadFormula as error:
        at = line_of(formula, text)
        raise BadFile(f"{name}{at}: {error}") from None


def line_of(formula: str, text: str) -> str:
    """Where in the file a formula begins, if it can be found."""
    first = formula.strip().split("\n")[0]
    place = text.find(first)
    if not first or place < 0:
        return ""
    return f" (line {text.count(chr(10), 0, place) + 1} of the file)"


def find_question(deck: Deck, wanted: Any) -> int:
    """The place of a question in the deck, by its place, its text, or its formula."""
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        if 0 <= wanted < len(deck):
            return wanted
        raise BadSetup(f"no question {wanted}; the deck has 0 to {len(deck) - 1}")
    names: Sequence[str] = [question.text for question in deck]
    if wanted in names:
        return names.index(wanted)
    try:
        return [question.ask for question in deck].index(parse_question(str(wanted)))
    except ValueError:  # not a formula, or a formula that is not in the deck
        raise UnknownName.among("question", str(wanted), names) from None
