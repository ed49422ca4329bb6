"""The actual world in the middle, and around it what someone thinks possible.

The inner ring has the worlds that some agent cannot tell from the actual one; the outer
ring those that someone thinks someone thinks possible.  Each outer world hangs on one
inner world: one chain of thoughts, not all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from math import atan2, ceil, cos, pi, sin, tau

import numpy as np

from whoknows.errors import BadSetup
from whoknows.logic.draw.placed_model import PlacedModel, actual_name, contains
from whoknows.logic.draw.shapes import Link, Orbit, Picture, Point, Shape, Words
from whoknows.logic.models.model import Agent, Claim, Model, World
from whoknows.wording import plural

MOST_WORLDS = 240  # worlds, both rings together
LETTERS = 6  # in a line of a label
FULL = 44  # worlds on one track of a ring


def rings(stage: PlacedModel, far: int = 0) -> Picture:
    """The worlds of a `near` stage in two rings; `far` others are only plural."""
    assert stage.at is not None
    few = len(stage.worlds) <= 80
    face = stage.face(20.0 if few else 16.0, font=12.0 if few else 11.5)
    steps = Steps(stage.before, stage.agents)
    inner, outer = steps.rings(stage.at)
    turn = {stage.at: 0.0, **spaced(first_order(stage, steps, inner))}
    hangs = parents(stage, steps, outer, turn)
    turn |= hung(stage, hangs, turn)
    pitch = 2 * face.reach + 9
    near, rim = radii(len(inner), pitch, 3.2 * pitch)
    away, end = radii(len(outer), pitch, rim + max(84.0, 2.6 * pitch))
    places = {stage.at: (0.0, 0.0)}
    places |= ring_places(inner, turn, near, pitch) | ring_places(outer, turn, away, pitch)
    links, linked = chains(stage, places, turn, hangs)
    dots = [stage.spot(w, places[w], away=w not in linked) for w in stage.worlds]
    guides: list[Shape] = []
    if inner:
        guides += ring_guide(near, rim + face.radius, "someone thinks possible")
    if outer:
        guides += ring_guide(
            away, end + face.radius, "someone thinks someone thinks possible"
        )
    note = f"Not drawn: {plural(far, 'world')} further away." if far else ""
    return Picture(
        title=stage.title,
        description=stage.in_words(),
        agents=stage.agents,
        everyone=stage.model.agents,
        shapes=(*guides, *links, *dots),
        face=face,
        notes=(note, stage.writing.note),
        states=tuple(spot.state for spot in dots),
        actual=actual_name(stage.model),
    )


class Steps:
    """Who cannot tell which worlds apart, for the few worlds of a picture."""

    def __init__(self, model: Model, agents: Iterable[Agent]) -> None:
        worlds = model.worlds().tolist()
        self.worlds: list[World] = worlds
        self.label = {
            a: dict(zip(worlds, model.looks(a).tolist(), strict=True)) for a in agents
        }

    def who(self, one: World, other: World) -> list[Agent]:
        """Those to whom two worlds look alike."""
        return [agent for agent, look in self.label.items() if look[one] == look[other]]

    def rings(self, at: World) -> tuple[list[World], list[World]]:
        """The worlds one step from `at`, and those two steps away."""
        inner = [w for w in self.worlds if w != at and self.who(at, w)]
        done = {at, *inner}
        outer = [w for w in self.worlds if w not in done]
        return inner, outer


def near(model: Model, at: World, agents: Iterable[Agent]) -> Claim:
    """The worlds at most two steps from `at`."""
    claim = model.claim_of([at])
    for _ in range(2):
        alike = [model.alike(claim, (agent,)) for agent in agents]
        claim = reduce(np.bitwise_or, alike, claim)
    return claim


def narrowed(stage: PlacedModel) -> PlacedModel:
    """The stage with only the worlds that rings show: refused if they are too many."""
    if stage.at is None:
        raise BadSetup("rings need an actual world for their middle: give one with `at`")
    claim = near(stage.before, stage.at, stage.agents)
    many = stage.before.count(claim)
    if many > MOST_WORLDS + 1:
        raise BadSetup(
            f"rings show at most {MOST_WORLDS} worlds around one, not {many - 1}: try cells"
        )
    before = stage.before.restrict(claim)
    few = before.worlds()
    kept = few[contains(stage.model.worlds(), few)].tolist()
    model = stage.model.restrict(stage.model.claim_of(kept))
    return replace(stage, model=model, before=before)


# --------------------------------------------------------------------------- positions


def first_order(stage: PlacedModel, steps: Steps, inner: list[World]) -> list[World]:
    """The inner ring in an order that keeps each agent's worlds together."""
    assert stage.at is not None
    rank = {world: k for k, world in enumerate(stage.worlds)}
    keys = {w: (*fan(steps.who(stage.at, w), stage.agents), rank[w]) for w in inner}
    return sorted(inner, key=keys.__getitem__)


def fan(who: list[Agent], agents: tuple[Agent, ...]) -> tuple[float, tuple[int, ...]]:
    """The direction of a set of agents, each of whom has a direction of its own."""
    places = tuple(agents.index(agent) for agent in who)
    angles = [tau * place / len(agents) for place in places]
    x, y = sum(map(cos, angles)), sum(map(sin, angles))
    return (round(atan2(y, x) % tau, 6) % round(tau, 6), places)


