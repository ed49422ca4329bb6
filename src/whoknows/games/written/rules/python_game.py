"""A book of rules from a Python class: worlds as arrays, and functions on them.

Everything that a text says in a clause, a method says here, of all worlds at a time: it
gets *worlds* `w`, in which `w["card_ann"]` is an array, and gives an array or one value.
What somebody knows is asked of a function of worlds: `w.knows("ann", lambda w: ...)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

import numpy as np

from whoknows.errors import BadSetup
from whoknows.games.written.rules.deal_table import MOST_WEIGHT, MOST_WORLDS, code_type
from whoknows.games.written.rules.meaning import ROUND
from whoknows.games.written.rules.rules_of_text import (
    Book,
    Change,
    Column,
    Item,
    Kind,
    Parameter,
    PrivateItem,
    Turns,
    Worlds,
)
from whoknows.games.written.rules.statements import MOST_ROUNDS
from whoknows.games.written.rules.syntax import GROUPS
from whoknows.games.written.rules.terms import CLAIM, NUMBER, WORD, Term, Worked

Value: TypeAlias = str | int | bool
Worldly: TypeAlias = Callable[..., Any]  # of worlds, the mover, and parameters


@dataclass(frozen=True, slots=True)
class Act:
    """A kind of move: its parameters, and functions of worlds, the mover, and these."""

    parameters: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    allowed: Worldly | None = None  # what the mover must know
    says: Worldly | None = None  # what others take it to mean
    right: Worldly | None = None
    answer: Worldly | None = None  # what all are told
    tells: Worldly | Mapping[str, Worldly] | None = None  # what the mover alone is told,
    # or `me`, a seat, or the seat that a parameter names
    makes: Mapping[str, Worldly] = field(default_factory=dict)  # board, by name
    again: Worldly | None = None
    by: Sequence[str] = ()
    words: str = ""


class ArrayRules:
    """What a game in Python says of itself; `worlds`, `acts`, and `ends` at least."""

    name: ClassVar[str] = "arrays"
    title: ClassVar[str] = "A game"
    seats: ClassVar[Sequence[str]] = ("ann",)
    board: ClassVar[Mapping[str, Sequence[Value]]] = {}
    words: ClassVar[Sequence[str]] = ()  # of answers, which stand nowhere else
    together: ClassVar[bool] = False
    Setup: ClassVar[Any]  # which the game makes

    def worlds(self) -> Mapping[str, Any]:
        """All deals: an array of equal length for everything that is dealt."""
        raise NotImplementedError

    def weight(self, w: Hand) -> Any:  # noqa: ARG002
        """How likely each world is, as whole numbers."""
        return None

    def sees(self, w: Hand, me: str) -> Iterable[Any]:  # noqa: ARG002
        """What a seat sees, as arrays."""
        return ()

    def acts(self) -> Mapping[str, Act]:
        """The moves."""
        raise NotImplementedError

    def out(self, w: Hand, me: str) -> Any:  # noqa: ARG002
        """Who is passed over, as far as the board tells."""
        return False

    def ends(self, w: Hand) -> Any:
        """Where the game is over."""
        raise NotImplementedError

    def score(self, w: Hand, me: str) -> Any:  # noqa: ARG002
        """What a seat scores."""
        return 0


class Hand:
    """Worlds as a function gets them: columns by name, and what seats know."""

    def __init__(self, scope: Any, coder: Coder) -> None:
        self.scope, self.coder = scope, coder

    def __getitem__(self, name: str) -> Any:
        return self.coder.shown(self.scope.column(name))

    def knows(self, who: str, claim: Callable[[Hand], Any]) -> Any:
        """Where a seat knows a claim."""
        return self.modal("K", who, claim)

    def possible(self, who: str, claim: Callable[[Hand], Any]) -> Any:
        """Where a seat holds a claim possible."""
        return self.modal("possible", who, claim)

    def knows_whether(self, who: str, claim: Callable[[Hand], Any]) -> Any:
        """Where a seat knows whether a claim holds."""
        return self.modal("Kw", who, claim)

    def knows_value(self, who: str, value: Callable[[Hand], Any]) -> Any:
        """Where a seat knows the value of something."""
        term = self.coder.term(value, kind=WORD)
        return as_claim(self.scope.knows_value(self.coder.code(who), term))

    def group_knows(
        self, how: str, who: Iterable[str], claim: Callable[[Hand], Any]
    ) -> Any:
        """Where seats know a claim: `how` is E (each), C (in common), D (together)."""
        if how not in GROUPS:
            raise BadSetup(f"one of {', '.join(GROUPS)} is wanted, not {how!r}")
        group = tuple(map(self.coder.code, who))
        return as_claim(self.scope.group_knows(how, group, self.coder.term(claim)))

    def modal(self, how: str, who: str, claim: Callable[[Hand], Any]) -> Any:
        """What a seat knows."""
        found = self.scope.knows(how, self.coder.code(who), self.coder.term(claim))
        return as_claim(found)


def as_claim(found: Worked) -> Any:
    """A claim that `~` turns round, also where it is one value for all worlds."""
    return np.bool_(found) if isinstance(found, bool) else found


class Coder:
    """Words as numbers, and functions as terms."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words: list[str] = list(dict.fromkeys(words))
        self.columns: dict[str, Column] = {}
        self.full = False  # whether all words are known

    def code(self, value: Any) -> int:
        """The number of a value; words are below zero."""
        if not isinstance(value, str):
            return int(value)
        if value not in self.words and self.full:
            raise BadSetup(f"{value!r} is new: list the words of answers in `words`")
        if value not in self.words:
            self.words.append(value)
        return -(self.words.index(value) + 1)

    def coded(self, values: Any, *, signed: bool = False) -> Worked:
        """An array, or one value, of numbers; words are below zero, if not `signed`."""
        found = np.asarray(values)
        if found.dtype.kind in "US":
            some, places = np.unique(found, return_inverse=True)
            codes = np.array([self.code(str(word)) for word in some])
            found = codes[places].reshape(found.shape)
        elif found.dtype.kind not in "biu":
            raise BadSetup(f"whole numbers, words, or claims are wanted, not {found.dtype}")
        elif not signed and found.size and found.min() < 0:
            raise BadSetup(f"numbers from 0 up are wanted, and {found.min()} came")
        return found if found.ndim else found.item()

    def shown(self, codes: Any) -> Any:
        """Numbers as people have them: words, where they are below zero."""
        if codes.dtype == bool or not len(codes) or int(codes.min()) >= 0:
            return codes
        return np.array(self.words)[-codes.astype(np.int64) - 1]

    def value(self, code: int) -> Value:
        """A value of a parameter."""
        return self.words[-code - 1] if code < 0 else code

    def term(self, work: Worldly, names: Sequence[str] = (), kind: str = CLAIM) -> Term:
        """A function of worlds as a term; it may look at any column."""

        def worked(scope: Any) -> Worked:
            args = [self.value(scope.env[name]) for name in names]
            return self.coded(work(Hand(scope, self), *args), signed=kind == NUMBER)

        return Term(kind, worked, columns=frozenset(self.columns), knowers=True)


