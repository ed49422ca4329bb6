"""Limits of what one client may send: so much at a time, and so often."""

import asyncio
import json
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_PAGES = 300  # that one client may wait for
LONGEST_PAUSE = 0.5  # seconds after a page
MOST_CLIENTS = 10_000  # whose buckets are remembered


@dataclass(frozen=True, slots=True)
class Limits:
    """How much and how often: requests that make others work cost more than one."""

    body: int = 1_000_000  # bytes
    burst: int = 1_000  # requests at once
    rate: float = 200.0  # requests a second in the long run
    costly: int = 10  # what a request counts for that makes the server work
    polled: int = 40  # what one counts for that brings messages of a page without a socket


COSTLY = ("/rooms", "/replay", "/check")  # paths that a POST makes work for
SOCKET = "/_nicegui_ws/"  # where pages speak, if need be by POSTs of up to 16 messages


def visitor(scope: Scope) -> str:
    """Who sends a request, as far as that is known: an address, or its network."""
    return network((scope.get("client") or ("nobody", 0))[0])


@lru_cache(1000)
def network(address: str) -> str:
    """An address, and of a long one the half that one visitor has all the rest of.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:db8::7")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        found = IPv6Address(address)
    except ValueError:
        return address
    mapped = found.ipv4_mapped
    return str(mapped or IPv6Network((int(found), 64), strict=False))


class TooLong(Exception):
    """A body that grew over its limit while it was read."""


class Limited:
    """An application that refuses what is too long or comes too often."""

    def __init__(self, app: App, limits: Limits) -> None:
        self.app, self.limits = app, limits
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if not self.admitted(scope):
            await refuse(send, 429, "too many requests; wait a moment")
            return
        if declared_length(scope) > self.limits.body:
            await refuse(send, 413, self.too_long)
            return
        await self.counted(scope, receive, send)

    @property
    def too_long(self) -> str:
        """What is said of a body that is too long."""
        return f"more than {self.limits.body} bytes were sent"

    async def counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on while its body is not too long."""
        seen, begun = 0, False

        async def counting() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.limits.body:
                raise TooLong
            return message

        async def noticing(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, counting, noticing)
        except TooLong:
            if not begun:
                await refuse(send, 413, self.too_long)

    def admitted(self, scope: Scope) -> bool:
        """Whether a client has not asked too often; its bucket fills with time."""
        client = visitor(scope)
        now = time.monotonic()
        left, then = self.buckets.pop(client, (float(self.limits.burst), now))
        left = min(float(self.limits.burst), left + (now - then) * self.limits.rate)
        cost = self.cost(scope)
        allowed = left >= cost
        self.buckets[client] = (left - cost if allowed else left, now)
        while len(self.buckets) > MOST_CLIENTS:
            self.buckets.popitem(last=False)
        return allowed

    def cost(self, scope: Scope) -> int:
        """What a request counts for."""
        if scope["method"] != "POST":
            return 1
        if scope["path"].startswith(SOCKET):
            return self.limits.polled
        return self.limits.costly if scope["path"].endswith(COSTLY) else 1


class InTurn:
    """An application whose pages are built one at a time for each client, with pauses.

    A page is built on the event loop: without this, who opens many would keep others from
    moving.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.turns: dict[str, asyncio.Lock] = {}
        self.queued: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when it is its turn."""
        if not is_page(scope):
            await self.app(scope, receive, send)
            return
        client = visitor(scope)
        if self.queued[client] >= MOST_PAGES:
            await refuse(send, 429, "too many pages at once; wait a moment")
            return
        self.queued[client] += 1
        try:
            async with self.turns.setdefault(client, asyncio.Lock()):
                began = time.monotonic()
                await self.app(scope, receive, send)
                await asyncio.sleep(min(LONGEST_PAUSE, time.monotonic() - began))
        finally:
            self.queued[client] -= 1
            if not self.queued[client]:
                del self.queued[client]
                self.turns.pop(client, None)


def is_page(scope: Scope) -> bool:
    """Whether a request is for a page, and not for one of its parts."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    return not scope["path"].startswith(("/_nicegui", "/api/"))


class HeadAsGet:
    """An application that answers HEAD wherever it answers GET, without the body."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask for all, and send what stands before it."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            empty = message["type"] == "http.response.body"
            await send({**message, "body": b""} if empty else message)

        await self.app({**scope, "method": "GET"}, receive, sending)


class Under:
    """An application with another one under a path of its own, whatever follows there."""

    def __init__(self, app: App, path: str, inner: App) -> None:
        self.app, self.path, self.inner = app, path, inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to where it belongs."""
        if scope["type"] == "http" and scope["path"].startswith(f"{self.path}/"):
            root = scope.get("root_path", "") + self.path
            await self.inner({**scope, "root_path": root, "app": None}, receive, send)
        else:
            await self.app(scope, receive, send)


def declared_length(scope: Scope) -> int:
    """The length that a request says it has; 0 if it says none."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


async def refuse(
    send: Send, status: int, said: str, more: Sequence[tuple[bytes, bytes]] = ()
) -> None:
    """Answer with an error."""
    body = json.dumps({"error": said}).encode()
    headers = [(b"content-type", b"application/json"), *more]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
