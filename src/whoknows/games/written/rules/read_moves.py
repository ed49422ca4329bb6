"""The moves of a game: who may make them and when, and what they say and change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import prod
from typing import Any

from whoknows.games.written.rules import terms
from whoknows.games.written.rules.meaning import Variable, kind_of
from whoknows.games.written.rules.read_worlds import WorldsDraft
from whoknows.games.written.rules.rules_of_text import (
    Change,
    Item,
    Kind,
    Parameter,
    PrivateItem,
    Turns,
)
from whoknows.games.written.rules.statements import (
    CLAUSES,
    LONGEST_TITLE,
    MOST_MOVES,
    Statement,
    blanked,
)
from whoknows.games.written.rules.syntax import Reader, Token
from whoknows.games.written.rules.terms import Term


class MovesDraft(WorldsDraft):
    """The moves of a game that is being read."""

    def read_kinds(self, phases: tuple[str, ...]) -> dict[str, Kind]:
        """The kinds of moves."""
        found: dict[str, Kind] = {}
        for said in self.said["move"]:
            kind = self.read_kind(said, phases)
            if kind.name in found or (kind.name == "pass" and kind.parameters):
                raise self.error(f"move {kind.name!r} is named twice", said.start)
            found[kind.name] = kind
        if not found:
            raise self.error("there is no move: a game needs one", 0)
        return found

    def read_kind(self, said: Statement, phases: tuple[str, ...]) -> Kind:
        """One kind of move: its head, and its clauses."""
        head, clauses = self.cut(said)
        reader = Reader(self.source, head)
        name = reader.name("the name of the move is wanted")
        raw = self.parameters(reader)
        by = self.by(reader)
        inside = self.phases_named(reader, phases)
        words = reader.string() or ""
        self.finish_head(reader)
        known, parameters = self.everybody(by), []
        for token, values, but in raw:
            if token.text in known:
                raise self.error(f"{token.text!r} is named twice", token.start)
            left = tuple(self.names.fixed_name(each, known) for each in but)
            known[token.text] = Variable(kind_of(values), values)
            parameters.append(Parameter(token.text, values, left))
        self.check_words(words, known, name.start)
        parts = self.clauses(clauses, known)
        return Kind(name.text, tuple(parameters), by, inside, words=words, **parts)

    def phases_named(self, reader: Reader, phases: tuple[str, ...]) -> tuple[str, ...]:
        """The phases in which a move may be made; none, if all."""
        found = reader.names() if reader.take("in") else ()
        for token in found:
            if token.text not in phases:
                raise self.names.unknown("phase", token.text, token.start, list(phases))
        return tuple(token.text for token in found)

    def finish_head(self, reader: Reader) -> None:
        """Only clauses may follow, each on a line of its own."""
        line = reader.text.rfind("\n", 0, reader.next.start) + 1
        if reader.next.kind == "name" and reader.text[line : reader.next.start].isspace():
            raise reader.misfit(f"a clause starts with one of: {', '.join(CLAUSES)}")
        reader.finish()

    def check_words(self, words: str, known: Mapping[str, Variable], start: int) -> None:
        """The words of a move name no other variables than it has."""
        if len(words) > LONGEST_TITLE:
            raise self.error(
                f"{len(words)} characters of words; at most {LONGEST_TITLE}", start
            )
        for name in re.findall(r"\{([^{}]*)\}", words):
            if name not in known:
                raise self.names.unknown("parameter", name, start, list(known))

    def parameters(
        self, reader: Reader
    ) -> list[tuple[Token, tuple[int, ...], tuple[Token, ...]]]:
        """`(x: seats but me, k: 1..4)`."""
        found: list[tuple[Token, tuple[int, ...], tuple[Token, ...]]] = []
        if not reader.take("("):
            return found
        while not reader.take(")"):
            token = reader.name("the name of a parameter is wanted")
            reader.want(":")
            values = self.names.values(reader.names(), new=False)
            if not values:
                raise reader.misfit("the values of the parameter are wanted")
            found.append((token, values, reader.names() if reader.take("but") else ()))
        return found

    def by(self, reader: Reader) -> tuple[int, ...]:
        """Who may make a move."""
        if not (reader.next.kind == "name" and reader.next.text == "by"):
            return ()
        reader.place += 1
        found = tuple(self.seat(token) for token in reader.names())
        if not found:
            raise reader.misfit("a seat is wanted")
        return found

    def cut(self, said: Statement) -> tuple[str, list[tuple[str, str, str]]]:
        """The head of a statement, and its clauses: keyword, text, and the text alone."""
        text, pieces = said.text, []
        for found in re.finditer(
            rf"^[ \t]+({'|'.join(CLAUSES)})(?![\w'])", text, re.MULTILINE
        ):
            pieces += [found] * (found.start(1) > said.start)
        ends = [*(found.start() for found in pieces), len(text)]
        clauses = [
            (found[1], blanked(text, found.end(), end), text[found.end() : end].strip())
            for found, end in zip(pieces, ends[1:], strict=True)
        ]
        return text[: ends[0]], clauses

    def clauses(
        self, clauses: list[tuple[str, str, str]], known: Mapping[str, Variable]
    ) -> dict[str, Any]:
        """The clauses of a move."""
        allowed: list[Term] = []
        says: list[Term] = []
        said: list[str] = []
        rights: list[Term] = []
        again: list[Term] = []
        answers: list[Item] = []
        told: list[PrivateItem] = []
        changes: list[Change] = []
        for keyword, text, alone in clauses:
            reader = Reader(self.source, text)
            match keyword:
                case "if":
                    allowed += self.claims(reader, known)
                case "says":
                    says.append(self.claim(reader, known))
                    said.append(" ".join(alone.split()))
                case "right":
                    rights.append(self.claim(reader, known))
                case "again":
                    again.append(self.when(reader, known))
                case "answer":
                    answers += self.items(reader, known)
                case "tells":
                    told += self.private(reader, known)
                case "makes":
                    changes += self.changes(reader, known)
        return {
            "allowed": tuple(allowed),
            "says": tuple(says),
            "said": tuple(said),
            "right": terms.conjunction(tuple(rights), 0) if rights else None,
            "again": terms.disjunction(tuple(again), 0) if again else None,
            "answers": tuple(answers),
            "told": tuple(told),
            "changes": tuple(changes),
        }

    def private(self, reader: Reader, known: Mapping[str, Variable]) -> list[PrivateItem]:
        """`me, x: terms`: what some seats alone are told."""
        who: list[Term] = []
        while not reader.take(":"):
            token = reader.name("who is told is wanted, and ':' after it")
            if token.text in self.names.sets:
                who += [
                    terms.constant("word", v, token.start)
                    for v in self.names.sets[token.text]
                ]
            elif token.text in known or token.text in self.names.seats:
                who.append(self.names.fixed_name(token, known))
            elif token.text in self.names.words:
                who.append(terms.constant("word", self.names.word(token.text), token.start))
            else:
                seats = [*known, *self.names.seats]
                raise self.names.unknown("seat", token.text, token.start, seats)
            if not reader.take(",") and not reader.sees(":"):
                raise reader.misfit("':' and what is told are wanted")
        for one in who:
            self.names.check_agent(one)
        return [PrivateItem(tuple(who), item) for item in self.items(reader, known)]

    def check_kinds(
        self, kinds: Mapping[str, Kind], phases: tuple[str, ...], turns: Mapping[str, Turns]
    ) -> None:
        """Not too many moves, and one at least for whoever moves."""
        for seat in range(len(self.names.seats)):
            for phase in phases or ("",):
                some = [
                    kind for kind in kinds.values()
                    if (not kind.by or seat in kind.by)
                    and (not kind.phases or phase in kind.phases)
                ]  # fmt: skip
                many = sum(prod(len(p.values) for p in kind.parameters) for kind in some)
                if many > MOST_MOVES:
                    what = f"{many:,} moves of one seat; at most {MOST_MOVES:,}"
                    raise self.names.too_large(what, self.said["move"][0].start)
                if not some and phase in turns and seat in turns[phase].seats:
                    who = self.names.seats[seat]
                    what = f"{who} has no move{' in ' + phase if phase else ''}"
                    raise self.error(what, self.said["move"][0].start)
