"""Count the functions of ours between what a person does and what comes of it.

    scripts/walk                  the four walks of this tree, function by function
    scripts/walk FOLDER           of another checkout, also of version 0.2
    scripts/walk --write          this tree's, written into docs/architecture.md

A walk is followed by machine.  Moments of it are marked, each by a function that is called
then; when it is called first, all functions of the package that are on the stack are
noted, each once.  The stack goes on in threads and tasks: what began them stands below.
The goals of version 0.3 are 16, 12, 14, and 16 functions, in the order of the walks.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, redirect_stdout, suppress
from contextvars import ContextVar, copy_context
from functools import partial
from importlib import import_module
from io import StringIO
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
FUNCTION = 1  # the flag of code that is a function's: no module, no body of a class
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- the walks begin -->", "<!-- the walks end -->"
FOLLOW = "--follow"
GUESS_SEED, PATIENCE = 1, 60  # a game in which the first seat guesses; seconds


WALKS = {  # a walk, and its moments, each with the function that is called then
    "A guess in the Da Vinci Code, from the click to the page": {
        "the move is played": "games/davinci/rules/fold.py:play",
        "it is written down": "store/rooms.py:append",
        "the room is told": "web/rooms/live_rooms.py:Live.tell",
        "the strip is rendered": "web/table.py:status_of",
        "the board is rendered": "games/davinci/show/face.py:DaVinciFace.board_svg",
        "the history is rendered": "web/moment.py:history_html",
        "the dock is rendered": "web/boards/davinci.py:Controls.show",
        "the panel is rendered": "web/panel.py:PanelCard.show",
    },
    "`whoknows check FILE`": {
        "a formula is read": "logic/language/reader.py:parse",
        "it is evaluated": "logic/reasoning/evaluate.py:evaluate",
        "the answer is written": "cli/output.py:put_line",
    },
    "`whoknows hats best` with a certificate, and `whoknows verify`": {
        "the question is read": "games/hats/rules/world.py:check_odds",
        "the search begins": "games/hats/solve/programs/cube_program.py:lightest_cover",
        "the certificate is written": "cli/certificates.py:write_certificate",
        "the bound is verified": "checking/case_tree.py:check_bound",
    },
    "`whoknows tournament`": {
        "the question is read": "experiments/experiment.py:checked",
        "it is written down": "store/experiment_rows.py:add_experiment",
        "a game is played": "play/table/referee.py:Table.play",
        "its row is written": "store/experiment_rows.py:add_rows",
        "the strategies are rated": "experiments/tournament.py:ratings",
    },
}
IN_0_2 = {  # where a function, or what it did, stood in version 0.2
    "checking/case_tree.py:check_bound": "verify/cases.py:check_bound",
    "cli/output.py:put_line": "cli/answers.py:say",
    "experiments/experiment.py:checked": "experiments/plan.py:checked",
    "logic/language/reader.py:parse": "logic/parse.py:parse",
    "logic/reasoning/evaluate.py:evaluate": "logic/evaluate.py:evaluate",
    "play/table/referee.py:Table.play": "play/referee.py:Table.play",
    "store/experiment_rows.py:add_experiment": "store/rows.py:add_experiment",
    "store/experiment_rows.py:add_rows": "store/rows.py:add_rows",
    "web/rooms/live_rooms.py:Live.tell": "web/live_rooms.py:Live.tell",
}
COMMANDS = {  # what is typed on the walks that are commands
    "`whoknows check FILE`": [f"check {ROOT}/examples/muddy.txt"],
    "`whoknows hats best` with a certificate, and `whoknows verify`": [
        "hats best --players 3 --certificate best.json",
        "verify best.json",
    ],
    "`whoknows tournament`": [
        "tournament davinci --strategies random,aggressive --games 1 --workers 1 --seed 1"
    ],
}


# ------------------------------------------------------------------------ following


class Follower:
    """Notes the stack at the first call of each marked function."""

    def __init__(self, source: Path, moments: dict[str, str]) -> None:
        self.folder = f"{source}/"
        self.marks = {function: what for what, function in moments.items()}
        self.marks |= {
            IN_0_2.get(function, function): what for what, function in moments.items()
        }
        self.moments = list(moments)
        self.noted: dict[str, list[str]] = {}
        self.begun: ContextVar[tuple[str, ...]] = ContextVar("begun", default=())
        self.thread = threading.local()
        self.follows = False

    @property
    def is_done(self) -> bool:
        """Whether every moment came."""
        return len(self.noted) == len(self.moments)

    def name(self, code: CodeType) -> str:
        """A function of the package, with its file; nothing for what is none."""
        own = code.co_filename.startswith(self.folder) and code.co_flags & FUNCTION
        inner = code.co_name.startswith("<") and code.co_name != "<lambda>"
        if not own or inner:
            return ""
        return f"{code.co_filename.removeprefix(self.folder)}:{code.co_qualname}"

    def stack(self, frame: FrameType | None) -> tuple[str, ...]:
        """The functions of ours on the stack, the first one first."""
        names = []
        while frame is not None:
            names.append(self.name(frame.f_code))
            frame = frame.f_back
        begun = getattr(self.thread, "begun", None) or self.begun.get()
        return (*begun, *filter(None, reversed(names)))

    def called(self, frame: FrameType, event: str, _: object) -> None:
        """Called by Python at every call."""
        if event == "call" and self.follows:
            what = self.marks.get(self.name(frame.f_code))
            if what is not None and what not in self.noted:
                self.noted[what] = list(self.stack(frame))

    def task(self, loop: Any, work: Any, **options: Any) -> Any:
        """A task whose stack begins with ours."""
        context = options.pop("context", None) or copy_context()
        context.run(self.begun.set, self.stack(sys._getframe(1)))
        return asyncio.Task(work, loop=loop, context=context, **options)

    def in_thread(self, loop: Any, pool: Executor | None, work: Any, *args: Any) -> Any:
        """A call in a thread whose stack begins with ours."""
        begun = self.stack(sys._getframe(1))

        def call() -> Any:
            self.thread.begun = begun
            sys.setprofile(self.called)
            try:
                return work(*args)
            finally:
                sys.setprofile(None)
                del self.thread.begun

        return self.usual_thread(loop, pool, call)

    @contextmanager
    def following(self) -> Iterator[None]:
        """Follow what is done meanwhile."""
        self.follows = True
        sys.setprofile(self.called)
        threading.setprofile(self.called)
        try:
            yield
        finally:
            self.follows = False
            sys.setprofile(None)
            threading.setprofile(None)

    def follow_loop(self, loop: Any) -> None:
        """Follow into the tasks and threads of a loop."""
        self.usual_thread = type(loop).run_in_executor
        loop.set_task_factory(self.task)
        loop.run_in_executor = partial(self.in_thread, loop)

    def document(self) -> dict[str, list[str]]:
        """The functions on the stack at each moment; an error if one never came."""
        missing = [what for what in self.moments if what not in self.noted]
        if missing:
            raise LookupError(f"never reached: {', '.join(missing)}")
        return {what: self.noted[what] for what in self.moments}


# --------------------------------------------------------------------------- walking


def follow_commands(follower: Follower, *commands: str) -> None:
    """Follow commands, one after another."""
    from whoknows.cli.entry import main

    for command in commands:
        sys.argv = ["whoknows", *command.split()]
        with follower.following(), suppress(SystemExit):
            main()


def follow_a_click(follower: Follower) -> None:
    """Follow a guess from the key that is clicked on an open page of a table."""
    folder = os.environ["XDG_DATA_HOME"]
    host_module = either("whoknows.web.rooms.host", "whoknows.web.host")
    workers = either("whoknows.web.server.workers", "whoknows.web.pools")
    store = import_module("whoknows.store").open_store(f"{folder}/walk.db")
    host = host_module.Host(store, workers.thinkers(1))
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(asyncio.wait_for(guess(follower, host), PATIENCE))
    finally:
        host.close()


async def guess(follower: Follower, host: Any) -> None:
    """Open the page of a table, pick a tile of another player, and say what it is."""
    import httpx
    from nicegui import core, ui
    from nicegui.testing.general import prepare_simulation
    from nicegui.testing.user import User

    table = import_module("whoknows.web.table")
    room = either("whoknows.play.table.room", "whoknows.play.room")
    chairs = [room.Chair("Ann"), *(room.Chair(each, "random") for each in ("Bob", "Cat"))]
    made = await host.create("davinci", {}, chairs, seed=GUESS_SEED)
    live, role = await host.enter(made.room, made.keys["host"])
    while (view := live.view(role)).sight.table.phase != "guess" or not view.my_turn:
        if view.my_turn:
            await host.move(live, role, view.game.move_name(view.game.moves(view.sight)[0]))
        await asyncio.sleep(0.01)

    async def sit(key: str) -> Any:
        return await table.table_page(host, made.room, key)

    prepare_simulation()
    ui.page("/walked")(sit)
    ui.run(storage_secret="walk")  # noqa: S106
    await core.app.router.lifespan_context(core.app).__aenter__()
    transport = httpx.ASGITransport(core.app)
    browser = User(httpx.AsyncClient(transport=transport, base_url="http://walk"))
    page = await browser.open(f"/walked?key={made.keys['host']}")
    click(page, await waited_for(page, "guess at "))
    key = await waited_for(page, " is ")
    follower.follow_loop(asyncio.get_running_loop())
    with follower.following():
        click(page, key)
        while not follower.is_done:
            await asyncio.sleep(0.01)


async def waited_for(page: Any, words: str) -> Any:
    """The first element of a page whose label has these words, once it is there."""
    while True:
        for element in list(page.elements.values()):
            if words in str(element.props.get("aria-label", "")):
                return element
        await asyncio.sleep(0.01)


def click(page: Any, element: Any) -> None:
    """Click an element, as the browser would say it."""
    from nicegui import events

    with page:
        for listener in list(element._event_listeners.values()):
            if listener.type == "click":
                event = events.GenericEventArguments(sender=element, client=page, args={})
                events.handle_event(listener.handler, event)


def either(*modules: str) -> Any:
    """The first of some modules that is there: the later ones are those of 0.2."""
    for module in modules[:-1]:
        with suppress(ModuleNotFoundError):
            return import_module(module)
    return import_module(modules[-1])


# --------------------------------------------------------------------------- telling


def walked(name: str, root: Path = ROOT) -> dict[str, list[str]]:
    """The functions of a walk at each of its moments, followed in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"PYTHONPATH": str(root / "src"), "XDG_DATA_HOME": folder, "HOME": folder}
        alone = {name: word for name, word in os.environ.items() if "PYTEST" not in name}
        done = subprocess.run(  # noqa: S603 -- this very file
            [sys.executable, __file__, FOLLOW, name, str(root)],
            env=alone | own | {"NICEGUI_USER_SIMULATION": "true"},
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=5 * PATIENCE,
        )
    if done.returncode:
        raise RuntimeError(f"{name}: {done.stderr[-2000:]}")
    moments: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return moments


