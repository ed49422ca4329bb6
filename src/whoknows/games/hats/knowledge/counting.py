"""Which configurations a seat holds possible; counted without listing them."""

from collections.abc import Iterator
from functools import lru_cache

from whoknows.errors import BadSetup
from whoknows.games.hats.rules import PASS, Hats, Rules
from whoknows.games.hats.rules.deal import Answer
from whoknows.games.hats.rules.fold import (
    AGAIN,
    WON,
    Seen,
    Sight,
    law,
    outcome,
    sight_in,
)
from whoknows.play.fold import Knowledge
from whoknows.play.game import History

MOST_SUMMED = 1 << 14  # configurations with chances of their own


def world_count(sight: Sight) -> int:
    """How many configurations fit what the seat sees and how the rounds ended.

    Silence removes none here: what others agreed on is not part of a sight.
    """
    rules, history = sight.setup, sight.history
    ended = [event for event in history if event.answer != AGAIN]
    moves = ended[-1].moves if ended else dict.fromkeys(range(rules.players), PASS)
    if rules.chances:
        if rules.size > MOST_SUMMED:
            raise BadSetup(f"{rules.size} configurations are too many to tell apart")
        return sum(1 for _ in possible(sight))
    counts = spread(sight, tuple(moves[seat] for seat in range(rules.players)))
    return sum(
        number
        for (right, wrong), number in counts.items()
        if not ended
        or (right >= rules.need and wrong <= rules.wrong) == (ended[-1].answer == WON)
    )


def spread(sight: Sight, moves: tuple[Answer, ...]) -> dict[tuple[int, int], int]:
    """How many configurations that look like this make so many answers right and wrong."""
    return dict(spread_of(sight.setup, sight.seat, sight.seen, moves))


@lru_cache(maxsize=512)
def spread_of(
    rules: Rules, seat: int | None, seen: Seen, moves: tuple[Answer, ...]
) -> tuple[tuple[tuple[int, int], int], ...]:
    """How many configurations that look like this make so many answers right and wrong.

    Counted seat by seat, over the hats still to be given out.
    """
    counts = {(to_give_out(rules, seat, seen), 0, 0): 1}
    for place, answer in enumerate(moves):
        after: dict[tuple[Hats, int, int], int] = {}
        for (rest, right, wrong), number in counts.items():
            for color in range(rules.colors):
                left = given_out(rules, seat, seen, place, color, rest)
                if left is None:
                    continue
                good, bad = answer == color + 1, answer not in (PASS, color + 1)
                key = (left, right + good, wrong + bad)
                after[key] = after.get(key, 0) + number
        counts = after
    total: dict[tuple[int, int], int] = {}
    for (_, right, wrong), number in counts.items():
        total[right, wrong] = total.get((right, wrong), 0) + number
    return tuple(total.items())


def to_give_out(rules: Rules, seat: int | None, seen: Seen) -> Hats:
    """How many hats of each color the others wear, where no more is seen of them."""
    if rules.views == "counts" and seat is not None:
        return tuple(seen.count(color) for color in range(rules.colors))
    return ()


def given_out(
    rules: Rules, seat: int | None, seen: Seen, place: int, color: int, rest: Hats
) -> Hats | None:
    """The hats left when this place wears this color; nothing if it cannot."""
    if rules.odds and not rules.odds[place][color]:
        return None
    if seat is None or place == seat:
        return rest
    if rules.views == "seats":
        return rest if seen[place] == color else None
    if not rest[color]:
        return None
    return (*rest[:color], rest[color] - 1, *rest[color + 1 :])


def possible(sight: Sight) -> Iterator[Hats]:
    """The configurations that `world_count` counts, in order, given out hat by hat."""
    rules, seat, seen = sight.setup, sight.seat, sight.seen
    begun: list[tuple[Hats, Hats]] = [((), to_give_out(rules, seat, seen))]
    rounds = [pair for pair in enumerate(sight.history) if pair[1].answer != AGAIN]
    while begun:
        hats, rest = begun.pop()
        if len(hats) < rules.players:
            for color in reversed(range(rules.colors)):
                left = given_out(rules, seat, seen, len(hats), color, rest)
                if left is not None:
                    begun.append(((*hats, color), left))
        elif law(rules, hats) and all(
            outcome(rules, hats, event.moves, before) == event.answer
            for before, event in rounds
        ):
            yield hats


def public_hats(rules: Rules, history: History) -> Iterator[Hats]:
    """The configurations that a spectator holds possible."""
    return possible(sight_in(rules, (), None, history))


KNOWLEDGE: Knowledge[Rules, Hats, Seen] = Knowledge(public_hats, possible, world_count)
