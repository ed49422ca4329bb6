"""Games played to their end in a real browser: Mastermind both ways, Bulls and Cows,
Balance, the hat game, and muddy children.

What is clicked comes from what the page's own seat may see, by the API, or from hints.
"""

import re

import pytest

from tests.web import serving
from tests.web.serving import new_browser
from whoknows.games.balance.knowledge import position_after
from whoknows.games.balance.rules import Line as Weighed
from whoknows.games.balance.rules import Rules as Coins
from whoknows.games.balance.rules import Weighing
from whoknows.games.balance.strategies import next_weighing
from whoknows.games.mastermind.knowledge import possible_codes
from whoknows.games.mastermind.rules import Answer, Line, Rules
from whoknows.web.rooms.new_room import strategy_words


def until(found, *, what="it"):
    """As `serving.until`, patient enough for a busy machine."""
    return serving.until(found, seconds=240, what=what)


@pytest.fixture(scope="module")
def phone():
    """A chromium as narrow as a phone."""
    opened = new_browser(width=390, height=900)
    yield opened
    opened.quit()


# The one button that is shown and has this text or name.
BUTTON = """
const shown = [...document.querySelectorAll('button')].filter(b => b.offsetParent !== null
  && [b.innerText.trim(), b.ariaLabel].includes(arguments[0]));
return shown.length === 1 ? shown[0] : null;
"""


AWAKE = "return Boolean(window.socket?.connected && window.did_handshake)"


class Page:
    """A page of a table, as a person uses it."""

    def __init__(self, lab, browser, made=None, key="host"):
        self.lab, self.browser = lab, browser
        if made is not None:
            self.room, self.key = made["room"], made["keys"][key]
            browser.get(lab.table(self.room, self.key))
            self.until_awake()

    @classmethod
    def from_form(cls, lab, browser, game, *buttons):
        """A game begun with the form, after a few clicks on it."""
        browser.get(f"{lab.url}/new/{game}")
        page = cls(lab, browser)
        page.until_awake("q-btn")
        for text in (*buttons, "Play"):
            page.click(text)
        until(lambda: "/table/" in browser.current_url, what="the table")
        page.until_awake()
        found = re.search(r"/table/([^?]+)\?key=(.+)", browser.current_url)
        page.room, page.key = found.groups()
        return page

    def until_awake(self, kind="wk-status"):
        """Wait until the page is built, and hears what is clicked."""
        until(lambda: self.browser.find_element("class name", kind), what=kind)
        until(lambda: self.browser.execute_script(AWAKE), what="the page to be awake")

    @property
    def status(self):
        return self.browser.find_element("class name", "wk-status").text

    @property
    def words(self):
        return self.browser.find_element("tag name", "main").text

    def view(self):
        """The room as this page's key sees it, by the API."""
        status, view = self.lab.ask(f"/rooms/{self.room}", key=self.key)
        assert status == 200, view
        return view

    def click(self, text):
        """Click the button with this text or name, once it can be clicked."""

        def found():
            button = self.browser.execute_script(BUTTON, text)
            if button is not None:
                button.click()
            return button

        until(found, what=f"the button {text}")

    def type(self, label, text):
        """Type into the field with this label, and Enter."""
        from selenium.webdriver.common.keys import Keys

        field = until(
            lambda: self.browser.find_element(
                "css selector", f'input[aria-label="{label}"]'
            ),
            what=label,
        )
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text, Keys.ENTER)

    def until_said(self, text):
        until(lambda: text in self.words, what=text)

    def turns(self):
        return len(self.view()["history"])

    def after(self, turns, what="a move"):
        """Wait until there are more turns than that, and the page has seen them."""
        until(lambda: self.turns() > turns, what=what)
        until(lambda: len(self.history()) >= min(turns + 1, self.turns()), what="history")

    def history(self):
        return self.browser.find_elements("css selector", ".wk-history li")

    def ended(self):
        view = self.view()
        return view["over"]

    def wide(self):
        """How many pixels the page is wider than its window."""
        return self.browser.execute_script(
            "const at = document.documentElement; return at.scrollWidth - at.clientWidth"
        )


def board_of(view):
    """Rules and lines of a board of Mastermind, from a sight as JSON."""
    setup, sight = view["setup"], view["sight"]
    rules = Rules(setup["pegs"], setup["colors"], setup["repeats"], setup["blacks_only"])
    lines = [
        Line(tuple(line["guess"]), Answer(**line["answer"])) for line in sight["lines"]
    ]
    return rules, lines


def first_possible(view):
    rules, lines = board_of(view)
    return rules.code_name(rules.code(int(possible_codes(rules, lines)[0])))


def break_it(page):
    """Guess the first possible code until the game is over."""
    while not page.ended():
        turns = page.turns()
        page.type("Your guess", first_possible(page.view()))
        page.after(turns)
        if not page.ended():  # the next guess can be typed at once
            focus = page.browser.switch_to.active_element
            assert focus.get_attribute("aria-label") == "Your guess"
    until(lambda: "found the code" in page.status, what="the end")


