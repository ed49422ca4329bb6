"""The door: names, origins, the password, the pace of sockets, and slow connections."""

import asyncio
import http.client
import socket
import time
from base64 import b64encode
from collections import Counter
from types import SimpleNamespace
from weakref import ref

import h11
import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from tests.machine import PATIENCE, in_time, until_async
from tests.web.serving import free_port
from whoknows.errors import BadSetup
from whoknows.web.server import guard, limits, sockets
from whoknows.web.server.guard import COOKIE, Bucket, Guard, Names, paced
from whoknows.web.server.limits import InTurn
from whoknows.web.server.sockets import LONGEST_HEAD, PatientProtocol
from whoknows.web.server.start import Door, check_open


def ask(
    names, headers, *, password=None, method="GET", kind="http", door=None, client=None
):
    """What a guarded application answers: status or close, and the headers."""
    sent = []

    async def inner(scope, receive, send):
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})
        else:
            await send({"type": "websocket.accept"})

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    pairs = [(name.encode(), value.encode()) for name, value in headers]
    scope = {"type": kind, "method": method, "path": "/", "headers": pairs}
    scope |= {"client": client} if client else {}
    in_time((door or Guard(inner, names, password))(scope, receive, send))
    return sent[0].get("status", sent[0]["type"]), dict(sent[0].get("headers", []))


HOME = Names.of("127.0.0.1")
SHARED = Names.of("0.0.0.0", ["lab.example"])


@pytest.mark.parametrize(
    ("names", "host", "status"),
    [
        (HOME, "127.0.0.1:8080", 200),
        (HOME, "localhost", 200),
        (HOME, "LOCALHOST:1", 200),
        (HOME, "[::1]:8080", 200),
        (HOME, "evil.example", 403),
        (HOME, "localhost.evil.example", 403),
        (HOME, "192.0.2.7:8080", 403),
        (HOME, "", 403),
        (HOME, "[::1", 403),
        (HOME, "[x]:8080", 403),
        (HOME, "localhost]", 403),
        (SHARED, "192.0.2.7:8080", 200),
        (SHARED, "[2001:db8::1]", 200),
        (SHARED, "lab.example", 200),
        (SHARED, "lab.example.", 200),
        (SHARED, "evil.example", 403),
    ],
)
def test_only_its_own_names_are_answered(names, host, status):
    assert ask(names, [("host", host)])[0] == status
    said = {200: "websocket.accept", 403: "websocket.close"}
    assert ask(names, [("host", host)], kind="websocket")[0] == said[status]


def test_two_hosts_or_none_are_refused():
    assert ask(HOME, [])[0] == 403
    assert ask(HOME, [("host", "localhost"), ("host", "localhost")])[0] == 403


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("origin", "fine"),
    [
        ("http://localhost:8080", True),
        ("http://localhost:3000", False),
        ("http://127.0.0.1:8080", False),
        ("https://evil.example", False),
        ("http://192.0.2.6", False),
        ("null", False),
        ("http://[", False),
        ("http://localhost:8080/", False),
        ("https://lab.example", True),
    ],
)
def test_pages_of_others_may_not_ask(kind, origin, fine):
    found, _ = ask(
        SHARED, [("host", "localhost:8080"), ("origin", origin)], method="POST", kind=kind
    )
    assert (found in (200, "websocket.accept")) is fine


@pytest.mark.parametrize(
    ("site", "mode", "method", "status"),
    [
        ("cross-site", "no-cors", "GET", 403),  # a picture on another's page
        ("cross-site", "navigate", "GET", 200),  # a link
        ("cross-site", "navigate", "POST", 403),  # a form
        ("same-origin", "cors", "POST", 200),
        ("none", "navigate", "GET", 200),
    ],
)
def test_pictures_and_forms_of_other_sites_are_refused(site, mode, method, status):
    headers = [("host", "localhost"), ("sec-fetch-site", site), ("sec-fetch-mode", mode)]
    assert ask(HOME, headers, method=method)[0] == status


def test_every_answer_says_that_nothing_comes_from_elsewhere():
    _, headers = ask(HOME, [("host", "localhost")])
    policy = headers[b"content-security-policy"].decode()
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "http:" not in policy
    assert headers[b"referrer-policy"] == b"no-referrer"


def basic(password):
    return ("authorization", "Basic " + b64encode(f"any:{password}".encode()).decode())


def test_the_password_opens_and_its_cookie_does_so_again():
    host = ("host", "localhost")
    door = Guard(echoing, HOME, "open sesame")
    for wrong in ([], [basic("sesame")], [("cookie", f"{COOKIE}=0")], [basic("")]):
        status, headers = ask(HOME, [host, *wrong], door=door)
        assert status == 401
        assert b"www-authenticate" in headers
        assert ask(HOME, [host, *wrong], door=door, kind="websocket")[0] != 200
    status, headers = ask(HOME, [host, basic("open sesame")], door=door)
    assert status == 200
    cookie = headers[b"set-cookie"].decode()
    assert "HttpOnly" in cookie
    assert "open sesame" not in cookie
    shown = ("cookie", f"other=1; {cookie.partition(';')[0]}")
    assert ask(HOME, [host, shown], door=door)[0] == 200
    another = Guard(echoing, HOME, "open sesame")
    assert ask(HOME, [host, shown], door=another)[0] == 401


