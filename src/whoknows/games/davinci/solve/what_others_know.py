"""What others can tell of hidden tiles, and what they think that others can tell.

The worlds are never listed.  Between two players they are pairs of disjoint hands; a third
player makes every pair count as often as that player has hands disjoint from both.  So all
is sums over one table of pairs, made a block of hands at a time.  With more players, every
hand of the other is thought through.  Where that is too much, what is left is what all have
heard: the share of the hands that one may have; the glimpse then says so.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.davinci.knowledge import Hands, outlook, outlook_of, public_knowledge
from whoknows.games.davinci.knowledge.public_hands import Knowledge
from whoknows.games.davinci.rules import Sight, agent_name, tile_name
from whoknows.play.knowing.through_eyes import Glimpse, Thing

BLOCK = 256  # hands at a time
MOST_STEPS = 3 * 10**10  # of sums, some seconds
MOST_TUPLES = 3 * 10**8  # of hands, over all hands of the other: some seconds
Numbers: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pairs:
    """The hands of two players, and in how many worlds each pair of them is held."""

    theirs: Hands
    mine: Hands
    third: Hands | None

    def blocks(self) -> Iterator[tuple[slice, Numbers]]:
        """The table of pairs, some rows at a time; a row is a hand of theirs."""
        mine = self.mine.words
        if self.third is not None:
            free = disjoint(mine, self.third.words).T
        for start in range(0, len(self.theirs), BLOCK):
            rows = slice(start, start + BLOCK)
            words = self.theirs.words[rows]
            block = disjoint(words, mine)
            if self.third is not None:
                block *= disjoint(words, self.third.words) @ free
            yield rows, block


def imagined(sight: Sight, chain: Sequence[int]) -> Glimpse | None:
    """What another seat can tell of one's own tiles, or thinks that one can tell of its.

    The chain is the other seat, or the other seat and one's own.
    """
    if sight.seat is None or not sight.facts or chain[0] == sight.seat:
        return None
    if list(chain[1:]) not in ([], [sight.seat]):
        return None
    knowledge, other, me = public_knowledge(sight), chain[0], sight.seat
    found = pairs_of(knowledge, other, me)
    if found is None:
        if len(chain) == 1 and (thought := thought_through(knowledge, sight, other)):
            return thought
        return from_public(knowledge, me if len(chain) == 1 else other)
    weights = weights_of(found, sight)
    if len(chain) == 1:
        return told_of_mine(knowledge, found, weights, me)
    return told_of_theirs(knowledge, found, weights, other)


def pairs_of(knowledge: Knowledge, other: int, me: int) -> Pairs | None:
    """The pairs of two players; nothing if they are too many to go through."""
    rest = [hands for at, hands in enumerate(knowledge.hands) if at not in (other, me)]
    if len(rest) > 1:
        return None
    theirs, mine = knowledge.hands[other], knowledge.hands[me]
    steps = len(theirs) * len(mine) * max(1, *map(len, rest), 1)
    return None if steps > MOST_STEPS else Pairs(theirs, mine, rest[0] if rest else None)


def weights_of(found: Pairs, sight: Sight) -> Numbers:
    """In how many of the viewer's worlds each hand of the other is held."""
    own, theirs = np.uint64(sight.word), found.theirs
    free: Numbers = ((theirs.words & own) == 0).astype(np.float64)
    if found.third is not None:
        apart = found.third.words[(found.third.words & own) == 0]
        free *= disjoint(theirs.words, apart).sum(1)
    return free


def told_of_mine(knowledge: Knowledge, found: Pairs, weights: Numbers, me: int) -> Glimpse:
    """The other's shares for one's own tiles, over the hands that the other may have."""
    marks = Marks(knowledge, me, found.mine)
    sums, known = np.zeros(marks.size), np.zeros(marks.size)
    least, most = np.inf, 0.0
    for rows, block in found.blocks():
        shares, totals = shares_in(block, marks.table)
        weight = weights[rows]
        sums += weight @ shares
        known += weight @ (shares == 1)
        counts = totals[weight > 0]
        if len(counts):
            least, most = min(least, counts.min()), max(most, counts.max())
    whole = int(weights.sum())
    return Glimpse(int(least), int(most), tuple(marks.things(sums / whole, known, whole)))


