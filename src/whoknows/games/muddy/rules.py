"""Muddy children: each sees every face but its own, and all answer at the same time.

The parent says that at least so many children are muddy, or nothing, and asks again and
again who knows about their own face.  A child says `muddy`, `clean`, or `unsure`; who has
named a face steps forward and is shown it.  The parent thinks along, and says aloud who
named a face without being able to know it, and who could have known and was unsure: so
nobody is misled by a mistake, and what is public is always true.

>>> setup = Setup(children=3)
>>> setup.limit, str(setup)
(5, '3 children, at least 1 muddy')
>>> Setup(children=2, least=3)
Traceback (most recent call last):
whoknows.errors.BadSetup: at least 3 of 2 children cannot be muddy
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Any, Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.asking.option import check_options, option
from whoknows.errors import BadSetup, IllegalMove
from whoknows.play.game import Event, History

__all__ = [
    "MOVES",
    "Face",
    "Faces",
    "Move",
    "Round",
    "Seen",
    "Setup",
    "Sight",
    "State",
    "Verdict",
    "check_faces",
    "dealt",
    "named",
    "parse_move",
]

Face: TypeAlias = bool  # whether it is muddy
Faces: TypeAlias = tuple[Face, ...]  # child by child
Secret: TypeAlias = Faces
Seen: TypeAlias = tuple[Face | None, ...]  # faces, those out of sight being None
Move: TypeAlias = str  # one of MOVES

UNSURE = "unsure"
MUDDY = "muddy"
CLEAN = "clean"
MOVES = (UNSURE, MUDDY, CLEAN)
TYPED = {
    UNSURE: ("unsure", "u", "?", "pass", "no", "silent"),
    MUDDY: ("muddy", "m"),
    CLEAN: ("clean", "c"),
}
MOST_ROUNDS = 1000
MOST_CHILDREN = 60  # the cases are then counted in one word
DEALINGS = {
    "any": "any that fit, all equally likely",
    "slow": "such that nobody can know at once",
}


@dataclass(frozen=True, slots=True)
class Setup:
    """How many children, what the parent says, and how often it asks."""

    children: int = option(3, "Children", min=1, max=MOST_CHILDREN, help="you among them")
    least: int = option(
        1,
        "The parent says: at least so many are muddy",
        min=0,
        max=MOST_CHILDREN,
        help="with 0 the parent says nothing",
    )
    rounds: int = option(
        0,
        "Rounds at most",
        min=0,
        max=MOST_ROUNDS,
        help="0: two more than there are children",
    )
    dealing: str = option(
        "any", "The faces", choices=DEALINGS, help="the children themselves do not know"
    )

    def __post_init__(self) -> None:
        check_options(self)
        if self.least > self.children:
            raise BadSetup(
                f"at least {self.least} of {self.children} children cannot be muddy"
            )

    def __str__(self) -> str:
        said = f"at least {self.least} muddy" if self.least else "nothing said"
        return f"{self.children} child{'ren' * (self.children > 1)}, {said}"

    @property
    def fewest(self) -> int:
        """How many are muddy at least, as they are dealt.

        Who sees one muddy face too few knows at once; one more, and nobody does.
        """
        slow = self.dealing == "slow" and 0 < self.least < self.children
        return self.least + slow

    @property
    def limit(self) -> int:
        """How often the parent asks at most."""
        return self.rounds or self.children + 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the parent says after a round."""

    shown: Seen  # the faces of those who just stepped forward
    guessed: tuple[int, ...] = ()  # named a face and could not know it, right or wrong
    missed: tuple[int, ...] = ()  # could have known, and did not say it


@dataclass(frozen=True, slots=True)
class Round:
    """What every child said at the same time, None being who had stepped forward before."""

    moves: tuple[Move | None, ...]
    verdict: Verdict

    @property
    def right(self) -> tuple[int, ...]:
        """Who named the right face."""
        faces = enumerate(self.verdict.shown)
        return tuple(k for k, f in faces if f is not None and named(f) == self.moves[k])

    @property
    def wrong(self) -> tuple[int, ...]:
        """Who named the wrong one."""
        steps = [k for k, face in enumerate(self.verdict.shown) if face is not None]
        return tuple(seat for seat in steps if seat not in self.right)

    @property
    def knew(self) -> tuple[int, ...]:
        """Who of those asked could know: the moves, put right by the verdict."""
        return tuple(
            seat
            for seat, move in enumerate(self.moves)
            if seat in self.verdict.missed
            or (move in (MUDDY, CLEAN) and seat not in self.verdict.guessed)
        )


Rounds: TypeAlias = tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat sees: the faces of the others, and all that was said."""

    setup: Setup
    seat: int | None
    faces: Seen
    rounds: Rounds = ()

    @property
    def waiting(self) -> tuple[int, ...]:
        """Who has not stepped forward yet."""
        return waiting(self.setup, self.rounds)

    @property
    def history(self) -> History:
        """What was said, and what the parent said to it, as events."""
        return events(self.rounds)


@dataclass(frozen=True, slots=True)
class State:
    """The faces and what was said; the parent's alone."""

    setup: Setup
    faces: Faces
    rounds: Rounds = ()
    over: bool = False

    @property
    def waiting(self) -> tuple[int, ...]:
        """Who has not stepped forward yet."""
        return waiting(self.setup, self.rounds)


