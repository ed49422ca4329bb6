"""The framework's slow parts in our own words; pages go at once, and wait for nobody."""

import asyncio
import gc
import re
import weakref
from functools import partial, wraps

import pytest

from machine import PATIENCE, in_time, until_async
from whoknows.play.table.room import Chair
from whoknows.store import open_store
from whoknows.web import framework
from whoknows.web.rooms import slow_rooms
from whoknows.web.rooms.host import Host
from whoknows.web.rooms.past import Past


class Things:
    """Functions of every kind."""

    def method(self):
        pass

    def given(self, one):
        pass

    def perhaps(self, one=1, *more, last=2, **rest):
        pass

    @classmethod
    def of_class(cls, one):
        pass

    @staticmethod
    def alone(one=0, *, last):
        pass

    def __call__(self, one):
        pass


def swallowing(*args, **options):
    pass


@wraps(Things.given)
def like_given():
    pass


THINGS = [
    *(lambda: 1, lambda a: a, lambda a=1: a, lambda *, a: a, lambda *, a=1: a),
    *(Things().method, Things().given, Things().perhaps, Things().of_class),
    *(Things.given, Things.alone, Things(), Things, swallowing, like_given),
    *(partial(Things().given, 1), partial(Things().given), partial(Things.given)),
]


@pytest.mark.parametrize("number", range(len(THINGS)))
def test_what_a_function_must_be_given_is_told_as_the_framework_tells_it(number):
    from nicegui.helpers import functions

    slow = functions.expects_arguments
    assert framework.expects_arguments(slow, THINGS[number]) == slow(THINGS[number])


def answered(wrapped, path, headers=()):
    """The headers of an answer that leads to `/there`."""
    sent = []

    async def app(scope, receive, send):
        start = {"type": "http.response.start", "status": 303}
        await send({**start, "headers": [(b"location", b"/there")]})

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "path": path, "headers": list(headers)}
    in_time(wrapped(app)(scope, None, send))
    return dict(sent[0]["headers"])


def test_an_answer_keeps_the_path_under_which_a_proxy_has_put_the_lab():
    said = answered(framework.Redirecting, "/x", [(b"x-forwarded-prefix", b"/lab")])
    assert said == {b"location": b"/lab/there"}
    assert answered(framework.Redirecting, "/x") == {b"location": b"/there"}


def test_files_named_after_their_version_may_be_kept_and_nothing_else(monkeypatch):
    from nicegui import __version__

    monkeypatch.setattr(framework, "kept_line", lambda: (b"cache-control", b"long"))
    files = f"/_nicegui/{__version__}/"
    assert b"cache-control" in answered(framework.Caching, f"{files}a.js")
    for path in (f"{files}dynamic_resources/a.js", "/_nicegui/0/a.js", "/play"):
        assert b"cache-control" not in answered(framework.Caching, path)


async def small_page():
    """What is sent of a page: its elements, and which of them are sent after a change."""
    from nicegui import core, ui
    from nicegui.client import Client
    from nicegui.page import page as framed

    core.loop = asyncio.get_running_loop()
    with Client(framed("")) as client:
        label = ui.label("one").classes("a b").style("color: red").props("role=status")
        with ui.row() as row:
            choice = ui.toggle({"x": "X", "y": "Y"}, value="x")
            ui.button("Go").props("flat").set_visibility(False)
        ui.label().bind_text_from(label, "text")
    built = str({key: part._to_dict() for key, part in client.elements.items()})
    built = re.sub(r"'listener_id': '[^']*'", "", built)
    client._response_built = True
    client.outbox.updates.clear()
    sent = []
    for change in (
        lambda: label.set_text("two"),
        lambda: label.classes(remove="a"),
        lambda: label.props("role=alert"),
        lambda: label.style("color: blue"),
        lambda: choice.set_options({"z": "Z"}, value="z"),
        lambda: row.clear(),
        lambda: label.set_text("two"),
    ):
        change()
        sent.append(sorted(client.outbox.updates))
        client.outbox.updates.clear()
    client.delete()
    return built, sent


