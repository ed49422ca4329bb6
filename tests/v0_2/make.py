"""Makes what stands in this folder; it runs with version 0.2 only.

    python tests/v0_2/make.py

Seeds, keys, and dates are fixed, so that it makes the same files again.
"""

import asyncio
import json
import os
import random
import shutil
import sqlite3
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

import httpx  # noqa: E402
from tests.v0_2.asked import answered, whoknows  # noqa: E402

from whoknows import __version__  # noqa: E402
from whoknows.analysis.what_if import WhatIf  # noqa: E402
from whoknows.store import open_store  # noqa: E402
from whoknows.web.api.app import api_app  # noqa: E402
from whoknows.web.review_work import PlayedRoom  # noqa: E402
from whoknows.web.rooms.host import Host  # noqa: E402
from whoknows.web.server import workers as pools  # noqa: E402
from whoknows.web.server.limits import Limits  # noqa: E402

FOLDERS = ("transcripts", "certificates", "kept")
RANDOM = random.Random(2026)
NO_REVIEW = ("balance_naming",)  # 0.2 says that no weighing tells apart what is left
DAY = "2026-11-19T12:00:00.000+00:00"

# game, setup, chairs (a name, a strategy), more
ROOMS: list[Any] = [
    ("muddy", {}, [("Mia", None), ("Ann", "logician"), ("Bob", "deaf")], {"seed": 1}),
    ("muddy", {"children": 2, "dealing": "slow"}, [("Mia", None), ("Ann", None)], {}),
    ("mastermind", {"pegs": 3, "colors": 4}, [("Breaker", None)], {"seed": 2}),
    ("mastermind", {"pegs": 2, "colors": 3, "maker": "evil"}, [("Breaker", None)], {}),
    ("mastermind", {"pegs": 2, "colors": 3, "maker": "checked"},
     [("Breaker", "parts"), ("Maker", None)], {}),
    ("balance", {"coins": 5, "kind": "heavy"}, [("Weigher", None)], {"seed": 3}),
    ("balance", {"coins": 4, "odd": 1, "references": 1, "keeper": "evil"},
     [("Weigher", None)], {}),
    ("davinci", {"players": 2, "tiles": 8, "hand": 3},
     [("Ann", None), ("Bob", "careful")], {"seed": 4}),
    ("davinci", {"players": 3, "tiles": 10, "hand": 2, "drawing": True, "jokers": True},
     [("Ann", None), ("Bob", None), ("Cat", "aggressive")], {}),
    ("egghead", {"players": 3, "cards": 2, "values": 3, "points": 2},
     [("Ada", None), ("Bea", "logician"), ("Cleo", "bluffer")], {"seed": 5}),
    ("egghead", {"players": 2, "cards": 2, "values": 4, "points": 1, "analysing": 1},
     [("Ada", None), ("Bea", None)], {}),
    ("hats", {}, [("Brid", None), ("Finn", "hamming"), ("Nora", "hamming")], {"seed": 6}),
    ("hats", {"players": 2, "colors": 3, "rounds": 2},
     [("Brid", None), ("Finn", None)], {}),
    ("written", {}, [("Ann", None), ("Bob", "greedy")], {"seed": 7}),
    ("written", {"text": (HERE / "files" / "muddy.game").read_text(encoding="utf-8")},
     [], {}),
]  # fmt: skip
# setups of games kept at a terminal, and what was typed there
LINES = [
    ("muddy --seed 7", "unsure\n"),
    ("mastermind --seed 7 --pegs 3 --colors 5", "112\n345\n"),
    ("balance --seed 7 --coins 6", "1-2 : 3-4\nundo\n1:2\n"),
    ("davinci --seed 7 --players 2 --tiles 8 --hand 3 --against random", "b1=b1\n"),
    ("egghead --seed 7 --players 3 --cards 2 --values 4 --against logician,silent",
     "pass\n"),
    ("hats --seed 7 --rounds 2 --against leader", "pass\n"),
    ("written --seed 7", "ask(has_hat)\n"),
    ("mastermind --pegs 2 --colors 3 --deal 23 --seed 7", "12\n23\n"),
]  # fmt: skip
EXPERIMENTS = [
    "--game mastermind --set pegs=2 --set colors=3,4 --strategy first,entropy "
    "--games 6 --seed 7 --name codes",
    "--game davinci --set players=2 --set tiles=8 --set hand=3 "
    "--strategy random --strategy careful --rotate --games 4 --seed 1 --name duel",
    "--game hats --set players=3 --strategy leader,opposite --games 8 --seed 2 --name hats",
    "--game muddy --strategy logician --strategy deaf --strategy daring "
    "--games 6 --seed 1 --keep aggregates --name sums",
    "files/grid.toml",
]
HALF = {  # experiment: the rows taken away
    "half": "--game balance --set coins=4,5 --set kind=heavy,light "
    "--strategy entropy,parts --games 4 --seed 3",
    "half_sums": "--game hats --set players=3 --strategy leader,opposite "
    "--games 3000 --seed 4 --keep aggregates",
}


