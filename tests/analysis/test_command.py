"""The command `review`: text, JSON, seats, and what is refused."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import whoknows as wk
from whoknows.catalog import find_game
from whoknows.cli.main import app
from whoknows.errors import (
    BadFile,
    BadSetup,
    IllegalMove,
    NotAllowed,
    UnknownName,
    WhoknowsError,
)
from whoknows.play.table.transcript import as_text, load, written

EXAMPLE = str(Path(__file__).parents[2] / "docs" / "examples" / "davinci.json")
KEYS = "turn seat move before after bits most_bits best loss skill luck told".split()


def run(*arguments):
    return CliRunner().invoke(app, ["review", *map(str, arguments)])


def test_the_json_is_that_of_the_library():
    outcome = run(EXAMPLE, "--json")
    assert outcome.exit_code == 0, outcome.output
    document = json.loads(outcome.output)
    assert document == wk.review(EXAMPLE).to_json()
    assert {"game", "seats", "moves", "skill", "luck", "moments"} <= set(document)
    assert all(set(KEYS) <= set(move) for move in document["moves"])
    assert document["moves"][0]["told"] == {"1": 0.0}


def test_an_example_is_reviewed_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert wk.review("examples/davinci.json").moves


def test_one_seat_by_number_letter_or_name():
    for seat in ("1", "b", "Bob"):
        document = json.loads(run(EXAMPLE, "--json", "--seat", seat).output)
        assert {move["seat"] for move in document["moves"]} == {1}
    assert isinstance(run(EXAMPLE, "--seat", "zoe").exception, UnknownName)


def test_the_text_names_moves_best_and_moments():
    text = run(EXAMPLE).output
    assert "b2=w2" in text
    assert "After turn 2, ann could have known that b1 is b2" in text
    assert "ann: skill 73%, luck -0.75 right guesses" in text


@pytest.fixture
def unfinished():
    """A game of three that has just begun, as a transcript."""
    table = wk.deal("davinci", seed=5)
    move = table.game.moves(table.sight(table.turn[0]))[0]
    return table.play({table.turn[0]: move})


def test_an_unfinished_game_wants_a_seat(tmp_path, unfinished):
    path = tmp_path / "part.json"
    path.write_text(as_text(written(unfinished)), encoding="utf-8")
    assert isinstance(run(path).exception, NotAllowed)
    seat = next(iter(unfinished.turns[0]))
    document = json.loads(run(path, "--seat", seat, "--json").output)
    assert not document["over"]
    assert document["results"] is None
    assert [move["told"] for move in document["moves"]] == [{}]


def test_no_secret_is_in_the_review_of_an_unfinished_game(unfinished):
    """Whatever the others hold, the bytes are the same if the seat sees the same."""
    seat = next(iter(unfinished.turns[0]))
    mine = json.dumps(wk.review(unfinished, seat=seat).to_json())
    same = 0
    for seed in range(400):
        try:
            table = swapped(unfinished, seed).play(unfinished.turns[0])
        except WhoknowsError:
            continue
        if (
            table.sight(seat) == unfinished.sight(seat)
            and table.secret != unfinished.secret
        ):
            assert json.dumps(wk.review(table, seat=seat).to_json()) == mine
            same += 1
    assert same >= 5


def swapped(table, seed):
    """A table on which the other seats hold other tiles of the same colors."""
    import numpy as np

    from whoknows.play.table.referee import Table

    rng = np.random.default_rng(seed)
    seat = next(iter(table.turns[0]))
    hands = [list(hand) for hand in table.secret.hands]
    others = [k for k in range(len(hands)) if k != seat]
    pool = [tile for k in others for tile in hands[k]] + list(table.secret.pile)
    for color in (0, 1):
        tiles = rng.permutation([t for t in pool if t % 2 == color]).tolist()
        for k in others:
            hands[k] = [tiles.pop() if t % 2 == color else t for t in hands[k]]
    document = table.game.to_json(table.secret)
    names = [
        " ".join(("b" if t % 2 == 0 else "w") + str(t // 2) for t in sorted(h))
        for h in hands
    ]
    document["hands"] = dict(zip("abc", names, strict=True))
    document.pop("pile")
    secret = table.game.from_json(document, table.setup)
    return Table.with_secret(table.game, table.setup, secret, table.seed)


def test_a_changed_transcript_is_refused_with_the_place(tmp_path):
    document = json.loads(Path(EXAMPLE).read_text(encoding="utf-8"))
    document["moves"][2]["answer"]["right"] = True
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    error = run(path).exception
    assert isinstance(error, BadFile)
    assert "move 3" in str(error)


def test_a_strategy_that_is_gone_does_not_hinder(tmp_path):
    document = json.loads(Path(EXAMPLE).read_text(encoding="utf-8"))
    document["seats"] = ["lost.py:gone", "never-known"]
    path = tmp_path / "gone.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert run(path).exit_code == 0


def test_a_game_of_the_terminal_by_its_name(tmp_path):
    from whoknows.catalog import GAMES
    from whoknows.store import open_store
    from whoknows.store.sitting import begun, usual_chairs

    db = str(tmp_path / "games.db")
    game = GAMES["balance"]
    setup = game.setup(coins=3, kind="heavy")
    with open_store(db) as store:
        sitting = begun(store, game, setup, usual_chairs(game, setup), seed=1).moved(
            "1 : 2"
        )
    document = json.loads(run(sitting.id, "--db", db, "--json").output)
    assert [move["move"] for move in document["moves"]] == ["1 : 2"]
    assert isinstance(run("nosuch", "--db", db).exception, UnknownName)


def test_a_page_in_one_file_needs_nothing_from_outside(tmp_path):
    path = tmp_path / "page.html"
    assert run(EXAMPLE, "-o", path).exit_code == 0
    page = path.read_text(encoding="utf-8")
    outside = re.findall(r"(?:src|href)=|url\(|@import|https?://(?!www\.w3\.org)", page)
    assert not outside
    boards = json.loads(re.search(r"const BOARDS = (.*);", page)[1])
    assert {seat: len(shown) for seat, shown in boards.items()} == {"0": 7, "1": 7}
    assert "After turn 2, ann could have known that b1 is b2" in page


def test_the_page_of_an_unfinished_game_has_the_eyes_of_one_seat(tmp_path, unfinished):
    path, page = tmp_path / "part.json", tmp_path / "page.html"
    path.write_text(as_text(written(unfinished)), encoding="utf-8")
    seat = next(iter(unfinished.turns[0]))
    assert run(path, "--seat", seat, "-o", page).exit_code == 0
    boards = json.loads(re.search(r"const BOARDS = (.*);", page.read_text("utf-8"))[1])
    assert set(boards) == {str(seat)}


def test_a_card_is_the_same_every_time_and_names_no_move_without_spoilers(tmp_path):
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    for path in (one, two):
        assert run(EXAMPLE, "-o", path, "--no-spoilers").exit_code == 0
    assert one.read_bytes() == two.read_bytes()
    assert not any(move.name in one.read_text("utf-8") for move in wk.review(EXAMPLE).moves)
    assert run(EXAMPLE, "-o", two).exit_code == 0
    assert "last move b2=w4" in two.read_text("utf-8")
    assert run(EXAMPLE, "-o", tmp_path / "card.png").exit_code == 0
    assert (tmp_path / "card.png").read_bytes().startswith(b"\x89PNG")
    assert isinstance(run(EXAMPLE, "-o", tmp_path / "card.bmp").exception, BadSetup)


def test_what_if_plays_another_move_and_goes_on():
    from whoknows.analysis.what_if import WhatIf, branch

    table = load(Path(EXAMPLE), find_game).table
    other = branch(table, WhatIf(1, 0, "b1=b2"))
    assert other.over
    assert other.game.move_name(other.turns[0][0]) == "b1=b2"
    assert wk.review(other).moves[0].loss == 0
    with pytest.raises(IllegalMove):
        branch(table, WhatIf(1, 1, "a1=b1"))  # it was not b's turn
    with pytest.raises(BadSetup):
        branch(table, WhatIf(9, 0, "b1=b2"))
    with pytest.raises(NotAllowed):
        branch(table.undo(1), WhatIf(1, 0, "b1=b2"))  # it would tell the secret


def test_a_guess_that_the_maker_answers_counts_with_its_answer():
    table = wk.deal("mastermind", pegs=2, colors=3, maker="mind")
    table = table.play({0: (0, 0)})
    [waiting] = wk.review(table, seat=0).moves
    assert (waiting.before, waiting.after, waiting.luck) == (9, 9, None)
    table = table.play({1: table.game.parse_move("answer 0,0", table.setup)})
    [answered] = wk.review(table, seat=0).moves
    assert (answered.before, answered.after) == (9, 4)  # two colors are left at each peg
    assert answered.luck is not None
