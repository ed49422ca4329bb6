"""How good a move of a written game was, by what its text says.

Where seats move in order, a move asks something, and it is worth the bits that it gains on
average over all worlds that the mover holds possible, each as likely as the deal makes it.
Two clauses of the text count beside them: a move that the mover knows to be `right` is
worth one bit more than any other, and one after which the game `ends` in any case gains
nothing that could still be of use.  Where every move ends the game, a move is worth the
chance that it is right.

Where seats move together, nobody asks: each calls, or is silent.  There a move is worth
the chance that it is no mistake, which is that it is `right`, or that what it `says` is so.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.games.written.knowledge import (
    Held,
    Scope,
    TablePicture,
    held_rows,
    table_at,
    valued,
)
from whoknows.games.written.knowledge.picture import touched
from whoknows.games.written.knowledge.scopes import labels_of, mean
from whoknows.games.written.rules.book import Book, Item, Kind, Move, Worlds
from whoknows.games.written.rules.fold import Sight
from whoknows.games.written.rules.meaning import ROUND
from whoknows.games.written.rules.terms import Term, Values, on_all
from whoknows.games.written.solve import affordable
from whoknows.play.game import Game, Seat
from whoknows.play.judging import (
    MOST_TRIALS,
    ONE_STEP,
    Judgement,
    Number,
    PlainJudge,
    bits_between,
    close,
)

PATIENCE = 5  # times the moves that a strategy looks at
Counts = NDArray[np.int64]  # by the worlds of the mover: how many are left to it then


def written_judge(game: Game, setup: Any) -> PlainJudge:
    """The judge of a text: of calls where seats move together, else of questions."""
    book: Book = setup.book
    if not isinstance(book.worlds, Worlds):
        return SilentJudge(game, setup)
    together = all(turns.together for turns in book.turns.values())
    return CallJudge(game, setup) if together else QuestionJudge(game, setup)


class SilentJudge(PlainJudge):
    """The judge of a text with too many worlds for a table: it says nothing of moves."""

    def judged(self, sight: Sight, seat: Seat, move: Any) -> Judgement | None:
        """Nothing."""
        return None


# --------------------------------------------------------------------- moves in order


@dataclass(frozen=True, slots=True)
class Gain:
    """What a move tells the one who makes it."""

    bits: float  # on average
    right: Fraction  # the chance; 0 where the text does not say
    ends: bool  # whether the game is over then in any case

    @property
    def useful(self) -> float:
        """Bits that can still be of use."""
        return 0.0 if self.ends else self.bits


class QuestionJudge(PlainJudge):
    """The judge of a text in which one seat moves at a time."""

    measure = "bits that the move gains on average; one more if it is known to be right"

    def __init__(self, game: Game, setup: Any) -> None:
        super().__init__(game, setup)
        self.book: Book = setup.book
        self.found: tuple[Any, Mapping[Move, Gain]] | None = None  # of the last sight

    def judged(self, sight: Sight, seat: Seat, move: Any) -> Judgement | None:
        """The bits of the moves; of as many as there is time for, where they are many."""
        moves = self.game.moves(sight)
        gains = self.gains(sight, moves, move)
        values = {each: self.value(gains, each) for each in gains}
        most = max(values.values())
        best = [each for each, value in values.items() if close(value, most)]
        claim = ONE_STEP
        if len(gains) < len(moves):
            claim += f", the best of {len(gains):,} of {len(moves):,} moves"
        bits = gains[move].bits, max(gain.bits for gain in gains.values())
        return Judgement(values[move], most, 0.0, tuple(best), claim, *bits)

    def reached(self, sight: Sight, seat: Seat, move: Any, after: Sight) -> Number:
        """The bits that the move did gain, where they count."""
        gains = self.gains(sight, self.game.moves(sight), move)
        if is_last(gains):
            assert after.world is not None, "the game is over"
            return right_chance(sight, move, np.array([after.world]))
        if gains[move].right == 1 or gains[move].ends:
            return self.value(gains, move)
        return bits_between(self.game.worlds(sight), self.left(after, seat, move)) or 0.0

    def value(self, gains: Mapping[Move, Gain], move: Move) -> float:
        """What a move is worth."""
        if is_last(gains):
            return float(gains[move].right)
        if gains[move].right == 1:
            return 1 + max(gain.useful for gain in gains.values())
        return gains[move].useful

    def gains(self, sight: Sight, moves: Sequence[Move], made: Move) -> Mapping[Move, Gain]:
        """What the moves tell, the one made among them; remembered for one sight."""
        key = (sight.record, sight.seat, sight.cell, made)
        if self.found is None or self.found[0] != key:
            some = dict.fromkeys([*self.looked_at(sight, moves), made])
            self.found = key, gains_of(sight, list(some))
        return self.found[1]

    def looked_at(self, sight: Sight, moves: Sequence[Move]) -> list[Move]:
        """As many of the moves as there is time for, always the same ones."""
        some = affordable(sight, moves, np.random.default_rng(0), times=PATIENCE)
        if by_arrays(self.book):
            return some
        return some[: max(1, MOST_TRIALS // len(held_rows(sight)))]


def is_last(gains: Mapping[Move, Gain]) -> bool:
    """Whether the game is over after this move, whichever it is."""
    return all(gain.ends for gain in gains.values())


def gains_of(sight: Sight, moves: Sequence[Move]) -> dict[Move, Gain]:
    """What each of some moves tells the one who makes it."""
    assert sight.seat is not None
    picture, rows = table_at(sight), held_rows(sight)
    weights, memo = picture.weights.take(rows), dict[Any, Any]()
    found = {}
    for move in moves:
        if by_arrays(picture.book):
            left, ends = cells_told(picture, sight.seat, move, rows, memo)
        else:
            left, ends = cells_played(picture, sight.seat, move, rows)
        bits = float((weights * np.log2(len(rows) / left)).sum() / weights.sum())
        right = right_chance(sight, move, picture.numbers.take(rows))
        found[move] = Gain(bits, right, ends)
    return found


def right_chance(sight: Sight, move: Move, worlds: NDArray[np.intp]) -> Fraction:
    """The chance that a move is right in some worlds; 0 where the text does not say."""
    kind = table_at(sight).book.kinds.get(move.name)
    if kind is None or kind.right is None:
        return Fraction(0)
    return chance_of(sight, kind, move, (kind.right,), worlds)


def chance_of(
    sight: Sight, kind: Kind, move: Move, terms: Iterable[Term], worlds: NDArray[np.intp]
) -> Fraction:
    """The chance that some claims of a move hold, in some worlds of a picture."""
    assert sight.seat is not None
    picture = table_at(sight)
    rows = np.searchsorted(picture.numbers, worlds)
    scope = Held(picture, picture.book.env(sight.seat, kind, move.args), rows, None)
    holds = np.ones(len(rows), dtype=bool)
    for term in terms:
        holds = holds & on_all(term.work(scope), len(rows))
    return mean(holds, picture.weights.take(rows))


def by_arrays(book: Book) -> bool:
    """Whether what a move shows is plain from the columns, whatever anybody knows then."""
    items = [*book.public, *(item for some in book.sees.values() for item in some)]
    terms = [*book.ends, *(term for item in items for term in parts_of(item))]
    return not any(term.knowers for term in terms)


def parts_of(item: Item) -> list[Term]:
    """The terms of an item."""
    return [item.term, *([item.when] if item.when is not None else [])]


def cells_played(
    picture: TablePicture, seat: Seat, move: Move, rows: NDArray[np.intp]
) -> tuple[Counts, bool]:
    """How many worlds a move leaves in each world of the mover: it is made, and counted."""
    left = np.zeros(len(rows), dtype=np.int64)
    numbers, ends = picture.numbers.take(rows), True
    while not left.all():
        world = int(numbers[int(np.argmin(left > 0))])
        fact, _ = picture.outcome(((seat, move),), world)
        after = picture.after(fact)
        ends &= not after.turn
        same = after.numbers.take(after.held(seat, after.cell(seat, world)))
        left[np.isin(numbers, same)] = len(same)
    return left, ends


def cells_told(
    picture: TablePicture,
    seat: Seat,
    move: Move,
    rows: NDArray[np.intp],
    memo: dict[Any, Any],
) -> tuple[Counts, bool]:
    """How many worlds a move leaves in each world of the mover, all worked out at once."""
    kind = picture.book.kinds.get(move.name)
    env = {} if kind is None else picture.book.env(seat, kind, move.args)
    scope = Remembering(picture, env, memo)
    changes: dict[str, Any] = {}
    values: list[Any] = []
    if kind is not None:
        values += said_by(picture, seat, kind, scope)
        changes |= picture.changed(kind.changes, scope)
    changes |= picture.changed(picture.book.always, Scope(picture, {}))
    changes[ROUND] = picture.columns[ROUND] + 1
    after = Changed(picture, changes)
    values += shown_after(picture.book, seat, after)
    over = np.zeros(len(rows), dtype=bool)
    for term in picture.book.ends:
        over |= on_all(term.work(after), picture.size).take(rows)
    told = [v.take(rows) for v in values if isinstance(v, np.ndarray)]
    labels = labels_of([over, *told]).astype(np.intp)
    return np.bincount(labels)[labels], bool(over.all())


class Remembering(Scope):
    """All worlds of a picture; what was worked out for one move serves the others."""

    def __init__(self, picture: TablePicture, env: Mapping[str, int], memo: Any) -> None:
        super().__init__(picture, env)
        self.memo = memo


class Changed(Scope):
    """All worlds of a picture as a move makes them."""

    def __init__(self, picture: TablePicture, changes: Mapping[str, Any]) -> None:
        super().__init__(picture, {})
        self.changes = changes

    def column(self, name: str) -> Values:
        """What a column has after the move."""
        if name not in self.changes:
            return self.picture.columns[name]
        return on_all(self.changes[name], self.size)


def said_by(picture: TablePicture, seat: Seat, kind: Kind, scope: Scope) -> Iterator[Any]:
    """All that the mover hears of a move, by the worlds."""
    if kind.says:
        yield np.all([on_all(term.work(scope), scope.size) for term in kind.says], axis=0)
    for item in kind.answers:
        inside = Remembering(picture, {**scope.env, **item.env}, scope.memo)
        yield valued(item, inside)
    if kind.again is not None:
        yield kind.again.work(scope)
    for who, values, _ in picture.whispered(kind, scope):
        if who == seat:
            yield values


def shown_after(book: Book, seat: Seat, after: Changed) -> Iterator[Any]:
    """All that the mover sees once the columns have changed, by the worlds."""
    for name, value in after.changes.items():
        if name != ROUND and book.columns[name].board:
            yield value
    for item in (*book.public, *book.sees.get(seat, ())):
        if touched(item, after.changes):
            after.env = dict(item.env)
            yield valued(item, after)
    after.env = {}


# --------------------------------------------------------------------- moves together


class CallJudge(PlainJudge):
    """The judge of a text in which all move at the same time."""

    measure = "chance that the move is no mistake, which is a point"
    unit = "points"

    def judged(self, sight: Sight, seat: Seat, move: Any) -> Judgement | None:
        """The chance that a move is right, or that it says what is so."""
        worlds = table_at(sight).numbers.take(held_rows(sight))
        values = {m: fine_chance(sight, m, worlds) for m in self.game.moves(sight)}
        most = max(values.values())
        best = tuple(each for each, value in values.items() if value == most)
        bits = log2(len(worlds))
        return Judgement(values[move], most, Fraction(0), best, ONE_STEP, None, bits)

    def reached(self, sight: Sight, seat: Seat, move: Any, after: Sight) -> Number:
        """That chance among the worlds that are left after the turn."""
        worlds = table_at(after).numbers.take(held_rows(after))
        if after.world is not None:
            worlds = np.array([after.world])
        return fine_chance(sight, move, worlds)


def fine_chance(sight: Sight, move: Move, worlds: NDArray[np.intp]) -> Fraction:
    """The chance that a move is no mistake, in some worlds."""
    kind = table_at(sight).book.kinds.get(move.name)
    if kind is None:
        return Fraction(1)
    terms = kind.says if kind.right is None else (kind.right,)
    return chance_of(sight, kind, move, terms, worlds)
