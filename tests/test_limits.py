"""However fast a clock runs, an answer is the same, or it says that it is not ready."""

import ast
import re
import time
from dataclasses import replace
from fractions import Fraction
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from math import inf
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from whoknows.cli.main import app
from whoknows.experiments.reproduce.hat_counts import least_code
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve import best as best_deals
from whoknows.games.hats.solve.best import best
from whoknows.games.hats.solve.codes import code_search, word_codes
from whoknows.games.hats.solve.codes.word_codes import search_words, sphere_bound
from whoknows.games.hats.solve.programs import cube_program
from whoknows.games.mastermind.rules import Rules as Pegs
from whoknows.games.mastermind.solve.fixed_guesses import static_guesses
from whoknows.inquiry.fixed_questions import search

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SECTION = PAGE.partition("## Limits of time")[2].partition("\n## ")[0]
FASTER = 1000


def script():
    """The module of `scripts/limits`."""
    loader = SourceFileLoader("limits", str(ROOT / "scripts" / "limits"))
    module = module_from_spec(spec_from_loader("limits", loader))
    loader.exec_module(module)
    return module


def described():
    """The places that the page names."""
    found = set()
    for cell in re.findall(r"^\| (`.*?) \|", SECTION, re.MULTILINE):
        for part in cell.split("; "):
            module, *names = re.findall(r"`([^`]+)`", part)
            found |= {(module, name) for name in names}
    return found


def test_every_limit_of_time_is_described_with_what_the_answer_says_then():
    listed = script().limits()
    assert sorted(listed - described()) == [], "say in docs/architecture.md what they end"
    assert sorted(described() - listed) == [], "they are there no longer"


@pytest.mark.parametrize(
    "text",
    [
        "def late():\n    return time.monotonic() > over",
        "def late():\n    return perf_counter()",
        "async def late():\n    await asyncio.wait_for(story, 3)",
        "def late(*, time_limit=60.0):\n    pass",
        "def late():\n    subprocess.run(words, timeout=3)",
        "def late():\n    pool.ask(work, limit=3)",
    ],
)
def test_a_new_limit_is_listed(text):
    assert set(script().places(ast.parse(text))) == {"late"}


@pytest.fixture
def fast(monkeypatch):
    """Clocks that run a thousand times as fast."""

    def quicken(module, *names):
        for name in names:
            clock = getattr(time, name)
            monkeypatch.setattr(module, name, lambda clock=clock: clock() * FASTER)

    quicken(best_deals, "perf_counter")
    quicken(cube_program, "perf_counter")
    quicken(code_search, "perf_counter")
    quicken(word_codes, "perf_counter")
    quicken(search, "monotonic")


def test_a_code_of_a_paper_is_found_however_fast_the_clock_runs(monkeypatch):
    hours = iter(range(0, 10**9, 3600))
    monkeypatch.setattr(code_search, "perf_counter", lambda: next(hours))
    assert least_code(9)[1] == 62  # [Wille1996], K(9, 1)


@pytest.mark.parametrize("world", [Rules(4), Rules(2, colors=3), Rules(3, colors=3)])
def test_a_deal_is_the_best_or_not_called_so(fast, world):
    found = best(world, time_limit=1.0)
    slow = best(world, time_limit=inf)
    assert found.lower <= slow.lower <= found.upper
    assert not found.proven or found.lower == slow.lower


def test_a_team_whose_deal_is_not_proven_says_so(monkeypatch):
    def in_a_moment(rules):
        return replace(best(rules), upper=Fraction(1))

    monkeypatch.setattr(best_deals, "best", in_a_moment)
    words = "hats simulate --players 3 --by best --games 10 --seed 1"
    said = CliRunner().invoke(app, words.split())
    assert said.exit_code == 0, said.output
    assert "not proven to be the best deal" in said.stderr


def test_fixed_questions_are_the_fewest_or_not_called_so(fast):
    found = static_guesses(Pegs(3, 4), seconds=0.001)
    assert not found.proven
    assert found.bound <= 3 <= len(found.guesses)


def test_a_search_for_words_tells_the_bound_beside_what_it_found(fast):
    found = search_words(6, 1, rng=np.random.default_rng(1), time_limit=1.0)
    assert found.code.first_uncovered(1) is None
    assert len(found.code.words) >= sphere_bound(6, 1)
