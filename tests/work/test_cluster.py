"""The engine on a real Dask cluster: a scheduler and workers as processes on loopback."""

import pytest

from dask_cluster import dask_cluster
from machine import PATIENCE
from whoknows.errors import WorkFailed
from whoknows.work import cluster, place, run
from work import pieces


@pytest.mark.slow
def test_a_worker_killed_mid_run_loses_nothing(tmp_path):
    with dask_cluster(tmp_path) as dask:
        found = []
        for pair in run(pieces.slow_square, range(80), where=place(cluster=dask.address)):
            found.append(pair)
            if len(found) == 10:
                dask.processes[1].kill()
        assert sorted(found) == [(n, n * n) for n in range(80)]

        # An error of the work is passed on, and the cluster is there for the next run.
        where = place(cluster=dask.address)
        with pytest.raises(ValueError, match="seven"):
            list(run(pieces.square_or_fail, range(40), where=where))
        assert sorted(run(pieces.square, range(9), where=where)) == [
            (n, n * n) for n in range(9)
        ]

        # A worker with another version is an error before any piece is sent.
        other = tmp_path / "other" / "whoknows"
        other.mkdir(parents=True)
        (other / "__init__.py").write_text('__version__ = "99.0"')
        dask.start_worker({"PYTHONPATH": str(other.parent)})
        wait_for_workers(dask.address, 2)
        with pytest.raises(WorkFailed, match=r"worker tcp.* (whoknows 99.0|No module)"):
            list(run(pieces.square, range(9), where=where))


@pytest.mark.slow
def test_a_scheduler_killed_mid_run_is_an_error_not_a_hang(tmp_path):
    with dask_cluster(tmp_path) as dask:
        results = run(pieces.slow_square, range(2000), where=place(cluster=dask.address))
        for _ in range(10):
            next(results)
        dask.processes[0].kill()
        with pytest.raises(WorkFailed, match=r"the cluster at tcp://.* was lost"):
            list(results)


def wait_for_workers(address, count):
    client = cluster.connected(address)
    client.wait_for_workers(count, timeout=PATIENCE)
    client.close()


@pytest.mark.slow
def test_a_scheduler_without_the_package_is_an_error_not_a_hang(tmp_path):
    # A package of the same name that has no version: as good as none.
    empty = tmp_path / "empty" / "whoknows"
    empty.mkdir(parents=True)
    (empty / "__init__.py").write_text("raise ImportError('no whoknows here')")
    with dask_cluster(tmp_path, environment={"PYTHONPATH": str(empty.parent)}) as dask:
        results = run(pieces.square, range(9), where=place(cluster=dask.address))
        with pytest.raises(
            WorkFailed, match="the scheduler cannot be used: no whoknows here"
        ):
            list(results)


def test_an_address_where_nobody_answers(monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with pytest.raises(WorkFailed, match="no Dask scheduler answers at tcp://127"):
        list(run(pieces.square, [1], where=place(cluster="tcp://127.0.0.1:9")))


@pytest.mark.parametrize("address", ["nonsense://x", "bogus address", "tcp://host", ""])
def test_what_is_no_address(address):
    with pytest.raises(WorkFailed, match="is no address of a scheduler; wanted tcp"):
        list(run(pieces.square, [1], where=place(cluster=address)))


def test_a_cluster_without_workers(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 2)
    with dask_cluster(tmp_path, workers=0) as dask:
        results = run(pieces.square, [1], where=place(cluster=dask.address))
        with pytest.raises(WorkFailed, match="has no workers"):
            list(results)
