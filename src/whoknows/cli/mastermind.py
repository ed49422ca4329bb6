"""`whoknows mastermind`: break, play, suggest, evaluate, compare, optimal, plan, static."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from whoknows.cli.certificates import Certificate, check_place, write_certificate
from whoknows.cli.console import (
    Json,
    Seed,
    note,
    progress,
    refuse_unused,
    say,
    say_json,
    say_table,
)
from whoknows.cli.mastermind_options import (
    First,
    Keep,
    OnlyPossible,
    Strategy,
    Ties,
    Worst,
    parse_first,
    parse_line,
    rules_of,
)
from whoknows.cli.mastermind_results import (
    demonstrate,
    forewarn,
    row_of,
    show_costs,
    write_plot,
)
from whoknows.cli.output import put_line
from whoknows.cli.play import doors
from whoknows.cli.shared_options import sharing
from whoknows.wording import plural

if TYPE_CHECKING:
    from whoknows.games.mastermind.rules import Rules

app = typer.Typer(
    cls=doors("mastermind"),
    name="mastermind",
    help="Mastermind: find the secret code from black and white answers.",
    epilog="Example: whoknows mastermind evaluate --strategy worst-case",
    invoke_without_command=True,
)


@app.callback()
def start(context: typer.Context, seed: Seed = None) -> None:
    """Mastermind: find the secret code from black and white answers.

    Without a command, a code is hidden and broken before your eyes.
    """
    if context.invoked_subcommand is None:
        demonstrate(seed)


@app.command("break")
@sharing(rules_of)
def break_(
    rules: "Rules",
    strategy: Strategy = "parts",
    plan: Annotated[
        Path | None, typer.Option("--plan", help="Follow a plan from `plan -o`.")
    ] = None,
    secret: Annotated[
        str | None, typer.Option(help="Your code, if the program should answer for you.")
    ] = None,
    json: Json = False,
) -> None:
    """You hold the code, the computer guesses; contradictions are found.

    Example: whoknows mastermind break --strategy entropy
    """
    from whoknows.cli.mastermind_break import BreakerTalk, ahead, break_code
    from whoknows.inquiry.by_score.strategies import check_name
    from whoknows.inquiry.plan_files import read_plan

    check_name(strategy)
    sitting = BreakerTalk(rules, quiet=json)
    code = None if secret is None else rules.parse_code(secret)
    followed = read_plan(plan) if plan else None
    found = break_code(sitting, strategy, followed, code)
    if json:
        say_json(sitting.document(found, ahead(sitting, strategy, followed)))


@app.command()
@sharing(rules_of)
def suggest(
    rules: "Rules",
    history: Annotated[
        list[str] | None,
        typer.Option("--history", help="A line, like 1122:1,2; can be repeated."),
    ] = None,
    strategy: Strategy = "entropy",
    top: Annotated[int, typer.Option(min=1, help="How many guesses are shown.")] = 10,
    only_possible: OnlyPossible = False,
    json: Json = False,
) -> None:
    """Rank the guesses after a history, by worst, expected, entropy, and parts.

    Example: whoknows mastermind suggest --history 1122:1,2 --history 1344:0,1
    """
    from whoknows.games.mastermind.solve.ranked_guesses import suggestions
    from whoknows.inquiry.by_score.strategies import check_name

    check_name(strategy)
    lines = [parse_line(rules, line) for line in history or []]
    found = suggestions(rules, lines, strategy, top=top, only_possible=only_possible)
    if json:
        say_json(found.document())
        return
    count = found.left
    many = "very many codes" if count is None else plural(count, "code", ",")
    say(f"{many} left: {', '.join(found.examples)}")
    if found.sample:
        say(f"Figures are of a sample of {found.sample} possible codes, and estimates:")
    columns = ["guess", "possible", "worst", "expected", "bits", "parts"]
    say_table(columns, [row.cells() for row in found.rows])


@app.command()
@sharing(rules_of)
def evaluate(
    rules: "Rules",
    context: typer.Context,
    strategy: Strategy = "parts",
    first: First = None,
    only_possible: OnlyPossible = False,
    ties: Ties = "possible",
    json: Json = False,
) -> None:
    """Try a strategy on every code.

    Example: whoknows mastermind evaluate --strategy worst-case --json
    """
    from whoknows.games.mastermind import solve
    from whoknows.inquiry.by_score.strategies import check_name

    check_name(strategy, "optimal")
    opening = parse_first(rules, first)
    question: dict[str, object] = {}
    if strategy == "optimal":
        refuse_unused(context, "with --strategy optimal", "only_possible", "ties")
        forewarn(rules)
        costs = solve.optimal(rules, first=opening, report=note)
    else:
        if strategy == "first":
            reason = "with --strategy first, which takes the first possible code"
            refuse_unused(context, reason, "only_possible", "ties")
        costs = solve.evaluate(
            rules,
            strategy,
            first=opening,
            only_possible=only_possible,
            ties=ties,
            report=note,
        )
        question = {"only_possible": only_possible, "ties": ties}
    show_costs(costs, json, **question)


@app.command()
@sharing(rules_of)
def compare(
    rules: "Rules",
    strategies: Annotated[
        list[str] | None, typer.Option("--strategy", help="Only these; can be repeated.")
    ] = None,
    ties: Ties = "possible",
    plot: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Draw the histograms: .png or .svg."),
    ] = None,
    json: Json = False,
) -> None:
    """Try all strategies on every code, side by side.

    Example: whoknows mastermind compare -o histogram.svg
    """
    from whoknows.games.mastermind.solve import evaluate as tried
    from whoknows.games.mastermind.strategies import COMPARED
    from whoknows.inquiry.by_score.strategies import check_name

    for name in strategies or []:
        check_name(name)
    names = strategies or COMPARED
    rows, tell = [], progress(every=5.0)
    for number, name in enumerate(names, start=1):
        rows.append(tried(rules, name, ties=ties, report=note))
        tell(f"{number} of {len(names)} strategies tried")
    if plot:
        write_plot(plot, rules, rows)
    if json:
        say_json({"strategies": [costs.document() for costs in rows]})
        return
    columns = ["strategy", "first", "total", "average", "worst", "histogram"]
    say_table(columns, [row_of(costs) for costs in rows], title=f"{rules}")
    if plot:
        note(f"wrote {plot}")


@app.command()
@sharing(rules_of)
def optimal(
    rules: "Rules",
    worst: Worst = None,
    minimize: Annotated[str, typer.Option(help="total, or worst (then total).")] = "total",
    first: First = None,
    keep: Keep = None,
    yes: Annotated[bool, typer.Option("--yes", help="Even if it takes days.")] = False,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Prove the least number of guesses over all codes; Ctrl-C gives the best so far.

    Example: whoknows mastermind optimal --worst 5
    """
    from whoknows.errors import NoPlan
    from whoknows.games.mastermind import solve
    from whoknows.games.mastermind.solve.certificate import (
        no_plan_certificate,
        plan_certificate,
    )

    check_place(certificate, keep)
    opening = parse_first(rules, first)
    forewarn(rules, yes)
    try:
        costs = solve.optimal(
            rules,
            minimize=minimize,
            worst=worst,
            first=opening,
            report=progress(),
            keep=keep,
            yes=yes,
        )
    except NoPlan:
        if certificate and worst is not None and opening is None:
            write_certificate(certificate, no_plan_certificate(rules, worst, progress()))
        raise
    if certificate:
        write_certificate(certificate, plan_certificate(costs, report=progress()))
    show_costs(costs, json)


