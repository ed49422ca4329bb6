"""The columns of a table against their definitions: labels joined, chains followed."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadSetup
from whoknows.logic import Table, from_parts
from whoknows.logic.models.labels import HASH, joint, renumbered
from whoknows.logic.models.plausibility import Plausible


def same_cells(labels, keys):
    """Whether two lists part their places alike: as many pairs as labels, and as keys."""
    pairs = set(zip(labels, keys, strict=True))
    return len(pairs) == len(set(labels)) == len(set(keys))


@given(
    rows=st.integers(1, 60), agents=st.integers(1, 4), most=st.sampled_from([2, 9, 10**6])
)
@settings(deadline=None)
def test_joint_views_part_the_worlds_that_anyone_parts(rows, agents, most):
    rng = np.random.default_rng(rows * agents)
    views = [rng.integers(most, size=rows) // (agent + 1) for agent in range(agents)]
    seen = list(zip(*(view.tolist() for view in views), strict=True))
    labels = joint(views, rows).tolist()
    assert same_cells(labels, seen)
    assert agents == 1 or max(labels) < 8 * rows + 64, "small enough to index by"


@pytest.mark.parametrize(
    "labels",
    [["red", "blue", "red"], [-1, 7, -1], [2**62, 5, 2**62], [0.5, 0.25, 0.5], [76, 3, 76]],
)
def test_labels_of_any_kind_part_the_worlds(labels):
    model = Table({"p": [True, True, False]}, {"ann": labels})
    assert model.where("K ann p").tolist() == [False, True, False]
    assert int(model.views["ann"].max()) < 4 * 3 + 64


@given(st.lists(st.integers(0, 2**63 - 1), min_size=1, max_size=200))
@settings(deadline=None)
def test_counted_labels_are_equal_where_they_were(labels):
    labels = labels + labels[::2]
    found = renumbered(np.array(labels))
    assert same_cells(found.tolist(), labels)


def test_labels_that_all_meet_in_one_slot_are_told_apart():
    inverse = pow(HASH, -1, 2**64)
    meeting = [number * inverse % 2**64 for number in range(1, 4000)]
    labels = np.array([label for label in meeting if label < 2**63])
    assert len(labels) > 1000
    assert same_cells(renumbered(labels).tolist(), labels.tolist())


@pytest.mark.parametrize("length", [1, 2, 7, 9, 100, 1001])
def test_chains_of_any_length_are_followed(length):
    steps = np.arange(length)
    ends = {"last": steps == length - 1}
    chain = Table(ends, {"ann": steps // 2, "bob": (steps + 1) // 2, "cat": steps})
    assert chain.valid("<C{ann, bob}> last")
    alone = "<C{cat}> last"
    assert chain.count(alone) == 1
    pair = "<C{ann, cat}> last"
    assert chain.count(pair) == (2 if length % 2 == 0 else 1)


def test_nobody_reaches_only_where_they_are():
    two = Table({"p": [True, False]}, {"ann": [0, 0]})
    assert two.where("<C{}> p").tolist() == [True, False]
    assert not two.common([], "p").tolist()[1]


@pytest.mark.parametrize("left", [[], [1], [0, 2]])
def test_no_number_but_that_of_a_world_left_is_one(left):
    three = Table({"p": [True, False, True]}, {"ann": [0, 0, 1]})
    few = three.restrict(np.isin(np.arange(3), left))
    for world in range(5):
        if world in left:
            assert few.worlds(few.claim_of([world])).tolist() == [world]
        else:
            with pytest.raises(
                BadSetup, match=f"world {world} is not among the {len(left)}"
            ):
                few.claim_of([world])


def test_labels_made_small_after_an_announcement():
    rows = np.arange(100_000)
    table = Table({"few": rows % 5000 == 0}, {"ann": rows // 2, "bob": rows % 2})
    left = table.announce("few")
    assert len(left) == 20
    assert int(left.views["ann"].max()) < 200
    assert left.worlds().tolist() == list(range(0, 100_000, 5000))


@pytest.mark.parametrize("engine", ["table", "cube"])
def test_nobody_writes_to_the_columns_of_a_model(engine):
    sees = {"ann": ["x"]}
    model: Any = from_parts({"x": range(3)}, sees, facts=["p"], engine=engine)
    for some in (model, model.announce("p | x=1")):
        if engine == "cube":
            columns = [some.alive]
        else:
            columns = [some.facts["p"], some.views["ann"], some.columns["x"].codes]
        assert not any(column.flags.writeable for column in columns)


def test_nobody_writes_to_the_ranks_of_a_model():
    ranked = Plausible({"p": [True, False]}, {"ann": [0, 0]}, {"ann": [0, 1]})
    assert not ranked.ranks["ann"].flags.writeable
