"""Every game of the catalog, and the toy game, keeps the promises of a game.

Among them the wall: two worlds that look alike to a seat give it the same sight to the
last field, the same legal moves, and the same moves of every strategy.
"""

import json
from dataclasses import fields, is_dataclass, replace
from itertools import count, islice, pairwise

import numpy as np
import pytest

from toy import TOY
from whoknows.catalog import GAMES, PLACES, own_game
from whoknows.errors import IllegalMove, WhoknowsError
from whoknows.play.documents import read_setup, setup_json
from whoknows.play.face.face import face_of
from whoknows.play.game import Figures, Small
from whoknows.play.strategies import all_strategies, find_strategy, purpose, random_moves
from whoknows.play.table import transcript
from whoknows.play.table.referee import Table, finish, generator

FILE = "docs/examples/forehead.py:GAME"
EVERY = [*PLACES, "toy", "forehead"]
REDEALS = 400  # secrets tried for worlds that look alike
TWINS = 3  # of these that are looked at
BROKEN = ("faulty", "endless")  # strategies of the toy game that go wrong on purpose


def game_named(name):
    if name == "toy":
        return TOY
    return own_game(FILE if name == "forehead" else name)


def small_setups(game):
    return list(game.small()) if isinstance(game, Small) else [game.setup()]


@pytest.fixture(params=EVERY)
def game(request):
    return game_named(request.param)


@pytest.fixture(params=EVERY)
def play(request):
    """A few games of random moves, on small setups, with their tables turn by turn."""
    game = game_named(request.param)
    setups = small_setups(game)
    return game, [random_play(game, setup, seed) for setup in setups for seed in range(3)]


def random_play(game, setup, seed, most=60):
    tables = [Table.dealt(game, setup, seed)]
    strategy = random_moves(game)
    while not tables[-1].over and len(tables) < most:
        tables.append(tables[-1].step([strategy] * len(tables[-1].seats)))
    return tables


def test_the_name_is_the_name_in_the_catalog(game):
    assert game.name in EVERY
    assert game.title
    if game.name in PLACES:
        assert GAMES[game.name] is game


def test_the_default_setup_plays_to_its_end_with_random_moves(game):
    table = finish(
        Table.dealt(game, game.setup(), 1), [random_moves(game)] * seats_of(game)
    )
    scores = [table.result[seat] for seat in table.seats]
    assert all(np.isfinite(scores))
    if isinstance(game, Figures):
        assert all(np.isfinite(list(game.figures(table.state).values())))


def seats_of(game):
    return game.seats(game.setup())


def test_a_setup_can_be_written_down_and_read_back(game):
    for setup in [game.setup(), *small_setups(game)]:
        document = json.loads(json.dumps(setup_json(setup)))
        assert read_setup(game, document) == setup


def test_the_same_seed_deals_the_same_secret(game):
    for setup in small_setups(game):
        first, second = (game.deal(setup, np.random.default_rng(5)) for _ in range(2))
        assert same(first, second)


def test_a_secret_survives_json(game):
    for setup in [game.setup(), *small_setups(game)]:
        for seed in range(5):
            secret = game.deal(setup, np.random.default_rng(seed))
            document = json.loads(json.dumps(game.to_json(secret)))
            again = game.from_json(document, setup)
            assert same(again, secret)
            game.start(setup, again)


def test_every_legal_move_has_a_name_that_parses_back(play):
    game, plays = play
    for tables in plays:
        for table in tables[:5]:
            for seat in table.turn:
                moves = game.moves(table.sight(seat))
                assert len(moves) == len(set(moves)) > 0
                for move in moves[:200]:
                    assert game.parse_move(game.move_name(move), table.setup) == move


def test_nonsense_is_no_move(game):
    with pytest.raises(WhoknowsError):
        game.parse_move("\N{SNOWMAN} nonsense", game.setup())


def test_a_replay_is_the_same_game(play):
    _game, plays = play
    for tables in plays:
        document = json.loads(json.dumps(transcript.written(tables[-1])))
        again = transcript.read(document, lambda name: game_named(name)).table
        assert transcript.written(again) == document
        assert same(again.state, tables[-1].state)


def test_a_stated_deal_replays_as_the_seed_does(play):
    game, plays = play
    for tables in plays:
        last = tables[-1]
        stated = Table.with_secret(game, last.setup, last.secret)
        for turn in last.turns:
            stated = stated.play(turn)
        document = json.loads(json.dumps(transcript.written(stated)))
        again = transcript.read(document, lambda name: game_named(name)).table
        assert same(again.state, last.state)


def test_undo_is_the_game_before(play):
    _, plays = play
    for tables in plays:
        assert same(tables[-1].undo().state, tables[-2].state)
        assert same(tables[-1].undo(len(tables) - 1).state, tables[0].state)


def test_the_history_has_one_event_for_each_turn(play):
    _, plays = play
    for tables in plays:
        for before, table in pairwise(tables):
            assert len(table.history) == len(table.turns)
            assert same(table.history[:-1], before.history)


