"""Puzzles of knowledge, each told step by step with the number of worlds left.

>>> [name for name in PUZZLES]  # doctest: +NORMALIZE_WHITESPACE
['muddy', 'hats', 'cheryl', 'sum-product', 'consecutive', 'logicians',
 'russian-cards', 'cryptographers', 'pardon', 'prisoners']
>>> PUZZLES["cheryl"]().answer
{'dates': ['July 16']}
"""

from collections.abc import Callable, Mapping

from whoknows.logic.puzzles.cards import good_announcements, russian_cards
from whoknows.logic.puzzles.cheryl import birthday
from whoknows.logic.puzzles.consecutive import foreheads
from whoknows.logic.puzzles.cryptographers import dining_cryptographers
from whoknows.logic.puzzles.hats import wise_men
from whoknows.logic.puzzles.logicians import drinkers
from whoknows.logic.puzzles.muddy import muddy_children
from whoknows.logic.puzzles.pardon import three_prisoners
from whoknows.logic.puzzles.prisoners import expected_days, light_bulb
from whoknows.logic.puzzles.sums import sum_and_product
from whoknows.logic.puzzles.telling import Step, Talk, Telling

PUZZLES: Mapping[str, Callable[..., Telling]] = {
    "muddy": muddy_children,
    "hats": wise_men,
    "cheryl": birthday,
    "sum-product": sum_and_product,
    "consecutive": foreheads,
    "logicians": drinkers,
    "russian-cards": russian_cards,
    "cryptographers": dining_cryptographers,
    "pardon": three_prisoners,
    "prisoners": light_bulb,
}

__all__ = [
    "PUZZLES",
    "Step",
    "Talk",
    "Telling",
    "birthday",
    "dining_cryptographers",
    "drinkers",
    "expected_days",
    "foreheads",
    "good_announcements",
    "light_bulb",
    "muddy_children",
    "russian_cards",
    "sum_and_product",
    "three_prisoners",
    "wise_men",
]
