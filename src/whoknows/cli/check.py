"""`whoknows check`: the questions of a file, answered."""

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.console import Json, say, say_json

if TYPE_CHECKING:
    from whoknows.logic.files import Query, Script

SHOWN = 20  # worlds of a where? query that are listed for people
LONGEST = 200  # characters of a formula that are shown to people


def check(
    file: Annotated[
        Path,
        typer.Argument(help="A file of ours or of SMCDEL's; - is standard input."),
    ],
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why, at a world, with witnesses.")
    ] = False,
    engine: Annotated[
        str, typer.Option(help="How worlds are kept: auto, table, cube, symbolic.")
    ] = "auto",
    empty: Annotated[
        bool,
        typer.Option(
            "--empty", help="A law without a world is no error: all is valid, as in SMCDEL."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Answer the true?, valid?, and where? queries of a file.

    Example: whoknows check examples/muddy.txt --explain
    """
    import sys

    from whoknows.logic.files import load, loads

    if str(file) == "-":
        script = loads(sys.stdin.buffer.read(), name="-", engine=engine, empty=empty)
    else:
        script = load(file, engine=engine, empty=empty)
    if json:
        say_json(document(script, explain=explain))
    else:
        say_answers(script, explain=explain)


def document(script: "Script", *, explain: bool = False) -> dict[str, Any]:
    """The answers as one JSON document."""
    return {
        "file": script.name,
        "engine": script.model.engine,
        "worlds": script.model.size,
        "results": [result(script, query, explain=explain) for query in script.queries],
    }


def result(script: "Script", query: "Query", *, explain: bool) -> dict[str, Any]:
    """The answer to one query, and why if asked."""
    found = {
        "query": query.kind,
        "formula": query.text,
        "answer": script.answer(query),
    }
    return {**found, "explanation": script.explain(query)} if explain else found


def say_answers(script: "Script", *, explain: bool) -> None:
    """The story of the file for people: worlds, announcements, and answers, in order."""
    from rich.markup import escape

    start = script.models[0]
    agents = ", ".join(start.agents[:8]) or "nobody"
    if len(start.agents) > 8:
        agents = f"{len(start.agents)} agents"
    seen = f"{worlds(start.size)}, seen by {agents}"
    say(f"[bold]{escape(script.name)}[/bold]: {escape(seen)}")
    done = 0
    for query in script.queries:
        say_steps(script, done, query.after)
        done = query.after
        say_answer(script, query, explain=explain)
    say_steps(script, done, len(script.steps))
    if not script.queries:
        say("There are no queries in the file.")


def say_steps(script: "Script", done: int, until: int) -> None:
    """The announcements between two queries, each with the worlds that are left."""
    from rich.markup import escape

    for step, model in list(zip(script.steps, script.models[1:], strict=True))[done:until]:
        say(f"{step.kind} {escape(short(step.text))}")
        leaves = "leaves" if step.kind == "announce" else "makes"
        say(f"  [dim]{leaves} {worlds(model.size)}[/dim]")


def say_answer(script: "Script", query: "Query", *, explain: bool) -> None:
    """One query and its answer."""
    from rich.markup import escape

    model = script.models[query.after]
    at = f" at {escape('[' + model.name(query.at) + ']')}" if query.at is not None else ""
    say(f"{query.kind}?{at} {escape(short(query.text))}")
    if query.kind == "where":
        say_where(script, query)
    else:
        truth = script.answer(query)
        say("  [green]yes[/green]" if truth else "  [red]no[/red]")
    why = script.explain(query) if explain else None
    for line in (why or "").splitlines():
        say(f"  [dim]{escape(line)}[/dim]")


def say_where(script: "Script", query: "Query") -> None:
    """The number of worlds of a where? query, and the first of them."""
    from rich.markup import escape

    model = script.models[query.after]
    where = script.where(query)
    count = model.count(where)
    say(f"  in {count} of {worlds(model.size)}")
    for world in islice(model.restrict(where), SHOWN):
        say(f"  {escape('[' + model.name(world) + ']')}")
    if count > SHOWN:
        say(f"  ... and {count - SHOWN} more (--json lists all)")


def short(text: str) -> str:
    """A formula that fits a few lines: the middle of a long one is left out."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 50]} ... {text[-45:]}"


def worlds(count: int) -> str:
    """A number of worlds in words."""
    return "1 world" if count == 1 else f"{count} worlds"
