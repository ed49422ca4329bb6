"""`whoknows hats graph`: who sees whom, and whether somebody can always be right."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.console import Json, note, say, say_json, say_table

if TYPE_CHECKING:
    from whoknows.games.hats.solve.sight_graphs import Guaranteed, Sees

TOO_MANY = "more colors than agents (docs/hats-beyond.md#who-sees-whom)"
MOST_VIEWS = 32  # of an agent that are written to people


def graph(
    sees: Annotated[
        str,
        typer.Option(
            "--sees", help="cycle:5, path:4, complete:3, star:5; or edges 1-2,2-3,3>1."
        ),
    ] = "cycle:4",
    colors: Annotated[
        int | None, typer.Option(help="So many colors; without it, 2, 3, ... are tried.")
    ] = None,
    time_limit: Annotated[
        float, typer.Option(min=0.1, help="Seconds for each number of colors.")
    ] = 60.0,
    json: Json = False,
) -> None:
    """Whether a team can make sure that one is right, if all see only their neighbors.

    The largest number of colors for which it can is the hat guessing number.

    Example: whoknows hats graph --sees cycle:4
    """
    from whoknows.games.hats.solve.sight_graphs import (
        guaranteed,
        guessing_number,
        parse_sees,
    )

    who = parse_sees(sees)
    if not json:
        note(f"{len(who)} agents; a solver looks for a strategy or a proof")
    if colors is None:
        found = guessing_number(who, time_limit=time_limit)
    else:
        found = [guaranteed(who, colors, time_limit=time_limit)]
    if json:
        say_json(document(who, found, whole=colors is None))
    else:
        say_graph(who, found, whole=colors is None)


def document(sees: "Sees", found: "list[Guaranteed]", *, whole: bool) -> dict[str, Any]:
    """What was found, as JSON; agents from 1."""
    from whoknows.work.proof_kinds import proof_document

    return {
        "agents": len(sees),
        "sees": [[other + 1 for other in row] for row in sees],
        "colors": [
            {
                "colors": one.colors,
                "always": one.strategy is not None if one.proven else None,
                "proven": one.proven,
                **proof_document(one.proof, by=TOO_MANY if one.proof == "theorem" else ""),
                "strategy": one.strategy,
            }
            for one in found
        ],
        "guessing_number": number_of(found) if whole else None,
    }


def number_of(found: "list[Guaranteed]") -> int | None:
    """The hat guessing number, if it was found and proven."""
    if not found or not found[-1].proven or found[-1].strategy is not None:
        return None
    return found[-1].colors - 1


def say_graph(sees: "Sees", found: "list[Guaranteed]", *, whole: bool) -> None:
    """What was found, for people."""
    from whoknows.games.hats.rules import LETTERS

    for one in found:
        if one.strategy is not None:
            verdict = "somebody can always be right"
        elif one.proven:
            verdict = "no strategy has somebody right always (proven)"
        else:
            verdict = "undecided when the time was up"
        say(f"{one.colors} colors: {verdict}")
    if whole and (number := number_of(found)):
        say(f"The hat guessing number is {number}.")
    best = max((o for o in found if o.strategy), key=lambda o: o.colors, default=None)
    if best is None or best.strategy is None:
        return
    say(f"With {best.colors} colors, for example:")
    rows = []
    for agent, (seen, rule) in enumerate(zip(sees, best.strategy, strict=True), 1):
        names = " ".join(str(other + 1) for other in seen) or "nobody"
        said = "".join(LETTERS[color] for color in rule[:MOST_VIEWS])
        rows.append([agent, names, said + "..." * (len(rule) > MOST_VIEWS)])
    say_table(["agent", "sees", "says to their hats, RR..R first"], rows)
