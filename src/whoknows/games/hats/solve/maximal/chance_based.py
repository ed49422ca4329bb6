"""Maximal deals of chance-based worlds: in which rounds, how often.

A chance-based deal wins each configuration with a chance.  One deal betters another if it
wins none less often, and one more often; a deal that nothing betters is maximal.  A *lot*
is a coin, or a die, that all agents look at before the hats are put on, to choose one of
several deals.  What lots win is the convex hull of what deals without chance win, and what
a chance-based deal wins is in it: the agents' coins can be thrown beforehand as well.  So

- maximal deals without chance are maximal here too: a lot that always wins their rounds
  is cast among deals that do, and these win no more.  They are the extreme points;
- a lot is maximal just if there are chances of the hats, none of them 0, for which it is
  best.  A linear program in fractions finds them, or a lot that is better;
- agents with coins of their own alone reach less: of M colors, they win no configuration
  with a chance above 1/M unless another one is won with less (`some_below`).

>>> [len(family) for family in maximal_lots(Rules(3))]
[5, 5, 5, 5, 5, 5, 5, 5]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import PASS, MixedDeal, Rules, mixed_from
from whoknows.games.hats.rules.mixed_deals import Distribution, check_mixed, win_chance
from whoknows.games.hats.solve.maximal.worlds import Won, maximal_won, winning_deals
from whoknows.games.hats.solve.programs.exact_program import Point, mixture_above

MOST_SETS = 24  # maximal sets at most whose lots are looked for

Lot = tuple[tuple[Fraction, Won], ...]  # how often each set of configurations is won


@dataclass(frozen=True, slots=True)
class Bettering:
    """Whether a chance-based deal is maximal, and by what it is bettered."""

    chances: Point  # of winning each configuration: of the better one, if there is one
    hats: Point | None = None  # chances of the hats for which nothing is better at all
    deal: MixedDeal | None = None  # that is better, with coins of the agents' own
    lot: Lot | None = None  # that is better, where no deal was found
    own_coins_maximal: bool | None = None  # among deals without a lot; None: not known


def bettering(mixed: MixedDeal, rules: Rules) -> Bettering:
    """Whether a deal or a lot betters this one, and which."""
    if rules.rounds > 1:
        raise BadSetup("chance-based deals are compared in worlds of one round")
    check_mixed(rules)
    chances, won = win_chances(mixed, rules), maximal_won(rules)
    found = mixture_above(chances, [indicator(one, rules) for one in won])
    if found.prices is not None:
        whole = sum(found.prices, Fraction(0))
        hats = tuple(price / whole for price in found.prices)
        return Bettering(chances, hats=hats, own_coins_maximal=True)
    candidates = (
        certain(chances, won, rules),
        bettered_alone(mixed, rules),
        led(chances, rules),
    )
    for deal in filter(None, candidates):
        after = win_chances(deal, rules)
        if after != chances:
            return Bettering(after, deal=deal, own_coins_maximal=False)
    assert found.shares is not None
    lot = tuple((share, one) for share, one in zip(found.shares, won, strict=True) if share)
    settled = None if some_below(chances, rules) else True
    return Bettering(lot_chances(lot, rules), lot=lot, own_coins_maximal=settled)


def win_chances(mixed: MixedDeal, rules: Rules) -> Point:
    """The chance to win each configuration."""
    return tuple(win_chance(mixed, rules, code) for code in range(rules.size))


def indicator(won: Won, rules: Rules) -> Point:
    """A set as a point: 1 for what is won."""
    return tuple(Fraction(code in won) for code in range(rules.size))


def lot_chances(lot: Lot, rules: Rules) -> Point:
    """The chance that a lot wins each configuration."""
    return tuple(
        sum((share for share, won in lot if code in won), Fraction(0))
        for code in range(rules.size)
    )


def certain(chances: Point, won: Sequence[Won], rules: Rules) -> MixedDeal | None:
    """A deal without chance that always wins what is ever won, if there is one."""
    ever = {code for code, chance in enumerate(chances) if chance}
    found = (
        mixed_from(winning_deals(one, rules)[0], rules) for one in won if ever <= {*one}
    )
    return next(found, None)


def led(chances: Point, rules: Rules) -> MixedDeal | None:
    """A deal in which one agent answers and all others pass, nowhere below the chances."""
    if rules.need > 1 or not rules.passing:
        return None
    silence = tuple(Fraction(answer == PASS) for answer in range(rules.colors + 1))
    for player in range(rules.players):
        least = [[Fraction(0)] * (rules.colors + 1) for _ in range(rules.view_count)]
        for code, chance in enumerate(chances):
            row, answer = least[rules.view(player, code)], rules.hats(code)[player] + 1
            row[answer] = max(row[answer], chance)
        if all(sum(row) <= 1 for row in least):
            for row in least:
                row[PASS + 1] += 1 - sum(row)
            rows = [(silence,) * rules.view_count] * rules.players
            rows[player] = tuple(map(tuple, least))
            return MixedDeal(tuple(rows))
    return None


def bettered_alone(mixed: MixedDeal, rules: Rules) -> MixedDeal:
    """The deal with one rule after another changed for the better, where that is possible.

    What a rule wins, the others being as they are, is linear in it: its answers are points
    with a coordinate for each configuration that looks so, and a mixture is above or not.
    """
    rows = [list(row) for row in mixed.rules]
    width = range(rules.colors + 1)
    pure = [tuple(Fraction(k == answer) for k in width) for answer in width]
    allowed = pure if rules.passing else pure[PASS + 1 :]
    for player in range(rules.players):
        for view in range(rules.view_count):
            alike = [c for c in range(rules.size) if rules.view(player, c) == view]
            now, *points = (
                rule_chances(rows, (player, view), rule, alike, rules)
                for rule in (rows[player][view], *allowed)
            )
            shares = mixture_above(now, points).shares
            if shares is not None:
                rows[player][view] = mixture(shares, allowed)
    return MixedDeal(tuple(map(tuple, rows)))


def rule_chances(
    rows: Sequence[Sequence[Distribution]],
    place: tuple[int, int],
    rule: Distribution,
    codes: Sequence[int],
    rules: Rules,
) -> Point:
    """The chances to win some configurations with one agent's rule for a view replaced."""
    trial = [list(row) for row in rows]
    trial[place[0]][place[1]] = rule
    mixed = MixedDeal(tuple(map(tuple, trial)))
    return tuple(win_chance(mixed, rules, code) for code in codes)


