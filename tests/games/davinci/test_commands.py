"""`whoknows davinci` as a stranger meets it: its words, its JSON, its exit codes."""

import io
import json
import sys
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from whoknows.cli.main import main


def davinci(*words, said="", group="davinci"):
    """The command in this process, as if typed at a terminal."""
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", ["whoknows", group, *words]),
        patch.object(sys, "stdin", io.StringIO(said)),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    code = ended.value.code or 0
    return SimpleNamespace(stdout=out.getvalue(), stderr=err.getvalue(), returncode=code)


def test_examples_as_json_to_the_letter():
    told = json.loads(davinci("examples", "--json").stdout)
    assert list(told) == ["examples"]
    found = {(e["name"], e["agent"]): e["worlds"] for e in told["examples"]}
    assert found["1", "a"] == [6, 2, 2, 1]
    assert found["3", "c"] == [6, 1]
    assert all(set(e) == {"name", "agent", "worlds"} for e in told["examples"])


def test_examples_for_people():
    told = davinci("examples").stdout
    assert "(truth alone: 3)" in told


def test_watching_is_the_same_for_the_same_seed():
    words = ["watch", "--tiles", "12", "--seed", "7"]
    one, two = davinci(*words, "--json"), davinci(*words, "--json")
    assert one.stdout == two.stdout
    told = json.loads(one.stdout)
    assert told["over"]
    assert sum(told["results"]) == 1.0
    assert told["worlds"].keys() == {"0", "1", "2", "public"}
    [winner] = told["winners"]
    assert f"{['Ann', 'Bob', 'Cat'][winner]} (" in davinci(*words).stdout


def test_a_stated_deal_is_replayed_under_either_preset(tmp_path):
    hands = "b1 b4 b5 w6 / b2 w2 w4 b6 / w1 b3 w3 w5"
    file = tmp_path / "game.json"
    words = ["--tiles", "12", "--hands", f"{hands}, b begins", "-o", str(file)]
    assert davinci("watch", *words, "--strategies", "aggressive").returncode == 0
    document = json.loads(file.read_text())
    assert document["deal"]["hands"]["a"] == "b1 b4 b5 w6"
    for semantics in ("del", "original"):
        document["setup"]["semantics"] = semantics
        file.write_text(json.dumps(document))
        told = davinci(str(file), "--knowledge", "--json", group="replay")
        assert json.loads(told.stdout)["worlds"]["0"] == 6, told.stderr


def test_a_person_plays_with_hints_and_warnings():
    lines = ["help", "?", "b9=w1", "b1=w6", "b1=w6!", "quit"]
    hands = "b1 b4 b5 w6 / b2 w2 w4 b6 / w1 b3 w3 w5"
    told = davinci("play", "--tiles", "12", "--hands", hands, said="\n".join(lines))
    assert told.returncode == 0, told.stderr
    assert "You hold 6 worlds possible." in told.stdout
    assert "b has places 1 to 4, not 9" in told.stdout
    assert "You know that b1 is not w6: b1 is black." in told.stdout
    assert "Ann guesses that b1 is the white 6, known to be wrong,: wrong" in told.stdout


def test_a_person_places_the_jokers():
    words = ["play", "--full", "--players", "2", "--seed", "3", "--seat", "b"]
    told = davinci(*words, said="arrange\narrange 2\n?\nundo\nquit\n").stdout
    assert "Your tiles: w1 b7 w10 w-" in told
    assert "jokers to place: 1" in told
    assert "w1    w-    b7    w10" in told
    told = davinci(*words[:-1], "a", said="\nquit\n").stdout  # a has no joker to place
    assert "The codes are set up" in told


def test_a_known_wrong_guess_is_warned_of():
    hands = "b1 b4 b5 w6 / b2 w2 w4 b6 / w1 b3 w3 w5"
    told = davinci("play", "--tiles", "12", "--hands", hands, said="b1=b4\nquit\n")
    assert "You know that b1 is not b4: you have it yourself." in told.stdout
    assert "Type it again to do it all the same." in told.stdout


def test_a_batch_goes_through_the_experiments(tmp_path):
    db = str(tmp_path / "rows.db")
    words = ["--table", "1", "--games", "8", "--workers", "1", "--db", db, "--json"]
    told = json.loads(davinci("experiment", *words).stdout)
    assert [cell["tiles"] for cell in told["cells"]] == [8, 10, 12, 14]
    assert [cell["published"] for cell in told["cells"]] == [0.496, 0.505, 0.5, 0.501]
    assert told["games"] == 32
    assert told["seconds_per_game"] > 0
    first = told["cells"][0]["rates"][0]
    assert first["strategy"] == "aggressive"
    assert first["interval"][0] <= first["rate"] <= first["interval"][1]
    again = json.loads(davinci("experiment", *words).stdout)  # all rows are there
    assert again["cells"] == told["cells"]
    assert again["seconds_per_game"] is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["watch", "--tiles", "13"], "13 tiles do not divide evenly"),
        (["watch", "--players", "4", "--tiles", "12"], "do not fit 12 tiles"),
        (["watch", "--strategies", "bold"], "no strategy of davinci 'bold'"),
        (
            ["watch", "--strategies", "random,random", "--players", "3"],
            "2 strategies for 3",
        ),
        (["watch", "--semantics", "dle"], "did you mean 'del'"),
        (["watch", "--going-on", "maybe"], "no going on 'maybe'"),
        (["watch", "--hands", "b1 w2", "--strategies", "random"], "hands for 1, not 3"),
        (["play", "--seat", "z"], "no seat 'z'"),
        (["experiment", "--strategies", "random"], "two different strategies"),
        (["experiment", "--tiles", "x"], "wanted numbers"),
        (["experiment", "--table", "4"], "--table"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words, said):
    told = davinci(*words)
    assert told.returncode == 2
    assert told.stdout == ""
    assert told.stderr.startswith("whoknows: error: ")
    assert told.stderr.count("\n") == 1
    assert said in told.stderr
