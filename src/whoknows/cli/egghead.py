"""`whoknows egghead`: watch, play, simulate, and the paper's examples."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.batches import ClusterAddress, Workers
from whoknows.cli.console import Json, Seed, refuse_unused, say, say_json, say_table
from whoknows.cli.play import doors
from whoknows.cli.shared_options import sharing

if TYPE_CHECKING:
    from whoknows.games.egghead.rules.setup import Setup
    from whoknows.games.egghead.rules.sight import Sight

app = typer.Typer(
    cls=doors("egghead"),
    name="egghead",
    help="EggHead: everybody sees all the cards but their own.",
    epilog="Example: whoknows egghead watch --players 3 --seed 7",
    invoke_without_command=True,
)


def table_of(
    context: typer.Context,
    players: Annotated[int, typer.Option(help="How many play: 2 to 8.")] = 4,
    cards: Annotated[int, typer.Option(help="Cards in a stack.")] = 3,
    values: Annotated[
        int, typer.Option(help="The largest value of a card; the least is 1.")
    ] = 6,
    analysing: Annotated[
        int | None,
        typer.Option(help="How many players analyse the reactions of the others."),
    ] = None,
    analysing_at: Annotated[
        str, typer.Option(help="Which seats analyse, 0,2; else the first ones.")
    ] = "",
    moderator: Annotated[str, typer.Option(help="external or rotating.")] = "external",
    draw: Annotated[str, typer.Option(help="replace, or shuffle the deck.")] = "replace",
    dealing: Annotated[
        str, typer.Option(help="cards: one by one; stacks: all stacks equally likely.")
    ] = "cards",
    copies: Annotated[int, typer.Option(help="Cards of each value; 0: no limit.")] = 0,
    deck: Annotated[
        str | None, typer.Option("--deck", help="A deck of questions, as TOML.")
    ] = None,
) -> dict[str, Any]:
    """Who sits at the table, with what, as options describe it."""
    if analysing_at:
        refuse_unused(context, "with --analysing-at", "analysing")
    if context.params.get("figures") is not None:
        refuse_unused(context, "with --output", "analysing", "analysing_at")
    return {name: value for name, value in locals().items() if name != "context"}


@app.callback()
def start(context: typer.Context, seed: Seed = None) -> None:
    """EggHead: everybody sees all the cards but their own.

    Without a command, a small game is played before your eyes.
    """
    if context.invoked_subcommand is None:
        from whoknows.cli import alone

        alone.egghead(seed)


@app.command()
@sharing(table_of, players=3)
def notes(
    seated: "dict[str, Any]",
    seat: Annotated[int, typer.Option(min=0, help="Where you sit.")] = 0,
) -> None:
    """Keep notes of a real game with real cards, and see what is left to you.

    Example: whoknows egghead notes --players 3
    """
    from whoknows.cli.egghead_notes import keep_notes
    from whoknows.errors import BadSetup

    setup = setup_of(seated, points=3)
    if seat >= setup.players:
        raise BadSetup(f"seat {seat} is not one of 0 to {setup.players - 1}")
    keep_notes(setup, seat)


@app.command()
@sharing(table_of, analysing=1)
def simulate(
    seated: "dict[str, Any]",
    rounds: Annotated[int, typer.Option(min=0, help="Rounds to play.")] = 2000,
    games: Annotated[
        int, typer.Option(min=0, help="Also play so many games to their end.")
    ] = 0,
    figures: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FOLDER",
            help="Draw Figures 1 to 3 into this folder, for 1 to all analysing.",
        ),
    ] = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    journal: Annotated[
        Path | None,
        typer.Option(help="Keep results in this file as they come, and go on from it."),
    ] = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Count the rounds that a point takes, with and without analysis.

    Example: whoknows egghead simulate --rounds 2000 --analysing 1 --seed 7
    """
    from secrets import randbelow

    from whoknows.cli import study_egghead as study

    setup = setup_of(seated, points=10)
    means = study.Means(workers, cluster, journal)
    size = study.Size(rounds, games, randbelow(2**31) if seed is None else seed)
    size.check()
    if figures is not None:
        study.draw_figures(setup, size, means, figures, json=json)
    else:
        study.tell(setup, size, means, json=json)


