"""Wise men with hats: they are asked one after another for the color of their own.

The king puts a white or a black hat on every wise man; each sees all hats but his own.
He says that at least one hat is white, and asks one man after the other.  The classic has
three men, all in white: the third knows [McCarthy1978].

>>> wise_men("www").worlds
(8, 7, 6, 4, 4)
>>> print(wise_men("wbb").outcome)
Man 1 is the first to know: his hat is white.
"""

from __future__ import annotations

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.logic.language.formula import Atom, Formula, Know, Not, Or
from whoknows.logic.models.build import every_world
from whoknows.logic.models.model import Model, World
from whoknows.logic.puzzles.telling import Talk, Telling, check_axes, check_count


@checked
def wise_men(hats: str | None = None, *, men: int = 3, engine: str = "auto") -> Telling:
    """Every man is asked once, in order; `hats` has a letter a man, w or b; or all w."""
    if hats is None:
        check_count("the number of men", men, 1)
        check_axes(men)
        hats = "w" * men
    hats = check_hats(hats)
    model = heads(len(hats), engine)
    everybody = range(1, len(hats) + 1)
    at = model.world(**{fact(k): hats[k - 1] == "w" for k in everybody})
    some = Or(tuple(Atom(fact(k)) for k in everybody))
    talk = Talk(model).say("King: at least one hat is white.", some)
    knowing: list[int] = []
    for man in everybody:
        talk, knew = ask(talk, man, at)
        knowing += [man] * knew
    first = knowing[0]
    color = "white" if hats[first - 1] == "w" else "black"
    return Telling(
        puzzle="hats",
        options={"hats": hats},
        start=talk.start,
        steps=talk.steps,
        answer={"knowing": knowing, "first": first, "color": color},
        outcome=f"Man {first} is the first to know: his hat is {color}.",
        engine=model.engine,
    )


def ask(talk: Talk, man: int, at: World) -> tuple[Talk, bool]:
    """One man says the color of his hat, or that he does not know; and whether he knew."""
    white: Formula = Atom(fact(man))
    for color, claim in (("white", white), ("black", Not(white))):
        knows = Know("K", (f"man{man}",), claim)
        if talk.model.true(knows, at):
            return talk.say(f"Man {man}: my hat is {color}.", knows), True
    whether = Know("Kw", (f"man{man}",), white)
    return talk.say(f"Man {man}: I don't know.", Not(whether)), False


def heads(men: int, engine: str = "auto") -> Model:
    """Every way the hats can be; each man sees all but his own."""
    check_axes(men)
    facts = [fact(k) for k in range(1, men + 1)]
    sees = {f"man{k}": facts[: k - 1] + facts[k:] for k in range(1, men + 1)}
    return every_world(facts, sees, engine=engine)


def fact(man: int) -> str:
    """The name of the fact that a man's hat is white."""
    return f"white{man}"


def check_hats(hats: str) -> str:
    """The hats in small letters, checked: w or b each, and one w at least."""
    hats = hats.lower()
    if not hats or set(hats) - {"w", "b"}:
        raise BadSetup(f"hats are letters w and b, such as wwb; not {hats!r}")
    if "w" not in hats:
        raise BadSetup("the king says that a hat is white: at least one must be")
    return hats
