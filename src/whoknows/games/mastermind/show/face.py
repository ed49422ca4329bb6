"""What Mastermind says of itself: you break, or you make the code and are caught."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from whoknows.games.mastermind.rules import MAKER, Rules, Setup, Sight
from whoknows.games.mastermind.show import hints
from whoknows.games.mastermind.show.board_picture import board_lines, sight_svg
from whoknows.games.mastermind.show.hints import RANKED
from whoknows.games.mastermind.show.small import colors_svg, small_code
from whoknows.logic.draw.colors import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION
from whoknows.play.face.cards import PLATE, card, circle
from whoknows.play.face.plain_face import PlainFace
from whoknows.play.game import Seat, called_in
from whoknows.play.table.room import Chair

PEGS = (VERMILION, BLUE, ORANGE, GREEN, PURPLE, SKY)
MOST_PEGS_NEXT = 5  # as far as the next size goes
NEEDED = 4  # rows that the next size needs, beside its pegs
RULES = """\
A code of colored pegs is hidden.
You guess a code, and every guess is answered with pins:

- a **black** pin for each peg of the right color in the right place,
- a **white** pin for each further peg whose color is right and whose place is wrong.

The pins do not say which pegs they are for.
You win when all pins are black, before the rows of the board are used up.

In *Bulls and Cows* the pegs are digits and no digit comes twice; a bull is a black pin, a
cow a white one.
An *evil* maker has no code in mind and answers so as to keep as many codes possible as it
can.
"""


class MastermindFace(PlainFace[Setup, Sight]):
    """What Mastermind says of itself."""

    shorthands: Mapping[str, Mapping[str, Any]] = MappingProxyType(
        {"evil": {"maker": "evil"}, "make": {"maker": "mind"}}
    )
    story = "Find the hidden code from black and white pins, or hide one and be questioned."

    # As `words` says it.
    event_text = staticmethod(hints.event_text)
    hint = staticmethod(hints.hint)
    warning = staticmethod(hints.warning)
    ending = staticmethod(hints.ending)

    def called(self, setup: Setup) -> str:
        """Bulls and Cows has a name of its own."""
        return called_in(self.game, setup).title

    def rules(self) -> str:
        """The rules for people."""
        return RULES

    def card_svg(self) -> str:
        """Three guesses and their pins; the code is the last one."""
        rules, code = Rules(pegs=4, colors=6), (2, 1, 0, 3)
        parts = []
        for row, guess in enumerate([(0, 0, 1, 1), (2, 0, 4, 1), code]):
            y = 35 + 50 * row
            answer = rules.answer(guess, code)
            parts.append(
                f'<rect x="234" y="{y - 22}" width="46" height="44" rx="8" {PLATE}/>'
            )
            parts += [circle(60 + 46 * k, y, 18, PEGS[c]) for k, c in enumerate(guess)]
            pins = ["#222"] * answer.black + ["#fff"] * answer.white
            parts += [
                circle(248 + 18 * (k % 2), y - 9 + 18 * (k // 2), 6.5, pin, "#222")
                for k, pin in enumerate(pins)
            ]
        title = "Three guesses of Mastermind with their black and white pins"
        return card(title, "".join(parts))

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Games with a name."""
        return {
            "Mastermind": {},
            "Bulls and Cows": {"colors": 10, "repeats": False},
            "You make the code": {"maker": "mind"},
            "An evil maker": {"maker": "evil"},
        }

    def usual_chairs(self, setup: Setup) -> Sequence[Chair]:
        """You break; or, where a seat answers, you make."""
        if not setup.seated:
            return [Chair("Breaker")]
        return [Chair("Breaker", "parts"), Chair("Maker")]

    def usual_strategies(self, setup: Setup) -> Sequence[str]:
        """One that asks well."""
        if not setup.rules.listed:
            return ["sampled"]
        return ["parts", "parts"][: 1 + setup.seated]

    def move_forms(self, setup: Setup) -> Mapping[str, str]:
        """A guess; for a maker, an answer or a correction."""
        rules = setup.rules
        usual = rules.code(min(rules.size - 1, 8)) if rules.listed else None
        guess = rules.code_name(usual or tuple(range(rules.pegs)))
        forms = {guess: "guess this code"}
        if not setup.seated:
            return forms
        answer = rules.answer_name(rules.every_answer[0])
        hide = {f"code {guess}": "hide this code"} if setup.maker == "checked" else {}
        return (
            forms
            | hide
            | {
                f"answer {answer}": f"answer the guess, as {rules.answer_form}",
                f"correct 2:{answer}": "answer line 2 anew",
            }
        )

    def board_svg(self, sight: Sight, names: Sequence[str]) -> str:
        """The board with all its rows."""
        return sight_svg(sight)

    def board_text(self, sight: Sight, names: Sequence[str]) -> str:
        """The lines of the board, numbered, with the codes left after each."""
        return "\n".join(board_lines(sight))

    def read_deal(self, text: str, setup: Setup) -> Any:
        """A code."""
        return list(setup.rules.parse_code(text))

    def deal_text(self, document: Any, setup: Setup) -> str:
        """The code, if there is one."""
        return setup.rules.code_name(tuple(document)) if document else "nothing"

    def prompt(self, sight: Sight) -> str:
        """To guess, to answer, or to correct."""
        if sight.seat != MAKER:
            row = len(sight.lines) + 1
            return f"Your guess, number {row} of {sight.rows} at most."
        if not sight.ready:
            return "Choose a code."
        if sight.disputed is not None:
            return "Your answers contradict each other: correct a line."
        return f"How do you answer {sight.rules.code_name(sight.pending or ())}?"

    def foresight(self, sight: Sight, move: str, names: Sequence[str]) -> str | None:
        """How a guess parts the codes that are left."""
        return hints.foresight(sight, move)

    def ending_why(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """How many codes every guess left."""
        return hints.ending_why(sight)

    def larger(self, setup: Setup) -> Mapping[str, Any]:
        """A peg more, and a color or two."""
        if setup.pegs >= MOST_PEGS_NEXT or setup.rows < setup.pegs + NEEDED:
            return {}
        return {"pegs": setup.pegs + 1, "colors": min(setup.colors + 2, 10)}

    def world_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The board as it would be with this code."""
        assert isinstance(key, tuple)
        return sight_svg(replace(sight, code=key))

    def small_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The pegs in a row."""
        assert isinstance(key, tuple)
        return small_code(sight.rules, key)

    def hidden_svg(self, sight: Sight, names: Sequence[str]) -> str | None:
        """The colors that each peg may have."""
        return colors_svg(sight) if sight.rules.size <= RANKED else None
