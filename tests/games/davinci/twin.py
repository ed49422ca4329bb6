"""The Da Vinci Code by its definition: every joint world listed, no factor, no matrix.

A world is a tuple of holdings, one a seat; a holding is a pair (code, drawn tile or None).
A seat's view of a world is its holding.  Facts remove worlds, or change them as the tiles
change hands.  This is the precondition of [Eker2020, section 2.2], to the letter.
"""

from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from whoknows.games.davinci import rules


def all_codes(setup, colors):
    """Every code that shows these colors, by trying all rows of tiles."""
    deck = [[t for t in setup.deck() if rules.tile_color(t) == color] for color in colors]
    return [
        row
        for row in product(*deck)
        if len(set(row)) == len(row) and rules.setup.ordered(row)
    ]


@dataclass
class Twin:
    setup: Any
    worlds: list

    @classmethod
    def dealt(cls, setup, fact):
        lists = [all_codes(setup, colors) for colors in fact.colors]
        worlds = [
            tuple((code, None) for code in codes)
            for codes in product(*lists)
            if len({tile for code in codes for tile in code}) == sum(map(len, codes))
        ]
        worlds = [
            world
            for world in worlds
            if all(world[seat][0][place] == tile for seat, place, tile in fact.open)
        ]
        return cls(setup, worlds)

    def learn(self, fact):
        return Twin(self.setup, list(self.after(fact)))

    def after(self, fact):
        match fact:
            case rules.Right():
                return [w for w in self.worlds if w[fact.seat][0][fact.place] == fact.tile]
            case rules.Wrong():
                return self.after_wrong(fact)
            case rules.Drew():
                return self.after_draw(fact)
            case rules.Shown():
                return [w for w in self.worlds if w[fact.seat][1] == fact.tile]
            case rules.Placed():
                return self.after_place(fact)
            case _:
                return self.worlds

    def after_wrong(self, fact):
        def there(world):
            return world[fact.seat][0][fact.place] == fact.tile

        left = [w for w in self.worlds if not there(w)]
        if fact.insist:
            return left
        if self.setup.semantics == "original":
            return [w for w in left if fact.tile not in tiles_of(w[fact.asker])]
        views = {w[fact.asker] for w in self.worlds if there(w)}
        return [w for w in left if w[fact.asker] in views]

    def after_draw(self, fact):
        for world in self.worlds:
            used = {tile for holding in world for tile in tiles_of(holding)}
            for tile in self.setup.deck():
                if tile not in used and rules.tile_color(tile) == fact.color:
                    yield changed(world, fact.seat, (world[fact.seat][0], tile))

    def after_place(self, fact):
        for world in self.worlds:
            code, drawn = world[fact.seat]
            code = (*code[: fact.place], drawn, *code[fact.place :])
            if rules.setup.ordered(code):
                yield changed(world, fact.seat, (code, None))

    def of_seat(self, seat, holding):
        """The worlds that look to the seat as this holding."""
        return [w for w in self.worlds if w[seat] == holding]

    def hands(self, seat):
        """The seat's hands in some world, a drawn tile last."""
        return {tiles_of(world[seat]) for world in self.worlds}


def tiles_of(holding):
    code, drawn = holding
    return code if drawn is None else (*code, drawn)


def changed(world, seat, holding):
    return (*world[:seat], holding, *world[seat + 1 :])


def sets_of(worlds, seat):
    """The worlds parted by how they look to the seat."""
    parts = {}
    for world in worlds:
        parts.setdefault(world[seat], []).append(world)
    return list(parts.values())


def all_deals(setup):
    """Every way to give hands out, for very small setups."""
    for order in permutations(setup.deck()):
        hands = [order[k * setup.hand : (k + 1) * setup.hand] for k in range(setup.players)]
        if all(rules.setup.ordered(hand) for hand in hands):
            yield tuple(hands)
