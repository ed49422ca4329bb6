"""Codes, answers, and what is left, beside the twin."""

from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.mastermind import twin
from whoknows.errors import BadSetup, IllegalMove, TooLarge
from whoknows.games.mastermind.knowledge import (
    answer_tables,
    culprits,
    possible_codes,
    problem,
)
from whoknows.games.mastermind.rules import Answer, Line, Rules
from whoknows.games.mastermind.solve import evil_answer
from whoknows.inquiry.by_score import scores, split_kernels, splits
from whoknows.inquiry.by_score.scores import SCORES

SIZES = [
    Rules(pegs, colors, repeats, blacks_only)
    for pegs in range(1, 6)
    for colors in range(1, 8)
    for repeats in (True, False)
    for blacks_only in (True, False)
    if (repeats or colors >= pegs) and (colors**pegs <= 130)
]
games = st.sampled_from(SIZES)
few = st.sampled_from([rules for rules in SIZES if rules.size <= 64])


@settings(max_examples=60, deadline=None)
@given(games)
def test_answers_by_layers_are_those_of_the_twin(rules):
    codes = twin.codes(rules)
    assert [rules.code(place) for place in range(rules.size)] == codes
    assert [rules.place(code) for code in codes] == list(range(rules.size))
    every = np.arange(rules.size, dtype=np.int32)
    labels = problem(rules).matrix(every, every)
    for guess, row in zip(codes, labels.tolist(), strict=True):
        for secret, label in zip(codes, row, strict=True):
            assert rules.answer_of(label) == twin.answer(rules, guess, secret)
            assert rules.answer(guess, secret) == twin.answer(rules, guess, secret)
            assert rules.label(rules.answer_of(label)) == label
    bits = problem(rules).marks
    assert bits is not None
    for guess, one in zip(labels, bits.questions.T.tolist(), strict=True):
        for label, two in zip(guess.tolist(), bits.secrets.T.tolist(), strict=True):
            shared = [(a & b).bit_count() for a, b in zip(one, two, strict=True)]
            assert label == sum(
                w * n for w, n in zip(bits.worth.tolist(), shared, strict=True)
            )
    given_answers = {rules.answer_of(label) for label in np.unique(labels).tolist()}
    assert given_answers <= {*rules.every_answer}
    if rules.colors > rules.pegs:
        assert given_answers == {*rules.every_answer}


@settings(max_examples=60, deadline=None)
@given(games, st.data())
def test_one_guess_of_each_kind_is_kept_and_it_is_the_first(rules, data):
    """Every guess has a kept one, no later than itself, that splits in the same way."""
    codes = twin.codes(rules)
    secret = data.draw(st.sampled_from(codes))
    guesses = data.draw(st.lists(st.sampled_from(codes), max_size=3))
    lines = [Line(guess, rules.answer(guess, secret)) for guess in guesses]
    cell = possible_codes(rules, lines)
    asked = tuple(rules.place(guess) for guess in guesses)
    kept = problem(rules).worth_asking(asked, cell).tolist()
    possible = {rules.code(place) for place in cell.tolist()}
    assert possible == {*twin.left(rules, lines)}
    shapes = {place: twin.shape(rules, rules.code(place), possible) for place in kept}
    for place, code in enumerate(codes):
        mine = twin.shape(rules, code, possible)
        assert any(k <= place and shapes[k] == mine for k in kept), code


def test_many_pegs_are_swapped_two_at_a_time():
    """A guess is kept if no swap of two pegs, with colors renamed, gives one before it."""
    rules = Rules(7, 2)
    kept = problem(rules).worth_asking((), np.arange(rules.size, dtype=np.int32))
    swaps = []
    for one, two in combinations(range(7), 2):
        order = list(range(7))
        order[one], order[two] = two, one
        swaps.append(order)
    wanted = []
    for code in twin.codes(rules):
        turned = [tuple(code[peg] for peg in order) for order in [range(7), *swaps]]
        named = [tuple(peg ^ other[0] for peg in other) for other in turned]
        if min(named) >= code:
            wanted.append(rules.place(code))
    assert kept.tolist() == wanted


def test_colors_that_no_code_has_are_one():
    rules = Rules(2, 5)
    lines = [Line((color, color), Answer(0, 0)) for color in (0, 1)]
    asked = tuple(rules.place(line.guess) for line in lines)
    kept = problem(rules).worth_asking(asked, possible_codes(rules, lines)).tolist()
    assert [rules.code(place) for place in kept] == [(0, 0), (0, 2), (2, 2), (2, 3)]


def renamings(rules, guesses):
    """Every order of the pegs with every renaming of colors that keeps all guesses."""
    for order in permutations(range(rules.pegs)):
        for names in permutations(range(rules.colors)):
            turn = lambda code, o=order, n=names: tuple(n[code[peg]] for peg in o)  # noqa: E731
            if all(turn(guess) == guess for guess in guesses):
                yield turn


@settings(max_examples=40, deadline=None)
@given(few.filter(lambda rules: rules.colors < 6), st.data())
def test_guesses_are_alike_if_a_renaming_turns_one_into_the_other(rules, data):
    codes = twin.codes(rules)
    guesses = data.draw(st.lists(st.sampled_from(codes), max_size=2))
    turns = list(renamings(rules, guesses))
    alike = problem(rules).kind_of(tuple(map(rules.place, guesses))).tolist()
    for place, code in enumerate(codes):
        assert alike[place] == min(rules.place(turn(code)) for turn in turns), code


