"""A review as text for people: a table of the moves, and sentences."""

from collections.abc import Iterator

from whoknows.analysis.review import Review, ReviewedMove
from whoknows.wording import percent

COLUMNS = "turn seat move worlds bits best loss skill luck".split()


def head(review: Review) -> str:
    """What is reviewed, and by which measure."""
    claims = list(dict.fromkeys(move.claim for move in review.moves if move.claim))
    kind = f" ({'; '.join(claims)})" if claims else ""
    over = "" if review.over else "  The game is not over."
    return f"{review.title}: {review.measure}{kind}.{over}"


def row(review: Review, move: ReviewedMove) -> list[str]:
    """One move as cells of a table, in the order of `COLUMNS`."""
    best = " ".join(move.best[:1]) + " …" * (len(move.best) > 1)
    return [
        str(move.turn),
        review.seats[move.seat],
        move.name,
        f"{count(move.before)}→{count(move.after)}",
        f"{number(move.bits)}/{number(move.most_bits)}",
        best,
        number(move.loss),
        share_text(move.skill),
        signed(move.luck),
    ]


def told_line(review: Review, move: ReviewedMove) -> str | None:
    """What a turn told the other seats, if it told anything."""
    told = [f"{review.seats[s]} {bits:.2f}" for s, bits in move.told.items() if bits > 0]
    if not told:
        return None
    return f"turn {move.turn}, {review.seats[move.seat]}: {', '.join(told)}"


def summary(review: Review) -> Iterator[str]:
    """Skill and luck of every seat, and of all."""
    for seat, both in review.by_seat.items():
        yield (
            f"{review.seats[seat]}: skill {share_text(both['skill'])}, "
            f"luck {signed(both['luck'])} {review.unit}"
        )


def count(worlds: int | None) -> str:
    """A number of worlds."""
    return "?" if worlds is None else f"{worlds:,}"


def number(value: float | None) -> str:
    """A number with two digits; a dash where there is none."""
    return "–" if value is None else f"{round(value, 2) + 0.0:.2f}"


def signed(value: float | None) -> str:
    """A number with its sign."""
    return "–" if value is None else f"{round(value, 2) + 0.0:+.2f}"


def share_text(value: float | None) -> str:
    """A share; a dash where there is none."""
    return "–" if value is None else percent(value)
