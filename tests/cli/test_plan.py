"""`whoknows plan`, as a person and as a program meets it."""

import json

import pytest
from typer.testing import CliRunner

from whoknows.cli.main import app
from whoknows.errors import BadSetup, UnknownName


def run(*words):
    said = CliRunner(env={"COLUMNS": "80"}).invoke(app, list(words))
    if said.exception and not isinstance(said.exception, SystemExit):
        raise said.exception
    return said


def test_a_plan_for_people():
    said = run("plan", "examples/transfer.txt").stdout
    assert "2 steps, and no plan has fewer:" in said
    assert "1. ann: show dan: secret" in said
    assert "a planner who sees all" in said


def test_a_plan_as_a_document():
    said = json.loads(run("plan", "examples/gossip_plan.txt", "--json").stdout)
    assert said["length"] == 4
    assert len(said["plan"]) == 4
    assert said["none_within"] == 3
    assert said["looked_at"] == 189


def test_another_goal_and_a_proof_that_there_is_none():
    said = run("plan", "examples/transfer.txt", "--goal", "K cat K bob secret & ~secret")
    assert "there is no plan of any length" in said.stdout
    short = run("plan", "examples/gossip_plan.txt", "--longest", "3").stdout
    assert "no plan has 3 steps or fewer" in short
    document = json.loads(
        run("plan", "examples/gossip_plan.txt", "--longest", "3", "--json").stdout
    )
    assert (document["plan"], document["none_within"]) == (None, 3)


def test_a_plan_with_branches():
    said = run("plan", "examples/two_doors.txt", "--as", "knight").stdout
    assert "2 steps at worst" in said
    assert "    no: knight: open_right" in said
    document = json.loads(
        run("plan", "examples/two_doors.txt", "--as", "knight", "--json").stdout
    )
    assert document["planner"] == "knight"
    assert [b["seen"] for b in document["plan"]["branches"]] == ["yes", "no"]


def test_an_epddl_problem():
    said = run("plan", "examples/epddl/corridor-3.epddl").stdout
    assert "5 steps" in said
    assert "5. say_Ann" in said


def test_who_acts_can_be_asked_to_know():
    said = run("plan", "examples/two_doors.txt", "--knowing").stdout
    assert "2 steps" in said


def test_a_search_that_is_stopped_keeps_its_bound(monkeypatch):
    from whoknows.logic.planning.full_information import Layered

    done = Layered.onward

    def stopping(self):
        if len(self.layers) == 3:
            raise KeyboardInterrupt
        return done(self)

    monkeypatch.setattr(Layered, "onward", stopping)
    said = run("plan", "examples/gossip_plan.txt")
    assert said.exit_code == 130
    assert "stopped; no plan has 2 steps or fewer" in said.stdout


@pytest.mark.parametrize(
    ("words", "error", "part"),
    [
        (["examples/muddy.txt"], BadSetup, "names no goal"),
        (["examples/muddy.txt", "--goal", "K ann a"], BadSetup, "nothing may happen"),
        (["examples/transfer.txt", "--longest", "101"], BadSetup, "at most 100 steps"),
        (["examples/transfer.txt", "--as", "zoe"], UnknownName, "no agent 'zoe'"),
        (["examples/transfer.txt", "--domain", "x"], BadSetup, "for EPDDL problems"),
        (["examples/transfer.txt", "--as", "ann", "--knowing"], BadSetup, "knows anyway"),
    ],
)
def test_mistakes_are_said(words, error, part):
    with pytest.raises(error, match=part):
        run("plan", *words)
