"""A book of rules: a game as its file, or its Python class, wrote it down.

All clauses are terms on columns of worlds.  Words are numbers below zero: the word with
the code -k is `words[k - 1]`; seats are words too, and known by their place besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge
from whoknows.games.written.rules.terms import Env, Term


class Move(NamedTuple):
    """What a seat does: the name of the move, and the values of its parameters in words."""

    name: str
    args: tuple[str, ...] = ()


MOST_LISTED = 100_000  # moves that a learner can tell apart
PASS = Move("pass")  # of a seat that has no legal move


@dataclass(frozen=True, slots=True)
class Column:
    """A fact, a part, or a place of the board: its values, the first at the start."""

    name: str
    values: tuple[int, ...]
    fact: bool
    board: bool = False
    family: str = ""  # the name before the index
    index: tuple[int, ...] = ()


class AllWorlds(Protocol):
    """All ways that chance may deal, however they are kept; a world is a number."""

    @property
    def size(self) -> int:
        """How many worlds there are."""

    @property
    def effort(self) -> int:
        """How much work a term is, as rows of a table would be."""

    def has(self, world: int) -> bool:
        """Whether a number is that of a world."""

    def value(self, name: str, world: int) -> int:
        """What is dealt in a world."""

    def random_world(self, rng: np.random.Generator) -> int:
        """A world, by the weights."""

    def fitting(self, so: Mapping[str, int]) -> tuple[int, int | None]:
        """How many worlds have these values, and one of them."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """All ways that chance may deal: a column of codes for everything that is dealt."""

    columns: Mapping[str, NDArray[Any]]
    weights: NDArray[np.int64] | None
    size: int

    @property
    def effort(self) -> int:
        """How much work a term is: its rows."""
        return self.size

    def has(self, world: int) -> bool:
        """Whether a number is that of a world."""
        return 0 <= world < self.size

    def value(self, name: str, world: int) -> int:
        """What is dealt in a world."""
        return int(self.columns[name][world])

    def random_world(self, rng: np.random.Generator) -> int:
        """A world, by the weights."""
        if self.weights is None:
            return int(rng.integers(self.size))
        ladder = np.cumsum(self.weights)
        return int(np.searchsorted(ladder, rng.integers(int(ladder[-1])), side="right"))

    def fitting(self, so: Mapping[str, int]) -> tuple[int, int | None]:
        """How many worlds have these values, and one of them."""
        left = np.ones(self.size, dtype=bool)
        for name, code in so.items():
            left &= self.columns[name] == code
        rows = np.flatnonzero(left)
        return len(rows), int(rows[0]) if len(rows) else None


@dataclass(frozen=True, slots=True)
class Item:
    """A term under some variables, and when it counts: what is seen, said, or changed."""

    term: Term
    env: Env = field(default_factory=dict)
    when: Term | None = None
    label: str = ""
    words: str = ""  # as it is written


@dataclass(frozen=True, slots=True)
class Change:
    """`x[i] := term`, under some variables."""

    names: Mapping[tuple[int, ...], str]
    index: tuple[Term, ...]
    term: Term
    env: Env = field(default_factory=dict)
    when: Term | None = None


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a move: what it runs over, and what is left out."""

    name: str
    values: tuple[int, ...]
    but: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class PrivateItem:
    """What some seats alone are told."""

    who: tuple[Term, ...]
    item: Item


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of move."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    by: tuple[int, ...] = ()  # places of the seats that may make it; all, if none
    phases: tuple[str, ...] = ()  # in which it may be made; all, if none
    allowed: tuple[Term, ...] = ()  # what the mover must know
    says: tuple[Term, ...] = ()  # what others take it to mean
    right: Term | None = None
    answers: tuple[Item, ...] = ()
    told: tuple[PrivateItem, ...] = ()
    changes: tuple[Change, ...] = ()
    again: Term | None = None
    words: str = ""
    said: tuple[str, ...] = ()  # the clauses `says`, as they are written


@dataclass(frozen=True, slots=True)
class Turns:
    """Who moves in a phase: in order or together, and who is passed over."""

    seats: tuple[int, ...]
    together: bool = False
    unless: Term | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """A phase that begins when something public is so."""

    phase: str
    when: Term


@dataclass(frozen=True, slots=True)
class Sign:
    """How a value looks: some characters, and a color."""

    text: str
    color: str = ""


