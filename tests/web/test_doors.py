"""The doors of a lab: who is let in while others hold them, or guess at the password."""

import asyncio
from contextlib import suppress
from ipaddress import ip_address

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from tests.machine import PATIENCE, in_time
from tests.web.serving import free_port
from tests.web.test_guard import HOME, ask, basic, echoing
from whoknows.web.server import guard, sockets
from whoknows.web.server.guard import COOKIE, Guard

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
BEGUN = {
    "nothing": b"",
    "a letter": b"G",
    "a head": HEAD,
    "a body": HEAD.replace(b"GET", b"POST") + b"Content-Length: 9\r\n\r\n1",
    "a rest": HEAD + b"\r\n",
    "an unread answer": HEAD.replace(b"/ ", b"/long ") + b"\r\n",
}


async def plain(scope, receive, send):
    """An application that hears all and answers; some ask for more than they read."""
    async with asyncio.timeout(PATIENCE):
        while scope["type"] == "http" and (await receive()).get("more_body"):
            pass
    headers = [(b"content-length", b"%d" % (10**7 if scope["path"] == "/long" else 2))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    body = b"x" * 10**7 if scope["path"] == "/long" else b"ok"
    await send({"type": "http.response.body", "body": body})


class House:
    """A server with the lab's own protocol; who comes from where is said by `address`."""

    def __init__(self, application):
        options = sockets.options([])
        limit = options.get("limit_concurrency")
        config = Config(application, lifespan="off", limit_concurrency=limit)
        config.load()
        state, usual = ServerState(), options["http"]
        self.ours = usual
        house = self

        class Protocol(usual):  # type: ignore[valid-type, misc]
            def connection_made(self, transport):
                house.known.append(self)
                super().connection_made(Named(transport, house.address))

        self.known, self.writers, self.address = [], [], "192.0.2.1"
        self.port = free_port()
        self.make = lambda: Protocol(config, state, {})

    async def __aenter__(self):
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(self.make, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_):
        self.server.close()
        for writer in self.writers:
            writer.transport.abort()
        for protocol in self.known:
            protocol.transport.abort()
        async with asyncio.timeout(PATIENCE):
            while self.ours.visitors:
                await asyncio.sleep(0.01)

    async def visit(self, address, words=b""):
        """A connection of somebody, with what is sent over it."""
        self.address, before = address, len(self.known)
        pair = await asyncio.open_connection("127.0.0.1", self.port, limit=100)
        async with asyncio.timeout(PATIENCE):
            while len(self.known) == before:
                await asyncio.sleep(0)
        pair[1].write(words)
        self.writers.append(pair[1])
        return pair

    async def answer(self, address):
        """The first line that a newcomer is answered; nothing if it is sent away."""
        reader, _ = await self.visit(address, HEAD + b"\r\n")
        with suppress(ConnectionError):
            return await asyncio.wait_for(reader.readline(), PATIENCE)
        return b""


class Named:
    """A transport whose other end has another address."""

    def __init__(self, transport, address):
        self.transport, self.address = transport, address

    def __getattr__(self, name):
        return getattr(self.transport, name)

    def get_extra_info(self, name, default=None):
        if name == "peername":
            return (self.address, 1)
        return None if name == "socket" else self.transport.get_extra_info(name, default)


def addresses(count):
    return [str(ip_address("198.51.100.1") + number) for number in range(count)]


@pytest.mark.parametrize("begun", BEGUN)
@pytest.mark.parametrize("many", [2, 20])
def test_idle_sockets_of_others_keep_no_newcomer_out(monkeypatch, many, begun):
    monkeypatch.setattr(sockets, "MOST_CONNECTIONS", 60)
    monkeypatch.setattr(sockets, "MOST_OF_ONE", 40)

    async def story():
        async with House(plain) as house:
            for number in range(60):
                await house.visit(addresses(many)[number % many], BEGUN[begun])
            await asyncio.sleep(0.1)
            for newcomer in ("203.0.113.7", "203.0.113.8"):
                assert (await house.answer(newcomer)).startswith(b"HTTP/1.1 200")

    in_time(story())


OPENING = (
    HEAD.replace(b"/ ", b"/page ")
    + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_a_quiet_spectator_and_who_waits_for_us_stay(monkeypatch):
    monkeypatch.setattr(sockets, "MOST_CONNECTIONS", 20)
    done = asyncio.Event()

    async def slow(scope, receive, send):
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await receive()
        elif scope["path"] == "/wait":
            await asyncio.wait_for(done.wait(), PATIENCE)
            await plain(scope, receive, send)
        else:
            await plain(scope, receive, send)

    async def story():
        async with House(slow) as house:
            page, _ = await house.visit("192.0.2.7", OPENING)
            assert (await page.readuntil(b"\n")).startswith(b"HTTP/1.1 101")
            await page.readuntil(b"\r\n\r\n")
            poll, _ = await house.visit(
                "192.0.2.7", HEAD.replace(b"/ ", b"/wait ") + b"\r\n"
            )
            await asyncio.sleep(0.1)
            for number in range(60):
                await house.visit(addresses(20)[number % 20])
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):
                    await page.read(1)
            done.set()
            assert (await poll.readuntil(b"\n")).startswith(b"HTTP/1.1 200")

    in_time(story())


def test_there_are_no_more_connections_than_a_third_of_the_open_files(monkeypatch):
    monkeypatch.setattr(sockets, "allowed_files", lambda: 1024)
    assert sockets.options([])["http"].most == 341


@pytest.mark.parametrize("many", [2, 20])
def test_nearly_two_thousand_idle_sockets_keep_no_newcomer_out(many):
    async def story():
        async with House(plain) as house:
            for number in range(1_990):
                await house.visit(addresses(many)[number % many])
            for number in range(20):
                assert (await house.answer(f"203.0.113.{number}")).startswith(
                    b"HTTP/1.1 200"
                )

    in_time(story())


# ------------------------------------------------------------------------- passwords

RIGHT, HOST = "open sesame", ("host", "localhost")


class Looking(Guard):
    """A door that counts how often it has looked at a password."""

    looks = 0

    def knows_password(self, scope):
        self.looks += 1
        return super().knows_password(scope)


@pytest.fixture
def door():
    return Looking(echoing, HOME, RIGHT)


def tried(door, password, address="192.0.2.7", kind="http"):
    """What is answered to a password from an address."""
    return ask(HOME, [HOST, basic(password)], door=door, kind=kind, client=(address, 1))[0]


def test_of_one_address_only_so_many_wrong_passwords_are_looked_at(door, caplog):
    said = [tried(door, f"guess {number}") for number in range(100)]
    most = guard.WRONG_OF_ONE
    assert said == [401] * most + [429] * (100 - most)
    assert door.looks == most
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert all("192.0.2.7" in record.getMessage() for record in caplog.records)
    assert "guess" not in caplog.text
    assert tried(door, RIGHT) == 429  # nor can it be found out by going on
    assert tried(door, "guess", kind="websocket") == "websocket.close"
    assert door.looks == most


def test_the_right_password_of_another_address_is_never_refused(door):
    for number in range(10 * guard.WRONG_IN_ALL):
        tried(door, "guess", addresses(200)[number % 200])
    assert door.looks <= guard.WRONG_IN_ALL + 200
    assert tried(door, RIGHT, "203.0.113.7") == 200


def test_the_right_cookie_is_never_refused_and_wrong_ones_are_not_looked_at(door):
    _, headers = ask(HOME, [HOST, basic(RIGHT)], door=door, client=("192.0.2.7", 1))
    cookie = ("cookie", headers[b"set-cookie"].decode().partition(";")[0])
    for _ in range(100):
        tried(door, "guess")
    before = door.looks
    assert ask(HOME, [HOST, cookie], door=door, client=("192.0.2.7", 1))[0] == 200
    assert door.looks == before
    wrong = ("cookie", f"{COOKIE}=0")
    assert ask(HOME, [HOST, wrong], door=door, client=("203.0.113.7", 1))[0] == 401


def test_wrong_passwords_are_forgotten_after_a_minute(door, monkeypatch):
    for _ in range(100):
        tried(door, "guess")
    later = guard.time.monotonic() + 61
    monkeypatch.setattr(guard.time, "monotonic", lambda: later)
    assert tried(door, RIGHT) == 200


def test_a_browser_that_has_not_asked_yet_is_no_guess(door):
    for _ in range(100):
        assert ask(HOME, [HOST], door=door, client=("192.0.2.7", 1))[0] == 401
    assert tried(door, RIGHT) == 200
