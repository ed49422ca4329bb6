"""The addresses of the pages that belong to no table: home, explore, experiments."""

from collections.abc import Mapping


def register(commands: Mapping[str, str]) -> None:
    """Make the pages known to the server; `commands` are listed on the first."""
    from nicegui import app, ui

    from whoknows.web import (
        explore_balance,
        explore_hats,
        explore_mastermind,
        home,
        playground,
    )
    from whoknows.web.solving import SOLVERS

    app.on_shutdown(SOLVERS.close)

    @ui.page("/")
    def start() -> None:
        home.home_page(commands)

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
