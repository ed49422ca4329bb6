"""The worlds that a history of weighings leaves, and which lines contradict each other."""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations

from whoknows.edge import checked
from whoknows.errors import Contradiction
from whoknows.games.balance.knowledge.position import Position, at_start
from whoknows.games.balance.rules import Line, Rules, weighing_name


@checked
def possible(rules: Rules, lines: Iterable[Line]) -> Position | None:
    """What the lines leave possible; nothing if they contradict each other."""
    try:
        return reduce(Position.after, lines, at_start(rules))
    except Contradiction:
        return None


@checked
def position_after(rules: Rules, lines: Sequence[Line]) -> Position:
    """What the lines leave possible; an error that names the lines that contradict."""
    position = possible(rules, lines)
    if position is None:
        raise Contradiction(f"no case allows these outcomes: {contradiction(lines, rules)}")
    return position


@checked
def goals_left(rules: Rules, lines: Sequence[Line]) -> int:
    """How many things the lines leave to be told apart."""
    return position_after(rules, lines).goals


@checked
def culprits(rules: Rules, lines: Sequence[Line]) -> list[tuple[int, ...]]:
    """The smallest sets of lines that no world agrees with; empty if some world does."""
    for size in range(1, len(lines) + 1):
        sets = [
            which
            for which in combinations(range(len(lines)), size)
            if possible(rules, [lines[k] for k in which]) is None
        ]
        if sets:
            return sets
    return []


def contradiction(lines: Sequence[Line], rules: Rules) -> str:
    """Which lines contradict each other, in words."""
    sets = culprits(rules, lines)
    which = sets[-1]
    said = [
        f"{weighing_name(lines[k].weighing)} {lines[k].answer} (weighing {k + 1})"
        for k in which
    ]
    if len(said) == 1:
        return f"{said[0]} can never be"
    return f"{said[-1]} contradicts {' and '.join(said[:-1])}"
