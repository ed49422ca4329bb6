"""`whoknows davinci`: watch, play, compare strategies, and the paper's examples."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from whoknows.cli.batches import ClusterAddress, Database, Workers, Yes
from whoknows.cli.console import Json, Seed, note, say, say_json

if TYPE_CHECKING:
    from whoknows.games.davinci import Setup
    from whoknows.play.referee import Table

app = typer.Typer(
    name="davinci",
    help="Da Vinci Code: guess the others' codes before they guess yours.",
    epilog="Example: whoknows davinci watch --players 3 --tiles 12 --seed 7",
    invoke_without_command=True,
)

Players: TypeAlias = Annotated[
    int, typer.Option(min=2, max=8, help="How many play: 2 to 8.")
]
Tiles: TypeAlias = Annotated[
    int | None, typer.Option(help="Number tiles, half of them of each color.")
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
Semantics: TypeAlias = Annotated[
    str, typer.Option(help="What a wrong guess tells: del, exactly, or original.")
]
GoingOn: TypeAlias = Annotated[
    str, typer.Option(help="After a right guess: certain, always, never, greedy.")
]
Save: TypeAlias = Annotated[
    Path | None, typer.Option("--save", help="Write the game here, for `replay`.")
]
Hands: TypeAlias = Annotated[
    str | None, typer.Option(help='State the deal: "b1 w3 / w1 b4".')
]
First: TypeAlias = Annotated[str, typer.Option(help="Who begins a stated deal.")]

SOME = ["aggressive", "defensive", "leak-aware"]  # who plays if nobody is named


@app.callback()
def start(context: typer.Context, seed: Seed = None) -> None:
    """Da Vinci Code: guess the others' codes before they guess yours.

    Without a command, a small game is played before your eyes.
    """
    if context.invoked_subcommand is None:
        from whoknows.cli import alone

        alone.davinci(seed)


@app.command()
def watch(
    strategies: Annotated[
        str | None,
        typer.Option(
            "--strategies", "--strategy", help="One for each seat, or one for all."
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=2, max=8, help="How many play: 2 to 8.")
    ] = None,
    tiles: Tiles = None,
    hand: Hand = None,
    lowest: Lowest = None,
    full: Full = False,
    drawing: Drawing = False,
    jokers: Jokers = False,
    semantics: Semantics = "del",
    going_on: GoingOn = "certain",
    hands: Hands = None,
    first: First = "a",
    save: Save = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Watch strategies play: each move, and how many worlds it leaves to whom.

    Example: whoknows davinci watch --tiles 12 --seed 7
    """
    from whoknows.play.strategies import find_strategy

    names = strategies.split(",") if strategies else []
    players = players or (len(names) if len(names) > 1 else 3)
    setup = read_setup(locals())
    names = seated(names or (SOME * players)[:players], players)
    table = begun(setup, hands, first, drawn(seed))
    chosen = [find_strategy(table.game, name) for name in names]
    if not json:
        say_start(table, names)
    try:
        while not table.over:
            before, table = table, table.step(chosen)
            if not json:
                say_turn(before, table)
    finally:
        kept(table, save, names)
    if json:
        say_json(run_json(table, names))
    else:
        say_end(table, names)


@app.command()
def play(
    against: Annotated[
        str, typer.Option(help="A strategy for each other seat, or one for all.")
    ] = "leak-aware",
    seat: Annotated[str, typer.Option(help="Where you sit: a, b, ...")] = "a",
    players: Players = 3,
    tiles: Tiles = None,
    hand: Hand = None,
    lowest: Lowest = None,
    full: Full = False,
    drawing: Drawing = False,
    jokers: Jokers = False,
    semantics: Semantics = "del",
    going_on: GoingOn = "certain",
    hands: Hands = None,
    first: First = "a",
    save: Save = None,
    seed: Seed = None,
) -> None:
    """Play against strategies, with hints (`?`) and warnings of irrational guesses.

    On the whole screen: whoknows terminal davinci

    Example: whoknows davinci play --tiles 12 --against leak-aware --seed 7
    """
    from whoknows.cli import table_davinci as at_table

    setup = read_setup(locals())
    place = parse_seat(seat, players)
    names = seated(against.split(","), players - 1)
    names.insert(place, "you")
    table = begun(setup, hands, first, drawn(seed))
    at_table.play(table, place, names, lambda now: kept(now, save, names))


