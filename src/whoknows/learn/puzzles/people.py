"""Names for people in stories, and small words."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

NAMES = (
    "Ann Ben Cleo Dan Eva Finn Gina Hugo Iris Jon Kira Leo Mia Noah Olga Paul Rosa Sam Tess"
    " Udo Vera Will Yara Zeno"
).split()


def some_people(count: int, rng: np.random.Generator) -> list[str]:
    """So many different people, in the order of the alphabet."""
    picked = rng.choice(len(NAMES), size=count, replace=False)
    return [NAMES[k] for k in sorted(picked.tolist())]


def listed(names: Iterable[object]) -> str:
    """Names as people list them: `Ann, Ben, and Cleo`."""
    words = [str(name) for name in names]
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


def counted(number: int, noun: str) -> str:
    """A number of things: `1 coin`, `2 coins`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
