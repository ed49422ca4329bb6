"""`whoknows hats` as a stranger meets it: JSON to the letter, errors of one line."""

import json
import sys

import pytest
from typer.testing import CliRunner

from whoknows.cli.main import app, main
from whoknows.errors import WhoknowsError

RUNNER = CliRunner()


def run(*words):
    """The stdout of a command, run in this process."""
    result = RUNNER.invoke(app, ["hats", *words])
    if result.exception:
        raise result.exception
    return result.stdout


def read(*words):
    return json.loads(run(*words, "--json"))


def test_maximal_says_what_it_found():
    found = read("maximal", "--players", "4")
    seconds = found.pop("seconds")
    assert found == {
        "players": 4,
        "colors": 2,
        "need": 1,
        "wrong": 0,
        "rounds": 1,
        "passing": True,
        "views": "seats",
        "odds": None,
        "chances": None,
        "count": 130,
        "by_won": {"12": 40, "11": 80, "8": 10},
        "orbits": 6,
        "method": "dominating",
        "proven": True,
        "proof": "enumeration",
        "proof_by": None,
        "certified": True,
    }
    assert seconds >= 0
    assert list(found["by_won"]) == ["12", "11", "8"]


@pytest.mark.parametrize("method", ["brute", "chain", "dominating"])
def test_maximal_lists_deals_and_losing_sets(method):
    found = read("maximal", "--players", "3", "--method", method, "--list", "--orbits")
    assert found["count"] == len(found["deals"]) == len(found["losing_sets"]) == 12
    assert found["method"] == method
    pairs = dict(zip(found["deals"], found["losing_sets"], strict=True))
    assert pairs["BPPR BPPR BPPR"] == [0, 7]
    assert found["hidden_orbits"] == 2
    assert [one["size"] for one in found["representatives"]] == [6, 2, 4]


def test_maximal_for_people():
    said = run("maximal", "--players", "3", "--list", "--orbits")
    assert "12 maximal deals for 3 agents" in said
    assert "BPPR BPPR BPPR   loses 0 7" in said
    assert max(map(len, said.splitlines())) <= 80


def test_evaluate_says_what_a_deal_wins():
    found = read("evaluate", "BPPR BPPR BPPR")
    assert found["won"] == 6
    assert found["rounds"] == 8
    assert found["fitness"] == "3/4"
    assert found["won_set"] == [1, 2, 3, 4, 5, 6]
    assert found["strong"] == {
        "score": "0",
        "right": 6,
        "wrong": 6,
        "pass": 12,
        "weights": ["1", "-1", "0"],
    }
    assert read("evaluate", "BPPR", "BPPR", "BPPR") == found
    assert read("evaluate", "[[-1,0,0,1],[-1,0,0,1],[-1,0,0,1]]") == found


def test_evaluate_knows_the_other_worlds():
    deal = ["evaluate", "BPPR BPPR BPPR"]
    assert read(*deal, "--p", "0.9")["fitness"] == "27/100"
    assert read(*deal, "--need", "2")["won"] == 0
    assert read("evaluate", "RRRR RRRR RRRR", "--need", "half")["won_set"] == [0, 1, 2, 4]
    assert read("evaluate", "BPR BPR BPR", "--views", "counts")["won"] == 6
    assert read("evaluate", "BPPP BPPP BPPP / PPPP PPPP RRRR")["won"] == 4
    turned = "PPPPPPPP BBPPPPRR BBPPPPRR BBPPPPRR"
    assert read("evaluate", turned, "--order", "reversed")["won"] == 12
    weighed = read(*deal, "--weights", "2,-1,1/4")["strong"]
    assert weighed["score"] == "3/8"


def test_evaluate_with_a_chance_for_each_configuration():
    found = read("evaluate", "BB PP", "--chances", "1/10,2/10,3/10,4/10")
    assert found["fitness"] == "7/10"


def test_evaluate_ranks_by_set_correct():
    found = read("evaluate", "BBBB PPPP PPPP", "--against", "BPPP PPPP PPPP")
    assert found["against"] == "overrules"
    said = run("evaluate", "BBBB PPPP PPPP", "--against", "RRRR PPPP PPPP")
    assert "by set correct, apart" in said


def test_evaluate_a_chance_based_deal():
    rule = "R:3/4+B:1/4"
    found = read("evaluate", ",".join([rule] * 4), "PPPP", "PPPP", "--seed", "1")
    assert found["fitness"] == "1/2"
    assert found["pure_fitness"] == "1/2"
    assert found["pure"] == "RRRR PPPP PPPP"
    assert found == read("evaluate", ",".join([rule] * 4), "PPPP", "PPPP", "--seed", "1")


def test_evaluate_draws(tmp_path):
    path = tmp_path / "cube.svg"
    said = run("evaluate", "BPPR BPPR BPPR", "-o", str(path))
    assert "6 of 8 rounds" in said
    assert path.read_text().startswith("<svg")
    assert run("chains", "-o", str(tmp_path / "chains.svg"))


