"""Hands as a small board: the hidden tiles of every player, as one world has them."""

from collections.abc import Iterator, Sequence

from whoknows.games.davinci.rules import Code, Sight, agent_name, tile_color
from whoknows.games.davinci.show.table import face
from whoknows.play.face.cards import label, small_board

WIDE, HIGH, LEFT = 24, 26, 22  # of a tile; where the tiles begin
FILLS = {"b": ("#20262b", "#f7f9fa"), "w": ("#fffdf5", "#1b1f24")}


def small_hands(sight: Sight, hands: Sequence[Code]) -> str:
    """A world as a small board: a row for each player who has hidden tiles.

    One's own row is left out where it is what one holds, unless it is the only one.
    """
    every = {
        seat: (agent_name(seat), [hand[place] for place in places])
        for seat, hand in enumerate(hands)
        if (places := hidden(sight, seat, hand))
    }
    own = sight.seat is not None and hands[sight.seat] == sight.holding
    others = [row for seat, row in every.items() if not (own and seat == sight.seat)]
    rows = others or list(every.values())
    most = max((len(tiles) for _, tiles in rows), default=1)
    body = "".join(part for k, row in enumerate(rows) for part in lane(k, *row))
    return small_board(LEFT + WIDE * most + 2, (HIGH + 4) * max(1, len(rows)), body)


def hidden(sight: Sight, seat: int, hand: Code) -> list[int]:
    """The places of a hand that stand hidden, a drawn tile last."""
    loose = range(len(sight.table.codes[seat]), len(hand))
    return [*sight.table.hidden(seat), *loose]


def lane(row: int, letter: str, tiles: Sequence[int]) -> Iterator[str]:
    """The letter of a player, and the tiles."""
    y = (HIGH + 4) * row + 2
    yield label(10, y + 18, letter, "currentColor")
    for k, tile in enumerate(tiles):
        fill, ink = FILLS[tile_color(tile)]
        x = LEFT + WIDE * k
        yield (
            f'<rect x="{x}" y="{y}" width="{WIDE - 2}" height="{HIGH}" rx="4" '
            f'fill="{fill}" stroke="#6b7a71"/>{label(x + 11, y + 18, face(tile), ink)}'
        )
