"""The cases that are left as a model of `logic`, when they are few enough to draw.

`heavy3` is the fact that coin 3 is heavy.  Who weighs tells no two cases apart.
"""

import numpy as np

from whoknows.games.balance.knowledge.after_weighings import position_after
from whoknows.games.balance.rules import Sight
from whoknows.logic import Table
from whoknows.play.knowing.knowledge import Pictured


def coins_model(sight: Sight, most: int) -> Pictured | None:
    """The model after some weighings; `None` as long as it has more worlds than `most`."""
    rules = sight.rules
    position = position_after(rules, sight.lines)
    if position.size > most:
        return None
    worlds = sorted(position.worlds(), reverse=True)
    kinds = np.array(worlds, np.int8).reshape(len(worlds), rules.coins)
    facts = {
        f"{word}{coin + 1}": kinds[:, coin] == kind
        for word, kind in (("heavy", 1), ("light", -1))
        for coin in range(rules.coins)
    }
    doubted = {name: column for name, column in facts.items() if column.any()}
    weigher = {"weigher": np.zeros(len(worlds), np.intp)}
    return Pictured(
        Table(doubted, weigher, {}),
        actual=None if sight.world is None else worlds.index(sight.world),
        keys=tuple(worlds),
        home="weigher",
        every=Table(facts, weigher, {}),
    )
