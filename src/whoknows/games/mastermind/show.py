"""A board of Mastermind as text and as SVG, and histograms as pictures.

>>> from whoknows.games.mastermind.rules import Rules
>>> print(histogram_text((1, 6, 62)))
1     1
2     6 ###
3    62 ##############################
"""

from collections.abc import Mapping, Sequence
from typing import Any

from whoknows.games.mastermind.knowledge import Line
from whoknows.games.mastermind.rules import Rules

PALETTE = (
    "#d1495b", "#30638e", "#edae49", "#3c8d5a", "#8e5ea2", "#e07a3f", "#5fb3b3", "#7a5c3e",
    "#c77dff", "#4d4d4d", "#a3b18a", "#f28482", "#0081a7", "#ffb703", "#6a994e", "#b5179e",
)  # fmt: skip
BLACK, WHITE = "●", "○"


def line_text(rules: Rules, line: Line) -> str:
    """One line of the board: the guess, then the black and white pins."""
    pins = BLACK * line.answer.black + WHITE * line.answer.white
    return f"{' '.join(rules.code_name(line.guess))}   {pins or '-'}"


def histogram_text(histogram: Sequence[int], width: int = 30) -> str:
    """How many codes are found with each number of guesses, as bars."""
    most = max(histogram)
    digits = len(str(most))
    return "\n".join(
        f"{guesses}  {count:>{digits + 2}} {'#' * round(width * count / most)}".rstrip()
        for guesses, count in enumerate(histogram, start=1)
    )


def board_svg(rules: Rules, lines: Sequence[Line]) -> str:
    """The board: a row of colored pegs and its pins for each line."""
    width, height = (
        44 * rules.pegs + 30 + 16 * ((rules.pegs + 1) // 2),
        44 * len(lines) + 16,
    )
    body = [row_svg(rules, line, 30 + 44 * row) for row, line in enumerate(lines)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif">'
        f'<rect width="{width}" height="{height}" rx="10" fill="#f4efe6"/>'
        + "".join(body)
        + "</svg>"
    )


def row_svg(rules: Rules, line: Line, y: int) -> str:
    """One line of the board at a height."""
    pegs = "".join(
        f'<circle cx="{30 + 44 * peg}" cy="{y}" r="17" fill="{PALETTE[color % 16]}"/>'
        f'<text x="{30 + 44 * peg}" y="{y + 5}" text-anchor="middle" font-size="15" '
        f'fill="white">{rules.code_name((color,))}</text>'
        for peg, color in enumerate(line.guess)
    )
    fills = ["#222"] * line.answer.black + ["white"] * line.answer.white
    half = (rules.pegs + 1) // 2
    pins = "".join(
        f'<circle cx="{20 + 44 * rules.pegs + 16 * (k % half)}" '
        f'cy="{y - 8 + 16 * (k // half)}" r="6" fill="{fill}" stroke="#222"/>'
        for k, fill in enumerate(fills)
    )
    return pegs + pins


def histogram_plot(histograms: Mapping[str, Sequence[int]], title: str) -> Any:
    """Histograms side by side, as a matplotlib figure."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.2), layout="constrained")
    axes = figure.subplots()
    wide = 0.8 / max(1, len(histograms))
    for place, (name, counts) in enumerate(histograms.items()):
        at = [guesses + (place + 0.5) * wide - 0.4 for guesses in range(1, len(counts) + 1)]
        axes.bar(at, counts, wide, label=name, color=PALETTE[place % len(PALETTE)])
    longest = max(map(len, histograms.values()))
    axes.set_xticks(range(1, longest + 1))
    axes.set_xlabel("guesses")
    axes.set_ylabel("codes")
    axes.set_title(title)
    axes.legend(frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure
