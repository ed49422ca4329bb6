"""The first page: the games, what was played last, and which experiments are running."""

from collections.abc import Mapping
from secrets import randbelow
from typing import NamedTuple

from nicegui import ui

from whoknows.catalog import GAMES
from whoknows.errors import NotAllowed, WhoknowsError
from whoknows.play.documents import read_setup
from whoknows.play.face.face import face_of
from whoknows.play.game import Seat
from whoknows.play.table.room import House
from whoknows.store.experiment_rows import entries
from whoknows.store.rooms import StoredRoom, rooms_named
from whoknows.web import theme
from whoknows.web.background import from_database
from whoknows.web.experiment_runs import Runs
from whoknows.web.experiments import state
from whoknows.web.pictures import explore_picture
from whoknows.web.refusals import onward
from whoknows.web.rooms import new_room
from whoknows.web.rooms.host import Created, Host
from whoknows.web.server.keys import HOST, WATCHER, door_of
from whoknows.web.server.seat_cookie import OwnSeat, own_seats
from whoknows.web.server.workers import new_asker


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
    seats = own_seats(ui.context.client.request)
    mine = await from_database(own_games, rooms, seats)
    games = await from_database(recent_games, rooms, {seat.room for seat in seats})
    experiments = await from_database(recent_experiments, runs)
    with theme.page("whoknows", here="/", lead=LEAD):
        if mine:
            go_on(mine)
        hook(rooms)
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


def go_on(mine: list[Listed]) -> None:
    """The games in which this browser has a seat, and that are not over."""
    with theme.card():
        theme.heading("Your games: go on")
        show_listed(mine)


def hook(rooms: Host) -> None:
    """A first game for a first visitor: one click, and no form."""
    with theme.card().classes("wk-hook"):
        theme.picture(face_of(GAMES["muddy"]).card_svg())
        with ui.column().classes("gap-3"):
            theme.heading("Is there mud on your forehead?")
            ui.label(
                "Three children have played, and at least one of them is muddy. You see"
                " the two others, and not yourself. They think perfectly: listen to them."
            )
            said = theme.wrong("")
            who = new_asker("hook")

            async def begin() -> None:
                button.disable()
                try:
                    made = await first_game(rooms, who)
                except WhoknowsError as error:
                    said.set_text(str(error))
                    button.enable()
                    return
                ui.navigate.to(f"/table/{made.room}?key={made.keys['host']}")

            button = ui.button("Play now", on_click=begin).props("size=lg")
            button.classes("self-start px-8")


async def first_game(rooms: Host, who: str) -> Created:
    """Three children, two of them muddy: nobody knows at once, and all know soon."""
    faces = [True, True, True]
    faces[randbelow(3)] = False
    game = GAMES["muddy"]
    chairs = face_of(game).usual_chairs(game.setup())
    return await rooms.create("muddy", {}, chairs, House(undo=True), deal=faces, who=who)


def own_games(rooms: Host, seats: list[OwnSeat]) -> list[Listed]:
    """The running games in which a browser has a seat, the newest first."""
    known = rooms_named(rooms.store, [seat.room for seat in seats])
    found = []
    for seat in seats:
        stored = known.get(seat.room)
        if stored is None or stored.over or stored.game not in GAMES:
            continue
        mine = seat_of(seat.key, stored)
        if mine is None:
            continue
        names = [name for name, _ in stored.document["chairs"]]
        others = [name for place, name in enumerate(names) if place != mine]
        said = f"you are {names[mine]}" + f", with {', '.join(others)}" * bool(others)
        address = f"/seat/{seat.room}?seat={mine}"
        found.append(Listed(title_of(stored), address, said))
    return found[:MOST_RECENT]


def title_of(stored: StoredRoom) -> str:
    """What the game of a room is called."""
    game = GAMES[stored.game]
    try:
        return face_of(game).called(read_setup(game, stored.document["setup"]))
    except WhoknowsError:  # of a version that knew other options
        return game.title


def seat_of(key: str, stored: StoredRoom) -> Seat | None:
    """The seat that a key opens in a room, if it opens one."""
    try:
        door = door_of(key, stored.keys)
    except NotAllowed:
        return None
    if door == HOST:
        host: Seat | None = stored.document.get("host")
        return host
    return None if door == WATCHER else int(door.split()[1])


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


def recent_games(rooms: Host, mine: set[str]) -> list[Listed]:
    """The games that were begun last; the links lead to one's own seat, or to look on."""
    return [
        Listed(
            room.title,
            f"/seat/{room.room}" if room.room in mine else room.address,
            f"{', '.join(room.names)}; {room.began}, {'over' if room.over else 'running'}",
        )
        for room in new_room.recent(rooms.store, MOST_RECENT)
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


def failed_page() -> None:
    """What is said where something went wrong: nothing of what, which is in the log."""
    with theme.page("Something went wrong"):
        theme.wrong("This page could not be made; the log of the lab says why.")
        onward()


def nowhere_page(path: str) -> None:
    """What is said where there is nothing."""
    with theme.page("Nothing here"):
        theme.wrong(f"The lab has no page {path[:80]!r}.")
        onward()
