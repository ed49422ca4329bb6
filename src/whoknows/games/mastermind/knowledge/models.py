"""The codes that are left as a model of `logic`, when they are few enough to draw.

Every peg is a part of the model.  The breaker tells no two codes apart, and the maker all
of them: so `K breaker ~peg1=3` holds where no code that is left has color 3 first.
"""

import numpy as np

from whoknows.games.mastermind.knowledge.cells import consistent
from whoknows.games.mastermind.knowledge.course import Sight
from whoknows.games.mastermind.rules import DIGITS
from whoknows.logic import Part, Table
from whoknows.play.game import Pictured


def board_model(sight: Sight, most: int) -> Pictured | None:
    """The model of a board; `None` as long as it has more worlds than `most`.

    It begins with the line from which on there are no more: worlds stay where they were.
    """
    rules = sight.rules
    left, first = np.ones(rules.size, bool), None
    for line in (None, *sight.lines):
        if line is not None:
            left = left & consistent(rules, line)
        if first is None and left.sum() <= most:
            first = np.flatnonzero(left)
    if first is None:
        return None
    codes = rules.codes[first]
    values = tuple(DIGITS[: rules.colors])
    columns = enumerate(codes.T.astype(np.intp), 1)
    pegs = {f"peg{k}": Part(column, values) for k, column in columns}
    views = {"breaker": np.zeros(len(first), np.intp), "maker": np.arange(len(first))}
    table = Table({}, views, pegs)
    actual = None
    if sight.code is not None:
        actual = int(np.flatnonzero(first == rules.place(sight.code))[0])
    return Pictured(table.announce(left[first]), table, actual)
