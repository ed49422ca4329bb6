"""A deal stated outright, as a transcript has it."""

from collections.abc import Mapping, Sequence
from typing import Any

from whoknows.errors import BadSetup, UnknownName, is_whole
from whoknows.games.davinci.rules.moves import AGENTS, agent_name
from whoknows.games.davinci.rules.position import Code, Deal
from whoknows.games.davinci.rules.setup import Setup
from whoknows.games.davinci.rules.turns import check_deal

KEYS = ("hands", "pile", "first", "open", "arranged")


def parse_deal(document: Any, setup: Setup) -> Deal:
    """The deal in a JSON document; raises `BadSetup`.

    Hands may be a list in order of the seats; the pile may be left out where nothing
    is drawn; jokers stand where they are written.
    """
    if not isinstance(document, Mapping) or "hands" not in document:
        raise BadSetup('a deal looks like {"hands": {"a": "b1 w3", ...}, "first": "a"}')
    if unknown := [key for key in document if key not in KEYS]:
        raise BadSetup(f"a deal has no {unknown[0]!r}; it has {', '.join(KEYS)}")
    try:
        hands = parse_hands(document["hands"], setup)
        pile = parse_tiles(document.get("pile"), setup)
    except UnknownName as error:
        raise BadSetup(str(error)) from None
    if document.get("pile") is None:
        pile = rest_of(setup, hands)
    deal = Deal(
        hands,
        pile,
        parse_seat(document.get("first", "a"), setup),
        tuple(parse_place(place, setup) for place in document.get("open", ())),
        bool(document.get("arranged", True)),
    )
    check_deal(setup, deal)
    return deal


def parse_hands(stated: Any, setup: Setup) -> tuple[Code, ...]:
    """The hands, by seat's letter or in a list."""
    if isinstance(stated, Mapping):
        wanted = [agent_name(seat) for seat in range(setup.players)]
        if sorted(stated) != wanted:
            raise BadSetup(f"hands of {', '.join(sorted(stated))}; wanted {wanted}")
        stated = [stated[agent] for agent in wanted]
    if not isinstance(stated, Sequence) or isinstance(stated, str):
        raise BadSetup(f"hands are {stated!r}; wanted one for each player")
    return tuple(parse_tiles(hand, setup) for hand in stated)


def parse_tiles(stated: Any, setup: Setup) -> Code:
    """Tiles in words, `b1 w3` or `["b1", "w3"]`."""
    if stated is None:
        return ()
    if isinstance(stated, str):
        return setup.parse_code(stated)
    if isinstance(stated, Sequence) and all(isinstance(word, str) for word in stated):
        return setup.parse_code(" ".join(stated))
    raise BadSetup(f"tiles are {stated!r}; wanted words like 'b1 w3'")


def rest_of(setup: Setup, hands: tuple[Code, ...]) -> Code:
    """The pile in order of its tiles, where its order does not matter."""
    held = {tile for hand in hands for tile in hand}
    if setup.drawing and len(held) < setup.total:
        raise BadSetup("where tiles are drawn, the order of the pile must be stated")
    return tuple(tile for tile in setup.deck() if tile not in held)


def parse_seat(stated: Any, setup: Setup) -> int:
    """A seat by its letter or number from 0."""
    seat = AGENTS.find(stated) if isinstance(stated, str) and len(stated) == 1 else stated
    if not isinstance(seat, int) or not 0 <= seat < setup.players:
        raise BadSetup(f"no player {stated!r} among {setup.players}")
    return seat


def parse_place(stated: Any, setup: Setup) -> tuple[int, int]:
    """A place such as `a2`, the second tile of a."""
    if not isinstance(stated, str) or not is_whole(stated[1:]):
        raise BadSetup(f"a place looks like a2, not {stated!r}")
    return parse_seat(stated[0], setup), int(stated[1:]) - 1
