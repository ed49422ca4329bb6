"""The moment that is looked at, and moves that are seen one at a time."""

import time

from tests.machine import in_time
from tests.web.serving import until
from tests.web.test_playing_codes import (
    click_first,
    guess,
    lines,
    panel,
    press,
    seen,
    sit,
    status,
    switch,
    texts,
)
from whoknows.web.moment import HistoryLine, LookedAt, history_html

FOUR = {"players": 4, "tiles": 16, "hand": 3, "going_on": "never"}


def test_who_looks_at_the_newest_turn_follows_and_who_looks_back_stays():
    looked, told = LookedAt(2), []
    looked.changed(lambda: told.append((looked.turn, looked.end)))

    async def play():
        await looked.follow(3)
        await looked.go(1)
        await looked.follow(4)
        await looked.step(-5)
        await looked.go(99)
        await looked.follow(5)
        await looked.go(2)
        await looked.follow(1)  # moves were taken back
        await looked.go(1)

    in_time(play())
    assert told == [(3, 3), (1, 3), (1, 4), (0, 4), (4, 4), (5, 5), (2, 5), (1, 1)]
    assert looked.newest


def test_lines_of_the_history_are_buttons_and_names_are_no_markup():
    html = history_html([HistoryLine("<b>Ann</b> guesses"), HistoryLine("no", "9 → 4")], 2)
    assert "<b>" not in html
    assert html.count("<button") == 2
    assert html.index("aria-current") > html.index('data-turn="2"')
    assert "9 → 4" in html


def test_the_board_the_history_and_the_card_look_at_one_moment(lab, browser):
    made = sit(lab, browser, "mastermind", {})
    for code in ("1122", "3344", "5566"):
        where, key = f"/rooms/{made['room']}/moves", made["keys"]["host"]
        assert lab.ask(where, {"move": code}, key)[0] == 200
    until(lambda: "Turn 3 of 3" in panel(browser), what="the newest turn")
    now = board(browser)
    click_first(browser, ".wk-history li:nth-child(1) button")
    until(lambda: "1:" in desc(browser) and "2:" not in desc(browser), what="the past")
    until(lambda: "Turn 1 of 3" in panel(browser), what="the card in the past")
    assert texts(browser, ".wk-time .wk-small") == ["Turn 1 of 3"]
    assert "1122" in " ".join(texts(browser, ".wk-move"))
    assert not seen(browser, "input[aria-label='Your guess']")  # nobody moves in the past
    press(browser, "Back to now")
    until(lambda: board(browser) == now, what="now")
    assert seen(browser, "input[aria-label='Your guess']")
    assert not seen(browser, "[role=slider]")[1:]  # one slider, or none


def test_moves_are_shown_one_at_a_time(lab, lively):
    sit(lab, lively, "davinci", FOUR, "careful", "careful", "careful")
    until(lambda: "your turn" in status(lively), what="my turn")
    first = len(lines(lively))
    lively.execute_script(WATCHED)
    guess(lively)
    stop(lively)
    until(lambda: len(lines(lively)) > first + 3, what="the others")
    found = lively.execute_script("return window.wkSeen")
    shown = dict.fromkeys(count for _, count in found if count > first)
    assert list(shown) == list(range(first + 1, found[-1][1] + 1))


def test_moves_come_at_once_to_who_wants_that(lab, lively):
    sit(lab, lively, "davinci", FOUR, "careful", "careful", "careful")
    until(lambda: seen(lively, ".q-toggle"), what="the switch")
    switch(lively, "Show moves at once")
    until(lambda: "your turn" in status(lively), what="my turn")
    guess(lively)
    stop(lively)
    until(lambda: "your turn" in status(lively), what="my turn again")
    lively.refresh()
    script = "return document.querySelector('[role=switch]')?.ariaChecked"
    until(lambda: lively.execute_script(script) == "true", what="it is remembered")
    switch(lively, "Show moves at once")


def test_there_is_no_switch_where_less_motion_is_wanted(lab, browser):
    sit(lab, browser, "mastermind", {})
    until(lambda: "your turn" in status(browser), what="the table")
    time.sleep(0.5)
    assert "at once" not in " ".join(texts(browser, "main"))


def stop(browser):
    """End a turn that a right guess did not end."""
    if "Guess on, or stop" in " ".join(texts(browser, "main")):
        press(browser, "Stop")


WATCHED = """window.wkSeen = [];
const list = document.querySelector('.wk-history');
new MutationObserver(() => {
  const count = list.querySelectorAll('li').length, seen = window.wkSeen;
  if (!seen.length || seen[seen.length - 1][1] !== count) seen.push([Date.now(), count]);
}).observe(list, {childList: true, subtree: true});"""


def board(browser):
    script = "return document.querySelector('.wk-picture svg').outerHTML"
    return browser.execute_script(script)


def desc(browser):
    return browser.execute_script(
        "return document.querySelector('.wk-picture desc').textContent"
    )
