"""What a value that somebody sees tells of a column, in words."""

import numpy as np

from whoknows.games.written.rules.deal_table import Growing
from whoknows.games.written.rules.fold import value_text
from whoknows.games.written.rules.rules_of_text import Book, Item
from whoknows.games.written.rules.terms import CLAIM, on_all

MOST_FITS = 3  # values that are listed, where what is seen leaves them


def value_shown(book: Book, item: Item, name: str, value: int) -> dict[str, str]:
    """What is seen of a column, in words: its value, where what is seen tells it."""
    key = ("seen", id(item), value)
    if key not in book.remembered:
        book.remembered[key] = value_told(book, item, name, value)
    found: dict[str, str] = book.remembered[key]
    return found


def value_told(book: Book, item: Item, name: str, value: int) -> dict[str, str]:
    """What a value that is seen tells of a column."""
    values = np.array(book.columns[name].values)
    worked = item.term.work(Growing({name: values}, len(values), dict(item.env)))
    fits = values[on_all(worked, len(values)) == value].tolist()
    if len(fits) == 1:
        return {name: book.shown(name, int(fits[0]))}
    if item.term.kind == CLAIM:
        missing = sorted({*values.tolist()} - {*fits})
        if len(missing) == 1:
            return {f"{name}?": f"not {book.shown(name, missing[0])}"}
        return {f"{name}?": value_text(book, item, value)}
    if 0 < len(fits) <= MOST_FITS:
        return {f"{name}?": "/".join(book.shown(name, int(fit)) for fit in fits)}
    return {f"={item.words}": value_text(book, item, value)}


def shown_name(item: Item) -> str | None:
    """The column that an item shows something of, if it is about just one."""
    if len(item.term.columns) != 1 or item.term.knowers:
        return None
    [name] = item.term.columns
    return name
