"""Covering codes by syndromes, beside the definition: every word, one by one."""

import signal
from fractions import Fraction
from itertools import combinations, product
from math import gcd
from threading import Thread

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from machine import joined
from tests.games.hats import twin
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats import GAME
from whoknows.games.hats.paper.coverings import PUBLISHED
from whoknows.games.hats.rules import Rules, parse_odds
from whoknows.games.hats.solve.best import best
from whoknows.games.hats.solve.bounds.ball_bounds import least_size
from whoknows.games.hats.solve.codes import code_search, code_symmetries, cover_kernel
from whoknows.games.hats.solve.codes.code_search import search
from whoknows.games.hats.solve.codes.constructions import (
    LONGEST_CODE,
    best_code,
    constructions,
    doubled,
    hamming,
    lengthened,
    lightest_code,
    swapped,
)
from whoknows.games.hats.solve.codes.coset_code import (
    CosetCode,
    code_bits,
    dimension,
    first_uncovered,
    pack,
)
from whoknows.games.hats.solve.codes.ring_codes import Ring, drawn_ring
from whoknows.games.hats.solve.simulate import code_team, simulate, wins


@st.composite
def coset_codes(draw, most=7):
    length = draw(st.integers(1, most))
    rank = draw(st.integers(0, min(length, 5)))
    syndromes = st.integers(0, (1 << rank) - 1)
    columns = draw(st.lists(syndromes, min_size=length, max_size=length))
    assume(dimension(columns) == rank)
    labels = draw(st.frozensets(syndromes, max_size=1 << rank))
    return CosetCode(tuple(columns), labels, rank, "drawn")


def syndrome_by_hand(code, word):
    total = 0
    for place, column in enumerate(code.columns):
        if word >> (code.length - 1 - place) & 1:
            total ^= column
    return total


def words_by_hand(code):
    words = range(1 << code.length)
    return [word for word in words if syndrome_by_hand(code, word) in code.labels]


def says_by_hand(words, hats, seat):
    """Away from the lost words: the definition of section 1.2 of the paper."""
    n = len(hats)
    lost = set(words)
    mine = 1 << (n - 1 - seat)
    word = sum(hat << (n - 1 - k) for k, hat in enumerate(hats))
    white, black = word & ~mine in lost, word | mine in lost
    if white == black:
        return 0
    return 2 if white else 1


@given(coset_codes())
@settings(deadline=None)
def test_words_size_and_membership(code):
    words = words_by_hand(code)
    assert code.words().tolist() == words
    assert code.size == len(words)
    assert all((word in code) == (word in set(words)) for word in range(1 << code.length))


@given(coset_codes())
@settings(deadline=None)
def test_three_ways_to_see_a_covering_agree(code):
    words = words_by_hand(code)
    covers = twin.dominates(words, code.length)
    assert code.covers() == covers
    assert (first_uncovered(code_bits(code), code.length) is None) == covers
    assert (first_uncovered(pack(words, code.length), code.length) is None) == covers


@given(st.integers(1, 9), st.data())
@settings(deadline=None)
def test_the_first_uncovered_word(length, data):
    every = st.integers(0, (1 << length) - 1)
    words = data.draw(st.sets(every)) | set(range(data.draw(every)))
    open_words = [
        word
        for word in range(1 << length)
        if word not in words and not words & set(twin.neighbors(word, length))
    ]
    first = open_words[0] if open_words else None
    assert first_uncovered(pack(words, length), length) == first


@given(coset_codes(), st.data())
@settings(deadline=None)
def test_answers_from_the_view(code, data):
    hats = data.draw(
        st.lists(st.integers(0, 1), min_size=code.length, max_size=code.length)
    )
    words = words_by_hand(code)
    for seat in range(code.length):
        others = hats[:seat] + hats[seat + 1 :]
        assert code.answer(seat, others) == says_by_hand(words, hats, seat)