async def echoing(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})


def test_cookies_with_a_backslash_are_not_looked_at():
    seen = []

    async def inner(scope, receive, send):
        seen.extend(scope["headers"])

    evil = b'a=b; x="' + b"\\\\" * 30_000 + b'"; c="d e"'
    headers = [(b"host", b"localhost"), (b"cookie", evil), (b"cookie", b"f=g")]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}
    in_time(Guard(inner, HOME)(scope, None, None))
    assert seen == [headers[0], (b"cookie", b'a=b; c="d e"'), (b"cookie", b"f=g")]


def test_a_lab_is_open_to_others_only_at_a_word():
    check_open("127.0.0.1", Door())
    check_open("0.0.0.0", Door(yes=True))
    check_open("0.0.0.0", Door(password="long enough"))
    with pytest.raises(BadSetup, match="--password"):
        check_open("0.0.0.0", Door())
    with pytest.raises(BadSetup, match="at least 8"):
        check_open("127.0.0.1", Door(password="short"))


def test_a_socket_is_heard_no_faster_than_it_may_speak(monkeypatch):
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    async def receive():
        return said

    monkeypatch.setattr(guard.asyncio, "sleep", sleep)
    monkeypatch.setattr(guard.time, "monotonic", lambda: 0.0)

    async def story():
        hearing = paced(receive, Bucket(10**6, 1.0))
        for _ in range(guard.BURST):
            await hearing()
        assert not slept
        await hearing()
        said["text"] = "x" * (3 * guard.LONG)
        await hearing()

    said = {}
    in_time(story())
    assert slept == pytest.approx([1 / guard.RATE, (1 + 4) / guard.RATE])


def test_all_sockets_of_an_address_share_a_pace(monkeypatch):
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    async def receive():
        return {}

    async def inner(scope, receive, send):
        for _ in range(guard.BURST):
            await receive()

    async def story():
        door = Guard(inner, HOME)
        for who in ("a", "b"):
            scope = {"type": "websocket", "headers": [(b"host", b"localhost")]}
            for _ in range(guard.ALL_BURST // (guard.BURST + guard.OPENING)):
                await door({**scope, "client": (who, 1)}, receive, None)
            assert not any(slept)
            await door({**scope, "client": (who, 1)}, receive, None)
            assert any(slept)
            slept.clear()
        assert not door.sockets

    monkeypatch.setattr(guard.asyncio, "sleep", sleep)
    monkeypatch.setattr(guard.time, "monotonic", lambda: 0.0)
    in_time(story())


@pytest.mark.parametrize(
    ("limit", "most", "who", "let_in"),
    [("MOST_SOCKETS", 2, "aaab", "aab"), ("ALL_SOCKETS", 3, "abcd", "abc")],
)
def test_an_address_and_all_have_no_more_sockets_than_they_may(
    monkeypatch, limit, most, who, let_in
):
    monkeypatch.setattr(guard, limit, most)
    opened, closed, sent = [], asyncio.Event(), []

    async def inner(scope, receive, send):
        opened.append(scope["client"][0])
        await asyncio.wait_for(closed.wait(), PATIENCE)

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message["type"])

    async def story():
        door = Guard(inner, HOME)
        scope = {"type": "websocket", "headers": [(b"host", b"localhost")]}
        asked = [door({**scope, "client": (name, 1)}, receive, send) for name in who]
        tasks = [asyncio.ensure_future(each) for each in asked]
        for _ in range(3):
            await asyncio.sleep(0)
        assert (opened, sent) == ([*let_in], ["websocket.close"])
        closed.set()
        await asyncio.gather(*tasks)
        await door({**scope, "client": ("a", 1)}, receive, send)
        assert len(opened) == 4

    in_time(story())


# ------------------------------------------------------------------- a lab that runs


