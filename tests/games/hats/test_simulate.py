"""Simulated games, against deals played in every configuration."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from whoknows.cli.main import app
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.codes import syndrome
from whoknows.games.hats.solve.simulate import played, simulate, wilson


@pytest.mark.parametrize(("players", "label"), [(3, 0), (3, 2), (7, 0), (7, 5), (9, 3)])
def test_every_configuration_but_the_coset_is_won(players, label):
    hats = Rules(players).table()
    lost = [code for code in range(1 << players) if syndrome(code, players) == label]
    assert np.flatnonzero(~played(hats, label)).tolist() == lost


def test_intervals_and_errors():
    low, high = (wilson(50, 100, z) for z in (-1.96, 1.96))
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)  # [Wilson1927]
    rng = np.random.default_rng(1)
    for rules, games, error in [
        (Rules(3, 3), 10, BadSetup),
        (Rules(3), 0, BadSetup),
        (Rules(31), 10**9, TooLarge),
    ]:
        with pytest.raises(error):
            simulate(rules, games=games, rng=rng)


def test_the_command():
    words = ["hats", "simulate", "--players", "15", "--games", "5000", "--seed", "1"]
    found = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    low, high = found["interval"]
    assert low < 15 / 16 < high
    assert CliRunner().invoke(app, words).stdout.startswith("won")
