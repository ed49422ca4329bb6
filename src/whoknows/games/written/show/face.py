"""What a written game says of itself: its own words and signs, and what one may know."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from whoknows.asking.option import Option
from whoknows.errors import WhoknowsError, is_whole
from whoknows.games.written.knowledge import Picture, held_at, picture_at, picture_of
from whoknows.games.written.rules.fold import (
    Answer,
    Setup,
    Sight,
    gallery,
    gallery_text,
    move_name,
    parse_move,
)
from whoknows.games.written.rules.meaning import ROUND
from whoknows.games.written.rules.read_game import read_book
from whoknows.games.written.rules.rules_of_text import PASS, Book, Kind, Move
from whoknows.games.written.show.board_picture import (
    Row,
    board_lines,
    board_svg,
    rows_of,
    seen_row,
    spoken,
)
from whoknows.games.written.show.chances import chances_svg, doubts
from whoknows.games.written.show.ending import ending_why
from whoknows.games.written.show.small import small_world
from whoknows.games.written.solve import Prospect, claimed, prospects
from whoknows.games.written.strategies import STRATEGIES
from whoknows.play.face.cards import INK, card, label
from whoknows.play.face.plain_face import PlainFace
from whoknows.play.game import Event, Seat
from whoknows.play.strategies import purpose
from whoknows.play.table.room import Chair
from whoknows.wording import percent

MOST_LISTED = 12  # things that a hint lists
RULES = """\
A game that somebody wrote down: its text says what a world is, who sees what, and who may
do what. Everybody at the table thinks perfectly, and whatever is done tells something.

