"""Scales as text and as SVG."""

from xml.etree import ElementTree

import pytest

from whoknows.games.balance.rules import Weighing
from whoknows.games.balance.show.board_picture import picture, scales_text

WEIGHING = Weighing((1, 2, 3), (4, 5, 6))


def row_of(text, word):
    """The line on which a word stands."""
    return next(k for k, line in enumerate(text.splitlines()) if word in line)


@pytest.mark.parametrize(("answer", "sign"), [("LT", -1), ("EQ", 0), ("GT", 1), (None, 0)])
def test_the_lighter_pan_is_up(answer, sign):
    text = scales_text(WEIGHING, answer)
    lower = row_of(text, "1 2 3") - row_of(text, "4 5 6")
    assert (lower > 0) - (lower < 0) == sign
    assert all(line == line.rstrip() for line in text.splitlines())


def test_many_coins_stay_within_the_line():
    many = Weighing(tuple(range(1, 101)), tuple(range(101, 201)))
    assert max(map(len, scales_text(many, "LT").splitlines())) < 80


def test_the_picture_has_every_coin_once():
    root = ElementTree.fromstring(picture([(WEIGHING, "GT")], good=(6,)))
    words = [node.text for node in root.iter() if node.tag.endswith("text")]
    assert words == ["1", "2", "3", "4", "5", "6", "1.", "left is heavier", ">"]
    turned = [n.get("transform") for n in root.iter() if n.get("transform")]
    assert turned[1].startswith("rotate(-7 ")  # the left pan is heavier, and lower
    fills = [n.get("fill") for n in root.iter() if n.tag.endswith("circle")]
    assert len({*fills[:5]}) == 1
    assert fills[5] != fills[0]


def test_very_many_coins_are_only_counted():
    many = Weighing(tuple(range(1, 101)), tuple(range(101, 201)))
    root = ElementTree.fromstring(picture([(many, None)]))
    words = [node.text for node in root.iter() if node.tag.endswith("text")]
    assert words.count("100 coins") == 2
    assert not any(node.tag.endswith("circle") for node in root.iter())


def test_several_weighings_are_one_below_the_other():
    root = ElementTree.fromstring(picture([(WEIGHING, "EQ"), (WEIGHING, None)]))
    groups = [node.get("transform") for node in root if node.tag.endswith("g")]
    assert groups == ["translate(0 0)", "translate(0 124)"]
