"""`whoknows valid` and `whoknows find`: countermodels, and models of formulas."""

from pathlib import Path
from secrets import randbelow
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from whoknows.cli.console import Json, note, refuse_unused, say, say_json, say_prose
from whoknows.cli.output import put_line

if TYPE_CHECKING:
    from whoknows.logic.language.formula import Formula
    from whoknows.logic.models.model import World
    from whoknows.logic.models.table import Rows
    from whoknows.logic.satisfiability import Found, Verdict
    from whoknows.logic.satisfiability.exercises import Exercise

Logic: TypeAlias = Annotated[
    str, typer.Option(help="S5 (knowledge), KD45 (belief), or K (no law).")
]
Given: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--given", help="True in every world; can be repeated."),
]
Most: TypeAlias = Annotated[
    int, typer.Option(help="Look for a smallest model up to so many worlds, 1 to 16.")
]
Output: TypeAlias = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="The model: .svg, .dot, .tex, .txt, or .json."),
]
WRITTEN = (".json", ".txt")  # models that can be read again


def valid(
    formula: Annotated[str, typer.Argument(help="A formula, such as 'K ann p -> p'.")],
    same_as: Annotated[
        str | None, typer.Option(help="Another formula: do both say the same?")
    ] = None,
    logic: Logic = "S5",
    given: Given = None,
    most: Most = 8,
    out: Output = None,
    json: Json = False,
) -> None:
    """Is a formula true in every world of every model?  If not, a countermodel.

    Example: whoknows valid 'K ann p -> K bob p'
    """
    from whoknows.logic import satisfiability as finding

    check_output(out)
    start = perf_counter()
    if same_as is None:
        found = finding.valid(formula, logic=logic, given=given or (), most=most)
    else:
        found = finding.equivalent(
            formula, same_as, logic=logic, given=given or (), most=most
        )
    seconds = perf_counter() - start
    if json:
        model = model_document(found.countermodel)
        size = None if found.countermodel is None else len(found.countermodel)
        said = {"formula": str(found.formula), "logic": logic, "given": given or []}
        told = {"valid": found.valid, "countermodel": model, "worlds": size}
        say_json(said | told | answered(found, found.countermodel, seconds))
    else:
        say_verdict(found, same=same_as is not None)
        say_model(found.countermodel, found.at, found.formula)
    save(found.countermodel, found.at, out, "a countermodel")


def find(
    context: typer.Context,
    formula: Annotated[
        str | None, typer.Argument(help="A formula, such as 'p & ~K ann p'.")
    ] = None,
    logic: Logic = "S5",
    given: Given = None,
    most: Most = 8,
    out: Output = None,
    like: Annotated[
        Path | None,
        typer.Option(help="A file: a formula that describes one of its worlds fully."),
    ] = None,
    at: Annotated[
        str | None, typer.Option(help="With --like: the world, else the actual one.")
    ] = None,
    random: Annotated[
        int,
        typer.Option(
            help="So many random exercises, with their answers; 1 without a number.",
            show_default=False,
        ),
    ] = 0,
    depth: Annotated[int, typer.Option(help="With --random: levels of knowledge.")] = 2,
    agents: Annotated[int, typer.Option(help="With --random: the number of agents.")] = 2,
    facts: Annotated[int, typer.Option(help="With --random: the number of facts.")] = 2,
    worlds: Annotated[int, typer.Option(help="With --random: worlds of a model.")] = 4,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="With --random: same seed, same exercises."),
    ] = None,
    json: Json = False,
) -> None:
    """Find a smallest model in which a formula is true, or say that there is none.

    With --random, exercises: a formula and a model, and where in it the formula is true.

    Example: whoknows find 'p & ~K ann p & K bob p'
    """
    from whoknows.errors import BadSetup
    from whoknows.logic import satisfiability as finding

    check_output(out)
    if sum((formula is not None, like is not None, random != 0)) != 1:
        raise BadSetup("one of these is wanted: a FORMULA, --like FILE, or --random N")
    if not random:
        drawn = ("depth", "agents", "facts", "worlds", "seed")
        refuse_unused(context, "without --random", *drawn)
    if like is None:
        refuse_unused(context, "without --like", "at")
    if formula is None:
        refuse_unused(context, "without a FORMULA", "given", "most")
    if random:
        from whoknows.logic.satisfiability.exercises import exercises

        seed = randbelow(2**32) if seed is None else seed
        some = exercises(
            random, seed, depth=depth, agents=agents, facts=facts, worlds=worlds,
            logic=logic,
        )  # fmt: skip
        say_exercises(some, seed, json=json)
        save(some[0].model, None, out, "the model of the first exercise")
        return
    if like is not None:
        refuse_unused(context, "with --like", "logic", "out")
        say_characteristic(like, at, json=json)
        return
    assert formula is not None
    start = perf_counter()
    found = finding.find(formula, logic=logic, given=given or (), most=most)
    seconds = perf_counter() - start
    if json:
        said = {"formula": str(found.formula), "logic": logic, "given": given or []}
        size = None if found.model is None else len(found.model)
        told = {"satisfiable": found.satisfiable, "worlds": size}
        document = {"model": model_document(found.model)}
        say_json(said | told | document | answered(found, found.model, seconds))
    else:
        say_found(found)
        say_model(found.model, found.at, found.formula)
    save(found.model, found.at, out, "a model")