class Public(Protocol):
    """What all can work out at one moment; the parent judges by it."""

    def knows(self, seat: int, seen: Sequence[Face | None]) -> bool:
        """Whether a child who sees these faces of the others knows its own."""

    def after(self, said: Round) -> Self:
        """What all can work out after a round."""


def events(rounds: Rounds) -> History:
    """What was said, and what the parent said to it, as events."""
    return tuple(
        Event({k: move for k, move in enumerate(said.moves) if move}, said.verdict)
        for said in rounds
    )


def start(setup: Setup, secret: Secret) -> State:
    """The parent has spoken, nobody has answered."""
    return State(setup, check_faces(setup, secret))


def turn(state: State) -> tuple[int, ...]:
    """All who have not stepped forward, at once."""
    return () if state.over else state.waiting


def play(
    state: State, moves: Mapping[int, Move], known: Callable[[Setup, Rounds], Public]
) -> State:
    """The state after one round; `known` tells what all can work out after some rounds."""
    for seat, move in moves.items():
        if move not in MOVES:
            raise IllegalMove(f"{move!r} of seat {seat} is none of {', '.join(MOVES)}")
    before = known(state.setup, state.rounds)
    said = judged(state, before, moves)
    new = replace(state, rounds=(*state.rounds, said))
    left = before.after(said)
    stuck = left == before and not any(left.knows(k, state.faces) for k in new.waiting)
    over = not new.waiting or stuck or len(new.rounds) >= state.setup.limit
    return replace(new, over=over)


def judged(state: State, public: Public, moves: Mapping[int, Move]) -> Round:
    """The round with what the parent says to it."""
    every = range(state.setup.children)
    knew = [seat for seat in sorted(moves) if public.knows(seat, state.faces)]
    steps = [seat for seat in sorted(moves) if moves[seat] != UNSURE]
    right = [seat for seat in steps if moves[seat] == named(state.faces[seat])]
    return Round(
        tuple(moves.get(seat) for seat in every),
        Verdict(
            tuple(state.faces[seat] if seat in steps else None for seat in every),
            guessed=tuple(seat for seat in steps if seat not in knew),
            missed=tuple(seat for seat in knew if seat not in right),
        ),
    )


def sight_of(state: State, seat: int | None) -> Sight:
    """The faces of the others; a spectator sees none; at the end, all see all."""
    faces = tuple(
        face if state.over or seat not in (None, other) else None
        for other, face in enumerate(state.faces)
    )
    return Sight(state.setup, seat, faces, state.rounds)


def waiting(setup: Setup, rounds: Sequence[Round]) -> tuple[int, ...]:
    """Who has not stepped forward yet."""
    gone = {seat for r in rounds for seat, f in enumerate(r.verdict.shown) if f is not None}
    return tuple(seat for seat in range(setup.children) if seat not in gone)


def named(face: Face | None) -> Move | None:
    """A face in a word."""
    return None if face is None else MUDDY if face else CLEAN


def dealt(setup: Setup, rng: np.random.Generator) -> Faces:
    """Faces that fit what the parent says and how they are dealt, all as likely."""
    n, muddy = setup.children, setup.fewest
    weights = [comb(n, count) for count in range(muddy, n + 1)]
    place = int(rng.integers(sum(weights)))
    for weight in weights:
        if place < weight:
            break
        place, muddy = place - weight, muddy + 1
    chosen = set(rng.choice(n, muddy, replace=False).tolist())
    return tuple(child in chosen for child in range(n))


def check_faces(setup: Setup, faces: Any) -> Faces:
    """The faces, if there are as many as children and what the parent says is true."""
    if not isinstance(faces, (tuple, list)) or len(faces) != setup.children:
        raise BadSetup(f"{faces!r} are not the faces of {setup.children} children")
    if not all(face in (0, 1) for face in faces):
        raise BadSetup(f"a face is true (muddy) or false (clean), not as in {faces!r}")
    if sum(faces) < setup.least:
        raise BadSetup(f"the parent would lie: {sum(faces)} muddy, and {setup}")
    return tuple(map(bool, faces))


def parse_move(text: str) -> Move:
    """What a child means to say."""
    word = text.strip().lower()
    for move, typed in TYPED.items():
        if word in typed:
            return move
    raise IllegalMove(f"{text!r} is no answer; wanted muddy, clean, or unsure")


def observed(sight: Sight) -> NDArray[np.int16]:
    """The seat from 1; every face, 1 clean and 2 muddy; and what was said, round by round.

    In a round, 1 is unsure, 2 named itself muddy, and 3 clean; 0 is nothing seen or said.

    >>> observed(Sight(Setup(2, rounds=1), 0, (None, True))).tolist()
    [1, 0, 2, 0, 0]
    """
    setup = sight.setup
    seen: list[Face | None] = list(sight.faces) or [None] * setup.children
    said = np.zeros((setup.limit, setup.children), np.int16)
    for row, step in zip(said, sight.rounds, strict=False):
        row[:] = [0 if move is None else MOVES.index(move) + 1 for move in step.moves]
        seen = [
            old if new is None else new
            for old, new in zip(seen, step.verdict.shown, strict=True)
        ]
    faces = [0 if face is None else 1 + face for face in seen]
    seat = 0 if sight.seat is None else sight.seat + 1
    return np.concatenate([np.array([seat, *faces], np.int16), said.ravel()])