def test_mastermind_you_break_by_clicking_and_by_typing(lab, browser):
    page = Page(lab, browser, lab.create("mastermind", chairs=["Ann"]))
    for color in "1122":
        page.click(f"color {color}")
    assert until(
        lambda: page.browser.find_element("css selector", '[aria-label="peg 4: color 2"]')
    )
    page.click("Guess")
    page.after(0)
    break_it(page)
    code = re.search(r"found the code (\d{4}) in", page.status)[1]
    assert code in page.words
    page.click("Why?")
    until(lambda: f"Only {code} would have been answered just so" in page.words)


def test_bulls_and_cows_from_the_form(lab, browser):
    page = Page.from_form(lab, browser, "mastermind", "Bulls and Cows")
    setup = page.view()["setup"]
    assert (setup["pegs"], setup["colors"], setup["repeats"]) == (4, 10, False)
    page.type("Your guess", "1123")
    until(lambda: "repeats a digit" in page.words, what="the refusal")
    break_it(page)
    assert "bull" in page.words
    assert "Bulls and Cows" in page.browser.title


def test_a_guess_that_tells_nothing_is_warned_of(lab, browser):
    made = lab.create("mastermind", setup={"pegs": 2, "colors": 3}, chairs=["Ann"])
    page = Page(lab, browser, made)
    page.type("Your guess", "11")
    page.after(0)
    if page.ended():
        return
    page.type("Your guess", "11")
    until(
        lambda: (
            "cannot be the code"
            in page.browser.find_element("css selector", ".q-dialog").text
        )
    )
    page.click("Think again")
    assert page.turns() == 1
    break_it(page)


def test_mastermind_you_make_and_are_caught(lab, phone):
    chairs = [("Computer", "first"), "Ann"]
    made = lab.create("mastermind", setup={"maker": "mind"}, chairs=chairs)
    page, code = Page(lab, phone, made), (0, 0, 1, 2)
    slipped = False
    while not page.ended():
        view = until(lambda: (v := page.view())["my_turn"] and v, what="a guess")
        rules, lines = board_of(view)
        guess = tuple(view["sight"]["pending"])
        page.until_said(f"The guess is {rules.code_name(guess)}")
        right, turns = rules.answer(guess, code), page.turns()
        wrong = impossible(rules, lines, guess) if lines and not slipped else None
        page.click(words_of(wrong or right))
        page.after(turns)
        if wrong:
            slipped = True
            mend(page, len(lines), right)
    assert slipped
    until(lambda: "found the code 1123" in page.status, what="the end")
    assert page.wide() <= 0


def words_of(answer):
    return f"{answer.black} black, {answer.white} white"


def impossible(rules, lines, guess):
    """An answer to a guess with which no code would be left."""
    for answer in rules.every_answer:
        if answer.black < rules.pegs and not len(
            possible_codes(rules, [*lines, Line(guess, answer)])
        ):
            return answer
    return None


def mend(page, place, right):
    """Correct the last line, after the page has said what contradicts."""
    until(lambda: "No code agrees with all your answers" in page.words, what="the dispute")
    alert = page.browser.find_element("css selector", "[role=alert].wk-wrong:not(:empty)")
    assert "contradict each other" in alert.text or "never be answered so" in alert.text
    svg = page.browser.find_element("css selector", ".wk-picture svg")
    assert "in dispute" in svg.get_attribute("outerHTML")
    label = f"Line {place + 1}: "
    field = until(
        lambda: next(
            one
            for one in page.browser.find_elements("css selector", "[role=combobox]")
            if (one.get_attribute("aria-label") or "").startswith(label)
        ),
        what=label,
    )
    field.click()
    until(lambda: choose(page, words_of(right)), what="the choice")
    turns = page.turns()
    page.click("Correct")
    page.after(turns, "the correction")


def choose(page, text):
    options = page.browser.find_elements("css selector", ".q-menu [role=option]")
    [option] = [one for one in options if one.text == text]
    option.click()
    return True


def test_a_code_told_to_the_referee_is_checked(lab, browser):
    chairs = [("Computer", "first"), "Ann"]
    setup = {"maker": "checked", "pegs": 2, "colors": 3}
    page = Page(lab, browser, lab.create("mastermind", setup=setup, chairs=chairs))
    page.type("Your code", "31")
    until(lambda: page.view()["sight"]["pending"], what="a guess")
    page.click("0 black, 2 white")  # the guess is 11
    until(lambda: "against your code 31 is not 0,2" in page.words, what="the refusal")
    while not page.ended():
        view = until(lambda: (v := page.view())["my_turn"] and v, what="a guess")
        rules, _ = board_of(view)
        turns = page.turns()
        page.click(words_of(rules.answer(tuple(view["sight"]["pending"]), (2, 0))))
        page.after(turns)
    until(lambda: "found the code 31" in page.status, what="the end")


