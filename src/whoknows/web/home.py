"""The first page: the games, what was played last, and which experiments are running."""

import asyncio
from collections.abc import Mapping
from typing import NamedTuple

from nicegui import ui

from whoknows.catalog import GAMES
from whoknows.play.face import face_of
from whoknows.store.rows import entries
from whoknows.web import records, theme
from whoknows.web.experiments import state
from whoknows.web.host import Host
from whoknows.web.pictures import explore_picture
from whoknows.web.runs import Runs


class Listed(NamedTuple):
    """A line of a list: a link, and a word about it."""

    name: str
    address: str
    said: str


MOST_RECENT = 5  # games and experiments on the page
EXPLORED = {  # games with a page of solvers
    "mastermind": "/explore/mastermind",
    "balance": "/explore/balance",
    "hats": "/explore/hats",
    "muddy": "/logic",
}
LEAD = "A laboratory for games of knowledge: who knows what, and who can tell."


async def home_page(commands: Mapping[str, str], rooms: Host, runs: Runs) -> None:
    """The page."""
    games = await asyncio.to_thread(recent_games, rooms)
    experiments = await asyncio.to_thread(recent_experiments, runs)
    with theme.page("whoknows", here="/", lead=LEAD):
        theme.heading("Games")
        with theme.cards():
            for name in GAMES:
                game_card(name)
        with theme.cards():
            recent(games)
            running(experiments)
            playground()
        theme.heading("On the command line")
        rows = [[f"whoknows {name} --help", purpose] for name, purpose in commands.items()]
        with ui.expansion("Every command").classes("w-full"):
            theme.table(["Command", "What it does"], rows, name="Commands")


def game_card(name: str, *, level: int = 3) -> None:
    """A game: its picture, its story, and what one can do with it."""
    game = GAMES[name]
    face = face_of(game)
    with theme.card():
        theme.picture(face.card_svg())
        theme.heading(game.title, level=level)
        ui.label(face.story)
        with theme.row().style("margin-top:auto"):
            theme.button_link("Play", f"/play?game={name}", said=f"Play {game.title}")
            theme.button_link("Watch", f"/watch?game={name}", said=f"Watch {game.title}")
            if name in EXPLORED:
                theme.button_link("Explore", EXPLORED[name], said=f"Explore {game.title}")


def recent(games: list[Listed]) -> None:
    """The games that were begun last."""
    with theme.card():
        theme.heading("Recent games")
        show_listed(games)


def running(experiments: list[Listed]) -> None:
    """The experiments that were begun last, and how far they are."""
    with theme.card():
        theme.heading("Experiments")
        show_listed(experiments)
        ui.link("All experiments, and how to begin one", "/experiments")


def show_listed(lines: list[Listed]) -> None:
    """A few links with a word each."""
    if not lines:
        ui.label("None yet.").classes("wk-quiet")
    for line in lines:
        with theme.row():
            ui.link(line.name, line.address)
            ui.label(line.said).classes("wk-quiet wk-small")


def playground() -> None:
    """The way to what is no game."""
    with theme.card():
        theme.heading("Formulas")
        ui.label("Write down who sees what, announce something, and see who knows it then.")
        ui.link("Formula playground", "/logic")


def recent_games(rooms: Host) -> list[Listed]:
    """The games that were begun last; the links are those of spectators."""
    return [
        Listed(
            room.title,
            room.address,
            f"{', '.join(room.names)}; {room.began}, {'over' if room.over else 'running'}",
        )
        for room in records.recent(rooms.store, MOST_RECENT)
    ]


def recent_experiments(runs: Runs) -> list[Listed]:
    """The experiments that were begun last."""
    return [
        Listed(entry.name, f"/experiments/{entry.id}", state(runs, entry))
        for entry in entries(runs.store)[: -MOST_RECENT - 1 : -1]
    ]


EXPLORE = [
    (
        "hats",
        "Hats",
        "The best deal for any odds, what it loses on the cube, and the curve of the best"
        " chance to win.",
        "/explore/hats",
    ),
    (
        "mastermind",
        "Mastermind strategies",
        "Strategies side by side, and their plans as trees to walk.",
        "/explore/mastermind",
    ),
    (
        "balance",
        "Plans of weighings",
        "The fewest weighings for any number of coins, as a tree of scales.",
        "/explore/balance",
    ),
    (
        "logic",
        "Formula playground",
        "A model as text: announce, ask, and look. A link shares it.",
        "/logic",
    ),
]


def explore_cards() -> None:
    """The pages of solvers as cards."""
    with theme.cards():
        for name, title, story, address in EXPLORE:
            with theme.card():
                theme.picture(explore_picture(name))
                theme.heading(title)
                ui.label(story)
                with theme.row().style("margin-top:auto"):
                    theme.button_link("Open", address, said=f"Open {title}")


def explore_page() -> None:
    """All pages of solvers."""
    lead = "Solvers as pages: change a number and see what the best play becomes."
    with theme.page("Explore", here="/explore", lead=lead):
        explore_cards()


def nowhere_page(path: str) -> None:
    """What is said where there is nothing."""
    with theme.page("Nothing here"):
        theme.wrong(f"The lab has no page {path[:80]!r}.")
        ui.link("Home", "/")
