"""Undo between people is asked for, a rematch opens to old keys, and the end is told."""

import pytest

from machine import in_time, until_async
from whoknows.catalog import GAMES
from whoknows.errors import IllegalMove, NotAllowed
from whoknows.play.documents import read_setup, setup_json
from whoknows.play.face.face import face_of
from whoknows.play.table.referee import Table, finish
from whoknows.play.table.room import Chair, House, TakenBack
from whoknows.store.kept_room import kept_room
from whoknows.web.ending import another_address
from whoknows.web.option_fields import parse_asked
from whoknows.web.server.keys import Role, seat_door

MUDDY = {"children": 2}
PEOPLE = [Chair("Ann"), Chair("Bob")]


async def played(host, *moves, chairs=PEOPLE, undo=True):
    """A room of two muddy children in which these moves were made."""
    made = await host.create("muddy", MUDDY, chairs, House(undo), deal=[True, True])
    live = await host.find(made.room)
    for k, move in enumerate(moves):
        await host.move(live, Role(k % 2), move)
    return made, live


def test_where_others_play_they_are_asked_before_a_move_is_taken_back(host):
    async def story():
        _, live = await played(host, "unsure", "unsure")
        await host.undo(live, Role(0), 1)
        assert live.room.version == 1
        assert (live.asked.seat, live.asked.agreed) == (0, frozenset())
        for who in (Role(0), Role(None)):
            with pytest.raises(NotAllowed):
                await host.answer_undo(live, who, agree=True)
        await host.answer_undo(live, Role(1), agree=False)
        assert (live.room.version, live.asked) == (1, None)
        assert live.answer == "Bob does not agree."
        with pytest.raises(IllegalMove, match="nobody wants"):
            await host.answer_undo(live, Role(1), agree=True)
        await host.undo(live, Role(1), 1)
        await host.answer_undo(live, Role(0), agree=True)
        assert (live.room.version, len(live.room.table.turns)) == (2, 0)
        told = (TakenBack(seat=1, left=0),)
        assert live.view(Role()).taken == told
        assert kept_room(host.store, live.id).room.taken == told  # and so it is kept

    in_time(story())


def test_a_move_made_meanwhile_ends_the_question(host):
    async def story():
        _, live = await played(host, "unsure", "unsure")
        await host.undo(live, Role(0))
        await host.move(live, Role(0), "muddy")
        assert live.asked is None

    in_time(story())


def test_who_plays_with_strategies_takes_back_at_once(host):
    async def story():
        chairs = [Chair("Ann"), Chair("Bob", "silent")]
        _, live = await played(host, "unsure", chairs=chairs)
        await until_async(lambda: live.room.table.turns, "a strategy's move")
        await host.undo(live, Role(0))
        assert (live.asked, live.room.table.turns) == (None, ())

    in_time(story())


def test_a_rematch_opens_to_the_old_keys_with_the_seats_changed(host):
    async def story():
        made, live = await played(host)
        own = await host.take(live, made.keys[seat_door(1)])
        with pytest.raises(NotAllowed):
            await host.rematch(live, Role(0))  # it is not over yet
        for move in ("unsure", "unsure", "muddy", "muddy"):
            await host.move(live, Role(len(live.room.held) % 2), move)
        assert live.room.table.over
        with pytest.raises(NotAllowed):
            await host.rematch(live, Role(None))
        next_room = await host.rematch(live, live.role(own))
        assert await host.rematch(live, live.role(made.keys["host"])) == next_room
        again = await host.find(next_room)
        assert again.room.names == ("Bob", "Ann")
        assert again.role(own).seat == 0
        assert again.role(made.keys["host"]).seat == 1
        assert again.role(made.keys["host"]).host
        with pytest.raises(NotAllowed, match="taken"):
            again.role(made.keys[seat_door(1)])  # the old invitation stays closed
        assert again.kept.document["seed"] != live.kept.document["seed"]
        assert again.kept.document.get("deal") is None
        assert await host.find(live.id)
        host.live.clear()
        assert (await host.find(live.id)).next == next_room  # and so it is after a start

    in_time(story())


