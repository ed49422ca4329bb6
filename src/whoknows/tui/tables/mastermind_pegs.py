"""The board of Mastermind as text, and a guess or an answer that is put together on it.

Every peg has its name on it, so that nothing is told by color alone.
"""

from dataclasses import dataclass, replace
from typing import Self

from textual.color import Color
from textual.content import Content
from textual.style import Style

from whoknows.games.mastermind.rules import DIGITS, Answer, Code, Rules, Sight
from whoknows.games.mastermind.show.board_picture import (
    BLACK,
    PALETTE,
    WHITE,
    dispute,
    left_after,
    letter_color,
)
from whoknows.tui.parts import QUIET, lines, pickable


@dataclass(frozen=True, slots=True)
class Row:
    """A guess that is put together: some pegs may be missing."""

    pegs: tuple[int | None, ...]
    at: int = 0

    def put(self, color: int | None) -> Self:
        """With a peg where the cursor is, which goes on; `None` takes one away."""
        pegs = (*self.pegs[: self.at], color, *self.pegs[self.at + 1 :])
        return replace(self, pegs=pegs).moved(1 if color is not None else 0)

    def moved(self, by: int) -> Self:
        """With the cursor at another peg."""
        return replace(self, at=min(max(self.at + by, 0), len(self.pegs) - 1))

    def erased(self) -> Self:
        """Without the peg at the cursor, or the one before it if there is none."""
        row = self if self.pegs[self.at] is not None else self.moved(-1)
        return row.put(None)

    def turned(self, by: int, colors: int) -> Self:
        """With the next color at the cursor."""
        now = self.pegs[self.at]
        color = (0 if by > 0 else colors - 1) if now is None else (now + by) % colors
        return replace(self, pegs=(*self.pegs[: self.at], color, *self.pegs[self.at + 1 :]))

    @property
    def text(self) -> str:
        """The guess as people type it."""
        return "".join("" if peg is None else DIGITS[peg] for peg in self.pegs)


def peg(color: int | None, wide: bool, marked: bool = False) -> Content:
    """A peg with its name, or a hole; the one at the cursor is marked."""
    look: Style | str
    if color is None:
        hole = "▁" if marked else "·"
        return Content.styled(
            f" {hole} " if wide else f"{hole} ", "bold" if marked else QUIET
        )
    fill = PALETTE[color % len(PALETTE)]
    look = Style(
        background=Color.parse(fill),
        foreground=Color.parse(letter_color(fill)),
        bold=True,
        underline=marked,
    )
    name = DIGITS[color]
    return Content.styled(f" {name} " if wide else f"{name} ", look)


def pins(rules: Rules, answer: Answer | None) -> Content:
    """Black and white pins, told apart by their shape."""
    if answer is None:
        return Content.styled("·" * rules.pegs, QUIET)
    shown = BLACK * answer.black + WHITE * answer.white
    return Content.assemble((shown, "bold"), ("·" * (rules.pegs - len(shown)), QUIET))


def board(sight: Sight, row: Row | None) -> Content:
    """All rows: the lines so far, the guess that waits or is made, and what is empty."""
    rules, every = sight.rules, sight.every_line
    left, wrong = left_after(rules, sight.lines), {k for w in dispute(sight) for k in w}
    found = []
    for k, line in enumerate(every):
        note = f"{left[k]:,} left" if k < len(left) else ""
        note = "in dispute" if k in wrong else note
        found.append(one_row(rules, k, line.guess, pins(rules, line.answer), note, wrong))
    if sight.pending is not None:
        found.append(
            one_row(rules, len(found), sight.pending, pins(rules, None), "waits", wrong)
        )
    elif row is not None and len(every) < sight.rows:
        found.append(entry(rules, len(every), row))
    empty: tuple[None, ...] = (None,) * rules.pegs
    while len(found) < sight.rows:
        found.append(one_row(rules, len(found), empty, pins(rules, None), "", wrong))
    if sight.code is not None:
        found.append(Content(""))
        found.append(code_row(rules, sight.code))
    return lines(found)