def thought_through(knowledge: Knowledge, sight: Sight, other: int) -> Glimpse | None:
    """The other's shares for one's own tiles, hand by hand; nothing if that is too much."""
    view, me = outlook_of(sight), sight.seat
    assert me is not None
    k = view.seats.index(other)
    rows = np.flatnonzero(view.ways[k] > 0)
    lists = [len(hands) for at, hands in enumerate(knowledge.hands) if at != other]
    if len(rows) * prod(lists) > MOST_TUPLES:
        return None
    hidden = knowledge.hidden[me]
    sums: dict[int, dict[int, float]] = {place: {} for place in hidden}
    known, counts = dict.fromkeys(hidden, 0), []
    for row in rows:
        theirs = outlook(knowledge, other, int(view.groups[k].words[row]))
        worlds = int(view.ways[k][row] * view.groups[k].sizes[row])
        counts.append(theirs.worlds)
        found = theirs.chances()
        for place in hidden:
            known[place] += worlds * (len(found[me, place]) == 1)
            for tile, chance in found[me, place].items():
                before = sums[place].get(tile, 0.0)
                sums[place][tile] = before + worlds * float(chance) / view.worlds
    things = tuple(
        Thing(
            f"{agent_name(me)}{place + 1}",
            Fraction(known[place], view.worlds),
            {tile_name(tile): share for tile, share in sorted(sums[place].items())},
        )
        for place in hidden
    )
    return Glimpse(min(counts), max(counts), things)


def told_of_theirs(
    knowledge: Knowledge, found: Pairs, weights: Numbers, other: int
) -> Glimpse:
    """The shares that the other thinks one gives to the other's tiles."""
    marks = Marks(knowledge, other, found.theirs)
    sums, totals = np.zeros((len(found.mine), marks.size)), np.zeros(len(found.mine))
    for rows, block in found.blocks():
        sums += block.T @ marks.table[rows]
        totals += block.sum(0)
    mine = np.divide(sums, totals[:, None], where=totals[:, None] > 0, out=sums)
    found_sums, known = np.zeros(marks.size), np.zeros(marks.size)
    least, most = np.inf, 0.0
    for rows, block in found.blocks():
        shares, counts = shares_in(block, mine)
        weight = weights[rows]
        found_sums += weight @ shares
        known += weight @ np.isclose(shares, 1, rtol=0, atol=1e-12)
        counts = counts[weight > 0]
        if len(counts):
            least, most = min(least, counts.min()), max(most, counts.max())
    whole = int(weights.sum())
    things = tuple(marks.things(found_sums / whole, known, whole))
    return Glimpse(int(least), int(most), things)


class Marks:
    """The tiles at the hidden places of a seat's hands: a column for each that can be."""

    def __init__(self, knowledge: Knowledge, seat: int, hands: Hands) -> None:
        deck = np.array(knowledge.setup.deck(), np.int8)
        hidden = knowledge.hidden[seat]
        at = hands.tiles[:, hidden, None] == deck
        flat = at.reshape(len(hands), -1)
        columns = np.flatnonzero(flat.any(0))
        self.table: Numbers = flat[:, columns].astype(np.float64)
        self.names = [f"{agent_name(seat)}{place + 1}" for place in hidden]
        self.places = (columns // len(deck)).tolist()
        self.tiles = [tile_name(int(deck[k])) for k in (columns % len(deck)).tolist()]
        self.size = len(columns)

    def things(self, means: Numbers, known: Numbers, whole: int) -> Iterator[Thing]:
        """The places with their shares."""
        for place, name in enumerate(self.names):
            mine = [k for k, at in enumerate(self.places) if at == place]
            knows = Fraction(round(sum(float(known[k]) for k in mine)), whole)
            yield Thing(name, knows, self.chances(mine, means))

    def chances(self, columns: Sequence[int], means: Numbers) -> Mapping[str, float]:
        """The tiles of some columns with their shares, those that can be."""
        return {self.tiles[k]: float(means[k]) for k in columns if means[k] > 0}


def from_public(knowledge: Knowledge, seat: int) -> Glimpse:
    """What anybody can tell of a seat's tiles who holds none: by the hands left to it."""
    hands = knowledge.hands[seat]
    marks = Marks(knowledge, seat, hands)
    shares = marks.table.mean(0)
    known = (shares == 1).astype(np.float64)
    things = tuple(marks.things(shares, known, 1))
    return Glimpse(len(hands), len(hands), things, by_public=True)


def shares_in(block: Numbers, marks: Numbers) -> tuple[Numbers, Numbers]:
    """What each row gives to each mark, and the worlds of each row."""
    totals = block.sum(1)
    sums = block @ marks
    return np.divide(sums, totals[:, None], where=totals[:, None] > 0, out=sums), totals


def disjoint(left: NDArray[np.uint64], right: NDArray[np.uint64]) -> Numbers:
    """1 where two hands share no tile."""
    found: Numbers = ((left[:, None] & right[None, :]) == 0).astype(np.float64)
    return found
