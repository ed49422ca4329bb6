"""What is said where there is nothing to see: why, and ways onward."""

from typing import Any

from nicegui import ui

from whoknows.errors import NotAllowed, UnknownName, WhoknowsError
from whoknows.web import theme

ONWARD = {"The games": "/", "Games to watch": "/watch", "Help": "/help"}


def refused(error: WhoknowsError, room: str = "") -> Any:
    """The page that says why there is nothing to see, as an answer to be returned."""
    gone = isinstance(error, UnknownName)
    with theme.page("Nothing here" if gone else "No entry"):
        theme.wrong(str(error))
        if gone:
            ui.label("It may have been removed, or the link is not whole.")
        if room and isinstance(error, NotAllowed):
            ui.link("Watch the game as a spectator", f"/table/{room}")
        onward()
    return answered(404 if gone else 403)


def onward() -> None:
    """Where one can go from here."""
    with theme.row():
        for name, address in ONWARD.items():
            theme.button_link(name, address)


def answered(status: int) -> Any:
    """The page that was built, with a status of its own."""
    client = ui.context.client
    return client.build_response(client.request, status)
