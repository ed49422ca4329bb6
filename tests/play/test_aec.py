"""Games as environments for learners, by the libraries' own tests; and their wall."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from toy import TOY, Setup
from whoknows.catalog import PLACES, find_game
from whoknows.errors import BadSetup, IllegalMove, TooLarge
from whoknows.play.game import Small
from whoknows.play.learners.aec import GameEnv, ParallelGame
from whoknows.play.learners.numbered import Numbered
from whoknows.play.learners.seat_env import SeatEnv
from whoknows.play.table.referee import Table

TOGETHER = ("egghead", "hats", "muddy")  # games in which all move at the same time
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # of what they do not know


class ListedToy(type(TOY)):
    def all_moves(self, setup):
        return range(setup.cards)


SETUPS = [Setup(), Setup(cards=9, rounds=5, together=True)]


def sizes(name):
    """The default size of a game, and its small ones."""
    game = find_game(name)
    return [game.setup(), *(game.small() if isinstance(game, Small) else ())]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("game", [TOY, ListedToy()])
def test_pettingzoo_approves(game, setup):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of what it does not know
        api_test(GameEnv(game, setup), num_cycles=200)
        seed_test(lambda: GameEnv(game, setup), num_cycles=30)
        parallel_api_test(ParallelGame(game, setup), num_cycles=50)


@pytest.mark.parametrize("name", PLACES)
def test_every_game_passes_at_its_default_size_and_at_small_ones(name):
    game = find_game(name)
    for setup in sizes(name):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(GameEnv(game, setup), num_cycles=10)
            seed_test(lambda setup=setup: GameEnv(game, setup), num_cycles=5)
            parallel_api_test(ParallelGame(game, setup), num_cycles=10)
            if name in TOGETHER:  # the test takes actions without looking at masks
                parallel_seed_test(lambda s=setup: ParallelGame(game, s), num_cycles=5)


@pytest.mark.parametrize("name", PLACES)
def test_gymnasium_approves_of_one_seat(name):
    game = find_game(name)
    for setup in sizes(name):
        others = [next(iter(game.strategies.values()))] * (game.seats(setup) - 1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_env(
                SeatEnv(game, setup, others=others, illegal=-1), skip_render_check=True
            )


@pytest.mark.parametrize("name", PLACES)
def test_an_action_keeps_its_meaning(name):
    """Every legal move of a game has one number, whatever was played before."""
    game = find_game(name)
    strategy = game.strategies.get("random") or next(iter(game.strategies.values()))
    for setup in sizes(name):
        numbered = Numbered(game, setup)
        table = Table.dealt(game, setup, 5)
        for _ in range(6):
            if table.over:
                break
            for seat in table.turn:
                legal = game.moves(table.sight(seat))
                actions = numbered.actions(table.sight(seat))
                assert [numbered.every[action] for action in actions] == list(legal)
                assert numbered.move(table, seat, actions[-1]) == legal[-1]
            table = table.step([strategy] * game.seats(setup))


@pytest.mark.parametrize("name", PLACES)
def test_arrays_do_not_tell_what_sights_do_not(name):
    """Equal sights have equal arrays, and there are different arrays to learn from."""
    game = find_game(name)
    for setup in sizes(name)[1:]:
        numbered, seen = Numbered(game, setup), {}
        for seed in range(40):
            table = Table.dealt(game, setup, seed)
            array = numbered.observation(table, 0).tobytes()
            seen.setdefault(repr(table.sight(0)), set()).add(array)
        assert all(len(arrays) == 1 for arrays in seen.values())
        if name in ("hats", "muddy", "davinci") and game.seats(setup) > 1:
            assert len({array for arrays in seen.values() for array in arrays}) > 1


def test_rewards_are_the_scores():
    env = GameEnv(ListedToy(), Setup(cards=3))
    env.reset(seed=0)
    hands = env._table.secret
    env.step(hands[1])
    assert env.rewards == {"seat_0": 1.0, "seat_1": 0.0}
    assert all(env.terminations.values())


def test_rewards_of_all_at_once_are_the_scores():
    from whoknows.games.hats import GAME

    env = ParallelGame(GAME)
    seen, _ = env.reset(seed=0)
    assert [sorted(each) for each in seen.values()] == [["action_mask", "observation"]] * 3
    hats = env._table.secret
    _, rewards, over, _, _ = env.step(
        {"seat_0": hats[0] + 1, "seat_1": 0, "seat_2": 0}  # one is right, the others pass
    )
    assert rewards == dict.fromkeys(over, 1.0)
    assert all(over.values())
    assert env.agents == []


def test_one_seat_against_strategies():
    from whoknows.games.hats import GAME

    passes = [lambda sight, history, rng: 0] * 2
    env = SeatEnv(GAME, seat=1, others=passes)
    won = 0.0
    for seed in range(20):
        seen, info = env.reset(seed=seed)
        assert seen[2] == 0  # its own hat is not seen
        assert info["action_mask"].tolist() == [1, 1, 1]
        _, reward, over, _, _ = env.step(1)  # always red
        assert over
        won += reward
    assert 0 < won < 20
    with pytest.raises(BadSetup, match="1 strategies for 2 other seats"):
        SeatEnv(GAME, others=passes[:1])
    with pytest.raises(BadSetup, match="seat 3; wanted 0 to 2"):
        SeatEnv(GAME, seat=3, others=passes)


def test_an_illegal_action_is_refused_or_has_its_reward():
    from whoknows.games.davinci import GAME

    others = [GAME.strategies["random"]] * 2
    env = SeatEnv(GAME, others=others)
    _, info = env.reset(seed=0)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove, match=f"action {illegal} of seat_0"):
        env.step(illegal)
    env = SeatEnv(GAME, others=others, illegal=-2)
    before, _ = env.reset(seed=0)
    after, reward, over, _, _ = env.step(illegal)
    assert (reward, over) == (-2.0, False)
    assert np.array_equal(before, after)


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


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("mastermind", {"pegs": 6, "colors": 8}, "262,144 codes; at most 200,000"),
        ("balance", {"coins": 40}, "weighings; at most 200,000 are numbered"),
    ],
)
def test_a_list_that_is_too_long_is_refused(name, options, said):
    game = find_game(name)
    with pytest.raises(TooLarge, match=said):
        GameEnv(game, game.setup(**options))


def test_a_spectators_view_is_rendered():
    env = GameEnv(TOY, render_mode="ansi")
    env.reset(seed=0)
    assert "card=None" in env.render()
