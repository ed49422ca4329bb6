"""Who knows what in a written game."""

from whoknows.games.written.knowledge.models import (
    actual_row,
    held_at,
    logic_model,
    picture_at,
    picture_of,
    pictured,
)
from whoknows.games.written.knowledge.picture import Picture, fitted, touched, valued
from whoknows.games.written.knowledge.scopes import AnyScope, Held, HeldScope, Scope
from whoknows.games.written.knowledge.table_picture import TablePicture

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
