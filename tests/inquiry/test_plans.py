"""Plans: what they cost, and their forms."""

import json
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.inquiry import naive
from whoknows.errors import BadFile, BadSetup, Contradiction
from whoknows.inquiry import plan_files
from whoknows.inquiry.by_score import scores
from whoknows.inquiry.by_score.scores import ONE, learned, remember
from whoknows.inquiry.by_score.strategies import plan_for
from whoknows.inquiry.plan import Node, Plan, even_tree, reached
from whoknows.inquiry.problem import from_matrix

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


def tree_of(problem, matrix, score, options, cell, asked=False):
    """The strategy as it is worded: what is asked, and what then; found alone at a leaf."""
    right, ends = problem.right.tolist(), problem.ends
    naming = [right.index(s) if s in right else -1 for s in range(problem.secrets)]
    first = options.get("first")
    if len(cell) == 1 and (asked or first is None):
        return naming[cell[0]] if ends else None, {}, cell
    able = [q for q in range(len(matrix)) if right[q] in cell]
    asks = able if options.get("only_possible") else range(len(matrix))
    if not asked and first is not None:
        question = first
    elif score is None:
        question = naming[cell[0]]
    elif ends and len(cell) == 2 and able:
        question = min(naming[s] for s in cell if naming[s] >= 0)
    else:
        question = naive.best(matrix, right, cell, score, asks)
    parts = naive.parted(matrix, question, cell)
    found = [part for part in parts.values() if ends and part[0] == right[question]]
    return (
        question,
        {
            label: tree_of(problem, matrix, score, options, part, True)
            for label, part in parts.items()
            if part not in found
        },
        [s for part in found for s in part],
    )


def written(node):
    below = {label: written(part) for label, part in node.branches.items()}
    return node.question, below, list(node.found)


@settings(max_examples=60, deadline=None)
@given(
    naive.matrices(most_secrets=9, most_questions=6, answers=4),
    st.sampled_from(["first", "worst-case", "entropy", "entropy-base-parts", "power:3"]),
    st.sampled_from([{}, {"only_possible": True}, {"first": 0}]),
    st.booleans(),
    st.booleans(),
)
def test_a_plan_asks_what_its_strategy_says(matrix, name, options, ends, last):
    """Some questions name no secret; where knowing is enough, none does."""
    secrets, none = len(matrix[0]), [-1] * len(matrix)
    named = np.eye(secrets, dtype=int).tolist()
    matrix = matrix + named if last else named + matrix
    right = [*none, *range(secrets)] if last else [*range(secrets), *none]
    right = right if ends else None
    if not ends and (name == "first" or "only_possible" in options):
        name, options = "parts", {}
    problem = from_matrix(np.array(matrix), ends=ends, right=right)
    every = np.arange(len(matrix), dtype=np.int32)
    answers = problem.matrix(every, problem.everything()).tolist()
    score = None if name == "first" else scores.score(name)
    wanted = tree_of(problem, answers, score, options, [*range(secrets)])
    assert written(plan_for(problem, name, **options).root) == wanted


def test_what_a_plan_costs_by_hand():
    """Nobody is found with two questions, and two secrets stay together."""
    last = Node(2, {0: Node(None, found=(3, 4)), 1: Node(4, found=(5,))}, found=(2,))
    plan = Plan(Node(0, {0: Node(1, {0: last}), 1: Node(None, found=(1,))}, found=(0,)))
    assert plan.histogram == (2, 0, 3, 1)
    assert (plan.secrets, plan.total, plan.worst) == (6, 15, 4)
    assert (reached(plan, "worst"), reached(plan, "total")) == (4, 15)
    met = {}
    assert remember(plan.root, met) == (6, 15)
    assert {size: sorted(costs) for size, costs in met.items()} == {
        1: [0, 1], 2: [0], 4: [5, 9], 6: [15],
    }  # fmt: skip
    known = Plan(Node(None, found=(0,)))
    assert (known.histogram, known.secrets, known.total, known.worst) == ((), 1, 0, 0)


@pytest.mark.parametrize("ends", [False, True])
def test_what_is_learned_is_the_average_of_a_size_and_between_sizes_a_line(ends):
    score = learned({1: [1], 4: [7, 9]}, 4, ends)  # 1 for each of one, 2 for each of four
    table = [0, ONE, 3 * ONE, round(3 * (1 + np.log2(3) / 2) * ONE), 8 * ONE]
    assert np.abs(score.weights(4) - table).max() <= 1
    assert score.weights(2).tolist() == score.weights(4)[:3].tolist()
    for possible in (False, True):
        assert score.of((2, 1, 1), possible) == (5 - (possible and ends)) * ONE
    assert score.bonus == ends * ONE


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
    document = json.loads(json.dumps(plan_files.as_document(plan)))
    again = plan_files.from_document(document)
    assert again.histogram == plan.histogram
    assert plan_files.as_document(again) == document
    assert plan_files.as_text(plan).splitlines()[0] == "b"
    dot = plan_files.as_dot(plan)
    assert dot.startswith("digraph")
    assert dot.count("->") == dot.count("shape=") - 1


def test_the_outline_of_a_plan_by_hand(tmp_path):
    leaf = Node(None, found=(1, 2))
    plan = Plan(Node(0, {0: Node(1, {1: leaf}), 2: Node(3, found=(3,))}, found=(0,)), "x",
                "abcd".__getitem__, "wxyz".__getitem__, "012".__getitem__)  # fmt: skip
    assert plan_files.as_text(plan).splitlines() == ["a", "  0 b", "    1 = x, y", "  2 d"]
    assert plan_files.as_text(plan, 1).splitlines() == ["a", "  ... 2 answers"]
    assert plan_files.as_text(plan, 2).splitlines() == [
        "a",
        "  0 b",
        "    ... 1 answers",
        "  2 d",
    ]
    assert plan_files.as_text(plan, 3) == plan_files.as_text(plan)
    for ending in ("json", "dot", "txt"):
        plan_files.write_plan(tmp_path / f"plan.{ending}", plan, total=7)
    assert (tmp_path / "plan.txt").read_text() == plan_files.as_text(plan) + "\n"
    assert (tmp_path / "plan.dot").read_text() == plan_files.as_dot(plan) + "\n"
    assert json.loads((tmp_path / "plan.json").read_text()) == plan_files.as_document(
        plan, total=7
    )
    with pytest.raises(BadFile, match="ends in"):
        plan_files.write_plan(tmp_path / "plan.csv", plan)


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
     '{"format": "whoknows plan 1", "tree": {"ask": "a", "then": 3}}',
     '{"format": "whoknows plan 1", "tree":'
     ' {"ask": "a", "then": {"x": {}, "y": {"found": ["s"]}}}}'],
)  # fmt: skip
def test_files_that_are_no_plans(tmp_path, text):
    path = tmp_path / "plan.json"
    path.write_text(text)
    with pytest.raises(BadFile, match=r"plan\.json"):
        plan_files.read_plan(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(BadFile, match="No such file"):
        plan_files.read_plan(tmp_path / "none.json")
