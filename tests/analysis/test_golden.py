"""Golden reviews: the published games, with numbers of the papers or worked out by hand."""

import math
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import pytest

from whoknows.analysis import review
from whoknows.catalog import GAMES
from whoknows.games.davinci import paper
from whoknows.games.egghead import paper as egghead
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, finish


def published(example):
    """A game of the paper, its guesses made, and played to its end by careful players."""
    game = GAMES["davinci"]
    setup = game.setup(**example.setup)
    table = Table.with_secret(game, setup, game.from_json(dict(example.deal), setup))
    turns = []
    for text in example.guesses:
        turns.append(len(table.turns) + 1)
        table = table.play({table.turn[0]: game.parse_move(text, setup)})
        if "stop" in map(game.move_name, game.moves(table.sight(table.turn[0]))):
            table = table.play({table.turn[0]: game.parse_move("stop", setup)})
    careful = find_strategy(game, "careful")
    return finish(table, [careful] * len(table.seats)), turns


def test_example_1_what_a_learns_from_every_guess():
    """[Eker2020, Example 1]: a holds 6 worlds, then 2, 2, and 1."""
    table, turns = published(paper.ONE)
    moves = {move.turn: move for move in review(table).moves}
    counts = paper.ONE.worlds
    assert counts == (6, 2, 2, 1)
    for turn, before, after in zip(turns, counts[:-1], counts[1:], strict=True):
        learned = moves[turn].bits if moves[turn].seat == 0 else moves[turn].told[0]
        assert math.isclose(learned, math.log2(before / after), abs_tol=1e-12)


def test_example_1_the_first_guess_by_listing_every_deal():
    """b sees the colors of all; the worlds are the hands of a and c that fit them."""
    table, _ = published(paper.ONE)
    first = review(table).moves[0]
    colors = {0: "bbbw", 2: "wbww"}
    own = {"b2", "w2", "w4", "b6"}
    tiles = [f"{c}{n}" for n in range(1, 7) for c in "bw" if f"{c}{n}" not in own]

    def fits(hand, seat):
        return "".join(tile[0] for tile in hand) == colors[seat]

    worlds = [
        (a, c)
        for a in combinations(tiles, 4)
        if fits(a, 0)
        for c in [tuple(tile for tile in tiles if tile not in a)]
        if fits(c, 2)
    ]
    right = [world for world in worlds if world[1][2] == "w3"]
    assert (first.before, first.after) == (len(worlds), len(right))
    assert math.isclose(first.value, len(right) / len(worlds))
    shares = [
        Fraction(sum(world[seat][place] == tile for world in worlds), len(worlds))
        for seat, place, tile in product((0, 1), range(4), tiles)
    ]
    assert math.isclose(first.loss, max(shares) - first.value, abs_tol=1e-12)


def test_example_3_the_chance_of_b_and_what_c_learns():
    """[Eker2020, Example 3]: b is right with 1/2; then c has one world of 6."""
    table, [turn] = published(paper.THREE)
    move = next(each for each in review(table).moves if each.turn == turn)
    assert Fraction(move.value) == Fraction(paper.EXAMPLE_3_CHANCE)
    assert move.luck == -0.5
    assert math.isclose(move.told[2], math.log2(6))


@pytest.mark.parametrize("hats", [*product((0, 1), repeat=3)])
def test_the_rounds_of_three_agents(hats):
    """The deal BPPR of the thesis: who sees two hats alike says the other color.

    By hand: a seat that sees two different hats passes, and the team wins in both its
    worlds.  A seat that sees two alike speaks: it is right in one world, and wrong with
    all the others in the other one.
    """
    game = GAMES["hats"]
    table = Table.with_secret(game, game.setup(players=3), hats)
    table = finish(table, [game.strategies["opposite"]] * 3)
    won = table.result[0]
    for move in review(table).moves:
        others = {hat for seat, hat in enumerate(hats) if seat != move.seat}
        value = Fraction(1, 2) if len(others) == 1 else 1
        assert move.loss == 0
        assert Fraction(move.value) == value
        assert Fraction(move.luck) == Fraction(won) - value


def test_luck_is_nothing_on_average_over_all_secrets():
    """Whatever is played: here the first possible code each time, and over every code."""
    game = GAMES["mastermind"]
    setup = game.setup(pegs=2, colors=4)
    total = 0.0
    for code in product(range(4), repeat=2):
        table = finish(Table.with_secret(game, setup, code), [game.strategies["first"]])
        first, *_ = review(table).moves
        total += first.luck
    assert math.isclose(total, 0.0, abs_tol=1e-9)


