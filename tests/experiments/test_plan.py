"""Experiments as people write them, and everything that can be wrong in one."""

from pathlib import Path

import pytest

from whoknows.catalog import FILES, add_file
from whoknows.errors import WhoknowsError
from whoknows.experiments.experiment import (
    Experiment,
    checked,
    from_file,
    from_stored,
    own_experiment,
    with_sources,
)

TOY = f"{Path(__file__).parents[1] / 'toy.py'}:TOY"
PLAIN = {"game": TOY, "games": 3, "strategies": ["lowest", "random"]}


def plan(**changes):
    return checked(own_experiment(PLAIN | changes))


def add_own_game(monkeypatch):
    monkeypatch.setenv(FILES, "")  # and as it was, afterwards
    add_file(TOY)


def seatings(experiment):
    return [series.seating for series in experiment.series()]


def test_a_file_of_toml(tmp_path, monkeypatch):
    add_own_game(monkeypatch)
    file = tmp_path / "who is best.toml"
    file.write_text(
        """
        game = "toy"
        games = 10
        seed = 7
        strategies = ["lowest", ["highest", "random"]]
        rotate = true
        [setup]
        cards = [4, 5]
        rounds = 2
        """
    )
    experiment = checked(from_file(file))
    assert experiment.name == "who is best"
    all_series = experiment.series()
    assert [series.number for series in all_series] == list(range(8))
    assert all_series[0].setup == {"cards": 4, "rounds": 2, "together": False}
    assert seatings(experiment)[:4] == [
        ("lowest", "highest"),
        ("highest", "lowest"),
        ("lowest", "random"),
        ("random", "lowest"),
    ]
    assert experiment.size() == 80
    assert from_stored(experiment.document, experiment.name) == experiment


def test_one_entry_takes_all_seats():
    experiment = plan(strategies=[["lowest", "random"]])
    assert seatings(experiment) == [("lowest", "lowest"), ("random", "random")]


def test_whole_tables_can_be_stated():
    experiment = plan(strategies=[], seatings=[["random", "lowest"], ["lowest", "lowest"]])
    assert seatings(experiment) == [("random", "lowest"), ("lowest", "lowest")]


def test_a_rotation_that_changes_nothing_is_no_new_cell():
    assert seatings(plan(strategies=["random"], rotate=True)) == [("random", "random")]


def test_the_key_is_of_the_content_not_of_the_name():
    assert plan(name="one").key == plan(name="two").key
    assert plan(seed=1).key != plan(seed=2).key


def test_the_text_of_a_file_is_part_of_the_experiment(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("def mine(sight, history, rng):\n    return 1\n")
    before = plan(strategies=["random", f"{mine}:mine"])
    mine.write_text("def mine(sight, history, rng):\n    return 2\n")
    assert plan(strategies=["random", f"{mine}:mine"]).key != before.key
    mine.unlink()
    checked(before)  # the text is there, the file need not be


WRONG = [
    ({"game": "tou"}, r"no game 'tou'"),
    ({"gmae": "toy"}, r"no key in the experiment 'gmae'; did you mean 'game'"),
    ({"games": 0}, "0 games; wanted at least 1"),
    ({"games": "many"}, r"`games` is 'many'; wanted int"),
    ({"games": True}, r"`games` is True; wanted int"),
    ({"seed": -1}, "seed -1; wanted at least 0"),
    ({"strategies": []}, "no strategies are named"),
    ({"strategies": [[]]}, r"\[\] names no strategy"),
    ({"strategies": [3]}, "3 names no strategy"),
    ({"strategies": [["lowest", 3]]}, "3 is no name of a strategy"),
    ({"strategies": "lowest"}, "`strategies` is 'lowest'; wanted list"),
    ({"strategies": ["lowets"]}, "no strategy of toy 'lowets'; did you mean 'lowest'"),
    ({"strategies": ["lowest"] * 3}, "3 strategies for 2 seats"),
    ({"strategies": ["none.py:x"]}, "cannot read none.py"),
    ({"setup": {"crads": 3}}, "no option of toy 'crads'; did you mean 'cards'"),
    ({"setup": {"cards": [4, 1]}}, "1 cards; wanted 2 to 1000"),
    ({"setup": {"cards": "four"}}, "cannot be set up"),
    ({"games": 10**9}, "1,000,000,000 games are more than 1,000,000; say --yes"),
]


@pytest.mark.parametrize(("changes", "message"), WRONG)
def test_what_is_wrong_is_said(changes, message):
    with pytest.raises(WhoknowsError, match=message):
        plan(**changes)


def test_a_person_may_insist_on_many_games():
    assert checked(
        with_sources(Experiment(TOY, 10**7, strategies=(("random",),))), yes=True
    )


def test_files_that_are_no_experiments(tmp_path):
    with pytest.raises(WhoknowsError, match="cannot read"):
        from_file(tmp_path / "none.toml")
    (tmp_path / "half.toml").write_text("games = \n")
    with pytest.raises(WhoknowsError, match=r"is not TOML.*line 1"):
        from_file(tmp_path / "half.toml")
    (tmp_path / "empty.toml").write_text("")
    with pytest.raises(WhoknowsError, match="does not say `game`"):
        from_file(tmp_path / "empty.toml")
