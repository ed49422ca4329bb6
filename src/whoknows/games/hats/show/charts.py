"""Charts of Psi(N, p) and of covering codes, as SVG, and polynomials in words."""

from collections.abc import Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np

from whoknows.errors import needs

if TYPE_CHECKING:
    from whoknows.games.hats.solve.adequate.psi import Psi

POINTS = 101  # of each piece
OURS, BOUND = "#0072b2", "#d55e00"
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"]  # told apart by everyone


def psi_svg(psi: "Psi") -> str:
    """The function on [0, 1], its pieces in colors, and the bound of the theorem."""
    with needs("plot"):
        from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.0), layout="constrained")
    axes = figure.add_subplot()
    for place, piece in enumerate(psi.pieces):
        p = np.linspace(float(piece.start), float(piece.end), POINTS)
        win = np.polynomial.polynomial.polyval(p, piece.polynomial)
        color = COLORS[place % len(COLORS)]
        zeros = " ".join(map(str, piece.zeros))
        axes.plot(p, win, color=color, label=f"zeros {zeros}")
        axes.plot(1 - p, win, color=color)
        if place:
            for edge in (float(piece.start), 1 - float(piece.start)):
                axes.axvline(edge, color="#999999", linewidth=0.6, linestyle=":")
    p = np.linspace(0, 1, 2 * POINTS)
    players = psi.players
    bound = (players + np.abs(2 * p - 1) ** ((players + 1) / 2)) / (players + 1)
    axes.plot(p, bound, color="#555555", linewidth=0.8, linestyle="--", label="bound")
    axes.set_xlabel("p, the chance of the first color")
    axes.set_ylabel(f"Ψ({players}, p)")
    axes.legend(frameon=False, loc="upper center")
    return svg_of(figure)


def densities_svg(sizes: Mapping[int, int], least: Mapping[int, int]) -> str:
    """How often a word is covered on average: what we have, and what counting allows.

    A perfect code covers every word once.
    """
    with needs("plot"):
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
    return svg_of(figure)


def svg_of(figure: Any) -> str:
    """A figure as text, each time with the same names."""
    from matplotlib import rc_context

    text = StringIO()
    with rc_context({"svg.hashsalt": "whoknows"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


def polynomial_text(coefficients: tuple[int, ...]) -> str:
    """A polynomial as people write it: `1 - p + p^2`."""
    text = ""
    for power, number in enumerate(coefficients):
        if number:
            letter = ["", "p"][power] if power < 2 else f"p^{power}"
            size = "" if abs(number) == 1 and power else str(abs(number))
            sign = (" - " if number < 0 else " + ") if text else ("-" * (number < 0))
            text += f"{sign}{size}{letter}"
    return text or "0"


def loss_text(zeros: Sequence[int]) -> str:
    """The probability of a set by its counts of zeros: `pq^3 + 2p^2q^2 + p^3q`.

    >>> loss_text((0, 1, 2, 1, 0))
    'pq^3 + 2p^2q^2 + p^3q'
    """
    top = len(zeros) - 1
    terms = []
    for white, number in enumerate(zeros):
        powers = [("p", white), ("q", top - white)]
        letters = "".join(f"{x}^{k}" if k > 1 else x for x, k in powers if k)
        if number:
            terms.append(f"{number if number > 1 else ''}{letters}")
    return " + ".join(terms)
