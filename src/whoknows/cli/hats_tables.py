"""`whoknows hats tables`: the overview and the complexity table of the hat-game paper."""

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.console import Json, say, say_json, say_table
from whoknows.cli.hats_sets import counting, say_matrix

if TYPE_CHECKING:
    from whoknows.games.hats.solve.adequate.overview import Complexity, Example, Overview

MOST_PLAYERS = 7  # players of the overview at most
EXACT = 10**7  # numbers below are written out
PRINTED = ("strategies", "reduced", "sets")


def tables(
    players: Annotated[
        int,
        typer.Option("--players", "-n", help="The most agents of the overview, 2 to 7."),
    ] = 7,
    matrices: Annotated[
        bool, typer.Option("--matrices", help="Examples of optimal matrices, N <= 5.")
    ] = False,
    json: Json = False,
) -> None:
    """Sections 7 and 8 of the paper, computed anew and continued, beside the printed ones.

    Example: whoknows hats tables --players 5
    """
    from whoknows.errors import BadSetup
    from whoknows.games.hats.solve.adequate.overview import (
        complexity,
        examples,
        overview_of,
    )
    from whoknows.games.hats.solve.adequate.psi import psi

    if not 2 <= players <= MOST_PLAYERS:
        raise BadSetup(
            f"the overview is known for 2 to {MOST_PLAYERS} players, not {players}"
        )
    with counting() as progress:
        found = [psi(n, progress=progress) for n in range(2, players + 1)]
    rows = [overview_of(one) for one in found]
    shown = [example for one in found for example in examples(one)]
    sizes = [complexity(n) for n in range(3, 10)]
    if json:
        say_json(
            {
                "overview": [overview_document(row) for row in rows],
                "matrices": [example_document(example) for example in shown],
                "complexity": [complexity_document(size) for size in sizes],
            }
        )
        return
    say_overview(rows)
    say_complexity(sizes)
    if matrices:
        say_examples(shown)


def overview_document(row: "Overview") -> dict[str, Any]:
    """A row of the overview as JSON, p from 0 to 1; the paper's numbers beside."""
    from whoknows.games.hats.paper import overview as paper

    return {
        "players": row.players,
        "das": row.das,
        "nas": row.nas,
        "psi": [
            {"from": str(s.start), "to": str(s.end), "polynomial": list(s.polynomial)}
            for s in row.spans
        ],
        "nasopt": [
            {"where": where, "sets": sets, "size": size}
            for where, sets, size in optimal_rows(row)
        ],
        "paper": {
            "psi": [list(one) for one in paper.PSI[row.players]],
            "nasopt": paper.NASOPT[row.players],
        }
        if row.players in paper.PSI
        else None,
    }


def optimal_rows(row: "Overview") -> list[tuple[str, int, str]]:
    """Where p is, how many sets are optimal there, and their sizes."""
    places, sizes = [], []
    for k, (start, end) in enumerate(pairwise(row.marks)):
        if k:
            places.append(f"p = {start}")
            around = sorted({row.sizes[k - 1], row.sizes[k]})
            sizes.append(" or ".join(map(str, around)))
        places.append(f"{start} < p < {end}")
        sizes.append(str(row.sizes[k]))
    return list(zip(places, row.optimal, sizes, strict=True))


def example_document(example: "Example") -> dict[str, Any]:
    """An example of an optimal matrix as JSON."""
    from whoknows.games.hats.rules import Rules
    from whoknows.games.hats.solve.adequate.decision_matrices import decision_matrix

    return {
        "name": example.name,
        "players": example.players,
        "from": str(example.piece.start),
        "to": str(example.piece.end),
        "losing_set": list(example.lost),
        "matrix": decision_matrix(example.lost, Rules(example.players)).matrix(),
    }


def complexity_document(row: "Complexity") -> dict[str, Any]:
    """A row of the complexity table as JSON; numbers of strategies as powers of 3."""
    from whoknows.games.hats.paper import overview as paper

    views = 1 << (row.players - 1)
    das, *printed = paper.COMPLEXITY[row.players]
    return {
        "players": row.players,
        "das": row.das,
        "strategies": f"3^{views * row.players}",
        "reduced": f"3^{(views - 2) * row.players}",
        "sets": row.sets,
        "visited": row.visited,
        "how": row.how,
        "paper": {"das": das, **dict(zip(PRINTED, printed, strict=True))},
    }


def say_overview(rows: "list[Overview]") -> None:
    """Section 8 for people: the function, and how many sets are optimal."""
    from whoknows.games.hats.paper import overview as paper
    from whoknows.games.hats.show.charts import polynomial_text

    say("Overview (section 8): Psi(N, p), the largest chance to win")
    say_table(
        ["N", "where", "Psi(N, p)"],
        [
            (row.players, f"{s.start} <= p <= {s.end}", polynomial_text(s.polynomial))
            for row in rows
            for s in row.spans
        ],
    )
    say("How many sets are optimal (nasopt), and how large; in the paper")
    lines = []
    for row in rows:
        printed: list[Any] = [*paper.NASOPT.get(row.players, ["-"] * len(row.optimal))]
        for (where, sets, size), theirs in zip(optimal_rows(row), printed, strict=True):
            lines.append((row.players, where, size, f"{sets:,}", theirs))
    say_table(["N", "where", "size", "nasopt", "paper"], lines)


def say_complexity(rows: "list[Complexity]") -> None:
    """Section 7 for people, with what our search visits."""
    say("Complexity (section 7): what each method has to look at")
    say_table(
        ["N", "das", "all deals", "Krzywkowski", "sets of das", "ours visits"],
        [
            (
                row.players,
                row.das,
                number_text(row.strategies),
                number_text(row.reduced),
                number_text(row.sets),
                "-" if row.visited is None else number_text(row.visited),
            )
            for row in rows
        ],
    )
    say("Ours: partial sets on the way to all sets of das elements; N = 6 up to symmetry,")
    say("7 by exact covers, 8 by a bound that a code meets; das of 9 is cited.")


def number_text(number: int) -> str:
    """A number as the paper writes it: `1820`, `1.9E+15`."""
    from decimal import Decimal

    return str(number) if number < EXACT else f"{Decimal(number):.1E}"


def say_examples(shown: "list[Example]") -> None:
    """Examples of optimal decision matrices; for more than five agents, the sets."""
    from whoknows.games.hats.rules import Rules
    from whoknows.games.hats.solve.adequate.decision_matrices import decision_matrix

    say("\nExamples of optimal decision matrices (section 8)")
    for example in shown:
        say(f"\n{example.name}: {example.piece.start} <= p <= {example.piece.end},"
            f" loses {' '.join(map(str, example.lost))}")  # fmt: skip
        if example.players <= 5:
            say_matrix(decision_matrix(example.lost, Rules(example.players)))
