"""How likely each stack is to be a seat's own, by how the cards were dealt.

Without end of cards all stacks are dealt alike, whatever the others have.  With so many
cards of each value, what was dealt to the others tells: a value that they got again and
again is rather not among one's own.  Which stacks are possible at all is another matter,
see `picture`; there a chance is a share of what is left.
"""

from collections.abc import Sequence
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from whoknows.games.egghead.knowledge.why_ruled_out import stacks_seen, world_seen
from whoknows.games.egghead.rules.log import Log, Reacted
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.stacks import Stack


def own_odds(
    setup: Setup, seat: int, stacks: Sequence[Stack | None], log: Log
) -> NDArray[np.float64]:
    """The chance of every stack to be the seat's own, by the deals that the seat saw.

    A deal of the own stack draws from the cards on no other head; each later deal draws
    from what the own one leaves as well, so that it speaks for or against it.
    """
    if not setup.copies:
        return setup.odds()
    seen = [*stacks_seen(setup, seat, stacks, log), world_seen(setup, seat, stacks)]
    others = [setup.box.counts[list(world[:seat] + world[seat + 1 :])] for world in seen]
    weights = first_weights(setup, others[0])
    for place, step in enumerate(log):
        if not isinstance(step, Reacted) or not step.callers:
            continue
        if seat in step.callers:
            weights = first_weights(setup, others[place + 1])
            continue
        seats = [other for other in setup.seats if other != seat]
        new = np.array([other in step.callers for other in seats])
        after = others[place + 1]
        weights = weights * later_weights(setup, after[~new].sum(0), after[new].sum(0))
    return np.asarray(weights / weights.sum(), dtype=np.float64)


def first_weights(setup: Setup, others: NDArray[np.int64]) -> NDArray[np.float64]:
    """In how many ways each stack is drawn from the cards that the others leave."""
    left = (setup.copies - others.sum(0)).tolist()
    rows = setup.box.counts.tolist()
    ways = [prod(map(comb, left, row)) for row in rows]
    return np.array(ways, dtype=np.float64)


def later_weights(
    setup: Setup, kept: NDArray[np.int64], new: NDArray[np.int64]
) -> NDArray[np.float64]:
    """For each own stack, in how many ways the new stacks are drawn that others got.

    `kept` are the cards of the others who did not call, `new` those that were dealt.
    """
    left = np.maximum(0, setup.copies - kept - setup.box.counts).tolist()
    wanted = new.tolist()
    return np.array([prod(map(comb, row, wanted)) for row in left], dtype=np.float64)
