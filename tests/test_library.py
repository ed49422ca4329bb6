"""`import whoknows as wk`: a stranger's first tasks, three lines each."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

import whoknows as wk
from tests.machine import PATIENCE
from tests.toy import TOY
from whoknows.errors import WhoknowsError


def repeated(sight, history, rng):
    """The code that repeats the first color."""
    return (0,) * sight.rules.pegs


def first_left(sight, history, rng):
    """The first code that is left."""
    from whoknows.games.mastermind.knowledge import possible_codes

    return sight.rules.code(int(possible_codes(sight.rules, sight.lines)[0]))


def test_a_table_shows_itself_without_its_secret():
    table = wk.deal("mastermind", secret=[4, 3, 2, 1])
    assert repr(table) == "<Table of Mastermind: 0 turns played, seat 0 to move>"
    assert ": 1 turn played," in repr(table.play({0: (0, 0, 1, 1)}))
    three = wk.deal("muddy", secret=[True, True, False])
    assert (
        repr(three)
        == "<Table of Muddy children: 0 turns played, seats 0 and 1 and 2 to move>"
    )
    assert repr(wk.play("muddy", "logician").table).endswith("turns played, over>")
    other = wk.deal("muddy", secret=[False, True, False])  # the first child sees the same
    assert three.draw(seat=0) == other.draw(seat=0) != three.draw(seat=1)
    assert ElementTree.fromstring(three._repr_svg_()).tag.endswith("svg")


def test_a_review_is_a_result():
    found = wk.review(wk.play("muddy", "logician", secret=[True, True, False]))
    assert isinstance(found, wk.Review)
    assert isinstance(found, wk.Result)
    first = found.rows[0]
    assert (first["seat"], first["move"], first["before"]) == (0, "unsure", 2)
    assert (
        len(found.to_pandas()) == len(found.moves) == 7
    )  # three in two rounds, and one more
    assert "<td>unsure</td>" in found._repr_html_()
    lines = found.plot().axes[0].lines
    assert [line.get_ydata()[0] for line in lines] == [2, 2, 2]


def test_strategies_and_games_are_taken_as_objects():
    codes = wk.game("mastermind")
    parts, entropy = codes.strategies["parts"], codes.strategies["entropy"]
    assert wk.evaluate(parts, pegs=2, colors=3).strategy == "parts"
    found = wk.tournament(codes, [parts, entropy], games=2, pegs=2, colors=3)
    assert {standing.strategy for standing in found} == {"parts", "entropy"}
    named = wk.tournament(
        codes, {"mine": repeated, "theirs": "parts"}, games=2, pegs=2, colors=3
    )
    assert {standing.strategy for standing in named} == {"mine", "theirs"}
    assert wk.optimal(codes, pegs=2, colors=3).total == wk.optimal(pegs=2, colors=3).total
    run = wk.play("muddy", "logician", secret=(True, True, False))
    assert wk.knowledge(run, seat=0).worlds == 1
    assert repr(codes) == "<Game mastermind: Mastermind>"


def test_chances_are_given_as_people_have_them():
    assert wk.best(3, p=0.9).win == wk.best(3, p="9/10").win == Fraction(91, 100)
    psi = wk.psi(3)  # 1 - p + p^2 from 1/2 on, and the same with the colors swapped
    assert psi("3/4") == Fraction(13, 16)
    assert psi([0, 0.5, 1]).tolist() == [1, 0.75, 1]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: wk.evaluate("parts", peg=3), "no option of mastermind 'peg'; .* 'pegs'"),
        (lambda: wk.evaluate(5), "player=5: wanted text or a function"),
        (
            lambda: wk.evaluate(lambda *_: None, pegs=1, colors=2),
            "no move of mastermind: None",
        ),
        (lambda: wk.best(player=3), "no option of hats 'player'; did you mean 'players'"),
        (lambda: wk.optimal("balance", coin=3), "no option of balance 'coin'"),
        (lambda: wk.puzzle("muddy", child=3), "no option of the puzzle muddy 'child'"),
        (lambda: wk.play("mastermind", "parts", seed=-1), "seed -1; wanted a whole number"),
        (lambda: wk.tournament("mastermind", "parts"), "two strategies or more"),
        (lambda: wk.psi(3)("much"), "'much' is not a fraction or a decimal"),
    ],
)
def test_mistakes_are_said_in_words(call, said):
    with pytest.raises(WhoknowsError, match=said):
        call()


def test_importing_it_is_light():
    code = (
        "import sys, whoknows; print([m for m in ('numpy', 'typer') if m in sys.modules])"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE
    )
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
    assert found.to_pandas()["strategy"].tolist() == ["parts", "repeated"]


def test_a_tournament_is_that_of_the_command(tmp_path):
    from whoknows.experiments.experiment import checked
    from whoknows.experiments.running.run import begin, run_experiment
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
    assert (found.win, found.proven) == (Fraction(3, 4), True)
    # The classic: who sees two hats of one color names the other one, all others pass.
    asked = {seen: found.answer(2, seen) for seen in ("RR", "RB", "br", "BB")}
    assert asked == {"RR": "B", "RB": "P", "br": "P", "BB": "R"}
    assert [row["agent 3"] for row in found.rows] == ["B", "P", "P", "R"]
    assert ElementTree.fromstring(found.draw()).tag.endswith("svg")
    with pytest.raises(WhoknowsError, match="agent 4; wanted 1 to 3"):
        found.answer(4, "RR")
    with pytest.raises(WhoknowsError, match="'RRR' is no view; wanted such as RR, BB"):
        found.answer(1, "RRR")


def test_a_deal_too_large_for_a_table_says_so():
    found = wk.best(players=40)
    assert found._repr_svg_() is None
    assert found.rows == []
    with pytest.raises(WhoknowsError, match="no table for every agent"):
        found.answer(1, "R" * 39)


def test_psi_can_be_called_and_drawn():
    curve = wk.psi(5)
    assert curve(Fraction(1, 2)) == Fraction(25, 32)  # seven words cover length 5
    assert curve(0.3) == pytest.approx(curve(0.7))
    assert [(str(piece.start), str(piece.end)) for piece in curve.pieces] == [
        ("1/2", "2 - sqrt(2)"),
        ("2 - sqrt(2)", "1"),
    ]  # as in the paper, Section 5
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


def test_moves_are_taken_as_people_type_them():
    table = wk.deal("hats", secret="RRB")
    table = table.move("B", "pass", "P")
    assert [dict(event.moves) for event in table.history] == [{0: 2, 1: 0, 2: 0}]
    assert len(table.words) == 1
    with pytest.raises(WhoknowsError, match="1 moves for 3 seats to move"):
        wk.deal("hats").move("B")


def test_many_games_are_those_of_single_runs():
    names = ["aggressive", "defensive"]
    found = wk.play_many("davinci", names, games=5, seed=3, players=2, tiles=12)
    assert [row["strategy"] for row in found.rows] == names * 5
    first = wk.play("davinci", names, seed=found.rows[0]["seed"], players=2, tiles=12)
    assert [row["score"] for row in found.rows[:2]] == first.scores
    assert sum(found.means.values()) == 1.0  # one winner a game
    with pytest.raises(WhoknowsError, match="games 0; wanted a whole number from 1"):
        wk.play_many("davinci", names, games=0)


def test_a_stored_experiment_is_read(tmp_path):
    from whoknows.experiments.experiment import checked, from_document
    from whoknows.experiments.running.run import begin, run_experiment
    from whoknows.store import open_store
    from whoknows.work import Here

    asked = {"name": "few", "game": "muddy", "games": 3, "strategies": ["logician"]}
    url = str(tmp_path / "rows.db")
    with open_store(url) as store:
        run_experiment(store, begin(store, checked(from_document(asked))), where=Here())
    found = wk.experiment("few", url)
    assert repr(found) == "<Experiment few: 3 of 3 games>"
    assert found.to_pandas()["score_0"].tolist() == [1.0, 1.0, 1.0]


def test_what_a_seat_knows():
    table = wk.deal("muddy", secret=[True, True, False])
    known = wk.knowledge(table, seat=0)
    assert known.worlds == 2  # the child sees one muddy face, and not its own
    assert sorted(known.names) == ["muddy1 muddy2", "muddy2"]
    assert known.ask("muddy2").startswith("It is true")
    assert known.ask("muddy1").startswith("You cannot tell")
    assert wk.knowledge(table).worlds == 7  # at least one of three is muddy
    assert "model" not in repr(known)
    with pytest.raises(WhoknowsError, match="seat 3; wanted 0 to 2"):
        wk.knowledge(table, 3)


RESULTS = {
    "best": lambda: wk.best(3),
    "evaluate": lambda: wk.evaluate("parts", pegs=2, colors=3),
    "experiments": lambda: wk.play_many("muddy", "logician", games=3),
    "knowledge": lambda: wk.knowledge(wk.deal("muddy"), 0),
    "optimal": lambda: wk.optimal("balance", coins=4, kind="heavy"),
    "own": lambda: wk.evaluate(first_left, pegs=2, colors=3),
    "play": lambda: wk.play("hats", "adequate"),
    "psi": lambda: wk.psi(3),
    "puzzle": lambda: wk.puzzle("cheryl"),
    "tournament": lambda: wk.tournament(
        "muddy", ["logician", "random"], games=2, teams=True
    ),
}


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_shows_itself(name):
    found = RESULTS[name]()
    assert isinstance(found, wk.Result)
    assert len(repr(found)) < 300
    assert len(found._repr_html_()) < 100_000
    assert "<table>" in found._repr_html_()
    assert found.to_pandas().shape[0] == len(found.rows) > 0
    assert json.loads(json.dumps(found.to_json()))
    if hasattr(found, "_repr_svg_"):
        assert ElementTree.fromstring(found._repr_svg_()).tag.endswith("svg")
    if hasattr(found, "plot"):
        assert found.plot().axes


def test_the_ten_first_tasks_take_three_lines_each():
    page = Path(__file__).parents[1] / "docs" / "ten-tasks.md"
    parts = page.read_text(encoding="utf-8").split("\n## ")[1:]
    assert [part.split(".")[0] for part in parts] == [str(n) for n in range(1, 11)]
    for part in parts:
        lines = [line for line in part.splitlines() if line.startswith((">>> ", "... "))]
        assert 1 <= len(lines) <= (4 if "def " in part else 3), part  # a function has two


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
        (lambda: wk.optimal("balance", worst=3), "plans of Mastermind"),
        (lambda: wk.tournament("hats", ["adequate"]), "two strategies or more"),
        (lambda: wk.puzzle("zebra"), "no puzzle 'zebra'"),
    ],
)
def test_mistakes_say_what_was_wanted(call, said):
    with pytest.raises(WhoknowsError, match=said):
        call()


def test_a_review_is_shown_in_a_line():
    found = wk.review(wk.play("balance", "optimal", seed=1, coins=12))
    assert repr(found) == "<Review of Balance; moves: 3>"  # twelve coins take three
