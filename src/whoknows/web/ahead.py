"""Before a move is made: what may come of it, for oneself and for the others."""

from nicegui import ui

from whoknows.errors import WhoknowsError
from whoknows.play.face.plain_face import PlainFace
from whoknows.web import theme
from whoknows.web.desk import Desk

FEW_MOVES = 4  # moves that are all told of


class Ahead:
    """A folded part of a table that says what a move would tell."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.move = ""  # what is thought about
        self.asking = 0

    def build(self) -> None:
        """The part; a game that foresees nothing has none."""
        self.part = ui.expansion("Before you move: what may come of it")
        self.part.classes("w-full").on_value_change(self.show)
        with self.part:
            self.text = theme.markdown("").classes("w-full wk-ahead")
            self.text.props("role=status aria-live=polite")
        self.tells = type(self.desk.face).foresight is not PlainFace.foresight
        self.desk.refreshed(self.refresh)
        self.part.set_visibility(self.tells and self.desk.my_turn)

    async def refresh(self) -> None:
        """Another moment of the game: nothing is thought about."""
        self.move = ""
        self.part.set_visibility(self.tells and self.desk.my_turn)
        await self.show()

    def consider(self, move: str) -> None:
        """Another move is thought about."""
        if move != self.move:
            self.move = move
            ui.timer(0.01, self.show, once=True)

    async def show(self) -> None:
        """What may come of the move, or of each of a few moves, if that is wished."""
        if not (self.part.value and self.desk.my_turn):
            return
        self.asking += 1
        mine, moves = self.asking, self.moves()
        told = {move: await self.foreseen(move) for move in moves}
        if mine == self.asking:
            label = self.desk.face.move_label
            said = "\n\n".join(
                f"*{label(self.desk.sight, move)}.* {text}" if len(moves) > 1 else text
                for move, text in told.items()
                if text
            )
            self.text.set_content(said or "Put a move together, and it is told here.")

    def moves(self) -> list[str]:
        """What is told of: the move that is put together, or all of a few."""
        if self.move:
            return [self.move]
        every = self.desk.game.moves(self.desk.sight)[: FEW_MOVES + 1]
        names = [self.desk.game.move_name(move) for move in every]
        return names if len(names) <= FEW_MOVES else names[:1] * (names[0] == "pass")

    async def foreseen(self, move: str) -> str:
        """What one move may come to."""
        try:
            names = list(self.desk.names)
            return str(await self.desk.on_face("foresight", move, names) or "")
        except WhoknowsError as error:
            return str(error)
