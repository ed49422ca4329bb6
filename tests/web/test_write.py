"""The page to write a game: what it shows of a text, and texts that are none."""

import pytest

from whoknows.errors import WhoknowsError
from whoknows.games.written.rules import gallery, gallery_text
from whoknows.web.packed_links import packed, unpacked
from whoknows.web.write import known_names, looked_at, text_named


def test_a_text_is_counted_and_drawn_before_the_first_move():
    found = looked_at(gallery_text("liar"))
    assert (found.title, found.worlds, found.seats) == ("Liar's dice", 1296, ("ann", "bob"))
    assert found.moves == 24  # one to four dice, of six faces; nobody can be called a liar
    assert found.picture.startswith("<svg")


def test_a_text_that_is_no_game_says_where_it_is_wrong():
    text = "seats ann\nfacts muddy\nlaw   muddy | mudy\nmove  go\nends  if round = 1"
    with pytest.raises(
        WhoknowsError, match=r"text:3:15: no name 'mudy'; did you mean 'muddy'"
    ):
        looked_at(text)


def test_every_text_of_the_gallery_can_be_sent_as_a_link(monkeypatch):
    from whoknows import catalog

    monkeypatch.setenv(catalog.FILES, "")  # a file that another test has opened stays
    for name in gallery():
        assert unpacked(packed(text_named(name))) == gallery_text(name)
        assert len(packed(gallery_text(name))) < 4000  # an address that browsers take
    assert set(known_names()) == {*gallery()}


def test_the_lab_has_the_files_that_it_was_opened_with(tmp_path, monkeypatch):
    from whoknows import catalog

    monkeypatch.setenv(catalog.FILES, "")
    file = tmp_path / "mine.game"
    text = "game Mine\nseats ann\nfacts p\nann sees p\nmove go\nends if round = 1\n"
    file.write_text(text)
    assert catalog.add_file(str(file)).title == "Mine"
    assert known_names()[0] == "mine"
    assert text_named("mine") == text
    assert "mine" not in catalog.GAMES  # it is a written game, and no other
    file.write_text("game Mine\nseats ann\n")
    with pytest.raises(WhoknowsError, match=r"mine\.game:1:1: there is no move"):
        catalog.add_file(str(file))
