"""The models of the Da Vinci paper [Eker2020]: Figures 1 to 5, and a claim about two."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from whoknows.experiments.reproduce.verdict import Figure, Line, exact
from whoknows.games.davinci import GAME, State, paper
from whoknows.games.davinci.knowledge import public_knowledge
from whoknows.games.davinci.knowledge.as_model import (
    MOST_WORLDS,
    codes_of,
    joint_worlds,
    local_model,
    model,
    public_model,
)
from whoknows.games.davinci.paper import Example
from whoknows.logic.draw import draw
from whoknows.logic.models.table import Table as Model
from whoknows.play.table.referee import Table

PAPER = "davinci"
EXACT = partial(exact, PAPER)


def figures() -> Iterator[Figure]:
    """Figures 1 to 5, drawn anew: the worlds, and who cannot tell them apart."""
    first, second, *_ = states(paper.ONE)
    start, asked = seen_twice(first, second, seat=0)
    yield figure("Figure 1", "Example 1, what a holds possible.", start)
    yield figure("Figure 2", "The same after b's guess c3=w3, right.", asked, start)
    [begun] = states(paper.TWO_ALL)
    everybody = public_model(public_knowledge(begun))
    yield figure("Figure 3", "Example 2, what anybody may hold possible.", everybody)
    first, second = states(paper.THREE)
    before, after = seen_twice(first, second, seat=2)
    yield figure("Figure 4", "Example 3, what c holds possible.", before)
    yield figure("Figure 5", "The same after b's guess a2=b7, wrong.", after, before)


def states(example: Example) -> list[State]:
    """An example from its start, and after every guess."""
    setup = GAME.setup(**example.setup)
    found = [GAME.start(setup, GAME.from_json(example.deal, setup))]
    for text in example.guesses:
        state = found[-1]
        if state.position.phase == "go on":
            state = GAME.play(state, {state.position.seat: GAME.parse_move("stop", setup)})
        guess = GAME.parse_move(text, setup)
        found.append(GAME.play(state, {state.position.seat: guess}))
    return found


def seen(state: State, seat: int) -> Model:
    """What a seat holds possible."""
    return local_model(public_knowledge(state), seat, state.position.codes[seat])


def seen_twice(before: State, after: State, seat: int) -> tuple[Model, Model]:
    """What a seat holds possible, and which of these worlds it holds possible later."""
    hand = before.position.codes[seat]
    first = joint_worlds(public_knowledge(before), {seat: hand}, MOST_WORLDS)
    later = joint_worlds(public_knowledge(after), {seat: hand}, MOST_WORLDS)
    left = {codes_of(public_knowledge(after), world) for world in later}
    kept = [codes_of(public_knowledge(before), world) in left for world in first]
    whole = model(public_knowledge(before), first)
    return whole, whole.announce(np.array(kept))


def figure(title: str, caption: str, now: Model, before: Model | None = None) -> Figure:
    """A model as a picture; worlds that are gone fade."""
    drawing = draw(now, style="graph", before=before)
    return Figure(PAPER, title, caption, drawing)


def two_players(deals: int) -> Line:
    """Section 5.1: of two players, each holds no two worlds possible the other confuses."""
    most = 0
    for seed in range(deals):
        for tiles in (8, 10, 12, 14):
            state = Table.dealt(GAME, GAME.setup(players=2, tiles=tiles), seed).state
            most = max(most, most_alike(seen(state, 0), "b"))
    return EXACT(
        "davinci.ALIKE_FOR_TWO", "Section 5.1",
        "two players: worlds of one that the other cannot tell apart",
        paper.ALIKE_FOR_TWO, most, note=f"{deals} deals of 8 to 14 tiles",
    )  # fmt: skip


def most_alike(seen: Model, agent: str) -> int:
    """The most worlds that look alike to an agent."""
    labels: list[int] = seen.views[agent].tolist()
    return max(map(labels.count, labels))
