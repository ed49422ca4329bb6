"""The formula playground: what it works out, and what a link can hold."""

import zlib
from base64 import urlsafe_b64encode
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whoknows.errors import BadFile, TooLarge, WhoknowsError
from whoknows.web.playground import EXAMPLE, LONGEST, packed, played, unpacked, worked_out


def test_the_example_is_answered_and_drawn_after_every_step():
    found = played(EXAMPLE, "auto")
    assert [answer for _, answer, _ in found.answers] == ["no", "yes", "no"]
    assert len(found.pictures) == len(found.steps) == 3
    assert "ann cannot tell it from [b]" in found.answers[0][2]


def test_names_cannot_break_out_of_a_picture():
    text = 'facts "<script>alert(1)</script>" b\nann sees b\n'
    [picture] = played(text, "graph").pictures
    tags = {
        element.tag.split("}")[-1] for element in ElementTree.fromstring(picture).iter()
    }
    assert "script" not in tags
    assert "alert" in picture


def test_mistakes_are_said():
    with pytest.raises(WhoknowsError, match="model:2:8: the formula ends too soon"):
        worked_out("facts a\nlaw a &", "auto")
    with pytest.raises(WhoknowsError, match="style"):
        played(EXAMPLE, "cubist")
    with pytest.raises(TooLarge, match="20000 are allowed"):
        played("#" * (LONGEST + 1), "auto")


@given(st.text(max_size=200))
def test_a_link_gives_its_text_back(text):
    assert unpacked(packed(text)) == text


@pytest.mark.parametrize("damaged", ["x", "####", packed(EXAMPLE)[:-9], "AAAA"])
def test_a_damaged_link_is_refused(damaged):
    with pytest.raises(BadFile, match="damaged"):
        unpacked(damaged)


def test_a_link_that_unpacks_to_too_much_is_refused():
    bomb = urlsafe_b64encode(zlib.compress(b"#" * 10**7)).decode()
    with pytest.raises(BadFile, match="more than 20000"):
        unpacked(bomb)
