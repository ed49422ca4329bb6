"""A setup of EggHead, and the tape: all that chance decides in one game.

>>> Setup(players=3).seats
(0, 1, 2)
>>> Setup(analysing=1).analysts
(0,)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.asking.option import check_options, option
from whoknows.errors import BadSetup, IllegalMove, UnknownName, shortened
from whoknows.games.egghead.rules.deck import Deck, find_question, parse_lines
from whoknows.games.egghead.rules.stacks import MOST_CARDS, MOST_VALUES, Stack, Stacks

MOST_PLAYERS = 8
STREAM_BLOCK = 64  # how much of a stream is drawn at a time
MODERATORS = {"external": "sits outside", "rotating": "is a player, in turn"}
DRAWS = {"replace": "are drawn anew each time", "shuffle": "come as a shuffled deck"}
SILENCES = {
    "checked": "looked at by the referee, who says who could have called",
    "believed": "believed until they cannot be: a player may bluff",
}
DEALINGS = {"cards": "card by card", "stacks": "all stacks equally likely"}
MOST_POINTS, MOST_ROUNDS = 1000, 10_000_000
MOST_COPIES = 1000
PATIENCE = 5  # decks' worth of rounds without a call before a deadlock is looked for


@dataclass(frozen=True)
class Setup:
    """A size of the game, its deck, and who analyses the behavior of the others."""

    players: int = option(
        4, "Players", min=2, max=MOST_PLAYERS, help="each has a stack on the head"
    )
    cards: int = option(
        3, "Cards a stack", min=1, max=MOST_CARDS, help="fewer make an easier game"
    )
    values: int = option(
        6,
        "The highest value on a card",
        min=2,
        max=MOST_VALUES,
        help="fewer make an easier game",
    )
    analysing: int | None = option(
        None,
        "How many analyse the others",
        kind="number",
        min=0,
        max=MOST_PLAYERS,
        help="from the first seat on; empty: all",
    )
    analysing_at: str = option(
        "", "Who analyses, by seat", help="seats from 0, such as 0,2; empty: the first ones"
    )
    moderator: str = option(
        "external", "The moderator", choices=MODERATORS, help="who reads the questions out"
    )
    draw: str = option(
        "replace", "The questions", choices=DRAWS, help="whether one may come again soon"
    )
    dealing: str = option(
        "cards", "The stacks are dealt", choices=DEALINGS, help="which stacks are likely"
    )
    copies: int = option(
        0,
        "Cards of each value",
        min=0,
        max=MOST_COPIES,
        help="dealt without replacement, called ones are shuffled in again; 0: no end",
    )
    points: int = option(
        10,
        "Points to win",
        min=0,
        max=MOST_POINTS,
        help="the game ends with the round in which someone has these; 0: never",
    )
    rounds: int = option(0, "Rounds at most", min=0, max=MOST_ROUNDS, help="0: no limit")
    silences: str = option(
        "checked",
        "Silences are",
        choices=SILENCES,
        help="what is learnt from a player who does not call",
    )
    deck: tuple[str, ...] = option(
        (), "A deck of questions", kind="file", help="a TOML file; none: the usual deck"
    )

    def __post_init__(self) -> None:
        check_options(self)
        object.__setattr__(self, "deck", tuple(self.deck))
        if not all(isinstance(line, str) for line in self.deck):
            raise BadSetup("a deck is a list of lines `text := formula`")
        if self.analysing is not None and self.analysing > self.players:
            raise BadSetup(f"analysing must be 0 to {self.players}, not {self.analysing}")
        read_seats(self.analysing_at, self.players)
        if self.copies:
            check_copies(self)
        if not (self.points or self.rounds):
            raise BadSetup("a game needs points to win or a number of rounds")
        assert self.box  # made, and so checked
        assert self.questions

    @cached_property
    def box(self) -> Stacks:
        """The stacks there are."""
        return Stacks(self.cards, self.values)

    @property
    def questions(self) -> Deck:
        """The deck, parsed."""
        return parse_lines(self.deck)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats at the table."""
        return tuple(range(self.players))

    @property
    def analysts(self) -> tuple[int, ...]:
        """The seats whose players analyse how the others behave."""
        if self.analysing_at:
            return read_seats(self.analysing_at, self.players)
        return self.seats if self.analysing is None else self.seats[: self.analysing]

    @property
    def listeners(self) -> tuple[int, ...]:
        """The seats whose players listen to answers only."""
        return tuple(seat for seat in self.seats if seat not in self.analysts)

    def moderator_of(self, round_: int) -> int | None:
        """Who asks in a round, counted from 1; nobody at the table if external."""
        return None if self.moderator == "external" else (round_ - 1) % self.players

    def odds(self) -> NDArray[np.float64]:
        """The chance of every stack to be dealt."""
        if self.dealing == "cards":
            return self.box.odds
        return np.full(len(self.box), 1 / len(self.box))


