"""The controls of the Da Vinci Code: places, tiles, stop, and a line to type moves.

Everything that can be clicked is a real button; a tile of the picture may be picked too.
"""

from typing import Any

from nicegui import ui

from whoknows.games.davinci.rules import Arrange, agent_name, code_name, tile_name
from whoknows.games.davinci.rules.turns import arranged
from whoknows.games.davinci.show.table import face
from whoknows.games.davinci.show.words import insisting, offered, place_moves
from whoknows.web import theme
from whoknows.web.desk import Desk
from whoknows.wording import percent

CSS = """
.dv-key { min-width: 2.75rem; min-height: 2.75rem; border-radius: .5rem; cursor: pointer;
  border: 2px solid var(--wk-rim); font: inherit; font-weight: 600; padding: .15rem .5rem; }
.dv-key small { display: block; font-weight: 400; font-size: .75rem; }
.dv-key.b { background: #20262b; color: #f7f9fa; }
.dv-key.w { background: #fffdf5; color: #1b1f24; }
.dv-key[aria-pressed=true] { border-color: var(--wk-accent);
  box-shadow: 0 0 0 2px var(--wk-accent); }
.dv-key.no { opacity: .55; border-style: dashed; }
.dv-lane { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.dv-lane > span { min-width: 5rem; font-weight: 600; }
"""


