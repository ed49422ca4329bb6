"""Why the curve of Psi has its kinks: in words, with links to deals and to the proof."""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, floor

from nicegui import ui

from whoknows.web import query
from whoknows.web.prose import prose_html
from whoknows.web.solve_hats import Curve, CurvePiece

MIRRORED = (
    "Red and blue are only names. To swap them turns the chance p of red into 1 − p, and"
    " each deal into another one that wins as often."
)
PROOF = (
    "How it is proven: [the certificates](/docs/proofs.md), and"
    " [the curve piece by piece](/docs/hats-beyond.md)."
)


def show_kinks(found: Curve) -> None:
    """For every place where the curve has a kink, why."""
    for title, text in told_kinks(found):
        with ui.expansion(title).classes("w-full"):
            ui.html(prose_html(text), sanitize=False).classes("wk-prose")


def told_kinks(found: Curve) -> Iterator[tuple[str, str]]:
    """The question and the answer for each kink, and why both halves are the same."""
    for before, after in pairwise(found.pieces):
        where = places_beside(before, after)
        text = f"{kink_words(before, after)}\n\n{deals_beside(found.players, where)}"
        yield f"Why is there a kink at p = {after.start}?", f"{text}\n\n{PROOF}"
    if found.middle_kink:
        beside = deals_beside(found.players, ("0.49", "0.51"))
        text = f"{middle_words(found.pieces[0])}\n\n{beside}\n\n{PROOF}"
        yield "Why is there a kink at p = 1/2?", text
    yield "Why is the curve the same on both sides of 1/2?", MIRRORED


def kink_words(before: CurvePiece, after: CurvePiece) -> str:
    """Why one kind of losing set takes the place of another."""
    return (
        f"At p = {after.start} two kinds of losing sets are equally likely, and a deal of"
        f" either kind wins equally often. Left of it the best deals lose"
        f" {lost_words(before)}, and win with the chance {before.polynomial}. Right of it"
        f" they lose {lost_words(after)}, and win with the chance {after.polynomial}. The"
        " curve follows the higher one, and where they cross it has a kink."
    )


def middle_words(piece: CurvePiece) -> str:
    """Why the curve has a kink in its middle."""
    return (
        f"Right of 1/2 the best deals lose {lost_words(piece)}. Left of it, blue is the"
        " likelier color, and the best deals lose the same sets with the colors swapped."
        " At 1/2 all configurations are equally likely, and both kinds win equally often."
    )


def lost_words(piece: CurvePiece) -> str:
    """What a losing set of a piece is made of.

    >>> lost_words(CurvePiece("", "", "", "0 2 4 0 0 1", 7, 1, 1, ()))
    '7 configurations (2 with 1 red hat, 4 with 2, 1 with 5)'
    """
    counts = enumerate(map(int, piece.zeros.split()))
    parts = [f"{count} with {reds}" for reds, count in counts if count]
    unit = "red hat" if parts[0].endswith(" 1") else "red hats"
    parts[0] += f" {unit}"
    return f"{piece.size} configurations ({', '.join(parts)})"


def places_beside(before: CurvePiece, after: CurvePiece) -> tuple[str, str]:
    """Two chances of red, one on each side of a kink and near it, with few digits."""
    kink = after.points[0][0]
    low, high = before.points[0][0], after.points[-1][0]
    for digits in range(2, 9):
        scaled = kink * 10**digits
        left, right = (ceil(scaled) - 1) / 10**digits, (floor(scaled) + 1) / 10**digits
        if low < left and right < high:
            return f"{left:.{digits}f}", f"{right:.{digits}f}"
    return before.start, after.end


def deals_beside(players: int, where: tuple[str, str]) -> str:
    """Links to the best deals on both sides of a kink, each to be seen and played."""
    left, right = (query.address("/explore/hats", players=players, p=p) for p in where)
    return (
        f"See the best deals beside it, and play them: [at p = {where[0]}]({left}) and"
        f" [at p = {where[1]}]({right})."
    )
