"""The addresses of the pages that belong to no table: home, explore, experiments."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whoknows.web.host import Host


def register(commands: Mapping[str, str], rooms: "Host") -> None:
    """Make the pages known to the server; `commands` are listed on the first."""
    from fastapi import Request, Response
    from nicegui import Client, app, ui

    from whoknows.web import (
        explore_balance,
        explore_hats,
        explore_mastermind,
        home,
        playground,
    )
    from whoknows.web.experiments import register_experiments
    from whoknows.web.runs import Runs
    from whoknows.web.solving import SOLVERS

    app.on_shutdown(SOLVERS.close)
    runs = Runs(rooms.store)
    register_experiments(runs)

    @app.exception_handler(404)
    async def nowhere(request: Request, _: Exception) -> Response:
        with Client(ui.page(""), request=request) as client:
            home.nowhere_page(request.url.path)
        return client.build_response(request, 404)

    @ui.page("/")
    async def start() -> None:
        await home.home_page(commands, rooms, runs)

    @ui.page("/explore")
    def explore() -> None:
        home.explore_page()

    @ui.page("/logic")
    def logic(model: str = "") -> None:
        playground.playground_page(model)

    @ui.page("/explore/hats")
    def hats(players: str = "", colors: str = "", p: str = "") -> None:
        explore_hats.hats_page(players, colors, p)

    @ui.page("/explore/mastermind")
    def mastermind(
        pegs: str = "",
        colors: str = "",
        repeats: str = "",
        blacks: str = "",
        strategies: str = "",
        plan: str = "",
        answers: str = "",
    ) -> None:
        explore_mastermind.mastermind_page(
            pegs=pegs,
            colors=colors,
            repeats=repeats,
            blacks=blacks,
            strategies=strategies,
            plan=plan,
            answers=answers,
        )

    @ui.page("/explore/balance")
    def balance(
        coins: str = "",
        odd: str = "",
        atmost: str = "",
        kind: str = "",
        references: str = "",
        goal: str = "",
        strategy: str = "",
        answers: str = "",
    ) -> None:
        explore_balance.balance_page(
            coins=coins,
            odd=odd,
            atmost=atmost,
            kind=kind,
            references=references,
            goal=goal,
            strategy=strategy,
            answers=answers,
        )
