"""Worlds for terms to be worked out on, and whose eyes or ears tell what is public."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import Contradiction
from whoknows.games.written.rules.terms import Term, Values, Worked

if TYPE_CHECKING:
    from whoknows.games.written.knowledge.picture import Picture


class Scope:
    """All worlds of a picture, for terms to be worked out on."""

    memo: dict[Any, Worked] | None = None

    def __init__(self, picture: Picture, env: Mapping[str, int]) -> None:
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
        self, picture: Picture, env: Mapping[str, int], rows: Any, seat: int | None
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
            self.taken[name] = self.picture.columns[name].take(self.rows)
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


class Watching:
    """The referee's eyes: values are those of one row, and are written down."""

    def __init__(self, row: int) -> None:
        self.row = row
        self.values: list[int] = []

    def value(self, found: Values) -> int:
        """What is so in the world that is so."""
        self.values.append(int(found[self.row]))
        return self.values[-1]

    def narrow(self, rows: NDArray[np.intp]) -> None:
        """Only these rows are left."""
        self.row = int(np.searchsorted(rows, self.row))


class Hearing:
    """Everybody's ears: values are those that were heard."""

    def __init__(self, values: Iterable[int]) -> None:
        self.heard: Iterator[int] = iter(values)

    def value(self, found: Values) -> int:  # noqa: ARG002 -- as the referee's
        """The value that was heard."""
        try:
            return next(self.heard)
        except StopIteration:
            raise Contradiction("less was said than the rules make public") from None

    def narrow(self, rows: NDArray[np.intp]) -> None:
        """Nothing to do."""
