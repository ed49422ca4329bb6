"""What is said of a game of the Da Vinci Code: moves, hints, warnings, and the end.

All of it is made from a sight, and every game that has such words
takes the same arguments.  Hints are Markdown.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from whoknows.errors import WhoknowsError
from whoknows.games.davinci.knowledge.seat import holds_possible, legal_moves
from whoknows.games.davinci.rules import (
    Answer,
    Arrange,
    Guess,
    Place,
    Sight,
    Stop,
    Tile,
    agent_name,
    move_name,
    parse_move,
    tile_name,
)
from whoknows.games.davinci.show.chances import against, chances_of
from whoknows.games.davinci.show.hints import advice_lines, known_lines, why_lines
from whoknows.games.davinci.show.said import COLORS
from whoknows.play.game import Event, Seat


def event_text(event: Event, names: Sequence[str], sight: Sight) -> str:
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
            place = "your " * (move.seat == sight.seat)
            place += f"{agent_name(move.seat)}{move.place + 1}"
            return sentence(
                f"{names[seat]} guesses that {place} is the {tile}{known}: {right}",
                after,
            )
        case Stop():
            return sentence(f"{names[seat]} stops", after)
        case _:
            return sentence(f"{names[seat]} places the tile", after)


def hint(sight: Sight, kind: str) -> str:
    """What the seat can know, why, and what strategies would do."""
    lines = {"know": known_lines, "why": why_lines, "move": advice_lines}[kind]
    return "\n".join(lines(sight))


def warning(sight: Sight, move: str) -> str | None:
    """What to say before a guess that the seat knows to be wrong."""
    try:
        guess = parse_move(move, sight.table.setup)
        if not isinstance(guess, Guess) or possible(sight, guess):
            return None
    except WhoknowsError:
        return None  # the referee says it better
    return why_wrong(sight, guess)


def ending(sight: Sight, result: Mapping[Seat, float], names: Sequence[str]) -> str:
    """Who won."""
    winner = next(seat for seat, score in result.items() if score)
    if winner == sight.seat:
        return "You win: nobody else has a hidden tile."
    return f"{names[winner]} wins: nobody else has a hidden tile."


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
    return holds_possible(sight, Guess(guess.seat, guess.place, guess.tile, insist=True))


def why_wrong(sight: Sight, guess: Guess) -> str:
    """A warning before a guess that cannot be right, with its reason."""
    place = f"{agent_name(guess.seat)}{guess.place + 1}"
    color = sight.table.codes[guess.seat][guess.place][0]
    name = tile_name(guess.tile)
    if name[0] != color:
        reason: str | None = f"{place} is {COLORS[color]}"
    else:
        reason = against(sight, guess.seat, guess.place).reason(guess.tile)
    return (
        f"You know that **{place} is not {name}**: {reason}.\n\n"
        "If you guess it all the same, the others hear only that it is wrong."
    )


def insisting(sight: Sight, text: str) -> str:
    """A move as typed, with the mark of insisting where it is needed."""
    try:
        guess = parse_move(text, sight.table.setup)
        if isinstance(guess, Guess) and not guess.insist and not possible(sight, guess):
            return move_name(Guess(guess.seat, guess.place, guess.tile, insist=True))
    except WhoknowsError:
        pass
    return text


def offered(sight: Sight) -> dict[str, dict[Tile, Fraction]]:
    """For every place that may be guessed at, the tiles held possible, with chances."""
    return {
        f"{agent_name(seat)}{place + 1}": dict(sorted(tiles.items()))
        for (seat, place), tiles in chances_of(sight).items()
    }


def place_moves(sight: Sight) -> list[str]:
    """The moves where a place must be said: of the drawn tile, or of one's jokers."""
    return [
        move_name(move) for move in legal_moves(sight) if isinstance(move, Place | Arrange)
    ]
