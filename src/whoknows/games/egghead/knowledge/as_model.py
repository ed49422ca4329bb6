"""The worlds around a seat as a model of `logic`, when they are few enough to draw.

A world is a stack for every player; a player sees all stacks but their own.  Parts and
agents have the letters of the seats: `K B A=122` says that B knows that A has 1, 2, 2.
Players who analyse and players who do not hold different worlds possible; then no such
model fits all of them, and there is only what the seat itself holds possible.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from whoknows.errors import TooLarge
from whoknows.games.egghead.knowledge.public_worlds import Picture
from whoknows.games.egghead.knowledge.question_tables import unpacked
from whoknows.games.egghead.knowledge.world_bits import Worlds
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.stacks import World
from whoknows.logic import Part, Table
from whoknows.logic.reasoning.nearby_worlds import Near, nearby


def seat_letter(seat: int) -> str:
    """The letter of a seat: `A` is seat 0."""
    return chr(ord("A") + seat)


def near_worlds(picture: Picture, start: Sequence[World], most: int) -> Near[World]:
    """These worlds, and around them what all then hold possible."""
    setup = picture.setup
    one_mind = picture.analysed is None or picture.plain is None
    if not one_mind:
        if len(start) > most:
            raise TooLarge(f"{len(start)} worlds; at most {most} make a model to look at")
        return Near(tuple(start), len(start), 0)
    agents = [seat_letter(seat) for seat in setup.seats]

    def alike(world: World, agent: str) -> list[World]:
        return row_worlds(picture, agents.index(agent), world)

    return nearby(start, agents, alike, most)


def row_worlds(picture: Picture, seat: int, world: World) -> list[World]:
    """The worlds that a seat holds possible when the others have theirs of `world`."""
    left = np.flatnonzero(picture.row(seat, world)).tolist()
    return [(*world[:seat], number, *world[seat + 1 :]) for number in left]


def all_worlds(worlds: Worlds, most: int) -> list[World]:
    """Every world of a set; raises `TooLarge`."""
    count = len(worlds)
    if count > most:
        raise TooLarge(f"{count} worlds; at most {most} make a model to look at")
    places = np.argwhere(worlds.words.any(axis=-1)).tolist()
    return [
        (*place, int(last))
        for place in places
        for last in np.flatnonzero(unpacked(worlds.words[tuple(place)], worlds.size))
    ]


def model(setup: Setup, worlds: Sequence[World], *, every: bool = False) -> Table:
    """These worlds as a table: a part for every stack in doubt, a view for every seat.

    With `every`, stacks in no doubt are parts too, and every stack is a value.
    """
    rows = np.array(worlds, np.intp).reshape(len(worlds), setup.players)
    names = setup.box.names
    views: dict[str, np.ndarray[tuple[int], np.dtype[np.intp]]] = {}
    parts: dict[str, Part] = {}
    for seat in setup.seats:
        others = np.delete(rows, seat, axis=1)
        views[seat_letter(seat)] = np.unique(others, axis=0, return_inverse=True)[1].ravel()
        values, codes = np.unique(rows[:, seat], return_inverse=True)
        if every:
            parts[seat_letter(seat)] = Part(rows[:, seat].copy(), names)
        elif len(values) > 1:
            parts[seat_letter(seat)] = Part(codes, tuple(names[v] for v in values.tolist()))
    return Table({}, views, parts)


def stacks_of(setup: Setup, sights: Mapping[int, Sequence[int]]) -> World:
    """The world that several seats see together: everybody is seen by somebody else."""
    world = [0] * setup.players
    for seat, seen in sights.items():
        for other, number in enumerate(seen):
            if other != seat:
                world[other] = number
    return tuple(world)
