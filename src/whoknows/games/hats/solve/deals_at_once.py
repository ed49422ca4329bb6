"""Deals to begin with, and what can be won where no search gets through.

Six kinds of deals need no search and, each hat having its own odds, no table: the surest
agents always say their likeliest color; all say the color that makes the hats add up to
one sum; with two colors and passing, all guess away from a covering code, and with more
they call one color by syndromes; with counts only and two colors, all guess away from
some levels; and a few agents play alone.  So every world has an interval.

>>> rules = Rules(players=3, odds=parse_odds("0.9;0.5;0.7", 3, 2), need=2)
>>> [(plan.win, plan.name) for plan in plans(rules)]  # doctest: +NORMALIZE_WHITESPACE
[(Fraction(63, 100), 'the surest always say their likeliest color'),
 (Fraction(1, 2), 'all say what makes the hats add up to 0')]
>>> plans(Rules(3000))[0].name
'guess away from the words of a code: Hamming (2047), 953 free'
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

import numpy as np

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import PASS, Deal, Rules, evaluate, parse_odds
from whoknows.games.hats.solve.bounds.ball_bounds import same_for_all
from whoknows.games.hats.solve.codes.constructions import (
    LONGEST_CODE,
    free_hats,
    lightest_code,
)
from whoknows.games.hats.solve.codes.coset_code import CosetCode
from whoknows.games.hats.solve.codes.hamming import coset_loss, hamming_length
from whoknows.games.hats.solve.many_colors.directed_hamming import Directed, directed
from whoknows.games.hats.solve.simulate import Heads, Said, coset_label

SEARCHED = 300  # configurations at most of a part of the team that is searched
MOST_STEPS = 3_000_000  # of a sum over agents and wrong answers
MOST_LEVELS = 3_000  # agents at most for whom levels are weighed

__all__ = ["Plan", "parse_odds", "part_of", "plans"]


@dataclass(frozen=True, slots=True)
class Plan:
    """A deal made by a rule: what it wins, its name, and what all say."""

    win: Fraction
    name: str
    says: Callable[[Heads], Said]  # by all, in many games, each from the others' hats

    def team(self, hats: Heads, turn: int, rng: np.random.Generator) -> Said:  # noqa: ARG002
        """What all say in many games, round by round: `simulate` plays it."""
        return np.zeros_like(hats) if turn else self.says(hats)

    def deal(self, rules: Rules) -> Deal:
        """The deal written out."""
        said, views = self.says(rules.table()), rules.view_table()
        answers = np.zeros((rules.players, rules.view_count), dtype=np.int64)
        for player in range(rules.players):  # what is said is the same for the same view
            answers[player, views[player]] = said[:, player]
        return Deal(tuple(map(tuple, answers.tolist())))


def plans(rules: Rules) -> list[Plan]:
    """The plans that fit the rules, best first."""
    found = [constant_plan(rules), sum_plan(rules), *code_plans(rules)]
    if rules.views == "counts" and rules.colors == 2 and rules.passing and rules.need == 1:
        found += level_plans(rules)
    if rules.chances:  # hats that depend on each other: the plans' own sums do not count
        found = [weighed(plan, rules) for plan in found]
    return sorted(found, key=lambda plan: -plan.win)


def weighed(plan: Plan, rules: Rules) -> Plan:
    """The plan with what it wins where each configuration has a chance of its own."""
    return replace(plan, win=evaluate(plan.deal(rules), rules).fitness)


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
    says = np.zeros(rules.players, dtype=np.int64)
    speakers = surest(rules, rules.need if rules.passing else rules.players)
    spare = min(rules.wrong, len(speakers) - rules.need)  # so many may be wrong
    if len(speakers) * (spare + 1) > MOST_STEPS:
        raise TooLarge(
            f"{len(speakers):,} agents of whom {spare:,} may be wrong; a sum of at most"
            f" {MOST_STEPS:,} terms is added up"
        )
    wrong, whole = [1] + [0] * spare, 1  # in whole numbers: how likely so many are wrong
    for player in speakers:
        row = odds_of(player, rules)
        says[player] = row.index(max(row)) + 1
        right, of = max(row).as_integer_ratio()
        wrong = [
            right * wrong[k] + (of - right) * (wrong[k - 1] if k else 0)
            for k in range(spare + 1)
        ]
        whole *= of
    return Plan(
        Fraction(sum(wrong), whole),
        "the surest always say their likeliest color",
        lambda hats: np.tile(says, (len(hats), 1)),
    )


def sum_plan(rules: Rules) -> Plan:
    """All answer as if the colors, as numbers, added up to the likeliest sum (mod M)."""
    colors = rules.colors
    sums, whole = color_sums(rules)
    total = sums.index(max(sums))
    return Plan(
        Fraction(max(sums), whole),
        f"all say what makes the hats add up to {total}",
        lambda hats: (total - hats.sum(1, keepdims=True) + hats) % colors + 1,
    )


def color_sums(rules: Rules) -> tuple[list[int], int]:
    """How likely the colors add up to 0, 1, ... (mod M), over a whole; each hat by itself.

    Agents with the same odds are taken together, by squaring.
    """
    rows = Counter(rules.odds) if rules.odds and not rules.chances else None
    if rows is None and not rules.chances:
        return [1] * rules.colors, rules.colors
    if rows is None:
        rows = Counter(odds_of(player, rules) for player in range(rules.players))
    sums, whole = [1] + [0] * (rules.colors - 1), 1
    for row, times in rows.items():
        of = lcm(*(chance.denominator for chance in row))
        power = [int(chance * of) for chance in row]
        whole *= of**times
        while times:
            sums = cyclic(sums, power) if times % 2 else sums
            times //= 2
            power = cyclic(power, power) if times else power
    return sums, whole


def cyclic(one: list[int], other: list[int]) -> list[int]:
    """The product of two polynomials, the exponents taken modulo their number."""
    size = len(one)
    return [sum(one[j] * other[(k - j) % size] for j in range(size)) for k in range(size)]


def code_plans(rules: Rules) -> list[Plan]:
    """Guess away from a code: any of ours, or for many agents the Hamming code.

    With more colors than two, one color is called by syndromes.
    """
    if rules.views != "seats" or not rules.passing or rules.chances:
        return []
    if rules.colors > 2:
        made = directed(rules) if same_for_all(rules) and rules.need == 1 else None
        if not isinstance(made, Directed):
            return []
        name = (
            f"{made.length} agents call one color, away from {len(made.given_up)} syndromes"
        )
        return [Plan(made.win, name, made.says)]
    if rules.players <= LONGEST_CODE and rules.need == 1:
        code, loss = lightest_code(rules)
    elif same_for_all(rules) and rules.need <= hamming_length(rules.players):
        code, loss = cosets(rules)
    else:
        return []
    name = f"guess away from the words of a code: {code.name}"
    return [Plan(1 - loss, name, code.says)]


def cosets(rules: Rules) -> tuple[CosetCode, Fraction]:
    """As many cosets of the Hamming code as must be right, none with the likeliest word."""
    length = hamming_length(rules.players)
    columns = (*range(1, length + 1), *(0,) * (rules.players - length))
    first = coset_label(rules)
    labels = frozenset((first + k) % (length + 1) for k in range(rules.need))
    name = f"Hamming ({length})" + free_hats(rules.players - length)
    if rules.need > 1:
        name = f"{rules.need} cosets of {name}"
    row = rules.odds[0] if rules.odds else (Fraction(1, 2), Fraction(1, 2))
    loss = rules.need * coset_loss(rules.players, abs(row[0] - row[1]))
    return CosetCode(columns, labels, length.bit_length(), name), loss


def shared_plan(rules: Rules) -> Plan:
    """The best rule that all share who know the numbers of colors seen, not their place.

    What such a rule says to m hats of B decides between the levels m and m + 1, of which
    one is lost; so the levels lost dominate a path, and the lightest are best, for any N.
    """
    if rules.colors != 2 or not rules.passing or rules.need != 1 or rules.wrong:
        raise BadSetup(
            "a shared rule is found for two colors, passing, and one right answer"
        )
    if rules.rounds > 1 or rules.players > MOST_LEVELS:
        raise TooLarge(
            f"a shared rule is found for one round and at most {MOST_LEVELS:,} agents, not"
            f" for {rules.rounds} and {rules.players:,}"
        )
    [plan] = level_plans(rules)
    return plan


def level_plans(rules: Rules) -> list[Plan]:
    """All guess away from levels (numbers of B) that dominate the path of levels."""
    if rules.players > MOST_LEVELS:
        return []
    weight, whole = level_weights(rules)
    lost = lightest_levels([Fraction(w) for w in weight])
    table = np.array([level in lost for level in range(rules.players + 1)])

    def says(hats: Heads) -> Said:
        mine = hats.sum(1, keepdims=True) - hats  # the level if the own hat is R
        white, black = table[mine], table[mine + 1]
        return np.where(white == black, PASS, 1 + white)

    names = " ".join(map(str, sorted(lost)))
    win = 1 - Fraction(sum(weight[k] for k in lost), whole)
    return [Plan(win, f"all guess away from the levels {names} of B", says)]


def level_weights(rules: Rules) -> tuple[list[int], int]:
    """How likely each number of B is, in whole numbers over a whole."""
    if rules.chances:
        of = lcm(*(chance.denominator for chance in rules.chances))
        found = [0] * (rules.players + 1)
        for code, chance in enumerate(rules.chances):
            found[code.bit_count()] += int(chance * of)
        return found, of
    weight, whole = [1], 1
    for player in range(rules.players):
        row = odds_of(player, rules)
        of = lcm(*(chance.denominator for chance in row))
        white, black = (int(chance * of) for chance in row)
        pairs = zip([*weight, 0], [0, *weight], strict=True)
        weight = [here * white + below * black for here, below in pairs]
        whole *= of
    return weight, whole


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
