"""How many configurations a seat holds possible, counted without listing them."""

from dataclasses import replace
from functools import lru_cache

from whoknows.errors import BadSetup
from whoknows.games.hats.rules import PASS, Hats, Rules
from whoknows.games.hats.rules.deal import Answer
from whoknows.games.hats.rules.fold import AGAIN, WON, Seen, Sight, State, outcome, sight_of

MOST_SUMMED = 1 << 14  # configurations with chances of their own


def world_count(sight: Sight) -> int:
    """How many configurations fit what the seat sees and how the rounds ended.

    Silence removes none here: what others agreed on is not part of a sight.
    """
    rules, history = sight.rules, sight.history
    ended = [event for event in history if event.answer != AGAIN]
    moves = ended[-1].moves if ended else dict.fromkeys(range(rules.players), PASS)
    if rules.chances:
        return fitting_codes(sight)
    counts = spread(sight, tuple(moves[seat] for seat in range(rules.players)))
    return sum(
        number
        for (right, wrong), number in counts.items()
        if not ended
        or (right >= rules.need and wrong <= rules.wrong) == (ended[-1].answer == WON)
    )


def spread(sight: Sight, moves: tuple[Answer, ...]) -> dict[tuple[int, int], int]:
    """How many configurations that look like this make so many answers right and wrong."""
    return dict(spread_of(sight.rules, sight.seat, sight.seen, moves))


@lru_cache(maxsize=512)
def spread_of(
    rules: Rules, seat: int | None, seen: Seen, moves: tuple[Answer, ...]
) -> tuple[tuple[tuple[int, int], int], ...]:
    """How many configurations that look like this make so many answers right and wrong.

    Counted seat by seat, over the hats still to be given out.
    """
    counts: dict[tuple[Hats, int, int], int] = {((), 0, 0): 1}
    if rules.views == "counts" and seat is not None:
        given = tuple(seen.count(color) for color in range(rules.colors))
        counts = {(given, 0, 0): 1}
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


def fitting_codes(sight: Sight) -> int:
    """`world_count` where each configuration has a chance of its own."""
    rules, history = sight.rules, sight.history
    if rules.size > MOST_SUMMED:
        raise BadSetup(f"{rules.size} configurations are too many to tell apart")
    found, worn = 0, replace(sight, hats=None, history=())
    for code in range(rules.size):
        hats = rules.hats(code)
        if rules.chance(code) and sight_of(State(rules, hats), sight.seat) == worn:
            endings = [outcome(rules, hats, e.moves, k) for k, e in enumerate(history)]
            found += endings == [event.answer for event in history]
    return found
