"""The codes that are left as a model of `logic`, when they are few enough to draw.

Every peg is a part of the model.  The breaker tells no two codes apart, and the maker all
of them: so `K breaker ~peg1=3` holds if no code that is left has color 3 first.
"""

import numpy as np

from whoknows.games.mastermind.knowledge.codes_left import possible_codes
from whoknows.games.mastermind.rules import BREAKER, Sight
from whoknows.logic import Part, Table
from whoknows.play.knowing.knowledge import Pictured


def board_model(sight: Sight, most: int) -> Pictured | None:
    """The model of a board; `None` as long as it has more worlds than `most`."""
    rules = sight.rules
    left = possible_codes(rules, sight.lines)
    if len(left) > most:
        return None
    codes = rules.codes[left]
    values = tuple(rules.digits)
    columns = enumerate(codes.T.astype(np.intp), 1)
    pegs = {f"peg{k}": Part(column, values) for k, column in columns}
    breaker = {"breaker": np.zeros(len(left), np.intp)}
    actual = None
    if sight.code is not None:
        actual = int(np.flatnonzero(left == rules.place(sight.code))[0])
    return Pictured(
        Table({}, breaker, pegs),
        actual=actual,
        keys=tuple(map(tuple, codes.tolist())),
        held=None if actual is None or sight.seat == BREAKER else (actual,),
        home="breaker" if sight.seat == BREAKER else None,
        every=Table({}, {**breaker, "maker": np.arange(len(left))}, pegs),
    )
