"""The worked example of the paper, computed step by step."""

from dataclasses import dataclass

import numpy as np

from whoknows.games.egghead.knowledge.question_tables import sieve
from whoknows.games.egghead.knowledge.world_bits import Worlds
from whoknows.games.egghead.paper import ANSWER, ERRATA, MISSING, STACKS
from whoknows.games.egghead.rules.answers import answers
from whoknows.games.egghead.rules.language import parse_question
from whoknows.games.egghead.rules.stacks import Stacks, World


@dataclass(frozen=True)
class Example:
    """One step of the worked example: what happens, what is left, and a remark."""

    name: str
    told: str
    valids: tuple[int, ...]  # how many stacks are left to p1, p2, p3
    worlds: int  # how many worlds are left
    remark: str = ""


def examples() -> list[Example]:
    """Examples 3.1 to 4.3, computed."""
    box = Stacks(3, 6)
    world: World = tuple(box.number(stack) for stack in STACKS)
    worlds = Worlds.all(3, len(box))
    start = counted("before", "Everybody sees two stacks; nothing is asked.", worlds, world)
    worlds.ask(sieve(parse_question(MISSING), 3, box), ANSWER)
    asked = counted(
        "3.1", "“How many numbers are missing?” “0.”  p2 can tell.", worlds, world
    )
    other = Example("3.2", swapped(box), asked.valids, asked.worlds, ERRATA["Example 3.2"])
    kinds = Example(
        "4.2", row_kinds(worlds), asked.valids, asked.worlds, ERRATA["Example 4.2"]
    )
    soles = [worlds.sole(seat) for seat in range(3)]
    for seat, sole in enumerate(soles):
        worlds.keep(seat, sole, solved=seat == 1)
    reacted = counted("4.1", "p2 calls 456; p1 and p3 are silent.", worlds, world)
    shown = int(worlds.row(2, world).sum())
    worlds.free(1, world[1])
    freed = counted(
        "4.3", f"p2 gets a new stack, any; p3's row keeps its {shown}.", worlds, world
    )
    return [
        start,
        asked,
        other,
        kinds,
        reacted,
        Example(freed.name, freed.told, freed.valids, freed.worlds, ERRATA["Example 4.3"]),
    ]


def counted(name: str, told: str, worlds: Worlds, world: World) -> Example:
    """A step with what is left after it."""
    valids = tuple(int(worlds.row(seat, world).sum()) for seat in range(3))
    return Example(name, told, valids, len(worlds))


def swapped(box: Stacks) -> str:
    """What p2 with 111 would make the answer, with the hands printed and the true ones."""
    ask = parse_question(MISSING)
    hands = [((1, 2, 3), (1, 1, 1), (3, 3, 4)), (STACKS[0], (1, 1, 1), STACKS[2])]
    tables = np.array([[box.number(stack) for stack in hand] for hand in hands])
    printed, true = answers(ask, tables, box).tolist()
    return f"Were p2's stack 111, the answer would be {true} ({printed} as printed)."


def row_kinds(worlds: Worlds) -> str:
    """How many rows p3 has of each size."""
    sizes = np.bitwise_count(worlds.words).sum(-1)
    kinds = zip(*np.unique(sizes, return_counts=True), strict=True)
    said = ", ".join(f"{rows} of {size}" for size, rows in kinds)
    return f"p3's rows by how many stacks they leave: {said}."
