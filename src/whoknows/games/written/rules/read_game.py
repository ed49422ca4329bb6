"""A game from its text: statements at the start of a line, clauses on indented lines.

The statements are those of the files of `whoknows check` (facts, parts, law, sees) and
those that a game needs besides: seats, board, turns, phases, move, ends, score, picture.
Nothing in a text is run: it can come from anybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from math import prod
from threading import Lock

from whoknows.errors import STEERING, TooLarge
from whoknows.games.written.rules.meaning import Variable
from whoknows.games.written.rules.read_moves import MovesDraft
from whoknows.games.written.rules.rules_of_text import (
    Book,
    Change,
    Kind,
    Sign,
    Switch,
    Turns,
)
from whoknows.games.written.rules.statements import (
    LONGEST_TITLE,
    MOST_LISTING,
    MOST_TEXT,
    MOST_TURN,
)
from whoknows.games.written.rules.syntax import WORDS, Reader
from whoknows.games.written.rules.terms import CLAIM, NUMBER, Term
from whoknows.logic.files.source import Source


class Shelf:
    """Books that were read, by their texts; the oldest go when they take much memory."""

    def __init__(self) -> None:
        self.books: dict[tuple[str, str], Book] = {}
        self.lock = Lock()  # pages of a lab may read in threads

    def __call__(self, text: str, name: str = "text") -> Book:
        """The rules in a text; raises `BadFile`, `UnknownName`, or `TooLarge`."""
        found = self.books.get((text, name))
        if found is None:
            found = book_in(text, name)
            with self.lock:
                self.books[text, name] = found
                while len(self.books) > 1 and self.cells > MOST_CELLS:
                    del self.books[next(iter(self.books))]
        return found

    @property
    def cells(self) -> int:
        """How many values the worlds of all books have."""
        return sum(BOOK + b.worlds.effort * len(b.columns) for b in self.books.values())

    def cache_clear(self) -> None:
        """Let go of all books."""
        self.books = {}


def book_in(text: str, name: str, engine: str = "auto") -> Book:
    """The rules in a text, read anew; `engine="symbolic"`: with worlds as a diagram."""
    if len(text) > MOST_TEXT:
        raise TooLarge(
            f"{name}: {len(text):,} characters; a game has at most {MOST_TEXT:,}"
        )
    source = Source.decoded(name, text.encode("utf-8", "replace"))
    if found := STEERING.search(source.text):
        what = f"{found[0]!r} is no letter, and would steer a screen"
        raise source.error(what, *source.place(found.start()))
    return Draft(source, engine).book()


MOST_CELLS = 2**25  # values of worlds that are kept, all books together
BOOK = 2**17  # what a book takes besides its worlds, as values
read_book = Shelf()


class Draft(MovesDraft):
    """A game that is being read."""

    def book(self) -> Book:
        """The rules, whole and checked."""
        self.read_seats()
        self.read_sets()
        self.read_columns()
        self.read_lets()
        start = self.read_start()
        phases = self.read_phases()
        changes: list[Change] = []
        for said in self.said["always"]:
            changes += self.changes(self.after(said, "makes"), {})
        kinds = self.read_kinds(phases)
        self.read_sees()
        turns = self.read_turns(phases)
        self.check_kinds(kinds, phases, turns)
        title, about = self.texts("game"), self.texts("about")
        ends, end_texts = self.read_ends()
        book = Book(
            title=title or "A game",
            about=about,
            seats=tuple(self.names.seats),
            words=(),
            columns=start,
            sees={seat: tuple(self.seen[seat]) for seat in self.seen},
            public=tuple(self.public),
            kinds=kinds,
            turns=turns,
            switches=self.read_switches(phases),
            always=tuple(changes),
            ends=ends,
            end_texts=end_texts,
            score=self.read_score(),
            score_text=" ".join(" ".join(said.text.split()) for said in self.said["score"]),
            signs=self.read_signs(),
            text=self.source.text,
        )
        object.__setattr__(book, "words", tuple(self.names.words))
        object.__setattr__(book, "worlds", self.read_worlds())
        for kind in kinds.values():
            self.check_work(kind, book)
        return book

    def check_work(self, kind: Kind, book: Book) -> None:
        """Refuse a move that takes too long to be listed, or to be made."""
        many = prod(len(parameter.values) for parameter in kind.parameters)
        listing = many * sum(1 + term.cost for term in kind.allowed)
        terms = [*kind.allowed, *kind.says, *(item.term for item in kind.answers)]
        terms += [told.item.term for told in kind.told]
        terms += [change.term for change in (*kind.changes, *book.always)]
        turn = sum(term.cost for term in (*terms, *book.ends))
        worlds = book.worlds.effort
        if listing > MOST_LISTING or max(listing, turn) * worlds > MOST_TURN:
            what = f"to list {kind.name!r} takes {listing:,} terms, to make it {turn:,},"
            limits = f"at most {MOST_LISTING:,} terms, and {MOST_TURN:,} terms times worlds"
            at = self.said["move"][0].start
            raise self.names.too_large(f"{what} in {worlds:,} worlds; {limits}", at)

    def read_sees(self) -> None:
        """What seats see, and what all see."""
        self.seen = {seat: [] for seat in range(len(self.names.seats))}
        for said in (*self.said["all"], *self.said["each"], *self.said["sees"]):
            reader = self.reader(said)
            seats: Iterable[int] = range(len(self.names.seats))
            if said.keyword == "sees":
                seats = [self.seat(token) for token in self.who(said)]
            if said.keyword == "all":
                self.public += self.items(reader, {})
                continue
            start = reader.place
            for seat in seats:
                reader.place = start
                me = {"me": Variable("word", (-(seat + 1),))}
                self.seen[seat] += [
                    replace(item, env={**item.env, "me": -(seat + 1)})
                    for item in self.items(reader, me)
                ]

    def read_phases(self) -> tuple[str, ...]:
        """The phases, in order."""
        found: list[str] = []
        for said in self.said["phases"]:
            reader = self.reader(said)
            found += [token.text for token in reader.names()]
            reader.finish()
        return tuple(dict.fromkeys(found))

    def read_turns(self, phases: tuple[str, ...]) -> dict[str, Turns]:
        """Who moves in which phase."""
        everybody = tuple(range(len(self.names.seats)))
        found: dict[str, Turns] = {}
        for said in self.said["turns"]:
            reader = self.reader(said)
            phase = ""
            ahead = [token.text for token in reader.tokens[reader.place :][:3]]
            if ahead[0] == "in" and ahead[2:] == [":"]:
                phase = ahead[1]
                reader.place += 3
                if phase not in phases:
                    raise self.names.unknown("phase", phase, said.start, list(phases))
            if phase in found:
                raise self.error("these turns are named twice", said.start)
            found[phase] = self.turns(reader, everybody)
        usual = found.pop("", Turns(everybody))
        if not phases:
            if found:
                raise self.error("there are no phases", self.said["turns"][0].start)
            return {"": usual}
        return {phase: found.get(phase, usual) for phase in phases}

    def turns(self, reader: Reader, everybody: tuple[int, ...]) -> Turns:
        """`together unless out[me]`, `in order`, `ann, bob`."""
        together, seats = False, everybody
        if reader.take("in"):
            if reader.name("'in order' is wanted").text != "order":
                raise reader.misfit("'in order' is wanted")
        elif reader.next.kind == "name" and reader.next.text == "together":
            reader.place += 1
            together = True
        elif reader.next.kind == "name" and reader.next.text != "unless":
            listed = []
            while reader.next.kind == "name" and reader.next.text not in (
                "unless",
                "together",
            ):
                listed.append(self.seat(reader.name()))
                reader.take(",")
            if reader.next.text == "together":
                reader.place += 1
                together = True
            seats = tuple(listed)
        unless = None
        if reader.next.kind == "name" and reader.next.text == "unless":
            reader.place += 1
            unless = self.claim(reader, self.everybody())
            self.check_public(unless, "who is passed over")
        reader.finish()
        return Turns(seats, together, unless)

    def read_switches(self, phases: tuple[str, ...]) -> tuple[Switch, ...]:
        """When a phase begins."""
        found = []
        for said in self.said["phase"]:
            reader = self.reader(said)
            name = reader.name("the name of a phase is wanted")
            if name.text not in phases:
                raise self.names.unknown("phase", name.text, name.start, list(phases))
            when = self.when(reader, {})
            self.check_public(when, "when a phase begins")
            found.append(Switch(name.text, when))
        return tuple(found)

    def read_ends(self) -> tuple[tuple[Term, ...], tuple[str, ...]]:
        """When the game is over: any of some claims; and these as they are written."""
        if not self.said["ends"]:
            raise self.error("when does it end? for example: ends if round = 10", 0)
        found: list[Term] = []
        texts: list[str] = []
        for said in self.said["ends"]:
            reader = self.reader(said)
            parts = reader.choices() if reader.take("if") else []
            if not parts:  # a loop, or nothing, or a mistake
                found.append(self.when(self.reader(said), {}))
                texts.append(" ".join(said.text.split()).removeprefix("if "))
            for node, text in parts:
                found.append(self.names.term(node, {}, CLAIM))
                texts.append(text)
        return tuple(found), tuple(texts)

    def read_score(self) -> Term | None:
        """What a seat scores."""
        said = self.said["score"]
        if len(said) > 1:
            raise self.error("there are two scores", said[1].start)
        return self.only(said[0], NUMBER, self.everybody()) if said else None

    def texts(self, keyword: str) -> str:
        """The text of a statement, in quotes or plain."""
        found = []
        for said in self.said[keyword]:
            text = said.text.strip()
            if text.startswith('"'):
                reader = self.reader(said)
                while (string := reader.string()) is not None:
                    found.append(string)
                reader.finish()
            else:
                found.append(" ".join(text.split()))
        whole = " ".join(found)
        if len(whole) > 5 * LONGEST_TITLE:
            what = f"{len(whole)} characters; at most {5 * LONGEST_TITLE}"
            raise self.error(what, self.said[keyword][0].start)
        return whole

    def read_signs(self) -> dict[str, Sign]:
        """How values look."""
        found: dict[str, Sign] = {}
        for said in self.said["picture"]:
            reader = self.reader(said)
            no = "~" * reader.take("~")
            token = reader.next
            if token.kind not in ("name", "number") or token.text in WORDS:
                raise reader.misfit("a value, or the name of a fact, is wanted")
            reader.place += 1
            families = {column.family for column in self.names.columns.values()}
            if token.kind == "name" and token.text not in {*self.names.words, *families}:
                known = [*self.names.words, *sorted(families)]
                raise self.names.unknown("value", token.text, token.start, known)
            key = no + token.text
            if reader.take("="):
                key += f"={reader.next.text}"
                reader.place += reader.next.kind in ("name", "number")
            reader.want(":")
            text, color = reader.string(), reader.string() or ""
            reader.finish()
            if text is None or not 1 <= len(text) <= 8:
                raise self.error("one to eight characters in quotes are wanted", said.start)
            if color and not re.fullmatch(r"#[0-9a-fA-F]{6}|[a-z]{3,20}", color):
                at = reader.tokens[reader.place - 1].start
                raise self.error(f"{color!r} is no color, such as #d0342c or red", at)
            found[key] = Sign(text, color)
        return found
