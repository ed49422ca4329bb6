"""What muddy children says of itself: all faces but your own, and what everybody said."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from whoknows.games.muddy.knowledge import picture_of
from whoknows.games.muddy.rules import UNSURE, Setup, Sight, faces_in_sight, named
from whoknows.games.muddy.show.beginning import NAMES, beginning
from whoknows.games.muddy.show.picture import (
    face_svg,
    parent_lines,
    sight_svg,
    small_faces,
)
from whoknows.play.face.cards import card
from whoknows.play.face.declared import DeclaredFace
from whoknows.play.face.face import Beginning
from whoknows.play.game import Event, Seat
from whoknows.play.table.room import Chair

RULES = """\
Children have played, and some have mud on the forehead.
Each sees the faces of the others, and not their own.

The parent says: *at least one of you is muddy.*
Then the parent asks again and again, and all answer at the same time: *I am muddy*, *I am
clean*, or *I am not sure*.

Everybody here thinks perfectly.
So when somebody is **not sure**, that tells you what they see, and after a while it tells
you what *you* look like.
"""


class MuddyFace(DeclaredFace[Setup]):
    """What muddy children says of itself."""

    story = "Is your own forehead muddy? Nobody steps forward, and that tells you."
    verb = "say"
    board_svg = staticmethod(sight_svg)

    def rules(self) -> str:
        """The rules for people."""
        return RULES

    def beginning(self) -> Beginning:
        """A few steps to be played beside the rules."""
        return beginning()

    def card_svg(self) -> str:
        """Three children, two of them muddy."""
        faces = "".join(
            f'<g transform="translate({62 + 98 * k} 88)">{face_svg(k, k != 1)}</g>'
            for k in range(3)
        )
        return card("Three children, two of them with a muddy forehead", faces)

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Well-known stories."""
        return {
            "Three children": {"dealing": "slow"},
            "Five children": {"children": 5, "dealing": "slow"},
            "Any three faces": {},
            "Nothing is said": {"least": 0},
        }

    def usual_chairs(self, setup: Setup) -> Sequence[Chair]:
        """You among logicians."""
        names = [*NAMES, *(f"Nr {k + 1}" for k in range(len(NAMES), setup.children))]
        others = names[1 : setup.children]
        return [Chair(names[0]), *(Chair(name, "logician") for name in others)]

    def prompt(self, sight: Sight) -> str:
        """To say what one knows."""
        return "Do you know your own face?"

    def board_lines(self, sight: Sight, names: Sequence[str]) -> list[str]:
        """The parent's words, and every child with its face, or `?`."""
        faces = ("?" if face is None else named(face) for face in faces_in_sight(sight))
        called = [f"{n} (you)" if k == sight.seat else n for k, n in enumerate(names)]
        pairs = zip(called, faces, strict=True)
        return [*parent_lines(sight), "   ".join(map(" ".join, pairs))]

    def event_text(self, event: Event, names: Sequence[str], sight: Sight) -> str:
        """Who named a face, and what the parent says to it."""
        verdict, moves = event.answer, sorted(event.moves.items())
        said = [f"{names[seat]} says: {move}" for seat, move in moves if move != UNSURE]
        parent = [
            f"{names[seat]} was {named(verdict.shown[seat])}"
            for seat, move in moves
            if move not in (UNSURE, named(verdict.shown[seat]))
        ]
        parent += [f"{names[seat]} could not know that" for seat in verdict.guessed]
        parent += [f"{names[seat]} could have known" for seat in verdict.missed]
        children = f"{'; '.join(said) or 'Nobody is sure'}."
        return f"{children} The parent: {'; '.join(parent)}." if parent else children

    def reason(self, sight: Sight) -> str:
        """Why you know your face, or do not."""
        return "" if sight.seat is None else why(sight)

    def thing_text(self, sight: Sight, thing: str, names: Sequence[str]) -> str:
        """`Bob is muddy`."""
        seat = int(thing.removeprefix("muddy")) - 1
        return "you are muddy" if seat == sight.seat else f"{names[seat]} is muddy"

    def ending(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Who named their faces rightly, who wrongly, who not at all."""
        text = ""
        for value, word in ((1, "Right"), (-1, "Wrong"), (0, "Not sure to the end")):
            who = [names[seat] for seat, score in result.items() if score == value]
            text += f"{word}: {', '.join(who)}. " if who else ""
        muddy = [names[k] for k, face in enumerate(sight.secret or ()) if face]
        return f"{text}Muddy: {', '.join(muddy) or 'nobody'}."

    def ending_why(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """When the muddy could know, and from what."""
        faces, least = sight.secret or (), sight.setup.least
        own = "" if sight.seat is None else f"You were **{named(faces[sight.seat])}**. "
        if not least:
            return f"{own}Nothing was said, so no silence tells anything: nobody can know."
        muddy, first = sum(faces), sum(faces) - least + 1
        if first == 1:
            seen = f"only {least - 1}" if least > 1 else "nobody muddy"
            return f"{own}The muddy saw {seen}, and so knew at once."
        return (
            f"{own}{muddy} were muddy, and each of them saw {muddy - 1}. With only"
            f" {muddy - 1} muddy, somebody would have known in round {first - 1}. Nobody"
            f" did: so the muddy could know in round **{first}**, and the clean one round"
            " later."
        )

    def larger(self, setup: Setup) -> Mapping[str, Any]:
        """One child more."""
        return {"children": setup.children + 1} if setup.children < len(NAMES) else {}

    def small_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The faces in a row."""
        assert isinstance(key, tuple)
        return small_faces(key, names)


def why(sight: Sight) -> str:
    """Why the seat knows its face, or does not, in a few sentences."""
    assert sight.seat is not None, "a spectator has no face here"
    picture = picture_of(sight.setup, sight.history)
    face = picture.faces[sight.seat]
    if face is not None:
        return f"By all that was said, everybody knows that you are {named(face)}."
    rest = picture.rest
    seen = sum(bool(sight.seen[k]) for k in rest)
    among = "the others" if len(rest) == sight.setup.children else "the rest"
    if not picture.least:
        return (
            f"Nothing that was said tells how many are muddy: you see {seen} muddy "
            f"face{'s' * (seen != 1)} among {among}, and yours may be either way."
        )
    many = f"at least {picture.least} {'is' if picture.least == 1 else 'are'} muddy"
    heard = f"By all that was said, {many}"
    if len(rest) < sight.setup.children:
        heard = f"Of those whose faces are not public, {many}"
    if seen == picture.least - 1:
        return f"{heard}, and you see {seen} among {among}: so you are muddy."
    return (
        f"{heard}, and you see {seen} among {among} already: with yours clean or muddy, "
        "all that was said would have been the same."
    )