def mixture(
    shares: Sequence[Fraction], distributions: Sequence[Distribution]
) -> Distribution:
    """Distributions mixed by their shares."""
    columns = zip(*distributions, strict=True)
    return tuple(
        sum((s * d for s, d in zip(shares, column, strict=True)), Fraction(0))
        for column in columns
    )


def some_below(chances: Point, rules: Rules) -> bool:
    """Whether a configuration is won with less than 1/M, or wrong answers are allowed.

    If not, no deal with coins of the agents' own is better.  Let an agent pass with chance
    s on a line of M configurations that look alike to it, and be wrong at its ends with
    chances b.  The product of the 1 - b is at most f(s)^M with f(s) = (1 + (M - 1) s)/M,
    as their sum is 1 + (M - 1) s.  Further, f(s) f(t) <= f(st).  A configuration is won
    with a chance w of at most P - S, the products of its agents' 1 - b and s; where w is
    1/M or more, P >= 1/M + S >= f(S) >= the product of its agents' f(s).  Multiply over
    all configurations: both sides are equal, so that S = 0, P = 1/M, and w = 1/M.
    """
    return rules.wrong > 0 or min(chances) < Fraction(1, rules.colors)


def maximal_lots(rules: Rules) -> list[tuple[Won, ...]]:
    """The largest families of maximal sets of which every lot is maximal.

    Every maximal lot is cast within such a family; parts of a family are families.
    """
    won = maximal_won(rules)
    if len(won) > MOST_SETS:
        raise TooLarge(
            f"{len(won):,} maximal sets; lots are looked for among at most {MOST_SETS}"
        )
    families = Families([indicator(one, rules) for one in won])
    largest: list[frozenset[int]] = []
    outside = [frozenset[int]()]  # the least sets that are part of none of the largest
    while (found := next(filter(families.holds, outside), None)) is not None:
        for place in range(len(won)):
            if families.holds(found | {place}):
                found |= {place}
        largest.append(found)
        others = {*range(len(won))} - found
        wider = [one | {k} for one in outside if one <= found for k in others]
        kept = [one for one in outside if not one <= found]
        outside = kept + [
            one for one in dict.fromkeys(wider) if not any(map(one.__ge__, kept))
        ]
    return [tuple(won[place] for place in sorted(one)) for one in largest]


class Families:
    """Which sets of points are families, each asked of a program only where it must be."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = points
        self.fine: list[frozenset[int]] = []
        self.bad: list[frozenset[int]] = []

    def holds(self, family: frozenset[int]) -> bool:
        """Whether lots among some points are maximal: the even lot tells it of all."""
        if not family or any(family <= one for one in self.fine):
            return True
        if any(one <= family for one in self.bad):
            return False
        columns = zip(*(self.points[place] for place in family), strict=True)
        middle = tuple(sum(column, Fraction(0)) / len(family) for column in columns)
        prices = mixture_above(middle, self.points).prices
        if prices is None:
            self.bad.append(family)
            return False
        worth = [sum(map(Fraction.__mul__, prices, point)) for point in self.points]
        most = max(worth)
        self.fine.append(frozenset(k for k, one in enumerate(worth) if one == most))
        return True
