"""Connections that are not kept for nothing: what comes too slowly, or too long, is closed.

The server's own protocol waits for ever for the rest of a request.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 15.0  # seconds that the head of a request may take, or a pause in its body
# Seconds that a connection may rest between two requests: longer than programs keep it (15
# as a rule), or they send the next one into a connection that is just being closed.
KEPT = 20
LONGEST_HEAD = 64 * 1024  # bytes of the head of a request
MOST_CONNECTIONS = 2_000


class PatientProtocol(H11Protocol):
    """HTTP that closes a connection over which nothing comes while something should."""

    next_look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there: from now on something must come."""
        super().connection_made(transport)
        self.moved, self.torn = self.loop.time(), True
        self.look()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended: nothing is kept of it, such as the beginning of a long head."""
        super().connection_lost(exc)
        if self.next_look is not None:
            self.next_look.cancel()

    def data_received(self, data: bytes) -> None:
        """Something came; a head that comes letter by letter does not count."""
        before = self.conn.their_state
        super().data_received(data)
        rested, self.torn = not self.torn, self.conn.their_state is h11.IDLE
        begins = rested and self.torn  # a head of which a part is there
        if self.conn.their_state is not before or before is h11.SEND_BODY or begins:
            self.moved = self.loop.time()

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
    return {
        "http": PatientProtocol,
        "h11_max_incomplete_event_size": LONGEST_HEAD,
        "limit_concurrency": MOST_CONNECTIONS,
        "timeout_keep_alive": KEPT,
        "ws_max_size": 2**20,
        "ws_max_queue": 16,
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": proxies or None,
        "server_header": False,
    }
