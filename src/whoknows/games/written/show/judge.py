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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import Any

import numpy as np

from whoknows.errors import TooLarge
from whoknows.games.written.knowledge import HeldScope, Picture, held_at, picture_at
from whoknows.games.written.rules.fold import Sight
from whoknows.games.written.rules.rules_of_text import Book, Item, Kind, Move
from whoknows.games.written.rules.terms import Term, conjunction
from whoknows.games.written.solve import (
    MOST_THOUGHT,
    affordable,
    changed_here,
    outcomes,
    to_mover,
)
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


def written_judge(game: Game, setup: Any) -> PlainJudge:
    """The judge of a text: of calls where seats move together, else of questions."""
    together = all(turns.together for turns in setup.book.turns.values())
    return CallJudge(game, setup) if together else QuestionJudge(game, setup)


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
        values = {each: self.value(gains, each) for each in moves if each in gains}
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
            terms = right_terms(self.book, move)
            return chance_after(sight, move, after, terms) if terms else Fraction(0)
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
            some = affordable(sight, moves, np.random.default_rng(0), times=PATIENCE)
            self.found = key, gains_of(sight, list(dict.fromkeys([made, *some])))
        return self.found[1]


def is_last(gains: Mapping[Move, Gain]) -> bool:
    """Whether the game is over after this move, whichever it is."""
    return all(gain.ends for gain in gains.values())


def gains_of(sight: Sight, moves: Sequence[Move]) -> dict[Move, Gain]:
    """What each of some moves tells the one who makes it: of as many as there is time for.

    The first is looked at in any case; raises `TooLarge` where it has too many answers.
    """
    picture, found = picture_at(sight), dict[Move, Gain]()
    held = held_at(sight)
    held.memo = {}
    answers = min(MOST_TRIALS, 1 + MOST_THOUGHT // picture.effort)
    for move in moves:
        if answers <= 0:
            break
        try:
            with picture.work():
                found[move], many = gain_of(sight, picture, move, held)
        except TooLarge:
            if not found:
                raise
            break
        answers -= many
    return found


def gain_of(
    sight: Sight, picture: Picture, move: Move, held: HeldScope
) -> tuple[Gain, int]:
    """What a move tells the one who makes it, and for how many answers it was played."""
    assert sight.seat is not None
    look = bits_told if by_arrays(picture.book) else bits_played
    bits, ends, played = look(picture, sight.seat, move, held)
    right = right_chance(picture, sight.seat, move, held)
    return Gain(bits, right, ends), played


def bits_told(
    picture: Picture, seat: Seat, move: Move, held: HeldScope
) -> tuple[float, bool, int]:
    """The bits that a move tells on average, whether the game is over then; not played."""
    kind = kind_of(picture.book, move)
    held.env = picture.book.env(seat, kind, move.args)
    changes = changed_here(picture, kind, held)
    heard = outcomes(picture, kind, held, changes)
    bits = held.mean_bits([*heard, *to_mover(picture, seat, kind, held, changes)])
    after = held.after(changes)
    after.env = {}
    over: Any = False
    for term in picture.book.ends:
        over = over | term.work(after)
    return bits, held.every(over), 0


def bits_played(
    picture: Picture, seat: Seat, move: Move, held: HeldScope
) -> tuple[float, bool, int]:
    """These where what seats know then is shown: it is played, once for each answer."""
    rest, bits, over = held, 0.0, True
    for number in range(1, MOST_TRIALS + 1):
        world = rest.some_world()
        fact, _ = picture.outcome(((seat, move),), world)
        after = picture.after(fact)
        cell = after.held_by(seat, after.cell(seat, world))
        gained = bits_between(held.many, cell.many) or 0.0
        bits += float(Fraction(cell.whole, held.whole)) * gained
        over &= not after.turn
        rest = rest.without(cell)
        if not rest.many:
            return bits, over, number
    raise TooLarge(f"{move.name} has more than {MOST_TRIALS:,} answers")


def right_chance(picture: Picture, seat: Seat, move: Move, held: HeldScope) -> Fraction:
    """The chance that a move is right; 0 where the text does not say."""
    terms = right_terms(picture.book, move)
    return chance_of(picture, seat, move, terms, held) if terms else Fraction(0)


def right_terms(book: Book, move: Move) -> tuple[Term, ...]:
    """The claim that a move is right, where the text says it."""
    right = kind_of(book, move).right
    return () if right is None else (right,)


def kind_of(book: Book, move: Move) -> Kind:
    """The kind of a move; who passes says nothing."""
    return book.kinds.get(move.name) or Kind(move.name)


def chance_of(
    picture: Picture, seat: Seat, move: Move, terms: tuple[Term, ...], held: HeldScope
) -> Fraction:
    """The chance that some claims of a move hold, in some worlds of a picture."""
    held.env = picture.book.env(seat, kind_of(picture.book, move), move.args)
    return held.mean(conjunction(terms, 0).work(held))


def chance_after(
    sight: Sight, move: Move, after: Sight, terms: tuple[Term, ...]
) -> Fraction:
    """That chance in the worlds that are left after a move: in one, if the game is over."""
    picture, seat = picture_at(sight), sight.seat
    assert seat is not None
    if after.world is None:
        held = picture.those_of(held_at(after))
        return chance_of(picture, seat, move, terms, held)
    env = picture.book.env(seat, kind_of(picture.book, move), move.args)
    return Fraction(all(picture.holds(term, after.world, env) for term in terms))


def by_arrays(book: Book) -> bool:
    """Whether what a move shows is plain from the columns, whatever anybody knows then."""
    items = [*book.public, *(item for some in book.sees.values() for item in some)]
    terms = [*book.ends, *(term for item in items for term in parts_of(item))]
    return not any(term.knowers for term in terms)


def parts_of(item: Item) -> list[Term]:
    """The terms of an item."""
    return [item.term, *([item.when] if item.when is not None else [])]


# --------------------------------------------------------------------- moves together


class CallJudge(PlainJudge):
    """The judge of a text in which all move at the same time."""

    measure = "chance that the move is no mistake, which is a point"
    unit = "points"

    def judged(self, sight: Sight, seat: Seat, move: Any) -> Judgement | None:
        """The chance that a move is right, or that it says what is so."""
        picture, held = picture_at(sight), held_at(sight)
        with picture.work():
            values = {
                each: chance_of(picture, seat, each, fine_terms(picture.book, each), held)
                for each in self.game.moves(sight)
            }
        most = max(values.values())
        best = tuple(each for each, value in values.items() if value == most)
        bits = log2(held.many)
        return Judgement(values[move], most, Fraction(0), best, ONE_STEP, None, bits)

    def reached(self, sight: Sight, seat: Seat, move: Any, after: Sight) -> Number:
        """That chance among the worlds that are left after the turn."""
        return chance_after(sight, move, after, fine_terms(sight.setup.book, move))


def fine_terms(book: Book, move: Move) -> tuple[Term, ...]:
    """The claims by which a move is no mistake: that it is right, or what it says."""
    return right_terms(book, move) or kind_of(book, move).says
