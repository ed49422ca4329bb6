"""`import whoknows as wk`: a stranger's first tasks, three lines each."""

import json
import subprocess
import sys
from fractions import Fraction
from xml.etree import ElementTree

import pytest

import whoknows as wk
from tests.toy import TOY
from whoknows.errors import WhoknowsError


def repeated(sight, history, rng):
    """The code that repeats the first color."""
    return (0,) * sight.rules.pegs


def first_left(sight, history, rng):
    """The first code that is left."""
    from whoknows.games.mastermind.knowledge import possible_codes

    return sight.rules.code(int(possible_codes(sight.rules, sight.lines)[0]))


def test_importing_it_is_light():
    code = (
        "import sys, whoknows; print([m for m in ('numpy', 'typer') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert said.stdout == "[]\n", said.stderr


def test_every_public_name_is_there():
    for name in wk.__all__:
        assert getattr(wk, name) is not None
    with pytest.raises(AttributeError, match="nothing"):
        _ = wk.nothing


def test_a_strategy_of_mastermind_is_evaluated():
    found = wk.evaluate("worst-case")
    assert (found.total, found.worst) == (5801, 5)  # [Knuth1976]
    assert len(repr(found)) < 300


def test_a_function_is_evaluated_as_its_name_is():
    named = wk.evaluate("first", pegs=2, colors=3)
    own = wk.evaluate(first_left, pegs=2, colors=3)
    assert (own.histogram, own.total) == (named.histogram, named.total)
    assert own.average == Fraction(own.total, 9)


def test_a_function_plays_a_tournament():
    found = wk.tournament("mastermind", ["parts", repeated], games=6, pegs=2, colors=3)
    assert [standing.strategy for standing in found] == ["parts", "repeated"]
    assert found[0].won > found[1].won
    assert len(repr(found)) < 400
    assert "<table>" in found._repr_html_()
    assert found.to_pandas()["strategy"].tolist() == ["parts", "repeated"]
    assert json.dumps(found.to_json())
    assert found.plot().axes


def test_a_tournament_is_that_of_the_command(tmp_path):
    from whoknows.experiments.plan import checked
    from whoknows.experiments.running import begin, run_experiment
    from whoknows.experiments.tournament import standings, tournament
    from whoknows.store import open_store
    from whoknows.work import Here

    names = ["parts", "any-possible"]
    asked = tournament("mastermind", names, games=4, seed=3, setup={"pegs": 2})
    with open_store(str(tmp_path / "rows.db")) as store:
        entry = begin(store, checked(asked))
        run_experiment(store, entry, where=Here())
        stored = standings(store, entry)
    assert stored == list(wk.tournament("mastermind", names, games=4, seed=3, pegs=2))


def test_the_best_deal_is_an_object():
    found = wk.best(players=3)
    assert (found.lower, found.proven) == (Fraction(3, 4), True)


def test_psi_can_be_called_and_drawn():
    curve = wk.psi(5)
    assert curve(Fraction(1, 2)) == Fraction(25, 32)  # seven words cover length 5
    assert curve(0.3) == pytest.approx(curve(0.7))
    assert len(repr(curve)) < 60
    assert curve.plot().axes
    with pytest.raises(ValueError, match="0 to 1"):
        curve(2)


def test_a_game_is_played_move_by_move():
    table = wk.deal("davinci", tiles=12, seed=7)
    table = table.play({table.turn[0]: table.game.moves(table.sight(table.turn[0]))[0]})
    assert len(table.history) == 1
    assert table.game.worlds(table.sight(1)) >= 1


def test_a_run_is_shown_and_kept():
    run = wk.play("davinci", ["aggressive", "defensive", "random"], tiles=12, seed=7)
    assert len(run.words) == len(run)
    assert len(repr(run)) < 100
    assert ElementTree.fromstring(run._repr_svg_()).tag.endswith("svg")
    assert run.to_pandas().shape[0] == len(run.to_json()["moves"])
    again = [table.history for table in run]
    assert again[-1] == run.table.history
    assert wk.play("davinci", list(run.players), tiles=12, seed=7).scores == run.scores


def test_games_are_taken_as_objects():
    run = wk.play(TOY, TOY.strategies["lowest"], seed=1)
    assert run.players == ("lowest", "lowest")
    assert wk.game("mastermind") is wk.GAMES["mastermind"]


def test_puzzles_plans_and_models():
    assert wk.puzzle("cheryl").answer == {"dates": ["July 16"]}
    assert wk.optimal("balance", coins=12).worst == 3
    two = wk.every_world("ab", sees={"ann": "b", "bob": "a"})
    assert two.announce("a | b").count(two.announce("a | b").where("K ann a")) == 1


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: wk.play("mastermnd", "parts"), "did you mean 'mastermind'"),
        (lambda: wk.play("hats", ["adequate"]), "1 players for 3 seats"),
        (lambda: wk.optimal("hats"), "no game with optimal plans 'hats'"),
        (lambda: wk.tournament("hats", ["adequate"]), "two strategies or more"),
        (lambda: wk.puzzle("zebra"), "no puzzle 'zebra'"),
    ],
)
def test_mistakes_say_what_was_wanted(call, said):
    with pytest.raises(WhoknowsError, match=said):
        call()
