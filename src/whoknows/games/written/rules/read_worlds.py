"""What there is in a game: seats, sets, columns, laws; and the terms of clauses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod

from whoknows.errors import BadFile, MissingExtra, TooLarge
from whoknows.games.written.rules import terms
from whoknows.games.written.rules.deal_diagram import diagram_worlds
from whoknows.games.written.rules.deal_table import all_worlds
from whoknows.games.written.rules.meaning import ROUND, Let, Variable, Vocabulary
from whoknows.games.written.rules.rules_of_text import (
    AllWorlds,
    Change,
    Column,
    Item,
    Plain,
)
from whoknows.games.written.rules.statements import (
    KEYWORDS,
    MOST_COLUMNS,
    MOST_ITEMS,
    MOST_LAWS,
    MOST_ROUNDS,
    MOST_SEATS,
    Statement,
    statements_of,
)
from whoknows.games.written.rules.syntax import Node, Reader, Token
from whoknows.games.written.rules.terms import CLAIM, MIXED, NUMBER, Term
from whoknows.logic.files.source import Source


@dataclass
class WorldsDraft:
    """The worlds of a game that is being read."""

    source: Source
    engine: str = "auto"  # or "symbolic": a diagram in any case
    names: Vocabulary = field(init=False)
    seen: dict[int, list[Item]] = field(default_factory=dict)
    public: list[Item] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.names = Vocabulary(self.source)
        self.said: dict[str, list[Statement]] = {word: [] for word in (*KEYWORDS, "sees")}
        for each in statements_of(self.source):
            self.said[each.keyword].append(each)

    def error(self, what: str, start: int) -> BadFile:
        """The error at a place."""
        return self.names.error(what, start)

    def reader(self, said: Statement) -> Reader:
        """A reader of a statement."""
        return Reader(self.source, said.text)

    def read_seats(self) -> None:
        """Who plays."""
        if not self.said["seats"]:
            raise self.error("no seats are named: seats ann, bob", 0)
        for said in self.said["seats"]:
            reader = self.reader(said)
            for token in reader.names():
                if token.kind != "name" or token.text in self.names.seats:
                    raise self.error(
                        f"{token.text!r} is no new name of a seat", token.start
                    )
                self.names.seats.append(token.text)
                self.names.word(token.text)
            reader.finish()
        if not 1 <= len(self.names.seats) <= MOST_SEATS:
            what = f"{len(self.names.seats)} seats; wanted 1 to {MOST_SEATS}"
            raise self.error(what, self.said["seats"][0].start)
        self.names.sets["seats"] = tuple(-(k + 1) for k in range(len(self.names.seats)))

    def read_sets(self) -> None:
        """Values that belong together."""
        self.names.word("nobody")
        listed: dict[str, tuple[Token, ...]] = {}
        for said in self.said["set"]:
            reader = self.reader(said)
            name = reader.name("the name of a set is wanted")
            if name.text in listed or name.text in self.names.sets:
                raise self.error(f"set {name.text!r} is named twice", name.start)
            reader.want(":")
            listed[name.text] = reader.names()
            reader.finish()
            if not listed[name.text]:
                raise self.error("the values of the set are wanted", said.start)
        for text in listed:
            self.read_set(text, listed, ())

    def read_set(
        self, name: str, listed: Mapping[str, tuple[Token, ...]], inside: tuple[str, ...]
    ) -> None:
        """A set, once the sets that it holds are there."""
        for token in listed[name]:
            if token.text in (*inside, name):
                raise self.error(f"set {token.text!r} holds itself", token.start)
            if token.text in listed and token.text not in self.names.sets:
                self.read_set(token.text, listed, (*inside, name))
        self.names.sets[name] = self.names.values(listed[name])

    def read_columns(self) -> None:
        """Facts, parts, and the board."""
        for keyword in ("facts", "parts", "board"):
            for said in self.said[keyword]:
                self.read_family(keyword, self.reader(said))
        self.add(Column(ROUND, tuple(range(MOST_ROUNDS + 1)), fact=False, board=True), 0)

    def read_family(self, keyword: str, reader: Reader) -> None:
        """Columns of one statement: `x[seats], y: 1..4; z: red blue`."""
        while reader.next.kind != "end":
            heads = [self.head(reader)]
            while reader.take(",") or reader.next.kind == "name":
                heads.append(self.head(reader))
            values: tuple[int, ...] = (0, 1)
            fact = keyword == "facts" or not reader.sees(":")
            if keyword == "parts" and fact:
                raise reader.misfit("':' and the values are wanted")
            if not fact:
                reader.want(":")
                values = self.listed(reader.names())
            if not values:
                raise reader.misfit("values are wanted")
            for name, places in heads:
                for index in places:
                    made = self.names.family_name(name.text, index)
                    board = keyword == "board"
                    column = Column(made, values, fact, board, name.text, index)
                    self.add(column, name.start)
            if not reader.take(";"):
                reader.finish()

    def head(self, reader: Reader) -> tuple[Token, list[tuple[int, ...]]]:
        """A name with the sets of its index."""
        name = reader.name()
        sets: list[tuple[int, ...]] = []
        if reader.take("["):
            while not sets or reader.take(","):
                sets.append(self.listed(reader.names(commas=False)))
                if not sets[-1]:
                    raise reader.misfit("a set is wanted")
            reader.want("]")
        if prod(map(len, sets)) > MOST_COLUMNS:
            what = f"{prod(map(len, sets)):,} columns; at most {MOST_COLUMNS}"
            raise self.names.too_large(what, name.start)
        return name, list(product(*sets))

    def listed(self, tokens: tuple[Token, ...]) -> tuple[int, ...]:
        """The values that are listed; a new word alone is meant as the name of a set."""
        for token in tokens if len(tokens) == 1 else ():
            known = token.text in self.names.sets or token.text in self.names.words
            if token.kind == "name" and not known:
                sets = list(self.names.sets)
                raise self.names.unknown("set", token.text, token.start, sets)
        return self.names.values(tokens)

    def add(self, column: Column, start: int) -> None:
        """One more column."""
        if column.name in self.names.columns:
            raise self.error(f"{column.name!r} is named twice", start)
        if len(self.names.columns) >= MOST_COLUMNS and column.name != ROUND:
            what = f"more than {MOST_COLUMNS} facts, parts, and places of the board"
            raise self.names.too_large(what, start)
        self.names.columns[column.name] = column

    def read_lets(self) -> None:
        """Terms with names."""
        for said in self.said["let"]:
            reader = self.reader(said)
            name, inside = reader.name(), []
            if reader.take("("):
                inside.append(reader.name().text)
                while reader.take(","):
                    inside.append(reader.name().text)
                reader.want(")")
            reader.want("=")
            if name.text in self.names.lets or name.text in self.names.columns:
                raise self.error(f"{name.text!r} is named twice", name.start)
            node = reader.term()
            reader.finish()
            self.names.lets[name.text] = Let(tuple(inside), node)

    def read_start(self) -> dict[str, Column]:
        """The columns, with how the board begins."""
        for said in self.said["start"]:
            for change in self.changes(self.reader(said), {}):
                if change.index or not change.term.fixed:
                    raise self.error("a value that is fixed is wanted", change.term.start)
                [name] = change.names.values()
                self.begin(name, int(change.term.work(Plain({}))), change.term.start)
        return self.names.columns

    def begin(self, name: str, value: int, start: int) -> None:
        """Let a place of the board begin with a value."""
        column = self.names.columns[name]
        if not column.board or value not in column.values:
            what = f"{name!r} is no place of the board that can have this value"
            raise self.error(what, start)
        others = tuple(other for other in column.values if other != value)
        self.names.columns[name] = Column(
            name, (value, *others), column.fact, True, column.family, column.index
        )

    def read_worlds(self) -> AllWorlds:
        """Every world that keeps the laws."""
        laws: list[Item] = []
        for said in self.said["law"]:
            reader = self.reader(said)
            node, loops = reader.term(), reader.loops()
            reader.finish()
            for env, known, _ in self.names.assignments(loops, {}):
                laws += [Item(term, env) for term in self.conjuncts(node, known)]
            self.check_laws(len(laws), said.start)
        for law in laws:
            self.check_dealt(law.term, "a law")
        weights = self.said["weight"]
        if len(weights) > 1:
            raise self.error("there are two weights", weights[1].start)
        weight = self.only(weights[0], NUMBER, {}) if weights else None
        if weight is not None:
            self.check_dealt(weight, "a weight")
        dealt = [column for column in self.names.columns.values() if not column.board]
        at = (
            self.said["law"]
            or self.said["parts"]
            or self.said["facts"]
            or self.said["seats"]
        )[0]
        return self.counted(dealt, laws, weight, at.start)

    def counted(
        self, dealt: list[Column], laws: list[Item], weight: Term | None, start: int
    ) -> AllWorlds:
        """The worlds as a table, or as a diagram where they are too many."""

        def impossible(what: str, at: int = start) -> BadFile:
            return self.error(what, at)

        large = ""
        if self.engine != "symbolic":
            try:
                return all_worlds(dealt, laws, weight, TooLarge, impossible)
            except TooLarge as error:
                large = f"{error}; "
        try:
            return diagram_worlds(dealt, laws, weight, impossible)
        except (TooLarge, MissingExtra) as error:
            raise self.names.too_large(f"{large}{error}", start) from None

    def check_laws(self, many: int, start: int) -> None:
        """Refuse too many laws, each of which is asked of all worlds."""
        if many > MOST_LAWS:
            what = f"{many:,} laws, one for each pair or case; at most {MOST_LAWS:,}"
            raise self.names.too_large(what, start)

    def conjuncts(self, node: Node, known: Mapping[str, Variable]) -> Iterable[Term]:
        """A law as small laws that all hold, so that each can be asked early."""
        if node.kind == "join" and node.text == "&":
            for part in node.parts:
                yield from self.conjuncts(part, known)
        elif node.kind == "many" and node.text in ("and", "distinct"):
            ways = list(self.names.assignments(node.loops, known))
            made = [(part, each) for _, each, _ in ways for part in node.parts]
            if node.text == "and":
                for part, each in made:
                    yield from self.conjuncts(part, each)
                return
            self.check_laws(len(made) * (len(made) - 1) // 2, node.start)
            some = [bound(self.names.term(part, each), each) for part, each in made]
            for place, one in enumerate(some):
                for two in some[:place]:
                    if not terms.comparable(one, two):
                        raise self.error("distinct wants values of one kind", node.start)
                    yield terms.compared(["!="], (two, one), node.start)
        else:
            yield bound(self.names.term(node, known, CLAIM), known)

    def check_dealt(self, term: Term, what: str) -> None:
        """A law speaks of what is dealt, and of nobody's knowledge."""
        board = [name for name in term.columns if self.names.columns[name].board]
        if term.knowers or board:
            why = f"the board ({board[0]})" if board else "what somebody knows"
            raise self.error(f"{what} is about the deal alone, not about {why}", term.start)

    def who(self, said: Statement) -> list[Token]:
        """The seats before `sees`."""
        text = " " * said.start + said.who
        return list(Reader(self.source, text).names())

    def seat(self, token: Token) -> int:
        """The place of a seat that is named."""
        if token.text not in self.names.seats:
            raise self.names.unknown("seat", token.text, token.start, self.names.seats)
        return self.names.seats.index(token.text)

    def items(self, reader: Reader, known: Mapping[str, Variable]) -> list[Item]:
        """Terms between commas, each with when it counts, for all values of variables."""
        nodes: list[tuple[str, str, Node, Node | None]] = []
        if reader.take("nothing"):
            reader.finish()
            return []
        everything = self.everything(reader, known)
        if everything is not None:
            return everything
        while True:
            label = ""
            if reader.next.kind == "name" and reader.tokens[reader.place + 1].text == ":":
                label = reader.name().text
                reader.want(":")
            start, node = reader.next.start, reader.term()
            words = " ".join(reader.text[start : reader.next.start].split())
            when = reader.term() if reader.take("if") else None
            nodes.append((label, words, node, when))
            if not reader.take(","):
                break
        loops = reader.loops()
        reader.finish()
        found: list[Item] = []
        for env, inside, guard in self.names.assignments(loops, known):
            for label, words, node, when in nodes:
                term = self.names.term(node, inside)
                asked = guard
                if when is not None:
                    claim = self.names.term(when, inside, CLAIM)
                    asked = claim if guard is None else terms.conjunction((guard, claim), 0)
                written = self.filled(words, inside) if loops or not label else label
                found.append(Item(term, env, asked, label, written))
                if len(found) > MOST_ITEMS:
                    raise self.names.too_large(
                        f"more than {MOST_ITEMS:,} things", node.start
                    )
        return found

    def filled(self, words: str, known: Mapping[str, Variable]) -> str:
        """Words with what variables stand for, where that is one value."""
        one = {n: each.domain[0] for n, each in known.items() if len(each.domain) == 1}

        def value(found: re.Match[str]) -> str:
            name = found[0]
            return self.names.name_of(one[name]) if name in one else name

        return re.sub(r"[^\W\d][\w']*", value, words)

    def everything(
        self, reader: Reader, known: Mapping[str, Variable]
    ) -> list[Item] | None:
        """What `everything` and `everything but` mean: all that is dealt."""
        if not reader.take("everything"):
            return None
        left: set[str] = set()
        if reader.take("but"):
            while True:
                term = self.names.term(reader.named(), known)
                left |= term.columns
                if not reader.take(","):
                    break
        reader.finish()
        dealt = [
            c for c in self.names.columns.values() if not c.board and c.name not in left
        ]
        return [Item(self.names.column(column.name, 0)) for column in dealt]

    def claim(self, reader: Reader, known: Mapping[str, Variable]) -> Term:
        """A claim, and nothing after it."""
        node = reader.term()
        loops = reader.loops()
        reader.finish()
        if loops:
            node = Node("many", "and", node.start, (node,), loops)
        return self.names.term(node, known, CLAIM)

    def claims(self, reader: Reader, known: Mapping[str, Variable]) -> list[Term]:
        """A claim as those that must all hold, so that the cheap ones are asked first."""
        node = reader.term()
        reader.finish()
        parts = node.parts if node.kind == "join" and node.text == "&" else (node,)
        return [self.names.term(part, known, CLAIM) for part in parts]

    def when(self, reader: Reader, known: Mapping[str, Variable]) -> Term:
        """`if` and a claim, or nothing: always."""
        if reader.next.kind == "end":
            return terms.constant(CLAIM, True)
        reader.want("if")
        return self.claim(reader, known)

    def changes(self, reader: Reader, known: Mapping[str, Variable]) -> list[Change]:
        """`x[i] := term, y := term for k: set`."""
        raw: list[tuple[Node, Node]] = []
        while True:
            node = reader.named()
            reader.want(":=")
            raw.append((node, reader.term()))
            if not reader.take(","):
                break
        loops = reader.loops()
        reader.finish()
        found: list[Change] = []
        for env, inside, guard in self.names.assignments(loops, known):
            for node, right in raw:
                found.append(self.change(node, right, inside, env, guard))
                if len(found) > MOST_ITEMS:
                    raise self.names.too_large(
                        f"more than {MOST_ITEMS:,} changes", node.start
                    )
        return found

    def change(
        self,
        node: Node,
        right: Node,
        known: Mapping[str, Variable],
        env: dict[str, int],
        guard: Term | None,
    ) -> Change:
        """One change: a column, and what it becomes."""
        indexes: tuple[Term, ...] = ()
        if node.kind == "index":
            indexes = tuple(self.names.term(part, known) for part in node.parts)
        target = self.names.term(node, known)
        want = "" if target.kind == MIXED else target.kind
        term = self.names.term(right, known, want)
        if node.kind not in ("name", "index") or not target.columns or target.knowers:
            raise self.error(
                "a fact, a part, or a place of the board is wanted", node.start
            )
        self.check_fits(term, target, node.text)
        names: dict[tuple[int, ...], str] = {(): next(iter(target.columns))}
        if node.kind == "index":
            names = self.names.family(node.text, indexes, node.start)
            if all(
                index.domain is not None and len(index.domain) == 1 for index in indexes
            ):
                names, indexes = {(): next(iter(names.values()))}, ()
        if any(name == ROUND for name in names.values()):
            raise self.error("the round is counted by the referee", node.start)
        return Change(names, indexes, term, env, guard)

    def check_fits(self, term: Term, target: Term, name: str) -> None:
        """What a column becomes is of its kind, and a word is one that it has."""
        if term.kind == CLAIM and target.kind != CLAIM:
            raise self.error(f"{name!r} cannot be true or false", term.start)
        for word in sorted(term.words - target.words, reverse=True)[:1]:
            has = ", ".join(
                map(self.names.name_of, sorted(target.words, reverse=True)[:12])
            )
            what = f"{name!r} is never {self.names.name_of(word)}: it has {has}"
            raise self.error(what, term.start)

    def after(self, said: Statement, word: str) -> Reader:
        """A reader of a statement, after a word that must stand first in it."""
        reader = self.reader(said)
        if not (reader.next.kind == "name" and reader.next.text == word):
            raise reader.misfit(f"{word!r} is wanted")
        reader.place += 1
        return reader

    def only(self, said: Statement, kind: str, known: Mapping[str, Variable]) -> Term:
        """The one term of a statement."""
        reader = self.reader(said)
        node = reader.term()
        reader.finish()
        return self.names.term(node, known, kind)

    def everybody(self, by: tuple[int, ...] = ()) -> dict[str, Variable]:
        """`me` is any seat, or one of those that may move so."""
        seats = by or tuple(range(len(self.names.seats)))
        return {"me": Variable("word", tuple(-(seat + 1) for seat in seats))}

    def check_public(self, term: Term, what: str) -> None:
        """What all must see at any time speaks of the board alone."""
        hidden = [
            name for name in sorted(term.columns) if not self.names.columns[name].board
        ]
        if term.knowers or hidden:
            why = f"of {hidden[0]!r}" if hidden else "of what somebody knows"
            said = f"{what} must be public: it may speak of the board, and not {why}"
            raise self.error(said, term.start)


def bound(term: Term, known: Mapping[str, Variable]) -> Term:
    """A term whose variables stand for the one value that each has."""
    env = {name: each.domain[0] for name, each in known.items() if len(each.domain) == 1}
    if not term.free:
        return term
    inner: Callable[[object], object] = term.work

    def work(scope: object) -> object:
        scope.env.update(env)  # type: ignore[attr-defined]
        return inner(scope)

    return replace(term, work=work, domain=None, free=frozenset())
