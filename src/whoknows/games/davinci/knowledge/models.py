"""The worlds of a position as a model of `logic`, when they are few enough to draw.

Every place in doubt is a part of the model, `a2` being the second tile of player a; how a
world looks to a player is that player's hand.  So formulas can ask: with Example 3 of the
paper, `K b ~a2=b7` holds where b has the 7.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from whoknows.errors import TooLarge
from whoknows.games.davinci.knowledge.hands import Hands
from whoknows.games.davinci.knowledge.outlook import outlook
from whoknows.games.davinci.knowledge.public import Knowledge
from whoknows.games.davinci.rules import Code, agent_name, tile_name
from whoknows.logic import Part, Table

MOST_WORLDS = 2000  # more can be neither drawn nor read


def public_model(knowledge: Knowledge, *, most: int = MOST_WORLDS) -> Table:
    """The model of what is common knowledge: all worlds that anybody may hold possible."""
    return model(knowledge, joint_worlds(knowledge, {}, most))


def local_model(
    knowledge: Knowledge, seat: int, holding: Code, *, most: int = MOST_WORLDS
) -> Table:
    """The worlds that a seat holds possible, and how the others would part them.

    The holding is the seat's code, followed by its drawn tile if it has one.
    """
    return model(knowledge, joint_worlds(knowledge, {seat: holding}, most))


def global_model(
    knowledge: Knowledge, holdings: Sequence[Code], *, most: int = MOST_WORLDS
) -> Table:
    """The worlds that at least one seat holds possible, if these are all the hands.

    Only who sees every hand can ask for it: the referee, or anybody once a game is over.
    """
    worlds: dict[tuple[int, ...], None] = {}
    for seat, holding in enumerate(holdings):
        found = joint_worlds(knowledge, {seat: holding}, most)
        worlds |= dict.fromkeys(found)
    return model(knowledge, list(worlds))


def joint_worlds(
    knowledge: Knowledge, held: Mapping[int, Code], most: int
) -> list[tuple[int, ...]]:
    """Every world as the rows of its hands in the lists, where these hands are held."""
    for seat, code in held.items():
        count = outlook(knowledge, seat, sum(1 << tile for tile in code)).worlds
        if count > most:
            raise TooLarge(f"{count} worlds; at most {most} make a model to look at")
    found: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for seat, hands in enumerate(knowledge.hands):
        rows = rows_of(hands, held.get(seat))
        words = hands.words[rows]
        found = [
            ((*world, int(rows[k])), used | int(words[k]))
            for world, used in found
            for k in np.flatnonzero((words & np.uint64(used)) == 0)
        ]
        if len(found) > 200 * most:
            raise TooLarge(f"over {len(found)} worlds; at most {most} make a model")
    if len(found) > most:
        raise TooLarge(f"{len(found)} worlds; at most {most} make a model to look at")
    return [world for world, _ in found]


def rows_of(hands: Hands, code: Code | None) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """The rows of a list, or the one row of a hand that is held."""
    if code is None:
        return np.arange(len(hands))
    return np.flatnonzero((hands.tiles == np.array(code, np.int8)).all(axis=1))


def model(knowledge: Knowledge, worlds: list[tuple[int, ...]]) -> Table:
    """These worlds as a table: a part for every place in doubt, a view for every seat."""
    rows = np.array(worlds, np.intp).reshape(len(worlds), len(knowledge.hands))
    parts: dict[str, Part] = {}
    for seat, hands in enumerate(knowledge.hands):
        tiles = hands.tiles[rows[:, seat]]
        agent = agent_name(seat)
        for place in range(tiles.shape[1]):
            loose = knowledge.drawn == seat and place == tiles.shape[1] - 1
            values, codes = np.unique(tiles[:, place], return_inverse=True)
            if len(values) > 1:
                name = f"{agent}_drawn" if loose else f"{agent}{place + 1}"
                parts[name] = Part(codes, tuple(tile_name(int(tile)) for tile in values))
    views = {agent_name(seat): rows[:, seat] for seat in range(len(knowledge.hands))}
    return Table({}, views, parts)
