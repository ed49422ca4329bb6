"""The Da Vinci Code at a table of the lab: pick a hidden tile, say what it is, or stop."""

from collections.abc import Mapping, Sequence
from typing import Any

from whoknows.games.davinci.rules import Code, Sight
from whoknows.games.davinci.rules.setup import GOING_ON, SEMANTICS
from whoknows.games.davinci.show import words
from whoknows.games.davinci.show.hints import GOES_ON
from whoknows.games.davinci.show.table import table_svg
from whoknows.play.game import Event, History, Seat
from whoknows.web.boards.board import Desk, Option


class DaVinciBoard:
    """How the Da Vinci Code looks and is moved."""

    def options(self) -> Sequence[Option]:
        """Which game, for how many, and with what tiles."""
        return (
            Option(
                "full",
                "The full game",
                "switch",
                False,
                help="tiles 0 to 11, jokers, a tile drawn every turn; "
                "else numbers from 1, and nothing is drawn",
            ),
            Option("players", "Players", "number", 3, min=2, max=4),
            Option("tiles", "Number tiles", "number", 24, min=8, max=24),
            Option("hand", "Tiles a hand", "number", 4, min=2, max=6),
            Option(
                "going_on",
                "Strategies go on after a right guess",
                "choice",
                "certain",
                {kind: GOES_ON[kind] for kind in GOING_ON},
            ),
            Option(
                "semantics",
                "What a wrong guess tells",
                "choice",
                "del",
                dict(zip(SEMANTICS, SEMANTICS_WORDS, strict=True)),
            ),
        )

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Games with a name."""
        return {
            "The paper's game": {},
            "The full game": {"full": True},
            "A duel": {"players": 2, "tiles": 14},
            "Soon over": {"players": 3, "tiles": 14},
        }

    def picture(self, sight: Sight, history: History, names: Sequence[str]) -> str:
        """The table as the seat sees it."""
        return table_svg(sight, names, history[-1] if history else None)

    def controls(self, desk: Desk) -> None:
        """The places to guess at, the tiles to guess, and the rest."""
        from whoknows.web.boards.davinci_controls import Controls

        Controls(desk)

    def told(self, event: Event, names: Sequence[str], sight: Sight) -> str:
        """One event in words."""
        return words.told(event, names, sight)

    def hint(self, sight: Sight, history: History, kind: str) -> str:
        """What the seat can know, why, and what strategies would do."""
        return words.hint(sight, history, kind)

    def warning(self, sight: Sight, history: History, move: str) -> str | None:
        """What to say before a guess that the seat knows to be wrong."""
        return words.warning(sight, history, move)

    def ending(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Who won."""
        return words.ending(sight, result, names)

    def world(self, sight: Sight, key: tuple[Code, ...], names: Sequence[str]) -> str:
        """The table as it would look if this world were so, all tiles turned over."""
        return table_svg(turned(sight, key), names)


SEMANTICS_WORDS = (
    "all that it does, exactly",
    "only that the guesser lacks the tile, as in the authors' program",
)


def turned(sight: Sight, key: tuple[Code, ...]) -> Sight:
    """A sight in which all codes lie open, as one world has them; for a picture."""
    from dataclasses import replace

    table = sight.table
    codes = tuple(
        tuple((color, tile) for (color, _), tile in zip(code, tiles, strict=False))
        for code, tiles in zip(table.codes, key, strict=True)
    )
    shown = key[table.seat][-1] if table.drawn is not None else None
    table = replace(table, codes=codes, phase="over", shown=shown)
    return replace(sight, table=table, drawn=shown, seat=sight.seat)


BOARD = DaVinciBoard()
