"""The words of a page's address, read with care: whatever is wrong is said in words."""

from collections.abc import Callable, Collection, Mapping, Sequence
from inspect import signature
from typing import TypeVar
from urllib.parse import urlencode

from whoknows.errors import BadSetup, UnknownName

T = TypeVar("T")

MOST_LETTERS = 2000  # characters of one word that are looked at
MOST_DIGITS = 9  # of a whole number


def from_words(words: Mapping[str, str], parse: Callable[..., T]) -> T:
    """What an address asks, read by `parse`, whose arguments are the words it knows.

    >>> from_words({"pegs": "5", "and": "more"}, lambda pegs="", colors="": (pegs, colors))
    ('5', '')
    """
    known = signature(parse).parameters
    return parse(**{name: word for name, word in words.items() if name in known})


def whole(text: str, allowed: range, name: str, default: int) -> int:
    """A whole number, or the default where nothing is said.

    >>> whole("", range(1, 9), "pegs", 4), whole("5", range(1, 9), "pegs", 4)
    (4, 5)
    """
    if not text:
        return default
    plain = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    if not plain or int(text) not in allowed:
        raise BadSetup(f"{name}: {allowed[0]} to {allowed[-1]}, not {text[:20]!r}")
    return int(text)


def flag(text: str, name: str, default: bool) -> bool:
    """Yes or no."""
    if text not in ("", "0", "1"):
        raise BadSetup(f"{name}: 0 or 1, not {text[:20]!r}")
    return default if text == "" else text == "1"


def choice(text: str, allowed: Collection[str], name: str, default: str) -> str:
    """One of a few words."""
    if text and text not in allowed:
        raise UnknownName.among(name, text[:40], allowed)
    return text or default


def choices(
    text: str, allowed: Collection[str], name: str, default: Sequence[str]
) -> tuple[str, ...]:
    """Some of a few words, with commas between, each once."""
    words = [word for word in text[:MOST_LETTERS].split(",") if word]
    found = tuple(dict.fromkeys(choice(word, allowed, name, "") for word in words))
    return found or tuple(default)


def address(path: str, **words: object) -> str:
    """A page's address; words that say nothing are left out.

    >>> address("/explore/hats", players=3, p="1/2", plan="")
    '/explore/hats?players=3&p=1/2'
    """
    said = {name: str(word) for name, word in words.items() if word not in ("", None)}
    return f"{path}?{urlencode(said, safe='/,.;:')}" if said else path
