"""Plans: what they cost, and their forms."""

import json
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.inquiry import naive
from whoknows.errors import BadFile, BadSetup, Contradiction
from whoknows.inquiry import forms
from whoknows.inquiry.plan import Node, Plan, even_tree, reached
from whoknows.inquiry.problem import from_matrix
from whoknows.inquiry.strategies import plan_for

# Question 1 leaves everyone alone once its own answer is told apart.
DIFFERENT = np.array([[0, 1, 1, 1], [0, 1, 2, 3], [1, 1, 0, 0], [0, 0, 1, 2]])


def walked(plan: Plan, problem, secret: int) -> int:
    """How many questions the plan asks for one secret, answered from the matrix."""
    node, asked = plan.root, 0
    while node.question is not None:
        asked += 1
        if problem.ends and problem.right[node.question] == secret:
            break
        node = node.branches[int(problem.answers(node.question, np.array([secret]))[0])]
    assert secret in node.found
    return asked


@settings(max_examples=100, deadline=None)
@given(
    naive.matrices(most_secrets=9, most_questions=9),
    st.sampled_from(["first", "worst-case", "expected-size", "entropy", "parts"]),
    st.booleans(),
)
def test_a_plan_finds_every_secret_and_counts_right(matrix, name, only_possible):
    secrets = len(matrix[0])
    matrix = (matrix * secrets)[:secrets]  # a question for every secret
    problem = from_matrix(np.array(matrix))
    plan = plan_for(problem, name, only_possible=only_possible)
    asked = [walked(plan, problem, secret) for secret in range(secrets)]
    assert plan.total == sum(asked)
    assert plan.worst == max(asked)
    assert plan.histogram == tuple(np.bincount(asked)[1:].tolist())


def test_what_a_plan_costs_by_hand():
    """Nobody is found with two questions, and two secrets stay together."""
    last = Node(2, {0: Node(None, found=(3, 4)), 1: Node(4, found=(5,))}, found=(2,))
    plan = Plan(Node(0, {0: Node(1, {0: last}), 1: Node(None, found=(1,))}, found=(0,)))
    assert plan.histogram == (2, 0, 3, 1)
    assert (plan.secrets, plan.total, plan.worst) == (6, 15, 4)
    assert (reached(plan, "worst"), reached(plan, "total")) == (4, 15)
    known = Plan(Node(None, found=(0,)))
    assert (known.histogram, known.secrets, known.total, known.worst) == ((), 1, 0, 0)


def test_the_least_tree_is_that_of_every_way_to_branch():
    @cache
    def least(leaves, branching):
        """Leaves parted among up to so many branches, each a tree of its own."""
        if leaves == 1:
            return 0
        return leaves + min(forest(leaves, many, branching) for many in (2, branching))

    def forest(leaves, trees, branching):
        if trees == 1 or leaves == 1:
            return least(leaves, branching)
        return min(least(part, branching) + forest(leaves - part, trees - 1, branching)
                   for part in range(1, leaves))  # fmt: skip

    for branching in (2, 3, 4):
        for leaves in range(1, 14):
            assert even_tree(leaves, branching) == least(leaves, branching)
    assert even_tree(0, 3) == 0
    assert even_tree(5, 1) == even_tree(5, 2)


@given(naive.matrices(most_secrets=6, most_questions=8), st.booleans())
def test_where_knowing_is_enough(matrix, flip):
    problem = from_matrix(np.array(matrix), ends=False)
    columns = {tuple(column) for column in zip(*matrix, strict=True)}
    name = "entropy" if flip else "parts"
    if len(columns) < problem.secrets:
        with pytest.raises(BadSetup, match="tells apart"):
            plan_for(problem, name)
        return
    plan = plan_for(problem, name)
    assert plan.total == sum(walked(plan, problem, s) for s in range(problem.secrets))


def test_a_forced_first_question():
    problem = from_matrix(DIFFERENT)
    assert plan_for(problem, "parts", first=2).root.question == 2


def test_json_text_and_dot():
    problem = from_matrix(DIFFERENT, secret_name="abcd".__getitem__,
                          question_name="abcd".__getitem__)  # fmt: skip
    plan = plan_for(problem, "entropy")
    document = json.loads(json.dumps(forms.as_document(plan)))
    again = forms.from_document(document)
    assert again.histogram == plan.histogram
    assert forms.as_document(again) == document
    assert forms.as_text(plan).splitlines()[0] == "b"
    dot = forms.as_dot(plan)
    assert dot.startswith("digraph")
    assert dot.count("->") == dot.count("shape=") - 1


def test_a_plan_is_walked_by_answers():
    problem = from_matrix(DIFFERENT)
    plan = plan_for(problem, "entropy")
    first = next(iter(plan.root.branches))
    assert plan.after(first) is plan.root.branches[first]
    with pytest.raises(Contradiction, match="answer 1"):
        plan.after(77)


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"format": "x"}', '{"format": "whoknows plan 1"}',
     '{"format": "whoknows plan 1", "tree": {"ask": "a", "then": 3}}'],
)  # fmt: skip
def test_files_that_are_no_plans(tmp_path, text):
    path = tmp_path / "plan.json"
    path.write_text(text)
    with pytest.raises(BadFile, match=r"plan\.json"):
        forms.read_plan(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(BadFile, match="No such file"):
        forms.read_plan(tmp_path / "none.json")
