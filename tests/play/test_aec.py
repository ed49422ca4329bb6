"""Games as environments of PettingZoo, by its own tests, and the wall for learners."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from toy import TOY, Setup
from whoknows.catalog import PLACES, find_game
from whoknows.errors import IllegalMove, TooLarge
from whoknows.play.aec import GameEnv
from whoknows.play.game import Small


class ListedToy(type(TOY)):
    def all_moves(self, setup):
        return range(setup.cards)


SETUPS = [Setup(), Setup(cards=9, rounds=5, together=True)]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("game", [TOY, ListedToy()])
def test_pettingzoo_approves(game, setup):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of what it does not know
        api_test(GameEnv(game, setup), num_cycles=200)
        seed_test(lambda: GameEnv(game, setup), num_cycles=30)


@pytest.mark.parametrize("name", PLACES)
def test_pettingzoo_approves_of_the_catalog(name):
    game = find_game(name)
    for setup in game.small() if isinstance(game, Small) else [game.setup()]:
        if game.seats(setup) > 1:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                api_test(GameEnv(game, setup, sight_bytes=1 << 16), num_cycles=30)
            return


def test_rewards_are_the_scores():
    env = GameEnv(ListedToy(), Setup(cards=3))
    env.reset(seed=0)
    hands = env._table.secret
    env.step(hands[1])
    assert env.rewards == {"seat_0": 1.0, "seat_1": 0.0}
    assert all(env.terminations.values())


def test_an_action_is_a_move_and_the_mask_says_which_are_legal():
    env = GameEnv(ListedToy(), Setup(cards=5))
    env.reset(seed=1)
    own = env._table.secret[0]
    observed = env.observe("seat_0")
    assert observed["action_mask"].tolist() == [int(card != own) for card in range(5)]
    assert env.observe("seat_1")["action_mask"].sum() == 0
    with pytest.raises(IllegalMove, match=f"action {own} of seat_0 is not legal now"):
        env.step(own)


def test_observations_do_not_tell_what_sights_do_not():
    env = GameEnv(TOY, Setup(cards=4))
    seen = {}
    for seed in range(60):
        env.reset(seed=seed)
        mine, theirs = env._table.secret
        seen.setdefault(mine, []).append((theirs, env.observe("seat_0")))
    for alike in seen.values():
        first = alike[0][1]
        assert len({theirs for theirs, _ in alike}) == 3
        for _, observed in alike:
            assert np.array_equal(observed["observation"], first["observation"])
            assert np.array_equal(observed["action_mask"], first["action_mask"])


def test_seats_that_move_together_do_not_see_each_other():
    env = GameEnv(TOY, Setup(cards=5, together=True))
    observed = []
    for action in (0, 1, 2, 3):
        env.reset(seed=4)
        env.step(action)
        assert env.agent_selection == "seat_1"
        observed.append(env.observe("seat_1")["observation"].tobytes())
    assert len(set(observed)) == 1


def test_what_does_not_fit_is_said():
    env = GameEnv(TOY, Setup(cards=9), most_moves=3)
    env.reset(seed=0)
    with pytest.raises(TooLarge, match="8 legal moves; the environment has room for 3"):
        env.observe("seat_0")
    env = GameEnv(TOY, sight_bytes=10)
    env.reset(seed=0)
    with pytest.raises(TooLarge, match="the environment has 10"):
        env.observe("seat_0")


def test_a_spectators_view_is_rendered():
    env = GameEnv(TOY, render_mode="ansi")
    env.reset(seed=0)
    assert "card=None" in env.render()
