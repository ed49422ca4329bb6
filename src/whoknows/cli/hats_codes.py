"""`whoknows hats codes`: covering codes, the losing sets of many agents."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.certificates import Certificate, check_place, write_certificate
from whoknows.cli.console import (
    Json,
    Seed,
    note,
    refuse_unused,
    say,
    say_json,
    say_table,
    write_text,
)
from whoknows.cli.hats_strong import say_strong, say_strong_check
from whoknows.cli.hats_words import (
    CodeSearch,
    check_output,
    say_check,
    say_words,
    write_words,
)
from whoknows.errors import BadSetup
from whoknows.wording import exact_percent, plural

if TYPE_CHECKING:
    from whoknows.games.hats.solve.codes.code_search import Searched
    from whoknows.games.hats.solve.codes.coset_code import CosetCode

TABLE = 33  # lengths of the table that is shown without a length
MOST_WORDS = 1 << 20  # that are written to a file
CHECKED = 24  # agents at most for whom every word is looked at


def codes(
    context: typer.Context,
    length: Annotated[
        int | None,
        typer.Option("--length", "-n", help="Number of agents; without it, a table."),
    ] = None,
    search: Annotated[
        bool, typer.Option("--search", help="Look for a smaller code by local search.")
    ] = False,
    time_limit: Annotated[
        float, typer.Option(help="Seconds to search; Ctrl-C keeps the best.")
    ] = 30.0,
    target: Annotated[
        int, typer.Option(min=0, help="Stop the search at a code of this size.")
    ] = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Write the smallest code: words; .json for its matrix, .g for GAP, .cnf"
            " to ask a SAT solver for a smaller one.",
        ),
    ] = None,
    radius: Annotated[
        int, typer.Option(min=1, help="Words within so many places are covered.")
    ] = 1,
    colors: Annotated[int, typer.Option(min=2, max=10, help="Letters of a word.")] = 2,
    strong: Annotated[
        bool, typer.Option("--strong", help="Strong coverings: losing sets of all colors.")
    ] = False,
    check: Annotated[
        Path | None,
        typer.Option(
            "--check", help="Check a file of words, such as 00110, one on each line."
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(help="Draw the density of the codes of all lengths, as SVG."),
    ] = None,
    seed: Seed = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Covering codes: bounds, constructions, and a local search; any radius and colors.

    A team that guesses away from a code of K words loses in K of 2^N cases, no more.

    Example: whoknows hats codes --length 9 --search --seed 1
    """
    asked = CodeSearch(length, colors, time_limit, target, output, seed, json)
    if strong:
        refuse_unused(context, "with --strong", "search", "plot",
                      "radius", "certificate")  # fmt: skip
    if check:
        refuse_unused(
            context, "with --check", "length", "search", "time_limit", "target", "output",
            "plot", "seed", "certificate",
        )  # fmt: skip
        if strong:
            say_strong_check(check, colors, json=json)
        else:
            say_check(check, radius, colors, json=json)
    elif strong:
        say_strong(asked)
    elif radius > 1 or colors > 2:
        refuse_unused(context, "with --radius or --colors: it is always searched",
                      "search", "plot", "certificate")  # fmt: skip
        say_words(asked, radius)
    else:
        if not search:
            refuse_unused(context, "without --search", "time_limit", "target", "seed")
        if length is None and (search or output or certificate):
            raise BadSetup("a search or a file needs a --length")
        if plot:
            draw(plot)
        if length is None:
            say_lengths(json=json)
        else:
            say_length(asked, length, certificate, is_searched=search)


def say_lengths(*, json: bool) -> None:
    """The table of all lengths."""
    rows = [summary(each) for each in range(1, TABLE + 1)]
    if json:
        say_json({"codes": rows})
    else:
        say_rows(rows)


