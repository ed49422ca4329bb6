"""`whoknows experiment`: batches of games, their rows, reports, plots, and exports."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.batches import (
    ClusterAddress,
    Database,
    Options,
    Trust,
    Workers,
    Yes,
    read_options,
    run_to_end,
    short,
    trusted,
)
from whoknows.cli.console import (
    Json,
    Seed,
    note,
    plain,
    refuse_unused,
    say,
    say_json,
    say_table,
)
from whoknows.cli.reports import say_report

if TYPE_CHECKING:
    from whoknows.experiments.experiment import Experiment

app = typer.Typer(
    help="Batches of games: run, resume, and report them.",
    epilog="Example: whoknows experiment run --game mastermind --strategy first,entropy",
    invoke_without_command=True,
)
Name = Annotated[str, typer.Argument(help="An experiment's name or id.")]
MoveLimit = Annotated[
    float | None,
    typer.Option(min=0.001, help="Seconds that a strategy has for a move; 300 by default."),
]

Keep = Annotated[
    str | None,
    typer.Option(
        metavar="rows|aggregates",
        help="A row for every game, or only sums over many games.",
    ),
]


@app.callback()
def start(context: typer.Context) -> None:
    """Batches of games: run, resume, and report them.

    Without a command, the experiments in the database are listed.
    """
    if context.invoked_subcommand is None:
        list_experiments()
        say("\nRun one:   whoknows experiment run --game mastermind --strategy first,parts")
        say("Look at:   whoknows experiment show NAME")
        say("And more:  whoknows experiment --help")


@app.command()
def run(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="An experiment as TOML.")] = None,
    game: Annotated[
        str | None, typer.Option(help="A game, my.game, or path/to/file.py:NAME.")
    ] = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(help="One for all seats, or repeated for each; a,b: try both."),
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Every strategy plays in every seat.")
    ] = False,
    options: Options = None,
    games: Annotated[int | None, typer.Option(min=1, help="Games in each series.")] = None,
    seed: Seed = None,
    name: Annotated[str | None, typer.Option(help="A name to find it by.")] = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    db: Database = None,
    move_limit: MoveLimit = None,
    keep: Keep = None,
    trust: Annotated[
        bool, typer.Option("--trust", help="Run and read the files that FILE names.")
    ] = False,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Run an experiment from a file or from options; what is done already is kept.

    Example: whoknows experiment run --game mastermind --set colors=5,6 --strategy
    first,entropy --games 500 --seed 7
    """
    from whoknows.experiments.experiment import checked
    from whoknows.experiments.running.run import begin
    from whoknows.store import open_store

    flags = {
        "game": game,
        "strategies": [names.split(",") for names in strategy or []] or None,
        "rotate": rotate or None,
        "setup": read_options(options) or None,
        "games": games,
        "seed": seed,
        "name": name,
        "keep": keep,
    }
    given = {key: value for key, value in flags.items() if value is not None}
    if file is None:
        refuse_unused(context, "without a FILE", "trust")
    experiment = checked(experiment_of(file, given, trust=trust), yes=yes)
    if rotate:
        check_rotation(experiment)
    with open_store(db) as store:
        entry = begin(store, experiment)
        finish(store, entry, workers, cluster, db, json=json, move_limit=move_limit)


def check_rotation(experiment: "Experiment") -> None:
    """Refuse to rotate seatings that are the same afterwards."""
    from dataclasses import replace

    from whoknows.errors import BadSetup

    if len(experiment.series()) == len(replace(experiment, rotate=False).series()):
        raise BadSetup(
            "--rotate has no use where every strategy plays in every seat already"
        )


def experiment_of(
    file: Path | None, given: dict[str, Any], *, trust: bool = False
) -> "Experiment":
    """The experiment of a file, of options, or of a file with options over it."""
    from whoknows.errors import BadSetup
    from whoknows.experiments.experiment import from_document, own_experiment, read_toml

    if file is None:
        if "game" not in given:
            raise BadSetup("name a file, or a game with --game")
        return own_experiment({"games": 100} | given, "the command line")
    document = read_toml(file) | given
    return from_document(document, str(file), own=document if trust else given)


def finish(
    store: Any,
    entry: Any,
    workers: int | None,
    cluster: str | None,
    db: str | None,
    *,
    json: bool,
    trust: bool = False,
    move_limit: float | None = None,
) -> None:
    """Run what is missing and print the report."""
    entry = run_to_end(
        store, entry, workers, cluster, db, trust=trust, move_limit=move_limit
    )
    from whoknows.experiments.rows.figures import report

    say_report(report(store, entry), json=json)


