"""The boards of the Da Vinci Code and EggHead: what they say, warn of, and offer."""

import re
from collections import Counter
from math import comb
from typing import Any

import pytest
from tests.test_conformance import random_play

from whoknows.catalog import GAMES
from whoknows.games.davinci import GAME as DAVINCI
from whoknows.games.davinci import paper
from whoknows.games.davinci.show.words import insisting
from whoknows.games.egghead import GAME as EGGHEAD
from whoknows.games.egghead.rules.stacks import stack_name
from whoknows.play.face.face import HINTS, face_of
from whoknows.play.table.referee import Table, finish


@pytest.mark.parametrize("name", ["davinci", "egghead"])
def test_options_and_ready_made_games_make_setups(name):
    face = face_of(GAMES[name])
    plain = {option.name: option.default for option in face.options()}
    for more in ({}, *face.ready_made().values()):
        chosen = {
            key: value for key, value in {**plain, **more}.items() if value is not None
        }
        setup = GAMES[name].setup(**chosen)
        table = Table.dealt(GAMES[name], setup, 1)
        assert face.board_svg(table.sight(0), ["x"] * len(table.seats))


@pytest.mark.parametrize("name", ["davinci", "egghead"])
def test_a_whole_game_is_told_in_words(name):
    game: Any = GAMES[name]
    face = face_of(game)
    for setup in game.small():
        for table in random_play(game, setup, 2)[1:]:
            names = [f"<P{seat}>" for seat in table.seats]
            said = face.event_text(table.history[-1], names, table.sight(0))
            assert said.endswith((".", "?")) or said[-1].isalnum() or "Next:" in said
            svg = face.board_svg(table.sight(0), names)
            assert "<P0>" not in svg
            assert "&lt;P0&gt;" in svg
        if table.over:
            assert " win" in face.ending(table.sight(0), table.result, names) or (
                "nobody scored" in face.ending(table.sight(0), table.result, names)
            )


def example_3():
    setup = DAVINCI.setup(**paper.THREE.setup)
    return Table.with_secret(DAVINCI, setup, DAVINCI.from_json(paper.THREE.deal, setup))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("a2=b9", "you have it yourself"),
        ("a2=b5", "it lies open"),
        ("a2=b11", "the order of the code"),
        ("a2=b7", None),
        ("a2=b7!", None),
        ("a1=b5", None),  # the referee refuses it
        ("b1=b4", None),
        ("nonsense", None),
    ],
)
def test_a_warning_before_a_guess_that_is_known_to_be_wrong(move, reason):
    table = example_3()
    said = face_of(GAMES["davinci"]).warning(table.sight(1), move)
    assert (said is None) == (reason is None)
    assert reason is None or reason in said


def test_a_typed_guess_known_to_be_wrong_is_insisted_on():
    sight = example_3().sight(1)
    assert insisting(sight, "a2=b9") == "a2=b9!"
    assert insisting(sight, "a2=b7") == "a2=b7"
    assert insisting(sight, "a2=b9!") == "a2=b9!"
    assert insisting(sight, "a1=b9") == "a1=b9"
    assert insisting(sight, "stop") == "stop"


def test_hints_of_example_3():
    table = example_3()
    face, sight = face_of(GAMES["davinci"]), table.sight(2)
    assert "You hold **6** worlds possible." in face.hint(sight, "know")
    assert "a2: b6 50%, b7 50%" in face.hint(sight, "know")
    assert "b0 b1 b2 b3: you have it yourself" in face.hint(sight, "why")
    mine = table.sight(1)
    advice = face.hint(mine, "move")
    assert all(name in advice for name in ("leak-aware", "aggressive", "careful"))


def held_worlds(table, seat):
    """The worlds that a seat holds possible, one by one."""
    found = DAVINCI.model(table.sight(seat), 5000)
    return [found.keys[number] for number in found.held]


@pytest.mark.parametrize("turns", [0, 2])
def test_the_likeliest_guess_is_found_by_counting_worlds(turns):
    table = Table.dealt(DAVINCI, DAVINCI.setup(players=3, tiles=10, hand=2), 4)
    for _ in range(turns):
        table = table.step([DAVINCI.strategies["aggressive"]] * 3)
    seat = table.turn[0]
    worlds = held_worlds(table, seat)
    hidden = [(s, p) for s in table.seats for p in range(2)
              if s != seat and table.sight(seat).table.codes[s][p][1] is None]  # fmt: skip
    counts = Counter((s, p, world[s][p]) for world in worlds for s, p in hidden)
    most = max(counts.values())
    said = face_of(GAMES["davinci"]).hint(table.sight(seat), "know")
    guess, right, of = re.search(
        r"likeliest guess is \*\*(.*?)\*\*: right with .*, in ([\d,]+) of ([\d,]+) worlds",
        said,
    ).groups()
    assert (int(right), int(of)) == (most, len(worlds))
    move = DAVINCI.parse_move(guess, table.setup)
    assert counts[move.seat, move.place, move.tile] == most


def test_what_all_can_tell_of_a_hand_is_counted_from_the_public_worlds():
    table = Table.dealt(DAVINCI, DAVINCI.setup(players=2, tiles=8, hand=3), 4)
    table = table.step([DAVINCI.strategies["random"]] * 2)
    found = DAVINCI.model(table.sight(None), 5000)
    worlds = [found.keys[number] for number in found.held]
    said = face_of(GAMES["davinci"]).hint(table.sight(0), "know")
    hands = {world[0] for world in worlds}
    assert f"you can have {len(hands)} hands: " in said
    for place in range(3):
        tiles = {hand[place] for hand in hands}
        if table.sight(0).table.codes[0][place][1] is None:
            assert f"a{place + 1} one of {len(tiles)} tiles" in said


