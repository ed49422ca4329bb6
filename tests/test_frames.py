"""Every frame of every result is true: a meaning a column, intervals around their own."""

import re
from collections import Counter
from importlib import import_module
from numbers import Number
from pkgutil import iter_modules
from typing import Any

import numpy as np
import pytest

import whoknows as wk
from tests.toy import TOY
from whoknows import library
from whoknows.catalog import GAMES
from whoknows.experiments.experiment import Series
from whoknows.experiments.tournament import table_of
from whoknows.store.experiment_rows import Row

SMALL = {"mastermind": {"pegs": 2, "colors": 3}, "egghead": {"points": 1}}


def stored(tmp_path):
    """A stored experiment, read."""
    from whoknows.experiments.experiment import checked, from_document
    from whoknows.experiments.running.run import begin, run_experiment
    from whoknows.store import open_store
    from whoknows.work import Here

    asked = {"name": "few", "game": "hats", "games": 2, "strategies": ["adequate"]}
    url = str(tmp_path / "rows.db")
    with open_store(url) as store:
        run_experiment(store, begin(store, checked(from_document(asked))), where=Here())
    return wk.experiment("few", url)


def played(name):
    """A game of the catalog, played by one of its strategies."""
    strategy = next(iter(GAMES[name].strategies))
    return wk.play(name, strategy, seed=1, **SMALL.get(name, {}))


def many(name):
    """Two games of the catalog."""
    strategy = next(iter(GAMES[name].strategies))
    return wk.play_many(name, strategy, games=2, seed=1, **SMALL.get(name, {}))


EXAMPLES: dict[str, Any] = {
    "BestDeal": [lambda: wk.best(3), lambda: wk.best(2, colors=3)],
    "Evaluation": [
        lambda: wk.evaluate("parts", pegs=2, colors=3),
        lambda: wk.optimal("balance", coins=4, kind="heavy"),
    ],
    "Known": [lambda: wk.knowledge(wk.deal("muddy"), 0)],
    "PsiCurve": [lambda: wk.psi(3), lambda: wk.psi(5)],
    "Run": [lambda name=name: played(name) for name in GAMES],
    "Runs": [lambda name=name: many(name) for name in GAMES],
    "ShownReview": [lambda name=name: wk.review(played(name)) for name in GAMES],
    "Standings": [
        lambda: wk.tournament("mastermind", ["parts", "first"], games=6, pegs=3, colors=4),
        lambda: wk.tournament("davinci", ["random", "aggressive"], games=2, tiles=12),
        lambda: wk.tournament("muddy", ["logician", "random"], games=2, teams=True),
    ],
    "Told": [lambda: wk.puzzle("cheryl"), lambda: wk.puzzle("pardon")],
}


def kinds(kind):
    """All kinds of results below a class."""
    for each in kind.__subclasses__():
        yield each
        yield from kinds(each)


def check_frame(found):
    """A frame has plain cells, different columns, and intervals around their numbers."""
    frame = found.to_pandas()
    assert len(frame) == len(found.rows) > 0
    assert [name for name, count in Counter(frame.columns).items() if count > 1] == []
    for row in frame.to_dict("records"):
        for name, value in row.items():
            plain = value is None or isinstance(value, str | Number | bool)
            assert plain, f"{name} has a {type(value).__name__}: {value!r}"
        for name in row:
            if not re.search("(^|_| )(low|high)$", name):
                continue
            about = re.sub("(^|_| )(low|high)$", "", name)
            [value] = {about, f"{about}_mean"} & {*row} or [f"nothing of {name}"]
            assert row[f"{about}_low"] <= row[value] <= row[f"{about}_high"], row


def test_every_frame_is_true(tmp_path):
    for module in iter_modules(library.__path__):
        import_module(f"whoknows.library.{module.name}")
    ours = [kind for kind in kinds(wk.Result) if kind.__module__.startswith("whoknows.")]
    assert {kind.__name__ for kind in ours} == {*EXAMPLES, "Stored"}
    for name, examples in {**EXAMPLES, "Stored": [lambda: stored(tmp_path)]}.items():
        for make in examples:
            found = make()
            assert type(found).__name__ == name
            check_frame(found)


def test_the_frame_of_a_tournament_says_what_its_text_and_json_say():
    found = wk.tournament("mastermind", ["parts", "first"], games=6, pegs=3, colors=4)
    lines = repr(found).splitlines()[1:]
    for row, line, told in zip(found.rows, lines, found.to_json(), strict=True):
        shown = (
            f"{row['rating']:+.0f} ({row['rating_low']:+.0f} .. {row['rating_high']:+.0f})"
        )
        assert shown in line
        assert [row[f"rating{end}"] for end in ("", "_low", "_high")] == [
            told[name] for name in ("rating", "low", "high")
        ]
        assert [row[f"score_{name}"] for name in ("mean", "low", "high")] == [
            told["score"][name] for name in ("mean", "low", "high")
        ]
        assert (row["games"], row["won"] + row["drawn"] + row["lost"]) == (6, 6)
    assert [row["rate"] for row in found.rows] == [5 / 6, 1 / 6]  # a draw is half a win
    begin = "strategy rating rating_low rating_high rate rate_low rate_high games"
    assert [*found.to_pandas().columns][:8] == begin.split()


@pytest.mark.parametrize("seed", range(40))
def test_ratings_lie_in_their_intervals_whatever_is_played(seed):
    rng = np.random.default_rng(seed)
    names = ["a", "b", "c"][: rng.integers(2, 4)]
    series = {k: Series(k, {}, (name,)) for k, name in enumerate(names)}
    rows = [
        Row(k, game, 0, 1, (float(rng.integers(2)),), {})
        for game in range(rng.integers(1, 4))
        for k in series
    ]
    for each in table_of(series, rows):
        assert each.low <= each.rating <= each.high
        low, high = each.rate_interval
        assert low <= each.rate <= high


def test_a_figure_that_a_game_calls_as_a_column_is_beside_it(monkeypatch):
    names = ["game", "seed", "seat", "strategy", "score", "turns", "low"]
    plain = wk.play_many(TOY, "lowest", games=2).rows
    figures = dict.fromkeys(names, -7.0)
    monkeypatch.setattr(type(TOY), "figures", lambda self, state: figures, raising=False)
    for row, as_it_was in zip(
        wk.play_many(TOY, "lowest", games=2).rows, plain, strict=True
    ):
        assert {name: row[name] for name in names[:-1]} == {
            name: as_it_was[name] for name in names[:-1]
        }
        assert sorted(row.values(), key=str).count(-7.0) == len(names)
