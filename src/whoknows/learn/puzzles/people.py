"""Names for people in stories, and small words."""

from __future__ import annotations

import numpy as np

NAMES = (
    "Ann Ben Cleo Dan Eva Finn Gina Hugo Iris Jon Kira Leo Mia Noah Olga Paul Rosa Sam Tess"
    " Udo Vera Will Yara Zeno"
).split()


def some_people(count: int, rng: np.random.Generator) -> list[str]:
    """So many different people, in the order of the alphabet."""
    picked = rng.choice(len(NAMES), size=count, replace=False)
    return [NAMES[k] for k in sorted(picked.tolist())]