def test_adequate_lists_sets_and_zeros():
    assert read("adequate", "--players", "3") == {
        "players": 3,
        "das": 2,
        "nas": 4,
        "sets": [[0, 7], [1, 6], [2, 5], [3, 4]],
        "counts_of_zeros": [[3, 0], [2, 1], [2, 1], [1, 2]],
    }
    found = read("adequate", "--players", "4", "--p", "0.9")
    assert found["sets"][0] == [1, 3, 12, 14]
    assert found["sums"][0] == "9/100"
    assert found["nas"] == 40
    assert read("adequate", "--players", "4", "--size", "5")["nas"] == 560
    assert read("adequate", "--players", "4", "--size", "3")["sets"] == []
    assert "1 3 12 14     9/100" in run("adequate", "--players", "4", "--p", "0.9")


def test_matrix_has_stars_where_a_choice_is_free():
    assert read("matrix", "1,6,9,14", "--players", "4") == {
        "matrix": [
            [0, "*", 0, 0, 0, 0, "*", 0],
            [0, -1, 1, 0, 0, -1, 1, 0],
            [0, -1, 1, 0, 0, -1, 1, 0],
            [1, 0, 0, -1, 1, 0, 0, -1],
        ]
    }
    assert read("matrix", "BPPR BPPR BPPR")["matrix"] == [[-1, 0, 0, 1]] * 3
    assert read("matrix", "--players", "3")["matrix"] == [[-1, 0, 0, 1]] * 3
    every = read("matrix", "--players", "2", "--all")
    assert every["count"] == len(every["matrices"]) == 30
    assert every["up_to_swapping"] == 17
    assert run("matrix", "0,7", "--players", "3").splitlines()[0] == "-1  0  0  1"


def test_count_is_exact():
    found = read("count", "--players", "3")
    assert found["thoughts"] == 12_754_584
    assert found["deals"] == 531_441
    assert read("count", "--players", "9")["deals"] == 3 ** (256 * 9)
    assert read("count", "--players", "16")["deals"] == "3^524288"
    assert "1,853,020,188,851,841" in run("count", "--players", "4")


def test_a_round_is_told():
    said = run("tell", "BPPR BPPR BPPR", "--hats", "RBB")
    assert "Agent 1 sees BB and says R: right." in said
    assert said.splitlines()[-1].strip() == "1 right, 0 wrong: the round is won."
    one, two = (read("tell", "--seed", "5", "--games", "20") for _ in range(2))
    assert one == two
    assert one["won"] == sum(game["won"] for game in one["games"])
    assert "of 3 games won" in run("tell", "--games", "3", "--seed", "1")


def test_chains_are_shown_and_combined():
    assert read("chains")["chains"][0] == {
        "incorrect": "RRR",
        "correct": ["BRR", "RBR", "RRB"],
    }
    assert read("chains", "RRRR", "BRRR")["deal"] == "PPPPPPPP BPPPBPPP BPPPBPPP BPPPBPPP"
    assert run("chains", "RRR", "BBB").startswith("BPPR BPPR BPPR\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("maximal --players 1", "2 to 1000000 players, not 1"),
        ("maximal --players 4 --method brute", "1,853,020,188,851,841 deals"),
        ("maximal --players 5 --method chain", "the method 'dominating' does it"),
        ("maximal --players 7", "at most 6 players"),
        ("maximal --players 3 --method chian", "did you mean 'chain'"),
        ("evaluate BPPR BPPR BPP", "player 3's strategy 'BPP' has 3 answers"),
        ("evaluate BPPR BPPR BPPQ", "answer 4 of player 3"),
        ("evaluate BPPR BPPR BPPR --p 1/3,1/3", "sum to 2/3, not 1"),
        ("evaluate BPPR BPPR BPPR --p 2", "not a probability"),
        ("evaluate BPPR BPPR BPPR --need some", "--need is a number or 'half'"),
        ("evaluate BPPR BPPR BPPR --views both", "--views are"),
        ("evaluate BPPR BPPR BPPR --order odd", "--order is"),
        ("evaluate BPPR BPPR BPPR --weights 1,2", "weights are three numbers"),
        ("evaluate [[0,1]", "this is no matrix"),
        ("adequate --players 8", "at most 7 players"),
        ("adequate --players 3 --size 9", "no set of 9 among 8"),
        ("matrix 0,1 --players 3", "not adequate"),
        ("matrix 0,99 --players 3", "configuration 99"),
        ("matrix 0,1 --players 9999", "9,999 players"),
        (f"matrix {'9' * 5000} --players 3", "not a whole number"),
        ("chains --players 40", "at most 5 players"),
        (f"chains {'R' * 40}", "do not fit a table"),
        ("adequate --players 999 --size 3", "at most 7 players"),
        ("count --players 99999999", "2 to 1000000 players"),
        ("evaluate R:1/2+B:1/2,P PP --repeats 99999999", "answers to draw"),
        ("evaluate BPPR BPPR BPPR --p 1e99999999", "not a fraction or a decimal"),
        ("evaluate BPPR BPPR BPPR --need \N{SUPERSCRIPT TWO}", "--need is"),
        ("play --hats RXB", "hat 2 of 'RXB'"),
        ("count --players 0", "2 to 1000000 players, not 0"),
    ],
)
def test_mistakes_are_refused(words, said):
    with pytest.raises(WhoknowsError, match=said.replace("[", r"\[")):
        run(*words.split())


