"""The measures of many games as a picture: skill and leaks by the number of the move."""

from pathlib import Path
from typing import Any

from whoknows.errors import BadSetup, needs, tame
from whoknows.experiments.plot import METADATA, save
from whoknows.experiments.reviewed_games import Many
from whoknows.experiments.rows.export import whole_file

LEAST_MOVES = 3  # a point that stands on fewer moves is left out


def plot_many(found: Many, path: Path) -> None:
    """Write the picture to a PNG, SVG, or PDF file."""
    if path.suffix not in METADATA:
        raise BadSetup(f"{path.name} ends in none of {', '.join(METADATA)}")
    with needs("plot"):
        import matplotlib as mpl
        from matplotlib.figure import Figure
    style: Any = {"svg.hashsalt": "whoknows", "font.size": 9, "svg.fonttype": "none"}
    with mpl.rc_context(style):
        paper = Figure(figsize=(7.2, 3.4), layout="constrained")
        skill, leak = paper.subplots(1, 2)
        for name in found.strategies:
            turns = found.by_turn(name)
            rows = {t: s.to_json() for t, s in turns.items() if s.moves >= LEAST_MOVES}
            for axes, measure in ((skill, "skill"), (leak, "leak")):
                points = [
                    (t, r[measure]) for t, r in rows.items() if r[measure] is not None
                ]
                if points:
                    axes.plot(*zip(*points, strict=True), marker=".", label=tame(name))
        skill.set_title("skill by move", loc="left")
        leak.set_title("bits told to the others, by move", loc="left")
        for axes in (skill, leak):
            axes.spines[["top", "right"]].set_visible(False)
            axes.set_xlabel("the strategy's move in the game")
        skill.legend(frameon=False)
        paper.suptitle(f"{tame(found.name)}: {found.games:,} games", x=0.01, ha="left")
        whole_file(path, lambda part: save(paper, part))
