"""`whoknows hats best`: the largest chance to win, and a deal that reaches it."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.console import Json, note, say, say_json
from whoknows.cli.hats_options import (
    Chances,
    Colors,
    Need,
    NoPassing,
    Odds,
    Players,
    Rounds,
    SeenAs,
    Wrong,
    given,
    world,
)

if TYPE_CHECKING:
    from whoknows.games.hats.solve.best import Best


def best(
    players: Players = 3,
    colors: Colors = 2,
    p: Odds = None,
    chances: Chances = None,
    need: Need = "1",
    wrong: Wrong = None,
    rounds: Rounds = 1,
    views: SeenAs = "seats",
    no_passing: NoPassing = False,
    time_limit: Annotated[
        float, typer.Option(help="Seconds to search; the best so far is kept.")
    ] = 60.0,
    json: Json = False,
) -> None:
    """The largest chance to win of any deal, proven, or the interval when time is up.

    Example: whoknows hats best --players 5 --p 0.7
    """
    from time import perf_counter

    from whoknows.games.hats.solve.best import best as find
    from whoknows.games.hats.solve.best import prepare

    rules = world(
        given(players, 3), colors=colors, p=p, chances=chances, need=need, wrong=wrong,
        rounds=rounds, views=views, no_passing=no_passing,
    )  # fmt: skip
    prepare(rules)
    start = perf_counter()
    found = find(rules, time_limit=time_limit, progress=None if json else tell)
    seconds = perf_counter() - start
    if json:
        say_json(best_document(found, seconds))
    else:
        say_best(found, seconds)


def tell(lost: Any, bound: Any) -> None:
    """A better deal, on stderr."""
    note(f"loses {float(lost):.6g}, at least {float(bound):.6g}")


def best_document(found: "Best", seconds: float) -> dict[str, Any]:
    """The best deal as JSON."""
    return {
        "win": found.lower,
        "value": float(found.lower),
        "proven": found.proven,
        "lower": found.lower,
        "upper": found.upper,
        "deal": deal_text(found),
        "losing_set": None if found.lost is None else list(found.lost),
        "seconds": round(seconds, 3),
    }


def deal_text(found: "Best") -> str:
    """The deal in letters, rounds with '/' between, as `hats evaluate` reads it.

    Where it is too long to write out, the code that it guesses away from.
    """
    from dataclasses import replace

    from whoknows.games.hats.rules import deal_name

    if found.deals is None:
        return found.method
    if not found.agents:
        return " / ".join(deal_name(deal, found.rules) for deal in found.deals)
    world = replace(found.rules, players=len(found.agents), odds=(), wrong=0, need=1)
    text = " / ".join(deal_name(deal, world) for deal in found.deals)
    numbers = " ".join(str(agent + 1) for agent in found.agents)
    return f"agents {numbers} alone: {text}"


def say_best(found: "Best", seconds: float) -> None:
    """The best deal for people."""
    rules, text = found.rules, deal_text(found)
    say(f"win       {found.lower} = {float(found.lower * 100):.6g}%")
    if found.proven:
        say(f"proven    no deal wins more ({found.method}, {seconds:.1f} s)")
    else:
        say(f"bound     {float(found.upper * 100):.6g}%: no deal wins more than this")
    if found.lost is None:
        if found.method.startswith("Hamming"):
            text = f"guess away from the {text}; the agents behind it pass"
        say(f"deal      {text}" if len(text) <= 1000 else "deal      long; see --json")
        return
    lost = " ".join(rules.name(code) for code in found.lost)
    say(f"loses     {len(found.lost)} of {rules.size} configurations")
    if len(lost) <= 1000:
        say(f"          {lost}")
    say(f"deal      {text}" if len(text) <= 1000 else "deal      long; see --json")
