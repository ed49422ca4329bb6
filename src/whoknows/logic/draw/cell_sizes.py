"""Models of any size: how many cells each agent has, and how large they are.

Agents whose cells have the same sizes are plural once.  A bar is as long as the worlds
in cells of its size are many; behind it, faint, those of the model before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.draw.shapes import Bar, Chip, Count, Picture, Shape, Words
from whoknows.logic.models.bits import Cube
from whoknows.logic.models.model import Agent, Model, World
from whoknows.wording import plural, with_commas
from whoknows.work.memory import reserve

Sizes: TypeAlias = tuple[tuple[int, int], ...]  # (worlds in the cell, such cells)
Counts: TypeAlias = NDArray[np.integer[Any]]  # the number of worlds in every cell

LENGTH = 300.0  # of the longest bar
BINS = 12  # bars of an agent, at most
PANELS = 12  # different agents, at most


def cells(
    model: Model, before: Model, agents: Sequence[Agent], at: World | None, title: str
) -> Picture:
    """The counts of every agent's cells, now and before."""
    now = counts(model, agents, at)
    then = now if before is model else counts(before, agents, None)
    panels = grouped(now, then)
    shapes: list[Shape] = []
    y = 0.0
    for count, old in panels[:PANELS]:
        some, y = panel(count, old, len(before), y)
        shapes += some
    notes = [] if at is None or not agents else [common_note(model, agents, at)]
    notes.append("A bar is as long as its cells have worlds." if panels else "")
    if at is not None and agents:
        notes.append("Gold rim: the cell of the actual world.")
    if len(model) < len(before):
        notes.append("Faint: before.")
    if len(panels) > PANELS:
        notes.append(f"Not shown: {len(panels) - PANELS} more kinds of agents.")
    return Picture(
        title=title,
        description=" ".join(
            [f"{title}.", *(in_words(count) for count, _ in panels), *notes]
        ),
        agents=(),
        everyone=model.agents,
        shapes=tuple(shapes),
        counts=tuple(count for count, _ in panels),
        notes=(" ".join(filter(None, notes)),),
    )


def common_note(model: Model, agents: Sequence[Agent], at: World) -> str:
    """How many worlds common knowledge leaves open."""
    reached = model.count(model.reach(model.claim_of([at]), agents))
    return f"Common knowledge leaves {plural(reached, 'world')} open."


# ------------------------------------------------------------------------------ counting


def counts(model: Model, agents: Iterable[Agent], at: World | None) -> list[Count]:
    """The sizes of each agent's cells, and of its cell of the actual world."""
    own_cells = None if at is None else model.claim_of([at])
    return [
        Count(
            (agent,),
            histogram(cell_sizes(model, agent)),
            None if own_cells is None else model.count(model.alike(own_cells, (agent,))),
        )
        for agent in agents
    ]


def cell_sizes(model: Model, agent: Agent) -> Counts:
    """The number of worlds in every cell of an agent, in no order."""
    if isinstance(model, Cube):
        return cube_sizes(model, agent)
    sizes: Counts = np.bincount(model.looks(agent))
    return sizes[sizes > 0]


def cube_sizes(cube: Cube, agent: Agent) -> Counts:
    """The sizes on a cube: the worlds added up along the axes that the agent misses."""
    reserve(3 * 64 * len(cube.alive), f"cells of {64 * len(cube.alive)} combinations")
    octets = cube.alive.astype("<u8").view(np.uint8)
    many: Counts = np.unpackbits(octets, bitorder="little")
    for step, axis in enumerate(sorted(cube.missed((agent,)), reverse=True)):
        pairs = many.reshape(-1, 2, 1 << axis)
        room = np.min_scalar_type(2 << step)  # no sum is more than that
        many = np.add(pairs[:, 0], pairs[:, 1], dtype=room).reshape(-1)
    return many[many > 0]


def histogram(sizes: Counts) -> Sizes:
    """How many cells have each size."""
    if not len(sizes):
        return ()
    if int(sizes.max()) <= 4 * len(sizes) + 64:
        many = np.bincount(sizes)
        sizes_there = np.flatnonzero(many)
        return tuple(zip(sizes_there.tolist(), many[sizes_there].tolist(), strict=True))
    kinds, each = np.unique(sizes, return_counts=True)
    return tuple(zip(kinds.tolist(), each.tolist(), strict=True))


