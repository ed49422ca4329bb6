"""Ways to make a model.

>>> deck = from_parts({"ann": "123", "bob": "123"}, law="~(ann=1 & bob=1)",
...                   sees={"ann": ["ann"], "bob": ["bob"]})
>>> len(deck)
8
>>> pairs = from_parts({"x": range(1, 5), "y": range(1, 5)}, law=lambda x, y: x < y,
...                    sees={"sam": lambda x, y: x + y})
>>> pairs.names("~Kv sam x")
['x=2 y=3', 'x=1 y=4']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import BadSetup, ImpossibleAnnouncement, UnknownName
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.bits import Cube, packed
from whoknows.logic.models.combinations import axes_count, coordinates
from whoknows.logic.models.fixed_point import fixed_point
from whoknows.logic.models.labels import counting
from whoknows.logic.models.model import Agent, Model, Value
from whoknows.logic.models.table import Part, Table
from whoknows.work.memory import reserve

Column: TypeAlias = NDArray[Any]  # the value of a part in every world
Sees: TypeAlias = Iterable[str] | Callable[..., Column]  # names of parts, or a function
Law: TypeAlias = str | Formula | Callable[..., Column]

ENGINES = ("auto", "table", "cube", "symbolic")
CUBE_AXES = 16  # eight kilobytes a claim; beyond, diagrams are faster
MOST_CUBE_AXES = 24  # two megabytes a claim; so far without the library of diagrams
CLOSURES = ("reflexive", "symmetric", "transitive")
NAME = "world"  # the part that holds the names of named worlds; no more than a label


@checked
def every_world(
    facts: Iterable[str],
    sees: Mapping[Agent, Iterable[str]],
    *,
    law: str | Formula | None = None,
    engine: str = "auto",
) -> Model:
    """All ways the named `facts` can be, under a `law`; each agent sees those named.

    A text is a list of names between blanks, or of one-letter names if it has no blank.
    """
    return from_parts({}, facts=facts, law=law, sees=sees, engine=engine)


@checked
def from_parts(
    parts: Mapping[str, Iterable[Value]],
    sees: Mapping[Agent, Sees],
    *,
    facts: Iterable[str] = (),
    law: Law | None = None,
    engine: str = "auto",
) -> Model:
    """Every combination of parts (and facts) that the law allows.

    An agent sees the parts and facts named, or a function of the columns; the law is a
    formula, or a function of the columns.  `engine` is one of `ENGINES`; `auto` takes a
    cube where every agent sees coordinates and there are few, a symbolic model where there
    are many, and a table otherwise.
    """
    values = {name: tuple(some) for name, some in parts.items()}
    names = words(facts)
    sees = {agent: seen_names(seen, [*names, *values]) for agent, seen in sees.items()}
    check_names(names, values, sees)
    size = axes_count(coordinates(names, values))
    worlds = 2 ** len(names) * prod(map(len, values.values()))
    engine = fitting(engine, law, sees, size, worlds)
    columns: Callable[[], Mapping[str, Column]] = dict
    if engine == "table":
        by_value = callable(law) or any(map(callable, sees.values()))
        reserve_table(worlds, names, values, sees, by_value=by_value)
        codes = product_codes(names, values)
        columns = lambda: value_columns(codes, values)  # noqa: E731
        model: Model = product_table(names, values, codes, sees)
    elif engine == "cube":
        model = Cube.full(names, values, sees)  # type: ignore[arg-type]
        columns = lambda: cube_columns(names, values, size)  # noqa: E731
    else:
        from whoknows.logic.models.symbolic import Symbolic

        model = Symbolic.full(names, values, sees)  # type: ignore[arg-type]
    return under(law, model, columns)


def fitting(
    engine: str, law: Law | None, sees: Mapping[Agent, Sees], axes: int, worlds: int
) -> str:
    """The engine to take, where `auto` is asked; an error if the one asked cannot.

    A law that is a function of numbers is a table's: as a diagram, arithmetic is slow.
    """
    if engine not in ENGINES:
        raise UnknownName.among("engine", engine, ENGINES)
    by_name = not any(map(callable, sees.values()))
    if engine in ("cube", "symbolic") and not by_name:
        raise BadSetup(
            f"a {engine} model needs agents who see parts by name, not functions of them"
        )
    if engine == "symbolic" and callable(law):
        raise BadSetup("a symbolic model needs a law that is a formula, not a function")
    if engine != "auto":
        return engine
    if not by_name:
        return "table"
    most = CUBE_AXES if find_spec("oxidd") and not callable(law) else MOST_CUBE_AXES
    if axes <= most or (callable(law) and 2**axes <= 64 * worlds):
        return "cube" if 2**axes <= 64 * worlds else "table"
    return "table" if callable(law) else "symbolic"


def words(names: Iterable[str]) -> list[str]:
    """Names from a list, from a text with blanks, or letter by letter."""
    return names.split() if isinstance(names, str) and " " in names else list(names)


def seen_names(seen: Sees, known: list[str]) -> Sees:
    """What an agent sees: a function, one known name, or names as in `words`."""
    if callable(seen):
        return seen
    return [seen] if isinstance(seen, str) and seen in known else words(seen)


def check_names(
    facts: list[str], parts: Mapping[str, tuple[Value, ...]], sees: Mapping[Agent, Sees]
) -> None:
    """Names must be known, and stand once; parts must have values."""
    known = [*facts, *parts]
    for name in known:
        if known.count(name) > 1:
            raise BadSetup(f"{name!r} is named twice")
    for name, values in parts.items():
        if len(set(map(str, values))) != len(values) or not values:
            raise BadSetup(
                f"part {name!r} needs one or more different values, not {values}"
            )
    for seen in sees.values():
        for name in () if callable(seen) else seen:
            if name not in known:
                raise UnknownName.among("fact or part", name, known)


def under(
    law: Law | None, model: Model, columns: Callable[[], Mapping[str, Column]]
) -> Model:
    """The model with the worlds that the law allows."""
    if law is None:
        return model
    if callable(law):
        size = 2**model.axes if isinstance(model, Cube) else len(model)
        allowed = column_of(law, columns(), "the law", size).astype(bool, copy=False)
        claim = packed(allowed) if isinstance(model, Cube) else allowed
    else:
        claim = model.where(law)
    try:
        return model.announce(claim)
    except ImpossibleAnnouncement:
        text = "" if callable(law) else f": {law}"
        raise BadSetup(f"no world satisfies the law{text}") from None


def column_of(
    work: Callable[..., Any], columns: Mapping[str, Column], what: str, size: int
) -> Column:
    """What a function makes of whole columns: a value for each world."""
    try:
        column = np.asarray(work(**columns))
    except ValueError as error:
        if "ambiguous" not in str(error):
            raise
        raise BadSetup(
            f"{what} is a function of whole columns: join with &, |, ~ and brackets, "
            "not with and, or, not, if"
        ) from None
    if column.shape == () and column.dtype == bool:
        return np.broadcast_to(column, (size,))
    if column.shape != (size,):
        came = "one value" if column.shape == () else f"the shape {column.shape}"
        raise BadSetup(f"{what} gives {came}; a value for each of {size} worlds is wanted")
    return column


def reserve_table(
    worlds: int,
    facts: list[str],
    parts: Mapping[str, tuple[Value, ...]],
    sees: Mapping[Agent, Sees],
    *,
    by_value: bool,
) -> None:
    """Raise `TooLarge` if a table and what a law leaves of it would not fit the memory."""
    row = 4 + len(facts) + 4 * len(sees)
    row += sum(np.min_scalar_type(len(values)).itemsize for values in parts.values())
    made = 2 * row + 24  # the table, what the law leaves of it, and a view being made
    made += 8 * (len(parts) + len(facts)) * by_value
    reserve(made * worlds, f"a table of {worlds} worlds")


def product_codes(
    facts: list[str], parts: Mapping[str, tuple[Value, ...]]
) -> dict[str, Column]:
    """Facts, and the codes of parts, of every combination; the first changes fastest."""
    sizes = {**dict.fromkeys(facts, 2), **{name: len(v) for name, v in parts.items()}}
    total, repeat, columns = prod(sizes.values()), 1, {}
    for name, size in sizes.items():
        kind = np.bool_ if name not in parts else np.min_scalar_type(size)
        block = np.repeat(np.arange(size).astype(kind), repeat)
        columns[name] = np.tile(block, total // len(block))
        repeat *= size
    return columns


def value_columns(
    codes: Mapping[str, Column], parts: Mapping[str, tuple[Value, ...]]
) -> dict[str, Column]:
    """The columns as functions take them: facts as they are, parts with their values."""
    return {
        name: np.array(parts[name])[column] if name in parts else column
        for name, column in codes.items()
    }


def product_table(
    facts: list[str],
    parts: Mapping[str, tuple[Value, ...]],
    codes: Mapping[str, Column],
    sees: Mapping[Agent, Sees],
) -> Table:
    """The table of every combination."""
    rows = prod([2] * len(facts) + [len(values) for values in parts.values()])
    values: dict[str, Column] = {}
    if any(map(callable, sees.values())):
        values = value_columns(codes, parts)

    def view(agent: Agent, seen: Sees) -> Column:
        if callable(seen):
            return column_of(seen, values, f"what {agent} sees", rows)
        labels: Column = np.zeros(rows, dtype=counting(rows))
        for name in dict.fromkeys(seen):
            labels *= len(parts[name]) if name in parts else 2
            labels += codes[name]
        return labels

    return Table(
        facts={fact: codes[fact] for fact in facts},
        views={agent: view(agent, seen) for agent, seen in sees.items()},
        parts={name: Part(codes[name], values) for name, values in parts.items()},
        rows=rows,
    )


def smallest(codes: Column) -> Column:
    """Codes in the smallest integers that hold them."""
    return codes.astype(np.min_scalar_type(int(codes.max(initial=0))))


def cube_columns(
    facts: list[str], parts: Mapping[str, tuple[Value, ...]], size: int
) -> dict[str, Column]:
    """The value of every coordinate at every bit of a cube; unused codes repeat one."""
    reserve(8 * 2**size * (len(facts) + len(parts)), f"the law of 2^{size} worlds")
    bits = np.arange(2**size)
    columns: dict[str, Column] = {}
    for name, place in coordinates(facts, parts).items():
        codes = bits >> place.first & ((1 << len(place.axes)) - 1)
        values = np.array(place.values or (False, True))
        columns[name] = values[np.minimum(codes, len(values) - 1)]
    return columns


@checked
def from_cells(
    worlds: Sequence[str],
    facts: Mapping[str, Iterable[str]],
    cells: Mapping[Agent, Iterable[Iterable[str]]],
) -> Table:
    """A model of named worlds: where each fact holds, and each agent's cells.

    The name of a world is the value of the part `world`.  Worlds that an agent's cells
    leave out stand alone.
    """
    place = places(worlds)
    views = {}
    for agent, some in cells.items():
        label = np.full(len(worlds), -1)
        for number, cell in enumerate(some):
            for world in cell:
                row = row_of(world, place)
                if label[row] >= 0:
                    raise BadSetup(f"world {world!r} is in two cells of {agent}")
                label[row] = number
        alone = np.flatnonzero(label < 0)
        label[alone] = len(worlds) + alone
        views[agent] = label
    return named_table(worlds, facts, views)


@checked
def from_relation(
    worlds: Sequence[str],
    facts: Mapping[str, Iterable[str]],
    relation: Mapping[Agent, Iterable[tuple[str, str]]],
    *,
    closed: str = "",
) -> Table:
    """A model of named worlds from pairs that look alike: every pair, each way, itself too.

    Pairs are added to close the relation as `closed` says: some of the words reflexive,
    symmetric, and transitive.  Then it is checked to be an equivalence; the error names
    the pair that is missing.
    """
    place = places(worlds)
    views = {}
    for agent, pairs in relation.items():
        linked = np.zeros((len(worlds), len(worlds)), dtype=bool)
        for pair in pairs:
            linked[two_rows(pair, place, agent)] = True
        linked = closure(linked, closed)
        check_equivalence(agent, linked, worlds)
        views[agent] = linked.argmax(axis=1)  # the first world of the cell is its label
    return named_table(worlds, facts, views)


def two_rows(pair: Any, place: Mapping[str, int], agent: Agent) -> tuple[int, int]:
    """The rows of a pair of worlds."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise BadSetup(
            f"a link of {agent} is a pair (world, world), not {pair!r}; "
            "cells of worlds belong in from_cells"
        )
    return row_of(pair[0], place), row_of(pair[1], place)


