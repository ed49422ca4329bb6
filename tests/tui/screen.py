"""A game on a screen that is not there, with keys and a mouse."""

from contextlib import asynccontextmanager

from machine import steps_to, until_async
from whoknows.catalog import GAMES
from whoknows.play.table.room import Chair
from whoknows.store.sitting import begun, usual_chairs
from whoknows.tui.terminal_game import TerminalGame

SMALL = (80, 24)


def mastermind(store, seed=3, **options):
    """A sitting at Mastermind; who has a maker's seat sits there."""
    game = GAMES["mastermind"]
    setup = game.setup(**options)
    chairs = [Chair("parts", "parts"), Chair("You")] if setup.seated else [Chair("You")]
    return begun(store, game, setup, chairs, seed=seed)


def davinci(store, seed=3, strategy="aggressive", **options):
    """A sitting at the Da Vinci Code, in the first seat."""
    game = GAMES["davinci"]
    setup = game.setup(**options)
    chairs = usual_chairs(game, setup, 0, [strategy])
    return begun(store, game, setup, chairs, seed=seed)


@asynccontextmanager
async def shown(sitting, size=SMALL, **options):
    """The program with a pilot, once it waits for the person."""
    app = TerminalGame(sitting, **options)
    async with app.run_test(size=size) as pilot:
        await rest(app, pilot)
        yield app, pilot


async def rest(app, pilot):
    """Wait until nothing is thought about any more."""
    await pilot.pause()

    def rests():
        return len(app.screen_stack) > 1 or not (app.busy or len(app.workers))

    await until_async(rests, "the program to rest")
    await pilot.pause()


async def press(app, pilot, *keys):
    """Press keys, and wait for what comes of it."""
    await pilot.press(*keys)
    await rest(app, pilot)


async def still(app, pilot):
    """The screen with its colors, once it stands still: parts are laid out one by one."""
    pictures = [None, picture(app)]
    for _ in steps_to(lambda: pictures[-1] == pictures[-2], "a screen that stands still"):
        await pilot.pause(0.05)
        pictures.append(picture(app))
    return pictures[-1]


def picture(app):
    """Every letter on the screen, with its look."""
    strips = app.screen._compositor.render_strips()
    return [[(part.text, str(part.style)) for part in strip] for strip in strips]


def text(app, where):
    """What a widget says."""
    return str(app.screen.query_one(where).render())


def screen_text(app):
    """All letters on the screen, line by line."""
    width, _ = app.size
    strips = app.screen._compositor.render_strips()
    return [strip.text.ljust(width) for strip in strips]


def overflowing(app):
    """The widgets that stick out of the screen, or have to be scrolled sideways."""
    screen = app.screen.region
    return [
        f"{widget!r} {widget.region} {widget.virtual_size}"
        for widget in app.screen.walk_children()
        if widget.display
        and widget.region
        and (
            widget.region.right > screen.right
            or widget.virtual_size.width > widget.region.width
        )
    ]
