"""A small start page that lists what there is."""

import sys

from whoknows import __version__


def serve(*, host: str, port: int, browser: bool) -> None:
    """Serve the lab until stopped, and open a browser window on it if wanted."""
    from nicegui import ui

    @ui.page("/")
    def start() -> None:
        start_page()

    print(f"whoknows lab: http://{host}:{port}  (Ctrl-C stops it)", file=sys.stderr)  # noqa: T201
    ui.run(
        host=host,
        port=port,
        show=browser,
        reload=False,
        title="whoknows",
        show_welcome_message=False,
        favicon="❓",
    )


def start_page() -> None:
    """The page: what the laboratory is, and the commands that work today."""
    from nicegui import ui

    with ui.column().classes("mx-auto max-w-2xl p-4"):
        ui.label("whoknows").classes("text-4xl")
        ui.label(f"A laboratory for games of knowledge. Version {__version__}.")
