"""Who knows what in a real browser: every picture, worlds as boards, time, and formulas.

The same card is looked at from three places: by who watches strategies, from a seat, and
in the replay of a finished game.
"""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.web.serving import until
from tests.web.test_playing_codes import (
    click_first,
    clicked,
    panel,
    press,
    ready,
    seen,
    status,
    texts,
)
from whoknows.web.turn_lessons import CALLED

STYLES = ("worlds", "graph", "grid", "rings", "cells", "counts")


def watched(lab, browser, game, strategy, setup=None, seats=3):
    """A new game between strategies, watched by its host."""
    chairs = [(f"Seat {k + 1}", strategy) for k in range(seats)]
    made = lab.create(game, setup=setup, chairs=chairs)
    browser.get(f"{lab.url}/watch/{made['room']}?key={made['keys']['host']}")
    until(lambda: "The beginning" in panel(browser), what="the card")
    return made


def ended(lab, made):
    """Let strategies play to the end."""
    while not lab.ask(f"/rooms/{made['room']}/step", {}, made["keys"]["host"])[1]["over"]:
        pass


def show(browser, style):
    """Choose a kind of picture, and wait for it; where its worlds stand."""
    press(browser, CALLED[style])
    wanted = {"counts": "svg.wkc", "cells": "svg.wk"}.get(style, "svg.wk [data-world]")
    script = """return [...document.querySelectorAll('.wk-panel button')]
        .filter(e => e.getAttribute('aria-pressed') == 'true').map(e => e.innerText)"""
    until(lambda: CALLED[style] in browser.execute_script(script), what=style)
    until(lambda: seen(browser, f".wk-panel {wanted}"), what=style)
    until(lambda: kind_of(browser) == style, what=style)


def kind_of(browser):
    """What is drawn now, told by what only that kind has."""
    script = """const svg = document.querySelector('.wk-panel :is(svg.wk, svg.wkc)');
        if (svg.classList.contains('wkc')) return 'counts';
        if (svg.querySelector('circle.wk-guide')) return 'rings';
        if (!svg.querySelector('[data-world]')) return 'cells';
        if (svg.querySelector('.wk-band')) return 'grid';
        return svg.querySelector('.wk-spot svg') ? 'worlds' : 'graph';"""
    return browser.execute_script(script)


def places(browser):
    """Where each world stands, in the picture's own measures."""
    script = """return Object.fromEntries(
        [...document.querySelectorAll('.wk-panel svg.wk [data-world]')].map(e => {
            const text = e.querySelector('text');
            return [e.dataset.world, text.getAttribute('x') + ' ' + text.getAttribute('y')];
        }))"""
    return browser.execute_script(script)


def asked(browser, formula):
    """Ask a formula, and wait for what is said of it."""
    field = browser.find_element(By.CSS_SELECTOR, "input[aria-label='Ask a formula']")
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, formula, Keys.ENTER)


def legend(browser):
    return browser.find_element(
        By.CSS_SELECTOR, ".wk-panel :is(svg.wk, svg.wkc)"
    ).get_attribute("outerHTML")


def test_who_watches_strategies_sees_every_picture_of_the_global_model(lab, browser):
    watched(lab, browser, "muddy", "logician")
    for style in STYLES:
        show(browser, style)
    show(browser, "rings")
    until(lambda: "the actual world" in legend(browser), what="the middle")
    assert "Seat 1" in panel(browser) or "From all seats" in panel(browser)


def test_worlds_keep_their_places_from_turn_to_turn_and_fade(lab, browser):
    watched(lab, browser, "muddy", "logician")
    show(browser, "graph")
    before = until(lambda: places(browser), what="worlds")
    press(browser, "One turn on")
    until(lambda: "Turn 1 of 1" in panel(browser), what="the turn")
    until(lambda: seen(browser, ".wk-panel .wk-gone[data-world]"), what="worlds that fade")
    assert places(browser) == before
    press(browser, "one turn back")
    until(lambda: "Turn 0 of 1" in panel(browser), what="the turn before")
    assert places(browser) == before
    press(browser, "one turn on")
    until(lambda: "Turn 1 of 1" in panel(browser), what="the turn again")
    assert places(browser) == before


def test_a_world_is_clicked_or_entered_and_shown_as_a_board(lab, browser):
    watched(lab, browser, "hats", "opposite")
    show(browser, "graph")
    click_first(browser, ".wk-panel .wk-spot[data-world]")
    until(lambda: "as a board" in panel(browser), what="the world")
    until(lambda: len(seen(browser, ".wk-panel .wk-picture svg")) == 2, what="the board")
    press(browser, "Close")
    until(
        lambda: len(seen(browser, ".wk-panel .wk-picture svg")) == 1,
        what="the board is gone",
    )
    world = browser.find_elements(By.CSS_SELECTOR, ".wk-panel .wk-spot[data-world]")[1]
    world.send_keys(Keys.ENTER)
    until(
        lambda: len(seen(browser, ".wk-panel .wk-picture svg")) == 2,
        what="the world by a key",
    )


