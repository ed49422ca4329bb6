"""The same furniture stands in the same rooms of every game."""

import ast
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import get_origin

import numpy as np
import pytest

import whoknows.games
from whoknows.catalog import GAMES, PLACES
from whoknows.play.declared import DeclaredGame

FOLDER = Path(whoknows.games.__path__[0])
TYPES = ("Setup", "Secret", "Move", "State", "Sight")
FOLD = ("start", "turn", "play", "sight_of")
DECLARED = {"see": "state", "turn": "now", "answer": "now", "result": "state"}


@pytest.fixture(params=PLACES)
def name(request):
    return request.param


def declared(name):
    """Whether a game is made of its rules: state, sight, and fold are those of `play`."""
    return isinstance(GAMES[name], DeclaredGame)


def test_the_types_of_a_game_and_the_fold_over_moves_are_in_its_rules(name):
    rules = import_module(f"whoknows.games.{name}.rules")
    fold = DECLARED if declared(name) else FOLD
    for thing in (*TYPES, *fold):
        assert hasattr(rules, thing), f"{name}.rules has no {thing}"
    own = [rules.Setup, *(getattr(rules, function) for function in fold)]
    for thing in own if declared(name) else [*own, rules.State, rules.Sight]:
        assert thing.__module__.startswith(rules.__name__), thing


def test_the_fold_begins_with_setup_and_secret_and_goes_on_by_moves(name):
    rules = import_module(f"whoknows.games.{name}.rules")
    if declared(name):
        for function, first in DECLARED.items():
            assert next(iter(signature(getattr(rules, function)).parameters)) == first
        return
    assert next(iter(signature(rules.start).parameters)) == "setup"
    assert list(signature(rules.turn).parameters) == ["state"]
    assert list(signature(rules.play).parameters)[:2] == ["state", "moves"]
    assert next(iter(signature(rules.sight_of).parameters)) == "state"


def test_the_game_plays_what_its_rules_say(name):
    rules, game = import_module(f"whoknows.games.{name}.rules"), GAMES[name]
    setup = game.setup()
    assert isinstance(setup, rules.Setup)
    state = game.start(setup, game.deal(setup, np.random.default_rng(0)))
    assert isinstance(state, get_origin(rules.State) or rules.State)
    sight = game.sight(state, None)
    assert isinstance(sight, get_origin(rules.Sight) or rules.Sight)
    assert game.sight(state, None).history == game.history(state)


def test_the_game_object_is_in_game_and_init_only_names(name):
    assert PLACES[name] == f"whoknows.games.{name}.game:GAME"
    package = import_module(f"whoknows.games.{name}")
    assert package.GAME is GAMES[name]
    [story, *rest] = ast.parse((FOLDER / name / "__init__.py").read_text()).body
    assert isinstance(story.value, ast.Constant)
    *imports, names = rest
    assert all(isinstance(line, ast.ImportFrom) for line in imports)
    assert isinstance(names, ast.Assign)
    assert ast.unparse(names.targets[0]) == "__all__"


def test_published_numbers_know_no_computation(name):
    """What is printed is data: it stands below all that computes."""
    room = FOLDER / name / "paper"
    files = [*room.rglob("*.py")] if room.is_dir() else [room.with_suffix(".py")]
    for file in filter(Path.exists, files):
        for line in ast.walk(ast.parse(file.read_text())):
            if isinstance(line, ast.ImportFrom) and line.module:
                assert ".solve" not in line.module
                assert ".knowledge" not in line.module
