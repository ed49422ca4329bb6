"""From trees to terms: names are looked up, kinds are checked, sizes are estimated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from whoknows.errors import BadFile, TooLarge, UnknownName
from whoknows.games.written.rules import terms
from whoknows.games.written.rules.rules_of_text import Column, Plain
from whoknows.games.written.rules.syntax import Loop, Node, Token
from whoknows.games.written.rules.terms import CLAIM, MIXED, NUMBER, WORD, Scope, Term
from whoknows.logic.files.source import Source

MOST_WORDS = 1_000
MOST_VALUES = 1_000  # of one set or part
MOST_TIMES = 20_000  # that the inside of one clause is repeated
MOST_COST = 200_000  # columns that one clause works on
MOST_TERMS = 20_000  # of one file
LARGEST = 2**40  # a number that a clause can come to
DEEPEST_LET = 20
DEEPEST_TREE = 200
NAMED = {
    CLAIM: "a claim (true or false)",
    NUMBER: "a number",
    WORD: "a word",
    MIXED: "a number or a word",
}
ROUND = "round"  # the number of turns so far, as every board has it


@dataclass(frozen=True, slots=True)
class Let:
    """A term with a name, and what is put in."""

    names: tuple[str, ...]
    node: Node


@dataclass(frozen=True, slots=True)
class Variable:
    """What a variable may stand for."""

    kind: str
    domain: tuple[int, ...]


@dataclass
class Vocabulary:
    """All names of a file."""

    source: Source
    words: list[str] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)
    sets: dict[str, tuple[int, ...]] = field(default_factory=dict)
    columns: dict[str, Column] = field(default_factory=dict)
    lets: dict[str, Let] = field(default_factory=dict)
    made: int = 0  # terms so far

    def error(self, what: str, start: int) -> BadFile:
        """The error at a place of the file."""
        return self.source.error(what, *self.source.place(start))

    def too_large(self, what: str, start: int) -> TooLarge:
        """The error that something is too large, at a place of the file."""
        return TooLarge(str(self.error(what, start)))

    def unknown(self, kind: str, name: str, start: int, known: list[str]) -> UnknownName:
        """The error that nobody has given a name, at a place of the file."""
        said = str(UnknownName.among(kind, name, known))
        return UnknownName(str(self.error(said, start)))

    # -------------------------------------------------------------------- values

    def word(self, text: str, start: int = 0) -> int:
        """The code of a word, new or known."""
        if text not in self.words:
            if len(self.words) >= MOST_WORDS:
                raise self.too_large(f"more than {MOST_WORDS:,} words", start)
            self.words.append(text)
        return -(self.words.index(text) + 1)

    def values(self, tokens: tuple[Token, ...], *, new: bool = True) -> tuple[int, ...]:
        """The values that are listed: words, numbers, ranges, and what sets hold."""
        found: dict[int, None] = {}
        for token in tokens:
            if token.kind == "range":
                first, last = map(int, token.text.split(".."))
                if last - first >= MOST_VALUES:
                    many = last - first + 1
                    what = f"{token.text} has {many:,} values; at most {MOST_VALUES:,}"
                    raise self.too_large(what, token.start)
                found |= dict.fromkeys(range(first, last + 1))
            elif token.kind == "number":
                found[int(token.text)] = None
            elif token.text in self.sets:
                found |= dict.fromkeys(self.sets[token.text])
            elif new or token.text in self.words:
                found[self.word(token.text, token.start)] = None
            else:
                known = [*self.sets, *self.words]
                raise self.unknown("set or word", token.text, token.start, known)
            if len(found) > MOST_VALUES:
                raise self.too_large(f"more than {MOST_VALUES:,} values", token.start)
        return tuple(found)

    def name_of(self, code: int) -> str:
        """A value as it is written."""
        return self.words[-code - 1] if code < 0 else str(code)

    def family_name(self, name: str, index: tuple[int, ...]) -> str:
        """The column of a family: `muddy[ann]` is `muddy_ann`."""
        return "_".join([name, *map(self.name_of, index)])

    # --------------------------------------------------------------------- loops

    def variables(
        self, loops: tuple[Loop, ...], known: Mapping[str, Variable]
    ) -> tuple[dict[str, Variable], list[tuple[Loop, Variable, tuple[Term, ...]]], int]:
        """The variables of loops, each loop with what it runs over, and how often."""
        names = dict(known)
        found: list[tuple[Loop, Variable, tuple[Term, ...]]] = []
        for loop in loops:
            domain = self.values(loop.values, new=False)
            but = tuple(self.fixed_name(token, names) for token in loop.but)
            each = Variable(kind_of(domain), domain)
            names[loop.name] = each
            found.append((loop, each, but))
        times = prod(len(each.domain) for _, each, _ in found)
        if times > MOST_TIMES:
            what = f"repeated {times:,} times; at most {MOST_TIMES:,}"
            raise self.too_large(what, loops[0].start)
        return names, found, times

    def fixed_name(self, token: Token, known: Mapping[str, Variable]) -> Term:
        """A value that no world is asked for: a variable, a word, or a number."""
        node = Node("number" if token.kind == "number" else "name", token.text, token.start)
        made = self.term(node, known)
        if made.domain is None:
            raise self.error(f"{token.text!r} is no value: a word or a variable is wanted",
                             token.start)  # fmt: skip
        return made

    def assignments(
        self, loops: tuple[Loop, ...], known: Mapping[str, Variable]
    ) -> Iterator[tuple[dict[str, int], dict[str, Variable], Term | None]]:
        """Every way to put the variables of loops.

        What a loop leaves out may depend on who moves: then a claim comes with the way,
        and it counts only where the claim holds.
        """
        _, found, _ = self.variables(loops, known)
        one = {
            name: each.domain[0] for name, each in known.items() if len(each.domain) == 1
        }
        for values in product(*(each.domain for _, each, _ in found)):
            env = {
                loop.name: value for (loop, _, _), value in zip(found, values, strict=True)
            }
            scope: Any = Plain({**one, **env})
            pairs = [
                (value, term)
                for (_, _, but), value in zip(found, values, strict=True)
                for term in but
            ]
            now = [(v, term) for v, term in pairs if term.free <= scope.env.keys()]
            if any(term.work(scope) == value for value, term in now):
                continue
            later = tuple(
                terms.compared(["!="], (terms.constant(term.kind, value), term), term.start)
                for value, term in pairs
                if not term.free <= scope.env.keys()
            )
            bound = {name: Variable(kind_of((v,)), (v,)) for name, v in env.items()}
            yield env, {**known, **bound}, terms.conjunction(later, 0) if later else None

    # --------------------------------------------------------------------- terms

    def term(
        self, node: Node, known: Mapping[str, Variable], want: str = "", depth: int = 0
    ) -> Term:
        """The term of a tree; of one kind, if that is wanted."""
        self.made += 1
        if self.made > MOST_TERMS:
            raise self.too_large(f"more than {MOST_TERMS:,} terms in the file", node.start)
        made: Term = getattr(self, f"make_{node.kind}")(node, known, depth)
        if want and made.kind != want:
            what = f"{NAMED[want]} is wanted here, and this is {NAMED[made.kind]}"
            raise self.error(what, node.start)
        if made.cost > MOST_COST:
            what = f"this works on {made.cost:,} columns; at most {MOST_COST:,}"
            raise self.too_large(what, node.start)
        return made

    def make_truth(self, node: Node, known: Any, depth: int) -> Term:  # noqa: ARG002
        """Always true, or never."""
        return terms.constant(CLAIM, node.text == "true", node.start)

    def make_number(self, node: Node, known: Any, depth: int) -> Term:  # noqa: ARG002
        """A number."""
        return terms.constant(NUMBER, int(node.text), node.start)

    def make_name(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """A variable, a column, something that `let` names, or a word."""
        name = node.text
        if name in known:
            each = known[name]
            return terms.variable(name, each.kind, each.domain, node.start)
        if name in self.columns:
            return self.column(name, node.start)
        if name in self.lets:
            return self.make_call(node, known, depth)
        if name in self.words:
            return terms.constant(WORD, self.word(name), node.start)
        raise self.no_name(name, node.start, list(known))

    def no_name(self, name: str, start: int, known: list[str]) -> UnknownName | BadFile:
        """The error that nothing has a name; how a word becomes one, if none is near."""
        names = [*known, *self.columns, *self.lets, *self.words]
        for column in self.columns.values():
            if column.index and name == column.family:
                index = ", ".join(map(self.name_of, column.index))
                return self.error(f"{name!r} has an index, as in {name}[{index}]", start)
        said = str(UnknownName.among("name", name, names))
        if name == "me":
            said = "'me' is nobody here: no seat moves, sees, or scores"
        elif "did you mean" not in said:
            said += f"; a new word is listed first, as in: set answers: {name}"
        return UnknownName(str(self.error(said, start)))

    def column(self, name: str, start: int) -> Term:
        """What a column has."""
        found = self.columns[name]
        return terms.column(name, column_kind(found), start, found.values)

    def make_index(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """A column of a family."""
        indexes = tuple(self.term(part, known, depth=depth) for part in node.parts)
        for index in indexes:
            if index.domain is None:
                what = "an index is the same in all worlds: a word, a number, a variable"
                raise self.error(what, index.start)
        names = self.family(node.text, indexes, node.start)
        if len(names) == 1 and not any(index.free for index in indexes):
            return self.column(next(iter(names.values())), node.start)
        columns = [self.columns[name] for name in names.values()]
        kinds = {column_kind(found) for found in columns}
        if len(kinds) > 1:
            raise self.error(f"{node.text!r} is of several kinds", node.start)
        values = {value for found in columns for value in found.values}
        return terms.family(names, indexes, kinds.pop(), node.start, values)

    def family(
        self, name: str, indexes: tuple[Term, ...], start: int
    ) -> dict[tuple[int, ...], str]:
        """The columns that indexes may lead to, all of which must be there."""
        domains = [index.domain or () for index in indexes]
        if prod(map(len, domains)) > MOST_TIMES:
            raise self.too_large(f"{name!r} may be too many columns", start)
        for index, values in zip(indexes, domains, strict=True):
            for value in values:
                if value < 0 and value not in index.words:
                    what = f"an index is a word, or a number from 0 up, not {value}"
                    raise self.error(what, index.start)
        found = {places: self.family_name(name, places) for places in product(*domains)}
        for column in found.values():
            if column not in self.columns:
                raise self.unknown("fact or part", column, start, list(self.columns))
        return found

    def make_call(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """What `let` names, with terms put in for its names."""
        if node.text not in self.lets:
            raise self.unknown("let", node.text, node.start, list(self.lets))
        if depth > DEEPEST_LET:
            raise self.error(f"let {node.text!r} is defined by itself", node.start)
        let = self.lets[node.text]
        if len(let.names) != len(node.parts):
            what = f"{node.text!r} takes {len(let.names)}, and {len(node.parts)} are given"
            raise self.error(what, node.start)
        put = dict(zip(let.names, node.parts, strict=True))
        inside = substituted(let.node, put, self, depth)
        try:
            return replace(self.term(inside, known, depth=depth + 1), start=node.start)
        except RecursionError:
            raise self.error(f"let {node.text!r} is nested too deep", node.start) from None

    def make_not(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """Where a claim fails."""
        return terms.negation(self.term(node.parts[0], known, CLAIM, depth), node.start)

    def make_join(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """Claims that are joined."""
        parts = tuple(self.term(part, known, CLAIM, depth) for part in node.parts)
        match node.text:
            case "&":
                return terms.conjunction(parts, node.start)
            case "|":
                return terms.disjunction(parts, node.start)
            case "->":
                made = parts[-1]
                for part in reversed(parts[:-1]):
                    made = terms.disjunction(
                        (terms.negation(part, node.start), made), node.start
                    )
                return made
            case "^":
                return terms.applied(CLAIM, terms.odd, parts, node.start)
        return terms.compared(["="], parts, node.start)

    def make_compare(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """Things that are compared."""
        signs = node.text.split()
        parts = tuple(self.term(part, known, depth=depth) for part in node.parts)
        for sign, one, two in zip(signs, parts, parts[1:], strict=False):
            if not terms.comparable(one, two):
                what = f"{NAMED[one.kind]} is compared with {NAMED[two.kind]}"
                raise self.error(what, two.start)
            if sign not in ("=", "!=") and not one.kind == two.kind == NUMBER:
                raise self.error(f"{sign!r} compares numbers", two.start)
        return terms.compared(signs, parts, node.start)

    def make_in(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """Whether a value is in a set."""
        part = self.term(node.parts[0], known, depth=depth)
        if part.kind == CLAIM:
            raise self.error(f"a value is wanted, and this is {NAMED[CLAIM]}", part.start)
        if node.text not in self.sets:
            raise self.unknown("set", node.text, node.start, list(self.sets))
        members = [
            terms.compared(["="], (part, terms.constant(part.kind, value)), node.start)
            for value in self.sets[node.text]
        ]
        return terms.disjunction(tuple(members), node.start)

    def make_arith(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """A sum, a difference, a product, a quotient, or a remainder."""
        one, two = (self.term(part, known, NUMBER, depth) for part in node.parts)
        if node.text in ("div", "mod") and (two.domain is None or min(two.domain) < 1):
            what = f"{node.text!r} wants a number from 1 up that is the same in all worlds"
            raise self.error(what, two.start)
        most = {"*": one.most * two.most, "mod": two.most, "div": one.most}
        largest = most.get(node.text, one.most + two.most)
        self.check_number(largest, node.start)
        work, domain = terms.ARITHMETIC[node.text], None
        pairs = list(product(one.domain or (), two.domain or ()))
        if pairs and len(pairs) <= MOST_VALUES:
            domain = tuple(dict.fromkeys(int(work(a, b)) for a, b in pairs))
        made = terms.applied(NUMBER, work, (one, two), node.start, largest, domain)
        signed = node.text == "-" or (made.signed and node.text != "mod")
        return terms.remembered(replace(made, signed=signed))

    def check_number(self, most: int, start: int) -> None:
        """Refuse numbers that may grow too large."""
        if most > LARGEST:
            raise self.too_large(f"a number here may reach {most:.1e}", start)

    def make_if(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """One thing or another."""
        claim = self.term(node.parts[0], known, CLAIM, depth)
        one = self.term(node.parts[1], known, depth=depth)
        want = CLAIM if one.kind == CLAIM else ""
        other = self.term(node.parts[2], known, want, depth)
        if one.kind != CLAIM and other.kind == CLAIM:
            what = f"{NAMED[one.kind]} is wanted here, and this is {NAMED[CLAIM]}"
            raise self.error(what, other.start)
        if one.kind != other.kind and (one.signed or other.signed):
            what = "a number that may be below 0 cannot stand beside a word"
            raise self.error(what, node.start)
        return terms.choice(claim, one, other, node.start)

    def make_many(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """Many things, put together."""
        inside, found, times = self.variables(node.loops, known)
        want = {"distinct": "", "sum": NUMBER, "min": NUMBER, "max": NUMBER}.get(
            node.text, CLAIM
        )
        parts = tuple(self.term(part, inside, want, depth) for part in node.parts)
        if node.text in ("min", "max") and not (parts and times):
            raise self.error(f"{node.text} has no values", node.start)
        if node.text in ("min", "max") and any(but for _, _, but in found):
            raise self.error(f"{node.text} may have no values: leave 'but' out", node.start)
        kind = NUMBER if node.text in ("count", "sum", "min", "max") else CLAIM
        most = max((part.most for part in parts), default=0)
        if node.text in ("sum", "count"):
            most = times * sum(part.most if node.text == "sum" else 1 for part in parts)
        self.check_number(most, node.start)
        if node.text == "distinct":
            times *= max(1, times * len(parts) // 2)
        runs = [(loop.name, each.domain, but) for loop, each, but in found]

        def spread(scope: Scope) -> Iterator[None]:
            return terms.spread_out(scope.env, runs, scope)

        bound = frozenset(loop.name for loop, _, _ in found)
        return terms.looped(node.text, kind, parts, spread, node.start, times, most, bound)

    def make_know(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """What a seat knows."""
        who = self.agent(node.parts[0], known, depth)
        claim = self.term(node.parts[1], known, CLAIM, depth)
        return terms.knowing(node.text, who, claim, node.start)

    def make_value(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """Whose value a seat knows."""
        who = self.agent(node.parts[0], known, depth)
        return terms.knowing_value(
            who, self.term(node.parts[1], known, depth=depth), node.start
        )

    def make_group(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """What a group knows."""
        who: list[Term] = []
        for token in node.tokens:
            if token.text in self.sets:
                who += [terms.constant(WORD, v, token.start) for v in self.sets[token.text]]
            else:
                who.append(self.fixed_name(token, known))
        for one in who:
            self.check_agent(one)
        claim = self.term(node.parts[0], known, CLAIM, depth)
        return terms.knowing_group(node.text, tuple(who), claim, node.start)

    def agent(self, node: Node, known: Mapping[str, Variable], depth: int) -> Term:
        """Who knows: a seat."""
        names = (*known, *self.columns, *self.lets, *self.words)
        if node.kind == "name" and node.text not in names:
            seats = [*known, *self.seats]
            raise self.unknown("seat", node.text, node.start, seats)
        return self.check_agent(self.term(node, known, WORD, depth))

    def check_agent(self, term: Term) -> Term:
        """A term that is a seat, whatever variables stand for."""
        for value in term.domain or ((0,) if term.domain is None else ()):
            if not -len(self.seats) <= value < 0:
                name = "this" if value == 0 else repr(self.name_of(value))
                raise self.error(f"{name} is no seat: {', '.join(self.seats)}", term.start)
        return term


def substituted(node: Node, put: Mapping[str, Node], names: Vocabulary, depth: int) -> Node:
    """A tree with trees put in for names; variables of its loops are kept apart."""
    if depth > DEEPEST_TREE:
        raise names.error("nested too deep", node.start)
    if node.kind == "name" and node.text in put:
        return put[node.text]
    inner, loops = dict(put), []
    for loop in node.loops:
        but = tuple(swapped(token, inner, names) for token in loop.but)
        name = loop.name
        inner.pop(name, None)
        if any(name in names_in(tree) for tree in inner.values()):
            name += "'"
            inner[loop.name] = Node("name", name, loop.start)
        loops.append(replace(loop, name=name, but=but))
    parts = tuple(substituted(part, inner, names, depth + 1) for part in node.parts)
    tokens = node.tokens
    if node.kind == "group":
        tokens = tuple(swapped(token, inner, names) for token in tokens)
    return replace(node, parts=parts, loops=tuple(loops), tokens=tokens)


def swapped(token: Token, put: Mapping[str, Node], names: Vocabulary) -> Token:
    """A name that stands alone, with what is put in for it."""
    tree = put.get(token.text)
    if tree is None or token.kind != "name":
        return token
    if tree.kind not in ("name", "number"):
        raise names.error("only a name can be put in here", token.start)
    return Token(tree.kind, tree.text, token.start)


def names_in(node: Node) -> set[str]:
    """All names in a tree; what stands in it several times is looked at once."""
    found: set[str] = set()
    waiting, seen = [node], {id(node)}
    while waiting:
        here = waiting.pop()
        found |= {token.text for token in here.tokens}
        if here.kind == "name":
            found.add(here.text)
        new = [part for part in here.parts if id(part) not in seen]
        seen |= set(map(id, new))
        waiting += new
    return found


def kind_of(domain: tuple[int, ...]) -> str:
    """The kind of some values: numbers, words, or both."""
    words = terms.words_in(domain)
    return NUMBER if not words else WORD if words >= set(domain) else MIXED


def column_kind(column: Column) -> str:
    """The kind of what a column has."""
    return CLAIM if column.fact else kind_of(column.values)
