"""What comes over the wire is checked on the server: the page's own bounds hold nobody."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from whoknows.asking.option import Option, option
from whoknows.catalog import GAMES
from whoknows.errors import BadSetup, TooLarge, WhoknowsError
from whoknows.experiments.experiment import read_value, values_apart
from whoknows.play.documents import read_setup
from whoknows.play.face.face import face_of
from whoknows.web import experiment_form
from whoknows.web.new import Form
from whoknows.web.option_fields import MOST_TEXT, checked_value
from whoknows.web.query import whole
from whoknows.web.rooms import new_room
from whoknows.web.rooms.new_room import tried_deal
from whoknows.web.solve_hats import parse_asked

PEGS = Option("pegs", "Pegs", "number", 4, min=1, max=9)


@pytest.mark.parametrize("text", ["000000005000000", "5000000", "0" * 10**6, "1" * 5000])
def test_a_long_number_is_refused_and_not_looked_at_in_part(text):
    with pytest.raises(BadSetup, match="players: 2 to 7"):
        whole(text, range(2, 8), "players", 3)
    with pytest.raises(BadSetup, match="players: 2 to 7"):
        parse_asked(players=text)


def test_the_value_that_is_checked_is_the_one_that_is_given():
    assert whole("007", range(2, 8), "players", 3) == 7
    with pytest.raises(BadSetup):
        whole("0000000012", range(2, 8), "players", 3)


@pytest.mark.parametrize("value", [1e308, float("inf"), float("nan"), 0, 10, 2.5, "4", [4]])
def test_a_number_out_of_its_bounds_is_refused(value):
    with pytest.raises(BadSetup, match="Pegs: 1 to 9"):
        checked_value(PEGS, value)


def test_text_of_an_option_is_short():
    odds = Option("odds", "Odds", "text", "")
    assert checked_value(odds, "1/3") == "1/3"
    with pytest.raises(BadSetup, match="at most"):
        checked_value(odds, "1" * (MOST_TEXT + 1))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("value", [1e308, 10**30, -1, 1.5])
def test_every_number_of_every_form_has_bounds_on_the_server(game, value):
    for each in face_of(GAMES[game]).options():
        if each.kind == "number":
            form = filled(game, each.name, value)
            with pytest.raises(WhoknowsError):
                form.options()


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_values_of_every_form_pass(game):
    form = filled(game)
    assert set(form.options()) <= set(form.fields)


def filled(game, *change):
    """The form of a game with its usual values, and one changed."""
    form = Form(None, game)
    usual = {option.name: option.default for option in face_of(GAMES[game]).options()}
    usual.update([change] if change else [])
    form.fields = {name: SimpleNamespace(value=value) for name, value in usual.items()}
    return form


def test_values_with_commas():
    assert values_apart("3, 4,") == ["3", "4"]
    assert values_apart("[1,2], [[3,4],5],6") == ["[1,2]", "[[3,4],5]", "6"]
    assert values_apart("a],b") == ["a]", "b"]
    with pytest.raises(BadSetup, match="60,000 characters"):
        values_apart("," * 60_000)


def test_values_that_json_cannot_read_are_text():
    assert read_value("[" * 9000) == "[" * 9000


@pytest.mark.parametrize("value", [1e308, float("inf"), float("nan"), None, "7", 2.5])
def test_a_number_of_the_experiment_form_is_whole_and_not_huge(value):
    with pytest.raises(BadSetup, match="games: wanted a whole number"):
        experiment_form.whole(value, "games")


def test_a_setup_whose_moves_are_slow_is_refused_for_a_table(monkeypatch):
    monkeypatch.setattr(new_room, "LONGEST_MOVE", 0.01)
    with pytest.raises(TooLarge, match="a move takes"):
        tried_deal("mastermind", {"pegs": 15, "colors": 2, "maker": "evil"})
    monkeypatch.setattr(new_room, "LONGEST_MOVE", 60)  # of a busy machine
    assert tried_deal("mastermind", {"maker": "evil"}) == (1, False)
    assert tried_deal("mastermind", {"maker": "evil", "pegs": 7, "colors": 6}) == (1, True)


@dataclass(frozen=True)
class Shelf:
    """The setup of a game that somebody wrote: one of its options is a file."""

    book: str = option("", "A book", kind="file")


def test_no_option_of_anybodys_game_reads_a_file_of_the_server():
    game = SimpleNamespace(name="shelf", title="Shelf", setup=Shelf)
    with pytest.raises(BadSetup, match="book cannot be a file here"):
        read_setup(game, {"book": "/etc/passwd"})
    assert read_setup(game, {}) == read_setup(game, {"book": ""}) == Shelf()