@given(coset_codes(most=6))
@settings(deadline=None)
def test_games_are_won_off_the_code_if_it_covers(code):
    hats = np.indices((2,) * code.length).reshape(code.length, -1).T
    said = code.says(hats)
    for row, says in zip(hats.tolist(), said.tolist(), strict=True):
        assert says == [code.answer(k, row[:k] + row[k + 1 :]) for k in range(code.length)]
    if code.covers() and code.length > 1:
        won = wins(code_team(code), hats, Rules(code.length), np.random.default_rng(1))
        assert np.flatnonzero(~won).tolist() == words_by_hand(code)


@given(coset_codes())
@settings(deadline=None)
def test_codes_made_of_codes(code):
    """What covers still covers when it is lengthened, doubled, swapped, or shifted."""
    made = [lengthened(code), doubled(code), code.shifted((1 << code.rank) - 1)]
    made.append(code.standard())
    if code.labels:
        other = swapped(code)
        made += [other] if other else []
    for each in made:
        assert each.covers() == code.covers()
    assert made[0].size == 2 * code.size
    assert made[1].length == 2 * code.length + 1
    assert made[1].size == code.size << code.length
    assert code.standard().size == code.size


@given(coset_codes(most=6), st.data())
@settings(deadline=None)
def test_the_lightest_translate(code, data):
    assume(code.length >= 2)
    parts = st.integers(0, 5).map(lambda n: Fraction(n, 5))
    row = data.draw(st.lists(parts, min_size=code.length, max_size=code.length))
    rules = Rules(code.length, odds=tuple((p, 1 - p) for p in row))
    chance = [
        sum((rules.chance(word) for word in words_by_hand(code.shifted(by))), Fraction(0))
        for by in range(1 << code.rank)
    ]
    shifted, loss = code.lightest(rules)
    assert loss == min(chance)
    assert loss == sum((rules.chance(w) for w in shifted.words().tolist()), Fraction(0))


SIZES = {
    1: 1, 2: 2, 3: 2, 4: 4, 5: 7, 6: 12, 7: 16, 8: 32, 9: 62, 10: 120, 11: 192, 12: 380,
    13: 704, 14: 1408, 15: 2048, 16: 4096, 19: 62 << 9, 21: 120 << 10, 23: 192 << 11,
    25: 380 << 12, 27: 704 << 13, 31: 1 << 26, 32: 1 << 27,
}  # fmt: skip


@pytest.mark.parametrize("length", range(1, 34))
def test_the_best_codes_cover(length):
    """The sizes of the literature are met; 19, 21, ... follow by K(2n + 1) <= 2^n K(n)."""
    code = best_code(length)
    assert code.length == length
    assert code.covers()
    assert least_size(length) <= code.size
    if length in SIZES:
        assert code.size == SIZES[length]
    if length in PUBLISHED:
        assert PUBLISHED[length].lower <= code.size
    if length <= 16:
        words = code.words()
        assert len(words) == code.size
        assert first_uncovered(pack(words, length), length) is None
    if length % 2 and length > 1:
        half = (length - 1) // 2
        assert code.size <= best_code(half).size << half
    assert constructions(length)[0].size == code.size


@pytest.mark.parametrize("length", [9, 10])
def test_the_best_codes_cover_by_the_definition(length):
    assert twin.dominates(best_code(length).words().tolist(), length)


@pytest.mark.slow
@pytest.mark.parametrize("length", range(17, 25))
def test_longer_codes_cover_word_by_word(length):
    assert first_uncovered(code_bits(best_code(length)), length) is None


def test_published_bounds_are_bounds():
    for length, known in PUBLISHED.items():
        assert least_size(length) <= known.lower <= known.upper
        after = PUBLISHED.get(length + 1)
        if after:
            assert after.upper <= 2 * known.upper
            assert 2 * known.upper >= after.lower
            assert 2 * known.lower >= after.lower or known.lower < known.upper


def test_odds_that_do_not_fit_a_code():
    three = (Fraction(1, 3),) * 3
    for rules in (Rules(4), Rules(3, 3), Rules(3, 3, odds=(three,) * 3)):
        with pytest.raises(BadSetup):
            hamming(3).lightest(rules)


