"""`whoknows plan`: what must be said or done so that a goal holds."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from whoknows.cli.console import Json, progress, say, say_json, say_prose
from whoknows.play.example_files import shipped
from whoknows.wording import plural

if TYPE_CHECKING:
    from whoknows.logic.language.formula import Formula
    from whoknows.logic.models.model import Model, World
    from whoknows.logic.planning import Act, Plan
    from whoknows.logic.planning.branching_plan import Tree


def plan(
    file: Annotated[
        Path, typer.Argument(help="A story with `may` and `goal`, or an EPDDL problem.")
    ],
    goal: Annotated[
        str | None, typer.Option(help="A formula; else the goal that the file names.")
    ] = None,
    longest: Annotated[
        int, typer.Option("--longest", help="Steps of the longest plan sought, 0 to 100.")
    ] = 12,
    planner: Annotated[
        str | None,
        typer.Option("--as", help="Plan as this agent, with branches by what it sees."),
    ] = None,
    knowing: Annotated[
        bool,
        typer.Option(
            "--knowing", help="The one who acts must know that the act can be done."
        ),
    ] = False,
    domain: Annotated[
        Path | None, typer.Option(help="The domain of an EPDDL problem; else one nearby.")
    ] = None,
    library: Annotated[
        list[Path] | None,
        typer.Option(help="A library of EPDDL action types."),
    ] = None,
    json: Json = False,
) -> None:
    """Find a shortest plan to a goal of knowledge, or prove that there is none.

    Without --as the planner sees all, and knows what is true.  Ctrl-C ends the search, and
    says how far it is proven that there is no plan.

    Example: whoknows plan examples/transfer.txt
    """
    from whoknows.errors import BadSetup

    request = read(shipped(file), goal, domain, library or [])
    start = perf_counter()
    found: Plan | Tree
    if planner is None:
        found = find_plan(request, longest, knowing=knowing)
    elif knowing:
        raise BadSetup("--knowing is for a planner who sees all; --as AGENT knows anyway")
    else:
        found = find_tree(request, longest, planner)
    seconds = perf_counter() - start
    if json:
        say_json({**document(found), "seconds": round(seconds, 3)})
    else:
        say_found(found, request)
    if found.stopped:
        raise typer.Exit(130)


class PlanRequest(NamedTuple):
    """What is asked: a start, what may happen, and a goal."""

    model: "Model"
    here: "tuple[World, ...]"
    acts: "tuple[Act, ...]"
    goal: "Formula"


def read(
    file: Path, goal: str | None, domain: Path | None, library: list[Path]
) -> PlanRequest:
    """The problem of a file, in whichever format it is."""
    from whoknows.errors import BadSetup
    from whoknows.logic.language.reader import parse
    from whoknows.logic.planning.epddl import load_task
    from whoknows.logic.planning.story_problem import load_story

    if file.suffix == ".epddl":
        task = load_task(file, domain, library)
        wanted = task.goal if goal is None else parse(goal)
        return PlanRequest(task.model, task.here, task.acts, wanted)
    if domain is not None or library:
        raise BadSetup("--domain and --library are for EPDDL problems, named .epddl")
    story = load_story(file)
    wish = story.goal if goal is None else parse(goal)
    if wish is None:
        raise BadSetup(f"{file} names no goal: write a line 'goal ...', or say --goal")
    if story.script.actual is None:
        raise BadSetup(f"{file} names no actual world: write a line 'actual ...'")
    if not story.acts:
        raise BadSetup(f"nothing may happen in {file}: write lines 'may ...'")
    return PlanRequest(story.script.model, (story.script.actual,), story.acts, wish)


def find_plan(request: PlanRequest, longest: int, *, knowing: bool) -> "Plan":
    """A plan of one who sees all."""
    from whoknows.logic.planning import plan as planned

    return planned(
        request.model, request.goal, request.acts, at=request.here, longest=longest,
        knowing=knowing, report=progress(),
    )  # fmt: skip


def find_tree(request: PlanRequest, longest: int, planner: str) -> "Tree":
    """A plan with branches of one of the agents."""
    from whoknows.errors import BadSetup
    from whoknows.logic.planning.branching_plan import branching_plan

    if len(request.here) != 1:
        raise BadSetup(f"--as wants one actual world, not {len(request.here)}")
    return branching_plan(
        request.model, request.goal, request.acts, at=request.here[0], planner=planner,
        longest=longest, report=progress(),
    )  # fmt: skip


# ------------------------------------------------------------------------- as a document


def document(found: "Plan | Tree") -> dict[str, Any]:
    """A plan for JSON."""
    from whoknows.logic.planning import Plan
    from whoknows.work.proof_kinds import proof_document

    reached = found.steps is not None if isinstance(found, Plan) else found.reached
    proven = found.none_at_all or reached  # all shorter ones were tried
    shared = {
        "goal": str(found.goal),
        "none_within": found.none_within,
        "none_at_all": found.none_at_all,
        "proven": proven,
        **proof_document("enumeration" if proven else None),
        "looked_at": found.looked_at,
        "stopped": found.stopped,
    }
    if isinstance(found, Plan):
        steps = None if found.steps is None else list(found.steps)
        own = {"planner": None, "plan": steps, "worlds": list(found.worlds)}
        return {**own, "length": None if steps is None else len(steps), **shared}
    tree = found.document()
    length = found.worst if found.reached else None
    return {"planner": found.planner, "plan": tree, "length": length, **shared}


# ----------------------------------------------------------------------------- for people


def say_found(found: "Plan | Tree", request: PlanRequest) -> None:
    """A plan, step by step, and what is proven."""
    from rich.markup import escape

    from whoknows.logic.planning import Plan

    who = "who sees all" if isinstance(found, Plan) else f"for {found.planner}"
    say_prose(f"goal: {escape(str(found.goal))}")
    say_prose(f"[dim]{len(request.acts)} acts; a planner {escape(who)}[/dim]")
    if isinstance(found, Plan) and found.steps is not None:
        many = plural(len(found.steps), "step")
        say(f"[green]{many}[/green], and no plan has fewer:")
        for place, (step, size) in enumerate(
            zip(found.steps, found.worlds[1:], strict=True), 1
        ):
            say(f"  {place}. {escape(step)}  [dim]{plural(size, 'world')}[/dim]")
    elif not isinstance(found, Plan) and found.reached:
        many = plural(found.worst, "step")
        say(f"[green]{many}[/green] at worst, and no plan has fewer:")
        for line in found.text().splitlines():
            say(f"  {escape(line)}")
    else:
        say_none(found)
    say(f"[dim]{plural(found.looked_at, 'situation')} looked at[/dim]")


def say_none(found: "Plan | Tree") -> None:
    """How far it is proven that there is no plan."""
    if found.none_at_all:
        say("[red]none[/red]: there is no plan of any length")
        return
    stopped = "stopped; " if found.stopped else ""
    many = plural(max(found.none_within, 0), "step")
    say(f"[yellow]none found[/yellow]: {stopped}no plan has {many} or fewer")
