"""Where the paper's formulas cannot be taken at their word: counterexamples."""

import numpy as np
import pytest

from tests.games.egghead.test_knowledge import honest, mask_of
from tests.games.egghead.twin import SMALL_DECK, Literal
from whoknows.games.egghead import GAME
from whoknows.games.egghead.knowledge.public_worlds import picture_of
from whoknows.games.egghead.rules.setup import Setup, Tape, deal

play, start = GAME.play, GAME.start


def test_remark_a5_taken_literally_empties_the_tables_of_plain_players():
    """Equation 5 skipped for players who do not analyse: their own rows go empty."""
    setup = Setup(3, 2, 3, analysing=1, deck=SMALL_DECK, points=0, rounds=40)
    first_empty = []
    for seed in range(10):
        state = start(setup, deal(setup, np.random.default_rng(seed)))
        literal = Literal(3, len(setup.box))
        while not state.over and not empty_row(literal, state):
            literal.ask(mask_of(setup, state.log[-1]))
            round_ = state.round
            while not state.over and state.round == round_:
                world, moves = state.world, honest(state)
                state = play(state, moves)
                for seat in (seat for seat, move in moves.items() if move):
                    literal.reset(seat, world[seat], others=setup.analysts)
        first_empty.append(state.round)
        picture = picture_of(setup, state.log)  # ours has lost nothing meanwhile
        assert all(state.world in picture.of(seat) for seat in setup.seats)
    assert all(rounds < 40 for rounds in first_empty)
    assert np.mean(first_empty) < 15


def empty_row(literal, state):
    return any(not literal.row(seat, state.world).any() for seat in (1, 2))


def test_equation_6_taken_literally_loses_the_moderators_true_stack():
    """Cards 1, 2, 3; the first player asks for the sum and says 5, not counting their own.

    The printed formula has that player look for a card v with v + 2 + 3 = 5.
    """
    setup = Setup(
        3,
        1,
        3,
        moderator="rotating",
        deck=("sum := sum(cards: value)",),
        points=0,
        rounds=3,
    )
    state = start(setup, Tape(((1,), (2,), (3,)), questions=(0, 0, 0)))
    assert state.log[-1].answer == 5
    literal_row = [v for v in (1, 2, 3) if v + 2 + 3 == 5]
    assert literal_row == []
    assert picture_of(setup, state.log).row(0, state.world).tolist() == [True] * 3


def test_remark_a3_does_not_hold_between_equations_3_and_4_nor_after_5():
    """The tables differ from each other there, though no actual row does."""
    setup = Setup(3, 2, 3, deck=SMALL_DECK, points=0, rounds=30)
    seen = set()
    for seed in range(3):
        state = start(setup, deal(setup, np.random.default_rng(seed)))
        literal = Literal(3, len(setup.box))
        while not state.over:
            literal.ask(mask_of(setup, state.log[-1]))
            round_ = state.round
            while not state.over and state.round == round_:
                world = state.world
                reactions = {s: literal.reaction(s, world) for s in setup.seats}
                state = play(state, honest(state))
                between = Literal(3, len(setup.box))
                between.tables = [table.copy() for table in literal.tables]
                for seat, reaction in reactions.items():
                    one = between.tables[seat].sum(axis=seat, keepdims=True) == 1
                    between.tables[seat] &= one == bool(reaction)
                if differ(between):
                    seen.add("between 3 and 4")
                literal.behave(reactions)
                assert not differ(literal)
                for seat in (s for s, reaction in reactions.items() if reaction):
                    literal.reset(seat, world[seat])
                if differ(literal):
                    seen.add("after 5")
    assert seen == {"between 3 and 4", "after 5"}


def differ(literal):
    first, *others = literal.tables
    return any((first != other).any() for other in others)


@pytest.mark.parametrize("analysing", [0, 1, 2, 3])
def test_ours_never_loses_the_true_world(analysing):
    setup = Setup(3, 2, 3, analysing, deck=SMALL_DECK, points=0, rounds=30)
    state = start(setup, deal(setup, np.random.default_rng(analysing)))
    while not state.over:
        state = play(state, honest(state))
        picture = picture_of(setup, state.log)
        assert all(state.world in picture.of(seat) for seat in setup.seats)
