"""Loops in C for large tables give what numpy gives, step by step, for small ones."""

import numpy as np
import pytest

from whoknows.logic.models import table, table_kernels
from whoknows.logic.models.labels import components, put_together
from whoknows.logic.models.table import Table, spread, spread_jointly
from whoknows.logic.models.table_kernels import DIRECT, reached, sharing
from whoknows.work.kernels import WrongCall


def random_views(rng, rows, agents):
    """Views with few or many labels, and claims that hold seldom or often."""
    dtype = rng.choice([np.int32, np.int64])
    views = [
        rng.integers(0, int(rng.integers(1, 2 * rows + 2)), rows).astype(dtype)
        for _ in range(agents)
    ]
    return views, rng.random(rows) < rng.random()


@pytest.mark.parametrize("seed", range(40))
def test_rows_that_share_labels_and_rows_that_chains_lead_to(seed):
    rng = np.random.default_rng(seed)
    views, fails = random_views(rng, int(rng.integers(1, 200)), 2 + seed % 2)
    together = put_together(views, len(fails)).astype(np.int64)
    expected = spread_jointly(fails, views).tolist()
    largest = (2**63 - 2) // (int(together.max()) + 1)
    for scale in (1, 2 * DIRECT, largest):  # as bits, and by hashing
        labels = together * scale
        assert sharing(fails, labels, int(labels.max()) + 1).tolist() == expected
    chains = components(views, len(fails))
    assert reached(fails, views).tolist() == spread(fails, chains).tolist()


@pytest.mark.parametrize("at", [0, 4_000])
def test_long_chains_are_followed_to_both_ends(at):
    """A path, its rows in any order, beside one that nothing leads to."""
    steps = np.random.default_rng(7).permutation(8_000)
    path = np.where(steps < 6_000, steps, steps + 1)  # 6000 and 6001 are not joined
    views = [(path // 2).astype(np.int32), ((path + 1) // 2).astype(np.int32)]
    expected = spread(steps == at, components(views, len(steps)))
    assert reached(steps == at, views).tolist() == expected.tolist()
    assert expected.sum() == 6_000


def test_large_tables_take_the_compiled_loops(monkeypatch):
    rng = np.random.default_rng(3)
    views, fails = random_views(rng, 300, 2)
    model = Table({"p": ~fails}, dict(zip("ab", views, strict=True)))
    slow = [
        model.distributed(list("ab"), "p").tolist(),
        model.common(list("ab"), "p").tolist(),
    ]
    monkeypatch.setattr(table, "MANY_ROWS", 300)
    monkeypatch.setattr(table, "components", None)  # not taken
    monkeypatch.setattr(table, "in_doubt", None)
    assert slow == [
        model.distributed(list("ab"), "p").tolist(),
        model.common(list("ab"), "p").tolist(),
    ]


def test_without_kernels_large_tables_take_their_twins(monkeypatch):
    rng = np.random.default_rng(3)
    views, fails = random_views(rng, 300, 2)
    model = Table({"p": ~fails}, dict(zip("ab", views, strict=True)))
    fast, group = [], ["a", "b"]
    monkeypatch.setattr(table, "MANY_ROWS", 300)
    for function in (table_kernels.COUNT.function, None):
        monkeypatch.setitem(vars(table_kernels.COUNT), "function", function)
        monkeypatch.setattr(table, "sharing", sharing if function else None)
        monkeypatch.setattr(table, "reached", reached if function else None)
        known = model.distributed(group, "p"), model.common(group, "p")
        fast.append([claim.tolist() for claim in known])
    assert fast[0] == fast[1]


def test_masks_of_any_strides_and_bytes_are_taken():
    """A true byte may be any but 0, and numpy makes views with steps."""
    rng = np.random.default_rng(5)
    views, fails = random_views(rng, 200, 2)
    odd = (fails * rng.integers(1, 256, 200)).astype(np.uint8).view(bool)
    wide = np.repeat(odd, 3)[::3]
    labels = put_together(views, 200).astype(np.int64)
    for labelled in (labels, labels * 2 * DIRECT):
        expected = spread_jointly(fails, views).tolist()
        bound = int(labelled.max()) + 1
        assert sharing(wide, labelled, bound).tolist() == expected
        assert sharing(odd, np.repeat(labelled, 2)[::2], bound).tolist() == expected
    chains = spread(fails, components(views, 200)).tolist()
    assert reached(wide, [views[0], np.repeat(views[1], 2)[::2]]).tolist() == chains
    mixed = [views[0].astype(np.int64), views[1].astype(np.int32)]
    assert reached(fails, mixed).tolist() == chains


def test_labels_that_would_lie_outside_are_refused():
    three = np.ones(3, bool)
    for call in (
        lambda: sharing(three, np.array([0, 5, 1]), 3),
        lambda: sharing(three, np.array([0, -1, 1]), 3),
        lambda: sharing(three, np.array([0, -1, 1]), 2**60),
        lambda: sharing(three, np.array([0, 1]), 3),
        lambda: sharing(three, np.array([0.0, 1, 2]), 3),
        lambda: sharing(three, np.array([0, 1, 2], np.uint64), 3),
        lambda: sharing(three.astype(int), np.array([0, 1, 2]), 3),
        lambda: reached(three, [np.array([0, 1, -1]), np.array([0, 1, 1])]),
        lambda: reached(three, [np.array([0, 1, 1]), np.array([0, 1])]),
        lambda: reached(three, [np.array([0, 1, 2**33]), np.array([0, 1, 1])]),
    ):
        with pytest.raises(WrongCall):
            call()
