"""Logicians in a bar, who are asked whether everybody wants beer.

Each logician knows only whether he himself wants beer.  Asked whether everybody does, one
after another says *I don't know*, which tells that he does, or else he would have known;
the last one, or the first who does not want beer, knows.

>>> drinkers(3).worlds
(8, 4, 2, 1)
>>> [step.said for step in drinkers(3, without=[2]).steps]
["Logician 1: I don't know.", 'Logician 2: no.']
"""

from __future__ import annotations

from collections.abc import Iterable

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.logic.language.formula import And, Atom, Formula, Know, Not
from whoknows.logic.models.build import every_world
from whoknows.logic.models.model import Model, World
from whoknows.logic.puzzles.telling import Talk, Telling, check_axes, check_count


@checked
def drinkers(
    logicians: int = 3, *, without: Iterable[int] = (), engine: str = "auto"
) -> Telling:
    """What they answer in turn; all want beer but those `without`."""
    sober = sorted(set(without))
    check_drinkers(logicians, sober)
    model = bar(logicians, engine)
    wishes = {fact(k): k not in sober for k in range(1, logicians + 1)}
    talk, everybody = answers(Talk(model), logicians, model.world(**wishes))
    return Telling(
        puzzle="logicians",
        options={"logicians": logicians, "without": sober},
        start=talk.start,
        steps=talk.steps,
        answer={"everybody": everybody, "known_by": len(talk.steps)},
        outcome=f"Logician {len(talk.steps)} knows: "
        + ("everybody wants beer." if everybody else "not everybody wants beer."),
        engine=model.engine,
    )


def answers(talk: Talk, logicians: int, at: World) -> tuple[Talk, bool]:
    """Their answers in turn until one knows, and what the answer is."""
    everybody: Formula = And(tuple(Atom(fact(k)) for k in range(1, logicians + 1)))
    for number in range(1, logicians + 1):
        who = (f"logician{number}",)
        for word, claim in (("yes", everybody), ("no", Not(everybody))):
            knows = Know("K", who, claim)
            if talk.model.true(knows, at):
                return talk.say(f"Logician {number}: {word}.", knows), word == "yes"
        whether = Not(Know("Kw", who, everybody))
        talk = talk.say(f"Logician {number}: I don't know.", whether)
    raise AssertionError("the last logician knows")


def bar(logicians: int, engine: str = "auto") -> Model:
    """Every way they may want beer; each knows his own wish."""
    check_axes(logicians)
    numbers = range(1, logicians + 1)
    sees = {f"logician{k}": [fact(k)] for k in numbers}
    return every_world([fact(k) for k in numbers], sees, engine=engine)


def fact(logician: int) -> str:
    """The name of the fact that a logician wants beer."""
    return f"beer{logician}"


def check_drinkers(logicians: int, sober: list[int]) -> None:
    """Raise `BadSetup` unless those who want no beer are among the logicians."""
    check_count("the number of logicians", logicians, 1)
    for number in sober:
        if not 1 <= number <= logicians:
            raise BadSetup(f"there is no logician {number} among {logicians}")