def test_a_formula_colors_the_worlds_where_it_holds(lab, browser):
    watched(lab, browser, "hats", "opposite")
    show(browser, "grid")
    until(lambda: 'write: K "Seat 1" hat1=R' in panel(browser), what="an example")
    asked(browser, "hat1=R")
    until(lambda: "It is true." in panel(browser) or "It is false." in panel(browser))
    until(lambda: len(seen(browser, ".wk-panel .wk-holds")) == 4, what="where it holds")
    assert len(seen(browser, ".wk-panel .wk-fails")) == 4
    asked(browser, "K agent1 (hat1=R")
    until(lambda: "ends too soon" in panel(browser), what="the mistake and its spot")
    asked(browser, "K agent9 hat1=R")
    until(lambda: "no agent" in panel(browser))
    asked(browser, 'K "Seat 1" hat2=R | K agent1 ~hat2=R')
    until(lambda: "It is true." in panel(browser), what="seats by name, or as before")


def test_a_seat_is_not_shown_which_world_is_so(lab, browser):
    made = lab.create("hats", chairs=["Ann", ("Bot", "opposite"), ("Cy", "opposite")])
    browser.get(lab.table(made["room"], made["keys"]["host"]))
    until(lambda: "your turn" in status(browser), what="my turn")
    until(lambda: CALLED["graph"] in panel(browser), what="the card")
    assert "From all seats" not in panel(browser)
    for style in ("graph", "grid", "rings"):
        show(browser, style)
        assert "he actual world" not in legend(browser)
        assert not seen(browser, ".wk-panel .wk-actual")
    middle = browser.find_element(By.CSS_SELECTOR, ".wk-middle[data-world]")
    first = middle.get_attribute("data-world")
    click_first(browser, ".wk-panel .wk-held:not(.wk-middle)")
    until(
        lambda: (
            browser.find_element(By.CSS_SELECTOR, ".wk-middle[data-world]").get_attribute(
                "data-world"
            )
            != first
        ),
        what="another world in the middle",
    )


@pytest.mark.parametrize("game", ["balance", "mastermind"])
def test_a_replay_marks_the_world_that_the_end_showed(lab, browser, game):
    setup = {"coins": 5, "kind": "heavy"} if game == "balance" else {"pegs": 2, "colors": 4}
    made = watched(lab, browser, game, "entropy", setup, seats=1)
    show(browser, "rings")
    until(lambda: "the world in the middle" in legend(browser), what="no actual world")
    ended(lab, made)
    browser.get(f"{lab.url}/replay/{made['room']}")
    until(lambda: "The actual world" in panel(browser), what="the switch")
    show(browser, "rings")
    until(lambda: "the actual world" in legend(browser), what="the actual world")
    click_first(browser, ".wk-panel .q-toggle")
    until(lambda: "the world in the middle" in legend(browser), what="the seat's eyes")


def chosen(browser, words):
    """Whether the card looks through these eyes; if not, a step towards it is made."""
    if words in " ".join(texts(browser, ".wk-panel .q-select")):
        return True
    option = f"//*[@role='option'][contains(., '{words}')]"
    if not clicked(browser, lambda: browser.find_elements(By.XPATH, option)):
        click_first(browser, ".wk-panel .q-select")
    return False


def test_a_seat_looks_through_the_eyes_of_another_and_ahead(lab, browser):
    small = {"players": 2, "tiles": 8, "hand": 2, "going_on": "never"}
    for _ in range(9):  # Bob may win before Ann's turn
        made = lab.create("davinci", setup=small, chairs=["Ann", ("Bob", "careful")])
        browser.get(lab.table(made["room"], made["keys"]["host"]))
        if ready(browser):
            break
    until(lambda: seen(browser, ".wk-panel svg"), what="the card")
    for words in ("what Bob can tell", "what Bob thinks that you think"):
        until(lambda w=words: chosen(browser, w), what=words)
        whose = "your a" if "tell" in words else "Bob’s b"  # a1 may be open by now
        rows = ".wk-panel .wk-eyes th[scope=row]"
        until(lambda w=whose, r=rows: w in " ".join(texts(browser, r)), what=words)
    assert "Bob holds" in panel(browser)
    press(browser, "b1")
    folded = "//*[@role='button'][contains(., 'Before you move')]"
    until(lambda: clicked(browser, lambda: browser.find_elements(By.XPATH, folded)))
    ahead = "wrong leaves you"
    path = ".wk-ahead"
    until(lambda: ahead in " ".join(e.text for e in seen(browser, path)), what=ahead)