def test_elements_say_the_same_in_less_time(monkeypatch):
    from nicegui import binding, core
    from nicegui.classes import Classes
    from nicegui.outbox import Outbox
    from nicegui.props import Props
    from nicegui.style import Style

    monkeypatch.setattr(core, "loop", None)
    for kind in (Classes, Props, Style):  # to be put back
        monkeypatch.setattr(kind, "_handle_change", kind._handle_change)
    monkeypatch.setattr(Outbox, "enqueue_update", Outbox.enqueue_update)
    monkeypatch.setattr(binding, "_propagate", binding._propagate)
    plain = in_time(small_page())
    framework.lighten_elements()
    assert in_time(small_page()) == plain
    assert len(plain[1][0]) == 2


def test_a_page_is_escaped_as_the_framework_does_it(monkeypatch):
    from nicegui import client

    monkeypatch.setattr(client, "json", client.json)  # to be put back
    table = client.HTML_ESCAPE_TABLE
    page = {"1": {"text": "`a` < b & ${c} > &amp; é …", "signs": "".join(map(chr, table))}}
    plain = client.json.dumps(page)
    framework.lighten_answers()
    text = client.json.dumps(page)
    assert isinstance(text, framework.PageText)
    assert text == plain
    assert text.translate(table) == plain.translate(table) != plain


# ------------------------------------------------------------------------- open pages


class Workers:
    """Workers who answer at once, until they are to answer never."""

    def __init__(self):
        self.silent = False

    def close(self):
        pass

    async def ask(self, function, *args, **_):
        if self.silent:
            await asyncio.sleep(PATIENCE)
        return function(*args)


async def with_page(host, story):
    """Tell a story of a room of four, and of a page of its first seat."""
    from nicegui import core
    from nicegui.client import Client
    from nicegui.page import page as framed

    from whoknows.web.table import TablePage

    chairs = [Chair(name) for name in ("Ann", "Bob", "Cem", "Dee")]
    made = await host.create("muddy", {"children": 4}, chairs, plays=False)
    live, role = await host.enter(made.room, made.keys["seat 0"])
    keys = [made.keys[f"seat {seat}"] for seat in range(4)]
    core.loop = asyncio.get_running_loop()
    with Client(framed("")) as client:
        page = TablePage(host, live, role, keys[0], live.view(role))
        page.build()
    await story(client, page, live, keys)


@pytest.fixture
def host(tmp_path, monkeypatch):
    from nicegui import core

    monkeypatch.setattr(core, "loop", None)
    host = Host(open_store(str(tmp_path / "lab.db")), Workers())
    yield host
    host.store.close()


def test_a_page_that_is_closed_goes_at_once_with_all_that_it_had(host):
    left = []

    async def story(client, page, live, _):
        await asyncio.sleep(0)
        parts = [client, page, page.desk, page.past]
        for element in client.elements.values():
            parts += [element, element._props, element._classes, element._style]
        left.extend(map(weakref.ref, parts))
        framework.let_go(client)
        client.delete()
        await asyncio.sleep(1.5)  # the framework looks once a second for what is to be sent
        assert not live.listeners

    async def waited():
        await with_page(host, story)
        await asyncio.sleep(0.1)

    gc.collect()
    gc.disable()
    try:
        in_time(waited())
        assert len(left) > 200
        assert [type(part()) for part in left if part() is not None] == []
    finally:
        gc.enable()


def test_moves_are_shown_while_nobody_works_out_who_knows_what(host):
    async def story(client, page, live, keys):
        [panel] = {c.__self__ for c in page.desk.callbacks if c.__name__ == "refresh"} & {
            c.__self__ for c in page.looked.callbacks if c.__name__ == "turned"
        }
        with client:
            await panel.refresh()
        host.thinkers.silent = True
        for _ in range(2):
            version = live.room.version
            for key in keys:
                await host.move(live, live.role(key), "no")
            assert live.room.version > version
        await until_async(lambda: page.shown[0] >= live.room.version, "the page")
        client.delete()

    asyncio.run(asyncio.wait_for(with_page(host, story), PATIENCE))


def test_the_past_of_a_game_that_goes_on_is_never_folded(host, monkeypatch):
    async def story(client, page, live, keys):
        past, tables = Past(live.room), []
        for _ in range(2):
            tables.append(live.room.table)
            for key in keys:
                await host.move(live, live.role(key), "no")
                past.follow(live.room)
        whole = live.room.table
        assert [(await past.at(k)).table for k in range(3)] == [*tables, whole]
        assert past.tables == slow_rooms.past_tables(whole, None, 1)
        client.delete()

    async def never(self, time):
        raise AssertionError(time)

    monkeypatch.setattr(Past, "fold", never)
    in_time(with_page(host, story))