def closure(linked: NDArray[np.bool_], how: str) -> NDArray[np.bool_]:
    """A relation with the pairs that it lacks to be reflexive, symmetric, or transitive."""
    for word in (wanted := how.replace(",", " ").split()):
        if word not in CLOSURES:
            raise UnknownName.among("closure", word, CLOSURES)
    if "reflexive" in wanted:
        linked = linked | np.eye(len(linked), dtype=bool)
    if "symmetric" in wanted:
        linked = linked | linked.T
    if "transitive" in wanted:
        linked = fixed_point(linked, with_two_steps)
    return linked


def with_two_steps(linked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A relation, and what two of its steps lead to."""
    steps = linked.astype(np.float32)
    return linked | (steps @ steps > 0)


def check_equivalence(
    agent: Agent, linked: NDArray[np.bool_], worlds: Sequence[str]
) -> None:
    """Raise `BadSetup` with the missing pair unless the relation is an equivalence."""
    two_steps = (linked.astype(np.float32) @ linked.astype(np.float32)) > 0
    for law, missing in (
        ("reflexive", np.diag(~linked.diagonal())),
        ("symmetric", linked.T & ~linked),
        ("transitive", two_steps & ~linked),
    ):
        if missing.any():
            one, other = (worlds[k] for k in np.argwhere(missing)[0])
            raise BadSetup(
                f"the relation of {agent} is not {law}: ({one}, {other}) is missing"
            )


def named_table(
    worlds: Sequence[str], facts: Mapping[str, Iterable[str]], views: Mapping[Agent, Any]
) -> Table:
    """The table of named worlds, with the facts that hold in those named."""
    part = Part(smallest(np.arange(len(worlds))), tuple(worlds))
    return Table(fact_columns(worlds, facts), views, {NAME: part}, rows=len(worlds))


def fact_columns(
    worlds: Sequence[str], facts: Mapping[str, Iterable[str]]
) -> dict[str, Column]:
    """The facts of named worlds, from those in which each holds."""
    place = places(worlds)
    columns = {fact: np.zeros(len(worlds), dtype=bool) for fact in facts}
    for fact, where in facts.items():
        if fact == NAME:
            raise BadSetup(f"{NAME!r} names the worlds; a fact needs another name")
        columns[fact][[row_of(world, place) for world in where]] = True
    return columns


def places(worlds: Sequence[str]) -> dict[str, int]:
    """The row of every world, whose names must differ."""
    place = {world: row for row, world in enumerate(worlds)}
    if len(place) < len(worlds) or not worlds:
        raise BadSetup(f"worlds need one or more different names, not {list(worlds)}")
    return place


def row_of(world: str, place: Mapping[str, int]) -> int:
    """The row of a world by name."""
    if world not in place:
        raise UnknownName.among("world", world, place)
    return place[world]
