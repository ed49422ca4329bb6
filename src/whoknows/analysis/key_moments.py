"""The key moments of a run in words: what a person would be told first."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from whoknows.play.judging import Remark

if TYPE_CHECKING:
    from whoknows.analysis.review import ReviewedMove

MOST_REMARKS = 8  # that a game adds of its own, the weightiest
UNNOTICED = 0.005  # a loss or luck that nobody would notice


def key_moments(
    moves: Sequence["ReviewedMove"],
    remarks: Sequence[Remark],
    unit: str,
    names: Sequence[str],
) -> list[Remark]:
    """The largest miss, the luckiest answer, the turning point, and the game's own."""
    own = sorted(remarks, key=lambda each: -each.weight)[:MOST_REMARKS]
    return sorted([*numbers_said(moves, unit, names), *own], key=lambda each: each.turn)


def numbers_said(
    moves: Sequence["ReviewedMove"], unit: str, names: Sequence[str]
) -> Iterator[Remark]:
    """What the numbers of the moves say."""
    judged = [move for move in moves if move.loss is not None and move.luck is not None]
    if not judged:
        return
    miss = max(judged, key=lambda move: move.loss or 0.0)
    if (miss.loss or 0.0) > UNNOTICED:
        yield Remark(miss.turn, miss_text(miss, unit, names), miss.loss or 0.0)
    lucky = max(judged, key=lambda move: move.luck or 0.0)
    if (lucky.luck or 0.0) > UNNOTICED:
        yield Remark(lucky.turn, luck_text(lucky, unit, names), lucky.luck or 0.0)
    turning = max(judged, key=swing)
    if turning not in (miss, lucky) and swing(turning) > UNNOTICED:
        yield Remark(turning.turn, turning_text(turning, unit, names), swing(turning))


def swing(move: "ReviewedMove") -> float:
    """How much a move changed what its seat could expect."""
    return abs((move.luck or 0.0) - (move.loss or 0.0))


def miss_text(move: "ReviewedMove", unit: str, names: Sequence[str]) -> str:
    """The largest miss."""
    best = f"; {move.best[0]} was best" if move.best else ""
    return (
        f"The largest miss: {names[move.seat]}'s {move.name} lost {move.loss:.2f} "
        f"{unit}{best} ({move.claim})."
    )


def luck_text(move: "ReviewedMove", unit: str, names: Sequence[str]) -> str:
    """The luckiest answer."""
    answer = f" ({move.answer})" if move.answer else ""
    return (
        f"The luckiest answer: what came of {names[move.seat]}'s {move.name}{answer} was "
        f"worth {move.luck:.2f} {unit} more than the average."
    )


def turning_text(move: "ReviewedMove", unit: str, names: Sequence[str]) -> str:
    """The turning point."""
    change = (move.luck or 0.0) - (move.loss or 0.0)
    way = "better" if change > 0 else "worse"
    return (
        f"The turning point: after {move.name}, {names[move.seat]} could expect "
        f"{abs(change):.2f} {unit} {way} than before."
    )
