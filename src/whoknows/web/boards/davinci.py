"""The Da Vinci Code at a table of the lab: pick a hidden tile, say what it is, or stop."""

from collections.abc import Mapping, Sequence
from typing import Any

from whoknows.errors import WhoknowsError
from whoknows.games.davinci import GAME
from whoknows.games.davinci.knowledge import Sight
from whoknows.games.davinci.rules import (
    Answer,
    Arrange,
    Code,
    Guess,
    Place,
    Stop,
    agent_name,
    move_name,
    tile_name,
)
from whoknows.games.davinci.rules.setup import GOING_ON, SEMANTICS
from whoknows.games.davinci.show.chances import against, chances_of
from whoknows.games.davinci.show.said import COLORS
from whoknows.games.davinci.show.table import table_svg
from whoknows.play.game import Event, History, Seat
from whoknows.web.boards.board import Desk, Option
from whoknows.web.boards.davinci_hints import (
    GOES_ON,
    advice_lines,
    known_lines,
    why_lines,
)


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

    def told(self, event: Event, names: Sequence[str], sight: Sight) -> str:  # noqa: ARG002
        """One event in words."""
        if any(isinstance(move, Arrange) for move in event.moves.values()):
            return sentence("The codes are set up", said_after(event.answer))
        [(seat, move)] = event.moves.items()
        after = said_after(event.answer)
        match move:
            case Guess():
                known = ", known to be wrong," if move.insist else ""
                right = "right" if event.answer.right else "wrong"
                tile = f"{COLORS[tile_name(move.tile)[0]]} {tile_name(move.tile)[1:]}"
                tile = tile.replace(" -", " joker")
                place = f"{agent_name(move.seat)}{move.place + 1}"
                return sentence(
                    f"{names[seat]} guesses that {place} is the {tile}{known}: {right}",
                    after,
                )
            case Stop():
                return sentence(f"{names[seat]} stops", after)
            case _:
                return sentence(f"{names[seat]} places the tile", after)

    def hint(self, sight: Sight, history: History, kind: str) -> str:
        """What the seat can know, why, and what strategies would do."""
        lines = {"know": known_lines, "why": why_lines, "move": advice_lines}[kind]
        return "\n".join(lines(sight, history))

    def warning(self, sight: Sight, history: History, move: str) -> str | None:
        """What to say before a guess that the seat knows to be wrong."""
        try:
            guess = GAME.parse_move(move, sight.table.setup)
            if not isinstance(guess, Guess) or possible(sight, guess):
                return None
        except WhoknowsError:
            return None  # the referee says it better
        return why_wrong(sight, history, guess)

    def ending(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Who won."""
        winner = next(seat for seat, score in result.items() if score)
        if winner == sight.seat:
            return "You win: nobody else has a hidden tile."
        return f"{names[winner]} wins: nobody else has a hidden tile."

    def world(self, sight: Sight, key: tuple[Code, ...], names: Sequence[str]) -> str:
        """The table as it would look if this world were so, all tiles turned over."""
        return table_svg(turned(sight, key), names)


SEMANTICS_WORDS = (
    "all that it does, exactly",
    "only that the guesser lacks the tile, as in the authors' program",
)


def said_after(answer: Answer) -> str:
    """What else a turn showed."""
    words = []
    if answer.shown is not None:
        words.append(f"shows {answer.shown}")
    if answer.placed is not None:
        words.append(f"puts it at place {answer.placed}")
    if answer.drew is not None:
        words.append(f"next a {COLORS[answer.drew]} tile is drawn")
    return ", ".join(words)


def sentence(first: str, more: str) -> str:
    """Two halves as one sentence."""
    return f"{first}; {more}." if more else f"{first}."


def possible(sight: Sight, guess: Guess) -> bool:
    """Whether the seat holds a guess possible; raises `IllegalMove`."""
    return GAME.rational(sight, Guess(guess.seat, guess.place, guess.tile, insist=True))


def why_wrong(sight: Sight, history: History, guess: Guess) -> str:
    """A warning before a guess that cannot be right, with its reason."""
    place = f"{agent_name(guess.seat)}{guess.place + 1}"
    color = sight.table.codes[guess.seat][guess.place][0]
    name = tile_name(guess.tile)
    if name[0] != color:
        reason: str | None = f"{place} is {COLORS[color]}"
    else:
        reason = against(sight, history, guess.seat, guess.place).reason(guess.tile)
    return (
        f"You know that **{place} is not {name}**: {reason}.\n\n"
        "If you guess it all the same, the others hear only that it is wrong."
    )


def insisting(sight: Sight, text: str) -> str:
    """A move as typed, with the mark of insisting where it is needed."""
    try:
        guess = GAME.parse_move(text, sight.table.setup)
        if isinstance(guess, Guess) and not guess.insist and not possible(sight, guess):
            return move_name(Guess(guess.seat, guess.place, guess.tile, insist=True))
    except WhoknowsError:
        pass
    return text


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


def offered(sight: Sight) -> dict[str, dict[int, Any]]:
    """For every place that may be guessed at, the tiles held possible, with chances."""
    return {
        f"{agent_name(seat)}{place + 1}": dict(sorted(tiles.items()))
        for (seat, place), tiles in chances_of(sight).items()
    }


def place_moves(sight: Sight) -> list[str]:
    """The moves where a place must be said: of the drawn tile, or of one's jokers."""
    return [
        move_name(move) for move in GAME.moves(sight) if isinstance(move, Place | Arrange)
    ]


BOARD = DaVinciBoard()
