"""Transcripts: written, read, and refused when they are not what was played."""

import copy
import json

import pytest

from toy import TOY, Setup, highest, lowest
from whoknows.errors import BadFile, UnknownName, WhoknowsError
from whoknows.play.table.referee import Table, finish
from whoknows.play.table.transcript import load, read, save, written


def find(name):
    assert name == "toy"
    return TOY


@pytest.fixture
def document():
    table = finish(Table.with_secret(TOY, Setup(cards=5), (0, 4)), [lowest, highest])
    return written(table, ["lowest", "highest"])


def test_a_transcript_reads_as_written(document):
    assert document["moves"][1] == {"seat": 1, "move": "3", "answer": "no"}
    assert document["deal"] == {"hands": [0, 4]}
    told = read(document, find)
    assert told.seats == ("lowest", "highest")
    assert written(told.table, told.seats) == document


def test_a_file_is_all_there_or_not_at_all(document, tmp_path):
    table = read(document, find).table
    save(table, tmp_path / "game.json", ["a", "b"])
    assert load(tmp_path / "game.json", find).table == table
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    with pytest.raises(BadFile, match="cannot write"):
        save(table, tmp_path / "nowhere" / "game.json")
    with pytest.raises(BadFile, match=r"cannot write .*File name too long"):
        save(table, tmp_path / ("a" * 300))


def test_moves_at_the_same_time_follow_each_other():
    setup = Setup(cards=5, together=True)
    table = Table.with_secret(TOY, setup, (0, 4)).play({1: 0, 0: 4})
    moves = written(table)["moves"]
    assert [entry["seat"] for entry in moves] == [0, 1]
    assert read(written(table), find).table == table
    halved = written(table) | {"moves": moves[:1], "results": None}
    with pytest.raises(BadFile, match="the move of seat 1 is missing"):
        read(halved, find)


def test_answers_and_results_may_be_left_out(document):
    for entry in document["moves"]:
        del entry["answer"]
    del document["results"]
    assert len(read(document, find).table.turns) == 4


TAMPERINGS = [
    (["moves", 1, "move"], "4", r"move 2 \(seat 1: 4\) is illegal: seat 1 may not guess 4"),
    (["moves", 1, "move"], "x", r"move 2 \(seat 1: x\): 'x' is no card"),
    (["moves", 1, "seat"], 0, r"move 2 \(seat 0: 3\): it is the turn of seat 1"),
    (["moves", 2, "answer"], "yes", r'move 3 \(seat 0: 2\): the answer is "no", not "yes"'),
    (["moves", 0], "3", "move 1: a move is"),
    (["moves", 0, "seat"], True, "a seat is a number"),
    (["results"], [1.0, 0.0], r"the results are \[0.0, 0.0\] after move 4"),
    (["version"], 0, "a transcript of version 0; this program reads version 1"),
    (["version"], 2, "a transcript of version 2"),
    (["format"], "chess", "not a transcript"),
    (["game"], [], r"a game has a name, not \[\]"),
    (["game"], 5, "a game has a name, not 5"),
    (["seed"], -1, "a seed is a number"),
    (["deal"], None, None),
    (["deal"], {"hands": [0, 0]}, "does not fit"),
    (["deal"], {"cards": 3}, "no hands"),
    (["setup", "card"], 3, "no option of toy 'card'; did you mean 'cards'"),
    (["setup", "cards"], 1, "1 cards; wanted 2 to 1000"),
    (["setup"], [], None),
    (["seats"], ["a"], "names for 1 of 2 seats"),
    (["names"], ["a"], "names for 1 of 2 seats"),
    (["names"], "ab", "seats and names are lists"),
    (["names"], ["a", "\ud800"], "the name of a seat is no text"),
    (["move"], [], "no key of a transcript 'move'; did you mean 'moves'"),
    (["moves"], {}, None),
]


@pytest.mark.parametrize(("path", "value", "message"), TAMPERINGS)
def test_a_transcript_tampered_with_is_refused(document, path, value, message):
    changed = copy.deepcopy(document)
    spot = changed
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    with pytest.raises(WhoknowsError, match=message):
        read(changed, find)


def test_a_move_after_the_end_is_refused(document):
    document["moves"].append({"seat": 0, "move": "3"})
    with pytest.raises(BadFile, match=r"move 5 \(seat 0: 3\) comes after the end"):
        read(document, find)


def test_without_seed_or_deal_there_is_no_game(document):
    document |= {"seed": None, "deal": None}
    with pytest.raises(BadFile, match="a seed or a deal"):
        read(document, find)


def test_files_that_are_no_transcripts(tmp_path):
    with pytest.raises(BadFile, match="cannot read"):
        load(tmp_path / "none.json", find)
    (tmp_path / "half.json").write_text('{"format": ')
    with pytest.raises(BadFile, match="is not JSON"):
        load(tmp_path / "half.json", find)
    (tmp_path / "list.json").write_text(json.dumps([1]))
    with pytest.raises(BadFile, match="not a transcript"):
        load(tmp_path / "list.json", find)


def test_a_game_is_looked_up_by_its_name(document):
    from whoknows.catalog import find_game

    with pytest.raises(UnknownName, match="no game 'toy'"):
        read(document, find_game)
