"""Dates in the manner of Cheryl: one is told the month, one the day [SASMO2015].

From level 4 on there may be a third, who is told the year.
"""

from __future__ import annotations

import numpy as np

from whoknows.learn.puzzles.draft import Draft, Stage
from whoknows.learn.puzzles.people import some_people
from whoknows.learn.puzzles.remarks import Window, converse
from whoknows.wording import listing

MONTHS = (
    "January February March April May June July August September October November December"
).split()
SIZES = {1: (4, 7), 2: (5, 9), 3: (8, 13), 4: (10, 17), 5: (14, 22)}  # dates, by level
PARTS = ("month", "day", "year")


def draft(level: int, rng: np.random.Generator) -> Draft | None:
    """A talk about a secret date; none if this try failed."""
    three = level >= 4 and rng.random() < 0.5
    dates = some_dates(int(rng.integers(*SIZES[level])), three, rng)
    host, *told = some_people(4 if three else 3, rng)
    names = tuple(" ".join(map(str, date)) for date in dates)
    looks = {person: tuple(str(date[k]) for date in dates) for k, person in enumerate(told)}
    stage = Stage(names, looks)
    deepest = 3 if level >= 4 else 2
    window = Window.of(level).after(len(stage.worlds))
    said = converse(stage.model(), told, "the date", deepest, window, rng)
    if said is None:
        return None
    whispers = [f"{person} the {PARTS[k]}" for k, person in enumerate(told)]
    return Draft(
        title=f"{host}'s date",
        story=(
            f"{host} has a secret date. It is one of {len(dates)}:\n\n{calendar(dates)}\n\n"
            f"{host} tells {listing(whispers)}, each in private. All of them know this, and"
            f" they are perfect logicians. Then they talk, in this order:"
        ),
        stage=stage,
        remarks=said,
        question=f"What is {host}'s date?",
        given={
            "dates": [list(date) for date in dates],
            "told": dict(zip(told, PARTS, strict=False)),
        },
    )


def some_dates(
    count: int, three: bool, rng: np.random.Generator
) -> list[tuple[str | int, ...]]:
    """Different dates that share months and days."""
    months = sorted(rng.choice(12, size=min(12, 2 + count // 4), replace=False).tolist())
    first = int(rng.integers(1, 20))
    days = range(first, first + 2 + count // 3)
    years = range(2031, 2033 if count < 16 else 2034) if three else (0,)
    every = [(m, d, y) for m in months for d in days for y in years]
    picked = rng.choice(len(every), size=min(count, len(every)), replace=False)
    found = [every[k] for k in sorted(picked.tolist())]
    return [(MONTHS[m], d, y) if three else (MONTHS[m], d) for m, d, y in found]


def calendar(dates: list[tuple[str | int, ...]]) -> str:
    """The dates, a line a month."""
    lines: dict[str, list[str]] = {}
    for month, *rest in dates:
        lines.setdefault(str(month), []).append(" ".join(map(str, rest)))
    return "\n".join(f"  {month}: {', '.join(days)}" for month, days in lines.items())
