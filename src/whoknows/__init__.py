"""A laboratory for games of knowledge: games that turn on who knows what.

A *world* is one complete way things may be; worlds with the same *view* look alike to
an agent; to *know* is to find a claim true in every world that looks alike.  Every
floor of this package is that idea at a different speed: `logic` says it in general,
`inquiry` for one agent who asks, each game in `games` with its own compact picture.

What people do first is here, and is imported when it is used:

>>> import whoknows as wk
>>> wk.play("muddy", "logician", seed=3)
<Run of Muddy children: 3 turns; scores 1, 1, 1>
"""

from importlib import import_module
from typing import Any

__version__ = "0.3.0.dev0"

PLACES = {  # every public name, and where it is
    "BestDeal": "whoknows.library.exact_results",
    "Evaluation": "whoknows.library.exact_results",
    "Formula": "whoknows.logic.language.formula",
    "GAMES": "whoknows.catalog",
    "Known": "whoknows.library.positions",
    "Model": "whoknows.logic",
    "PsiCurve": "whoknows.library.exact_results",
    "Result": "whoknows.library.results",
    "Review": "whoknows.analysis",
    "Run": "whoknows.library.runs",
    "Runs": "whoknows.library.batches",
    "Standings": "whoknows.library.tournaments",
    "Stored": "whoknows.library.batches",
    "Table": "whoknows.play.table.referee",
    "Told": "whoknows.library.exact_results",
    "best": "whoknows.library.exact_results",
    "deal": "whoknows.library.runs",
    "draw": "whoknows.logic.draw",
    "evaluate": "whoknows.library.exact_results",
    "every_world": "whoknows.logic",
    "experiment": "whoknows.library.batches",
    "from_cells": "whoknows.logic",
    "from_parts": "whoknows.logic",
    "from_relation": "whoknows.logic",
    "game": "whoknows.library.runs",
    "knowledge": "whoknows.library.positions",
    "load": "whoknows.logic",
    "loads": "whoknows.logic",
    "optimal": "whoknows.library.exact_results",
    "parse": "whoknows.logic",
    "play": "whoknows",
    "play_many": "whoknows.library.batches",
    "psi": "whoknows.library.exact_results",
    "puzzle": "whoknows.library.exact_results",
    "review": "whoknows.library.reviews",
    "tournament": "whoknows.library.tournaments",
}

__all__ = [*sorted(PLACES), "__version__"]


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first used."""
    if name not in PLACES:
        raise AttributeError(f"module 'whoknows' has no attribute {name!r}")
    if name == "play":  # a package that can be called
        return import_module("whoknows.play")
    found = getattr(import_module(PLACES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *PLACES})
