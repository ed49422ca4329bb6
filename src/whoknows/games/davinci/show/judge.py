"""How good a guess was: the chance that it is right, exact, from the guesser's own sight.

What a guess gains is two answers' worth of bits, and what it gives away is told beside it:
the bits that every rival learns.  That a guess is the likeliest does not make it the best
for the game: it is one step, and says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from whoknows.games.davinci.knowledge import outlook_of
from whoknows.games.davinci.knowledge.seat import world_count
from whoknows.games.davinci.rules import (
    Drew,
    Guess,
    Setup,
    Sight,
    Tile,
    agent_name,
    tile_name,
)
from whoknows.play.game import Seat
from whoknows.play.judging import ONE_STEP, Judgement, Number, Remark, entropy, last_moves
from whoknows.play.table.eyes import Moment

Places = dict[tuple[Seat, int], Tile]  # hidden places whose tile a seat knows


class DaVinciJudge:
    """The judge of the game."""

    measure = "chance that the guess is right"
    unit = "right guesses"

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def judged(self, sight: Sight, seat: Seat, move: Any) -> Judgement | None:
        """A guess among all that are possible; to stop or to place is not judged."""
        if not isinstance(move, Guess) or not sight.facts:
            return None
        view = outlook_of(sight)
        right = view.right.tolist()
        guesses = view.guesses()
        row = view.find(move)
        made = right[row] if row is not None else 0
        best = max(right)
        bits = max(entropy([n, view.worlds - n]) for n in set(right))
        likeliest = tuple(g for g, n in zip(guesses, right, strict=True) if n == best)
        return Judgement(
            Fraction(made, view.worlds),
            Fraction(best, view.worlds),
            Fraction(0),
            likeliest,
            ONE_STEP,
            entropy([made, view.worlds - made]),
            bits,
        )

    def reached(self, sight: Sight, seat: Seat, move: Any, after: Sight) -> Number:
        """1 for a right guess, 0 for a wrong one."""
        return Fraction(bool(after.history[len(sight.history)].answer.right))

    def left(self, after: Sight, seat: Seat, move: Any | None) -> int:
        """The worlds left, before the next tile was drawn: that one is a new doubt."""
        return world_count(before_drawing(after))

    def settled(self, moments: Sequence[Moment], turn: int) -> int:
        """At once."""
        return turn

    def remarks(self, moments: Sequence[Moment], names: Sequence[str]) -> Iterator[Remark]:
        """What could be known and was not used, and what a guess gave away."""
        for seat, move in last_moves(moments).items():
            if isinstance(move, Guess):
                yield from missed(moments, seat, names)
        [(seat, move), *_] = moments[-1].history[-1].moves.items()
        if isinstance(move, Guess):
            yield from gave_away(moments, seat, move, names)


def before_drawing(sight: Sight) -> Sight:
    """A sight without the tile that was drawn for the next turn."""
    if sight.facts and isinstance(sight.facts[-1], Drew):
        mine = sight.facts[-1].seat == sight.seat
        drawn = None if mine else sight.drawn
        return replace(sight, facts=sight.facts[:-1], drawn=drawn)
    return sight


def known_places(sight: Sight) -> Places:
    """The hidden places of others whose tile the seat can know."""
    if not sight.facts:
        return {}
    found = outlook_of(sight).chances()
    return {at: min(tiles) for at, tiles in found.items() if len(tiles) == 1}


def missed(moments: Sequence[Moment], seat: Seat, names: Sequence[str]) -> Iterator[Remark]:
    """A guess that was wrong while some tile was certain."""
    turn, known = len(moments) - 1, known_places(moments[-2].eyes[seat])
    if moments[-1].history[-1].answer.right or not known:
        return
    at, tile = min(known.items())
    first = turn - 1
    while first and known_places(moments[first - 1].eyes[seat]).get(at) == tile:
        first -= 1
    if any(wrong_guess(moments[time], seat) for time in range(first + 1, turn)):
        return  # it was said at the first such guess
    when = f"After turn {first}" if first else "From the start"
    said = (
        f"{when}, {names[seat]} could have known that {agent_name(at[0])}{at[1] + 1} is "
        f"{tile_name(tile)}; the guess at turn {turn} was another one, and wrong."
    )
    yield Remark(turn, said, 1.0)


def wrong_guess(moment: Moment, seat: Seat) -> bool:
    """Whether a seat guessed wrong in the turn before a moment."""
    move = moment.history[-1].moves.get(seat)
    return isinstance(move, Guess) and not moment.history[-1].answer.right


def gave_away(
    moments: Sequence[Moment], seat: Seat, move: Guess, names: Sequence[str]
) -> Iterator[Remark]:
    """Tiles of a guesser that somebody else knows for certain since the guess."""
    turn, before, after = len(moments) - 1, moments[-2], moments[-1]
    for other in before.eyes:
        if other is None or other in (seat, move.seat):
            continue
        new = learned(before.eyes[other], after.eyes[other], seat)
        if new:
            tiles = " and ".join(
                f"{agent_name(seat)}{place + 1} is {tile_name(tile)}" for place, tile in new
            )
            said = f"{names[seat]}'s guess at turn {turn} told {names[other]} that {tiles}."
            yield Remark(turn, said, 0.5 * len(new))


def learned(before: Sight, after: Sight, seat: Seat) -> list[tuple[int, Tile]]:
    """The hidden tiles of a seat that one knows now and did not know before."""
    old, new = known_places(before), known_places(before_drawing(after))
    return [
        (place, tile)
        for (other, place), tile in new.items()
        if other == seat and (other, place) not in old
    ]