def lanes(many: int) -> int:
    """How many tracks a ring of so many worlds takes."""
    return max(1, ceil(many / FULL))


def spaced(worlds: list[World]) -> dict[World, float]:
    """Turns for worlds all round a ring; as many places on every track."""
    tracks = lanes(len(worlds))
    places = tracks * ceil(len(worlds) / tracks)
    return {world: tau * k / places for k, world in enumerate(worlds)}


def parents(
    stage: PlacedModel, steps: Steps, outer: list[World], turn: dict[World, float]
) -> dict[World, World]:
    """The inner world that each outer one hangs on, none with many more than others."""
    inner = [w for w in turn if w != stage.at]
    choices = {world: [w for w in inner if steps.who(w, world)] for world in outer}
    load = dict.fromkeys(inner, 0)
    parent_of = {}
    for world in sorted(outer, key=lambda w: (len(choices[w]), stage.rank[w])):
        parent_of[world] = min(choices[world], key=lambda w: (load[w], turn[w]))
        load[parent_of[world]] += 1
    return parent_of


def hung(
    stage: PlacedModel, hangs: dict[World, World], turn: dict[World, float]
) -> dict[World, float]:
    """Turns for the outer ring, in the order of the inner one, so that no lines cross."""
    line = sorted(hangs, key=lambda w: (turn[hangs[w]], stage.rank[w]))
    angles = spaced(line)
    shift = mean_turn([turn[hangs[w]] - angles[w] for w in line])
    return {world: angle + shift for world, angle in angles.items()}


def mean_turn(angles: list[float]) -> float:
    """The middle direction of several, from 0 to a full turn."""
    x, y = sum(map(cos, angles)), sum(map(sin, angles))
    return round(atan2(y, x), 9) % tau if angles else 0.0


def radii(many: int, pitch: float, least: float) -> tuple[float, float]:
    """The radius of the first track of a ring, and how far its last track reaches."""
    tracks = lanes(many)
    # A track holds one in so many worlds, a pitch apart, whichever way they lie.
    first = max(least, 1.04 * pitch * ceil(many / tracks) / tau)
    return first, first + (tracks - 1) * pitch


def ring_places(
    worlds: list[World], turn: dict[World, float], first: float, pitch: float
) -> dict[World, Point]:
    """The place of every world of a ring, on one track or on several in turn."""
    tracks = lanes(len(worlds))
    line = sorted(worlds, key=turn.__getitem__)
    places = {}
    for k, world in enumerate(line):
        angle, away = turn[world] - pi / 2, first + (k % tracks) * pitch
        places[world] = (away * cos(angle), away * sin(angle))
    return places


def ring_guide(radius: float, end: float, text: str) -> list[Shape]:
    """A dashed circle, and above where it ends, what its worlds are."""
    words = Words((0.0, -end - 13), text, "note", "middle")
    return [Orbit((0.0, 0.0), radius), words]


# ------------------------------------------------------------------------------ thoughts


def chains(
    stage: PlacedModel,
    places: dict[World, Point],
    turn: dict[World, float],
    hangs: dict[World, World],
) -> tuple[list[Shape], set[World]]:
    """The links of the model as it is now, and the worlds that they reach."""
    assert stage.at is not None
    steps = Steps(stage.model, stage.agents)
    inner = [w for w in steps.worlds if w != stage.at and steps.who(stage.at, w)]
    links: list[Shape] = []
    for world in inner:
        who = steps.who(stage.at, world)
        sentences = [f"{agent} thinks {stage.label(world)} possible" for agent in who]
        links += fan_links((stage.at, world), places, who, sentences)
    reached = {stage.at, *inner}
    for world in [w for w in steps.worlds if w not in reached]:
        lead = [w for w in inner if steps.who(w, world)]
        if lead:
            near = {w: (hangs[world] != w, between(turn[w], turn[world]), w) for w in lead}
            parent = min(lead, key=near.__getitem__)
            first, who = steps.who(stage.at, parent)[0], steps.who(parent, world)[:1]
            sentences = [f"{first} thinks {who[0]} thinks {stage.label(world)} possible"]
            links += fan_links((parent, world), places, who, sentences, faint=True)
            reached = {*reached, world}
    return links, reached


def fan_links(
    ends: tuple[World, World],
    places: dict[World, Point],
    who: list[Agent],
    sentences: list[str],
    *,
    faint: bool = False,
) -> list[Link]:
    """One line for each agent to whom two worlds look alike, side by side."""
    start, end = places[ends[0]], places[ends[1]]
    names = (f"w{ends[0]}", f"w{ends[1]}")
    bends = [22 * (k - (len(who) - 1) / 2) for k in range(len(who))]
    return [
        Link(agent, start, end, text, names, bend, faint)
        for agent, text, bend in zip(who, sentences, bends, strict=True)
    ]


def between(left: float, right: float) -> float:
    """The turn from one direction to another, the short way."""
    return round(abs((left - right + pi) % tau - pi), 6)
