"""The import contracts hold, and a planted breach of each is caught."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from machine import PATIENCE

ROOT = Path(__file__).parents[1]

ROOMS = ["__init__", "game", "rules", "solve", "strategies", "show", "paper"]


def game(name, **rooms):
    """The files of a game with empty rooms but for those given."""
    return {f"games/{name}/{room}.py": rooms.get(room, "") for room in ROOMS}


BREACHES = {
    "Floors: each knows only the floors below": {
        "logic/low.py": "import whoknows.play.game\n",
    },
    "Rooms: every game has the same rooms, in the same order": game(
        "nim", rules="import whoknows.games.nim.solve\n"
    ),
    "Games do not know each other": {
        **game("nim", solve="import whoknows.games.tic.rules\n"),
        **game("tic"),
    },
    "Only the top floor draws or speaks": {
        "play/loud.py": "import rich\n",
    },
}


@pytest.mark.parametrize("contract", BREACHES)
def test_a_planted_breach_is_caught(contract, tmp_path):
    package = tmp_path / "whoknows"
    shutil.copytree(ROOT / "src" / "whoknows", package)
    for name, text in BREACHES[contract].items():
        file = package / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    said = lint_imports(tmp_path)
    assert f"{contract} BROKEN" in " ".join(said.stdout.split())
    assert said.returncode == 1


def lint_imports(path):
    """The import linter on the package in `path`, with the contracts of this project."""
    return subprocess.run(
        [
            Path(sys.executable).with_name("lint-imports"),
            "--no-cache",
            "--config",
            ROOT / "pyproject.toml",
        ],
        capture_output=True,
        text=True,
        cwd=path,
        env={**os.environ, "PYTHONPATH": str(path), "COLUMNS": "200"},
        timeout=PATIENCE,
    )


def test_a_game_without_one_of_the_rooms_is_caught(tmp_path):
    package = tmp_path / "whoknows"
    shutil.copytree(ROOT / "src" / "whoknows", package)
    for name in set(game("nim")) - {"games/nim/strategies.py"}:
        (package / name).parent.mkdir(exist_ok=True)
        (package / name).write_text("")
    assert "whoknows.games.nim.strategies does not exist" in lint_imports(tmp_path).stdout
