"""A new user, who knows nothing but what the page says: from the first page to the end.

Buttons are found by their words; nothing is asked of the API.
"""

import re

import pytest
from selenium.webdriver.common.keys import Keys

from tests.web.test_boards_played import BUTTON, Page, until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

ALERT = """
const shown = [...document.querySelectorAll('[role=alert]')].filter(e =>
  e.checkVisibility() && e.textContent.includes(arguments[0]));
return shown.length ? shown[0].getBoundingClientRect().top : null;
"""
TOP = "return arguments[0].getBoundingClientRect().top"


def opened(lab, browser, path="/"):
    browser.get(f"{lab.url}{path}")
    page = Page(lab, browser)
    page.until_awake("wk-main")
    return page


def at_table(page):
    until(lambda: "/table/" in page.browser.current_url, what="the table")
    page.until_awake()
    return page


def play_muddy_by_the_hints(page):
    """Do as a logician would, until the page says that it is over."""
    while "Replay" not in page.words:
        if "your turn" not in page.status:
            continue
        page.click("What would a logician do?")
        said = until(
            lambda: re.search(r"A logician would say: (I am [a-z ]+)\.", page.words),
            what="the hint",
        )
        page.click(said[1])
        until(
            lambda: "A logician would say" not in page.words or "Replay" in page.words,
            what="what comes",
        )


def test_one_click_from_the_first_page_to_a_game_and_on(lab, browser):
    page = opened(lab, browser)
    assert "Is there mud on your forehead?" in page.words
    page.click("Play now")
    at_table(page)
    first = browser.current_url
    seen = [word for word in page.words.split() if word == "muddy"]
    assert seen  # at least one of the two others: nobody knows at once
    page.click("What do I know?")
    link = until(
        lambda: browser.find_element("css selector", 'a[href^="/glossary#world"]'),
        what="a word that is explained",
    )
    assert "complete way" in link.get_attribute("title")

    browser.get(f"{lab.url}/")  # away, and back by the list of one's games
    mine = until(
        lambda: browser.find_element("css selector", 'a[href^="/seat/"]'), what="go on"
    )
    assert "Your games: go on" in Page(lab, browser).words
    mine.click()
    at_table(page)
    assert browser.current_url == first

    play_muddy_by_the_hints(page)
    until(lambda: "You were muddy." in page.words or "You were clean." in page.words)
    assert "Right: Mia" in page.status
    until(lambda: "were muddy, and each of them saw" in page.words, what="why")
    page.click("The next size")
    until(lambda: browser.current_url != first, what="the next game")
    at_table(page)
    assert page.words.count("(you)") >= 1
    assert len(re.findall(r"\b(?:Ann|Bob|Cat)\b", page.words)) >= 3


def test_a_small_beginning_is_tried_beside_the_rules(lab, browser):
    page = opened(lab, browser, "/new/muddy")
    page.click("Try a small beginning")
    page.click("I am muddy")
    until(lambda: "That would be a guess" in page.words, what="what is said to it")
    page.click("I am not sure")
    until(lambda: "Now listen to her." in page.words, what="why")
    page.click("Go on")
    until(lambda: "And now?" in page.words, what="the second step")
    page.click("I am muddy")
    until(lambda: "Her silence told you." in page.words, what="the end of it")
    page.click("Once more")
    until(lambda: "1 of 2." in page.words, what="the first step again")


def test_a_rematch_changes_the_seats(lab, browser):
    page = opened(lab, browser, "/new/muddy")
    page.click("Play")
    at_table(page)
    first = browser.current_url
    play_muddy_by_the_hints(page)
    page.click("Rematch, seats changed")
    until(lambda: browser.current_url != first, what="the rematch")
    at_table(page)
    assert page.status.startswith("You are Mia.")
    order = re.findall(r"\b(Mia|Ann|Bob)\b", page.words.partition("How to play")[2])
    assert order[0] == "Bob"  # everybody has moved on by one


def test_errors_stand_where_the_hand_is_and_nothing_typed_is_lost(lab, browser):
    page = opened(lab, browser, "/new/mastermind")
    page.click("Play")
    at_table(page)
    page.click("Guess")
    until(lambda: browser.execute_script(ALERT, "no color is chosen yet"), what="the error")
    page.type("Your guess", "12")
    top = until(lambda: browser.execute_script(ALERT, "a code has 4"), what="the error")
    field = browser.find_element("css selector", 'input[aria-label="Your guess"]')
    assert field.get_attribute("value") == "12"
    assert abs(top - browser.execute_script(TOP, field)) < 250


def test_a_bad_number_is_told_and_stays(lab, browser):
    page = opened(lab, browser, "/new/muddy")
    browser.find_element("xpath", "//*[text()='Options of the game']").click()
    field = until(
        lambda: browser.find_element("css selector", 'input[aria-label="Children"]')
    )
    until(lambda: field.is_displayed(), what="the fold")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("99")
    until(lambda: "Children: 1 to 60, not 99" in page.words, what="the error")
    page.click("Play")
    assert field.get_attribute("value") == "99"
    assert "/new/muddy" in browser.current_url


def test_a_coin_is_named(lab, browser):
    page = opened(lab, browser, "/new/balance?coins=3&kind=heavy&weighings=1&naming=1")
    page.click("Play")
    at_table(page)
    assert "Can you find it in one weighing?" in browser.page_source
    page.type("Or type it, like 1 2 : 3 4", "1 : 2")
    answer = until(
        lambda: re.search(r"1 : 2: (balance|the left is \w+)\.", page.words), what="scales"
    )[1]
    coin = {"balance": 3, "the left is heavier": 1}.get(answer, 2)
    page.type("Number", str(coin))
    until(lambda: f"found it in 1 weighing: {coin} heavy" in page.status, what="the end")


def test_no_answer_to_an_older_question_stays(lab, browser):
    page = opened(lab, browser, "/explore/hats?players=3")
    until(lambda: "Proven: no deal wins more." in page.words, what="the answer")
    assert "players=3" in browser.find_element(
        "xpath", "//a[text()='Play this deal']"
    ).get_attribute("href")
    odds = browser.find_element("css selector", 'input[aria-label="Chance of red, exact"]')
    odds.send_keys(Keys.CONTROL, "a")
    odds.send_keys("nonsense")
    until(lambda: "Proven" not in page.words, what="the old answer to go")
    assert "wins 3/4" not in page.words


def test_a_move_made_while_the_connection_is_gone_is_said_and_can_be_made_again(
    lab, browser
):
    page = opened(lab, browser, "/new/muddy")
    page.click("Play")
    at_table(page)
    browser.execute_script("window.socket.disconnect()")
    page.click("I am not sure")
    note = until(
        lambda: browser.find_element("css selector", ".wk-unsent"), what="the note"
    )
    assert "Not sent" in note.text
    browser.execute_script("window.socket.connect()")

    def made():  # the page may be loaded anew in the meantime, and lose a click
        button = browser.execute_script(BUTTON, "I am not sure")
        if button is not None:
            button.click()
        return browser.find_elements("css selector", ".wk-history li")

    until(made, what="the move")