def say_length(
    asked: CodeSearch, length: int, certificate: Path | None, *, is_searched: bool
) -> None:
    """The codes of one length, made and searched, and the smallest of them to a file."""
    from whoknows.games.hats.solve.codes.constructions import constructions

    made = constructions(length)
    check_output(asked.output)
    check_place(certificate)
    found = searched(asked, length) if is_searched else None
    best = min([*([found.code] if found else []), *made], key=lambda code: code.size)
    document = code_document(length, made, best, found, asked.seed)
    if asked.output:
        write_code(asked.output, best, document)
    if certificate:
        from whoknows.games.hats.solve.codes.constructions import code_certificate

        write_certificate(certificate, code_certificate(best))
    if asked.json:
        say_json(document)
    else:
        say_code(document)


def draw(path: Path) -> None:
    """The densities of all lengths, to a file."""
    write_text(path, densities())


def densities() -> str:
    """How thin the codes of all lengths are, as SVG."""
    from whoknows.games.hats.show.charts import densities_svg

    rows = [summary(each) for each in range(1, TABLE + 1)]
    sizes = {row["length"]: row["size"] for row in rows}
    least = {row["length"]: row["lower"] for row in rows}
    return densities_svg(sizes, least)


def searched(asked: CodeSearch, length: int) -> "Searched":
    """A search with news on stderr; it ends early at a size that is proven least."""
    import numpy as np

    from whoknows.games.hats.solve.codes.code_search import check_search, prepare, search

    def tell(code: "CosetCode", seconds: float) -> None:
        note(f"{code.size} words after {seconds:.2f} s")

    check_search(length, asked.time_limit)
    if not asked.json:
        note("compiling the search, if this is the first time")
    prepare()
    least = max(asked.target, bounds(length)["lower"])
    return search(
        length,
        rng=np.random.default_rng(asked.seed),
        time_limit=asked.time_limit,
        target=least,
        progress=None if asked.json else tell,
    )


