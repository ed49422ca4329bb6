"""Muddy children: each sees every face but its own, and all answer at the same time.

The parent says that at least so many children are muddy, or nothing, and asks again and
again who knows about their own face.  A child says `muddy`, `clean`, or `unsure`; who has
named a face steps forward and is shown it.  The parent thinks along, and says aloud who
named a face without being able to know it, and who could have known and was unsure: so
nobody is misled by a mistake, and what is public is always true.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.asking.option import check_options, option
from whoknows.errors import BadSetup
from whoknows.play import fold
from whoknows.play.draws import drawn_below
from whoknows.play.game import History, Seat
from whoknows.play.moves import Form, Forms, Places, Words, choices

Face: TypeAlias = bool  # whether it is muddy
Faces: TypeAlias = tuple[Face, ...]  # child by child
Secret: TypeAlias = Faces
Seen: TypeAlias = tuple[Face | None, ...]  # faces, those out of sight being None
Move: TypeAlias = str  # one of SAYS

UNSURE, MUDDY, CLEAN = "unsure", "muddy", "clean"
SAYS = choices(
    "unsure muddy clean",
    unsure=("I am not sure", "u", "?", "pass", "no", "silent"),
    muddy=("I am muddy", "m"),
    clean=("I am clean", "c"),
)
FORMS = Forms((Form((Words("say", SAYS, what="answer"),), help="say so"),))
MOST = 100  # children
DEALINGS = {
    "any": "any that fit, all equally likely",
    "slow": "such that nobody can know at once",
}
LEAST = "The parent says: at least so many are muddy"
NO_LIMIT = "0: two more than there are children"
UNAWARE = "the children themselves do not know"


@dataclass(frozen=True, slots=True)
class Setup:
    """How many children, what the parent says, and how often it asks."""

    children: int = option(3, "Children", min=1, max=MOST, help="you among them")
    least: int = option(1, LEAST, min=0, max=MOST, help="with 0 the parent says nothing")
    rounds: int = option(0, "Rounds at most", min=0, max=1000, help=NO_LIMIT)
    dealing: str = option("any", "The faces", choices=DEALINGS, help=UNAWARE)

    def __post_init__(self) -> None:
        check_options(self)
        if self.least > self.children:
            wanted = f"at least {self.least} of {self.children}"
            raise BadSetup(f"{wanted} children cannot be muddy")

    def __str__(self) -> str:
        said = f"at least {self.least} muddy" if self.least else "nothing said"
        return f"{self.children} child{'ren' * (self.children > 1)}, {said}"

    @property
    def fewest(self) -> int:
        """How many are muddy at least, as they are dealt: with one more, nobody knows."""
        return self.least + (self.dealing == "slow" and 0 < self.least < self.children)

    @property
    def limit(self) -> int:
        """How often the parent asks at most."""
        return self.rounds or self.children + 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the parent says after a round."""

    shown: Seen  # the faces of those who just stepped forward
    guessed: tuple[Seat, ...] = ()  # named a face and could not know it, right or wrong
    missed: tuple[Seat, ...] = ()  # could have known, and did not say it


Public: TypeAlias = fold.Public[Setup, Any]  # with a `Picture` of `knowledge`
State: TypeAlias = fold.State[Setup, Faces]
Sight: TypeAlias = fold.Sight[Setup, Seen, Faces]


def hidden(setup: Setup) -> Places:
    """A word for each child: `muddy clean muddy`."""
    words, means = (CLEAN, MUDDY), (False, True)
    return Places("faces", setup.children, words, means=means, what="face", sign=" ")


def law(setup: Setup, faces: Faces) -> bool:
    """Whether what the parent says is so."""
    return sum(faces) >= setup.least


def deal(setup: Setup, rng: np.random.Generator) -> Faces:
    """Faces that fit what the parent says and how they are dealt, all as likely."""
    n, muddy = setup.children, setup.fewest
    place = drawn_below(sum(comb(n, many) for many in range(muddy, n + 1)), rng)
    while place >= comb(n, muddy):
        place, muddy = place - comb(n, muddy), muddy + 1
    chosen = set(rng.choice(n, muddy, replace=False).tolist())
    return tuple(child in chosen for child in range(n))


def see(state: State, seat: Seat | None) -> Seen:
    """The faces of the others; a spectator sees none."""
    if seat is None:
        return (None,) * len(state.secret)
    return (*state.secret[:seat], None, *state.secret[seat + 1 :])


def turn(now: Public) -> tuple[Seat, ...]:
    """All who have not stepped forward, unless nothing more will ever be heard."""
    late = len(now.history) >= now.setup.limit
    return () if late or now.picture.stuck else now.picture.waiting


def answer(now: Public, faces: Faces, moves: Mapping[Seat, Move]) -> Verdict:
    """Who stepped forward and what they look like; who guessed, and who missed it."""
    knew = [seat for seat in sorted(moves) if now.picture.knows(seat, faces)]
    steps = [seat for seat in sorted(moves) if moves[seat] != UNSURE]
    right = {seat for seat in steps if moves[seat] == named(faces[seat])}
    shown = dict.fromkeys(range(len(faces))) | {seat: faces[seat] for seat in steps}
    return Verdict(
        tuple(shown.values()),
        guessed=tuple(seat for seat in steps if seat not in knew),
        missed=tuple(seat for seat in knew if seat not in right),
    )


def right(setup: Setup, faces: Faces, seat: Seat, move: Move) -> bool | None:  # noqa: ARG001
    """Whether a child names its own face."""
    return None if move == UNSURE else move == named(faces[seat])


def scores(history: History) -> dict[Seat, float]:
    """1 for a face named rightly, -1 for one named wrongly."""
    return {
        seat: 1.0 if event.moves[seat] == named(face) else -1.0
        for event in history
        for seat, face in enumerate(event.answer.shown)
        if face is not None
    }


def result(state: State) -> dict[Seat, float]:
    """The scores; 0 for who named no face."""
    return dict.fromkeys(range(state.setup.children), 0.0) | scores(state.history)


def named(face: Face) -> Move:
    """A face in a word."""
    return MUDDY if face else CLEAN


def faces_in_sight(sight: Sight) -> Seen:
    """The faces that lie open, those that were shown, and at the end all."""
    if sight.secret is not None:
        return sight.secret
    faces = list(sight.seen)
    for event in sight.history:
        for seat, face in enumerate(event.answer.shown):
            faces[seat] = faces[seat] if face is None else face
    return tuple(faces)


def observed(sight: Sight) -> NDArray[np.int16]:
    """The seat from 1; every face, 1 clean and 2 muddy; and what was said, round by round.

    In a round, 1 is unsure, 2 named itself muddy, and 3 clean; 0 is nothing seen or said.

    >>> observed(fold.Sight(Setup(2, rounds=1), 0, (None, True))).tolist()
    [1, 0, 2, 0, 0]
    """
    said = np.zeros((sight.setup.limit, sight.setup.children), np.int16)
    for row, event in zip(said, sight.history, strict=False):
        for seat, move in event.moves.items():
            row[seat] = FORMS.code(move) + 1
    faces = [0 if face is None else 1 + face for face in faces_in_sight(sight)]
    seat = 0 if sight.seat is None else sight.seat + 1
    return np.concatenate([np.array([seat, *faces], np.int16), said.ravel()])
