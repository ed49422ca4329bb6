"""The chances of every tile at every hidden place as SVG, and why the others are out.

Both are made from a sight, and so tell no more than the seat can work out itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

import numpy as np

from whoknows.games.davinci.knowledge import Hands, hands_of, outlook_of, public_knowledge
from whoknows.games.davinci.knowledge.possible_hands import supported
from whoknows.games.davinci.knowledge.public_hands import knowledge_after
from whoknows.games.davinci.rules import (
    Dealt,
    Guess,
    Sight,
    Tile,
    Wrong,
    agent_name,
    tile_name,
)
from whoknows.games.davinci.show.table import face
from whoknows.play.face.chance_table import chance_cell, chance_table
from whoknows.play.game import History
from whoknows.wording import percent

CELL, HIGH, HEAD, LEFT = 42, 26, 22, 48


def chances_of(sight: Sight) -> dict[tuple[int, int], dict[Tile, Fraction]]:
    """For every hidden place (seat, place), the exact probability of every tile."""
    if not sight.facts:
        return {}
    return outlook_of(sight).chances()


def chances_svg(sight: Sight, names: Sequence[str] = ()) -> str:
    """All hidden places as rows, the numbers as columns; the darker, the likelier."""
    chances = chances_of(sight)
    faces = sorted({tile // 2 for tile in sight.table.setup.deck()})
    wide = LEFT + CELL * len(faces) + 8
    body: list[str] = []
    top = 4
    for seat in sorted({seat for seat, _ in chances}):
        name = f"{agent_name(seat)} {names[seat] if names else ''}".strip()
        body.append(f'<text class="wkh-name" x="4" y="{top + 11}">{escape(name)}</text>')
        top += HEAD - 4
        for k, number in enumerate(faces):
            x = LEFT + CELL * k + CELL / 2
            body.append(
                f'<text class="wkh-axis" x="{x:g}" y="{top + 11}">{face(2 * number)}</text>'
            )
        top += HEAD
        for (other, place), tiles in chances.items():
            if other == seat:
                body += row_svg(sight, (seat, place), tiles, faces, top)
                top += HIGH
        top += 8
    said = "; ".join(
        f"{agent_name(seat)}{place + 1}: "
        + ", ".join(f"{tile_name(tile)} {percent(p)}" for tile, p in tiles.items())
        for (seat, place), tiles in chances.items()
    )
    return chance_table("Chances of every tile", said, (wide, top), "".join(body))


def row_svg(
    sight: Sight,
    at: tuple[int, int],
    tiles: Mapping[Tile, Fraction],
    faces: Sequence[int],
    top: int,
) -> Iterator[str]:
    """The chances at one place."""
    seat, place = at
    color = sight.table.codes[seat][place][0]
    sign = "●" if color == "b" else "○"
    yield (
        f'<text class="wkh-axis" x="{LEFT / 2}" y="{top + HIGH / 2}">'
        f"{agent_name(seat)}{place + 1} {sign}</text>"
    )
    for k, number in enumerate(faces):
        chance = tiles.get(2 * number + (color == "w"), Fraction(0))
        yield chance_cell((LEFT + CELL * k, top), (CELL, HIGH), chance)


@dataclass(frozen=True, slots=True)
class Against:
    """Why tiles of the right color cannot stand at a place: groups of them, by reason."""

    yours: tuple[Tile, ...] = ()
    open: tuple[Tile, ...] = ()
    order: tuple[Tile, ...] = ()
    room: tuple[Tile, ...] = ()
    guessed: tuple[Tile, ...] = ()
    told: tuple[Tile, ...] = ()
    around: tuple[Tile, ...] = ()
    blocks: tuple[str, ...] = ()
    """For each tile of `room`, what leaves no room for it."""

    def reason(self, tile: Tile) -> str | None:
        """Why this tile is out, in words."""
        for text, tiles in self.reasons():
            if tile in tiles:
                return text
        return None

    def reasons(self) -> Iterator[tuple[str, tuple[Tile, ...]]]:
        """Each reason in words, with the tiles that it rules out."""
        for name, text in REASONS.items():
            tiles = getattr(self, name)
            if name == "room":
                for block in dict.fromkeys(self.blocks):
                    pairs = zip(tiles, self.blocks, strict=True)
                    yield block, tuple(tile for tile, why in pairs if why == block)
            elif tiles:
                yield text, tiles


REASONS = {
    "yours": "you have it yourself",
    "open": "it lies open",
    "order": "the order of the code leaves no room for it there",
    "room": "the hands of the others leave no room for it",
    "guessed": "it was guessed there, and was wrong",
    "told": "the guesses so far rule it out",
    "around": "the guesses at or by the others leave no room for it",
}


def against(sight: Sight, seat: int, place: int) -> Against:
    """What rules out each tile that cannot stand at a place."""
    table = sight.table
    color = table.codes[seat][place][0]
    left = chances_of(sight).get((seat, place), {})
    out: dict[str, list[Tile]] = {name: [] for name in REASONS}
    seen = {tile for code in table.codes for _, tile in code if tile is not None}
    seen |= set() if table.shown is None else {table.shown}
    fits = fitting(sight, seat, place)
    wrong = wrongly_guessed(sight.history, seat, place)
    blocks: list[str] = []
    for tile in table.setup.of_color(color):
        if tile in left:
            continue
        if sight.word >> tile & 1:
            out["yours"].append(tile)
        elif tile in seen:
            out["open"].append(tile)
        elif tile not in fits:
            out["order"].append(tile)
        elif tile in wrong:
            out["guessed"].append(tile)
        elif block := blocked(sight, seat, place, tile):
            out["room"].append(tile)
            blocks.append(block)
        else:
            own = public_knowledge(sight).hands[seat].apart(sight.word)
            inside = bool((own.tiles[:, place] == tile).any())
            out["around" if inside else "told"].append(tile)
    return Against(**{k: tuple(v) for k, v in out.items()}, blocks=tuple(blocks))


def blocked(sight: Sight, seat: int, place: int, tile: Tile) -> str:
    """What leaves no room for a tile, guesses apart: the tiles or the hand of another.

    Nothing is said if there is room: then guesses rule the tile out.
    """
    fresh = without_guesses(sight)
    own = fresh[seat].take(fresh[seat].tiles[:, place] == tile).words
    others = {at: hands.words for at, hands in fresh.items() if at != seat}
    if supported(own, [*others.values()]).any():
        return ""
    for at, words in others.items():
        if not any(((words & word) == 0).any() for word in own):
            needed = int(np.bitwise_and.reduce(own) & np.bitwise_and.reduce(words))
            if needed >> tile & 1:
                return f"{agent_name(at)} has it for certain"
            tiles = [k for k in sight.table.setup.deck() if needed >> k & 1]
            if tiles:
                return (
                    f"{agent_name(seat)} would need {tiles_text(tiles)} beside it,"
                    f" and {agent_name(at)} has that for certain"
                )
            return f"no hand of {agent_name(at)} would be left beside it"
    names = " and ".join(map(agent_name, others))
    return f"no hands of {names} would be left together beside it"


def without_guesses(sight: Sight) -> dict[int, Hands]:
    """The hands that each other seat can have by colors and open tiles alone."""
    codes, *later = sight.facts
    assert isinstance(codes, Dealt)
    seen = tuple(fact for fact in later if not isinstance(fact, Wrong))
    fresh = knowledge_after((sight.table.setup, codes), seen)
    return {
        at: hands.apart(sight.word)
        for at, hands in enumerate(fresh.hands)
        if at != sight.seat
    }


def fitting(sight: Sight, seat: int, place: int) -> set[Tile]:
    """The tiles at a place of any hand in order, given one's own and the open tiles."""
    code = sight.table.codes[seat]
    hands: Hands = hands_of(sight.table.setup, "".join(color for color, _ in code))
    rows = (hands.words & sight.word) == 0
    for at, (_, tile) in enumerate(code):
        if tile is not None:
            rows &= hands.tiles[:, at] == tile
    mine = {tile for _, tile in code if tile is not None}
    for other, tiles in enumerate(sight.table.codes):
        for _, tile in tiles:
            if other != seat and tile is not None and tile not in mine:
                rows &= (hands.words >> tile & 1) == 0
    return set(hands.tiles[rows, place].tolist())


def wrongly_guessed(history: History, seat: int, place: int) -> set[Tile]:
    """The tiles that were guessed at a place and were wrong.

    A tile that is put into the code moves the places after it.
    """
    found: set[Tile] = set()
    at = place
    for event in reversed(history):
        [(mover, move)] = list(event.moves.items())[:1]
        placed = event.answer.placed
        if placed is not None and mover == seat:
            if placed - 1 == at:
                break  # this tile came in then
            at -= placed - 1 < at
        if isinstance(move, Guess) and (move.seat, move.place) == (seat, at):
            found |= set() if event.answer.right else {move.tile}
    return found


def tiles_text(tiles: Sequence[Tile]) -> str:
    """Tiles in a row, as people write them."""
    return " ".join(map(tile_name, tiles))


def against_text(why: Against) -> str:
    """The reasons in one line: `b1 b4: you have it yourself; b9: it lies open`."""
    return "; ".join(f"{tiles_text(tiles)}: {text}" for text, tiles in why.reasons())
