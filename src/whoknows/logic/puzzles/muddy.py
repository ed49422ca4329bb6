"""Muddy children: who sees the others' faces, and hears that nobody steps forward.

Each child sees every face but its own.  The father says that at least one child is muddy,
and asks again and again: who knows whether it is muddy?  With m muddy children nobody
steps forward m - 1 times; then the muddy ones do, and after them the clean ones
[Fagin1995, ch. 1].

>>> muddy_children(3, muddy=3).worlds
(8, 7, 4, 1, 1)
>>> print(muddy_children(4, muddy=2).outcome)
Children 1 and 2 know in round 2 that they are muddy, and the others in round 3.
"""

from __future__ import annotations

from collections.abc import Sequence

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.logic.language.formula import Atom, Formula, Know, Or
from whoknows.logic.models.build import every_world
from whoknows.logic.models.model import Model, World
from whoknows.logic.puzzles.telling import Talk, Telling, check_axes, check_count
from whoknows.wording import listing


@checked
def muddy_children(
    children: int = 3, *, muddy: int | None = None, engine: str = "auto"
) -> Telling:
    """All rounds with the first `muddy` of the children muddy (all of them by default)."""
    many = children if muddy is None else muddy
    check_muddy(children, many)
    model = faces(children, engine)
    at = model.world(**{fact(k): k <= many for k in range(1, children + 1)})
    talk = Talk(model).say("Father: at least one of you is muddy.", somebody(children))
    talk, known = rounds(talk, children, at)
    return Telling(
        puzzle="muddy",
        options={"children": children, "muddy": many},
        start=talk.start,
        steps=talk.steps,
        answer={
            "muddy_know_in_round": known[1],
            "clean_know_in_round": known[children] if many < children else None,
        },
        outcome=outcome(children, many, known),
        engine=model.engine,
    )


def rounds(talk: Talk, children: int, at: World) -> tuple[Talk, dict[int, int]]:
    """The father asks until every child knows; the round in which each child did."""
    asked = [knows(child) for child in range(1, children + 1)]
    known: dict[int, int] = {}

    def heard(forward: list[bool]) -> str:
        new = [k for k, so in enumerate(forward, 1) if so and k not in known]
        known.update(dict.fromkeys(new, number))
        verb = "steps" if len(new) == 1 else "step"
        step = f"{children_named(new)} {verb} forward"
        return f"Round {number}: {step if new else 'nobody steps forward'}."

    while len(known) < children:
        number = len(talk.steps)
        talk = talk.say_which(heard, asked, at)
    return talk, known


def faces(children: int, engine: str = "auto") -> Model:
    """Every way the faces can be; each child sees all but its own."""
    check_axes(children)
    facts = [fact(k) for k in range(1, children + 1)]
    sees = {f"child{k}": facts[: k - 1] + facts[k:] for k in range(1, children + 1)}
    return every_world(facts, sees, engine=engine)


def somebody(children: int) -> Formula:
    """At least one child is muddy."""
    return Or(tuple(Atom(fact(k)) for k in range(1, children + 1)))


def knows(child: int) -> Formula:
    """The child knows whether it is muddy."""
    return Know("Kw", (f"child{child}",), Atom(fact(child)))


def fact(child: int) -> str:
    """The name of the fact that a child is muddy."""
    return f"muddy{child}"


def check_muddy(children: int, muddy: int) -> None:
    """Raise `BadSetup` unless some of the children, and no more, are muddy."""
    check_count("the number of children", children, 1)
    if muddy > children:
        raise BadSetup(f"{muddy} of {children} children cannot be muddy")
    if muddy < 1:
        raise BadSetup("the father says that a child is muddy: at least 1 must be")


def outcome(children: int, muddy: int, known: dict[int, int]) -> str:
    """Who knows when, in a sentence."""
    who = children_named(range(1, muddy + 1)).capitalize()
    verb = (
        "knows in round {} that it is" if muddy == 1 else "know in round {} that they are"
    )
    rest = f", and the others in round {known[children]}" if muddy < children else ""
    return f"{who} {verb.format(known[1])} muddy{rest}."


def children_named(numbers: Sequence[int]) -> str:
    """Children by number; many in a row by the first and the last."""
    if len(numbers) > 4:
        return f"children {numbers[0]} to {numbers[-1]}"
    return f"{'child' if len(numbers) == 1 else 'children'} {listing(numbers)}"
