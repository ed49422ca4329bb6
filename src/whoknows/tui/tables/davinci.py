"""The Da Vinci Code on the screen: all codes, a hidden tile to pick, and what it may be."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click, Key
from textual.widgets import Static

from whoknows.games.davinci.rules import (
    Sight,
    Tile,
    agent_name,
    code_name,
    is_joker,
    tile_color,
    tile_name,
)
from whoknows.games.davinci.rules.turns import arranged
from whoknows.games.davinci.show.said import COLORS
from whoknows.games.davinci.show.words import offered, place_moves
from whoknows.play.table.eyes import View
from whoknows.tui.parts import Moved, Past, lines, pickable, picked
from whoknows.tui.tables.davinci_tiles import (
    Spot,
    last_guess,
    spot_name,
    table_content,
    tile_face,
)
from whoknows.tui.tables.table import GameTable

Offered: TypeAlias = Mapping[str, Mapping[Tile, Fraction]]  # by the name of a spot


class DaVinciTable(GameTable, Vertical):
    """The codes, what can be done now, and the history below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "Move"),
        Binding("s", "stop", "Stop"),
        Binding("left", "go(-1)", show=False),
        Binding("right", "go(1)", show=False),
        Binding("up", "lane(-1)", show=False),
        Binding("down", "lane(1)", show=False),
        Binding("tab,full_stop", "value(1)", show=False),
        Binding("shift+tab,comma", "value(-1)", show=False),
    ]
    spot: Spot | None = None
    tile: Tile | None = None
    option = 0
    offered: Offered
    typed = ""

    def compose(self) -> ComposeResult:
        """The codes, the controls, the history."""
        with VerticalScroll(id="codes", can_focus=False):
            yield Static(id="lanes")
        yield Static(id="controls")
        yield Past(id="history")

    # ------------------------------------------------------------ showing

    @property
    def sight(self) -> Sight:
        """The table now."""
        sight: Sight = self.view.sight
        return sight

    def show(self, view: View) -> None:
        """Show another moment of the game."""
        self.view, self.offered, self.typed, self.option = view, {}, "", 0
        spots = self.spots()
        if self.spot not in spots:
            self.spot = spots[0] if spots else None
        self.tile = None
        self.draw()
        self.refresh_bindings()

    def title(self, view: View) -> str:
        """What is played, in a few words."""
        setup = view.setup
        extras = [word for word in ("jokers", "drawing") if getattr(setup, word)]
        more = "".join(f", {word}" for word in extras)
        me = agent_name(view.seat or 0)
        return f"{setup.tiles} tiles, hands of {setup.hand}{more}; you are {me}"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key does something now; those that do not are not shown."""
        if action != "stop" or not hasattr(self, "view"):
            return super().check_action(action, parameters)
        return self.guessing and self.sight.table.phase == "go on"

    def study(self, view: View) -> tuple[Any, ...] | None:
        """The tiles that every hidden place may be, which takes long to count."""
        return (offered, view.sight) if view.my_turn else None

    def learn(self, found: Offered) -> None:
        """Show what may be and what may not."""
        self.offered = found
        self.draw()

    def draw(self) -> None:
        """All again."""
        last = last_guess(self.view.history)
        chosen = self.spot if self.guessing else None
        content = table_content(self.sight, self.view.names, chosen, last)
        self.query_one("#lanes", Static).update(content)
        self.query_one("#controls", Static).update(self.controls())

    def controls(self) -> Content:
        """What can be done now."""
        if not self.view.my_turn:
            return Content("")
        if not self.guessing:
            return self.choices()
        if self.spot is None:
            return Content("")
        color = self.sight.table.codes[self.spot[0]][self.spot[1]][0]
        parts = [
            Content.assemble((f"{spot_name(self.spot)}", "bold"), f", {COLORS[color]}, is"),
            Content(" ").join([self.value(tile) for tile in self.values()]),
            self.buttons(),
        ]
        return lines(parts)

    def value(self, tile: Tile) -> Content:
        """A tile to guess; what is known to be wrong is struck out."""
        face = "-" if is_joker(tile) else str(tile // 2)
        chosen = tile == self.tile
        text = f"‹{face}›" if chosen else f" {face} "
        fits = self.fits()
        kind = "dim strike" if fits and tile not in fits else ""
        look = tile_face(tile_color(tile), text, kind)
        return pickable(look, f"tile {tile_name(tile)}")

    def buttons(self) -> Content:
        """The move that Enter makes, and to stop."""
        parts = []
        if self.tile is not None:
            text = f" Enter  {spot_name(self.spot or (0, 0))} is {tile_name(self.tile)} "
            parts.append(pickable(Content.styled(text, "bold reverse"), "enter"))
        if self.sight.table.phase == "go on":
            parts.append(pickable(Content.styled(" s  Stop ", "bold reverse"), "stop"))
        return Content("  ").join(parts)

    def choices(self) -> Content:
        """Where the drawn tile or the jokers may go."""
        parts = []
        for k, move in enumerate(place_moves(self.sight)):
            look = "bold reverse" if k == self.option else ""
            parts.append(
                pickable(Content.styled(f" {self.choice_text(move)} ", look), f"option {k}")
            )
        return Content("  ").join(parts)

    def choice_text(self, move: str) -> str:
        """A way to place tiles, in words."""
        word, *places = move.split()
        if word != "arrange":
            return move
        where = [int(place) - 1 for place in places]
        return code_name(arranged(self.sight.hand, where)) if places else "Ready"

    def prompt(self) -> str:
        """What the person is to do, in a line."""
        if not self.view.my_turn:
            return ""
        phase = self.sight.table.phase
        return {
            "arrange": "Set up your code: the arrows choose, Enter sets it up.",
            "guess": "Your guess: arrows pick a tile, type its number, Enter guesses.",
            "go on": "Right! Guess on, or stop with s.",
            "hide": "Put your tile into your code, hidden: arrows choose, Enter puts it.",
            "open": "Put your tile into your code, open: arrows choose, Enter puts it.",
        }.get(phase, "")

    # ------------------------------------------------------------- acting

    @property
    def guessing(self) -> bool:
        """Whether the person may guess now."""
        return self.view.my_turn and self.sight.table.phase in ("guess", "go on")

    def spots(self) -> list[Spot]:
        """The hidden tiles that may be guessed at, beginning with the next player's."""
        if not self.guessing:
            return []
        players = self.sight.table.setup.players
        me = self.sight.seat or 0
        others = [(me + k) % players for k in range(1, players)]
        return [(s, place) for s in others for place in self.sight.table.hidden(s)]

    def values(self) -> list[Tile]:
        """All tiles of the color of the picked one."""
        assert self.spot is not None
        color = self.sight.table.codes[self.spot[0]][self.spot[1]][0]
        return self.sight.table.setup.of_color(color)

    def fits(self) -> Mapping[Tile, Fraction]:
        """What the picked tile may be, as far as it is worked out."""
        return self.offered.get(spot_name(self.spot), {}) if self.spot else {}

    def action_go(self, by: int) -> None:
        """To another tile, or another choice."""
        if not self.guessing:
            self.choose(self.option + by)
            return
        spots = sorted(self.spots())
        if self.spot in spots:
            self.pick(spots[(spots.index(self.spot) + by) % len(spots)])

    def action_lane(self, by: int) -> None:
        """To the code of another player."""
        if self.spot is None or not self.guessing:
            self.choose(self.option + by)
            return
        seats = sorted({seat for seat, _ in self.spots()})
        seat = seats[(seats.index(self.spot[0]) + by) % len(seats)]
        places = [place for other, place in self.spots() if other == seat]
        at = self.spot[1]
        self.pick((seat, min(places, key=lambda place: abs(place - at))))

    def action_value(self, by: int) -> None:
        """To the next number that the picked tile may be."""
        if self.spot is None or not self.guessing:
            return
        able = sorted(self.fits()) or self.values()
        at = able.index(self.tile) + by if self.tile in able else (0 if by > 0 else -1)
        self.tile, self.typed = able[at % len(able)], ""
        self.draw()

    def action_enter(self) -> None:
        """Make the move."""
        if not self.view.my_turn:
            return
        if not self.guessing:
            self.post_message(Moved(place_moves(self.sight)[self.option]))
        elif self.spot is not None and self.tile is not None:
            self.post_message(Moved(f"{spot_name(self.spot)}={tile_name(self.tile)}"))

    def action_stop(self) -> None:
        """End the turn."""
        if self.view.my_turn:
            self.post_message(Moved("stop"))

    def choose(self, option: int) -> None:
        """Mark another choice."""
        if self.view.my_turn:
            self.option = option % len(place_moves(self.sight))
            self.draw()

    def pick(self, spot: Spot) -> None:
        """Pick a hidden tile."""
        if spot in self.spots():
            self.spot, self.tile, self.typed = spot, None, ""
            self.draw()

    def on_key(self, event: Key) -> None:
        """A number that is typed; a dash is the joker."""
        letter = event.character or ""
        if (
            self.spot is None
            or not self.guessing
            or not (letter.isdecimal() or letter == "-")
        ):
            return
        event.stop()
        names = {tile_name(tile)[1:]: tile for tile in self.values()}
        for text in (self.typed + letter, letter):
            if any(name.startswith(text) for name in names):
                self.typed, self.tile = text, names.get(text)
                break
        self.draw()

    def on_click(self, event: Click) -> None:
        """A tile, a number, a button."""
        what, _, name = (picked(event) or "").partition(" ")
        if what == "spot":
            self.pick(("abcdefgh".index(name[0]), int(name[1:]) - 1))
        elif what == "tile" and self.spot is not None:
            self.tile, self.typed = self.sight.table.setup.parse_tile(name), ""
            self.draw()
        elif what == "option":
            self.option = int(name)
            self.action_enter()
        elif what == "enter":
            self.action_enter()
        elif what == "stop":
            self.action_stop()
