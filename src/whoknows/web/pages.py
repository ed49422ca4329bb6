"""The addresses of the pages that belong to no table: home, explore, experiments.

What an explore page can be asked stands in one place: as the arguments of the function
`parse_asked` that reads its address.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whoknows.web.experiment_runs import Runs
    from whoknows.web.rooms.host import Host


def register(
    commands: Mapping[str, str], rooms: "Host", lessons: str | None = None
) -> None:
    """Make the pages known to the server; `commands` are listed on the first.

    `lessons` is a folder with lessons of one's own.
    """
    from nicegui import app

    from whoknows.web.docs_pages import register_docs
    from whoknows.web.experiment_runs import Runs
    from whoknows.web.experiments import register_experiments
    from whoknows.web.learn import register_learn
    from whoknows.web.server.workers import SOLVERS

    app.on_shutdown(SOLVERS.close)
    runs = Runs(rooms.store)
    register_experiments(runs)
    add_nowhere()
    add_home(commands, rooms, runs)
    add_explore()
    register_learn(lessons)
    register_docs()


def add_nowhere() -> None:
    """The page of all addresses where there is none, and of what went wrong."""
    from fastapi import Request, Response
    from nicegui import Client, app, ui

    from whoknows.web import home

    @app.exception_handler(404)
    async def nowhere(request: Request, _: Exception) -> Response:
        with Client(ui.page(""), request=request) as client:
            home.nowhere_page(request.url.path)
        return client.build_response(request, 404)

    @app.exception_handler(Exception)
    async def failed(request: Request, _: Exception) -> Response:
        with Client(ui.page(""), request=request) as client:  # what failed is in the log
            home.failed_page()
        return client.build_response(request, 500)


def add_home(commands: Mapping[str, str], rooms: "Host", runs: "Runs") -> None:
    """The first page."""
    from nicegui import ui

    from whoknows.web import home

    @ui.page("/")
    async def start() -> None:
        await home.home_page(commands, rooms, runs)


def add_explore() -> None:
    """The solvers as pages, and the playground of formulas."""
    from fastapi import Request
    from nicegui import ui

    from whoknows.web import (
        explore_balance,
        explore_hats,
        explore_mastermind,
        home,
        playground,
    )

    ui.page("/explore")(home.explore_page)

    @ui.page("/logic")
    def logic(model: str = "") -> None:
        playground.playground_page(model)

    @ui.page("/explore/hats")
    def hats(request: Request) -> None:
        explore_hats.hats_page(request.query_params)

    @ui.page("/explore/mastermind")
    def mastermind(request: Request) -> None:
        explore_mastermind.mastermind_page(request.query_params)

    @ui.page("/explore/balance")
    def balance(request: Request) -> None:
        explore_balance.balance_page(request.query_params)
