"""`whoknows hats best`: the largest chance to win, and a deal that reaches it."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.certificates import Certificate, check_place, write_certificate
from whoknows.cli.console import Json, note, refuse_unused, say, say_json
from whoknows.cli.hats_options import WorldOptions
from whoknows.cli.hats_sets import counting
from whoknows.cli.shared_options import sharing
from whoknows.wording import exact_percent

if TYPE_CHECKING:
    from whoknows.games.hats.rules import Rules
    from whoknows.games.hats.solve.best import Best

LEVELS = "levels dominate a path (docs/hats-beyond.md#agents-who-do-not-know-their-place)"
WIDTH = 70  # of a text behind its label
PROOFS = {
    "theorem": "a known bound",
    "search": "an exact search",
    "published": "a published bound",
    "CP-SAT": "an exact search, on the word of CP-SAT",
}
MOST_SHOWN, MOST_LETTERS = 100, 2000  # configurations and letters written to people


@sharing(WorldOptions, players=3)
def best(
    asked: WorldOptions,
    context: typer.Context,
    time_limit: Annotated[
        float, typer.Option(help="Seconds to search; the best so far is kept.")
    ] = 60.0,
    shared: Annotated[
        bool,
        typer.Option(
            "--shared", help="One rule for all agents, who see counts only; exact."
        ),
    ] = False,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """The largest chance to win of any deal, proven, or the interval when time is up.

    Example: whoknows hats best --players 5 --p 0.7
    """
    from time import perf_counter

    from whoknows.games.hats.solve.best import best as find
    from whoknows.games.hats.solve.best import prepare
    from whoknows.games.hats.solve.documents import best_document
    from whoknows.games.hats.solve.proofs.best_certificate import best_certificate
    from whoknows.work.proof_kinds import proof_document

    check_place(certificate)
    rules = asked.rules(3)
    if shared:
        refuse_unused(context, "with --shared", "views", "time_limit", "certificate")
        say_shared(rules, json=json)
        return
    prepare(rules)
    start = perf_counter()
    found = find(rules, time_limit=time_limit, progress=None if json else tell)
    seconds = perf_counter() - start
    document = best_document(found)
    if certificate:
        with counting() as progress:
            write_certificate(certificate, best_certificate(found, progress))
        if not document["certified"]:  # it was not sure, and there is one now
            document |= proof_document("certificate", certified=True)
    if json:
        say_json(document | {"seconds": round(seconds, 3)})
    else:
        say_best(found, seconds)


def say_shared(rules: "Rules", *, json: bool) -> None:
    """The best rule that all share."""
    from whoknows.games.hats.solve.deals_at_once import shared_plan
    from whoknows.games.hats.solve.proofs.best_certificate import rules_document
    from whoknows.work.proof_kinds import proof_document

    found = shared_plan(rules)
    if json:
        say_json(
            rules_document(rules)
            | {"shared": True, "win": found.win, "value": float(found.win), "proven": True}
            | proof_document("theorem", by=LEVELS)
            | {"deal": found.name}
        )
        return
    short = f"{found.win} = " if len(str(found.win)) < WIDTH else ""
    say(f"win       {short}{exact_percent(found.win)}")
    say("proven    no rule that all share wins more: the levels lost dominate a path")
    say_wrapped("rule", found.name)


def tell(lost: Any, bound: Any) -> None:
    """A better deal, on stderr."""
    note(f"loses {float(lost):.6g}, at least {float(bound):.6g}")


def say_best(found: "Best", seconds: float) -> None:
    """The best deal for people."""
    from whoknows.games.hats.solve.documents import deal_text

    rules, text = found.rules, deal_text(found)
    say(f"win       {found.lower} = {exact_percent(found.lower)}")
    if found.proven:
        say(f"proven    no deal wins more, by {PROOFS[found.proof]} ({seconds:.1f} s)")
    else:
        say(f"bound     {exact_percent(found.upper)}: no deal wins more,"
            f" by {PROOFS[found.proof]}")  # fmt: skip
    if found.cited:
        say(f"cited     {found.cited}".replace("[", "\\["))
    if found.away:
        text = f"guess away from the words of a code: {text}"
    if found.lost is not None:
        say(f"loses     {len(found.lost)} of {rules.size} configurations")
        if len(found.lost) <= MOST_SHOWN:
            say_wrapped("", " ".join(rules.name(code) for code in found.lost))
    if len(text) <= MOST_LETTERS:
        say_wrapped("deal", text)
    else:
        say("deal      long; see --json")


def say_wrapped(label: str, text: str) -> None:
    """A labelled text on as many lines as it needs; words are not broken."""
    from textwrap import wrap

    lines = wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    for place, line in enumerate(lines):
        say(f"{'' if place else label:10}{line}")
