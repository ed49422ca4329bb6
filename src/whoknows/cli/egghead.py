"""`whoknows egghead`: watch, play, simulate, and the paper's examples."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

import typer

from whoknows.cli.batches import ClusterAddress, Workers
from whoknows.cli.console import Json, Seed, note, say, say_json, say_table

if TYPE_CHECKING:
    from whoknows.games.egghead.rules.setup import Setup
    from whoknows.games.egghead.solve.study import Piece, Study

FEW = 4000  # rounds that are not worth the start of other processes
MANY = 10_000  # rounds that nobody wants to lose

app = typer.Typer(
    name="egghead",
    help="EggHead: everybody sees all the cards but their own.",
    epilog="Example: whoknows egghead watch --players 3 --seed 7",
    no_args_is_help=True,
)


class Means(NamedTuple):
    """Where a study is done, and where its results are kept."""

    workers: int | None
    cluster: str | None
    journal: Path | None

    def journal_of(self, setup: "Setup", seed: int) -> Path | None:
        """A journal of its own for a long study; none where it cannot be written."""
        from platformdirs import user_data_path

        folder = user_data_path("whoknows", appauthor=False) / "journals"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            note(f"nothing is kept on the way: {folder}: {error.strerror}")
            return None
        return folder / f"egghead-{short_key(setup)}-{seed}.jsonl"


Players: TypeAlias = Annotated[int, typer.Option(help="How many play: 2 to 8.")]
Cards: TypeAlias = Annotated[int, typer.Option(help="Cards in a stack.")]
Values: TypeAlias = Annotated[int, typer.Option(help="A card shows 1 to this.")]
Analysing: TypeAlias = Annotated[
    int | None, typer.Option(help="How many analyse the others' reactions; else all.")
]
Moderator: TypeAlias = Annotated[str, typer.Option(help="external or rotating.")]
Draw: TypeAlias = Annotated[str, typer.Option(help="replace, or shuffle the deck.")]
Dealing: TypeAlias = Annotated[
    str, typer.Option(help="Deal cards, or stacks: every combination alike.")
]
DeckFile: TypeAlias = Annotated[
    str | None, typer.Option("--deck", help="A deck of questions, as TOML.")
]
Points: TypeAlias = Annotated[int, typer.Option(help="Points that win; 0: no end.")]
Save: TypeAlias = Annotated[
    Path | None, typer.Option("--save", help="Write the game here, for `replay`.")
]


@app.command()
def watch(
    players: Players = 4,
    cards: Cards = 3,
    values: Values = 6,
    analysing: Analysing = None,
    moderator: Moderator = "external",
    draw: Draw = "replace",
    dealing: Dealing = "cards",
    deck: DeckFile = None,
    points: Points = 3,
    rounds: Annotated[int, typer.Option(help="End after these; 0: no limit.")] = 0,
    save: Save = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Watch perfect logicians play, round by round.

    Example: whoknows egghead watch --players 3 --points 2 --seed 7
    """
    from whoknows.cli.replay import document
    from whoknows.cli.table_egghead import told
    from whoknows.games.egghead import GAME
    from whoknows.play.referee import Table

    setup = read_setup(locals())
    table = Table.dealt(GAME, setup, drawn(seed))
    strategies = [GAME.strategies["logician"]] * players
    if not json:
        say_start(setup, table.seed)
    shown = ""
    try:
        while not table.over:
            if not json:
                shown = told(table, None, shown)
            table = table.step(strategies)
    finally:
        kept(table, save, ["logician"] * players)
    if json:
        told_all = document(table, ("logician",) * players, knowledge=True)
        say_json({"seed": table.seed, **told_all})
    else:
        told(table, None)


@app.command()
def play(
    players: Players = 3,
    cards: Cards = 3,
    values: Values = 6,
    analysing: Analysing = None,
    moderator: Moderator = "external",
    draw: Draw = "replace",
    dealing: Dealing = "cards",
    deck: DeckFile = None,
    points: Points = 3,
    rounds: Annotated[int, typer.Option(help="End after these; 0: no limit.")] = 0,
    seat: Annotated[int, typer.Option(min=0, help="Where you sit.")] = 0,
    real: Annotated[
        bool, typer.Option("--real", help="Keep notes of a real game with real cards.")
    ] = False,
    save: Save = None,
    seed: Seed = None,
) -> None:
    """Play against logicians, or keep notes of a real game.

    Example: whoknows egghead play --players 3 --seed 7
    """
    from whoknows.cli import table_egghead as at_table

    setup = read_setup(locals())
    if seat >= setup.players:
        from whoknows.errors import BadSetup

        raise BadSetup(f"seat {seat} is not one of 0 to {setup.players - 1}")
    if real:
        at_table.keep_notes(setup, seat)
    else:
        at_table.play(setup, seat, drawn(seed), lambda table, who: kept(table, save, who))


