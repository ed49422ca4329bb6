"""Rooms: who may move when, what is held, what an undo gives back, and what is resumed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toy import TOY
from whoknows.errors import BadSetup, IllegalMove, OldVersion
from whoknows.play.table.referee import Table
from whoknows.play.table.room import Chair, Done, House, Room, resumed, seated

PEOPLE = (Chair("Ann"), Chair("Bob"))


def room_of(*, together=False, undo=True, chairs=PEOPLE, cards=6, rounds=3):
    setup = TOY.setup(cards=cards, rounds=rounds, together=together)
    return seated(Table.dealt(TOY, setup, 4), chairs, House(undo))


def legal(room, seat, number=0):
    moves = TOY.moves(room.table.sight(seat))
    return TOY.move_name(moves[number % len(moves)])


def test_only_the_seat_of_the_turn_moves():
    room = room_of()
    with pytest.raises(IllegalMove, match="not your turn, but that of Ann"):
        room.offered(1, legal(room, 1))
    after = room.offered(0, legal(room, 0), at=0)
    assert (after.version, after.awaited) == (1, (1,))
    assert room.version == 0, "a room is a value"


def test_a_move_for_another_version_is_refused():
    room = room_of().offered(0, legal(room_of(), 0))
    for at in (0, 2):
        with pytest.raises(OldVersion):
            room.offered(1, legal(room, 1), at=at)


def test_moves_at_the_same_time_are_held_and_change_no_sight():
    room = room_of(together=True)
    sights = [room.table.sight(seat) for seat in (None, 0, 1)]
    held = room.offered(1, legal(room, 1), at=0)
    assert (held.version, held.awaited, list(held.held)) == (0, (0,), [1])
    assert [held.table.sight(seat) for seat in (None, 0, 1)] == sights
    assert held.table.history == ()
    with pytest.raises(IllegalMove, match="moved already"):
        held.offered(1, legal(held, 1, 1), at=0)
    both = held.offered(0, legal(held, 0), at=0)
    assert (both.version, dict(both.held), len(both.table.turns)) == (1, {}, 1)


@pytest.mark.parametrize("cards", [2, 6])  # of two cards each has a single move
def test_a_held_move_must_be_legal_before_the_others_have_moved(cards):
    room = room_of(together=True, cards=cards, rounds=1)
    own = room.table.sight(1).card
    with pytest.raises(IllegalMove):
        room.offered(1, str(own), at=0)
    assert not room.held
    assert room.offered(1, legal(room, 1), at=0).held


def test_an_undo_goes_back_to_ones_own_last_move():
    room = room_of()
    room = room.offered(0, legal(room, 0))
    room = room.offered(1, legal(room, 1))
    assert not room.table.over
    back = room.undone(0, at=2)
    assert (back.version, back.table.turns, back.awaited) == (3, (), (0,))
    assert room.undone(1).awaited == (1,)


@pytest.mark.parametrize("seat", [0, 1])
def test_an_undo_is_refused_where_there_is_nothing_or_the_house_forbids_it(seat):
    with pytest.raises(IllegalMove, match="not moved yet"):
        room_of().undone(seat)
    with pytest.raises(IllegalMove, match="no move is taken back"):
        room_of(undo=False).undone(seat)


def test_a_game_that_is_over_stays_as_it_is():
    room = room_of()
    while not room.table.over:
        room = room.offered(room.awaited[0], legal(room, room.awaited[0]))
    for seat in (0, 1):
        with pytest.raises(IllegalMove, match="over"):
            room.offered(seat, "1")
        with pytest.raises(IllegalMove, match="over"):
            room.undone(seat)


def test_chairs_must_fit_the_table():
    with pytest.raises(BadSetup, match="1 chairs; Toy has 2"):
        room_of(chairs=(Chair("Ann"),))


def test_strategies_that_must_move_are_named():
    room = room_of(together=True, chairs=(Chair("Ann"), Chair("Bot", "lowest")))
    assert room.thinkers == (1,)
    assert not room.only_strategies
    assert room.offered(1, legal(room, 1)).thinkers == ()


@given(
    st.booleans(), st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9)), max_size=12)
)
def test_what_is_written_down_gives_the_same_room(together, acts):
    """Any moves and undos, in any order: the log of what was accepted is the room."""
    start = room = room_of(together=together)
    log = []
    for seat, number in acts:
        version = room.version
        try:
            if number == 9:
                back = room.turns_back(seat)
                room = room.undone(seat)
                log.append(Done(version, seat, None, back))
            else:
                text = legal(room, seat, number)
                room = room.offered(seat, text)
                log.append(Done(version, seat, text))
        except IllegalMove:
            continue
    again = resumed(start, log)
    assert isinstance(again, Room)
    assert (again.table, dict(again.held), again.version) == (
        room.table,
        dict(room.held),
        room.version,
    )


def test_a_log_that_does_not_fit_is_an_error_that_says_so():
    with pytest.raises(BadSetup, match="does not fit"):
        resumed(room_of(), [Done(0, 0, "99")])
