"""The lab as a server on this machine.

It needs nothing from outside: all its parts come with the installed packages.
"""

import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from threading import Thread

from whoknows.errors import BadSetup
from whoknows.web.pages import register

SHORTEST = 8  # characters of a password
PATIENCE = 20  # seconds that a busy machine may take to answer
NOTICE = """\
whoknows lab: notice: others who can reach {host} can open this lab{password}, play,
and let it compute; keys in links guard the seats, but nothing is encrypted on the way."""


@dataclass(frozen=True)
class Door:
    """Who may come in, and by which names the lab is known."""

    names: Sequence[str] = ()  # beside localhost and the address that it listens on
    password: str | None = None
    proxies: Sequence[str] = ()  # who may say for whom they speak
    yes: bool = False  # it may be open to all
    days: float = 365.0  # after which rooms are removed; 0: never


def check_open(host: str, door: Door) -> None:
    """Raise `BadSetup` if a lab would be open to others without anybody having said so."""
    if door.password is not None and len(door.password) < SHORTEST:
        raise BadSetup(f"a password has at least {SHORTEST} characters")
    if not (is_loopback(host) or door.password or door.yes):
        raise BadSetup(
            f"on {host} everybody who reaches this machine can open the lab, play, let it"
            " compute, and read its experiments: say --password WORD, or --yes"
        )


def serve(
    *,
    host: str,
    port: int,
    browser: bool,
    commands: Mapping[str, str],
    db: str | None = None,
    door: Door | None = None,
    lessons: str | None = None,
) -> None:
    """Serve the lab until stopped, and open a browser window on it if wanted."""
    door = door or Door()
    check_open(host, door)
    check_free(host, port)
    from nicegui import app, run, ui

    from whoknows.web import framework
    from whoknows.web.rooms.host import open_host
    from whoknows.web.server import sockets
    from whoknows.web.server.guard import Names
    from whoknows.web.server.log import keep_log
    from whoknows.web.server.warming import tidied, warm_server
    from whoknows.web.table_pages import register_tables

    app.config.quasar_config["loadingBar"]["skipHijack"] = True  # it has no name to be read
    run.process_pool_start_method = "spawn"  # forking a server with threads is unsafe
    keep_log()
    # Pages that take long on a busy machine are no errors.
    ui.page = partial(ui.page, response_timeout=PATIENCE)  # type: ignore[misc, assignment]
    rooms = open_host(db)
    app.on_startup(be_patient)
    app.on_startup(rooms.start)
    app.on_startup(Thread(target=warm_server, daemon=True).start)
    app.on_startup(tidied)
    app.on_shutdown(rooms.close)
    register(commands, rooms, lessons)
    rooms.days = door.days
    register_tables(rooms, Names.of(host, door.names), door.password)
    if not is_loopback(host):
        by_word = " with its password" if door.password else ""
        say(NOTICE.format(host=host, password=by_word))
    signal.signal(signal.SIGTERM, leave)
    say(f"whoknows lab: http://{host}:{port}  (Ctrl-C stops it)")
    ui.run(
        host=host,
        port=port,
        show=browser,
        reload=False,
        title="whoknows",
        language="en-US",
        show_welcome_message=False,
        favicon="❓",
        dark=None,
        **framework.lighten(),
        **sockets.options(list(door.proxies)),
    )


def be_patient() -> None:
    """Keep the pages' connections also while everything is slow, if they are read."""
    from nicegui import core

    from whoknows.web.server import sockets

    core.sio.eio.ping_timeout = PATIENCE
    core.sio.eio.create_queue = sockets.Unread


def leave(number: int, _: object) -> None:
    """End in good order when told to, as a program does that has reached its end."""
    raise SystemExit(128 + number)


def say(text: str) -> None:
    """A line for the one who started the server."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_free(host: str, port: int) -> None:
    """Raise `BadSetup` if nobody can listen there: taken, or not an address of ours."""
    try:
        with socket.create_server((host, port)):
            pass
    except OSError as error:
        reason = error.strerror or error
        raise BadSetup(
            f"cannot listen on {host} port {port}: {reason}; try another --port"
        ) from None
