"""`whoknows balance`: solve, play, ask, capacity, compare, design."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from whoknows.cli.certificates import Certificate, check_place, write_certificate
from whoknows.cli.console import Json, Seed, note, progress, say, say_json, say_table
from whoknows.cli.output import put_line
from whoknows.cli.play import doors
from whoknows.cli.shared_options import sharing
from whoknows.wording import plural

if TYPE_CHECKING:
    from whoknows.games.balance.rules import Rules
    from whoknows.games.balance.solve import Costs

app = typer.Typer(
    cls=doors("balance"),
    name="balance",
    help="Balance: find the odd coins with a pair of scales.",
    epilog="Example: whoknows balance solve --coins 12 --odd 1 --kind either",
    invoke_without_command=True,
)

AtMost: TypeAlias = Annotated[
    bool, typer.Option("--at-most", help="Fewer coins, or none, may be odd.")
]
Strategy: TypeAlias = Annotated[
    str,
    typer.Option(help="entropy, parts, worst-case, expected-size, or optimal."),
]


Draw: TypeAlias = Annotated[
    Path | None,
    typer.Option("-o", "--output", help="Write the weighings as an .svg picture."),
]


def rules_of(
    coins: Annotated[int, typer.Option(help="Coins, numbered from 1.")] = 12,
    odd: Annotated[int, typer.Option(help="How many coins are odd.")] = 1,
    kind: Annotated[
        str,
        typer.Option(
            help="heavy, light, either (all one way, unknown which), or mixed (each its "
            "own)."
        ),
    ] = "either",
    goal: Annotated[
        str, typer.Option(help="coin (which are odd), or coin-and-kind.")
    ] = "coin-and-kind",
    references: Annotated[
        int, typer.Option(help="Coins known to be good, numbered after the others.")
    ] = 0,
    at_most: AtMost = False,
) -> "Rules":
    """The rules that options describe."""
    from whoknows.games.balance.rules import Rules

    return Rules(coins, odd, at_most, kind, references, goal)


@app.callback()
def start(context: typer.Context, seed: Seed = None) -> None:
    """Balance: find the odd coins with a pair of scales.

    Without a command, an odd coin is found before your eyes.
    """
    if context.invoked_subcommand is None:
        from whoknows.cli import alone

        alone.balance(seed)


@app.command()
def different(
    coins: Annotated[int, typer.Option(min=2, help="Coins, numbered from 1.")] = 6,
    odd: Annotated[int, typer.Option(help="How many coins are too heavy: 1 to 3.")] = 2,
    goal: Annotated[
        str, typer.Option(help="coin (which are odd), or coin-and-kind (and their order).")
    ] = "coin-and-kind",
    json: Json = False,
) -> None:
    """Odd coins that are too heavy, each by an amount of its own that nobody knows.

    Example: whoknows balance different --coins 6 --odd 2
    """
    from dataclasses import asdict

    from whoknows.games.balance.solve.unequal_amounts import Different, fewest_weighings
    from whoknows.work.proof_kinds import proof_document

    game = Different(coins, odd, goal)
    note(f"{len(game.cases)} cases; all weighings are tried")
    found = fewest_weighings(game)
    first = [[coin + 1 for coin in pan] for pan in found.first]
    if json:
        told = {"cases": found.cases, "worst": found.worst, "first": first}
        say_json(asdict(game) | told | {"proven": True} | proof_document("enumeration"))
        return
    number = plural(found.worst, "weighing")
    say(f"{number} at worst, and never fewer: all plans were tried.")
    left, right = (" ".join(map(str, pan)) for pan in first)
    say(f"Begin with {left} against {right}.")


@app.command()
@sharing(rules_of)
def solve(
    rules: "Rules",
    minimize: Annotated[str, typer.Option(help="worst (then total), or total.")] = "worst",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A .json, .dot, or .txt file.")
    ] = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Prove the best plan: the fewest weighings at worst, or over all cases.

    Example: whoknows balance solve --coins 12 --odd 1 --kind either
    """
    from whoknows.games.balance.solve import optimal
    from whoknows.games.balance.solve.certificate import certificate as certified
    from whoknows.games.balance.solve.plans import rules_document
    from whoknows.inquiry.plan_files import as_text, write_plan

    check_place(certificate, output)
    costs = optimal(rules, minimize=minimize, report=progress())
    if output:
        write_plan(output, costs.plan, **rules_document(rules))
        note(f"wrote {output}")
    if certificate:
        write_certificate(certificate, certified(costs))
    if json:
        say_json(costs.document())
        return
    say(f"{rules}: {rules.size:,} cases")
    show_costs(costs)
    if not output:
        put_line("LT: the left pan is lighter; GT: the left pan is heavier.\n")
        put_line(as_text(costs.plan))


