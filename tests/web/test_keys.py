"""Keys by what they promise: whom they let in, and that none follows from another."""

import pytest

from whoknows.errors import NotAllowed
from whoknows.store.rooms import hashed
from whoknows.web.server.keys import (
    HOST,
    WATCHER,
    Role,
    door_of,
    is_free,
    keys_from,
    moved_door,
    new_host_key,
    new_room_id,
    new_seat_key,
    seat_door,
    taken_door,
    taken_seat,
)


@pytest.fixture
def keys():
    """The keys of a room of three."""
    return keys_from("the host's", "a room", range(3))


@pytest.fixture
def stored(keys):
    """What the store keeps of them."""
    return {door: hashed(key) for door, key in keys.items()}


def test_every_key_is_as_long_as_a_random_one_and_opens_its_own_door(keys, stored):
    assert {len(new_host_key()), len(new_seat_key())} == {32}, "192 bits"
    assert len(new_room_id()) == 12
    assert list(keys) == [HOST, "seat 0", "seat 1", "seat 2", WATCHER]
    assert {len(key) for door, key in keys.items() if door != HOST} == {32}
    assert [door_of(key, stored) for key in keys.values()] == list(keys)
    for other in (keys_from("another's", "a room", [0]), keys_from("the host's", "b", [0])):
        with pytest.raises(NotAllowed, match="opens no seat"):
            door_of(other["seat 0"], stored)


def test_who_takes_a_seat_has_the_only_key_to_it(keys, stored):
    door = seat_door(1)
    kept = stored | {door: hashed("my own"), taken_door(door): hashed(keys[door])}
    assert door_of("my own", kept) == "seat 1"
    with pytest.raises(NotAllowed, match="this seat is taken"):
        door_of(keys["seat 1"], kept)
    assert [taken_seat(keys[f"seat {seat}"], kept) for seat in range(3)] == [None, 1, None]
    assert taken_seat("my own", kept) is None
    assert [door for door in keys if is_free(door, kept)] == ["seat 0", "seat 2"]
    places = {0: 2, 1: 0, 2: 1}
    assert [moved_door(door, places) for door in kept] == [
        "host", "seat 2", "seat 0", "seat 1", "watcher", "taken seat 0",
    ]  # fmt: skip


def test_a_role_allows_nothing_by_itself():
    assert Role() == Role(seat=None, host=False, sees_all=False)
