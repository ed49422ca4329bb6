"""The pages of solvers in a real browser: they answer, stay awake, stop, and share."""

import signal
import time

import psutil
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from machine import PATIENCE
from tests.web.serving import Lab, until
from whoknows.web.server.workers import LAST

pytestmark = pytest.mark.xdist_group("explore")


def text_of(browser):
    return browser.find_element(By.TAG_NAME, "body").text


def shows(browser, words, seconds=240):
    """Wait until the page shows some words."""
    until(lambda: words in text_of(browser), seconds=seconds, what=words)


def choose(browser, label, option):
    """Choose an entry of a select."""
    field = f"//label[.//*[text()='{label}']]"

    def opened():  # a click that the page could not take yet is made again
        found = browser.find_element(By.XPATH, field)
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
        found.click()
        return True

    until(opened, what=label)
    entry = (
        f"//*[contains(@class,'q-menu')]//*[@role='option'][normalize-space()='{option}']"
    )
    until(lambda: browser.find_element(By.XPATH, entry), what=option).click()


def test_the_first_page_leads_everywhere_and_remembers_the_theme(lab, browser):
    browser.get(lab.url)
    shows(browser, "Muddy children")
    links = {link.get_attribute("href") for link in browser.find_elements(By.TAG_NAME, "a")}
    for path in ("/play", "/watch", "/explore", "/experiments", "/explore/hats", "/logic"):
        assert lab.url + path in links
    before = browser.execute_script("return document.documentElement.dataset.theme")
    browser.find_element(By.CSS_SELECTOR, ".wk-theme").click()
    browser.get(f"{lab.url}/explore")
    shows(browser, "Plans of weighings")
    after = browser.execute_script("return document.documentElement.dataset.theme")
    assert {before, after} == {"light", "dark"}
    dark = browser.execute_script("return document.body.classList.contains('body--dark')")
    assert dark == (after == "dark")


def test_the_keyboard_reaches_the_page_first_and_then_its_links(lab, browser):
    browser.get(f"{lab.url}/explore")
    shows(browser, "Plans of weighings")
    names = []
    for _ in range(11):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        focused = browser.switch_to.active_element
        names.append(focused.text or focused.get_attribute("aria-label"))
    assert names[:10] == [
        "Skip to the page", "whoknows", "Home", "Play", "Watch", "Learn", "Explore",
        "Experiments", "?", "Dark colors",
    ]  # fmt: skip
    assert names[10] == "Open"


def press_until(browser, path, done):
    """Press a button, again if the page was built anew just then, until something is so."""

    def pressed():
        if not done():
            for found in browser.find_elements(By.XPATH, path)[:1]:
                found.click()
            time.sleep(1)
        return done()

    until(pressed, what=path)


def test_the_best_deal_and_its_curve_follow_the_form_and_the_link(lab, browser):
    browser.get(f"{lab.url}/explore/hats")
    shows(browser, "wins 3/4")
    shows(browser, "1 − p + p²")
    assert len(browser.find_elements(By.CSS_SELECTOR, ".wk-cube .lost")) == 2
    choose(browser, "Players", "4")
    shows(browser, "Lost: 4 of 16 configurations")
    until(lambda: "players=4" in browser.current_url, what="the link")
    link = browser.current_url
    browser.get("about:blank")
    browser.get(link)
    shows(browser, "Lost: 4 of 16 configurations")


def test_the_deal_of_the_page_is_played_at_the_table(lab, browser):
    browser.get(f"{lab.url}/explore/hats?p=0.6")
    shows(browser, "Play this deal")
    deal = browser.find_element(By.CSS_SELECTOR, ".wk-essay .wk-mono").text
    browser.find_element(By.LINK_TEXT, "Play this deal").click()
    shows(browser, f"The deal agreed on: {deal}.")
    shows(browser, "With Finn (agreed) and Nora (agreed)")
    browser.find_element(By.XPATH, "//button[.//*[text()='Play']]").click()
    shows(browser, f"The table has agreed on {deal}.")
    browser.find_element(
        By.XPATH, "//button[contains(., 'What does it tell me to say?')]"
    ).click()
    shows(browser, "By agreed you say:")
    said = browser.find_element(By.XPATH, "//*[contains(text(), 'By agreed you')]").text
    word = said.rpartition(" ")[2].strip(".")
    button = f"//button[.//*[translate(text(), 'RBP', 'rbp')='{word}']]"
    ends = ("The deal agreed wins", "By the deal agreed this is one of")
    press_until(browser, button, lambda: any(end in text_of(browser) for end in ends))


