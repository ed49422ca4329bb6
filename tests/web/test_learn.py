"""Lessons and puzzles in the lab: what they say, and a real browser that solves some."""

import time
from datetime import date
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from machine import PATIENCE
from tests.web.serving import Lab, until
from whoknows.errors import BadSetup, WhoknowsError, WorkFailed
from whoknows.learn.lessons.checks import KINDS, check
from whoknows.learn.meant import sound
from whoknows.learn.puzzles import day_puzzle, new_puzzle
from whoknows.web.day_cards import (
    card_address,
    card_picture,
    card_text,
    parse_card,
    read_day,
)
from whoknows.web.learn import Library
from whoknows.web.learn_work import GRACE, SECONDS, limited, verdict
from whoknows.web.prose import prose_html
from whoknows.web.puzzle_pages import parse_asked, read_days, story_html, streak_of
from whoknows.work.worker_pool import WorkerPool

TODAY = date(2026, 11, 16)
SVG = "{http://www.w3.org/2000/svg}"


# ------------------------------------------------------------------------------- prose


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("one\ntwo\n\nthree", "<p>one two</p><p>three</p>"),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("## A `b`", "<h2>A <code>b</code></h2>"),
        ("**a** *b* `*c*`", "<p><strong>a</strong> <em>b</em> <code>*c*</code></p>"),
        ("[a](/learn)", '<p><a href="/learn">a</a></p>'),
        ("[a](javascript:alert)", "<p>[a](javascript:alert)</p>"),
        ("[a](//evil)", "<p>[a](//evil)</p>"),
        ("a < b & c", "<p>a &lt; b &amp; c</p>"),
    ],
)
def test_a_small_part_of_markdown_is_understood(text, html):
    assert prose_html(text) == html


@given(st.text(alphabet='<>"`*[]()/javascript: \n-#', max_size=60))
def test_prose_never_makes_other_tags_than_its_own(text):
    import re

    tags = set(re.findall(r"<(/?\w+)[^>]*>", prose_html(text)))
    own = {"p", "ul", "ol", "li", "h2", "h3", "h4", "code", "strong", "em", "a", "pre"}
    assert {tag.strip("/") for tag in tags} <= own
    assert "javascript:" not in "".join(re.findall(r'href="[^"]*"', prose_html(text)))


# --------------------------------------------------------------------------- in workers


def forever():
    while True:
        pass


def deaf(begun):
    with begun.open("a") as written:
        written.write("begun\n")
    return sum(range(10**12))  # one call that hears no signal for hours


def test_work_that_takes_more_than_its_seconds_is_stopped():
    began = time.process_time()
    with pytest.raises(WorkFailed, match="more than 1 seconds"):
        limited(forever, (), 1.0)
    assert (1 - GRACE) / 2 < time.process_time() - began < 1  # by a coarse clock
    assert SECONDS == 2


def test_no_verdict_comes_of_a_clock():
    """Work that takes our errors for an answer does not take the end of its time so."""
    lesson = Library().lesson("02-knowing")
    exercise = lesson.exercises[0]

    def slow(*_):
        forever()

    def found():
        with pytest.MonkeyPatch.context() as patched:
            kind = KINDS[exercise.kind]._replace(check=slow)
            patched.setitem(KINDS, exercise.kind, kind)
            return check(lesson, exercise, exercise.answer)

    with pytest.raises(WorkFailed, match="more than 1 seconds"):
        limited(found, (), 1.0)


def test_a_formula_is_not_called_wrong_because_of_a_clock(monkeypatch):
    lesson = Library().lesson("02-knowing")
    model = next(iter(lesson.models.values())).scenes[0].model

    def slow(*_):
        forever()

    monkeypatch.setattr("whoknows.learn.meant.evaluate", slow)
    with pytest.raises(WorkFailed, match="more than 1 seconds"):
        limited(sound, ("true", model), 1.0)


