"""Layers of squares for four agents of four colors: parts beside their definition."""

from itertools import product

import numpy as np
import pytest

from whoknows.checking import Refused
from whoknows.checking.layers import four_colors as checker
from whoknows.checking.layers import layer_lists as checked_lists
from whoknows.games.hats.solve.many_colors.layers import four_colors as solver
from whoknows.games.hats.solve.many_colors.layers import layer_lists
from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    LayerSets,
    blocked,
    renamings,
    turns,
)


def silent(_):
    pass


def blocked_by_hand(codes, agents):
    """Those of a set that are alone on none of their lines, by the definition."""

    def alone(code, step):
        first = code - code // step % 4 * step
        return sum(first + k * step in codes for k in range(4)) == 1

    steps = [4**k for k in range(agents)]
    return {code for code in codes if not any(alone(code, step) for step in steps)}


def codes_of(word):
    return {code for code in range(64) if int(word) >> code & 1}


def rows_of(words):
    return np.array([[int(word) >> c & 1 for c in range(64)] for word in words], bool)


WITH_COLOR = sum(1 << c for c in range(64) if 0 in (c % 4, c // 4 % 4, c // 16))


@pytest.mark.parametrize("seed", range(5))
def test_what_is_blocked_is_what_the_definition_says(seed):
    words = np.random.default_rng(seed).integers(0, 1 << 64, 3, dtype=np.uint64)
    words &= np.random.default_rng(seed + 9).integers(0, 1 << 64, 3, dtype=np.uint64)
    rows = checked_lists.blocked_in_rows(rows_of(words), checker.LAYER)
    own = blocked(words, turns(solver.LAYER))
    for word, inside, row in zip(words, own, rows, strict=True):
        wanted = blocked_by_hand(codes_of(word), 3)
        assert codes_of(inside) == wanted == set(np.flatnonzero(row).tolist())


def test_squares_upon_each_other_block_what_their_layer_does():
    """With four squares it is all that is blocked; with fewer it is never more."""
    rng, stacks = np.random.default_rng(5), solver.SquareStacks()
    for row in rng.integers(0, 1 << 16, (50, 4), dtype=np.uint16):
        word = sum(int(square) << 16 * k for k, square in enumerate(row))
        whole = len(blocked_by_hand(codes_of(word), 3))
        numbers = [int(checker.blocked_together(list(row[: k + 1]))) for k in range(1, 4)]
        own = [
            int(
                stacks.blocked_with(tuple(row[:k].tolist()), row[k:][:1].astype(np.uint32))[
                    0
                ]
            )
            for k in range(1, 4)
        ]
        assert numbers == sorted(numbers) == own
        assert numbers[-1] == whole


def test_one_square_of_each_class_begins_a_stack():
    assert solver.SquareStacks().firsts == checker.first_squares().tolist()
    assert len(checker.first_squares()) == 192
    places = checker.renamings(4, 2)
    assert places.shape == (16, 1152)
    assert len({tuple(row) for row in places.T.tolist()}) == 1152


def test_few_squares_have_few_blocked():
    """6 with none, a cross of 7 with its middle, 8 with a square of four, ..., all 16."""
    one = [0, 0, 0, 0, 0, 0, 0, 1, 4, 6, 8, 9, 11, 12, 14, 15, 16]
    assert checker.fewest_in_squares(1) == solver.SquareStacks().fewest[1] == one
    two = [
        min(one[a] + one[s - a] for a in range(17) if 0 <= s - a < 17) for s in range(33)
    ]
    assert checker.fewest_in_squares(2) == solver.SquareStacks().fewest[2] == two
    layer = checker.fewest_in_layer()
    assert layer == solver.SquareStacks().fewest_in_layer()
    for size, few in enumerate(checker.fewest_in_squares(4)):
        assert layer[size] == next(b for b in range(65) if (size + 2 * b) // 3 >= few)


@pytest.mark.parametrize(
    ("size", "most", "number"),
    [(37, 11, {10: 1}), (36, 9, {9: 2}), (30, 1, {0: 1}), (63, 63, {63: 1})],
)
def test_layers_with_few_blocked_are_few(size, most, number):
    """37 with ten blocked: all with one color somewhere, blocked if it is there twice."""
    listed = checker.listed(size, most)
    own = solver.SquareStacks().listed(size, most, silent)
    assert [*listed] == [*own] == [(size, b) for b in range(most + 1)]
    assert {b: len(sets) for (_, b), sets in listed.items() if len(sets)} == number
    assert {b: len(kind) for (_, b), kind in own.items() if kind} == number
    for (_, b), rows in listed.items():
        for row in rows:
            assert len(blocked_by_hand({*np.flatnonzero(row).tolist()}, 3)) == b
    if size == 37:
        assert WITH_COLOR in renamed_words(listed[37, 10][0])


def test_squares_of_one_size_are_a_stack_too():
    """Four that differ in every hat: one in each square, whichever hat cuts."""
    sets = map(codes_of, solver.SquareStacks().listed(4, 0, silent)[4, 0].sets)
    apart = [
        codes
        for codes in sets
        if all(len({code // 4**k % 4 for code in codes}) == 4 for k in range(3))
    ]
    assert len(apart) == 1  # all are renamings of each other


@pytest.mark.parametrize("seed", range(4))
def test_a_square_may_be_in_a_stack_if_few_are_blocked_in_all(seed):
    """In the squares apart, whatever the others are, and in those chosen together."""
    rng = np.random.default_rng(seed)
    pool = rng.integers(0, 1 << 16, 200, dtype=np.uint16)
    pool &= rng.integers(0, 1 << 16, 200, dtype=np.uint16)
    chosen, pool = [*pool[: 1 + seed % 2]], np.append(pool, np.uint16(0))
    inside = [len(blocked_by_hand(codes_of(square), 2)) for square in pool]
    have = sum(int(square).bit_count() for square in chosen)
    apart = sum(inside[: len(chosen)])
    room = {have + k for k in (0, 3, 5, 8, 16 * (3 - len(chosen)), 60)}
    for size, most in product(room, range(0, 9, 2)):
        wanted = []
        for square, number in zip(pool, inside, strict=True):
            left = size - have - int(square).bit_count()
            if 0 <= left <= 16 * (3 - len(chosen)):
                all_apart = (
                    apart + number + checker.fewest_in_squares(3 - len(chosen))[left]
                )
                word = sum(int(one) << 16 * k for k, one in enumerate([*chosen, square]))
                whole = len(blocked_by_hand(codes_of(word), 3))
                if 3 * all_apart <= size + 2 * most and whole <= most:
                    wanted.append(int(square))
        assert checker.fitting(chosen, pool, size, most).tolist() == wanted


def renamed_words(row):
    images = checked_lists.renamed(row, checker.LAYER)
    return np.ascontiguousarray(images.T).view(np.uint64)[:, 0]


def test_a_renaming_keeps_how_many_are_blocked():
    images = renamed_words(rows_of([WITH_COLOR ^ 1 << 5])[0])
    assert np.array_equal(np.unique(images), solver.renamed(WITH_COLOR ^ 1 << 5)[0])
    images = images[::4999]
    assert {len(blocked_by_hand(codes_of(word), 3)) for word in images} == {10}
    assert checker.renamings(4, 3).shape == (64, 82_944)
    assert np.array_equal(
        np.sort(checker.renamings(4, 3)[:, ::999], axis=0)[:, 0], np.arange(64)
    )
    assert renamings(solver.LAYER).shape == (82_944, 64)


def test_layers_fit_just_if_some_renaming_keeps_what_is_blocked_apart():
    hats = np.indices((4,) * 3).reshape(3, 64)
    half, plane, diagonal = hats[0] < 2, hats[1] == 2, hats.sum(axis=0) % 4 == 0
    cases = [(half, half, True), (half, plane, True), (diagonal, diagonal, True)]
    cases += [
        (half, ~plane, False),
        (diagonal, half, False),
        (half, diagonal, False),
        (half, hats[0] < 3, False),
    ]
    for one, other, fits in cases:
        rows = [part.reshape(1, 64) for part in (one, other)]
        words = [np.packbits(row, bitorder="little").view(np.uint64) for row in rows]
        sets = [LayerSets(0, 0, word, blocked(word, turns(solver.LAYER))) for word in words]
        assert solver.SquareStacks().fit(*sets) == fits
        assert checked_lists.fit(*rows, checker.LAYER) == fits


def test_ways_to_part_are_those_that_squares_allow():
    """145 is parted in one way only by counting, 146 in none."""
    fewest = solver.SquareStacks().fewest_in_layer()
    assert layer_lists.bound_by_counting(fewest, 4, 4) == 145
    for wanted, ways in ((146, 0), (145, 1)):
        found = list(checker.ways_to_part(checker.fewest_in_layer(), wanted, 4, 4))
        assert found == list(solver.ways_to_part(fewest, wanted, 4, 4))
        assert len(found) == ways
    assert found == [((34, 6), (37, 10), (37, 10), (37, 10))]


def test_a_way_that_no_list_refutes_is_refused(monkeypatch):
    """Lists of 37 are enough for 145; without them the checker does not believe it."""
    monkeypatch.setattr(checker, "WANTED", 145)
    monkeypatch.setattr(checker, "LISTED", {37: 10})
    assert checker.check_four(silent) == 1
    monkeypatch.setattr(checker, "LISTED", {36: 9})
    with pytest.raises(Refused, match="4 layers may fit"):
        checker.check_four(silent)


@pytest.mark.parametrize(
    ("sizes", "number", "fits", "refuted"),
    [
        ((34,), 0, True, True),
        ((37,), 1, True, False),
        ((37,), 1, False, True),
        ((34, 37), 1, False, True),
        ((34,), 1, False, False),
        ((33,), 0, False, False),
    ],
)
def test_a_way_is_refuted_by_an_empty_list_or_two_that_do_not_fit(
    sizes, number, fits, refuted, monkeypatch
):
    """145 is 34 and three times 37: two of 37 may be apart, one of 34 is not enough."""
    way, asked = ((34, 6), (37, 10), (37, 10), (37, 10)), []
    for module in (checker, solver):
        monkeypatch.setattr(
            module, "ways_to_part", lambda *call: asked.append(call) or [way]
        )
    monkeypatch.setattr(checker, "LISTED", dict.fromkeys(sizes, 10))
    monkeypatch.setattr(
        checker,
        "listed",
        lambda size, most: {(size, b): np.zeros(number, int) for b in range(most + 1)},
    )
    monkeypatch.setattr(checked_lists, "fit", lambda *_: fits)
    monkeypatch.setattr(solver, "LISTED", dict.fromkeys(sizes, 10))
    monkeypatch.setattr(
        solver.SquareStacks,
        "listed",
        lambda _, t, most, progress: {(t, b): range(number) for b in range(most + 1)},
    )
    monkeypatch.setattr(solver.SquareStacks, "fit", lambda *_: fits)
    assert solver.four_colors_bound() == (138 if refuted else 145)
    if refuted:
        assert checker.check_four(silent) == number * 11 * len(sizes)
    else:
        with pytest.raises(Refused, match="4 layers may fit"):
            checker.check_four(silent)
    assert asked == [(checker.fewest_in_layer(), 139, 4, 4)] * 2


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_four_agents_of_four_colors_win_no_more_than_138():
    assert solver.four_colors_bound() == 138
    assert checker.check_four(silent) == 212
