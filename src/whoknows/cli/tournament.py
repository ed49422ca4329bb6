"""`whoknows tournament`: every seating of some strategies, and their ratings."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.batches import (
    ClusterAddress,
    Database,
    Options,
    Workers,
    Yes,
    read_options,
    run_to_end,
    short,
)
from whoknows.cli.console import Json, Seed, plain, say, say_json, say_table

if TYPE_CHECKING:
    from whoknows.experiments.tournament import Standing


def tournament(
    game: Annotated[str, typer.Argument(help="A game, my.game, or path/to/file.py:NAME.")],
    strategies: Annotated[
        str,
        typer.Option(
            "--strategies", "--strategy", help="Two or more, with commas between them."
        ),
    ],
    games: Annotated[int, typer.Option(min=1, help="Games of each seating.")] = 100,
    teams: Annotated[
        bool, typer.Option("--teams", help="One strategy takes all seats of a table.")
    ] = False,
    options: Options = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    db: Database = None,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Let strategies meet in every seating, and rate them.

    Example: whoknows tournament davinci --strategies random,aggressive --games 20
    """
    from whoknows.experiments.experiment import checked
    from whoknows.experiments.running.run import begin
    from whoknows.experiments.tournament import standings
    from whoknows.experiments.tournament import tournament as planned
    from whoknows.store import open_store

    names = [name for name in strategies.split(",") if name]
    setup = one_setup(options)
    plan = planned(game, names, games=games, seed=seed or 0, setup=setup, teams=teams)
    with open_store(db) as store:
        entry = begin(store, checked(plan, yes=yes))
        entry = run_to_end(store, entry, workers, cluster, db)
        table = standings(store, entry)
    if json:
        lines = [asdict(standing) for standing in table]
        facts = {"experiment": entry.id, "game": game, "setup": setup, "teams": teams}
        say_json(facts | {"games": entry.done, "table": lines})
        return
    say(f"{plain(entry.name)} ({entry.id}): {plain(short(game))}, {entry.done} games")
    columns = "strategy,rating,95 % interval,won,drawn,lost,mean score".split(",")
    rows = [[place, *row_of(standing)] for place, standing in enumerate(table, 1)]
    say_table(["", *columns], rows)


def one_setup(options: list[str] | None) -> dict[str, Any]:
    """The setup that `--set` words describe: one value for each option."""
    from whoknows.errors import BadSetup

    setup = {}
    for name, values in read_options(options).items():
        if len(values) > 1:
            raise BadSetup(f"a tournament has one setup; {name} has {len(values)} values")
        setup[name] = values[0]
    return setup


def row_of(standing: "Standing") -> list[object]:
    """One row of the table."""
    return [
        short(standing.strategy),
        f"{standing.rating:+.0f}",
        f"{standing.low:+.0f} .. {standing.high:+.0f}",
        standing.won,
        standing.drawn,
        standing.lost,
        f"{standing.score.mean:.4g}",
    ]
