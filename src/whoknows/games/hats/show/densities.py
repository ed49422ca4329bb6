"""How thin the best covering codes are, by length, as SVG."""

from collections.abc import Mapping
from io import StringIO

from whoknows.errors import needs

OURS, BOUND = "#0072b2", "#d55e00"


def densities_svg(sizes: Mapping[int, int], least: Mapping[int, int]) -> str:
    """How often a word is covered on average: what we have, and what counting allows.

    A perfect code covers every word once.
    """
    with needs("plot"):
        from matplotlib import rc_context
        from matplotlib.figure import Figure

    figure = Figure(figsize=(6.8, 3.8), layout="constrained")
    axes = figure.add_subplot()
    for counts, color, marker, name in (
        (sizes, OURS, "o", "our codes"),
        (least, BOUND, "_", "no code is thinner"),
    ):
        lengths = sorted(counts)
        heights = [counts[n] * (n + 1) / (1 << n) for n in lengths]
        line = "-" if marker == "o" else ""
        axes.plot(lengths, heights, color=color, marker=marker, linestyle=line, label=name)
    axes.set_xlabel("length: the number of agents")
    axes.set_ylabel("words of the code next to a word")
    axes.set_ylim(0.95, 1.65)
    axes.set_xticks([1, 3, 7, 11, 15, 19, 23, 27, 31])
    axes.legend(frameon=False, loc="upper left", ncols=2)
    text = StringIO()
    with rc_context({"svg.hashsalt": "whoknows"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
