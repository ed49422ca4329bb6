"""What the library is asked in the words of the command, it answers as the command does."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import whoknows as wk
from machine import PATIENCE
from whoknows.cli.main import app

DATES = "May 5, May 6, May 9, June 7, June 8, July 4, July 6, Sept 4, Sept 5, Sept 7"
DATES = DATES.split(", ")  # the classic ones, with other names
PAIRS = {
    "hats best --players 3": lambda: wk.best(3),
    "hats best --players 3 --p 0.9": lambda: wk.best(3, p=0.9),
    "hats best --players 3 --p 9/10": lambda: wk.best(3, p="9/10"),
    "hats best --players 2 --colors 3 --p 1/2,1/3,1/6": lambda: wk.best(
        2, colors=3, p="1/2,1/3,1/6"
    ),
    "hats best --players 3 --need half": lambda: wk.best(3, need="half"),
    "hats best --players 4 --need half --wrong 1": lambda: wk.best(4, need="half", wrong=1),
    "hats best --players 4 --need 2": lambda: wk.best(4, need=2),
    "hats best --players 3 --wrong 1": lambda: wk.best(3, wrong=1),
    "hats best --players 3 --rounds 2": lambda: wk.best(3, rounds=2),
    "hats best --players 4 --views counts": lambda: wk.best(4, views="counts"),
    "hats best --players 3 --no-passing": lambda: wk.best(3, passing=False),
    "hats best --players 2 --chances 0,1/6,1/3,1/2": lambda: wk.best(
        2, chances="0,1/6,1/3,1/2"
    ),
    "hats psi": lambda: wk.psi(),
    "hats psi --players 3": lambda: wk.psi(3),
    "mastermind evaluate --pegs 2 --colors 3": lambda: wk.evaluate(pegs=2, colors=3),
    "mastermind evaluate --pegs 2 --colors 3 --strategy optimal": lambda: wk.evaluate(
        "optimal", pegs=2, colors=3
    ),
    "mastermind evaluate --pegs 2 --colors 3 --strategy optimal --first 12": (
        lambda: wk.evaluate("optimal", first="12", pegs=2, colors=3)
    ),
    "mastermind evaluate --pegs 3 --colors 3 --strategy entropy --first 112": (
        lambda: wk.evaluate("entropy", first="112", pegs=3, colors=3)
    ),
    "mastermind evaluate --pegs 3 --colors 3 --only-possible": lambda: wk.evaluate(
        "parts", only_possible=True, pegs=3, colors=3
    ),
    "mastermind evaluate --pegs 3 --colors 3 --ties last": lambda: wk.evaluate(
        "parts", ties="last", pegs=3, colors=3
    ),
    "mastermind evaluate --pegs 2 --colors 3 --no-repeats --blacks-only": (
        lambda: wk.evaluate(pegs=2, colors=3, repeats=False, blacks_only=True)
    ),
    "mastermind optimal --pegs 2 --colors 3": lambda: wk.optimal(pegs=2, colors=3),
    "mastermind optimal --pegs 2 --colors 3 --minimize worst": lambda: wk.optimal(
        pegs=2, colors=3, minimize="worst"
    ),
    "mastermind optimal --pegs 2 --colors 3 --worst 4": lambda: wk.optimal(
        pegs=2, colors=3, worst=4
    ),
    "mastermind optimal --pegs 2 --colors 3 --first 11": lambda: wk.optimal(
        pegs=2, colors=3, first="11"
    ),
    "balance solve --coins 5": lambda: wk.optimal("balance", coins=5),
    "balance solve --coins 5 --minimize total": lambda: wk.optimal(
        "balance", coins=5, minimize="total"
    ),
    "balance solve --coins 4 --odd 2 --kind heavy": lambda: wk.optimal(
        "balance", coins=4, odd=2, kind="heavy"
    ),
    "puzzle muddy": lambda: wk.puzzle("muddy"),
    "puzzle muddy --children 4 --muddy 2": lambda: wk.puzzle("muddy", children=4, muddy=2),
    "puzzle muddy --engine table": lambda: wk.puzzle("muddy", engine="table"),
    "puzzle hats": lambda: wk.puzzle("hats"),
    "puzzle hats --men 4": lambda: wk.puzzle("hats", men=4),
    "puzzle hats --hats wwb": lambda: wk.puzzle("hats", hats="wwb"),
    "puzzle cheryl": lambda: wk.puzzle("cheryl"),
    f"puzzle cheryl {' '.join(f'--date {date!r}' for date in DATES)}": lambda: wk.puzzle(
        "cheryl", date=DATES
    ),
    "puzzle sum-product --bound 65": lambda: wk.puzzle("sum-product", bound=65),
    "puzzle consecutive --anne 5 --bill 4": lambda: wk.puzzle(
        "consecutive", anne=5, bill=4
    ),
    "puzzle consecutive --bound 8": lambda: wk.puzzle("consecutive", bound=8),
    "puzzle logicians": lambda: wk.puzzle("logicians"),
    "puzzle logicians --logicians 4 --without 3": lambda: wk.puzzle(
        "logicians", logicians=4, without=[3]
    ),
    "puzzle russian-cards": lambda: wk.puzzle("russian-cards"),
    "puzzle russian-cards --deal 012.346.5": lambda: wk.puzzle(
        "russian-cards", deal="012.346.5"
    ),
    "puzzle russian-cards --announcement '012 034 056 135 246'": lambda: wk.puzzle(
        "russian-cards", announcement="012 034 056 135 246"
    ),
    "puzzle russian-cards --find --hands 5": lambda: wk.puzzle(
        "russian-cards", find=True, hands=[5]
    ),
    "puzzle cryptographers": lambda: wk.puzzle("cryptographers"),
    "puzzle cryptographers --diners 4 --payer 2": lambda: wk.puzzle(
        "cryptographers", diners=4, payer=2
    ),
    "puzzle pardon": lambda: wk.puzzle("pardon"),
    "puzzle pardon --chance 0.7": lambda: wk.puzzle("pardon", chance=0.7),
    "puzzle pardon --named C --chance 1/3": lambda: wk.puzzle(
        "pardon", named="C", chance="1/3"
    ),
    "puzzle prisoners --prisoners 9 --games 5 --seed 7": lambda: wk.puzzle(
        "prisoners", prisoners=9, games=5, seed=7
    ),
    "review docs/examples/davinci.json": lambda: wk.review("docs/examples/davinci.json"),
}


def said(words, typed=""):
    """The one document that a command prints."""
    ran = CliRunner().invoke(app, [*words, "--json"], input=typed)
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


@pytest.mark.parametrize("words", PAIRS)
def test_the_library_answers_as_the_command(words):
    import shlex

    command = said(shlex.split(words))
    library = json.loads(json.dumps(PAIRS[words]().to_json()))
    command.pop("seconds", None)
    for key in [*command]:
        if key in ("only_possible", "ties"):  # of the question, not of the answer
            del command[key]
    assert {key: library.get(key) for key in command} == command
    assert command


@pytest.mark.parametrize("words", ["puzzle new --kind numbers --seed 5", "puzzle day"])
def test_an_answer_to_a_puzzle_is_judged_in_json_too(words):
    posed = said(words.split())
    right = CliRunner().invoke(
        app, [*words.split(), "--answer", posed["solution"], "--json"]
    )
    wrong = CliRunner().invoke(app, [*words.split(), "--answer", "X", "--json"])
    assert (right.exit_code, wrong.exit_code) == (0, 1)
    for ran, fine in ((right, True), (wrong, False)):
        told = json.loads(ran.stdout)
        assert told["right"] is fine
        assert {key: told[key] for key in posed} == posed
        people = CliRunner().invoke(
            app, [*words.split(), "--answer", posed["solution"] if fine else "X"]
        )
        assert " ".join(people.stdout.split()) == " ".join(told["words"].split())


def test_what_to_do_next_is_in_the_document():
    """The weighing that people are told, and the guess; nothing once it is found."""
    asked = ["balance", "ask", "--coins", "12", "--history", "1-4 : 5-8 EQ"]
    told = said(asked)
    assert told["possible"] == 8
    pans = [told["next"]["left"], told["next"]["right"]]
    shown = CliRunner().invoke(app, [*asked, "--json"], input="").stderr
    for pan in pans:
        assert " ".join(map(str, pan)) in shown
    done = said(["balance", "ask", "--coins", "3", "--kind", "heavy"], typed="LT\n")
    assert (done["possible"], done["next"]) == (1, None)
    guess = said(["mastermind", "break", "--pegs", "2", "--colors", "3"])
    assert len(guess["next"]) == 2
    found = said(["mastermind", "break", "--pegs", "2", "--colors", "3", "--secret", "12"])
    assert (found["found"], found["next"]) == (True, None)


@pytest.mark.parametrize("words", ["balance ask", "mastermind break --pegs 2 --colors 3"])
def test_its_standard_output_is_one_document(words):
    ran = subprocess.run(
        [sys.executable, "-m", "whoknows", *words.split(), "--json"],
        input="",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert json.loads(ran.stdout), ran.stderr


@pytest.mark.parametrize(
    "world",
    [
        "--rounds 2",
        "--colors 3",
        "--need half",
        "--views counts",
        "--wrong 1",
        "--no-passing",
    ],
)
def test_a_deal_that_is_best_is_told(world):
    """The best deal wins as often as it is said to, told configuration by configuration."""
    best = said(f"hats best --players 3 {world}".split())
    letters = "RBG" if "colors" in world else "RB"
    won = total = 0
    for hats in (f"{a}{b}{c}" for a in letters for b in letters for c in letters):
        words = f"hats tell --players 3 {world} --hats {hats}".split()
        won, total = won + said(words)["won"], total + 1
    assert won / total == pytest.approx(best["value"])
