"""Who knows what about the faces, by a rule: no list of worlds is needed.

What is public is always of one form: some faces are known to all, and at least so many of
the *rest* are muddy.  A child of the rest knows its face just if it sees one muddy face
less among the rest.  If nobody knows, one more must be muddy; if somebody does, the
knowing ones are the muddy ones, and every face is public.  A face that is shown leaves
the rest.  `play.knowing.listed` says the same world by world.

>>> picture = first_picture(Setup(children=3))
>>> picture.size, picture.own(0, (None, False, False)), picture.own(0, (None, True, False))
(7, (True,), (False, True))
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

from whoknows.games.muddy.rules import UNSURE, Face, Faces, Seen, Setup, Sight
from whoknows.play.fold import Knowledge
from whoknows.play.game import Event, Seat
from whoknows.play.knowing.knowledge import Remembered
from whoknows.play.knowing.listed import event_mark


@dataclass(frozen=True, slots=True)
class Picture:
    """What is public: some faces, and how many of the rest are muddy at least."""

    faces: Seen
    least: int
    waiting: tuple[Seat, ...] = ()  # who has not stepped forward yet
    quiet: bool = False  # whether the last round told nothing

    @property
    def rest(self) -> tuple[Seat, ...]:
        """The children whose faces are not public."""
        return tuple(seat for seat, face in enumerate(self.faces) if face is None)

    @property
    def stuck(self) -> bool:
        """Whether nothing more will be heard: nothing was, and who waits is in doubt."""
        return self.quiet and all(self.faces[seat] is None for seat in self.waiting)

    @property
    def size(self) -> int:
        """How many worlds are possible to one who sees no face."""
        rest = len(self.rest)
        return sum(comb(rest, muddy) for muddy in range(self.least, rest + 1))

    def knows(self, seat: Seat, seen: Sequence[Face | None]) -> bool:
        """Whether a child who sees these faces of the others knows its own."""
        if self.faces[seat] is not None:
            return True
        pairs = zip(self.faces, seen, strict=True)
        muddy = sum(1 for public, face in pairs if face and public is None)
        return muddy - bool(seen[seat]) == self.least - 1

    def own(self, seat: Seat, seen: Sequence[Face | None]) -> tuple[Face, ...]:
        """The faces that the child may have, as far as it can tell."""
        face = self.faces[seat]
        if face is not None:
            return (face,)
        return (True,) if self.knows(seat, seen) else (False, True)

    def worlds(self) -> Iterator[Faces]:
        """Every world that is possible to one who sees no face."""
        rest = self.rest
        for many in range(self.least, len(rest) + 1):
            for muddy in map(set, combinations(rest, many)):
                faces = enumerate(self.faces)
                yield tuple(k in muddy if face is None else face for k, face in faces)

    def after(self, event: Event) -> "Picture":
        """The picture after a round."""
        verdict, faces, least = event.answer, list(self.faces), self.least
        named = {seat for seat, move in event.moves.items() if move != UNSURE}
        knew = named.difference(verdict.guessed).union(verdict.missed)
        if least and knew.intersection(self.rest):  # the muddy ones, for all to see
            faces = [s in knew if face is None else face for s, face in enumerate(faces)]
            least = 0
        elif least:
            least += 1
        for seat, face in enumerate(verdict.shown):
            if face is not None and faces[seat] is None:
                faces[seat] = face
                least -= face
        waiting = tuple(seat for seat in self.waiting if verdict.shown[seat] is None)
        after = settled(Picture(tuple(faces), max(0, least), waiting))
        quiet = (after.faces, after.least) == (self.faces, self.least)
        return replace(after, quiet=quiet)


def first_picture(setup: Setup) -> Picture:
    """The picture when the parent has spoken."""
    n = setup.children
    return settled(Picture((None,) * n, setup.least, tuple(range(n))))


def settled(picture: Picture) -> Picture:
    """The picture in its one form: if all of the rest must be muddy, that is public."""
    if picture.least and picture.least == len(picture.rest):
        faces = (True if face is None else face for face in picture.faces)
        return replace(picture, faces=tuple(faces), least=0)
    return picture


picture_of = Remembered(first_picture, mark=event_mark)


def own_faces(sight: Sight) -> tuple[Face, ...]:
    """The faces that the seat may have, as far as it can tell."""
    assert sight.seat is not None, "a spectator has no face here"
    return picture_of(sight.setup, sight.history).own(sight.seat, sight.seen)


def possible(sight: Sight) -> Iterator[Faces]:
    """The faces that fit what is seen and was said."""
    if sight.seat is None:
        return picture_of(sight.setup, sight.history).worlds()
    own = own_faces(sight)
    return (tuple(face if f is None else f for f in sight.seen) for face in own)


def count(sight: Sight) -> int:
    """How many they are."""
    if sight.seat is None:
        return picture_of(sight.setup, sight.history).size
    return len(own_faces(sight))


KNOWLEDGE: Knowledge[Setup, Faces, Seen] = Knowledge(picture_of, possible, count)
