"""`whoknows inquiry`: the best questions for a table of one's own."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.certificates import Certificate, check_place, write_certificate
from whoknows.cli.console import Json, note, progress, refuse_unused, say, say_json
from whoknows.cli.output import put_line
from whoknows.play.example_files import shipped

if TYPE_CHECKING:
    from whoknows.inquiry.plan import Optimum

app = typer.Typer(
    name="inquiry",
    help="Questions that split: the best plan for a table of your own.",
    epilog="Example: whoknows inquiry solve examples/animals.csv",
    invoke_without_command=True,
)
ANIMALS = {  # flies, swims, legs
    "eagle": ("yes", "no", "2"),
    "duck": ("yes", "yes", "2"),
    "cat": ("no", "no", "4"),
    "shark": ("no", "yes", "0"),
    "frog": ("no", "yes", "4"),
}


@app.callback()
def start(context: typer.Context) -> None:
    """Questions that split: the best plan for a table of your own.

    Without a command, five animals are told apart before your eyes.
    """
    if context.invoked_subcommand is None:
        demonstrate()


def demonstrate() -> None:
    """A small table, and the best questions about it."""
    from whoknows.cli.console import say_table
    from whoknows.inquiry.optimum.search import optimal_plan
    from whoknows.inquiry.plan_files import as_text
    from whoknows.inquiry.problem_files import table_problem

    head = ["animal", "flies", "swims", "legs"]
    rows = [[name, *answers] for name, answers in ANIMALS.items()]
    say("Somebody thinks of an animal; which questions find it?")
    say_table(head, rows)
    plan = optimal_plan(table_problem([head, *rows], Path("animals"), ends=None)).plan
    say(f"The best plan asks {float(plan.average):.1f} questions on average:\n")
    put_line(as_text(plan))
    say("\nYour turn:  whoknows inquiry solve TABLE.csv    the same for a table of yours")


@app.command()
def solve(
    context: typer.Context,
    table: Annotated[Path, typer.Argument(help="A CSV file, as described above.")],
    strategy: Annotated[
        str, typer.Option(help="optimal, or entropy, parts, worst-case, ...")
    ] = "optimal",
    minimize: Annotated[str, typer.Option(help="total, or worst (then total).")] = "total",
    worst: Annotated[
        int | None, typer.Option(min=1, help="At most so many questions.")
    ] = None,
    ends: Annotated[
        bool | None,
        typer.Option(
            "--ends/--knows", help="The game ends when the secret is asked/known."
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the plan: .json, .dot, .txt."),
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="A file to go on from, after Ctrl-C or a crash.")
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, help="Show so many levels of the plan.")
    ] = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Find the best questions for a table of secrets (rows) and questions (columns).

    The first row has the questions, the first column the secrets; any text is an answer.
    A file with one column is a list of words, guessed as in Wordle.

    Example: whoknows inquiry solve examples/animals.csv --minimize worst
    """
    from whoknows.inquiry.plan_files import as_text, write_plan
    from whoknows.inquiry.problem_files import read_table

    if strategy != "optimal":
        idle = ("minimize", "worst", "keep", "certificate")
        refuse_unused(context, "without --strategy optimal", *idle)
    if json or output:
        refuse_unused(context, "where the whole plan is written", "depth")
    check_place(certificate, keep, output)
    problem = read_table(shipped(table), ends=ends)
    found = solved(problem, strategy, minimize, worst, keep)
    if certificate:
        from whoknows.inquiry.optimum.lemmas import table_certificate

        write_certificate(
            certificate, table_certificate(problem, found, minimize, worst, progress())
        )
    if output:
        write_plan(output, found.plan)
        note(f"wrote {output}")
    if json:
        asked = {"table": str(table), "minimize": minimize, "limit": worst}
        say_json(asked | document(problem, found))
        return
    plan = found.plan
    say(f"{problem.secrets} secrets, {problem.questions} questions: {plan.strategy}")
    average = f"{float(plan.average):.3f}"
    say(f"total {plan.total}   average {average}   worst {plan.worst}" + proof(found))
    if not output:
        put_line(as_text(plan, depth))


def solved(
    problem: Any, strategy: str, minimize: str, worst: int | None, keep: Path | None
) -> "Optimum":
    """The plan of the strategy, or the optimal one."""
    from whoknows.inquiry.by_score.strategies import plan_for
    from whoknows.inquiry.plan import Optimum

    if strategy != "optimal":
        return Optimum(plan_for(problem, strategy), 0, False, 0)
    from whoknows.inquiry.optimum.search import optimal_plan

    return optimal_plan(
        problem, minimize=minimize, worst=worst, keep=keep, report=progress()
    )


def proof(found: "Optimum") -> str:
    """What is known about better plans."""
    if found.proven:
        return "   proven optimal"
    return f"   not proven; no plan below {found.bound}" if found.bound else ""


def document(problem: Any, found: "Optimum") -> dict[str, Any]:
    """The result as plain JSON."""
    from whoknows.inquiry.plan_files import node_document
    from whoknows.work.proof_kinds import proof_document

    plan = found.plan
    return {
        "secrets": problem.secrets,
        "questions": problem.questions,
        "ends": problem.ends,
        "strategy": plan.strategy,
        "total": plan.total,
        "worst": plan.worst,
        "average": float(plan.average),
        "histogram": list(plan.histogram),
        "bound": found.bound,
        "proven": found.proven,
        **proof_document("certificate" if found.proven else None, certified=found.proven),
        "seconds": round(found.seconds, 3),
        "plan": node_document(plan, plan.root),
    }