def test_every_seat_holds_a_world_possible(play):
    game, plays = play
    for tables in plays:
        for table in (tables[0], tables[len(tables) // 2], tables[-1]):
            for seat in table.seats:
                assert game.worlds(table.sight(seat)) >= 1


def test_every_strategy_makes_legal_moves_and_repeats_itself(play):
    game, plays = play
    for tables in plays[:: max(1, len(plays) // 4)]:
        for table in tables[:4]:
            for seat in table.turn:
                for name, strategy in all_strategies(game).items():
                    if name in BROKEN:
                        continue
                    move = table.choice(seat, strategy)
                    assert move in game.moves(table.sight(seat)), (name, move)
                    assert table.choice(seat, strategy) == move, name


def test_the_wall_worlds_that_look_alike_are_treated_alike(play):
    check_wall(*play)


def test_the_wall_catches_a_sight_that_tells_the_secret():
    class Leaky(type(TOY)):
        def sight(self, state, seat):
            sight = super().sight(state, seat)
            return replace(sight, guesses=(*sight.guesses, ("psst", state.hands)))

        def worlds(self, sight):
            return 2

    leaky = Leaky()
    plays = [random_play(leaky, setup, 0) for setup in leaky.small()]
    with pytest.raises(AssertionError, match="no twin was found"):
        check_wall(leaky, plays)


def check_wall(game, plays):
    alike = wide = 0
    for tables in plays:
        for table in tables[:6]:
            others = Redealt(table)
            for seat in table.turn:
                if game.worlds(table.sight(seat)) > 1:
                    wide += 1
                    twins = lookalikes(table, seat, others)
                    alike += bool(twins)
                    for twin in twins:
                        check_alike(table, twin, seat)
    # If a seat in doubt never has a twin, its sight may well tell the secret.
    assert alike or not wide, f"{game.name}: in {wide} sights in doubt, no twin was found"


def lookalikes(table, seat, others=None):
    """The same moves with other secrets, where the seat has the same sight and history."""
    sight = table.sight(seat)
    alike = (
        twin
        for twin in others or Redealt(table)
        if equal(twin.sight(seat), sight) and seat in twin.turn
    )
    return list(islice(alike, TWINS))


class Redealt:
    """A table's moves with other secrets, one after the other, as far as one asks for them.

    Several may go through them: each is dealt and replayed once.
    """

    def __init__(self, table):
        self.table, self.numbers, self.found = table, iter(range(REDEALS)), []

    def __iter__(self):
        for place in count():
            while place == len(self.found):
                number = next(self.numbers, None)
                if number is None:
                    return
                self.try_one(number)
            yield self.found[place]

    def try_one(self, number):
        game, setup, seed = self.table.game, self.table.setup, self.table.seed
        secret = game.deal(setup, generator(seed, 7, number))
        if not same(secret, self.table.secret):
            start = Table.with_secret(game, setup, secret, seed)
            twin = replayed(start, self.table)
            if twin is not None and len(twin.history) == len(self.table.history):
                self.found.append(twin)


def replayed(twin, table):
    """The turns of a table at another one; `None` where they are illegal or differ."""
    try:
        for turn in table.turns:
            twin = twin.play(turn)
            if not equal(twin.history, table.history[: len(twin.history)]):
                return None
    except IllegalMove:
        return None
    return twin


def check_alike(table, twin, seat):
    game, sight, other = table.game, table.sight(seat), twin.sight(seat)
    assert same(sight, other), "sights that are equal hide different things"
    assert same(table.history, twin.history)
    assert list(game.moves(sight)) == list(game.moves(other))
    assert game.worlds(sight) == game.worlds(other)
    for name in all_strategies(game):
        if name not in BROKEN:
            strategy = find_strategy(game, name)
            assert table.choice(seat, strategy) == twin.choice(seat, strategy), name


def equal(one, two):
    """Equality as the values themselves have it; arrays are compared whole."""
    answer = one == two
    return bool(np.all(answer)) if isinstance(answer, np.ndarray) else bool(answer)


def same(one, two):
    """Equality to the last field, whether or not a type's own `==` looks at it."""
    if type(one) is not type(two):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == two.dtype and np.array_equal(one, two)
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(two, f.name)) for f in fields(one))
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(two) and all(map(same, one, two))
    assert not callable(one), f"a function in a sight or state can see anything: {one}"
    return equal(one, two)


def test_same_looks_behind_equality():
    from dataclasses import field, make_dataclass

    leaky = make_dataclass("Leaky", ["seen", ("hidden", int, field(compare=False))])
    assert leaky(1, 2) == leaky(1, 3)
    assert not same(leaky(1, 2), leaky(1, 3))


def test_every_sight_has_the_public_history(play):
    _, plays = play
    for tables in plays:
        for table in tables:
            for seat in (None, *table.seats):
                assert same(table.sight(seat).history, table.history)


WORDS = {"always", "never"}  # values that are words of people


@pytest.mark.parametrize("name", PLACES)
def test_every_option_and_every_strategy_says_itself_in_a_sentence(name):
    game = game_named(name)
    for option in face_of(game).options():
        assert option.help, option.name
        assert "_" not in option.label + option.help
        same = {text for value, text in option.choices.items() if str(value) == text}
        assert same <= WORDS, option.name
    for each, strategy in all_strategies(game).items():
        assert purpose(strategy.__doc__).endswith("."), each


def test_what_is_ready_made_can_be_played(game):
    for options in face_of(game).ready_made().values():
        assert game.seats(game.setup(**options)) >= 1
