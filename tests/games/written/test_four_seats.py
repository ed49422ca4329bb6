"""A game of four seats from a file, as a stranger meets it: its board, words, and doors."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from whoknows.catalog import own_game
from whoknows.cli.main import app
from whoknows.errors import BadSetup, UnknownName
from whoknows.play.face.face import face_of
from whoknows.play.table.referee import Table

FILE = "docs/examples/spy.game"
PLACES = ("beach", "ship", "bank", "school", "casino")
NAMES = ["Zoe", "Bob", "Cai", "Dee"]


def table_of(*moves):
    """The spy is Cai, and they are at the bank."""
    game = own_game(FILE)
    secret = game.from_json({"place": "bank", "spy": "cai"}, game.setup())
    table = Table.with_secret(game, game.setup(), secret)
    for move in moves:
        table = table.play({table.turn[0]: game.parse_move(move, table.setup)})
    return table


def typed(words, *lines):
    """What a command says to one who types these lines."""
    result = CliRunner().invoke(app, words.split(), input="".join(f"{x}\n" for x in lines))
    return result.output


def test_what_is_seen_of_one_thing_is_said_in_words():
    table = table_of()
    assert "spy not bob" in table.game.face.board_text(table.sight(1), NAMES)
    assert "spy cai" in table.game.face.board_text(table.sight(2), NAMES)


def test_who_watches_sees_what_each_seat_sees_and_at_the_end_all():
    table = table_of()
    sights = {seat: table.sight(seat) for seat in table.seats}
    shown = table.game.face.open_text(sights, NAMES).splitlines()
    assert shown[1:] == [
        "Zoe sees: where bank",
        "Bob sees: where bank",
        "Cai sees: where nobody",
        "Dee sees: where bank",
    ]
    table = table_of("accuse cai")
    sights = {seat: table.sight(seat) for seat in table.seats}
    assert table.game.face.open_text(sights, NAMES).splitlines() == [
        "table: place bank   spy cai   caught yes   found no   wrong no"
    ]


def test_a_seat_in_a_sentence_is_called_by_its_name_at_the_table():
    table = table_of("hint money", "accuse ann")
    face, sight = table.game.face, table.sight(3)
    assert face.event_text(sight.history[1], NAMES, sight) == "Bob: Zoe is the spy → no."
    assert "“Zoe is the spy”" in face.ending_why(sight, {}, NAMES)
    assert face.move_label(sight, "accuse bob") == "Bob is the spy"


def test_a_deal_that_does_not_fit_says_what_is_wanted():
    game = own_game(FILE)
    with pytest.raises(UnknownName, match="no value of place 'bnk'; did you mean 'bank'"):
        game.from_json({"place": "bnk", "spy": "cai"}, game.setup())
    with pytest.raises(BadSetup, match="4 worlds fit this: place=bank; say also: spy"):
        game.from_json({"place": "bank"}, game.setup())
    with pytest.raises(UnknownName, match="no fact or part 'plac'; did you mean 'place'"):
        game.from_json(face_of(game).read_deal("plac=bank", game.setup()), game.setup())


def test_a_game_is_checked_as_other_files_are(tmp_path):
    told = typed(f"check {FILE}")
    assert "Spy at the table, 20 worlds" in told
    assert "moves: hint <t>, accuse <x>, name <p>" in told
    found = json.loads(typed(f"check {FILE} --json"))
    assert (found["worlds"], found["seats"]) == (20, ["ann", "bob", "cai", "dee"])
    wrong = tmp_path / "wrong.game"
    wrong.write_text("seats ann\nfacts p\nlaw q\nmove go\nends if round = 1\n")
    result = CliRunner().invoke(app, ["check", str(wrong)])
    assert f"{wrong}:3:5: no name 'q'" in str(result.exception)


def test_a_move_that_is_called_as_a_word_of_ours_is_a_move(tmp_path):
    play = f"play {FILE} --deal place=bank,spy=ann --db {tmp_path}/games.db"
    told = typed(play, "help", "hint money", "/hint", "/quit")
    assert "hint <t>     One finds <t> here" in told
    assert "/hint        what a logician would do" in told
    assert "Ann: One finds money here." in told
    assert "A logician would play" in told
    assert "You leave the table" in told


def test_a_file_is_named_in_its_own_help_and_has_no_text_to_choose():
    for door in ("play", "watch", "terminal"):
        told = typed(f"{door} {FILE} --help")
        assert f"whoknows {door} {FILE}" in told
        assert "--text" not in told


def test_a_seat_is_taken_by_its_name(tmp_path):
    told = typed(f"play {FILE} --seat dee --seed 1 --db {tmp_path}/games.db", "quit")
    assert "You are Dee (seat 3)." in told
    result = CliRunner().invoke(app, f"play {FILE} --seat dex".split())
    assert "or a name: Ann, Bob, Cai, Dee" in str(result.exception)


@pytest.mark.parametrize("seed", range(6))
def test_the_same_game_as_a_class_is_the_same_game(seed):
    rng = np.random.default_rng(seed)
    texts, classes = own_game(FILE), own_game("docs/examples/spy.py:GAME")
    so = {
        "place": str(rng.choice(PLACES)),
        "spy": str(rng.choice(texts.setup().book.seats)),
    }
    tables = [
        Table.with_secret(game, game.setup(), game.from_json(so, game.setup()))
        for game in (texts, classes)
    ]
    while not tables[0].over:
        [seat] = tables[0].turn
        offered = [
            sorted(map(t.game.move_name, t.game.moves(t.sight(seat)))) for t in tables
        ]
        assert offered[0] == offered[1]
        held = [[t.game.worlds(t.sight(s)) for s in (None, *t.seats)] for t in tables]
        assert held[0] == held[1]
        move = str(rng.choice(offered[0]))
        tables = [t.play({seat: t.game.parse_move(move, t.setup)}) for t in tables]
    assert tables[0].result == tables[1].result
    assert tables[0].sight(None).history == tables[1].sight(None).history


def test_what_a_seat_knows_is_a_list_below_its_first_line():
    table = table_of("hint money")
    for kind in ("know", "why"):
        first, blank, *items = table.game.face.hint(table.sight(1), kind).splitlines()
        assert not first.startswith("-")
        assert blank == ""  # without it, pages show one paragraph
        assert items
        assert all(item.startswith("- ") for item in items)
