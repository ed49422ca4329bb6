"""To take a move back at a table: at once if one plays alone, else the others are asked."""

from nicegui import ui

from whoknows.errors import WhoknowsError
from whoknows.play.table.eyes import View
from whoknows.web import theme
from whoknows.web.rooms.host import Host, other_people
from whoknows.web.rooms.live_rooms import Live
from whoknows.web.server.keys import Role


class TakingBack:
    """The button, the question to the others, and their answer."""

    def __init__(self, host: Host, live: Live, role: Role, message: ui.label) -> None:
        self.host, self.live, self.role, self.message = host, live, role, message
        self.version = 0

    def build(self) -> None:
        """The parts, hidden until they are of use."""
        with theme.row():
            alone = self.role.seat is None or not other_people(
                self.live.room, self.role.seat
            )
            text = "Undo" if alone else "Ask to take back"
            self.button = ui.button(text, on_click=self.undo).props("outline")
            self.said = ui.label("").props("role=status").classes("wk-small")
        with theme.row() as self.question:
            self.asked = ui.label("").props("role=status aria-live=assertive")
            ui.button("Agree", on_click=lambda: self.answer(agree=True))
            ui.button("Do not agree", on_click=lambda: self.answer(agree=False)).props(
                "outline"
            )

    def show(self, view: View) -> None:
        """What is of use now."""
        self.version, asked = view.version, self.live.asked
        mine = asked is not None and asked.seat == self.role.seat
        self.button.set_visibility(view.may_undo and asked is None)
        self.said.set_text(
            "The others are asked …" if mine else self.live.answer if view.may_undo else ""
        )
        open_question = (
            asked is not None
            and self.role.seat is not None
            and not mine
            and self.role.seat not in asked.agreed
        )
        self.question.set_visibility(open_question)
        if asked is not None:
            name = view.names[asked.seat]
            self.asked.set_text(f"{name} wants to take the last move back.")

    async def undo(self) -> None:
        """Take the last move back, or ask for leave."""
        try:
            await self.host.undo(self.live, self.role, self.version)
        except WhoknowsError as error:
            self.message.set_text(str(error))

    async def answer(self, *, agree: bool) -> None:
        """What this seat says to it."""
        try:
            await self.host.answer_undo(self.live, self.role, agree=agree)
        except WhoknowsError as error:
            self.message.set_text(str(error))


def taken_text(view: View) -> str:
    """What was taken back, for the history."""
    said = [
        f"{view.names[each.seat]} took back what came after turn {each.left}"
        if each.left
        else f"{view.names[each.seat]} took everything back"
        for each in view.taken
    ]
    return ". ".join(said) + "." * bool(said)
