"""A real PostgreSQL server on loopback for the tests, from the system's packages."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
import warnings
from contextlib import contextmanager
from pathlib import Path

import pytest

USER = "whoknows"


def server_programs():
    """The folder of PostgreSQL's own programs; Debian keeps them off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    name = str(found[-1]) if found else shutil.which("initdb")
    return Path(name).parent if name else None


@contextmanager
def postgres_server():
    """The URL of an empty database on a server of its own."""
    programs = server_programs()
    if programs is None:
        message = (
            "POSTGRESQL IS NOT INSTALLED: its tests are skipped (apt install postgresql)"
        )
        warnings.warn(message, pytest.PytestWarning, stacklevel=2)
        pytest.skip(message)
    owner = "postgres" if os.getuid() == 0 else None  # the server refuses to be root
    folder = Path(tempfile.mkdtemp(prefix="whoknows-postgres-"))
    if owner:
        shutil.chown(folder, owner)
    port = free_port()
    server = None
    try:
        begin = [programs / "initdb", "-D", folder / "data", "-U", USER, "-A", "trust"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([*begin, "--no-sync"], check=True, user=owner, cwd=folder, **quiet)
        options = ["-h", "127.0.0.1", "-p", str(port), "-k", folder, "-F"]
        server = subprocess.Popen(
            [programs / "postgres", "-D", folder / "data", *options],
            user=owner,
            cwd=folder,
            **quiet,
        )
        url = f"postgresql://{USER}@127.0.0.1:{port}/postgres"
        wait_until_ready(url)
        yield url
    finally:
        if server:
            server.terminate()
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_ready(url):
    import psycopg

    for _ in range(300):
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("PostgreSQL does not start")
