"""Written games: the language of their texts, their worlds, and the fold over moves."""

from whoknows.games.written.rules.book import PASS, Book, Move
from whoknows.games.written.rules.fold import (
    Answer,
    Fact,
    Secret,
    Setup,
    Sight,
    State,
    gallery,
    gallery_text,
    play,
    sight_of,
    start,
    turn,
)
from whoknows.games.written.rules.reading import read_book

__all__ = [
    "PASS",
    "Answer",
    "Book",
    "Fact",
    "Move",
    "Secret",
    "Setup",
    "Sight",
    "State",
    "gallery",
    "gallery_text",
    "play",
    "read_book",
    "sight_of",
    "start",
    "turn",
]
