"""An invitation is taken: whoever opens it first gets a link of their own to the seat.

From then on the invitation opens nothing, so that the host, who has seen it, cannot look
at the others' cards.  The browser that took it finds its way back by itself.
"""

import json

from nicegui import ui

from whoknows.errors import NotAllowed, WhoknowsError
from whoknows.web import theme
from whoknows.web.host import Host

# A browser remembers which link it got for an invitation.
KNOWN = """(() => {
  const link = localStorage.getItem(%s);
  if (link) location.replace(link);
})()"""
KEEP = """(() => {
  localStorage.setItem(%s, %s);
  location.replace(%s);
})()"""


async def join_page(host: Host, room: str, key: str) -> None:
    """Take the seat of an invitation, and go there; not before a browser is there."""
    name = json.dumps(f"whoknows {room} {key}")
    try:
        live = await host.find(room)
        role = live.role(key)
    except WhoknowsError as error:
        with theme.page("No entry"):
            theme.wrong(str(error))
            if isinstance(error, NotAllowed):
                ui.link("Watch the game as a spectator", f"/table/{room}")
        await ui.context.client.connected(timeout=30)
        ui.run_javascript(KNOWN % name)
        return
    with theme.page("You are invited"):
        said = ui.label("One moment …").props("role=status")
    await ui.context.client.connected(timeout=30)
    if role.seat is None or role.host:
        ui.navigate.to(f"/table/{room}?key={key}")
        return
    try:
        own = await host.take(live, key)
    except WhoknowsError as error:
        said.set_text(str(error))
        return
    link = json.dumps(f"/table/{room}?key={own}")
    ui.run_javascript(KEEP % (name, link, link))
