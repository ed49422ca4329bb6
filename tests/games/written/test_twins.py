"""Texts of the gallery are the built-in games: the same moves, worlds, answers, and scores.

Both games are dealt the same secret and played the same moves, at random; at every turn,
who moves, what is legal, and how many worlds everybody holds possible must agree.
"""

from itertools import product

import numpy as np
import pytest

from whoknows.catalog import GAMES
from whoknows.games.davinci.rules import Deal, Guess, Stop
from whoknows.games.written.game import WrittenGame
from whoknows.games.written.rules import Move, gallery_text
from whoknows.play.table.referee import Table


def written(name):
    return WrittenGame(gallery_text(name))


def dealt(game, so):
    """A table of a written game on which this is so."""
    setup = game.setup()
    return Table.with_secret(game, setup, game.from_json(so, setup))


def check_same(ours, theirs, check_moves):
    """Who moves, who holds how many worlds possible, and what is legal."""
    assert ours.turn == theirs.turn
    if ours.over:
        assert ours.result == theirs.result
        return
    for seat in (None, *ours.seats):
        assert ours.game.worlds(ours.sight(seat)) == theirs.game.worlds(theirs.sight(seat))
    for seat in ours.turn:
        check_moves(
            ours.game.moves(ours.sight(seat)), theirs.game.moves(theirs.sight(seat))
        )


def same_words(ours, theirs):
    assert [move.name for move in ours] == list(theirs)


@pytest.mark.parametrize("faces", list(product([False, True], repeat=3))[1:])
def test_muddy_children(faces):
    game, muddy = written("muddy"), GAMES["muddy"]
    so = dict(zip(["muddy_mia", "muddy_ann", "muddy_bob"], map(int, faces), strict=True))
    for seed in range(6):
        rng = np.random.default_rng(seed)
        ours = dealt(game, so)
        theirs = Table.with_secret(muddy, muddy.setup(children=3), faces)
        while True:
            check_same(ours, theirs, same_words)
            if ours.over:
                break
            sure = rng.random() < 0.6  # else people who err
            moves = {
                seat: theirs.choice(seat, muddy.strategies["logician"])
                if sure
                else str(rng.choice(["unsure", "unsure", "muddy", "clean"]))
                for seat in theirs.turn
            }
            theirs = theirs.play(moves)
            ours = ours.play({seat: Move(move) for seat, move in moves.items()})
            verdict, answer = theirs.history[-1].answer, ours.history[-1].answer
            wrong = {
                seat
                for seat, move in moves.items()
                if seat in (verdict.missed if move == "unsure" else verdict.guessed)
            }
            assert {*answer.not_so} == wrong
            shown = [face for face in verdict.shown if face is not None]
            assert [value == "yes" for _, value in answer.said] == shown


def test_hats():
    game, hats = written("hats"), GAMES["hats"]
    colors, words = (
        ("red", "blue"),
        (Move("pass"), Move("say", ("red",)), Move("say", ("blue",))),
    )
    for heads in product((0, 1), repeat=3):
        so = {
            f"hat_{seat}": colors[h]
            for seat, h in zip(("ann", "bob", "cat"), heads, strict=True)
        }
        for said in product((0, 1, 2), repeat=3):  # pass, red, blue
            ours = dealt(game, so)
            theirs = Table.with_secret(hats, hats.setup(players=3), heads)
            check_same(ours, theirs, lambda one, two: same_number(one, two))
            ours = ours.play({seat: words[answer] for seat, answer in enumerate(said)})
            theirs = theirs.play(dict(enumerate(said)))
            assert ours.over
            check_same(ours, theirs, None)


def same_number(ours, theirs):
    assert len(ours) == len(theirs)


def davinci_move(move):
    """A move of the text as the built-in game has it: tiles 1 to 6 are b1, w1, b2, ..."""
    if move.name == "stop":
        return Stop()
    seat, place, tile = move.args
    return Guess(["ann", "bob"].index(seat), int(place) - 1, int(tile) + 1)


def same_guesses(ours, theirs):
    wanted = {move for move in theirs if not getattr(move, "insist", False)}
    assert {davinci_move(move) for move in ours} == wanted


@pytest.mark.parametrize("seed", range(12))
def test_a_small_davinci_code(seed):
    game, davinci = written("davinci"), GAMES["davinci"]
    setup, rng = davinci.setup(players=2, tiles=6, hand=2), np.random.default_rng(seed)
    tiles = rng.permutation(setup.deck()).tolist()
    hands = (tuple(sorted(tiles[:2])), tuple(sorted(tiles[2:4])))
    so = {
        f"tile_{seat}_{place + 1}": tile - 1
        for seat, hand in zip(("ann", "bob"), hands, strict=True)
        for place, tile in enumerate(hand)
    }
    ours = dealt(game, so)
    theirs = Table.with_secret(davinci, setup, Deal(hands, tuple(tiles[4:]), 0))
    while True:
        check_same(ours, theirs, same_guesses)
        if ours.over:
            break
        [seat] = ours.turn
        moves = game.moves(ours.sight(seat))
        move = moves[int(rng.integers(len(moves)))]
        ours, theirs = ours.play({seat: move}), theirs.play({seat: davinci_move(move)})
        right = theirs.history[-1].answer.right
        said = [value for _, value in ours.history[-1].answer.said]
        assert said == ([] if right is None else ["yes" if right else "no"])
