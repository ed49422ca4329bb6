"""`whoknows draw`: the model of a file as a picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from whoknows.cli.console import Json, refuse_unused, say_json
from whoknows.cli.output import put_line
from whoknows.play.example_files import shipped
from whoknows.wording import plural

if TYPE_CHECKING:
    from whoknows.logic.files import Script
    from whoknows.logic.files.script import Scene
    from whoknows.logic.models.model import Model, World


def draw(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(help="A file of ours, or SMCDEL's (.smcdel.txt).")
    ],
    out: Annotated[
        Path,
        typer.Option("--output", "-o", help="The picture: a name in .svg, .dot, or .tex."),
    ],
    style: Annotated[
        str,
        typer.Option(help="graph (to 16 worlds), grid (to 200), rings, cells, or auto."),
    ] = "auto",
    at: Annotated[
        str | None,
        typer.Option(
            help="The actual world, by what is true in it ('a b', 'x=4 y=13') or by "
            "number ('#5'); else the one the file names."
        ),
    ] = None,
    after: Annotated[
        int | None,
        typer.Option(
            min=0, help="After so many announcements of the file; else after all."
        ),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(help="Who is drawn: ann,bob.  In a grid: rows, columns, outlines."),
    ] = None,
    events: Annotated[
        bool,
        typer.Option("--events", help="The last event, and what others may take it for."),
    ] = False,
    title: Annotated[
        str | None, typer.Option(help="The title; else the name of the file.")
    ] = None,
    theme: Annotated[
        str, typer.Option(help="Colors of an SVG: light, dark, or the reader's (auto).")
    ] = "auto",
    json: Json = False,
) -> None:
    """Draw the model of a file, as it is after the announcements.

    Worlds stand where they stood at the start; those that are gone fade.  With --events,
    the last step is drawn, with all that an agent may take it for.

    Example: whoknows draw examples/muddy.txt -o muddy.svg --style graph
    """
    from whoknows.logic import draw as drawing
    from whoknows.logic.draw.placed_model import headline
    from whoknows.logic.files import load

    form = drawing.form_of(out)  # before any work is done
    script = load(shipped(file))
    if events:
        refuse_unused(context, "with --events", "at")
        model, start, world = last_events(script, after)
    else:
        model, start, world = drawn_worlds(script, after, at)
    who = None if agents is None else [name.strip() for name in agents.split(",")]
    name = file.name.split(".")[0] if title is None else title
    text = drawing.draw(
        model, world, before=start, style=style, agents=who, title=name, form=form,
        theme=theme,
    )  # fmt: skip
    drawing.save(text, out)
    chosen = drawing.fitting(style, len(start))
    if not json:
        put_line(f"{out}: {chosen}, {headline(model, start, '')}")
        return
    facts = {"file": script.name, "out": str(out), "form": form, "style": chosen}
    sizes: dict[str, int | None] = {"events": len(model), "at": world}
    if not events:
        sizes = {"worlds": len(model), "before": len(start), "at": world}
    say_json(facts | sizes | {"agents": list(model.agents if who is None else who)})


def drawn_worlds(
    script: "Script", after: int | None, at: str | None
) -> "tuple[Model, Model, World | None]":
    """The worlds after so many steps, those that have their places, and the actual one."""
    model, actual = scene_after(script, after)
    world = actual if at is None else world_at(model, at)
    return model, model_before(script, after), world


def last_events(script: "Script", after: int | None) -> "tuple[Model, Model, World | None]":
    """The events of the last step that has some, as worlds, and the one that happens."""
    from whoknows.errors import BadSetup
    from whoknows.logic.files.event_statements import Happening

    scene_after(script, after)  # refuses what is not there
    steps = script.steps[: len(script.steps) if after is None else after]
    happened = [step for step in steps if isinstance(step, Happening)]
    if not happened:
        raise BadSetup(f"nothing happens in {script.name} that has an event model")
    events, name = happened[-1].events, happened[-1].event
    model = events.as_model()
    return model, model, None if name is None else events.event(name)


def scene_after(script: "Script", after: int | None) -> "Scene":
    """The model after so many steps, and the actual world there."""
    from whoknows.errors import BadSetup

    if after is not None and after >= len(script.scenes):
        many = plural(len(script.scenes) - 1, "step")
        raise BadSetup(f"the file has {many}, not {after} or more")
    return script.scenes[-1 if after is None else after]


def model_before(script: "Script", after: int | None) -> "Model":
    """The model whose worlds have their places: the last one that an event has made."""
    steps = script.steps[: len(script.steps) if after is None else after]
    made = [k for k, step in enumerate(steps, 1) if step.kind != "announce"]
    return script.models[made[-1] if made else 0]


def world_at(model: "Model", text: str) -> "World":
    """The world that somebody names: by what is so, or by its number."""
    from whoknows.errors import is_whole
    from whoknows.logic.files.names import so_list, world_of
    from whoknows.logic.files.source import Source

    number = text.strip().removeprefix("#")
    if is_whole(number) and (text.strip().startswith("#") or number not in model.facts):
        return int(number)
    return world_of(model, so_list(Source("--at", text), text))
