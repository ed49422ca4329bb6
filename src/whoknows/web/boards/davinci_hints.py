"""Hints for the Da Vinci Code: what a seat can know, why, and what strategies would do."""

from collections.abc import Iterator
from math import prod

from whoknows.errors import TooLarge
from whoknows.games.davinci import GAME
from whoknows.games.davinci.knowledge import Outlook, Sight, outlook
from whoknows.games.davinci.rules import Guess, agent_name, move_name, tile_name
from whoknows.games.davinci.show.chances import (
    against,
    against_text,
    chances_of,
    percent,
    tiles_text,
)
from whoknows.games.davinci.solve import thoughts
from whoknows.play.game import History

MOST_LABOR = 5.0
STRATEGISTS = ("leak-aware", "aggressive", "defensive", "careful")


def known_lines(sight: Sight, history: History) -> Iterator[str]:  # noqa: ARG001
    """The worlds left, what is certain, the chances, and what the others may know."""
    assert sight.knowledge is not None
    view = outlook(sight.knowledge, sight.seat, sight.word)
    yield f"You hold **{view.worlds:,}** world{'s' * (view.worlds != 1)} possible.\n"
    for (seat, place), tiles in chances_of(sight).items():
        ranked = sorted(tiles.items(), key=lambda pair: (-pair[1], pair[0]))
        words = ", ".join(f"{tile_name(tile)} {percent(p)}" for tile, p in ranked[:6])
        more = f" and {len(ranked) - 6} more" if len(ranked) > 6 else ""
        at = f"{agent_name(seat)}{place + 1}"
        yield (
            f"- **{at} is {tile_name(ranked[0][0])}**, for certain"
            if len(ranked) == 1
            else f"- {at}: {words}{more}"
        )
    if sight.seat is not None:
        yield ""
        yield from thought_lines(sight)


def thought_lines(sight: Sight) -> Iterator[str]:
    """What the others may know."""
    assert sight.knowledge is not None
    view = outlook(sight.knowledge, sight.seat, sight.word)
    try:
        if labor(sight, view) > MOST_LABOR:
            raise TooLarge("a hint should not take so long")
        for thought in thoughts(sight, view):
            left = (
                f"{thought.least:,}"
                if thought.least == thought.most
                else f"{thought.least:,} to {thought.most:,}"
            )
            some = [
                f"{agent_name(sight.seat or 0)}{place + 1} ({percent(p)})"
                for place, p in thought.knows.items()
                if p
            ]
            known = f"may know {', '.join(some)}" if some else "knows none of your tiles"
            yield f"- {agent_name(thought.seat)} has {left} worlds left, and {known}"
    except TooLarge:
        yield "What the others may know is too much to tell yet."


def labor(sight: Sight, view: Outlook) -> float:
    """About how many seconds it takes to think for all others, in all their hands."""
    assert sight.knowledge is not None
    sizes = [len(hands) for hands in sight.knowledge.hands]
    total = 0.0
    for group, seat in zip(view.groups, view.seats, strict=True):
        pairs = prod(size for other, size in enumerate(sizes) if other != seat)
        total += len(group) * (1.3e-6 * sum(sizes) + pairs / 2e9)
    return total


def why_lines(sight: Sight, history: History) -> Iterator[str]:
    """For every hidden place: what is left, and what ruled out the other tiles."""
    yield "What can be, and why the other tiles cannot:\n"
    for (seat, place), tiles in chances_of(sight).items():
        why = against_text(against(sight, history, seat, place))
        at = f"{agent_name(seat)}{place + 1}"
        yield f"- **{at}** can be {tiles_text(sorted(tiles))}" + (f"; {why}" if why else "")


def advice_lines(sight: Sight, history: History) -> Iterator[str]:
    """What each strategy would do here."""
    import numpy as np

    if sight.table.phase not in ("guess", "go on"):
        yield "Put it anywhere that it fits, by chance: then nobody can tell."
        return
    assert sight.knowledge is not None
    view = outlook(sight.knowledge, sight.seat, sight.word)
    for name in STRATEGISTS:
        strategy = GAME.strategies[name]
        move = strategy(sight, history, np.random.default_rng(0))
        if isinstance(move, Guess):
            row = view.find(move)
            right = int(view.right[row]) if row is not None else 0
            chance = f", right in {right:,} of {view.worlds:,} worlds"
            yield f"- *{name}* guesses **{move_name(move)}**{chance}"
        else:
            yield f"- *{name}*: **{move_name(move)}**"
    best = STRATEGISTS[0]
    yield f"\n*{best}* is " + lowered(str(GAME.strategies[best].__doc__).split("\n")[0])


def lowered(text: str) -> str:
    """A sentence that goes on from another."""
    return text[:1].lower() + text[1:]
