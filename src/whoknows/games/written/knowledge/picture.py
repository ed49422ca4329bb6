"""Who knows what in a written game: the table of worlds that all hold possible.

A picture has a row for every world that fits all that is public, the columns as they are
by now in each of these worlds, and for each seat the label of what it has seen so far:
worlds with the same label look alike to it.  Nobody forgets: a label is only ever parted
into finer ones.  A move drops the worlds in which it would not have been made, or would
have been answered otherwise.  What seats know, of any order, a `Table` of `logic` tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import Contradiction
from whoknows.games.written.knowledge.scopes import Hearing, Held, Scope, Watching
from whoknows.games.written.rules.book import PASS, Book, Change, Item, Kind, Move
from whoknows.games.written.rules.deal import Growing
from whoknows.games.written.rules.fold import (
    NONE,
    Fact,
    Whisper,
    World,
    move_name,
    value_text,
)
from whoknows.games.written.rules.meaning import ROUND
from whoknows.games.written.rules.statements import MOST_ROUNDS
from whoknows.games.written.rules.terms import Term, Values, Worked, on_all
from whoknows.logic.table import Table, dense, joint


class Picture:
    """The worlds that all hold possible at one moment; a value."""

    def __init__(
        self,
        book: Book,
        numbers: NDArray[Any],
        columns: Mapping[str, Values],
        views: tuple[Values, ...],
        phase: str,
        turn: tuple[int, ...] = (),
    ) -> None:
        self.book, self.numbers, self.columns, self.views = book, numbers, columns, views
        self.phase, self.turn = phase, turn
        self.found: dict[Any, Any] = {}  # what was worked out for somebody

    @property
    def size(self) -> int:
        """How many worlds all hold possible."""
        return len(self.numbers)

    @cached_property
    def model(self) -> Table:
        """How the worlds look to each seat, as `logic` has it."""
        views = dict(zip(self.book.seats, self.views, strict=True))
        return Table({}, views, rows=self.size)

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """How likely each world is, by the deal."""
        weights = self.book.worlds.weights
        if weights is None:
            return np.ones(self.size, dtype=np.int64)
        return weights.take(self.numbers)

    def row(self, world: World) -> int:
        """The row of a world among those that are left."""
        row = int(np.searchsorted(self.numbers, world))
        if row >= self.size or self.numbers[row] != world:
            raise Contradiction(f"world {world} is ruled out by what is public")
        return row

    def cell(self, seat: int, world: World) -> int:
        """The label of what a seat has seen in a world."""
        return int(self.views[seat][self.row(world)])

    def held(self, seat: int, cell: int) -> NDArray[np.intp]:
        """The rows of the worlds that a seat holds possible."""
        key = ("held", seat, cell)
        if key not in self.found:
            self.found[key] = np.flatnonzero(self.views[seat] == cell)
        rows: NDArray[np.intp] = self.found[key]
        return rows

    def first_row(self) -> Held:
        """A scope of one world, for what all see."""
        return Held(self, {}, np.zeros(1, dtype=np.intp), None)

    # -------------------------------------------------------------------- what is legal

    def moves(self, seat: int, cell: int) -> tuple[Move, ...]:
        """The legal moves of a seat, in the order of the text."""
        key = ("moves", seat, cell)
        if key not in self.found:
            rows = self.held(seat, cell)
            held, one = Held(self, {}, rows, seat), self.first_row()
            some = [
                move
                for kind, move in self.book.instances(seat, self.phase)
                if self.legal(seat, kind, move, held, one) is None
            ]
            self.found[key] = tuple(some) or (PASS,)
        moves: tuple[Move, ...] = self.found[key]
        return moves

    def legal(
        self, seat: int, kind: Kind, move: Move, held: Held, one: Held
    ) -> Term | None:
        """The first clause that keeps a seat from a move: nothing, if it may make it."""
        if not kind.allowed:
            return None
        held.env = one.env = self.book.env(seat, kind, move.args)
        for term in kind.allowed:
            found = term.work(one if self.book.is_public(term) else held)
            if not (found if isinstance(found, bool) else found.all()):
                return term
        return None

    def refusal(self, seat: int, move: Move, world: World) -> str | None:
        """Why a seat may not make a move in a world; nothing, if it may."""
        cell = self.cell(seat, world)
        kind = self.book.kinds.get(move.name)
        if move == PASS and kind is None:
            if self.moves(seat, cell) == (PASS,):
                return None
            return "who has a move may not pass"
        if kind is None or move not in (
            made for _, made in self.book.instances(seat, self.phase)
        ):
            return f"{move_name(move)} is no move here"
        held = Held(self, {}, self.held(seat, cell), seat)
        term = self.legal(seat, kind, move, held, self.first_row())
        if term is None:
            return None
        return f"{move_name(move)} is not allowed: {clause_text(self.book, term)}"

    # ------------------------------------------------------------------ what moves tell

    def told(
        self, moves: tuple[tuple[int, Move], ...], world: World
    ) -> tuple[Fact, tuple[Whisper, ...]]:
        """The fact of these moves in a world, and who is told what besides."""
        row = self.row(world)
        eyes = Watching(row)
        whispers = tuple(self.whispers(moves, row))
        after = self.advanced(moves, eyes)
        fact = Fact(moves, tuple(eyes.values))
        self.found["after"] = (fact, after)
        return fact, whispers

    def after(self, fact: Fact) -> Picture:
        """The picture once this fact is public too; raises `Contradiction`."""
        ready = self.found.get("after")
        if ready is not None and ready[0] == fact:
            after: Picture = ready[1]
            return after
        return self.advanced(fact.moves, Hearing(fact.values))

    def whispers(self, moves: tuple[tuple[int, Move], ...], row: int) -> Iterator[Whisper]:
        """What seats alone are told in one world."""
        for seat, move in moves:
            kind = self.book.kinds.get(move.name)
            for told in kind.told if kind else ():
                assert kind is not None
                env = {**self.book.env(seat, kind, move.args), **told.item.env}
                scope = Held(self, env, np.array([row]), None)
                value = int(on_all(valued(told.item, scope), 1)[0])
                if value != NONE:
                    text = value_text(self.book, told.item, value)
                    label = f"{told.item.label}: " if told.item.label else ""
                    turn = int(self.columns[ROUND][row])
                    for one in dict.fromkeys(int(term.work(scope)) for term in told.who):
                        yield Whisper(-one - 1, turn, label + text)

    def advanced(
        self, moves: tuple[tuple[int, Move], ...], ears: Watching | Hearing
    ) -> Picture:
        """The picture after moves, and after the values that all then hear and see."""
        left: Worked = True
        changes: dict[str, Worked] = {}
        told: list[tuple[int, Values]] = []
        again = False
        for seat, move in moves:
            kind = self.book.kinds.get(move.name)
            if kind is None:
                left = left & self.stuck(seat)
                continue
            scope = Scope(self, self.book.env(seat, kind, move.args))
            left = left & self.known_legal(seat, kind, scope)
            left = left & self.said(kind, scope, ears)
            for item in kind.answers:
                left = left & heard(valued(item, scope), ears, self.size)
            if kind.again is not None:
                claim = on_all(kind.again.work(scope), self.size)
                again = bool(ears.value(claim))
                left = left & (claim == again)
            told += self.whispered(kind, scope)
            changes |= self.changed(kind.changes, scope)
        if moves:
            changes |= self.changed(self.book.always, Scope(self, {}))
            changes[ROUND] = self.columns[ROUND] + 1
        rows = np.flatnonzero(on_all(left, self.size))
        ears.narrow(rows)
        new = self.taken(rows, changes, told)
        new = new.publicly(changes if moves else None, ears)
        new = new.seeing(changes)
        return new.with_turn(moves, ears, again=again)

    def stuck(self, seat: int) -> Values:
        """Where a seat has no legal move."""
        left = np.ones(self.size, dtype=bool)
        for kind, move in self.book.instances(seat, self.phase):
            scope = Scope(self, self.book.env(seat, kind, move.args))
            left &= ~on_all(self.known_legal(seat, kind, scope), self.size)
        return left

    def known_legal(self, seat: int, kind: Kind, scope: Scope) -> Worked:
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

    def said(self, kind: Kind, scope: Scope, ears: Watching | Hearing) -> Worked:
        """Where what a move means is so, or is not, as the referee says."""
        if not kind.says:
            return True
        claim: Worked = True
        for term in kind.says:
            claim = claim & term.work(scope)
        claim = on_all(claim, self.size)
        return claim == bool(ears.value(claim))

    def whispered(self, kind: Kind, scope: Scope) -> Iterator[tuple[int, Values]]:
        """Who is told what, in every world."""
        for told in kind.told:
            values = self.item_values(told.item, scope)
            for one in dict.fromkeys(int(term.work(scope)) for term in told.who):
                yield -one - 1, values

    def item_values(self, item: Item, scope: Scope) -> Values:
        """What an item is in every world."""
        inside = Scope(self, {**scope.env, **item.env})
        return on_all(valued(item, inside), self.size)

    def changed(self, changes: Sequence[Change], scope: Scope) -> dict[str, Worked]:
        """Columns as they become."""
        found: dict[str, Worked] = {}
        for change in changes:
            inside = Scope(self, {**scope.env, **change.env})
            name = change.names[tuple(int(index.work(inside)) for index in change.index)]
            new = change.term.work(inside)
            if change.when is not None:
                when = change.when.work(inside)
                if when is False:
                    continue
                new = new if when is True else np.where(when, new, self.columns[name])
            found[name] = fitted(self.book, name, new, self.columns[name].dtype)
        return found

    def taken(
        self,
        rows: NDArray[np.intp],
        changes: Mapping[str, Worked],
        told: Sequence[tuple[int, Values]],
    ) -> Picture:
        """These rows alone, with columns that changed and what seats were told."""
        if not len(rows):
            raise Contradiction("no world fits what was done and said")
        columns: dict[str, Values] = {}
        for name, column in self.columns.items():
            new = changes.get(name, column)
            if isinstance(new, np.ndarray):
                columns[name] = new if len(rows) == self.size else new.take(rows)
            else:
                columns[name] = np.full(len(rows), new, dtype=column.dtype)
        views = [dense(view.take(rows)) for view in self.views]
        for seat, values in told:
            views[seat] = refined(views[seat], values.take(rows))
        return Picture(
            self.book, self.numbers.take(rows), columns, tuple(views), self.phase
        )

    def kept(self, left: Worked, ears: Watching | Hearing) -> Picture:
        """The worlds where something holds alone."""
        if left is True or (isinstance(left, np.ndarray) and left.all()):
            return self
        rows = np.flatnonzero(on_all(left, self.size))
        ears.narrow(rows)
        return self.taken(rows, {}, ())

    def publicly(
        self, changes: Mapping[str, Any] | None, ears: Watching | Hearing
    ) -> Picture:
        """The picture when all see the board and what else lies open."""
        left: Worked = True
        for name, new in (changes or {}).items():
            open_to_all = name != ROUND and self.book.columns[name].board
            if open_to_all and isinstance(new, np.ndarray):
                left = left & heard(self.columns[name], ears, self.size)
        for item in self.book.public:
            if changes is None or touched(item, changes):
                scope = Scope(self, item.env)
                left = left & heard(valued(item, scope), ears, self.size)
        return self.kept(left, ears)

    def seeing(self, changes: Mapping[str, Any]) -> Picture:
        """The picture when every seat sees what it sees now."""
        views = list(self.views)
        for seat, items in self.book.sees.items():
            for item in items:
                if not changes or touched(item, changes):
                    found = valued(item, Scope(self, item.env))
                    if isinstance(found, np.ndarray):
                        views[seat] = refined(views[seat], found)
        return Picture(self.book, self.numbers, self.columns, tuple(views), self.phase)

    def with_turn(
        self, moves: tuple[tuple[int, Move], ...], ears: Watching | Hearing, *, again: bool
    ) -> Picture:
        """The picture with who moves next; that the game is over, or not, tells too."""
        over: Worked = False
        for term in self.book.ends:
            over = over | term.work(Scope(self, {}))
        new, ended = self, over
        if isinstance(over, np.ndarray):
            ended = bool(ears.value(over))
            new = self.kept(over == ended, ears)
        one = new.first_row()
        rounds = int(one.column(ROUND)[0])
        phase = self.phase
        for switch in self.book.switches:
            if np.all(switch.when.work(one)):
                phase = switch.phase
        turn: tuple[int, ...] = ()
        if not ended and rounds < MOST_ROUNDS:
            turn = new.next_turn(phase, moves, again=again and phase == self.phase)
        return Picture(self.book, new.numbers, new.columns, new.views, phase, turn)

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
            self.found[key] = tuple(self.shown(seat, self.row(world)).items())
        seen: tuple[tuple[str, str], ...] = self.found[key]
        return seen

    def shown(self, seat: int | None, row: int) -> dict[str, str]:
        """What lies open to a seat in one row."""
        rows = np.array([row])
        items = (
            *self.book.public,
            *(self.book.sees.get(seat, ()) if seat is not None else ()),
        )
        shown: dict[str, str] = {}
        for item in items:
            scope = Held(self, item.env, rows, None)
            name = shown_name(item)
            value = int(on_all(valued(item, scope), 1)[0])
            if name is not None and value != NONE:
                shown |= value_shown(self.book, item, name, value)
        for column in self.book.board:
            if column.name != ROUND:
                value = int(self.columns[column.name][rows[0]])
                shown[column.name] = self.book.shown(column.name, value)
        return shown


def value_shown(book: Book, item: Item, name: str, value: int) -> dict[str, str]:
    """What is seen of a column, in words: its value, where what is seen tells it."""
    key = ("seen", id(item), value)
    if key not in book.remembered:
        book.remembered[key] = value_told(book, item, name, value)
    found: dict[str, str] = book.remembered[key]
    return found


def value_told(book: Book, item: Item, name: str, value: int) -> dict[str, str]:
    """What a value that is seen tells of a column."""
    values = np.array(book.columns[name].values)
    worked = item.term.work(Growing({name: values}, len(values), dict(item.env)))
    fits = values[on_all(worked, len(values)) == value].tolist()
    if len(fits) == 1:
        return {name: book.shown(name, int(fits[0]))}
    return {f"{name}?": value_text(book, item, value)}


def shown_name(item: Item) -> str | None:
    """The column that an item shows something of, if it is about just one."""
    if len(item.term.columns) != 1 or item.term.knowers:
        return None
    [name] = item.term.columns
    return name


def clause_text(book: Book, term: Term) -> str:
    """The text of a clause, from its place on; what a Python game says has none."""
    if not book.text:
        return "the mover does not know that the rules allow it"
    start = book.text.rfind("\n", 0, term.start) + 1
    end = book.text.find("\n", term.start)
    line = book.text[start : end if end >= 0 else None].split("#")[0]
    return f"you do not know that it holds: {' '.join(line.split())}"


def valued(item: Item, scope: Scope) -> Worked:
    """What an item is, and nothing where it does not count."""
    scope.env.update(item.env)
    found = item.term.work(scope)
    if item.when is None:
        return found
    when = item.when.work(scope)
    if when is True:
        return found
    return NONE if when is False else np.where(when, found, NONE)


def heard(found: Worked, ears: Watching | Hearing, size: int) -> Worked:
    """Where a value is as it was heard."""
    whole = on_all(found, size)
    return whole == ears.value(whole)


def refined(view: Values, values: Values) -> Values:
    """A view that also parts worlds by some values."""
    low = int(values.min())
    if int(values.max()) == low:
        return view
    return dense(joint([view, values.astype(np.int64) - low], len(view)))


def touched(item: Item, changes: Mapping[str, Any]) -> bool:
    """Whether an item may be another after some columns changed."""
    names = item.term.columns | (item.when.columns if item.when else frozenset())
    return not names.isdisjoint(changes)


def fitted(book: Book, name: str, new: Worked, kind: Any) -> Worked:
    """A new value of a column; numbers stay within the values that it can have."""
    column = book.columns[name]
    if column.fact:
        return new.astype(bool) if isinstance(new, np.ndarray) else bool(new)
    if min(column.values) >= 0:
        new = np.clip(new, min(column.values), max(column.values))
    return new.astype(kind) if isinstance(new, np.ndarray) and new.ndim else int(new)
