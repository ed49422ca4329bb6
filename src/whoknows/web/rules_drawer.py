"""The rules of a game where they are needed: folded, with a picture."""

from nicegui import ui

from whoknows.learn.glossary import linked
from whoknows.play.face import face_of
from whoknows.play.game import Game
from whoknows.web import theme


def rules_drawer(game: Game, *, opened: bool = False) -> None:
    """How a game is played: thirty seconds to read; made when it is first opened."""
    drawer = ui.expansion("How to play", value=opened).classes("w-full wk-rules")
    with drawer:
        inside = theme.row()

    def fill() -> None:
        if drawer.value and not list(inside):
            with inside:
                face = face_of(game)
                theme.picture(face.card_svg()).style("max-width:16rem")
                ui.markdown(linked(face.rules(), "/glossary")).classes("grow basis-80")

    drawer.on_value_change(fill)
    fill()
