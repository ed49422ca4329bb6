"""The parts of the checker beside their definitions, spelled out."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import inf, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.checking import Refused, case_tree, counts, fixed_guesses, plans, weighings
from whoknows.checking import covering_codes as codes
from whoknows.checking.certificate import Fields
from whoknows.checking.layers import three_layers
from whoknows.games.mastermind.knowledge import problem
from whoknows.games.mastermind.rules import Rules
from whoknows.inquiry.optimum.kernel import NEVER
from whoknows.inquiry.optimum.lemmas import Prover

FRACTIONS = st.integers(0, 12).map(lambda n: Fraction(n, 12))


def multiplied(roots):
    """The polynomial with these roots."""
    found = [Fraction(1)]
    for root in roots:
        shifted = [Fraction(0), *found]
        found = [a - root * b for a, b in zip(shifted, [*found, Fraction(0)], strict=True)]
    return found


@given(st.lists(FRACTIONS, max_size=5), FRACTIONS, FRACTIONS)
def test_roots_are_counted_by_sturm(roots, low, high):
    low, high = min(low, high), max(low, high)
    inside = {root for root in roots if low < root <= high}
    assert counts.roots(multiplied(roots), low, high) == len(inside)


def at(number):
    polynomial = [-number.numerator, number.denominator]
    return counts.end_of([polynomial, str(number), str(number)])


@pytest.mark.parametrize("zeros", [(1,), ("3/2",), (1, "3/2"), ("5/4", "29/20"), ()])
def test_a_point_beside_an_end_is_no_root_and_none_is_between(zeros):
    """The end is the root of 2, between 1 and 3/2; `gap` is 0 at the numbers given."""
    end = counts.End([Fraction(-2), Fraction(0), Fraction(1)], Fraction(1), Fraction(3, 2))
    gap = multiplied([*map(Fraction, zeros)])
    for way in (1, -1):
        point = counts.beside(gap, end, way)
        assert counts.value(gap, point) != 0
        assert (point**2 > 2) == (way > 0)
        nearer = [z for z in map(Fraction, zeros) if (z - point) * way < 0]
        assert all((z**2 - 2) * way < 0 for z in nearer)


@settings(max_examples=200, deadline=None)
@given(st.lists(FRACTIONS, max_size=4), st.sampled_from([1, -1]), FRACTIONS, FRACTIONS)
def test_a_polynomial_is_nowhere_negative(roots, sign, low, high):
    low, high = min(low, high), max(low, high)
    if low == high:
        return
    gap = [sign * n for n in multiplied(roots)]
    points = [low + (high - low) * Fraction(k, 240) for k in range(241)]
    points += [(a + b) / 2 for a in roots for b in roots if low <= (a + b) / 2 <= high]
    true = all(sign * prod(p - root for root in roots) >= 0 for p in points)
    assert counts.not_negative(gap, at(low), at(high)) == true


def test_an_end_that_is_no_fraction():
    root = counts.end_of([[-1, 0, 2], "7/10", "71/100"])  # the square root of 1/2
    half, one = at(Fraction(1, 2)), at(Fraction(1))
    below = [Fraction(1), Fraction(0), Fraction(-2)]  # 1 - 2p^2
    assert counts.not_negative(below, half, root)
    assert not counts.not_negative(below, half, one)
    assert not counts.not_negative(below, root, one)
    assert counts.not_negative([-n for n in below], root, one)
    loose = ([[-1, 1], "1/2", "1"], [[-1, 1], "1", "3/2"], [[-1, 1], "2", "2"])
    none = (
        [[0], "1/2", "1/2"],
        [[-1, 0, 2], "0", "7/10"],
        [[-1, 0, 2], "-1", "1"],
        [[1], "0", "1"],
    )
    for stated in (*loose, *none):
        with pytest.raises(Refused):
            counts.end_of(stated)


def blocked_by_hand(points):
    """Those that have another of the set on each of their lines."""
    found = set()
    for point in points:
        others = [
            any(
                (*point[:axis], other, *point[axis + 1 :]) in points
                for other in range(3)
                if other != point[axis]
            )
            for axis in range(3)
        ]
        if all(others):
            found.add(point)
    return found


CELLS = [tuple(reversed(cell)) for cell in product(range(3), repeat=3)]  # the last runs


@given(st.sets(st.sampled_from(range(27))))
def test_what_is_blocked_in_a_layer(chosen):
    word = sum(1 << c for c in chosen)
    [found] = three_layers.blocked(np.array([word], np.uint32)).tolist()
    points = {CELLS[c] for c in chosen}
    wanted = {CELLS.index(point) for point in blocked_by_hand(points)}
    assert {c for c in range(27) if found >> c & 1} == wanted


# A deal that wins 48 of 81, layer by layer; found by annealing, checked by the next test.
WON_48 = (44397519, 48050012, 126337854)


def test_a_deal_of_48_is_three_layers_that_fit():
    sets = np.array(WON_48, np.uint32)
    inside = three_layers.blocked(sets).tolist()
    assert sum(word.bit_count() for word in WON_48) == 48
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert not WON_48[one] & inside[other]
        assert not WON_48[other] & inside[one]


def closed(words):
    """All that renamings make of some sets, in order."""
    places = three_layers.renamings().T
    found = set()
    for word in words:
        points = [c for c in range(27) if word >> c & 1]
        images = np.left_shift(np.uint32(1), places[:, points]).sum(1, dtype=np.uint32)
        found |= set(images.tolist())
    return np.array(sorted(found), np.uint32)


def test_three_layers_that_fit_are_found_whatever_they_are_called():
    sets = closed(WON_48)
    named = sum(
        word.bit_count()
        for word in three_layers.blocked(np.array(WON_48, np.uint32)).tolist()
    )
    with pytest.raises(Refused, match="three layers fit"):
        three_layers.try_firsts(sets, 48, named, lambda _: None)
    assert three_layers.try_firsts(sets, 49, 27, lambda _: None) <= 3
    assert three_layers.try_firsts(sets, 48, named - 1, lambda _: None) <= 3


def test_renamings_keep_lines():
    places = three_layers.renamings().T
    assert len({tuple(row) for row in places.tolist()}) == 1296
    lines = {
        frozenset(c for c in range(27) if all(CELLS[c][k] == fixed[k] for k in others))
        for axis in range(3)
        for others in [[k for k in range(3) if k != axis]]
        for fixed in CELLS
    }
    assert len(lines) == 27
    for row in places[::97].tolist():
        assert {frozenset(row[c] for c in line) for line in lines} == lines


@pytest.mark.parametrize(("colors", "two", "three"), [(3, 4, 15), (4, 6, 30), (5, 8, 51)])
def test_squares_and_cubes(colors, two, three):
    for players, won in ((2, two), (3, three)):
        three_layers.check_most(players, colors, won, lambda _: None)
        with pytest.raises(Refused):
            three_layers.check_most(players, colors, won - 1, lambda _: None)


def test_two_agents_by_trying_all_sets():
    """The most that two agents of three colors win if so many are blocked."""
    cells = list(product(range(3), repeat=2))
    most = [0] * 10
    for word in range(1 << 9):
        points = [cells[c] for c in range(9) if word >> c & 1]
        stuck = sum(
            any(p[0] == q[0] and p != q for q in points)
            and any(p[1] == q[1] and p != q for q in points)
            for p in points
        )
        for free in range(stuck, 10):
            most[free] = max(most[free], len(points))
    assert [4 + free - cost_of(free) for free in range(10)] == most  # as `layers` says


def cost_of(number):
    """The least h + w - 2, and one for each of so many that has no place in h times w."""
    sides = range(1, 2 + number)
    return min(h + w - 2 + max(0, number - h * w) for h in sides for w in sides)


def test_what_is_blocked_is_cheapest_in_one_square():
    cost = [cost_of(number) for number in range(64)]
    assert cost == sorted(cost)
    assert all(
        cost[a] + cost[b] >= cost[a + b - 1] for a in range(1, 33) for b in range(1, 33)
    )
    for colors in range(3, 9):
        assert cost[(colors - 1) * (colors - 2) + 1] == 2 * colors - 4


@pytest.mark.parametrize("colors", [3, 4, 5, 6])
def test_three_agents_by_trying_all_ways_to_part_what_is_blocked(colors):
    square = [2 * colors - 2 + free - cost_of(free) for free in range(colors**2 + 1)]
    most = [0]  # in some squares, by how many are blocked in all of them
    for _ in range(colors):
        most = [
            max(most[min(total - b, len(most) - 1)] + square[b] for b in range(total + 1))
            for total in range(colors**2 + 1)
        ]
    won = 3 * (colors - 1) ** 2 + 3
    assert most[won // 3] >= won
    assert all(most[more // 3] < more for more in range(won + 1, 3 * colors**2))


def least_depths(leaves, branching, left, ends):
    """The least total of a tree with so many secrets, by trying all ways to part them."""
    if leaves == 0 or (leaves == 1 and not ends):
        return 0
    if left == 0:
        return inf
    best = inf
    rest, slots = (leaves - 1, branching - 1) if ends else (leaves, branching)
    for parts in splits(rest, slots, leaves - 1):
        below = [least_depths(n, branching, left - 1, ends) for n in parts]
        best = min(best, leaves + sum(below))
    return best


def splits(total, slots, most):
    if total == 0:
        yield ()
    elif slots:
        for first in range(min(total, most), 0, -1):
            for rest in splits(total - first, slots - 1, first):
                yield (first, *rest)


@pytest.mark.parametrize("ends", [True, False])
@pytest.mark.parametrize("labels", [2, 3, 4])
@pytest.mark.parametrize("left", [None, 1, 2, 3])
def test_counting_is_that_of_the_best_tree(ends, labels, left):
    found = plans.counted(9, labels, ends, left).tolist()
    for secrets, least in enumerate(found):
        true = least_depths(secrets, labels, 10 if left is None else left, ends)
        assert min(least, plans.NEVER) == (plans.NEVER if true == inf else true)


@pytest.mark.parametrize("labels", [2, 3, 4])
def test_even_parts_are_the_least(labels):
    low = plans.counted(9, labels, True, None)
    for size in range(2, 9):
        other, named = plans.even_parts(size, labels, low)
        for parts in range(labels + 1):
            for rest, number, found in (
                (size, parts, other[parts]),
                (size - 1, parts - 1, named[parts]),
            ):
                ways = [w for w in splits(rest, max(number, 0), rest) if len(w) == number]
                costs = [size + sum(int(low[part]) for part in way) for way in ways]
                assert min(found, plans.NEVER) == min(costs, default=plans.NEVER)


GAMES = [(3, 3, True, False), (2, 4, True, True), (3, 4, False, False), (2, 5, True, False)]


@pytest.mark.parametrize("game", GAMES)
def test_looking_one_question_ahead_is_what_it_says(game):
    """Beside all questions one by one, and beside the finder, on cells at random."""
    pegs, colors, repeats, blacks_only = game
    claim = {"pegs": pegs, "colors": colors, "repeats": repeats, "blacks_only": blacks_only}
    lemmas, rng = (
        plans.Lemmas(plans.mastermind(Fields(claim, "claim"))),
        np.random.default_rng(26),
    )
    answers, labels = lemmas.game.answers.astype(int), lemmas.game.labels
    rules = Rules(pegs, colors, repeats=repeats, blacks_only=blacks_only)
    provers = {left: Prover(problem(rules), left, None, lambda _: None) for left in LEFT}
    for size in [*range(3, 12)] * 3:
        cell = np.sort(rng.permutation(len(answers))[:size]).astype(np.int32)
        hopes = lemmas.hopes(cell)
        for left, prover in provers.items():
            below = None if left is None else left - 1
            low = plans.counted(len(answers), labels, True, below)
            costs = [cost_of_parts(row, ask, cell, low) for ask, row in enumerate(answers)]
            assert lemmas.promised(cell, left, lemmas.every).tolist() == costs
            assert (hopes <= costs).all()
            least = min(*costs, plans.NEVER)
            assert lemmas.by_number(cell, left) <= least == lemmas.by_sizes(cell, left)
            ahead = prover.ahead(cell, prover.search.unlimited if left is None else left)
            assert min(ahead, NEVER) == min(least, NEVER)


LEFT = [None, 2, 3, 4]


@pytest.mark.parametrize("named", [[1, 2, 3, 4, 5, 6, 7, 0, -1], [-1] * 9])
def test_looking_one_question_ahead_in_a_table(named):
    """Some questions name a secret, or none does and knowing ends the game."""
    rng, ends = np.random.default_rng(3), max(named) >= 0
    for size in [*range(3, 9)] * 8:
        answers = rng.integers(0, 4, (9, 9))
        game = plans.game_of("", answers, np.array(named), ends, None)
        lemmas = plans.Lemmas(game)
        cell = np.sort(rng.permutation(9)[:size]).astype(np.int32)
        low = plans.counted(9, game.labels, ends, None)
        rows = zip(game.answers, named, strict=True)
        costs = [cost_of_parts(row, secret, cell, low) for row, secret in rows]
        assert lemmas.by_number(cell, None) <= min(costs) == lemmas.by_sizes(cell, None)


def test_hopes_only_say_where_to_look_first(monkeypatch):
    """The best question is found with any hopes that are not above the costs."""
    claim = {"pegs": 3, "colors": 3, "repeats": True, "blacks_only": False}
    lemmas, rng = (
        plans.Lemmas(plans.mastermind(Fields(claim, "claim"))),
        np.random.default_rng(7),
    )
    for size in range(3, 20):
        cell = np.sort(rng.permutation(27)[:size]).astype(np.int32)
        costs = lemmas.promised(cell, None, lemmas.every)
        hopes = costs - rng.integers(0, 9, 27)
        monkeypatch.setattr(lemmas, "hopes", lambda _, hopes=hopes: hopes.copy())
        assert lemmas.by_sizes(cell, None) == costs.min()


def cost_of_parts(row, ask, cell, low):
    """What a question that names `ask` costs by the sizes of its parts."""
    parts = Counter(row[[secret for secret in cell if secret != ask]].tolist())
    if max(parts.values()) == len(cell):
        return plans.NEVER
    return len(cell) + sum(int(low[size]) for size in parts.values())


def test_balance_tries_everything():
    claim = {"coins": 4, "odd": 1, "kind": "either", "references": 0, "at_most": False}
    worlds = weighings.worlds_of(Fields(claim, "claim"))
    assert len(worlds) == 8
    search = weighings.Search(coin_only=False)
    assert not search.can(worlds, 2)
    assert search.can(worlds, 3)
    assert search.tried > 3
    assert weighings.Search(coin_only=True).can(worlds, 2)
    helped = weighings.worlds_of(Fields({**claim, "references": 1}, "claim"))
    assert weighings.Search(coin_only=False).can(helped, 2)
    more = {**claim, "at_most": True, "kind": "mixed", "odd": 2}
    assert len(weighings.worlds_of(Fields(more, "claim"))) == 33


def test_all_weighings_up_to_coins_that_are_alike():
    def rows(coins, classes):
        return weighings.all_weighings(np.eye(coins, dtype=np.int8), classes).tolist()

    assert rows(3, [[0, 1, 2]]) == [[0, 0, 0], [1, -1, 0]]
    two = rows(4, [[0, 1], [2, 3]])
    assert len({tuple(row) for row in two}) == len(two) == 8
    assert not any(map(sum, two))
    assert len(rows(3, [[0], [1], [2]])) == 7


def test_good_coins_are_on_one_pan_at_most():
    worlds = np.array([[0, 0, 1], [0, 0, -1]], np.int8)
    found = weighings.all_weighings(worlds, [[0, 1], [2]]).tolist()
    assert sorted(found) == [[-1, 0, 1], [0, 0, 0], [1, 0, -1]]


def test_coins_that_look_alike_may_not_be_alike():
    """The heavy coins are the first two or the last two: all four are heavy once."""
    worlds = np.array([[1, 1, 0, 0], [0, 0, 1, 1]], np.int8)
    assert weighings.ordered(worlds)[1] == [[0, 1], [2, 3]]
    assert weighings.ordered(worlds[:, [0, 2, 1, 3]])[1] == [[0, 2], [1, 3]]
    assert weighings.ordered(np.eye(4, dtype=np.int8))[1] == [[0, 1, 2, 3]]


def test_the_answer_that_ends_a_game_is_given_to_no_other_secret():
    same = np.zeros((3, 3), int)
    told = plans.game_of("", same, np.array([0, 1, -1]), True, None)
    assert told.answers.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert told.names == ["0", "1"]
    plain = plans.game_of("", same, np.array([0, 1, 2]), False, None)
    assert plain.labels == 1


@pytest.mark.parametrize(
    ("length", "theorem", "least"),
    [
        (7, "spheres", 16),
        (8, "parity", 32),
        (6, "parity", 11),
        (11, "congruence modulo 3", 176),
        (5, "congruence modulo 3", 6),
    ],
)
def test_theorems_on_codes(length, theorem, least):
    assert codes.bound(length, theorem) == least


@pytest.mark.parametrize(
    ("length", "theorem"),
    [(7, "parity"), (7, "congruence modulo 2"), (8, "congruence modulo 9"), (5, "magic")],
)
def test_theorems_that_do_not_fit(length, theorem):
    with pytest.raises(Refused):
        codes.bound(length, theorem)


# Corners of a triangle that touch every edge: two are needed, one is not enough.
TRIANGLE = case_tree.Program(
    [1, 1, 1], [({0: 1, 1: 1}, 1), ({1: 1, 2: 1}, 1), ({0: 1, 2: 1}, 1)]
)
ALL_EDGES = [[0, 1], [1, 1], [2, 1]]
NOTHING = ["sum", 1, []]
TURN = [1, 2, 0]


def check(tree, target, program=TRIANGLE, **more):
    return case_tree.check_bound(
        program, target, Fields({"tree": tree, **more}, "proof"), lambda _: None
    )


@pytest.mark.parametrize(
    ("proof", "leaves"),
    [
        ({"tree": ["sum", 2, ALL_EDGES]}, 1),
        ({"tree": ["sum", 1, [[3, 1]]], "cuts": [[ALL_EDGES, 2]]}, 1),
        ({"tree": ["split", 0, ["sum", 1, [[0, 1], [2, 1]]], ["sum", 1, [[1, 1]]]]}, 2),
        ({"tree": ["orbit", [TURN], 0, ["sum", 1, [[1, 1]]], ["sum", 0, [[0, 1]]]]}, 2),
    ],
)
def test_two_corners_of_a_triangle_are_needed_and_three_are_not(proof, leaves):
    assert (
        case_tree.check_bound(TRIANGLE, 2, Fields(proof, "proof"), lambda _: None) == leaves
    )
    with pytest.raises(Refused, match="leaf"):
        case_tree.check_bound(TRIANGLE, 3, Fields(proof, "proof"), lambda _: None)


@pytest.mark.parametrize(
    "tree",
    [
        NOTHING,
        ["sum", -1, ALL_EDGES],
        ["sum", 2, [[0, -1], [1, 3], [2, 1]]],
        ["sum", 2, [[0, 1], [1, 1], [3, 1]]],
        ["sum", 0, ALL_EDGES],
        ["guess", 0, 0, NOTHING, NOTHING],
        ["split", 3, ["sum", 2, ALL_EDGES], ["sum", 2, ALL_EDGES]],
        ["split", 0, ["split", 0, NOTHING, NOTHING], ["sum", 1, [[1, 1]]]],
        ["orbit", [[0, 0, 1]], 0, ["sum", 1, [[1, 1]]], ["sum", 0, [[0, 1]]]],
        ["orbit", [], 0, ["sum", 1, [[1, 1]]], ["sum", 0, [[1, 1]]]],
        ["split", 1, ["orbit", [TURN], 0, NOTHING, NOTHING], ["sum", 1, [[2, 1]]]],
    ],
)
def test_trees_that_prove_nothing(tree):
    with pytest.raises(Refused):
        check(tree, 2)


def test_a_map_must_keep_weights_rows_and_what_is_fixed():
    tree = ["orbit", [TURN], 0, ["sum", 1, [[1, 1]]], ["sum", 0, [[0, 1]]]]
    with pytest.raises(Refused, match="weights"):
        check(tree, 2, case_tree.Program([1, 1, 2], TRIANGLE.rows))
    with pytest.raises(Refused, match="rows"):
        check(tree, 2, case_tree.Program([1, 1, 1], TRIANGLE.rows[:2]))
    below = ["orbit", [TURN], 1, NOTHING, NOTHING]
    with pytest.raises(Refused, match="fixed"):
        check(["split", 0, below, below], 2)


@given(
    st.lists(st.integers(0, 3), min_size=4, max_size=4),
    st.lists(
        st.tuples(
            st.dictionaries(st.integers(0, 3), st.integers(-2, 3), min_size=1),
            st.integers(-1, 3),
        ),
        min_size=1,
        max_size=4,
    ),
    st.lists(st.integers(0, 3), min_size=4, max_size=4),
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(0, 8),
)
@settings(max_examples=300, deadline=None)
def test_what_is_accepted_is_true(weights, rows, times, scale, divisor, target):
    """Random programs and random sums: a bound that is accepted is one."""
    program = case_tree.Program(weights, rows)
    some = [[k, times[k]] for k in range(len(rows))]
    tree = ["split", 0, ["sum", scale, [*some, [len(rows), 1]]], ["sum", scale, some]]
    solutions = [
        point
        for point in product((0, 1), repeat=4)
        if all(sum(n * point[v] for v, n in row.items()) >= least for row, least in rows)
    ]
    least = min(
        (sum(w * x for w, x in zip(weights, p, strict=True)) for p in solutions),
        default=inf,
    )
    try:
        check(tree, target, program, cuts=[[some, divisor]])
    except Refused:
        return
    assert least >= target


SIZES = [(2, 3, False), (3, 2, False), (3, 2, True), (2, 3, True), (3, 3, False)]


def none_does(game, guesses, size):
    """Whether no so many of the guesses, or fewer, tell all codes apart: all are tried."""
    rows = game.answers.tolist()
    return all(
        len(set(zip(*(rows[guess] for guess in few), strict=True))) < len(game.codes)
        for number in range(1, size + 1)
        for few in combinations(guesses, number)
    )


@pytest.mark.parametrize(("pegs", "colors", "blacks_only"), SIZES)
def test_fixed_guesses_are_too_few_just_if_all_sets_fail(pegs, colors, blacks_only):
    claim = {"pegs": pegs, "colors": colors, "repeats": True, "blacks_only": blacks_only}
    game, rng = (
        plans.mastermind(Fields(claim, "claim")),
        np.random.default_rng(pegs * colors),
    )
    search = fixed_guesses.Search(game, colors, lambda _: None)
    kinds, alone = search.kinds(()), search.moves[:1]
    for share in (0.9, 0.7, *[0.4] * 8):
        whole = np.isin(kinds, kinds[rng.random(len(kinds)) < share / 2])  # whole classes
        some = rng.random(len(kinds)) < share
        for allowed, moves in ((whole, search.renamings()), (some, alone)):
            search.moves = moves
            for size in range(1, 4 if len(kinds) > 9 else 6):
                wanted = none_does(game, np.flatnonzero(allowed).tolist(), size)
                assert search.cannot((), allowed, size) == wanted


def table_game(answers):
    """A table as a game whose questions are never alike."""
    names = [str(k) for k in range(int(answers.max()) + 1)]
    codes = np.arange(answers.shape[1])[:, None]
    return plans.Game("", answers, np.full(len(answers), -1), False, names, codes)


@pytest.mark.parametrize("seed", range(30))
def test_fixed_guesses_of_any_table_are_tried_out(seed):
    rng = np.random.default_rng(seed)
    answers = rng.integers(0, 2 + seed % 3, (8, 4 + seed % 7))
    if seed % 5 == 0:  # two do, and each must part the most that it can
        places = np.arange(25)
        answers = np.stack([rng.integers(0, 5, 25), places // 5, places % 5])
    game = table_game(answers)
    for size in range(1, len(answers) + 1):
        search = fixed_guesses.Search(game, 20, lambda _: None)
        assert search.none(size) == none_does(game, range(len(answers)), size)


def test_fixed_guesses_that_do_are_found_behind_others_that_do_not():
    """Eight questions name one of eight secrets each; three more are the bits."""
    bits = np.array([[place >> k & 1 for place in range(8)] for k in range(3)])
    game = table_game(np.concatenate([np.eye(8, dtype=int), bits]))
    search = fixed_guesses.Search(game, 20, lambda _: None)
    assert not search.none(3)
    assert fixed_guesses.Search(table_game(game.answers[:10]), 20, lambda _: None).none(3)


def test_two_fixed_guesses_with_twenty_answers_each_tell_400_codes_apart():
    """Five pegs have twenty answers: two of them are a number that no byte holds."""
    places = np.arange(400)
    rows = [np.zeros(400, int), places // 20, places % 20]
    search = fixed_guesses.Search(table_game(np.stack(rows)), 20, lambda _: None)
    assert search.none(1)
    assert not search.none(2)
    with pytest.raises(Refused, match="too large"):
        search.none(15)


def test_fixed_guesses_are_alike_if_a_renaming_keeps_those_asked():
    claim = {"pegs": 2, "colors": 3, "repeats": True, "blacks_only": False}
    search = fixed_guesses.Search(
        plans.mastermind(Fields(claim, "claim")), 3, lambda _: None
    )
    assert search.kinds(()).tolist() == [0, 1, 1, 1, 0, 1, 1, 1, 0]  # 11, and 12
    assert search.kinds((0,)).tolist() == [0, 1, 1, 1, 4, 5, 1, 5, 4]  # 11 stays
    assert search.kinds((1,)).tolist() == [0, 1, 2, 3, 0, 5, 5, 2, 8]  # 12 stays


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_five_fixed_guesses_are_too_few_for_four_pegs_in_six_colors():
    claim = {"pegs": 4, "colors": 6, "repeats": True, "blacks_only": False}
    search = fixed_guesses.Search(
        plans.mastermind(Fields(claim, "claim")), 6, lambda _: None
    )
    assert search.none(5)
    assert 10_000 < search.steps < 30_000
