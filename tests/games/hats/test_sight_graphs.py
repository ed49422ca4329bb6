"""Hat guessing numbers, as is known, and by trying all strategies."""

from itertools import product

import pytest

from tests.cli.test_hats import read, run
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.sight_graphs import (
    always_right,
    complete,
    cycle,
    guaranteed,
    guessing_number,
    parse_seen_deal,
    parse_sees,
    path,
    star,
)


def number(sees):
    *_, last = guessing_number(sees)
    assert last.proven
    assert last.strategy is None
    return last.colors - 1


@pytest.mark.parametrize(
    ("sees", "most"),
    [
        (complete(2), 2),  # all see all: as many colors as agents
        (complete(3), 3),
        (path(4), 2),  # trees
        (star(5), 2),
        (cycle(4), 3),  # cycles: 3 for four and for multiples of three
        (cycle(6), 3),
    ],
)
def test_hat_guessing_numbers_as_published(sees, most):
    assert number(sees) == most


def test_graphs_by_name_have_the_edges_of_their_names():
    assert parse_sees("complete:3") == ((1, 2), (0, 2), (0, 1))
    assert parse_sees("cycle:4") == ((1, 3), (0, 2), (1, 3), (0, 2))
    assert parse_sees("path:3") == ((1,), (0, 2), (1,))
    assert parse_sees("star:4") == ((1, 2, 3), (0,), (0,), (0,))


def test_two_agents_and_an_arrow_by_trying_all_strategies():
    """If only one sees the other, two colors are too many already."""
    sees = parse_sees("1>2")
    rules = product(product(range(2), repeat=2), product(range(2), repeat=1))
    assert not any(always_right(sees, 2, pair) for pair in rules)
    assert guaranteed(sees, 2).strategy is None


def test_a_strategy_found_is_one():
    found = guaranteed(cycle(4), 3)
    assert found.strategy is not None
    for hats in product(range(3), repeat=4):
        said = [
            rule[3 * hats[seen[0]] + hats[seen[1]]]
            for rule, seen in zip(found.strategy, cycle(4), strict=True)
        ]
        assert any(a == b for a, b in zip(said, hats, strict=True))


@pytest.mark.parametrize(
    "text", ["", "1", "1-1", "1-99", "cycle:", "ring:4", "1-2-3", "a-b"]
)
def test_what_is_no_graph_is_refused(text):
    with pytest.raises(BadSetup):
        parse_sees(text)


def test_the_command():
    found = read("graph", "--sees", "1-2,2-3")
    assert found["guessing_number"] == 2
    assert found["sees"] == [[2], [1, 3], [2]]
    assert "The hat guessing number is 2." in run("graph", "--sees", "path:3")
    with pytest.raises(TooLarge, match="configurations"):
        run("graph", "--sees", "cycle:16", "--colors", "5")


def test_a_wrong_answer_is_named_by_its_agent():
    with pytest.raises(BadSetup, match="answer 2 of agent 1"):
        parse_seen_deal("RX RB", Rules(2), complete(2))
