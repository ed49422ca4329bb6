"""Compiled loops of large tables give what numpy gives, step by step, for small ones."""

import numpy as np
import pytest

from whoknows.logic.models import table
from whoknows.logic.models.table import (
    Table,
    components,
    put_together,
    spread,
    spread_jointly,
)
from whoknows.logic.models.table_kernels import DIRECT, reached, sharing


def random_views(rng, rows, agents):
    """Views with few or many labels, and claims that hold seldom or often."""
    views = [
        rng.integers(0, int(rng.integers(1, 2 * rows + 2)), rows).astype(np.int32)
        for _ in range(agents)
    ]
    return views, rng.random(rows) < rng.random()


@pytest.mark.parametrize("seed", range(40))
def test_rows_that_share_labels_and_rows_that_chains_lead_to(seed):
    rng = np.random.default_rng(seed)
    views, fails = random_views(rng, int(rng.integers(1, 200)), 2 + seed % 2)
    together = put_together(views, len(fails)).astype(np.int64)
    expected = spread_jointly(fails, views).tolist()
    for scale in (1, 2 * DIRECT):  # as bits, and by hashing
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
