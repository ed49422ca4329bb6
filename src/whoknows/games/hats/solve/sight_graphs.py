"""Who sees whom as a graph, and whether somebody can always be right.

Everybody sees the hats of its neighbors, all guess at once, and nobody passes.  The *hat
guessing number* of a graph is the most colors with which a team can make sure that at
least one guess is right.  Each configuration is a clause, so that a solver decides: a
strategy, or a proof that there is none.

>>> guaranteed(cycle(4), 3).strategy is not None  # a cycle of four: three colors
True
>>> found = guaranteed(path(3), 3)  # trees: two colors at most
>>> found.strategy, found.proven
(None, True)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

import numpy as np

from whoknows.errors import BadSetup, TooLarge, needs, shortened
from whoknows.games.hats.rules import Deal, Rules, deal_name
from whoknows.games.hats.rules.deal import parse_answer
from whoknows.games.hats.solve.programs.cpsat import run
from whoknows.wording import plural
from whoknows.work.proof_kinds import Kind

MOST_CONFIGURATIONS = 100_000
MOST_AGENTS = 16
MOST_COLORS = 8

__all__ = ["deal_name", "guaranteed", "parse_seen_deal", "parse_sees"]

Sees: TypeAlias = tuple[tuple[int, ...], ...]  # for each agent whom it sees, in order
Rule: TypeAlias = tuple[int, ...]  # the color guessed, for each view in counting order


@dataclass(frozen=True, slots=True)
class Guaranteed:
    """Whether somebody can always be right, and how."""

    colors: int
    strategy: tuple[Rule, ...] | None
    proven: bool  # a strategy, or that there is none; else the time was up
    proof: Kind | None  # a strategy is tried in every configuration


def cycle(agents: int) -> Sees:
    """Everybody sees the two beside."""
    return from_edges(((k, (k + 1) % agents) for k in range(agents)), agents)


def path(agents: int) -> Sees:
    """A line whose members see their neighbors: a tree."""
    return from_edges(((k, k + 1) for k in range(agents - 1)), agents)


def complete(agents: int) -> Sees:
    """Everybody sees all others."""
    pairs = product(range(agents), repeat=2)
    return from_edges(((a, b) for a, b in pairs if a < b), agents)


def star(agents: int) -> Sees:
    """The first sees all others, who see it alone."""
    return from_edges(((0, k) for k in range(1, agents)), agents)


NAMED = {"cycle": cycle, "path": path, "complete": complete, "star": star}


def from_edges(edges: Iterable[tuple[int, int]], agents: int) -> Sees:
    """Who sees whom if each edge is seen along both ways."""
    seen: list[set[int]] = [set() for _ in range(agents)]
    for one, other in edges:
        seen[one].add(other)
        seen[other].add(one)
    return tuple(tuple(sorted(row)) for row in seen)


def parse_sees(text: str) -> Sees:
    """A graph as people write it: `cycle:5`, or edges `1-2,2-3`; `1>2`: 1 sees 2 only.

    >>> parse_sees("1-2,2>3")
    ((1,), (0, 2), ())
    """
    name, colon, number = text.partition(":")
    if colon:
        if name not in NAMED or not (number.isascii() and number.isdecimal()):
            raise BadSetup(f"{text!r}: wanted {', '.join(NAMED)} and a number, as cycle:5")
        agents = int(number[:4])
        if not 2 <= agents <= MOST_AGENTS:
            raise BadSetup(f"a graph has 2 to {MOST_AGENTS} agents, not {number[:9]}")
        return NAMED[name](agents)
    seen: dict[int, set[int]] = {}
    for word in text.replace(" ", "").split(","):
        mark = "-" if "-" in word else ">"
        ends = word.split(mark)
        if len(ends) != 2 or not all(e.isascii() and e.isdecimal() and e for e in ends):
            raise BadSetup(
                f"{word!r} is no edge; wanted 1-2, or 1>2 if 1 sees 2 only; or a name"
                " and a number, as cycle:5"
            )
        one, other = (int(end[:4]) for end in ends)
        if one == other or not all(1 <= end <= MOST_AGENTS for end in (one, other)):
            raise BadSetup(f"{word!r}: two agents, 1 to {MOST_AGENTS}")
        seen.setdefault(one, set()).add(other)
        if mark == "-":
            seen.setdefault(other, set()).add(one)
        seen.setdefault(other, set())
    agents = max(seen)
    return tuple(
        tuple(sorted(k - 1 for k in seen.get(a, ()))) for a in range(1, agents + 1)
    )


def parse_seen_deal(text: str, rules: Rules, sees: Sees) -> Deal:
    """A deal with an answer for each view of the hats that an agent sees, written out.

    What an agent does not see changes nothing about its answer.

    >>> deal_name(parse_seen_deal("RB B RB", Rules(3), parse_sees("1>2,3>1")), Rules(3))
    'RRBB BBBB RRBB'
    """
    words = text.upper().split()
    if not len(words) == len(sees) == rules.players:
        raise BadSetup(
            f"the graph has {len(sees)} agents, the deal {len(words)}, and the world"
            f" {rules.players}"
        )
    if rules.views != "seats":
        raise BadSetup(
            "with a graph of who sees whom, hats are seen by seat, not as counts"
        )
    rows = []
    for player, (word, seen) in enumerate(zip(words, sees, strict=True)):
        views = rules.colors ** len(seen)
        if len(word) != views:
            raise BadSetup(
                f"agent {player + 1} sees {plural(len(seen), 'hat')}, so that there are"
                f" {plural(views, 'view')}; {shortened(word)} has {len(word)}"
            )
        said = [
            parse_answer(letter, rules, f"answer {place} of agent {player + 1}")
            for place, letter in enumerate(word, 1)
        ]
        places = [other - (other > player) for other in seen]
        rows.append(tuple(said[k] for k in narrowed(places, rules)))
    return Deal(tuple(rows))


def narrowed(places: Sequence[int], rules: Rules) -> list[int]:
    """For every view of all others, that of those at some places."""
    labels = []
    for hats in product(range(rules.colors), repeat=rules.players - 1):
        label = 0
        for place in places:
            label = label * rules.colors + hats[place]
        labels.append(label)
    return labels


def guaranteed(sees: Sees, colors: int, *, time_limit: float = 60.0) -> Guaranteed:
    """A strategy that always has somebody right, or that there is none.

    Each agent is right in one of so many configurations as there are colors: with more
    colors than agents, not every configuration can have one who is.
    """
    check_graph(sees, colors)
    if colors > len(sees):
        return Guaranteed(colors, None, True, "theorem")
    with needs("solve"):
        from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    says = [
        {
            (view, color): model.new_bool_var("")
            for view in range(colors ** len(row))
            for color in range(colors)
        }
        for row in sees
    ]
    for agent, row in enumerate(sees):
        for view in range(colors ** len(row)):
            model.add_exactly_one(says[agent][view, color] for color in range(colors))
    for hats in product(range(colors), repeat=len(sees)):
        model.add_bool_or(
            says[agent][view_of(hats, row, colors), hats[agent]]
            for agent, row in enumerate(sees)
        )
    for rule in says:  # an agent's colors but the first may be renamed: it says 0 or 1
        for color in range(2, colors):
            model.add(rule[0, color] == 0)
    solver = cp_model.CpSolver()
    is_solved = run(solver, model, time_limit)
    if is_solved is None:
        return Guaranteed(colors, None, False, None)
    if not is_solved:
        return Guaranteed(colors, None, True, "solver")
    rules = tuple(
        tuple(
            next(c for c in range(colors) if solver.value(says[agent][view, c]))
            for view in range(colors ** len(row))
        )
        for agent, row in enumerate(sees)
    )
    assert always_right(sees, colors, rules), "a strategy is shown only if it is one"
    return Guaranteed(colors, rules, True, "enumeration")


def view_of(hats: Sequence[int], seen: Sequence[int], colors: int) -> int:
    """The hats of those seen, as one number."""
    view = 0
    for agent in seen:
        view = view * colors + hats[agent]
    return view


def always_right(sees: Sees, colors: int, rules: Sequence[Rule]) -> bool:
    """Whether somebody is right in every configuration, looked at one by one."""
    table = np.indices((colors,) * len(sees)).reshape(len(sees), -1)
    right = np.zeros(table.shape[1], np.bool_)
    for agent, row in enumerate(sees):
        view = np.zeros(table.shape[1], np.intp)
        for other in row:
            view = view * colors + table[other]
        right |= np.array(rules[agent])[view] == table[agent]
    return bool(right.all())


def guessing_number(sees: Sees, *, time_limit: float = 60.0) -> list[Guaranteed]:
    """What is found for 2, 3, ... colors, until no strategy is, or they are too many."""
    found = []
    for colors in range(2, MOST_COLORS + 1):
        if colors ** len(sees) > MOST_CONFIGURATIONS:
            break
        found.append(guaranteed(sees, colors, time_limit=time_limit))
        if found[-1].strategy is None:
            break
    return found


def check_graph(sees: Sees, colors: int) -> None:
    """Refuse what is too large for a clause each."""
    if not 2 <= colors <= MOST_COLORS:
        raise BadSetup(f"there are 2 to {MOST_COLORS} colors, not {colors}")
    if colors ** len(sees) > MOST_CONFIGURATIONS:
        raise TooLarge(
            f"{colors}^{len(sees)} = {colors ** len(sees):,} configurations; at most"
            f" {MOST_CONFIGURATIONS:,} are asked about"
        )
