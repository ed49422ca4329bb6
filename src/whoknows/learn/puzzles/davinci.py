"""The Da Vinci Code, near its end: hidden tiles, wrong guesses, and who knows what.

Players guess only what they hold possible, so that a wrong guess tells about both hands
[Eker2020].
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from whoknows.learn.puzzles.draft import Draft, Remark, Stage, fact
from whoknows.learn.puzzles.people import some_people
from whoknows.learn.puzzles.remarks import Window, sayable, search
from whoknows.logic.language.formula import And, Not, Possible
from whoknows.logic.models.model import Agent
from whoknows.logic.models.table import Table
from whoknows.wording import listing

SIZES = {1: (3, 2), 2: (3, 2), 3: (4, 2), 4: (4, 3), 5: (5, 3)}  # numbers, tiles in a hand
COLORS = {"b": "black", "w": "white"}


def draft(level: int, rng: np.random.Generator) -> Draft | None:
    """Two hands and what was guessed; none if this try failed."""
    numbers, size = SIZES[level]
    tiles = [(number, color) for number in range(1, numbers + 1) for color in "bw"]
    people = some_people(2, rng)
    order = rng.permutation(len(tiles)).tolist()
    hands = [
        tuple(sorted(tiles[k] for k in order[i * size : (i + 1) * size])) for i in (0, 1)
    ]
    colors = [colors_of(hand) for hand in hands]
    deals = [
        (one, two)
        for one in combinations(tiles, size)
        if colors_of(one) == colors[0]
        for two in combinations([tile for tile in tiles if tile not in one], size)
        if colors_of(two) == colors[1]
    ]
    if len(deals) < 3:
        return None
    names = tuple(deal_name(people, deal) for deal in deals)
    looks = {p: tuple(hand_name(deal[k]) for deal in deals) for k, p in enumerate(people)}
    stage = Stage(names, looks, spots(people, deals, tiles, size))
    remarks = guesses(stage, people, level, rng)
    if remarks is None:
        return None
    codes = [
        f"{p}: {' '.join(COLORS[c] for c in some)}"
        for p, some in zip(people, colors, strict=True)
    ]
    closed = len(tiles) - 2 * size
    return Draft(
        title="Two hands of tiles",
        story=(
            f"There are black and white tiles with the numbers 1 to {numbers}, one of each."
            f" {listing(people)} have taken {size} each, and {closed} lie closed on the"
            " table. Each player's tiles stand in rising order from left to right, black"
            " before white at the same number. Everybody sees the colors:"
            f"\n\n  {chr(10).join(codes).replace(chr(10), chr(10) + '  ')}\n\n"
            "Players see their own tiles. They are perfect logicians and guess only what"
            " they hold possible. All hear this:"
        ),
        stage=stage,
        remarks=remarks,
        question="Which tiles do they have? (b2 is the black 2, w3 the white 3.)",
        given={"numbers": numbers, "size": size, "people": people, "colors": colors},
    )


Tile = tuple[int, str]
Hand = tuple[Tile, ...]


def colors_of(hand: Hand) -> str:
    """The colors of a hand, from left to right."""
    return "".join(color for _, color in hand)


def hand_name(hand: Hand) -> str:
    """A hand as players write it: `b2 w3`."""
    return " ".join(f"{color}{number}" for number, color in hand)


def deal_name(people: Sequence[Agent], deal: Sequence[Hand]) -> str:
    """Both hands."""
    return ", ".join(f"{p} {hand_name(h)}" for p, h in zip(people, deal, strict=True))


def spots(
    people: Sequence[Agent],
    deals: Sequence[Sequence[Hand]],
    tiles: Sequence[Tile],
    size: int,
) -> dict[str, np.ndarray]:
    """Where each tile stands at each place of each hand."""
    found = {}
    for k, person in enumerate(people):
        for place in range(size):
            for tile in tiles:
                there = np.array([deal[k][place] == tile for deal in deals])
                if there.any():
                    found[f"{person} {place + 1} {hand_name((tile,))}"] = there
    return found


def guesses(
    stage: Stage, people: list[Agent], level: int, rng: np.random.Generator
) -> tuple[Remark, ...] | None:
    """Wrong guesses and remarks until one deal is left."""
    deepest = (1, 2, 2, 3, 3)[level - 1]

    def options(model: Table, remarks: Sequence[Remark]) -> list[tuple[Remark, Table]]:
        last = people.index(remarks[-1].speaker) if remarks else 1
        speaker, other = people[1 - last], people[last]
        wrong = wrong_guesses(stage, model, speaker, other)
        said = sayable(model, speaker, people, "all the tiles", deepest, remarks)
        return wrong[: len(said) or None] + said  # about as many of each

    window = Window.of(level).after(len(stage.worlds))
    return search(stage.model(), options, window, rng)


def wrong_guesses(
    stage: Stage, model: Table, speaker: Agent, other: Agent
) -> list[tuple[Remark, Table]]:
    """The wrong guesses that the speaker holds possible and that tell something."""
    found = []
    for name in stage.facts:
        if not name.startswith(f"{other} "):
            continue
        formula = And((Possible("K", (speaker,), fact(name)), Not(fact(name))))
        claim = model.where(formula)
        if claim.any() and not claim.all():
            _, place, tile = name.split(" ")
            words = f"{other}'s tile {place} is the {COLORS[tile[0]]} {tile[1:]}"
            said = f"{speaker} guesses: {words}. That is wrong."
            remark = Remark(said, formula, "guess", speaker, other)
            found.append((remark, model.restrict(claim)))
    return found