def grouped(now: list[Count], then: list[Count]) -> list[tuple[Count, Count]]:
    """The counts, now and before, with agents of equal counts together."""
    groups: dict[tuple[Any, ...], list[Agent]] = {}
    for count, old in zip(now, then, strict=True):
        groups.setdefault((count.sizes, count.own_worlds, old.sizes), []).extend(
            count.agents
        )
    return [
        (Count(tuple(who), sizes, own_worlds), Count(tuple(who), old))
        for (sizes, own_worlds, old), who in groups.items()
    ]


# ------------------------------------------------------------------------------- drawing


def panel(count: Count, old: Count, total: int, y: float) -> tuple[list[Shape], float]:
    """The bars of one kind of agents, and where the next may start."""
    shapes: list[Shape] = [
        Chip((8.0, y), agent=count.agents[0]),
        Words((24.0, y), heading(count), "head"),
    ]
    y += 22
    if count.own_worlds is not None:
        note = f"in the actual world, {plural(count.own_worlds, 'world')} possible"
        shapes.append(Words((24.0, y), note))
        y += 22
    bins = bars(sorted({size for size, _ in (*old.sizes, *count.sizes)}))
    both = (old.sizes, count.sizes)
    most = max((worlds_in(sizes, some) for some in bins for sizes in both), default=1)
    for some in bins:
        shapes += bar(count, old, some, (y, most, total))
        y += 21
    return shapes, y + 16


def bar(
    count: Count, old: Count, some: range, scale: tuple[float, int, int]
) -> list[Shape]:
    """One bar: the worlds in cells of these sizes, its label before and its count after."""
    y, most, total = scale
    now, then = worlds_in(count.sizes, some), worlds_in(old.sizes, some)
    each = sum(many for size, many in count.sizes if size in some)
    words = plural(each, "cell") if each else "none left"
    if each and some != range(1, 2):
        words += f", {plural(now, 'world')}"
    lit = count.own_worlds is not None and count.own_worlds in some
    agent, corner = count.agents[0], (118.0, y - 8)
    label = f"cells of {span(some)}"
    shapes: list[Shape] = [Words((108.0, y), label, "note", "end")]
    if then > now:
        size = (LENGTH * then / most, 16.0)
        shapes.append(Bar(agent, corner, size, f"before: {then} of {total}", faint=True))
    if now:
        size = (max(1.5, LENGTH * now / most), 16.0)
        shapes.append(Bar(agent, corner, size, f"{now} of {total} worlds", lit=lit))
    end = 118 + max(1.5, LENGTH * max(now, then) / most) + 9
    return [*shapes, Words((end, y), words, "count")]


def bars(kinds: list[int]) -> list[range]:
    """The sizes of cells: one by one if they are few, else in equal or doubling bins."""
    if len(kinds) <= BINS:
        return [range(size, size + 1) for size in kinds]
    most = max(kinds)
    if most <= 10 * BINS:
        step = -(-most // BINS)
        bins = [range(k, k + step) for k in range(1, most + 1, step)]
    else:
        ends = [2**k for k in range(most.bit_length() + 1)]
        bins = [
            range(low + 1, high + 1) for low, high in zip([0, *ends], ends, strict=False)
        ]
    return [some for some in bins if any(size in some for size in kinds)]


def worlds_in(sizes: Sizes, some: range) -> int:
    """The worlds in cells of these sizes."""
    return sum(size * many for size, many in sizes if size in some)


def span(some: range) -> str:
    """Sizes in short: `4`, or `5 to 8`."""
    return "-".join(map(with_commas, dict.fromkeys((some[0], some[-1]))))


def heading(count: Count) -> str:
    """Who, and how many cells."""
    who = ", ".join(count.agents[:6])
    more = f" and {len(count.agents) - 6} more" if len(count.agents) > 6 else ""
    each = ", each" if len(count.agents) > 1 else ""
    return f"{who}{more}{each}: {plural(count.cells, 'cell')}"


def in_words(count: Count) -> str:
    """The counts of one kind of agents, as a sentence."""
    sizes = ", ".join(
        f"{with_commas(many)} of {with_commas(size)}" for size, many in count.sizes[:BINS]
    )
    more = ", and others" if len(count.sizes) > BINS else ""
    return f"{heading(count)} ({sizes}{more})."
