"""Worlds and cells in few letters.

A label says what is true, facts first, in the order of the model; where names are long,
the shortest beginnings that differ stand for them, then digits, and at last the number
of the world.  A note says how to read the labels, where that is not plain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from whoknows.logic.models.model import Model, Value, World

So: TypeAlias = Mapping[str, bool | Value]  # what is so in a world
MOST_TOLD = 12  # names whose beginnings are told
NOTHING = "-"  # the label of a world where no fact is true


@dataclass(frozen=True, slots=True)
class Writing:
    """A way to write worlds in short, and the note that explains it."""

    facts: Mapping[str, str]  # how each fact is written, in order
    values: Mapping[str, Mapping[Value, str]]  # how each value of each part is written
    note: str = ""
    digits: bool = False  # facts as 0 and 1
    exceptions: bool = False  # false facts, where most are true
    numbers: bool = False  # nothing but the number of the world

    def label(self, so: So, world: World, names: Iterable[str] | None = None) -> str:
        """A world in short, or only what is so of the `names`."""
        if self.numbers:
            return f"#{world}"
        kept = set(so if names is None else names)
        facts = {name: bool(so[name]) for name in self.facts if name in kept}
        label = self.facts_told(facts)
        parts = [self.values[name][so[name]] for name in self.values if name in kept]
        written = [word for words in self.values.values() for word in words.values()]
        return f"{label} {between(written, ',').join(parts)}".strip() or NOTHING

    def facts_told(self, facts: Mapping[str, bool]) -> str:
        """Which facts are true, in short."""
        if self.digits:
            return "".join("01"[true] for true in facts.values())
        if self.exceptions and 2 * sum(facts.values()) > len(facts):
            return " ".join(f"¬{self.facts[f]}" for f in facts if not facts[f]) or "all"
        # Facts named by numbers stand apart: 12 is not 1 and 2.
        digits = any(word.isdigit() for word in self.facts.values())
        apart = " " if digits else between(self.facts.values(), " ")
        return apart.join(self.facts[fact] for fact in facts if facts[fact])


def between(words: Iterable[str], comma: str) -> str:
    """What stands between words: nothing if all of them are single letters."""
    return "" if all(len(word) == 1 for word in words) else comma


def writing(model: Model, worlds: Mapping[World, So], letters: int) -> Writing:
    """The plainest way to write every world in a few lines of so many letters."""
    full = in_full(model)
    tried = [(full, 2), (by_beginnings(model), 3), (by_digits(model), 1)]
    if len({tuple(so[part] for part in model.parts) for so in worlds.values()}) == len(
        worlds
    ):
        alone = replace(full, facts={})  # the facts say nothing that the parts do not
        tried[1:1] = [(alone, 2)]
    for style, lines in [*tried, (by_exceptions(model), 3)]:
        labels = (style.label(so, world) for world, so in worlds.items())
        if all(fits(label, letters, lines) for label in labels):
            return style
    return Writing({}, {}, "Worlds are shown by their numbers.", numbers=True)


def fits(label: str, letters: int, lines: int) -> bool:
    """Whether a label can stand in a spot."""
    made = broken(label, letters)
    return len(made) <= lines and max(map(len, made)) <= letters


def broken(label: str, letters: int) -> list[str]:
    """A label in lines, broken between words or values only."""
    lines = [""]
    for piece in re.findall(r"[^ ,]+[ ,]*|[ ,]+", label):
        if lines[-1] and len((lines[-1] + piece).rstrip()) > letters:
            lines.append("")
        lines[-1] += piece
    return [line.strip().rstrip(",") for line in lines] if len(lines) > 1 else [label]


def in_full(model: Model) -> Writing:
    """Facts and values by their names."""
    values = {part: {value: str(value) for value in some} for part, some in parts_of(model)}
    return Writing({fact: fact for fact in model.facts}, values, order_note(model))


def by_beginnings(model: Model) -> Writing:
    """Facts and values by the shortest beginnings that differ."""
    facts = beginnings(list(model.facts))
    words = told_short(facts)
    values = {}
    for part, some in parts_of(model):
        short = beginnings([str(value) for value in some])
        values[part] = {value: short[str(value)] for value in some}
        words = ", ".join(filter(None, [words, told_short(short)]))
    note = " ".join(filter(None, [f"{words}." if words else "", order_note(model)]))
    return Writing(facts, values, note)


def told_short(short: Mapping[str, str]) -> str:
    """What the beginnings stand for: those that are not the whole name."""
    words = [f"{word} = {name}" for name, word in short.items() if word != name]
    return ", ".join(words[:MOST_TOLD] + ["..."] * (len(words) > MOST_TOLD))


def by_digits(model: Model) -> Writing:
    """Every fact as 1 or 0, in order; values by their beginnings."""
    short = by_beginnings(model)
    note = f"Digits, in order: {', '.join(model.facts)}." if model.facts else ""
    note = " ".join(filter(None, [note, order_note(model)]))
    return Writing(short.facts, short.values, note, digits=True)


def by_exceptions(model: Model) -> Writing:
    """Facts by their beginnings; where most are true, only those that are not."""
    short = by_beginnings(model)
    note = " ".join(filter(None, ["¬: all facts are true but these.", short.note]))
    return Writing(short.facts, short.values, note, exceptions=True)


def parts_of(model: Model) -> Iterable[tuple[str, tuple[Value, ...]]]:
    """The parts of a model with their values."""
    return model.parts.items()


def order_note(model: Model) -> str:
    """In which order the values of the parts stand, where there are several."""
    parts = list(model.parts)
    return f"Values, in order: {', '.join(parts)}." if len(parts) > 1 else ""


def beginnings(names: Sequence[str]) -> dict[str, str]:
    """Each name by a beginning that no other has, and the number at its end, if any."""
    stems = {name: name.rstrip("0123456789") for name in names}
    kinds = [stem for stem in dict.fromkeys(stems.values()) if stem]
    if 1 < len(kinds) < len(names):
        short = shortest(kinds)
        short_names = {name: short.get(s, "") + name[len(s) :] for name, s in stems.items()}
        if len(set(short_names.values())) == len(names):
            return short_names
    return shortest(names)


def shortest(names: Sequence[str]) -> dict[str, str]:
    """Each name by its shortest beginning that no other has, after what all share."""
    shared = common_start(names) if len(names) > 1 else 0
    rest = {name: name[shared:] for name in names}
    short = {}
    for name, word in rest.items():
        others = [other for known, other in rest.items() if known != name]
        length = 1
        while length < len(word) and any(o.startswith(word[:length]) for o in others):
            length += 1
        short[name] = word[:length]
    return short


def common_start(names: Sequence[str]) -> int:
    """How many letters all the names begin with, such that each has one more."""
    letters = enumerate(zip(*names, strict=False))
    most = max(0, min(map(len, names)) - 1)
    return next((k for k, some in letters if k == most or len(set(some)) > 1), 0)


def order(model: Model, writing: Writing) -> Callable[[So], tuple[int, ...]]:
    """The order in which worlds are read: by the facts of their labels, then by values."""
    places = {part: {v: k for k, v in enumerate(ranked(v))} for part, v in parts_of(model)}
    facts = list(model.facts) if writing.numbers else list(writing.facts)

    def key(so: So) -> tuple[int, ...]:
        truths = [int(bool(so[fact])) for fact in facts]
        return (*truths, *(places[part][so[part]] for part in places))

    return key


def ranked(values: Sequence[Value]) -> Sequence[Value]:
    """Values in the order of numbers if they are numbers, else as they are."""
    if all(str(value).isdecimal() for value in values):
        return sorted(values, key=lambda value: (int(value), str(value)))
    return values


def shared_names(cells: Iterable[Sequence[So]], names: Iterable[str]) -> list[str]:
    """The names that have one value all over each cell: what an agent sees everywhere."""
    cells = list(cells)
    return [
        name
        for name in names
        if all(so[name] == cell[0][name] for cell in cells for so in cell)
    ]


def headings(writing: Writing, cells: Sequence[Sequence[So]]) -> list[str]:
    """What an agent sees in each cell, or what it knows there, or a number.

    For a hand of cards, what is known is a pattern with a question mark per open value.
    """
    if len(cells) == 1:
        return ["all alike"]
    names = shared_names(cells, cells[0][0])
    writing = replace(writing, exceptions=False)  # an agent sees some of the facts only
    for titles in (
        [writing.label(cell[0], 0, names) for cell in cells],
        [known(writing, cell) for cell in cells],
    ):
        if not writing.numbers and len(set(titles)) == len(titles):
            return titles
    return [f"cell {k}" for k in range(1, len(cells) + 1)]


def known(writing: Writing, cell: Sequence[So]) -> str:
    """What is known in a cell: facts, facts with a bar for false, values, or `?`."""
    same = {name for name, so in cell[0].items() if all(w[name] == so for w in cell)}
    facts = [
        writing.facts[name] if cell[0][name] else f"¬{writing.facts[name]}"
        for name in writing.facts
        if name in same
    ]
    values = [
        writing.values[name][cell[0][name]] if name in same else "?"
        for name in writing.values
    ]
    apart = between(
        (word for some in writing.values.values() for word in some.values()), ","
    )
    return f"{' '.join(facts)} {apart.join(values)}".strip() or "?"
