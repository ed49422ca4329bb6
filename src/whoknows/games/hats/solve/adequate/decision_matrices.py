"""Decision matrices of adequate sets, and the extended procedure that finds them all.

>>> from whoknows.games.hats.solve.adequate.adequate_sets import adequate_sets
>>> decision_matrix((1, 6, 9, 14), Rules(players=4)).matrix()[0]
[0, '*', 0, 0, 0, 0, '*', 0]
>>> sum(matrix_count(lost, 2) for lost in adequate_sets(2))
30
"""

from collections.abc import Iterable, Iterator
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import FREE, PASS, Code, Deal, Rules
from whoknows.games.hats.solve.adequate.adequate_sets import LIST_LIMIT, LostSet
from whoknows.games.hats.solve.cube_bits import (
    deal_losing,
    is_adequate,
    line,
    line_answer,
    mask_of,
)

RANK = {2: 0, PASS: 1, 1: 2, FREE: 3}  # the order of answers: black, pass, white


def decision_matrix(lost: Iterable[Code], rules: Rules) -> Deal:
    """The decision matrix of an adequate set, with `*` where a choice is free."""
    return deal_losing(lost, rules, free=True)


def matrix_count(lost: LostSet, players: int) -> int:
    """How many matrices lose just a minimal adequate set: the extended procedure.

    A won configuration needs one of its lost neighbors' guesses, and may have all of
    them; what two lost configurations share is free.
    """
    inside, count = set(lost), 1
    for code in range(1 << players):
        neighbors = sum(code ^ (1 << k) in inside for k in range(players))
        if code not in inside:
            count *= 2**neighbors - 1
    shared = sum(code ^ (1 << k) in inside for code in lost for k in range(players)) // 2
    return int(count * 3**shared)


def all_matrices(lost: LostSet, rules: Rules) -> Iterator[Deal]:
    """The matrices that `matrix_count` counts, each once."""
    number = matrix_count(lost, rules.players)
    if number > LIST_LIMIT:
        raise TooLarge(f"{number:,} matrices; at most {LIST_LIMIT:,} are listed")
    inside, shape = set(lost), range(rules.view_count)
    lines = {
        (i, view): line(i, view, rules.players)
        for i in range(rules.players)
        for view in shape
    }
    needed: dict[Code, list[tuple[int, int]]] = {}
    for place, ends in lines.items():
        won = [code for code in ends if code not in inside]
        if len(won) == 1:
            needed.setdefault(won[0], []).append(place)
    free = [place for place, ends in lines.items() if inside >= set(ends)]
    choices = [
        [on for on in product((False, True), repeat=len(places)) if any(on)]
        for places in needed.values()
    ]
    for picked in product(*choices, product((PASS, 1, 2), repeat=len(free))):
        answers = dict(zip(free, picked[-1], strict=True))
        for places, on in zip(needed.values(), picked[:-1], strict=True):
            for place, chosen in zip(places, on, strict=True):
                white, black = (code in inside for code in lines[place])
                answers[place] = line_answer(white, black, free=False) if chosen else PASS
        yield Deal(
            tuple(
                tuple(answers.get((i, v), PASS) for v in shape)
                for i in range(rules.players)
            )
        )


def check_minimal(lost: LostSet, rules: Rules) -> None:
    """Refuse a set that is not adequate, or that is so without one of its elements.

    Of others not just the free choices are free, and they are not counted.
    """
    deal_losing(lost, rules)
    for code in lost:
        if is_adequate(mask_of(lost) & ~(1 << code), rules.players):
            raise BadSetup(
                f"{','.join(map(str, lost))} is adequate without {code} too; matrices are"
                " counted for minimal sets"
            )


def up_to_swapping(deals: Iterable[Deal], rules: Rules) -> list[Deal]:
    """One deal of each kind when players are renamed: the least, in order.

    A deal is taken with all its images, so that each kind is looked at once.
    """
    places = renamings(rules)
    ranks = np.array([RANK[answer] for answer in (FREE, PASS, 1, 2)], dtype=np.uint8)
    answers = {rank: answer for answer, rank in RANK.items()}
    waiting = {ranks[np.array(deal.answers).ravel() + 1].tobytes() for deal in deals}
    kinds = []
    while waiting:
        one = np.frombuffer(next(iter(waiting)), dtype=np.uint8)
        images = {row.tobytes() for row in one[places]}
        kinds.append(min(images))
        waiting -= images
    shape = (rules.players, rules.view_count)
    tables = [np.frombuffer(kind, dtype=np.uint8).reshape(shape) for kind in sorted(kinds)]
    return [
        Deal(tuple(tuple(answers[rank] for rank in row) for row in table.tolist()))
        for table in tables
    ]


def renamings(rules: Rules) -> NDArray[np.intp]:
    """For each order of the players, where each rule of a renamed deal comes from."""
    players = range(rules.players)
    hats = np.indices((rules.colors,) * (rules.players - 1)).reshape(rules.players - 1, -1)
    step = rules.colors ** np.arange(rules.players - 2, -1, -1)
    found = []
    for order in permutations(players):
        rows = []
        for player in players:
            others = [order[i] for i in players if i != player]
            seen = step @ hats[np.argsort(others)]
            rows.append(order[player] * rules.view_count + seen)
        found.append(np.concatenate(rows))
    return np.array(found)


def key(deal: Deal) -> tuple[tuple[int, ...], ...]:
    """The order of deals as matrices: guess black, pass, guess white."""
    return tuple(tuple(RANK[answer] for answer in row) for row in deal.answers)