@dataclass(frozen=True, eq=False)
class Book:
    """The rules of one game."""

    title: str
    about: str
    seats: tuple[str, ...]
    words: tuple[str, ...]
    columns: Mapping[str, Column]
    sees: Mapping[int, tuple[Item, ...]]  # by seat
    public: tuple[Item, ...]  # what all see
    kinds: Mapping[str, Kind]
    turns: Mapping[str, Turns]  # by phase; "" where there are none
    switches: tuple[Switch, ...] = ()
    always: tuple[Change, ...] = ()
    ends: tuple[Term, ...] = ()
    score: Term | None = None
    end_texts: tuple[str, ...] = ()  # the claims of `ends`, as they are written
    score_text: str = ""
    signs: Mapping[str, Sign] = field(default_factory=dict)
    worlds: AllWorlds = field(repr=False, default=None)  # type: ignore[assignment]
    text: str = ""

    @property
    def board(self) -> list[Column]:
        """What lies open before all."""
        return [column for column in self.columns.values() if column.board]

    @property
    def dealt(self) -> list[Column]:
        """What chance decides."""
        return [column for column in self.columns.values() if not column.board]

    def seat_code(self, seat: int) -> int:
        """A seat as a word."""
        return -(seat + 1)  # the first words are the seats

    def value_name(self, code: int) -> str:
        """A value as people read it."""
        return self.words[-code - 1] if code < 0 else str(code)

    def shown(self, name: str, code: int) -> str:
        """A value of a column as people read it: yes or no, where it is a fact."""
        if self.columns[name].fact:
            return "yes" if code else "no"
        return self.value_name(code)

    @cached_property
    def remembered(self) -> dict[Any, Any]:
        """What was worked out about clauses, whatever the world."""
        return {}

    def is_public(self, term: Term) -> bool:
        """Whether a term speaks of the board alone."""
        key = ("public", id(term))
        if key not in self.remembered:
            board = all(self.columns[name].board for name in term.columns)
            self.remembered[key] = board and not term.knowers
        return bool(self.remembered[key])

    @cached_property
    def codes(self) -> dict[str, int]:
        """The code of every word."""
        return {word: -(place + 1) for place, word in enumerate(self.words)}

    def code_of(self, value: Any) -> int | None:
        """The code of a value that people name, if there is one."""
        if isinstance(value, int):
            return int(value)
        if value in self.codes:
            return self.codes[value]
        text = str(value)
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else None

    def env(self, seat: int, kind: Kind, args: Sequence[str]) -> dict[str, int]:
        """What the variables of a move stand for."""
        env = {"me": self.seat_code(seat)}
        for parameter, word in zip(kind.parameters, args, strict=True):
            env[parameter.name] = self.codes[word] if word in self.codes else int(word)
        return env

    def instances(self, seat: int, phase: str) -> Iterator[tuple[Kind, Move]]:
        """Every move that a seat may think of in a phase, legal or not."""
        for kind in self.kinds.values():
            if kind.by and seat not in kind.by:
                continue
            if kind.phases and phase not in kind.phases:
                continue
            for args in self.arguments(seat, kind):
                yield kind, Move(kind.name, tuple(map(self.value_name, args)))

    def every_move(self) -> tuple[Move, ...]:
        """Every move of any seat in any phase, in the order of the text; then to pass."""
        seats = range(len(self.seats))
        found = (
            Move(kind.name, tuple(map(self.value_name, args)))
            for kind in self.kinds.values()
            for seat in kind.by or seats
            for args in self.arguments(seat, kind)
        )
        every = tuple(dict.fromkeys(islice(found, MOST_LISTED + 1)))
        if len(every) > MOST_LISTED:
            raise TooLarge(f"more than {MOST_LISTED:,} moves are not listed")
        return tuple(dict.fromkeys([*every, PASS]))

    def arguments(self, seat: int, kind: Kind) -> Iterator[tuple[int, ...]]:
        """Every way to choose the parameters of a move."""
        env = {"me": self.seat_code(seat)}

        def rest(place: int, before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if place == len(kind.parameters):
                yield before
                return
            parameter = kind.parameters[place]
            out = {term.work(Plain(env)) for term in parameter.but}
            for value in parameter.values:
                if value not in out:
                    env[parameter.name] = value
                    yield from rest(place + 1, (*before, value))

        return rest(0, ())


@dataclass(frozen=True, slots=True)
class Plain:
    """A scope for terms that ask no world."""

    env: dict[str, int]
    size: int = 1
    memo: None = None
