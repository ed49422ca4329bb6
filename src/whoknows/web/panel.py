"""Who knows what, beside the board: how many worlds are left, and the model of them."""

from whoknows.errors import WhoknowsError
from whoknows.web import look
from whoknows.web.desk import Desk


def panel_card(desk: Desk) -> None:
    """The card of a page that shows what the desk's seat holds possible."""
    from nicegui import ui

    with look.card():
        look.heading("Who knows what")
        body = ui.column().classes("w-full")

    async def refresh() -> None:
        try:
            panel = await desk.on_board("panel")
        except WhoknowsError as error:
            panel = None
            said = str(error)
        body.clear()
        with body:
            if panel is None:
                look.wrong(said)
                return
            for count in panel.counts:
                ui.label(f"{count.who}: {count.worlds[-1]:,}")
            for picture in panel.pictures.values():
                look.picture(picture)
            if panel.said:
                ui.label(panel.said).classes("wk-quiet")

    ui.timer(0.05, refresh, once=True)
    desk.refreshed(refresh)
