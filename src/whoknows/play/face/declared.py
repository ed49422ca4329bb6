"""What a game that is made of its rules says of itself; its own face says more.

All of it is worked out from a sight: a secret that is tried here is one that the seat
holds possible.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from whoknows.errors import BadSetup, IllegalMove
from whoknows.play.face.face import answer_text
from whoknows.play.face.plain_face import PlainFace, lines_svg
from whoknows.play.fold import AnySight, Sight, State
from whoknows.play.game import Event, Seat, SetupT
from whoknows.play.knowing.as_model import facts_of, public_sight, seen_together
from whoknows.play.knowing.claims import chance, chances, listed_worlds, surest
from whoknows.play.moves import Forms
from whoknows.play.strategies import purpose
from whoknows.wording import plural

if TYPE_CHECKING:
    from whoknows.play.declared import DeclaredGame

MOST_FORESEEN = 200  # worlds that are gone through for what may come of a move
MOST_ANSWERS = 8  # that are foreseen
MOST_FACTS = 12  # that a hint names


class DeclaredFace(PlainFace[SetupT, Sight[SetupT, Any, Any]]):
    """What comes of the rules themselves."""

    verb = "play"  # what a strategy would do

    game: "DeclaredGame"

    def __init__(self, game: "DeclaredGame") -> None:
        self.game = game

    def forms(self, sight: AnySight) -> Forms:
        """All kinds of moves."""
        return self.game.forms(sight.setup)

    def meant(self, sight: AnySight, move: str) -> Any | None:
        """The move of a text, if it is one."""
        try:
            return self.forms(sight).read(move)
        except IllegalMove:
            return None

    # -------------------------------------------------------------------- moves and deals

    def move_forms(self, setup: SetupT) -> Mapping[str, str]:
        """What can be typed, form by form."""
        return self.game.forms(setup).help

    def move_label(self, sight: AnySight, move: str) -> str:
        """A move as a button says it."""
        return self.forms(sight).label(self.forms(sight).read(move))

    def read_deal(self, text: str, setup: SetupT) -> Any:
        """The secret as it is written."""
        try:
            return self.game.to_json(self.game.rules.hidden(setup).read(text))
        except IllegalMove as error:
            raise BadSetup(str(error)) from None

    def deal_text(self, document: Any, setup: SetupT) -> str:
        """The secret, written."""
        return self.game.rules.hidden(setup).write(self.game.from_json(document, setup))

    def event_text(self, event: Event, names: Sequence[str], sight: AnySight) -> str:
        """Who did what, and the answer."""
        write = self.forms(sight).write
        moves = ", ".join(f"{names[k]}: {write(m)}" for k, m in sorted(event.moves.items()))
        answer = "" if event.answer is None else answer_text(self.game, event.answer)
        return f"{moves} → {answer}." if answer else f"{moves}."

    # -------------------------------------------------------------------------- the board

    def board_lines(self, sight: AnySight, names: Sequence[str]) -> list[str]:
        """What lies open to the seat, and what was done."""
        seen = sight.seen if isinstance(sight.seen, Mapping) else {"You see": sight.seen}
        lines = [f"{name}: {value}" for name, value in seen.items() if value is not None]
        lines += [self.event_text(event, names, sight) for event in sight.history]
        if sight.secret is not None:
            lines.append(self.world_text(sight, sight.secret, names))
        return lines or [self.setup_text(sight.setup)]

    def board_text(self, sight: AnySight, names: Sequence[str]) -> str:
        """As lines."""
        return "\n".join(self.board_lines(sight, names))

    def board_svg(self, sight: AnySight, names: Sequence[str]) -> str:
        """As lines."""
        return lines_svg(self.game.title, self.board_lines(sight, names))

    def open_text(self, sights: Mapping[Seat, AnySight], names: Sequence[str]) -> str:
        """The board of a spectator, with the secret if all together see it."""
        sight = public_sight(self.game, next(iter(sights.values())))
        secret = sight.secret
        if secret is None:
            secret = seen_together(self.game, sights.values())
        return self.board_text(replace(sight, secret=secret), names)

    def world_text(self, sight: AnySight, world: Any, names: Sequence[str]) -> str:
        """A world in words."""
        facts = facts_of(self.game, sight.setup, world)
        return ", ".join(self.fact_text(sight, *pair, names) for pair in facts.items())

    def fact_text(
        self, sight: AnySight, thing: str, value: Any, names: Sequence[str]
    ) -> str:
        """A fact, or a part with its value."""
        called = self.thing_text(sight, thing, names)
        if isinstance(value, bool):
            return called if value else f"not: {called}"
        return f"{called} {self.value_text(str(value))}"

    def world_svg(self, sight: AnySight, key: Hashable, names: Sequence[str]) -> str | None:
        """The board with this secret laid open."""
        return self.board_svg(replace(sight, secret=key), names)

    # -------------------------------------------------------------------------- the hints

    def hint(self, sight: AnySight, kind: str) -> str:
        """How many worlds are left, and what is so in all of them; why; what to do."""
        names = [chair.name for chair in self.usual_chairs(sight.setup)]
        if kind == "move" and sight.seat is not None:
            return self.advice(sight)
        if kind == "why":
            return self.reason(sight) or self.why(sight, names)
        return self.known(sight, names)

    def reason(self, sight: AnySight) -> str:
        """Why the seat knows what it knows, in a sentence or two, if the game says it."""
        return ""

    def advice(self, sight: AnySight) -> str:
        """The move of the first strategy that the game lists."""
        name, strategy = next(iter(self.game.strategies.items()), ("", None))
        if strategy is None:
            return "This game has no strategy to ask."
        move = strategy(sight, sight.history, np.random.default_rng(0))
        advised = f"A {name} would {self.verb}: **{self.forms(sight).label(move)}**."
        reason = self.reason(sight)
        return f"{advised} {reason}\n\n*{name}*: {purpose(strategy.__doc__)}"

    def known(self, sight: AnySight, names: Sequence[str]) -> str:
        """How many worlds are left, and what is so in all of them."""
        many, worlds = self.game.worlds(sight), listed_worlds(self.game, sight)
        text = f"You hold **{many:,}** world{'s' * (many != 1)} possible."
        first, *others = (facts_of(self.game, sight.setup, each) for each in worlds or [{}])
        sure = [
            self.fact_text(sight, name, value, names)
            for name, value in first.items()
            if all(each[name] == value for each in others)
        ]
        more = [f"and {len(sure) - MOST_FACTS} more"] * (len(sure) > MOST_FACTS)
        told = ", ".join([*sure[:MOST_FACTS], *more])
        return f"{text} You know: {told}." if sure else text

    def why(self, sight: AnySight, names: Sequence[str]) -> str:
        """Turn by turn, what was said and how many worlds that left."""
        now = replace(sight, history=(), over=False, secret=None)
        many = self.game.worlds(now)
        lines = [f"At first you held {plural(many, 'world', ',')} possible."]
        for event in sight.history:
            now = replace(now, history=(*now.history, event))
            before, many = many, self.game.worlds(now)
            told = "this told you nothing" if many == before else f"{many:,} left"
            lines.append(f"{self.event_text(event, names, sight)} *{told}*")
        return "\n".join(f"- {line}" for line in lines)

    def warning(self, sight: AnySight, move: str) -> str | None:
        """That what is claimed cannot be so, or cannot be known, or that one could know."""
        meant, worlds = self.meant(sight, move), listed_worlds(self.game, sight)
        if meant is None or worlds is None or self.game.rules.right is None:
            return None
        sure = chance(self.game, sight, worlds, meant)
        best = surest(chances(self.game, sight, worlds))
        if meant in best and sure in (None, 1):
            return None
        if sure is None:
            said = f"You can know: {self.forms(sight).label(best[0])}."
        elif sure == 0:
            said = "You can know that this is wrong."
        else:
            shown = f"{sure * len(worlds)} of the {len(worlds):,} worlds"
            said = f"You cannot know that: it is so in {shown} that you hold possible."
        return f"{said} {self.reason(sight)}".strip()

    def foresight(self, sight: AnySight, move: str, names: Sequence[str]) -> str | None:
        """What may be answered, and what would be left; others do as the first strategy."""
        meant, many = self.meant(sight, move), self.game.worlds(sight)
        if None in (sight.seat, meant) or many > MOST_FORESEEN or not self.game.strategies:
            return None
        ways: dict[str, list[Event]] = {}
        for world in self.game.possible(sight):
            event = self.event_in(sight, world, meant)
            ways.setdefault(self.event_text(event, names, sight), []).append(event)
        lines = []
        for text, events in list(ways.items())[:MOST_ANSWERS]:
            left = self.game.worlds(self.game.sight_after(sight, events[0]))
            lines.append(f"- In {len(events)} of {many}: {text} Then {left:,} left.")
        return "\n".join(lines)

    def event_in(self, sight: AnySight, world: Any, move: Any) -> Event:
        """What would come of a move if this world were so."""
        rules, now = self.game.rules, self.game.public(sight.setup, sight.history)
        state = State(sight.setup, world, sight.history, rules.turn(now))
        strategy: Callable[..., Any] = next(iter(self.game.strategies.values()))
        rng = np.random.default_rng(0)
        moves = {
            seat: move
            if seat == sight.seat
            else strategy(rules.sight(state, seat), sight.history, rng)
            for seat in state.turn
        }
        return rules.event(now, world, moves)

    def ending_why(
        self, sight: AnySight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Turn by turn."""
        return "" if sight.seat is None else self.why(sight, names)
