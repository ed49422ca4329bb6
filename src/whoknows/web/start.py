"""A small start page that lists what there is.

The page needs nothing from outside: all its parts come with the installed packages.
"""

import socket
import sys
from collections.abc import Mapping

from whoknows.catalog import GAMES
from whoknows.errors import BadSetup
from whoknows.web.playground import playground_page


def serve(*, host: str, port: int, browser: bool, commands: Mapping[str, str]) -> None:
    """Serve the lab until stopped, and open a browser window on it if wanted."""
    check_free(host, port)
    from nicegui import run, ui

    run.process_pool_start_method = "spawn"  # forking a server with threads is unsafe

    @ui.page("/")
    def start() -> None:
        start_page(commands)

    @ui.page("/logic", title="Formula playground")
    def logic(model: str = "") -> None:
        playground_page(model)

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


def start_page(commands: Mapping[str, str]) -> None:
    """The page: what the laboratory is, its games, and the commands that work today."""
    from nicegui import ui

    from whoknows.web.look import heading, page

    lead = "A laboratory for games of knowledge: who knows what, and who can tell."
    with page("whoknows", here="/", lead=lead):
        heading("Explore")
        ui.link("Formula playground: a model as text, checked and drawn", "/logic")
        heading("Games")
        for name in GAMES:
            listed(GAMES[name].title, f"whoknows {name} --help")
        heading("Commands")
        for name, purpose in commands.items():
            listed(purpose, f"whoknows {name} --help")


def listed(text: str, command: str) -> None:
    """One row: what it is, and the command to type."""
    from nicegui import ui

    with ui.row().classes("w-full items-baseline gap-x-4 gap-y-0"):
        ui.label(text).classes("grow")
        ui.label(command).classes("font-mono text-sm opacity-80")
