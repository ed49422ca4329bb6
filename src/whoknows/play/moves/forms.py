"""A form is one kind of move, a verb and fields; `Forms` are all kinds of a game."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, Self

from whoknows.errors import IllegalMove, TooLarge, shortened
from whoknows.play.moves.field import Field, Schema, Slot, Value
from whoknows.play.moves.rows import Row
from whoknows.play.moves.words import Mark

MOST_LISTED = 200_000  # moves in a list of all
MOST_BUTTONS = 12  # moves of a form that are a button each


class Button(NamedTuple):
    """A move that is one click, or one key; it keeps its place where it is not open."""

    text: str
    label: str
    open: bool = True


class Dock(NamedTuple):
    """How a screen lets people make a move of one form: of one kind in all states.

    What is open changes from turn to turn, and only that: nothing on a page ever moves.
    """

    verb: str
    shape: str  # `<place>=<tile>`
    help: str
    buttons: tuple[Button, ...]  # where the moves are few
    slots: tuple[Slot, ...]
    open: bool = True  # whether there is such a move now


def itself(value: Value) -> Value:
    """The move of a form with one field, as it comes: the value."""
    return value


def alone(move: Any) -> tuple[Value, ...]:
    """The only value of such a move."""
    return (move,)


@dataclass(frozen=True, eq=False)
class Form:
    """One kind of move: a verb, or none, and fields; `make` and `parts` are inverse.

    `parts` gives the values of a move, and `None` for a move of another kind.
    """

    fields: tuple[Field, ...] = ()
    verb: str = ""
    help: str = ""
    make: Callable[..., Any] = itself
    parts: Callable[[Any], tuple[Value, ...] | None] = alone
    leads: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # how else the verb is typed
    says: str = ""  # what a button says: `There are {n} of {f}`
    seats: tuple[int, ...] | None = None  # who ever makes such moves, if not all
    only: tuple[Any, ...] | None = None  # the moves that are open now, if not all

    @cached_property
    def row(self) -> Row:
        return Row(self.fields, self.leads)

    @property
    def shape(self) -> str:
        """The form in a few letters: `<place>=<tile>`, `bid <n> <f>`."""
        return f"{self.verb} {self.row.shape}".strip()

    @property
    def count(self) -> int:
        """How many moves are open, known without listing them."""
        return self.row.count if self.only is None else len(self.only)

    def every(self) -> Iterator[Any]:
        """Every move that is open, in a fixed order."""
        if self.only is not None:
            return iter(self.only)
        return (self.make(*values) for values in self.row.values())

    def read(self, text: str) -> Any:
        """The move that people mean by what follows the verb."""
        return self.make(*self.row.read(text))

    def filled(self, texts: Mapping[str, str]) -> Any:
        """The move of a form that was filled in, field by field."""
        return self.make(*(one.read(texts.get(one.name, "")) for one in self.fields))

    def write(self, move: Any) -> str:
        """A move as people type it."""
        return f"{self.verb} {self.row.write(self.values(move))}".strip()

    def values(self, move: Any) -> tuple[Value, ...]:
        """What is chosen in each field."""
        values = self.parts(move)
        assert values is not None, f"{move!r} is of another form than {self.shape}"
        return values

    def is_of(self, move: Any) -> bool:
        """Whether a move is of this form, and fits its fields."""
        values = self.parts(move)
        try:
            pairs = None if values is None else zip(self.fields, values, strict=True)
            return pairs is not None and all(one.has(value) for one, value in pairs)
        except (LookupError, TypeError, ValueError):
            return False

    def label(self, move: Any) -> str:
        """A move as a button says it."""
        pairs = zip(self.fields, self.values(move), strict=True)
        texts = {one.name: one.label(value) for one, value in pairs}
        if self.says:
            return self.says.format(**texts)
        text = (
            self.write(move) if self.verb or len(texts) > 1 else next(iter(texts.values()))
        )
        return text[:1].upper() + text[1:]

    def plain(self, move: Any) -> dict[str, Any]:
        """A move as plain JSON, as `schema` has it."""
        pairs = zip(self.fields, self.values(move), strict=True)
        return {"move": self.verb, **{one.name: one.plain(value) for one, value in pairs}}

    def unplain(self, document: Mapping[str, Any]) -> Any:
        """The move of such JSON; a mark may be missing, and nothing may be too much."""
        fields = {one.name: one for one in self.fields}
        if extra := {*document} - {"move", *fields}:
            raise IllegalMove(f"{shortened(min(extra))} is too much; wanted {self.shape}")
        marks = {one.name: False for one in self.fields if isinstance(one, Mark)}
        known = {**marks, **document}
        if missing := [name for name in fields if name not in known]:
            raise IllegalMove(f"no {missing[0]} is given; wanted {self.shape}")
        return self.make(*(one.unplain(known[name]) for name, one in fields.items()))

    def schema(self) -> Schema:
        """The JSON schema of the moves."""
        fields = {one.name: one.schema() for one in self.fields}
        needed = ["move", *(one.name for one in self.fields if not isinstance(one, Mark))]
        return {
            "type": "object",
            "properties": {"move": {"const": self.verb}, **fields},
            "required": needed,
            "additionalProperties": False,
        }

    def dock(self) -> Dock:
        """How a screen lets people make a move of this form."""
        buttons: tuple[Button, ...] = ()
        if self.row.count <= MOST_BUTTONS:
            every = [self.make(*values) for values in self.row.values()]
            now = every if self.only is None else self.only
            buttons = tuple(Button(self.write(m), self.label(m), m in now) for m in every)
        slots = () if buttons else self.slots()
        return Dock(self.verb, self.shape, self.help, buttons, slots, self.count > 0)

    def slots(self) -> tuple[Slot, ...]:
        """A slot for each field; where moves are narrowed, with what is left to choose."""
        slots = [one.slot() for one in self.fields]
        if self.only is None or len(slots) < 2:
            return tuple(slots)
        first, second = self.fields[:2]
        after: dict[str, list[str]] = {}
        for one, other, *_ in map(self.values, self.only):
            after.setdefault(first.write(one), []).append(second.write(other))
        first_now = tuple(pair for pair in slots[0].choices if pair[0] in after)
        slots[0] = slots[0]._replace(choices=first_now)
        slots[1] = slots[1]._replace(after={k: tuple(v) for k, v in after.items()})
        return tuple(slots)


@dataclass(frozen=True)
class Forms:
    """All kinds of moves of a game, or those that are open to a seat."""

    forms: tuple[Form, ...]

    @property
    def count(self) -> int:
        """How many moves there are, known without listing them."""
        return sum(form.count for form in self.forms)

    def every(self, most: int = MOST_LISTED) -> tuple[Any, ...]:
        """Every move, in a fixed order; raises `TooLarge`."""
        if self.count > most:
            raise TooLarge(f"{self.count:,} moves; at most {most:,} are listed")
        return tuple(move for form in self.forms for move in form.every())

    def some(self, most: int) -> tuple[Any, ...]:
        """The first moves, where they are too many to list."""
        return tuple(islice((move for form in self.forms for move in form.every()), most))

    def read(self, text: str) -> Any:
        """The move that people mean; raises `IllegalMove`, which says what was wanted."""
        call = re.fullmatch(r"\s*(\w+)\s*\((.*)\)\s*", text)  # bid(2, 5)
        word = call[1] if call else (text.split() or [""])[0]
        rest = call[2] if call else text.strip()[len(word) :]
        for form in sorted(self.forms, key=lambda form: form.verb != word):
            if form.verb and word.lower() in (form.verb.lower(), *form.also):
                return form.read(rest)
        bare = [form for form in self.forms if not form.verb]
        try:
            return bare[0].read(text)
        except IllegalMove as error:
            reason = str(error)
        except IndexError:
            reason = f"{shortened(text)} is no move"
        if len(self.forms) == 1:
            raise IllegalMove(reason)
        shapes = ", ".join(form.shape for form in self.forms)
        raise IllegalMove(f"{reason}; moves look like {shapes}") from None

    def form_of(self, move: Any) -> Form:
        """The form that a move is of; raises `IllegalMove`."""
        for form in self.forms:
            if form.parts(move) is not None:
                return form
        raise IllegalMove(f"{shortened(move)} is no move of {', '.join(self.help)}")

    def write(self, move: Any) -> str:
        """A move as people type it; `read` gives it back."""
        return self.form_of(move).write(move)

    def label(self, move: Any) -> str:
        """A move as a button says it."""
        return self.form_of(move).label(move)

    def check(self, move: Any) -> None:
        """Refuse what is no move; where only some are open, what is not among them."""
        form = self.form_of(move)
        if form.only is None and not form.is_of(move):
            raise IllegalMove(f"{shortened(move)} is no move; wanted {form.shape}")
        if form.only is not None and move not in form.only:
            raise IllegalMove(f"{self.write(move)} cannot be done now")

    @property
    def help(self) -> dict[str, str]:
        """What can be typed, and what it means."""
        return {form.shape: form.help for form in self.forms}

    def code(self, move: Any) -> int:
        """The number of a move in `every`, worked out where that needs no list."""
        form, start = self.form_of(move), 0
        for other in self.forms:
            if other is form:
                return start + form.row.place(form.values(move))
            start += other.row.count
        raise AssertionError(move)

    def from_json(self, document: Mapping[str, Any]) -> Any:
        """The move that a document of the schema states."""
        for form in self.forms:
            if document.get("move") == form.verb:
                return form.unplain(document)
        raise IllegalMove(f"{shortened(document)} is no move of {', '.join(self.help)}")

    def to_json(self, move: Any) -> dict[str, Any]:
        """A move as plain JSON."""
        return self.form_of(move).plain(move)

    def schema(self) -> Schema:
        """The JSON schema of a move."""
        return {"oneOf": [form.schema() for form in self.forms]}

    def dock(self, seat: int | None = None) -> tuple[Dock, ...]:
        """How a screen lets people move, form by form: those that the seat ever has."""
        mine = (f for f in self.forms if seat is None or f.seats is None or seat in f.seats)
        return tuple(form.dock() for form in mine)

    def narrowed(self, moves: Sequence[Any]) -> Self:
        """The forms with these moves only; a form of which none is open stays."""
        now: dict[Form, list[Any]] = {form: [] for form in self.forms}
        for move in moves:
            now[self.form_of(move)].append(move)
        return type(self)(
            tuple(replace(form, only=tuple(some)) for form, some in now.items())
        )