def test_codes_that_cannot_be():
    with pytest.raises(BadSetup):
        CosetCode((1, 1), frozenset({0}), 2, "no span")
    with pytest.raises(BadSetup):
        CosetCode((1, 4), frozenset({0}), 2, "too large")
    with pytest.raises(BadSetup):
        hamming(6)
    with pytest.raises(BadSetup):
        constructions(0)
    with pytest.raises(BadSetup):
        constructions(LONGEST_CODE + 1)
    with pytest.raises(TooLarge):
        best_code(31).words()
    with pytest.raises(BadSetup):
        search(9, rng=np.random.default_rng(1), time_limit=0)
    with pytest.raises(BadSetup):
        search(40, rng=np.random.default_rng(1))
    with pytest.raises(BadSetup):
        search(1, rng=np.random.default_rng(1))
    assert search(2, rng=np.random.default_rng(1), target=4).code.size == 4
    all_words = search(3, rng=np.random.default_rng(1), target=8)
    assert (all_words.code.size, all_words.runs) == (8, 0)


@given(st.integers(2, 12), st.integers(0, 1000), st.data())
@settings(deadline=None)
def test_a_drawn_symmetry_permutes_the_columns(length, seed, data):
    rank = data.draw(st.integers(1, min(length, 8)))
    assume(length < 1 << rank)
    shape = code_symmetries.drawn_shape(length, rank, np.random.default_rng(seed))
    assert len(set(shape.columns)) == length
    assert dimension(shape.columns) == rank
    assert {shape.turned(column) for column in shape.columns} == set(shape.columns)
    table = shape.table().tolist()
    assert sorted(table) == list(range(1 << rank))
    assert all(shape.turned(s) ^ shape.shift == table[s] for s in range(1 << rank))


@pytest.mark.parametrize("order", range(1, 9))
def test_a_block_has_its_order(order):
    """So often, and not less often, the map of some block is applied until all is back."""
    orders = []
    for word in code_symmetries.BLOCKS[order]:
        last = int(word[::-1], 2)
        images = (*(1 << place for place in range(1, len(word))), last)
        shape = code_symmetries.Shape((), images, 0)
        units = [1 << place for place in range(len(word))]
        turned = [shape.turned(unit) for unit in units]
        orders.append(1)
        while turned != units:
            turned = [shape.turned(each) for each in turned]
            orders[-1] += 1
    assert max(orders) == order
    assert all(order % each == 0 for each in orders)


@given(st.integers(2, 8), st.integers(1, 20), st.booleans(), st.data())
@settings(deadline=None)
def test_words_of_a_ring(length, unit, changed, data):
    """All that moving on, multiplying places, and changing colors make of some words."""
    assume(gcd(unit, length) == 1)
    ring = Ring(length, unit, changed)
    words = data.draw(st.sets(st.integers(0, (1 << length) - 1), max_size=3))
    reached = set()
    for word, power, by in product(words, range(length), range(length)):
        factor = pow(unit, power, length)
        turned = [word >> (k * factor + by) % length & 1 for k in range(length)]
        reached.add(sum(hat << k for k, hat in enumerate(turned)))
        if changed:
            reached.add(sum((1 - hat) << k for k, hat in enumerate(turned)))
    assert ring.closed(words) == reached
    assert len(reached) <= ring.order() * len(words)


def test_drawn_rings_have_every_unit_and_no_other():
    rng = np.random.default_rng(1)
    for length in (3, 8, 9, 14):
        drawn = [drawn_ring(length, rng) for _ in range(60)]
        units = {unit for unit in range(1, length) if gcd(unit, length) == 1}
        assert {ring.unit for ring in drawn} == units
        assert {ring.changed for ring in drawn} == {False, True}


def test_the_ranks_that_are_tried_have_room_for_all_columns():
    """The highest ones, three or more, but that columns are different and not 0."""
    for length in range(2, 32):
        ranks = code_search.ranks(length)
        highest = min(length, code_search.MOST_SYNDROMES)
        fine = [rank for rank in range(1, highest + 1) if length < 1 << rank]
        assert ranks == fine[-len(ranks) :]
        assert len(ranks) >= min(3, len(fine))


def test_free_hats_are_counted_in_the_name():
    one = lengthened(hamming(7))
    assert (one.name, lengthened(one).name) == (
        "Hamming (7), 1 free",
        "Hamming (7), 2 free",
    )


