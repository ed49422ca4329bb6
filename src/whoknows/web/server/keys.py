"""Keys: who may sit where, and who may see what.

The host's key is random; the keys of the seats follow from it, and nothing follows from
theirs.  So the host can show the invitations at any time, and only hashes are stored.
Who takes a seat gets a key of their own, and the invitation no longer works.
"""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe

from whoknows.errors import NotAllowed
from whoknows.play.game import Seat
from whoknows.store.rooms import hashed

HOST, WATCHER = "host", "watcher"


@dataclass(frozen=True, slots=True)
class Role:
    """What the holder of a key is in a room."""

    seat: Seat | None = None
    host: bool = False
    sees_all: bool = False  # may look from every seat while the game goes on


def new_room_id() -> str:
    """The address of a room, which cannot be guessed."""
    return token_urlsafe(9)


def new_host_key() -> str:
    """A host's key."""
    return token_urlsafe(24)


def new_seat_key() -> str:
    """The key of one who has taken a seat: nobody else has seen it."""
    return token_urlsafe(24)


def keys_from(host_key: str, room: str, seats: Iterable[Seat]) -> dict[str, str]:
    """All keys of a room, by whom they let in: the host, people, and a watcher."""
    doors = [*(seat_door(seat) for seat in seats), WATCHER]
    return {HOST: host_key, **{door: derived(host_key, room, door) for door in doors}}


def seat_door(seat: Seat) -> str:
    """How the key of a seat is called where keys are kept."""
    return f"seat {seat}"


def taken_door(door: str) -> str:
    """How the invitation of a seat is called once somebody has taken it."""
    return f"taken {door}"


def derived(host_key: str, room: str, door: str) -> str:
    """The key of a door, which only the host's key gives."""
    made = hmac.new(host_key.encode(), f"{room}/{door}".encode(), sha256).digest()
    return urlsafe_b64encode(made[:24]).decode()


def moved_door(door: str, places: Mapping[Seat, Seat]) -> str:
    """A door of a room as it is called where everybody sits at another place.

    >>> moved_door("seat 0", {0: 1}), moved_door("taken seat 1", {1: 0})
    ('seat 1', 'taken seat 0')
    """
    word, _, number = door.rpartition(" ")
    return f"{word} {places[int(number)]}" if word else door


def taken_seat(invitation: str, stored: Mapping[str, str]) -> Seat | None:
    """The seat of an invitation that somebody has taken."""
    known = hashed(invitation)
    for door, kept in stored.items():
        word, _, of = door.partition(" ")
        if word == "taken" and hmac.compare_digest(kept, known):
            return int(of.split()[1])
    return None


def door_of(key: str, stored: Mapping[str, str]) -> str:
    """Which door a key opens; raises `NotAllowed` if none."""
    known = hashed(key)
    doors = [door for door, kept in stored.items() if hmac.compare_digest(kept, known)]
    opened = [door for door in doors if not door.startswith("taken ")]
    if opened:
        return opened[0]
    if doors:
        raise NotAllowed("this seat is taken; the person who took it has a new link")
    raise NotAllowed("this key opens no seat in this room")


def is_free(door: str, stored: Mapping[str, str]) -> bool:
    """Whether a door is that of a seat to which nobody has come yet."""
    return door not in (HOST, WATCHER) and taken_door(door) not in stored
