"""Domains of EPDDL: types, predicates, events, and actions, grounded to acts."""

from __future__ import annotations

from collections.abc import Iterator

from whoknows.errors import TooLarge
from whoknows.logic.events.product import Event
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.model import Agent
from whoknows.logic.planning.acts import Act, Way
from whoknows.logic.planning.epddl.action_types import USUAL, ActionType
from whoknows.logic.planning.epddl.grounding import (
    AGENT,
    OBJECT,
    Grounder,
    Language,
    Names,
    both,
    either,
    negation,
)
from whoknows.logic.planning.epddl.parentheses import Expression, List, Text

MOST_ACTS = 20_000


class Domain:
    """A domain as read: its language, and its events and actions as they are written."""

    def __init__(self, text: Text, whole: List, types: dict[str, ActionType]) -> None:
        self.text, self.types = text, types
        self.language = Language()
        self.ground = Grounder(text, self.language)
        self.events: dict[str, List] = {}
        self.actions: dict[str, List] = {}
        if kind_of(text, whole) != "domain":
            raise text.wrong("(define (domain NAME) ...) is wanted", whole)
        self.name = str(text.list(whole.items[1], "the name").items[-1])
        for part in whole.items[2:]:
            self.declare(text.list(part, "a declaration"))

    def declare(self, part: List) -> None:
        """Take in one declaration."""
        head, rest = self.text.head(part, "a declaration")
        match head:
            case ":requirements" | ":action-type-libraries":
                pass
            case ":types":
                self.declare_types(rest)
            case ":constants":
                for one in self.ground.typed(rest):
                    self.language.objects[one.name] = one.types[0]
            case ":predicates":
                for one_list in rest:
                    self.predicate(self.text.list(one_list, "a predicate"))
            case ":event" | ":action":
                if not rest:
                    raise self.text.wrong("a name is wanted", part)
                known = self.events if head == ":event" else self.actions
                known[self.text.word(rest[0], "a name")] = part
            case _:
                raise self.text.wrong(f"{head} is not read in a domain", part)

    def declare_types(self, items: tuple[Expression, ...]) -> None:
        """Types; they may be named before their parents are."""
        for item in items:
            if str(item) != "-":
                self.language.parents.setdefault(self.text.word(item, "a type"), OBJECT)
        for one in self.ground.typed(items):
            self.language.parents[one.name] = one.types[0]

    def predicate(self, at: List) -> None:
        """A predicate; a `:fact` never changes."""
        head, rest = self.text.head(at, "a predicate")
        if head == ":fact":
            head, rest = self.text.word(rest[0], "a predicate"), rest[1:]
            self.language.static.add(head)
        self.language.predicates[head] = tuple(self.ground.typed(rest))

    def acts(self) -> list[Act]:
        """All actions, their parameters filled in."""
        found: list[Act] = []
        for name, part in self.actions.items():
            said = self.fields(part, ACTION)
            parameters = said.get(":parameters", List("(", (), part.offset))
            for names in self.ground.chosen(parameters, {}):
                found.append(self.act(name, part, said, names))
                if len(found) > MOST_ACTS:
                    raise TooLarge(f"the domain has more than {MOST_ACTS:,} ground actions")
        return found

    def fields(self, part: List, known: tuple[str, ...]) -> dict[str, Expression]:
        """The fields of an event or action; those that are not read are refused."""
        said = self.text.fields(part.items[2:])
        for key in said:
            if key not in known:
                raise self.text.wrong(
                    f"{key} is not read here; {', '.join(known)} are", part
                )
        return said

    def act(self, name: str, part: List, said: dict[str, Expression], names: Names) -> Act:
        """One ground action."""
        if ":action-type" not in said:
            raise self.text.wrong(f"the action {name} has no :action-type", part)
        signature = self.text.list(said[":action-type"], "a type of action")
        kind, arguments = self.text.head(signature, "a type of action")
        if kind not in self.types:
            raise self.text.wrong(
                f"no type of action {kind!r} is known", signature.items[0]
            )
        shape = self.types[kind]
        if kind == "public-announcement" and len(arguments) == 1:
            shape = USUAL["public-ontic"]
        if len(arguments) != len(shape.events):
            what = f"{kind} has {len(shape.events)} events, not {len(arguments)}"
            raise self.text.wrong(what, signature)
        events = tuple(
            self.event(variable, self.text.list(one, "an event"), names)
            for variable, one in zip(shape.events, arguments, strict=True)
        )
        ways = self.ways(said.get(":observability-conditions"), shape, names, part)
        full = "_".join((name, *names.values()))
        return Act(
            full, events, ways, shape.designated, self.doer(names), breaks_beliefs=True
        )

    def doer(self, names: Names) -> Agent | None:
        """Who does an action: its first parameter, if that is an agent."""
        first = next(iter(names.values()), None)
        if first is None or not self.language.is_a(self.language.objects[first], (AGENT,)):
            return None
        return first

    def event(self, variable: str, at: List, names: Names) -> Event:
        """One ground event."""
        head, rest = self.text.head(at, "an event")
        if head not in self.events:
            raise self.text.wrong(f"no event {head!r} is declared", at)
        said = self.fields(self.events[head], EVENT)
        parameters = self.text.list(
            said.get(":parameters", List("(", (), at.offset)), "parameters"
        )
        formal = self.ground.typed(parameters.items)
        if len(formal) != len(rest):
            raise self.text.wrong(
                f"{head} has {len(formal)} parameters, not {len(rest)}", at
            )
        own = {
            one.name: self.ground.term(given, names)
            for one, given in zip(formal, rest, strict=True)
        }
        when: Formula = f.Top()
        if ":precondition" in said and not empty(said[":precondition"]):
            when = self.ground.formula(said[":precondition"], own)
        makes = self.effects(said[":effects"], own) if ":effects" in said else {}
        return Event(variable, when, makes)

    def effects(self, at: Expression, names: Names) -> dict[str, Formula]:
        """What each atom becomes: made true, or true before and not made false."""
        made: dict[str, list[Formula]] = {}
        undone: dict[str, list[Formula]] = {}
        for condition, atom, holds in (
            one for some in self.ground.listed(at, names, self.effect) for one in some
        ):
            (made if holds else undone).setdefault(atom, []).append(condition)
        return {
            atom: either(
                [
                    *made.get(atom, []),
                    both([f.Atom(atom), negation(either(undone.get(atom, [])))]),
                ]
            )
            for atom in dict.fromkeys((*made, *undone))
        }

    def effect(self, at: List, names: Names) -> list[tuple[Formula, str, bool]]:
        """Atoms that an effect makes true or false, and where."""
        head = str(at.items[0])
        if head not in ("when", "iff"):
            atom, holds = self.literal(at, names)
            return [(f.Top(), atom, holds)]
        where, which = self.ground.only(at, 2)
        condition = self.ground.formula(where, names)
        literals = self.ground.listed(which, names, self.literal)
        found = [(condition, atom, holds) for atom, holds in literals]
        if head == "iff":
            found += [(negation(condition), atom, not holds) for atom, holds in literals]
        return found

    def literal(self, at: List, names: Names) -> tuple[str, bool]:
        """An atom, or `(not atom)`."""
        holds = str(at.items[0]) != "not"
        inner = at if holds else self.text.list(self.ground.only(at, 1)[0], "an atom")
        if str(inner.items[0]) in self.language.static:
            raise self.text.wrong("a static fact cannot be changed", inner)
        return self.ground.atom(inner, names), holds

    # ------------------------------------------------------------------- who observes what

    def ways(
        self, at: Expression | None, shape: ActionType, names: Names, part: List
    ) -> dict[Agent, tuple[Way, ...]]:
        """For each agent, how it observes, and under which condition."""
        found: dict[Agent, tuple[Way, ...]] = {}
        default: tuple[Way, ...] | None = None
        if at is None:
            default = (Way(f.Top(), shape.observing["Fully"]),)
        else:
            for who, some in self.ground.listed(
                at, names, lambda one, put: self.way(one, put, shape), AGENT
            ):
                if who is None:
                    default = some
                else:
                    found[who] = some
        for agent in self.language.agents:
            if agent not in found:
                if default is None:
                    raise self.text.wrong(f"it is not said how {agent} observes", part)
                found[agent] = default
        return found

    def way(
        self, at: List, names: Names, shape: ActionType
    ) -> tuple[Agent | None, tuple[Way, ...]]:
        """How one agent observes, or all others (`default`)."""
        if len(at.items) != 2:
            raise self.text.wrong("an agent and a way to observe are wanted", at)
        who, how = at.items
        agent = None if str(who) == "default" else self.ground.agent(who, names)
        if not isinstance(how, List):
            return agent, (Way(f.Top(), self.links(how, shape)),)
        return agent, tuple(self.cases(how, names, shape))

    def cases(self, at: List, names: Names, shape: ActionType) -> Iterator[Way]:
        """`(if f Fully else-if g Partially else Oblivious)`."""
        items = list(at.items)
        before: list[Formula] = []
        while items:
            word = str(items.pop(0))
            if word in ("if", "else-if") and len(items) >= 2:
                condition = self.ground.formula(items.pop(0), names)
                links = self.links(items.pop(0), shape)
                yield Way(both([*map(negation, before), condition]), links)
                before.append(condition)
            elif word == "else" and len(items) == 1:
                yield Way(both(list(map(negation, before))), self.links(items.pop(), shape))
            else:
                raise self.text.wrong("(if f TYPE else TYPE) is wanted", at)

    def links(self, at: Expression, shape: ActionType) -> frozenset[tuple[str, str]]:
        """The links of a way to observe."""
        name = self.text.word(at, "a way to observe")
        if name not in shape.observing:
            known = ", ".join(shape.observing)
            raise self.text.wrong(f"no way to observe {name!r}; there are {known}", at)
        return shape.observing[name]


ACTION = (":parameters", ":action-type", ":observability-conditions")
EVENT = (":parameters", ":precondition", ":effects")


def empty(at: Expression) -> bool:
    """Whether an expression is `()`."""
    return isinstance(at, List) and not at.items


def kind_of(text: Text, whole: List) -> str:
    """What a file defines: a domain, a problem, or an action-type-library."""
    head, rest = text.head(whole, "define")
    if head != "define" or not rest:
        raise text.wrong("(define (problem NAME) ...) is wanted", whole)
    return text.head(text.list(rest[0], "what is defined"), "what is defined")[0]
