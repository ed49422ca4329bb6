"""`whoknows balance` as people type it."""

import io
import json
import sys

import pytest

from whoknows.cli.main import main
from whoknows.games.balance.rules import Rules

KEYS = (
    "coins odd at_most kind goal references worst total bound minimize"
    " proven proof proof_by certified plan"
)


@pytest.fixture
def whoknows(monkeypatch, capsys):
    """Run a command in this process: its exit code, stdout, and stderr."""

    def run(*words, typed=""):
        monkeypatch.setattr(sys, "argv", ["whoknows", "balance", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return left.value.code or 0, said.out, said.err

    return run


def followed(rules, plan):
    """The weighings for every world by the JSON of a plan, and whether it is found."""
    used = []
    for world in rules.worlds():
        node, count = plan, 0
        while "then" in node:
            weighing = rules.legal(tuple(node["left"]), tuple(node["right"]))
            assert rules.parse_weighing(node["ask"]) == weighing
            node = node["then"][rules.answer(weighing, world)]
            count += 1
        assert rules.goal_of(world) in {
            rules.goal_of(rules.parse_world(name)) for name in node["found"]
        }
        used.append(count)
    return used


@pytest.mark.parametrize("minimize", ["worst", "total"])
def test_solve_as_json(whoknows, minimize):
    code, out, err = whoknows(
        "solve", "--coins", "12", "--odd", "1", "--kind", "either",
        "--minimize", minimize, "--json",
    )  # fmt: skip
    document = json.loads(out)
    assert code == 0, err  # how far it is may be told there
    assert list(document) == KEYS.split()
    assert (document["worst"], document["bound"], document["proven"]) == (3, 3, True)
    assert (document["coins"], document["odd"], document["kind"]) == (12, 1, "either")
    assert (document["goal"], document["references"]) == ("coin-and-kind", 0)
    used = followed(Rules(12), document["plan"])
    assert (max(used), sum(used)) == (document["worst"], document["total"])


def test_solve_at_most_with_references_says_so(whoknows):
    _, out, _ = whoknows(
        "solve", "--coins", "4", "--at-most", "--references", "1", "--goal", "coin",
        "--json",
    )  # fmt: skip
    document = json.loads(out)
    assert document["at_most"] is True
    assert document["references"] == 1
    rules = Rules(4, 1, True, "either", 1, "coin")
    assert sum(followed(rules, document["plan"])) == document["total"]


def test_solve_for_people(whoknows, tmp_path):
    code, out, _ = whoknows("solve", "--coins", "5", "--kind", "heavy")
    assert code == 0
    assert "worst 2   total 8   average 1.6000   information bound 2" in out
    assert "proven: no plan has a smaller worst, nor with that worst" in out
    assert "1 : 2\n  LT = 2 heavy\n" in out
    file = tmp_path / "plan.dot"
    whoknows("solve", "--coins", "5", "--kind", "heavy", "-o", str(file))
    assert file.read_text().startswith("digraph")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--coins", "12", "--odd", "13"], "13 odd coins are more than the 12 coins"),
        (["--coins", "2"], "1 heavy or 2 light"),
        (["--coins", "6", "--odd", "3"], "1-3 heavy or 4-6 light"),
        (["--kind", "haevy"], "did you mean 'heavy'"),
        (["--goal", "x"], "no goal 'x'"),
        (["--minimize", "x"], "'x' cannot be minimized"),
        (["--coins", "1000"], "up to 400 coins"),
        (["--coins", "x"], "Invalid value"),
    ],
)
def test_bad_options_are_one_line(whoknows, words, wrong):
    code, out, err = whoknows("solve", *words)
    assert (code, out) == (2, "")
    assert err.startswith("whoknows: error: ")
    assert wrong in err
    assert err.count("\n") == 1


def test_compare(whoknows):
    code, out, _ = whoknows("compare", "--coins", "5", "--kind", "heavy", "--json")
    rows = {row["strategy"]: row for row in json.loads(out)["strategies"]}
    assert code == 0
    assert list(rows) == ["entropy", "parts", "worst-case", "expected-size", "optimal"]
    assert (rows["entropy"]["total"], rows["optimal"]["total"]) == (9, 8)
    _, out, _ = whoknows("compare", "--coins", "12")
    assert "entropy" in out
    assert max(map(len, out.splitlines())) <= 80
    code, _, err = whoknows("compare", "--strategy", "best")
    assert code == 2
    assert "no strategy 'best'" in err


