"""What proves says how; `--certificate` writes it, and `whoknows verify` checks it."""

import json
import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner

import whoknows as wk
from whoknows.checking import verify
from whoknows.cli.main import app
from whoknows.errors import BadFile, BadSetup, NoPlan, TooLarge
from whoknows.games.hats.solve import documents
from whoknows.games.hats.solve.proofs import best_certificate
from whoknows.work.proof_kinds import Kind

DOCS = Path(__file__).parents[2] / "docs"

MASTERMIND = {"pegs", "colors", "repeats", "blacks_only"}
PLANS = MASTERMIND | {"minimize", "limit", "forced"}
COINS = {"coins", "odd", "at_most", "kind", "goal", "references"}
HATS = {
    "players", "colors", "need", "wrong", "rounds", "passing", "views", "odds", "chances",
}  # fmt: skip
CODES = {"length"}

# A question, what its answer must name, the kind of proof, and what a checker says.
CERTIFIED = {
    "mastermind optimal --pegs 2 --colors 4": (PLANS, "certificate", "total 45, worst 4"),
    "mastermind optimal --pegs 2 --colors 4 --minimize worst":
        (PLANS, "certificate", "least worst"),
    "mastermind optimal --pegs 2 --colors 4 --blacks-only --worst 5":
        (PLANS, "certificate", "black"),
    "mastermind plan --pegs 2 --colors 3 --strategy optimal":
        (PLANS, "certificate", "total 21, worst 3"),
    "mastermind static --pegs 2 --colors 3":
        (MASTERMIND, "enumeration", "2 guesses fixed in advance"),
    "balance solve --coins 12": (COINS, "theorem", "no plan has a worst below 3"),
    "balance solve --coins 13": (COINS, "enumeration", "no plan has a worst below 4"),
    "balance solve --coins 9 --minimize total":
        (COINS | {"minimize"}, "enumeration", "no plan has a total below 52"),
    "inquiry solve docs/examples/animals.csv":
        ({"table", "minimize", "limit", "ends"}, "certificate", "secrets"),
    "hats best --players 5": (HATS, "certificate", "no deal wins more than 25/32"),
    "hats best --players 4 --p 0.9;0.5;0.7;0.6": (HATS, "certificate", "4 agents"),
    "hats best --players 3 --colors 3": (HATS, "theorem", "no deal wins more than 5/9"),
    "hats maximal --players 4": (HATS, "enumeration", "130 maximal sets"),
    "hats psi --players 4": (HATS, "certificate", "Psi(4, p)"),
    "hats codes --length 7": (CODES, "theorem", "16 words and no code has fewer"),
}  # fmt: skip
# Those without a certificate: where a theorem or somebody's word is all there is to check,
# or where nobody has written a checker.
UNCERTIFIED = {
    "balance capacity --weighings 3": ({"odd", "at_most", "kind", "goal"}, "theorem"),
    "balance capacity --weighings 2 --odd 2": ({"odd", "at_most", "kind"}, "enumeration"),
    "balance different --coins 4 --odd 2": ({"coins", "odd", "goal"}, "enumeration"),
    "hats best --players 9": (HATS, "published"),
    "hats best --players 15": (HATS, "theorem"),
    "hats best --players 12 --need 12": (HATS, "theorem"),
    "hats best --players 6 --shared": (HATS | {"shared"}, "theorem"),
    "hats maximal --players 3 --need 2": (HATS, "enumeration"),
    "hats maximal --players 2 --lots": (HATS, "enumeration"),
    "hats psi --players 7": (HATS, "theorem"),
    "hats line --players 4 --seed 1": ({"players", "colors"}, "theorem"),
    "hats graph --sees cycle:3 --colors 2": ({"sees"}, "enumeration"),
    "hats graph --sees path:3 --colors 3": ({"sees"}, "solver"),
    "hats graph --sees path:2 --colors 3": ({"sees"}, "theorem"),
    "hats codes --length 9": (CODES, "published"),
    "hats codes --length 31": (CODES, "theorem"),
    "hats codes --length 3 --colors 3 --time-limit 1 --seed 1":
        (CODES | {"radius", "colors"}, "theorem"),
    "hats codes --length 2 --colors 3 --strong --time-limit 1 --seed 1":
        (CODES | {"colors", "strong"}, "theorem"),
    "find 'p & ~K ann p & K bob p'": ({"formula", "logic", "given"}, "solver"),
    "find 'p & ~p'": ({"formula", "logic", "given"}, "enumeration"),
    "valid 'K ann p -> p'": ({"formula", "logic", "given"}, "enumeration"),
    "valid 'K ann p -> K bob p'": ({"formula", "logic", "given"}, "solver"),
    "plan examples/transfer.txt": ({"goal"}, "enumeration"),
    "plan examples/transfer.txt --as ann": ({"goal"}, "enumeration"),
}  # fmt: skip


def run(*words):
    result = CliRunner().invoke(app, list(words))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def asked(command, *more):
    return json.loads(run(*shlex.split(command), *more, "--json").stdout)


def parts(document):
    """The document, and those inside that say something of a proof."""
    if isinstance(document, dict):
        if "proof" in document or "proven" in document:
            yield document
        for below in document.values():
            yield from parts(below)
    elif isinstance(document, list):
        for below in document:
            yield from parts(below)


def check_words(part):
    """What is proven has a kind; a theorem its place, and a citation its source."""
    assert {"proven", "proof", "proof_by", "certified"} <= set(part)
    kind = part["proof"]
    assert kind in get_args(Kind) or not part["proven"]
    if kind in ("theorem", "published"):
        assert part["proof_by"]
    if kind == "theorem":
        [(page, anchor)] = re.findall(r"\(docs/([a-z-]+\.md)#([a-z-]+)\)", part["proof_by"])
        heads = re.findall(r"^#+ (.*)$", (DOCS / page).read_text(), re.MULTILINE)
        assert anchor in {
            re.sub(r"[^a-z -]", "", h.lower()).replace(" ", "-") for h in heads
        }


