"""Suggestions: which guesses are ranked, and which lines contradict each other."""

import pytest

from whoknows.errors import Contradiction
from whoknows.games.mastermind.rules import Answer, Line, Rules
from whoknows.games.mastermind.solve.suggest import suggestions

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
