"""Mastermind at a table: you break, or you make the code and are caught if you err.

What is said here follows from the board alone; the code is nowhere in it, but for the
maker who told it to the referee, and for everybody when the game is over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from whoknows.errors import WhoknowsError
from whoknows.games.mastermind import GAME
from whoknows.games.mastermind.knowledge import possible_codes, problem
from whoknows.games.mastermind.knowledge.course import (
    BREAKER,
    MAKER,
    Caught,
    Sight,
    contradiction,
    corrections,
)
from whoknows.games.mastermind.rules import (
    MAKERS,
    Answer,
    Correction,
    Hidden,
    Rules,
    Setup,
)
from whoknows.games.mastermind.show import dispute, left_after, pins_name, sight_svg
from whoknows.play.game import Event, History, Seat
from whoknows.play.room import Chair
from whoknows.web.boards.board import Desk, Option
from whoknows.web.boards.plain import PlainBoard

NAMED = 24  # codes that a hint names
ADVISER = "entropy"
RANKED = 50_000  # codes up to which guesses are ranked


class MastermindBoard(PlainBoard):
    """How Mastermind looks and is moved."""

    def __init__(self) -> None:
        super().__init__(GAME)

    def options(self) -> Sequence[Option]:
        """The size of the code, the board, and who answers."""
        plain = Setup()
        return [
            Option("pegs", "Pegs", "number", plain.pegs, min=1, max=8),
            Option("colors", "Colors", "number", plain.colors, min=1, max=16),
            Option("repeats", "A color may come again", "switch", plain.repeats),
            Option("blacks_only", "Only blacks are told", "switch", plain.blacks_only),
            Option("rows", "Rows of the board", "number", plain.rows, min=1, max=60),
            Option("maker", "The code", "choice", plain.maker, MAKERS),
        ]

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Games with a name."""
        return {
            "Mastermind": {},
            "Bulls and Cows": {"colors": 10, "repeats": False},
            "You make the code": {"maker": "mind"},
            "An evil maker": {"maker": "evil"},
        }

    def usual(self, setup: Setup) -> Sequence[Chair]:
        """You break; or, where a seat answers, you make."""
        if not setup.seated:
            return [Chair("Breaker")]
        return [Chair("Breaker", "parts"), Chair("Maker")]

    def picture(self, sight: Sight, history: History, names: Sequence[str]) -> str:  # noqa: ARG002
        """The board with all its rows."""
        return sight_svg(sight)

    def controls(self, desk: Desk) -> None:
        """Pegs to guess with, or answers to give."""
        from whoknows.web.boards.mastermind_controls import Controls

        Controls(desk).build()

    def told(self, event: Event, names: Sequence[str], sight: Sight) -> str:
        """A guess, an answer, a correction, in words."""
        rules, [(seat, move)] = sight.rules, event.moves.items()
        who = names[seat]
        if isinstance(move, Hidden):
            return f"{who} has told the referee the code."
        if isinstance(move, Correction):
            changes = [f"line {k + 1} is {pins_name(rules, a)}" for k, a in move.changes]
            return f"{who} corrects: {', '.join(changes)}."
        if isinstance(move, Answer):
            said = f"{who} answers {pins_name(rules, move)}."
            if isinstance(event.answer, Caught):
                return f"{said[:-1]}: {contradiction(event.answer.sets[0])}."
            return said
        told = f"{who} guesses {rules.code_name(move)}"
        return f"{told}: {pins_name(rules, event.answer)}." if event.answer else f"{told}."

    def hint(self, sight: Sight, history: History, kind: str) -> str:  # noqa: ARG002
        """What the board tells, why, or a good guess."""
        if sight.seat == MAKER:
            return maker_hint(sight, kind)
        return {"know": known, "why": reasons, "move": advice}[kind](sight)

    def warning(self, sight: Sight, history: History, move: str) -> str | None:  # noqa: ARG002
        """That a guess can tell nothing, or is the last and cannot be right."""
        if sight.seat != BREAKER:
            return None
        try:
            guess = sight.rules.parse_code(move)
        except WhoknowsError:
            return None  # which will be refused
        return doubt(sight, guess)

    def ending(
        self,
        sight: Sight,
        result: Mapping[Seat, float],  # noqa: ARG002
        names: Sequence[str],
    ) -> str:
        """Who found the code, and in how many guesses."""
        guesses = f"{len(sight.lines)} guess{'es' if len(sight.lines) != 1 else ''}"
        code = f" {sight.rules.code_name(sight.code)}" if sight.code else ""
        if sight.found:
            code = f" {sight.rules.code_name(sight.lines[-1].guess)}"
            return f"{names[BREAKER]} found the code{code} in {guesses}."
        return f"The code{code} was not found in {guesses}."

    def world(self, sight: Sight, key: Any, names: Sequence[str]) -> str:  # noqa: ARG002
        """The board as it would be with this code."""
        return sight_svg(replace(sight, code=tuple(key)))


