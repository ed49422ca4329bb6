"""Hints for the Da Vinci Code: what a seat can know, why, and what strategies would do."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

from whoknows.errors import TooLarge
from whoknows.games.davinci.knowledge import Outlook, outlook_of, public_knowledge
from whoknows.games.davinci.knowledge.seat import legal_moves, world_count
from whoknows.games.davinci.rules import (
    Guess,
    Sight,
    Tile,
    agent_name,
    code_name,
    move_name,
    tile_name,
)
from whoknows.games.davinci.rules.setup import GOING_ON
from whoknows.games.davinci.show.chances import (
    REASONS,
    against,
    against_text,
    chances_of,
    tiles_text,
)
from whoknows.games.davinci.solve import thoughts
from whoknows.games.davinci.strategies import STRATEGIES
from whoknows.play.game import History
from whoknows.play.strategies import purpose
from whoknows.wording import percent, plural

MOST_LABOR = 1.5  # seconds, about, that a hint may think for the others
MOST_NAMED = 6  # tiles with their chances, and guesses that told something
STRATEGISTS = ("leak-aware", "aggressive", "defensive", "careful")


def known_lines(sight: Sight) -> Iterator[str]:
    """The worlds left, what is certain, the chances, and what the others may know."""
    if not sight.facts:
        yield from dealt_lines(sight)
        return
    view = outlook_of(sight)
    chances = chances_of(sight)
    yield f"You hold **{view.worlds:,}** world{'s' * (view.worlds != 1)} possible.\n"
    for (seat, place), tiles in chances.items():
        yield f"- {place_line(f'{agent_name(seat)}{place + 1}', tiles)}"
    if sight.seat is None:
        return
    yield ""
    yield from best_lines(view, chances)
    yield "What the others can tell:\n"
    yield from thought_lines(sight, view)
    yield from public_lines(sight)


def place_line(at: str, tiles: dict[Tile, Fraction]) -> str:
    """What can stand at a place, the likeliest first."""
    ranked = sorted(tiles.items(), key=lambda pair: (-pair[1], pair[0]))
    if len(ranked) == 1:
        return f"**{at} is {tile_name(ranked[0][0])}**, for certain"
    words = ", ".join(f"{tile_name(tile)} {percent(p)}" for tile, p in ranked[:MOST_NAMED])
    if len(ranked) <= MOST_NAMED:
        return f"{at}: {words}"
    return f"{at}, one of {len(ranked)} from {span(sorted(tiles))}: {words} …"


def span(tiles: Sequence[Tile]) -> str:
    """The first and last number of some tiles, and the joker if it is among them."""
    numbers = [tile for tile in tiles if tile_name(tile)[1:] != "-"]
    ends = f"{tile_name(numbers[0])} to {tile_name(numbers[-1])}" if numbers else ""
    jokers = [tile_name(tile) for tile in tiles if tile not in numbers]
    return " or ".join(filter(None, [ends, *jokers]))


def best_lines(
    view: Outlook, chances: dict[tuple[int, int], dict[Tile, Fraction]]
) -> Iterator[str]:
    """The guess that is likeliest to be right, with its exact chance."""
    found = [
        (chance, -seat, -place, -tile)
        for (seat, place), tiles in chances.items()
        for tile, chance in tiles.items()
    ]
    if not found:
        return
    chance, seat, place, tile = max(found)
    name = move_name(Guess(-seat, -place, -tile))
    sure = "certain" if chance == 1 else f"right with {odds(chance, view.worlds)}"
    yield f"The likeliest guess is **{name}**: {sure}.\n"


def odds(chance: Fraction, worlds: int) -> str:
    """A chance as a share of the worlds: `39%, in 27,783 of 70,714 worlds`."""
    return f"{percent(chance)}, in {int(chance * worlds):,} of {worlds:,} worlds"


def thought_lines(sight: Sight, view: Outlook) -> Iterator[str]:
    """What the others may know, if that is quickly worked out."""
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
        yield "- how many worlds each of them has left is too much to tell yet"


def public_lines(sight: Sight) -> Iterator[str]:
    """What all can tell of one's own hidden tiles, from what all have seen."""
    seat = sight.seat or 0
    hands = public_knowledge(sight).hands[seat]
    parts = []
    for place in public_knowledge(sight).hidden[seat]:
        left = {*hands.tiles[:, place].tolist()}
        at = f"{agent_name(seat)}{place + 1}"
        sure = f"**{at} is {tile_name(min(left))}**"
        parts.append(sure if len(left) == 1 else f"{at} one of {len(left)} tiles")
    if parts:
        count = plural(len(hands), "hand", ",")
        yield f"- by what all have seen, you can have {count}: {', '.join(parts)}"


