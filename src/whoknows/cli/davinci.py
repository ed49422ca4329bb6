"""`whoknows davinci`: watch, play, compare strategies, and the paper's examples."""

from typing import Annotated, TypeAlias

import typer

from whoknows.cli.batches import ClusterAddress, Database, Workers, Yes
from whoknows.cli.console import Json, Seed, refuse_unused, say, say_json
from whoknows.cli.play import doors

app = typer.Typer(
    cls=doors("davinci"),
    name="davinci",
    help="Da Vinci Code: guess the others' codes before they guess yours.",
    epilog="Example: whoknows davinci watch --players 3 --tiles 12 --seed 7",
    invoke_without_command=True,
)

Players: TypeAlias = Annotated[
    int, typer.Option(min=2, max=8, help="How many play: 2 to 8.")
]
Hand: TypeAlias = Annotated[int | None, typer.Option(min=1, help="Tiles in a first hand.")]
Lowest: TypeAlias = Annotated[int | None, typer.Option(help="The smallest number.")]
Full: TypeAlias = Annotated[
    bool, typer.Option("--full", help="The full game: 0-11, jokers, drawing.")
]
Drawing: TypeAlias = Annotated[
    bool, typer.Option("--drawing", help="Draw a tile at the start of a turn.")
]
Jokers: TypeAlias = Annotated[
    bool, typer.Option("--jokers", help="A joker of each color, placed anywhere.")
]
GoingOn: TypeAlias = Annotated[
    str, typer.Option(help="After a right guess: certain, always, never, greedy.")
]


@app.callback()
def start(context: typer.Context, seed: Seed = None) -> None:
    """Da Vinci Code: guess the others' codes before they guess yours.

    Without a command, a small game is played before your eyes.
    """
    if context.invoked_subcommand is None:
        from whoknows.cli import alone

        alone.davinci(seed)


@app.command()
def examples(json: Json = False) -> None:
    """Walk through Examples 1-3 of the paper, with the worlds at each step.

    Example: whoknows davinci examples --json
    """
    from whoknows.games.davinci.paper import EXAMPLES
    from whoknows.games.davinci.solve.paper_examples import walk

    walked = [(example, list(walk(example))) for example in EXAMPLES]
    if json:
        found = [
            {"name": e.name, "agent": e.agent, "worlds": [step.worlds for step in steps]}
            for e, steps in walked
        ]
        say_json({"examples": found})
        return
    for example, steps in walked:
        say(f"Example {example.name}, worlds of {example.agent}.")
        say(f"  {example.story}")
        for step in steps:
            more = f"   (truth alone: {step.truth})" if step.truth != step.worlds else ""
            say(f"  {step.said:28} {step.worlds:3}{more}")
        say()


@app.command()
def experiment(
    context: typer.Context,
    strategies: Annotated[
        str,
        typer.Option(
            "--strategies",
            "--strategy",
            help="Two, who share the seats; careful:9/10 sets a threshold.",
        ),
    ] = "aggressive,defensive",
    table: Annotated[
        int | None, typer.Option(min=1, max=3, help="The rows of the paper's table.")
    ] = None,
    players: Players = 3,
    tiles: Annotated[str, typer.Option(help="One number of tiles, or several.")] = "24",
    hand: Hand = None,
    lowest: Lowest = None,
    full: Full = False,
    drawing: Drawing = False,
    jokers: Jokers = False,
    semantics: Annotated[str, typer.Option(help="del, original, or both.")] = "del",
    going_on: GoingOn = "certain",
    games: Annotated[
        int, typer.Option(min=1, help="Games for each number of tiles.")
    ] = 600,
    seed: Seed = None,
    name: Annotated[str | None, typer.Option(help="A name to find it by.")] = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    db: Database = None,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Let two strategies play many games; a run that is stopped can be resumed.

    Example: whoknows davinci experiment --tiles 12,14 --games 120 --seed 1
    """
    from whoknows.cli.batch_davinci import OPTIONS, BatchRequest, experiment_of, run

    if table is not None:
        refuse_unused(context, "with --table", "players", "tiles", "full", *OPTIONS)
    if full:
        refuse_unused(context, "with --full", "lowest", "jokers", "drawing")
    given = locals()
    wanted = {name: given[name] for name in BatchRequest.__dataclass_fields__}
    run(
        experiment_of(BatchRequest(**wanted)),
        table,
        (workers, cluster, db),
        yes=yes,
        json=json,
    )
