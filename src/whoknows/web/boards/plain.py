"""Widgets for any game: buttons where moves are few, words to choose, a line to type."""

from collections.abc import Sequence
from typing import Any

from nicegui import ui

from whoknows.web.desk import Desk

MOST_BUTTONS = 8  # moves of one group that are offered as buttons
MOST_ALONE = 36  # moves that are offered as buttons where nothing can be put together
MOST_COMPLETED = 5_000  # moves that the line to type completes


class Controls:
    """The moves of a seat: buttons, words to choose, or a line that completes them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.chosen: dict[str, tuple[str, ...]] = {}  # the words of each group

    def build(self) -> None:
        """The parts, filled anew after every change."""
        self.place = ui.column().classes("w-full gap-3")
        with ui.row().classes("items-center w-full") as self.line:
            self.typed = ui.input("Your move", autocomplete=[]).props("outlined dense")
            self.typed.classes("grow min-w-40").on("keydown.enter", self.make)
            ui.button("Move", on_click=self.make)
        self.desk.refreshed(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """What can be done now."""
        game, desk = self.desk.game, self.desk
        moves = game.moves(desk.sight) if desk.my_turn else ()
        names = names_of(desk, moves)
        groups = grouped(names)
        shown = [each for each in groups if len(each) <= MOST_ALONE or in_words(each)]
        self.place.clear()
        with self.place:
            for group in shown:
                self.group(group)
        typed = len(moves) > len(names) or len(shown) < len(groups)
        self.line.set_visibility(desk.my_turn and typed)
        if typed:
            self.typed.set_autocomplete(names)

    def group(self, moves: Sequence[str]) -> None:
        """A group of moves: words to choose where they are many, else a button for each."""
        if len(moves) > MOST_BUTTONS and in_words(moves):
            Chooser(self.desk, moves, self.chosen)
            return
        with ui.row().classes("gap-2"):
            for move in moves:
                label = self.desk.face.move_label(self.desk.sight, move)
                button = ui.button(label, on_click=lambda move=move: self.desk.move(move))
                button.props("no-caps outline")

    async def make(self) -> None:
        """Make the move that was typed."""
        if await self.desk.move((self.typed.value or "").strip()):
            self.typed.set_value("")


class Chooser:
    """A move that is put together: its words are chosen one by one, and it is read out."""

    def __init__(
        self, desk: Desk, moves: Sequence[str], chosen: dict[str, tuple[str, ...]]
    ) -> None:
        self.desk, self.chosen = desk, chosen
        self.name = moves[0].split()[0]
        self.moves = [tuple(move.split()[1:]) for move in moves]
        if chosen.get(self.name) not in self.moves:
            chosen[self.name] = self.moves[0]
        with ui.row().classes("items-center gap-2"):
            self.words = [self.word(place) for place in range(len(self.moves[0]))]
            self.button = ui.button(on_click=lambda: desk.move(self.move))
            self.button.props("no-caps")
        self.show()

    @property
    def move(self) -> str:
        """The move as it is put together now."""
        return " ".join([self.name, *self.chosen[self.name]])

    def word(self, place: int) -> ui.select:
        """A list of the words at one place."""

        def choose(event: Any) -> None:
            self.choose(place, event.value)

        found = ui.select([], label=f"{self.name} {place + 1}", on_change=choose)
        return found.props("outlined dense options-dense").classes("min-w-28")

    def choose(self, place: int, value: str) -> None:
        """Another word; the words after it stay, if such a move is legal."""
        now = self.chosen[self.name]
        if value == now[place]:
            return
        wanted = (*now[:place], value)
        fitting = [move for move in self.moves if move[: place + 1] == wanted]
        kept = [move for move in fitting if move[place + 1 :] == now[place + 1 :]]
        self.chosen[self.name] = (kept or fitting)[0]
        self.show()

    def show(self) -> None:
        """The words that may stand at each place, and the move in words."""
        now = self.chosen[self.name]
        for place, word in enumerate(self.words):
            able = [move[place] for move in self.moves if move[:place] == now[:place]]
            word.set_options(list(dict.fromkeys(able)), value=now[place])
        self.button.set_text(self.desk.face.move_label(self.desk.sight, self.move))


def in_words(moves: Sequence[str]) -> bool:
    """Whether moves are put together of as many words each, after the same first one.

    >>> in_words(["bid 1 2", "bid 1 3"]), in_words(["bid 1", "bid 1 3"])
    (True, False)
    """
    words = [move.split() for move in moves]
    return len({(len(each), each[0]) for each in words}) == 1 < len(words[0])


def names_of(desk: Desk, moves: Sequence[Any]) -> list[str]:
    """The moves as people type them, as far as they can be listed."""
    return [desk.game.move_name(move) for move in moves[:MOST_COMPLETED]]


def grouped(moves: Sequence[str]) -> list[list[str]]:
    """Moves in groups that begin with the same word; one group if there are no words.

    >>> grouped(["ask 1", "ask 2", "stop"]), grouped(["1", "2", "3"])
    ([['ask 1', 'ask 2'], ['stop']], [['1', '2', '3']])
    """
    found: dict[str, list[str]] = {}
    for move in moves:
        word, _, rest = move.partition(" ")
        found.setdefault(word if rest else "", []).append(move)
    return list(found.values())
