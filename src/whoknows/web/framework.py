"""What the framework does at every request and for every element, done in less time.

A page of a table has a hundred elements, and a crowd opens several pages a second.  What
stands here changes no answer, only how long it takes; where another version of the
framework has no such part, nothing is changed.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from functools import partial
from inspect import signature
from types import FunctionType, MethodType, SimpleNamespace
from typing import Any

from whoknows.web.server.limits import App, Message, Receive, Scope, Send

FAST = 4  # how hard pages are packed: the 9 of the framework takes three times as long
TIES = "_handlers", "_listeners", "slots"  # what an element or a page has of others
TAB = 3600.0  # seconds for which the framework keeps a store, unused here, of every tab


def lighten() -> dict[str, Any]:
    """Replace the slow parts of the framework; the options with which it is to run."""
    from nicegui import app, helpers, ui, ui_run
    from starlette.middleware.gzip import GZipMiddleware

    for part, lighter in (
        ("RedirectWithPrefixMiddleware", Redirecting),
        ("SetCacheControlMiddleware", Caching),
    ):
        if hasattr(ui_run, part):
            setattr(ui_run, part, lighter)
    slow: Callable[[Any], bool] | None = getattr(helpers, "expects_arguments", None)
    if slow is not None:
        helpers.expects_arguments = partial(expects_arguments, slow)
    lighten_elements()
    lighten_answers()
    app.storage.max_tab_storage_age = TAB
    app.on_delete(let_go)
    options = {"gzip_middleware_factory": partial(GZipMiddleware, compresslevel=FAST)}
    return options if options.keys() <= signature(ui.run).parameters.keys() else {}


def expects_arguments(slow: Callable[[Any], bool], function: Any) -> bool:
    """Whether a function must be given something; what is not plain is asked `slow`."""
    bound = isinstance(function, MethodType)
    plain = function.__func__ if bound else function
    if type(plain) is not FunctionType or vars(plain):  # it may have another signature
        return slow(function)
    code = plain.__code__
    needed = code.co_argcount - len(plain.__defaults__ or ()) - bound
    return needed > 0 or code.co_kwonlyargcount > len(plain.__kwdefaults__ or ())


def lighten_elements() -> None:
    """Let elements say that they changed in less time, and not while a page is built."""
    from nicegui import binding
    from nicegui.classes import Classes
    from nicegui.outbox import Outbox
    from nicegui.props import Props
    from nicegui.style import Style

    parts: list[tuple[Any, str, Callable[..., Any]]] = [
        *((kind, "_handle_change", told_alone) for kind in (Classes, Props, Style)),
        (Outbox, "enqueue_update", queued_once_sent),
        (binding, "_propagate", passed_on_if_bound),
    ]
    for kind, name, lighter in parts:
        if hasattr(kind, name):
            setattr(kind, name, lighter(getattr(kind, name)))


def told_alone(slow: Callable[[Any], None]) -> Callable[[Any], None]:
    """How a collection of an element tells of a change: its element, if nobody else."""

    def handle_change(self: Any) -> None:
        own = vars(self)
        alone = len(own.get("_change_handlers", ())) == 1
        if alone and own.get("_observer_refs") == [] and own.get("_parent_ref", 0) is None:
            self.last_modified = time.time()
            self._update()
        else:
            slow(self)

    return handle_change


def queued_once_sent(slow: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """How a change is queued to be sent: a page that is still built holds it anyway."""

    def enqueue_update(self: Any, element: Any) -> None:
        if getattr(element.client, "_response_built", True):
            slow(self, element)

    return enqueue_update


def passed_on_if_bound(slow: Callable[..., None]) -> Callable[..., None]:
    """How a value is passed on to what is bound to it: hardly anything is."""
    from nicegui.binding import bindings

    def propagate(source: Any, name: Any, *more: Any) -> None:
        if bindings.get((id(source), name)):
            slow(source, name, *more)

    return propagate


class PageText(str):
    """The elements of a page as JSON; its signs are escaped in a tenth of the time."""

    __slots__ = ()

    def translate(self, table: Any) -> str:
        """The text with each sign of a table replaced, one after the other."""
        text = str(self)
        for sign, written in table.items():
            text = text.replace(chr(sign), written)
        return text


def lighten_answers() -> None:
    """Let the elements of a page be escaped in less time."""
    from nicegui import client

    table, slow = getattr(client, "HTML_ESCAPE_TABLE", None), getattr(client, "json", None)
    if not isinstance(table, dict) or slow is None:
        return
    signs = "".join(map(chr, table)) * 2
    if PageText(signs).translate(table) == signs.translate(table):
        lighter = SimpleNamespace(**vars(slow))
        lighter.dumps = lambda *args, **options: PageText(slow.dumps(*args, **options))
        client.json = lighter  # type: ignore[assignment, attr-defined]


def take_apart(client: Any, elements: Iterable[Any]) -> None:
    """Cut what ties a page that was closed to its callbacks: then it goes at once.

    The collector of garbage would find it too, but looks at everything once a minute only.
    """
    for part in (client, *elements):
        for name, value in vars(part).items():
            if name.endswith(TIES) and isinstance(value, list | dict):
                value.clear()
            own = getattr(value, "_change_handlers", None)  # each has a method of itself
            if isinstance(own, list):
                own.clear()


def let_go(client: Any) -> None:
    """Take a page apart once the framework has closed it."""
    parts = list(client.elements.values())
    asyncio.get_running_loop().call_soon(take_apart, client, parts)


class Redirecting:
    """An application behind a proxy that has put it under a path: it leads there too."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; an answer that leads elsewhere keeps the path."""
        prefix = header(scope, b"x-forwarded-prefix")
        if not prefix:
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    (name, prefix + value)
                    if name.lower() == b"location" and value.startswith(b"/")
                    else (name, value)
                    for name, value in message.get("headers", [])
                ]
            await send(message)

        await self.app(scope, receive, sending)


class Caching:
    """An application whose files, named after their version, browsers may keep."""

    def __init__(self, app: App) -> None:
        from nicegui import __version__

        self.app, self.files = app, f"/_nicegui/{__version__}/"
        self.made = f"{self.files}dynamic_resources/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; a file says how long it may be kept."""
        path = scope.get("path", "")
        if not path.startswith(self.files) or path.startswith(self.made):
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), kept_line()]
            await send(message)

        await self.app(scope, receive, sending)


def kept_line() -> tuple[bytes, bytes]:
    """The header that says how long a file may be kept."""
    from nicegui import core

    return b"cache-control", core.app.config.cache_control_directives.encode()


def header(scope: Scope, wanted: bytes) -> bytes:
    """The first value of a header; nothing if there is none."""
    return next((value for name, value in scope.get("headers", ()) if name == wanted), b"")
