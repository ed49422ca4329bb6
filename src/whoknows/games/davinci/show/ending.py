"""Why a game of the Da Vinci Code ended so: who opened each last tile, and from what."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from whoknows.errors import WhoknowsError
from whoknows.games.davinci.knowledge import possible_hands, public_knowledge
from whoknows.games.davinci.rules import Guess, Right, Sight
from whoknows.play.face.face import whose
from whoknows.play.game import Seat


def ending_why(sight: Sight, names: Sequence[str]) -> str:
    """When everybody was found out, what all had heard by then, and who guessed how well.

    It is told from what is public alone.
    """
    return " ".join([*falls(sight, names), guesses_text(sight, names)])


def falls(sight: Sight, names: Sequence[str]) -> Iterator[str]:
    """A sentence for each who has no hidden tile left, in the order in which it came."""
    turns = [
        turn
        for turn, event in enumerate(sight.history, 1)
        if event.answer is not None and event.answer.right
    ]
    rights = [(k, fact) for k, fact in enumerate(sight.facts) if isinstance(fact, Right)]
    last = {fact.seat: fact for _, fact in rights if not sight.table.alive(fact.seat)}
    for turn, (k, fact) in zip(turns, rights, strict=True):
        if last.get(fact.seat) is not fact:
            continue
        asker = "you name" if fact.asker == sight.seat else f"{names[fact.asker]} names"
        out = "you are" if fact.seat == sight.seat else f"{names[fact.seat]} is"
        yield (
            f"Turn {turn}: {asker} {whose(fact.seat, sight.seat, names)} last hidden tile, "
            f"and {out} out{heard_of(sight, k, fact)}."
        )


def heard_of(sight: Sight, k: int, fact: Right) -> str:
    """How many tiles that place could have, by what all had heard before a fact."""
    with suppress(WhoknowsError):
        before = public_knowledge(replace(sight, facts=sight.facts[:k]))
        hands = possible_hands(before)[fact.seat]
        tiles = len({*hands.tiles[:, fact.place].tolist()})
        if tiles == 1:
            return "; by then everybody could know it"
        return f"; by what all had heard, it could be {tiles} different tiles"
    return ""


def guesses_text(sight: Sight, names: Sequence[str]) -> str:
    """How many guesses of each were right."""
    made: dict[Seat, list[bool]] = {seat: [] for seat in range(len(names))}
    for event in sight.history:
        for seat, move in event.moves.items():
            if isinstance(move, Guess):
                made[seat].append(bool(event.answer.right))
    said = ", ".join(
        f"{'you' if seat == sight.seat else names[seat]} {sum(right)} of {len(right)}"
        for seat, right in made.items()
    )
    return f"Right guesses: {said}."