def one_row(
    rules: Rules,
    number: int,
    code: Code | tuple[None, ...],
    answer: Content,
    note: str,
    wrong: set[int],
) -> Content:
    """A row of the board; one that contradicts others has a mark."""
    mark = "!" if number in wrong else " "
    wide = is_wide(rules)
    pegs = Content(" ").join([peg(color, wide) for color in code])
    return Content.assemble(
        (f"{mark}{number + 1:>2} ", QUIET if mark == " " else "bold $text-error"),
        pegs,
        "  ",
        answer,
        (f"  {note}", QUIET),
    )


def entry(rules: Rules, number: int, row: Row) -> Content:
    """The row where a guess is put together."""
    wide = is_wide(rules)
    pegs = [
        pickable(peg(color, wide, marked=k == row.at), f"at {k}")
        for k, color in enumerate(row.pegs)
    ]
    ready = "Enter" if None not in row.pegs else ""
    return Content.assemble(
        (f">{number + 1:>2} ", "bold $text-accent"),
        Content(" ").join(pegs),
        "  ",
        pickable(Content.styled(ready, "bold $text-accent"), "enter"),
    )


def code_row(rules: Rules, code: Code) -> Content:
    """The code itself."""
    pegs = Content(" ").join([peg(color, is_wide(rules)) for color in code])
    return Content.assemble(("    ", ""), pegs, ("  the code", "bold"))


def is_wide(rules: Rules) -> bool:
    """Whether there is room for broad pegs."""
    return rules.pegs <= 8


def palette(rules: Rules) -> Content:
    """The colors to choose from."""
    some = [pickable(peg(color, True), f"color {color}") for color in range(rules.colors)]
    return Content(" ").join(some)


FIELDS = ("line", "black", "white")


@dataclass(frozen=True, slots=True)
class Numbers:
    """An answer that is put together: its numbers, and which of them is changed."""

    names: tuple[str, ...]
    values: tuple[int, ...]
    most: tuple[int, ...]
    at: int = 0

    def put(self, number: int) -> Self:
        """With a number where the cursor is, which goes on."""
        values = (*self.values[: self.at], number, *self.values[self.at + 1 :])
        return replace(self, values=values).moved(1)

    def moved(self, by: int) -> Self:
        """With the cursor at another number."""
        return replace(self, at=min(max(self.at + by, 0), len(self.values) - 1))

    def turned(self, by: int) -> Self:
        """With one more or one less at the cursor."""
        low = 1 if self.names[self.at] == "line" else 0
        number = min(max(self.values[self.at] + by, low), self.most[self.at])
        return replace(
            self, values=(*self.values[: self.at], number, *self.values[self.at + 1 :])
        )

    @property
    def text(self) -> str:
        """The move as people type it."""
        if self.names[0] == "line":
            return f"correct {self.values[0]}:{','.join(map(str, self.values[1:]))}"
        return f"answer {','.join(map(str, self.values))}"

    def shown(self) -> Content:
        """The fields side by side; the one at the cursor is marked."""
        parts = []
        for k, (name, value) in enumerate(zip(self.names, self.values, strict=True)):
            look = "bold reverse" if k == self.at else "bold"
            parts.append(
                Content.assemble(
                    f"{name} ",
                    pickable(Content("◂"), f"less {k}"),
                    (f" {value} ", look),
                    pickable(Content("▸"), f"more {k}"),
                )
            )
        parts.append(pickable(Content.styled("Enter", "bold $text-accent"), "enter"))
        return Content("  ").join(parts)


def numbers(sight: Sight) -> Numbers:
    """The fields of a maker's move: an answer, or a correction of one line."""
    pegs, colors = sight.rules.pegs, 1 if sight.rules.blacks_only else 2
    names, most = FIELDS[1 : 1 + colors], (pegs,) * colors
    if sight.disputed is None:
        return Numbers(names, (0,) * colors, most)
    count, answer = len(sight.every_line), sight.disputed.answer[:colors]
    return Numbers(("line", *names), (count, *answer), (count, *most))
