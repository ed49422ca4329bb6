"""The formula playground: what a link can hold, and a real browser that uses the page."""

import time
import zlib
from base64 import urlsafe_b64encode
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.web.serving import until
from whoknows.errors import BadFile
from whoknows.learn.notebook.cells import Cell, cells_of
from whoknows.web.formula_signs import signs_html
from whoknows.web.packed_links import packed, unpacked
from whoknows.web.playground import kept_cells, played

SMALL = "facts p q\nann sees p\nbob sees nothing\nactual p\n\nannounce p\n\ntrue? K bob p\n"


def test_names_cannot_break_out_of_a_picture_or_a_button():
    text = 'facts "<script>alert(1)</script>" b\nann sees b\n'
    found = played(tuple(cells_of(text)), "graph")
    [scene] = found.scenes
    tags = {
        element.tag.split("}")[-1] for element in ElementTree.fromstring(scene.svg).iter()
    }
    assert "script" not in tags
    assert "alert" in scene.svg
    assert "<script" not in signs_html(found.agents, found.facts)


@given(st.text(max_size=200))
def test_a_link_gives_its_text_back(text):
    assert unpacked(packed(text)) == text


@pytest.mark.parametrize("damaged", ["x", "####", packed(SMALL)[:-9], "AAAA"])
def test_a_damaged_link_is_refused(damaged):
    with pytest.raises(BadFile, match="damaged"):
        unpacked(damaged)


def test_a_link_that_unpacks_to_too_much_is_refused():
    bomb = urlsafe_b64encode(zlib.compress(b"#" * 10**7)).decode()
    with pytest.raises(BadFile, match="more than 20000"):
        unpacked(bomb)


def test_what_a_browser_keeps_is_read_with_care():
    good = [["model", "facts p"], ["step", "announce p"]]
    assert kept_cells(good) == [Cell("model", "facts p"), Cell("step", "announce p")]
    for wrong in ({}, "x", [["x", "y"]], [["model", 3]], [["model"]], [3], None):
        assert kept_cells(wrong) == []


# --------------------------------------------------------------------- a real browser


def shows(browser, words, seconds=240):
    body = (By.TAG_NAME, "body")
    until(lambda: words in browser.find_element(*body).text, seconds=seconds, what=words)


def field(browser, kind):
    return browser.find_element(By.CSS_SELECTOR, f".wk-cell-{kind} textarea")


def click(browser, element):
    browser.execute_script(
        "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", element
    )


def test_the_notebook_answers_as_one_types_and_survives_a_reload(lab, browser):
    browser.get(f"{lab.url}/logic?model={packed(SMALL)}")
    shows(browser, "K bob p is true at [p]")
    question = field(browser, "question")
    question.send_keys(Keys.CONTROL, "a")
    question.send_keys("true? K_bob p")
    shows(browser, "Did you mean:")
    fix = "//button[contains(., 'Did you mean:')]"
    until(lambda: browser.find_element(By.XPATH, fix).is_displayed(), what="the button")
    browser.find_element(By.XPATH, fix).click()
    shows(browser, "K bob p is true at [p]")
    question.send_keys(Keys.CONTROL, Keys.END)
    question.send_keys(Keys.ENTER, "where? q")
    shows(browser, "in 1 of 2 worlds: [p q]")
    button = browser.find_element(
        By.CSS_SELECTOR, "[aria-label='Show the worlds of: where? q']"
    )
    button.click()
    until(
        lambda: len(browser.find_elements(By.CSS_SELECTOR, ".wk-stage .wk-lit")) == 1,
        what="the lit world",
    )
    time.sleep(0.5)
    browser.get(f"{lab.url}/logic")
    shows(browser, "in 1 of 2 worlds: [p q]")


def test_steps_and_worlds_are_looked_at(lab, browser):
    browser.get(f"{lab.url}/logic?model={packed(SMALL)}")
    shows(browser, "1 of 1: announce p")
    browser.find_element(By.TAG_NAME, "h1").click()
    browser.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    shows(browser, "0 of 1: at first")
    spot = browser.find_elements(By.CSS_SELECTOR, ".wk-stage [data-world]")[0]
    click(browser, spot)
    shows(browser, "bob holds possible:")
    browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    shows(browser, "1 of 1: announce p")


