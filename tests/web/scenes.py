"""All pages of a lab, with tables of every game in the middle and at the end."""

import subprocess
from typing import NamedTuple
from urllib.parse import quote

from tests.machine import PATIENCE
from tests.web.serving import until

PAGES = {
    "home": "/",
    "play": "/play",
    "watch": "/watch",
    "explore": "/explore",
    "explore hats": "/explore/hats",
    "explore mastermind": "/explore/mastermind",
    "explore balance": "/explore/balance",
    "playground": "/logic",
    "write a game": "/write?name=cluedo",
    "gallery": "/gallery",
    "learn": "/learn",
    "lesson": "/learn/05-secrets",
    "lesson with numbers": "/learn/09-asking",
    "no such lesson": "/learn/nothing",
    "puzzles": "/puzzles?kind=coins&level=4&seed=3",
    "puzzle of the day": "/puzzles/day?date=2026-11-14",
    "experiments": "/experiments",
    "api": "/api/docs",
    "new mastermind": "/new/mastermind",
    "new davinci": "/new/davinci",
    "new egghead": "/new/egghead",
    "new hats": "/new/hats",
    "new balance": "/new/balance",
    "new muddy": "/new/muddy",
    "watch davinci": "/watch?game=davinci",
    "help": "/help",
    "glossary": "/glossary",
    "docs": "/docs",
    "a page of the docs": "/docs/one-idea.md",
    "no such page": "/nowhere",
    "no such room": "/table/nowhere",
    "no such experiment": "/experiments/nothing",
}


class Game(NamedTuple):
    """A game to be looked at: who plays it, and how many moves before the middle."""

    game: str
    setup: dict
    chairs: tuple
    moves: int


TABLES = {
    "mastermind": Game("mastermind", {}, ("Ann",), 3),
    "bulls and cows": Game("mastermind", {"colors": 10, "repeats": False}, ("Ann",), 2),
    "you make the code": Game(
        "mastermind", {"maker": "checked"}, (("Bot", "entropy"), "Ann"), 1
    ),
    "balance": Game("balance", {"weighings": 4}, ("Ann",), 1),
    "davinci": Game(
        "davinci",
        {"players": 3, "tiles": 12, "hand": 4, "going_on": "never"},
        ("Ann", ("Bob", "careful"), ("Cat", "careful")),
        1,
    ),
    "the full davinci": Game("davinci", {"full": True}, ("Ann", "Bob", "Cat"), 1),
    "egghead": Game(
        "egghead", {"players": 3, "points": 1}, ("Ann", *[("Bot", "logician")] * 2), 1
    ),
    "hats": Game(
        "hats", {"rounds": 2}, ("Ann", ("Finn", "adequate"), ("Nora", "adequate")), 1
    ),
    "muddy": Game("muddy", {}, ("Ann", *[("Bob", "logician")] * 2), 1),
    "written": Game("written", {"text": "cluedo"}, ("Ann", *[("Bob", "logician")] * 2), 1),
}


def names():
    """The names of all pages."""
    tables = [f"{kind} {name}" for kind in ("table", "ended", "replay") for name in TABLES]
    tables += [f"review {name}" for name in ("mastermind", "davinci", "written")]
    return [*PAGES, *tables, "spectator", "wrong key", "watched", "experiment"]


def addresses(lab):
    """The address of every page of a lab, by name."""
    return {name: address(lab, name) for name in names()}


def address(lab, name):
    """The address of one page; a game is played for it if it needs one."""
    kind, _, game = name.partition(" ")
    if name in PAGES:
        return f"{lab.url}{PAGES[name]}"
    if game in TABLES:
        found = TABLES[game]
        room, key = played(lab, found, found.moves if kind == "table" else 100)
        if kind in ("replay", "review"):
            return f"{lab.url}/{kind}/{room}"
        return lab.table(room, key)
    if name == "watched":
        made = strategies_alone(lab)
        return f"{lab.url}/watch/{made['room']}?key={made['keys']['host']}"
    if name == "experiment":
        return f"{lab.url}/experiments/{quote(experiment(lab))}"
    room, _ = played(lab, TABLES["davinci"], 1)
    return lab.table(room, "x" * 32 if name == "wrong key" else "")


def played(lab, game, most=100):
    """A room in which that many moves were made by its first person, and its key."""
    made = lab.create(game.game, setup=game.setup, chairs=game.chairs, undo=True)
    keys = [key for key in made["keys"]["seats"] if key]
    for _ in range(most):
        moved = [step(lab, made["room"], key) for key in keys]
        if not any(moved):
            break
    return made["room"], keys[0]


def step(lab, room, key):
    """Whether a person made a move, once the strategies have moved."""

    def settled():
        _, view = lab.ask(f"/rooms/{room}", key=key)
        still = [seat for seat in view["awaited"] if seat not in view["people"]]
        return view if view["over"] or not still else None

    view = until(settled, seconds=240, what="the strategies")
    if not view["my_turn"]:
        return False
    _, legal = lab.ask(f"/rooms/{room}/moves", key=key)
    lab.ask(f"/rooms/{room}/moves", {"move": legal["moves"][0]}, key=key)
    return True


def strategies_alone(lab):
    """A game between strategies, after two turns."""
    chairs = [("Ann", "careful"), ("Bob", "careful")]
    made = lab.create("davinci", setup={"players": 2, "tiles": 14}, chairs=chairs)
    for _ in range(2):
        lab.ask(f"/rooms/{made['room']}/step", {}, made["keys"]["host"])
    return made


def experiment(lab):
    """An experiment that was played with the command line: its name."""
    database = next(lab.folder.glob("**/whoknows.db"))
    words = "experiment run --game mastermind --strategy first,entropy --games 20 --seed 1"
    command = [*lab.command(), *words.split(), "--db", str(database), "--workers", "1"]
    subprocess.run(
        [*command, "--name", "side by side"],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    return "side by side"
