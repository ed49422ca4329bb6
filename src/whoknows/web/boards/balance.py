"""The widgets of Balance: coins that are put on the pans, and the scales with them."""

from typing import Any

from nicegui import ui

from whoknows.errors import WhoknowsError
from whoknows.games.balance.rules import Sight, Weighing, weighing_name
from whoknows.games.balance.show.board_picture import GOLD, SPAN, leaning, scales_height
from whoknows.web import theme
from whoknows.web.desk import Desk

OFF, LEFT, RIGHT = "off", "left", "right"
PLACES = {LEFT: "the left pan", RIGHT: "the right pan"}
FILLS = {OFF: GOLD, LEFT: "#a9d6e5", RIGHT: "#d8c3e8"}


class Controls:
    """Coins off the scales and on its pans."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.where: dict[int, str] = {}

    def build(self) -> None:
        """The pans, the coins, and a line to type."""
        sight: Sight = self.desk.sight
        rules = sight.rules
        self.every = range(1, rules.coins + rules.references + 1)
        self.part = ui.column().classes("w-full gap-3")
        with self.part:
            self.count = ui.label("")
            self.weighing_part = ui.column().classes("w-full gap-3")
            if sight.naming:
                self.naming()
        with self.weighing_part:
            with theme.row():
                ui.label("A click puts a coin on")
                self.target = ui.toggle(PLACES, value=LEFT).props("no-caps")
            with ui.row().classes("gap-2").props('role=group aria-label="Coins"'):
                self.buttons = {coin: self.coin(coin) for coin in self.every}
            self.scales = theme.picture("")
            with ui.row().classes("gap-2 items-center w-full"):
                self.typed = ui.input("Or type it, like 1 2 : 3 4").props(
                    "outlined dense autocomplete=off"
                )
                self.typed.classes("grow min-w-40")
                self.typed.on("keydown.enter", self.weigh)
                ui.button("Weigh", on_click=self.weigh)
                ui.button("Clear", on_click=self.clear).props("flat")
        self.typed.on_value_change(self.read)
        self.desk.refreshed(self.refresh)
        self.refresh()
        self.show()

    def naming(self) -> None:
        """To name the odd coin, once it is known."""
        rules = self.desk.sight.rules
        asked = rules.goal == "coin-and-kind" and rules.both
        with ui.row().classes("gap-2 items-center w-full wk-naming"):
            ui.label("The odd coin is" if rules.odd == 1 else "The odd coins are")
            self.named = ui.input("Number").props("outlined dense autocomplete=off")
            self.named.classes("w-24").on("keydown.enter", self.name)
            self.kind = ui.toggle(["heavy", "light"]).props("no-caps")
            self.kind.set_visibility(asked)
            ui.button("Name it", on_click=self.name).props("outline")
            if rules.at_most:
                ui.button("None is odd", on_click=lambda: self.desk.move("name none"))

    async def name(self) -> None:
        """Name the odd coin."""
        kind = f" {self.kind.value}" if self.kind.value else ""
        await self.desk.move(f"name {self.named.value or ''}{kind}")

    def coin(self, coin: int) -> Any:
        """The button of one coin."""
        good = coin > self.desk.sight.rules.coins
        button = ui.button(str(coin), on_click=lambda: self.put(coin))
        button.props("round unelevated no-caps dense").classes("w-10 h-10")
        return button.tooltip("known to be good") if good else button

    def put(self, coin: int) -> None:
        """A coin on the chosen pan, or off it if it lies there."""
        place = self.target.value
        self.where[coin] = OFF if self.where.get(coin) == place else place
        self.show()
        self.typed.set_value(weighing_name(self.weighing) if self.on else "")

    @property
    def on(self) -> list[int]:
        """The coins on the pans."""
        return [coin for coin in self.every if self.where.get(coin, OFF) != OFF]

    @property
    def weighing(self) -> Weighing:
        """The coins on each pan, in equal numbers or not."""
        left, right = (
            tuple(coin for coin in self.every if self.where.get(coin) == place)
            for place in (LEFT, RIGHT)
        )
        return Weighing(left, right)

    def read(self) -> None:
        """The coins as they are typed, once that makes sense."""
        text = str(self.typed.value or "")
        if text == (weighing_name(self.weighing) if self.on else ""):
            return
        try:
            typed = self.desk.sight.rules.parse_weighing(text)
        except WhoknowsError:
            return
        self.where = dict.fromkeys(typed.left, LEFT) | dict.fromkeys(typed.right, RIGHT)
        self.show()

    def show(self) -> None:
        """The coins and the scales as they are."""
        self.desk.consider(weighing_name(self.weighing) if self.on else "")
        for coin, button in self.buttons.items():
            place = self.where.get(coin, OFF)
            good = " known to be good," if coin > self.desk.sight.rules.coins else ""
            button.props(f'aria-label="coin {coin},{good} {PLACES.get(place, place)}"')
            button.style(
                replace=f"background: {FILLS[place]} !important; color: #222 !important"
            )
        high = scales_height(longest(self.weighing)) + 6
        number, most = len(self.desk.sight.lines) + 1, self.desk.sight.weighings
        weighs = self.desk.sight.weighs
        self.weighing_part.set_visibility(weighs)
        asked = f"Weighing {number} of {most} at most"
        self.count.set_text(asked if weighs else "No weighing is left. Which coin is it?")
        self.scales.set_content(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SPAN} {high}" '
            f'width="{SPAN}" height="{high}" role="img"><title>The next weighing: '
            f"{weighing_name(self.weighing) if self.on else 'nothing yet'}</title>"
            f"{leaning(self.weighing, None, number, moving=False)}</svg>"
        )

    async def weigh(self) -> None:
        """Make the weighing."""
        if await self.desk.move(str(self.typed.value or "")):
            self.clear()

    def clear(self) -> None:
        """Take all coins off the pans."""
        self.where = {}
        self.typed.set_value("")
        self.show()

    def refresh(self) -> None:
        """Only who is to move has coins to move."""
        self.part.set_visibility(self.desk.my_turn)
        self.show()


def longest(weighing: Weighing) -> Weighing:
    """A weighing with the fuller pan first, for the height of a picture."""
    return Weighing(max(weighing, key=len), ())
