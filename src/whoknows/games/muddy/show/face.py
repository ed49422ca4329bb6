"""What muddy children says of itself: all faces but your own, and what everybody said."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from whoknows.errors import BadSetup, WhoknowsError
from whoknows.games.muddy.knowledge import faces_model, fact, own_faces, picture_of
from whoknows.games.muddy.rules import (
    CLEAN,
    MUDDY,
    UNSURE,
    Setup,
    Sight,
    Verdict,
    named,
    parse_move,
)
from whoknows.games.muddy.show import board_lines, parent_text, sight_svg, small_faces
from whoknows.games.muddy.show.beginning import beginning
from whoknows.games.muddy.strategies import STRATEGIES, sure, why
from whoknows.play.face.cards import ROUND, card, circle
from whoknows.play.face.face import Beginning
from whoknows.play.face.plain_face import PlainFace
from whoknows.play.game import Event, Seat
from whoknows.play.strategies import purpose
from whoknows.play.table.room import Chair

NAMES = ("Mia", "Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim")
LABELS = {UNSURE: "I am not sure", "muddy": "I am muddy", "clean": "I am clean"}
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


class MuddyFace(PlainFace[Setup, Sight]):
    """What muddy children says of itself."""

    story = "Is your own forehead muddy? Nobody steps forward, and that tells you."

    # As the rooms below say it.
    board_svg = staticmethod(sight_svg)

    def rules(self) -> str:
        """The rules for people."""
        return RULES

    def beginning(self) -> Beginning:
        """A few steps to be played beside the rules."""
        return beginning(LABELS)

    def card_svg(self) -> str:
        """Three children, two of them muddy."""
        faces = "".join(face_svg(62 + 98 * k, 88, mud=k != 1) for k in range(3))
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
        names = [
            NAMES[k] if k < len(NAMES) else f"Nr {k + 1}" for k in range(setup.children)
        ]
        return [Chair(names[0]), *(Chair(name, "logician") for name in names[1:])]

    def move_forms(self, setup: Setup) -> Mapping[str, str]:
        """Three things to say."""
        return {"muddy": "say that you are", "clean": "say that you are", UNSURE: "say so"}

    def move_label(self, sight: Sight, move: str) -> str:
        """What a child says."""
        return LABELS[move]

    def board_text(self, sight: Sight, names: Sequence[str]) -> str:
        """The parent's words, and every face in sight."""
        return "\n".join(board_lines(sight, names))

    def open_text(self, sights: Mapping[Seat, Sight], names: Sequence[str]) -> str:
        """Every face, as far as somebody sees it."""
        seen = [sight.faces for sight in sights.values()]
        faces = tuple(next((f for f in each if f is not None), None) for each in zip(*seen))  # noqa: B905
        children = self.board_text(replace(sights[0], seat=None, faces=faces), names)
        return "\n".join([*parent_text(sights[0]), children.splitlines()[-1]])

    def read_deal(self, text: str, setup: Setup) -> Any:
        """Who is muddy, a word for each child: `muddy clean muddy`."""
        words = text.replace(",", " ").split()
        if len(words) != setup.children or not {*words} <= {"muddy", "clean"}:
            raise BadSetup(f"{text!r}: wanted muddy or clean for each of the children")
        return [word == "muddy" for word in words]

    def deal_text(self, document: Any, setup: Setup) -> str:
        """A word for each child."""
        return " ".join(MUDDY if face else CLEAN for face in document)

    def prompt(self, sight: Sight) -> str:
        """To say what one knows."""
        return "Do you know your own face?"

    def event_text(self, event: Event, names: Sequence[str], sight: Sight) -> str:
        """Who named a face, and what the parent says to it."""
        verdict: Verdict = event.answer
        said = [
            f"{names[seat]} says: {move}"
            for seat, move in sorted(event.moves.items())
            if move != UNSURE
        ]
        parent = [
            f"{names[k]} was {named(face)}" for k, face in enumerate(verdict.shown)
            if face is not None and named(face) != event.moves[k]
        ]  # fmt: skip
        parent += [f"{names[k]} could not know that" for k in verdict.guessed]
        parent += [f"{names[k]} could have known" for k in verdict.missed]
        children = f"{'; '.join(said) or 'Nobody is sure'}."
        return f"{children} The parent: {'; '.join(parent)}." if parent else children

    def hint(self, sight: Sight, kind: str) -> str:
        """What you know of your face, why, and what a logician would say."""
        if sight.seat is None:
            return (
                f"There are **{picture_of(sight.setup, sight.rounds).size:,}** worlds left."
            )
        faces = own_faces(sight)
        if kind == "why":
            return why(sight)
        if kind == "move":
            said = LABELS[sure(faces)]
            after = purpose(STRATEGIES["logician"].__doc__)
            return f"A logician would say: **{said}**. {why(sight)}\n\n*logician*: {after}"
        seen = sum(bool(face) for k, face in enumerate(sight.faces) if k != sight.seat)
        if len(faces) == 1:
            return f"You see {seen} muddy. You know that you are **{named(faces[0])}**."
        return (
            f"You see {seen} muddy, and hold **2** worlds possible: you are **muddy** "
            f"({seen + 1} in all), or **clean** ({seen} in all)."
        )

    def warning(self, sight: Sight, move: str) -> str | None:
        """That a face is named that cannot be known, or one that is known is not."""
        try:
            said = parse_move(move)
        except WhoknowsError:
            return None  # which will be refused
        faces = own_faces(sight)
        if said == UNSURE:
            known = len(faces) == 1
            return (
                f"You can know that you are {named(faces[0])}. {why(sight)}" * known or None
            )
        if len(faces) == 1 and named(faces[0]) == said:
            return None
        if len(faces) == 1:
            return f"You can know that you are not {said}. {why(sight)}"
        return f"You cannot know that you are {said}. {why(sight)}"

    def foresight(self, sight: Sight, move: str, names: Sequence[str]) -> str | None:
        """Who will know what in the next round, in each world that is held possible."""
        if sight.seat is None:
            return None
        return foreseen(sight, move, names)

    def thing_text(self, sight: Sight, thing: str, names: Sequence[str]) -> str:
        """`Bob is muddy`."""
        seat = int(thing.removeprefix("muddy")) - 1
        return "you are muddy" if seat == sight.seat else f"{names[seat]} is muddy"

    def ending(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Who named their faces rightly, who wrongly, who not at all."""
        words = {1.0: "Right", -1.0: "Wrong", 0.0: "Not sure to the end"}
        found = {
            word: [names[seat] for seat, score in result.items() if score == value]
            for value, word in words.items()
        }
        named_by = " ".join(
            f"{word}: {', '.join(who)}." for word, who in found.items() if who
        )
        muddy = [names[k] for k, face in enumerate(sight.faces) if face]
        return f"{named_by} Muddy: {', '.join(muddy) or 'nobody'}."

    def ending_why(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """When the muddy could know, and from what."""
        least, muddy = sight.setup.least, sum(map(bool, sight.faces))
        own = ""
        if sight.seat is not None:
            own = f"You were **{named(sight.faces[sight.seat])}**. "
        if not least:
            return (
                f"{own}Nothing was said, so every silence tells nothing: nobody can know."
            )
        first = muddy - least + 1
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

    def world_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The children with these faces."""
        return sight_svg(replace(sight, faces=faces_of(sight, key)), names)

    def small_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The faces in a row."""
        return small_faces(faces_of(sight, key), names)


def foreseen(sight: Sight, move: str, names: Sequence[str]) -> str:
    """What is learnt when this is said, and all others say what they can know."""
    assert sight.seat is not None
    seat, picture = sight.seat, picture_of(sight.setup, sight.rounds)
    parts = []
    for face in own_faces(sight):
        faces = tuple(face if k == seat else f for k, f in enumerate(sight.faces))
        knows = [k for k in picture.rest if k != seat and picture.knows(k, faces)]
        heard = [names[k] for k in knows]
        if move != UNSURE:
            then = "this is right" if named(face) == move else "this is wrong"
        elif knows:
            then = f"{', '.join(heard)} will name a face now, and all will know all faces"
        else:
            least = picture.least + 1
            next_ = replace(picture, least=least)
            sees = [k for k in picture.rest if k != seat and next_.knows(k, faces)]
            who = ", ".join(names[k] for k in sees) or "nobody else"
            then = (
                f"all will know that at least {least} of those in doubt are muddy, and "
                f"{who} will know their own face in the next round"
            )
        parts.append(f"If you are **{named(face)}**: {then}.")
    return " ".join(parts)


def faces_of(sight: Sight, key: Hashable) -> tuple[bool, ...]:
    """The faces of a world."""
    assert isinstance(key, int)
    facts = faces_model(sight.setup).describe(key)
    return tuple(bool(facts[fact(k)]) for k in range(sight.setup.children))


def face_svg(x: int, y: int, *, mud: bool) -> str:
    """A child's face; mud is on the forehead, where its owner cannot see it."""
    eyes = circle(x - 14, y - 4, 4, "#222") + circle(x + 14, y - 4, 4, "#222")
    mouth = f'<path d="M{x - 14} {y + 14}q14 12 28 0" fill="none" stroke="#222" {ROUND}/>'
    path = f"M{x - 20} {y - 22}q6 -16 20 -12t20 6q2 12 -14 10t-26 -4z"
    spot = f'<path d="{path}" fill="#6b4a2b"/>'
    return circle(x, y, 40, "#f1c9a0", "#a8754a") + eyes + mouth + spot * mud
