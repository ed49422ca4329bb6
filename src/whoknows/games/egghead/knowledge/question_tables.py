"""A question made into small tables, so that no table of all answers is ever needed.

The answer to a question does not depend on the stacks themselves but on what they add up
to.  So the stacks are read one seat after the other by a small automaton: `steps[j][s, c]`
is the state after reading stack `c` in state `s`.  Before the last stack, a state is one
row of answers: for each answer a word with a bit for every last stack that gives it.
States with equal rows are merged, from the last step back, as one minimizes an automaton.
"Is the sum even?" keeps 2 states where its table of answers would have 56**4 entries.

>>> from whoknows.games.egghead.rules.language import parse_question
>>> even = sieve(parse_question("sum(cards: value) is even"), 4, Stacks(3, 6))
>>> even.answers, [step.shape for step in even.steps]
((0, 1), [(1, 56), (2, 56), (2, 56)])
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge
from whoknows.games.egghead.rules.answers import (
    JOINED,
    evaluate,
    feature,
    stack_folds,
    uses_cards,
)
from whoknows.games.egghead.rules.language import Ask
from whoknows.games.egghead.rules.stacks import Stacks

Step: TypeAlias = NDArray[np.int32]  # the next state, by state and stack
Labels: TypeAlias = NDArray[np.int16]  # the answer's place, by last state and stack
Words: TypeAlias = NDArray[np.uint64]  # bits; the last axis is the words of one row

KEPT_WORDS = 60_000  # in a block that is not made anew each time
MOST_STATES = 40_000_000  # of states times stacks, in one step of the making


@dataclass(frozen=True, eq=False)
class Sieve:
    """A question about `len(steps) + 1` stacks in sight."""

    steps: tuple[Step, ...]
    labels: Labels
    answers: tuple[int, ...]

    @cached_property
    def rows(self) -> Words:
        """For every answer and last state, the last stacks that give that answer."""
        return np.stack(
            [packed(self.labels == place) for place in range(len(self.answers))]
        )

    @cached_property
    def states(self) -> NDArray[np.int32]:
        """The state after all stacks but the last two, for every choice of them."""
        states = np.zeros(1, dtype=np.int32)
        for step in self.steps[:-1]:
            states = step[states].ravel()
        return states

    def block(self, answer: int) -> Words:
        """By state, the words for the last two stacks that give this answer."""
        found = self.blocks.get(answer)
        if found is None:
            found = self.rows[self.places[answer]][self.steps[-1]]
            if found.size <= KEPT_WORDS:
                self.blocks[answer] = found
        return found

    @cached_property
    def blocks(self) -> dict[int, Words]:
        """The blocks that are kept, by answer."""
        return {}

    @cached_property
    def places(self) -> dict[int, int]:
        """The place of each answer."""
        return {answer: place for place, answer in enumerate(self.answers)}

    def state(self, stacks: tuple[int, ...]) -> int:
        """The state after reading all stacks but the last."""
        state = 0
        for step, stack in zip(self.steps, stacks, strict=True):
            state = int(step[state, stack])
        return state

    def answer(self, stacks: tuple[int, ...]) -> int:
        """The answer when these stacks are in sight."""
        return self.answers[int(self.labels[self.state(stacks[:-1]), stacks[-1]])]

    def past(self, seat: int | None, players: int) -> "Sieve":
        """This question at a table of all players, whose moderator sits at `seat`.

        The moderator does not see the own stack, so that stack changes no state.
        """
        if seat is None:
            return self
        size = self.labels.shape[1]
        if seat == players - 1:
            last = np.arange(len(self.answers), dtype=np.int16)
            blind = np.repeat(last[:, None], size, axis=1)
            return Sieve((*self.steps, self.labels.astype(np.int32)), blind, self.answers)
        states = [*map(len, self.steps), len(self.labels)]
        stay = np.arange(states[seat], dtype=np.int32)
        steps = (*self.steps[:seat], np.repeat(stay[:, None], size, 1), *self.steps[seat:])
        return Sieve(steps, self.labels, self.answers)


@lru_cache(maxsize=512)
def sieve(ask: Ask, stacks: int, box: Stacks) -> Sieve:
    """The sieve of a question about so many stacks in sight."""
    parts, joined = features(ask, box)
    steps: list[Step] = []
    states = parts[:1]  # any one
    for place in range(stacks - 1):
        refuse_too_many(len(states), box)
        after = parts if place == 0 else combined(states, parts, joined)
        states, numbers = distinct(after)
        steps.append(numbers.reshape(-1, len(box)).astype(np.int32))
    values = last_answers(ask, states if steps else None, parts, joined, box)
    answers, labels = np.unique(values, return_inverse=True)
    return merged(steps, labels.reshape(values.shape).astype(np.int16), answers)


def features(ask: Ask, box: Stacks) -> tuple[NDArray[np.int64], list[np.ufunc]]:
    """What each stack brings, a column each, and how each column is put together."""
    columns = [feature(fold, box) for fold in stack_folds(ask)]
    joined = [JOINED[fold.name] for fold in stack_folds(ask)]
    if uses_cards(ask):
        columns += list(box.counts.T)
        joined += [np.add] * box.values
    if not columns:  # a question that looks at nothing
        columns, joined = [np.zeros(len(box), dtype=np.int64)], [np.add]
    return np.stack(columns, axis=1), joined


def combined(
    states: NDArray[np.int64], parts: NDArray[np.int64], joined: list[np.ufunc]
) -> NDArray[np.int64]:
    """Every state with every stack added, states first."""
    columns = [
        join(states[:, None, place], parts[None, :, place]).ravel()
        for place, join in enumerate(joined)
    ]
    return np.stack(columns, axis=1)


def distinct(rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """The different rows, and the number of each row among them."""
    low = rows.min(0)
    code = np.zeros(len(rows), dtype=np.int64)
    for column, spread in zip((rows - low).T, np.ptp(rows, axis=0) + 1, strict=True):
        code = code * spread + column  # small: a few cards of a few values
    _, first, numbers = np.unique(code, return_index=True, return_inverse=True)
    return rows[first], numbers


def last_answers(
    ask: Ask,
    states: NDArray[np.int64] | None,
    parts: NDArray[np.int64],
    joined: list[np.ufunc],
    box: Stacks,
) -> NDArray[np.int64]:
    """The answer by last state and last stack, a share of the states at a time."""
    if states is None:
        return answered(ask, parts, box).reshape(1, -1)
    refuse_too_many(len(states), box)
    share = max(1, 500_000 // len(box))
    shares = [states[k : k + share] for k in range(0, len(states), share)]
    found = [answered(ask, combined(some, parts, joined), box) for some in shares]
    return np.concatenate(found).reshape(-1, len(box))


def answered(ask: Ask, states: NDArray[np.int64], box: Stacks) -> NDArray[np.int64]:
    """The answer to a question in every state."""
    folds = stack_folds(ask)
    known = {fold: states[:, place] for place, fold in enumerate(folds)}
    counts = (
        states[:, len(folds) :]
        if uses_cards(ask)
        else np.zeros((len(states), box.values), dtype=np.int64)
    )
    return evaluate(ask, counts, known)


def merged(steps: list[Step], labels: Labels, answers: NDArray[np.int64]) -> Sieve:
    """The sieve with states of equal rows merged, from the last step back."""
    table: NDArray[Any] = labels
    tables: list[NDArray[Any]] = []
    for step in reversed(steps):
        table, numbers = np.unique(table, axis=0, return_inverse=True)
        tables.insert(0, table)
        table = numbers.reshape(-1).astype(np.int32)[step]
    tables.insert(0, table)
    *first, last = tables
    return Sieve(
        tuple(np.ascontiguousarray(step, dtype=np.int32) for step in first),
        last.astype(np.int16),
        tuple(int(answer) for answer in answers),
    )


def refuse_too_many(states: int, box: Stacks) -> None:
    """Refuse a question whose tables would not be small."""
    if states * len(box) > MOST_STATES:
        raise TooLarge(
            f"a question about so many cards needs {states * len(box)} states at "
            f"{len(box)} combinations; at most {MOST_STATES}"
        )


def packed(bits: NDArray[np.bool_]) -> Words:
    """Truths along the last axis as words of 64 bits, the first truth in the lowest bit."""
    size = bits.shape[-1]
    pad = [(0, 0)] * (bits.ndim - 1) + [(0, -size % 64)]
    octets = np.packbits(np.pad(bits, pad), axis=-1, bitorder="little")
    return np.ascontiguousarray(octets).view("<u8").astype(np.uint64)


def unpacked(words: Words, size: int) -> NDArray[np.bool_]:
    """The truths that `packed` took, along the last axis."""
    octets = np.ascontiguousarray(words).astype("<u8").view(np.uint8)
    bits = np.unpackbits(octets, axis=-1, bitorder="little")
    return bits[..., :size].astype(np.bool_)
