"""The door of the lab: to which names it answers, who may speak with it, and how fast.

A page of another site may send requests to this machine, or let its own name point here
(DNS rebinding).  So the lab answers only to names that are its own; a request that says it
comes from another site is refused; and where there is a password, it is asked for first.
"""

import asyncio
import hmac
import logging
import time
from base64 import b64decode
from collections import Counter, OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from ipaddress import ip_address
from secrets import token_bytes
from urllib.parse import urlsplit

from whoknows.web.server.limits import (
    MOST_CLIENTS,
    App,
    Message,
    Receive,
    Scope,
    Send,
    refuse,
    visitor,
)

log = logging.getLogger("whoknows.lab")

LOCAL = ("localhost", "127.0.0.1", "::1")
COOKIE = "whoknows_lab"
BURST, RATE = 400, 100.0  # messages of one socket: at once, and a second in the long run
ALL_BURST, ALL_RATE = 3_000, 300.0  # of all sockets of one address
LONG = 10_000  # letters of a message that count as one more
OPENING = 10  # messages that a new socket counts for
MOST_SOCKETS = 600  # of one address
ALL_SOCKETS = 4_000  # of all addresses
MINUTE = 60.0  # seconds for which wrong passwords are counted
WRONG_OF_ONE = 20  # wrong passwords of an address that are looked at in that time
WRONG_IN_ALL = 200  # of all addresses; but the first of each is looked at

# The framework's pages hold scripts and styles in line and build components from text, for
# which no nonce is offered: hence 'unsafe-inline' and 'unsafe-eval'.  What remains: nothing
# is loaded from, sent to, or framed by any other place.
POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    ]
)
HEADERS = [
    (b"referrer-policy", b"no-referrer"),  # addresses hold keys
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"SAMEORIGIN"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"content-security-policy", POLICY.encode()),
]


@dataclass(frozen=True, slots=True)
class Names:
    """The names that the lab answers to; where all may come, any plain address too."""

    own: frozenset[str]
    given: frozenset[str] = frozenset()  # those that a proxy may show to others
    addresses: bool = False

    @classmethod
    def of(cls, host: str, others: Iterable[str] = ()) -> "Names":
        """The names of a lab that listens on an address, and those that it was given."""
        given = frozenset(name.lower().rstrip(".") for name in others)
        own = frozenset({*LOCAL, host.lower(), *given})
        return cls(own, given, addresses=host in ("0.0.0.0", "::"))  # noqa: S104

    def include(self, host: str) -> bool:
        """Whether a host, without its port, is this lab."""
        name = host.lower().strip("[]").rstrip(".")
        return name in self.own or (self.addresses and is_address(name))


def is_address(name: str) -> bool:
    """Whether a name is a plain address, which nobody can let point elsewhere."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """An application behind a door."""

    def __init__(self, app: App, names: Names, password: str | None = None) -> None:
        self.app, self.names = app, names
        self.password = password
        self.wrong = WrongPasswords()
        self.sockets: Counter[str] = Counter()  # of each address
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()  # of those who spoke last
        self.token = token_bytes(32)  # a new one at every start: who was in, comes again

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        wrong = self.wrong_place(scope)
        if wrong:
            await turned_away(scope, receive, send, 403, wrong)
            return
        scope = plain_cookies(scope)
        cookie = b""
        if self.password is not None and not self.has_cookie(scope):
            status, said = self.asked_password(scope)
            if status != 200:
                await turned_away(scope, receive, send, status, said)
                return
            cookie = f"{COOKIE}={self.ticket}; HttpOnly; SameSite=Lax; Path=/".encode()
        if scope["type"] == "websocket":
            await self.speak(scope, receive, adding(send, cookie))
        else:
            await self.app(scope, receive, adding(send, cookie))

    async def speak(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket speak, as fast as it and all of its address may."""
        who = visitor(scope)
        if self.sockets[who] >= MOST_SOCKETS or self.sockets.total() >= ALL_SOCKETS:
            await turned_away(scope, receive, send, 429, "too many open pages")
            return
        self.sockets[who] += 1
        try:
            shared = self.bucket(who)
            await asyncio.sleep(shared.pause(OPENING))
            await self.app(scope, paced(receive, shared), send)
        finally:
            self.sockets[who] -= 1
            if not self.sockets[who]:
                del self.sockets[who]

    def bucket(self, who: str) -> "Bucket":
        """What all sockets of an address may take; it outlives them for a while."""
        found = self.buckets.setdefault(who, Bucket(ALL_BURST, ALL_RATE))
        self.buckets.move_to_end(who)
        if len(self.buckets) > MOST_CLIENTS:
            self.buckets.popitem(last=False)
        return found

    def wrong_place(self, scope: Scope) -> str:
        """Why a request does not belong here; nothing if it does."""
        hosts, origins = values(scope, b"host"), values(scope, b"origin")
        if len(hosts) != 1:
            return "a request names one host"
        [host] = hosts
        name = hostname(f"//{host}")
        if not self.names.include(name):
            return f"this lab does not answer to the name {name[:80]!r}: see --name"
        for origin in origins:
            same = origin.partition("://")[2] == host
            if not same and hostname(origin) not in self.names.given:
                return f"requests of pages of {origin[:80]!r} are not taken"
        if values(scope, b"sec-fetch-site") == ["cross-site"]:
            if values(scope, b"sec-fetch-mode") != ["navigate"]:
                return "requests of other sites' pages are not taken"
            if scope.get("method") not in ("GET", "HEAD"):
                return "forms of other sites are not taken"
        return ""

    # ------------------------------------------------------------- the password

    @property
    def ticket(self) -> str:
        """What a browser shows that has given the password."""
        return hmac.new(self.token, (self.password or "").encode(), sha256).hexdigest()

    def has_cookie(self, scope: Scope) -> bool:
        """Whether the browser has given the password before."""
        for line in values(scope, b"cookie"):
            for part in line.split(";"):
                name, _, value = part.strip().partition("=")
                if name == COOKIE and hmac.compare_digest(
                    value.encode(), self.ticket.encode()
                ):
                    return True
        return False

    def asked_password(self, scope: Scope) -> tuple[int, str]:
        """What is answered to one without the cookie: 200 to who knows the password.

        Who guesses is not looked at for a while, and so does not find it out; that slows
        nobody at another address, whose first password is always looked at.
        """
        if not values(scope, b"authorization"):
            return 401, "this lab has a password"
        who = visitor(scope)
        if not self.wrong.may_try(who):
            return 429, "too many wrong passwords; try again in a minute"
        if self.knows_password(scope):
            return 200, ""
        self.wrong.note(who)
        return 401, "this is not the password of this lab"

    def knows_password(self, scope: Scope) -> bool:
        """Whether a request brings the password, as browsers send it; any name will do."""
        for line in values(scope, b"authorization"):
            kind, _, given = line.partition(" ")
            if kind.lower() != "basic":
                continue
            try:
                said = b64decode(given.encode(), validate=True).decode()
            except ValueError:
                continue
            password = said.partition(":")[2]
            if hmac.compare_digest(password.encode(), (self.password or "").encode()):
                return True
        return False


