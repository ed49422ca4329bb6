"""The Hat Game and covering codes [VanUem2018], number by number."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial

from whoknows.experiments.reproduce import hat_counts, hat_overview
from whoknows.experiments.reproduce.charts import Series, chart
from whoknows.experiments.reproduce.verdict import Figure, Line, exact
from whoknows.games.hats.paper import appendices
from whoknows.games.hats.paper import vanuem as paper
from whoknows.games.hats.rules import Rules, parse_matrix, same_odds
from whoknows.games.hats.show.charts import polynomial_text
from whoknows.games.hats.solve.adequate.adequate_sets import (
    adequate_sets,
    by_chance,
    lightest,
    pattern,
    pattern_chance,
    zeros_of,
)
from whoknows.games.hats.solve.adequate.decision_matrices import (
    all_matrices,
    decision_matrix,
    key,
    up_to_swapping,
)
from whoknows.games.hats.solve.adequate.psi import Piece, Psi, psi
from whoknows.games.hats.solve.cube_bits import mask_of
from whoknows.games.hats.solve.maximal.dominating_sets import minimal_sets

PAPER = "hat-game"
EXACT = partial(exact, PAPER)
NINE_TENTHS = Fraction("0.9")
NEAR_HALF = Fraction("0.55")  # below 2 - sqrt(2) = 0.5857...

NOT_NUMBERS = {"vanuem.IMPOSSIBLE_ROWS_5": "the rows of LIGHTEST_5 that are wrong"}


def lines(scale: object) -> Iterator[Line | Figure]:  # noqa: ARG001 -- all of it is exact
    """All lines of the paper."""
    yield from hat_counts.lines()
    yield from scodes_and_matrices()
    yield from two_players()
    yield from first_sets()
    yield from unequal_colors()
    yield from lightest_by_size()
    yield from appendix_rows()
    yield from hat_overview.lines()


def scodes_and_matrices() -> Iterator[Line]:
    """Section 1.1, and the decision matrices of sections 1 to 5."""
    rules = Rules(3)
    for code, printed in enumerate(paper.SCODES_3):
        found = "".join(str(rules.view(player, code)) for player in range(3))
        yield EXACT(
            "vanuem.SCODES_3", "Section 1.1", f"Scode of {code:03b}", printed, found
        )
    for (players, lost), text in paper.MATRICES.items():
        found = matrix_text(decision_matrix(lost, Rules(players)).matrix())
        yield EXACT(
            "vanuem.MATRICES",
            "Decision matrices",
            f"{{{', '.join(map(str, lost))}}}",
            text,
            found,
        )


def matrix_text(matrix: list[list[int | str]]) -> str:
    """A decision matrix as the paper's data have it."""
    return " / ".join(" ".join(map(str, row)) for row in matrix)


def two_players() -> Iterator[Line]:
    """Section 2.1 and Appendix 3: all optimal matrices of two players."""
    rules = Rules(2)
    deals = [deal for lost in adequate_sets(2) for deal in all_matrices(lost, rules)]
    yield EXACT(
        "vanuem.ALL_MATRICES_2",
        "Section 2.1",
        "optimal matrices",
        paper.ALL_MATRICES_2,
        len(deals),
    )
    kinds = up_to_swapping(deals, rules)
    printed_kinds = [
        parse_matrix(paper.parse_rows(text), rules) for text in paper.UP_TO_SWAPPING_2
    ]
    for number, (text, deal) in enumerate(
        zip(paper.UP_TO_SWAPPING_2, printed_kinds, strict=True), 1
    ):
        [kind] = up_to_swapping([deal], rules)
        found = matrix_text(deal.matrix()) if kind in kinds else "not optimal"
        yield EXACT(
            "vanuem.UP_TO_SWAPPING_2",
            "Section 2.1",
            f"matrix {number} of {len(kinds)}",
            text,
            found,
        )
    for number, (text, deal) in enumerate(
        zip(paper.APPENDIX_3, sorted(deals, key=key), strict=True), 1
    ):
        found = matrix_text(deal.matrix())
        yield EXACT("vanuem.APPENDIX_3", "Appendix 3", f"matrix {number}", text, found)


