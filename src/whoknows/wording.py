"""Words of every floor for people: counts, lists of names, shares, texts cut short."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any


def plural(count: int, noun: str, form: str = "") -> str:
    """A number of things; `form` is how Python formats the number.

    >>> plural(1, "coin"), plural(0, "guess"), plural(1234, "world", ",")
    ('1 coin', '0 guesses', '1,234 worlds')
    """
    number = f"{count:{form}}" if form else with_commas(count)
    more = "" if count == 1 else "es" if noun.endswith("s") else "s"
    return f"{number} {noun}{more}"


def with_commas(number: int) -> str:
    """A number that can be read: from five digits on, with commas.

    >>> with_commas(1234), with_commas(12345)
    ('1234', '12,345')
    """
    return f"{number:,}" if number >= 10_000 else str(number)


def listing(names: Iterable[object]) -> str:
    """Names as people list them.

    >>> listing(["Ann"]), listing([1, 2]), listing(["Ann", "Ben", "Cleo"])
    ('Ann', '1 and 2', 'Ann, Ben, and Cleo')
    """
    words = [str(name) for name in names]
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


def percent(share: Fraction | float, digits: int = 0) -> str:
    """A share in few letters; only what is certain is 0% or 100%.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 999)), percent(Fraction(998, 999))
    ('33%', '<1%', '>99%')
    >>> percent(0), percent(0.4821, 1), percent(1)
    ('0%', '48.2%', '100%')
    """
    unit = 10**digits
    rounded = round(100 * unit * share)
    sign, shown = "", rounded
    if rounded == 0 < share:
        sign, shown = "<", 1
    elif rounded == 100 * unit and share < 1:
        sign, shown = ">", 100 * unit - 1
    return f"{sign}{shown / unit:.{digits}f}%"


def exact_percent(share: Any) -> str:
    """A share as a percentage, exact where that is short.

    >>> exact_percent(Fraction(3, 4)), exact_percent(Fraction(100, 128))
    ('75%', '78.125%')
    """
    return f"{float(share * 100):.6g}%"


def cut_short(text: str, most: int, end: str = "…") -> str:
    """A text of at most so many letters, with a sign at its end if it had more.

    >>> cut_short("Bartholomew", 11), cut_short("Bartholomew", 6)
    ('Bartholomew', 'Barth…')
    """
    return text if len(text) <= most else text[: most - len(end)] + end


def quoted(text: str) -> str:
    r"""A text in double quotes, where a backslash makes a sign mean itself.

    >>> print(quoted('a "b" \\ c'))
    "a \"b\" \\ c"
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
