"""A model as a table: a row per world, a column of labels per agent.

To know is to group rows by label, to announce is to drop rows; any S5 model fits.

>>> coins = Table(facts={"heads": [True, False]}, views={"ann": [0, 1], "bob": [0, 0]})
>>> coins.knows("ann", "heads").tolist(), coins.knows("bob", "heads").tolist()
([True, False], [False, False])
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whoknows.errors import BadSetup
from whoknows.logic.models.labels import (
    bound,
    compact_labels,
    components,
    counting,
    hashed,
    put_together,
    renumbered,
    touched,
)
from whoknows.logic.models.model import (
    Agent,
    Claim,
    Model,
    Value,
    View,
    World,
    Worlds,
    check_there,
    world_numbers,
)
from whoknows.logic.models.table_kernels import can_take, reached, sharing
from whoknows.logic.models.vocabulary import Terms, compared_by
from whoknows.work.memory import reserve

if TYPE_CHECKING:
    from whoknows.logic.language.formula import Formula


R = TypeVar("R", bound="Rows")

MANY_ROWS = 2_000_000  # rows from which the kernels in C are taken
FEW_STEPS = 4  # times that views are followed one after another, before parts are made


class Part(NamedTuple):
    """A column of small integers with named values."""

    codes: NDArray[np.integer[Any]]  # for each row, the place of its value in `values`
    values: tuple[Value, ...]


class Rows(Model):
    """What models with a row per world share: columns of facts and parts."""

    __slots__ = ("_facts", "_numbers", "_parts")
    _facts: Mapping[str, Claim]
    _parts: Mapping[str, Part]
    _numbers: Worlds

    @property
    def facts(self) -> Mapping[str, Claim]:
        """Where each fact holds."""
        return self._facts

    @property
    def parts(self) -> Mapping[str, tuple[Value, ...]]:
        """The values that each part can take."""
        return {name: part.values for name, part in self._parts.items()}

    @property
    def columns(self) -> Mapping[str, Part]:
        """The parts with their codes."""
        return self._parts

    @property
    def everywhere(self) -> Claim:
        """The claim that holds in every world."""
        return np.ones(len(self._numbers), dtype=bool)

    def __len__(self) -> int:
        return len(self._numbers)

    def is_value(self, part: str, value: Value) -> Claim:
        """Where `part` has `value`."""
        value = self.value_named(part, value)
        column = self._parts[part]
        claim: Claim = column.codes == column.values.index(value)
        return claim

    def totals_by_row(self, terms: Terms) -> NDArray[np.int64]:
        """A sum of parts and numbers, in every row."""
        totals = np.zeros(len(self), dtype=np.int64)
        for sign, name in terms:
            if name not in self._parts and name.lstrip("-").isdecimal():
                totals += sign * int(name)
            else:
                values = np.array(self.numbers_named(name), dtype=np.int64)
                totals += sign * values[self._parts[name].codes]
        return totals

    def compared(self, left: Terms, sign: str, right: Terms) -> Claim:
        """Where two sums of parts and numbers compare so."""
        claim: Claim = compared_by(sign)(
            self.totals_by_row(left), self.totals_by_row(right)
        )
        return claim

    def ask(self, what: str, columns: int = 0) -> None:
        """Raise `TooLarge` if an operator, and so many columns, do not fit the memory."""
        reserve((16 + 8 * columns) * len(self), f"{what} of {len(self)} worlds")

    def restrict(self, claim: Claim) -> Self:
        """The model with the worlds of `claim` only; there may be none."""
        self.ask("a part", len(self._facts) // 8 + len(self._parts) + len(self.agents))
        new = object.__new__(type(self))
        rows = np.flatnonzero(claim)  # numpy takes rows ten times faster than it masks
        new._facts = {name: column.take(rows) for name, column in self._facts.items()}
        new._parts = {
            name: Part(part.codes.take(rows), part.values)
            for name, part in self._parts.items()
        }
        new._numbers = self._numbers.take(rows)
        self.restrict_views(claim, rows, new)
        return freeze(new)

    def numbered(self, worlds: Worlds) -> Self:
        """These worlds, with other numbers, which ascend."""
        new = self.restrict(self.everywhere)
        new._numbers = np.array(worlds)
        return freeze(new)

    @abstractmethod
    def restrict_views(self, claim: Claim, rows: NDArray[np.intp], new: Self) -> None:
        """Give `new` the views of this model among the worlds of `claim`, its `rows`."""

    def widen(self, claim: Claim, inner: Claim) -> Claim:
        """A claim of `restrict(claim)`, as a claim of this model."""
        wide = np.zeros(len(self), dtype=bool)
        wide[claim] = inner
        return wide

    def worlds(self, claim: Claim | None = None) -> Worlds:
        """The numbers of the worlds of `claim`, or of all worlds."""
        return self._numbers if claim is None else self._numbers[self.claim(claim)]

    def count(self, claim: Claim | Formula | str) -> int:
        """The number of worlds where `claim` holds."""
        return int(np.count_nonzero(self.claim(claim)))

    def claim_of(self, worlds: Iterable[World]) -> Claim:
        """The claim that holds in just these worlds."""
        claim = np.zeros(len(self), dtype=bool)
        claim[self.rows(worlds)] = True
        return claim

    def rows(self, worlds: Iterable[World]) -> Worlds:
        """The rows that these worlds stand in now."""
        numbers = world_numbers(worlds, self)
        rows: Worlds = np.searchsorted(self._numbers, numbers)
        there = self._numbers[np.minimum(rows, len(self) - 1)] if len(self) else rows - 1
        check_there(numbers, there == numbers, self)
        return rows

    def holds(self, claim: Claim, world: World) -> bool:
        """Whether the claim holds in this world of the model."""
        return bool(claim[self.rows((world,))[0]])

    def describe(self, world: World) -> dict[str, bool | Value]:
        """What is so in a world: every fact and part by name."""
        row = self.rows((world,))[0]
        so: dict[str, bool | Value] = {
            name: bool(column[row]) for name, column in self._facts.items()
        }
        for name, part in self._parts.items():
            so[name] = part.values[part.codes[row]]
        return so

    def define(self, name: str, claim: Claim | Formula | str) -> Self:
        """The model with one more fact, which holds where `claim` does."""
        self.check_new(name)
        column = self.claim(claim)
        new = self.restrict(self.everywhere)
        new._facts = {**new._facts, name: column}
        return freeze(new)


class Table(Rows):
    """A model with a row per world: facts, parts, and views are its columns."""

    engine = "table"
    __slots__ = ("views",)

    def __init__(
        self,
        facts: Mapping[str, ArrayLike],
        views: Mapping[Agent, ArrayLike],
        parts: Mapping[str, Part] | None = None,
        *,
        rows: int | None = None,
    ) -> None:
        """A table of the given columns, all of one length; `rows` if there are none."""
        labels = {agent: np.array(view) for agent, view in views.items()}
        sizes = {f"view of {agent}": len(view) for agent, view in labels.items()}
        set_columns(self, facts, parts or {}, sizes, rows)
        self.views: Mapping[Agent, View] = {a: compact_labels(v) for a, v in labels.items()}
        freeze(self)

    @property
    def agents(self) -> tuple[Agent, ...]:
        """Those who see and know."""
        return tuple(self.views)

    def alike(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that look to the whole `group` together like one where `fails` holds."""
        views = [self.views[agent] for agent in group]
        if len(views) == 1:
            self.ask("K")
            return spread(fails, views[0])
        return spread_jointly(fails, views)

    def unsure(self, claim: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that look to the `group` like one with `claim`, and like one without."""
        views = [self.views[agent] for agent in group]
        if len(views) != 1:
            return spread_jointly(claim, views) & spread_jointly(~claim, views)
        self.ask("Kw")
        labels = views[0]
        return (touched(claim, labels) & touched(~claim, labels)).take(labels)

    def reach(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds joined to one where `fails` holds by a chain of views of the `group`."""
        views = [self.views[agent] for agent in group]
        large = len(self) >= MANY_ROWS and len(views) > 1
        if large and can_take(len(fails), cells := sum(map(bound, views))):
            reserve(13 * len(fails) + 5 * cells, f"C of {len(fails)} worlds")
            return reached(fails, views)
        self.ask("C", 4)
        for _ in range(FEW_STEPS):  # most worlds are a few links apart
            start = np.count_nonzero(fails)
            for view in views:
                fails = spread(fails, view)
                if fails.all():
                    return fails
            if len(views) == 1 or np.count_nonzero(fails) == start:
                return fails
        return spread(fails, components(views, len(self)))

    def knows_value(self, agent: Agent, part: str) -> Claim:
        """Where `agent` knows the value of `part`: one value in all its cell (Kv)."""
        self.group((agent,)), self.parts_named(part)
        self.ask("Kv", 1)
        view, codes = self.views[agent], self._parts[part].codes
        one = np.zeros(bound(view), dtype=codes.dtype)
        one[view] = codes  # some value of each cell; the last row wins
        return ~spread(one[view] != codes, view)

    def restrict_views(self, claim: Claim, rows: NDArray[np.intp], new: Self) -> None:  # noqa: ARG002
        """Give `new` the views of this model among the worlds of `claim`, its `rows`."""
        new.views = {
            agent: compact_labels(view.take(rows)) for agent, view in self.views.items()
        }

    def looks(self, agent: Agent) -> View:
        """How every world looks to `agent`, as labels in the order of `worlds()`."""
        self.group((agent,))
        return self.views[agent]

    def remade(
        self,
        facts: Mapping[str, Claim],
        views: Mapping[Agent, View],
        parts: Mapping[str, Part],
        rows: NDArray[Any],
    ) -> Table:
        """The model of other columns, whose rows come from these `rows` of this one."""
        return Table(facts, views, parts, rows=len(rows))


def set_columns(
    model: Rows,
    facts: Mapping[str, ArrayLike],
    parts: Mapping[str, Part],
    others: Mapping[str, int],
    rows: int | None,
) -> None:
    """Give a model its facts and parts; all columns must be of one length.

    `others` are the lengths of further columns, by name.
    """
    columns = {name: np.array(column, dtype=bool) for name, column in facts.items()}
    named = {f"fact {name}": len(column) for name, column in columns.items()}
    named |= {f"part {name}": len(part.codes) for name, part in parts.items()}
    size = common_length({**named, **others}, rows)
    model._facts, model._parts = columns, dict(parts)
    model._numbers = np.arange(size, dtype=counting(size))


def common_length(named: Mapping[str, int], rows: int | None) -> int:
    """The one length of all columns; the error names the first that differs."""
    if rows is None and not named:
        raise BadSetup("a table needs a column, or its number of rows")
    first, size = ("", rows) if rows is not None else next(iter(named.items()))
    for name, length in named.items():
        if length != size:
            wanted = f"{first} has {size}" if first else f"wanted {size}"
            raise BadSetup(f"{name} has {length} rows; {wanted}")
    return size


def freeze(model: R) -> R:
    """The model with columns that nobody writes to."""
    for column in (*model._facts.values(), model._numbers):
        column.flags.writeable = False
    for part in model._parts.values():
        part.codes.flags.writeable = False
    return model


def spread(fails: Claim, labels: View) -> Claim:
    """The rows that share a label with a row of `fails`."""
    return touched(fails, labels).take(labels)


def spread_jointly(fails: Claim, views: list[View]) -> Claim:
    """The rows that share the labels of all the views with a row of `fails`.

    Most rows are decided by one view alone, and most others by a slot for the hash of
    their labels that no row of the other kind falls into; the rest are compared.
    """
    compiled = len(fails) >= MANY_ROWS and can_take(len(fails))
    size = 60 if compiled else 40
    reserve(size * len(fails), f"what {len(views)} see together of {len(fails)} worlds")
    if compiled:
        together = put_together(views, len(fails))
        return sharing(fails, together, bound(together))
    others = ~fails
    for view in views:
        others &= spread(fails, view)
    found, rows, several = fails.copy(), np.arange(len(fails)), views
    if 4 * np.count_nonzero(others) < len(fails):
        sources = fails.copy()
        for view in views:
            sources &= spread(others, view)
        rows = np.flatnonzero(others | sources)
        several = [view.take(rows) for view in views]
    labels = put_together(several, len(rows))
    if bound(labels) > 4 * len(labels) + 64:
        left = in_doubt(labels, fails.take(rows))
        rows, labels = rows.take(left), renumbered(labels.take(left))
    found[rows] = spread(fails.take(rows), labels)
    return found


def in_doubt(labels: View, fails: Claim) -> NDArray[np.intp]:
    """The rows with `fails` that may share a label with one without, and these."""
    bits = min(25, len(labels).bit_length() + 2)
    slots = hashed(labels, bits)
    with_fails, without = np.zeros(2**bits, dtype=bool), np.zeros(2**bits, dtype=bool)
    with_fails[slots[fails]] = True
    others = np.flatnonzero(~fails)
    others = others[with_fails.take(slots.take(others))]
    without[slots.take(others)] = True
    sources = np.flatnonzero(fails)
    sources = sources[without.take(slots.take(sources))]
    return np.concatenate([others, sources])
