"""Watching and looking back, in a real browser."""

import json
import signal
import time

import pytest
from selenium.webdriver.common.by import By

from tests.web.serving import Lab, until
from tests.web.test_playing_codes import click_first, seen
from whoknows.catalog import GAMES
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, finish
from whoknows.play.table.transcript import written


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
    until(lambda: "Turn 1 of 1" in panel.text, seconds=240, what="who knows what")
    press(browser, "Play")
    until(lambda: len(lines(browser)) >= 3)
    press(browser, "Pause")
    press(browser, "To the beginning")
    until(lambda: "Turn 0 of" in status(browser))
    assert not seen(browser, ".wk-history [aria-current]")
    click_first(browser, ".wk-history li:nth-child(2) button")
    until(lambda: "Turn 2 of" in status(browser), what="the turn that was clicked")
    until(lambda: "Turn 2 of" in panel.text, what="who knows what at that turn")


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
    turns = uploaded(lab, browser, tmp_path, finished())
    before = until(lambda: board(browser))
    look_through(browser, "random")
    until(lambda: board(browser) != before)
    press(browser, "To the end")
    until(lambda: f"Turn {turns} of {turns}" in status(browser))
    assert len(lines(browser)) == turns


def downloads(browser, folder):
    """Let a browser put what it downloads into a folder."""
    browser.execute_cdp_cmd(
        "Browser.setDownloadBehavior",
        {"behavior": "allow", "downloadPath": str(folder)},
    )


def through(browser, turns, names):
    """All that a replay shows: board and history, turn by turn, through all eyes."""
    found = []
    for name in names:
        look_through(browser, name)
        press(browser, "To the beginning")
        for turn in range(turns + 1):
            until(lambda t=turn: f"Turn {t} of {turns}" in status(browser), what=turn)
            until(lambda t=turn: current(browser) == t, what="the history")
            said = [line.split("  ")[0] for line in told(browser)]
            found.append((name, turn, board(browser), said))
            if turn < turns:
                press(browser, "One turn on")
    return found


def current(browser):
    """The line of the history that is looked at; 0 is none."""
    script = """return [...document.querySelectorAll('.wk-history li')]
        .findIndex(line => line.querySelector('[aria-current]')) + 1"""
    return browser.execute_script(script)


def told(browser):
    """The history without what each turn taught, which comes a little later."""
    script = """return [...document.querySelectorAll('.wk-history li')]
        .map(line => line.childNodes[0].textContent.trim())"""
    return browser.execute_script(script)


def test_a_downloaded_transcript_brought_back_is_the_same_replay(lab, browser, tmp_path):
    setup = {"players": 2, "tiles": 6, "hand": 2}
    made = lab.create("davinci", setup=setup, chairs=[("A", "random"), ("B", "random")])
    room, host = made["room"], made["keys"]["host"]
    while not lab.ask(f"/rooms/{room}/step", {}, host)[1]["over"]:
        pass
    downloads(browser, tmp_path)
    browser.get(f"{lab.url}/replay/{room}")
    turns = len(lab.ask(f"/rooms/{room}")[1]["history"])
    until(lambda: f"Turn 0 of {turns}" in status(browser), what="the replay")
    names = ["spectator", "A", "B"]
    first = through(browser, turns, names)
    press(browser, "Download the transcript")
    file = tmp_path / f"davinci-{room}.json"
    until(lambda: json.loads(file.read_text()), what="the file")
    assert json.loads(file.read_text()) == lab.ask(f"/rooms/{room}/transcript")[1]
    browser.get(f"{lab.url}/watch")
    upload = until(lambda: browser.find_element(By.CSS_SELECTOR, "input[type=file]"))
    upload.send_keys(str(file))
    until(lambda: f"Turn 0 of {turns}" in status(browser), what="the replay again")
    assert room not in browser.current_url
    assert through(browser, turns, names) == first


