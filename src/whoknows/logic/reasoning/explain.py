"""Why a formula is true or false at a world, as text.

A false `K ann p` is explained by a world that ann cannot tell from this one and where p
fails; what is nested is explained in turn, at the world it was found false or true in.

>>> from whoknows.logic import every_world
>>> two = every_world("ab", sees={"ann": "b", "bob": "a"})
>>> print(two.explain("K ann (a | b)", at=two.world(a=True, b=False)))
K ann (a | b) is false at [a]: ann cannot tell it from [-]
  a | b is false at [-]: every one of its parts is
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.links import with_neighbors
from whoknows.logic.models.model import Agent, Claim, Model, World
from whoknows.logic.reasoning.evaluate import evaluate, split

DEEPEST = 60  # levels of an explanation


def explain(model: Model, formula: Formula, at: World) -> str:
    """Why `formula` is true or false `at` a world: a line each, deeper reasons indented."""
    return "\n".join("  " * depth + line for depth, line in reasons(model, formula, at))


def reasons(model: Model, formula: Formula, at: World) -> Iterator[tuple[int, str]]:
    """The lines of an explanation, each with its depth."""
    waiting = [(model, formula, at, 0)]
    while waiting:
        model, formula, at, depth = waiting.pop()
        truth = model.true(formula, at)
        why, deeper = reason(model, formula, at, truth)
        head = f"{formula} is {'true' if truth else 'false'} at [{model.name(at)}]"
        yield depth, f"{head}: {why}" if why else head
        if depth == DEEPEST and deeper:
            yield depth + 1, "..."
        else:
            waiting += [(*below, depth + 1) for below in reversed(deeper)]


Deeper = list[tuple[Model, Formula, World]]


def reason(model: Model, formula: Formula, at: World, truth: bool) -> tuple[str, Deeper]:
    """The reason in words, and what is to be explained below it."""
    match formula:
        case f.Not(claim):
            return "", [(model, claim, at)]
        case f.And(claims) | f.Or(claims):
            return of_several(model, isinstance(formula, f.And), claims, at, truth)
        case f.Xor(claims) | f.OneOf(claims):
            holding = [claim for claim in claims if model.true(claim, at)]
            return f"{len(holding)} of its {len(claims)} parts hold", []
        case f.Implies(given, then):
            if not truth:
                return "", [(model, given, at), (model, then, at)]
            return "", [(model, then if model.true(then, at) else given, at)]
        case f.Iff(left, right):
            return "", [(model, left, at), (model, right, at)]
        case f.Know(how, who, claim):
            return of_knowing(model, how, who, claim, at, truth)
        case f.Possible(how, who, claim):
            plain = f.Know(how, who, f.Not(claim))
            return reason(model, plain, at, not truth)
        case f.KnowGiven(how, who, given, claim):
            return of_condition(model, how, who, given, claim, at, truth)
        case f.AnnounceTo() | f.CanAnnounceTo() | f.AnnounceWhetherTo():
            return after_telling(model, formula, at)
        case f.After(events, event, then) | f.CanAfter(events, event, then):
            return happened(model, events, event, then, at)
        case f.CanSay(who, then):
            return of_saying(model, who, then, at, truth)
        case f.WhateverSaid(who, then) if truth:
            return "nothing that can be said undoes it", []
        case f.WhateverSaid(who, then):
            return of_saying(model, who, f.Not(then), at, truth=True)
        case f.KnowValue(agent, part):
            return of_value(model, agent, part, at, truth)
        case f.Announce(said, then) | f.CanAnnounce(said, then):
            where = evaluate(model, said)
            if not model.holds(where, at):
                return "what is said is not true here", [(model, said, at)]
            return after(model, where, then, at)
        case f.AnnounceWhether(several, then):
            cells = split(model, [evaluate(model, said) for said in several])
            [cell] = [cell for cell in cells if model.holds(cell, at)]
            return after(model, cell, then, at)
        case f.AnnounceValue(part, then):
            return after(model, model.is_value(part, model.describe(at)[part]), then, at)
        case _:
            return "", []


def of_several(
    model: Model, all_of: bool, claims: tuple[Formula, ...], at: World, truth: bool
) -> tuple[str, Deeper]:
    """Why all of, or one of, the claims hold or do not."""
    if truth == all_of:
        return f"every one of its parts is{'' if claims else ', having none'}", []
    decisive = next(claim for claim in claims if model.true(claim, at) == truth)
    return "", [(model, decisive, at)]


def after(model: Model, announced: Claim, then: Formula, at: World) -> tuple[str, Deeper]:
    """What holds once the claim is said aloud."""
    smaller = model.restrict(announced)
    return f"{smaller.size} of {model.size} worlds are left after it", [(smaller, then, at)]


def of_saying(
    model: Model, who: tuple[Agent, ...], then: Formula, at: World, truth: bool
) -> tuple[str, Deeper]:
    """What can be said so that something holds, or that nothing does it."""
    from whoknows.logic.reasoning.what_to_say import what_to_say

    words = what_to_say(model, then, at, who) if truth else None
    if words is None:
        return "nothing that can be said makes it so", []
    where = evaluate(model, words)
    smaller = model.restrict(where)
    why = f"say: {words}; {smaller.size} of {model.size} worlds are left after it"
    return why, [(smaller, then, at)]


def after_telling(
    model: Model,
    formula: f.AnnounceTo | f.CanAnnounceTo | f.AnnounceWhetherTo,
    at: World,
) -> tuple[str, Deeper]:
    """What holds once some are told whether a claim holds."""
    from whoknows.logic.events.usual_events import whether

    so = model.true(formula.said, at)
    if not so and not isinstance(formula, f.AnnounceWhetherTo):
        return "what is said is not true here", [(model, formula.said, at)]
    events = whether(formula.said, formula.who, model.agents)
    return happened(model, events, "yes" if so else "no", formula.then, at)


def happened(
    model: Model, events: Any, event: str, then: Formula, at: World
) -> tuple[str, Deeper]:
    """What holds once an event has happened."""
    from whoknows.logic.events.product import condition, product

    near = events.around(event)
    if not model.holds(condition(model, near.named(event).when), at):
        return f"{event} cannot happen here", []
    step = product(model, near)
    after = step.world(at, near.event(event))
    return f"{step.model.size} worlds are there after it", [(step.model, then, after)]


def of_condition(
    model: Model,
    how: str,
    who: tuple[Agent, ...],
    given: Formula,
    claim: Formula,
    at: World,
    truth: bool,
) -> tuple[str, Deeper]:
    """Why a claim is known under a condition, or what world stands in the way."""
    if how in ("K", "E", "D"):
        return reason(model, f.Know(how, who, f.Implies(given, claim)), at, truth)
    if truth:
        return "so it is in every world that counts for it", []
    if how == "B":
        possible = model.seen_from(model.claim_of((at,)), who)
        best = possible & model.most_plausible(who[0], given)
        world = model.first(best & ~evaluate(model, claim))
        condition = f"told that, {who[0]} would find [{model.name(world)}] most plausible"
        return condition, [(model, claim, world)]
    return "", [(model, f.Know("C", who, f.Implies(given, claim)), at)]


def of_knowing(
    model: Model, how: str, who: tuple[Agent, ...], claim: Formula, at: World, truth: bool
) -> tuple[str, Deeper]:
    """Why a claim is known, or what world stands in the way."""
    if how == "E" and not truth:
        ignorant = next(a for a in who if not model.holds(model.knows(a, claim), at))
        return "", [(model, f.Know("K", (ignorant,), claim), at)]
    home = model.claim_of((at,))
    linked = how in ("C", "Cw")
    cell = model.reached_from(home, who) if linked else model.seen_from(home, who)
    if how == "B":
        cell = cell & model.most_plausible(who[0])
    if how == "S":
        cell = model.no_less_plausible(who[0], at)
    if how == "E":
        cell = model.nowhere
        for agent in who:
            cell = cell | model.seen_from(home, (agent,))
    if truth:
        return f"so it is in {all_worlds(model.count(cell))} {within(how, who)}", []
    holds = evaluate(model, claim)
    sides = [cell & ~holds, cell & holds] if how.endswith("w") else [cell & ~holds]
    # Of the two sides of a *whether*, this world is its own witness for one.
    others = [side for side in sides if not model.holds(side, at)] or sides[:1]
    worlds = [nearest(model, at, side, who, linked) for side in others]
    paths = [path(model, at, world, who, how) for world in worlds]
    worlds_named = worlds if len(sides) == len(worlds) else [at, *worlds]
    return "; ".join(paths), [
        (model, claim, world) for world in dict.fromkeys(worlds_named)
    ]


def all_worlds(count: int) -> str:
    """A number of worlds in words."""
    if not count:
        return "every world, there being none,"
    return "the one world" if count == 1 else f"all {count} worlds"


def within(how: str, who: tuple[Agent, ...]) -> str:
    """The worlds that count for an operator, in words."""
    names = " and ".join(who)
    match how:
        case "K" | "Kw":
            return f"that {names} holds possible here"
        case "E":
            return f"that one of {names} holds possible here"
        case "B":
            return f"that {names} finds most plausible here"
        case "S":
            return f"that {names} finds no less plausible than this one"
        case "C" | "Cw":
            return f"that chains of views of {names} lead to"
        case _:
            return f"that {names} together hold possible here"


def nearest(
    model: Model, at: World, side: Claim, who: tuple[Agent, ...], linked: bool
) -> World:
    """The first world of `side`; along chains of views, one that is fewest steps away."""
    if linked:
        near = model.claim_of((at,))
        while not model.some(near & side):
            near = with_neighbors(model, near, who)
        side = near & side
    return model.first(side)


def path(model: Model, at: World, to: World, who: tuple[Agent, ...], how: str) -> str:
    """How one world is confused with another, in words."""
    if at == to:
        return "it is not so here"
    if how not in ("C", "Cw"):
        together = " together" if len(who) > 1 else ""
        return confusion(model, f"{' and '.join(who)}{together}", to)
    links = chain(model, at, to, who)
    steps = [confusion(model, agent, world) for agent, world in links]
    return ", and there ".join(steps)


def confusion(model: Model, who: str, to: World) -> str:
    """What somebody holds possible, in words: of who may be wrong, no more is said."""
    if model.engine in ("relational", "beliefs"):
        verb = "hold" if " " in who else "holds"
        return f"{who} {verb} [{model.name(to)}] possible"
    return f"{who} cannot tell it from [{model.name(to)}]"


def chain(
    model: Model, at: World, to: World, who: tuple[Agent, ...]
) -> list[tuple[Agent, World]]:
    """A shortest chain of views from one world to another: who, and to which world."""
    layers = [model.claim_of((at,))]
    while not model.holds(layers[-1], to):
        layers.append(with_neighbors(model, layers[-1], who))
    links: list[tuple[Agent, World]] = []
    for layer in reversed(layers[:-1]):
        agent, back = next(
            (agent, meeting)
            for agent in who
            if model.some(meeting := model.alike(model.claim_of((to,)), (agent,)) & layer)
        )
        links.append((agent, to))
        to = model.first(back)
    return links[::-1]


def of_value(
    model: Model, agent: Agent, part: str, at: World, truth: bool
) -> tuple[str, Deeper]:
    """Why an agent knows the value of a part, or the world with another value."""
    cell = model.seen_from(model.claim_of((at,)), (agent,))
    if truth and not model.some(cell):
        return f"{agent} holds no world possible here", []
    if truth:
        value = model.describe(model.first(cell))[part]
        return f"{part} is {value} in every world that {agent} holds possible here", []
    value = model.describe(at)[part]
    other = model.first(cell & ~model.is_value(part, value))
    description = model.describe(other)[part]
    return (
        f"{confusion(model, agent, other)}, where {part} is {description}",
        [],
    )
