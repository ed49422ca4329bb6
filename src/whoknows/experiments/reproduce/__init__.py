"""The papers behind the games, redone: every number computed anew, beside the printed one.

What a paper prints is in its game's `paper`; each module of this package goes through one
paper and gives its lines as they are computed.  The games of one of them are kept, and a
sample of these is played again each time.

>>> from whoknows.experiments.reproduce import QUICK, reproduce
>>> first = next(reproduce("hats-thesis", QUICK))
>>> first.item, first.published, first.computed, first.text
('Section 2.1.9, other agents', 2, 2, 'agrees')
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module

from whoknows.errors import UnknownName
from whoknows.experiments.reproduce.verdict import Figure, Line, Verdict, counted

TITLES = {
    "hats-thesis": "E. Janssen, The Leprechaun Hatting Problem, Leiden 2017",
    "hat-game": "T. van Uem, The Hat Game and covering codes, Amsterdam",
    "davinci": "T. Eker, M. Liefstingh, M. Los, Da Vinci Code, 2020",
    "mastermind": "J. van Eijck, FSA Lab Exercises Week 2, Amsterdam 2014",
    "egghead": "M. Zorn, A Study on the Logic Game EggHead, 2024",
}
PLACES = {
    "hats-thesis": "hats_thesis",
    "hat-game": "hat_game",
    "davinci": "davinci",
    "mastermind": "mastermind",
    "egghead": "egghead",
}


def silent(text: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How large the samples are, and where they are drawn."""

    deals: int
    """Deals of the Da Vinci Code to play for each cell, in every seating."""
    rounds: int
    """Rounds of EggHead for each number of analysts."""
    seconds: float = 2.0
    """What a search without an end of its own may take."""
    full: bool = False
    seed: int = 1
    workers: int | None = None
    report: Callable[[str], None] = silent
    """Told how far a long computation is."""


QUICK = Scale(deals=12, rounds=2_000)
FULL = Scale(deals=100, rounds=40_000, seconds=60.0, full=True)


def papers(asked: str) -> list[str]:
    """The papers that are asked for; `all` is all of them."""
    if asked == "all":
        return list(TITLES)
    if asked not in TITLES:
        raise UnknownName.among("paper", asked, [*TITLES, "all"])
    return [asked]


def estimate(wanted: Iterable[str], scale: Scale, cores: int) -> float:
    """The seconds that some papers take, roughly: by what they took on one core."""
    shared = {"davinci": 4.0 * scale.deals, "egghead": 0.005 * scale.rounds}
    alone = {"hats-thesis": 5, "hat-game": 8, "mastermind": 15}
    return sum(alone.get(paper, 3) + shared.get(paper, 0) / cores for paper in wanted)


def reproduce(paper: str, scale: Scale) -> Iterator[Line | Figure]:
    """The lines and figures of one paper, as they are computed."""
    module = import_module(f"{__name__}.{PLACES[paper]}")
    yield from module.lines(scale)


__all__ = [
    "FULL",
    "QUICK",
    "TITLES",
    "Figure",
    "Line",
    "Scale",
    "Verdict",
    "counted",
    "estimate",
    "papers",
    "reproduce",
]
