"""The examples of the paper, played through: the worlds left after every guess."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from whoknows.games.davinci.knowledge.seat import holds_possible, world_count
from whoknows.games.davinci.paper import Example
from whoknows.games.davinci.rules import (
    Guess,
    Setup,
    Wrong,
    agent_name,
    parse_move,
    play,
    sight_of,
    start,
)
from whoknows.games.davinci.rules.deal_text import parse_deal


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an example, told: the worlds left, and those that truth alone leaves."""

    said: str
    worlds: int
    truth: int


def walk(example: Example, semantics: str = "del") -> Iterator[Step]:
    """An example played through: the start, and every guess."""
    setup = Setup(**example.setup, semantics=semantics)
    state = start(setup, parse_deal(example.deal, setup))
    seat = None if example.agent == "all" else "abc".index(example.agent)
    worlds = world_count(sight_of(state, seat))
    yield Step("start", worlds, worlds)
    for text in example.guesses:
        guess = parse_move(text, setup)
        assert isinstance(guess, Guess)
        before, asker = state, state.position.seat
        state = play(state, {asker: guess}, holds_possible)
        right = bool(state.history[-1].answer.right)
        worlds = truth = world_count(sight_of(state, seat))
        if not right:
            bare = Wrong(asker, guess.seat, guess.place, guess.tile, insist=True)
            heard = replace(sight_of(before, seat), facts=(*before.facts, bare))
            truth = world_count(heard)
        answer = "right" if right else "wrong"
        yield Step(f"{agent_name(asker)} guesses {text}: {answer}", worlds, truth)
        if state.position.phase == "go on":
            state = play(state, {asker: parse_move("stop", setup)}, holds_possible)
