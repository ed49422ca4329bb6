"""Who knows what in the Da Vinci Code: exact, and never by listing the joint worlds."""

from whoknows.games.davinci.knowledge.hands import Hands, hands_of, word_of
from whoknows.games.davinci.knowledge.outlook import Outlook, outlook
from whoknows.games.davinci.knowledge.public import Knowledge, dealt, possible_hands
from whoknows.games.davinci.knowledge.sight import Sight

__all__ = [
    "Hands",
    "Knowledge",
    "Outlook",
    "Sight",
    "dealt",
    "hands_of",
    "outlook",
    "possible_hands",
    "word_of",
]