def first_sets() -> Iterator[Line]:
    """Sections 2.1 to 5.1: the first adequate sets, their zeros, their sums."""
    for players, printed in paper.FIRST_SETS.items():
        section = f"Section {players}.1"
        found = [lost for _, lost in by_chance(adequate_sets(players), Rules(players))]
        for number, lost in enumerate(printed):
            yield EXACT(
                "vanuem.FIRST_SETS", section, f"set {number + 1} of {players} players",
                list(lost), list(found[number]),
            )  # fmt: skip
        for number, zeros in enumerate(paper.FIRST_ZEROS.get(players, ())):
            yield EXACT(
                "vanuem.FIRST_ZEROS", section,
                f"zeros of set {number + 1} of {players} players",
                list(zeros), list(zeros_of(found[number], players)),
            )  # fmt: skip
        sums = {chance for chance, _ in by_chance(found, Rules(players))}
        yield EXACT(
            "vanuem.SUMS_AT_HALF", section, f"sums at p = 1/2, {players} players",
            [paper.SUMS_AT_HALF[players]], sorted(sums),
        )  # fmt: skip


def unequal(players: int, p: Fraction) -> Rules:
    """The game in which a hat is white with chance p."""
    return Rules(players, odds=same_odds(players, (p, 1 - p)))


def unequal_colors() -> Iterator[Line | Figure]:
    """Sections 2.2 to 5.2: sums at p = 0.9, classes, and how many sets are optimal."""
    for players, printed in paper.SUMS_AT_09.items():
        chances = {
            lost: chance
            for chance, lost in by_chance(
                adequate_sets(players), unequal(players, NINE_TENTHS)
            )
        }
        for lost, total in zip(paper.FIRST_SETS[players], printed, strict=True):
            yield EXACT(
                "vanuem.SUMS_AT_09", f"Section {players}.2",
                f"sum of {set_text(lost)} at p = 0.9",
                total, chances[lost],
            )  # fmt: skip
    yield from classes()
    for players, count in paper.OPTIMAL.items():
        ranked = by_chance(adequate_sets(players), unequal(players, NINE_TENTHS))
        best = [lost for chance, lost in ranked if chance == ranked[0][0]]
        yield EXACT(
            "vanuem.OPTIMAL", "Appendix 2", f"nasopt for {players} players, p > 1/2",
            count, len(best),
        )  # fmt: skip
    yield from odd_counts()


def odd_counts() -> Iterator[Line | Figure]:
    """Counts of sections 2.2, 4.2, 5.1, and 5.2 that stand apart."""
    yield EXACT(
        "vanuem.RUN_WITH", "Section 2.2", "nasopt for two players, p > 1/2", paper.RUN_WITH,
        sum(chance == 1 - NINE_TENTHS for chance in two_at_nine_tenths()),
    )  # fmt: skip
    yield EXACT(
        "vanuem.SHOWN_5", "Section 5.1", "sets shown",
        paper.SHOWN_5, len(paper.FIRST_SETS[5]),
    )  # fmt: skip
    yield from optimal_of_five()
    sets = adequate_sets(4, size=5)
    new = sum(mask_of(lost) in set(minimal_sets(4)) for lost in sets)
    yield EXACT(
        "vanuem.FIVE_OF_FOUR", "Section 4.2", "sets of five, and new ones",
        list(paper.FIVE_OF_FOUR), [len(sets), new],
    )  # fmt: skip


def two_at_nine_tenths() -> list[Fraction]:
    """The sums of the adequate sets of two players at p = 0.9."""
    return [chance for chance, _ in by_chance(adequate_sets(2), unequal(2, NINE_TENTHS))]


def set_text(lost: tuple[int, ...]) -> str:
    """An adequate set as the paper writes it."""
    return f"{{{', '.join(map(str, lost))}}}"


def classes() -> Iterator[Line]:
    """The classes of adequate sets of four and of five players, by their zeros."""
    found = {
        players: {
            "".join(map(str, pattern(lost, players))) for lost in adequate_sets(players)
        }
        for players in (4, 5)
    }
    for name, total in paper.PATTERNS_4.items():
        chance = pattern_chance(map(int, name), NINE_TENTHS)
        there = chance if name in found[4] else None
        yield EXACT(
            "vanuem.PATTERNS_4", "Section 4.2", f"sum of class {name} at p = 0.9",
            Fraction(total), there,
        )  # fmt: skip
    for name in paper.PATTERNS_5:
        same = name if name in found[5] else "no such class"
        yield EXACT("vanuem.PATTERNS_5", "Section 5.2", f"class {name}", name, same)