def test_work_that_hears_nothing_is_ended_with_its_process_and_not_begun_again(tmp_path):
    pool, begun = WorkerPool(1), tmp_path / "begun"
    try:
        with pytest.raises(WorkFailed, match="more work than it may"):
            pool.submit(limited, deaf, (begun,), 0.5).result(PATIENCE)
    finally:
        pool.close()
    assert begun.read_text() == "begun\n"


def test_an_answer_in_another_spelling_is_told_ours():
    lesson = Library().lesson("02-knowing")
    found = verdict(lesson.text, lesson.name, "second-hand", "K_bob !Kv ann b")
    assert not found.right
    assert found.words.endswith("Did you mean: K bob ~Kv ann b")


# ----------------------------------------------------------------------------- puzzles


def test_an_address_says_which_puzzle():
    assert parse_asked("coins", "4", "12") == ("coins", 4, 12)
    kind, level, seed = parse_asked()
    assert (kind, level) == ("dates", 2)
    assert 0 <= seed < 10**9
    for wrong in (("x",), ("coins", "9"), ("coins", "1", "-1"), ("coins", "1", "9" * 17)):
        with pytest.raises(WhoknowsError):
            parse_asked(*wrong)


def test_no_day_to_come_is_told():
    assert read_day("", TODAY) == TODAY
    assert read_day("2026-11-15", TODAY) == date(2026, 11, 15)
    for wrong in ("2026-11-17", "2025-12-31", "today", "9" * 30):
        with pytest.raises(BadSetup, match="date: a day"):
            read_day(wrong, TODAY)


def test_a_streak_is_days_in_a_row():
    days = {"2026-11-16": 5, "2026-11-15": 1, "2026-11-13": 2}
    assert streak_of(days, TODAY) == 2
    assert streak_of({"2026-11-15": 1}, TODAY) == 1
    assert streak_of({"2026-11-14": 1}, TODAY) == 0
    assert streak_of({"2026-11-16": 0, "2026-11-15": 3}, TODAY) == 1
    assert read_days({"2026-11-16": 5, "x": "y", "z": 99}) == {"2026-11-16": 5}
    assert read_days([1]) == {}


@pytest.mark.parametrize("day", range(1, 15))
def test_the_card_to_share_gives_nothing_away(day):
    puzzle = day_puzzle(date(2026, 11, day))
    text = card_text(date(2026, 11, day), 3, 1, 1, 4)
    assert "★★★☆☆" in text
    assert "4 days in a row" in text
    for said in (*puzzle.said, puzzle.story, puzzle.question, puzzle.title):
        assert said not in text