@pytest.mark.parametrize("command", CERTIFIED)
def test_what_a_command_proves_is_certified_and_verified(command, tmp_path):
    names, kind, says = CERTIFIED[command]
    path = tmp_path / "proof.json.gz"
    found = asked(command, "--certificate", str(path))
    assert names <= set(found)
    check_words(found)
    assert (found["proven"], found["proof"], found["certified"]) == (True, kind, True)
    [row] = asked(f"verify {path}")["certificates"]
    assert (row["accepted"], row["kind"]) == (True, kind)
    assert says in row["says"]
    assert "accepted" in run("verify", str(path)).stdout


@pytest.mark.parametrize("command", UNCERTIFIED)
def test_what_has_no_certificate_says_what_it_rests_on(command):
    names, kind = UNCERTIFIED[command]
    found = asked(command)
    inside = list(parts(found))
    assert names <= set(found) | set(inside[-1])
    assert kind in {part["proof"] for part in inside}
    for part in inside:
        check_words(part)
    assert not any(part["certified"] for part in inside)


LIBRARY = {
    "mastermind optimal --pegs 2 --colors 4": lambda: wk.optimal(pegs=2, colors=4),
    "mastermind optimal --pegs 2 --colors 4 --minimize worst":
        lambda: wk.optimal(pegs=2, colors=4, minimize="worst"),
    "mastermind optimal --pegs 2 --colors 3 --blacks-only --worst 4 --first 12":
        lambda: wk.optimal(pegs=2, colors=3, blacks_only=True, worst=4, first="12"),
    "balance solve --coins 13": lambda: wk.optimal("balance", coins=13),
    "balance solve --coins 9 --minimize total":
        lambda: wk.optimal("balance", coins=9, minimize="total"),
    "hats best --players 5": lambda: wk.best(5),
    "hats best --players 3 --colors 3": lambda: wk.best(3, colors=3),
    "hats best --players 9": lambda: wk.best(9),
    "hats best --players 15": lambda: wk.best(15),
    "hats psi --players 4": lambda: wk.psi(4),
}  # fmt: skip


@pytest.mark.parametrize("command", LIBRARY)
def test_the_library_says_what_the_command_says(command):
    result = LIBRARY[command]()
    said, told = asked(command), json.loads(json.dumps(result.to_json(), default=str))
    for document in (said, told):
        document.pop("seconds", None)
    assert said.items() <= told.items()
    if said["certified"]:
        assert verify(json.loads(json.dumps(result.certificate()))).kind == said["proof"]
    else:
        with pytest.raises((BadSetup, TooLarge)):
            result.certificate()


def test_a_strategy_has_no_certificate():
    with pytest.raises(BadSetup, match="nothing is proven"):
        wk.evaluate("entropy", pegs=2, colors=3).certificate()


def test_a_refused_certificate_is_exit_code_1(tmp_path):
    path = tmp_path / "proof.json"
    run("hats", "best", "--players", "3", "--certificate", str(path))
    document = json.loads(path.read_text())
    document["claim"]["win"] = "7/8"
    path.write_text(json.dumps(document))
    refused = run("verify", str(path))
    assert refused.exit_code == 1
    assert "REFUSED" in refused.stdout
    assert "the deal wins 3/4" in refused.stdout
    assert run("verify", str(tmp_path / "nowhere.json")).exit_code == 1


def test_a_certificate_that_was_not_sure_to_be_had_is_one(tmp_path, monkeypatch):
    monkeypatch.setattr(best_certificate, "is_certified", lambda _: False)
    monkeypatch.setattr(documents, "is_certified", lambda _: False)
    found = [
        asked("hats best --players 4", *more)
        for more in ((), ("--certificate", str(tmp_path / "four.json")))
    ]
    assert [(one["proof"], one["certified"]) for one in found] == [
        ("theorem", False), ("certificate", True),
    ]  # fmt: skip


def test_that_no_plan_keeps_to_a_limit_is_certified(tmp_path):
    path = tmp_path / "proof.json.gz"
    short = ("mastermind", "optimal", "--pegs", "2", "--colors", "4", "--worst", "2")
    with pytest.raises(NoPlan, match="no plan has worst 2"):
        run(*short, "--certificate", str(path))
    [row] = asked(f"verify {path}")["certificates"]
    assert row["accepted"]
    assert "no plan has worst 2" in row["says"]


def test_what_is_not_proven_or_too_large_has_no_certificate(tmp_path):
    path = str(tmp_path / "proof.json")
    with pytest.raises(BadSetup, match="not proven"):
        run("hats", "best", "--players", "10", "--certificate", path)
    with pytest.raises(TooLarge, match="written out"):
        run("hats", "best", "--players", "15", "--certificate", path)
    with pytest.raises(TooLarge, match="at most 6"):
        run("hats", "psi", "--players", "7", "--certificate", path)
    total = ("--coins", "20", "--minimize", "total")
    with pytest.raises(TooLarge, match="at most 30 cases"):
        run("balance", "solve", *total, "--certificate", path)
    with pytest.raises(BadFile, match="cannot write"):
        run("hats", "best", "--certificate", str(tmp_path / "no" / "proof.json"))


def test_an_interval_says_what_its_upper_end_rests_on():
    found = asked("hats best --players 10")
    assert (found["proven"], found["proof"]) == (False, "published")
    assert Fraction(found["win"]) < Fraction(found["upper"])