def labor(sight: Sight, view: Outlook) -> float:
    """About how many seconds it takes to think for all others, in all their hands."""
    sizes = [len(hands) for hands in public_knowledge(sight).hands]
    total = 0.0
    for group, seat in zip(view.groups, view.seats, strict=True):
        pairs = prod(size for other, size in enumerate(sizes) if other != seat)
        total += len(group) * (1.3e-6 * sum(sizes) + pairs / 5e8)
    return total


def dealt_lines(sight: Sight) -> Iterator[str]:
    """What a seat knows before the codes are set up: its own tiles."""
    setup = sight.table.setup
    others = setup.total - len(sight.hand)
    pile = others - setup.hand * (setup.players - 1)
    deals = world_count(sight)
    yield f"You hold {code_name(sight.hand)}; **{deals:,}** deals are possible.\n"
    yield (
        f"- each of the {others} tiles that you do not have is in a given player's hand "
        f"with a chance of {percent(Fraction(setup.hand, others))}, and in the pile with "
        f"{percent(Fraction(pile, others))}"
    )
    ways = len(legal_moves(sight))
    yield (
        f"- you can set up your code in {plural(ways, 'way')}; "
        "the others will see its colors, and nothing else"
    )


def why_lines(sight: Sight) -> Iterator[str]:
    """For every hidden place: what is left, and what ruled out the other tiles."""
    if not sight.facts:
        yield (
            "Every deal is as likely as every other: you have seen nothing but your own "
            "tiles. Once the codes are set up, their colors and their order tell more."
        )
        return
    yield "What can be, and why the other tiles cannot:\n"
    telling = {}
    for (seat, place), tiles in chances_of(sight).items():
        found = against(sight, seat, place)
        who = agent_name(seat)
        if found.told:
            telling[who] = guesses_about(sight.history, seat)
        why = against_text(found).replace(REASONS["told"], f"guesses at {who} or by {who}")
        yield f"- **{who}{place + 1}** can be {tiles_text(sorted(tiles))}" + (
            f"; {why}" if why else ""
        )
    for who, guesses in telling.items():
        yield f"\nGuesses at {who} or by {who}: {guesses}."


def guesses_about(history: History, seat: int) -> str:
    """The guesses that rule out hands of a seat: those at it, and those it made itself."""
    found = []
    for event in history:
        for mover, move in event.moves.items():
            if isinstance(move, Guess) and seat in (mover, move.seat):
                right = "right" if event.answer.right else "wrong"
                found.append(f"{agent_name(mover)}: {move_name(move)}, {right}")
    more = "… " if len(found) > MOST_NAMED else ""
    return more + "; ".join(found[-MOST_NAMED:])


def advice_lines(sight: Sight) -> Iterator[str]:
    """What each strategy would do here, and why."""
    import numpy as np

    if sight.table.phase not in ("guess", "go on"):
        yield placing(sight)
        return
    view = outlook_of(sight)
    for name in STRATEGISTS:
        strategy = STRATEGIES[name]
        move = strategy(sight, sight.history, np.random.default_rng(0))
        does = f"**{move_name(move)}**"
        if isinstance(move, Guess):
            row = view.find(move)
            right = int(view.right[row]) if row is not None else 0
            does = f"{does} ({odds(Fraction(right, view.worlds), view.worlds)})"
        yield f"- *{name}*: {does}. {purpose(strategy.__doc__)}"
    if sight.table.phase == "go on":
        when = GOING_ON[sight.table.setup.going_on]
        yield f"\nAfter a right guess, strategies go on here {when}."


def placing(sight: Sight) -> str:
    """Where to put a joker or a drawn tile."""
    ways = [move_name(move) for move in legal_moves(sight)]
    if len(ways) <= 1:
        return f"There is only one way: **{''.join(ways)}**." if ways else "Nothing to do."
    return (
        f"All strategies take one of the {len(ways)} ways that fit by chance: "
        f"{', '.join(ways[:12])}{' …' * (len(ways) > 12)}. "
        "A habit would tell the others something; a choice by chance tells nothing."
    )