@app.command()
def simulate(
    rounds: Annotated[int, typer.Option(min=0, help="Rounds to play.")] = 2000,
    games: Annotated[
        int, typer.Option(min=0, help="Also play so many games to their end.")
    ] = 0,
    players: Players = 4,
    cards: Cards = 3,
    values: Values = 6,
    analysing: Analysing = 1,
    moderator: Moderator = "external",
    draw: Draw = "replace",
    dealing: Dealing = "cards",
    deck: DeckFile = None,
    figures: Annotated[
        Path | None,
        typer.Option(help="Draw Figures 1 to 3 into this folder, for 1 to all analysing."),
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
    setup = read_setup({**locals(), "points": 10, "rounds": 0})
    means = Means(workers, cluster, journal)
    if figures is not None:
        draw_figures(setup, rounds, games, drawn(seed), means, figures, json)
        return
    seed = drawn(seed)
    study, code = studied(setup, rounds, games, seed, means)
    if json:
        say_json({**study_json(study), "seed": seed})
    else:
        say_study(study)
        say(f"Seed {seed}.")
    raise typer.Exit(code)


@app.command()
def why(
    file: Annotated[Path, typer.Argument(help="A transcript, as JSON.")],
    seat: Annotated[int, typer.Option(min=0, help="Whose stack it is about.")] = 0,
    turns: Annotated[
        int | None, typer.Option(min=0, help="After so many turns; else at the end.")
    ] = None,
    json: Json = False,
) -> None:
    """Tell the stacks left to a seat, and what ruled out each other one.

    Example: whoknows egghead why docs/egghead-example.json --seat 0
    """
    from whoknows.catalog import find_game
    from whoknows.errors import BadSetup
    from whoknows.games.egghead.knowledge.why import reason_text, reasons
    from whoknows.games.egghead.rules.stacks import stack_name
    from whoknows.games.egghead.show.text import reasons_text, seat_names
    from whoknows.play.transcript import load

    table = load(file, find_game).table
    if table.game.name != "egghead":
        raise BadSetup(f"{file} is a game of {table.game.title}, not of EggHead")
    if seat not in table.seats:
        raise BadSetup(f"seat {seat} is not one of 0 to {len(table.seats) - 1}")
    if turns is not None:
        table = table.undo(max(0, len(table.turns) - turns))
    sight = table.sight(seat)
    names = seat_names(sight.setup)
    found = reasons(sight.setup, seat, sight.stacks, sight.log)
    if not json:
        say("\n".join(reasons_text(sight.setup, found, names)))
        return
    told = {
        stack_name(stack): reason_text(sight.setup, reason, names)
        for stack, reason in found.against.items()
    }
    say_json({"seat": seat, "left": list(map(stack_name, found.left)), "against": told})


@app.command()
def examples(json: Json = False) -> None:
    """Walk through Examples 3.1 to 4.3 of the paper, and say where they are off.

    Example: whoknows egghead examples
    """
    from textwrap import fill

    from whoknows.games.egghead.paper import ERRATA, STACKS
    from whoknows.games.egghead.paper import examples as computed

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


def read_setup(options: dict[str, Any]) -> "Setup":
    """The setup that the options of a command describe."""
    from dataclasses import fields

    from whoknows.games.egghead import GAME, Setup

    known = {field.name for field in fields(Setup)}
    given = {name: value for name, value in options.items() if name in known}
    return GAME.setup(**{n: v for n, v in given.items() if v is not None})


def drawn(seed: int | None) -> int:
    """The seed given, or one drawn by chance."""
    from secrets import randbelow

    return randbelow(2**31) if seed is None else seed


def kept(table: Any, save: Path | None, seats: list[str]) -> None:
    """Write the game to a file, if one is wanted."""
    if save is not None:
        from whoknows.play.transcript import save as write

        write(table, save, seats)
        note(f"saved: {save}")


def say_start(setup: "Setup", seed: int) -> None:
    """What is played."""
    from whoknows.games.egghead.show.text import setup_text

    say(f"EggHead: {setup_text(setup)}; seed {seed}")


def studied(
    setup: "Setup", rounds: int, games: int, seed: int, means: Means
) -> tuple["Study", int]:
    """A study, on one core or many, and the exit code; stopped, what is done counts."""
    from whoknows import work
    from whoknows.games.egghead.solve.study import pieces, summary

    wanted = pieces(setup, seed, rounds=rounds, games=games)
    found: dict[int, Any] = {}
    code = 0
    own = rounds >= MANY and means.journal is None and means.journal_of(setup, seed)
    if own:
        means = means._replace(journal=own)
        note(
            f"what is done is kept in {own}; "
            f"with --seed {seed}, the command goes on from there"
        )
    try:
        with work.ending_on_sigterm():
            for number, result in results_of(wanted, rounds + 50 * games, seed, means):
                found[number] = result
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{len(found)} of {len(wanted)} pieces ")
    except KeyboardInterrupt as error:
        code = getattr(error, "exit_code", 130)
        note(f"stopped after {len(found)} of {len(wanted)} pieces: this is what they give")
    if own and not code:
        own.unlink(missing_ok=True)
    study = summary(setup, [found[number] for number in sorted(found)])
    if study.stalled:
        note(f"{study.stalled} runs deadlocked: no question could tell anybody anything")
    return study, code


def results_of(
    wanted: "list[Piece]", rounds: int, seed: int, means: Means
) -> Iterator[tuple[int, Any]]:
    """What comes of pieces, in any order; from a journal what it has."""
    from contextlib import closing

    from whoknows import work
    from whoknows.games.egghead.solve.study import work_on

    workers = 1 if means.workers is None and rounds < FEW else means.workers
    where = work.place(workers, means.cluster)
    if means.journal is None:
        with closing(work.run(work_on, wanted, where=where)) as results:
            yield from results
        return
    keyed = {f"{piece.number} {piece.rounds} {piece.games}": piece for piece in wanted}
    title = f"egghead {short_key(wanted[0].setup)} seed {seed}"
    for key, result in work.resumed(
        work_on, keyed, means.journal, title=title, where=where
    ):
        yield keyed[key].number, result


def short_key(setup: "Setup") -> str:
    """A few letters that a setup has to itself."""
    from dataclasses import asdict
    from hashlib import sha256

    return sha256(repr(asdict(setup)).encode()).hexdigest()[:12]


def study_json(study: "Study") -> dict[str, Any]:
    """A study as JSON."""
    from dataclasses import asdict

    from whoknows.games.egghead import paper
    from whoknows.play.forms import setup_json

    ten = {name: ten_cdf(study, name) for name in ("analysing", "plain")}
    return {
        "analysing": asdict(study.analysing),
        "plain": asdict(study.plain),
        "rounds": study.rounds,
        "seconds_per_round": study.seconds_per_round,
        "stalled": study.stalled,
        "ten": ten,
        "winning": {"by_cdf": study.winning(), "by_games": study.win_rates()},
        "games": study.games,
        "paper": {"analysing": paper.ANALYSING, "plain": paper.NOT_ANALYSING},
        "setup": setup_json(study.setup),
    }


def ten_cdf(study: "Study", name: str) -> list[float]:
    """The chance of at most 0, 1, 2, ... rounds to ten points."""
    if not getattr(study, name).n:
        return []
    return [round(float(chance), 12) for chance in study.ten(name).cumsum()]


def say_study(study: "Study") -> None:
    """A study as tables for people, beside the paper's figures."""
    from whoknows.games.egghead import paper
    from whoknows.games.egghead.show.text import setup_text

    say(f"EggHead: {setup_text(study.setup)}")
    printed = {"analysing": paper.ANALYSING, "plain": paper.NOT_ANALYSING}
    rows = []
    for name, of_paper in printed.items():
        group = getattr(study, name)
        if group.n:
            figures = [f"{group.mean:.2f}", f"{group.variance:.1f}"]
            theirs = [of_paper["mean"], of_paper["variance"]]
            rows.append([name, group.n, group.censored, *figures, *theirs])
    columns = ["players", "points", "cut off", "mean", "variance"]
    say_table([*columns, "paper's mean", "variance"], rows, title="Rounds to a point")
    say_winning(study)
    say(f"{study.rounds} rounds, {1000 * study.seconds_per_round:.2f} ms each.")
    say("The paper's 23 questions are not published: expect its shape, not its digits.")


def say_winning(study: "Study") -> None:
    """Everyone's chance to win, by the distributions and as played."""
    chances, played = study.winning(), study.win_rates()
    if chances is None and played is None:
        return
    rows = []
    for seat in study.setup.seats:
        way = "analysing" if seat in study.setup.analysts else "plain"
        row: list[object] = [
            seat + 1,
            way,
            "" if chances is None else f"{chances[seat]:.1%}",
        ]
        rows.append([*row, *([f"{played[seat]:.1%}"] if played else [])])
    columns = ["player", "", "by the distributions"]
    title = "Chance to win"
    heads = [*columns, f"in {study.games} games"] if played else columns
    say_table(heads, rows, title=title)


def draw_figures(
    setup: "Setup",
    rounds: int,
    games: int,
    seed: int,
    means: Means,
    folder: Path,
    json: bool,
) -> None:
    """Figures 1 to 3, from studies in which 1, 2, ... all players analyse."""
    from dataclasses import replace

    from whoknows.games.egghead.show import plots

    if means.journal is not None:
        raise typer.BadParameter("--journal keeps one study; --figures makes several")
    make_folder(folder)
    studies = []
    for count in range(1, setup.players + 1):
        note(f"{count} of {setup.players} analysing ...")
        study, code = studied(replace(setup, analysing=count), rounds, games, seed, means)
        if code:
            raise typer.Exit(code)
        studies.append(study)
    drawn = {
        "figure1": plots.figure_1(studies[0]),
        "figure2": plots.figure_2(studies),
        "figure3": plots.figure_3(studies),
    }
    for name, figure in drawn.items():
        plots.save(figure, folder / f"{name}.svg")
        plots.save(figure, folder / f"{name}.png")
        note(f"drawn: {folder / name}.svg and .png")
    if json:
        say_json({"studies": [study_json(study) for study in studies]})
    else:
        for study in studies:
            say_study(study)


def make_folder(folder: Path) -> None:
    """Make sure that there is a folder to draw into."""
    from whoknows.errors import BadFile

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot draw into {folder}: {error.strerror}") from None
