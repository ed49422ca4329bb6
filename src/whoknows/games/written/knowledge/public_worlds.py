"""Who knows what in a written game: the worlds that all hold possible.

A picture has every world that fits all that is public, the columns as they are by now in
each of these worlds, and for each seat what it has seen so far: worlds with the same label
look alike to it.  Nobody forgets: what is seen only ever parts worlds more finely.  A move
drops the worlds in which it would not have been made, or would have been answered
otherwise.  `TablePicture` and `DiagramPicture` are the two ways to keep the worlds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from whoknows.games.written.knowledge.scopes import AnyScope, Ears, Hearing, HeldScope
from whoknows.games.written.knowledge.seen_values import shown_name, value_shown
from whoknows.games.written.rules.fold import (
    NONE,
    Fact,
    Whisper,
    World,
    move_name,
    value_text,
)
from whoknows.games.written.rules.meaning import ROUND
from whoknows.games.written.rules.rules_of_text import PASS, Book, Change, Item, Kind, Move
from whoknows.games.written.rules.statements import MOST_ROUNDS
from whoknows.games.written.rules.terms import Env, Term, Worked, single, varies

if TYPE_CHECKING:
    from whoknows.games.written.knowledge.public_table import TablePicture


class Picture(ABC):
    """The worlds that all hold possible at one moment; a value.

    What the rules make of moves is said here once; how worlds are kept, as rows of a table
    or as a diagram, is the matter of the two kinds of pictures.
    """

    symbolic = False  # whether worlds are a diagram
    book: Book
    columns: Mapping[str, Worked]
    phase: str
    turn: tuple[int, ...]
    found: dict[Any, Any]  # what was worked out for somebody

    @property
    @abstractmethod
    def size(self) -> int:
        """How many worlds all hold possible."""

    @property
    @abstractmethod
    def room(self) -> int:
        """How many pictures as large as this one have room."""

    @property
    @abstractmethod
    def effort(self) -> int:
        """How much work a term is, as rows of a table would be."""

    def work(self) -> AbstractContextManager[None]:
        """A piece of work, whose cost may be bounded; raises `TooLarge`."""
        return nullcontext()

    @abstractmethod
    def count(self, claim: Worked) -> int:
        """In how many worlds a claim holds."""

    @abstractmethod
    def listed(self) -> TablePicture:
        """The picture as a table, where its worlds are few."""

    @abstractmethod
    def everywhere(self, env: Env) -> AnyScope:
        """All worlds, for terms to be worked out on."""

    @abstractmethod
    def in_world(self, world: World, env: Env) -> AnyScope:
        """One world alone."""

    @abstractmethod
    def held_by(self, seat: int | None, cell: int) -> HeldScope:
        """The worlds that a seat holds possible; for a spectator, all."""

    @abstractmethod
    def those_of(self, held: Any) -> HeldScope:
        """The worlds that a seat held possible before, of those that are left."""

    @abstractmethod
    def first_row(self) -> AnyScope:
        """A scope for what all see."""

    @abstractmethod
    def cell(self, seat: int, world: World) -> int:
        """The label of what a seat has seen in a world; raises `Contradiction`."""

    @abstractmethod
    def value(self, name: str, world: World) -> int:
        """What a column has in a world by now."""

    @abstractmethod
    def eyes(self, world: World) -> Ears:
        """The referee's eyes, which see one world."""

    @abstractmethod
    def taken(
        self,
        left: Worked,
        changes: Mapping[str, Worked],
        told: Iterable[tuple[int, Worked, Item]],
        ears: Ears,
    ) -> Self:
        """The worlds where something holds, columns as they become, and what is told."""

    def settled(self, names: Iterable[str]) -> Self:  # noqa: ARG002
        """The picture when all have seen some columns, so that each has one value."""
        return self

    @abstractmethod
    def kept(self, left: Worked, ears: Ears) -> Self:
        """The worlds where something holds alone."""

    @abstractmethod
    def refined(self, seen: Iterable[tuple[int, Worked, Item]]) -> Self:
        """The picture when seats have seen some values."""

    @abstractmethod
    def turned(self, phase: str, turn: tuple[int, ...]) -> Self:
        """The picture with who moves next."""

    # -------------------------------------------------------------------- what is legal

    def moves(self, seat: int, cell: int) -> tuple[Move, ...]:
        """The legal moves of a seat, in the order of the text."""
        key = ("moves", seat, cell)
        if key not in self.found:
            with self.work():
                held, one = self.held_by(seat, cell), self.first_row()
                held.memo = {}
                some = [
                    move
                    for kind, move in self.book.instances(seat, self.phase)
                    if self.legal(seat, kind, move, held, one) is None
                ]
            self.found[key] = tuple(some) or (PASS,)
        moves: tuple[Move, ...] = self.found[key]
        return moves

    def legal(
        self, seat: int, kind: Kind, move: Move, held: HeldScope, one: AnyScope
    ) -> Term | None:
        """The first clause that keeps a seat from a move: nothing, if it may make it."""
        if not kind.allowed:
            return None
        held.env = one.env = self.book.env(seat, kind, move.args)
        for term in kind.allowed:
            if self.book.is_public(term):
                if not np.all(term.work(one)):
                    return term
            elif not held.every(term.work(held)):
                return term
        return None

    def refusal(self, seat: int, move: Move, world: World) -> str | None:
        """Why a seat may not make a move in a world; nothing, if it may."""
        cell = self.cell(seat, world)
        kind = self.book.kinds.get(move.name)
        if move == PASS and kind is None:
            if self.moves(seat, cell) == (PASS,):
                return None
            return "a seat that has a move may not pass"
        if kind is None or move not in (
            made for _, made in self.book.instances(seat, self.phase)
        ):
            return f"{move_name(move)} is no move here"
        term = self.legal(seat, kind, move, self.held_by(seat, cell), self.first_row())
        if term is None:
            return None
        return f"{move_name(move)} is not allowed: {clause_text(self.book, term)}"

    # ------------------------------------------------------------------ what moves tell

    def outcome(
        self, moves: tuple[tuple[int, Move], ...], world: World
    ) -> tuple[Fact, tuple[Whisper, ...]]:
        """The fact of these moves in a world, and who is told what besides."""
        eyes = self.eyes(world)
        with self.work():
            whispers = tuple(self.whispers(moves, world))
            after = self.advanced(moves, eyes)
        fact = Fact(moves, tuple(eyes.values))
        self.found["after"] = (fact, after)
        return fact, whispers

    def after(self, fact: Fact) -> Self:
        """The picture once this fact is public too; raises `Contradiction`."""
        ready = self.found.pop("after", None)  # whoever wants it again remembers it
        if ready is not None and ready[0] == fact:
            after: Self = ready[1]
            return after
        with self.work():
            return self.advanced(fact.moves, Hearing(fact.values))

    def whispers(
        self, moves: tuple[tuple[int, Move], ...], world: World
    ) -> Iterator[Whisper]:
        """What seats alone are told in one world."""
        for seat, move in moves:
            kind = self.book.kinds.get(move.name)
            for told in kind.told if kind else ():
                assert kind is not None
                env = {**self.book.env(seat, kind, move.args), **told.item.env}
                scope = self.in_world(world, env)
                value = single(valued(told.item, scope))
                if value != NONE:
                    text = value_text(self.book, told.item, value)
                    label = f"{told.item.label}: " if told.item.label else ""
                    turn = self.value(ROUND, world)
                    for one in dict.fromkeys(int(term.work(scope)) for term in told.who):
                        yield Whisper(-one - 1, turn, label + text)

    def advanced(self, moves: tuple[tuple[int, Move], ...], ears: Ears) -> Self:
        """The picture after moves, and after the values that all then hear and see."""
        left: Worked = True
        changes: dict[str, Worked] = {}
        told: list[tuple[int, Worked, Item]] = []
        again = False
        for seat, move in moves:
            kind = self.book.kinds.get(move.name)
            if kind is None:
                left = left & self.stuck(seat)
                continue
            scope = self.everywhere(self.book.env(seat, kind, move.args))
            left = left & self.known_legal(seat, kind, scope)
            left = left & self.said(kind, scope, ears)
            for item in kind.answers:
                left = left & heard(valued(item, scope), ears)
            if kind.again is not None:
                claim = kind.again.work(scope)
                again = bool(ears.value(claim))
                left = left & (claim == again)
            told += self.whispered(kind, scope)
            changes |= self.changed(kind.changes, scope)
        if moves:
            changes |= self.changed(self.book.always, self.everywhere({}))
            changes[ROUND] = self.columns[ROUND] + 1
        new = self.taken(left, changes, told, ears)
        new = new.publicly(changes if moves else None, ears)
        new = new.seeing(changes)
        return new.with_turn(moves, ears, again=again)

    def stuck(self, seat: int) -> Worked:
        """Where a seat has no legal move."""
        left: Worked = True
        for kind, move in self.book.instances(seat, self.phase):
            scope = self.everywhere(self.book.env(seat, kind, move.args))
            able = self.known_legal(seat, kind, scope)
            left = left & (~able if varies(able) else not able)
        return left

    def known_legal(self, seat: int, kind: Kind, scope: AnyScope) -> Worked:
        """Where a seat knows that it may make a move."""
        left: Worked = True
        for term in kind.allowed:
            if self.book.is_public(term):
                one = self.first_row()
                one.env = scope.env
                left = left & bool(np.all(term.work(one)))
            else:
                left = left & scope.knows("K", -(seat + 1), term)
        return left

    def said(self, kind: Kind, scope: AnyScope, ears: Ears) -> Worked:
        """Where what a move means is so, or is not, as the referee says."""
        if not kind.says:
            return True
        claim: Worked = True
        for term in kind.says:
            claim = claim & term.work(scope)
        return claim == bool(ears.value(claim))

    def whispered(self, kind: Kind, scope: AnyScope) -> Iterator[tuple[int, Worked, Item]]:
        """Who is told what, in every world."""
        for told in kind.told:
            values = valued(told.item, self.everywhere({**scope.env, **told.item.env}))
            for one in dict.fromkeys(int(term.work(scope)) for term in told.who):
                yield -one - 1, values, told.item

    def changed(self, changes: Sequence[Change], scope: AnyScope) -> dict[str, Worked]:
        """Columns as they become."""
        found: dict[str, Worked] = {}
        for change in changes:
            inside = self.everywhere({**scope.env, **change.env})
            name = change.names[tuple(int(index.work(inside)) for index in change.index)]
            new = change.term.work(inside)
            if change.when is not None:
                when = change.when.work(inside)
                if when is False:
                    continue
                new = new if when is True else np.where(when, new, self.columns[name])
            found[name] = fitted(self.book, name, new)
        return found

    def publicly(self, changes: Mapping[str, Any] | None, ears: Ears) -> Self:
        """The picture when all see the board and what else lies open."""
        left: Worked = True
        seen = [
            name for name, new in (changes or {}).items()
            if name != ROUND and self.book.columns[name].board and varies(new)
        ]  # fmt: skip
        for name in seen:
            left = left & heard(self.columns[name], ears)
        for item in self.book.public:
            if changes is None or touched(item, changes):
                left = left & heard(valued(item, self.everywhere(item.env)), ears)
        return self.kept(left, ears).settled((*seen, ROUND))

    def seeing(self, changes: Mapping[str, Any]) -> Self:
        """The picture when every seat sees what it sees now."""
        seen = [
            (seat, valued(item, self.everywhere(item.env)), item)
            for seat, items in self.book.sees.items()
            for item in items
            if not changes or touched(item, changes)
        ]
        return self.refined(seen)

    def with_turn(
        self, moves: tuple[tuple[int, Move], ...], ears: Ears, *, again: bool
    ) -> Self:
        """The picture with who moves next; that the game is over, or not, tells too."""
        over: Worked = False
        for term in self.book.ends:
            over = over | term.work(self.everywhere({}))
        new, ended = self, over
        if varies(over):
            ended = bool(ears.value(over))
            new = self.kept(over == ended, ears)
        one = new.first_row()
        rounds = single(one.column(ROUND))
        phase = self.phase
        for switch in self.book.switches:
            if np.all(switch.when.work(one)):
                phase = switch.phase
        turn: tuple[int, ...] = ()
        if not ended and rounds < MOST_ROUNDS:
            turn = new.next_turn(phase, moves, again=again and phase == self.phase)
        return new.turned(phase, turn)

    def next_turn(
        self, phase: str, moves: tuple[tuple[int, Move], ...], *, again: bool
    ) -> tuple[int, ...]:
        """Who moves next in a phase."""
        turns = self.book.turns[phase]
        able = [seat for seat in turns.seats if not self.passed_over(turns.unless, seat)]
        if turns.together or not able:
            return tuple(sorted(set(able)))
        movers = [seat for seat, _ in moves]
        if len(movers) != 1 or phase != self.phase or movers[0] not in turns.seats:
            return (able[0],)
        if again and movers[0] in able:
            return (movers[0],)
        place = turns.seats.index(movers[0])
        order = (*turns.seats[place + 1 :], *turns.seats[: place + 1])
        return (next(seat for seat in order if seat in able),)

    def passed_over(self, unless: Term | None, seat: int) -> bool:
        """Whether a seat is passed over."""
        if unless is None:
            return False
        one = self.first_row()
        one.env = {"me": self.book.seat_code(seat)}
        return bool(np.all(unless.work(one)))

    # -------------------------------------------------------------------- what is seen

    def seen(self, seat: int | None, world: World) -> tuple[tuple[str, str], ...]:
        """What lies open to a seat in a world, in words: the board, and what it sees."""
        key = ("seen", seat, None if seat is None else self.cell(seat, world))
        if key not in self.found:
            self.found[key] = tuple(self.shown(seat, world).items())
        seen: tuple[tuple[str, str], ...] = self.found[key]
        return seen

    def shown(self, seat: int | None, world: World) -> dict[str, str]:
        """What lies open to a seat in one world."""
        items = (
            *self.book.public,
            *(self.book.sees.get(seat, ()) if seat is not None else ()),
        )
        shown: dict[str, str] = {}
        for item in items:
            name = shown_name(item)
            value = single(valued(item, self.in_world(world, item.env)))
            if name is not None and value != NONE:
                shown |= value_shown(self.book, item, name, value)
            elif item.words and value != NONE:
                shown[f"={item.words}"] = value_text(self.book, item, value)
        shown |= self.told_at_once(seat, world) if not self.book.text else {}
        for column in self.book.board:
            if column.name != ROUND:
                value = self.value(column.name, world)
                shown[column.name] = self.book.shown(column.name, value)
        return shown

    def told_at_once(self, seat: int | None, world: World) -> dict[str, str]:  # noqa: ARG002
        """What was dealt as far as what a seat sees now tells it, in a game in Python."""
        return {}

    def holds(self, term: Term, world: World, env: Env) -> bool:
        """Whether a claim holds in a world."""
        with self.work():
            return bool(single(term.work(self.in_world(world, env))))


