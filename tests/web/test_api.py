"""The API: whole games as JSON, and what it refuses."""

import asyncio
import json
import logging

import httpx
import pytest

from machine import limited, until_async
from whoknows.catalog import GAMES
from whoknows.store import open_store
from whoknows.web.api.app import api_app
from whoknows.web.rooms.host import Host
from whoknows.web.server import workers
from whoknows.web.server.limits import Limits


class Api:
    """The API in this process; each call runs its loop to the answer."""

    def __init__(self, host, limits=None):
        self.loop = asyncio.new_event_loop()
        self.host, self.app = host, api_app(host, limits)

    def __call__(self, method, path, body=None, key=None, **options):
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        return self.loop.run_until_complete(
            limited(self.call(method, path, body, headers, **options))
        )

    async def call(self, method, path, body, headers, content=None):
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://lab") as client:
            given = {"content": content} if content is not None else {"json": body}
            answer = await client.request(method, path, headers=headers, **given)
            for live in list(self.host.live.values()):
                await until_async(lambda live=live: live.thinking is None, "strategies")
            return answer

    def made(self, game, chairs=(), **options):
        seats = [{"name": name, "strategy": strategy} for name, strategy in chairs]
        answer = self("POST", "/rooms", {"game": game, "chairs": seats, **options})
        assert answer.status_code == 201, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def thinkers():
    some = workers.thinkers(2)
    yield some
    some.close()


@pytest.fixture
def api(tmp_path, thinkers):
    host = Host(open_store(str(tmp_path / "lab.db")), thinkers)
    api = Api(host)
    yield api
    api.loop.run_until_complete(limited(asyncio.sleep(0)))
    api.loop.close()
    host.store.close()


# An evil maker: the first guess never ends the game.
NO_LUCK = {"maker": "evil"}


def test_one_person_breaks_a_code_and_gets_the_transcript_only_then(api):
    made = api.made("mastermind", setup={"pegs": 2, "colors": 3})
    room, key = f"/rooms/{made['room']}", made["keys"]["host"]
    for code in ["11", "12", "13", "21", "22", "23", "31", "32", "33"]:
        assert api("GET", f"{room}/transcript", key=key).status_code == 403
        answer = api("POST", f"{room}/moves", {"move": code}, key)
        assert answer.status_code == 200, answer.text
        if answer.json()["over"]:
            break
    told = api("GET", f"{room}/transcript").json()
    assert told["moves"][-1]["move"] == code
    assert told["moves"][-1]["answer"] == {"black": 2, "white": 0}
    again = api("POST", "/replay", {"transcript": told, "knowledge": True}).json()
    assert again["over"]
    assert again["moves"][-1]["worlds"] == {"0": 1, "public": 1}
    assert api("POST", f"{room}/moves", {"move": "11"}, key).status_code == 422


def test_a_missing_key_watches_and_a_wrong_one_is_refused(api):
    made = api.made("davinci", [("Ann", None), ("Bob", None), ("Cy", "random")])
    room, keys = f"/rooms/{made['room']}", made["keys"]
    hands = [
        tuple(api("GET", room, key=key).json()["sight"]["hand"])
        for key in keys["seats"][:2]
    ]
    assert len({*hands}) == 2
    assert keys["seats"][2] is None, "nobody sees through a strategy's eyes"
    assert api("GET", room).json()["sight"]["hand"] == []
    assert api("GET", room, key="x" * 32).status_code == 403
    for eyes in (0, 1, 2):
        assert api("GET", f"{room}/sight?eyes={eyes}").status_code == 403
        assert (
            api("GET", f"{room}/sight?eyes={eyes}", key=keys["watcher"]).status_code == 403
        )
    assert api("GET", f"{room}/sight?eyes=1", key=keys["seats"][0]).status_code == 403


