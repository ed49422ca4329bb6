"""Sum and product: what one does not know tells the other what it is.

Two different numbers from 2 up are chosen, their sum at most a bound.  Sam is told the sum,
Paula the product.  Sam: I knew that you don't know the numbers.  Paula: now I do.  Sam:
now I do too [Freudenthal1969].

The counts depend on the exact rules, 2 <= x < y and x + y <= bound.  With a bound from 65
to 1684, and so with the classic 100, one pair is left; with less none, with more several.

>>> sum_and_product(100).worlds, sum_and_product(100).answer
((2352, 145, 86, 1), {'pairs': [[4, 13]]})
"""

from __future__ import annotations

import numpy as np

from whoknows.edge import checked
from whoknows.logic.language.formula import Know, KnowValue, Not
from whoknows.logic.models.build import fitting
from whoknows.logic.models.table import Part, Table
from whoknows.logic.puzzles.telling import Talk, Telling, check_count
from whoknows.work.memory import reserve

RULES = "The counts depend on the rules: 2 <= x < y and x + y <= {}."
SAM, PAULA = KnowValue("sam", "x"), KnowValue("paula", "x")  # who has x, has y


@checked
def sum_and_product(bound: int = 100, *, engine: str = "auto") -> Telling:
    """The talk of Sam and Paula about the pairs whose sum is at most `bound`.

    A table alone can hold it: what Sam and Paula see are functions of the numbers.
    """
    fitting(engine, None, {"sam": np.add}, 0, 0)
    model = pairs(bound)
    talk = Talk(model).say(
        "Sam: I knew that you don't know the numbers.", Know("K", ("sam",), Not(PAULA))
    )
    talk = talk.say("Paula: now I know them.", PAULA)
    talk = talk.say("Sam: now I know them too.", SAM)
    possible = [[so["x"], so["y"]] for so in map(talk.model.describe, talk.model)]
    names = " or ".join(f"{x} and {y}" for x, y in possible)
    return Telling(
        puzzle="sum-product",
        options={"bound": bound},
        start=talk.start,
        steps=talk.steps,
        answer={"pairs": possible},
        outcome=f"The numbers are {names}.",
        engine=model.engine,
        notes=(RULES.format(bound),),
    )


def pairs(bound: int) -> Table:
    """The pairs 2 <= x < y with x + y <= bound; Sam sees the sum, Paula the product."""
    check_count("the bound", bound, 5)
    reserve(bound**2 // 4 * 40, f"the pairs with a sum up to {bound}")
    lows = np.arange(2, (bound + 1) // 2)  # x < y leaves x < bound / 2
    runs = bound - 2 * lows  # how many y each x has: from x + 1 to bound - x
    x = np.repeat(lows, runs)
    first = np.cumsum(runs) - runs
    y = x + 1 + np.arange(len(x)) - np.repeat(first, runs)
    values = tuple(range(2, bound - 1))
    small = np.min_scalar_type(bound)
    return Table(
        facts={},
        views={"sam": x + y, "paula": x * y},
        parts={
            "x": Part((x - 2).astype(small), values),
            "y": Part((y - 2).astype(small), values),
        },
    )