class WrongPasswords:
    """How many wrong passwords have come lately, of each address and of all."""

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()
        self.all, self.since = 0, time.monotonic()

    def may_try(self, who: str) -> bool:
        """Whether a password of an address is looked at."""
        if time.monotonic() - self.since > MINUTE:
            self.of.clear()
            self.all, self.since = 0, time.monotonic()
        mine = self.of[who]  # a counter keeps nothing of whom it is only asked for
        return not mine or (mine < WRONG_OF_ONE and self.all < WRONG_IN_ALL)

    def note(self, who: str) -> None:
        """A password of an address was wrong."""
        self.of[who] += 1
        self.all += 1
        if self.of[who] == 1:
            log.warning("a wrong password came from %s", who)
        elif self.of[who] == WRONG_OF_ONE:
            log.warning("%s wrong passwords came from %s", WRONG_OF_ONE, who)
        if self.all == WRONG_IN_ALL:
            log.warning("%s wrong passwords came in a minute", WRONG_IN_ALL)


def hostname(address: str) -> str:
    """The host of an address, without its port; nothing where there is none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:  # brackets around what is no address
        return ""


def values(scope: Scope, name: bytes) -> list[str]:
    """All values of a header."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def plain_cookies(scope: Scope) -> Scope:
    """A request without the cookies that have a backslash, as none of ours has.

    What stands in quotes is read with care for them, in older Pythons in a time that grows
    with its square.
    """
    if not any(name == b"cookie" and b"\\" in value for name, value in scope["headers"]):
        return scope
    headers = [
        (name, b";".join(part for part in value.split(b";") if b"\\" not in part))
        if name == b"cookie"
        else (name, value)
        for name, value in scope["headers"]
    ]
    return {**scope, "headers": headers}


def adding(send: Send, cookie: bytes) -> Send:
    """A sender that adds the headers of every answer."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            more = [*HEADERS, (b"set-cookie", cookie)] if cookie else HEADERS
            message["headers"] = [*message.get("headers", []), *more]
        await send(message)

    return sending


@dataclass
class Bucket:
    """What may be taken at once, and what comes back in a second."""

    burst: int
    rate: float
    left: float = field(init=False)
    then: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.then = float(self.burst), time.monotonic()

    def pause(self, cost: float) -> float:
        """Take so much; how many seconds that has to wait."""
        now = time.monotonic()
        left = min(float(self.burst), self.left + (now - self.then) * self.rate)
        self.left, self.then = left - cost, now
        return max(0.0, -self.left / self.rate)


def paced(receive: Receive, shared: Bucket) -> Receive:
    """A receiver that takes the messages of a socket no faster than they may come."""
    own = Bucket(BURST, RATE)

    async def receiving() -> Message:
        message = await receive()
        letters = message.get("text") or message.get("bytes") or ""
        cost = 1 + len(letters) // LONG
        pause = max(own.pause(cost), shared.pause(cost))
        if pause:
            await asyncio.sleep(pause)
        return message

    return receiving


async def turned_away(
    scope: Scope, receive: Receive, send: Send, status: int, said: str
) -> None:
    """Answer with an error; a socket is never opened."""
    if scope["type"] == "http":
        more = [(b"www-authenticate", b'Basic realm="whoknows lab", charset="UTF-8"')]
        await refuse(send, status, said, more if status == 401 else [])
        return
    await receive()  # that a socket is to be opened
    await send({"type": "websocket.close", "code": 1008, "reason": said})