def bounds(length: int) -> dict[str, Any]:
    """What no code is below, by which theorem or whose word, and what is published."""
    from whoknows.games.hats.paper.coverings import PUBLISHED
    from whoknows.games.hats.solve.bounds.ball_bounds import ball_size
    from whoknows.games.hats.solve.bounds.code_sizes import least_words

    known, least = PUBLISHED.get(length), least_words(length)
    cited = known is not None and known.lower > least.size
    return {
        "sphere": -(-(1 << length) // ball_size(length)),
        "counting": least.size,
        "lower": known.lower if known and cited else least.size,
        "lower_by": f"published ({known.source})"
        if known and cited
        else f"derived ({least.theorem})",
        "published": known._asdict() if known else None,
    }


def summary(length: int) -> dict[str, Any]:
    """A row of the table: bounds, and the smallest code we have."""
    from whoknows.games.hats.solve.codes.constructions import best_code

    code = best_code(length)
    known = bounds(length)
    return {
        "length": length,
        **known,
        "size": code.size,
        "name": code.name,
        "rank": code.rank,
        "covers": code.covers(),
        "upper_by": f"derived ({code.name})",
        "optimal": code.size == known["lower"],
        "proven": code.size == known["lower"],
        **bound_document(known, length),
    }


def bound_document(known: dict[str, Any], length: int) -> dict[str, Any]:
    """Of what kind the proof of the bound is."""
    from whoknows.games.hats.solve.codes.constructions import LONGEST_CERTIFICATE
    from whoknows.work.proof_kinds import proof_document

    kind, _, by = known["lower_by"].partition(" ")
    if kind == "published":
        return proof_document("published", by=by.strip("()"))
    theorem = f"{by.strip('()')} (docs/covering-codes.md#the-table)"
    return proof_document("theorem", by=theorem, certified=length <= LONGEST_CERTIFICATE)


def code_document(
    length: int,
    made: "list[CosetCode]",
    best: "CosetCode",
    found: "Searched | None",
    seed: int | None,
) -> dict[str, Any]:
    """All about the codes of a length, as JSON."""
    from fractions import Fraction

    known = bounds(length)
    news = None
    if found:
        news = {
            "size": found.code.size,
            "seconds": round(found.seconds, 3),
            "spent": round(found.spent, 3),
            "runs": found.runs,
            "stopped": found.stopped,
            "seed": seed,
        }
    win = 1 - Fraction(best.size, 1 << length)
    return {
        "length": length,
        "bounds": known,
        "constructions": [{"name": code.name, "size": code.size} for code in made],
        "search": news,
        "size": best.size,
        "optimal": best.size == known["lower"],
        "proven": best.size == known["lower"],
        **bound_document(known, length),
        "win": win,
        "value": float(win),
        "code": matrix(best),
        "verified": verified(best),
    }


def matrix(code: "CosetCode") -> dict[str, Any]:
    """A code as its columns and labels."""
    return {
        "name": code.name,
        "rank": code.rank,
        "columns": list(code.columns),
        "labels": sorted(code.labels),
    }


def verified(code: "CosetCode") -> list[str]:
    """How the code was seen to cover every word."""
    from whoknows.games.hats.solve.codes.coset_code import code_bits, first_uncovered

    assert code.covers(), "a code is shown only if it covers"
    sums = len(code.labels) * (code.length + 1)
    checks = [f"syndromes: {sums} sums make all {1 << code.rank}"]
    if code.length <= CHECKED:
        assert first_uncovered(code_bits(code), code.length) is None
        checks.append(f"words: all {1 << code.length} looked at")
    return checks


def write_code(path: Path, code: "CosetCode", document: dict[str, Any]) -> None:
    """The words, one a line, or for .json the matrix."""
    import json as writer

    from whoknows.cli.console import as_json
    from whoknows.errors import TooLarge

    if path.suffix == ".json":
        write_text(path, writer.dumps(document, default=as_json) + "\n")
    elif code.size > MOST_WORDS:
        raise TooLarge(
            f"{code.size:,} words are not written out; -o code.json has a matrix"
        )
    else:
        from whoknows.games.hats.solve.codes.word_codes import WordCode

        write_words(path, WordCode(code.length, 2, tuple(code.words().tolist())), 1)


def say_rows(rows: list[dict[str, Any]]) -> None:
    """The table of all lengths, for people."""
    say("K(n, 1): the fewest words such that each of the 2^n words is one or next to one\n")
    say_table(
        ["n", "at least", "", "published", "ours", "how ours is made"],
        [
            [
                row["length"],
                row["lower"],
                mark(row["lower_by"]),
                interval(row["published"]),
                row["size"],
                row["name"],
            ]
            for row in rows
        ],
    )
    say("s spheres, p parity (van Wee), m3 congruence modulo 3, c cited as published;")
    say("ours are made by the constructions named, each checked to cover")


def mark(source: str) -> str:
    """Where a lower bound is from, in a letter or two."""
    if source.startswith("published"):
        return "c"
    theorem = source.removeprefix("derived (").removesuffix(")")
    return theorem[0] if theorem.isalpha() else f"m{theorem.split()[-1]}"


def interval(known: dict[str, Any] | None) -> str:
    """A published interval as text."""
    if known is None:
        return ""
    low, high = known["lower"], known["upper"]
    return str(low) if low == high else f"{low}-{high}"


def say_code(document: dict[str, Any]) -> None:
    """The codes of a length for people."""
    known, length = document["bounds"], document["length"]
    published = known["published"]
    say(f"bounds      at least {plural(known['lower'], 'word')}: {known['lower_by']}")
    if known["counting"] != known["lower"]:
        say(f"            at least {known['counting']} by counting"
            f" (spheres alone: {known['sphere']})")  # fmt: skip
    if published:
        say(f"published   {interval(published)} ({published['source']})")
    for made in document["constructions"]:
        say(f"made        {made['size']:<12} {made['name']}")
    if found := document["search"]:
        say(f"searched    {found['size']:<12} found after {found['seconds']:.2f} s;"
            f" {plural(found['runs'], 'run')} in {found['spent']:.1f} s")  # fmt: skip
    best = "optimal" if document["optimal"] else "the smallest here"
    say(f"best        {document['size']:<12} {best}: {document['code']['name']}")
    say(f"win         {document['win']} = {exact_percent(document['value'])}"
        f" of the games of {plural(length, 'agent')}")  # fmt: skip
    for check in document["verified"]:
        say(f"checked     {check}")