def uploaded(lab, browser, tmp_path, document):
    """The replay of a transcript that is brought to the lab."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document))
    browser.get(f"{lab.url}/watch")
    upload = until(lambda: browser.find_element(By.CSS_SELECTOR, "input[type=file]"))
    upload.send_keys(str(file))
    turns = len(document["moves"])
    until(lambda: f"Turn 0 of {turns}" in status(browser), what="the replay")
    return turns


def hurry(browser, speed):
    """Choose how fast time runs."""
    until(lambda: clicked(browser, "//label[contains(., 'Speed')]"), what="the speeds")
    option = f"//div[@role='listbox']//*[@role='option'][normalize-space(.)='{speed}']"
    until(lambda: clicked(browser, option), what=speed)


def turn_of(browser):
    return int(status(browser).split()[1])


def test_a_replay_plays_pauses_steps_and_hurries(lab, browser, tmp_path):
    turns = uploaded(lab, browser, tmp_path, finished())
    assert turns > 4
    press(browser, "One turn on")
    until(lambda: turn_of(browser) == 1, what="a step")
    press(browser, "One turn back")
    until(lambda: turn_of(browser) == 0, what="a step back")
    hurry(browser, "very fast")
    press(browser, "Play")
    until(lambda: turn_of(browser) >= 3, what="time that runs")
    assert "play=0.2" in browser.current_url
    press(browser, "Pause")
    until(lambda: "play=" not in browser.current_url, what="the pause in the address")
    stopped = turn_of(browser)
    time.sleep(1)
    assert turn_of(browser) in (stopped, stopped + 1)
    press(browser, "Play")
    until(lambda: turn_of(browser) == turns, what="the end")
    until(lambda: seen_button(browser, "Play"), what="no more time to run")
    press(browser, "To the beginning")
    until(lambda: turn_of(browser) == 0, what="the beginning")


def seen_button(browser, label):
    path = f"//button[contains(., '{label}')]"
    return any(button.is_displayed() for button in browser.find_elements(By.XPATH, path))


def test_the_host_is_told_that_strategies_are_paused(lab, browser):
    made = lab.create("davinci", chairs=[("A", "random")] * 3)
    address = f"{lab.url}/watch/{made['room']}"
    browser.get(f"{address}?key={made['keys']['host']}")
    until(lambda: "Paused: press Play" in status(browser), what="the pause")
    press(browser, "Play")
    until(lambda: "Paused" not in status(browser), what="no pause")
    until(lambda: turn_of(browser) >= 1, what="a turn")
    until(lambda: "play=" in browser.current_url, what="the address")
    browser.refresh()  # a page that is loaded again plays on
    shown = until(lambda: turn_of(browser), what="the page again")
    assert "Paused" not in status(browser)
    until(lambda: turn_of(browser) > shown, what="time that runs on")
    press(browser, "Pause")
    until(lambda: "Paused: press Play" in status(browser), what="the pause again")
    browser.get(address)  # a spectator can do nothing about it
    until(lambda: "Waiting for" in status(browser), what="a spectator's view")
    assert "Paused" not in status(browser)


@pytest.mark.slow
def test_strategies_play_on_after_the_server_was_killed(tmp_path, browser):
    own = Lab(tmp_path).start()
    try:
        made = own.create("davinci", chairs=[("A", "random")] * 3)
        browser.get(f"{own.url}/watch/{made['room']}?key={made['keys']['host']}")
        until(lambda: "Paused" in status(browser), what="the page")
        hurry(browser, "very fast")
        press(browser, "Play")
        until(lambda: turn_of(browser) >= 2, what="some turns")
        own.stop(signal.SIGKILL)
        before = turn_of(browser)
        own.start()
        # Nobody touches the page: it finds the server again, and time runs on.
        until(lambda: turn_of(browser) > before + 1, seconds=240, what="more turns")
        told = own.ask(f"/rooms/{made['room']}")[1]["history"]
        assert len(told) > before
    finally:
        own.stop()


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
