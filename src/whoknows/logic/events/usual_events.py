"""The usual events, ready made: said to all or to some, seen or unseen, true or not.

>>> from whoknows.logic import every_world
>>> from whoknows.logic.events.situation import Situation
>>> from whoknows.logic.models.links import relational
>>> coin = relational(every_world(["heads"], sees={"ann": [], "bob": []}))
>>> here = Situation(coin, at=1).happens(private("heads", ["ann"], coin.agents), "told")
>>> here.true("K ann heads & K bob ~Kw ann heads")     # bob is wrong, and does not know
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product as every
from typing import TypeAlias

from whoknows.edge import checked
from whoknows.errors import TooLarge
from whoknows.logic.events.product import Event, EventModel
from whoknows.logic.language.formula import And, Formula, Is, Not
from whoknows.logic.language.reader import parse
from whoknows.logic.models.model import Agent, Value

__all__ = [
    "change",
    "claimed",
    "private",
    "public",
    "secret",
    "secret_look",
    "shown",
    "whether",
]

Said: TypeAlias = Formula | str
Pairs: TypeAlias = frozenset[tuple[str, str]]

MOST_CLAIMS = 10  # claims that are told at once: an event for each way they may be


@checked
def public(said: Said, agents: Iterable[Agent]) -> EventModel:
    """Said aloud to all: the public announcement."""
    return EventModel((Event("said", said),), everyone(agents, [("said", "said")]))


@checked
def private(said: Said, to: Iterable[Agent], agents: Iterable[Agent]) -> EventModel:
    """Told to some in secret: the others believe that nothing happened."""
    return secret([Event("told", said)], to, agents)


@checked
def whether(
    said: Said | Sequence[Said], to: Iterable[Agent], agents: Iterable[Agent]
) -> EventModel:
    """Some learn whether it is so, and the others see that they do, not what."""
    return shown(cases(said), to, agents)


@checked
def secret_look(
    said: Said | Sequence[Said], to: Iterable[Agent], agents: Iterable[Agent]
) -> EventModel:
    """Some learn whether it is so, and the others believe that nothing happened."""
    return secret(cases(said), to, agents)


@checked
def claimed(said: Said, by: Agent, agents: Iterable[Agent]) -> EventModel:
    """Said aloud and believed by all others, be it `truth` or a `lie` of the speaker's."""
    events = (Event("truth", said), Event("lie", Not(formula(said))))
    others = everyone(agents, [("truth", "truth"), ("lie", "truth")])
    speaker = everyone([by], [("truth", "truth"), ("lie", "lie")])
    return EventModel(events, {**others, **speaker})


@checked
def change(makes: Mapping[str, Said], agents: Iterable[Agent]) -> EventModel:
    """Facts change before everybody's eyes, all at the same time."""
    return EventModel(
        (Event("change", "true", dict(makes)),), everyone(agents, [("change", "change")])
    )


# -------------------------------------------------------------------- what they are made of


@checked
def shown(
    events: Sequence[Event], to: Iterable[Agent], agents: Iterable[Agent]
) -> EventModel:
    """Some see which of the events happens; the others see that one of them does."""
    names = [event.name for event in events]
    others = everyone(agents, every(names, names))
    return EventModel(tuple(events), {**others, **everyone(to, same(names))})


@checked
def secret(
    events: Sequence[Event], to: Iterable[Agent], agents: Iterable[Agent]
) -> EventModel:
    """Some see which of the events happens; the others believe that none does."""
    some = (*events, Event("nothing"))
    names = [event.name for event in some]
    others = everyone(agents, [(name, "nothing") for name in names])
    return EventModel(some, {**others, **everyone(to, same(names))})


def cases(said: Said | Sequence[Said]) -> list[Event]:
    """An event for each way in which claims can be true or false: `yes`, `no, yes`."""
    several = [said] if isinstance(said, Formula | str) else list(said)
    if len(several) > MOST_CLAIMS:
        raise TooLarge(f"{len(several)} claims at once are 2^{len(several)} events")
    claims = [formula(claim) for claim in several]
    return [
        Event(
            ", ".join("yes" if so else "no" for so in truth),
            And(tuple(c if so else Not(c) for c, so in zip(claims, truth, strict=True))),
        )
        for truth in every([True, False], repeat=len(claims))
    ]


def value_cases(part: str, values: Iterable[Value]) -> list[Event]:
    """An event for each value that a part may have."""
    return [Event(f"{part}={value}", Is(part, str(value))) for value in values]


def same(names: Iterable[str]) -> list[tuple[str, str]]:
    """Each event with itself: nothing is confused."""
    return [(name, name) for name in names]


def everyone(
    agents: Iterable[Agent], pairs: Iterable[tuple[str, str]]
) -> dict[Agent, Pairs]:
    """Equal links for each of the agents."""
    links = frozenset(pairs)
    return dict.fromkeys(agents, links)


def formula(said: Said) -> Formula:
    """A formula, or the formula of a text."""
    return parse(said) if isinstance(said, str) else said
