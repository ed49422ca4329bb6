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

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, TypeAlias

import numpy as np

from whoknows.errors import BadSetup, IllegalMove

Face: TypeAlias = bool  # whether it is muddy
Faces: TypeAlias = tuple[Face, ...]  # child by child
Seen: TypeAlias = tuple[Face | None, ...]  # faces, those out of sight being None
Move: TypeAlias = str  # one of MOVES

UNSURE, MUDDY, CLEAN = MOVES = ("unsure", "muddy", "clean")
TYPED = {
    UNSURE: ("unsure", "u", "?", "pass", "no", "silent"),
    MUDDY: ("muddy", "m"),
    CLEAN: ("clean", "c"),
}
MOST = 60  # children; the cases are then counted in one word


@dataclass(frozen=True, slots=True)
class Setup:
    """How many children, what the parent says, and how often it asks."""

    children: int = 3
    least: int = 1
    """The parent says that at least so many are muddy; 0 says nothing."""
    rounds: int = 0
    """The parent asks so often at most; 0 is two times more than there are children."""

    def __post_init__(self) -> None:
        for name in ("children", "least", "rounds"):
            if type(getattr(self, name)) is not int:
                raise BadSetup(f"{name} is a whole number, not {getattr(self, name)!r}")
        if not 1 <= self.children <= MOST:
            raise BadSetup(f"{self.children} children; wanted 1 to {MOST}")
        if self.least > self.children:
            raise BadSetup(
                f"at least {self.least} of {self.children} children cannot be muddy"
            )
        if self.least < 0 or self.rounds < 0:
            raise BadSetup(
                f"at least {self.least} muddy, {self.rounds} rounds; wanted 0 up"
            )

    def __str__(self) -> str:
        said = f"at least {self.least} muddy" if self.least else "nothing said"
        return f"{self.children} child{'ren' * (self.children > 1)}, {said}"

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


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat sees: the faces of the others, and all that was said."""

    setup: Setup
    seat: int | None
    faces: Seen
    rounds: tuple[Round, ...] = ()

    @property
    def waiting(self) -> tuple[int, ...]:
        """Who has not stepped forward yet."""
        return waiting(self.setup, self.rounds)


def waiting(setup: Setup, rounds: Sequence[Round]) -> tuple[int, ...]:
    """Who has not stepped forward yet."""
    gone = {seat for r in rounds for seat, f in enumerate(r.verdict.shown) if f is not None}
    return tuple(seat for seat in range(setup.children) if seat not in gone)


def named(face: Face | None) -> Move | None:
    """A face in a word."""
    return None if face is None else MUDDY if face else CLEAN


def dealt(setup: Setup, rng: np.random.Generator) -> Faces:
    """Faces that fit what the parent says, all as likely."""
    n = setup.children
    weights = [comb(n, muddy) for muddy in range(setup.least, n + 1)]
    place = int(rng.integers(sum(weights)))
    muddy = setup.least
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