class Controls:
    """What one seat moves with."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.place = ""  # the hidden tile that is picked, as `c3`
        self.seen: Any = None  # the sight that `offered` is of
        self.offered: dict[str, dict[int, Any]] = {}

    def build(self) -> None:
        """A place for what can be done, and a line to type."""
        ui.add_css(CSS)
        self.box = ui.column().classes("w-full gap-3")
        with theme.row():
            self.typed = ui.input("Type a move", placeholder="b3=w5, stop, place 2")
            self.typed.props("outlined dense").on("keydown.enter", self.type_move)
            self.typed_button = ui.button("Move", on_click=self.type_move).props("outline")
        self.desk.refreshed(self.refresh)
        self.desk.picked(self.pick)
        self.show()

    # ------------------------------------------------------------ showing

    async def refresh(self) -> None:
        """The controls of the moment."""
        self.place = self.place if self.place in self.open_places() else ""
        self.show()
        await self.count()

    async def count(self) -> None:
        """What takes long: the tiles held possible with their chances, made elsewhere."""
        sight = self.desk.sight
        if self.place and self.seen is not sight:
            found = await self.desk.think(offered, sight)
            if sight is not self.desk.sight:
                return
            self.seen, self.offered = sight, found
            self.show()

    def show(self) -> None:
        """Build what can be done now."""
        self.box.clear()
        with self.box:
            phase = self.desk.sight.table.phase
            if not self.desk.my_turn:
                self.waiting()
            elif phase == "arrange":
                self.arranging()
            elif phase in ("hide", "open"):
                self.placing()
            else:
                self.guessing(phase)
        for part in (self.typed, self.typed_button):
            part.set_enabled(self.desk.my_turn)

    def waiting(self) -> None:
        """Nothing to do now."""
        table = self.desk.sight.table
        if table.phase == "arrange":
            ui.label("Your code stands. The others still set up theirs.")
        elif table.phase != "over":
            ui.label(f"{self.desk.names[table.seat]} is to move.").classes("wk-quiet")

    def arranging(self) -> None:
        """The ways to set up one's first code."""
        moves = place_moves(self.desk.sight)
        ui.label(
            "You have no joker: your code stands as it is."
            if len(moves) == 1
            else "Your code, with the joker where you want it:"
        )
        with theme.row():
            for move in moves:
                places = tuple(int(word) - 1 for word in move.split()[1:])
                code = arranged(self.desk.sight.hand, Arrange(places).places)
                text = code_name(code) if len(moves) > 1 else "Ready"
                self.button(text, move)

    def placing(self) -> None:
        """The places where the drawn tile fits."""
        drawn = self.desk.sight.drawn
        assert drawn is not None
        how = "open" if self.desk.sight.table.phase == "open" else "hidden"
        ui.label(f"Put {tile_name(drawn)} into your code, {how}:")
        with theme.row():
            for move in place_moves(self.desk.sight):
                self.button(move.capitalize(), move)

    def guessing(self, phase: str) -> None:
        """The hidden tiles of the others, and what the picked one may be."""
        if phase == "go on":
            with theme.row():
                ui.label("Right! Guess on, or stop.")
                ui.button("Stop", on_click=lambda: self.desk.move("stop"))
        ui.label("Which hidden tile do you guess?")
        self.places()
        if self.place:
            self.tiles()

    def places(self) -> None:
        """A row of hidden tiles for every other player."""
        table = self.desk.sight.table
        for seat, code in enumerate(table.codes):
            hidden = [] if seat == self.desk.seat else table.hidden(seat)
            if not hidden:
                continue
            with ui.element("div").classes("dv-lane"):
                ui.html(escaped(self.desk.names[seat]), sanitize=False, tag="span")
                for place in hidden:
                    name = f"{agent_name(seat)}{place + 1}"
                    key(
                        name,
                        code[place][0],
                        lambda at=name: self.pick(at),
                        f"guess at {name}",
                        pressed=name == self.place,
                    )

    def tiles(self) -> None:
        """The tiles that the picked place may be; the rest only on insisting."""
        if self.seen is not self.desk.sight:
            ui.label(f"{self.place} is … counting").classes("wk-quiet")
            return
        fits = self.offered.get(self.place, {})
        table = self.desk.sight.table
        seat, place = "abcdefgh".index(self.place[0]), int(self.place[1:]) - 1
        color = table.codes[seat][place][0]
        ui.label(f"{self.place} is …")
        with ui.element("div").classes("dv-lane"):
            for tile, chance in fits.items():
                self.tile_key(tile, percent(chance))
        rest = [tile for tile in table.setup.of_color(color) if tile not in fits]
        if rest:
            wrong = ui.expansion("Known to be wrong").classes("w-full dv-wrong")
            with wrong.props("dense"):
                ui.label("You would be warned first.").classes("wk-quiet wk-small")
                with ui.element("div").classes("dv-lane"):
                    for tile in rest:
                        self.tile_key(tile, "", insist=True)

    def tile_key(self, tile: int, chance: str, *, insist: bool = False) -> None:
        """A tile to guess."""
        name = tile_name(tile)
        text = f"{self.place}={name}" + "!" * insist
        kind = name[0] + " no" * insist
        move = lambda: self.desk.move(text)  # noqa: E731
        key(face(tile), kind, move, f"{self.place} is {name}", small=chance)

    def button(self, text: str, move: str) -> None:
        """A button that makes a move."""
        ui.button(text, on_click=lambda: self.desk.move(move)).props("outline")

    # ------------------------------------------------------------- acting

    def open_places(self) -> set[str]:
        """The places that may be guessed at now."""
        table = self.desk.sight.table
        if not self.desk.my_turn or table.phase not in ("guess", "go on"):
            return set()
        return {
            f"{agent_name(seat)}{place + 1}"
            for seat in range(table.setup.players)
            if seat != self.desk.seat
            for place in table.hidden(seat)
        }

    async def pick(self, what: str) -> None:
        """A tile or a gap of the picture was picked."""
        if what.startswith("place "):
            await self.desk.move(what)
            return
        if what in self.open_places():
            self.place = "" if what == self.place else what
            self.desk.highlight([self.place] if self.place else [])
            self.desk.consider(self.place)
            self.show()
            await self.count()

    async def type_move(self) -> None:
        """Make the move that was typed."""
        text = (self.typed.value or "").strip()
        if text and await self.desk.move(insisting(self.desk.sight, text)):
            self.typed.set_value("")


def key(
    text: str, kind: str, act: Any, said: str, *, pressed: bool = False, small: str = ""
) -> None:
    """A tile as a button."""
    inner = escaped(text) + (f"<small>{escaped(small)}</small>" if small else "")
    made = ui.html(inner, sanitize=False, tag="button").classes(f"dv-key {kind}")
    made.props(f'type=button aria-label="{said}" aria-pressed={str(pressed).lower()}')
    made.on("click", lambda _: act())


def escaped(text: str) -> str:
    """Text that is safe inside HTML."""
    from html import escape

    return escape(text)
