"""Tables in real browsers: invitations, two people, old tabs, and no outside host."""

import json
from urllib.parse import urlparse

import pytest
from selenium.webdriver.common.by import By

from tests.web.serving import until

TILE = ".dv-key:not(.no)[aria-label*=' is ']"  # what a picked place may be


def status(browser):
    return browser.execute_script("return document.querySelector('.wk-status').innerText")


def lines(browser):
    """The lines of the history, all at one moment."""
    every = "[...document.querySelectorAll('.wk-history li')]"
    return browser.execute_script(f"return {every}.map(line => line.innerText)")


def told(browser):
    """The public history, without what it taught the one who looks, or calls theirs."""
    first = "return [...document.querySelectorAll('.wk-history li')].map("
    found = browser.execute_script(first + "line => line.firstChild.textContent.trim())")
    return [line.replace(" your ", " ") for line in found]


def click(browser, found):
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
    browser.execute_script("arguments[0].click()", found)


def button(browser, text):
    return until(
        lambda: browser.find_element(By.XPATH, f"//button[.//*[text()='{text}']]"),
        what=text,
    )


def choose(browser, number, option):
    """Choose who plays a seat, in the form of a new game."""
    field = f"(//label[contains(., 'played by')])[{number}]"
    until(lambda: browser.find_element(By.XPATH, field).click() is None, what=field)
    path = f"//*[@role='option'][normalize-space(.)='{option}']"
    until(lambda: browser.find_element(By.XPATH, path), what=option).click()


def begin(browser, lab, game):
    """Begin a game by its form, with a second person."""
    browser.get(f"{lab.url}/new/{game}")
    fold = "//*[contains(@class, 'wk-fold')]//*[text()='Who plays']"
    click(browser, until(lambda: browser.find_element(By.XPATH, fold), what="the seats"))
    choose(browser, 2, "A person")
    click(browser, button(browser, "Play"))
    until(lambda: "/table/" in browser.current_url)


def invitation(browser, name):
    """The link for somebody, from the host's page."""
    row = f"//*[contains(@class,'wk-row')][.//*[contains(., 'The seat of {name}')]]//a"
    return until(lambda: browser.find_element(By.XPATH, row)).get_attribute("href")


def my_turn(browser):
    return "your turn" in status(browser)


def over(browser):
    links = browser.find_elements(By.XPATH, "//a[text()='Replay']")
    return any(link.is_displayed() for link in links)


def guess(browser):
    """Guess a tile by clicking: a place, then what it is."""
    place = until(lambda: browser.find_element(By.CSS_SELECTOR, "[aria-label^='guess at']"))
    click(browser, place)
    tile = until(lambda: browser.find_element(By.CSS_SELECTOR, TILE))
    said = tile.get_attribute("aria-label")
    click(browser, tile)
    return said


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_people_play_the_da_vinci_code_to_its_end(lab, browser, browsers):
    begin(browser, lab, "davinci")
    link = invitation(browser, "B")
    guest = browsers()
    guest.get(link)
    pages = (browser, guest)
    for _ in range(150):
        until(lambda: any(my_turn(page) or over(page) for page in pages), seconds=240)
        if over(browser):
            break
        page = next((page for page in pages if my_turn(page)), None)
        if page is not None:
            before = len(lines(page))
            guess(page)
            until(lambda page=page, n=before: len(lines(page)) > n, seconds=240)
    until(lambda: over(browser) and over(guest), seconds=240)
    assert told(browser) == told(guest)
    assert len(told(guest)) > 4


def test_a_second_person_joins_by_the_link_and_comes_back_to_the_same_seat(
    lab, browser, browsers
):
    begin(browser, lab, "davinci")
    link = invitation(browser, "B")
    guest = browsers()
    guest.get(link)
    until(lambda: "You are B" in status(guest))
    until(lambda: "You are A" in status(browser))
    key = link.split("key=")[1]
    assert key not in guest.execute_script(
        "return document.querySelector('main').innerText"
    )
    hand = guest.find_element(By.CSS_SELECTOR, ".wk-picture svg").get_attribute("outerHTML")
    other = browser.find_element(By.CSS_SELECTOR, ".wk-picture svg").get_attribute(
        "outerHTML"
    )
    assert hand != other
    guest.get("about:blank")
    guest.get(link)
    until(lambda: "You are B" in status(guest))


def test_a_page_follows_moves_that_are_made_elsewhere(lab, browser):
    made = lab.create("mastermind", setup={"maker": "evil"})
    browser.get(lab.table(made["room"], made["keys"]["host"]))
    until(lambda: my_turn(browser))
    for move in ("1122", "1133"):
        lab.ask(f"/rooms/{made['room']}/moves", {"move": move}, made["keys"]["host"])
    until(lambda: len(lines(browser)) == 2)


# What is told of a wrong move, also if the move that counts is drawn just after it.
WATCHED = """window.told = '';
    new MutationObserver(() => {
        window.told += document.querySelector('.wk-wrong')?.innerText ?? '';
    }).observe(document.body, {subtree: true, childList: true, characterData: true});"""


def test_of_two_clicks_one_counts_and_the_other_is_told(lab, browser):
    made = lab.create("davinci", setup={"players": 2}, chairs=["A", "B"])
    keys = made["keys"]["seats"]
    first = lab.ask(f"/rooms/{made['room']}")[1]["turn"][0]
    browser.get(lab.table(made["room"], keys[first]))
    until(lambda: my_turn(browser))
    place = until(lambda: browser.find_element(By.CSS_SELECTOR, "[aria-label^='guess at']"))
    click(browser, place)
    tile = until(lambda: browser.find_element(By.CSS_SELECTOR, TILE))
    browser.execute_script(WATCHED + "arguments[0].click(); arguments[0].click()", tile)
    until(lambda: len(lines(browser)) == 1)
    until(lambda: browser.execute_script("return window.told"))
    assert len(lab.ask(f"/rooms/{made['room']}")[1]["history"]) == 1


def test_no_page_asks_an_outside_host(lab, browsers):
    logged = browsers(log=True)
    made = lab.create("davinci", chairs=["A", ("B", "random"), ("C", "random")])
    room, key = made["room"], made["keys"]["host"]
    pages = ["", "play", "new/davinci", "watch", "explore", "logic", "experiments"]
    pages += [f"table/{room}?key={key}", f"watch/{room}", "api/docs"]
    for page in pages:
        logged.get(f"{lab.url}/{page}")
        until(lambda: logged.execute_script("return document.readyState") == "complete")
        until(lambda: logged.find_element(By.TAG_NAME, "main"))
    asked = set()
    for entry in logged.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
            sent = message["params"]
            asked.add(sent["request"]["url"] if "request" in sent else sent["url"])
    own = ("data:", "blob:", "chrome:", "chrome-untrusted:")  # of the browser itself
    hosts = {urlparse(url).netloc for url in asked if not url.startswith(own)}
    assert hosts == {urlparse(lab.url).netloc}
    assert any(url.startswith("ws") for url in asked)
