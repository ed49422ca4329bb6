"""The pictures of the cards: well-formed, with words for who cannot see them."""

from xml.etree import ElementTree

import pytest

from tests.toy import TOY
from whoknows.catalog import GAMES
from whoknows.play.face.face import face_of
from whoknows.web.home import EXPLORE, EXPLORED
from whoknows.web.pictures import explore_picture


@pytest.mark.parametrize("name", [*GAMES, "logic"])
def test_a_picture_is_drawn_and_said(name):
    root = ElementTree.fromstring(explore_picture(name))
    assert root[0].tag.endswith("title")
    assert len(root[0].text) > 20
    assert len(list(root.iter())) > 8


def test_every_page_to_explore_is_of_a_game_or_of_formulas():
    assert {name for name, *_ in EXPLORE} <= {*GAMES, "logic"}
    assert set(EXPLORED) <= set(GAMES)


def test_a_game_without_a_picture_has_its_title():
    root = ElementTree.fromstring(face_of(TOY).card_svg())
    assert root[0].text == "Toy"
