"""The small beginnings beside the rules say what is so."""

import numpy as np
import pytest

from whoknows.catalog import GAMES
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.rules.fold import Sight as Hats
from whoknows.games.hats.show.hats_picture import answer_word
from whoknows.games.muddy.rules import SAYS
from whoknows.games.muddy.show.beginning import SILENCE, seen
from whoknows.play.face.face import face_of
from whoknows.play.table.referee import Table

BEGINNINGS = {name: face_of(game).beginning() for name, game in GAMES.items()}


def right(name):
    """The right replies of a beginning."""
    return [next(r.label for r in step.replies if r.right) for step in BEGINNINGS[name]]


@pytest.mark.parametrize("name", [name for name, steps in BEGINNINGS.items() if steps])
def test_every_step_has_one_right_reply_and_words_for_all(name):
    for step in BEGINNINGS[name]:
        assert sum(reply.right for reply in step.replies) == 1
        assert len({reply.label for reply in step.replies}) == len(step.replies)
        assert all(reply.said for reply in step.replies)
        assert step.picture.startswith("<svg")


def test_a_logician_would_say_the_same_of_the_mud():
    logician = GAMES["muddy"].strategies["logician"]
    said = [
        SAYS[logician(sight, sight.history, np.random.default_rng(0))].label
        for sight in (seen(()), seen((SILENCE,)))
    ]
    assert right("muddy") == said
    # And it is a game: two muddy of three, and nobody sure at first.
    game = GAMES["muddy"]
    setup = game.setup()
    table = Table.with_secret(game, setup, game.from_json([True, True, False], setup))
    assert table.sight(0) == seen(())
    table = table.play(dict.fromkeys(range(3), "unsure"))
    assert table.sight(0) == seen((SILENCE,))


def test_the_deal_says_the_same_of_the_hats():
    deal, rules = GAMES["hats"].strategies["adequate"], Rules(players=3)
    worn = [(1, 0, 0), (0, 0, 1), (1, 1, 1)]  # as the replies tell it
    said = []
    for _, finn, nora in worn:
        sight = Hats(rules, 0, (None, finn, nora))
        said.append(answer_word(deal(sight, (), np.random.default_rng(0))).capitalize())
    assert right("hats") == said
    # The first two are won, the third is lost, with everybody wrong.
    game = GAMES["hats"]
    for letters, score in (("BRR", 1.0), ("RRB", 1.0), ("BBB", 0.0)):
        table = Table.with_secret(game, rules, game.from_json(letters, rules))
        table = table.step([deal] * 3)
        assert set(table.result.values()) == {score}, letters
        spoke = [m for m in table.history[-1].moves.values() if answer_word(m) != "pass"]
        assert len(spoke) == (1 if score else 3)
