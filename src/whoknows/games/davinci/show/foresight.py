"""What may come of a guess, before it is made: for the guesser, and for who listens."""

from collections.abc import Iterator, Sequence

from whoknows.errors import Contradiction, WhoknowsError
from whoknows.games.davinci.knowledge import outlook_of, public_knowledge
from whoknows.games.davinci.rules import Sight, Tile, Wrong, agent_name, tile_name
from whoknows.games.davinci.show.chances import chances_of
from whoknows.games.davinci.show.said import COLORS
from whoknows.wording import percent, plural

HEAD = (
    "| if you guess | it is right | right leaves you | wrong leaves you "
    "| a wrong guess tells the others |\n|---|---|---|---|---|"
)


def foresight(sight: Sight, move: str, names: Sequence[str]) -> str | None:
    """A row for each tile that may stand at a place; `move` is `c3`, or `c3=w5`."""
    at, _, wanted = move.partition("=")
    try:
        seat, place = "abcdefgh".index(at[:1] or "?"), int(at[1:]) - 1
        tiles = chances_of(sight).get((seat, place), {}) if sight.seat is not None else {}
    except (ValueError, WhoknowsError):
        return None
    name = wanted.rstrip("!")
    rows = [tile for tile in sorted(tiles) if not name or tile_name(tile) == name]
    if not rows:
        return None
    lines = [row(sight, seat, place, tile) for tile in rows]
    return "\n".join([f"Your guess at **{at}** ({names[seat]}):", "", HEAD, *lines])


def row(sight: Sight, seat: int, place: int, tile: Tile) -> str:
    """What one guess leads to."""
    worlds = outlook_of(sight).worlds
    chance = chances_of(sight)[seat, place][tile]
    right = int(chance * worlds)
    wrong = plural(worlds - right, "world", ",") if right < worlds else "it cannot be wrong"
    return (
        f"| **{spelled(tile)}** | {percent(chance)} | {plural(right, 'world', ',')} | "
        f"{wrong} | "
        f"{'; '.join(learnt(sight, seat, place, tile)) or 'nothing new'} |"
    )


def learnt(sight: Sight, seat: int, place: int, tile: Tile) -> Iterator[str]:
    """What a wrong guess tells of the guesser's own tiles, by what all have seen."""
    assert sight.seat is not None
    before = public_knowledge(sight)
    try:
        after = before.after(Wrong(sight.seat, seat, place, tile))
    except Contradiction:
        return
    mine, then = before.hands[sight.seat], after.hands[sight.seat]
    if len(then) < len(mine) and len(then):
        yield f"you can have {len(then):,} hands, not {len(mine):,}"
    for own in before.hidden[sight.seat]:
        was = {*mine.tiles[:, own].tolist()}
        left = {*then.tiles[:, own].tolist()}
        if len(left) == 1 < len(was):
            yield f"your {agent_name(sight.seat)}{own + 1} must be {spelled(*left)}"


def spelled(tile: Tile) -> str:
    """A tile in words."""
    name = tile_name(tile)
    return f"{COLORS[name[0]]} {name[1:].replace('-', 'joker')}"