Write your own, or take one of the gallery.
"""


class WrittenFace(PlainFace[Setup, Sight]):
    """What a written game says of itself."""

    @property
    def story(self) -> str:  # type: ignore[override]
        """What the text says that it is about."""
        if getattr(self.game, "text", None) is None:
            return "Write a game of knowledge down in a page of text, and play it."
        return str(self.game.setup().book.about)

    def rules(self) -> str:
        """What it is about, and its moves."""
        if getattr(self.game, "text", None) is None:
            return RULES
        return rules_text(self.game.setup().book)

    def called(self, setup: Setup) -> str:
        """The title that the text has."""
        return setup.book.title

    def text(self, setup: Setup) -> str:
        """The whole text."""
        return setup.book.text

    def card_svg(self) -> str:
        """A page with lines, and worlds beside it."""
        lines = "".join(
            f'<rect x="40" y="{34 + 18 * k}" width="{wide}" height="8" rx="4" '
            'fill="#b9c2cc"/>'
            for k, wide in enumerate((90, 120, 70, 110, 60, 100))
        )
        page = (
            '<rect x="26" y="18" width="150" height="134" rx="8" fill="#fdfbf5" '
            f'stroke="#7d8590"/>{lines}'
        )
        spots = "".join(
            f'<circle cx="{214 + 28 * (k % 3)}" cy="{44 + 28 * (k // 3)}" r="10" '
            f'fill="{"#d9a514" if k == 4 else "#8fb3dd"}"/>'
            for k in range(9)
        )
        return card(
            "A page of text, and worlds", page + spots + label(242, 150, "?", INK, size=20)
        )

    def setup_text(self, setup: Setup) -> str:
        """How many worlds there are, and the title where the game has it not."""
        worlds, title = f"{setup.book.worlds.size:,} worlds", setup.book.title
        return worlds if self.game.title == title else f"{title}, {worlds}"

    def options(self) -> Sequence[Option]:
        """The text; where that is given, nothing is left to choose."""
        return super().options() if getattr(self.game, "text", None) is None else ()

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """The gallery."""
        if getattr(self.game, "text", None) is not None:
            return {}
        return {read_book(gallery_text(name)).title: {"text": name} for name in gallery()}

    def usual_chairs(self, setup: Setup) -> Sequence[Chair]:
        """You in the first seat, among logicians."""
        names = [seat.capitalize() for seat in setup.book.seats]
        return [Chair(names[0]), *(Chair(name, "logician") for name in names[1:])]

    def move_forms(self, setup: Setup) -> Mapping[str, str]:
        """The moves with their parameters."""
        forms = {}
        for kind in setup.book.kinds.values():
            words = parameters_marked(kind.words or kind.name, kind, "<{}>")
            form = [kind.name, *(f"<{parameter.name}>" for parameter in kind.parameters)]
            forms[" ".join(form)] = words
        return forms

    def move_label(self, sight: Sight, move: str) -> str:
        """The words of the text."""
        try:
            return spoken(sight.setup.book, parse_move(sight.setup.book, move))
        except WhoknowsError:
            return move

    def board_svg(self, sight: Sight, names: Sequence[str]) -> str:
        """All that lies open to the seat."""
        book = sight.setup.book
        rows = rows_of(book, dict(open_now(sight)), names)
        return board_svg(book.title, rows, note(sight, names), sight.seat)

    def board_text(self, sight: Sight, names: Sequence[str]) -> str:
        """All that lies open to the seat, a line each."""
        rows = rows_of(sight.setup.book, dict(open_now(sight)), names)
        whispers = [f"You were told (turn {w.turn + 1}): {w.text}" for w in sight.whispers]
        return "\n".join([*board_lines(rows), *whispers]) or note(sight, names)

    def open_text(self, sights: Mapping[Seat, Sight], names: Sequence[str]) -> str:
        """All that lies open to any seat."""
        seen: dict[str, str] = {}
        own: list[Row] = []
        for seat, sight in sights.items():
            told = dict(open_now(sight))
            terms = {name: told.pop(name) for name in list(told) if name.startswith("=")}
            seen |= told
            own += [replace(row, name=f"{names[seat]} sees") for row in seen_row(terms)]
        book = next(iter(sights.values())).setup.book
        return "\n".join(board_lines([*rows_of(book, seen, names), *own]))

    def read_deal(self, text: str, setup: Setup) -> Any:
        """What is so: `hat_ann=red`, facts by name; or the number of a world."""
        if is_whole(text.strip()):
            return int(text)
        so: dict[str, Any] = {c.name: 0 for c in setup.book.dealt if c.fact}
        for word in text.replace(",", " ").split():
            name, sign, value = word.partition("=")
            so[name] = value if sign else 1
        return so

    def deal_text(self, document: Any, setup: Setup) -> str:
        """The facts that hold, and the values of the parts."""
        if not isinstance(document, int) or not setup.book.worlds.has(document):
            return json.dumps(document)
        return world_text(setup.book, document)

    def event_text(self, event: Event, names: Sequence[str], sight: Sight) -> str:
        """Who did what, and what the referee says to it."""
        book = sight.setup.book
        done = [
            f"{names[seat]}: {spoken(book, move, names)}"
            for seat, move in sorted(event.moves.items())
        ]
        answer: Answer = event.answer
        said = [f"{name} {value}".strip() for name, value in answer.said]
        said += [f"{names[seat]} did not say the truth" for seat in answer.not_so]
        return "; ".join(done) + (f" → {', '.join(said)}." if said else ".")

    def hint(self, sight: Sight, kind: str) -> str:
        """What you know, why, and what a logician would do."""
        if kind == "why":
            return reasons(sight)
        if kind == "move" and sight.seat is not None and picture_at(sight).turn:
            return advice(sight)
        return knowledge_text(sight)

    def warning(self, sight: Sight, move: str) -> str | None:
        """That a move cannot be right, or says to others what is not so."""
        try:
            made = parse_move(sight.setup.book, move)
        except WhoknowsError:
            return None  # which will be refused
        if sight.seat is None or made not in picture_at(sight).moves(
            sight.seat, sight.cell
        ):
            return None
        kind, held = sight.setup.book.kinds.get(made.name), held_at(sight)
        if kind is None:
            return None
        held.env = sight.setup.book.env(sight.seat, kind, made.args)
        with picture_at(sight).work():
            right, true = claimed(kind, held)
        if right == 0:
            return "You can know that this is wrong."
        if not true:
            said = "; ".join(kind.said)
            return f"This says to the others what is not so: {said}."
        return None

    def ending(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """The scores, and what was dealt."""
        scores = ", ".join(f"{names[seat]} {score:g}" for seat, score in result.items())
        assert sight.world is not None
        rows = dealt_rows(sight.setup.book, sight.world, names)
        dealt = "; ".join(f"{row.name}: {', '.join(dealt_words(row))}" for row in rows)
        return f"The game is over: {scores}. What was dealt: {dealt}."

    def ending_why(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """The clauses of the text that decided."""
        return ending_why(sight, names)

    def world_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The board as it would be in one world."""
        assert isinstance(key, int)
        book, picture = sight.setup.book, picture_at(sight)
        seen = everything(book, picture, key)
        return board_svg(
            book.title, rows_of(book, seen, names), note(sight, names), sight.seat
        )

    def small_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """What was dealt in one world, in the file's own signs."""
        assert isinstance(key, int)
        return small_world(dealt_rows(sight.setup.book, key, names))

    def hidden_svg(self, sight: Sight, names: Sequence[str]) -> str | None:
        """The chances of every value of every hidden thing."""
        found = doubts(sight)
        return chances_svg("What each hidden thing may be", found) if found else None


