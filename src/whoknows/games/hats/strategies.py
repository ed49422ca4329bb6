"""Ways to answer, one function each: `(sight, history, rng) -> answer`.

A team plays well if all of its seats follow the same strategy; each function below says
where it comes from.  Where the rules are not of its kind, a strategy passes (or says the
likeliest color where passing is not allowed).
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.games.hats.rules import FREE, PASS, Deal, Rules
from whoknows.games.hats.rules.deal import agreed_deal
from whoknows.games.hats.rules.fold import AGAIN, Sight, others, sight_in, view
from whoknows.games.hats.solve.adequate.adequate_sets import (
    FIRST_LEAST_SET,
    LEAST_SIZES,
    adequate_sets,
    by_chance,
)
from whoknows.games.hats.solve.codes.constructions import LONGEST_CODE, lightest_code
from whoknows.games.hats.solve.cube_bits import deal_losing
from whoknows.games.hats.solve.simulate import Heads, Said, Team
from whoknows.play.game import Event, History, Strategy

__all__ = [
    "STRATEGIES",
    "adequate_deal",
    "agreed",
    "check_kind",
    "deals_for",
    "has_adequate_deal",
    "strategy_team",
]


def leader(sight: Sight, history: History, rng: np.random.Generator) -> int:
    """The first seat says its likeliest color, the others pass: the obvious strategy."""
    return likeliest(sight) if sight.seat == 0 else quiet(sight)


def opposite(sight: Sight, history: History, rng: np.random.Generator) -> int:
    """If all the hats you see have one color, say the next color; else pass.

    With three agents and two colors it wins 3/4 [Ebert1998].
    """
    seen = set(others(sight))
    if len(seen) != 1:
        return quiet(sight)
    return (seen.pop() + 1) % sight.setup.colors + 1


def hamming(sight: Sight, history: History, rng: np.random.Generator) -> int:
    """Guess away from the Hamming code on the first 2^k - 1 seats [EbertMerkleVollmer2003].

    The syndrome of a word adds up the numbers of the seats with B; words of the code have
    syndrome 0.  For N = 2^k - 1 agents it wins N / (N + 1).
    """
    rules, seat = sight.setup, sight.seat
    length = (1 << (rules.players + 1).bit_length() - 1) - 1
    if rules.colors != 2 or rules.views != "seats" or seat is None or seat >= length:
        return quiet(sight)
    syndrome = 0
    for place, color in enumerate(sight.seen[:length], 1):
        syndrome ^= place if color == 1 else 0
    if syndrome == 0:
        return 2  # with R on my head it would be a word of the code
    return 1 if syndrome == seat + 1 else quiet(sight)


def covering(sight: Sight, history: History, rng: np.random.Generator) -> int:
    """Guess away from the smallest covering code we have, by syndromes, at any size.

    With a dozen or thirty agents nobody needs a table [LenstraSeroussi2005]; where the
    odds are unequal, the least likely translate is left to lose.
    """
    rules, seat = sight.setup, sight.seat
    if rules.colors != 2 or rules.views != "seats" or seat is None:
        return quiet(sight)
    if rules.players > LONGEST_CODE:
        return quiet(sight)
    code, _ = lightest_code(Rules(rules.players, odds=rules.odds))
    return code.answer(seat, others(sight)) or quiet(sight)


def adequate(sight: Sight, history: History, rng: np.random.Generator) -> int:
    """Lose just a least adequate set, the least likely one [VanUem2018]."""
    rules = sight.setup
    if sight.seat is None or not has_adequate_deal(rules):
        return quiet(sight)
    return adequate_deal(rules).answers[sight.seat][view(sight)]


def silence(sight: Sight, history: History, rng: np.random.Generator) -> int:
    """Guess away from the two words of one color, and listen to silence.

    After r silent rounds the hats are known to differ from both words in more than r
    places; who then knows its color says it.  With R rounds it loses 2 of 2^N
    configurations if N <= 2R + 1.
    """
    rules = sight.setup
    if rules.colors != 2:
        return quiet(sight)
    black = sum(others(sight))
    white_far, black_far = (min(n, rules.players - n) for n in (black, black + 1))
    if white_far == len(history) and black_far == len(history) + 1:
        return 2
    if black_far == len(history) and white_far == len(history) + 1:
        return 1
    return quiet(sight)


def keep_deal(sight: Sight, history: History, rng: np.random.Generator) -> int:
    """Say what the deal prescribes that the table has agreed on; if there is none, pass."""
    if sight.seat is None or not sight.setup.agreed:
        return quiet(sight)
    answer = agreed_deal(sight.setup).answers[sight.seat][view(sight)]
    return quiet(sight) if answer == FREE else answer


STRATEGIES: Mapping[str, Strategy[Sight, int]] = {
    "leader": leader,
    "opposite": opposite,
    "hamming": hamming,
    "covering": covering,
    "adequate": adequate,
    "silence": silence,
    "agreed": keep_deal,
}


@checked
def deals_for(rules: Rules) -> list[str]:
    """The strategies that are deals here, that which was agreed on first, if one was."""
    known = [name for name in STRATEGIES if name != "agreed"]
    return ["agreed", *known] if rules.agreed else known


def check_kind(name: str, rules: Rules) -> None:
    """Refuse a strategy where the rules are not of its kind, and it would only pass."""
    if name == "adequate" and not has_adequate_deal(rules):
        raise BadSetup(
            f"the strategy 'adequate' is for one round, two colors, hats seen by seat, one"
            f" right answer, and at most {max(LEAST_SIZES)} players"
        )
    if name == "silence" and (rules.colors != 2 or not rules.passing):
        raise BadSetup("the strategy 'silence' is for two colors and passing")
    if name == "agreed" and not rules.agreed:
        raise BadSetup("the strategy 'agreed' is for a table that has agreed on a deal")


def agreed(strategy: Strategy, rules: Rules) -> Deal:
    """The deal that a team plays in the first round if all follow the strategy.

    >>> from whoknows.games.hats.rules import deal_name
    >>> deal_name(agreed(opposite, Rules(3)), Rules(3))
    'BPPR BPPR BPPR'
    """
    rng = np.random.default_rng(0)
    table, views = rules.table().tolist(), rules.view_table()
    rows = []
    for seat in range(rules.players):
        row = [PASS] * rules.view_count
        for code, hats in enumerate(table):
            sight = sight_in(rules, tuple(hats), seat)
            row[int(views[seat][code])] = strategy(sight, (), rng)
        rows.append(tuple(row))
    return Deal(tuple(rows))


def quiet(sight: Sight) -> int:
    """Pass, or say the likeliest color where passing is not allowed."""
    return PASS if sight.setup.passing else likeliest(sight)


def likeliest(sight: Sight) -> int:
    """The color that the seat wears most likely, the first of equals."""
    rules, seat = sight.setup, sight.seat
    if not rules.odds or seat is None:
        return 1
    row = rules.odds[seat]
    return row.index(max(row)) + 1


@checked
def has_adequate_deal(rules: Rules) -> bool:
    """Whether the rules are those of the hat-game paper, for few enough players."""
    return rules.colors == 2 and rules.is_standard and rules.players <= max(LEAST_SIZES)


@lru_cache(maxsize=64)
def adequate_deal(rules: Rules) -> Deal:
    """The deal that loses the least likely of the least adequate sets.

    Where all configurations are as likely, that is the first of them.
    """
    if not rules.odds and not rules.chances and rules.players in FIRST_LEAST_SET:
        return deal_losing(FIRST_LEAST_SET[rules.players], rules)
    _, lost = by_chance(adequate_sets(rules.players), rules)[0]
    return deal_losing(lost, rules)


def strategy_team(strategy: Strategy, rules: Rules) -> Team:
    """A team whose seats all follow a strategy, each from its own sight."""

    def says(hats: Heads, turn: int, rng: np.random.Generator) -> Said:
        silent = dict.fromkeys(range(rules.players), PASS)
        history = tuple(Event(silent, AGAIN) for _ in range(turn))
        rows = []
        for heads in hats.tolist():
            worn, seats = tuple(heads), range(rules.players)
            sights = [sight_in(rules, worn, seat, history) for seat in seats]
            rows.append([int(strategy(sight, history, rng)) for sight in sights])
        return np.array(rows, dtype=np.int64)

    return says