def test_a_mistake_is_one_line_and_exit_code_2(monkeypatch, capsys):
    words = "whoknows hats maximal -n 4 --method brute --json"
    monkeypatch.setattr(sys, "argv", words.split())
    with pytest.raises(SystemExit) as left:
        main()
    told = capsys.readouterr()
    assert (left.value.code, told.out) == (2, "")
    assert told.err.count("\n") == 1
    assert told.err.startswith("whoknows: error: brute force would try 1,853,020")


def test_best_says_what_is_proven():
    found = read("best", "--players", "5")
    assert found.pop("seconds") >= 0
    losing_set, deal = found.pop("losing_set"), found.pop("deal")
    assert found == {
        "players": 5,
        "colors": 2,
        "need": 1,
        "wrong": 0,
        "rounds": 1,
        "passing": True,
        "views": "seats",
        "odds": None,
        "chances": None,
        "win": "25/32",
        "value": 0.78125,
        "proven": True,
        "proof": "certificate",
        "proof_by": None,
        "certified": True,
        "lower": "25/32",
        "upper": "25/32",
    }
    assert len(losing_set) == 7
    played = read("evaluate", deal)
    assert played["fitness"] == "25/32"
    assert sorted([*played["won_set"], *losing_set]) == list(range(32))


def test_best_says_whose_word_a_bound_is():
    """A certificate can be had, or it is a theorem's, the solver's, or other people's."""
    assert read("best", "--players", "6", "--p", "0.7")["proof"] == "certificate"
    assert read("best", "--players", "9")["proof"] == "published"
    unequal = ("best", "--players", "3", "--p", "0.6;0.5;0.7")
    assert read(*unequal)["proof"] == "certificate"  # though CP-SAT found it
    assert "on the word of CP-SAT" in run(*unequal)
    assert "a code: Hamming (63), 2 free" in run("best", "--players", "65")
    assert "2 cosets of Hamming (15)" in run("best", "--players", "15", "--need", "2")


def test_best_knows_the_other_worlds():
    assert read("best", "--players", "3", "--p", "0.9")["win"] == "91/100"
    assert read("best", "--players", "3", "--colors", "3")["win"] == "5/9"
    assert read("best", "--players", "3", "--views", "counts")["win"] == "3/4"
    assert read("best", "--players", "3", "--no-passing")["win"] == "1/2"
    two = read("best", "--players", "5", "--rounds", "2")
    assert two["win"] == "15/16"
    assert read("evaluate", two["deal"])["fitness"] == "15/16"


def test_best_for_people():
    said = run("best", "--players", "4")
    assert "win       3/4 = 75%" in said
    assert "no deal wins more" in said


@pytest.mark.parametrize(
    "words",
    [
        ["--p", "1.2"],
        ["--p", "1/2,1/3", "--players", "3"],
        ["--chances", "1/2,1/4", "--players", "2"],
        ["--time-limit", "0"],
        ["--players", "1"],
    ],
)
def test_best_refuses_what_cannot_be(words):
    with pytest.raises(WhoknowsError):
        run("best", *words)


def test_psi_to_the_letter(tmp_path):
    picture = tmp_path / "psi.svg"
    found = read("psi", "--players", "5", "--plot", str(picture))
    proof = [found.pop(key) for key in ("proven", "proof", "proof_by", "certified")]
    assert proof == [True, "certificate", None, True]
    assert found == {
        "players": 5,
        "colors": 2,
        "need": 1,
        "wrong": 0,
        "rounds": 1,
        "passing": True,
        "views": "seats",
        "odds": "p",
        "chances": None,
        "pieces": [
            {
                "from": "1/2",
                "to": "2 - sqrt(2)",
                "polynomial": [1, -2, 4, 0, -4, 1],
                "zeros": [0, 2, 4, 0, 0, 1],
                "size": 7,
                "sets": 10,
            },
            {
                "from": "2 - sqrt(2)",
                "to": "1",
                "polynomial": [1, -2, 6, -8, 5, -1],
                "zeros": [0, 2, 2, 2, 1, 0],
                "size": 7,
                "sets": 30,
            },
        ],
        "endpoints": [{"p": "1/2", "sets": 320}, {"p": "2 - sqrt(2)", "sets": 40}],
    }
    assert "<svg" in picture.read_text()


def test_psi_for_people():
    said = run("psi", "--players", "7")
    assert "1 - p + 3p^2 - 4p^3 + 2p^4" in said
    assert "210" in said