def dealt_rows(book: Book, world: int, names: Sequence[str]) -> list[Row]:
    """What was dealt in a world, in rows as on the board."""
    seen = {
        column.name: book.shown(column.name, book.worlds.value(column.name, world))
        for column in book.dealt
    }
    rows = rows_of(book, seen, names)
    kept = [(row, tuple(cell for cell in row.cells if not cell.hidden)) for row in rows]
    return [replace(row, cells=cells) for row, cells in kept if cells]


def dealt_words(row: Row) -> list[str]:
    """What was dealt in a row; of facts in a grid, where they hold."""
    if not row.across:
        return [f"{cell.label} {cell.word}" for cell in row.cells]
    words = {" ".join(cell.place): cell.word for cell in row.cells}
    if {*words.values()} <= {"yes", "no"}:
        return [place for place, word in words.items() if word == "yes"] or ["nowhere"]
    return [f"{place} {word}" for place, word in words.items()]


def open_now(sight: Sight) -> tuple[tuple[str, str], ...]:
    """What is seen now; when the game is over, everything."""
    if sight.world is None:
        return sight.seen
    picture = picture_at(sight)
    return tuple(everything(sight.setup.book, picture, sight.world).items())


def everything(book: Book, picture: Picture, world: int) -> dict[str, str]:
    """What is so in a world, in words."""
    return {
        name: book.shown(name, picture.value(name, world))
        for name in picture.columns
        if name != ROUND
    }


def world_text(book: Book, world: int) -> str:
    """What was dealt in a world: the facts that hold, and the values of the parts."""
    words = []
    for column in book.dealt:
        value = book.worlds.value(column.name, world)
        if not column.fact:
            words.append(f"{column.name}={book.value_name(value)}")
        elif value:
            words.append(column.name)
    return " ".join(words) or "nothing"


def note(sight: Sight, names: Sequence[str]) -> str:
    """The title, and whose turn it is."""
    picture = picture_at(sight)
    title = sight.setup.book.title
    if not picture.turn:
        return f"{title}: the game is over"
    who = " and ".join(names[seat] for seat in picture.turn)
    phase = f" ({picture.phase})" if picture.phase else ""
    return f"{title}{phase}: {who} to move"


def rules_text(book: Book) -> str:
    """A book's rules for people, as Markdown."""
    lines = [book.about, ""]
    for kind in book.kinds.values():
        who = f" ({', '.join(book.seats[s] for s in kind.by)})" if kind.by else ""
        said = f": “{parameters_marked(kind.words, kind, '*{}*')}”" if kind.words else ""
        tells = f" It says: `{'; '.join(kind.said)}`." if kind.said else ""
        lines.append(f"- **{kind.name}**{who}{said}.{tells}")
    if book.text:
        lines += ["", "The whole text:", "", "```", book.text.rstrip(), "```"]
    return "\n".join(lines)


