"""Writes the table of `docs/proofs.md`: every claim, certified and checked anew.

Run by `scripts/proofs`; it takes a few minutes.  Times are of one core, rounded up.
`scripts/proofs "(5, 3)"` makes only the rows anew that have this in their claim.
"""

import gzip
import json
import sys
from collections.abc import Callable
from fractions import Fraction
from math import inf
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

PAGE = Path(__file__).with_name("proofs.md")
BEGIN, END = "<!-- the table begins -->", "<!-- the table ends -->"


class Claim(NamedTuple):
    """What is claimed, and what makes its certificate; or the other kind of its proof."""

    says: str
    make: Callable[[], dict[str, Any]] | None = None
    kind: str = "certificate"
    why: str = ""


def hats(**options: Any) -> dict[str, Any]:
    """The certificate of the best deal of a world; `p` is short for the same odds."""
    from whoknows.games.hats.rules import Rules, parse_odds
    from whoknows.games.hats.solve.best import best
    from whoknows.games.hats.solve.proofs.best_certificate import best_certificate

    if p := options.pop("p", None):
        options["odds"] = parse_odds(p, options["players"], 2)
    seconds = options.pop("time_limit", 900)
    return best_certificate(best(Rules(**options), time_limit=seconds))


def interval(players: int, colors: int) -> dict[str, Any]:
    """The certificate of what is won at least and at most, by annealing and by layers."""
    from whoknows.games.hats.rules import Rules
    from whoknows.games.hats.solve.best import by_layers, evaluated
    from whoknows.games.hats.solve.many_colors.strong_coverings import light_deals
    from whoknows.games.hats.solve.proofs.best_certificate import best_certificate

    rules = Rules(players, colors)
    deals = light_deals(rules, seconds=30)
    found = [evaluated((deal,), rules, Fraction(1), "program") for deal in deals]
    best = max(found, key=lambda one: one.lower)
    return best_certificate(by_layers(best, inf, None))


def plan(
    pegs: int,
    colors: int,
    blacks_only: bool = False,
    repeats: bool = True,
    **options: Any,
) -> dict[str, Any]:
    """The certificate of an optimal plan of Mastermind."""
    from whoknows.games.mastermind.rules import Rules
    from whoknows.games.mastermind.solve import optimal
    from whoknows.games.mastermind.solve.certificate import plan_certificate

    rules = Rules(pegs, colors, repeats=repeats, blacks_only=blacks_only)
    return plan_certificate(optimal(rules, **options))


def no_plan(pegs: int, colors: int, worst: int) -> dict[str, Any]:
    """The certificate that no plan of Mastermind asks so little."""
    from whoknows.games.mastermind.rules import Rules
    from whoknows.games.mastermind.solve.certificate import no_plan_certificate

    return no_plan_certificate(Rules(pegs, colors), worst)


def fixed(pegs: int, colors: int) -> dict[str, Any]:
    """The certificate of guesses fixed in advance."""
    from whoknows.games.mastermind.rules import Rules
    from whoknows.games.mastermind.solve.certificate import static_certificate
    from whoknows.games.mastermind.solve.fixed_guesses import static_guesses

    return static_certificate(static_guesses(Rules(pegs, colors), seconds=900))


def coins(*rules: Any) -> dict[str, Any]:
    """The certificate of a plan of weighings."""
    from whoknows.games.balance.rules import Rules
    from whoknows.games.balance.solve import optimal
    from whoknows.games.balance.solve.certificate import certificate

    return certificate(optimal(Rules(*rules)))


def counted(players: int, what: str) -> dict[str, Any]:
    """The certificate of a count of hats."""
    from whoknows.games.hats.solve.adequate.psi import psi
    from whoknows.games.hats.solve.maximal.methods import maximal, maximal_certificate
    from whoknows.games.hats.solve.proofs.psi_certificate import psi_certificate

    if what == "psi":
        return psi_certificate(psi(players))
    return maximal_certificate(maximal(players))


def code(length: int) -> dict[str, Any]:
    """The certificate of a covering code."""
    from whoknows.games.hats.solve.codes.constructions import best_code, code_certificate

    return code_certificate(best_code(length))


