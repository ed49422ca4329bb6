"""The pictures of the cards: well-formed, with words for who cannot see them."""

from xml.etree import ElementTree

import pytest

from whoknows.catalog import GAMES
from whoknows.web.home import EXPLORE, SHOWN
from whoknows.web.pictures import PICTURES, game_picture


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_drawn_and_said(name):
    root = ElementTree.fromstring(game_picture(name))
    assert root[0].tag.endswith("title")
    assert len(root[0].text) > 20
    assert len(root) > 4


def test_every_game_has_a_card_and_every_card_a_picture():
    assert {shown.name for shown in SHOWN} >= set(GAMES)
    assert {shown.name for shown in SHOWN} | {name for name, *_ in EXPLORE} == set(PICTURES)


def test_a_game_without_a_picture_has_an_empty_one():
    root = ElementTree.fromstring(game_picture("<new>"))
    assert [child.text for child in root] == ["<new>"]