def parameters_marked(words: str, kind: Kind, mark: str) -> str:
    """The words of a move, its parameters as they are to be marked."""
    for parameter in kind.parameters:
        words = words.replace(f"{{{parameter.name}}}", mark.format(parameter.name))
    return words


# ------------------------------------------------------------------------------- hints


def knowledge_text(sight: Sight) -> str:
    """How many worlds are possible, and what each hidden thing may be."""
    many, every = held_at(sight).many, picture_at(sight).size
    lines = [f"You hold **{many:,}** of {every:,} worlds possible.", ""]
    hidden = doubts(sight)
    for doubt in hidden[:MOST_LISTED]:
        if len(doubt.values) == 1:
            lines.append(f"- `{doubt.name}` is **{doubt.values[0].word}**: you know it")
            continue
        likely = doubt.values[:MOST_LISTED]
        chances = ", ".join(f"{value.word} {percent(value.chance)}" for value in likely)
        lines.append(f"- `{doubt.name}`: {chances}")
    if len(hidden) > MOST_LISTED:
        lines.append(f"- and {len(hidden) - MOST_LISTED} more")
    return "\n".join(lines)


def reasons(sight: Sight) -> str:
    """What each event left of the worlds that the seat holds possible."""
    book = sight.setup.book
    first = picture_of(sight.setup, sight.record[:1])
    world = held_at(sight).some_world()
    lines = [f"There were {first.size:,} worlds after the deal.", ""]
    before = cell_size(sight, 1, world)
    if sight.seat is not None:
        lines.append(f"- With what you see, you held {before:,} possible.")
    for place in range(2, len(sight.record) + 1):
        fact = sight.record[place - 1]
        left = cell_size(sight, place, world)
        moves = "; ".join(
            f"{book.seats[seat]}: {move_name(move)}{meaning(book, move)}"
            for seat, move in fact.moves
        )
        told = f"{before:,} → {left:,}" if left != before else f"{left:,}, nothing new"
        lines.append(f"- {moves}: {told}")
        before = left
    return "\n".join(lines)


def cell_size(sight: Sight, length: int, world: int) -> int:
    """How many worlds a seat held possible earlier, `world` being one of them."""
    picture = picture_of(sight.setup, sight.record[:length])
    if sight.seat is None:
        return picture.size
    return picture.held_by(sight.seat, picture.cell(sight.seat, world)).many


def meaning(book: Book, move: Move) -> str:
    """What a move says, as the text has it."""
    kind = book.kinds.get(move.name)
    if kind is None or not kind.said:
        return ""
    return f" (says: {'; '.join(kind.said)})"


def advice(sight: Sight) -> str:
    """A logician's move, and why."""
    rng = np.random.default_rng(0)
    move = STRATEGIES["logician"](sight, sight.history, rng)
    said = (
        f"A logician would play **{spoken(sight.setup.book, move)}** (`{move_name(move)}`)."
    )
    if move == PASS and PASS.name not in sight.setup.book.kinds:
        return f"{said} There is no other move."
    [found] = prospects(sight, [move])
    return f"{said} {because(sight, found)}\n\n*logician*: {purpose(logician_doc())}"


def logician_doc() -> str:
    """What a logician is after."""
    return STRATEGIES["logician"].__doc__ or ""


def because(sight: Sight, found: Prospect) -> str:
    """Why a move is a good one."""
    held = held_at(sight).many
    left = f"of {held:,} worlds, {float(found.left):,.1f} will be left on average"
    if found.right == 1:
        return "It is right in every world that you hold possible."
    if found.right is not None:
        return f"It is right with a chance of {percent(found.right)}; {left}."
    return f"No move is known to be right; {left}."
