"""What the rules allow, and what they refuse."""

from itertools import product

import pytest

from tests.games.balance import naive
from whoknows.errors import BadSetup, IllegalMove, TooLarge, UnknownName
from whoknows.games.balance.rules import GOALS, KINDS, Rules, weighing_name, world_name

EVERY = [
    (coins, odd, at_most, kind, references, goal)
    for coins, odd in [
        (1, 1),
        (2, 1),
        (2, 2),
        (3, 1),
        (3, 2),
        (3, 3),
        (4, 2),
        (4, 3),
        (5, 3),
    ]
    for at_most, kind, references, goal in product((False, True), KINDS, (0, 1), GOALS)
]


class Loose:
    """Rules without their checks, for the twin."""

    def __init__(self, coins, odd, at_most, kind, references, goal):
        self.coins, self.odd, self.at_most = coins, odd, at_most
        self.kind, self.references, self.goal = kind, references, goal


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_refused_is_just_what_no_weighings_can_decide(options):
    loose = Loose(*options)
    asks = list(naive.weighings(loose))
    looks = {}
    for world in naive.worlds(loose):
        look = tuple(naive.answer(*ask, world) for ask in asks)
        looks.setdefault(look, set()).add(naive.odd_set(loose, world))
    if any(len(goals) > 1 for goals in looks.values()):
        with pytest.raises(BadSetup, match="without a reference coin"):
            Rules(*options)
    else:
        rules = Rules(*options)
        assert sorted(rules.worlds()) == sorted(naive.worlds(loose))
        assert rules.size == len(list(rules.worlds()))
        assert rules.goals == len({naive.odd_set(loose, w) for w in rules.worlds()})


def test_bad_options_are_refused_with_the_reason():
    with pytest.raises(BadSetup, match="13 odd coins are more than the 12 coins"):
        Rules(12, 13)
    with pytest.raises(BadSetup, match="0 odd"):
        Rules(12, 0)
    with pytest.raises(BadSetup, match="0 coins"):
        Rules(0)
    with pytest.raises(BadSetup, match="-1 reference"):
        Rules(12, references=-1)
    with pytest.raises(UnknownName, match="did you mean 'heavy'"):
        Rules(12, kind="heavi")
    with pytest.raises(UnknownName, match="no goal"):
        Rules(12, goal="gold")
    with pytest.raises(TooLarge, match="cases"):
        Rules(300, 5)
    with pytest.raises(BadSetup, match="1 heavy or 2 light"):
        Rules(2)
    with pytest.raises(BadSetup, match="1 2 heavy or 3 4 light"):
        Rules(4, 2, kind="mixed")
    assert Rules(2, references=1).size == 4


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1 2 : 3", "2 coins against 1"),
        ("1 2 : 2 3", "coin 2 is on both pans"),
        ("1 1 : 2 3", "coin 1 is twice"),
        ("1 : 99", "no coin 99"),
        ("0 : 1", "no coin 0"),
        ("1 2 3", "two pans"),
        (":", "empty"),
        ("1 x : 2 3", "'x' is no coin"),
    ],
)
def test_bad_weighings_are_refused_with_the_reason(text, wrong):
    with pytest.raises(IllegalMove, match=wrong):
        Rules().parse_weighing(text)


def test_weighings_and_worlds_have_names_that_parse_back():
    rules = Rules(6, 2, kind="mixed", references=1)
    weighing = rules.parse_weighing("2,1-1 v 7 4")
    assert weighing == ((1, 2), (4, 7))
    assert rules.parse_weighing(weighing_name(weighing)) == weighing
    for world in rules.worlds():
        assert rules.parse_world(world_name(world)) == world
    assert Rules(3, 1, at_most=True, kind="heavy").parse_world("none") == (0, 0, 0)
    for wrong in ("3", "7 heavy, 1 light", "1 heavy", "none", "", "1 huge"):
        with pytest.raises(BadSetup):
            rules.parse_world(wrong)


def test_answers_are_those_of_the_twin_and_parse():
    rules = Rules(5, 2, kind="mixed", references=1)
    for world in rules.worlds():
        for left, right in naive.weighings(rules):
            weighing = rules.legal(left, right)
            assert rules.answer(weighing, world) == naive.answer(left, right, world)
    for text, answer in {"<": "LT", "gt": "GT", "=": "EQ", "balance": "EQ"}.items():
        assert rules.parse_answer(text) == answer
    with pytest.raises(IllegalMove, match="LT, EQ, or GT"):
        rules.parse_answer("maybe")