def test_balance_you_weigh(lab, browser):
    page = Page(lab, browser, lab.create("balance", chairs=["Ann"]))
    while not page.ended():
        turns, view = page.turns(), page.view()
        rules = Coins(12)
        lines = tuple(
            Weighed(Weighing(*map(tuple, line["weighing"].values())), line["answer"])
            for line in view["sight"]["lines"]
        )
        best = next_weighing(position_after(rules, lines), "optimal")
        for pan, coins in (("the left pan", best.left), ("the right pan", best.right)):
            page.click(pan)
            for coin in coins:
                page.click(f"coin {coin}, off")
        page.click("Weigh")
        page.after(turns)
    until(lambda: "Ann found it in 3 weighings: " in page.status, what="the end")
    assert re.search(r"3 weighings: \d+ (heavy|light)\.", page.status)
    assert "left is" in page.words or "balance" in page.words


def test_a_weighing_that_tells_nothing_is_warned_of(lab, browser):
    setup = {"coins": 3, "kind": "heavy", "references": 2}
    page = Page(lab, browser, lab.create("balance", setup=setup, chairs=["Ann"]))
    page.type("Or type it, like 1 2 : 3 4", "4 : 5")
    until(
        lambda: (
            "tells nothing new"
            in page.browser.find_element("css selector", ".q-dialog").text
        )
    )
    page.click("Do it anyway")
    page.after(0)


def test_the_form_of_a_hat_game_seats_a_team_that_keeps_to_one_deal(lab, browser):
    browser.get(f"{lab.url}/new/hats")
    page = Page(lab, browser)
    page.until_awake("q-btn")
    page.click("Two of three red")
    words = strategy_words("hats")
    browser.find_element("xpath", "//*[text()='Who plays']").click()
    label = "Let all other seats be played by"
    field = f'[role=combobox][aria-label="{label}"]'
    until(
        lambda: browser.find_element("css selector", field).click() is None,
        what="the field",
    )
    until(lambda: choose(page, words["opposite"]), what="the choice")
    played = '.wk-chair [role=combobox][aria-label="played by"]'

    def seated():
        found = browser.find_elements("css selector", played)
        return [part.get_attribute("value") for part in found]

    team = ["A person", words["opposite"], words["opposite"]]
    until(lambda: seated() == team, what=str(seated()))
    page.click("Play")
    page.until_awake()
    assert "You are Brid" in page.status


def test_hats_you_are_one_of_the_team(lab, phone):
    team = ["Ann", ("Finn", "adequate"), ("Nora", "adequate")]
    page = Page(lab, phone, lab.create("hats", chairs=team))
    assert page.view()["sight"]["secret"] is None
    until(
        lambda: page.browser.find_element("css selector", "svg.wk-cube .lost"), what="cube"
    )
    assert len(page.browser.find_elements("css selector", "svg.wk-cube circle.won")) == 6
    assert len(page.browser.find_elements("css selector", "svg.wk-cube circle.here")) == 2
    page.click("What does it tell me to say?")
    said = until(
        lambda: re.search(r"By adequate you say: (\w+)\.", page.words), what="advice"
    )
    page.click(said[1].capitalize())
    until(page.ended, what="the end")
    hats = page.view()["sight"]["secret"]
    until(lambda: "The hats: Ann " in page.status, what="the end")
    lost = len({*hats}) == 1  # the deal loses where all hats are of one color
    assert ("The team has lost" in page.status) == lost
    assert page.wide() <= 0


def test_muddy_children_by_the_hints(lab, phone):
    chairs = ["Ann", *((name, "logician") for name in ("Bob", "Cat", "Dan"))]
    page = Page(lab, phone, lab.create("muddy", setup={"children": 4}, chairs=chairs))
    assert "At least one of you is muddy" in page.words
    while not page.ended() and page.view()["my_turn"]:
        turns = page.turns()
        page.click("What would a logician do?")
        said = until(
            lambda: re.search(r"A logician would say: (I am [a-z ]+)\.", page.words),
            what="the hint",
        )
        page.click(said[1])
        page.after(turns)
    until(lambda: page.ended(), what="the end")
    until(lambda: "Right: Ann, Bob, Cat, Dan." in page.status, what="the end")
    assert page.wide() <= 0


def test_a_child_that_guesses_is_warned_and_told(lab, browser):
    chairs = ["Ann", *((name, "logician") for name in ("Bob", "Cat"))]
    setup = {"children": 3, "least": 0}
    page = Page(lab, browser, lab.create("muddy", setup=setup, chairs=chairs))
    page.click("I am clean")
    until(
        lambda: (
            "You cannot know" in page.browser.find_element("css selector", ".q-dialog").text
        )
    )
    page.click("Do it anyway")
    until(page.ended, what="the end")
    until(lambda: "Ann could not know that" in page.words, what="the verdict")
