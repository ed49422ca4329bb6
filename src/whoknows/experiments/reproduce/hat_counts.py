"""The hat-game paper [VanUem2018], what its text counts: codes, sets, and matrices."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import inf

import numpy as np

from whoknows.experiments.reproduce.verdict import Line, apart, exact
from whoknows.games.hats.paper import vanuem as paper
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.adequate.adequate_sets import adequate_sets, by_chance
from whoknows.games.hats.solve.adequate.decision_matrices import (
    all_matrices,
    up_to_swapping,
)
from whoknows.games.hats.solve.adequate.psi import Psi
from whoknows.games.hats.solve.bounds.ball_bounds import least_size
from whoknows.games.hats.solve.codes.code_search import search
from whoknows.games.hats.solve.codes.hamming import coset
from whoknows.games.hats.solve.maximal.brute_force import all_won, maximal_masks
from whoknows.games.hats.solve.maximal.dominating_sets import minimal_sets

PAPER = "hat-game"
EXACT = partial(exact, PAPER)
APART = partial(apart, PAPER)
RUNS = 100  # of a search for a code of 62 words, which takes two


def lines() -> Iterator[Line]:
    """The introduction, and what is counted in sections 1.2 to 5.1."""
    yield from covering_codes()
    yield from three_players()
    yield from sizes_without_sets()
    for code, printed in paper.SCODES_4.items():
        found = "".join(str(Rules(4).view(player, code)) for player in range(4))
        yield EXACT(
            "vanuem.SCODES_4", "Section 1.2", f"Scode of {code:04b}", printed, found
        )
    yield from matrices_of_two()


def covering_codes() -> Iterator[Line]:
    """The table of the introduction, and the numbers of least adequate sets."""
    for players, printed in paper.DAS.items():
        low, high = least_code(players)
        where = ("vanuem.DAS", "Introduction", f"K({players}, 1)", printed)
        if low == high:
            yield EXACT(*where, high, note=f"max. prob. {1 - Fraction(high, 2**players)}")
        else:
            yield from one_sided(players, printed, low, high)
    for players, printed in paper.NAS.items():
        found = len(adequate_sets(players))
        yield EXACT(
            "vanuem.NAS", "Sections 2 to 5", f"nas for {players} players", printed, found
        )


def least_code(players: int) -> tuple[int, int]:
    """What a covering code of radius 1 cannot be smaller than, and one that there is."""
    if players <= 7:
        size = min(map(len, adequate_sets(players)))
        return size, size
    low = least_size(players)
    made = len(coset(players, 0))
    if low == made:
        return low, made
    rng = np.random.default_rng(0)
    target = paper.DAS[players]
    return low, search(players, rng=rng, time_limit=inf, target=target, runs=RUNS).code.size


def one_sided(players: int, printed: int, low: int, high: int) -> Iterator[Line]:
    """A code is there, but that none is smaller is the proof of others."""
    yield EXACT(
        "vanuem.DAS", "Introduction", f"K({players}, 1), a code of so many words",
        printed, high, note=f"searched; max. prob. {1 - Fraction(high, 2**players)}",
    )  # fmt: skip
    yield APART(
        "vanuem.DAS", "Introduction", f"K({players}, 1), no code of fewer",
        printed, f"at least {low}",
        reason="counting proves less; the proof by computer of Östergård and Blass (2001)"
        " is not done again",
    )  # fmt: skip


def three_players() -> Iterator[Line]:
    """The introduction and Appendix 4: all strategies of three players."""
    won = all_won(Rules(3))
    yield EXACT(
        "vanuem.GUO", "Introduction", "strategies of three players, and maximal ones",
        list(paper.GUO), [len(won), len(maximal_masks(won))],
    )  # fmt: skip
    best = int(np.bitwise_count(won).max())
    yield EXACT(
        "vanuem.APPENDIX_4", "Appendix 4", "optimal matrices of three players",
        paper.APPENDIX_4, int((np.bitwise_count(won) == best).sum()),
        note=f"all {len(won):,} tried; they win {best} of 8",
    )  # fmt: skip


def sizes_without_sets() -> Iterator[Line]:
    """Sections 2.1 to 5.1: sizes that are tried in vain, and larger ones."""
    for players, sizes in paper.NO_SETS.items():
        found = [mask.bit_count() for mask in minimal_sets(players)]
        for size in sizes:
            yield EXACT(
                "vanuem.NO_SETS", f"Section {players}.1", f"sets of das = {size}",
                0, sum(least <= size for least in found),
            )  # fmt: skip
    for size, total in paper.LARGER_2.items():
        sums = {chance for chance, _ in by_chance(adequate_sets(2, size=size), Rules(2))}
        yield EXACT(
            "vanuem.LARGER_2", "Section 2.1", f"sums at p = 1/2 for das = {size}",
            [total], sorted(sums),
        )  # fmt: skip


def matrices_of_two() -> Iterator[Line]:
    """Section 2.1: how many matrices each set has, and how many differ by a swap alone."""
    rules, every = Rules(2), []
    for lost, printed in paper.MATRICES_OF_EACH_2.items():
        found = list(all_matrices(lost, rules))
        every += found
        name = f"{{{lost[0]}, {lost[1]}}}"
        yield EXACT(
            "vanuem.MATRICES_OF_EACH_2", "Section 2.1", f"matrices of {name}",
            printed, len(found),
        )  # fmt: skip
    yield EXACT(
        "vanuem.ISOMORPHIC_2", "Section 2.1", "matrices that are isomorphic to others",
        paper.ISOMORPHIC_2, len(every) - len(up_to_swapping(every, rules)),
    )  # fmt: skip


def least_psi(five: Psi) -> Line:
    """Under Theorem 5.1: the least value of Psi(5, p), at an end of a piece or inside."""
    near = [Fraction(k, 1000) for k in range(500, 1001)]
    values = {p: max(value(piece.polynomial, p) for piece in five.pieces) for p in near}
    at = min(values, key=lambda p: values[p])
    return EXACT(
        "vanuem.LEAST_PSI_5", "Section 5.2", "least of Psi(5, p): where, and how much",
        list(paper.LEAST_PSI_5), [at, values[at]], note="in steps of 1/1000",
    )  # fmt: skip


def value(polynomial: tuple[int, ...], p: Fraction) -> Fraction:
    """A polynomial at a point."""
    return sum((c * p**k for k, c in enumerate(polynomial)), Fraction(0))
