"""Six agents of three colors: no deal wins 536 of the 729, by nine sets of four agents.

Let each of the W won name an agent who is right there.  Some two of the six agents are
named W/3 times at most, both together.  Cut the world by their two hats into nine sets of
the 81 configurations of the other four.  What is *blocked* in one of these, alone on none
of its lines, names one of the two: so W/3 at most are blocked in all nine together.

How many are blocked in t of 81 at least is counted by `five_agents`, and more is known
where one of its lists is empty.  Nine sets with 536 together have more than 178 blocked.
Whoever wins more than 536 wins 536 if some of it is lost on purpose.
"""

from functools import reduce
from itertools import count

from whoknows.checking.certificate import Progress, require
from whoknows.checking.layers.five_agents import Members, layers_of_four
from whoknows.checking.layers.three_layers import Kind, sums

WANTED = 536


def check_six(tell: Progress) -> int:
    """Check that six agents do not win `WANTED`; how many sets of four were listed."""
    low, kinds = layers_of_four(tell)
    nine = reduce(sums, [fewest(low, kinds)] * 9)
    require(nine[WANTED] > WANTED // 3, f"nine sets may have {WANTED} together")
    return sum(len(rows) for rows in kinds.values())


def fewest(low: list[int], kinds: dict[Kind, Members]) -> list[int]:
    """So many are blocked at least in 0, 1, ... of 81: the first kind that has a set."""
    return [
        next(b for b in count(few) if len(kinds.get((size, b), [few])))
        for size, few in enumerate(low)
    ]