def check_copies(setup: Setup) -> None:
    """Refuse cards that are too few for the table, or that are not dealt as cards."""
    there, needed = setup.copies * setup.values, setup.players * setup.cards
    if there < needed:
        raise BadSetup(
            f"copies={setup.copies}: {there} cards are too few for {setup.players} stacks "
            f"of {setup.cards}"
        )
    if setup.dealing != "cards":
        raise BadSetup(f"copies={setup.copies}: so many cards are dealt card by card")


def read_seats(text: str, players: int) -> tuple[int, ...]:
    """Seats as people write them, `0,2`, in order; none if nothing is written.

    >>> read_seats("2, 0", 3)
    (0, 2)
    """
    if not isinstance(text, str):
        raise BadSetup(f"analysing_at={shortened(text)}: wanted seats such as 0,2")
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) < 4):
            raise BadSetup(
                f"analysing_at={text!r}: {word!r} is no seat; wanted such as 0,2"
            )
        if int(word) >= players:
            raise BadSetup(
                f"analysing_at={text!r}: seat {word} is not one of 0 to {players - 1}"
            )
    return tuple(sorted({int(word) for word in words}))


@dataclass(frozen=True)
class Tape:
    """The first stacks, the questions to come, and the new stacks to come.

    What is stated is taken first; then a stream of chance goes on, if there is one.
    """

    stacks: tuple[Stack, ...]
    questions: tuple[int, ...] = ()
    new: tuple[Stack, ...] = ()
    stream: int | None = None

    def question(self, setup: Setup, place: int) -> int | None:
        """The question of a round, counted from 0; none if the tape ends here."""
        if place < len(self.questions):
            return self.questions[place]
        if self.stream is None:
            return None
        place -= len(self.questions)
        size = len(setup.questions)
        block = STREAM_BLOCK if setup.draw == "replace" else size
        drawn = question_block(self.stream, place // block, size, setup.draw)
        return drawn[place % block]

    def stack(self, setup: Setup, place: int, held: Sequence[Stack]) -> Stack | None:
        """The new stack dealt after so many others; none if the tape ends here.

        `held` are the stacks on the other heads, whose cards are not dealt again.
        """
        if place < len(self.new):
            return checked(setup, self.new[place], held)
        if self.stream is None:
            return None
        place -= len(self.new)
        if setup.copies:
            rng = np.random.default_rng([self.stream, 2, place])
            return drawn_stack(pile(setup, held), setup.cards, rng)
        drawn = stack_block(self.stream, place // STREAM_BLOCK, setup.box, setup.dealing)
        return setup.box.all[drawn[place % STREAM_BLOCK]]


@lru_cache(maxsize=64)
def question_block(stream: int, block: int, size: int, draw: str) -> tuple[int, ...]:
    """A part of the questions to come, the same whoever looks and when."""
    rng = np.random.default_rng([stream, 0, block])
    if draw == "shuffle":
        return tuple(rng.permutation(size).tolist())
    return tuple(rng.integers(size, size=STREAM_BLOCK).tolist())


@lru_cache(maxsize=64)
def stack_block(stream: int, block: int, box: Stacks, dealing: str) -> tuple[int, ...]:
    """A part of the new stacks to come."""
    rng = np.random.default_rng([stream, 1, block])
    if dealing == "stacks":
        return tuple(rng.integers(len(box), size=STREAM_BLOCK).tolist())
    return tuple(rng.choice(len(box), size=STREAM_BLOCK, p=box.odds).tolist())


def pile(setup: Setup, held: Sequence[Stack]) -> list[int]:
    """How many cards of each value are on no head; less than 0 where too many are."""
    counts = [setup.copies] * setup.values
    for stack in held:
        for value in stack:
            counts[value - 1] -= 1
    return counts


def drawn_stack(counts: Sequence[int], cards: int, rng: np.random.Generator) -> Stack:
    """So many cards of a pile, each as likely as every other one."""
    values = np.repeat(np.arange(1, len(counts) + 1), counts)
    return tuple(sorted(rng.choice(values, size=cards, replace=False).tolist()))


def checked(setup: Setup, stack: Stack, held: Sequence[Stack]) -> Stack:
    """A stack that is stated, if there are cards for it."""
    if setup.copies and min(pile(setup, [*held, stack])) < 0:
        raise BadSetup(
            f"{stack} cannot be dealt: of each value there are {setup.copies} cards"
        )
    return stack


def deal(setup: Setup, rng: np.random.Generator) -> Tape:
    """A tape drawn by the rules."""
    if setup.copies:
        held: list[Stack] = []
        for _ in setup.seats:
            held.append(drawn_stack(pile(setup, held), setup.cards, rng))
        return Tape(tuple(held), stream=int(rng.integers(2**63)))
    numbers = rng.choice(len(setup.box), size=setup.players, p=setup.odds()).tolist()
    stacks = tuple(setup.box.all[number] for number in numbers)
    return Tape(stacks, stream=int(rng.integers(2**63)))


def check_tape(setup: Setup, tape: Tape) -> None:
    """Raise `BadSetup` if the tape does not fit."""
    if len(tape.stacks) != setup.players:
        raise BadSetup(f"{len(tape.stacks)} stacks for {setup.players} players")
    for stack in (*tape.stacks, *tape.new):
        if stack not in setup.box.places:
            raise BadSetup(f"{stack} is not a stack of {setup.cards} of {setup.values}")
    checked(setup, tape.stacks[0], tape.stacks[1:])
    for question in tape.questions:
        find_question(setup.questions, question)


def tape_to_json(tape: Tape) -> dict[str, Any]:
    """A tape as plain JSON."""
    return {
        "stacks": [list(stack) for stack in tape.stacks],
        "questions": list(tape.questions),
        "new": [list(stack) for stack in tape.new],
        "stream": tape.stream,
    }


def tape_from_json(document: Any, setup: Setup) -> Tape:
    """The tape that a document states; only `stacks` and one of the others are needed.

    A stack is `[1, 2, 2]` or `"122"`; a question is its place in the deck, its text, or
    its formula.
    """
    if not isinstance(document, dict) or "stacks" not in document:
        raise BadSetup('a tape is {"stacks": [...], "questions": [...], "new": [...]}')
    known = ("stacks", "questions", "new", "stream")
    for key in document:
        if key not in known:
            raise UnknownName.among("key", str(key), known)
    stream = document.get("stream")
    if stream is not None and (not isinstance(stream, int) or stream < 0):
        raise BadSetup(f"stream must be a whole number from 0, not {stream!r}")
    questions = [find_question(setup.questions, q) for q in listed(document, "questions")]
    tape = Tape(
        tuple(read_stack(stack, setup) for stack in listed(document, "stacks")),
        tuple(questions),
        tuple(read_stack(stack, setup) for stack in listed(document, "new")),
        stream,
    )
    check_tape(setup, tape)
    return tape


def listed(document: dict[str, Any], key: str) -> list[Any]:
    """A list of a document, empty if it is not there."""
    found = document.get(key) or []
    if not isinstance(found, list):
        raise BadSetup(f"{key} must be a list, not {found!r}")
    return found


def read_stack(stack: Any, setup: Setup) -> Stack:
    """A stack that a document states."""
    try:
        if isinstance(stack, str):
            return setup.box.parse(stack)
        if isinstance(stack, list):
            return setup.box.all[setup.box.number(stack)]
    except IllegalMove as error:
        raise BadSetup(str(error)) from None
    raise BadSetup(f"{stack!r} is not a stack; a stack reads like {setup.box.names[1]}")
