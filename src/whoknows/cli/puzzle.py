"""`whoknows puzzle`: puzzles of knowledge, told step by step with the worlds left."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from whoknows.cli.console import (
    Json,
    Seed,
    noted_if_long,
    refuse_unused,
    say,
    say_json,
    say_prose,
    say_table,
)

if TYPE_CHECKING:
    from whoknows.learn.puzzles import Puzzle
    from whoknows.logic.puzzles import Telling

TAKES_MINUTES = "so many facts may take minutes"
MOST_STEPS = 24  # of a longer telling people see the first and the last half of these

app = typer.Typer(
    help="Puzzles of knowledge, told step by step with the number of worlds left.",
    epilog="Example: whoknows puzzle muddy --children 4 --muddy 3",
    invoke_without_command=True,
    rich_markup_mode="markdown",
)

Engine: TypeAlias = Annotated[
    str, typer.Option(help="The kind of model: auto, table, cube, or symbolic.")
]
Formulas: TypeAlias = Annotated[
    bool, typer.Option("--formulas", help="Show the formula of every step.")
]


@app.callback()
def puzzles(context: typer.Context, json: Json = False) -> None:
    """Puzzles of knowledge; without a name, the list of them.

    Example: whoknows puzzle muddy --children 4 --muddy 3
    """
    if context.invoked_subcommand is not None:
        return
    known = {
        command.name or "": (command.callback.__doc__ or "").splitlines()[0]
        for command in app.registered_commands
        if command.callback is not None and command.name not in ("new", "day")
    }
    if json:
        say_json({"puzzles": [{"name": n, "about": text} for n, text in known.items()]})
    else:
        say_table(["puzzle", "about"], known.items())
        say("Tell one with: whoknows puzzle NAME; its options: whoknows puzzle NAME --help")
        say("New ones without end: whoknows puzzle new; and today's: whoknows puzzle day")


Solve: TypeAlias = Annotated[
    bool, typer.Option("--solve", help="Show the solution, step by step.")
]
Answer: TypeAlias = Annotated[
    str | None, typer.Option("--answer", help="Check an answer of your own.")
]


@app.command("new")
def new(
    kind: Annotated[
        str, typer.Option(help="dates, numbers, crowd, codes, coins, davinci, or egghead.")
    ] = "dates",
    level: Annotated[int, typer.Option(min=1, max=5, help="From easy to hard.")] = 2,
    seed: Seed = None,
    solve: Solve = False,
    answer: Answer = None,
    json: Json = False,
) -> None:
    """Make a new puzzle with exactly one answer; every seed makes another.

    Example: whoknows puzzle new --kind numbers --level 3 --seed 5 --solve
    """
    import numpy as np

    from whoknows.learn.puzzles import new_puzzle

    seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
    puzzle = new_puzzle(kind, level=level, seed=seed)
    again = f"whoknows puzzle new --kind {kind} --level {level} --seed {seed}"
    pose(puzzle, again, solve=solve, answer=answer, json=json)


@app.command("day")
def day(
    date: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"],
            metavar="YYYY-MM-DD",
            help="Another day than today, in UTC.",
        ),
    ] = None,
    solve: Solve = False,
    answer: Answer = None,
    json: Json = False,
) -> None:
    """The puzzle of the day, the same for everybody.

    Example: whoknows puzzle day --date 2026-12-24
    """
    from datetime import UTC

    from whoknows.learn.puzzles import day_puzzle

    when = (date or datetime.now(UTC)).date()
    again = f"whoknows puzzle day --date {when}"
    pose(day_puzzle(when), again, solve=solve, answer=answer, json=json)


def pose(
    puzzle: "Puzzle", again: str, *, solve: bool, answer: str | None, json: bool
) -> None:
    """A puzzle as one JSON document, or told to people, with what they asked for."""
    if answer is not None:
        right, words = puzzle.find(answer) == puzzle.solution, puzzle.verdict(answer)
        if json:
            say_json(puzzle.document() | {"right": right, "words": words})
        else:
            say_prose(escape(words))
        raise typer.Exit(0 if right else 1)
    if json:
        say_json(puzzle.document())
        return
    measure = puzzle.measure
    say_prose(f"[bold]{escape(puzzle.title)}[/bold]: {puzzle.kind}, level {puzzle.level}")
    say()
    say_prose(escape(puzzle.text))
    say()
    if not solve:
        say_prose(f"Check an answer: {again} --answer ...")
        say_prose(f"The solution:    {again} --solve")
        return
    for number, step in enumerate(puzzle.steps, 1):
        left = f" Left: {'; '.join(step.left)}." if step.left else f" Left: {step.worlds}."
        say_prose(escape(f"{number}. {step.said}\n   {step.why}{left}"))
    say()
    say_prose(f"The answer: [bold]{escape(puzzle.solution)}[/bold]")
    say_prose(
        f"Knowledge is nested {measure.depth} deep in {measure.steps} steps, from"
        f" {measure.worlds} worlds: an effort of {measure.effort:.1f}."
    )


def escape(text: str) -> str:
    """Text that rich prints as it is."""
    from rich.markup import escape as as_it_is

    return as_it_is(text)


@app.command("muddy")
def muddy(
    children: Annotated[int, typer.Option(help="How many children.")] = 3,
    muddy: Annotated[
        int | None, typer.Option(help="How many of them are muddy; all by default.")
    ] = None,
    engine: Engine = "auto",
    formulas: Formulas = False,
    json: Json = False,
) -> None:
    """Muddy children: nobody steps forward, until all know.

    Example: whoknows puzzle muddy --children 4 --muddy 3
    """
    from whoknows.logic.puzzles import muddy_children

    with noted_if_long(TAKES_MINUTES):
        told = muddy_children(children, muddy=muddy, engine=engine)
    show(told, json, formulas)


@app.command("hats")
def hats(
    context: typer.Context,
    men: Annotated[int, typer.Option(help="How many men, all in white.")] = 3,
    hats: Annotated[
        str | None, typer.Option(help="A letter a man, w or b, instead of all white.")
    ] = None,
    engine: Engine = "auto",
    formulas: Formulas = False,
    json: Json = False,
) -> None:
    """Three wise men, or more: what color is my own hat.

    Example: whoknows puzzle hats --hats wwbw
    """
    from whoknows.logic.puzzles import wise_men

    if hats is not None:
        refuse_unused(context, "with --hats", "men")
    with noted_if_long(TAKES_MINUTES):
        told = wise_men(hats, men=men, engine=engine)
    show(told, json, formulas)


@app.command("cheryl")
def cheryl(
    date: Annotated[
        list[str] | None,
        typer.Option(help="A date of your own, as 'May 15'; repeat for each."),
    ] = None,
    engine: Engine = "auto",
    formulas: Formulas = False,
    json: Json = False,
) -> None:
    """Cheryl's birthday: one knows the month, one the day.

    Example: whoknows puzzle cheryl
    """
    from whoknows.logic.puzzles import birthday
    from whoknows.logic.puzzles.cheryl import DATES

    show(birthday(date or DATES, engine=engine), json, formulas)


@app.command("sum-product")
def sum_product(
    bound: Annotated[int, typer.Option(help="The largest sum: x + y <= bound.")] = 100,
    engine: Engine = "auto",
    formulas: Formulas = False,
    json: Json = False,
) -> None:
    """Sum and product: two people say what they do not know, and so find two numbers.

    Example: whoknows puzzle sum-product --bound 100
    """
    from whoknows.logic.puzzles import sum_and_product

    show(sum_and_product(bound, engine=engine), json, formulas)


@app.command("consecutive")
def consecutive(
    anne: Annotated[int, typer.Option(help="The number on Anne's forehead.")] = 2,
    bill: Annotated[
        int, typer.Option(help="The number on Bill's: one more or one less.")
    ] = 3,
    bound: Annotated[
        int | None,
        typer.Option(
            help="The largest number; by default so large that it does not matter."
        ),
    ] = None,
    engine: Engine = "auto",
    formulas: Formulas = False,
    json: Json = False,
) -> None:
    """Consecutive numbers on two foreheads: who knows first.

    Example: whoknows puzzle consecutive --anne 5 --bill 4
    """
    from whoknows.logic.puzzles import foreheads

    show(foreheads(anne, bill, bound=bound, engine=engine), json, formulas)


@app.command("logicians")
def logicians(
    logicians: Annotated[int, typer.Option(help="How many logicians.")] = 3,
    without: Annotated[
        list[int] | None,
        typer.Option(help="The number of one who wants no beer; repeat for each."),
    ] = None,
    engine: Engine = "auto",
    formulas: Formulas = False,
    json: Json = False,
) -> None:
    """Drinking logicians: whether everybody wants beer.

    Example: whoknows puzzle logicians --logicians 4 --without 3
    """
    from whoknows.logic.puzzles import drinkers

    with noted_if_long(TAKES_MINUTES):
        told = drinkers(logicians, without=without or (), engine=engine)
    show(told, json, formulas)


@app.command("russian-cards")
def russian_cards(
    context: typer.Context,
    announcement: Annotated[
        str | None, typer.Option(help="The hands that Anne names, as '012 034 ...'.")
    ] = None,
    deal: Annotated[
        str, typer.Option(help="The hands of Anne, Bill, and Cathy.")
    ] = "012.345.6",
    find: Annotated[
        bool, typer.Option("--find", help="Find every good announcement instead.")
    ] = False,
    hands: Annotated[
        list[int] | None,
        typer.Option(help="With --find: of this many hands; repeat; 5, 6, 7 by default."),
    ] = None,
    engine: Engine = "auto",
    formulas: Formulas = False,
    json: Json = False,
) -> None:
    """Russian cards: tell one player your hand aloud; the other must not learn it.

    Example: whoknows puzzle russian-cards --announcement "012 034 056 135 246"
    """
    from whoknows.logic.puzzles import cards

    if not find:
        refuse_unused(context, "without --find", "hands")
        said = cards.CLASSIC if announcement is None else announcement
        show(cards.russian_cards(said, deal=deal, engine=engine), json, formulas)
        return
    refuse_unused(context, "with --find", "announcement", "engine", "formulas")
    found = cards.all_good(deal, hands=tuple(hands or (5, 6, 7)))
    if json:
        say_json(found.document())
    else:
        say_found(found)


@app.command("cryptographers")
def cryptographers(
    diners: Annotated[int, typer.Option(help="How many cryptographers.")] = 3,
    payer: Annotated[int, typer.Option(help="The diner who paid; 0: the agency.")] = 1,
    engine: Engine = "auto",
    formulas: Formulas = False,
    json: Json = False,
) -> None:
    """Dining cryptographers: one paid, and nobody learns who.

    Example: whoknows puzzle cryptographers --diners 4 --payer 2
    """
    from whoknows.logic.puzzles import dining_cryptographers

    with noted_if_long(TAKES_MINUTES):
        told = dining_cryptographers(diners, payer=payer, engine=engine)
    show(told, json, formulas)


@app.command("pardon")
def pardon(
    chance: Annotated[
        str,
        typer.Option(help="Chance that the warden names B, if A is pardoned: 1/2, 0.7."),
    ] = "1/2",
    named: Annotated[str, typer.Option(help="Whom the warden names: B or C.")] = "B",
    engine: Engine = "auto",
    formulas: Formulas = False,
    json: Json = False,
) -> None:
    """Three prisoners, one pardoned: what A learns if B is named.

    Example: whoknows puzzle pardon --chance 1
    """
    from whoknows.logic.puzzles import three_prisoners

    show(three_prisoners(chance, named=named, engine=engine), json, formulas)


@app.command("prisoners")
def prisoners(
    prisoners: Annotated[int, typer.Option(help="How many prisoners.")] = 100,
    games: Annotated[int, typer.Option(help="How many games to play.")] = 100,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """A hundred prisoners and a bulb: how to count with one bit.

    Example: whoknows puzzle prisoners --games 1000 --seed 7
    """
    import numpy as np

    from whoknows.logic.puzzles import light_bulb

    seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
    show(light_bulb(prisoners, games=games, seed=seed), json, formulas=False)


def show(telling: "Telling", json: bool, formulas: bool) -> None:
    """A telling, as one JSON document or step by step for people."""
    if json:
        say_json(telling.document())
    else:
        say_steps(telling, formulas=formulas)


def say_steps(telling: "Telling", *, formulas: bool) -> None:
    """The options, every step with the worlds it leaves, and the answer."""
    rows: list[list[object]] = [[0, "(at first)", count_name(telling.start), ""]]
    rows += [
        [
            number,
            step.said,
            count_name(step.worlds),
            "" if step.formula is None else step.formula,
        ]
        for number, step in enumerate(telling.steps, 1)
    ]
    columns = ["step", "said", "worlds", "formula"]
    keep = 4 if formulas else 3
    told = ", ".join(f"{name} {worded(value)}" for name, value in telling.options.items())
    shown = [row[:keep] for row in shortened(rows)]
    say_table(columns[:keep], shown, title=f"{telling.puzzle}: {told}")
    for line in (telling.outcome, *telling.notes):
        say_prose(line)


def shortened(rows: list[list[object]]) -> list[list[object]]:
    """The rows, or of very many the first and the last ones."""
    half = MOST_STEPS // 2
    if len(rows) <= MOST_STEPS:
        return rows
    left_out = f"({len(rows) - 2 * half} steps more)"
    return [*rows[:half], ["...", left_out, "...", "..."], *rows[-half:]]


def count_name(worlds: int) -> str:
    """A number of worlds; a very large one in short."""
    return str(worlds) if worlds < 10**12 else f"{worlds:.1e}"


def worded(value: Any) -> str:
    """The value of an option, as people write it."""
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def say_found(telling: "Telling") -> None:
    """The good announcements by their number of hands, and how many there are."""
    found = telling.answer["announcements"]
    rows = [[size, said] for size, some in found.items() for said in some]
    say_table(["hands", "good announcement"], rows)
    for line in (telling.outcome, *telling.notes):
        say_prose(line)