@settings(max_examples=60, deadline=None)
@given(games, st.data())
def test_the_marked_kernel_chooses_as_the_plain_one(rules, data):
    game = problem(rules)
    chosen = data.draw(st.lists(st.integers(0, rules.size - 1), min_size=1, unique=True))
    cell = np.array(sorted(chosen), np.int32)
    questions = np.arange(rules.size, dtype=np.int32)
    for name in [*SCORES, "entropy+1", "power:3/2", "power:1/2"]:
        score = scores.score(name)
        if score.weights or score.largest:
            expected = splits.best(game, questions, cell, score)
            assert split_kernels.best(game, questions, cell, score) == expected, name


def test_the_classic_has_five_first_guesses():
    rules = Rules(4, 6)
    kept = problem(rules).worth_asking((), problem(rules).everything())
    names = [rules.code_name(rules.code(place)) for place in kept.tolist()]
    assert names == ["1111", "1112", "1122", "1123", "1234"]


@settings(max_examples=40, deadline=None)
@given(few, st.data())
def test_lines_that_contradict_each_other_are_named(rules, data):
    codes = twin.codes(rules)
    line = st.builds(Line, st.sampled_from(codes), st.sampled_from(rules.every_answer))
    lines = data.draw(st.lists(line, min_size=1, max_size=4))
    sets = culprits(rules, lines)
    assert bool(sets) == (not twin.left(rules, lines))
    for which in sets:
        assert not twin.left(rules, [lines[k] for k in which])
        for k in which:
            assert twin.left(rules, [lines[m] for m in which if m != k])


@settings(max_examples=40, deadline=None)
@given(few, st.data())
def test_evil_keeps_the_most(rules, data):
    codes = twin.codes(rules)
    chosen = data.draw(st.lists(st.sampled_from(codes), min_size=1, unique=True))
    guess = data.draw(st.sampled_from(codes))
    cell = np.array(sorted(rules.place(code) for code in chosen), np.int32)
    answer = evil_answer(rules, cell, guess)
    sizes, _ = twin.shape(rules, guess, chosen)
    kept = [code for code in chosen if twin.answer(rules, guess, code) == tuple(answer)]
    assert len(kept) == sizes[0]


@pytest.mark.parametrize("text", ["112", "11223", "1127", "112x", ""])
def test_codes_that_do_not_fit(text):
    with pytest.raises(IllegalMove):
        Rules(4, 6).parse_code(text)


def test_a_repeated_color_where_none_may_be():
    with pytest.raises(IllegalMove, match="repeats"):
        Rules(4, 10, repeats=False).parse_code("1123")


@pytest.mark.parametrize("text", ["3,1", "5,0", "4,1", "2,3", "x", "1", "-1,2"])
def test_answers_that_cannot_be(text):
    with pytest.raises(IllegalMove):
        Rules(4, 6).parse_answer(text)


@pytest.mark.parametrize("text", ["1,2", "12", " 1 2 ", "1, 2"])
def test_answers_as_people_type_them(text):
    assert Rules(4, 6).parse_answer(text) == Answer(1, 2)


@pytest.mark.parametrize(
    "wrong",
    [{"pegs": 0}, {"colors": 0}, {"colors": 36}, {"colors": 3, "repeats": False}],
)
def test_rules_that_cannot_be(wrong):
    with pytest.raises(BadSetup):
        Rules(**wrong)


def test_a_size_that_does_not_fit_the_memory():
    with pytest.raises(TooLarge, match="10,077,696"):
        _ = Rules(9, 6).codes


def test_the_tables_are_as_large_as_is_said_of_them(monkeypatch):
    """The larger of the halves, and one place for each pair of kinds of codes."""
    monkeypatch.setattr(answer_tables, "MOST_BYTES", -1)
    for rules in SIZES:
        codes = list(product(range(rules.colors), repeat=rules.pegs))
        half = len({code[: -(-rules.pegs // 2)] for code in codes})
        kinds = len({tuple(sorted(code)) for code in codes})
        amount = half**2 + (0 if rules.blacks_only else kinds**2)
        with pytest.raises(TooLarge, match=f"tables of {amount:,} answers"):
            answer_tables.check_size(rules)


def test_codes_are_marked_by_bits_just_where_a_word_holds_them():
    full = answer_tables.marks(Rules(4, 16))
    assert full is not None
    assert (np.bitwise_count(full.questions) == 4).all()  # no peg is lost, and no color
    for rules in (Rules(5, 13), Rules(3, 22), Rules(8, 2)):
        assert answer_tables.marks(rules) is None


def test_whites_are_refused_where_only_blacks_are_answered():
    with pytest.raises(IllegalMove, match="'1,1' counts whites"):
        Rules(4, 6, blacks_only=True).parse_answer("1,1")
    assert Rules(4, 6, blacks_only=True).parse_answer("1,0") == Answer(1, 0)
    with pytest.raises(IllegalMove, match="is no answer"):
        Rules(4, 6).parse_answer("1" * 5000 + ",0")
