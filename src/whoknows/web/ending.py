"""The end of a game at its table: why it ended so, and ways onward."""

from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from whoknows.analysis.worker_calls import on_face
from whoknows.errors import WhoknowsError
from whoknows.learn.glossary import linked
from whoknows.play.documents import read_setup, setup_json
from whoknows.play.face.face import face_of
from whoknows.play.table.eyes import View
from whoknows.play.table.room import Chair
from whoknows.web import theme
from whoknows.web.option_fields import chosen_words, form_options
from whoknows.web.rooms.host import Host, seats_alike
from whoknows.web.rooms.live_rooms import Live
from whoknows.web.server.keys import Role
from whoknows.web.server.workers import new_asker


class EndingPart:
    """What stands below the board once the game is over."""

    def __init__(self, host: Host, live: Live, role: Role, key: str) -> None:
        self.host, self.live, self.role = host, live, role
        self.key = f"?key={key}" if key else ""
        self.who = new_asker("ending")
        self.built = False

    def build(self) -> None:
        """A place for it."""
        self.place = ui.column().classes("w-full gap-3 wk-ending")
        self.place.set_visibility(False)

    def show(self, view: View) -> None:
        """At the end: why, and ways onward."""
        self.place.set_visibility(view.over)
        if not view.over:
            return
        if not self.built:
            self.built = True
            with self.place:
                self.fill(view)
        self.show_rematch()

    def fill(self, view: View) -> None:
        """All parts, once."""
        self.why = theme.markdown("")
        self.wrong = theme.wrong("")
        with theme.row():
            if self.role.seat is not None:
                swapped = seats_alike(self.live.room)
                text = "Rematch, seats changed" if swapped else "Play again"
                self.again = ui.button(text, on_click=self.rematch)
                self.larger(view)
            theme.button_link("Review", f"/review/{self.live.id}{self.key}")
            theme.button_link("Replay", f"/replay/{self.live.id}{self.key}")
            theme.button_link("Another game", another_address(view))
        ui.timer(0.05, lambda: self.explain(view), once=True)

    async def explain(self, view: View) -> None:
        """Why it ended so, worked out elsewhere."""
        try:
            said = await self.host.lookers.ask(
                on_face,
                view.game.name,
                "ending_why",
                view.sight,
                view.result,
                view.names,
                who=self.who,
            )
        except WhoknowsError as error:  # that it ended is said already
            said = f"Why it ended so is not worked out yet: {error}."
        self.why.set_content(linked(said, "/glossary"))

    def show_rematch(self) -> None:
        """That somebody waits in the room of the rematch."""
        if self.role.seat is not None and self.live.next:
            self.again.set_text("Go to the rematch")

    async def rematch(self) -> None:
        """Once more, in a room that opens to everybody's own key."""
        try:
            room = await self.host.rematch(self.live, self.role)
        except WhoknowsError as error:
            self.wrong.set_text(str(error))
            return
        ui.navigate.to(f"/table/{room}{self.key}")

    def larger(self, view: View) -> None:
        """A button for the next size, if there is one and one plays alone."""
        changed = face_of(view.game).larger(view.setup)
        if not changed or len(view.people) > 1:
            return
        words = ", ".join(chosen_words(view.game, {**usual(view), **changed}))

        async def begin() -> None:
            try:
                made = await self.next_size({**setup_json(view.setup), **changed}, view)
            except WhoknowsError as error:
                self.wrong.set_text(str(error))
                return
            ui.navigate.to(f"/table/{made.room}?key={made.keys['host']}")

        ui.button("The next size", on_click=begin).props("outline").tooltip(words)

    async def next_size(self, options: dict[str, Any], view: View) -> Any:
        """A new room of the next size, with the usual company."""
        setup = read_setup(view.game, options)
        chairs = list(face_of(view.game).usual_chairs(setup))
        mine = next(k for k, chair in enumerate(chairs) if chair.person)
        chairs[mine] = Chair(view.names[self.role.seat or 0])
        return await self.host.create(
            view.game.name, options, chairs, view.house, who=self.who
        )


def usual(view: View) -> dict[str, Any]:
    """The options of a game as its form has them."""
    return {option.name: option.default for option in form_options(view.game)}


def another_address(view: View) -> str:
    """The form of a new game, filled in as this one was."""
    options, usual_options = setup_json(view.setup), usual(view)
    asked = {
        name: options[name]
        for name, value in usual_options.items()
        if name in options
        and isinstance(options[name], int | str)
        and options[name] != value
    }
    return f"/new/{view.game.name}" + (f"?{urlencode(asked)}" if asked else "")
