"""Deals to begin with, and what can be won where no search gets through.

Four kinds of deals need no search and, each hat having its own odds, no table: the surest
agents always say their likeliest color; all say the color that makes the hats add up to
one sum; with counts only and two colors, all guess away from some levels; and, where
passing is allowed, a few agents play alone.  So every world has an interval.

>>> rules = Rules(players=3, odds=parse_odds("0.9;0.5;0.7", 3, 2), need=2)
>>> [(plan.win, plan.name) for plan in plans(rules)]  # doctest: +NORMALIZE_WHITESPACE
[(Fraction(63, 100), 'the surest always say their likeliest color'),
 (Fraction(1, 2), 'all say what makes the hats add up to 0')]
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from whoknows.games.hats.rules import PASS, Deal, Rules, parse_odds
from whoknows.games.hats.rules.world import Hats, count_views
from whoknows.games.hats.solve.simulate import Heads, Said

SEARCHED = 300  # configurations at most of a part of the team that is searched

__all__ = ["Plan", "parse_odds", "part_of", "plans"]


class Plan(NamedTuple):
    """A deal made by a rule: what it wins, its name, and what to say to a view."""

    win: Fraction
    name: str
    answer: Callable[[int, Hats], int]  # of an agent, and the hats it sees

    def team(self, hats: Heads, turn: int, rng: np.random.Generator) -> Said:  # noqa: ARG002
        """What all say in many games, round by round: `simulate` plays it."""
        if turn:
            return np.zeros_like(hats)
        players = range(hats.shape[1])
        rows = hats.tolist()
        said = [
            [self.answer(i, (*row[:i], *row[i + 1 :])) for i in players] for row in rows
        ]
        return np.array(said, dtype=np.int64)

    def deal(self, rules: Rules) -> Deal:
        """The deal written out."""
        if rules.views == "counts":
            views = list(count_views(rules.players, rules.colors))
        else:
            others = Rules(rules.players - 1, rules.colors) if rules.players > 2 else None
            count = rules.view_count
            views = [others.hats(v) if others else (v,) for v in range(count)]
        return Deal(
            tuple(
                tuple(self.answer(player, view) for view in views)
                for player in range(rules.players)
            )
        )


def plans(rules: Rules) -> list[Plan]:
    """The plans that fit the rules, best first; for hats with odds of their own."""
    found = [constant_plan(rules), sum_plan(rules)]
    if rules.views == "counts" and rules.colors == 2 and rules.passing and rules.need == 1:
        found.append(level_plan(rules))
    return sorted(found, key=lambda plan: -plan.win)


def odds_of(player: int, rules: Rules) -> tuple[Fraction, ...]:
    """The chances of an agent's colors, whatever the others wear."""
    if not rules.chances:
        return (
            rules.odds[player]
            if rules.odds
            else (Fraction(1, rules.colors),) * (rules.colors)
        )
    found = [Fraction(0)] * rules.colors
    for code, chance in enumerate(rules.chances):
        found[rules.hats(code)[player]] += chance
    return tuple(found)


def surest(rules: Rules, number: int) -> list[int]:
    """So many agents, those most sure of their color."""
    by_chance = sorted(range(rules.players), key=lambda who: -max(odds_of(who, rules)))
    return sorted(by_chance[:number])


def constant_plan(rules: Rules) -> Plan:
    """As many as are needed always say their likeliest color; all, if none may pass."""
    says = [PASS] * rules.players
    counts = {(0, 0): Fraction(1)}  # of right and wrong answers
    for player in surest(rules, rules.need if rules.passing else rules.players):
        row = odds_of(player, rules)
        says[player] = row.index(max(row)) + 1
        after: dict[tuple[int, int], Fraction] = {}
        for (right, wrong), chance in counts.items():
            for key, factor in (
                ((right + 1, wrong), max(row)),
                ((right, wrong + 1), 1 - max(row)),
            ):
                after[key] = after.get(key, Fraction(0)) + chance * factor
        counts = after
    win = sum(
        (c for (r, w), c in counts.items() if r >= rules.need and w <= rules.wrong),
        Fraction(0),
    )
    return Plan(
        win, "the surest always say their likeliest color", lambda who, _: says[who]
    )


def sum_plan(rules: Rules) -> Plan:
    """All answer as if the colors, as numbers, added up to the likeliest sum (mod M)."""
    colors = rules.colors
    sums = [Fraction(k == 0) for k in range(colors)]
    for player in range(rules.players):
        row = odds_of(player, rules)
        sums = [
            sum((sums[(k - c) % colors] * row[c] for c in range(colors)), Fraction(0))
            for k in range(colors)
        ]
    total = sums.index(max(sums))
    return Plan(
        max(sums),
        f"all say what makes the hats add up to {total}",
        lambda _, seen: (total - sum(seen)) % colors + 1,
    )


def level_plan(rules: Rules) -> Plan:
    """All guess away from levels (numbers of B) that dominate the path of levels."""
    weight = [Fraction(1)]
    for player in range(rules.players):
        white, black = odds_of(player, rules)
        low, high = [w * white for w in weight] + [Fraction(0)], [Fraction(0)]
        high += [w * black for w in weight]
        weight = [a + b for a, b in zip(low, high, strict=True)]
    lost = lightest_levels(weight)

    def answer(_: int, seen: Hats) -> int:
        mine = sum(seen)  # the level if the own hat is R; else it is one more
        if (mine in lost) == (mine + 1 in lost):
            return PASS
        return 2 if mine in lost else 1

    names = " ".join(map(str, sorted(lost)))
    win = 1 - sum((weight[k] for k in lost), Fraction(0))
    return Plan(win, f"all guess away from the levels {names} of B", answer)


def lightest_levels(weight: list[Fraction]) -> frozenset[int]:
    """The lightest set of a path's places with every place in it or next to it."""
    # the lightest sets so far, by: whether the last place is in, is covered, or waits
    none: tuple[Fraction, frozenset[int]] | None = None
    inside: tuple[Fraction, frozenset[int]] | None = none
    covered: tuple[Fraction, frozenset[int]] | None = (Fraction(0), frozenset())
    waits = none
    for place, heavy in enumerate(weight):
        before = [one for one in (inside, covered, waits) if one]
        least = min(before, key=lambda one: one[0])
        waits, covered, inside = (
            covered,
            inside,
            (least[0] + heavy, least[1] | {place}),
        )
    last = [one for one in (inside, covered) if one]
    return min(last, key=lambda one: one[0])[1]


def part_of(rules: Rules) -> tuple[tuple[int, ...], Rules] | None:
    """The agents that a game is left to, and their world; nothing if all must speak."""
    if rules.chances or not rules.passing or rules.views == "counts":
        return None
    number = 2
    while rules.colors ** (number + 1) <= SEARCHED and number + 1 < rules.players:
        number += 1
    if number < rules.need:
        return None
    agents = tuple(surest(rules, number))
    odds = tuple(rules.odds[player] for player in agents) if rules.odds else ()
    wrong = min(rules.wrong, number)
    return agents, replace(rules, players=number, odds=odds, wrong=wrong)
