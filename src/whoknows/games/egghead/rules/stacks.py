"""Stacks: a few cards each, in any order, repeats allowed.

A stack is one of the combinations with repetition of `values` things taken `cards` at a
time (Definition 3.2 of [Zorn2024]); everywhere else a stack is its number in that list.

>>> box = Stacks(cards=3, values=6)
>>> len(box), box.names[:3], box.number((2, 1, 2))
(56, ('111', '112', '113'), 6)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, IllegalMove, is_whole, shortened

Stack: TypeAlias = tuple[int, ...]  # the values of the cards, in rising order
World: TypeAlias = tuple[int, ...]  # the number of every player's stack
Counts: TypeAlias = NDArray[np.int64]  # last axis: how many cards there are of each value
Numbers: TypeAlias = NDArray[np.int64]  # stacks by their numbers

MOST_CARDS, MOST_VALUES = 12, 30
MOST_STACKS = 5000  # more combinations than this are a mistake, whatever the memory


@dataclass(frozen=True)
class Stacks:
    """All the stacks of so many cards with values 1 to `values`, in counting order."""

    cards: int = 3
    values: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.cards <= MOST_CARDS:
            raise BadSetup(f"cards must be 1 to {MOST_CARDS}, not {self.cards}")
        if not 2 <= self.values <= MOST_VALUES:
            raise BadSetup(f"values must be 2 to {MOST_VALUES}, not {self.values}")
        if len(self) > MOST_STACKS:
            raise BadSetup(
                f"{self.cards} cards with values 1 to {self.values} make {len(self)} "
                f"combinations; at most {MOST_STACKS} can be handled"
            )

    def __len__(self) -> int:
        return comb(self.values + self.cards - 1, self.cards)

    @cached_property
    def all(self) -> tuple[Stack, ...]:
        """Every stack."""
        return tuple(combinations_with_replacement(range(1, self.values + 1), self.cards))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every stack as people write it."""
        return tuple(stack_name(stack) for stack in self.all)

    @cached_property
    def counts(self) -> Counts:
        """How often each value lies in each stack."""
        cards = np.array(self.all, dtype=np.int64)
        equal = cards[:, :, None] == np.arange(1, self.values + 1)
        return np.asarray(equal.sum(1), dtype=np.int64)

    @cached_property
    def odds(self) -> NDArray[np.float64]:
        """The chance of each stack when its cards are drawn one by one."""
        ways = [
            factorial(self.cards) // prod(factorial(int(c)) for c in row)
            for row in self.counts
        ]
        return np.asarray(np.array(ways) / self.values**self.cards, dtype=np.float64)

    @cached_property
    def places(self) -> dict[Stack, int]:
        """The number of every stack."""
        return {stack: number for number, stack in enumerate(self.all)}

    def number(self, cards: Sequence[int]) -> int:
        """The number of the stack of these cards, in whatever order they come."""
        try:
            return self.places[tuple(sorted(cards))]
        except (KeyError, TypeError):
            raise IllegalMove(
                f"{' '.join(map(str, cards))} is not a stack of {self.cards} cards "
                f"with values 1 to {self.values}"
            ) from None

    def parse(self, text: str) -> Stack:
        """The stack that people mean by `122`, `1 2 2`, or `1-2-2`."""
        parts = re.split(r"[\s,;-]+", text.strip().strip("()[]"))
        if len(parts) == 1 and (self.values <= 9 or len(parts[0]) == self.cards > 1):
            parts = list(parts[0])
        if not all(map(is_whole, parts)):
            raise IllegalMove(
                f"{shortened(text)} is not a stack; a stack reads like {self.names[1]}"
            )
        return self.all[self.number([int(part) for part in parts])]


def stack_name(stack: Stack) -> str:
    """A stack as people write it; `Stacks.parse` gives it back."""
    return ("" if max(stack) <= 9 else "-").join(map(str, stack))