@app.command()
@sharing(rules_of)
def ask(
    rules: "Rules",
    strategy: Strategy = "optimal",
    history: Annotated[
        list[str] | None,
        typer.Option(
            "--history", help="A weighing made, like '1 2:3 4 LT'; can be repeated."
        ),
    ] = None,
    draw: Draw = None,
    json: Json = False,
) -> None:
    """You hold real coins: it says what to weigh, and catches contradictions.

    Example: whoknows balance ask --coins 12 --history '1-4 : 5-8 LT'
    """
    from whoknows.cli.balance_ask import ScalesTalk, ahead, ask_coins, parse_line
    from whoknows.cli.play import check_picture
    from whoknows.games.balance.knowledge import position_after
    from whoknows.games.balance.solve import optimal
    from whoknows.games.balance.strategies import OPTIMAL, check_name

    check_name(strategy)
    check_picture(draw)
    sitting = ScalesTalk(rules, quiet=json)
    for text in history or ():
        sitting.lines.append(parse_line(rules, text))
        position_after(rules, sitting.lines)
    plan = optimal(rules, report=progress()).plan.root if strategy == OPTIMAL else None
    found = ask_coins(sitting, strategy, plan)
    if draw:
        sitting.draw(draw)
    if json:
        say_json(sitting.document(found, ahead(sitting, strategy, plan)))


@app.command()
@sharing(rules_of)
def compare(
    rules: "Rules",
    strategies: Annotated[
        list[str] | None, typer.Option("--strategy", help="Only these; can be repeated.")
    ] = None,
    json: Json = False,
) -> None:
    """Try all strategies on every case, beside the proven optimum.

    Example: whoknows balance compare --coins 5 --kind heavy
    """
    from whoknows.games.balance.solve import evaluate
    from whoknows.games.balance.strategies import COMPARED, check_name

    for name in strategies or ():
        check_name(name)
    report = progress()
    rows = [evaluate(rules, name, report=report) for name in strategies or COMPARED]
    if json:
        say_json({"strategies": [compared(costs) for costs in rows]})
        return
    columns = ["strategy", "first weighing", "total", "average", "worst", "histogram"]
    say_table(columns, [row_of(costs) for costs in rows], title=str(rules))


@app.command()
def capacity(
    weighings: Annotated[int, typer.Option(help="How many weighings.")] = 3,
    odd: Annotated[int | None, typer.Option(min=1, help="Only so many odd coins.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only odd coins of this kind.")] = None,
    goal: Annotated[str | None, typer.Option(help="Only this goal.")] = None,
    references: Annotated[int | None, typer.Option(help="Only so many references.")] = None,
    at_most: AtMost = False,
    json: Json = False,
) -> None:
    """The largest number of coins for so many weighings, beside the information bound.

    Example: whoknows balance capacity --weighings 4
    """
    from whoknows.games.balance.solve.capacity import capacity as largest
    from whoknows.games.balance.solve.capacity import games

    chosen = games(odd, kind, goal, references, at_most)
    rows = [largest(weighings, rules, report=progress()) for rules in chosen]
    if json:
        say_json({"weighings": weighings, "capacities": [row.document() for row in rows]})
        return
    columns = ["odd", "kind", "goal", "references", "coins", "bound", "by"]
    say_table(columns, [row.cells() for row in rows], title=plural(weighings, "weighing"))


@app.command()
def design(
    weighings: Annotated[int, typer.Option(help="How many weighings.")] = 3,
    coins: Annotated[
        int | None, typer.Option(help="Fewer coins than the most possible.")
    ] = None,
    json: Json = False,
) -> None:
    """Weighings fixed in advance for one odd coin of unknown kind, every case decoded.

    Example: whoknows balance design --weighings 3
    """
    from whoknows.games.balance.rules import weighing_name
    from whoknows.games.balance.solve.fixed_weighings import fixed_weighings

    found = fixed_weighings(weighings, coins)
    cases = found.check()
    if json:
        say_json(found.document())
        return
    for number, weighing in enumerate(found.weighings, start=1):
        put_line(f"{number}  {weighing_name(weighing)}")
    put_line(f"{found.coins} coins; all {cases} cases are decoded:")
    for line in found.key_lines():
        put_line(line)


def show_costs(costs: "Costs") -> None:
    """What a plan costs, for people."""
    average = float(costs.plan.average)
    say(
        f"worst {costs.worst}   total {costs.total:,}   average {average:.4f}   "
        f"information bound {costs.bound}"
    )
    if costs.proven:
        more = ""
        if costs.minimize == "worst" and costs.total_too:
            more = ", nor with that worst a smaller total"
        say(f"proven: no plan has a smaller {costs.minimize}{more}")
    else:
        gap = f"no plan has a {costs.minimize} below {costs.least:,}"
        say(f"not proven; the search was stopped: {gap}")


def compared(costs: "Costs") -> dict[str, object]:
    """One strategy as plain JSON."""
    from whoknows.games.balance.rules import weighing_name

    root = costs.plan.root.question
    return {
        "strategy": costs.plan.strategy,
        "first": None if root is None else weighing_name(root),
        "total": costs.total,
        "worst": costs.worst,
        "average": float(costs.plan.average),
        "histogram": list(costs.plan.histogram),
    }


def row_of(costs: "Costs") -> list[object]:
    """One row of the comparison."""
    row = compared(costs)
    histogram = " ".join(map(str, costs.plan.histogram))
    average = f"{float(costs.plan.average):.3f}"
    return [
        row["strategy"],
        row["first"] or "-",
        costs.total,
        average,
        costs.worst,
        histogram,
    ]
