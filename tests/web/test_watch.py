"""Watching and looking back, in a real browser."""

import json

import pytest
from selenium.webdriver.common.by import By

from tests.web.serving import until
from whoknows.catalog import GAMES
from whoknows.play.referee import Table, finish
from whoknows.play.strategies import find_strategy
from whoknows.play.transcript import written


def press(browser, label):
    path = f"//button[@aria-label='{label}' or .//span[contains(., '{label}')]]"
    until(lambda: clicked(browser, path), what=label)


def clicked(browser, path):
    """Click what is there now; the page may be changing."""
    found = browser.find_element(By.XPATH, path)
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
    found.click()
    return True


def board(browser):
    """The picture of the board."""
    return browser.find_element(By.CSS_SELECTOR, ".wk-picture svg").get_attribute(
        "outerHTML"
    )


def status(browser):
    return browser.execute_script("return document.querySelector('.wk-status').innerText")


def lines(browser):
    """The lines of the history, all at one moment."""
    every = "[...document.querySelectorAll('.wk-history li')]"
    return browser.execute_script(f"return {every}.map(line => line.innerText)")


def look_through(browser, name):
    """Choose whose eyes to look through."""
    field = "//label[contains(., 'Through the eyes of')]"
    until(lambda: clicked(browser, field), what="the choice of eyes")
    option = f"//div[@role='listbox']//*[@role='option'][contains(., '{name}')]"
    until(lambda: clicked(browser, option), what=name)


def finished(game="davinci", seed=4):
    rules = GAMES[game]
    table = Table.dealt(rules, rules.setup(), seed)
    strategies = [find_strategy(rules, "random")] * len(table.seats)
    return written(finish(table, strategies), ["random"] * len(table.seats))


def test_the_host_of_strategies_steps_plays_and_pauses(lab, browser):
    chairs = [("A", "random"), ("B", "random"), ("C", "random")]
    made = lab.create("davinci", chairs=chairs)
    browser.get(f"{lab.url}/watch/{made['room']}?key={made['keys']['host']}")
    until(lambda: "Turn 0 of 0" in status(browser))
    press(browser, "One turn on")
    until(lambda: "Turn 1 of 1" in status(browser))
    assert len(lines(browser)) == 1
    panel = browser.find_element(By.CSS_SELECTOR, ".wk-panel")
    until(lambda: "Turn 1 of 1" in panel.text, seconds=60, what="who knows what")
    press(browser, "Play")
    until(lambda: len(lines(browser)) >= 3)
    press(browser, "Pause")
    press(browser, "To the beginning")
    until(lambda: "Turn 0 of" in status(browser))
    assert lines(browser) == []


def test_a_spectator_of_strategies_follows_but_does_not_lead(lab, browser):
    chairs = [("A", "random"), ("B", "random"), ("C", "random")]
    made = lab.create("davinci", chairs=chairs)
    browser.get(f"{lab.url}/watch/{made['room']}")
    until(lambda: "Turn 0 of 0" in status(browser))
    lab.ask(f"/rooms/{made['room']}/step", {}, made["keys"]["host"])
    until(lambda: "Turn 1 of 1" in status(browser))
    press(browser, "One turn on")
    assert "Turn 1 of 1" in status(browser)
    offered = browser.find_elements(By.XPATH, "//button[contains(., 'Download')]")
    assert not any(button.is_displayed() for button in offered)


def test_an_uploaded_transcript_is_gone_through_from_any_eyes(lab, browser, tmp_path):
    document = finished()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document))
    browser.get(f"{lab.url}/watch")
    upload = until(lambda: browser.find_element(By.CSS_SELECTOR, "input[type=file]"))
    upload.send_keys(str(file))
    turns = len(document["moves"])
    until(lambda: f"Turn 0 of {turns}" in status(browser))
    before = until(lambda: board(browser))
    look_through(browser, "random")
    until(lambda: board(browser) != before)
    press(browser, "To the end")
    until(lambda: f"Turn {turns} of {turns}" in status(browser))
    assert len(lines(browser)) == turns


def test_a_file_that_is_no_transcript_is_refused_with_a_message(lab, browser, tmp_path):
    file = tmp_path / "game.json"
    file.write_text('{"game": "davinci", "moves": [1]}')
    browser.get(f"{lab.url}/watch")
    upload = until(lambda: browser.find_element(By.CSS_SELECTOR, "input[type=file]"))
    upload.send_keys(str(file))
    until(lambda: "neither" in browser.find_element(By.TAG_NAME, "main").text)


def test_there_is_no_replay_while_people_play(lab, browser):
    made = lab.create("mastermind")
    for key in ("", made["keys"]["host"]):
        browser.get(f"{lab.url}/replay/{made['room']}?key={key}")
        until(lambda: "no replay until" in browser.find_element(By.TAG_NAME, "main").text)


@pytest.mark.parametrize("address", ["watch", "replay", "table"])
def test_a_wrong_key_is_refused(lab, browser, address):
    made = lab.create("mastermind")
    browser.get(f"{lab.url}/{address}/{made['room']}?key=wrong")
    until(lambda: "opens no seat" in browser.find_element(By.TAG_NAME, "main").text)
