"""`--certificate` of what proves, and `whoknows verify`, as commands."""

import json

import pytest
from typer.testing import CliRunner

from whoknows.cli.main import app
from whoknows.errors import BadFile, BadSetup, TooLarge

COMMANDS = {
    "mastermind optimal --pegs 2 --colors 4": "total 45, worst 4",
    "mastermind optimal --pegs 2 --colors 4 --minimize worst": "least worst",
    "mastermind static --pegs 2 --colors 3": "2 guesses fixed in advance",
    "balance solve --coins 13": "no plan has a worst below 4",
    "inquiry solve docs/examples/animals.csv": "secrets",
    "hats best --players 5": "no deal wins more than 25/32",
    "hats best --players 3 --colors 3": "no deal wins more than 5/9",
    "hats maximal --players 4": "130 maximal sets",
    "hats psi --players 4": "Psi(4, p)",
    "hats codes --length 7": "16 words and no code has fewer",
}


def run(*words):
    result = CliRunner().invoke(app, list(words))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_command_proves_is_certified_and_verified(command, tmp_path):
    path = tmp_path / "proof.json.gz"
    found = json.loads(run(*command.split(), "--certificate", str(path), "--json").stdout)
    assert found["proof"] == "certificate"
    [row] = json.loads(run("verify", str(path), "--json").stdout)["certificates"]
    assert row["accepted"]
    assert COMMANDS[command] in row["says"]
    assert "accepted" in run("verify", str(path)).stdout


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


def test_what_is_not_proven_or_too_large_has_no_certificate(tmp_path):
    path = str(tmp_path / "proof.json")
    with pytest.raises(BadSetup, match="not proven"):
        run("hats", "best", "--players", "10", "--certificate", path)
    with pytest.raises(TooLarge, match="written out"):
        run("hats", "best", "--players", "15", "--certificate", path)
    with pytest.raises(TooLarge, match="at most 6"):
        run("hats", "psi", "--players", "7", "--certificate", path)
    with pytest.raises(BadFile, match="cannot write"):
        run("hats", "best", "--certificate", str(tmp_path / "no" / "proof.json"))


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ("--players 9", "published"),
        ("--players 15", "theorem"),
        ("--players 10", "published"),
        ("--players 4 --p 0.9;0.5;0.7;0.6", "certificate"),
    ],
)
def test_hats_say_of_what_kind_the_proof_is(rules, kind):
    found = json.loads(run("hats", "best", *rules.split(), "--json").stdout)
    assert found["proof"] == kind
    assert found["players"] == int(rules.split()[1])
    assert {"colors", "need", "wrong", "rounds", "passing", "views", "odds"} <= set(found)
