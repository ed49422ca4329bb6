"""The widgets by which games are moved, in an explicit list; all else is the game's face.

A game that has none here is moved by buttons and a line to type, made from its moves.
"""

from importlib import import_module

from whoknows.web.desk import Desk

PLACES: dict[str, str] = {
    "davinci": "whoknows.web.boards.davinci",
    "egghead": "whoknows.web.boards.egghead",
    "balance": "whoknows.web.boards.balance",
    "hats": "whoknows.web.boards.hats",
    "mastermind": "whoknows.web.boards.mastermind",
}
LASTING = {"hats"}  # games whose widgets are of use when the game is over
# Clicks and keys on what a picture offers, by `data-pick`.
PICK = """(e) => {
  if (e.type === 'keydown' && e.key !== 'Enter' && e.key !== ' ') return;
  const found = e.target.closest('[data-pick]');
  if (!found) return;
  e.preventDefault();
  emit(found.dataset.pick);
}"""


def build_controls(desk: Desk) -> None:
    """Build the widgets by which the desk's seat moves; once for a page."""
    place = PLACES.get(desk.game.name, "whoknows.web.boards.plain")
    import_module(place).Controls(desk).build()
