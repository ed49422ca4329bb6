"""`1 hand`, `2 hands`, `0 pegs`: what commands say of small numbers is grammar."""

import re

import pytest
from typer.testing import CliRunner

from whoknows.cli.main import app

ONE = re.compile(
    r"(?<![\d.,/:-])\b1 (agents|answers|cards|cases|chains|codes|coins|colors|deals|games"
    r"|guesses|hands|hats|lines|matches|matrices|moves|pegs|pieces|places|players|points"
    r"|questions|rounds|rows|runs|seats|seconds|sets|stacks|strategies|tiles|times|turns|views"
    r"|weighings|words|worlds)\b"
)
MANY = re.compile(
    r"(?<![\d.,/:-])\b(0|[2-9]|\d\d+) (agent|answer|card|case|chain|code|coin|color|deal"
    r"|game|guess|hand|hat|line|match|matrix|move|peg|piece|place|player|point|question|round"
    r"|row|seat|second|stack|strategy|tile|turn|view|weighing|word|world)\b"
    r"(?!-| is | has | - )"
)
CALLS = [
    "hats evaluate BP BP",
    "hats evaluate RB BR --reduce",
    "hats evaluate PP PP --better",
    "hats chains RR",
    "hats chains RRR BBB",
    "hats maximal -n 2 --orbits",
    "hats maximal -n 2 --no-passing",
    "hats adequate -n 2 --classes",
    "hats adequate -n 3",
    "hats matrix 0,3 -n 2 --all",
    "hats codes -n 1",
    "hats codes -n 2 --colors 3 --target 3",
    "hats simulate -n 2 --games 1 --seed 1",
    "hats simulate -n 3 --colors 3 --games 1 --seed 1",
    "hats tell BPPR BPPR BPPR --games 1 --seed 2",
    "hats line --hats R",
    "hats line -n 2 --seed 1",
    "hats graph --sees path:2 --colors 2",
    "hats best -n 2",
    "hats count -n 2",
    "mastermind evaluate --pegs 1 --colors 2",
    "mastermind evaluate --pegs 1 --colors 1",
    "mastermind evaluate --first 1",
    "mastermind suggest --pegs 2 --colors 2 --history 11:1,0 --history 12:2,0",
    "mastermind suggest --pegs 1 --colors 3 --history 1:0,0",
    "mastermind break --pegs 1 --colors 2 --secret 2",
    "mastermind static --pegs 1 --colors 2",
    "mastermind plan --pegs 1 --colors 2",
    "balance solve --coins 2 --odd 1",
    "balance solve --coins 3 --odd 1",
    "balance capacity --weighings 1",
    "balance design --weighings 2",
    "balance different --coins 2 --odd 1",
    "egghead simulate --players 2 --rounds 1 --seed 1",
    "egghead simulate --players 2 --cards 1 --values 2 --copies 1 --rounds 1 --seed 1",
    "davinci examples",
    "puzzle muddy --children 2 --muddy 1",
    "watch egghead --players 2 --cards 1 --values 2 --seed 1 --points 1 --rounds 2",
    "watch davinci --players 2 --tiles 4 --hand 1 --seed 1",
    "watch davinci --deal b1 --seed 1",
    "watch mastermind --pegs 1 --colors 2 --seed 1",
    "watch balance --coins 3 --odd 1 --seed 1",
    "watch hats --players 2 --seed 1",
]


@pytest.mark.parametrize("call", CALLS)
def test_small_numbers_are_said_as_people_say_them(call, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    said = CliRunner(env={"COLUMNS": "120"}).invoke(app, call.split(), input="quit\n")
    text = said.output + str(said.exception or "")
    wrong = [found.group() for rule in (ONE, MANY) for found in rule.finditer(text)]
    assert wrong == [], text[:2000]


def test_the_rules_find_what_is_wrong():
    assert ONE.search("there is 1 hands left")
    assert MANY.search("with 0 peg in 2 colors")
    assert not ONE.search("11 hands, 2.1 hands, 1 hand")
    assert not MANY.search("1 hand, 2 hands, a 3-color game")