class Api:
    """The API in this process."""

    def __init__(self, path, workers):
        self.loop = asyncio.new_event_loop()
        self.host = Host(open_store(str(path)), workers)
        self.app = api_app(self.host, Limits(burst=10**9))

    def __call__(self, method, path, body=None, key=None):
        return self.loop.run_until_complete(self.call(method, path, body, key))

    async def call(self, method, path, body, key):
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://lab") as client:
            answer = await client.request(method, path, headers=headers, json=body)
            for live in list(self.host.live.values()):
                while live.thinking is not None:
                    await asyncio.sleep(0.01)
            assert answer.status_code < 300, answer.text
            return answer.json()

    def close(self):
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()
        self.host.store.close()


def fixed():
    """Keys, rooms, and seeds from one generator instead of the machine's."""
    stack = ExitStack()
    places = {
        "whoknows.web.server.keys.token_urlsafe": lambda n: RANDOM.randbytes(n).hex()[
            : n * 4 // 3
        ],
        "whoknows.store.sitting.token_hex": lambda n: RANDOM.randbytes(n).hex(),
        "whoknows.web.rooms.host.randbits": RANDOM.getrandbits,
        "whoknows.store.sitting.randbits": RANDOM.getrandbits,
    }
    for place, instead in places.items():
        stack.enter_context(patch(place, instead))
    return stack


def make():
    assert __version__ == "0.2.0", "these files are made by version 0.2"
    with tempfile.TemporaryDirectory() as scratch, fixed():
        os.environ["XDG_DATA_HOME"] = f"{scratch}/data"
        work = Path(scratch, "v0_2")
        shutil.copytree(HERE / "files", work / "files")
        os.chdir(work)
        for folder in FOLDERS:
            Path(folder).mkdir()
        make_files()
        rooms = make_rooms()
        sittings = make_sittings()
        for name in EXPERIMENTS:
            run(f"experiment run {name} --workers 1 --db kept.db")
        for name, options in HALF.items():
            run(f"experiment run {options} --name {name} --workers 1 --db kept.db")
        whole = {name: answered(f"experiment show {name} --db kept.db") for name in HALF}
        tidy()
        cut_journal()
        write("kept.json", {
            "rooms": [gone_on(room) for room in rooms],
            "sittings": [sat_on(sitting) for sitting in sittings],
            "half": whole,
        })  # fmt: skip
        for folder in FOLDERS:
            shutil.rmtree(HERE / folder, ignore_errors=True)
            shutil.copytree(folder, HERE / folder)
        for name in ("kept.db", "kept.json"):
            shutil.copy(name, HERE / name)
        make_answers()
        shutil.copy("answers.json", HERE / "answers.json")


def run(line, given=""):
    out, err, code = whoknows(line, given)
    assert code == 0, f"{line}: {err}"
    return out