def test_the_full_game_says_something_from_the_first_moment_on():
    face, phases = face_of(GAMES["davinci"]), set()
    table = Table.dealt(DAVINCI, DAVINCI.setup(full=True, players=3), 6)
    while not table.over and len(table.turns) < 40:
        sight, _history = table.sight(table.turn[0]), table.history
        phases.add(sight.table.phase)
        know, why, move = (face.hint(sight, kind) for kind in HINTS)
        if not sight.facts:
            # 22 tiles are not mine: two hands of four from them.
            assert f"**{comb(22, 4) * comb(18, 4):,}** deals are possible" in know
            assert "as likely as every other" in why
        else:
            assert "The likeliest guess is" in know
            assert "you can have" in know
            assert "can be" in why
        if sight.table.phase in ("guess", "go on"):
            assert move.startswith("- *leak-aware*: **")
        else:
            assert "way" in move
        table = table.step([DAVINCI.strategies["random"]] * 3)
    assert {"arrange", "guess", "go on", "hide", "open"} & phases >= {"arrange", "guess"}


def test_guesses_that_ruled_something_out_are_named():
    table = example_3()
    [guess] = paper.THREE.guesses
    table = table.play({1: DAVINCI.parse_move(guess, table.setup)})
    why = face_of(GAMES["davinci"]).hint(table.sight(0), "why")
    assert f"Guesses at b or by b: b: {guess}, wrong." in why


def test_what_takes_long_to_think_through_is_left_out_of_a_hint():
    table = Table.dealt(DAVINCI, DAVINCI.setup(players=4, tiles=22), 3)
    said = face_of(GAMES["davinci"]).hint(table.sight(0), "know")
    assert "too much to tell yet" in said
    assert "worlds possible" in said


def test_a_hint_of_the_full_game_is_soon_there():
    """Thinking for the three others took nine seconds here, and is left out."""
    table = Table.dealt(DAVINCI, DAVINCI.setup(players=4, full=True), 0)
    for _ in range(7):
        table = table.step([DAVINCI.strategies["aggressive"]] * 4)
    said = face_of(GAMES["davinci"]).hint(table.sight(0), "know")
    assert "too much to tell yet" in said


def test_a_world_as_a_board_shows_all_its_tiles():
    table = example_3()
    sight = table.sight(2)
    found = DAVINCI.model(sight, 50)
    svg = face_of(GAMES["davinci"]).world_svg(sight, found.keys[0], ["x", "y", "z"])
    assert ">?<" not in svg
    assert 'data-pick="' not in svg


def eggs(seed=3, turns=0, **options):
    table = Table.dealt(EGGHEAD, EGGHEAD.setup(players=3, points=3, **options), seed)
    for _ in range(turns):
        table = table.step([EGGHEAD.strategies["logician"]] * 3)
    return table


def test_a_call_is_warned_of_unless_it_is_certain():
    face, seen = face_of(GAMES["egghead"]), set()
    table = eggs()
    while not table.over and len(seen) < 4:
        sight, _history = table.sight(0), table.history
        if 0 in table.turn:
            worlds = EGGHEAD.worlds(sight)
            truth = stack_name(table.state.stacks[0])
            said = face.warning(sight, truth)
            assert (said is None) == (worlds == 1)
            silent = face.warning(sight, "pass")
            assert (silent is not None) == (worlds == 1)
            out = next((s for s in sight.setup.box.all if not possible(table, s)), None)
            if out is not None:
                assert "cannot be" in face.warning(sight, stack_name(out))
                seen.add("out")
            seen.add("one" if worlds == 1 else "many")
        table = table.step([EGGHEAD.strategies["logician"]] * 3)
    assert {"one", "many", "out"} <= seen
    assert face.warning(eggs().sight(0), "no stack") is None


def possible(table, stack):
    from whoknows.games.egghead.strategies import row

    return bool(row(table.sight(0))[table.setup.box.places[stack]])


def test_the_board_of_stacks_has_all_of_them_and_says_why():
    from whoknows.games.egghead.show.face import board_of_stacks

    table = eggs(turns=2)
    svg, left, why = board_of_stacks(table.sight(0), ["Ann", "Bob", "Cy"])
    assert svg.count("data-pick") == 56 + svg.count("[data-pick]")
    assert svg.count('class="egb-left"') == left == EGGHEAD.worlds(table.sight(0))
    assert len(why) == 56
    assert sum(" is left, " in text for text in why.values()) == left
    assert "round 1:" in svg


@pytest.mark.parametrize("kind", HINTS)
def test_hints_of_egghead(kind):
    table = eggs(turns=1)
    said = face_of(GAMES["egghead"]).hint(table.sight(0), kind)
    assert {"know": "left", "why": "rules out", "move": "logician"}[kind] in said


def test_rotating_moderators_ask_and_do_not_react():
    table = eggs(moderator="rotating")
    svg = face_of(GAMES["egghead"]).board_svg(table.sight(1), ["Ann", "Bob", "Cy"])
    assert "A Ann asks" in svg
    assert "asks the question" in svg
    assert 0 not in table.turn


def test_who_won_is_said():
    table = finish(eggs(), [EGGHEAD.strategies["logician"]] * 3)
    face = face_of(GAMES["egghead"])
    best = max(table.result, key=table.result.get)
    ties = [s for s, score in table.result.items() if score == table.result[best]]
    said = face.ending(table.sight(best), table.result, ["Ann", "Bob", "Cy"])
    assert ("You" in said) or len(ties) > 1
    assert "points" in said
