"""What the docs say of hosting and of the API, done."""

import re
import subprocess
import sys
from pathlib import Path

from tests.machine import PATIENCE
from tests.web.serving import Lab
from whoknows.experiments.experiment import MOST_GAMES, MOST_SERIES
from whoknows.web.rooms import host, live_rooms, new_room
from whoknows.web.server import guard, workers
from whoknows.web.server import sockets as connections
from whoknows.web.server.limits import Limits
from whoknows.web.server.start import Door
from whoknows.web.table_pages import PAGES
from whoknows.work.schedule import PoolLimits

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"


def test_the_program_of_the_docs_breaks_a_code(lab):
    [program] = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    program = program.replace("http://127.0.0.1:8080", lab.url)
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert run.stdout.splitlines()[-1].endswith("(4, 0)")


def test_every_address_of_the_docs_is_in_the_schema(lab):
    _, schema = lab.ask("/openapi.json")
    shown = re.findall(r"^\| `(GET|POST) /api(\S+)`", PAGE.read_text(), re.MULTILINE)
    assert len(shown) > 8
    for method, path in shown:
        assert method.lower() in schema["paths"][path.replace("ROOM", "{room}")]


def test_every_limit_of_the_docs_is_the_one_of_the_program():
    api, sockets = Limits(), connections.options([])
    rows = f"""
| the head of a request | {connections.LONGEST_HEAD >> 10} KiB, within {connections.PATIENCE:.0f} seconds |
| the body of a request | {api.body / 1e6:.0f} MB for the API, {PAGES.body / 1e6:.0f} MB elsewhere |
| requests of one address | {api.rate:.0f} a second under `/api` ({api.burst:,} at once), {PAGES.rate:.0f} elsewhere ({PAGES.burst:,} at once);
| messages of an open page | {sockets["ws_max_size"] >> 20} MiB each, {guard.RATE:.0f} a second; of all pages of one address {guard.ALL_RATE:.0f}; each {guard.LONG:,} letters count as one more;
| what a page does not read | {connections.MOST_UNREAD:,} letters wait;
| connections | {connections.MOST_CONNECTIONS:,}, and {guard.ALL_SOCKETS:,} open pages; one that rests between two requests is closed after {connections.KEPT} seconds |
| connections of one address | {connections.MOST_OF_ONE:,}, and {guard.MOST_SOCKETS} open pages; if somebody comes when there are so many, the one is closed that has waited for its visitor for longest, but no open page |
| wrong passwords | {guard.WRONG_OF_ONE} a minute of one address are looked at, {guard.WRONG_IN_ALL} of all; the first of each address always |
| an experiment | {MOST_SERIES:,} setups with their strategies, {MOST_GAMES:,} games |
| a move | {host.LONGEST_MOVE} characters;
| seats of a room | {new_room.MOST_SEATS} |
| a model to check | {workers.CHECK:.0f} seconds; a transcript, {workers.REPLAY:.0f} seconds |
one that has grown over {PoolLimits().large >> 20} MiB is not used again |
| rooms of the lab | removed after {Door().days:.0f} days;
Each lab looks every {live_rooms.FOLLOW} seconds"""  # noqa: E501
    said = PAGE.read_text()
    assert [row for row in rows.strip().splitlines() if row not in said] == []
    assert (api.costly, new_room.LONGEST_MOVE, workers.enough() >= 2**31) == (10, 1.0, True)


def test_a_lab_for_others_says_so(tmp_path):
    shared = Lab(tmp_path, "--host", "0.0.0.0", "--yes").start()
    shared.stop()
    assert "notice: others who can reach 0.0.0.0 can open this lab" in shared.said
