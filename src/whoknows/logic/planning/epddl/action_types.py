"""Types of actions: which events there are, and who takes which for which.

The types of the usual libraries are known here by name, so that a domain can be read alone;
a library file adds others, or says them anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from whoknows.logic.planning.acts import Pairs
from whoknows.logic.planning.epddl.grounding import Grounder, Language, Names
from whoknows.logic.planning.epddl.parentheses import List, Text


@dataclass(frozen=True, slots=True)
class ActionType:
    """Events by their variables, the links of each way to observe, and what may happen."""

    events: tuple[str, ...]
    observing: Mapping[str, Pairs]
    designated: tuple[str, ...]


def usual(*events: str, both: bool, partly: bool, oblivious: bool) -> ActionType:
    """A usual type: some observe fully, some see that, and some nothing."""
    seen = [event for event in events if event != "?nil"]
    observing = {"Fully": frozenset((one, one) for one in events)}
    if partly:
        alike = {*product(seen, seen), *((one, one) for one in events)}
        observing["Partially"] = frozenset(alike)
    if oblivious:
        observing["Oblivious"] = frozenset((one, "?nil") for one in events)
    return ActionType(events, observing, ("?pos", "?neg") if both else ("?pos",))


POS, NEG, NIL = "?pos", "?neg", "?nil"
USUAL: Mapping[str, ActionType] = {
    "basic": usual(POS, both=False, partly=False, oblivious=False),
    "public-ontic": usual(POS, both=False, partly=False, oblivious=False),
    "private-ontic": usual(POS, NIL, both=False, partly=False, oblivious=True),
    "public-sensing": usual(POS, NEG, both=True, partly=False, oblivious=False),
    "private-sensing": usual(POS, NEG, NIL, both=True, partly=False, oblivious=True),
    "semi-private-sensing": usual(POS, NEG, both=True, partly=True, oblivious=False),
    "quasi-private-sensing": usual(POS, NEG, NIL, both=True, partly=True, oblivious=True),
    "public-announcement": usual(POS, NEG, both=False, partly=False, oblivious=False),
    "private-announcement": usual(POS, NIL, both=False, partly=False, oblivious=True),
    "semi-private-announcement": usual(POS, NEG, both=False, partly=True, oblivious=False),
    "quasi-private-announcement": usual(
        POS, NEG, NIL, both=False, partly=True, oblivious=True
    ),
}


@dataclass
class Library:
    """The types of actions of a file."""

    name: str
    types: dict[str, ActionType] = field(default_factory=dict)


def read_library(text: Text, whole: List) -> Library:
    """The library in a file."""
    _, (title, *parts) = text.head(whole, "define")
    library = Library(str(text.list(title, "the name").items[-1]))
    for part in parts:
        head, rest = text.head(text.list(part, "a declaration"), "a declaration")
        if head == ":requirements":
            continue
        if head != ":action-type":
            raise text.wrong(f"{head} is not read in a library", part)
        name = text.word(rest[0], "a name")
        library.types[name] = read_type(text, text.list(part, "a declaration"))
    return library


def read_type(text: Text, at: List) -> ActionType:
    """One type of actions; conditions on its events are not checked."""
    said = text.fields(at.items[2:])
    known = (":events", ":observability-types", ":relations", ":designated", ":conditions")
    for key in said:
        if key not in known:
            raise text.wrong(f"{key} is not read in an action type", at)
    for key in known[:-1]:
        if key not in said:
            raise text.wrong(f"{key} is missing", at)
    events = tuple(map(str, text.list(said[":events"], "events").items))
    ground = EventGrounder(text, events)
    relations = text.list(said[":relations"], "relations").items
    observing: dict[str, Pairs] = {}
    for way, value in zip(relations[::2], relations[1::2], strict=False):
        pairs = ground.listed(value, {}, ground.pair, "event")
        name = text.word(way, "a way to observe")
        observing[name] = observing.get(name, frozenset()) | frozenset(pairs)
    designated = tuple(map(str, text.list(said[":designated"], "events").items))
    for event in designated:
        if event not in events:
            raise text.wrong(f"no event {event} is declared", said[":designated"])
    return ActionType(events, observing, designated)


class EventGrounder(Grounder):
    """Reads links between the events of a type; a variable of the type is an event."""

    def __init__(self, text: Text, events: tuple[str, ...]) -> None:
        language = Language(parents={"event": "entity"})
        language.objects = dict.fromkeys(events, "event")
        super().__init__(text, language)
        self.own = {event: event for event in events}

    def pair(self, at: List, names: Names) -> tuple[str, str]:
        """One link: an event, and what it is taken for."""
        if len(at.items) != 2:
            raise self.text.wrong("a pair of events is wanted", at)
        known = {**self.own, **names}
        return self.term(at.items[0], known), self.term(at.items[1], known)

    def decided(self, at: List, names: Names) -> bool:  # type: ignore[override]
        """Whether a condition on events holds."""
        return super().decided(at, {**self.own, **names})