def array_book(rules: ArrayRules, title: str, about: str) -> Book:
    """The book of a game in Python."""
    coder = Coder([*rules.seats, "nobody", *rules.words])
    worlds = dealt_worlds(rules, coder)
    for name, values in rules.board.items():
        fact = all(isinstance(value, bool) for value in values)
        codes = tuple(map(coder.code, values))
        coder.columns[name] = Column(name, codes, fact, True, name)
    rounds = tuple(range(MOST_ROUNDS + 1))
    coder.columns[ROUND] = Column(ROUND, rounds, fact=False, board=True)
    kinds = {
        name: kind_of_act(name, act, rules, coder) for name, act in rules.acts().items()
    }
    seats = range(len(rules.seats))
    unless = (
        coder.term(rules.out, ["me"]) if type(rules).out is not ArrayRules.out else None
    )
    coder.full = True
    return Book(
        title=title,
        about=about,
        seats=tuple(rules.seats),
        words=tuple(coder.words),
        columns=coder.columns,
        sees={seat: seen_by(rules, coder, seat) for seat in seats},
        public=(),
        kinds=kinds,
        turns={"": Turns(tuple(seats), rules.together, unless)},
        ends=(coder.term(rules.ends),),
        score=coder.term(rules.score, ["me"], NUMBER),
        worlds=worlds,
    )