# ------------------------------------------------------------------------- as a document


def model_document(model: "Rows | None") -> dict[str, Any] | None:
    """A model for JSON, if there is one."""
    from whoknows.logic.files.json_model import named_document

    return None if model is None else named_document(model)


def answered(
    found: "Found | Verdict", model: "Rows | None", seconds: float
) -> dict[str, Any]:
    """What both commands tell of the model that they have found."""
    from whoknows.logic.files.write_text import world_name

    at = None if model is None or found.at is None else world_name(model, found.at)
    return {
        "smallest": found.smallest,
        "refused": found.refused,
        **proof_of(found, model),
        "actual": at,
        "seconds": round(seconds, 4),
    }


def proof_of(found: "Found | Verdict", model: "Rows | None") -> dict[str, Any]:
    """Of what kind the proof is that a model is smallest, or that there is none.

    Smaller sizes are refused by a SAT solver; that there is no model, by all types.
    """
    from whoknows.logic.satisfiability import Found
    from whoknows.work.proof_kinds import Kind, proof_document

    settled = found.satisfiable is False if isinstance(found, Found) else found.valid
    kind: Kind | None = "enumeration" if settled else None
    if model is not None and found.smallest:
        kind = "solver" if found.refused else "enumeration"
    return {"proven": kind is not None, **proof_document(kind)}


# ----------------------------------------------------------------------------- for people


def say_verdict(found: "Verdict", *, same: bool) -> None:
    """Whether a formula is valid, in a sentence."""
    what = "say the same" if same else "valid"
    if found.valid:
        say(f"[green]yes[/green]: {what} in {found.logic}")
    elif found.valid is None:
        say(f"[yellow]unknown[/yellow]: {undecided(found.refused, 'countermodel')}")
    else:
        size = None if found.countermodel is None else len(found.countermodel)
        told = sized(size, found.smallest, found.refused, "countermodel")
        negated = "do not say the same" if same else "not valid"
        say(f"[red]no[/red]: {negated} in {found.logic}; {told}")


def say_found(found: "Found") -> None:
    """Whether a formula is satisfiable, in a sentence."""
    if found.satisfiable:
        size = None if found.model is None else len(found.model)
        told = sized(size, found.smallest, found.refused, "model")
        say(f"[green]yes[/green]: satisfiable in {found.logic}; {told}")
    elif found.satisfiable is None:
        say(f"[yellow]unknown[/yellow]: {undecided(found.refused, 'model')}")
    else:
        say(f"[red]no[/red]: true in no world of any model of {found.logic}")


