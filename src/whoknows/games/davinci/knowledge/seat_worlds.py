"""What a seat holds possible, counted: its worlds, and every guess with its chances.

The outlook of a seat is the public model with the seat's own tiles taken out of all other
lists.  The outlook of a spectator takes nothing out.  All numbers are exact.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import Contradiction
from whoknows.games.davinci.knowledge.counting import (
    Counts,
    Group,
    Pairs,
    kind,
    pairs,
    totals,
)
from whoknows.games.davinci.knowledge.hand_lists import Hands
from whoknows.games.davinci.knowledge.public_hands import Knowledge, public_knowledge
from whoknows.games.davinci.rules import Guess, Sight

Numbers: TypeAlias = NDArray[np.int64]  # one whole number a guess


@dataclass(frozen=True, slots=True, eq=False)
class SeatGuesses:
    """The guesses at one seat: columns of (place, tile), and how its hands fall there."""

    seat: int
    places: NDArray[np.intp]
    tiles: NDArray[np.intp]
    marks: Counts
    """For each word of the seat's list and each guess, the hands that make it right."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """The worlds of a seat: lists of hands that fit its own, with their counts."""

    seat: int | None
    seats: tuple[int, ...]
    """The seats whose hands it does not hold, in order."""
    hands: tuple[Hands, ...]
    ways: tuple[Counts, ...]
    """For each word of `groups`, the worlds over each of its hands."""
    worlds: int
    asked: tuple[SeatGuesses, ...]
    right: Numbers
    """For each guess that is right in some world, in how many."""
    groups: tuple[Group, ...]
    free: tuple[int, ...]
    """Which of `seats`, by index, have more than one hand; `over` counts among these."""
    over: Pairs

    def guesses(self) -> list[Guess]:
        """Every guess that the seat holds possible, by player, place, tile."""
        return [
            Guess(part.seat, place, tile)
            for part in self.asked
            for place, tile in zip(part.places.tolist(), part.tiles.tolist(), strict=True)
        ]

    def find(self, guess: Guess) -> int | None:
        """The row of a guess among the possible ones; `None` if it is known to be wrong."""
        start = 0
        for part in self.asked:
            if part.seat == guess.seat:
                hit = (part.places == guess.place) & (part.tiles == guess.tile)
                return start + int(hit.argmax()) if hit.any() else None
            start += len(part.places)
        return None

    def chances(self) -> dict[tuple[int, int], dict[int, Fraction]]:
        """For every hidden place (seat, place), the exact probability of every tile."""
        table: dict[tuple[int, int], dict[int, Fraction]] = {}
        for guess, right in zip(self.guesses(), self.right.tolist(), strict=True):
            place = table.setdefault((guess.seat, guess.place), {})
            place[guess.tile] = Fraction(right, self.worlds)
        return table


def outlook_of(sight: Sight) -> Outlook:
    """What the seat of a sight holds possible, once the codes stand."""
    return outlook(public_knowledge(sight), sight.seat, sight.word)


@lru_cache(maxsize=32)
@np.errstate(invalid="ignore")  # BLAS may raise the flag on lanes that it does not use
def outlook(knowledge: Knowledge, seat: int | None, word: int) -> Outlook:
    """What the seat that holds the tiles of `word` holds possible."""
    seats = tuple(at for at in range(len(knowledge.hands)) if at != seat)
    hands = settled([knowledge.hands[at].apart(word) for at in seats])
    if not all(map(len, hands)):
        raise Contradiction("no deal fits what is known")
    groups = tuple(
        grouped(some, at, knowledge) for at, some in zip(seats, hands, strict=True)
    )
    free = tuple(i for i, group in enumerate(groups) if len(group) > 1)
    over = pairs([groups[i] for i in free])
    ways, worlds = ways_of(groups, free, over)
    asked = tuple(
        asked_at(knowledge, at, hands[i], groups[i]) for i, at in enumerate(seats)
    )
    parts, right = zip(*map(possible, asked, ways), strict=True)
    return Outlook(
        seat, seats, hands, ways, worlds, parts, np.concatenate(right), groups, free, over
    )


def settled(lists: list[Hands]) -> tuple[Hands, ...]:
    """The lists, once tiles whose owner is known are taken out of all other lists."""
    while True:
        before = sum(map(len, lists))
        for i, hands in enumerate(lists):
            if len(hands) and hands.words.min() == hands.words.max():
                lists = [
                    other if j == i else other.apart(hands.words[0])
                    for j, other in enumerate(lists)
                ]
        if sum(map(len, lists)) == before:
            return tuple(lists)


def grouped(hands: Hands, seat: int, knowledge: Knowledge) -> Group:
    """The hands by their set of tiles."""
    if not knowledge.setup.jokers and knowledge.drawn != seat:
        return Group(hands.words, np.ones(len(hands), np.float32))
    words, sizes = np.unique(hands.words, return_counts=True)
    return Group(words, sizes.astype(np.float32))


def ways_of(
    groups: tuple[Group, ...], free: tuple[int, ...], over: Pairs
) -> tuple[tuple[Counts, ...], int]:
    """For each word of each list the worlds over each of its hands; and all worlds."""
    fixed = 1.0
    for i, group in enumerate(groups):
        fixed *= 1.0 if i in free else float(group.sizes[0])
    some = [groups[i] for i in free]
    inner = dict(zip(free, totals(some, over), strict=True))
    worlds = fixed
    if free:
        worlds *= float(groups[free[0]].sizes.astype(np.float64) @ inner[free[0]])
    kind(worlds)
    if not worlds:
        raise Contradiction("no deal fits what is known")
    ways = tuple(
        inner[i] * fixed if i in inner else np.array([worlds / float(group.sizes[0])])
        for i, group in enumerate(groups)
    )
    return ways, int(worlds)


def asked_at(knowledge: Knowledge, seat: int, hands: Hands, group: Group) -> SeatGuesses:
    """The guesses that some hand in the list of a seat makes right."""
    hidden = knowledge.hidden[seat]
    deck = np.array(knowledge.setup.deck(), np.intp)
    if not hidden:
        none = np.empty(0, np.intp)
        return SeatGuesses(seat, none, none, np.empty((len(group), 0), np.float32))
    shown = hands.tiles[:, hidden, None] == deck.astype(np.int8)
    marks = shown.reshape(len(hands), -1).astype(np.float32)
    if group.words is not hands.words:
        row = np.searchsorted(group.words, hands.words)
        summed = np.zeros((len(group), marks.shape[1]), np.float32)
        np.add.at(summed, row, marks)
        marks = summed
    column = np.flatnonzero(marks.any(axis=0))
    places = np.asarray(hidden, np.intp)[column // len(deck)]
    return SeatGuesses(seat, places, deck[column % len(deck)], marks[:, column])


def possible(asked: SeatGuesses, ways: Counts) -> tuple[SeatGuesses, Numbers]:
    """The guesses that are right in some world, and in how many."""
    right = (ways @ asked.marks).astype(np.int64)
    if right.all():
        return asked, right
    kept = right > 0
    part = SeatGuesses(
        asked.seat, asked.places[kept], asked.tiles[kept], asked.marks[:, kept]
    )
    return part, right[kept]
