"""A board of Mastermind as text and as SVG, and histograms as pictures.

>>> from whoknows.games.mastermind.rules import Rules
>>> print(histogram_text((1, 6, 62)))
1     1
2     6 ###
3    62 ##############################
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import accumulate
from operator import and_
from typing import Any

from whoknows.errors import needs
from whoknows.games.mastermind.knowledge import consistent
from whoknows.games.mastermind.rules import MAKER, Answer, Code, Line, Rules, Sight
from whoknows.wording import plural

PALETTE = (
    "#d1495b", "#30638e", "#edae49", "#3c8d5a", "#8e5ea2", "#e07a3f", "#5fb3b3", "#7a5c3e",
    "#c77dff", "#4d4d4d", "#a3b18a", "#f28482", "#0081a7", "#ffb703", "#6a994e", "#b5179e",
)  # fmt: skip
BLACK, WHITE = "●", "○"


def line_text(rules: Rules, line: Line) -> str:
    """One line of the board: the guess, then the black and white pins."""
    pins = BLACK * line.answer.black + WHITE * line.answer.white
    return f"{' '.join(rules.code_name(line.guess))}   {pins or '-'}"


def board_lines(sight: Sight) -> list[str]:
    """The board of a running game, a line each: the guess, its pins, and what it left."""
    left = left_after(sight.rules, sight.lines)
    rows = [
        f"{k:>2}  {line_text(sight.rules, line)}"
        + (f"   {left[k - 1]:,} left" if k <= len(left) else "")
        for k, line in enumerate(sight.every_line, 1)
    ]
    if sight.pending is not None:
        rows.append(f"{len(rows) + 1:>2}  {' '.join(sight.rules.code_name(sight.pending))}")
    if sight.code:
        rows.append(f"    {' '.join(sight.rules.code_name(sight.code))}   the code")
    return rows or [f"{sight.rules}, {sight.rules.size:,} codes"]


def histogram_text(histogram: Sequence[int]) -> str:
    """How many codes are found with each number of guesses, as bars.

    >>> histogram_text([0] * 8 + [1, 2]).splitlines()[8:]
    [' 9    1 ###############', '10    2 ##############################']
    """
    most = max(histogram)
    first, second = len(str(len(histogram))), len(str(most)) + 2
    return "\n".join(
        f"{guesses:>{first}}  {count:>{second}} {'#' * round(BAR * count / most)}".rstrip()
        for guesses, count in enumerate(histogram, start=1)
    )


BAR = 30  # letters of the longest bar
PITCH = 44  # from peg to peg, and from row to row
COUNTED = 40_000  # codes up to which those left are counted for every line


def sight_svg(sight: Sight) -> str:
    """The board of a running game: the rows that were used, and the next one."""
    rules, lines = sight.rules, sight.every_line
    used = len(lines) + (sight.pending is not None)
    over = sight.found or (sight.code is not None and sight.seat != MAKER)
    rows = max(used, 1) if over else min(sight.rows, used + 1)
    wrong = {k for which in dispute(sight) for k in which}
    left = left_after(rules, sight.lines)
    parts = [
        table_row(rules, k, line, k in wrong, left[k] if k < len(left) else None)
        for k, line in enumerate(lines)
    ]
    if parts:
        parts[-1] = f'<g class="wk-now">{parts[-1]}</g>'
    if sight.pending is not None:
        parts.append(
            table_row(rules, len(lines), Line(sight.pending, Answer(0, 0)), waits=True)
        )
    parts += [empty_row(rules, k) for k in range(len(parts), rows)]
    width = pins_at(rules) + pins_wide(rules) + 96
    height = PITCH * rows + 12 + (PITCH + 8 if sight.code else 0)
    if sight.code:
        parts.append(code_row(rules, sight.code, PITCH * rows + 34))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="system-ui, sans-serif">'
        f"<title>The board of {escape(str(rules))}: row {rows} of {sight.rows}</title>"
        f"<desc>{escape(told_lines(sight))}</desc>{''.join(parts)}</svg>"
    )


def dispute(sight: Sight) -> tuple[tuple[int, ...], ...]:
    """The smallest sets of lines that contradict each other, if an answer is in dispute."""
    return sight.caught.sets if sight.caught else ()


@lru_cache(256)
def left_after(rules: Rules, lines: tuple[Line, ...]) -> tuple[int, ...]:
    """How many codes are left after each line; nothing for games with very many."""
    if rules.size > COUNTED:
        return ()
    agree = accumulate((consistent(rules, line) for line in lines), and_)
    return tuple(int(left.sum()) for left in agree)


def told_lines(sight: Sight) -> str:
    """The board in words."""
    said = [
        f"{k}: {sight.rules.code_name(line.guess)}, {pins_name(sight.rules, line.answer)}"
        for k, line in enumerate(sight.every_line, 1)
    ]
    if sight.pending is not None:
        said.append(f"{sight.rules.code_name(sight.pending)} is not answered yet")
    return "; ".join(said) or "no guess yet"


def pins_name(rules: Rules, answer: Answer) -> str:
    """An answer in words; where no color repeats, in those of Bulls and Cows."""
    black, white = ("black", "white") if rules.repeats else ("bull", "cow")
    named = [f"{answer.black} {black}", f"{answer.white} {white}"]
    if not rules.repeats:
        named = [plural(answer.black, black), plural(answer.white, white)]
    return named[0] if rules.blacks_only else ", ".join(named)


def peg_svg(rules: Rules, color: int, x: float, y: float, r: float = 17) -> str:
    """A peg with its name."""
    fill = PALETTE[color % len(PALETTE)]
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="#0003"/>'
        f'<text x="{x:g}" y="{y + 0.33 * r:g}" text-anchor="middle" font-weight="600" '
        f'font-size="{0.95 * r:.3g}" fill="{letter_color(fill)}">'
        f"{rules.code_name((color,))}</text>"
    )


def letter_color(fill: str) -> str:
    """Black or white, whichever reads better on a color."""
    channels = (int(fill[k : k + 2], 16) / 255 for k in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#fff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "#000"


def pins_at(rules: Rules) -> int:
    """Where the pins of a row begin."""
    return 44 + PITCH * rules.pegs


def pins_wide(rules: Rules) -> int:
    """How much room the pins of a row need."""
    return 16 * ((rules.pegs + 1) // 2) + 8


def table_row(
    rules: Rules,
    row: int,
    line: Line,
    wrong: bool = False,
    left: int | None = None,
    *,
    waits: bool = False,
) -> str:
    """One line of the board; one that contradicts others has a red rim."""
    y = 28 + PITCH * row
    pegs = "".join(peg_svg(rules, c, 56 + PITCH * k, y) for k, c in enumerate(line.guess))
    pins = pins_svg(rules, None if waits else line.answer, y)
    far = pins_at(rules) + pins_wide(rules) + 8
    rim = (
        f'<rect x="3" y="{y - 21}" width="{far}" height="42" rx="9" fill="none" '
        'stroke="#d1242f" stroke-width="3"/>'
        if wrong
        else ""
    )
    note = "waits" if waits else "in dispute" if left is None and wrong else None
    text = note or (f"{left:,} left" if left is not None else "")
    return (
        f"{rim}{number_svg(row, y)}{pegs}{pins}"
        f'<text x="{far + 10}" y="{y + 5}" font-size="14" fill="currentColor">{text}</text>'
    )


def empty_row(rules: Rules, row: int) -> str:
    """A row without a guess."""
    y = 28 + PITCH * row
    holes = "".join(
        f'<circle cx="{56 + PITCH * k}" cy="{y}" r="6" fill="#8886"/>'
        for k in range(rules.pegs)
    )
    return f"{number_svg(row, y, faint=True)}{holes}{pins_svg(rules, None, y)}"


def code_row(rules: Rules, code: Code, y: int) -> str:
    """The code itself, below the board."""
    pegs = "".join(peg_svg(rules, c, 56 + PITCH * k, y) for k, c in enumerate(code))
    return (
        f'<path d="M8 {y - 26} H{pins_at(rules) + 80}" stroke="#8886"/>{pegs}'
        f'<text x="{pins_at(rules) + 4}" y="{y + 5}" font-size="14" fill="currentColor">'
        "the code</text>"
    )


def number_svg(row: int, y: int, *, faint: bool = False) -> str:
    """The number of a row."""
    return (
        f'<text x="26" y="{y + 5}" text-anchor="end" font-size="14" fill="currentColor" '
        f'opacity="{0.75 if faint else 1}">{row + 1}</text>'
    )


def plate_svg(rules: Rules, answer: Answer) -> str:
    """An answer alone: its pins on their plate."""
    wide = pins_wide(rules)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{pins_at(rules)} -18 {wide} 36" '
        f'width="{wide}" height="36" aria-hidden="true">{pins_svg(rules, answer, 0)}</svg>'
    )


def pins_svg(rules: Rules, answer: Answer | None, y: int) -> str:
    """The pins on their plate, black before white; none yet if there is no answer."""
    fills: Collection[str] = ()
    if answer is not None:
        fills = ["#16181c"] * answer.black + ["#fff"] * answer.white
    half = (rules.pegs + 1) // 2
    x = pins_at(rules)
    plate = (
        f'<rect x="{x}" y="{y - 18}" width="{pins_wide(rules)}" height="36" rx="7" '
        f'fill="{"#c3cad2" if answer is not None else "#8884"}"/>'
    )
    return plate + "".join(
        f'<circle cx="{x + 12 + 16 * (k % half)}" cy="{y - 8 + 16 * (k // half)}" r="6" '
        f'fill="{fill}" stroke="#16181c"/>'
        for k, fill in enumerate(fills)
    )


def histogram_plot(histograms: Mapping[str, Sequence[int]], title: str) -> Any:
    """Histograms side by side, as a matplotlib figure."""
    with needs("plot"):
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
