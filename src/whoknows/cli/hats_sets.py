"""`whoknows hats maximal | adequate | matrix`: the sets that deals win and lose."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.certificates import Certificate, check_place, write_certificate
from whoknows.cli.console import (
    Json,
    messages,
    note,
    progress,
    refuse_unused,
    say,
    say_json,
    say_table,
)
from whoknows.cli.hats_chance import say_lots, winner
from whoknows.cli.hats_options import (
    Colors,
    Need,
    NoPassing,
    Odds,
    Players,
    Rounds,
    SeenAs,
    Wrong,
    counted_players,
    players_or,
    rounds_of,
    world,
)
from whoknows.wording import exact_percent

if TYPE_CHECKING:
    from whoknows.games.hats.rules import Deal, Rules
    from whoknows.games.hats.solve.adequate.adequate_sets import LostSet
    from whoknows.games.hats.solve.maximal.methods import Maximal


def maximal(
    context: typer.Context,
    players: Players = 3,
    method: Annotated[
        str, typer.Option(help="'dominating', 'chain' (N <= 4), or 'brute' (N <= 3).")
    ] = "dominating",
    list_: Annotated[
        bool, typer.Option("--list", help="The deals and the sets they lose.")
    ] = False,
    orbits: Annotated[
        bool, typer.Option("--orbits", help="One deal of each orbit; hidden symmetries.")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, help="Threads that count.")] = 2,
    colors: Colors = 2,
    need: Need = "1",
    wrong: Wrong = None,
    rounds: Rounds = None,
    views: SeenAs = "seats",
    no_passing: NoPassing = False,
    lots: Annotated[
        bool,
        typer.Option("--lots", help="Chance-based deals: which of these may be mixed."),
    ] = False,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """All maximal deals: no other deal wins all of their rounds and more.

    Worlds other than the standard one must be small: --colors, --need, --rounds, ...

    Example: whoknows hats maximal --players 4 --orbits
    """
    from time import perf_counter

    from whoknows.games.hats.solve.maximal.dominating_sets import (
        COUNT_LIMIT,
        LIST_LIMIT,
        check_size,
    )
    from whoknows.games.hats.solve.maximal.methods import maximal as find
    from whoknows.games.hats.solve.maximal.methods import maximal_certificate

    check_place(certificate)
    number = players_or(players, 3)
    rules = world(
        number, colors=colors, need=need, wrong=wrong, rounds=rounds_of(rounds),
        views=views, no_passing=no_passing,
    )  # fmt: skip
    if lots:
        why = "with --lots"
        refuse_unused(context, why, "method", "orbits", "workers", "certificate", "list_")
        say_lots(rules, json=json)
        return
    if rules.colors != 2 or not rules.is_standard:
        why = "but in the standard world of two colors"
        refuse_unused(context, why, "method", "orbits", "workers", "certificate")
        say_other_world(rules, list_=list_, json=json)
        return
    if list_:
        check_size(number, LIST_LIMIT, "listed")
    if method != "dominating" or number < COUNT_LIMIT:
        refuse_unused(context, "where deals are listed; threads count them", "workers")
    start = perf_counter()
    with counting() as progress:
        found = find(
            number,
            method=method,
            workers=workers,
            progress=progress,
        )
    if certificate:
        write_certificate(certificate, maximal_certificate(found))
    if json:
        head = maximal_document(found, perf_counter() - start)
        say_json(head | listed(found, list_=list_, orbits=orbits))
    else:
        say_maximal(found, perf_counter() - start, list_=list_, orbits=orbits)


def say_other_world(rules: "Rules", *, list_: bool, json: bool) -> None:
    """All maximal deals of a world that is not the standard one."""
    from collections import Counter

    from whoknows.games.hats.solve.maximal.worlds import maximal_won
    from whoknows.games.hats.solve.proofs.best_certificate import rules_document
    from whoknows.work.proof_kinds import proof_document

    found = maximal_won(rules)
    by_won = Counter(map(len, found))
    deals = []
    if list_:
        deals = [winner(won, rules) for won in found]
    if json:
        head = rules_document(rules) | {"proven": True} | proof_document("enumeration")
        head |= {"count": len(found), "by_won": {str(k): n for k, n in by_won.items()}}
        if list_:
            head |= {"won_sets": [list(won) for won in found], "deals": deals}
        say_json(head)
        return
    noun = "set" if len(found) == 1 else "sets"
    say(f"{len(found):,} maximal {noun} of rounds won in this world")
    rows = [
        (f"{won}/{rules.size}", exact_percent(won / rules.size), f"{number:,}")
        for won, number in by_won.items()
    ]
    say_table(["won", "percent", "sets"], rows)
    for place, won in enumerate(found if list_ else ()):
        names = " ".join(map(rules.name, won))
        say(f"{deals[place]}   wins {names}")


@contextmanager
def counting() -> Iterator[Callable[[float], None]]:
    """A bar on stderr, shown once something long tells how much of it is done."""
    bars: list[Any] = []
    report = progress(every=5.0)

    def tell(part: float) -> None:
        from rich.progress import Progress

        if not sys.stderr.isatty():
            report(f"counting: {part:.0%}")
            return
        if not bars:
            bars.append(Progress(console=messages(), transient=True))
            bars[0].start()
            bars[0].add_task("counting", total=1)
        bars[0].update(0, completed=part)

    try:
        yield tell
    except KeyboardInterrupt:
        note("nothing is kept: a count says nothing before all its pieces are counted")
        raise
    finally:
        for bar in bars:
            bar.stop()


def maximal_document(found: "Maximal", seconds: float) -> dict[str, Any]:
    """All maximal deals as JSON, counted."""
    from whoknows.games.hats.rules import Rules
    from whoknows.games.hats.solve.maximal.methods import LISTED
    from whoknows.games.hats.solve.proofs.best_certificate import rules_document
    from whoknows.work.proof_kinds import proof_document

    return rules_document(Rules(found.players)) | {
        "count": found.count,
        "by_won": {str(won): number for won, number in found.by_won.items()},
        "orbits": found.orbits,
        "method": found.method,
        "proven": True,
        **proof_document("enumeration", certified=found.players <= LISTED),
        "seconds": round(seconds, 3),
    }


def listed(found: "Maximal", *, list_: bool, orbits: bool) -> dict[str, Any]:
    """The deals, their losing sets, and one of each orbit, as asked for."""
    from whoknows.games.hats.rules import Rules, deal_name
    from whoknows.games.hats.solve.cube_bits import codes_of, deal_losing

    rules = Rules(found.players)
    more: dict[str, Any] = {}
    if list_ and found.losing_sets is not None:
        sets = [codes_of(mask) for mask in found.losing_sets]
        more["deals"] = [deal_name(deal_losing(lost, rules), rules) for lost in sets]
        more["losing_sets"] = [list(lost) for lost in sets]
    if orbits:
        more["hidden_orbits"] = found.hidden_orbits
        more["representatives"] = [
            {
                "deal": deal_name(deal_losing(orbit.least, rules), rules),
                "losing_set": list(orbit.least),
                "size": orbit.size,
            }
            for orbit in found.representatives or []
        ]
    return more


def say_maximal(found: "Maximal", seconds: float, *, list_: bool, orbits: bool) -> None:
    """All maximal deals for people."""
    whole = 1 << found.players
    say(f"{found.count:,} maximal deals for {found.players} agents,"
        f" by the method '{found.method}', in {seconds:.2f} s")  # fmt: skip
    rows = [
        (f"{won}/{whole}", exact_percent(won / whole), f"{number:,}")
        for won, number in found.by_won.items()
    ]
    say_table(["won", "percent", "deals"], rows)
    say(f"{found.orbits:,} up to renaming agents and swapping colors,"
        f" {found.hidden_orbits:,} with the hidden symmetries")  # fmt: skip
    more = listed(found, list_=list_, orbits=orbits)
    if orbits and more["representatives"]:
        shown = [
            (r["size"], whole - len(r["losing_set"]), r["deal"])
            for r in more["representatives"]
        ]
        say_table(["orbit of", "won", "one of them"], shown)
    if list_:
        for deal, lost in zip(more["deals"], more["losing_sets"], strict=True):
            say(f"{deal}   loses {' '.join(map(str, lost))}")


def adequate(
    context: typer.Context,
    players: Players = 3,
    p: Odds = None,
    size: Annotated[
        int | None, typer.Option(help="Elements of a set; as few as possible by default.")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="Sets shown to people at most.")] = 40,
    classes: Annotated[
        bool,
        typer.Option(
            "--classes", help="Counts of zeros, how many sets, new ones, and dominance."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """The adequate sets in the paper's order, with sums and counts of zeros.

    With --classes, sets with the same counts of zeros are taken together, for any --size.

    Example: whoknows hats adequate --players 4 --p 0.9
    """
    from whoknows.games.hats.solve.adequate.adequate_sets import (
        adequate_sets,
        by_chance,
        zeros_of,
    )

    rules = world(players_or(players, 3), p=p)
    if json:
        refuse_unused(context, "with --json, which has all sets", "limit")
    if classes:
        refuse_unused(context, "with --classes", "limit")
        say_classes(rules, size, json=json)
        return
    sets = by_chance(adequate_sets(rules.players, size=size), rules)
    zeros = [zeros_of(lost, rules.players) for _, lost in sets]
    least = size if size is not None else len(sets[0][1])
    if json:
        found: dict[str, Any] = {"players": rules.players, "das": least, "nas": len(sets)}
        found["sets"] = [list(lost) for _, lost in sets]
        found["counts_of_zeros"] = [list(row) for row in zeros]
        if p:
            found["sums"] = [chance for chance, _ in sets]
        say_json(found)
        return
    say(f"das = {least}, nas = {len(sets):,}")
    rows = [
        (" ".join(map(str, lost)), chance, " ".join(map(str, row)))
        for (chance, lost), row in zip(sets[:limit], zeros, strict=False)
    ]
    say_table(["set", "sum", "zeros"], rows)
    if len(sets) > limit:
        note(f"{len(sets) - limit:,} more; --limit shows more of them")


def say_classes(rules: "Rules", size: int | None, *, json: bool) -> None:
    """The classes of adequate sets of a size, and which dominate which."""
    from whoknows.errors import BadSetup
    from whoknows.games.hats.show.charts import loss_text
    from whoknows.games.hats.solve.adequate.adequate_sets import LEAST_SIZES, pattern_chance
    from whoknows.games.hats.solve.adequate.classes import arrows, classes

    number = size if size is not None else LEAST_SIZES.get(rules.players, 0) or 1
    found = classes(rules.players, number)
    if len(set(rules.odds)) > 1:
        raise BadSetup("classes are for one chance --p of all agents")
    chance = rules.odds[0][0] if rules.odds else None
    edges = arrows(found)
    name = {zeros: "".join(map(str, zeros)) for zeros in found}
    rows = [
        {
            "zeros": list(zeros),
            "sets": one.sets,
            "new": one.new,
            "sum": None if chance is None else pattern_chance(zeros, chance),
            "probability": loss_text(zeros),
        }
        for zeros, one in found.items()
    ]
    if json:
        over = [
            {"above": a.above, "below": a.below, "by_shifts": a.by_shifts} for a in edges
        ]
        say_json({"players": rules.players, "size": number, "classes": rows,
                  "dominance": over})  # fmt: skip
        return
    total = sum(one.sets for one in found.values())
    new = sum(one.new for one in found.values())
    noun = "set" if total == 1 else "sets"
    say(f"{total:,} adequate {noun} of {number}, {new:,} of them new: no smaller one is"
        " part")  # fmt: skip
    columns = ["zeros 0..N", "sets", "new", "probability"] + ["sum"] * (chance is not None)
    say_table(
        columns,
        [
            [name[zeros], row["sets"], row["new"], row["probability"],
             *([row["sum"]] if chance is not None else [])]
            for zeros, row in zip(found, rows, strict=True)
        ],
    )  # fmt: skip
    if edges:
        say("Less likely for all 1/2 < p < 1 (S: by shifts of zeros alone):")
    for edge in edges:
        say(f"  {name[edge.above]} > {name[edge.below]}{'  S' * edge.by_shifts}")


def matrix(
    context: typer.Context,
    lost: Annotated[
        list[str] | None,
        typer.Argument(help="An adequate set, 1,6,9,14; or a deal in letters."),
    ] = None,
    players: Players = None,
    p: Odds = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all",
            help="All matrices of the set, or of all optimal sets: the extended procedure.",
        ),
    ] = False,
    json: Json = False,
) -> None:
    """The decision matrix of an adequate set or of a deal, `*` where a choice is free.

    Example: whoknows hats matrix 1,6,9,14 --players 4
    """
    from whoknows.games.hats.rules import parse_deal

    text = " ".join(lost or []).replace(",", " ")
    in_letters = bool(text) and not text.replace(" ", "").isdecimal()
    if text:
        refuse_unused(context, "when a set or a deal is given", "p")
    rules = world(players_or(players, counted_players(text) if in_letters else 3), p=p)
    deal = parse_deal(text, rules) if in_letters else None
    if every:
        sets = [lost_by(deal, text.split(), rules)] if text else optimal_sets(rules)
        say_all_matrices(sets, rules, optimal=not text, json=json)
        return
    deal = deal or best_matrix(text.split(), rules)
    if json:
        say_json({"matrix": deal.matrix()})
    else:
        say_matrix(deal)


def best_matrix(words: list[str], rules: "Rules") -> "Deal":
    """The matrix of the set named, or of the least likely adequate set."""
    from whoknows.games.hats.solve.adequate.decision_matrices import decision_matrix

    lost = lost_by(None, words, rules) if words else optimal_sets(rules)[0]
    return decision_matrix(lost, rules)


def lost_by(deal: "Deal | None", words: list[str], rules: "Rules") -> "LostSet":
    """The set that a deal loses, or that is written as numbers."""
    from whoknows.games.hats.solve.cube_bits import losing_set

    codes = losing_set(deal, rules) if deal else map(rules.parse_code, words)
    return tuple(sorted({*codes}))


def optimal_sets(rules: "Rules") -> "list[LostSet]":
    """The least likely of the least adequate sets, in order."""
    from whoknows.games.hats.solve.adequate.adequate_sets import adequate_sets, by_chance

    ranked = by_chance(adequate_sets(rules.players), rules)
    return [lost for chance, lost in ranked if chance == ranked[0][0]]


def say_matrix(deal: "Deal") -> None:
    """A decision matrix for people, a row for each player."""
    for row in deal.matrix():
        say(" ".join(f"{entry:>2}" for entry in row))


def say_all_matrices(
    sets: "list[LostSet]", rules: "Rules", *, optimal: bool, json: bool
) -> None:
    """All matrices of these adequate sets."""
    from whoknows.games.hats.solve.adequate.decision_matrices import (
        all_matrices,
        check_minimal,
        matrix_count,
        up_to_swapping,
    )

    for lost in sets[:1]:
        check_minimal(lost, rules)
    total = sum(matrix_count(lost, rules.players) for lost in sets)
    if total > 100_000:
        from whoknows.errors import TooLarge

        raise TooLarge(f"{total:,} matrices; at most 100,000 are listed")
    deals = [deal for lost in sets for deal in all_matrices(lost, rules)]
    kinds = up_to_swapping(deals, rules)
    if json:
        say_json({"count": total, "up_to_swapping": len(kinds),
                  "matrices": [deal.matrix() for deal in deals]})  # fmt: skip
        return
    noun = "matrix" if total == 1 else "matrices"
    which = "" if optimal else f" for {','.join(map(str, sets[0]))}"
    say(f"{total:,} {'optimal ' if optimal else ''}{noun}{which}"
        f" ({len(kinds)} up to swapping players):")  # fmt: skip
    for deal in kinds:
        say(" / ".join(" ".join(map(str, row)) for row in deal.matrix()))