@app.command()
def why(
    file: Annotated[Path, typer.Argument(help="A transcript, as JSON.")],
    seat: Annotated[int, typer.Option(min=0, help="Whose stack it is about.")] = 0,
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn", "--turns", min=0, help="After so many moves; else at the end."
        ),
    ] = None,
    given: Annotated[
        str | None,
        typer.Option(help="Suppose that the others have these stacks: 122 345."),
    ] = None,
    json: Json = False,
) -> None:
    """Tell the stacks left to a seat, and what ruled out each other one.

    Example: whoknows egghead why examples/egghead.json --seat 0
    """
    from whoknows.catalog import find_game
    from whoknows.cli.replay import moment
    from whoknows.errors import BadSetup
    from whoknows.games.egghead.knowledge.why_ruled_out import reason_text, reasons
    from whoknows.games.egghead.rules.stacks import stack_name
    from whoknows.games.egghead.show.text import reasons_text, seat_names
    from whoknows.play.example_files import shipped
    from whoknows.play.table.transcript import load

    table = load(shipped(file), find_game).table
    if table.game.name != "egghead":
        raise BadSetup(f"{file} is a game of {table.game.title}, not of EggHead")
    sight = moment(table, turn, seat).sight(seat)
    names = seat_names(sight.setup)
    if given is not None:
        tell_row(sight, given, json=json)
        return
    found = reasons(sight.setup, seat, sight.stacks, sight.log)
    if not json:
        say("\n".join(reasons_text(sight.setup, found, names)))
        return
    told = {
        stack_name(stack): reason_text(sight.setup, reason, names)
        for stack, reason in found.against.items()
    }
    say_json({"seat": seat, "left": list(map(stack_name, found.left)), "against": told})


def tell_row(sight: "Sight", given: str, *, json: bool) -> None:
    """The stacks that all that is public leaves to a seat beside these of the others.

    It is a row of the master table of Definition A.1; in a world that is ruled out
    whatever the seat has, nothing is left.
    """
    import numpy as np

    from whoknows.errors import BadSetup
    from whoknows.games.egghead.knowledge.public_worlds import picture_of
    from whoknows.wording import plural

    setup = sight.setup
    assert sight.seat is not None, "a row is of a seat"
    stacks = [setup.box.parse(word) for word in given.split()]
    if len(stacks) != setup.players - 1:
        raise BadSetup(
            f"--given {given!r}: wanted the stacks of {setup.players - 1} others, not"
            f" {len(stacks)}"
        )
    numbers = [setup.box.places[stack] for stack in stacks]
    world = (*numbers[: sight.seat], 0, *numbers[sight.seat :])
    row = picture_of(setup, sight.log).row(sight.seat, world)
    left = [setup.box.names[number] for number in np.flatnonzero(row)]
    if json:
        say_json({"seat": sight.seat, "given": given.split(), "left": left})
    elif left:
        say(f"{plural(len(left), 'stack')} left beside {given}: {', '.join(left)}")
    else:
        say(f"No stack is left beside {given}: all that is public rules it out.")


@app.command()
def examples(json: Json = False) -> None:
    """Walk through Examples 3.1 to 4.3 of the paper, and say where they are wrong.

    Example: whoknows egghead examples
    """
    from textwrap import fill

    from whoknows.games.egghead.paper import ERRATA, STACKS
    from whoknows.games.egghead.solve.paper_examples import examples as computed

    steps = computed()
    if json:
        entries = [
            {
                "example": step.name,
                "told": step.told,
                "valids": list(step.valids),
                "worlds": step.worlds,
                "remark": step.remark,
            }
            for step in steps
        ]
        say_json({"stacks": STACKS, "examples": entries, "errata": ERRATA})
        return
    hands = "   ".join(
        f"p{n} {''.join(map(str, stack))}" for n, stack in enumerate(STACKS, 1)
    )
    say(f"EggHead with three players: {hands}")
    rows = [[step.name, *step.valids, step.worlds, step.told] for step in steps]
    say_table(["example", "p1", "p2", "p3", "worlds", ""], rows)
    for where, remark in ERRATA.items():
        said = fill(f"{where} {remark}", 80, subsequent_indent="  ")
        say(said.replace(where, f"[bold]{where}[/bold]", 1))


def setup_of(seated: dict[str, Any], *, points: int, rounds: int = 0) -> "Setup":
    """The setup that options describe; what is not given is the game's own default."""
    from whoknows.games.egghead import GAME

    given = {name: value for name, value in seated.items() if value is not None}
    return GAME.setup(**given, points=points, rounds=rounds)