def test_rings_that_cannot_be():
    with pytest.raises(BadSetup):
        Ring(13, 26, changed=False)
    with pytest.raises(BadSetup):
        Ring(40, 3, changed=False)


def test_the_ring_of_thirteen():
    """The words with three B of the code of 704 are a Steiner triple system."""
    words = best_code(13).labels
    assert Ring(13, unit=3, changed=True).closed(words) == words
    triples = [word for word in words if word.bit_count() == 3]
    pairs = [
        pair
        for word in triples
        for pair in combinations([k for k in range(13) if word >> k & 1], 2)
    ]
    assert sorted(pairs) == list(combinations(range(13), 2))


@given(st.data())
@settings(deadline=None)
def test_what_a_search_takes_in_leaves_it_below_the_best(data):
    rows = st.tuples(st.booleans(), *[st.integers(1, 12)] * 3)
    points = data.draw(st.lists(rows, min_size=1, max_size=9))
    free, score, costs, since = zip(*points, strict=True)
    near = data.draw(st.lists(st.integers(0, len(points) - 1), min_size=1, unique=True))
    room = data.draw(st.integers(0, 16))
    starts = np.array([0, len(near)], np.int32)
    numbers = (np.array(each, np.int64) for each in (score, costs, since))
    found = cover_kernel.best_added(
        0, starts, np.array(near, np.int32), np.array(free), *numbers, room
    )
    fitting = [each for each in near if free[each] and costs[each] < room]
    if not fitting:
        assert found == -1
        return
    assert found in fitting
    worth = {each: (Fraction(score[each], costs[each]), -since[each]) for each in fitting}
    assert worth[found] == max(worth.values())


@pytest.mark.parametrize("target", [0, 7, 10, 30])
def test_a_cheapest_cover_is_a_cover_of_its_cost(target):
    """It ends at a cover no larger than the target; seven words are the fewest."""
    everything = np.arange(32, dtype=np.int32)
    label, sizes, first = cover_kernel.orbits(everything[None, :], 32)
    steps = np.array([0, 1, 2, 4, 8, 16], np.int32)
    starts, near = cover_kernel.near_orbits(label, first, steps)
    cost, chosen = cover_kernel.cheapest_cover(starts, near, sizes, target, 4000, 1)
    words = np.flatnonzero(chosen).tolist()
    assert cost == len(words) <= max(target, 7)
    assert twin.dominates(words, 5)


@pytest.mark.parametrize(
    ("length", "size"), [(5, 7), (6, 12), (7, 16), (9, 62), (11, 192), (13, 704)]
)
def test_the_search_reaches_known_sizes(length, size):
    """Nothing here is timed: the limit only ends a search that fails."""
    found = search(length, rng=np.random.default_rng(1), time_limit=120, target=size)
    assert found.code.size == size
    assert twin.dominates(found.code.words().tolist(), length)


def test_a_search_counts_its_runs_and_keeps_what_covers(monkeypatch):
    """By a clock of our own; codes that do not cover, or are larger, are passed over."""
    all_words, good = code_search.everything(3), hamming(3)
    bad = CosetCode((1, 2, 3), frozenset(), 2, "covers nothing")
    runs = iter([None, bad, lengthened(lengthened(hamming(1))), all_words, good, bad])
    clock = iter(range(100, 200))
    monkeypatch.setattr(code_search, "prepare", lambda: None)
    monkeypatch.setattr(code_search, "one_run", lambda *_: next(runs))
    monkeypatch.setattr(code_search, "perf_counter", lambda: next(clock))
    shown = []
    found = search(
        3,
        rng=np.random.default_rng(1),
        time_limit=50,
        target=2,
        progress=lambda code, seconds: shown.append((code.size, seconds)),
    )
    assert (found.code, found.runs, found.stopped) == (good.standard(), 5, False)
    assert shown[-1] == (2, found.seconds)
    assert 0 < found.seconds < found.spent < 20


