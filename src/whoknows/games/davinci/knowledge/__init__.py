"""Who knows what in the Da Vinci Code: exact, and never by listing the joint worlds."""

from whoknows.games.davinci.knowledge.hand_lists import Hands, hands_of
from whoknows.games.davinci.knowledge.public_hands import (
    Knowledge,
    dealt,
    possible_hands,
    public_knowledge,
)
from whoknows.games.davinci.knowledge.seat_worlds import Outlook, outlook, outlook_of

__all__ = [
    "Hands",
    "Knowledge",
    "Outlook",
    "dealt",
    "hands_of",
    "outlook",
    "outlook_of",
    "possible_hands",
    "public_knowledge",
]
