"""`whoknows hats psi`: the largest chance to win as a function of p, exact."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from whoknows.cli.certificates import Certificate, check_place, write_certificate
from whoknows.cli.console import Json, say, say_json, say_table, write_text
from whoknows.cli.hats_options import Players, players_or
from whoknows.cli.hats_sets import counting

if TYPE_CHECKING:
    from whoknows.games.hats.solve.adequate.psi import Psi


def psi(
    players: Players = 5,
    plot: Annotated[
        Path | None, typer.Option("--output", "-o", help="Draw the graph: a name in .svg.")
    ] = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Psi(N, p) on 1/2 <= p <= 1: its pieces, and how many sets are optimal.

    Example: whoknows hats psi --players 6 -o psi6.svg
    """
    from whoknows.games.hats.solve.adequate.psi import psi as find
    from whoknows.games.hats.solve.documents import psi_document
    from whoknows.games.hats.solve.proofs.psi_certificate import psi_certificate

    check_place(certificate)
    with counting() as progress:
        found = find(players_or(players, 5), progress=progress)
    if certificate:
        with counting() as progress:
            write_certificate(certificate, psi_certificate(found, progress))
    if plot:
        from whoknows.games.hats.show.charts import psi_svg

        write_text(plot, psi_svg(found))
    if json:
        say_json(psi_document(found))
    else:
        say_psi(found)


def say_psi(found: "Psi") -> None:
    """The function for people."""
    from whoknows.games.hats.show.charts import polynomial_text

    say(f"Psi({found.players}, p) for 1/2 <= p <= 1; Psi(N, p) = Psi(N, 1 - p)\n")
    for piece in found.pieces:
        say(f"{piece.start} <= p <= {piece.end}:  {polynomial_text(piece.polynomial)}")
    rows: list[list[object]] = []
    for (p, tied), piece in zip(found.endpoints, found.pieces, strict=True):
        rows.append([f"p = {p}", "", "", number_of_sets(tied)])
        pattern = " ".join(map(str, piece.zeros))
        rows.append(
            [f"{p} < p < {piece.end}", pattern, piece.size, number_of_sets(piece.sets)]
        )
    say_table(["where", "sets with 0, 1, ... zeros", "size", "optimal sets"], rows)


def number_of_sets(sets: int | None) -> int | str:
    """How many sets there are, where anybody has counted them."""
    return "not counted" if sets is None else sets
