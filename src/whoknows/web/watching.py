"""The page of games to watch: begin one, look back, or bring a transcript."""

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from fastapi.responses import RedirectResponse
from nicegui import ui

from whoknows.catalog import GAMES
from whoknows.errors import WhoknowsError
from whoknows.web import theme
from whoknows.web.new import WRITTEN, Form
from whoknows.web.rooms.host import Host
from whoknows.web.rooms.new_room import Recent
from whoknows.web.server.workers import new_asker

LARGEST = 1_000_000  # bytes of a transcript


async def watching_page(host: Host, game: str, asked: Mapping[str, str]) -> Any:
    """The page: a form for one game, or all there is to watch."""
    if game == WRITTEN:
        return RedirectResponse("/write")
    if game in GAMES:
        lead = "Strategies play, and you watch"
        with theme.page(GAMES[game].title, here="/watch", lead=lead):
            Form(host, game, watch=True, asked=asked).build()
        return None
    with theme.page("Watch", here="/watch", lead="Let strategies play, or look back."):
        theme.heading("Strategies against each other")
        with theme.row():
            for name in GAMES:
                theme.button_link(GAMES[name].title, f"/watch?game={name}")
        rooms = await host.recent(40)
        with theme.columns():
            listed("Going on", [room for room in rooms if not room.over])
            listed("Finished", [room for room in rooms if room.over])
        bring(host)
    return None


def listed(title: str, rooms: list[Recent]) -> None:
    """Games with links to them."""
    with theme.card():
        theme.heading(title)
        for room in rooms[:12]:
            ui.html(
                f'<a href="{room.address}">{escape(room.title)}</a>: '
                f"{escape(', '.join(room.names))} "
                f'<span class="wk-quiet wk-small">{room.began}</span>',
                sanitize=False,
            )
        if not rooms:
            ui.label("None.").classes("wk-quiet")


def bring(host: Host) -> None:
    """To upload a transcript."""
    with theme.card():
        theme.heading("A transcript of yours")
        ui.label("Upload a transcript to go through it, through any seat's eyes.")
        message = theme.wrong("")
        who = new_asker("transcript")

        async def brought(upload: Any) -> None:
            try:
                made = await host.upload(json.loads(await upload.file.read()), who)
            except WhoknowsError as error:
                message.set_text(str(error))
            except (ValueError, RecursionError) as error:
                message.set_text(f"this is not JSON: {error}")
            else:
                ui.navigate.to(f"/replay/{made.room}")

        hidden = ui.upload(
            auto_upload=True,
            max_file_size=LARGEST,
            max_files=1,
            on_upload=brought,
            on_rejected=lambda: message.set_text(f"more than {LARGEST:,} bytes"),
        ).props("accept=.json")
        hidden.classes("hidden")  # its own widget has parts without names
        ui.button("Choose a transcript (JSON)").props("outline").classes("self-start").on(
            "click", js_handler=f"() => getElement({hidden.id}).pickFiles()"
        )
