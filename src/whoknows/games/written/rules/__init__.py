"""Written games: the language of their texts, their worlds, and the fold over moves."""

from whoknows.games.written.rules.book import PASS, Book, Move
from whoknows.games.written.rules.fold import (
    Answer,
    Fact,
    Setup,
    Sight,
    State,
    gallery,
    gallery_text,
)
from whoknows.games.written.rules.reading import read_book

__all__ = [
    "PASS",
    "Answer",
    "Book",
    "Fact",
    "Move",
    "Setup",
    "Sight",
    "State",
    "gallery",
    "gallery_text",
    "read_book",
]