def follow(name: str, root: Path) -> None:
    """Follow a walk here, and print its functions as JSON."""
    follower = Follower(root / "src" / "whoknows", WALKS[name])
    if name in COMMANDS:
        with redirect_stdout(StringIO()):
            follow_commands(follower, *COMMANDS[name])
    else:
        follow_a_click(follower)
    print(json.dumps(follower.document()), flush=True)
    os._exit(0)  # nobody waits for what the page would still show


def new_at_each(moments: dict[str, list[str]]) -> dict[str, list[str]]:
    """The functions that are reached first at each moment, each once."""
    known: set[str] = set()
    new = {}
    for what, names in moments.items():
        new[what] = [name for name in dict.fromkeys(names) if name not in known]
        known |= set(names)
    return new


def section(name: str, moments: dict[str, list[str]]) -> str:
    """A walk as a part of a page: a line for each moment, with its functions."""
    new = new_at_each(moments)
    count = sum(map(len, new.values()))
    lines = [
        f"### {name}: {count} functions\n",
        "| moment | what leads there |",
        "|---|---|",
    ]
    lines += (f"| {what} | {by_file(names)} |" for what, names in new.items())
    return "\n".join(lines) + "\n"


def by_file(names: list[str]) -> str:
    """Functions with their files, each file named once in a row."""
    pairs = [name.split(":") for name in names]
    parts = []
    for file, own in groupby(pairs, key=lambda pair: pair[0]):
        parts.append(f"`{file}`: " + ", ".join(f"`{function}`" for _, function in own))
    return "; ".join(parts)


def page(root: Path = ROOT) -> str:
    """All walks, as a part of a page."""
    return "\n".join(section(name, walked(name, root)) for name in WALKS)


def on_page(text: str) -> tuple[str, str, str]:
    """A page, parted at its walks: what stands before, the walks, and what follows."""
    before, _, rest = text.partition(BEGIN)
    walks, _, after = rest.partition(END)
    return before + BEGIN, walks.strip() + "\n", END + after


def main(words: list[str]) -> None:
    """Print all walks of a checkout, or write those of this one into the page."""
    if words[:1] == [FOLLOW]:
        follow(words[1], Path(words[2]))
    elif words == ["--write"]:
        before, _, after = on_page(PAGE.read_text("utf-8"))
        PAGE.write_text(f"{before}\n\n{page()}\n{after}", "utf-8")
    else:
        print(page(Path(words[0]).resolve() if words else ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