def dealt_worlds(rules: ArrayRules, coder: Coder) -> Worlds:
    """The columns of all deals, checked, with how likely each is."""
    raw = {name: np.asarray(column) for name, column in rules.worlds().items()}
    sizes = {column.shape for column in raw.values()}
    if len(sizes) != 1 or len(next(iter(sizes))) != 1:
        raise BadSetup(f"columns of one length are wanted, not of {sorted(sizes)}")
    [(size,)] = sizes
    if not 1 <= size <= MOST_WORLDS:
        raise BadSetup(f"{size:,} worlds; wanted 1 to {MOST_WORLDS:,}")
    columns = {}
    for name, column in raw.items():
        codes = np.asarray(coder.coded(column))
        values = tuple(np.unique(codes).tolist())
        found = Column(name, tuple(map(int, values)), codes.dtype == bool, family=name)
        coder.columns[name] = found
        columns[name] = codes if found.fact else codes.astype(code_type(found))
    worked = rules.weight(Hand(Loose(columns), coder))
    if worked is None:
        return Worlds(columns, None, size)
    weights = np.asarray(worked, np.int64)
    if (weights < 0).any() or float(weights.sum(dtype=np.float64)) >= MOST_WEIGHT:
        raise BadSetup(
            "weights are wanted that are not below 0 and add up to less than 2^53"
        )
    return Worlds(columns, weights, size)


@dataclass(slots=True)
class Loose:
    """A scope of columns alone."""

    columns: Mapping[str, Any]

    def column(self, name: str) -> Any:
        """What a column has."""
        return self.columns[name]

    def knows(self, *_: Any) -> bool:
        """Nobody knows anything: only the kind of what a function gives is looked at."""
        return False

    knows_value = group_knows = knows


def first_world(rules: ArrayRules, coder: Coder) -> Hand:
    """The first world, at the beginning: to see what kind of things functions give."""
    board = {
        c.name: np.full(1, c.values[0], bool if c.fact else int)
        for c in coder.columns.values()
        if c.board
    }
    dealt = {name: np.asarray(coder.coded(c))[:1] for name, c in rules.worlds().items()}
    return Hand(Loose({**dealt, **board}), coder)


def kind_given(values: Any) -> str:
    """The kind of what a function gives: claims, or values."""
    return CLAIM if np.asarray(values).dtype == bool else WORD


def seen_by(rules: ArrayRules, coder: Coder, seat: int) -> tuple[Item, ...]:
    """What a seat sees, an item for each array."""
    me = rules.seats[seat]
    kinds = [kind_given(values) for values in rules.sees(first_world(rules, coder), me)]

    def at(place: int) -> Worldly:
        return lambda w: list(rules.sees(w, me))[place]

    return tuple(Item(coder.term(at(k), kind=kind)) for k, kind in enumerate(kinds))


def kind_of_act(name: str, act: Act, rules: ArrayRules, coder: Coder) -> Kind:
    """A kind of move from its functions."""
    names = ["me", *act.parameters]

    def made(work: Worldly | None, kind: str = CLAIM) -> tuple[Term, ...]:
        return () if work is None else (coder.term(work, names, kind),)

    def given(work: Worldly | None) -> tuple[Term, ...]:
        if work is None:
            return ()
        first = [
            rules.seats[0],
            *(values[0] for values in map(list, act.parameters.values())),
        ]
        return made(work, kind_given(work(first_world(rules, coder), *first)))

    parameters = tuple(
        Parameter(each, tuple(map(coder.code, values)))
        for each, values in act.parameters.items()
    )
    tells = act.tells if isinstance(act.tells, Mapping) else {"me": act.tells}
    return Kind(
        name,
        parameters,
        by=tuple(list(rules.seats).index(seat) for seat in act.by),
        allowed=made(act.allowed),
        says=made(act.says),
        right=next(iter(made(act.right)), None),
        answers=tuple(Item(term) for term in given(act.answer)),
        told=tuple(
            PrivateItem((told_seat(who, names, rules, coder),), Item(term))
            for who, work in tells.items()
            for term in given(work)
        ),
        changes=tuple(
            Change({(): each}, (), coder.term(work, names, WORD))
            for each, work in act.makes.items()
        ),
        again=next(iter(made(act.again)), None),
        words=act.words,
    )


def told_seat(who: str, names: Sequence[str], rules: ArrayRules, coder: Coder) -> Term:
    """Who is told something: the mover, the seat that a parameter names, or a seat."""
    if who not in (*names, *rules.seats):
        wanted = ", ".join([*names, *rules.seats])
        raise BadSetup(f"{who!r} is told something, but no seat: one of {wanted} is wanted")
    if who in names:
        return Term(WORD, lambda scope: scope.env[who])
    return Term(WORD, lambda _: coder.code(who))
