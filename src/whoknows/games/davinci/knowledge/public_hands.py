"""What is common knowledge: one list of still-possible hands for every player.

The worlds are exactly the tuples of pairwise disjoint hands from these lists.  So it is
after the deal, and each fact keeps it so: a right guess filters the list of the asked
player; a wrong one filters that list and the guesser's, who must have thought the guess
possible; drawing pairs every hand with a tile; placing puts that tile into the hand.

While a seat holds a drawn tile, the last column of its list is that tile.
"""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from whoknows.games.davinci.knowledge.hand_lists import Hands, Tiles, hands_of, make_hands
from whoknows.games.davinci.knowledge.possible_hands import supported
from whoknows.games.davinci.rules import (
    Dealt,
    Drew,
    Fact,
    Facts,
    Placed,
    Right,
    Setup,
    Shown,
    Tile,
    Wrong,
)
from whoknows.games.davinci.rules.setup import BLACK_JOKER
from whoknows.play.knowing.knowledge import Remembered


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The public knowledge: one list of hands a seat, and what lies open."""

    setup: Setup
    hands: tuple[Hands, ...]
    hidden: tuple[tuple[int, ...], ...]
    """The places of each seat whose tiles still stand hidden."""
    open: int = 0
    """The tiles that lie open, as one word."""
    drawn: int | None = None
    """The seat whose last column is a drawn tile, not yet placed."""

    def after(self, fact: Fact) -> "Knowledge":
        """The knowledge once the fact is seen by all."""
        match fact:
            case Right():
                return self.opened(fact.seat, fact.place, fact.tile)
            case Wrong():
                return wrong(self, fact)
            case Drew():
                return drew(self, fact)
            case Shown():
                return self.opened(fact.seat, -1, fact.tile)
            case Placed():
                return placed(self, fact)
            case _:
                return self

    def opened(self, seat: int, place: int, tile: Tile) -> "Knowledge":
        """Once a tile lies open: nobody else has it."""
        lists = [hands.apart(1 << tile) for hands in self.hands]
        own = self.hands[seat]
        lists[seat] = own.take(own.tiles[:, place] == tile)
        row = tuple(at for at in self.hidden[seat] if at != place)
        hidden = (*self.hidden[:seat], row, *self.hidden[seat + 1 :])
        return replace(self, hands=tuple(lists), hidden=hidden, open=self.open | 1 << tile)

    def keep(self, seat: int, hands: Hands) -> "Knowledge":
        """With this list for the seat."""
        return replace(self, hands=(*self.hands[:seat], hands, *self.hands[seat + 1 :]))


class Record(Protocol):
    """What holds all that everybody has seen: a state, or a sight."""

    @property
    def setup(self) -> Setup:
        """The table before the deal."""

    @property
    def facts(self) -> Facts:
        """What all have seen."""


def public_knowledge(record: Record) -> Knowledge:
    """What is common knowledge; there is none before the codes stand."""
    assert record.facts, "the codes do not stand yet"
    codes, *_ = record.facts
    assert isinstance(codes, Dealt)
    return knowledge_after((record.setup, codes), record.facts[1:])


def dealt(setup: Setup, fact: Dealt) -> Knowledge:
    """The public knowledge once the codes stand: all hands of the colors seen."""
    lists = tuple(hands_of(setup, colors) for colors in fact.colors)
    hidden = tuple(tuple(range(len(colors))) for colors in fact.colors)
    knowledge = Knowledge(setup, lists, hidden)
    for seat, place, tile in fact.open:
        knowledge = knowledge.opened(seat, place, tile)
    return knowledge


def wrong(knowledge: Knowledge, fact: Wrong) -> Knowledge:
    """A wrong guess: not that tile there; and the guesser thought it possible.

    The guesser's side is judged in the public model just before the answer.  Under
    `original` it says only that the guesser lacks the tile.  A guess that was insisted
    on, against knowing better, tells its answer alone.
    """
    asked, asker = knowledge.hands[fact.seat], knowledge.hands[fact.asker]
    there = asked.tiles[:, fact.place] == fact.tile
    after = knowledge.keep(fact.seat, asked.take(~there))
    if fact.insist:
        return after
    if knowledge.setup.semantics == "original":
        return after.keep(fact.asker, asker.apart(1 << fact.tile))
    others = [
        hands.words
        for seat, hands in enumerate(knowledge.hands)
        if seat not in (fact.seat, fact.asker)
    ]
    kept = supported(asker.words, [asked.words[there], *others])
    return after.keep(fact.asker, asker.take(kept))


def possible_hands(knowledge: Knowledge) -> tuple[Hands, ...]:
    """For each seat the hands that it has in some world: the lists, made quite tight."""
    words = [hands.words for hands in knowledge.hands]
    return tuple(
        own.take(supported(own.words, [*words[:seat], *words[seat + 1 :]]))
        for seat, own in enumerate(knowledge.hands)
    )


def drew(knowledge: Knowledge, fact: Drew) -> Knowledge:
    """A tile drawn: each hand of the seat with each tile of that color it lacks."""
    hands = knowledge.hands[fact.seat]
    tiles = np.array(knowledge.setup.of_color(fact.color), np.int8)
    bits = np.left_shift(np.uint64(1), tiles.astype(np.uint64))
    closed = (bits & np.uint64(knowledge.open)) == 0
    tiles, bits = tiles[closed], bits[closed]
    row, tile = np.nonzero((hands.words[:, None] & bits[None, :]) == 0)
    together = np.concatenate([hands.tiles[row], tiles[tile][:, None]], axis=1)
    pairs = Hands(together, hands.words[row] | bits[tile])
    return replace(knowledge.keep(fact.seat, pairs), drawn=fact.seat)


def placed(knowledge: Knowledge, fact: Placed) -> Knowledge:
    """The drawn tile put at a place: the pairs that fit there, as hands."""
    seat, place = fact.seat, fact.place
    pairs = knowledge.hands[seat].tiles
    code, drawn = pairs[:, :-1], pairs[:, -1:]
    tiles = np.concatenate([code[:, :place], drawn, code[:, place:]], axis=1)
    hands = make_hands(tiles[rising(tiles)])
    moved = [at + (at >= place) for at in knowledge.hidden[seat]]
    row = tuple(moved if fact.open else sorted([*moved, place]))
    hidden = (*knowledge.hidden[:seat], row, *knowledge.hidden[seat + 1 :])
    return replace(knowledge.keep(seat, hands), hidden=hidden, drawn=None)


def rising(tiles: Tiles) -> NDArray[np.bool_]:
    """Which rows stand as a code must: numbers rising, jokers anywhere."""
    joker = tiles >= BLACK_JOKER
    numbers = np.where(joker, np.int8(-1), tiles)
    highest = np.maximum.accumulate(numbers, axis=1)
    fits = joker[:, 1:] | (numbers[:, 1:] > highest[:, :-1])
    return np.asarray(fits.all(axis=1))


knowledge_after: Remembered[tuple[Setup, Dealt], Fact, Knowledge] = Remembered(
    lambda start: dealt(*start)
)
"""The public knowledge after a deal and facts; the last ones are remembered."""
