"""The hat-game paper [VanUem2018] from section 5.2 on: claims, complexity, overview."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb

from whoknows.experiments.reproduce.verdict import Line, exact
from whoknows.games.hats.paper import overview as paper
from whoknows.games.hats.paper import vanuem
from whoknows.games.hats.show.charts import polynomial_text
from whoknows.games.hats.solve.adequate.adequate_sets import pattern_chance
from whoknows.games.hats.solve.adequate.overview import Overview, examples, overview
from whoknows.games.hats.solve.adequate.psi import psi

PAPER = "hat-game"
EXACT = partial(exact, PAPER)


def lines() -> Iterator[Line]:
    """The last pages of the paper."""
    yield from dominance()
    yield from appendix_1()
    yield from best_chances()
    yield from numbers_of_strategies()


def dominance() -> Iterator[Line]:
    """Section 5.2: the classes that others dominate, and the step from das 17 to 18."""
    p = Fraction(3, 5)
    q = 1 - p
    better, worse, power = vanuem.ARROW_B
    true = "120130"
    difference = pattern_chance(map(int, better), p) - pattern_chance(map(int, true), p)
    exponent = next(k for k in range(1, 9) if difference == -2 * p * q * (p - q) ** k)
    yield EXACT(
        "vanuem.ARROW_B", "Section 5.2", "arrow B: classes, and the power of p - q",
        [better, worse, power], [better, true, exponent],
    )  # fmt: skip
    p = Fraction("0.55")
    q = 1 - p
    terms = {
        "q^3p^2": q**3 * p**2,
        "2q^2p^3 - p^5": 2 * q**2 * p**3 - p**5,
        "q^2p^3": q**2 * p**3,
    }
    yield EXACT(
        "vanuem.BETWEEN", "Section 5.2", "in order, by p = 0.55",
        vanuem.BETWEEN, " < ".join(sorted(terms, key=lambda name: terms[name])),
    )  # fmt: skip


def appendix_1() -> Iterator[Line]:
    """What the program of Appendix 1 finds for four players as it is printed."""
    found = sum(
        shares_a_code([program_codes(code, 4) for code in lost], 4)
        for lost in combinations(range(16), 4)
    )
    yield EXACT(
        "vanuem.APPENDIX_1", "Appendix 1", "sets that the program prints for four players",
        vanuem.APPENDIX_1, found,
    )  # fmt: skip


def program_codes(code: int, players: int) -> list[int]:
    """The Scodes as the program computes them: `2^(u-k)` for the players behind."""
    bits = [code >> place & 1 for place in range(players)]
    return [
        sum(bits[t] << t for t in range(k))
        + sum(bits[u] << (u - k) for u in range(k + 1, players))
        for k in range(players)
    ]


def shares_a_code(lost: list[list[int]], players: int) -> bool:
    """Whether every configuration shares a Scode with an element, in the same place."""
    return all(
        any(
            one == other
            for element in lost
            for one, other in zip(element, program_codes(code, players), strict=True)
        )
        for code in range(1 << players)
    )


def best_chances() -> Iterator[Line]:
    """Section 8: Psi(N, p), the numbers of optimal sets, and the examples."""
    rows = {players: overview(players) for players in paper.PSI}
    for players, printed in paper.PSI.items():
        for place, (text, span) in enumerate(
            zip(printed, rows[players].spans, strict=True)
        ):
            yield EXACT(
                "overview.PSI", "Section 8", f"Psi({players}, p), piece {place + 1}",
                polynomial_text(text), polynomial_text(span.polynomial),
            )  # fmt: skip
    inner = [str(mark) for mark in rows[5].marks[1:-1]]
    for end, found in zip(paper.ENDS_5, inner, strict=True):
        yield EXACT(
            "overview.ENDS_5", "Section 8", f"pieces of Psi(5, p) meet at {end}",
            end, "sqrt(2) - 1" if found == "-1 + sqrt(2)" else found,
        )  # fmt: skip
    for players, counts in paper.NASOPT.items():
        yield from optimal_sets(players, counts, rows[players])
    for players in paper.PSI:
        for example in examples(psi(players)):
            if example.name in paper.EXAMPLES:
                yield EXACT(
                    "overview.EXAMPLES", "Section 8", f"set of example {example.name}",
                    list(paper.EXAMPLES[example.name]), list(example.lost),
                )  # fmt: skip
    yield EXACT(
        "vanuem.NASOPT_PRINTED", "Section 8", "optimal sets of five, p < sqrt(2) - 1",
        vanuem.NASOPT_PRINTED, rows[5].optimal[0],
    )  # fmt: skip


def optimal_sets(players: int, counts: list[int], row: Overview) -> Iterator[Line]:
    """How many sets are optimal, from p = 0 to p = 1."""
    for place, (count, found) in enumerate(zip(counts, row.optimal, strict=True)):
        mark = row.marks[(place + 1) // 2]
        where = f"at {mark}" if place % 2 else f"from {row.marks[place // 2]}"
        yield EXACT(
            "overview.NASOPT",
            "Section 8",
            f"nasopt for {players} players, p {where}",
            count,
            found,
        )


def numbers_of_strategies() -> Iterator[Line]:
    """Section 7: how many strategies and sets there are to try."""
    for players, (das, *printed) in paper.COMPLEXITY.items():
        views = 2 ** (players - 1)
        numbers = (
            3 ** (views * players),
            3 ** ((views - 2) * players),
            comb(2**players, das),
        )
        names = ("strategies", "by Krzywkowski", f"sets of {das}")
        for name, text, number in zip(names, printed, numbers, strict=True):
            found = str(number) if text.isdigit() else f"{Decimal(number):.1E}"
            yield EXACT(
                "overview.COMPLEXITY", "Section 7", f"{players} players: {name}",
                text, found,
            )  # fmt: skip
