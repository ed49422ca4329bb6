"""Written games: the language of their texts, their worlds, and the fold over moves."""

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
from whoknows.games.written.rules.read_game import read_book
from whoknows.games.written.rules.rules_of_text import PASS, Book, Move

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