@app.command()
def resume(
    name: Name,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    db: Database = None,
    trust: Trust = False,
    move_limit: MoveLimit = None,
    json: Json = False,
) -> None:
    """Go on with an experiment that was stopped or killed.

    Example: whoknows experiment resume best
    """
    from whoknows.store import open_store
    from whoknows.store.experiment_rows import find_entry

    with open_store(db) as store:
        entry = find_entry(store, name)
        trust = trusted(entry, trust=trust)
        finish(
            store,
            entry,
            workers,
            cluster,
            db,
            json=json,
            trust=trust,
            move_limit=move_limit,
        )


@app.command()
def show(name: Name, db: Database = None, json: Json = False) -> None:
    """Print rates, means, quantiles, and comparisons of an experiment.

    Example: whoknows experiment show best --json
    """
    from whoknows.experiments.rows.figures import report
    from whoknows.store import open_store
    from whoknows.store.experiment_rows import find_entry

    with open_store(db) as store:
        say_report(report(store, find_entry(store, name)), json=json)


@app.command("list")
def list_experiments(db: Database = None, json: Json = False) -> None:
    """List the experiments in the database.

    Example: whoknows experiment list
    """
    from whoknows.store import open_store
    from whoknows.store.experiment_rows import entries

    with open_store(db) as store:
        every = entries(store)
    if json:
        keys = ("id", "name", "program", "began", "games", "done")
        found = [{key: getattr(entry, key) for key in keys} for entry in every]
        for line, entry in zip(found, every, strict=True):
            line["game"] = entry.document["game"]
        say_json({"experiments": found})
    elif not every:
        say("No experiments yet.")
    else:
        say_table(
            ["id", "name", "game", "begun", "games", "done"],
            [
                [e.id, e.name, short(e.document["game"]), e.began[:10], e.games, e.done]
                for e in every
            ],
        )


@app.command()
def delete(
    name: Name,
    db: Database = None,
    yes: Annotated[bool, typer.Option("--yes", help="Yes, delete it.")] = False,
    json: Json = False,
) -> None:
    """Delete an experiment and all that is kept of its games.

    Example: whoknows experiment delete best --yes
    """
    from whoknows.errors import BadSetup
    from whoknows.store import open_store
    from whoknows.store.experiment_rows import delete_experiment, find_entry

    with open_store(db) as store:
        entry = find_entry(store, name)
        if not yes:
            raise BadSetup(f"{entry.name} has {entry.done} games; say --yes to delete them")
        delete_experiment(store, entry.id)
    if json:
        say_json({"deleted": entry.id, "rows": entry.done})
    else:
        say(f"Deleted {plain(entry.name)} and its {entry.done} games.")


@app.command()
def plot(
    name: Name,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="A PNG, SVG, or PDF file.")
    ],
    figure: Annotated[
        str | None, typer.Option(help="A figure or `turns` instead of the scores.")
    ] = None,
    db: Database = None,
) -> None:
    """Draw the means of an experiment with their intervals.

    Example: whoknows experiment plot best -o best.svg
    """
    from whoknows.experiments.plot import plot as draw
    from whoknows.experiments.rows.figures import report
    from whoknows.store import open_store
    from whoknows.store.experiment_rows import find_entry

    with open_store(db) as store:
        draw(report(store, find_entry(store, name)), output, figure=figure)
    note(f"wrote {output}")


@app.command()
def export(
    name: Name,
    output: Annotated[Path, typer.Option("-o", "--output", help="A CSV or Parquet file.")],
    db: Database = None,
) -> None:
    """Write the rows of an experiment to a CSV or Parquet file.

    Example: whoknows experiment export best -o best.csv
    """
    from whoknows.experiments.rows.export import export as write
    from whoknows.store import open_store
    from whoknows.store.experiment_rows import find_entry

    with open_store(db) as store:
        count = write(store, find_entry(store, name), output)
    note(f"wrote {output}: {count} rows")


@app.command()
def game(
    name: Name,
    number: Annotated[int, typer.Argument(min=0, help="The number of the game.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="A transcript, as JSON.")],
    series: Annotated[
        int, typer.Option(min=0, help="The series, by its number in the report.")
    ] = 0,
    db: Database = None,
    trust: Trust = False,
) -> None:
    """Write one game of an experiment as a transcript, to replay it.

    Example: whoknows experiment game best 17 -o game.json
    """
    from whoknows.errors import BadSetup
    from whoknows.experiments.experiment import from_stored
    from whoknows.experiments.running.run import one_game
    from whoknows.experiments.trust import check_own
    from whoknows.play.table.transcript import save
    from whoknows.store import open_store
    from whoknows.store.experiment_rows import find_entry

    with open_store(db) as store:
        entry = find_entry(store, name)
    experiment = from_stored(entry.document, entry.name)
    if not trusted(entry, trust=trust):
        check_own(experiment)
    all_series = experiment.series()
    if series >= len(all_series) or number >= experiment.games:
        raise BadSetup(
            f"series {series} game {number}; there are {len(all_series)} series "
            f"of {experiment.games} games"
        )
    save(
        one_game(experiment, all_series[series], number), output, all_series[series].seating
    )
    note(f"wrote {output}")
