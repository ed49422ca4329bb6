"""The table of the Da Vinci Code in words: who is who, who does what, and all tiles."""

from collections.abc import Sequence

from whoknows.games.davinci.rules import Sight, agent_name, tile_name

COLORS = {"b": "black", "w": "white"}


def called(sight: Sight, seat: int, names: Sequence[str]) -> str:
    """How a player is called: `b Bob`, and who is oneself."""
    you = " (you)" if seat == sight.seat else ""
    return f"{agent_name(seat)} {names[seat] if names else ''}".strip() + you


def doing(sight: Sight, seat: int) -> str:
    """What the player whose turn it is does now."""
    you = seat == sight.seat
    return {
        "arrange": "set up your code" if you else "sets up a code",
        "guess": "your guess" if you else "guesses",
        "go on": "guess on, or stop" if you else "guesses on, or stops",
        "hide": "place your tile" if you else "places a tile",
        "open": "place your tile" if you else "places a tile",
    }.get(sight.table.phase, "")


def described(sight: Sight, names: Sequence[str]) -> str:
    """The table in words, for who hears it."""
    lines = []
    for seat, code in enumerate(sight.table.codes):
        told = ", ".join(spoken(sight, seat, place) for place in range(len(code)))
        lines.append(f"{called(sight, seat, names)}: {told or 'no code yet'}.")
    return " ".join(lines)


def spoken(sight: Sight, seat: int, place: int) -> str:
    """A tile in words: `hidden white`, `open b5`, `w7`."""
    color, tile = sight.table.codes[seat][place]
    if tile is not None:
        return f"open {tile_name(tile)}"
    if seat == sight.seat:
        return tile_name(sight.hand[place])
    return f"hidden {COLORS[color]}"
