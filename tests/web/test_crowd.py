"""Fifty pages in ten rooms keep playing."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.web.serving import until
from tests.web.tap import Tap, marks

ROOMS, PAGES = 10, 5


def play(lab, made, moves):
    """Play guesses in one room, by the person who breaks the code."""
    room, key = made["room"], made["keys"]["host"]
    for number in range(moves):
        body = {"move": f"{number // 4 + 1}{number % 4 + 1}11", "at": number}
        status, document = lab.ask(f"/rooms/{room}/moves", body, key)
        if document.get("over"):
            return number + 1
        assert status == 200, document
    return moves


@pytest.mark.slow
def test_fifty_pages_in_ten_rooms_follow_their_games(lab):
    rooms = [lab.create("mastermind", setup={"rows": 30}) for _ in range(ROOMS)]
    with ThreadPoolExecutor(ROOMS) as pool:
        taps = list(
            pool.map(
                lambda k: Tap(lab, f"/table/{rooms[k % ROOMS]['room']}"),
                range(ROOMS * PAGES),
            )
        )
        played = list(pool.map(lambda made: play(lab, made, 8), rooms))
    try:
        for number, tap in enumerate(taps):
            version = str(played[number % ROOMS])
            until(lambda tap=tap, v=version: marks(tap)[0] == v, seconds=240, what=version)
    finally:
        for tap in taps:
            tap.close()
    assert lab.errors == []
