"""Suggestions: which guesses are ranked, and which lines contradict each other."""

from collections import Counter
from fractions import Fraction
from math import isclose, log2

import numpy as np
import pytest

from tests.games.mastermind import twin
from whoknows.errors import Contradiction
from whoknows.games.mastermind.rules import Answer, Line, Rules
from whoknows.games.mastermind.solve import ranked_guesses
from whoknows.games.mastermind.solve.ranked_guesses import suggestions

RULES = Rules(3, 4)


def lines(*texts):
    return [
        Line(RULES.parse_code(guess), Answer(int(blacks), int(whites)))
        for guess, blacks, whites in (text.split() for text in texts)
    ]


def test_only_possible_codes_are_ranked_where_that_is_asked_or_two_are_left():
    every = suggestions(RULES, lines("112 1 0"), "entropy", top=99)
    assert {row.possible for row in every.rows} == {True, False}
    only = suggestions(RULES, lines("112 1 0"), "entropy", top=99, only_possible=True)
    assert {row.possible for row in only.rows} == {True}
    assert len(only.rows) == sum(row.possible for row in every.rows)
    few = suggestions(RULES, lines("112 1 0", "133 2 0", "144 2 0"), "entropy")
    assert (few.left, {row.possible for row in few.rows}) == (2, {True})
    assert few.document()["suggestions"][0]["expected"] == 1.0


def test_lines_that_contradict_each_other_are_named():
    with pytest.raises(
        Contradiction, match=r": line 1 \(111:3,0\) contradicts line 2 \(111"
    ):
        suggestions(RULES, lines("111 3 0", "111 0 0"), "entropy")
    with pytest.raises(Contradiction, match=r"line 1 .* contradicts line 2 .* and line 3 "):
        suggestions(RULES, lines("111 1 0", "222 1 0", "333 2 0"), "entropy")
    with pytest.raises(Contradiction, match=r"all lines: line 1 \(112:2,1\)$"):
        suggestions(RULES, lines("112 2 1"), "entropy")


def check_rows(rows, codes):
    """The figures of every guess are those of what its answers leave of the codes."""
    for row in rows:
        guess = RULES.parse_code(row.guess)
        sizes = Counter(twin.answer(RULES, guess, code) for code in codes).values()
        shares = [Fraction(size, len(codes)) for size in sizes]
        assert (row.worst, row.parts) == (max(sizes), len(sizes))
        assert row.expected == sum(
            share * size for share, size in zip(shares, sizes, strict=True)
        )
        assert isclose(
            row.entropy, -sum(share * log2(share) for share in shares), abs_tol=1e-9
        )
        assert row.possible == (guess in codes)


def test_the_figures_of_a_guess_are_those_of_its_split():
    said = lines("112 1 0")
    codes = twin.left(RULES, said)
    found = suggestions(RULES, said, "worst-case", top=9)
    check_rows(found.rows, codes)
    order = [(row.worst, not row.possible) for row in found.rows]
    assert (len(order), order) == (9, sorted(order))
    assert found.left == len(codes)
    assert found.examples == [*(RULES.code_name(code) for code in codes[:6]), "..."]
    few = suggestions(RULES, [*said, *lines("133 2 0")], "entropy").examples
    assert len(few) <= 6
    assert "..." not in few


@pytest.mark.parametrize("sample", [5, 400])
def test_the_figures_of_a_sample_are_of_as_many_codes(sample, monkeypatch):
    monkeypatch.setattr(ranked_guesses, "SAMPLE", sample)
    said, rng = lines("112 1 0"), np.random.default_rng(1)
    found = ranked_guesses.sampled_suggestions(RULES, said, rng, top=4)
    codes = twin.left(RULES, said)
    assert (found.left, found.sample) == (len(codes), 5 if sample == 5 else None)
    assert (len(found.rows), len(found.examples), found.examples[5:]) == (
        4, min(sample, 7), [] if sample == 5 else [found.examples[5], "..."],
    )  # fmt: skip
    bits = [row.entropy for row in found.rows]
    assert bits == sorted(bits, reverse=True)
    if sample == 400:
        check_rows(found.rows, codes)
