"""A lab in which something of ours is wrong, in a place for each kind of work that it does.

What fails has the name of its place in its message: "planted_timer", for example.
"""

import sys

from whoknows.cli.entry import main

NAMES = ["timer", "handler", "builder", "task", "kept", "api"]
FAILING = """
def fail(*_):
    raise ZeroDivisionError("planted_{name}")

async def fail_later(*_):
    raise ZeroDivisionError("planted_{name}")
"""
PAGES = """
def pages():
    @ui.page("/planted/timer")
    def timer():
        ui.timer(0.1, fails["timer"]["fail"], once=True)

    @ui.page("/planted/handler")
    def handler():
        ui.button("Press", on_click=fails["handler"]["fail_later"])

    @ui.page("/planted/builder")
    async def builder():
        fails["builder"]["fail"]()

    @ui.page("/planted/props")
    async def props():
        label = ui.label("")
        ui.timer(0.1, lambda: label.props.update(wrong=planted_props()), once=True)
        ui.timer(0.1, label.update, once=True)

    @ui.page("/planted/task")
    async def task():
        background.begin_task(fails["task"]["fail_later"](), "a task")

    @ui.page("/planted/kept")
    async def kept():
        KEPT.append(background.begin_task(fails["kept"]["fail_later"](), "a task"))

    @ui.page("/planted/worker")
    async def worker():
        try:
            await SOLVERS.ask(fail_in_worker)
        except WhoknowsError as error:
            ui.label(str(error))

class planted_props:
    pass

KEPT = []
"""


def fail_in_worker():
    """What a worker is asked that is wrong."""
    raise ZeroDivisionError("planted_worker")


def plant():
    """Put an error in each place."""
    from nicegui import ui

    from whoknows.errors import WhoknowsError
    from whoknows.web import background, pages
    from whoknows.web.api import app as api
    from whoknows.web.server import limits, seat_cookie
    from whoknows.web.server.guard import Guard
    from whoknows.web.server.workers import SOLVERS

    here = {
        "__name__": "whoknows.web.planted",
        "SOLVERS": SOLVERS,
        "WhoknowsError": WhoknowsError,
        "background": background,
        "fail_in_worker": fail_in_worker,
        "fails": {name: failing(name) for name in NAMES},
        "ui": ui,
    }
    exec(PAGES, here)
    usual = pages.add_explore
    pages.add_explore = lambda: (usual(), here["pages"]())
    api.setup_json = here["fails"]["api"]["fail"]
    into(Guard, "wrong_place", "guard")
    into(limits.Limited, "cost", "limits")
    into(seat_cookie, "opened_seat", "own_seats")


def failing(name):
    """Functions of ours that fail, in lines of their own for each name."""
    made = {"__name__": "whoknows.web.planted"}
    exec("\n" * 10 * NAMES.index(name) + FAILING.format(name=name), made)
    return made


def into(place, name, word):
    """Let a function fail for one address: as a line of the module where it stands."""
    usual = getattr(place, name)
    module = place.__name__ if hasattr(place, "__file__") else place.__module__
    text = (
        "def shut(*args):\n"
        "    if args[-1].get('path') == path:\n"
        "        raise ZeroDivisionError('planted_' + word)\n"
        "    return usual(*args)"
    )
    made = {"__name__": module, "usual": usual, "word": word, "path": f"/planted/{word}"}
    exec(text, made)
    setattr(place, name, made["shut"])


def run():
    """The program, with these errors."""
    plant()
    sys.argv[0] = "whoknows"
    main()
