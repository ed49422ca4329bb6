"""How many worlds the seats of a table hold possible, and what each turn taught."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from whoknows.errors import TooLarge
from whoknows.play.game import MoveT, Seat, SecretT, SetupT, SightT, StateT
from whoknows.play.table.referee import Table

PUBLIC = -1  # whose worlds those are that nobody's own sight rules out


def world_count(
    table: Table[SetupT, SecretT, StateT, SightT, MoveT], seat: Seat | None
) -> int | None:
    """How many worlds a seat holds possible, or the public; `None` for too many."""
    try:
        return int(table.game.worlds(table.sight(seat)))
    except TooLarge:
        return None


def counts(table: Table, seats: Sequence[Seat]) -> dict[Seat, int]:
    """The worlds that these seats hold possible now, and those that all know possible.

    What cannot be counted is left out.
    """
    found = {seat: world_count(table, seat) for seat in seats}
    found[PUBLIC] = world_count(table, None)
    return {seat: count for seat, count in found.items() if count is not None}


def tally(
    table: Table, seats: Sequence[Seat], known: Sequence[Mapping[Seat, int]] = ()
) -> list[Mapping[Seat, int]]:
    """The counts before the first turn and after each; `known` has the first of them."""
    done = [*known][: len(table.turns) + 1]
    for back in range(len(table.turns) - len(done), -1, -1):
        done.append(counts(table.undo(back) if back else table, seats))
    return done


def lessons(tally: Sequence[Mapping[Seat, int]], called: Mapping[Seat, str]) -> list[str]:
    """What each turn taught: `you 120 → 36`; nothing where nothing changed.

    >>> lessons([{0: 12, PUBLIC: 40}, {0: 6, PUBLIC: 40}], {0: "you"})
    ['you 12 → 6']
    """
    return [
        ", ".join(changes(before, after, {**called, PUBLIC: "public"}))
        for before, after in pairwise(tally)
    ]


def changes(
    before: Mapping[Seat, int], after: Mapping[Seat, int], called: Mapping[Seat, str]
) -> Iterator[str]:
    """Whose worlds became fewer, or more; what is public only if it is not the same."""
    for seat, count in after.items():
        was = before.get(seat, count)
        mine = any(
            (before.get(other), after[other]) == (was, count)
            for other in after
            if other != PUBLIC
        )
        if was != count and not (seat == PUBLIC and mine):
            yield f"{called[seat]} {was:,} → {count:,}"
