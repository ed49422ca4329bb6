"""Why a written game ended as it did, in the words of its text."""

from collections.abc import Iterator, Sequence

from whoknows.games.written.knowledge import Picture, picture_at, picture_of
from whoknows.games.written.rules.fold import Sight
from whoknows.games.written.rules.rules_of_text import Book
from whoknows.games.written.rules.terms import Term
from whoknows.games.written.show.board_picture import spoken


def ending_why(sight: Sight, names: Sequence[str]) -> str:
    """Who was right in the last turn, which clause ended the game, and how it scores."""
    book, world = sight.setup.book, sight.world
    if world is None or not book.text:
        return ""
    said = [*last_calls(sight, world, names), *ended_by(sight, world)]
    if book.score_text:
        said.append(f"It scores `{book.score_text}`.")
    return " ".join(said)


def last_calls(sight: Sight, world: int, names: Sequence[str]) -> Iterator[str]:
    """Whose last move was right, and whose was wrong, where the text says it."""
    book = sight.setup.book
    before = picture_of(sight.setup, sight.record[:-1])
    for seat, move in sight.record[-1].moves:
        kind = book.kinds.get(move.name)
        if kind is None or kind.right is None:
            continue
        right = before.holds(kind.right, world, book.env(seat, kind, move.args))
        who = "You were" if seat == sight.seat else f"{names[seat]} was"
        verdict = "right" if right else "wrong"
        yield f"{who} **{verdict}**: “{spoken(book, move, names)}”."


def ended_by(sight: Sight, world: int) -> Iterator[str]:
    """The first claim of the text that ended the game."""
    book, picture = sight.setup.book, picture_at(sight)
    for term, text in zip(book.ends, book.end_texts, strict=True):
        if text and picture.holds(term, world, {}):
            now = values_then(book, picture, term, world)
            yield f"The text ends the game if `{text}`{now}."
            return


def values_then(book: Book, picture: Picture, term: Term, world: int) -> str:
    """What a clause looked at, as it was then; nothing where that is much."""
    values = {
        name: book.shown(name, picture.value(name, world))
        for name in sorted(term.columns)
        if name in book.columns
    }
    if not 0 < len(values) <= MOST_SHOWN:
        return ""
    said = (f"{name.replace('_', ' ')} is {value}" for name, value in values.items())
    return f"; now {', '.join(said)}"


MOST_SHOWN = 4  # things that a clause looks at, and that are told
