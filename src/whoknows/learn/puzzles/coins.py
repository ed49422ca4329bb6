"""Coins: one of them is false, and the scales have been used.

From level 2 on some weighings are seen by one person only, and they talk.
"""

from __future__ import annotations

import numpy as np

from whoknows.learn.puzzles.draft import Draft, Remark, Stage, fact
from whoknows.learn.puzzles.people import some_people
from whoknows.learn.puzzles.remarks import Window, converse
from whoknows.wording import listing

SIZES = {1: (4, 10), 2: (4, 7), 3: (6, 11), 4: (8, 15), 5: (12, 19)}  # coins, by level
OUTCOMES = ("the left side is heavier", "the scales balance", "the right side is heavier")
LOOKS = ("left side heavier", "balance", "right side heavier")


def draft(level: int, rng: np.random.Generator) -> Draft | None:
    """Coins and weighings; none if this try failed."""
    coins = int(rng.integers(*SIZES[level]))
    known = bool(rng.integers(2))  # that the false coin is heavier
    worlds = [
        (coin, heavy)
        for coin in range(1, coins + 1)
        for heavy in ((1,) if known else (1, -1))
    ]
    names = tuple(world_name(world, known) for world in worlds)
    secret = int(rng.integers(len(worlds)))
    people = some_people(2, rng) if level > 1 else []
    public, hidden = weighings(coins, worlds, secret, people, rng)
    facts = {
        f"weighing {k}": np.array(
            [outcome(w, some) == outcome(w, worlds[secret]) for some in worlds]
        )
        for k, w in enumerate(public, 1)
    }
    looks = {
        person: tuple(
            ", then ".join(LOOKS[1 - outcome(w, some)] for w in seen) for some in worlds
        )
        for person, seen in hidden.items()
    }
    stage = Stage(names, looks, facts)
    remarks = tuple(
        Remark(
            f"{weighing_name(w).capitalize()}: {OUTCOMES[1 - outcome(w, worlds[secret])]}.",
            fact(f"weighing {k}"),
        )
        for k, w in enumerate(public, 1)
    )
    model = stage.model()
    for clue in remarks:
        if model.valid(clue.formula):
            return None
        model = model.announce(clue.formula)
    if len(model) > 1:
        if not people:
            return None
        window = Window.of(level).after(len(worlds), len(remarks))
        deepest = 3 if level >= 4 else 2
        what = "which coin it is" if known else "which coin it is and how it is false"
        said = converse(model, people, what, deepest, window, rng)
        if said is None:
            return None
        remarks += said
    elif people:
        return None
    return Draft(
        title="The false coin",
        story=story(coins, known, hidden),
        stage=stage,
        remarks=remarks,
        question="Which coin is false?"
        if known
        else "Which coin is false, and is it heavier or lighter?",
        given={
            "coins": coins,
            "heavier": known,
            "public": [
                [list(left), list(right), outcome((left, right), worlds[secret])]
                for left, right in public
            ],
            "seen": {
                p: [[list(left), list(right)] for left, right in some]
                for p, some in hidden.items()
            },
        },
    )


Weighing = tuple[tuple[int, ...], tuple[int, ...]]  # the coins on the left and on the right


def outcome(weighing: Weighing, world: tuple[int, int]) -> int:
    """1 if the left side sinks, -1 if the right one does, 0 if they balance."""
    coin, heavy = world
    return heavy * ((coin in weighing[0]) - (coin in weighing[1]))


def weighings(
    coins: int,
    worlds: list[tuple[int, int]],
    secret: int,
    people: list[str],
    rng: np.random.Generator,
) -> tuple[list[Weighing], dict[str, list[Weighing]]]:
    """Weighings that all see, and those that one person sees."""
    left, public = list(worlds), list[Weighing]()
    most = int(rng.integers(2)) if people else 4
    while len(left) > 1 and len(public) < most:
        weighing = some_weighing(coins, rng)
        after = [
            w for w in left if outcome(weighing, w) == outcome(weighing, worlds[secret])
        ]
        if len(after) < len(left):
            public.append(weighing)
            left = after
    hidden = {
        person: [some_weighing(coins, rng) for _ in range(1 + int(rng.integers(2)))]
        for person in people
    }
    return public, hidden


def some_weighing(coins: int, rng: np.random.Generator) -> Weighing:
    """A third of the coins, or one more or less, on each side."""
    size = int(np.clip(coins // 3 + rng.integers(-1, 2), 1, coins // 2))
    order = (rng.permutation(coins) + 1).tolist()
    return tuple(sorted(order[:size])), tuple(sorted(order[size : 2 * size]))


def weighing_name(weighing: Weighing) -> str:
    """A weighing in words."""
    left, right = (listing(some) for some in weighing)
    return f"coin{'' if len(weighing[0]) == 1 else 's'} {left} against {right}"


def world_name(world: tuple[int, int], known: bool) -> str:
    """A coin, and how it is false if that is not known."""
    coin, heavy = world
    return (
        f"coin {coin}" if known else f"coin {coin}, {'heavier' if heavy > 0 else 'lighter'}"
    )


def story(coins: int, known: bool, hidden: dict[str, list[Weighing]]) -> str:
    """The coins in words."""
    false = "heavier than the others" if known else "heavier or lighter than the others"
    text = f"Of {coins} coins, numbered 1 to {coins}, exactly one is false: it is {false}."
    if not hidden:
        return f"{text} It was weighed:"
    seen = [
        f"  {person} alone saw: {weighing_name(weighing)}"
        for person, some in hidden.items()
        for weighing in some
    ]
    lines = "\n".join(seen)
    return (
        f"{text} Some weighings had one witness, who alone saw how they came out:\n\n"
        f"{lines}\n\nBoth know who saw which, and both are perfect logicians. All see and"
        " hear this:"
    )
