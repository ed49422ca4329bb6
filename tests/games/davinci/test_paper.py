"""The paper's examples: worlds counted by the knowledge, the twin, and a logic model."""

import pytest

from whoknows.errors import TooLarge
from whoknows.games.davinci import GAME, paper
from whoknows.games.davinci.knowledge import public_knowledge
from whoknows.games.davinci.knowledge.as_model import local_model, public_model
from whoknows.games.davinci.solve.paper_examples import walk


@pytest.mark.parametrize("example", paper.EXAMPLES, ids=lambda e: e.name + e.agent)
def test_the_examples_have_the_papers_worlds(example):
    assert tuple(step.worlds for step in walk(example)) == example.worlds


def test_example_1_and_3_have_the_numbers_of_the_text():
    assert paper.ONE.worlds == (6, 2, 2, 1)
    assert paper.THREE.worlds == (6, 1)
    assert [step.truth for step in walk(paper.THREE)] == [6, 3]


def test_without_higher_orders_example_3_comes_out_the_same_by_lacking_the_tile():
    assert [step.worlds for step in walk(paper.THREE, "original")] == [6, 1]


def started(example):
    setup = GAME.setup(**example.setup)
    return GAME.start(setup, GAME.from_json(example.deal, setup))


def test_example_3_as_a_logic_model():
    state = started(paper.THREE)
    model = local_model(public_knowledge(state), 2, state.position.codes[2])
    assert len(model) == 6
    assert model.count("K b ~a2=b7") == 2  # the worlds w1 and w2 of the paper
    told = model.announce("~a2=b7 & ~(K b ~a2=b7)")
    assert len(told) == 1
    assert told.names("a2=b6 & b2=b9") == told.names("true")


def test_example_2_as_a_logic_model():
    state = started(paper.TWO)
    model = public_model(public_knowledge(state))
    assert len(model) == 6
    assert all(model.valid(f"Kv b {part}") for part in model.parts)
    assert model.valid("Kv a b1")
    assert not model.valid("Kv a b2")
    sights = {seat: GAME.sight(state, seat) for seat in range(3)}
    assert len(GAME.whole(sights, 100).model) == 6  # by steps, all is reached


def test_a_model_too_large_to_look_at_is_refused():
    setup = GAME.setup(players=3, tiles=24)
    deal = GAME.deal(setup, __import__("numpy").random.default_rng(1))
    state = GAME.start(setup, deal)
    with pytest.raises(TooLarge, match="worlds"):
        local_model(public_knowledge(state), 0, state.position.codes[0])


def test_the_tables_are_the_published_ones():
    rates = {(c.table, c.tiles): c.aggressive for c in paper.TABLES}
    assert rates[1, 8] == 49.6
    assert rates[2, 24] == 68.0
    assert rates[3, 16] == 76.3
    assert [c.closed for c in paper.TABLES if c.table == 2] == [0, 2, 4, 6, 8, 10, 12]


@pytest.mark.slow
@pytest.mark.parametrize("tiles", [14, 18, 24])
def test_the_published_rates_of_table_2_are_those_of_original(tiles):
    from whoknows.experiments.duel import seatings
    from whoknows.play.table.referee import Table, finish

    setup = GAME.setup(players=3, tiles=tiles, semantics="original")
    published = next(c.aggressive for c in paper.TABLES if (c.table, c.tiles) == (2, tiles))
    won = games = 0
    for seed in range(100):
        for seating in seatings("aggressive", "defensive", 3):
            strategies = [GAME.strategies[name] for name in seating]
            end = finish(Table.dealt(GAME, setup, seed), strategies)
            winner = max(end.result, key=end.result.get)
            won, games = won + (seating[winner] == "aggressive"), games + 1
    assert abs(100 * won / games - published) < 6  # three standard errors of 600 games
