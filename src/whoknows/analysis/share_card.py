"""The card to share: a game in one picture, as SVG or PNG.

It shows the curve of worlds and the numbers, and how each move did.  Without spoilers it
names no move and no answer: what is found by a puzzle of the day stays hidden.
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any

from whoknows.analysis.review import Review, ReviewedMove
from whoknows.analysis.words import share_text, signed
from whoknows.errors import BadSetup, needs
from whoknows.wording import plural

KINDS = ("svg", "png")
INK, QUIET, GOOD, FAIR, BAD = "#1b1f24", "#57606a", "#1a7f37", "#d4a72c", "#b42318"
COLORS = ("#0b5cad", "#c4500b", "#0b7a5b", "#8a3ffc", "#a2195b", "#6b5f00")
MOST_SQUARES = 40  # moves that are shown as squares
MOST_SEATS = 6  # seats with a line of their own


def card_bytes(review: Review, kind: str, *, spoilers: bool = True) -> bytes:
    """The card as a file: the same review gives the same bytes."""

    def draw(paper: Any) -> None:
        draw_curve(paper.add_axes((0.15, 0.40, 0.80, 0.42)), review)
        draw_words(paper, review, spoilers)

    return picture(draw, (6.0, 4.2), kind)


def day_card_bytes(text: str, kind: str) -> bytes:
    """The card of a puzzle of the day: its lines, the second of which are its stars."""

    def draw(paper: Any) -> None:
        title, stars, *rest = text.split("\n")
        paper.text(0.06, 0.84, title, fontsize=11, weight="bold", va="center")
        paper.text(0.06, 0.56, stars, fontsize=34, color=FAIR, va="center")
        for k, line in enumerate(rest):
            paper.text(0.06, 0.30 - 0.16 * k, line, va="center", color=QUIET)

    return picture(draw, (6.0, 2.4), kind)


def picture(draw: Callable[[Any], None], size: tuple[float, float], kind: str) -> bytes:
    """What is drawn on a paper, as a file without dates."""
    if kind not in KINDS:
        raise BadSetup(f"a card is {' or '.join(KINDS)}, not {kind!r}")
    with needs("plot"):
        import matplotlib as mpl
        from matplotlib.figure import Figure
    held = BytesIO()
    style: Any = {
        "svg.hashsalt": "whoknows",
        "svg.fonttype": "none",
        "font.size": 11,
        "text.color": INK,
        "text.parse_math": False,
    }
    with mpl.rc_context(style):
        paper = Figure(figsize=size, dpi=200, facecolor="white")
        draw(paper)
        dates: dict[str, Any] = {"metadata": {"Date": None}} if kind == "svg" else {}
        paper.savefig(held, format=kind, **dates)
    return held.getvalue()


def draw_curve(axes: Any, review: Review) -> None:
    """The worlds left to each seat, turn by turn, on a scale of equal ratios."""
    for k, seat in enumerate(list(review.worlds[0])[:MOST_SEATS]):
        points = [(t, w[seat]) for t, w in enumerate(review.worlds) if w[seat]]
        if points:
            turns, worlds = zip(*points, strict=True)
            axes.step(turns, worlds, where="post", lw=2, color=COLORS[k % len(COLORS)],
                      label=review.seats[seat])  # fmt: skip
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda worlds, _: f"{worlds:,.0f}")
    axes.yaxis.set_minor_formatter(lambda *_: "")
    axes.set_ylabel("worlds left", color=QUIET)
    axes.tick_params(colors=QUIET, labelsize=9)
    axes.xaxis.get_major_locator().set_params(integer=True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if len(review.worlds[0]) > 1:
        axes.legend(frameon=False, fontsize=9, loc="lower left")


def draw_words(paper: Any, review: Review, spoilers: bool) -> None:
    """Title, squares, numbers, and where it is from."""
    paper.text(0.05, 0.92, review.title, fontsize=17, weight="bold", va="center")
    turns = len(review.worlds) - 1
    paper.text(0.95, 0.92, plural(turns, "turn"), ha="right", va="center",
               color=QUIET)  # fmt: skip
    rows = list(review.by_seat.items())[:MOST_SEATS]
    for k, (seat, both) in enumerate(rows):
        high = 0.28 - 0.24 * k / max(3, len(rows) - 1)
        name = review.seats[seat]
        paper.text(0.05, high, name[:18], va="center")
        said = f"skill {share_text(both['skill'])}   luck {signed(both['luck'])}"
        paper.text(0.95, high, said, ha="right", va="center", color=INK)
        moves = review.of(seat)
        squares(paper, 0.30, high, moves)
    last = review.moves[-1].name if review.moves and spoilers else ""
    foot = f"whoknows · luck in {review.unit}" + (f" · last move {last}" if last else "")
    paper.text(0.05, 0.02, foot, fontsize=8, color=QUIET)


def squares(paper: Any, left: float, high: float, moves: tuple[ReviewedMove, ...]) -> None:
    """A square for each move that was judged: how good it was, and nothing else."""
    judged = [move for move in moves if move.skill is not None][:MOST_SQUARES]
    step = min(0.03, 0.30 / max(1, len(judged)))
    for k, move in enumerate(judged):
        paper.text(left + step * k, high, "■", color=shade(move.skill), va="center",
                   fontsize=11 if step > 0.02 else 7)  # fmt: skip


def shade(skill: float | None) -> str:
    """The color of a skill."""
    if skill is None:
        return QUIET
    return GOOD if skill > 0.95 else FAIR if skill > 0.6 else BAD
