"""The edge of the library: what a public function is given is looked at before it is used.

The types of a function say what it wants.  `checked` compares what comes with them, and
says what is wrong in a sentence; an error of Python from inside would say it to nobody.
Kinds that cannot be told from outside (a protocol, an array, a set of worlds) are let
through.

>>> @checked
... def named(names: Iterable[str], most: int = 3) -> int:
...     return len(list(names)[:most])
>>> named(["ann", "bob"])
2
>>> named(None)
Traceback (most recent call last):
whoknows.errors.BadSetup: names=None: wanted a list of text
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import wraps
from inspect import signature, unwrap
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from whoknows.errors import BadSetup, shortened

F = TypeVar("F", bound=Callable[..., Any])

PLAIN: Mapping[Any, tuple[type, str]] = {  # what a type takes, and what it is called
    str: (str, "text"),
    int: (Integral, "a whole number"),
    float: (Real, "a number"),
    Fraction: (Real, "a number"),
    NoneType: (NoneType, "nothing"),
}
SEVERAL = (
    str,
    bytes,
    list,
    tuple,
    set,
    frozenset,
    Mapping,
)  # what may be gone through more than once


def checked(function: F) -> F:
    """The function or class, which refuses what is not of its types."""
    if isinstance(function, type):
        function.__init__ = checked(function.__init__)  # type: ignore[misc]
        return function
    if hasattr(function, "is_checked"):
        return function
    kinds: dict[str, Any] = {}
    star: list[Any] = []  # the type of any number of arguments

    @wraps(function)
    def edge(*args: Any, **options: Any) -> Any:
        if not kinds:
            kinds.update(types_of(function, star))
        for (name, kind), value in zip(kinds.items(), args, strict=False):
            check(name, value, kind)
        for value in args[len(kinds) :]:
            check("argument", value, star[0] if star else Any)
        for name, value in options.items():
            check(name, value, kinds.get(name, Any))
        return function(*args, **options)

    edge.is_checked = True  # type: ignore[attr-defined]
    return edge  # type: ignore[return-value]


def types_of(function: Callable[..., Any], star: list[Any]) -> dict[str, Any]:
    """The type of every parameter, in order; `Any` where it is for type checkers alone."""
    found, known = {}, getattr(unwrap(function), "__globals__", {})
    for each in signature(function).parameters.values():
        kind = Any if each.annotation is each.empty else each.annotation
        if isinstance(kind, str):
            try:
                kind = eval(kind, known)  # noqa: S307
            except NameError:
                kind = Any
        if each.kind is each.VAR_POSITIONAL:
            star.append(kind)
        elif each.kind is not each.VAR_KEYWORD:
            found[each.name] = kind
    return found


def check(name: str, value: Any, kind: Any) -> None:
    """Refuse a value that is not of a kind."""
    if not fits(value, kind):
        raise BadSetup(f"{name}={shortened(value)}: wanted {words(kind)}")


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a kind, as far as that can be told."""
    if kind is Any or type(value) is kind:
        return True
    if isinstance(kind, TypeVar):
        return kind.__bound__ is None or fits(value, kind.__bound__)
    is_bool = type(value).__name__ in ("bool", "bool_")  # of Python, or of numpy
    if kind is bool:
        return is_bool
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in inner)
    if origin is Literal:
        return isinstance(value, str | int) and value in inner
    if origin is None and kind in PLAIN:
        return isinstance(value, PLAIN[kind][0]) and not is_bool
    if isinstance(origin, type) and origin in (Mapping, dict):
        return isinstance(value, Mapping) and all(
            fits(key, inner[0]) and fits(item, inner[1]) for key, item in value.items()
        )
    if is_list(kind):
        return isinstance(value, Iterable) and all_fit(value, inner)
    if origin is Callable:
        return callable(value)
    plain = isinstance(kind, type) and not getattr(kind, "_is_protocol", False)
    return not plain or isinstance(value, kind)


def is_list(kind: Any) -> bool:
    """Whether a kind is of things in a row: a list, a set, anything to go through."""
    origin = get_origin(kind)
    return origin in SEVERAL or (
        getattr(origin, "__module__", "") == "collections.abc"
        and (isinstance(origin, type) and issubclass(origin, Iterable))
    )


def all_fit(values: Iterable[Any], inner: tuple[Any, ...]) -> bool:
    """Whether what is in a list is of its kinds; what can be gone through once is not."""
    array: Any = values
    if hasattr(array, "tolist"):  # all are of one kind
        values = list(array[:1].tolist())
    if not isinstance(values, SEVERAL):
        return True
    if len(inner) < 2 or inner[-1] is Ellipsis:
        return not inner or all(fits(value, inner[0]) for value in values)
    return len(values) == len(inner) and all(map(fits, values, inner))


def words(kind: Any) -> str:
    """A kind, as people say it."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(words, inner)))
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if kind is bool or kind is Any:
        return "true or false" if kind is bool else "anything"
    if origin is None and kind in PLAIN:
        return PLAIN[kind][1]
    if origin in (Mapping, dict):
        return f"a mapping from {words(inner[0])} to {words(inner[1])}"
    if is_list(kind):
        parts = ", ".join(words(one) for one in inner if one is not Ellipsis)
        one_kind = len(inner) < 2 or inner[-1] is Ellipsis
        return f"a list of {parts}" if one_kind else f"({parts})"
    if origin is Callable:
        return "a function"
    return str(getattr(origin or kind, "__name__", kind))
