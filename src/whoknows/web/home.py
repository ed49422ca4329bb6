"""The first page: the games, what was played last, and which experiments are running."""

from collections.abc import Mapping
from typing import NamedTuple

from nicegui import ui

from whoknows.web import look
from whoknows.web.pictures import game_picture


class Shown(NamedTuple):
    """A game as its card tells it."""

    name: str
    title: str
    story: str
    explore: str  # the address of its page of solvers, if it has one


SHOWN = [
    Shown(
        "mastermind",
        "Mastermind",
        "Find the hidden code from black and white pins, or hide one and be questioned.",
        "/explore/mastermind",
    ),
    Shown(
        "balance",
        "Balance",
        "One coin among many is false. Find it with as few weighings as can be.",
        "/explore/balance",
    ),
    Shown(
        "davinci",
        "Da Vinci Code",
        "Guess the others' tiles. Every guess tells them something about yours.",
        "",
    ),
    Shown(
        "egghead",
        "EggHead",
        "You see all cards but your own. Each answer, each call, and each silence tells.",
        "",
    ),
    Shown(
        "hats",
        "Hat game",
        "See all hats but your own, and say your color or pass. Together you win or lose.",
        "/explore/hats",
    ),
    Shown(
        "muddy",
        "Muddy children",
        "Is your own forehead muddy? Nobody steps forward, and that tells you.",
        "/logic",
    ),
]
LEAD = "A laboratory for games of knowledge: who knows what, and who can tell."


def home_page(commands: Mapping[str, str]) -> None:
    """The page."""
    with look.page("whoknows", here="/", lead=LEAD):
        look.heading("Games")
        with look.cards():
            for shown in SHOWN:
                game_card(shown)
        with look.cards():
            recent()
            running()
            playground()
        look.heading("On the command line")
        rows = [[f"whoknows {name} --help", purpose] for name, purpose in commands.items()]
        with ui.expansion("Every command").classes("w-full"):
            look.table(["Command", "What it does"], rows, name="Commands")


def game_card(shown: Shown) -> None:
    """A game: its picture, its story, and what one can do with it."""
    with look.card():
        look.picture(game_picture(shown.name))
        look.heading(shown.title, level=3)
        ui.label(shown.story)
        with look.row().style("margin-top:auto"):
            look.button_link("Play", f"/play?game={shown.name}", said=f"Play {shown.title}")
            look.button_link(
                "Watch", f"/watch?game={shown.name}", said=f"Watch {shown.title}"
            )
            if shown.explore:
                look.button_link("Explore", shown.explore, said=f"Explore {shown.title}")


def recent() -> None:
    """The games that were played last."""
    with look.card():
        look.heading("Recent games")
        games = recent_games()
        for address, name in games:
            ui.link(name, address)
        if not games:
            ui.label("None yet.").classes("wk-quiet")


def running() -> None:
    """The experiments that are running, and those that were begun last."""
    with look.card():
        look.heading("Experiments")
        ui.link("All experiments, and how to begin one", "/experiments")


def playground() -> None:
    """The way to what is no game."""
    with look.card():
        look.heading("Formulas")
        ui.label("Write down who sees what, announce something, and see who knows it then.")
        ui.link("Formula playground", "/logic")


def recent_games() -> list[tuple[str, str]]:
    """Addresses and names of the last games, newest first."""
    return []


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
    with look.cards():
        for name, title, story, address in EXPLORE:
            with look.card():
                look.picture(game_picture(name))
                look.heading(title, level=3)
                ui.label(story)
                with look.row().style("margin-top:auto"):
                    look.button_link("Open", address, said=f"Open {title}")


def explore_page() -> None:
    """All pages of solvers."""
    lead = "Solvers as pages: change a number and see what the best play becomes."
    with look.page("Explore", here="/explore", lead=lead):
        explore_cards()