def test_a_watcher_sees_all_where_the_house_allows_it(api):
    made = api.made(
        "davinci", [("Ann", None), ("Bob", None), ("Cy", "random")],
        house={"spectators": "all"},
    )  # fmt: skip
    room, keys = f"/rooms/{made['room']}", made["keys"]
    seen = api("GET", f"{room}/sight?eyes=1", key=keys["watcher"]).json()
    assert seen["sight"] == api("GET", room, key=keys["seats"][1]).json()["sight"]
    assert not seen["my_turn"]
    assert api("GET", f"{room}/sight?eyes=1").status_code == 403
    assert api("POST", f"{room}/moves", {"move": "x"}, keys["watcher"]).status_code == 403


def test_held_moves_of_hats_stay_secret_until_all_have_answered(api):
    made = api.made("hats", [("A", None), ("B", None), ("C", None)])
    room, keys = f"/rooms/{made['room']}", made["keys"]["seats"]
    before = api("GET", room, key=keys[1]).json()
    held = api("POST", f"{room}/moves", {"move": "R", "at": 0}, keys[0]).json()
    assert (held["version"], held["awaited"], held["history"]) == (0, [1, 2], [])
    after = api("GET", room, key=keys[1]).json()
    assert after == before | {"awaited": [1, 2]}
    twice = api("POST", f"{room}/moves", {"move": "B", "at": 0}, keys[0])
    assert (twice.status_code, "already" in twice.text) == (422, True)
    api("POST", f"{room}/moves", {"move": "P", "at": 0}, keys[1])
    done = api("POST", f"{room}/moves", {"move": "P", "at": 0}, keys[2]).json()
    assert done["over"]
    assert done["history"][0]["moves"] == {"0": "R", "1": "P", "2": "P"}


def test_a_move_for_an_older_version_is_refused(api):
    made = api.made("mastermind")
    room, key = f"/rooms/{made['room']}", made["keys"]["host"]
    assert api("POST", f"{room}/moves", {"move": "1122", "at": 0}, key).status_code == 200
    old = api("POST", f"{room}/moves", {"move": "1123", "at": 0}, key)
    assert old.status_code == 409
    assert len(api("GET", room).json()["history"]) == 1


def test_undo_is_a_rule_of_the_house(api):
    made = api.made("mastermind", setup=NO_LUCK, house={"undo": True})
    room, key = f"/rooms/{made['room']}", made["keys"]["host"]
    assert api("POST", f"{room}/undo", {}, key).status_code == 422
    api("POST", f"{room}/moves", {"move": "1122"}, key)
    assert api("POST", f"{room}/undo", {}).status_code == 403
    back = api("POST", f"{room}/undo", {"at": 1}, key).json()
    assert (back["version"], back["history"]) == (2, [])
    api("POST", f"{room}/moves", {"move": "3344", "at": 2}, key)
    strict = api.made("mastermind", setup=NO_LUCK)
    path, key = f"/rooms/{strict['room']}", strict["keys"]["host"]
    api("POST", f"{path}/moves", {"move": "1122"}, key)
    assert "no move is taken back" in api("POST", f"{path}/undo", {}, key).text


def test_a_room_is_the_same_after_the_server_has_forgotten_it(api):
    made = api.made(
        "davinci", [("Ann", None), ("Bob", "careful"), ("Cy", "random")],
        house={"undo": True},
    )  # fmt: skip
    room, key = f"/rooms/{made['room']}", made["keys"]["seats"][0]
    for _ in range(3):
        moves = api("GET", f"{room}/moves", key=key).json()["moves"]
        if moves:
            api("POST", f"{room}/moves", {"move": moves[0]}, key)
    api("POST", f"{room}/undo", {}, key)
    seen = api("GET", room, key=key).json()
    api.host.live.clear()
    assert api("GET", room, key=key).json() == seen
    assert seen["history"]


