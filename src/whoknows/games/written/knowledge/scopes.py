"""Worlds for terms to be worked out on, and whose eyes or ears tell what is public."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import Contradiction
from whoknows.games.written.rules.terms import Scope as TermScope
from whoknows.games.written.rules.terms import (
    Term,
    Values,
    Worked,
    on_all,
    taken_from,
    varies,
)
from whoknows.logic.models.labels import joint, renumbered

if TYPE_CHECKING:
    from whoknows.games.written.knowledge.public_table import TablePicture

MOST_LABELS = 2**20  # of cells that are renumbered without being renumbered


class AnyScope(TermScope, Protocol):
    """Worlds for terms to be worked out on, however they are kept."""

    env: dict[str, int]
    memo: dict[Any, Worked] | None


class HeldScope(AnyScope, Protocol):
    """The worlds that a seat holds possible; each is as likely as the deal makes it."""

    @property
    def many(self) -> int:
        """How many worlds there are."""

    @property
    def whole(self) -> int:
        """How likely they are together, as the deal counts."""

    @property
    def effort(self) -> int:
        """How much work a term is, as rows of a table would be."""

    def some_world(self) -> int:
        """One of the worlds, always the same."""

    def without(self, cell: Any) -> Self:
        """The worlds that are none of those that a seat holds possible later."""

    def after(self, changes: Mapping[str, Worked]) -> Self:
        """The worlds as a move makes them, as far as it changes columns."""

    def every(self, found: Worked) -> bool:
        """Whether a claim holds in all these worlds."""

    def mean(self, found: Worked) -> Fraction:
        """The mean of a number, or the chance of a claim."""

    def shares(self, name: str) -> dict[int, Fraction]:
        """How likely each value of a column is."""

    def parted(
        self, values: Sequence[Worked], most: int
    ) -> list[tuple[Fraction, int]] | None:
        """How likely each answer is, with a world of it; nothing, if there are too many."""

    def expected_left(self, values: Sequence[Worked]) -> Fraction:
        """How many worlds are left on average once some values are known."""

    def mean_bits(self, values: Sequence[Worked]) -> float:
        """How many bits some values tell on average, by the worlds that they leave."""

    def expected_public(self, left: Worked, values: Sequence[Worked]) -> Fraction:
        """How many worlds of `left` all are left with on average, once they are heard."""


class Scope:
    """All worlds of a picture, for terms to be worked out on."""

    memo: dict[Any, Worked] | None = None

    def __init__(self, picture: TablePicture, env: Mapping[str, int]) -> None:
        self.picture, self.env = picture, dict(env)

    @property
    def size(self) -> int:
        """How many worlds there are."""
        return self.picture.size

    def column(self, name: str) -> Values:
        """What a column has in each world."""
        return self.picture.columns[name]

    def knows(self, how: str, who: int, claim: Term) -> Worked:
        """Where a seat knows a claim, knows whether it holds, or holds it possible."""
        found = claim.work(self)
        if isinstance(found, bool):
            return found or how == "Kw"
        model, agent = self.picture.model, self.picture.book.value_name(who)
        if how == "K":
            return model.knows(agent, found)
        if how == "Kw":
            return model.knows_whether(agent, found)
        return ~model.knows(agent, ~found)

    def group_knows(self, how: str, who: tuple[int, ...], claim: Term) -> Worked:
        """Where a group knows a claim, in one of the ways E, C, D, Cw, Dw."""
        found = claim.work(self)
        if isinstance(found, bool):
            return found or how.endswith("w")
        model = self.picture.model
        work = {
            "E": model.everyone_knows,
            "C": model.common,
            "D": model.distributed,
            "Cw": model.common_whether,
            "Dw": model.distributed_whether,
        }
        return work[how]([self.picture.book.value_name(one) for one in who], found)

    def knows_value(self, who: int, term: Term) -> Worked:
        """Where a seat knows the value of a term: one value in all its cell."""
        values = term.work(self)
        if not isinstance(values, np.ndarray):
            return True
        model, agent = self.picture.model, self.picture.book.value_name(who)
        view = model.views[agent]
        one = np.zeros(int(view.max()) + 1, dtype=values.dtype)
        one[view] = values  # some value of each cell; the last row wins
        return model.knows(agent, one[view] == values)


class Held(Scope):
    """Some worlds of a picture: those that one seat holds possible, or a single one."""

    def __init__(
        self, picture: TablePicture, env: Mapping[str, int], rows: Any, seat: int | None
    ) -> None:
        super().__init__(picture, env)
        self.rows, self.seat = rows, seat
        self.taken: dict[str, Values] = {}

    @property
    def size(self) -> int:
        """How many worlds there are."""
        return len(self.rows)

    def column(self, name: str) -> Values:
        """What a column has in each of these worlds."""
        if name not in self.taken:
            column = self.picture.columns[name]
            whole = len(self.rows) == self.picture.size
            self.taken[name] = column if whole else taken_from(column, self.rows)
        return self.taken[name]

    def knows(self, how: str, who: int, claim: Term) -> Worked:
        """To a seat, all worlds that it holds possible are one cell."""
        if self.seat is None or who != -(self.seat + 1):
            return self.taken_from(Scope(self.picture, self.env).knows(how, who, claim))
        found = claim.work(self)
        if isinstance(found, bool):
            return found or how == "Kw"
        every, some = bool(found.all()), bool(found.any())
        return {"K": every, "Kw": every or not some}.get(how, some)

    def group_knows(self, how: str, who: tuple[int, ...], claim: Term) -> Worked:
        """As it is among all worlds."""
        return self.taken_from(Scope(self.picture, self.env).group_knows(how, who, claim))

    def knows_value(self, who: int, term: Term) -> Worked:
        """To a seat: whether it is the same in all worlds that it holds possible."""
        if self.seat is not None and who == -(self.seat + 1):
            values = term.work(self)
            return not isinstance(values, np.ndarray) or bool((values == values[0]).all())
        return self.taken_from(Scope(self.picture, self.env).knows_value(who, term))

    def taken_from(self, found: Worked) -> Worked:
        """What all worlds give, at these rows."""
        return found.take(self.rows) if isinstance(found, np.ndarray) else found

    # ---------------------------------------------------------- how likely something is

    @property
    def many(self) -> int:
        """How many worlds there are."""
        return len(self.rows)

    @property
    def effort(self) -> int:
        """How much work a term is: its rows."""
        return len(self.rows)

    @property
    def weights(self) -> Values | None:
        """How likely each world is; nothing where all are as likely."""
        return self.picture.weights.take(self.rows) if self.picture.weighed else None

    @property
    def whole(self) -> int:
        """How likely they are together, as the deal counts."""
        weights = self.weights
        return self.size if weights is None else int(weights.sum())

    def without(self, cell: Held) -> Self:
        """The worlds that are none of those that a seat holds possible later."""
        later = cell.picture.numbers.take(cell.rows)
        mine = self.picture.numbers.take(self.rows)
        rows = self.rows[np.isin(mine, later, invert=True)]
        return type(self)(self.picture, {}, rows, self.seat)

    def some_world(self) -> int:
        """The first of the worlds."""
        return int(self.picture.numbers[self.rows[0]])

    def after(self, changes: Mapping[str, Worked]) -> Self:
        """The worlds as a move makes them, as far as it changes columns."""
        new = type(self)(self.picture, self.env, self.rows, self.seat)
        new.taken = dict(self.taken)
        new.taken |= {name: on_all(found, self.size) for name, found in changes.items()}
        return new

    def every(self, found: Worked) -> bool:
        """Whether a claim holds in all these worlds."""
        return bool(np.all(found))

    def mean(self, found: Worked) -> Fraction:
        """The mean of a number, or the chance of a claim."""
        return mean(on_all(found, self.size), self.weights)

    def shares(self, name: str) -> dict[int, Fraction]:
        """How likely each value of a column is."""
        codes, places = np.unique(self.column(name), return_inverse=True)
        cells = np.bincount(places, self.weights).tolist()
        whole = int(sum(cells))
        return {
            int(code): Fraction(int(cell), whole)
            for code, cell in zip(codes, cells, strict=True)
        }

    def parted(
        self, values: Sequence[Worked], most: int
    ) -> list[tuple[Fraction, int]] | None:
        """How likely each answer is, with a world of it; nothing, if there are too many."""
        labels = labels_of(values) if values else np.zeros(self.size, dtype=bool)
        _, first, places = np.unique(labels, return_index=True, return_inverse=True)
        if len(first) > most:
            return None
        weights = np.bincount(places, self.weights).tolist()
        numbers = self.picture.numbers.take(self.rows.take(first)).tolist()
        whole = int(sum(weights))
        shares = [Fraction(int(weight), whole) for weight in weights]
        return list(zip(shares, map(int, numbers), strict=True))

    def expected_left(self, values: Sequence[Worked]) -> Fraction:
        """How many worlds are left on average once some values are known: by squares."""
        if not values:
            return Fraction(self.whole)
        squares = sum(cell**2 for cell in cells_of(values, self.weights))
        return Fraction(squares, self.whole)

    def mean_bits(self, values: Sequence[Worked]) -> float:
        """How many bits some values tell on average, by the worlds that they leave."""
        if not values:
            return 0.0
        labels = labels_of(values).astype(np.intp)
        left = np.bincount(labels)[labels]
        return float(np.average(np.log2(self.size / left), weights=self.weights))

    def expected_public(self, left: Worked, values: Sequence[Worked]) -> Fraction:
        """How many worlds of `left` all are left with on average, once they are heard."""
        labels = labels_of(values).astype(np.intp)
        here = on_all(left, self.picture.size)
        counts = np.bincount(labels[here], minlength=int(labels.max()) + 1)
        return mean(counts[labels[self.rows]], self.weights)


def mean(values: Values, weights: Values | None) -> Fraction:
    """The mean of some numbers, each world as likely as it is."""
    if weights is None:
        return Fraction(int(values.sum()), len(values))
    total = int((values.astype(np.int64) * weights).sum())
    return Fraction(total, int(weights.sum()))


def labels_of(values: Sequence[Values]) -> Values:
    """Labels that part worlds by some values, small enough to index by."""
    shifted: list[Values] = [
        v if v.dtype == bool else v.astype(np.int64) - int(v.min()) for v in values
    ]
    widths = [2 if one.dtype == bool else int(one.max()) + 1 for one in shifted]
    if len(shifted) == 1:
        return shifted[0] if shifted[0].dtype == bool else renumbered(shifted[0])
    if prod(widths) > MOST_LABELS:
        return joint(shifted, len(shifted[0]))
    labels = shifted[0].astype(np.int32)
    for one, width in zip(shifted[1:], widths[1:], strict=True):
        labels *= width
        labels += one
    return renumbered(labels)


def cells_of(values: Sequence[Values], weights: Values | None) -> list[int]:
    """How much weight is in each cell, once these values are known."""
    labels = labels_of(values)
    if weights is None and labels.dtype == bool:
        yes = int(np.count_nonzero(labels))
        return [yes, len(labels) - yes]
    found = np.bincount(labels, weights)
    return [int(cell) for cell in found[found > 0].tolist()]


class Ears(Protocol):
    """Whoever tells the values that become public."""

    values: list[int]

    def value(self, found: Worked) -> int:
        """The value that is so."""

    def narrow(self, rows: NDArray[np.intp]) -> None:
        """Only these rows are left."""


class Watching:
    """The referee's eyes: values are those of one row, and are written down."""

    def __init__(self, row: int) -> None:
        self.row = row
        self.values: list[int] = []

    def value(self, found: Worked) -> int:
        """What is so in the world that is so."""
        self.values.append(int(found[self.row]) if varies(found) else int(found))
        return self.values[-1]

    def narrow(self, rows: NDArray[np.intp]) -> None:
        """Only these rows are left."""
        self.row = int(np.searchsorted(rows, self.row))


class Hearing:
    """Everybody's ears: values are those that were heard."""

    def __init__(self, values: Iterable[int]) -> None:
        self.values = list(values)
        self.heard: Iterator[int] = iter(self.values)

    def value(self, found: Worked) -> int:  # noqa: ARG002 -- as the referee's
        """The value that was heard."""
        try:
            return next(self.heard)
        except StopIteration:
            raise Contradiction("less was said than the rules make public") from None

    def narrow(self, rows: NDArray[np.intp]) -> None:
        """Nothing to do."""