def lines_of(name):
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def make_files():
    """Transcripts, certificates, plans, and more, by commands; unfinished games, too."""
    for line in lines_of("made.txt"):
        run(line)
    for path in sorted(Path("transcripts").iterdir()):
        document = json.loads(path.read_text(encoding="utf-8"))
        if path.stem in ("davinci_full", "written_hanabi"):  # large enough without
            continue
        turns = document["moves"]
        seats = {move["seat"] for move in turns}
        if len(seats) == 1 or document["game"] in ("davinci", "written"):
            document["moves"], document["results"] = turns[: len(turns) // 2], None
            write(f"transcripts/{path.stem}_unfinished.json", document)


def cut_journal():
    """A journal of a study that was killed: its last line is torn."""
    path = Path("kept/egghead_journal.jsonl")
    shutil.copy(path, "kept/egghead_journal_torn.jsonl")
    text = path.read_text(encoding="utf-8")
    Path("kept/egghead_journal_torn.jsonl").write_text(text[:-20], encoding="utf-8")


def write(name, document):
    """A file of JSON, with a line for each entry of a list."""
    Path(name).write_text(in_lines(document) + "\n", encoding="utf-8")


def in_lines(document):
    if isinstance(document, list):
        return "[\n" + ",\n".join(map(compact, document)) + "\n]"
    inside = [
        f"{json.dumps(key)}: {in_lines(part)}"
        if isinstance(part, list)
        else f"{json.dumps(key)}: {compact(part)}"
        for key, part in document.items()
    ]
    return "{\n" + ",\n".join(inside) + "\n}"


def compact(document):
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


# -------------------------------------------------------------------------- rooms


def make_rooms():
    """Rooms of the lab: finished, in the middle, taken seats, successors, branches."""
    workers = pools.thinkers(1)
    api = Api("kept.db", workers)
    rooms = []
    for game, setup, chairs, more in ROOMS:
        for most in (2, 300):
            seats = [{"name": name, "strategy": strategy} for name, strategy in chairs]
            house = {"undo": True, "spectators": "all" if most == 2 else "public"}
            form = {"game": game, "setup": setup, "chairs": seats, "house": house, **more}
            made = api("POST", "/rooms", form)
            made = {"game": game, "room": made["room"], "keys": made["keys"]}
            if len(chairs) == 2 and not any(strategy for _, strategy in chairs):
                seat_taken(api, made)
            play(api, made, most)
            if most == 2:
                taken_back(api, made)
            rooms.append(made)
            view = api("GET", f"/rooms/{made['room']}")
            if view["over"]:
                rooms += afterwards(api, made)
    for made in rooms:
        look(api, made)
    api.close()
    workers.close()
    return rooms


def play(api, made, most):
    """Moves of the people in a room, until it is over or has so many; what they were."""
    place, moves = f"/rooms/{made['room']}", []
    while len(moves) < most:
        view = api("GET", place)
        people = [seat for seat in view["awaited"] if seat in view["people"]]
        if view["over"] or not people:
            return moves
        key = made["keys"]["seats"][people[0]]
        legal = api("GET", f"{place}/moves", key=key)["moves"]
        move = legal[(7 * len(moves) + 3 * people[0]) % len(legal)]
        api("POST", f"{place}/moves", {"move": move}, key)
        moves.append([people[0], move])
    return moves


def seat_taken(api, made):
    """Somebody comes by the last invitation, and has a key of their own."""
    invitation = made["keys"]["seats"][-1]
    place = f"/rooms/{made['room']}/join?take=true"
    made["keys"]["seats"][-1] = api("POST", place, {}, invitation)["key"]
    made["gone"] = [invitation]


def taken_back(api, made):
    """Take a move back, where one person plays."""
    view = api("GET", f"/rooms/{made['room']}")
    if len(view["people"]) == 1 and view["history"] and not view["over"]:
        key = made["keys"]["seats"][view["people"][0]]
        api("POST", f"/rooms/{made['room']}/undo", {}, key)


def afterwards(api, made):
    """The room of the rematch, and one that shows how it might have gone."""
    keys, place = made["keys"], f"/rooms/{made['room']}"
    [first, *_] = [seat for seat, key in enumerate(keys["seats"]) if key]
    key = keys["seats"][first]
    after = api("POST", f"{place}/rematch", {}, key)["room"]
    order = 1 if len(keys["seats"]) > 1 and made["game"] != "mastermind" else 0
    seats = keys["seats"][-order:] + keys["seats"][:-order] if order else keys["seats"]
    rematch = {"game": made["game"], "room": after, "after": made["room"]}
    rooms = [{**rematch, "keys": {"host": keys["host"], "seats": seats}}]
    live = api.loop.run_until_complete(api.host.find(made["room"]))
    [[seat, made_move], *_] = live.room.table.turns[0].items()
    move = live.room.table.game.move_name(made_move)
    what = WhatIf(1, seat, move)
    branch = api.host.branch(live, PlayedRoom.of(live.room), what)
    room = api.loop.run_until_complete(branch)
    made["branch"], made["next"] = room, after
    return [*rooms, {"game": made["game"], "room": room, "keys": {"seats": []}}]


def look(api, made):
    """What each key shows, and the run and the review of a game that is over."""
    place, keys = f"/rooms/{made['room']}", made["keys"]
    doors = {f"seat {k}": key for k, key in enumerate(keys["seats"]) if key}
    doors |= {"watcher": keys["watcher"]} if "watcher" in keys else {}
    api("GET", place)  # its strategies move, before it is looked at
    made["views"] = {"": api("GET", place)} | {
        door: api("GET", place, key=key) for door, key in doors.items()
    }
    if made["views"][""]["over"]:
        made["results"] = made["views"][""]["results"]
        made["transcript"] = api("GET", f"{place}/transcript")


def gone_on(made):
    """How a room goes on, played in a copy of the database."""
    if made["views"][""]["over"]:
        return made
    shutil.copy("kept.db", "copy.db")
    workers = pools.thinkers(1)
    api = Api("copy.db", workers)
    made["moves"] = play(api, made, 3)
    made["then"] = api("GET", f"/rooms/{made['room']}")
    api.close()
    workers.close()
    return made


# ----------------------------------------------------------------------- sittings


def make_sittings():
    """Games that were left at a terminal."""
    sittings = []
    for options, typed in LINES:
        said = json.loads(run(f"play {options} --db kept.db --json", typed))
        [name] = [
            kept["id"]
            for kept in json.loads(run("play kept --db kept.db --json"))
            if kept["id"] not in {each["id"] for each in sittings}
        ]
        sittings.append({"id": name, "line": options, "document": said})
    return sittings


def sat_on(sitting):
    """How a kept game goes on after a hint, in a copy of the database."""
    if sitting["document"]["over"]:
        return sitting
    shutil.copy("kept.db", "copy.db")
    typed = {"muddy": "muddy\n", "mastermind": "111\n", "balance": "1 2:3 4\n",
             "davinci": "b1=b2\n", "egghead": "pass\n", "hats": "R\n",
             "written": "ask(has_beard)\n"}[sitting["document"]["game"]]  # fmt: skip
    said = run(f"play resume {sitting['id']} --db copy.db --json", typed)
    return {**sitting, "typed": typed, "then": json.loads(said)}


# ------------------------------------------------------------------------ answers


def tidy():
    """Dates that are always the same, half of some rows, one file without a log."""
    with closing(sqlite3.connect("kept.db")) as connection:
        for table, column in (("rooms", "made"), ("experiments", "began")):
            rows = connection.execute(
                f"SELECT rowid FROM whoknows_{table} ORDER BY {column}"
            )
            for minute, (row,) in enumerate(rows.fetchall()):
                at = DAY.replace("12:00", f"12:{minute:02}" if minute < 60 else "13:00")
                connection.execute(
                    f"UPDATE whoknows_{table} SET {column} = ? WHERE rowid = ?",
                    (at, row),
                )
        for name in HALF:
            found = connection.execute(
                "SELECT id FROM whoknows_experiments WHERE name = ?", (name,)
            )
            [one] = found.fetchall()
            for table, column in (("rows", "game"), ("aggregates", "first")):
                connection.execute(
                    f"DELETE FROM whoknows_{table} WHERE experiment = ? AND "
                    f"({column} > 1 OR rowid % 3 = 0)",
                    one,
                )
        connection.commit()
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")


def make_answers():
    """What each question was answered."""
    lines = lines_of("questions.txt")
    names = sorted(str(path) for folder in FOLDERS for path in Path(folder).iterdir())
    for name in names:
        if name.startswith("certificates"):
            lines.append(f"verify {name}")
        if name.startswith("transcripts"):
            lines.append(f"replay {name} --knowledge")
            over = json.loads(Path(name).read_text(encoding="utf-8"))["results"]
            if over is not None and Path(name).stem not in NO_REVIEW:
                lines.append(f"review {name}")
    write("answers.json", [{"line": line, **answered(line)} for line in lines])


if __name__ == "__main__":
    make()
