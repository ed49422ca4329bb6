"""Random exercises: the same for the same seed, in the logic, and rightly answered."""

from itertools import combinations

import numpy as np
import pytest

from tests.logic.satisfiability.every_model import depth
from whoknows.errors import BadSetup
from whoknows.logic.files.json_model import named_document
from whoknows.logic.language.formula import Know, inner
from whoknows.logic.language.names import names
from whoknows.logic.satisfiability.exercises import exercises, random_formula, random_model


def test_the_same_seed_gives_the_same_exercises():
    one, two = exercises(5, 7), exercises(5, 7)
    assert [str(a.formula) for a in one] == [str(b.formula) for b in two]
    assert [named_document(a.model) for a in one] == [named_document(b.model) for b in two]
    assert [str(a.formula) for a in exercises(5, 8)] != [str(a.formula) for a in one]


@pytest.mark.parametrize("deep", [1, 2, 3])
def test_knowledge_is_nested_as_deep_as_asked(deep):
    rng = np.random.default_rng(2)
    for _ in range(40):
        formula = random_formula(rng, depth=deep, agents=["a", "b"], facts=["p", "q"])
        assert depth(formula) == deep


@pytest.mark.parametrize("logic", ["S5", "KD45", "K"])
def test_random_models_are_of_their_logic(logic):
    laws = {
        "S5": ["K a p -> p", "K a p -> K a K a p", "~K a p -> K a ~K a p"],
        "KD45": ["~K a false", "K a p -> K a K a p", "~K a p -> K a ~K a p"],
        "K": ["K a (p -> q) -> K a p -> K a q"],
    }
    rng = np.random.default_rng(3)
    for _ in range(20):
        model = random_model(rng, worlds=5, agents=["a"], facts=["p", "q"], logic=logic)
        assert all(model.valid(law) for law in laws[logic])


def test_answers_are_those_of_the_model():
    for one in exercises(10, 1, logic="KD45"):
        assert all(one.model.true(one.formula, world) for world in one.where)
        assert one.satisfiable or not one.where
        assert not one.valid or len(one.where) == len(one.model)


def test_groups_are_of_two_or_more_and_names_those_asked_for():
    rng = np.random.default_rng(5)
    who, what = ["a", "b", "c"], ["p", "q"]
    for agents, facts in ((who[:1], what[:1]), (who[:2], what), (who, what)):
        made = [random_formula(rng, depth=2, agents=agents, facts=facts) for _ in range(99)]
        groups = {one.who for some in made for one in knowing(some)}
        assert groups == {
            group for size in range(1, 4) for group in combinations(agents, size)
        }
        assert names(*made).facts == set(facts)


def knowing(formula):
    own = [formula] if isinstance(formula, Know) else []
    return own + [one for part in inner(formula) for one in knowing(part)]


def test_bounds_are_said():
    with pytest.raises(BadSetup, match="1 to 5 agents are wanted, not 6"):
        exercises(1, 1, agents=6)


@pytest.mark.parametrize(
    ("deep", "agents", "facts", "why"),
    [
        (0, ["a"], [], "wanted a depth from 0, a fact, and an agent"),
        (1, [], ["p"], "wanted a depth from 0, a fact, and an agent"),
        (-1, ["a"], ["p"], "nested 0 to 200 deep, not -1"),
    ],
)
def test_a_random_formula_of_nothing_is_refused(deep, agents, facts, why):
    rng = np.random.default_rng(1)
    with pytest.raises(BadSetup, match=why):
        random_formula(rng, depth=deep, agents=agents, facts=facts)