def test_capacity(whoknows):
    code, out, _ = whoknows("capacity", "--weighings", "4", "--json")
    document = json.loads(out)
    assert code == 0
    coins = [row["coins"] for row in document["capacities"]]
    assert coins == [81, 39, 40, 40, 41, 13]
    assert all(row["proven"] for row in document["capacities"])
    _, out, _ = whoknows("capacity", "--weighings", "3", "--odd", "2", "--kind", "heavy")
    assert " 7 " in out


def test_design(whoknows):
    code, out, _ = whoknows("design", "--weighings", "3", "--json")
    document = json.loads(out)
    assert (code, document["coins"], len(document["decode"])) == (0, 12, 24)
    _, out, _ = whoknows("design")
    assert "all 24 cases are decoded" in out


def test_play_to_the_end(whoknows, tmp_path):
    picture = tmp_path / "scales.svg"
    typed = "help\nhint\nboard\n1 2 : 3\n1 2 : 2 3\n1-3 : 4-6\nundo\n1-3 : 4-6\nleft\n"
    typed += "1 : 2\n4 : 5\n7 : 8\n"
    code, out, _ = whoknows(
        "play", "--coins", "9", "--kind", "heavy", "--seed", "1", "--draw", str(picture),
        typed=typed,
    )  # fmt: skip
    assert code == 0
    assert "2 coins against 1" in out
    assert "coin 2 is on both pans" in out
    assert "Weigher found it in" in out
    assert picture.read_text().startswith("<svg")


def test_the_evil_keeper_and_json(whoknows):
    code, out, err = whoknows(
        "play", "--coins", "9", "--kind", "heavy", "--evil", "--json",
        typed="1-3:4-6\n7:8\n",
    )  # fmt: skip
    document = json.loads(out)
    assert code == 0
    assert "Weigher found it in 2 weighings: 9 heavy." in err
    assert [move["answer"] for move in document["moves"]] == ["EQ", "EQ"]


def test_giving_up_tells_the_secret(whoknows):
    _, out, _ = whoknows("play", "--deal", "3 heavy", typed="give up\n")
    assert "Hidden: 3 heavy" in out


def test_ask_finds_the_coin(whoknows):
    rules = Rules(12)
    code, out, err = whoknows("ask", "--json", typed="LT\nlines\nhelp\nEQ\nleft\nLT\n")
    document = json.loads(out)
    assert (code, document["possible"]) == (0, 1)
    world = rules.parse_world(document["found"][0])
    for line in document["lines"]:
        weighing = rules.legal(tuple(line["left"]), tuple(line["right"]))
        assert rules.answer(weighing, world) == line["answer"]
    assert "after 3 weighings" in err


def test_ask_catches_contradictions(whoknows):
    far = "9" * 5000
    typed = f"1-4 : 5-8 EQ\nfix {far}\n1 2 : 3 4 GT\nfix 2\nEQ\nquit\n"
    code, out, _ = whoknows("ask", typed=typed)
    assert code == 0
    assert "there is no weighing '999" in out
    assert "No case allows all these outcomes" in out
    assert "weighing 2 contradicts weighing 1" in out
    code, _, err = whoknows("ask", "--history", "1-4:5-8 EQ", "--history", "1 2 : 3 4 GT")
    assert code == 2
    assert "1 2 : 3 4 GT (weighing 2) contradicts 1-4 : 5-8 EQ (weighing 1)" in err


@pytest.mark.parametrize("line", ["nonsense", "1 2 : 3 LT", "1 : 1 LT", "1 : 2 XX"])
def test_ask_refuses_bad_histories(whoknows, line):
    code, _, err = whoknows("ask", "--history", line)
    assert code == 2
    assert err.startswith("whoknows: error: ")


def test_a_picture_must_be_svg(whoknows):
    code, _, err = whoknows("play", "--draw", "x.png", typed="quit\n")
    assert code == 2
    assert ".svg" in err
