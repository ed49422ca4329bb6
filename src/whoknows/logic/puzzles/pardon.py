"""Three prisoners: one of them is pardoned, and the warden names one who is not.

A, B, and C are pardoned with the same chance.  A asks the warden to name one of the two
others who is not pardoned.  If B is pardoned he has to name C, and the other way round; if
it is A, he may name either, and what A learns depends on how he chooses [Gardner2006].

>>> told = three_prisoners()
>>> told.worlds, told.answer
((4, 2), {'A': '1/3', 'B': '0', 'C': '2/3'})
"""

from __future__ import annotations

from fractions import Fraction

from whoknows.edge import checked
from whoknows.errors import BadSetup, UnknownName, exact_number, shortened
from whoknows.logic.language.formula import And, Is, Not
from whoknows.logic.models.build import from_parts
from whoknows.logic.models.model import Model, World
from whoknows.logic.puzzles.telling import Talk, Telling

NAMES = ("A", "B", "C")
NOTE = "If A is pardoned, the warden names B with chance {chance}, and else C."


@checked
def three_prisoners(
    chance: Fraction | str = "1/2", *, named: str = "B", engine: str = "auto"
) -> Telling:
    """The warden names one; with `chance` it is B in case that A is pardoned."""
    prefers = read_chance(chance)
    if named not in NAMES[1:]:
        raise UnknownName.among("prisoner that the warden may name to A", named, NAMES[1:])
    model = prison(engine)
    talk = Talk(model).say(f"The warden to A: {named} is not pardoned.", Is("named", named))
    chances = chances_left(talk.model, prefers)
    one, other = (name for name in NAMES if name != named)
    return Telling(
        puzzle="pardon",
        options={"chance": str(prefers), "named": named},
        start=talk.start,
        steps=talk.steps,
        answer={name: str(chances[name]) for name in NAMES},
        outcome=f"{one} is pardoned with chance {chances[one]}, and {other} with chance"
        f" {chances[other]}; before, all three had 1/3.",
        engine=model.engine,
        notes=(NOTE.format(chance=prefers),),
    )


def prison(engine: str = "auto") -> Model:
    """Who is pardoned, and whom the warden names to A: another one, who is not."""
    parts = {"pardoned": NAMES, "named": NAMES[1:]}
    law = And(tuple(Not(And((Is("pardoned", who), Is("named", who)))) for who in NAMES[1:]))
    return from_parts(parts, {"A": [], "warden": [*parts]}, law=law, engine=engine)


def chances_left(model: Model, prefers: Fraction) -> dict[str, Fraction]:
    """The chance of each prisoner, over the worlds that are left."""
    weights = dict.fromkeys(NAMES, Fraction(0))
    for world in model:
        weights[str(model.describe(world)["pardoned"])] += weight(model, world, prefers)
    return {name: each / sum(weights.values()) for name, each in weights.items()}


def weight(model: Model, world: World, prefers: Fraction) -> Fraction:
    """How likely a world is beside others: only if A is pardoned the warden chooses."""
    so = model.describe(world)
    if so["pardoned"] != "A":
        return Fraction(1)
    return prefers if so["named"] == "B" else 1 - prefers


def read_chance(chance: Fraction | str) -> Fraction:
    """A chance from 0 to 1."""
    try:
        exact = exact_number(chance)
    except (ValueError, ZeroDivisionError):
        exact = None
    if exact is None or not 0 <= exact <= 1:
        raise BadSetup(f"wanted a chance from 0 to 1, such as 1/2, not {shortened(chance)}")
    return exact
