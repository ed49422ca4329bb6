"""A game of one's own in a browser: written, saved, sent, played by two, and watched."""

import time

from tests.web.serving import until
from tests.web.test_playing_codes import lines, page, press, seen, status, texts
from whoknows.games.written.rules import gallery_text
from whoknows.web.packed_links import packed

COPIED = "navigator.clipboard.writeText = text => { window.copied = text }"
ADDRESS = """return [...document.querySelectorAll('.wk-side a')].map(a => a.href)
    .find(address => address.includes('/join/'))"""
TEXT = "return document.querySelector('textarea').value"


def game_text(browser):
    """The words of the text that lies open beside the board."""
    return " ".join(texts(browser, ".wk-game-text")).split()


def choose(browser, label, entry):
    """Choose an entry of a list."""
    browser.execute_script(f"document.querySelector('[aria-label=\"{label}\"]').click()")
    entries = ".q-menu [role=option]"
    until(lambda: entry in texts(browser, entries), what="the entries")
    browser.execute_script(
        "[...document.querySelectorAll(arguments[0])].find(e =>"
        " e.innerText === arguments[1]).click()",
        entries,
        entry,
    )


def test_a_text_is_sent_saved_watched_and_played_by_two(lab, browser, browsers, tmp_path):
    text = gallery_text("guesswho")
    browser.get(f"{lab.url}/gallery")
    until(lambda: "Guess Who" in page(browser), what="the gallery")
    browser.get(f"{lab.url}/write?name=guesswho")
    until(lambda: "64 worlds" in page(browser), what="the worlds, counted")
    # The link holds the whole text.
    browser.execute_script(COPIED)
    press(browser, "Copy a link")
    link = until(lambda: browser.execute_script("return window.copied"), what="a link")
    # So does the file.
    folder = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", folder)
    press(browser, "Save the text")
    saved = tmp_path / "my.game"
    until(lambda: saved.exists() and saved.read_text() == text, what="the file")
    # Strategies play it, and the text lies open beside the board.
    press(browser, "Watch")
    until(lambda: "/watch/" in browser.current_url, what="the room")
    until(lambda: game_text(browser) == text.split(), what="the text")
    browser.get(link)
    until(lambda: browser.execute_script(TEXT) == text, what="the text of the link")
    # Two people play it.
    until(lambda: "64 worlds" in page(browser), what="the worlds, counted")
    choose(browser, "The other seats are played by", "people, by links")
    press(browser, "Play")
    until(lambda: "/table/" in browser.current_url, what="the table")
    until(lambda: "your turn" in status(browser), what="my turn")
    assert texts(browser, "h1") == ["Guess Who"]
    assert game_text(browser) == text.split()
    until(lambda: "12%" in page(browser), what="what Bob may hide, with its chances")
    press(browser, "worlds")
    until(lambda: seen(browser, ".wk-panel .wk-spot svg"), what="worlds as small boards")
    other = browsers()
    other.get(until(lambda: browser.execute_script(ADDRESS), what="the invitation"))
    until(lambda: "You are Bob" in status(other), what="the seat")
    # A move is taken back only if the other agrees; the history tells it to both.
    moved_and_asked(browser, other)
    press(other, "Do not agree")
    until(lambda: seen(browser, ".wk-history li"), what="the move stays")
    until(lambda: "Bob does not agree" in page(browser), what="the answer")
    press(browser, "Ask to take back")
    until(lambda: "wants to take the last move back" in page(other), what="the question")
    press(other, "Agree")
    for each in (browser, other):
        until(lambda b=each: "took everything back" in page(b), what="the history")
        assert not lines(each)
    until(lambda: "your turn" in status(browser), what="my turn again")