def clause_text(book: Book, term: Term) -> str:
    """The text of a clause, from its place on; what a Python game says has none."""
    if not book.text:
        return "the mover does not know that the rules allow it"
    start = book.text.rfind("\n", 0, term.start) + 1
    end = book.text.find("\n", term.start)
    line = book.text[start : end if end >= 0 else None].split("#")[0]
    return f"you do not know that it holds: {' '.join(line.split())}"


def valued(item: Item, scope: AnyScope) -> Worked:
    """What an item is, and nothing where it does not count."""
    scope.env.update(item.env)
    found = item.term.work(scope)
    if item.when is None:
        return found
    when = item.when.work(scope)
    if when is True:
        return found
    return NONE if when is False else np.where(when, found, NONE)


def heard(found: Worked, ears: Ears) -> Worked:
    """Where a value is as it was heard."""
    return found == ears.value(found)


def touched(item: Item, changes: Mapping[str, Any]) -> bool:
    """Whether an item may be another after some columns changed."""
    names = item.term.columns | (item.when.columns if item.when else frozenset())
    return not names.isdisjoint(changes)


def fitted(book: Book, name: str, new: Worked) -> Worked:
    """A new value of a column; numbers stay within the values that it can have."""
    column = book.columns[name]
    if column.fact:
        return new.astype(bool) if varies(new) else bool(new)
    if min(column.values) >= 0:
        new = np.clip(new, min(column.values), max(column.values))
    return new if varies(new) else int(new)
