"""What the errata prove to be right, for each printed number that is wrong.

A paper is blamed for a difference only where what is computed is what stands here, with
the erratum that proves it; `docs/errata.md` lists them.  So an error of ours beside an
error of the paper is not taken for it.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from whoknows.games.egghead import paper as egghead
from whoknows.games.hats.paper import JANSSEN, VAN_UEM, Erratum, four_agents, janssen
from whoknows.games.mastermind import paper as mastermind


class Correction(NamedTuple):
    """The right value of a line, and why the printed one is wrong."""

    where: str
    """The erratum that proves it."""
    value: Any
    reason: str


@cache
def corrections() -> Mapping[str, Mapping[str, Correction]]:
    """Everything that the errata prove about lines: by the paper, and by the line."""
    return {
        "hats-thesis": proven(truths(JANSSEN), THESIS),
        "hat-game": proven(truths(VAN_UEM), HAT_GAME),
        "mastermind": proven(mastermind.ERRATA, MASTERMIND),
        "egghead": proven(egghead.ERRATA, EGGHEAD),
    }


def proven(
    errata: Mapping[str, str], values: Mapping[str, Mapping[str, Any]]
) -> dict[str, Correction]:
    """The corrections by their lines, each with the words of its erratum."""
    return {
        item: Correction(where, value, errata[where].rstrip("."))
        for where, items in values.items()
        for item, value in items.items()
    }


def truths(errata: Iterable[Erratum]) -> dict[str, str]:
    """What is true, by where the papers are wrong."""
    return {erratum.where: erratum.truth for erratum in errata}


THESIS: Mapping[str, Mapping[str, Any]] = {
    "Theorem 2, section 2.2": {"Section 2.1.9, thoughts": 12_754_584},
    "Theorem 2": {"Theorem 2, deals = (2+1)^(2^(3-1))": 81},
    "Corollary 1": {"Corollary 1, maximal deals of three agents": 12},
    "Section 5.2.2": {"Section 5.2.2, what an agent of four can see": 2**3},
    "Figure 5.1, strategy 10": {"Figure 5.1, deal 10": "PPPP PPPP BBBB"},
    "Section 5.1.2": {
        "Section 5.1.2, maximal deals of 3 agents by the Chain-Method as told": 10,
        "Section 5.1.2, maximal deals of 4 agents by the Chain-Method as told": 124,
    },
    "Chapter 3": {
        f"Chapter 3, Ebert's rate with k = {k}": Fraction(2**k - 1, 2**k) for k in (2, 3)
    },
    "Theorems 6 and 8": {
        "Theorems 6 and 8, least chains for 4 agents": 4,
        "Theorems 6 and 8, least chains for 5 agents": 7,
        "Theorems 6 and 8, least chains for 6 agents": 12,
        "Theorem 6, four agents: chains, good, wrong, left": [4, 12, 4, 0],
        "Theorem 6, four agents: chains that do not meet; rounds right by three chains": [
            2, 10,
        ],
    },
    "Table 5.3": {
        "Table 5.3, rounds won by 5 agents": 25,
        "Table 5.3, rounds won by 6 agents": 52,
        "Table 5.3, percent for 5 agents": "78.13",
        "Table 5.3, percent for 6 agents": "81.25",
    },
    "Table 5.1, Chain C": {
        f"Table 5.1, wrong at {' and '.join(rounds)}": deal
        for rounds, deal in janssen.TABLE_5_1_MENDED.items()
        if deal != janssen.TABLE_5_1[rounds]
    },
    "Tables 5.5 to 5.8, rows 35, 84, 85, 128": {
        "Table 5.5, deal 35": four_agents.MENDED[35],
        "Table 5.6, deal 84": four_agents.MENDED[84],
        "Table 5.8, deal 128": four_agents.MENDED[128],
    },
    "Tables 5.6 and 5.7": {"Tables 5.5 to 5.8, percent, deals 41 to 120": "68.75"},
    "Tables 5.5 to 5.8": {"Tables 5.5 to 5.8, maximal as read by Table 5.4": 12},
    "Section 5.2.2, example": {"Section 5.2.2, example, deal 3 of agent 2": "BRPPPPRB"},
    "Section 5.3": {
        "Section 5.3.2, least chains for five agents": 7,
        "Section 5.3.1, percent that maximal deals win": ["50", "78.125"],
    },
    "Section 5.2.2, comparison": {
        "Section 5.2.2, brute force with four agents, time": "138,000 years"
    },
    "Section 5.2.3": {"Section 5.2.3, 72 of 2400": "3 %"},
}  # fmt: skip

HAT_GAME: Mapping[str, Mapping[str, Any]] = {
    "Section 2.2": {"Section 2.2, nasopt for two players, p > 1/2": 2},
    "Section 5.1": {"Section 5.1, sets shown": 5},
    "Section 4.2, last table": {
        "Section 4.2, last table, das = 5": "1 1 2 1 0 at p = 0.9, 1 3 0 0 1 at 0.55",
        "Section 4.2, last table, das = 6": "1 2 2 1 0 at p = 0.9, 1 4 0 0 1 at 0.55",
    },
    "Section 5.2, last table": {
        "Section 5.2, last table, das = 18": "1 5 9 2 1 0",
        **{
            f"Section 5.2, last table, das = {17 + k}": f"1 5 10 {k} 1 0"
            for k in range(2, 10)
        },
    },
    "Section 5.2, B and C": {
        "Section 5.2, arrow B: classes, and the power of p - q": ["102310", "120130", 2]
    },
    "Section 5.2, under the last table": {
        "Section 5.2, in order, by p = 0.55": "2q^2p^3 - p^5 < q^3p^2 < q^2p^3"
    },
    "Appendix 1": {"Appendix 1, sets that the program prints for four players": 154},
    "Section 8, N = 5": {"Section 8, optimal sets of five, p < sqrt(2) - 1": 30},
    "Sections 7 and 8, complexity": {
        "Section 7, 4 players: strategies": "1.9E+15",
        "Section 7, 6 players: sets of 12": "3.3E+12",
    },
}  # fmt: skip

MASTERMIND: Mapping[str, Mapping[str, Any]] = {
    "Exercise 5, the place of entropy": {
        "Exercise 5, entropy among those that are not naive": "number 3 of 4 by total"
    },
    "Exercise 5, the base of the logarithm": {
        "Exercise 5, a base that depends on the parts": "total 8645"
    },
}

EGGHEAD: Mapping[str, Mapping[str, Any]] = {
    "Example 3.2": {"Example 3.2, f with 111 for p2": 3},
    "Example 4.2": {"Example 4.2, kinds of rows": 5},
    "Example 4.3": {
        "Example 4.3, p3's row beside 111 and 456": 3,
        "Example 4.3, p3's row beside 122 and 234": 0,
        "Example 4.3, p3's row beside 122 and 345": 6,
        "Example 4.3, p3's row beside 122 and 456": 6,
        "Example 4.3, p3's row beside 222 and 124": 0,
        "Example 4.3, p3's row beside 222 and 456": 3,
        "Example 4.3, with p2's new stack, beside 111 and 111": 3,
        "Example 4.3, with p2's new stack, beside 111 and 456": 3,
        "Example 4.3, with p2's new stack, beside 122 and 234": 6,
        "Example 4.3, with p2's new stack, beside 122 and 345": 6,
        "Example 4.3, with p2's new stack, beside 122 and 456": 6,
        "Example 4.3, with p2's new stack, beside 222 and 124": 3,
        "Example 4.3, with p2's new stack, beside 222 and 456": 3,
    },
    "Example A.2": {"Example A.2, rows of p1's table": 5},
}
