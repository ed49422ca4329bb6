"""Connections that are not kept for nothing: what comes too slowly, or too long, is closed.

The server's own protocol waits for ever for the rest of a request, and refuses whoever
comes when there are too many.  Here a newcomer is let in, and the connection goes that has
waited for its visitor for longest.  The sockets of open pages are not of these: a quiet
spectator stays.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from whoknows.web.server.limits import network

PATIENCE = 15.0  # seconds that the head of a request may take, or a pause in its body
# Seconds that a connection may rest between two requests: longer than programs keep it (15
# as a rule), or they send the next one into a connection that is just being closed.
KEPT = 20
LONGEST_HEAD = 64 * 1024  # bytes of the head of a request
MOST_CONNECTIONS = 2_000  # those of open pages not counted
MOST_OF_ONE = 1_000  # of one address
MOST_UNREAD = 2_000_000  # letters that wait for a page to read them
MOST_HISTORY = 200  # messages that are kept for a page that lost its connection
MOST_FILES = 8_192  # that the server wants to have open: connections are some of them


class PatientProtocol(H11Protocol):
    """HTTP that closes a connection over which nothing comes while something should."""

    proxies: ClassVar[frozenset[str]] = frozenset()  # who speak for others
    most = MOST_CONNECTIONS
    visitors: ClassVar[Counter[str]] = Counter()  # how many connections an address has
    every: ClassVar["OrderedDict[PatientProtocol, None]"] = OrderedDict()  # as they moved
    next_look: asyncio.TimerHandle | None = None
    visitor: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there: from now on something must come."""
        super().connection_made(transport)
        self.torn = True
        address = self.client[0] if self.client else ""
        self.visitor = network(address)
        self.visitors[self.visitor] += 1
        self.every[self] = None
        self.has_moved()
        too_many = self.visitors[self.visitor] > MOST_OF_ONE
        if too_many and address not in self.proxies:
            self.let_one_go(one for one in self.every if one.visitor == self.visitor)
        elif len(self.every) > self.most:
            self.let_one_go(self.every)
        self.look()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended: nothing is kept of it, such as the beginning of a long head."""
        super().connection_lost(exc)
        self.forget()
        if self.next_look is not None:
            self.next_look.cancel()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """It becomes the socket of a page, which others count."""
        super().handle_websocket_upgrade(event)
        self.forget()

    def forget(self) -> None:
        """Count the connection no longer."""
        visitor, self.visitor = self.visitor, None
        self.every.pop(self, None)
        if visitor is not None:
            self.visitors[visitor] -= 1
            if not self.visitors[visitor]:
                del self.visitors[visitor]

    def has_moved(self) -> None:
        """Note that something has come, or has been taken."""
        self.moved = self.loop.time()
        if self in self.every:
            self.every.move_to_end(self)

    def let_one_go(self, among: "Iterable[PatientProtocol]") -> None:
        """Close the connection that waits for its visitor for longest; or else this one."""
        gone = next((one for one in among if one.waits_for_visitor), self)
        gone.forget()
        gone.transport.abort()

    @property
    def waits_for_visitor(self) -> bool:
        """Whether it is for the visitor to send something, or to take what is sent."""
        ours = self.cycle is not None and not self.cycle.response_complete
        return not ours or self.conn.their_state is h11.SEND_BODY or self.flow.write_paused

    def resume_writing(self) -> None:
        """The visitor takes what is sent."""
        super().resume_writing()
        self.has_moved()

    def on_response_complete(self) -> None:
        """From now on it is the visitor's turn."""
        self.has_moved()
        super().on_response_complete()

    def data_received(self, data: bytes) -> None:
        """Something came; a head that comes letter by letter does not count."""
        before = self.conn.their_state
        super().data_received(data)
        rested, self.torn = not self.torn, self.conn.their_state is h11.IDLE
        begins = rested and self.torn  # a head of which a part is there
        if self.conn.their_state is not before or before is h11.SEND_BODY or begins:
            self.has_moved()

    def look(self) -> None:
        """Close the connection if what should come does not."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return  # it has ended, or has become a socket
        rests = self.conn.their_state is h11.IDLE and not self.torn  # until `KEPT` is over
        waiting = self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not rests
        busy = self.cycle is not None and not self.cycle.response_complete
        if busy and self.conn.their_state is not h11.SEND_BODY:
            self.moved = self.loop.time()  # it is our turn
        if waiting and self.loop.time() - self.moved > PATIENCE:
            self.transport.close()
            return
        self.next_look = self.loop.call_later(PATIENCE / 3, self.look)


def options(proxies: list[str]) -> dict[str, Any]:
    """How the server is set up; only named proxies may say who is behind them."""
    most = min(MOST_CONNECTIONS, allowed_files() // 3)  # pages and workers need some too
    own = {"proxies": frozenset(proxies), "most": most}
    protocol = type("Protocol", (PatientProtocol,), own)
    return {
        "http": protocol,
        "h11_max_incomplete_event_size": LONGEST_HEAD,
        "timeout_keep_alive": KEPT,
        "ws_max_size": 2**20,
        "ws_max_queue": 16,
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": proxies or None,
        "server_header": False,
        "message_history_length": MOST_HISTORY,
    }


class Unread(asyncio.Queue[Any]):
    """What a page was sent and has not read; who reads nothing is sent nothing more.

    A page that misses a message notices it, and loads itself again.
    """

    letters = 0

    async def put(self, item: Any) -> None:
        """Let something wait to be read, unless too much waits already."""
        if item is None or self.letters <= MOST_UNREAD:
            await super().put(item)

    def _put(self, item: Any) -> None:
        self.letters += length(item)
        super()._put(item)

    def _get(self) -> Any:
        item = super()._get()
        self.letters -= length(item)
        return item


def length(packet: Any) -> int:
    """How much of the memory a packet takes, about."""
    data = getattr(packet, "data", None)
    return 100 + (len(data) if isinstance(data, str | bytes) else 0)


def allowed_files() -> int:
    """How many open files the process may have: as many as are needed, where it may."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            return wanted
        return MOST_FILES if now == resource.RLIM_INFINITY else now
    return MOST_FILES