def test_the_card_is_a_picture_with_its_words_and_no_others():
    told = (date(2026, 11, 10), 4, 1, 0, 2)
    address = urlsplit(card_address("svg", *told))
    text = parse_card(dict(parse_qsl(address.query)), TODAY)
    assert text == card_text(*told)
    assert address.path == "/puzzles/day/card.svg"
    svg = card_picture(text, "svg").decode()
    written = [line.text for line in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert written == text.split("\n")
    assert card_picture(text, "svg").decode() == svg
    assert card_picture(text, "png").startswith(b"\x89PNG")
    for wrong in ({"date": "2026-11-17"}, {"stars": "6"}, {"streak": "-1"}):
        with pytest.raises(BadSetup):
            parse_card(wrong, TODAY)
    with pytest.raises(BadSetup, match="svg or png"):
        card_picture(text, "exe")


def test_a_story_cannot_break_out_of_the_page():
    puzzle = new_puzzle("dates", level=1, seed=1)
    html = story_html(puzzle)
    assert html.count("<li>") == len(puzzle.said) + len(
        {line for line in puzzle.story.split("\n") if line.startswith("  ")}
    )


# --------------------------------------------------------------------- a real browser


def shows(browser, words, seconds=240):
    body = (By.TAG_NAME, "body")
    until(lambda: words in browser.find_element(*body).text, seconds=seconds, what=words)


def exercise(browser, number):
    return browser.find_element(By.CSS_SELECTOR, f"[aria-label='Exercise {number}']")


def test_a_lesson_is_gone_through_and_remembered(lab, browser):
    browser.get(f"{lab.url}/learn/01-worlds")
    shows(browser, "Exercise 4")
    field = exercise(browser, 1).find_element(By.TAG_NAME, "input")
    field.send_keys("r | b", Keys.ENTER)
    shows(browser, "It is true at [r b] and should be false there.")
    until(lambda: browser.find_elements(By.CSS_SELECTOR, ".wk-missed"), what="the world")
    hint = exercise(browser, 1).find_element(By.XPATH, ".//button[contains(., 'Hint')]")
    hint.click()
    shows(browser, "In one of the two blue worlds")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("r & ~b | b & ~r", Keys.ENTER)
    shows(browser, "Other people write it in other ways")
    for world in browser.execute_script(
        "return [...arguments[0].querySelectorAll('[data-world]')]"
        ".filter(w => w.querySelector('text').textContent !== 'r')"
        ".map(w => w.dataset.world)",
        exercise(browser, 2),
    ):
        spot = exercise(browser, 2).find_element(By.CSS_SELECTOR, f"[data-world='{world}']")
        browser.execute_script(
            "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", spot
        )
        time.sleep(0.5)
    exercise(browser, 2).find_element(By.XPATH, ".//button[contains(., 'Check')]").click()
    until(lambda: "✓" in exercise(browser, 2).text, what="the answer checked")
    browser.get(f"{lab.url}/learn")
    shows(browser, "2 of 4 solved")


def test_the_puzzle_of_a_day_is_solved_scored_and_kept(lab, browser):
    day = date(2026, 11, 10)
    puzzle = day_puzzle(day)
    wrong = next(name for name in puzzle.choices if name != puzzle.solution)
    browser.get(f"{lab.url}/puzzles/day?date={day}")
    shows(browser, puzzle.title)
    for answer, words in ((wrong, "does not fit"), (puzzle.solution, "★★★★☆")):
        browser.find_element(By.CSS_SELECTOR, "label.wk-answer").click()
        entry = f"//*[@role='option'][normalize-space()='{answer}']"
        until(lambda: browser.find_element(By.XPATH, entry), what=answer).click()  # noqa: B023
        time.sleep(0.5)
        browser.find_element(By.XPATH, "//button[contains(., 'Check')]").click()
        shows(browser, words)
    shows(browser, f"whoknows, puzzle of {day}")
    link = browser.find_element(By.LINK_TEXT, "As a picture (SVG)").get_attribute("href")
    browser.get(link)
    assert f"puzzle of {day}" in browser.find_element(By.TAG_NAME, "svg").text
    browser.get(f"{lab.url}/puzzles/day?date={day}")
    shows(browser, "Done already, with 4 of 5 stars.")


def test_steps_of_a_new_puzzle_lead_to_its_answer(lab, browser):
    puzzle = new_puzzle("numbers", level=2, seed=5)
    browser.get(f"{lab.url}/puzzles?kind=numbers&level=2&seed=5")
    shows(browser, puzzle.question)
    for _ in puzzle.steps:
        browser.find_element(By.XPATH, "//button[contains(., 'Show a step')]").click()
        time.sleep(0.5)
    shows(browser, f"The answer: {puzzle.solution}")


def test_a_folder_of_lessons_is_served(tmp_path, browser):
    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "mine.md").write_text(
        "# <b>Mine</b>\n\nabout: My own.\n\n<script>alert(1)</script>\n"
    )
    lab = Lab(tmp_path, "--lessons", str(folder)).start()
    try:
        browser.get(f"{lab.url}/learn")
        shows(browser, "<b>Mine</b>")
        browser.get(f"{lab.url}/learn/mine")
        shows(browser, "<script>alert(1)</script>")
    finally:
        lab.stop()
