"""What others think, by the games' own counts, is what the explicit model says."""

from typing import Any

import numpy as np
import pytest

from whoknows.catalog import GAMES
from whoknows.games.davinci.rules import Setup as Tiles
from whoknows.games.egghead.rules.setup import Setup as Stacks
from whoknows.logic import Table as Model
from whoknows.play.knowing.knowledge import Pictured
from whoknows.play.knowing.through_eyes import glimpse
from whoknows.play.table.referee import Table

SETUPS: dict[str, Any] = {
    "davinci": [
        Tiles(players=2, tiles=6, hand=2),
        Tiles(players=3, tiles=8, hand=2),
        Tiles(players=2, tiles=4, hand=2, jokers=True, drawing=True),
        Tiles(players=4, tiles=10, hand=2),
    ],
    "egghead": [Stacks(players=3, cards=1, values=3), Stacks(players=2, cards=2, values=3)],
}


def moments(name, seed):
    """Every moment of random games, in which somebody still wonders."""
    rng = np.random.default_rng(seed)
    for setup in SETUPS[name]:
        table = Table.dealt(GAMES[name], setup, seed)
        for _ in range(12):
            if table.over:
                break
            yield table
            moves = {}
            for seat in table.turn:
                legal = list(table.game.moves(table.sight(seat)))
                moves[seat] = legal[int(rng.integers(len(legal)))]
            table = table.play(moves)


@pytest.mark.parametrize("name", SETUPS)
def test_the_counts_of_a_game_are_those_of_its_model(name):
    compared = 0
    for seed in range(4):
        for table in moments(name, seed):
            game, sight = table.game, table.sight(0)
            found = game.model(sight, 2000)
            if found is None or found.reach is not None:
                continue
            agents = found.model.agents
            for chain in ([1], [1, 0]):
                wanted = {t.name: t for t in glimpse(found, [agents[s] for s in chain])[2]}
                own = game.imagined(sight, chain)
                if own.by_public:  # of four, what one thinks that one thinks
                    assert (len(agents), len(chain)) == (4, 2)
                    continue
                least, most, *_ = glimpse(found, [agents[s] for s in chain])
                assert (own.least, own.most) == (least, most)
                for thing in own.things:
                    if thing.name not in wanted:  # in no doubt at all
                        assert thing.knows == 1
                        continue
                    twin = wanted[thing.name]
                    assert thing.knows == twin.knows
                    for value, chance in twin.chances.items():
                        mine = [c for v, c in thing.chances.items() if v.endswith(value)]
                        assert sum(mine) == pytest.approx(chance, abs=1e-9)
                    compared += 1
    assert compared > 20


def test_a_glimpse_by_hand():
    # Ann tells the coin, Bob does not; Bob holds both worlds possible.
    model = Model({"heads": [True, False]}, {"Ann": [0, 1], "Bob": [0, 0]})
    seen = glimpse(Pictured(model, home="Bob"), ["Ann"])
    assert (seen.least, seen.most) == (1, 1)
    [coin] = seen.things
    assert (coin.knows, coin.chances) == (1, {"true": 0.5, "false": 0.5})
    # What Ann thinks that Bob thinks: he cannot tell.
    [coin] = glimpse(Pictured(model, home="Bob"), ["Ann", "Bob"]).things
    assert (coin.knows, coin.chances) == (0, {"true": 0.5, "false": 0.5})


def test_a_model_that_ends_too_soon_says_nothing():
    model = Model({"p": [True, False]}, {"Ann": [0, 1], "Bob": [0, 0]})
    assert glimpse(Pictured(model, home="Bob", reach=1), ["Ann", "Bob"]) is None
    assert glimpse(Pictured(model, home="Bob", reach=2), ["Ann", "Bob"]) is not None
