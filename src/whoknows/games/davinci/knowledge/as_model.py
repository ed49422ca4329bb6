"""The worlds of a position as a model of `logic`, when they are few enough to draw.

Every place in doubt is a part of the model, `a2` being the second tile of player a; how a
world looks to a player is that player's hand.  So formulas can ask: with Example 3 of the
paper, `K b ~a2=b7` holds where b has the 7; at a table, `K b ~a2=black7`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import TooLarge
from whoknows.games.davinci.knowledge.hand_lists import Hands, Words
from whoknows.games.davinci.knowledge.public_hands import Knowledge, public_knowledge
from whoknows.games.davinci.knowledge.seat_worlds import outlook
from whoknows.games.davinci.rules import Code, Sight, Tile, agent_name, tile_name
from whoknows.logic import Part, Table
from whoknows.logic.reasoning.nearby_worlds import Near, nearby
from whoknows.play.knowing.knowledge import Pictured

__all__ = [
    "MOST_WORLDS",
    "codes_of",
    "joint_worlds",
    "local_model",
    "model",
    "pictured",
    "public_model",
]

MOST_WORLDS = 2000  # more can be neither drawn nor read
Rows: TypeAlias = NDArray[np.intp]
BLOCK = 1 << 20  # pairs of a beginning of a world and a hand that are tried at a time


@checked
def public_model(knowledge: Knowledge, *, most: int = MOST_WORLDS) -> Table:
    """The model of what is common knowledge: all worlds that anybody may hold possible."""
    return model(knowledge, joint_worlds(knowledge, {}, most))


@checked
def local_model(
    knowledge: Knowledge, seat: int, holding: Code, *, most: int = MOST_WORLDS
) -> Table:
    """The worlds that a seat holds possible, and how the others would part them.

    The holding is the seat's code, followed by its drawn tile if it has one.
    """
    return model(knowledge, joint_worlds(knowledge, {seat: holding}, most))


def near_worlds(
    knowledge: Knowledge, held: Mapping[int, Code], *, most: int = MOST_WORLDS
) -> Near[tuple[int, ...]]:
    """The worlds where these hands are held, and around them what all then hold possible.

    With nobody's hand held these are all the worlds; with everybody's, the one that is so
    is in the middle.  A world is the rows of its hands in the lists.
    """
    start = joint_worlds(knowledge, held, most)
    agents = [agent_name(seat) for seat in range(len(knowledge.hands))]
    codes = [hands.codes() for hands in knowledge.hands]

    @cache
    def cell(seat: int, row: int) -> list[tuple[int, ...]]:
        return joint_worlds(knowledge, {seat: codes[seat][row]}, most)

    def alike(world: tuple[int, ...], agent: str) -> list[tuple[int, ...]]:
        seat = agents.index(agent)
        return cell(seat, world[seat])

    return nearby(start, agents, alike, most)


def codes_of(knowledge: Knowledge, world: tuple[int, ...]) -> tuple[Code, ...]:
    """The hands of a world, a drawn tile last: the same for the same world at any time."""
    return tuple(
        tuple(hands.tiles[row].tolist())
        for hands, row in zip(knowledge.hands, world, strict=True)
    )


@checked
def joint_worlds(
    knowledge: Knowledge, held: Mapping[int, Code], most: int
) -> list[tuple[int, ...]]:
    """Every world as the rows of its hands in the lists, where these hands are held."""
    for seat, code in held.items():
        count = outlook(knowledge, seat, sum(1 << tile for tile in code)).worlds
        if count > most:
            raise TooLarge(f"{count} worlds; at most {most} make a model to look at")
    found, used = np.zeros((1, 0), np.intp), np.zeros(1, np.uint64)
    for seat, hands in enumerate(knowledge.hands):
        rows = rows_of(hands, held.get(seat))
        taken = (code for other, code in held.items() if other != seat)
        theirs = np.uint64(sum(1 << tile for code in taken for tile in code))
        rows = rows[hands.words[rows] & theirs == 0]
        words = hands.words[rows]
        before, after = disjoint_pairs(used, words, most)
        found = np.column_stack([found[before], rows[after]])
        used = used[before] | words[after]
    if len(found) > most:
        raise TooLarge(f"{len(found)} worlds; at most {most} make a model to look at")
    return [tuple(world) for world in found.tolist()]


def disjoint_pairs(used: Words, words: Words, most: int) -> tuple[Rows, Rows]:
    """Which beginnings of worlds go with which hands, in order."""
    step, count = max(1, BLOCK // max(1, len(words))), 0
    befores, afters = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
    for start in range(0, len(used), step):
        before, after = np.nonzero(used[start : start + step, None] & words == 0)
        befores.append(before + start)
        afters.append(after)
        count += len(before)
        if count > 200 * most:
            raise TooLarge(f"over {count} worlds; at most {most} make a model")
    return np.concatenate(befores), np.concatenate(afters)


def rows_of(hands: Hands, code: Code | None) -> Rows:
    """The rows of a list, or the one row of a hand that is held."""
    if code is None:
        return np.arange(len(hands))
    return np.flatnonzero((hands.tiles == np.array(code, np.int8)).all(axis=1))


def model(
    knowledge: Knowledge,
    worlds: Sequence[tuple[int, ...]],
    *,
    every: bool = False,
    name: Callable[[Tile], str] = tile_name,
) -> Table:
    """These worlds as a table: a part for every place in doubt, a view for every seat.

    With `every`, places in no doubt are parts too, and every tile of the game a value.
    `name` says what a tile is called.
    """
    rows = np.array(worlds, np.intp).reshape(len(worlds), len(knowledge.hands))
    parts: dict[str, Part] = {}
    for seat, hands in enumerate(knowledge.hands):
        tiles = hands.tiles[rows[:, seat]]
        agent = agent_name(seat)
        for place in range(tiles.shape[1]):
            loose = knowledge.drawn == seat and place == tiles.shape[1] - 1
            part = f"{agent}_drawn" if loose else f"{agent}{place + 1}"
            values, codes = np.unique(tiles[:, place], return_inverse=True)
            if every:
                values = np.array(knowledge.setup.deck())
                codes = np.searchsorted(values, tiles[:, place])
            if every or len(values) > 1:
                parts[part] = Part(codes, tuple(name(int(tile)) for tile in values))
    views = {agent_name(seat): rows[:, seat] for seat in range(len(knowledge.hands))}
    return Table({}, views, parts)


def pictured(public: Sight, seats: Mapping[int, Sight], most: int) -> Pictured | None:
    """The model around the worlds where these seats hold what they see."""
    if not public.facts:
        return None
    knowledge = public_knowledge(public)
    held = {seat: sight.holding for seat, sight in seats.items()}
    try:
        near = near_worlds(knowledge, held, most=most)
    except TooLarge:
        return None
    return Pictured(
        model(knowledge, near.worlds, name=number_name),
        actual=0 if near.first == 1 else None,
        keys=tuple(codes_of(knowledge, world) for world in near.worlds),
        held=tuple(range(near.first)),
        home=agent_name(*held) if len(held) == 1 else None,
        reach=near.reach,
        every=model(knowledge, near.worlds, every=True, name=spelled_name),
    )


def number_name(tile: Tile) -> str:
    """What is written on a tile: in pictures, where all see its color anyway."""
    return tile_name(tile)[1:]


def spelled_name(tile: Tile) -> str:
    """A tile in formulas: `black7`; for `b7` is the seventh tile of player b, too."""
    name = tile_name(tile)
    color = {"b": "black", "w": "white"}[name[0]]
    return f"{color}_joker" if name[1:] == "-" else f"{color}{name[1:]}"