def status_of(lab, path="/", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", lab.port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def test_a_lab_that_runs_answers_to_its_own_names_only(lab):
    assert status_of(lab) == 200
    assert status_of(lab, Host="evil.example") == 403
    assert status_of(lab, "/api/games", Host="evil.example") == 403
    assert status_of(lab, "/api/games", Origin="http://evil.example") == 403
    assert status_of(lab, "/_nicegui_ws/socket.io/?EIO=4&transport=polling",
                     Origin="http://evil.example") == 403  # fmt: skip


def test_a_head_that_is_too_long_is_refused_at_once(lab):
    with socket.create_connection(("127.0.0.1", lab.port), PATIENCE) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        said = b""
        try:
            for _ in range(100 * LONGEST_HEAD // 2**16):
                connection.sendall(b"x" * 2**16)
            said = connection.recv(100)
        except OSError:
            pass
        assert b"200 OK" not in said


SLOW, RESTS = sockets.PATIENCE, sockets.KEPT


@pytest.mark.parametrize(
    ("state", "torn", "seconds", "closed"),
    [
        (h11.IDLE, True, SLOW - 1, False),  # the head comes, letter by letter
        (h11.IDLE, True, SLOW + 1, True),
        (h11.IDLE, False, SLOW + 1, False),  # it rests between two requests
        (h11.IDLE, False, RESTS + 1, False),  # of which the server itself keeps the time
        (h11.SEND_BODY, False, SLOW + 1, True),
        (h11.DONE, False, RESTS + 1, False),  # it is our turn
    ],
)
def test_a_connection_rests_longer_than_a_request_may_take(state, torn, seconds, closed):
    gone = []
    protocol = PatientProtocol.__new__(PatientProtocol)
    protocol.conn = SimpleNamespace(their_state=state)
    protocol.cycle = SimpleNamespace(response_complete=state is not h11.DONE)
    protocol.moved, protocol.torn = 100.0, torn
    protocol.loop = SimpleNamespace(time=lambda: 100.0 + seconds, call_later=lambda *_: 0)
    protocol.transport = SimpleNamespace(
        is_closing=lambda: False,
        get_protocol=lambda: protocol,
        close=lambda: gone.append(True),
    )
    protocol.look()
    assert bool(gone) == closed


def test_nothing_is_kept_of_a_connection_that_has_ended(monkeypatch):
    monkeypatch.setattr(sockets, "PATIENCE", 10_000.0)
    kept = []

    def answering():
        protocol = PatientProtocol(Config(None), ServerState(), {})
        kept.append(ref(protocol))
        return protocol

    async def visit():
        async with await asyncio.get_running_loop().create_server(
            answering, "127.0.0.1", port := free_port()
        ):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nX: " + b"x" * LONGEST_HEAD)
            writer.close()
            for _ in range(6000):
                if kept and kept[0]() is None:
                    return
                await asyncio.sleep(0.01)
            raise AssertionError("it is still there")

    in_time(visit())


@pytest.mark.parametrize(("proxies", "kept"), [((), 2), (("127.0.0.1",), 4)])
def test_an_address_has_no_more_connections_than_it_may(monkeypatch, proxies, kept):
    monkeypatch.setattr(sockets, "MOST_OF_ONE", 2)
    protocol = sockets.options([*proxies])["http"]

    async def visit():
        ends = []
        async with await asyncio.get_running_loop().create_server(
            lambda: protocol(Config(None), ServerState(), {}),
            "127.0.0.1",
            port := free_port(),
        ):
            pairs = [await asyncio.open_connection("127.0.0.1", port) for _ in range(4)]
            for reader, writer in pairs:
                writer.write(b"GET / HTTP/1.1\r\n")
                ends.append(asyncio.ensure_future(reader.read(1)))
            await until_async(lambda: sum(protocol.visitors.values()) <= kept, "the others")
            await asyncio.sleep(0.05)
            assert sum(end.done() for end in ends) == 4 - kept
            for _, writer in pairs:
                writer.close()
            await until_async(lambda: not protocol.visitors, "all to leave")

    asyncio.run(asyncio.wait_for(visit(), PATIENCE))


def test_a_page_that_reads_nothing_is_sent_no_more_than_so_much():
    async def story():
        unread = sockets.Unread()
        packet = SimpleNamespace(data="x" * (sockets.MOST_UNREAD // 10))
        for _ in range(1000):
            await unread.put(packet)
        assert unread.qsize() == 10
        await unread.put(None)  # its end is told all the same
        while unread.qsize():
            unread.get_nowait()
        assert unread.letters == 0
        await unread.put(packet)
        assert unread.qsize() == 1

    in_time(story())


@pytest.mark.slow
@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
    ],
)
def test_a_connection_over_which_nothing_comes_is_closed(lab, begun):
    with socket.create_connection(("127.0.0.1", lab.port), PATIENCE) as connection:
        connection.sendall(begun)
        began = time.monotonic()
        while connection.recv(1000):
            pass
        assert time.monotonic() - began > 5  # patience, but an end


def test_pages_of_one_client_are_built_in_turn_and_those_of_others_beside(monkeypatch):
    monkeypatch.setattr(limits, "LONGEST_PAUSE", 0)
    building, most = Counter(), Counter()

    async def inner(scope, receive, send):
        client = scope["client"][0]
        building[client] += 1
        most[client] = max(most[client], building[client])
        most["all"] = max(most["all"], building.total())
        await asyncio.sleep(0)
        building[client] -= 1

    async def story():
        door = InTurn(inner)
        page = {"type": "http", "method": "GET", "path": "/"}
        asked = [page | {"client": (who, 1)} for who in ("a", "b") * 9]
        await asyncio.gather(*(door(scope, None, None) for scope in asked))
        assert not door.turns
        assert not door.queued

    in_time(story())
    assert most == {"a": 1, "b": 1, "all": 2}
