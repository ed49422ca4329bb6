"""The review page in a real browser: one moment, all eyes, and what if."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import whoknows as wk
from tests.web.serving import until
from tests.web.test_watch import finished, uploaded
from whoknows.play.table.room import Chair, House, seated
from whoknows.store.kept_room import folded
from whoknows.web.review_work import PlayedRoom, reviewed
from whoknows.web.rooms.new_room import tried_transcript


def status(browser):
    return browser.execute_script("return document.querySelector('.wk-status')?.innerText")


def numbers(browser):
    """The numbers of the turn that is looked at, by their names."""
    rows = "document.querySelectorAll('[aria-label=\"The moves of this turn\"] tbody tr')"
    cells = f"[...{rows}].map(row => [...row.children].map(cell => cell.innerText))"
    return {label: said for label, *said in browser.execute_script(f"return {cells}")}


@pytest.mark.slow
def test_a_game_is_gone_through_and_another_move_is_tried(lab, browser, tmp_path):
    document = finished()
    uploaded(lab, browser, tmp_path, document)
    room = browser.current_url.split("/")[-1].split("?")[0]
    expected = wk.review(document)
    browser.get(f"{lab.url}/review/{room}?turn=3")
    until(lambda: "one step, exact" in (status(browser) or ""), seconds=240)
    move = expected.moves[2]
    shown = until(lambda: numbers(browser))
    assert shown["worlds"] == [f"{move.before:,} → {move.after:,}"]
    assert shown["loss"] == [f"{move.loss:.2f} right guesses"]
    assert shown["luck"] == [f"{move.luck:+.2f} right guesses"]

    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_LEFT)
    until(lambda: "turn=2" in browser.current_url, what="the turn in the address")
    first = expected.moments[0]
    browser.find_element(By.CSS_SELECTOR, "[aria-label='Key moments'] button").click()
    until(lambda: f"turn={first.turn}" in browser.current_url)

    browser.get(f"{lab.url}/review/{room}?turn=3&eyes=-2")  # all seats
    until(lambda: len(browser.find_elements(By.CSS_SELECTOR, ".wk-picture svg")) == 3)
    until(lambda: numbers(browser))
    other = browser.find_element(By.CSS_SELECTOR, "input[aria-label='Another move']")
    other.send_keys("nonsense", Keys.ENTER)
    said = "document.querySelector('.wk-wrong').innerText"
    until(lambda: "is no move" in browser.execute_script(f"return {said}"), seconds=240)
    other.send_keys(Keys.CONTROL, "a", Keys.NULL, move.best[0], Keys.ENTER)
    until(lambda: room not in browser.current_url, seconds=240, what="the branch")
    branch = browser.current_url.split("/")[-1].split("?")[0]
    until(lambda: numbers(browser).get("loss") == ["0.00 right guesses"], seconds=240)
    browser.get(f"{lab.url}/review/{room}")
    link = until(lambda: browser.find_element(By.CSS_SELECTOR, ".wk-branches a"))
    assert branch in link.get_attribute("href")


def test_a_review_says_how_far_it_is():
    table = wk.play("muddy", "logician", seed=1).table
    room = seated(table, [Chair(name, "logician") for name in "abc"], House())
    said = []
    found = reviewed(
        PlayedRoom.of(room), None, tell=lambda share, words: said.append(words)
    )
    many = len(table.turns)
    assert said == [f"turn {turn} of {many}" for turn in range(1, many + 1)]
    assert [move.to_json() for move in found.moves] == [
        move.to_json() for move in wk.review(table).moves
    ]


def test_an_uploaded_transcript_is_judged_by_who_played_there():
    run = wk.play("hats", ["leader"] * 3, seed=2)
    document = {**run.to_json(), "names": ["Ann", "Bob", "Cat"]}
    ready = tried_transcript(document)
    room = folded("hats", ready.document, ready.log)
    assert room.strategies == ("leader",) * 3
    found = reviewed(PlayedRoom.of(room), None)
    assert "'leader', which the team follows" in found.measure
    numbers = [move.to_json() for move in wk.review(document).moves]
    assert [move.to_json() for move in found.moves] == numbers


def test_a_game_that_goes_on_is_reviewed_by_those_who_sit_there(lab, browser):
    made = lab.create("muddy", setup={"children": 3}, chairs=["Ann", "Bob", "Cat"])
    room = made["room"]
    for seat in range(3):
        key = made["keys"]["host"] if seat == 0 else made["keys"]["seats"][seat]
        body = {"move": "unsure"}
        status_code, said = lab.ask(f"/rooms/{room}/moves", body, key)
        assert status_code < 300, said
    code, document = lab.ask(f"/rooms/{room}/review", key=made["keys"]["host"])
    assert code == 200
    assert [(move["seat"], move["told"]) for move in document["moves"]] == [(0, {})]
    assert lab.ask(f"/rooms/{room}/review")[0] == 403
    assert lab.ask(f"/rooms/{room}/review?seat=1", key=made["keys"]["host"])[0] == 403
    browser.get(f"{lab.url}/review/{room}")
    assert "until the game is over" in browser.find_element(By.TAG_NAME, "body").text
    browser.get(f"{lab.url}/review/{room}?key={made['keys']['host']}&seat=1")
    assert "closed until the game is over" in browser.find_element(By.TAG_NAME, "body").text
    browser.get(f"{lab.url}/review/{room}?key={made['keys']['host']}")
    until(lambda: "no mistake" in (status(browser) or ""), seconds=240)
    shown = until(lambda: numbers(browser))
    assert shown["told"] == ["nothing"]
    assert not browser.find_elements(By.CSS_SELECTOR, "input[aria-label='Another move']")
    code, _ = lab.ask(f"/../review/{room}/card.svg")
    assert code == 404
