"""Two numbers: one is told their sum, one their product, or something else of them.

The oldest puzzle of its kind is Freudenthal's of 1969.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

import numpy as np

from whoknows.learn.puzzles.draft import Draft, Stage
from whoknows.learn.puzzles.people import some_people
from whoknows.learn.puzzles.remarks import Window, converse
from whoknows.wording import listing

TOLD: dict[str, Callable[[int, int], int]] = {
    "sum": lambda x, y: x + y,
    "product": lambda x, y: x * y,
    "difference": lambda x, y: y - x,
    "larger number": lambda _, y: y,
    "smaller number": lambda x, _: x,
    "sum of the squares": lambda x, y: x * x + y * y,
    "greatest common divisor": lambda x, y: gcd(x, y),
    "last digit of the product": lambda x, y: x * y % 10,
    "last digit of the sum": lambda x, y: (x + y) % 10,
}
SIZES = {1: (3, 5), 2: (4, 6), 3: (5, 9), 4: (6, 13), 5: (9, 17)}  # the largest number


def draft(level: int, rng: np.random.Generator) -> Draft | None:
    """A talk about two numbers; none if this try failed."""
    largest = int(rng.integers(*SIZES[level]))
    equal = bool(rng.integers(2))
    pairs = [
        (x, y)
        for x in range(1, largest + 1)
        for y in range(x, largest + 1)
        if equal or x < y
    ]
    things = [str(name) for name in rng.choice(list(TOLD), size=2, replace=False)]
    if rng.random() < 0.4:
        things = ["sum", "product"]
    people = some_people(2, rng)
    looks = {
        person: tuple(f"the {thing} {TOLD[thing](*pair)}" for pair in pairs)
        for person, thing in zip(people, things, strict=True)
    }
    stage = Stage(tuple(f"{x} and {y}" for x, y in pairs), looks)
    deepest = 3 if level >= 4 else 2
    window = Window.of(level).after(len(stage.worlds))
    said = converse(stage.model(), people, "the numbers", deepest, window, rng)
    if said is None:
        return None
    whispers = [f"{person} the {t}" for person, t in zip(people, things, strict=True)]
    which = "They may be equal." if equal else "They are different."
    return Draft(
        title=f"The {things[0]} and the {things[1]}",
        story=(
            f"There are two whole numbers from 1 to {largest}. {which} Somebody tells"
            f" {listing(whispers)}, each in private. Both know this, and both are perfect"
            " logicians. Then they talk, in this order:"
        ),
        stage=stage,
        remarks=said,
        question="What are the two numbers?",
        given={
            "largest": largest,
            "equal": equal,
            "told": dict(zip(people, things, strict=True)),
        },
    )
