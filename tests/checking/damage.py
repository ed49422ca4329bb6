"""Damages of a document: every way to drop, change, swap, double, or cut a part of it.

A damage is a way to a place and a kind of change.  The list of all damages of a document
is always the same, and so is a sample of it; a sample has all kinds of change alike.
"""

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

Path = tuple[str | int, ...]

NUMBERS: dict[str, Callable[[int], Any]] = {
    "one more": lambda n: n + 1,
    "one less": lambda n: n - 1,
    "negative": lambda n: -n - 1,
    "huge": lambda n: n + 10**30,
    "half more": lambda n: n + 0.5,
    "text": str,
    "list": lambda n: [n],
    "nothing": lambda _: None,
}
WORDS: dict[str, Callable[[str], Any]] = {
    "empty": lambda _: "",
    "longer": lambda word: word + "1",
    "shorter": lambda word: word[1:],
    "another": lambda _: "7/3",
    "number": lambda _: 5,
    "nothing": lambda _: None,
}
OTHERS: dict[str, Callable[[Any], Any]] = {  # yes, no, and null
    "turned": lambda value: not value,
    "number": lambda _: 3,
    "word": lambda _: "x",
    "list": lambda _: [],
    "map": lambda _: {},
}
LISTS: dict[str, Callable[[list[Any]], Any]] = {
    "emptied": lambda _: [],
    "first half": lambda rows: rows[: len(rows) // 2],
    "without the first": lambda rows: rows[1:],
    "without the last": lambda rows: rows[:-1],
    "first twice": lambda rows: rows[:1] + rows,
    "last twice": lambda rows: rows + rows[-1:],
    "turned round": lambda rows: rows[::-1],
    "first two swapped": lambda rows: [*rows[1::-1], *rows[2:]],
    "nothing": lambda _: None,
    "map": lambda rows: {str(k): row for k, row in enumerate(rows)},
}
MAPS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "emptied": lambda _: {},
    "values swapped": lambda rows: dict(zip(rows, list(rows.values())[::-1], strict=True)),
    "names longer": lambda rows: {f"{key}x": row for key, row in rows.items()},
    "list": lambda rows: list(rows.values()),
    "nothing": lambda _: None,
}


class Damage(NamedTuple):
    """What is done to which part of a document."""

    path: Path
    kind: str
    change: Callable[[Any], Any] | None  # None drops the part

    def __str__(self) -> str:
        return f"{'/'.join(map(str, self.path))}: {self.kind}"


def all_damages(document: Any, path: Path = ()) -> Iterator[Damage]:
    """Every damage that makes another document of it."""
    if path:
        yield Damage(path, "dropped", None)
    for kind, change in changes(document).items():
        after = change(document)
        if after != document or type(after) is not type(document):
            yield Damage(path, kind, change)
    if isinstance(document, dict | list):
        keys = document if isinstance(document, dict) else range(len(document))
        for key in keys:
            yield from all_damages(document[key], (*path, key))


def changes(part: Any) -> dict[str, Callable[[Any], Any]]:
    """What can be done to a part, by its type."""
    if isinstance(part, bool) or part is None:
        return OTHERS
    kinds = {int: NUMBERS, str: WORDS, list: LISTS, dict: MAPS}
    return kinds[type(part)]


def damaged(document: Any, damage: Damage) -> Any:
    """The document with one damage; what is not on the way is shared with the whole one."""
    first, rest = damage.path[:1], damage.path[1:]
    if not first:
        assert damage.change is not None
        return damage.change(document)
    [step] = first
    found = document.copy()
    if not rest and damage.change is None:
        del found[step]
    else:
        found[step] = damaged(found[step], damage._replace(path=rest))
    return found


def sample(document: Any, count: int) -> list[Damage]:
    """So many damages, of each part of the document and each kind of change in turn."""
    rng = random.Random(json.dumps(document))
    groups = defaultdict[tuple[Any, ...], list[Damage]](list)
    for damage in all_damages(document):
        groups[damage.path[:1], damage.kind].append(damage)
    queues = [rng.sample(group, len(group)) for group in groups.values()]
    rng.shuffle(queues)
    found = list[Damage]()
    while len(found) < count and queues:
        found += [queue.pop() for queue in queues]
        queues = [queue for queue in queues if queue]
    return found[:count]
