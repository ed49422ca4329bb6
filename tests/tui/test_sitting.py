"""Sittings: every change is written down, and what is left can be gone on with."""

import pytest

from tests.machine import in_time
from tests.tui.screen import davinci, mastermind
from whoknows.catalog import GAMES, find_game
from whoknows.errors import BadSetup, IllegalMove, OldVersion, UnknownName
from whoknows.play.knowing.world_counts import PUBLIC, counts, lessons, tally
from whoknows.play.table.referee import Table
from whoknows.play.table.room import Chair, House
from whoknows.play.table.transcript import read, written
from whoknows.store.rooms import add_room
from whoknows.store.sitting import begun, known_games, resumed


def test_a_sitting_is_written_down_move_by_move(store):
    sitting = mastermind(store)
    for text in ("1122", "3344"):
        sitting = sitting.moved(text)
        assert resumed(store, sitting.id) == sitting
    sitting = sitting.undone()
    assert resumed(store, sitting.id) == sitting
    assert resumed(store) == sitting
    assert [len(line.guess) for line in sitting.view.sight.lines] == [4]


def test_the_same_seed_gives_the_same_game_as_the_referee_alone(store):
    sitting = davinci(store, seed=9, tiles=12)
    table = Table.dealt(sitting.room.game, sitting.room.table.setup, 9)
    strategy = sitting.room.game.strategies["aggressive"]
    while sitting.room.thinkers:
        sitting, table = sitting.answered(), table.step([strategy] * 3)
    assert sitting.room.table.turns == table.turns


def test_a_refused_move_leaves_no_trace(store):
    sitting = mastermind(store)
    with pytest.raises(IllegalMove, match="a code has 4"):
        sitting.moved("12")
    assert resumed(store, sitting.id) == sitting


def test_nothing_is_taken_back_where_the_house_forbids_it(store):
    game = GAMES["mastermind"]
    house = House(undo=False)
    sitting = begun(store, game, game.setup(), [Chair("You")], seed=1, house=house)
    with pytest.raises(IllegalMove, match="no move is taken back"):
        sitting.moved("1122").undone()


def test_who_comes_late_reads_the_game_again(store):
    first = mastermind(store)
    second = resumed(store, first.id)
    first = first.moved("1122")
    with pytest.raises(OldVersion):
        second.moved("3344")
    assert second.reloaded() == first


def test_an_unknown_strategy_makes_no_room(store):
    with pytest.raises(UnknownName, match="no strategy of davinci"):
        davinci(store, strategy="bogus")
    assert known_games(store) == []


def test_games_are_listed_and_those_of_the_lab_are_not(store):
    one = mastermind(store)
    add_room(store, "lab", "mastermind", {"chairs": [["You", None]]}, {})
    assert [known.id for known in known_games(store)] == [one.id]
    with pytest.raises(BadSetup, match="begun in the lab"):
        resumed(store, "lab")
    with pytest.raises(UnknownName, match=one.id):
        resumed(store, one.id[:-1])


def test_nothing_to_go_on_with_is_said(store):
    with pytest.raises(UnknownName, match="no game of the terminal can be continued"):
        resumed(store)


def test_the_transcript_of_a_sitting_can_be_read(store):
    sitting = mastermind(store).moved("1122")
    document = written(sitting.room.table, sitting.room.names)
    assert read(document, find_game).table.turns == sitting.room.table.turns


def test_a_new_game_has_the_same_people_and_another_secret(store):
    sitting = davinci(store, tiles=12)
    again = sitting.again()
    assert again.room.chairs == sitting.room.chairs
    assert (sitting.room.house.practice, again.room.house.practice) == (True, False)
    assert again.room.house.undo == sitting.room.house.undo
    assert again.room.table.setup == sitting.room.table.setup
    assert again.room.table.seed != sitting.room.table.seed
    assert again.id != sitting.id


def test_a_tally_that_is_carried_on_is_that_of_the_whole_game(store):
    sitting = mastermind(store)
    grown = tally(sitting.room.table, [0])
    for text in ("1122", "3344", "5566"):
        sitting = sitting.moved(text)
        grown = tally(sitting.room.table, [0], grown)
    table = sitting.room.table
    assert grown == [counts(table.undo(back), [0]) for back in (3, 2, 1, 0)]
    assert tally(table, [0]) == grown
    undone = sitting.undone().undone()
    assert tally(undone.room.table, [0], grown) == grown[:2]


def test_lessons_name_whose_worlds_changed():
    told = lessons(
        [{0: 9, 1: 5, PUBLIC: 90}, {0: 9, 1: 2, PUBLIC: 30}, {0: 9, 1: 2, PUBLIC: 30}],
        {0: "you", 1: "b"},
    )
    assert told == ["b 5 → 2, public 90 → 30", ""]


def test_the_lab_shows_a_game_of_the_terminal_to_spectators(store):
    from whoknows.web.rooms import new_room
    from whoknows.web.rooms.host import Host

    sitting = mastermind(store).moved("1122")

    async def look():
        live = await Host(store).find(sitting.id)
        return live.view(live.role(None))

    view = in_time(look())
    assert view.history == sitting.room.table.history
    assert view.seat is None
    assert [recent.room for recent in new_room.recent(store, 5)] == [sitting.id]
