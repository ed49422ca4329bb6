"""Who knows what in the Da Vinci Code: exact, and never by listing the joint worlds."""

from whoknows.games.davinci.knowledge.hands import Hands, hands_of
from whoknows.games.davinci.knowledge.outlook import Outlook, outlook, outlook_of
from whoknows.games.davinci.knowledge.public import (
    Knowledge,
    dealt,
    possible_hands,
    public_knowledge,
)

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