@pytest.mark.slow  # the curve of five players is compiled first
def test_every_kink_of_the_curve_is_asked_about_and_leads_on(lab, browser):
    browser.get(f"{lab.url}/explore/hats?players=5")
    shows(browser, "Why is there a kink at p = 2 − √2?", seconds=240)
    for title, said in (
        ("Why is there a kink at p = 2 − √2?", "4 with 2, 1 with 5"),
        ("Why is there a kink at p = 1/2?", "the same sets with the colors swapped"),
        ("Why is the curve the same on both", "Red and blue are only names."),
    ):
        assert said not in text_of(browser)
        question = browser.find_element(By.XPATH, f"//*[contains(text(), '{title}')]")
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", question)
        question.click()
        shows(browser, said)
    browser.find_element(By.LINK_TEXT, "at p = 0.59").click()
    shows(browser, "wins 7999436201/10000000000")
    assert "p=0.59" in browser.current_url
    shows(browser, "Play this deal")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("explore/hats?players=99", "players: 2 to 7, not '99'"),
        ("explore/hats?p=%3Cscript%3E", "is not a fraction or a decimal"),
        ("explore/mastermind?strategies=magic", "no strategy 'magic'"),
        ("explore/mastermind?pegs=6&colors=12", "2,985,984 codes"),
        ("explore/mastermind?answers=9,9", "does not come there"),
        ("explore/balance?coins=2", "no weighing can tell"),
        ("explore/balance?answers=LT;LT;LT;LT;LT", "does not come there"),
        ("experiments/nothing", "nothing"),
        ("logic?model=zzz", "this link is damaged"),
        ("nonsense/%3Cb%3E", "The lab has no page"),
    ],
)
def test_bad_links_get_a_message_and_a_page(lab, browser, path, said):
    browser.get(f"{lab.url}/{path}")
    shows(browser, said)
    assert "whoknows" in browser.title


def test_strategies_are_compared_and_a_plan_is_walked(lab, browser):
    browser.get(f"{lab.url}/explore/mastermind?strategies=worst-case&plan=worst-case")
    shows(browser, "5801")
    shows(browser, "1,296 codes are possible; at most 5 guesses to go")
    for left in ("256 codes are possible", "One code is left"):
        browser.find_element(By.CSS_SELECTOR, ".wk-step").click()
        shows(browser, left)
    assert "answers=0,0;0,0" in browser.current_url
    assert len(browser.find_elements(By.CSS_SELECTOR, ".wk-picture circle")) == 12
    browser.find_element(By.XPATH, "//button[contains(., 'From the start')]").click()
    shows(browser, "1,296 codes are possible")
    browser.execute_script("scrollTo(0, 0)")
    choose(browser, "Colors", "3")
    until(lambda: "colors=3" in browser.current_url, what="another question")
    stale = text_of(browser)  # whatever is said now is said of three colors
    assert "5801" not in stale
    assert "1,296" not in stale
    shows(browser, "81 codes are possible")


def focused_button(browser, words):
    """The button that the keyboard is at, if it shows these words."""
    here = browser.switch_to.active_element
    return here if here.tag_name == "button" and words in here.text else None


