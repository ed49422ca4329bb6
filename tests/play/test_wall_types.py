"""The wall between the secret and those who play is a rule of types: mypy refuses breaches.

Each breach below is a line that hands a secret or a state to one who may have a sight
only.  The clean file does the same things rightly, and binds every game of the catalog to
its own types.  The games of the guide to adding one are clean, too.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from machine import PATIENCE
from whoknows.catalog import PLACES

ROOT = Path(__file__).parents[2]
TYPE_ERRORS = {"arg-type", "assignment", "dict-item", "list-item", "type-var"}

GENERIC = """
import numpy as np
from whoknows.play.game import Game, History, MoveT, SecretT, SetupT, SightT
from whoknows.play.game import StateT, Strategy
from whoknows.play.face.face import Face
from whoknows.play.table.referee import Table
from whoknows.play.table.room import Room
from whoknows.play.table.eyes import Moment, View, room_view

def asked(
    table: Table[SetupT, SecretT, StateT, SightT, MoveT],
    room: Room[SetupT, SecretT, StateT, SightT, MoveT],
    strategy: Strategy[SightT, MoveT],
    face: Face[SetupT, SightT],
    rng: np.random.Generator,
) -> object:
    {line}
"""

GAME = """
import numpy as np
from whoknows.games.mastermind.game import GAME
from whoknows.games.mastermind.rules import Secret, Setup, Sight, State
from whoknows.games.mastermind.show.face import MastermindFace
from whoknows.games.mastermind.strategies import STRATEGIES
from whoknows.play.table.referee import Table, finish

def asked(secret: Secret, state: State, sight: Sight, rng: np.random.Generator) -> object:
    {line}
"""

BREACHES = {
    "secret to a strategy": (GENERIC, "return strategy(table.secret, table.history, rng)"),
    "state to a strategy": (GENERIC, "return strategy(table.state, table.history, rng)"),
    "table to a strategy": (GENERIC, "return strategy(table, table.history, rng)"),
    "secret to the legal moves": (GENERIC, "return table.game.moves(table.secret)"),
    "state to the count of worlds": (GENERIC, "return table.game.worlds(table.state)"),
    "secret to a moment": (
        GENERIC,
        "m: Moment[SightT] = Moment({0: table.secret}, ()); return m",
    ),
    "state to a view": (
        GENERIC,
        "v: View[SetupT, StateT, MoveT] = room_view(room, 0); return v",
    ),
    "secret out of a view": (
        GENERIC,
        "secret: SecretT = room_view(room, 0).sight; return secret",
    ),
    "a strategy that wants the secret": (
        GENERIC,
        "bad: Strategy[SecretT, MoveT] = strategy; return bad",
    ),
    "secret to a face": (GENERIC, "return face.board_svg(table.secret, ())"),
    "state to a hint": (GENERIC, 'return face.hint(table.state, "know")'),
    "this game's state to its board": (
        GAME,
        "return MastermindFace(GAME).board_svg(state, ())",
    ),
    "this game's secret to its strategy": (
        GAME,
        'return STRATEGIES["entropy"](secret, (), rng)',
    ),
    "this game's state to its strategy": (
        GAME,
        'return STRATEGIES["entropy"](state, (), rng)',
    ),
    "this game's state to its model": (GAME, "return GAME.model(state, 10)"),
    "this game's secret to its moves": (GAME, "return GAME.moves(secret)"),
    "this game's table with another's strategies": (
        GAME,
        "from whoknows.games.balance.strategies import STRATEGIES as OTHERS; "
        'return finish(Table.dealt(GAME, Setup(), 1), [OTHERS["entropy"]])',
    ),
}

CLEAN = [
    (GENERIC, "return strategy(table.sight(0), table.history, rng)"),
    (GENERIC, "return table.choice(0, strategy)"),
    (GENERIC, "return table.game.worlds(table.sight(None))"),
    (GENERIC, "m: Moment[SightT] = Moment({0: table.sight(0)}, ()); return m"),
    (GENERIC, "v: View[SetupT, SightT, MoveT] = room_view(room, 0); return v"),
    (GAME, 'return STRATEGIES["entropy"](sight, sight.history, rng)'),
    (GENERIC, "return face.board_svg(table.sight(0), ())"),
    (GAME, "return MastermindFace(GAME).board_svg(sight, ())"),
    (GAME, "return GAME.model(sight, 10)"),
    (GAME, 'return finish(Table.dealt(GAME, Setup(), 1), [STRATEGIES["entropy"]])'),
]

BOUND = """
from whoknows.games.{name}.game import GAME
from whoknows.games.{name}.rules import Move, Secret, Setup, Sight, State
from whoknows.play.game import Game

game: Game[Setup, Secret, State, Sight, Move] = GAME
"""


def planted():
    """The files that mypy is given, by their names."""
    files = {f"breach_{k}": text for k, (_, text) in enumerate(filled(BREACHES.values()))}
    files |= {f"clean_{k}": text for k, (_, text) in enumerate(filled(CLEAN))}
    files |= {f"bound_{name}": BOUND.format(name=name) for name in PLACES}
    guides = ("number", "forehead")
    return files | {f: (ROOT / f"docs/examples/{f}.py").read_text() for f in guides}


def filled(pairs):
    return [
        (line, frame.replace("{line}", line.replace("; ", "\n    ")))
        for frame, line in pairs
    ]


@pytest.fixture(scope="module")
def errors(tmp_path_factory):
    """The errors that mypy finds, by file."""
    folder = tmp_path_factory.mktemp("wall")
    for name, text in planted().items():
        (folder / f"{name}.py").write_text(text)
    command = [
        *(sys.executable, "-m", "mypy", "--strict"),
        *("--config-file", ROOT / "pyproject.toml", "--follow-imports=silent"),
        *("--no-error-summary", "--no-pretty", *sorted(folder.glob("*.py"))),
    ]
    said = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE
    )
    assert said.returncode in (0, 1), said.stderr + said.stdout
    found = {name: [] for name in planted()}
    for name, error in re.findall(r"(\w+)\.py:\d+: error: (.*)", said.stdout):
        found[name].append(error)
    return found


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_of_the_wall_is_an_error_of_types(breach, errors):
    found = errors[f"breach_{list(BREACHES).index(breach)}"]
    assert found, f"mypy lets pass: {BREACHES[breach][1]}"
    kinds = {re.search(r"\[([\w-]+)\]$", error)[1] for error in found}
    assert kinds <= TYPE_ERRORS, found


def test_what_keeps_to_the_wall_has_no_error(errors):
    assert not {name: e for name, e in errors.items() if "breach" not in name and e}
