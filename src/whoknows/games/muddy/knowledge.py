"""Who knows what about the faces, by a rule: no list of worlds is needed.

What is public is always of one form: some faces are known to all, and at least so many of
the *rest* are muddy.  A child of the rest knows its face just if it sees one muddy face
less among the rest.  If nobody knows, one more must be muddy; if somebody does, the
knowing ones are the muddy ones, and every face is public.  A face that is shown leaves
the rest.  `twin` says the same with a model of `logic`, announcement by announcement.

>>> picture = first_picture(Setup(children=3))
>>> picture.size, picture.own(0, (None, False, False)), picture.own(0, (None, True, False))
(7, (True,), (False, True))
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

from whoknows.games.muddy.rules import Face, Round, Seen, Setup, Sight
from whoknows.logic import Model, every_world
from whoknows.play.knowing.knowledge import Pictured

__all__ = [
    "agent",
    "faces_model",
    "fact",
    "first_picture",
    "models",
    "own_faces",
    "picture_of",
    "pictured",
]


@dataclass(frozen=True, slots=True)
class Picture:
    """What is public: some faces, and how many of the rest are muddy at least."""

    faces: Seen
    least: int

    @property
    def rest(self) -> tuple[int, ...]:
        """The children whose faces are not public."""
        return tuple(seat for seat, face in enumerate(self.faces) if face is None)

    @property
    def size(self) -> int:
        """How many worlds are possible to one who sees no face."""
        rest = len(self.rest)
        return sum(comb(rest, muddy) for muddy in range(self.least, rest + 1))

    def knows(self, seat: int, seen: Sequence[Face | None]) -> bool:
        """Whether a child who sees these faces of the others knows its own."""
        if self.faces[seat] is not None:
            return True
        others = sum(bool(seen[other]) for other in self.rest if other != seat)
        return others == self.least - 1

    def own(self, seat: int, seen: Sequence[Face | None]) -> tuple[Face, ...]:
        """The faces that the child may have, as far as it can tell."""
        face = self.faces[seat]
        if face is not None:
            return (face,)
        return (True,) if self.knows(seat, seen) else (False, True)

    def after(self, said: Round) -> "Picture":
        """The picture after a round."""
        faces, least = list(self.faces), self.least
        if least:
            knew = [seat for seat in self.rest if seat in said.knew]
            if knew:  # they are the muddy ones, for all to see
                for seat in self.rest:
                    faces[seat] = seat in knew
                least = 0
            else:
                least += 1
        for seat, face in enumerate(said.verdict.shown):
            if face is not None and faces[seat] is None:
                faces[seat] = face
                least -= face
        return settled(tuple(faces), max(0, least))


def first_picture(setup: Setup) -> Picture:
    """The picture when the parent has spoken."""
    return settled((None,) * setup.children, setup.least)


def settled(faces: Seen, least: int) -> Picture:
    """The picture in its one form: if all of the rest must be muddy, that is public."""
    if least and least == sum(face is None for face in faces):
        return Picture(tuple(True if face is None else face for face in faces), 0)
    return Picture(faces, least)


def picture_of(setup: Setup, rounds: Iterable[Round]) -> Picture:
    """The picture after these rounds."""
    picture = first_picture(setup)
    for said in rounds:
        picture = picture.after(said)
    return picture


def own_faces(sight: Sight) -> tuple[Face, ...]:
    """The faces that the seat may have, as far as it can tell."""
    assert sight.seat is not None, "a spectator has no face here"
    return picture_of(sight.setup, sight.rounds).own(sight.seat, sight.faces)


# --------------------------------------------------------------------------- the twin


def fact(seat: int) -> str:
    """The name of the fact that a child is muddy."""
    return f"muddy{seat + 1}"


def agent(seat: int) -> str:
    """A child in the models."""
    return f"child{seat + 1}"


def faces_model(setup: Setup) -> Model:
    """Every way the faces can be; each child sees all but its own."""
    seats = range(setup.children)
    sees = {agent(k): [fact(j) for j in seats if j != k] for k in seats}
    return every_world([fact(k) for k in seats], sees)


def models(setup: Setup, rounds: Sequence[Round]) -> list[Model]:
    """The model at first, when the parent has spoken, and after every round."""
    first = faces_model(setup)
    left = first.claim_of([w for w in first if w.bit_count() >= setup.least])
    found = [first, first.announce(left)]
    for said in rounds:
        found.append(heard(found[-1], said))
    return found


def heard(model: Model, said: Round) -> Model:
    """The model when all know who knew, and the faces that were shown."""
    left = model.everywhere
    for seat, move in enumerate(said.moves):
        if move is not None:
            knows = model.knows_whether(agent(seat), model.facts[fact(seat)])
            left = left & (knows if seat in said.knew else ~knows)
    for seat, face in enumerate(said.verdict.shown):
        if face is not None:
            left = left & (model.facts[fact(seat)] if face else ~model.facts[fact(seat)])
    return model.announce(left)


def pictured(
    setup: Setup, rounds: Sequence[Round], seen: Seen, seat: int | None, most: int
) -> Pictured | None:
    """The public model, with what a seat holds possible that sees these faces."""
    if 2**setup.children > most:
        return None
    first, *_, model = models(setup, rounds)
    held = model.everywhere
    for other, face in enumerate(seen):
        if face is not None:
            held = held & (model.facts[fact(other)] if face else ~model.facts[fact(other)])
    numbers = tuple(model.worlds(held).tolist())
    return Pictured(
        model,
        first,
        actual=numbers[0] if None not in seen else None,
        held=numbers,
        home=None if seat is None else agent(seat),
    )
