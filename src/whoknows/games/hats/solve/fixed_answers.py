"""Fewer deals to look at: answers that may be fixed, and no deal wins more without them.

The hat-game paper counts, after Krzywkowski, (3^(2^(N-1) - 2))^N strategies where there are
(3^(2^(N-1)))^N: two answers of each agent need not be tried.  This is how, for N >= 3.

- Every deal loses some configuration, and on seeing it everybody may as well guess *away*
  from it: wrong where all is lost anyway, and right next door.  Whatever was answered
  before, nothing is lost that was won.
- The same goes for a second one, and if it differs from the first in two places or more,
  everybody sees another view there: two answers of each agent are fixed.
- There is a second one that differs in two places or in three.  Look at what differs from
  the first in two places: a lost one is next to it, and differs from the first in one,
  two, or three.  If only those in one place come into question, there are N - 1 of them
  or more, since they have to reach all pairs; and any two of those differ in two places.

So, if all colors are alike, agents and colors can be renamed until everybody guesses away
from RR..R and from BBR..R or BBBR..R.  It cannot always be BB..B: no least losing set of
five agents has two configurations that differ everywhere.

>>> rules = Rules(players=3)
>>> found = reduced(parse_deal("PPPP PPPP BPPP", rules), rules)
>>> deal_name(found.deal, rules), found.away_from, found.won_before, found.won
('BPPR BPPR BPPR', (0, 7), 1, 6)
>>> krzywkowski(3)
729
"""

from dataclasses import dataclass
from itertools import combinations

from whoknows.errors import BadSetup
from whoknows.games.hats.rules import Code, Deal, Rules, deal_name, evaluate, parse_deal
from whoknows.games.hats.solve.many_colors.strong_coverings import is_strong

__all__ = ["Reduced", "deal_name", "krzywkowski", "parse_deal", "reduced"]


@dataclass(frozen=True, slots=True)
class Reduced:
    """A deal that guesses away from what it loses, and wins all the first one won."""

    deal: Deal
    away_from: tuple[Code, ...]  # lost configurations that everybody guesses away from
    won_before: int
    won: int


def reduced(deal: Deal, rules: Rules) -> Reduced:
    """The deal with all guessing away from a lost configuration, and from a second one."""
    if rules.colors != 2 or not is_strong(rules):
        raise BadSetup(
            "deals are reduced for one round, two colors, hats seen by seat, passing, and"
            " one right answer"
        )
    deal = deal.settled()
    before = evaluate(deal, rules)
    lost = sorted(set(range(rules.size)) - set(before.won_set))
    away = lost_pair(lost) or tuple(lost[:1])
    answers = [list(row) for row in deal.answers]
    for code in away:
        for agent, color in enumerate(rules.hats(code)):
            answers[agent][rules.view(agent, code)] = 2 - color  # the other color
    deal = Deal(tuple(map(tuple, answers)))
    after = evaluate(deal, rules)
    assert set(before.won_set) <= set(after.won_set), "nothing is lost that was won"
    return Reduced(deal, away, before.won, after.won)


def lost_pair(lost: list[Code]) -> tuple[Code, Code] | None:
    """Two configurations that differ in three places, or else in two."""
    for places in (3, 2):
        for one, other in combinations(lost, 2):
            if (one ^ other).bit_count() == places:
                return one, other
    return None


def krzywkowski(players: int) -> int:
    """How many deals there are with two answers of each agent fixed."""
    return int((3 ** (2 ** (players - 1) - 2)) ** players)
