"""What comes of a game's rules alone, in a game that nobody here has seen before."""

from fractions import Fraction
from typing import Any

import pytest

from whoknows.analysis.review import review
from whoknows.catalog import own_game
from whoknows.errors import BadSetup, IllegalMove
from whoknows.play.judging import judge_of
from whoknows.play.learners.numbered import Numbered
from whoknows.play.table.referee import Table, finish

GAME: Any = own_game("docs/examples/forehead.py:GAME")
SETUP = GAME.setup(most=4)
NAMES = ["Ann", "Bob"]
PAIRS = [(1, 2), (2, 1), (2, 3), (3, 2), (3, 4), (4, 3)]


def table(*numbers):
    return Table.with_secret(GAME, SETUP, numbers)


def test_a_seat_holds_possible_what_fits_what_it_sees_and_heard():
    now = table(4, 3)
    assert [*GAME.possible(now.sight(None))] == PAIRS
    assert [*GAME.possible(now.sight(0))] == [(2, 3), (4, 3)]
    assert [*GAME.possible(now.sight(1))] == [(4, 3)]
    now = now.play({0: 0})  # who sees 1 or 4 would have known
    assert [*GAME.possible(now.sight(None))] == [(1, 2), (2, 3), (3, 2), (4, 3)]
    assert GAME.worlds(now.sight(0)) == 2
    after = now.play({1: 0})  # Bob could know in any case: it tells nothing
    assert after.history[-1].answer == "could have known"
    assert [*GAME.possible(after.sight(0))] == [(2, 3), (4, 3)]


def test_what_is_known_as_a_model():
    found = GAME.model(table(4, 3).sight(0), 100)
    assert found is not None
    assert (len(found.model), found.held_keys, found.home) == (6, [(2, 3), (4, 3)], "seat1")
    assert found.model.count("Kv seat1 first") == 2  # who sees 1, and who sees 4
    assert GAME.model(table(4, 3).sight(0), 5) is None
    both = GAME.whole({k: table(4, 3).sight(k) for k in (0, 1)}, 100)
    assert both.keys[both.actual] == (4, 3)


def test_a_claim_is_worth_the_chance_that_it_is_so():
    judge, sight = judge_of(GAME, SETUP), table(4, 3).sight(0)
    values = {m: judge.judged(sight, 0, m).value for m in GAME.moves(sight)}
    assert values == {0: 1, 1: 0, 2: Fraction(1, 2), 3: 0, 4: Fraction(1, 2)}
    sure = judge.judged(table(3, 4).sight(0), 0, 0)
    assert (sure.value, sure.best, sure.best_moves) == (0, 1, (3,))


def test_warnings_and_hints_say_what_can_be_known():
    face, doubt, sure = GAME.face, table(4, 3).sight(0), table(3, 4).sight(0)
    assert face.warning(doubt, "wait") is None
    assert face.warning(doubt, "name 4").startswith(
        "You cannot know that: it is so in 1 of"
    )
    assert face.warning(doubt, "name 3") == "You can know that this is wrong."
    assert face.warning(sure, "wait") == "You can know: My number is 3."
    assert face.warning(sure, "name 3") is None
    assert "You know: second 3." in face.hint(doubt, "know")
    assert "My number is 3" in face.hint(sure, "move")
    assert face.foresight(doubt, "wait", NAMES) == (
        "- In 2 of 2: Ann: wait → could not know. Then 2 left."
    )
    assert face.foresight(doubt, "name 4", NAMES).count("In 1 of 2") == 2


def test_a_review_and_its_remarks():
    done = finish(table(4, 3), [GAME.strategies["logician"]] * 2)
    told = review(done, NAMES)
    assert told.skill == 1.0
    assert any(
        each.text.startswith("Before turn 2, Bob could know: My number is 3; said so.")
        for each in told.moments
    )


def test_the_same_table_is_the_same_however_often_it_is_made():
    assert table(4, 3) == table(4, 3) == table(4, 3).play({0: 0}).undo()
    assert table(4, 3).game == GAME.in_setup(SETUP) != GAME
    assert hash(GAME.in_setup(SETUP)) == hash(GAME.in_setup(SETUP))
    assert table(4, 3).game.face.game.at == SETUP


def test_moves_have_numbers_for_learners():
    numbered = Numbered(GAME, SETUP)
    assert numbered.every == (0, 1, 2, 3, 4)
    assert numbered.mask(table(4, 3), 0).tolist() == [1] * 5
    assert numbered.move(table(4, 3), 0, 3) == 3


@pytest.mark.parametrize("numbers", [(1, 3), (4, 5), (0, 1), (1,), "ab", None, {"a": 1}])
def test_secrets_that_cannot_be(numbers):
    with pytest.raises(BadSetup):
        GAME.from_json(numbers, SETUP)


@pytest.mark.parametrize("move", [5, "wait", None, (1,)])
def test_moves_that_cannot_be(move):
    with pytest.raises(IllegalMove):
        table(4, 3).play({0: move})