@app.command()
def examples(json: Json = False) -> None:
    """Walk through Examples 1-3 of the paper, with the worlds at each step.

    Example: whoknows davinci examples --json
    """
    from whoknows.games.davinci.paper import EXAMPLES
    from whoknows.games.davinci.solve.examples import walk

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
    strategies: Annotated[
        str,
        typer.Option(
            "--strategies",
            "--strategy",
            help="Two, who share the seats; careful:9/10 sets a threshold.",
        ),
    ] = "aggressive,defensive",
    table: Annotated[
        int | None, typer.Option(min=1, max=3, help="The cells of the paper's table.")
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
    games: Annotated[int, typer.Option(min=1, help="Games in each cell.")] = 600,
    seed: Seed = None,
    name: Annotated[str | None, typer.Option(help="A name to find it by.")] = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    db: Database = None,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Let two strategies share the seats by the thousand; stopped, it can be resumed.

    Example: whoknows davinci experiment --tiles 12,14 --games 120 --seed 1
    """
    from whoknows.cli.batch_davinci import Asked, asked, run

    given = locals()
    wanted = {name: given[name] for name in Asked.__dataclass_fields__}
    run(asked(Asked(**wanted)), table, (workers, cluster, db), yes=yes, json=json)


def read_setup(given: dict[str, Any]) -> "Setup":
    """The setup of a command's options; what is not given is the game's default."""
    from whoknows.games.davinci import GAME

    names = ("players", "tiles", "hand", "lowest", "semantics", "going_on")
    options = {name: given[name] for name in names if given[name] is not None}
    options |= {name: True for name in ("jokers", "drawing", "full") if given[name]}
    return GAME.setup(**options)


def parse_seat(text: str, players: int) -> int:
    """The number of a seat that is named by its letter."""
    from whoknows.errors import UnknownName

    agents = "abcdefgh"[:players]
    if text not in list(agents):
        raise UnknownName.among("seat", text, agents)
    return agents.index(text)


def seated(names: list[str], seats: int) -> list[str]:
    """A strategy for each seat; a single one takes them all."""
    from whoknows.errors import BadSetup

    if len(names) == 1:
        names = names * seats
    if len(names) != seats:
        raise BadSetup(f"{len(names)} strategies for {seats} seats")
    return [name.strip() for name in names]


def drawn(seed: int | None) -> int:
    """The seed given, or one drawn."""
    from secrets import randbelow

    return randbelow(2**32) if seed is None else seed


def begun(setup: "Setup", hands: str | None, first: str, seed: int) -> "Table":
    """The table at its start, dealt from the seed or as stated."""
    from whoknows.games.davinci import GAME
    from whoknows.play.referee import Table

    if hands is None:
        return Table.dealt(GAME, setup, seed)
    stated = {"hands": [hand.strip() for hand in hands.split("/")], "first": first}
    return Table.with_secret(GAME, setup, GAME.from_json(stated, setup), seed)


def kept(table: "Table", path: Path | None, names: list[str]) -> None:
    """The game written to a file, if one is named."""
    from whoknows.play.transcript import save

    if path is not None:
        save(table, path, names)
        note(f"wrote {path}")


def all_seen(table: "Table") -> str:
    """Every code with its tiles: for those who watch from above."""
    from whoknows.games.davinci.rules import agent_name, tile_name

    position = table.state.position
    lines = []
    for seat, code in enumerate(position.codes):
        words = [
            f"{tile_name(tile)}" if hidden else f"[{tile_name(tile)}]"
            for tile, hidden in zip(code, position.hidden[seat], strict=True)
        ]
        lines.append(f"  {agent_name(seat)}  " + " ".join(f"{word:5}" for word in words))
    return "\n".join(line.rstrip() for line in lines)


def say_start(table: "Table", names: list[str]) -> None:
    """The players, their hands, and what each holds possible at first."""
    from rich.markup import escape

    from whoknows.games.davinci.rules import agent_name

    setup = table.setup
    extras = [word for word in ("drawing", "jokers") if getattr(setup, word)]
    variant = "".join(f", {word}" for word in extras)
    say(
        f"Da Vinci Code: {setup.tiles} tiles, hands of {setup.hand}{variant}, "
        f"semantics {setup.semantics}, seed {table.seed}"
    )
    say(", ".join(f"{agent_name(seat)} {name}" for seat, name in enumerate(names)))
    say(escape(all_seen(table)))
    say("worlds: " + worlds_text(table))


def worlds_text(table: "Table") -> str:
    """How many worlds each seat holds possible: `a 6, b 4, c 9`."""
    from whoknows.games.davinci.rules import agent_name
    from whoknows.play.retelling import worlds_left

    left = worlds_left(table)
    return ", ".join(f"{agent_name(int(seat))} {count}" for seat, count in left.items())


def say_turn(before: "Table", table: "Table") -> None:
    """The move just made, and whom it taught what."""
    from whoknows.games.davinci.show import lessons, move_text
    from whoknows.play.retelling import worlds_left

    event = table.history[-1]
    told = lessons(worlds_left(before), worlds_left(table))
    for seat, move in sorted(table.turns[-1].items()):
        line = move_text(seat, move, event.answer)
        say(f"  {line:40} {told}".rstrip())
        told = ""


def say_end(table: "Table", names: list[str]) -> None:
    """The codes at the end, and who won."""
    from rich.markup import escape

    from whoknows.games.davinci.rules import agent_name

    say(escape(all_seen(table)))
    winner = next(seat for seat, score in table.result.items() if score)
    say(f"{agent_name(winner)} ({names[winner]}) wins.")


def run_json(table: "Table", names: list[str]) -> dict[str, Any]:
    """A run as one JSON document, the deal stated outright."""
    from whoknows.cli.replay import document
    from whoknows.games.davinci.rules import agent_name

    winner = next(seat for seat, score in table.result.items() if score)
    return {
        "seed": table.seed,
        "deal": table.game.to_json(table.secret),
        **document(table, tuple(names), knowledge=True),
        "winner": agent_name(winner),
    }
