"""Dining cryptographers: somebody paid, and nobody learns who.

They sit in a ring, and the bill is paid: by one of them, or by their agency.  Each two
neighbors toss a coin that only the two see.  Then everyone says whether the two coins he
sees are different; who paid says the opposite.  The number of *different* is odd if one
of them paid, and even if the agency did; who paid stays hidden [Chaum1988].

>>> told = dining_cryptographers(3, payer=1)
>>> told.worlds, told.answer["one_of_us"], told.answer["payer_known_to"]
((32, 16, 8, 6), True, [1])
"""

from __future__ import annotations

from whoknows.edge import checked
from whoknows.logic.language.formula import Atom, Formula, Know, Not, OneOf, Or, Xor
from whoknows.logic.models.build import every_world
from whoknows.logic.models.model import Model, World
from whoknows.logic.puzzles.telling import Talk, Telling, check_axes, check_count


@checked
def dining_cryptographers(
    diners: int = 3, *, payer: int = 1, engine: str = "auto"
) -> Telling:
    """All say their parity; `payer` 0 is the agency.  All coins fall heads."""
    check_count("the number of diners", diners, 3)
    check_count("the payer", payer, 0, diners)
    model = table_talk(diners, engine)
    at = secret(model, diners, payer)
    talk = Talk(model)
    for diner in seats(diners):
        odd = parity(diner, diners)
        so = model.true(odd, at)
        words = f"Diner {diner}: {'different' if so else 'the same'}."
        talk = talk.say(words, odd if so else Not(odd))
    return Telling(
        puzzle="cryptographers",
        options={"diners": diners, "payer": payer},
        start=talk.start,
        steps=talk.steps,
        answer=learned(talk.model, diners, at),
        outcome=outcome(payer),
        engine=model.engine,
    )


def table_talk(diners: int, engine: str = "auto") -> Model:
    """Who paid and how the coins fell; each sees whether he paid, and two coins."""
    check_axes(2 * diners + 1)
    payers = [paid(k) for k in range(diners + 1)]
    sees = {
        f"diner{k}": [paid(k), coin(k, diners), coin(k + 1, diners)] for k in seats(diners)
    }
    facts = payers + [coin(k, diners) for k in seats(diners)]
    law = OneOf(tuple(map(Atom, payers)))
    return every_world(facts, sees, law=law, engine=engine)


def learned(model: Model, diners: int, at: World) -> dict[str, object]:
    """What they know in the end: whether one of them paid; and those who know who did."""
    everyone = tuple(f"diner{k}" for k in seats(diners))
    inside = Or(tuple(Atom(paid(k)) for k in seats(diners)))
    assert model.true(Know("Cw", everyone, inside), at)
    one_of_us = model.true(inside, at)
    knowing = [k for k in seats(diners) if knows_payer(model, k, diners, at)]
    return {"one_of_us": one_of_us, "common_knowledge": True, "payer_known_to": knowing}


def knows_payer(model: Model, diner: int, diners: int, at: World) -> bool:
    """Whether a diner knows who paid, be it the agency."""
    payers = map(Atom, map(paid, range(diners + 1)))
    return model.true(Or(tuple(Know("K", (f"diner{diner}",), p) for p in payers)), at)


def secret(model: Model, diners: int, payer: int) -> World:
    """The world where this diner paid, or the agency if 0, and all coins fell heads."""
    payers = {paid(k): k == payer for k in range(diners + 1)}
    coins = {coin(k, diners): True for k in seats(diners)}
    return model.world(**payers, **coins)


def parity(diner: int, diners: int) -> Formula:
    """What a diner says: his two coins differ, or the opposite if he paid."""
    coins = coin(diner, diners), coin(diner + 1, diners)
    return Xor(tuple(map(Atom, (*coins, paid(diner)))))


def outcome(payer: int) -> str:
    """What everybody knows in the end, in a sentence."""
    if payer == 0:
        return "Everybody knows that the agency paid."
    return f"Everybody knows that one of them paid; only diner {payer} knows who."


def seats(diners: int) -> range:
    """The diners by number."""
    return range(1, diners + 1)


def paid(diner: int) -> str:
    """The name of the fact that a diner paid, or the agency if 0."""
    return f"paid{diner}" if diner else "agency"


def coin(number: int, diners: int) -> str:
    """The name of the coin to the left of a diner; the ring closes."""
    return f"coin{(number - 1) % diners + 1}"
