"""Studies of EggHead at the terminal: on all cores, kept on the way, told and drawn."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import typer

from whoknows import work
from whoknows.cli.console import note, noted_if_long, progress, say, say_json, say_table
from whoknows.cli.output import put_over
from whoknows.errors import BadFile, TooLarge
from whoknows.games.egghead import paper
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.show.text import setup_text
from whoknows.games.egghead.solve.study import Piece, Study, pieces, summary, work_on
from whoknows.play.documents import setup_json
from whoknows.wording import plural

FEW_ROUNDS = 4000  # rounds that are not worth the start of other processes
LONG_GAME = 70  # rounds, about, to ten points
MANY_ROUNDS = 10_000  # rounds that nobody wants to lose


MOST_ROUNDS = 20_000_000
ROUNDS_A_GAME = 70  # to ten points, roughly
ROUNDED_WHOLE = 1.002  # chances that add up to more do not only by rounding
SECONDS_A_ROUND = 0.004  # where somebody analyses


class Size(NamedTuple):
    """How much is asked for."""

    rounds: int
    games: int
    seed: int

    def check(self) -> None:
        """Refuse what would take weeks, with the reason."""
        rounds = self.rounds + ROUNDS_A_GAME * self.games
        if rounds > MOST_ROUNDS:
            days = rounds * SECONDS_A_ROUND / 86_400
            raise TooLarge(
                f"{rounds:,} rounds take about {days:,.0f} days of one core;"
                f" at most {MOST_ROUNDS:,} are played"
            )


class Means(NamedTuple):
    """Where a study is done, and where its results are kept."""

    workers: int | None
    cluster: str | None
    journal: Path | None

    def journal_of(self, setup: Setup, seed: int) -> Path | None:
        """A journal of its own for a long study; none where it cannot be written."""
        from whoknows.store.database import data_folder

        folder = data_folder() / "journals"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            note(f"nothing is kept on the way: {folder}: {error.strerror}")
            return None
        return folder / f"egghead-{short_key(setup)}-{seed}.jsonl"


def tell(setup: Setup, size: Size, means: Means, *, json: bool) -> None:
    """A study, said as JSON or as tables; ends with its exit code."""
    study, code = studied(setup, size, means)
    if json:
        say_json({**study_json(study), "seed": size.seed})
    else:
        say_study(study)
        say(f"Seed {size.seed}.")
    raise typer.Exit(code)


def studied(setup: Setup, size: Size, means: Means) -> tuple[Study, int]:
    """A study, on one core or many, and the exit code; stopped, what is done counts."""
    wanted = pieces(setup, size.seed, rounds=size.rounds, games=size.games)
    found: dict[int, Any] = {}
    code = 0
    long = size.rounds >= MANY_ROUNDS and means.journal is None
    own = means.journal_of(setup, size.seed) if long else None
    if own is not None:
        means = means._replace(journal=own)
        note(
            f"what is done is kept in {own}; "
            f"with --seed {size.seed}, the command goes on from there"
        )
    report = progress(every=5.0)
    try:
        first = f"0 of {plural(len(wanted), 'piece')} so far"
        with work.ending_on_sigterm(), noted_if_long(first):
            for number, result in results_of(wanted, means):
                found[number] = result
                show_progress(len(found), len(wanted), report)
    except KeyboardInterrupt as error:
        code = getattr(error, "exit_code", 130)
        whole = plural(len(wanted), "piece")
        note(f"stopped after {len(found)} of {whole}: this is what they give")
    if own is not None and not code:
        own.unlink(missing_ok=True)
    study = summary(setup, [found[number] for number in sorted(found)])
    if study.stalled:
        runs = plural(study.stalled, "run")
        note(f"{runs} deadlocked: no question could tell anybody anything")
    return study, code


def show_progress(done: int, total: int, report: Callable[[str], None]) -> None:
    """How far a study is: in place where somebody looks, else a line now and then."""
    words = f"{done} of {plural(total, 'piece')}"
    if not sys.stderr.isatty():
        report(words)
    else:
        put_over(words + ("\n" if done == total else ""))


def results_of(wanted: list[Piece], means: Means) -> Iterator[tuple[int, Any]]:
    """What comes of pieces, in any order; from a journal what it has."""
    rounds = sum(piece.rounds + LONG_GAME * piece.games for piece in wanted)
    workers = 1 if means.workers is None and rounds < FEW_ROUNDS else means.workers
    where = work.place(workers, means.cluster)
    if means.journal is None or not wanted:
        with closing(work.run(work_on, wanted, where=where)) as results:
            yield from results
        return
    keyed = {f"{piece.number} {piece.rounds} {piece.games}": piece for piece in wanted}
    first = wanted[0]
    title = f"egghead {short_key(first.setup)} seed {first.seed}"
    for key, result in work.resumed(
        work_on, keyed, means.journal, title=title, where=where
    ):
        yield keyed[key].number, result


def short_key(setup: Setup) -> str:
    """A few letters that a setup has to itself."""
    return sha256(repr(asdict(setup)).encode()).hexdigest()[:12]


def study_json(study: Study) -> dict[str, Any]:
    """A study as JSON."""
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


def ten_cdf(study: Study, name: str) -> list[float]:
    """The chance of at most 0, 1, 2, ... rounds to ten points."""
    if not getattr(study, name).n:
        return []
    return [round(float(chance), 12) for chance in study.ten(name).cumsum()]


def say_study(study: Study) -> None:
    """A study as tables for people; of the paper's own game, beside its figures."""
    say(f"EggHead: {setup_text(study.setup)}")
    printed = {"analysing": paper.ANALYSING, "plain": paper.NOT_ANALYSING}
    theirs_too = is_papers_game(study.setup)
    rows: list[list[object]] = []
    for name, of_paper in printed.items():
        group = getattr(study, name)
        if group.n:
            figures = [f"{group.mean:.2f}", f"{group.variance:.1f}"]
            theirs = [of_paper["mean"], of_paper["variance"]] if theirs_too else []
            rows.append([name, group.n, group.censored, *figures, *theirs])
    columns = ["players", "points", "cut off", "mean", "variance"]
    columns += ["paper's mean", "variance"] if theirs_too else []
    say_table(columns, rows, title="Rounds to a point")
    say_winning(study)
    say(f"{plural(study.rounds, 'round')}, {1000 * study.seconds_per_round:.2f} ms each.")
    if theirs_too:
        say("The paper's 23 questions are not published: expect its shape, not its digits.")


def is_papers_game(setup: Setup) -> bool:
    """Whether the stacks and the players are those of the paper's experiments."""
    usual = Setup()
    return (setup.players, setup.cards, setup.values, setup.copies, setup.deck) == (
        usual.players, usual.cards, usual.values, usual.copies, usual.deck
    )  # fmt: skip


def say_winning(study: Study) -> None:
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
    if any(sum(row) > ROUNDED_WHOLE for row in (chances, played) if row):
        say("Players who have their points in the same round all win, so that the chances")
        say("add up to more than 100%.")


def draw_figures(
    setup: Setup, size: Size, means: Means, folder: Path, *, json: bool
) -> None:
    """Figures 1 to 3, from studies in which 1, 2, ... all players analyse."""
    from whoknows.games.egghead.show import plots

    if means.journal is not None:
        raise typer.BadParameter("--journal keeps one study; --output makes several")
    make_folder(folder)
    studies = []
    for count in range(1, setup.players + 1):
        note(f"{count} of {setup.players} analysing ...")
        study, code = studied(replace(setup, analysing=count), size, means)
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
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot draw into {folder}: {error.strerror}") from None
