"""A Dask cluster by its address, with everything checked before any work is sent.

A scheduler or a worker that lacks the package, or has another version of it, would leave
the driver waiting or give other rows: that is an error before the first piece goes out.
"""

import re
import time
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from whoknows.errors import MissingExtra, WorkFailed

ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?[\w.\-\[\]:]+:\d{1,5}")
LONG_CHUNK = 30.0  # seconds of work in a piece: little for a scheduler to do
COUNTED_EVERY = 10.0  # seconds between looks at how many cores there are
PATIENCE = 15  # seconds to wait for a scheduler, for workers, for an answer of each

# What must be the same everywhere.  The whole check is one expression for the builtin
# `eval`, because a function of ours could not even be read where the package is missing.
VERSIONS = """{{
    "python": "%d.%d" % __import__("sys").version_info[:2],
    "whoknows": __import__("whoknows").__version__,
    "numpy": __import__("numpy").__version__,
    "the module": __import__("{module}").__name__ and "{module}",
}}"""


@dataclass
class Cluster:
    """The workers of a Dask scheduler at an address."""

    address: str
    chunk_seconds: float = LONG_CHUNK
    client: Any = field(default=None, repr=False)
    cores: int = field(default=0, repr=False)
    asked: float = field(default=0.0, repr=False)  # when the cores were last counted

    def room(self) -> int:
        """Three pieces a core, since they travel; cores are counted now and then."""
        if self.client is None:
            return 1
        if not self.cores or time.monotonic() - self.asked > COUNTED_EVERY:
            try:
                self.cores = int(sum(self.client.ncores().values()))
            except OSError as error:
                raise WorkFailed(f"{self} was lost: {error}") from error
            self.asked = time.monotonic()
        return max(1, 3 * self.cores)

    def share(self, value: Any) -> Any:
        """The value on every worker: it travels once, not with every piece."""
        return self.client.scatter(value, broadcast=True, hash=False)

    def __str__(self) -> str:
        return f"the cluster at {self.address}"

    def open(self, module: str) -> Executor:
        """An executor on the cluster, once all of it is known to fit."""
        self.client = connected(self.address)
        try:
            check_everywhere(self.client, self.address, module)
        except BaseException:
            self.client.close()
            raise
        executor: Executor = self.client.get_executor(pure=False)
        return executor

    def close(self, executor: Executor) -> None:
        """Give back what is still under way; the cluster itself goes on."""
        executor.shutdown(wait=False)
        self.client.close(timeout=5)
        self.client, self.cores = None, 0


def connected(address: str) -> Any:
    """A client of the scheduler at the address."""
    if not ADDRESS.fullmatch(address):
        raise WorkFailed(f"{address} is no address of a scheduler; wanted tcp://HOST:8786")
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtra.named("cluster", "distributed") from error
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except OSError as error:
        raise WorkFailed(f"no Dask scheduler answers at {address}") from error


def check_everywhere(client: Any, address: str, module: str) -> None:
    """Refuse a cluster any part of which lacks the package or has other versions."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise WorkFailed(f"the cluster at {address} has no workers") from error
    question = VERSIONS.format(module=module)
    ours = eval(question)  # noqa: S307 -- the constant above
    compare("the scheduler", ours, scheduler_versions(client, question))
    for worker, theirs in client.run(eval, question, on_error="return").items():
        compare(f"the worker {worker}", ours, theirs)


def scheduler_versions(client: Any, question: str) -> Any:
    """What the scheduler says of its versions, or the error it had in saying so."""
    try:
        return client.run_on_scheduler(eval, question)
    except Exception as error:
        return error


def compare(where: str, ours: dict[str, str], theirs: Any) -> None:
    """Refuse versions that are not the same as ours."""
    if not isinstance(theirs, dict):
        raise WorkFailed(f"{where} cannot be used: {theirs}")
    for name, version in ours.items():
        if theirs[name] != version:
            raise WorkFailed(
                f"{where} has {name} {theirs[name]}, this machine has {version}"
            )