def test_a_plan_of_weighings_is_walked_to_a_coin(lab, browser):
    browser.get(f"{lab.url}/explore/balance?coins=9&kind=heavy&goal=coin")
    shows(browser, "at most 2 weighings")
    browser.find_element(By.XPATH, "//button[contains(., 'left is lighter')]").click()
    shows(browser, "3 cases are possible")
    step = until(lambda: focused_button(browser, "found: 5"), what="the keyboard there")
    step.send_keys(Keys.ENTER)
    shows(browser, "Found: ")
    assert browser.find_elements(By.CSS_SELECTOR, ".wk-tree a rect")
    browser.execute_script("scrollTo(0, 0)")
    choose(browser, "Odd", "2")
    until(lambda: "odd=2" in browser.current_url, what="another question")
    stale = text_of(browser)
    assert "at most 2 weighings" not in stale
    assert "Found: " not in stale
    shows(browser, "at most 4 weighings")
    coins = browser.find_element(By.CSS_SELECTOR, "input[aria-label='Coins']")
    coins.send_keys(Keys.CONTROL, "a", Keys.NULL, "1")
    shows(browser, "coins")
    until(lambda: "at most 4 weighings" not in text_of(browser), what="no older answer")
    assert not browser.find_elements(By.CSS_SELECTOR, ".wk-tree a rect")


def children(lab, nice=None):
    """The processes of the server that compute something, perhaps only the nicest."""
    server = psutil.Process(lab.process.pid)
    family = server.children(recursive=True)
    before = [(process, spent(process)) for process in family]
    time.sleep(1)  # on a busy machine they get little of it
    busy = [process for process, was in before if spent(process) > was]
    if nice is None:
        return busy
    nicest = min(server.nice() + nice, 19)  # the machine has no nicer ones
    return [process for process in busy if process.nice() == nicest]


def spent(process):
    """The processor time that a process took so far; 0 once it is gone."""
    try:
        return process.cpu_times().user
    except psutil.NoSuchProcess:
        return 0


def test_a_long_solver_lets_the_page_answer_and_is_really_stopped(lab, browser):
    browser.get(f"{lab.url}/explore/mastermind?strategies=optimal&plan=first&colors=8")
    cancel = "//button[contains(., 'Cancel')]"
    until(lambda: browser.find_element(By.XPATH, cancel).is_displayed(), what="cancel")
    shows(browser, "4,096 codes are possible")
    begun = until(lambda: children(lab, LAST), what="a solver at work")
    start = "//button[contains(., 'From the start')]"
    step, back, there = (
        "//*[contains(@class, 'wk-step')]",
        f"{start}[not(@disabled)]",
        f"{start}[@disabled]",
    )
    for _ in range(3):  # the address changes before the page does
        press_until(browser, step, lambda: browser.find_elements(By.XPATH, back))
        press_until(browser, back, lambda: browser.find_elements(By.XPATH, there))
        until(lambda: "answers=" not in browser.current_url, what="its address")
    # The lab serves other tests too: ours is the solver that never rests.
    busy = until(lambda: [p for p in children(lab, LAST) if p in begun], what="still so")
    button = browser.find_element(By.XPATH, cancel)
    browser.execute_script("arguments[0].click()", button)  # the bar may lie above it
    shows(browser, "Stopped.")
    gone, alive = psutil.wait_procs(busy, timeout=PATIENCE)
    assert gone
    assert not alive


@pytest.fixture
def mine(tmp_path):
    """A lab of one's own, to be killed."""
    served = Lab(tmp_path).start()
    yield served
    served.stop(signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_solvers_and_experiments_end_with_the_server(mine, browser, how):
    browser.get(f"{mine.url}/experiments")
    shows(browser, "None yet")
    games = browser.find_element(By.XPATH, "//input[@aria-label='Games in each series']")
    games.send_keys("000")
    browser.find_element(By.XPATH, "//button[contains(., 'Start')]").click()
    shows(browser, "a second")
    browser.get(f"{mine.url}/explore/mastermind?strategies=optimal&plan=first&colors=8")
    shows(browser, "4,096 codes are possible")
    until(lambda: len(children(mine)) >= 2, seconds=240, what="two solvers at work")
    family = psutil.Process(mine.process.pid).children(recursive=True)
    mine.stop(how)
    _, alive = psutil.wait_procs(family, timeout=PATIENCE)
    assert not alive