def test_the_muddy_children_of_the_book():
    """[Fagin1995]: with m muddy children, the muddy ones know before round m."""
    game = GAMES["muddy"]
    for faces in product((False, True), repeat=4):
        muddy = sum(faces)
        if not muddy:
            continue
        setup = game.setup(children=4)
        table = Table.with_secret(game, setup, faces)
        found = review(
            finish(table, [game.strategies["logician"]] * 4), "Ann Bob Cat Dan".split()
        )
        assert found.skill == 1.0
        for seat, name in enumerate(found.seats):
            word, turn = ("muddy", muddy) if faces[seat] else ("clean", muddy + 1)
            said = f"Before turn {turn}, {name} could know: I am {word}; said so."
            assert any(
                each.text.startswith(said) for each in found.moments if each.turn == turn
            )


def missing_values(stacks):
    """How many of the values 1 to 6 nobody holds [Zorn2024, Example 3.1]."""
    return 6 - len({card for stack in stacks for card in stack})


def with_stack(stacks, seat, own):
    """The stacks, if a seat had another one."""
    return (*stacks[:seat], own, *stacks[seat + 1 :])


def own_left(stacks, seat, answer=egghead.ANSWER):
    """The stacks that a seat holds possible after the answer, by trying all 56."""
    every = combinations_with_replacement(range(1, 7), 3)
    return [s for s in every if missing_values(with_stack(stacks, seat, s)) == answer]


def silence_leaves(stacks, seat, calls):
    """Those left when it is seen who calls: who has one stack left, and no other."""
    found = []
    for own in own_left(stacks, seat):
        world = with_stack(stacks, seat, own)
        others = [s for s in range(3) if s != seat]
        if all((len(own_left(world, s)) == 1) == calls[s] for s in others):
            found.append(own)
    return found


def before_the_reactions():
    """The table of Example 3.1: the question has been asked and answered."""
    game = GAMES["egghead"]
    setup = game.setup(players=3, deck=[egghead.MISSING], points=1, rounds=1)
    stated = {"stacks": [list(stack) for stack in egghead.STACKS], "questions": [0]}
    return Table.with_secret(game, setup, game.from_json(stated, setup))


def test_the_round_of_example_3_1_and_4_1_of_egghead():
    """[Zorn2024]: after the answer p1, p2, p3 have 6, 1, 21 stacks left; p2 calls.

    Then p1 and p3 have 3 and 6.  The slow twin tries all 56 stacks, and for each of them
    whether the others would have called.
    """
    stacks, table = egghead.STACKS, before_the_reactions()
    calls = [len(own_left(stacks, seat)) == 1 for seat in range(3)]
    assert calls == [False, True, False]
    table = table.move("pass", "456", "pass")
    assert table.over
    found = review(table, ["Ann", "Bob", "Cat"])
    for move in found.moves:
        before = own_left(stacks, move.seat)
        after = silence_leaves(stacks, move.seat, calls)
        assert (len(before), len(after)) == (
            egghead.VALIDS[move.seat],
            egghead.VALIDS_AFTER[move.seat],
        )
        assert (move.before, move.after) == (len(before), len(after))
        assert math.isclose(move.bits, math.log2(len(before) / len(after)), abs_tol=1e-12)
        assert (move.value, move.loss, move.skill, move.luck) == (1.0, 0.0, 1.0, 0.0)
        told = {
            seat: math.log2(egghead.VALIDS[seat] / egghead.VALIDS_AFTER[seat])
            for seat in range(3)
            if seat != move.seat
        }
        assert move.told == pytest.approx(told)
    assert found.skill == 1.0


@pytest.mark.parametrize(("seat", "said"), [(0, "122"), (2, "333"), (2, "111")])
def test_a_daring_call_in_the_round_of_example_3_1(seat, said):
    """Who calls with 6 or 21 stacks left is right by their chance, and loses the rest.

    Three cards of six values: a stack with two alike comes in 3 ways, one of three alike
    in 1, and any other in 6.
    """
    stacks, table = egghead.STACKS, before_the_reactions()
    words = ["pass", "456", "pass"]
    words[seat] = said
    move = review(table.move(*words)).moves[seat]
    ways = {own: (1, 3, 6)[len(set(own)) - 1] for own in own_left(stacks, seat)}
    called = tuple(map(int, said))
    value = Fraction(ways.get(called, 0), sum(ways.values()))
    assert move.value == pytest.approx(float(value))
    assert move.loss == pytest.approx(float(1 - value))
    assert move.luck == pytest.approx(float((called == stacks[seat]) - value))
    assert move.best == ("pass",)