def moved_and_asked(browser, other):
    """The first makes a move, both see it, and the first wants to have it back."""
    until(lambda: seen(browser, ".wk-card button.q-btn--outline"), what="moves")
    browser.execute_script(
        "document.querySelector('.wk-card .gap-2 > button.q-btn--outline').click()"
    )
    for each in (browser, other):
        until(lambda b=each: len(lines(b)) == 1, what="the move")
    press(browser, "Ask to take back")
    until(lambda: "wants to take the last move back" in page(other), what="the question")


def choose_word(browser, place, word):
    """Choose another word at a place of the move that is put together."""
    field = f"document.querySelector('[aria-label=\"guess {place}\"]').click()"

    def opened():  # a click that the page could not take yet is made again
        browser.execute_script(field)
        time.sleep(1)
        return word in texts(browser, ".q-menu [role=option]")

    until(opened, what="the words")
    browser.execute_script(
        "[...document.querySelectorAll('.q-menu [role=option]')].find(e =>"
        f" e.innerText === '{word}').click()"
    )


PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
TYPED = """const field = document.querySelector('textarea');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')
        .set.call(field, arguments[0]);
    field.dispatchEvent(new Event('input', {bubbles: true}))"""
CURSOR = """const field = document.querySelector('textarea');
    const style = getComputedStyle(field);
    const before = field.value.slice(0, field.selectionStart), lines = before.split('\\n');
    const line = field.getBoundingClientRect().top + parseFloat(style.paddingTop)
        + (lines.length - 1) * parseFloat(style.lineHeight);
    return [document.activeElement === field && field.value.slice(field.selectionStart),
        0 < line && line < innerHeight, field.scrollLeft > 0]"""


def test_a_mistake_out_of_sight_is_gone_to_on_a_phone(lab, browser):
    far = "law p | p | p | p | p | p | p | p | p | p | p | p | p | p | wrong"
    lines_below = ["move go", "ends if round = 1", *["#"] * 60]
    text = "\n".join(["seats ann # 🂡 has two halves", "facts p", far, *lines_below])
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    try:
        browser.get(f"{lab.url}/write?name=hats")
        until(lambda: "Hats: 8 worlds" in page(browser), what="the worlds, counted")
        browser.execute_script(TYPED, text)
        until(lambda: "no name 'wrong'" in page(browser), what="the mistake")
        press(browser, "Go to it")
        there = ["\n".join(["wrong", *lines_below]), True, True]
        until(lambda: browser.execute_script(CURSOR) == there, what="the cursor there")
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_each_seat_can_have_its_own_player(lab, browser):
    text = "seats ann, bob, cai\nfacts p\nmove go\nends if round = 9\n"
    browser.get(f"{lab.url}/write?text={packed(text)}")
    until(lambda: "2 worlds" in page(browser), what="the worlds, counted")
    browser.execute_script(
        "[...document.querySelectorAll('.q-expansion-item')].find(e =>"
        " e.innerText.startsWith('Seat by seat')).querySelector('[role=button]').click()"
    )
    choose(browser, "Cai is played by", "a person, by a link")
    press(browser, "Play")
    until(lambda: "/table/" in browser.current_url, what="the table")
    until(lambda: "The seat of Cai" in page(browser), what="the invitation")
    assert "The seat of Bob" not in page(browser)


def test_a_move_of_many_is_put_together_word_by_word(lab, browser):
    made = lab.create("written", setup={"text": gallery_text("mastermind")}, chairs=["Ann"])
    browser.get(lab.table(made["room"], made["keys"]["host"]))
    until(lambda: "red red red red" in texts(browser, ".q-btn"), what="the first move")
    for place, word, said in (
        (2, "blue", "red blue red red"),
        (4, "green", "red blue red green"),
    ):
        choose_word(browser, place, word)
        until(lambda s=said: s in texts(browser, ".q-btn"), what="the move in words")
    press(browser, "red blue red green")
    until(lambda: len(lines(browser)) == 1, what="the move")
    assert "Ann: red blue red green" in lines(browser)[0]
    # What was put together stays, to be changed a little.
    until(lambda: "red blue red green" in texts(browser, ".q-btn"), what="the words again")