@pytest.mark.parametrize("game", [*GAMES])
def test_strategies_alone_are_stepped_by_their_host(api, game):
    seats = GAMES[game].seats(GAMES[game].setup())
    made = api.made(game, [(f"S{seat}", "random") for seat in range(seats)], seed=5)
    room, key = f"/rooms/{made['room']}", made["keys"]["host"]
    assert api("POST", f"{room}/step").status_code == 403
    assert api("POST", f"{room}/step", key=key).json()["version"] == 1
    told = api("GET", f"{room}/transcript", key=key).json()
    assert told["seed"] == 5
    assert api("GET", f"{room}/transcript").status_code == (200 if told["results"] else 403)


def test_a_chosen_seed_is_practice_and_says_so(api):
    made = api.made("mastermind", seed=3)
    room, key = f"/rooms/{made['room']}", made["keys"]["host"]
    assert api("GET", room, key=key).json()["house"]["practice"] is True
    assert api("GET", room).json()["house"]["practice"] is True
    usual = api.made("mastermind")
    house = api("GET", f"/rooms/{usual['room']}").json()["house"]
    assert house == {"undo": False, "spectators": "public", "practice": False}


def test_formulas_are_checked(api):
    model = "facts a b\nann sees b\nvalid? K ann b | K ann ~b\n"
    found = api("POST", "/check", {"model": model, "formula": "K ann a"}).json()
    assert [result["answer"] for result in found["results"]] == [True, []]
    wrong = api("POST", "/check", {"model": "facts a\nvalid? a &"})
    assert (wrong.status_code, "ends too soon" in wrong.json()["error"]) == (422, True)
    assert api("POST", "/check", {"model": "", "formula": "a\nfacts b"}).status_code == 422


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": "path/to/file.py:GAME"}, "no game"),
        ({"game": "mastermind", "setup": {"pegs": 0}}, ""),
        ({"game": "mastermind", "setup": {"pegs": "4"}}, ""),
        ({"game": "mastermind", "setup": {"pegs": float("nan")}}, ""),
        ({"game": "mastermind", "setup": {"pigs": 4}}, "did you mean 'pegs'"),
        ({"game": "davinci", "seed": 3}, "at most one person may play"),
        ({"game": "egghead", "setup": {"deck": "/etc/passwd"}}, "cannot be a file"),
        ({"game": "mastermind", "chairs": [{"name": "\x00"}]}, "a name has"),
        *(
            ({"game": "mastermind", "chairs": [{"name": name}]}, "a name has")
            for name in ("A\u202eB", "A\u200b", " ", "\u3164", "\u2800 ", "\u0308\u0308")
        ),
        ({"game": "mastermind", "chairs": [{"name": "A"}] * 2}, "2 chairs"),
        (
            {"game": "mastermind", "chairs": [{"name": "A", "strategy": "a.py:f"}]},
            "no strategy",
        ),
        ({"game": "mastermind", "more": 1}, "body.more"),
        ([], "body"),
    ],
)
def test_what_cannot_be_is_refused_with_one_line(api, body, said):
    answer = api("POST", "/rooms", content=json.dumps(body).encode())
    assert answer.status_code == 422
    assert said in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_moves_that_are_none_are_refused(api, caplog):
    made = api.made("mastermind")
    room, key = f"/rooms/{made['room']}", made["keys"]["host"]
    with caplog.at_level(logging.ERROR):
        for move in ["", "9999", "1" * 400, "\x00", "💥", "1122\n1122", "-1-1"]:
            answer = api("POST", f"{room}/moves", {"move": move}, key)
            assert answer.status_code == 422, move
    assert not caplog.records
    assert api("GET", room).json()["version"] == 0


def test_too_much_and_too_often_are_refused(api):
    small = Api(api.host, Limits(body=1000, burst=5, rate=0.0, costly=1))
    assert small("POST", "/check", {"model": "#" * 2000}).status_code == 413
    codes = [small("GET", "/games").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 200]
    assert small("GET", "/games").status_code == 429
    small.loop.close()


def test_the_page_of_the_schema_asks_nothing_from_outside(api):
    page = api("GET", "/docs").text
    assert "POST /api/rooms/{room}/moves" in page
    assert "http://" not in page.replace("http://lab", "")
    assert "https://" not in page
    assert "<script src" not in page
