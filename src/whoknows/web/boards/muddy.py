"""Muddy children at a table: all faces but your own, and what everybody said."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from whoknows.errors import WhoknowsError
from whoknows.games.muddy import GAME, Setup, Sight
from whoknows.games.muddy.knowledge import faces_model, fact, own_faces, picture_of
from whoknows.games.muddy.rules import UNSURE, Verdict, named, parse_move
from whoknows.games.muddy.show import sight_svg
from whoknows.games.muddy.strategies import sure, why
from whoknows.play.game import Event, History, Seat
from whoknows.play.room import Chair
from whoknows.play.strategies import purpose
from whoknows.web.boards.board import Desk, Option
from whoknows.web.boards.plain import PlainBoard

NAMES = ("Mia", "Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim")
LABELS = {UNSURE: "I am not sure", "muddy": "I am muddy", "clean": "I am clean"}


class MuddyBoard(PlainBoard):
    """How muddy children looks and is moved."""

    def __init__(self) -> None:
        super().__init__(GAME)

    def options(self) -> Sequence[Option]:
        """How many children, and what the parent says."""
        plain = Setup()
        return [
            Option("children", "Children", "number", plain.children, min=1, max=12),
            Option("least", "The parent says: at least so many are muddy", "number", 1,
                   min=0, max=12, help="With 0 the parent says nothing."),
        ]  # fmt: skip

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Well-known stories."""
        return {
            "Three children": {},
            "Five children": {"children": 5},
            "Nothing is said": {"least": 0},
        }

    def usual(self, setup: Setup) -> Sequence[Chair]:
        """You among logicians."""
        names = [
            NAMES[k] if k < len(NAMES) else f"Nr {k + 1}" for k in range(setup.children)
        ]
        return [Chair(names[0]), *(Chair(name, "logician") for name in names[1:])]

    def picture(self, sight: Sight, history: History, names: Sequence[str]) -> str:  # noqa: ARG002
        """The children, and the parent's words."""
        return sight_svg(sight, names)

    def controls(self, desk: Desk) -> None:
        """Three things to say."""
        from nicegui import ui

        with ui.row().classes("gap-2") as row:
            for move, label in LABELS.items():

                async def say(move: str = move) -> None:
                    await desk.move(move)

                ui.button(label, on_click=say).props("no-caps outline")

        def refresh() -> None:
            row.set_visibility(desk.my_turn)

        desk.refreshed(refresh)
        refresh()

    def told(self, event: Event, names: Sequence[str], sight: Sight) -> str:  # noqa: ARG002
        """Who named a face, and what the parent says to it."""
        verdict: Verdict = event.answer
        said = [
            f"{names[seat]} says: {move}"
            for seat, move in sorted(event.moves.items())
            if move != UNSURE
        ]
        parent = [
            f"{names[k]} was {named(face)}" for k, face in enumerate(verdict.shown)
            if face is not None and named(face) != event.moves[k]
        ]  # fmt: skip
        parent += [f"{names[k]} could not know that" for k in verdict.guessed]
        parent += [f"{names[k]} could have known" for k in verdict.missed]
        told = f"{'; '.join(said) or 'Nobody is sure'}."
        return f"{told} The parent: {'; '.join(parent)}." if parent else told

    def hint(self, sight: Sight, history: History, kind: str) -> str:  # noqa: ARG002
        """What you know of your face, why, and what a logician would say."""
        if sight.seat is None:
            return (
                f"There are **{picture_of(sight.setup, sight.rounds).size:,}** worlds left."
            )
        faces = own_faces(sight)
        if kind == "why":
            return why(sight)
        if kind == "move":
            said = LABELS[sure(faces)]
            after = purpose(GAME.strategies["logician"].__doc__)
            return f"A logician would say: **{said}**. {why(sight)}\n\n*logician*: {after}"
        seen = sum(bool(face) for k, face in enumerate(sight.faces) if k != sight.seat)
        if len(faces) == 1:
            return f"You see {seen} muddy. You know that you are **{named(faces[0])}**."
        return (
            f"You see {seen} muddy, and hold **2** worlds possible: you are **muddy** "
            f"({seen + 1} in all), or **clean** ({seen} in all)."
        )

    def warning(self, sight: Sight, history: History, move: str) -> str | None:  # noqa: ARG002
        """That a face is named that cannot be known, or one that is known is not."""
        try:
            said = parse_move(move)
        except WhoknowsError:
            return None  # which will be refused
        faces = own_faces(sight)
        if said == UNSURE:
            known = len(faces) == 1
            return (
                f"You can know that you are {named(faces[0])}. {why(sight)}" * known or None
            )
        if len(faces) == 1 and named(faces[0]) == said:
            return None
        if len(faces) == 1:
            return f"You can know that you are not {said}. {why(sight)}"
        return f"You cannot know that you are {said}. {why(sight)}"

    def ending(
        self,
        sight: Sight,
        result: Mapping[Seat, float],
        names: Sequence[str],
    ) -> str:
        """Who named their faces rightly, who wrongly, who not at all."""
        words = {1.0: "Right", -1.0: "Wrong", 0.0: "Not sure to the end"}
        found = {
            word: [names[seat] for seat, score in result.items() if score == value]
            for value, word in words.items()
        }
        told = " ".join(f"{word}: {', '.join(who)}." for word, who in found.items() if who)
        muddy = [names[k] for k, face in enumerate(sight.faces) if face]
        return f"{told} Muddy: {', '.join(muddy) or 'nobody'}."

    def world(self, sight: Sight, key: Any, names: Sequence[str]) -> str:
        """The children with these faces."""
        so = faces_model(sight.setup).describe(int(key))
        faces = tuple(bool(so[fact(k)]) for k in range(sight.setup.children))
        return sight_svg(replace(sight, faces=faces), names)


BOARD = MuddyBoard()
