"""The lab as a server on this machine.

It needs nothing from outside: all its parts come with the installed packages.
"""

import socket
import sys
from collections.abc import Mapping

from whoknows.errors import BadSetup
from whoknows.web.pages import register


def serve(*, host: str, port: int, browser: bool, commands: Mapping[str, str]) -> None:
    """Serve the lab until stopped, and open a browser window on it if wanted."""
    check_free(host, port)
    from nicegui import run, ui

    run.process_pool_start_method = "spawn"  # forking a server with threads is unsafe

    register(commands)
    said = f"whoknows lab: http://{host}:{port}  (Ctrl-C stops it)"
    print(said, file=sys.stderr, flush=True)  # noqa: T201
    ui.run(
        host=host,
        port=port,
        show=browser,
        reload=False,
        title="whoknows",
        show_welcome_message=False,
        favicon="❓",
        dark=None,
    )


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
