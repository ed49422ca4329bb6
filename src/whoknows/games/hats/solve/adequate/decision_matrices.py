"""Decision matrices of adequate sets, and the extended procedure that finds them all.

>>> from whoknows.games.hats.solve.adequate.adequate_sets import adequate_sets
>>> decision_matrix((1, 6, 9, 14), Rules(players=4)).matrix()[0]
[0, '*', 0, 0, 0, 0, '*', 0]
>>> sum(matrix_count(lost, 2) for lost in adequate_sets(2))
30
"""

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from whoknows.errors import TooLarge
from whoknows.games.hats.rules import FREE, PASS, Code, Deal, Rules
from whoknows.games.hats.solve.adequate.adequate_sets import LIST_LIMIT, LostSet
from whoknows.games.hats.solve.cube import deal_losing, line, line_answer


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


def up_to_swapping(deals: Iterable[Deal], rules: Rules) -> list[Deal]:
    """One deal of each kind when players are renamed: the least, in order."""
    orders = list(permutations(range(rules.players)))
    return sorted(
        {min((renamed(deal, order, rules) for order in orders), key=key) for deal in deals},
        key=key,
    )


def renamed(deal: Deal, order: tuple[int, ...], rules: Rules) -> Deal:
    """The deal once agent `order[i]` takes the place of agent i."""
    rows = []
    for player in range(rules.players):
        row = []
        for view in range(rules.view_count):
            places = [order[i] for i in range(rules.players) if i != player]
            others = dict(zip(places, rules.hats(view)[1:], strict=True))
            seen = rules.seen([others[i] for i in sorted(others)])
            row.append(deal.answers[order[player]][seen])
        rows.append(tuple(row))
    return Deal(tuple(rows))


def key(deal: Deal) -> tuple[tuple[int, ...], ...]:
    """The order of deals as matrices: guess black, pass, guess white."""
    rank = {2: -1, PASS: 0, 1: 1, FREE: 2}
    return tuple(tuple(rank[answer] for answer in row) for row in deal.answers)
