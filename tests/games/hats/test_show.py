"""Pictures: well formed, with every corner once, and refused beyond five players."""

from xml.etree import ElementTree as Xml

import pytest

from whoknows.errors import TooLarge
from whoknows.games.hats.rules import Rules, parse_deal
from whoknows.games.hats.show.board_picture import (
    crossings_svg,
    cube_svg,
    cube_text,
    deal_title,
)

LOST = {2: [0, 3], 3: [0, 7], 4: [0, 1, 14, 15], 5: [0, 1, 2, 15, 23, 27, 28]}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("players", LOST)
def test_the_text_cube_names_every_corner_with_its_mark(players):
    rules = Rules(players)
    text = cube_text(LOST[players], rules)
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("×") == len(LOST[players])
    assert text.count("○") == rules.size - len(LOST[players])
    assert all(text.count(rules.name(code)) == 1 for code in range(rules.size))


@pytest.mark.parametrize("players", LOST)
def test_the_svg_cube_has_every_corner_and_edge(players):
    rules, lost = Rules(players), LOST[players]
    tree = Xml.fromstring(cube_svg(lost, rules))
    classes = [part.get("class") for part in tree.iter()]
    assert classes.count("won") == rules.size - len(lost)
    assert classes.count("lost") == len(lost)
    edges = sum(classes.count(kind) for kind in ("edge", "far", "guess", "free"))
    assert edges == players << (players - 1)
    names = [part.text for part in tree.iter(f"{SVG}text")]
    assert all(names.count(rules.name(code)) == 1 for code in range(rules.size))


def test_edges_tell_guesses_and_free_choices():
    tree = Xml.fromstring(cube_svg(LOST[4], Rules(4)))
    classes = [part.get("class") for part in tree.iter()]
    assert classes.count("free") == 2
    assert classes.count("guess") == 4 * 4 - 2 * 2


def test_crossings_are_the_edges_of_the_cube():
    assert crossings_svg(3).count('class="edge"') == 12


def test_a_title_tells_the_deal():
    rules = Rules(3)
    title = deal_title(parse_deal("BPPR BPPR BPPR", rules), rules, 6)
    assert title == "BPPR BPPR BPPR: 6 of 8 rounds won"


def test_what_is_no_cube_is_refused():
    for rules in (Rules(6), Rules(3, 3)):
        with pytest.raises(TooLarge, match="at most 5 players"):
            cube_svg((), rules)
        with pytest.raises(TooLarge, match="two colors"):
            cube_text((), rules)