@pytest.mark.slow
@pytest.mark.parametrize(("length", "size"), [(10, 120), (12, 380)])
def test_the_search_reaches_more_known_sizes(length, size):
    found = search(length, rng=np.random.default_rng(1), time_limit=240, target=size)
    assert found.code.size == size
    assert twin.dominates(found.code.words().tolist(), length)


def test_the_same_seed_finds_the_same_code():
    codes = [
        search(8, rng=np.random.default_rng(5), time_limit=60, target=34).code
        for _ in range(2)
    ]
    assert codes[0] == codes[1]


def test_ctrl_c_keeps_the_best():
    def stop(code, seconds):
        if code.size <= 40:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    found = search(8, rng=np.random.default_rng(1), time_limit=60, progress=stop)
    assert found.stopped
    assert found.code.size <= 40
    assert found.code.covers()
    assert signal.getsignal(signal.SIGINT) is before


def test_a_search_in_a_thread():
    found = []

    def work():
        found.append(search(7, rng=np.random.default_rng(1), time_limit=60, target=16))

    thread = Thread(target=work, daemon=True)
    thread.start()
    joined(thread, "the search")
    assert found[0].code.size == 16


@pytest.mark.parametrize("players", [3, 5, 7, 9])
def test_the_strategy_wins_off_the_code(players):
    strategy, rules = GAME.strategies["covering"], Rules(players)
    won = 0
    for code in range(rules.size):
        state = GAME.start(rules, rules.hats(code))
        rng = np.random.default_rng(1)
        moves = {
            seat: strategy(GAME.sight(state, seat), (), rng) for seat in range(players)
        }
        won += GAME.result(GAME.play(state, moves))[0] == 1
    assert won == rules.size - best_code(players).size


def test_thirty_one_agents_play_at_once():
    strategy, rules = GAME.strategies["covering"], Rules(31)
    rng = np.random.default_rng(3)
    for _ in range(20):
        hats = GAME.deal(rules, rng)
        state = GAME.start(rules, hats)
        moves = {seat: strategy(GAME.sight(state, seat), (), rng) for seat in range(31)}
        inside = rules.code(hats) in best_code(31)
        assert GAME.result(GAME.play(state, moves))[0] == (not inside)


@pytest.mark.parametrize("players", [13, 23, 30])
def test_simulated_games_agree_with_the_size(players):
    """The interval misses once in a hundred times; with this seed it does not."""
    code = best_code(players)
    rng = np.random.default_rng(2)
    found = simulate(Rules(players), games=20_000, rng=rng, team=code_team(code))
    assert found.low < 1 - code.size / (1 << players) < found.high


def test_unequal_odds_simulated():
    rules = Rules(20, odds=parse_odds("0.8", 20, 2))
    code, loss = lightest_code(rules)
    rng = np.random.default_rng(2)
    found = simulate(rules, games=20_000, rng=rng, team=code_team(code))
    assert found.low < 1 - loss < found.high
    with pytest.raises(BadSetup):
        lightest_code(Rules(9, views="counts"))


@pytest.mark.parametrize("players", range(9, 34))
def test_many_agents_have_an_interval_at_once(players):
    found = best(Rules(players), known=0)
    assert found.lower == 1 - Fraction(best_code(players).size, 1 << players)
    assert found.upper == 1 - Fraction(least_size(players), 1 << players)
    assert (found.lost is None) == (players > 12)


def test_a_published_bound_proves_nine():
    found = best(Rules(9))  # as the command says
    assert found.proven
    assert found.cited == "K(9, 1) >= 62 [Östergård and Blass 2001]"
    assert found.lower == Fraction(225, 256)
    assert not best(Rules(9), known=40).cited
    assert not best(Rules(20, odds=parse_odds("0.9", 20, 2)), known=1 << 20).cited


@given(st.integers(9, 20), st.integers(0, 10))
@settings(max_examples=10, deadline=None)
def test_unequal_odds_lose_no_more_than_the_coset(players, tenths):
    rules = Rules(players, odds=parse_odds(str(Fraction(tenths, 10)), players, 2))
    code, loss = lightest_code(rules)
    assert code.covers()
    weight = Fraction(code.size, 1 << players)
    assert 0 <= loss <= weight
