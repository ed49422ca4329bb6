"""EggHead [Zorn2024]: its examples exactly, its section 5 with questions of our own."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from whoknows import work
from whoknows.asking.statistics import Z95
from whoknows.experiments.reproduce.charts import Point, Series, bars, chart
from whoknows.experiments.reproduce.verdict import Figure, Line, apart, exact
from whoknows.games.egghead import paper
from whoknows.games.egghead.knowledge.question_tables import sieve
from whoknows.games.egghead.knowledge.world_bits import Worlds
from whoknows.games.egghead.rules.answers import answers
from whoknows.games.egghead.rules.language import parse_question
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.stacks import Stacks
from whoknows.games.egghead.solve.paper_examples import examples as worked_examples
from whoknows.games.egghead.solve.study import Study, pieces, summary, work_on
from whoknows.games.egghead.solve.waiting_times import Chances, Waiting

if TYPE_CHECKING:
    from whoknows.experiments.reproduce import Scale

PAPER = "egghead"
EXACT = partial(exact, PAPER)
APART = partial(apart, PAPER)
UNPUBLISHED = "the paper's 23 questions are not published"
OWN = "with 23 questions of our own"

NOT_NUMBERS = {
    "egghead.STACKS": "the stacks of Example 3.1",
    "egghead.MISSING": "the question of Example 3.1",
    "egghead.ANSWER": "its answer, given",
    "egghead.LEFT_OUT": "the stack that Example 4.2 leaves out",
    "egghead.MASTER": "the master table of Example A.2",
}


def lines(scale: "Scale") -> Iterator[Line | Figure]:
    """All lines of the paper."""
    yield from examples()
    yield from projections()
    yield from section_5(scale)


# ---------------------------------------------------------------------------- examples


def examples() -> Iterator[Line]:
    """Definition 3.2, Remark A.1, and Examples 3.1 to 4.3."""
    box = Stacks(3, 6)
    yield EXACT(
        "egghead.COMBINATIONS", "Definition 3.2", "stacks", paper.COMBINATIONS, len(box)
    )
    yield EXACT(
        "egghead.ALL_WORLDS", "Remark A.1", "worlds of four players",
        paper.ALL_WORLDS, len(box) ** 4,
    )  # fmt: skip
    yield EXACT(
        "egghead.ALL_WORLDS_PRINTED", "Remark A.1", "the same in millions",
        paper.ALL_WORLDS_PRINTED, round(len(box) ** 4 / 1e6, 1),
    )  # fmt: skip
    steps = {step.name: step for step in worked_examples()}
    for data, name, printed in (
        ("egghead.VALIDS", "3.1", paper.VALIDS),
        ("egghead.VALIDS_AFTER", "4.1", paper.VALIDS_AFTER),
    ):
        yield EXACT(
            data, f"Example {name}", "stacks left to p1, p2, p3",
            list(printed), list(steps[name].valids),
        )  # fmt: skip
    yield from rows_of_example_4(box)


def rows_of_example_4(box: Stacks) -> Iterator[Line]:
    """Examples 3.2, 4.2, and 4.3: an answer, the kinds of rows, and some rows."""
    ask = parse_question(paper.MISSING)
    printed, *hands = paper.SWAPPED
    true = (paper.STACKS[0], (1, 1, 1), paper.STACKS[2])
    tables = np.array([[box.number(stack) for stack in true]])
    [answer] = answers(ask, tables, box).tolist()
    yield EXACT(
        "egghead.SWAPPED", "Example 3.2", "f with 111 for p2", printed, answer,
        note=f"printed of {hands}",
    )  # fmt: skip
    worlds = Worlds.all(3, len(box))
    worlds.ask(sieve(ask, 3, box), paper.ANSWER)
    sizes = sorted(set(np.bitwise_count(worlds.words).sum(-1).ravel().tolist()))
    yield EXACT(
        "egghead.FOUR_KINDS", "Example 4.2", "kinds of rows", paper.FOUR_KINDS, len(sizes),
        note=f"rows of {', '.join(map(str, sizes))} stacks",
    )  # fmt: skip
    yield from scenarios(worlds, box)
    for seat, sole in enumerate([worlds.sole(seat) for seat in range(3)]):
        worlds.keep(seat, sole, solved=seat == 1)
    yield from rows_of_p3(worlds, box, "PRINTED_ROWS", "p3's row beside")
    worlds.free(1, box.number(paper.STACKS[1]))
    yield from rows_of_p3(worlds, box, "PRINTED_AFTER", "with p2's new stack, beside")


def scenarios(worlds: Worlds, box: Stacks) -> Iterator[Line]:
    """Example 4.2: rows after the answer, and after a reaction to it."""
    every = [worlds.copy() for _ in range(3)]
    for table, solved in zip(every[1:], (True, False), strict=True):
        table.keep(2, table.sole(2), solved=solved)
    for pair, printed in paper.SCENARIOS.items():
        row = (*map(box.number, pair), 0)
        found = [int(table.row(2, row).sum()) for table in every]
        yield EXACT(
            "egghead.SCENARIOS", "Example 4.2",
            f"{pair_text(pair)}: stacks left, if solved, if not", list(printed), found,
        )  # fmt: skip
    p1, p2, _ = map(box.number, paper.STACKS)
    third = box.number(paper.LEFT_OUT)
    reacted = worlds.copy()
    reacted.keep(0, reacted.sole(0), solved=False)
    of_p1 = int(reacted.row(0, (0, p2, third)).sum())
    reacted = worlds.copy()
    reacted.keep(1, reacted.sole(1), solved=True)
    of_p2 = int(reacted.row(1, (p1, 0, third)).sum())
    left = int((p1, p2, third) in reacted)
    yield EXACT(
        "egghead.LEFT_OUT_ROWS", "Example 4.2", "134 for p3: rows of p1, of p2, left to p3",
        list(paper.LEFT_OUT_ROWS), [of_p1, of_p2, left],
    )  # fmt: skip


def rows_of_p3(worlds: Worlds, box: Stacks, data: str, said: str) -> Iterator[Line]:
    """Example 4.3: how many stacks some rows of p3 have."""
    for pair, count in getattr(paper, data).items():
        row = (*map(box.number, pair), 0)
        yield EXACT(
            f"egghead.{data}", "Example 4.3", f"{said} {pair_text(pair)}",
            count, int(worlds.row(2, row).sum()),
        )  # fmt: skip


def pair_text(pair: Sequence[Sequence[int]]) -> str:
    """Two stacks in a few letters."""
    return " and ".join("".join(map(str, stack)) for stack in pair)


def projections() -> Iterator[Line]:
    """Example A.2: how many rows the tables of three players have of a master table."""
    for seat, printed in enumerate(paper.PROJECTIONS):
        rows = {
            tuple(s for k, s in enumerate(world) if k != seat) for world in paper.MASTER
        }
        yield EXACT(
            "egghead.PROJECTIONS", "Example A.2", f"rows of p{seat + 1}'s table",
            printed, len(rows),
        )  # fmt: skip


# --------------------------------------------------------------------------- section 5


def section_5(scale: "Scale") -> Iterator[Line | Figure]:
    """The table and the figures of section 5, from studies of our own."""
    studies = studied(scale)
    first = studies[0]
    for data, printed, group in (
        ("egghead.NOT_ANALYSING", paper.NOT_ANALYSING, first.plain),
        ("egghead.ANALYSING", paper.ANALYSING, first.analysing),
    ):
        yield from moments(data, printed, group)
    yield from claims(studies)
    yield from pictures(studies)


def studied(scale: "Scale") -> list[Study]:
    """Studies with one to four players analysing."""
    setups = [replace(Setup(), analysing=count) for count in range(1, 5)]
    wanted = [
        piece
        for setup in setups
        for piece in pieces(setup, scale.seed, rounds=scale.rounds)
    ]
    pace = work.Pace(len(wanted))
    found: dict[int, Any] = {}
    with closing(work.run(work_on, wanted, where=work.place(scale.workers))) as results:
        for number, result in results:
            found[number] = result
            pace.tick()
            scale.report(f"egghead, section 5: {pace.done} of {len(wanted)}{pace.to_go}")
    each = len(wanted) // len(setups)
    return [
        summary(setup, [found[k * each + number] for number in range(each)])
        for k, setup in enumerate(setups)
    ]


def moments(data: str, printed: dict[str, float], group: Waiting) -> Iterator[Line]:
    """Mean and variance of the rounds to a point."""
    assert group.mean is not None
    assert group.variance is not None
    half = Z95 * sqrt(group.variance / group.n)
    name = data.split(".")[1].lower().replace("_", " ")
    yield APART(
        data, "Section 5, table", f"{name}: mean", printed["mean"], round(group.mean, 2),
        reason=UNPUBLISHED, note=f"{OWN}; give or take {half:.2f}",
    )  # fmt: skip
    yield APART(
        data, "Section 5, table", f"{name}: variance",
        printed["variance"], round(group.variance, 1), reason=UNPUBLISHED, note=OWN,
    )  # fmt: skip


def claims(studies: Sequence[Study]) -> Iterator[Line]:
    """What the text says of Figures 2 and 3, held against our studies."""
    means = [study.analysing.mean or 0.0 for study in studies]
    alone = studies[0].winning() or []
    two = studies[1].winning() or []
    for data, table, row, printed, computed in (
        (
            "egghead.ANALYSING_MATTERS", "Figure 2", "rounds to a point",
            paper.ANALYSING_MATTERS, f"means {', '.join(f'{mean:.2f}' for mean in means)}",
        ),
        (
            "egghead.WINS_ALONE", "Figure 3 (a)", "who alone analyses wins",
            paper.WINS_ALONE, f"{alone[0]:.1%}",
        ),
        (
            "egghead.WINS_OTHERS", "Figure 3 (a)", "one of the others wins",
            paper.WINS_OTHERS, f"{max(alone[1:]):.1%}",
        ),
        (
            "egghead.WINS_SHARED", "Figure 3 (b)", "two who analyse",
            paper.WINS_SHARED, f"{two[0]:.1%} and {two[1]:.1%}",
        ),
        (
            "egghead.TIES", "Figure 3", "all chances of four who analyse together",
            paper.TIES, f"{sum(studies[3].winning() or []):.1%}",
        ),
    ):  # fmt: skip
        yield APART(data, table, row, printed, computed, reason=UNPUBLISHED, note=OWN)


def pictures(studies: Sequence[Study]) -> Iterator[Figure]:
    """Figures 1 to 3."""
    first = studies[0]
    for points, what in ((1, "1 point"), (10, "10 points")):
        ways = [("analysing", first.analysing), ("not analysing", first.plain)]
        rows = [Series(name, steps(chances(group, points))) for name, group in ways]
        yield figure(f"Figure 1, {what}", "Chance of at most so many rounds.", rows, what)
    for points, what in ((1, "1 point"), (10, "10 points")):
        rows = [
            Series(f"{k + 1} analysing", steps(chances(study.analysing, points)))
            for k, study in enumerate(studies)
        ]
        yield figure(f"Figure 2, {what}", "By how many players analyse.", rows, what)
    groups = [
        (f"{k + 1} analysing", study.winning() or []) for k, study in enumerate(studies)
    ]
    names = [f"player {seat + 1}" for seat in range(4)]
    yield Figure(
        PAPER, "Figure 3", "Chances to win, in percent; ties count for all who tie.",
        bars(groups, names, y="chance to win"),
    )  # fmt: skip


def chances(group: Waiting, points: int) -> Chances:
    """The chance of each number of rounds to so many points."""
    from whoknows.games.egghead.solve.waiting_times import points as convolved

    return convolved(group.chances, points)


def steps(found: Chances) -> list[Point]:
    """A distribution function as the corners of its steps."""
    cdf = found.cumsum()
    end = int(np.searchsorted(cdf, 0.9995)) + 1
    corners: list[Point] = [(0.0, 0.0)]
    for rounds, chance in enumerate(cdf[:end].tolist()):
        corners += [(float(rounds), corners[-1][1]), (float(rounds), chance)]
    return corners


def figure(title: str, caption: str, rows: Sequence[Series], what: str) -> Figure:
    """A chart of distribution functions."""
    drawing = chart(rows, x=f"rounds to {what}", y="chance", y_range=(0, 1))
    return Figure(PAPER, title, caption, drawing)