def known(sight: Sight) -> str:
    """The codes that are left, and what is sure at every peg."""
    rules, cell = sight.rules, possible_codes(sight.rules, sight.lines)
    names = [rules.code_name(rules.code(k)) for k in cell[:NAMED].tolist()]
    more = f" and {len(cell) - NAMED:,} more" if len(cell) > NAMED else ""
    if len(cell) == 1:
        return f"The code must be **{names[0]}**."
    codes = rules.codes[cell]
    colors = []
    for peg in range(rules.pegs):
        able = sorted({*codes[:, peg].tolist()})
        if len(able) < rules.colors:
            can = " ".join(rules.code_name((color,)) for color in able)
            colors.append(f"peg {peg + 1}: {can}")
    told = f"\n\nColors that can be at {'; at '.join(colors)}." if colors else ""
    return f"**{len(cell):,}** codes are possible: {' '.join(names)}{more}.{told}"


def reasons(sight: Sight) -> str:
    """What every line left, and codes that still agree with all."""
    rules, cell = sight.rules, possible_codes(sight.rules, sight.lines)
    if not sight.lines:
        return f"Nothing has been answered yet: all {rules.size:,} codes are possible."
    left = left_after(rules, sight.lines)
    rows = [
        f"- {rules.code_name(line.guess)}, {pins_name(rules, line.answer)}"
        + (f": {left[k]:,} codes agree with all lines so far" if left else "")
        for k, line in enumerate(sight.lines)
    ]
    some = [rules.code_name(rules.code(k)) for k in cell[:2].tolist()]
    last = (
        f"Both {some[0]} and {some[1]} would have been answered just so."
        if len(some) > 1
        else f"Only {some[0]} would have been answered just so."
    )
    return "\n".join([*rows, "", last])


def advice(sight: Sight) -> str:
    """Good guesses, with what they are worth."""
    from whoknows.games.mastermind.solve.suggest import suggestions

    rules = sight.rules
    if rules.size > RANKED:
        first = rules.code_name(rules.code(int(possible_codes(rules, sight.lines)[0])))
        return f"There are too many codes to rank; **{first}** may be the code."
    found = suggestions(rules, sight.lines, ADVISER, top=3)
    if found.left == 1:
        return f"Guess **{found.rows[0].guess}**: it must be the code."
    rows = [
        f"- **{row.guess}** {'may be the code, and ' if row.possible else ''}"
        f"tells {row.entropy:.2f} bits: {row.parts} answers may come, "
        f"and at most {row.worst:,} codes are left"
        for row in found.rows
    ]
    return "\n".join(
        [f"*{ADVISER}* takes the guess that tells most on average:", "", *rows]
    )


def doubt(sight: Sight, guess: tuple[int, ...]) -> str | None:
    """Why a guess cannot be meant; nothing if it can."""
    rules, cell = sight.rules, possible_codes(sight.rules, sight.lines)
    name, place = rules.code_name(guess), rules.place(guess)
    able = place in cell
    answers = len(list(problem(rules).split(place, cell)))
    if not able and len(sight.lines) == sight.rows - 1:
        return f"This is the last row, and {against(sight, guess)}"
    if answers == 1 and not able:
        return (
            f"{against(sight, guess)} Nor would the answer tell anything: all "
            f"{len(cell):,} codes that are left give the same one."
        )
    if len(cell) == 1 and not able:
        return f"{name} is not the code: only one is left."
    return None


def against(sight: Sight, guess: tuple[int, ...]) -> str:
    """The first line that says that a guess is not the code."""
    rules = sight.rules
    for k, line in enumerate(sight.lines, 1):
        would = rules.answer(line.guess, guess)
        if would != line.answer:
            return (
                f"{rules.code_name(guess)} cannot be the code: line {k} would have been "
                f"{pins_name(rules, would)}."
            )
    return ""


def maker_hint(sight: Sight, kind: str) -> str:
    """What helps a maker: what the breaker can know, and how a dispute can be settled."""
    rules = sight.rules
    if kind == "know":
        left = len(possible_codes(rules, sight.lines))
        return f"The breaker can think **{left:,}** codes possible."
    if sight.disputed:
        if kind == "why":
            sets = [f"- {contradiction(which)}" for which in dispute(sight)[:6]]
            return "\n".join(["No code agrees with all your answers:", "", *sets])
        return settling(rules, sight)
    if sight.pending is not None and sight.code is not None:
        answer = rules.answer(sight.pending, sight.code)
        return f"{rules.code_name(sight.pending)} is **{pins_name(rules, answer)}**."
    if kind == "move" and not sight.ready:
        return "Any code is as good as another against one who cannot guess your taste."
    return (
        "A black pin for each peg right in color and place; a white one for each further "
        "peg right in color alone."
    )


def settling(rules: Rules, sight: Sight) -> str:
    """The corrections of one line that settle a dispute, line by line."""
    found: dict[int, list[str]] = {}
    for change in corrections(rules, sight.every_line):
        [(place, answer)] = change.changes
        found.setdefault(place, []).append(rules.answer_name(answer))
    rows = [f"- line {k + 1}: {', '.join(names)}" for k, names in found.items()]
    return "\n".join(["One of these corrections would settle it:", "", *rows])


BOARD = MastermindBoard()
