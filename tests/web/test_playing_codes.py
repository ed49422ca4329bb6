"""The Da Vinci Code, EggHead, and the panel of who knows what, in a real browser."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.web.serving import until
from whoknows.web.turn_lessons import CALLED

# Strategies that never go on cannot end a game before everybody has had a turn.
SMALL = {"players": 2, "tiles": 6, "hand": 2, "going_on": "never"}
LARGER = {"players": 2, "tiles": 12, "hand": 4, "going_on": "never"}
THREE = {"players": 3, "tiles": 12, "hand": 4, "going_on": "never"}
JOKERS = {**SMALL, "jokers": True, "drawing": True}
EGGS = {"players": 2, "cards": 1, "values": 3, "points": 1}


def sit(lab, browser, game, setup, *strategies):
    """Sit down in the first seat of a new room, the others being strategies."""
    chairs = ["Ann", *((f"Seat {k}", name) for k, name in enumerate(strategies, 2))]
    made = lab.create(game, setup=setup, chairs=chairs, undo=True)
    browser.get(lab.table(made["room"], made["keys"]["host"]))
    until(lambda: status(browser), what="the table")
    return made


def texts(browser, css):
    """What elements say, read at one moment: the page may be built anew at any time."""
    script = "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)"
    return browser.execute_script(script, css)


def status(browser):
    return " ".join(texts(browser, ".wk-status"))


def lines(browser):
    return texts(browser, ".wk-history li")


def page(browser):
    return " ".join(texts(browser, "main"))


def panel(browser):
    return " ".join(texts(browser, ".wk-panel"))


def dialog(browser):
    return " ".join(texts(browser, ".q-dialog"))


def over(browser):
    return " win" in status(browser) or "The game is over" in status(browser)


def ready(browser):
    """Wait until it is my turn, or all is over; whether it is my turn."""
    until(lambda: over(browser) or "your turn" in status(browser), what="my turn")
    return not over(browser)


def seen(browser, css):
    script = """return [...document.querySelectorAll(arguments[0])]
        .filter(e => e.getClientRects().length)"""
    return browser.execute_script(script, css)


def click(browser, found):
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
    found.click()


def clicked(browser, find):
    """Whether something was found and clicked; the page may just be built anew."""
    found = find()
    if found:
        click(browser, found[0])
    return bool(found)


def click_first(browser, css):
    until(lambda: clicked(browser, lambda: seen(browser, css)), what=css)


def press(browser, text):
    path = f"//button[@aria-label='{text}' or normalize-space(.)='{text}']"
    until(
        lambda: clicked(browser, lambda: browser.find_elements(By.XPATH, path)), what=text
    )


def switch(browser, text):
    path = f"//*[contains(@class, 'q-toggle')][contains(., '{text}')]"
    until(
        lambda: clicked(browser, lambda: browser.find_elements(By.XPATH, path)), what=text
    )


def moved(browser, before):
    """Wait until the history has grown or the game is over."""
    until(lambda: len(lines(browser)) > before or over(browser), what="the move")


def guess(browser):
    """Pick a hidden tile in the picture, then a tile that it may be."""
    before = len(lines(browser))
    click_first(browser, ".dv [data-pick]")
    click_first(browser, "button.dv-key[aria-label*=' is ']:not(.no)")
    moved(browser, before)


def test_a_da_vinci_game_is_played_to_its_end_by_clicking(lab, browser):
    sit(lab, browser, "davinci", SMALL, "random")
    while ready(browser):
        guess(browser)
    assert "hidden tile" in status(browser)
    assert any("guesses that" in line for line in lines(browser))
    assert not seen(browser, ".dv [data-pick]")


def test_the_full_game_places_jokers_and_drawn_tiles_by_clicking(lab, browser):
    sit(lab, browser, "davinci", JOKERS, "random")
    click_first(browser, ".wk-row .q-btn")
    until(lambda: lines(browser), what="the codes")
    for _ in range(80):
        if not ready(browser):
            break
        before = len(lines(browser))
        until(lambda: seen(browser, ".dv [data-pick]"), what="something to pick")
        if seen(browser, ".dv [data-pick^='place ']"):
            click_first(browser, ".dv [data-pick^='place ']")
            moved(browser, before)
        elif browser.find_elements(By.XPATH, "//button[normalize-space(.)='Stop']"):
            press(browser, "Stop")
            moved(browser, before)
        else:
            guess(browser)
    assert over(browser)
    assert any("puts it at place" in line for line in lines(browser))


def wrong_ones_open(browser):
    """Whether the tiles known to be wrong are shown; they are unfolded if they are not."""
    clicked(
        browser, lambda: seen(browser, ".dv-wrong:not(.q-expansion-item--expanded) .q-item")
    )
    return seen(browser, "button.dv-key.no")


def test_a_guess_known_to_be_wrong_is_warned_of_and_may_be_insisted_on(lab, browser):
    sit(lab, browser, "davinci", LARGER, "random")
    assert ready(browser)
    before = len(lines(browser))
    for answer in ("Think again", "Do it anyway"):
        if not seen(browser, "button.dv-key[aria-pressed=true]"):
            click_first(browser, ".dv [data-pick]")
        until(lambda: wrong_ones_open(browser), what="tiles known to be wrong")
        click_first(browser, "button.dv-key.no")
        until(lambda: "You know that" in dialog(browser), what="the warning")
        press(browser, answer)
        until(lambda: not seen(browser, ".q-dialog"), what="no dialog")
        if answer == "Think again":
            assert len(lines(browser)) == before
            assert not any("known to be wrong" in line for line in lines(browser))
    until(lambda: any("known to be wrong" in line for line in lines(browser)))


def test_moves_can_be_typed_and_picked_by_keyboard(lab, browser):
    sit(lab, browser, "davinci", SMALL, "random")
    assert ready(browser)
    before = len(lines(browser))
    tile = until(lambda: seen(browser, ".dv [data-pick]"), what="a tile")[0]
    pick = tile.get_attribute("data-pick")
    tile.send_keys(Keys.ENTER)
    until(lambda: seen(browser, "button.dv-key[aria-pressed=true]")[0].text == pick)
    fits = "button.dv-key[aria-label*=' is ']:not(.no)"
    name = until(lambda: seen(browser, fits)[0].get_attribute("aria-label").split()[-1])
    typed = browser.find_element(By.CSS_SELECTOR, "input[aria-label='Type a move']")
    typed.send_keys(f"{pick}={name}", Keys.ENTER)
    moved(browser, before)
    assert "Ann guesses that" in lines(browser)[before]


def test_hints_say_what_is_known_why_and_what_a_logician_would_do(lab, browser):
    sit(lab, browser, "davinci", LARGER, "random")
    assert ready(browser)
    for asked, said in (
        ("What do I know?", "possible"),
        ("Why?", "you have it yourself"),
        ("What would a logician do?", "leak-aware"),
    ):
        press(browser, asked)
        until(lambda said=said: said in page(browser))


def test_chances_are_shown_where_worlds_are_many(lab, browser):
    sit(lab, browser, "davinci", {"players": 3, "tiles": 24, "hand": 5}, "random", "random")
    until(lambda: "%" in seen(browser, ".wk-panel svg.wkh")[0].text, what="chances")


def react(browser):
    """Call if one stack is left, else pass."""
    before = len(lines(browser))
    until(lambda: "left to you" in page(browser))
    if len(seen(browser, ".egb-left[data-pick]")) == 1:
        call(browser, ".egb-left[data-pick]")
    else:
        press(browser, "Pass")
    until(
        lambda: len(lines(browser)) > before or over(browser) or seen(browser, ".q-dialog"),
        what="the reaction",
    )
    if seen(browser, ".q-dialog"):  # the board was a move behind
        press(browser, "Think again")
        until(lambda: not seen(browser, ".q-dialog"))


def call(browser, css):
    """Touch a stack, and call it."""
    click_first(browser, css)
    field = "return document.querySelector(\"input[aria-label='Call']\").value"
    until(lambda: browser.execute_script(field), what="the stack to call")
    press(browser, "Call")


@pytest.mark.parametrize("rival", ["logician", "silent"])
def test_an_egghead_game_is_played_to_its_end_by_clicking(lab, browser, rival):
    sit(lab, browser, "egghead", EGGS, rival)
    for _ in range(120):
        if not ready(browser):
            break
        react(browser)
    assert over(browser)
    assert "with 1 point" in status(browser)
    assert any("calls" in line for line in lines(browser))


def test_it_is_passed_for_a_person_without_a_word_or_a_stop(lab, browser):
    sit(lab, browser, "egghead", {"players": 3, "points": 1}, "silent", "silent")
    assert ready(browser)
    switch(browser, "Pass for me")

    def known():
        return over(browser) or "One stack is left" in page(browser)

    for _ in range(30):
        before = len(lines(browser))
        until(lambda n=before: known() or len(lines(browser)) > n, what="a pass")
        assert "one move at a time" not in page(browser).lower()
        if known():
            return
    raise AssertionError("thirty passes, and nobody knows")


def test_who_works_it_out_alone_sees_no_marks_but_their_own(lab, browser):
    sit(lab, browser, "egghead", {"players": 3}, "logician", "logician")
    assert ready(browser)
    until(lambda: seen(browser, ".egb [data-pick]"), what="the board")
    switch(browser, "Let me work it out alone")
    until(lambda: not seen(browser, ".egb-out"), what="no marks")
    assert "left to you" not in page(browser)
    until(lambda: "You work it out alone" in panel(browser), what="a panel that is silent")
    assert not seen(browser, ".wk-panel svg")
    before = len(seen(browser, ".egb-left"))
    click_first(browser, ".egb-left[data-pick='123']")
    until(lambda: len(seen(browser, ".egb-out")) == 1, what="a mark of my own")
    assert len(seen(browser, ".egb-left")) == before - 1


def test_a_call_that_is_not_certain_is_warned_of(lab, browser):
    left = ()
    while len(left) < 2:  # some deals tell all at once
        sit(lab, browser, "egghead", {"players": 3}, "silent", "silent")
        assert ready(browser)
        left = until(lambda: seen(browser, ".egb-left[data-pick]"), what="the stacks")
    call(browser, ".egb-left[data-pick]")
    until(lambda: "You do not know yet" in dialog(browser), what="the warning")
    press(browser, "Think again")
    until(lambda: not seen(browser, ".q-dialog"))
    while not seen(browser, ".egb-out[data-pick]"):  # an answer may rule out nothing
        before = len(lines(browser))
        press(browser, "Pass")
        moved(browser, before)
        until(lambda: "stack" in page(browser))
    click_first(browser, ".egb-out[data-pick]")
    until(lambda: ": round " in page(browser), what="why, by a touch")
    press(browser, "Call")
    until(lambda: "cannot be" in dialog(browser), what="the warning")
    press(browser, "Do it anyway")
    until(lambda: any("wrong, it was" in line for line in lines(browser)))


def test_the_panel_switches_shows_worlds_goes_back_and_answers(lab, browser):
    sit(lab, browser, "davinci", THREE, "aggressive", "aggressive")
    assert ready(browser)
    until(lambda: CALLED["grid"] in panel(browser), what="the card")
    for style in ("grid", "rings", "cells", "counts", "grid"):
        press(browser, CALLED[style])
        wanted = ".wkc" if style == "counts" else "svg.wk"
        until(lambda css=wanted: seen(browser, f".wk-panel {css}"), what=style)
    click_first(browser, ".wk-panel .wk-held")
    until(lambda: seen(browser, ".wk-panel svg.dv"), what="the world as a board")
    asked = browser.find_element(By.CSS_SELECTOR, "input[aria-label='Ask a formula']")
    asked.send_keys("K a (a1=black1 | ~a1=black1)", Keys.ENTER)
    until(lambda: "It is true" in panel(browser), what="the answer")
    until(lambda: seen(browser, ".wk-panel .wk-holds"), what="where it holds")
    guess(browser)
    until(lambda: "Turn" in panel(browser) and over_or_turn(browser))
    press(browser, "one turn back")
    until(lambda: " of " in panel(browser))
    while "Turn 0 of" not in panel(browser):
        shown = panel(browser)
        press(browser, "one turn back")
        until(lambda shown=shown: panel(browser) != shown)
    until(lambda: "the beginning" in panel(browser))
    asked.send_keys(" &", Keys.ENTER)
    until(lambda: "ends too soon" in panel(browser), what="the mistake")


def over_or_turn(browser):
    return over(browser) or "turn" in status(browser)


def test_at_the_end_the_panel_looks_from_all_seats(lab, browser):
    sit(lab, browser, "davinci", SMALL, "random")
    assert "From all seats" not in panel(browser)
    while ready(browser):
        guess(browser)
    until(lambda: "From all seats" in panel(browser), what="all eyes")
    switch(browser, "From all seats")
    until(lambda: "Seat 2" in panel(browser), what="everybody's worlds")


def test_two_people_play_da_vinci_in_two_browsers(lab, browser, browsers):
    made = lab.create("davinci", setup=SMALL, chairs=["Ann", "Bob"])
    tables = {"Ann": browser, "Bob": browsers()}
    for name, key in zip(tables, made["keys"]["seats"], strict=True):
        tables[name].get(lab.table(made["room"], key))
        until(lambda one=tables[name], name=name: f"You are {name}" in status(one))
    for _ in range(60):
        until(
            lambda: any(over(one) or "your turn" in status(one) for one in tables.values())
        )
        if over(browser):
            break
        turn = [one for one in tables.values() if "your turn" in status(one)]
        assert len(turn) == 1
        guess(turn[0])
        done = len(lines(turn[0]))
        for one in tables.values():
            until(lambda one=one, done=done: len(lines(one)) >= done, what="the news")
    for one in tables.values():
        until(lambda one=one: over(one), what="the end for both")
    ends = sorted(status(one).split(":")[0] for one in tables.values())
    assert any(end.startswith("You win") for end in ends)
    assert any(end.endswith("wins") for end in ends)


def test_the_server_had_nothing_to_complain_about(lab, browser):
    browser.get(lab.url)
    assert lab.errors == []