@app.command()
@sharing(rules_of)
def plan(
    rules: "Rules",
    context: typer.Context,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A .json, .dot, or .txt file.")
    ] = None,
    strategy: Strategy = "parts",
    first: First = None,
    worst: Worst = None,
    depth: Annotated[
        int | None, typer.Option(min=1, help="Show so many levels of the text.")
    ] = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Write out a strategy (or `optimal`) as a tree: JSON, text, or DOT.

    Example: whoknows mastermind plan --strategy optimal -o plan.json
    """
    from whoknows.games.mastermind import solve
    from whoknows.games.mastermind.solve.certificate import plan_certificate
    from whoknows.inquiry.by_score.strategies import check_name
    from whoknows.inquiry.plan_files import as_document, as_text, write_plan

    check_name(strategy, "optimal")
    check_place(output, certificate)
    if strategy != "optimal":
        refuse_unused(context, "without --strategy optimal", "worst", "certificate")
    if json or output:
        refuse_unused(context, "where the whole plan is written", "depth")
    opening = parse_first(rules, first)
    if strategy == "optimal":
        forewarn(rules)
        costs = solve.optimal(rules, first=opening, worst=worst, report=progress())
    else:
        costs = solve.evaluate(rules, strategy, first=opening, report=note)
    if certificate:
        write_certificate(certificate, plan_certificate(costs, report=progress()))
    facts = costs.document()
    del facts["seconds"]  # a plan's file is the same whenever it is made
    if output:
        write_plan(output, costs.plan, **facts)
        note(f"wrote {output}: total {costs.total:,}, worst {costs.worst}")
    if json:
        say_json(as_document(costs.plan, **facts))
    elif not output:
        put_line(as_text(costs.plan, depth))


@app.command()
@sharing(rules_of)
def static(
    rules: "Rules",
    seconds: Annotated[
        float,
        typer.Option(
            "--time-limit",
            min=0,
            help="Seconds for a proof that fewer guesses are not enough.",
        ),
    ] = 60.0,
    seed: Seed = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Find few guesses, all fixed in advance, that tell all codes apart.

    Example: whoknows mastermind static --pegs 3 --colors 4
    """
    from whoknows.games.mastermind.solve.certificate import static_certificate
    from whoknows.games.mastermind.solve.fixed_guesses import static_guesses

    check_place(certificate)
    note(f"looking for few guesses; a proof is tried for at most {seconds:g} s")
    found = static_guesses(rules, seed=seed or 0, seconds=seconds, report=note)
    if certificate:
        write_certificate(certificate, static_certificate(found))
    if json:
        say_json(found.document())
        return
    many = plural(len(found.guesses), "guess")
    tell = "tells" if len(found.guesses) == 1 else "tell"
    say(f"{rules}: {many} fixed in advance {tell} all codes apart")
    say("  " + " ".join(found.guesses))
    fewer = f"not proven minimal; {found.bound} at least are needed"
    say("proven minimal" if found.proven else fewer)
