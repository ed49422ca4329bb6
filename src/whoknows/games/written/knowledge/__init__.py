"""Who knows what in a written game."""

from whoknows.games.written.knowledge.as_model import (
    actual_row,
    held_at,
    logic_model,
    picture_at,
    picture_of,
    pictured,
)
from whoknows.games.written.knowledge.public_table import TablePicture
from whoknows.games.written.knowledge.public_worlds import Picture, fitted, touched, valued
from whoknows.games.written.knowledge.scopes import AnyScope, Held, HeldScope, Scope

__all__ = [
    "AnyScope",
    "Held",
    "HeldScope",
    "Picture",
    "Scope",
    "TablePicture",
    "actual_row",
    "fitted",
    "held_at",
    "logic_model",
    "picture_at",
    "picture_of",
    "pictured",
    "touched",
    "valued",
]