def claims() -> list[Claim]:
    """Every claim of the project that says *proven*."""
    many = "(3, {}): no deal wins more than {} of {}"
    sizes = {3: 15, 4: 30, 5: 51, 6: 78}
    return [
        Claim("Mastermind 4x6: least total 5625", lambda: plan(4, 6)),
        Claim("Mastermind 4x6: least total 5626 with worst 5", lambda: plan(4, 6, worst=5)),
        Claim("Mastermind 4x6: no plan has worst 4", lambda: no_plan(4, 6, 4)),
        Claim(
            "Bulls and Cows: least total 26274 with worst 7",
            lambda: plan(4, 10, repeats=False, worst=7),
        ),
        Claim("Black-peg Mastermind 2x8: least total 400", lambda: plan(2, 8, True)),
        Claim("Black-peg Mastermind 3x5: least total 645", lambda: plan(3, 5, True)),
        Claim("Mastermind 4x6: six fixed guesses, not five", lambda: fixed(4, 6)),
        Claim("Balance: 12 coins in 3 weighings", lambda: coins(12)),
        Claim("Balance: 13 coins and their kind need 4", lambda: coins(13)),
        Claim("Balance: 22 coins, two heavy, in 5", lambda: coins(22, 2, False, "heavy")),
        *(
            Claim(f"Hats: N = {n}, p = 1/2", lambda n=n: hats(players=n))
            for n in range(3, 9)
        ),
        *(
            Claim(f"Hats: N = {n}, p = {p}", lambda n=n, p=p: hats(players=n, p=p))
            for n in (5, 6)
            for p in ("0.6", "0.7", "0.9")
        ),
        Claim("Hats: N = 9, p = 1/2", kind="published", why="Östergård and Blass 2001"),
        Claim("Hats: N = 5, three right", lambda: hats(players=5, need=3)),
        Claim("Hats: N = 7, two rounds", lambda: hats(players=7, rounds=2)),
        Claim("Hats: N = 5, counts only", lambda: hats(players=5, views="counts")),
        Claim("Hats: N = 4, no passing", lambda: hats(players=4, passing=False)),
        *(
            Claim(many.format(m, won, m**3), lambda m=m: hats(players=3, colors=m))
            for m, won in sizes.items()
        ),
        Claim("(3, M): no deal wins more than 3(M - 1)^2 + 3 of M^3", kind="theorem",
              why="[layers](hats-beyond.md#more-colors)"),
        Claim("(4, 3): no deal wins more than 48 of 81", lambda: hats(players=4, colors=3)),
        Claim(
            "(5, 3): no deal wins more than 165 of 243",
            lambda: hats(players=5, colors=3),
        ),
        Claim(
            "(4, 4): no deal wins more than 138 of 256",
            lambda: interval(4, 4),
        ),
        Claim(
            "(6, 3): no deal wins more than 535 of 729",
            lambda: interval(6, 3),
        ),
        Claim("Hats: 46,432 maximal deals of five agents", lambda: counted(5, "maximal")),
        Claim("Hats: maximal deals of six agents", kind="enumeration",
              why="counted by a kernel, pieces up to symmetry"),
        Claim("Psi(5, p), both pieces", lambda: counted(5, "psi")),
        Claim("Psi(6, p), both pieces", lambda: counted(6, "psi")),
        Claim("Psi(7, p)", kind="theorem", why="[a bound for every N and p]"
              "(hats-beyond.md#a-bound-for-every-n-and-p)"),
        Claim("Psi(8, p) = Psi(7, p)", lambda: counted(8, "psi")),
        Claim("K(8, 1) = 32", lambda: code(8)),
        Claim("K(15, 1) = 2048", lambda: code(15)),
    ]  # fmt: skip


def row(claim: Claim) -> str:
    """One row of the table."""
    if claim.make is None:
        return f"| {claim.says} | {claim.kind}: {claim.why} | | | |"
    from whoknows.checking import verify

    start = process_time()
    document = claim.make()
    found = process_time()
    data = json.dumps(document, separators=(",", ":")).encode()
    verdict = verify(json.loads(data))
    checked = process_time()
    size = f"{len(gzip.compress(data, mtime=0)) / 1000:,.1f} kB"
    steps = "theorem" if verdict.kind == "theorem" else f"{verdict.kind}, {verdict.counted}"
    times = f"{seconds(found - start)} | {seconds(checked - found)}"
    return f"| {claim.says} | {steps} | {size} | {times} |"


def seconds(time: float) -> str:
    """A time that another machine may have too."""
    return next((f"{limit} s" for limit in (1, 5, 20, 60, 300) if time <= limit), "long")


def main(chosen: list[str]) -> None:
    """Write the table into the page, all of it or the rows with a text chosen."""
    made = {
        claim.says: row(claim)
        for claim in claims()
        if not chosen or any(part in claim.says for part in chosen)
    }
    text = PAGE.read_text(encoding="utf-8")  # not before: that took minutes
    before, rest = text.split(BEGIN)
    table, after = rest.split(END)
    kept = {line.split(" | ")[0].strip("| "): line for line in table.splitlines()}
    rows = [
        "| claim | checked by | compressed | found within | checked within |",
        "|---|---|--:|--:|--:|",
        *(made.get(c.says) or kept.get(c.says) or row(c) for c in claims()),
    ]
    PAGE.write_text(
        before + "\n".join([BEGIN, "", *rows, "", END]) + after, encoding="utf-8"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
