"""Figures 1 to 3 of [Zorn2024], drawn from studies of our own; same data, same bytes."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from whoknows.errors import needs
from whoknows.games.egghead.solve.study import Study
from whoknows.games.egghead.solve.waiting_times import Chances

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BLUE, ORANGE = "#0072B2", "#D55E00"  # told apart by everybody
SHADES = ["#0072B2", "#009E73", "#E69F00", "#D55E00", "#CC79A7", "#56B4E9", "#000000"]


def figure_1(study: Study) -> "Figure":
    """Rounds to 1 and to 10 points, with and without analysis."""
    figure, axes = blank(1, 2)
    for name, color in (("analysing", BLUE), ("plain", ORANGE)):
        group = getattr(study, name)
        if group.n:
            draw(axes[0], group.chances, color, name)
            draw(axes[1], study.ten(name), color, name)
    return titled(figure, axes, "Rounds needed, by way of playing")


def figure_2(studies: Sequence[Study]) -> "Figure":
    """Rounds to 1 and to 10 points of those who analyse, by how many do."""
    figure, axes = blank(1, 2)
    for study, color in zip(studies, SHADES, strict=False):
        label = f"{len(study.setup.analysts)} analysing"
        if study.analysing.n:
            draw(axes[0], study.analysing.chances, color, label)
            draw(axes[1], study.ten("analysing"), color, label)
    return titled(figure, axes, "Rounds needed, by how many analyse")


def figure_3(studies: Sequence[Study]) -> "Figure":
    """Everyone's chance to win, by how many analyse; dark: played, pale: computed."""
    figure, axes = blank(1, len(studies))
    for axis, study in zip(axes, studies, strict=True):
        seats = np.arange(study.setup.players)
        colors = [BLUE if seat in study.setup.analysts else ORANGE for seat in seats]
        chances = study.winning() or [0.0] * len(seats)
        axis.bar(seats, chances, color=colors, alpha=0.35, width=0.8)
        if study.games:
            played = [wins / study.games for wins in study.wins]
            axis.bar(seats, played, color=colors, width=0.4)
        axis.set_xticks(seats, [str(seat + 1) for seat in seats])
        axis.set_ylim(0, 1.05)
        axis.set_title(f"{len(study.setup.analysts)} analysing", fontsize=10)
        axis.set_xlabel("player")
    axes[0].set_ylabel("chance to win, ties counted for all")
    figure.suptitle(
        "Who wins: pale, by the distributions; dark, in games played", fontsize=11
    )
    return figure


def blank(rows: int, columns: int) -> tuple["Figure", Any]:
    """An empty figure and its axes."""
    with needs("plot"):
        from matplotlib.figure import Figure

    figure = Figure(figsize=(4.2 * max(2, columns * 0.62), 3.6), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)[0]
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
    return figure, axes


def draw(axis: Any, chances: Chances, color: str, label: str) -> None:
    """A distribution function, as steps."""
    cdf = chances.cumsum()
    end = int(np.searchsorted(cdf, 0.9995)) + 2
    shown = cdf[:end]
    axis.step(range(len(shown)), shown, where="post", color=color, label=label)


def titled(figure: "Figure", axes: Any, title: str) -> "Figure":
    """The figure with its words."""
    figure.suptitle(title, fontsize=11)
    for axis, points in zip(axes, ("1 point", "10 points"), strict=True):
        axis.set_xlabel(f"rounds to {points}")
        axis.set_ylim(0, 1.02)
        axis.set_xlim(left=0)
        axis.legend(frameon=False, loc="lower right")
    axes[0].set_ylabel("chance of at most so many")
    return figure


def save(figure: "Figure", path: Path) -> None:
    """Write a figure to a file, without a date or chance names: same data, same bytes."""
    with needs("plot"):
        from matplotlib import rc_context

    plain: dict[str, None] = {"Date": None} if path.suffix == ".svg" else {}
    if path.suffix == ".pdf":
        plain = {"CreationDate": None}
    if path.suffix == ".png":
        plain = {"Software": None}
    with rc_context({"svg.hashsalt": "whoknows", "svg.fonttype": "none"}):
        figure.savefig(path, metadata=plain, dpi=150)
