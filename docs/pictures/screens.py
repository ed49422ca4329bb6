"""Pictures of the lab's pages, taken in a real browser: `scripts/screens`.

A lab of its own is started for them, with a database of its own.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent / "lab"
sys.path.insert(0, str(ROOT))


class Camera:
    """A browser that takes pictures of the pages of one lab."""

    def __init__(self, lab, browser):
        self.lab, self.browser = lab, browser
        browser.get(f"{lab.url}/explore")

    def take(self, address, name, *, shown, click="", height=900, theme="light"):
        """A page once it shows some words; after a click on a button, if wanted."""
        size = {"width": 1400, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.browser.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        self.browser.execute_script(f"localStorage.setItem('wk-theme', '{theme}')")
        self.browser.get(address)
        self.wait(shown)
        if click:
            self.browser.find_element("xpath", f"//button[contains(., '{click}')]").click()
        time.sleep(3)
        self.browser.save_screenshot(str(FOLDER / name))

    def bring(self, document):
        """The address of the review of a transcript that is brought to the lab."""
        from tests.web.serving import until

        file = Path(tempfile.mkdtemp()) / "game.json"
        file.write_text(json.dumps(document))
        self.browser.get(f"{self.lab.url}/watch")
        place = ("css selector", "input[type=file]")
        until(lambda: self.browser.find_element(*place)).send_keys(str(file))
        until(lambda: "/replay/" in self.browser.current_url, seconds=60, what="the game")
        room = self.browser.current_url.split("/replay/")[1].split("?")[0]
        return f"{self.lab.url}/review/{room}"

    def wait(self, words):
        """Wait until the page shows some words."""
        from tests.web.serving import until

        body = ("tag name", "body")
        until(
            lambda: words in self.browser.find_element(*body).text, seconds=90, what=words
        )


def davinci(lab):
    """A table of the Da Vinci Code in the middle of a game, from the seat of a person."""
    chairs = ["Ann", ("Bob", "careful"), ("Cat", "careful")]
    setup = {"players": 3, "tiles": 10, "hand": 3}
    while True:  # some games are over too soon
        made = lab.create("davinci", setup=setup, chairs=chairs)
        room, key = made["room"], made["keys"]["seats"][0]
        if moved(lab, room, key) and my_turn(lab, room, key):
            return lab.table(room, key)


def reviewed():
    """A game of the Da Vinci Code between strategies, as a transcript with names."""
    import whoknows as wk

    players = ["aggressive", "careful", "aggressive"]
    run = wk.play("davinci", players, seed=5, players=3, tiles=12, hand=3)
    return {**run.to_json(), "names": ["Ann", "Bob", "Cat"]}


def moved(lab, room, key):
    """Whether a move was made at a table before the game was over."""
    if not my_turn(lab, room, key):
        return False
    _, legal = lab.ask(f"/rooms/{room}/moves", key=key)
    lab.ask(f"/rooms/{room}/moves", {"move": legal["moves"][0]}, key=key)
    return True


def my_turn(lab, room, key):
    """Whether it is one's turn, once the strategies have moved."""
    from tests.web.serving import until

    def settled():
        _, view = lab.ask(f"/rooms/{room}", key=key)
        return view if view["my_turn"] or view["over"] else None

    return until(settled, what="the turn")["my_turn"]


def main():
    """All pictures."""
    from tests.web.serving import Lab, new_browser

    FOLDER.mkdir(exist_ok=True)
    lab = Lab(Path(tempfile.mkdtemp())).start()
    browser = new_browser()
    camera = Camera(lab, browser)
    explore = f"{lab.url}/explore"
    try:
        camera.take(davinci(lab), "table.png", shown="around", click="around", height=1250)
        camera.take(f"{lab.url}/", "home.png", shown="Muddy", height=1150)
        camera.take(f"{explore}/hats?players=5&p=7/10", "hats.png", shown="√2", height=1560)
        game = camera.bring(reviewed())
        page = f"{game}?turn=1&eyes=2"
        camera.take(page, "review.png", shown="The largest miss", height=1250)
        plan = f"{explore}/balance?answers=LT;EQ"
        camera.take(plan, "balance.png", shown="5 heavy", height=1820, theme="dark")
    finally:
        browser.quit()
        lab.stop()


if __name__ == "__main__":
    main()
