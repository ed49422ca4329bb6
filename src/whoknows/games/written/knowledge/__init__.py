"""Who knows what in a written game."""

from whoknows.games.written.knowledge.models import (
    held_rows,
    logic_model,
    picture_at,
    picture_of,
    pictured,
)
from whoknows.games.written.knowledge.picture import Picture, fitted, valued
from whoknows.games.written.knowledge.scopes import Held, Scope

__all__ = [
    "Held",
    "Picture",
    "Scope",
    "fitted",
    "held_rows",
    "logic_model",
    "picture_at",
    "picture_of",
    "pictured",
    "valued",
]
