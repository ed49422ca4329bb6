"""What the commands of the hat game share: the world as options, and pictures to files."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

if TYPE_CHECKING:
    from whoknows.games.hats.knowledge import Deals
    from whoknows.games.hats.rules import Rules

Players: TypeAlias = Annotated[
    int | None, typer.Option("--players", "-n", help="Number of agents.")
]
Colors: TypeAlias = Annotated[int, typer.Option("--colors", help="Number of colors.")]
Odds: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--p",
        help="Chance of the first color (R), 0.9 or 9/10; or of each color, 1/2,1/3,1/6;"
        " with ';' a list for each agent.",
    ),
]
Chances: TypeAlias = Annotated[
    str | None,
    typer.Option("--chances", help="A chance for each configuration, RR..R first."),
]
Need: TypeAlias = Annotated[
    str, typer.Option("--need", help="Right answers needed: a number, or 'half'.")
]
Wrong: TypeAlias = Annotated[
    int | None,
    typer.Option("--wrong", help="Wrong answers allowed; 0, or any if half need be right."),
]
Rounds: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--rounds",
        min=1,
        max=64,
        help="If all pass, the next round begins.  At most 1, or as many as the deal has.",
    ),
]
SeenAs: TypeAlias = Annotated[
    str, typer.Option("--views", help="See hats by 'seats', or only 'counts' of colors.")
]
NoPassing: TypeAlias = Annotated[
    bool, typer.Option("--no-passing", help="Everybody must answer.")
]
SeesWhom: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--sees",
        help="Who sees whom: cycle:5, path:4, or edges 1-2,2-3,3>1; then a deal has an"
        " answer for each view of those seen.",
    ),
]
Svg: TypeAlias = Annotated[
    Path | None, typer.Option("--output", "-o", help="Draw the cube: a name in .svg.")
]


@dataclass(frozen=True)
class WorldOptions:
    """The options by which commands take a world of the hat game."""

    players: Players = None
    colors: Colors = 2
    p: Odds = None
    chances: Chances = None
    need: Need = "1"
    wrong: Wrong = None
    rounds: Rounds = None
    views: SeenAs = "seats"
    no_passing: NoPassing = False

    def rules(self, usual: int, text: str = "", *, any_number: bool = False) -> "Rules":
        """The rules, of as many agents as usual unless that is said, for a written deal."""
        return world(
            players_or(self.players, usual),
            colors=self.colors,
            p=self.p,
            chances=self.chances,
            need=self.need,
            wrong=self.wrong,
            rounds=rounds_of(self.rounds, text),
            views=self.views,
            no_passing=self.no_passing,
            any_number=any_number,
        )


def players_or(players: int | None, otherwise: int) -> int:
    """The number of agents asked for; 0 is not nothing, and refused later."""
    return otherwise if players is None else players


def world(
    players: int,
    *,
    colors: int = 2,
    p: str | None = None,
    chances: str | None = None,
    need: str = "1",
    wrong: int | None = None,
    rounds: int = 1,
    views: str = "seats",
    no_passing: bool = False,
    any_number: bool = False,
) -> "Rules":
    """The rules that the options describe; of any number of agents if none is written."""
    from whoknows.errors import BadSetup, is_whole
    from whoknows.games.hats.rules import Rules, parse_chance, parse_odds
    from whoknows.games.hats.rules.world import check_written

    if need == "half":
        least, allowed = (players + 1) // 2, players if wrong is None else wrong
    elif is_whole(need) and len(need) < 9:
        least, allowed = int(need), wrong or 0
    else:
        raise BadSetup(f"--need is a number or 'half', not {need!r}")
    if views not in ("seats", "counts"):
        raise BadSetup(f"--views are 'seats' or 'counts', not {views!r}")
    found = Rules(
        players,
        colors,
        odds=parse_odds(p, players, colors) if p else (),
        chances=tuple(map(parse_chance, chances.split(","))) if chances else (),
        need=least,
        wrong=allowed,
        passing=not no_passing,
        rounds=rounds,
        views="counts" if views == "counts" else "seats",
    )
    if not any_number:
        check_written(found)
    return found


def counted_players(text: str) -> int:
    """How many agents a deal is for, as written."""
    from whoknows.errors import BadSetup

    if text.lstrip().startswith("["):
        import json

        try:
            return len(json.loads(text))
        except (ValueError, TypeError, RecursionError) as error:
            raise BadSetup(f"this is no matrix: {error}") from None
    return max(len(split_rounds(text)[0].split()), 2)


def split_rounds(text: str) -> list[str]:
    """The deals of the rounds as written; a `/` in a fraction parts no rounds."""
    return [text] if ":" in text else text.split("/")


def rounds_of(rounds: int | None, text: str = "") -> int:
    """The rounds asked for; unless given, as many as the deal is written for."""
    from whoknows.errors import BadSetup

    written = len(split_rounds(text))
    if rounds is not None and rounds < written:
        raise BadSetup(
            f"the deal is written for {written} rounds, and --rounds is {rounds}"
        )
    return written if rounds is None else rounds


def read_deals(
    text: str, rules: "Rules", order: str = "natural", sees: str | None = None
) -> "Deals":
    """The deals of all rounds, in letters or as a matrix; by a graph, as narrow ones."""
    from whoknows.errors import BadSetup
    from whoknows.games.hats.rules import parse_deal, parse_matrix

    if order not in ("natural", "reversed"):
        raise BadSetup(f"--order is 'natural' or 'reversed', not {order!r}")
    if sees is not None:
        from whoknows.games.hats.solve.sight_graphs import parse_seen_deal, parse_sees

        graph = parse_sees(sees)
        return tuple(parse_seen_deal(part, rules, graph) for part in split_rounds(text))
    if text.lstrip().startswith("["):
        return (parse_matrix(text, rules),)
    turned: Any = order
    return tuple(parse_deal(part, rules, order=turned) for part in split_rounds(text))