def test_a_way_to_a_goal_is_found_and_stepped_through(lab, browser):
    three = "facts p\nann sees p\nbob, cat see nothing\nactual p\n"
    browser.get(f"{lab.url}/logic?model={packed(three)}")
    shows(browser, "at first")
    goal = browser.find_element(By.CSS_SELECTOR, ".wk-way input")
    goal.send_keys("K bob p & ~K cat p")
    click(browser, browser.find_element(By.XPATH, "//button[contains(., 'Find a way')]"))
    shows(browser, "1 step, and no way is shorter.")
    shows(browser, "0 of 1: at first")
    assert field(browser, "step").get_attribute("value") == "show bob: p"
    browser.find_element(By.CSS_SELECTOR, "[aria-label='Step on']").click()
    shows(browser, "1 of 1: show bob: p")
    goal.send_keys(" & ~p", Keys.ENTER)
    shows(browser, "There is no way of any length")


def test_the_builder_writes_into_the_cell_with_the_cursor(lab, browser):
    browser.get(f"{lab.url}/logic?model={packed(SMALL)}")
    shows(browser, "K bob p is true at [p]")
    browser.find_element(By.XPATH, "//*[text()='Formula builder and cheat sheet']").click()
    question = field(browser, "question")
    question.send_keys(Keys.CONTROL, "a")
    question.send_keys("true? ")
    for said in ("not", "ann knows that", "the fact or part q"):
        found = f".wk-sign-button[aria-label='{said}']"
        until(
            lambda: browser.find_element(By.CSS_SELECTOR, found).is_displayed(),  # noqa: B023
            what=said,
        )
        click(browser, browser.find_element(By.CSS_SELECTOR, found))
    assert question.get_attribute("value") == "true? ~K ann q"
    shows(browser, "~K ann q is true at [p]")


def test_an_example_takes_the_place_of_all(lab, browser):
    browser.get(f"{lab.url}/logic")
    shows(browser, "Begin with an example")
    browser.find_element(By.XPATH, "//label[.//*[text()='Begin with an example']]").click()
    entry = "//*[@role='option'][contains(., 'Sally and Anne')]"
    until(lambda: browser.find_element(By.XPATH, entry), what="the example").click()
    shows(browser, "K sally basket is true")


SAVED = {
    "Text for whoknows check (.txt)": ("model.txt", "announce p"),
    "Notebook for Jupyter (.ipynb)": ("model.ipynb", '"nbformat"'),
    "This picture (.svg)": ("model.svg", "<svg"),
    "This picture for LaTeX (TikZ)": ("model.tex", "tikzpicture"),
}


def test_everything_of_the_menu_is_taken_along(lab, browser, tmp_path):
    folder = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Page.setDownloadBehavior", folder)
    browser.get(f"{lab.url}/logic?model={packed(SMALL)}")
    shows(browser, "K bob p is true at [p]")
    for item, (file, holds) in SAVED.items():
        choose(browser, item)
        until(lambda: (tmp_path / file).is_file(), what=file)  # noqa: B023
        until(lambda: holds in (tmp_path / file).read_text(), what=holds)  # noqa: B023
    assert cells_of((tmp_path / "model.txt").read_text()) == cells_of(SMALL)
    choose(browser, "Copy a link")
    shows(browser, "The link is copied.")


def choose(browser, item):
    """Open the menu, and choose something of it."""
    menu = "//button[contains(., 'Take it along')]"
    until(lambda: browser.find_element(By.XPATH, menu).click() is None, what="the menu")
    entry = f"//*[contains(@class, 'q-menu')]//*[text()='{item}']"
    until(lambda: browser.find_element(By.XPATH, entry).click() is None, what=item)
    until(lambda: not browser.find_elements(By.CLASS_NAME, "q-menu"), what="no menu")
