"""`whoknows mastermind` and `whoknows inquiry` as people type them."""

import io
import json
import sys

import pytest

from whoknows.cli.main import main


@pytest.fixture
def whoknows(monkeypatch, capsys):
    """Run a command in this process: its exit code, stdout, and stderr."""

    def run(*words, typed=""):
        monkeypatch.setattr(sys, "argv", ["whoknows", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return left.value.code or 0, said.out, said.err

    return run


KEYS = (
    "pegs colors repeats blacks_only strategy first total worst average histogram "
    "minimize limit forced proven proof proof_by certified seconds"
)


def test_alone_it_breaks_a_code(whoknows):
    code, out, _ = whoknows("mastermind", "--seed", "3")
    assert code == 0
    assert "found" in out
    assert "whoknows mastermind play" in out


def test_evaluate_as_json(whoknows):
    code, out, err = whoknows(
        "mastermind", "evaluate", "--strategy", "worst-case", "--json"
    )
    document = json.loads(out)
    assert code == 0, err  # that a kernel compiles may be told there
    assert list(document) == [*KEYS.split(), "only_possible", "ties"]
    assert document["total"] == 5801
    assert document["histogram"] == [1, 6, 62, 533, 694]
    assert document["first"] == "1122"


def test_evaluate_for_people_with_options(whoknows):
    _, out, _ = whoknows(
        "mastermind", "evaluate", "--pegs", "2", "--colors", "4", "--first", "11",
        "--no-repeats", "--strategy", "entropy",
    )  # fmt: skip
    assert out == ""
    _, out, _ = whoknows(
        "mastermind", "evaluate", "--pegs", "2", "--colors", "4", "--first", "12",
        "--no-repeats", "--only-possible", "--strategy", "entropy",
    )  # fmt: skip
    assert "first 12" in out


def test_optimal_as_json(whoknows):
    words = ["--pegs", "3", "--colors", "4", "--json"]
    code, out, _ = whoknows("mastermind", "optimal", *words)
    document = json.loads(out)
    assert code == 0
    assert list(document) == KEYS.split()
    assert document["proven"] is True
    total = json.loads(whoknows("mastermind", "evaluate", *words)[1])["total"]
    assert document["total"] <= total


def test_compare_with_a_plot(whoknows, tmp_path):
    plot = tmp_path / "histogram.svg"
    size = ["--pegs", "3", "--colors", "3"]
    _, out, _ = whoknows("mastermind", "compare", *size, "--plot", str(plot))
    assert "expected-size" in out
    assert plot.read_text().startswith("<?xml")
    _, out, _ = whoknows("mastermind", "compare", *size, "--strategy", "parts", "--json")
    assert [row["strategy"] for row in json.loads(out)["strategies"]] == ["parts"]


def test_compare_tells_how_far_it_is(whoknows, monkeypatch):
    said = []
    monkeypatch.setattr("whoknows.cli.mastermind.progress", lambda every: said.append)
    chosen = ["--strategy", "first", "--strategy", "parts"]
    whoknows("mastermind", "compare", "--pegs", "2", "--colors", "2", *chosen)
    assert said == ["1 of 2 strategies tried", "2 of 2 strategies tried"]


def test_suggest(whoknows):
    words = ["mastermind", "suggest", "--history", "1122:1,2", "--history", "1344:0,1"]
    _, out, _ = whoknows(*words, "--json", "--top", "3")
    document = json.loads(out)
    assert document["left"] == 15
    assert document["suggestions"][0]["guess"] == "2115"
    assert len(document["suggestions"]) == 3
    _, out, _ = whoknows(*words)
    assert "15 codes left" in out


def test_a_plan_is_written_and_followed(whoknows, tmp_path):
    path = tmp_path / "plan.json"
    size = ["--pegs", "3", "--colors", "3"]
    whoknows("mastermind", "plan", *size, "--strategy", "optimal", "-o", str(path))
    document = json.loads(path.read_text())
    assert document["worst"] == len(document["histogram"])
    _, out, _ = whoknows(
        "mastermind", "break", *size, "--plan", str(path), "--secret", "323", "--json"
    )
    played = json.loads(out)
    assert played["found"] is True
    assert played["lines"][-1]["guess"] == "323"
    _, out, _ = whoknows("mastermind", "plan", *size, "--depth", "1")
    assert "answers" in out
    dot = tmp_path / "plan.dot"
    whoknows("mastermind", "plan", *size, "-o", str(dot))
    assert dot.read_text().startswith("digraph")


def test_break_finds_contradictions_and_lets_one_be_mended(whoknows):
    typed = "0,0\n3,1\nnonsense\n0,0\n0,0\n2\n1,0\nundo\nboard\nleft\nhelp\nquit\n"
    code, out, _ = whoknows("mastermind", "break", "--strategy", "first", typed=typed)
    assert code == 0
    assert "3,1 can never be answered" in out
    assert "Bye" in out
    typed = f"0,0\nfix {'9' * 5000}\n0,0\n0,0\n3\n1,0\n" + "undo\n" * 20
    code, out, _ = whoknows("mastermind", "break", typed=typed)
    assert code == 0
    assert "there is no line '999" in out
    assert "lines 1, 2, and 3 contradict each other" in out


def test_what_is_asked_where_answers_contradict_each_other_is_no_line(whoknows):
    asked = ["help", "hint", "why", "left", "board", "save no/such/x", "fix 3", "help"]
    typed = "\n".join([*["0,0"] * 3, *asked, "undo", "quit", ""])
    code, out, _ = whoknows("mastermind", "break", typed=typed)
    assert code == 0
    assert "there is no line" not in out
    assert out.count("answer line 2 anew") == 2  # both times that help was asked
    assert out.count("no code agrees with all your answers") == 2
    assert "no/such/x: No such file" in out
    assert out.count("It must be") == 2  # once more after the undo


def test_play_with_hints_and_an_evil_maker(whoknows):
    code, out, _ = whoknows(
        "mastermind", "play", "--deal", "5316", typed="1122\nhint\nleft\n12\ngive up\n"
    )
    assert code == 0
    assert "'12' has 2 colors; a code has 4" in out
    assert "256 left" in out  # one of 1 and 2 among four pegs, and not in its place
    assert "Hidden: 5316" in out
    _, out, _ = whoknows("mastermind", "play", "--evil", "--json", typed="1122\nquit\n")
    [move] = json.loads(out)["moves"]
    assert (move["move"], move["answer"]) == ("1122", {"black": 0, "white": 0})


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("evaluate --strategy entropi", "did you mean 'entropy'?"),
        ("evaluate --first 123", "'123' has 3 colors; a code has 4"),
        ("evaluate --first 1237", "'7' is no color"),
        ("suggest --history 1122:3,1", "3,1 can never be answered"),
        ("suggest --history 1122", "wanted guess:answer"),
        ("suggest --history 1122:4,0 --history 1122:0,0", "line 1 (1122:4,0) contradicts"),
        ("evaluate --pegs 12", "hours; `play` works at this size"),
        ("evaluate --pegs 6 --colors 12", "hours"),
        ("optimal --pegs 5 --colors 8", "would take about 7 days"),
        ("optimal --pegs 5 --colors 5 --blacks-only", "would take about 8 days"),
        ("optimal --worst 4", "no plan has worst 4"),
        ("optimal --minimize speed", "wanted 'total' or 'worst'"),
        ("plan -o plan.exe", "wanted a name that ends in"),
        ("break --plan none.json", "none.json: No such file"),
        ("break --strategy bogus", "no strategy 'bogus'"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_2(whoknows, words, complaint):
    code, out, err = whoknows("mastermind", *words.split())
    assert (code, out) == (2, "")
    assert err.startswith("whoknows: error: ")
    assert err.count("\n") == 1
    assert complaint in err


def test_too_much_to_rank_is_said_beforehand(whoknows, monkeypatch):
    monkeypatch.setattr("whoknows.games.mastermind.solve.ranked_guesses.MOST_WORK", 1000)
    code, out, err = whoknows("mastermind", "suggest", "--history", "1122:0,1")
    assert (code, out) == (2, "")
    assert "minutes to rank" in err


ANIMALS = """animal,flies,swims,legs
eagle,yes,no,2
duck,yes,yes,2
cat,no,no,4
shark,no,yes,0
"""


def test_inquiry_solves_a_table(whoknows, tmp_path):
    table = tmp_path / "animals.csv"
    table.write_text(ANIMALS)
    _, out, _ = whoknows("inquiry", "solve", str(table), "--json")
    document = json.loads(out)
    assert (document["total"], document["worst"], document["proven"]) == (6, 2, True)
    assert document["plan"]["ask"] == "legs"
    _, out, _ = whoknows("inquiry", "solve", str(table), "--strategy", "entropy")
    assert "= shark" in out


def test_inquiry_solves_a_list_of_words(whoknows, tmp_path):
    table = tmp_path / "words.csv"
    table.write_text("crane\ntrace\nslate\nspeed\nerase\n")
    _, out, _ = whoknows("inquiry", "solve", str(table), "--json")
    document = json.loads(out)
    assert document["ends"] is True
    assert document["total"] == 1 + 2 * 4


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty"),
        ("a,b\n", "no secrets"),
        ("x,q\na,1\na,2\n", "comes twice"),
        ("x,q\na,1,2\n", "row 2 has 3 entries"),
        ("x,q\na,1\nb,1\n", "tells apart"),
        ("one\nfive\n", "one length"),
    ],
)
def test_inquiry_says_what_is_wrong_with_a_file(whoknows, tmp_path, text, complaint):
    table = tmp_path / "table.csv"
    table.write_text(text)
    code, out, err = whoknows("inquiry", "solve", str(table))
    assert (code, out) == (2, "")
    assert complaint in err
