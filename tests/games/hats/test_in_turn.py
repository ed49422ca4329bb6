"""Hats on a line, answered in turn."""

from itertools import product

import pytest

from whoknows.cli.hats_line import answers
from whoknows.errors import BadSetup


@pytest.mark.parametrize(("players", "colors"), [(2, 2), (5, 2), (4, 3), (3, 5)])
def test_all_but_the_first_are_right_and_nobody_uses_what_is_hidden(players, colors):
    for hats in product(range(colors), repeat=players):
        said = answers(hats, colors)
        assert said[1:] == hats[1:]
        for place in range(players):  # who is asked does not see the own hat
            others = [
                answers((*hats[:place], own, *hats[place + 1 :]), colors)[: place + 1]
                for own in range(colors)
            ]
            alike = [row[place] for row in others if row[:place] == said[:place]]
            assert set(alike) == {said[place]} or len(alike) == 1


@pytest.mark.parametrize(
    ("hats", "colors", "wanted"),
    [((0,), 2, "2 to 100,000 agents"), ((0, 2), 2, "G is not one"), ((0, 1), 1, "colors")],
)
def test_lines_that_cannot_be(hats, colors, wanted):
    with pytest.raises(BadSetup, match=wanted):
        answers(hats, colors)