# What is told at the end: worked out by hand.
ENDS = [
    (
        "muddy",
        {"children": 3},
        [True, True, False],
        [
            {0: "unsure", 1: "unsure", 2: "unsure"},
            {0: "muddy", 1: "muddy", 2: "unsure"},
            {2: "clean"},
        ],
        "You were **muddy**. 2 were muddy, and each of them saw 1. With only 1 muddy,"
        " somebody would have known in round 1. Nobody did: so the muddy could know in"
        " round **2**, and the clean one round later.",
    ),
    (
        "hats",
        {},
        "RRR",
        [{0: "B", 1: "B", 2: "B"}],
        "Your hat was **red**. Right: nobody. Wrong: Ann, Bob, Cat. By the deal *adequate*"
        " this is one of 2 of 8 that lose: all of you err together.",
    ),
    (
        "mastermind",
        {"pegs": 2, "colors": 2},
        [0, 1],
        [{0: "11"}, {0: "12"}],
        "Codes left after each guess: 4 → 2 → 1. The guess 11 told the most: 4 to 2.",
    ),
    (
        "balance",
        {"coins": 3, "kind": "heavy"},
        "2 heavy",
        [{0: "1 : 2"}],
        "Cases left after each weighing: 3 → 1. 1 weighing is always enough, if each is"
        " chosen well.",
    ),
    (
        "davinci",  # after a white 1 stands no black 1: its place is left of it
        {"players": 2, "tiles": 6, "hand": 2},
        {"hands": ["b1 w2", "w1 b3"], "first": "a"},
        [{0: "b1=w1"}, {0: "b2=b3"}],
        "Turn 2: you name Bob’s last hidden tile, and Bob is out; by what all had heard, it"
        " could be 2 different tiles. Right guesses: you 2 of 2, Bob 0 of 0.",
    ),
    (
        "egghead",  # Ann sees a 3, and two values lie on the table: hers is a 1 or a 2
        {"players": 2, "cards": 1, "values": 3, "points": 1},
        {"stacks": [[2], [3]], "questions": [0, 1], "new": [], "stream": 1},
        [{0: "pass", 1: "pass"}, {0: "2", 1: "pass"}, {1: "pass"}],
        "Right calls: you in round 2. You could know your last call: round 2: How many odd"
        " values are missing? 1, which ruled out 1.",
    ),
]


@pytest.mark.parametrize(("name", "options", "deal", "turns", "said"), ENDS)
def test_the_end_says_why(name, options, deal, turns, said):
    game = GAMES[name]
    setup = read_setup(game, options)
    table = Table.with_secret(game, setup, game.from_json(deal, setup))
    for turn in turns:
        moves = {seat: game.parse_move(move, setup) for seat, move in turn.items()}
        table = table.play(moves)
    assert table.over
    names = ["Ann", "Bob", "Cat"][: len(table.seats)]
    assert face_of(game).ending_why(table.sight(0), table.result, names) == said


def test_who_is_out_hears_how_it_came_and_who_watches_no_you():
    game = GAMES["egghead"]
    _, options, deal, turns, _ = ENDS[-1]
    setup = read_setup(game, options)
    table = Table.with_secret(game, setup, game.from_json(deal, setup))
    for turn in turns:
        table = table.play({s: game.parse_move(m, setup) for s, m in turn.items()})
    why = face_of(game).ending_why
    told = {
        seat: why(table.sight(seat), table.result, ["Ann", "Bob"]) for seat in (1, None)
    }
    assert (
        told[1] == "Right calls: Ann in round 2. At the end **2** stacks were left to you."
    )
    assert told[None] == "Right calls: Ann in round 2."


@pytest.mark.parametrize("name", GAMES)
def test_the_next_size_is_a_game_as_well(name):
    game = GAMES[name]
    for options in face_of(game).ready_made().values():
        setup = read_setup(game, dict(options))
        for _ in range(4):
            changed = face_of(game).larger(setup)
            setup = read_setup(game, {**setup_json(setup), **changed})
            assert face_of(game).usual_chairs(setup)


def test_at_the_end_of_the_da_vinci_code_all_tiles_are_turned_over():
    game = GAMES["davinci"]
    table = Table.dealt(game, game.setup(players=2, tiles=6, hand=2), seed=1)
    table = finish(table, [game.strategies["careful"]] * 2)
    sights = {seat: table.sight(seat) for seat in table.seats}
    [loser] = [seat for seat, score in table.result.items() if not score]
    face, names = face_of(game), ["Ann", "Bob"]
    assert ", hidden<" in face.board_svg(sights[loser], names)
    assert ", hidden<" not in face.open_svg(sights[loser], sights, names)


def test_another_game_keeps_the_setup(host):
    async def story():
        chairs = [Chair(n) for n in "abcde"]
        made = await host.create("muddy", {"children": 5, "dealing": "slow"}, chairs)
        live = await host.find(made.room)
        return another_address(live.view(Role()))

    address = in_time(story())
    assert address == "/new/muddy?children=5&dealing=slow"
    asked = dict(part.split("=") for part in address.partition("?")[2].split("&"))
    assert parse_asked(GAMES["muddy"], asked) == {"children": 5, "dealing": "slow"}