@cache
def five() -> Psi:
    """Psi(5, p)."""
    return psi(5)


def optimal_of_five() -> Iterator[Line | Figure]:
    """Theorem 5.1: the pieces of Psi(5, p), and how many sets are optimal on them."""
    pieces = dict(zip(("below", "above"), five().pieces, strict=True))
    tied = dict(five().endpoints)
    found = {name: piece.sets for name, piece in pieces.items()}
    found["at"] = tied[pieces["above"].start]
    for name, count in paper.OPTIMAL_5.items():
        yield EXACT(
            "vanuem.OPTIMAL_5", "Section 5.2", f"optimal sets {name} p = 2 - sqrt(2)",
            count, found[name],
        )  # fmt: skip
    for (name, coefficients), piece in zip(
        paper.PSI_5.items(), pieces.values(), strict=True
    ):
        yield EXACT(
            "vanuem.PSI_5", "Theorem 5.1", f"Psi(5, p) from {piece.start} to {piece.end}",
            f"{name}: {polynomial_text(coefficients)}",
            f"{''.join(map(str, piece.zeros))}: {polynomial_text(piece.polynomial)}",
        )  # fmt: skip
    yield hat_counts.least_psi(five())
    drawing = chart(
        [curve(piece) for piece in pieces.values()],
        x="p, the chance of a white hat",
        y="Psi(5, p)",
    )
    yield Figure(
        PAPER, "Graph of Psi(5, p)",
        "The largest chance to win; its pieces meet at 2 - sqrt(2) and sqrt(2) - 1.",
        drawing,
    )  # fmt: skip


def curve(piece: Piece) -> Series:
    """A piece of Psi and, with the colors swapped, its mirror image."""
    start, end = float(piece.start), float(piece.end)
    right = [start + (end - start) * k / 40 for k in range(41)]
    values = [(p, sum(c * p**k for k, c in enumerate(piece.polynomial))) for p in right]
    name = f"losing {''.join(map(str, piece.zeros))}"
    return Series(name, values, more=[(1 - p, value) for p, value in values])


def lightest_by_size() -> Iterator[Line]:
    """The tables of the least likely sets of each size, sections 2.2 to 5.2."""
    for players, table in paper.LIGHTEST.items():
        for size, printed in table.items():
            found = [
                " ".join(map(str, lightest(players, size, p)))
                for p in (NINE_TENTHS, NEAR_HALF)
            ]
            wrong = found[0] != found[1]
            yield EXACT(
                "vanuem.LIGHTEST", f"Section {players}.2, last table", f"das = {size}",
                printed,
                f"{found[0]} at p = 0.9, {found[1]} at 0.55" if wrong else found[0],
            )  # fmt: skip
    for size, printed in paper.LIGHTEST_5.items():
        yield EXACT(
            "vanuem.LIGHTEST_5", "Section 5.2, last table", f"das = {size}",
            printed, " ".join(map(str, lightest(5, size, NEAR_HALF))),
        )  # fmt: skip


def appendix_rows() -> Iterator[Line]:
    """Appendices 5 and 6: adequate sets sorted by their sum at p = 0.9."""
    ranked = by_chance(adequate_sets(4), unequal(4, NINE_TENTHS))
    for number, (row, (chance, lost)) in enumerate(
        zip(appendices.APPENDIX_5, ranked, strict=True), 1
    ):
        found = f"{numbers(lost)} | {float(chance):g} | {numbers(zeros_of(lost, 4))}"
        yield EXACT("appendices.APPENDIX_5", "Appendix 5", f"row {number}", row, found)
    members: dict[Fraction, list[tuple[int, ...]]] = {}
    for chance, lost in by_chance(adequate_sets(5), unequal(5, NINE_TENTHS)):
        members.setdefault(chance, []).append(lost)
    shown = [(total, lost) for total, group in members.items() for lost in group[:2]]
    for number, (row, (chance, lost)) in enumerate(
        zip(appendices.APPENDIX_6, shown, strict=True), 1
    ):
        found = (
            f"{numbers(lost)} | {float(chance):g} | {numbers(zeros_of(lost, 5))} | "
            f"{numbers(pattern(lost, 5))}"
        )
        yield EXACT("appendices.APPENDIX_6", "Appendix 6", f"row {number}", row, found)


def numbers(codes: tuple[int, ...]) -> str:
    """Numbers with blanks between them."""
    return " ".join(map(str, codes))
