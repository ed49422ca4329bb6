"""Who knows what as a model of `logic`, world by world, for games made of their rules."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.models.build import smallest
from whoknows.logic.models.table import Part, Table
from whoknows.play.fold import AnySight, State
from whoknows.play.knowing.knowledge import Pictured

if TYPE_CHECKING:
    from whoknows.play.declared import DeclaredGame


def pictured(
    game: "DeclaredGame", sight: AnySight, most: int, actual: Any = None
) -> Pictured | None:
    """What is public as a model, and which of its worlds the seat holds possible.

    `actual` is the world that is so, where who looks knows it without the sight.
    """
    now = public_sight(game, sight)
    if game.worlds(now) > most:
        return None
    start, rest = replace(now, history=()), list(game.possible(now))
    small = game.worlds(start) <= most
    worlds = list(game.possible(start)) if small else rest
    numbers = {world: number for number, world in enumerate(worlds)}
    first = table_of(game, now, worlds)
    held = rest if sight.seat is None else game.possible(sight)
    so = actual if sight.secret is None else sight.secret
    return Pictured(
        first.announce(first.claim_of([numbers[each] for each in rest])),
        first if small else None,
        actual=numbers.get(so),
        keys=tuple(worlds),
        held=tuple(sorted(numbers[each] for each in held)),
        home=None if sight.seat is None else game.rules.agent(sight.seat),
    )


def public_sight(game: "DeclaredGame", sight: AnySight) -> AnySight:
    """What a spectator sees, from the sight of a seat, who sees that too."""
    if sight.seat is None:
        return sight
    [seen] = seen_in(game, sight, [next(iter(game.possible(sight)))], None)
    return replace(sight, seat=None, seen=seen)


def seen_in(
    game: "DeclaredGame", sight: AnySight, worlds: Iterable[Any], seat: int | None
) -> list[Any]:
    """What a seat would see now in each of these worlds."""
    turn = () if sight.over else game.rules.turn(game.public(sight.setup, sight.history))
    states = (State(sight.setup, each, sight.history, turn) for each in worlds)
    return [game.rules.see(state, seat) for state in states]


def facts_of(game: "DeclaredGame", setup: Any, secret: Any) -> Mapping[str, Any]:
    """A world as facts and parts; without words for it, as the secret is written."""
    if game.rules.facts:
        return game.rules.facts(setup, secret)
    hidden = game.rules.hidden(setup)
    return {hidden.name: hidden.write(secret)}


def table_of(game: "DeclaredGame", sight: AnySight, worlds: Sequence[Any]) -> Table:
    """These worlds as a model: facts, parts, and what each seat sees."""
    told = [facts_of(game, sight.setup, each) for each in worlds]
    facts: dict[str, Any] = {}
    parts: dict[str, Part] = {}
    for name in told[0]:
        column = [each[name] for each in told]
        if all(isinstance(value, bool) for value in column):
            facts[name] = np.array(column)
        else:
            parts[name] = Part(smallest(labels(column)), tuple(dict.fromkeys(column)))
    views = {
        game.rules.agent(seat): labels(seen_in(game, sight, worlds, seat))
        for seat in range(game.seats(sight.setup))
    }
    return Table(facts, views, parts, rows=len(worlds))


def labels(column: Iterable[Hashable]) -> NDArray[np.int64]:
    """A number for each different thing, in the order in which they come."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(each, len(numbers)) for each in column], np.int64)


def seen_together(game: "DeclaredGame", sights: Iterable[AnySight]) -> Any | None:
    """The only secret that fits all that these seats see, if there is only one."""
    first, *others = sights
    every = [frozenset(game.possible(sight)) for sight in others]
    fits = [each for each in game.possible(first) if all(each in some for some in every)]
    return fits[0] if len(fits) == 1 else None