def sized(size: int | None, smallest: bool, refused: int, what: str) -> str:
    """The size of a model, and what is known about smaller ones."""
    if size is None:
        return f"every {what} has more than {count(refused)}"
    proven = "and none is smaller" if smallest else f"and none has {refused} or fewer"
    return f"a {what} has {count(size)}, {proven}"


def undecided(refused: int, what: str) -> str:
    """What is known where nothing was decided."""
    return f"there may be a {what} with more than {count(refused)}, and none with fewer"


def count(size: int) -> str:
    """A number of worlds in words."""
    return "1 world" if size == 1 else f"{size} worlds"


def say_model(model: "Rows | None", at: "World | None", formula: "Formula") -> None:
    """A model, world by world, and why the formula is true or false there."""
    from textwrap import wrap

    from rich.markup import escape

    from whoknows.logic.files.write_text import lines

    if model is None or at is None:
        return
    for line in lines(model, at):
        say(f"  {escape(line)}")
    for reason in model.explain(formula, at).splitlines():
        deeper = " " * (len(reason) - len(reason.lstrip()) + 4)
        for line in wrap(reason, 80, subsequent_indent=deeper):
            say(f"[dim]{escape(line)}[/dim]")


def say_exercises(some: "list[Exercise]", seed: int, *, json: bool) -> None:
    """Exercises with their answers."""
    from rich.markup import escape

    from whoknows.logic.files.json_model import named_document
    from whoknows.logic.files.write_text import lines, world_name

    if json:
        say_json(
            {
                "seed": seed,
                "exercises": [
                    {
                        "formula": str(one.formula),
                        "satisfiable": one.satisfiable,
                        "valid": one.valid,
                        "model": named_document(one.model),
                        "true_in": [world_name(one.model, world) for world in one.where],
                    }
                    for one in some
                ],
            }
        )
        return
    for place, one in enumerate(some, 1):
        say(f"[bold]{place}.[/bold] {escape(str(one.formula))}")
        for line in lines(one.model, None):
            say(f"   {escape(line)}")
        where = ", ".join(world_name(one.model, world) for world in one.where) or "none"
        kind = "valid" if one.valid else "satisfiable" if one.satisfiable else "never true"
        say(f"   [dim]{kind}; here true in {where}[/dim]")
    say_prose(f"[dim]again: --random {len(some)} --seed {seed}, and the same options[/dim]")


def say_characteristic(file: Path, at: str | None, *, json: bool) -> None:
    """The characteristic formula of a world of a file."""
    from whoknows.cli.draw import world_at
    from whoknows.errors import BadSetup
    from whoknows.logic.bisimulation.characteristic import characteristic
    from whoknows.logic.files import load
    from whoknows.play.example_files import shipped

    script = load(shipped(file))
    world = script.actual if at is None else world_at(script.model, at)
    if world is None:
        raise BadSetup(f"{file} names no actual world: say which with --at")
    formula = characteristic(script.model, world)
    if json:
        name = script.model.name(world)
        say_json({"file": str(file), "at": name, "formula": str(formula)})
    else:
        say_prose(f"[{script.model.name(world)}]".replace("[", "\\["))
        put_line(str(formula))


# ----------------------------------------------------------------------------- to a file


def check_output(out: Path | None) -> None:
    """Refuse a file of an unknown kind, or where none can be, before any work is done."""
    from whoknows.cli.play import check_writable
    from whoknows.logic import draw as drawing

    check_writable(out)
    if out is not None and out.suffix.lower() not in WRITTEN:
        drawing.form_of(out)


def save(model: "Rows | None", at: "World | None", out: Path | None, what: str) -> None:
    """Write the model to a file: as a picture, or to be read again."""
    from whoknows.logic import draw as drawing
    from whoknows.logic.files import json_model

    if out is None:
        return
    if model is None:
        note(f"{out}: not written; there is no model")
        return
    if out.suffix.lower() in WRITTEN:
        json_model.save(model, out, at=at)
    else:
        text = drawing.draw(model, at, form=drawing.form_of(out), title=what)
        drawing.save(text, out)
    note(f"{out}: {what} of {count(len(model))}")
