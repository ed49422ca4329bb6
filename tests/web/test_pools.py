"""The pools of the lab: how much memory a worker may take."""

from types import SimpleNamespace

import psutil
import pytest

from whoknows.web.server.workers import enough, new_asker

GIB = 2**30


@pytest.mark.parametrize(("machine", "worker"), [(1, 2), (8, 2), (10, 2.5), (64, 16)])
def test_a_worker_may_take_a_quarter_but_two_gib_at_least(monkeypatch, machine, worker):
    monkeypatch.setattr(
        psutil, "virtual_memory", lambda: SimpleNamespace(total=machine * GIB)
    )
    assert enough() == worker * GIB


def test_everyone_who_asks_has_a_name_of_their_own():
    names = [new_asker("page") for _ in range(3)]
    assert len(set(names)) == 3
