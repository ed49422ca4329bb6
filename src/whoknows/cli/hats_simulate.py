"""`whoknows hats simulate`: games drawn and played, by any deal in any world."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.console import Json, Seed, note, refuse_unused, say, say_json
from whoknows.cli.hats_options import SeesWhom, WorldOptions, counted_players, read_deals
from whoknows.cli.shared_options import sharing
from whoknows.wording import plural

if TYPE_CHECKING:
    from whoknows.games.hats.rules import Rules
    from whoknows.games.hats.solve.deals_at_once import Plan
    from whoknows.games.hats.solve.simulate import Simulated, Team

USUAL_HATS = 50_000_000  # drawn unless the number of games is given
MANY_HATS = 20_000_000  # hats that take some seconds


@sharing(WorldOptions)
def simulate(
    asked: WorldOptions,
    context: typer.Context,
    deal: Annotated[
        list[str] | None,
        typer.Argument(help="A deal as `hats evaluate` reads it; else see --by."),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(help="A deal from a file: letters, a matrix, or `hats best --json`."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            help="'hamming' or 'covering' (the smallest code; no table is kept), 'best',"
            " 'plan' (the best rule without a search), or a strategy: leader, opposite,"
            " adequate, silence. By default hamming, or plan where there is no such code."
        ),
    ] = None,
    sees: SeesWhom = None,
    games: Annotated[
        int | None,
        typer.Option(help="How many games are played: 100000, or fewer of many agents."),
    ] = None,
    syndrome: Annotated[
        int | None,
        typer.Option(min=0, help="The coset of the Hamming code to guess away from."),
    ] = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Draw hats and play, many times: an interval for the chance to win.

    Example: whoknows hats simulate --players 31 --seed 1

    Ctrl-C gives the interval of the games played so far.
    """
    import numpy as np

    from whoknows.errors import BadSetup
    from whoknows.games.hats.solve.simulate import BATCH, check_games
    from whoknows.games.hats.solve.simulate import simulate as play

    if deal and file:
        raise BadSetup(f"a deal is written or read from {file}, not both")
    text = read_file(file) if file else " ".join(deal or [])
    if text:
        refuse_unused(context, "when a deal is given", "by", "syndrome")
    if not text or ":" in text:
        refuse_unused(context, "without a deal in letters", "sees")
    if by is not None and by != "hamming":
        refuse_unused(context, f"with --by {by}; only with 'hamming'", "syndrome")
    usual = counted_players(text) if text else 31
    huge = not text and by in (None, "hamming", "plan")
    rules = asked.rules(usual, text, any_number=huge)
    games = min(100_000, USUAL_HATS // rules.players) if games is None else games
    check_games(rules, games)
    if games * rules.players > MANY_HATS:
        note(f"{games:,} games of {rules.players:,} agents; Ctrl-C gives the rest up")
    by = by or ("hamming" if syndrome is not None or is_hamming(rules) else "plan")
    rule = plan_for(rules) if by == "plan" and not text else None
    team, batch = (rule.team, BATCH) if rule else team_for(text, by, rules, syndrome, sees)
    rng = np.random.default_rng(seed)
    found = play(rules, games=games, rng=rng, team=team, batch=batch)
    if found.games < games:
        note(f"stopped after {found.games} of {games} games")
    if json:
        name = "stated" if text else by
        head = {"players": rules.players, "deal": name}
        say_json(head | ({"rule": rule.name} if rule else {}) | document(found, seed))
        return
    if rule:
        say(f"rule      {rule.name}")
    share = found.won / found.games
    say(f"won       {found.won} of {plural(found.games, 'game')} = {share * 100:.4g}%")
    say(f"interval  {found.low * 100:.4g}% to {found.high * 100:.4g}% (99 of 100 times)")


def document(found: "Simulated", seed: int | None) -> dict[str, Any]:
    """What was played, as plain JSON."""
    return {
        "games": found.games,
        "won": found.won,
        "value": found.won / found.games,
        "interval": [found.low, found.high],
        "confidence": 0.99,
        "seed": seed,
    }


def read_file(path: Path) -> str:
    """The deal of a file, on one line; of a JSON document, what its `deal` says."""
    from contextlib import suppress
    from json import loads

    from whoknows.errors import BadFile

    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"cannot read {path}: {error}") from None
    if text.startswith("{"):
        with suppress(ValueError, KeyError):  # else the braces are the thesis' notation
            text = str(loads(text)["deal"])
    if not text:
        raise BadFile(f"{path} holds no deal")
    return " ".join(text.split())


def team_for(
    text: str, by: str, rules: "Rules", syndrome: int | None, sees: str | None
) -> "tuple[Team, int]":
    """The team that plays, and how many games at a time."""
    from whoknows.errors import UnknownName
    from whoknows.games.hats.rules import parse_mixed
    from whoknows.games.hats.solve import simulate as teams
    from whoknows.games.hats.solve.codes.constructions import lightest_code
    from whoknows.games.hats.strategies import STRATEGIES, check_kind, strategy_team

    if ":" in text:
        return teams.mixed_team(parse_mixed(text, rules), rules), teams.BATCH
    if text:
        return teams.table_team(read_deals(text, rules, sees=sees), rules), teams.BATCH
    if by == "hamming":
        return teams.coset_team(rules, syndrome), teams.BATCH
    if by == "covering":
        return teams.code_team(lightest_code(rules)[0]), teams.BATCH
    if by == "best":
        return best_team(rules), teams.BATCH
    if by in STRATEGIES:
        check_kind(by, rules)
        return strategy_team(STRATEGIES[by], rules), 100
    known = ", ".join(sorted({"best", "plan", *STRATEGIES}))
    raise UnknownName(f"{by!r} is not a way to play: {known}")


def best_team(rules: "Rules") -> "Team":
    """The best deal found in a minute; too large to write out, the rule behind it."""
    from whoknows.games.hats.solve.best import best, is_made
    from whoknows.games.hats.solve.codes.constructions import lightest_code
    from whoknows.games.hats.solve.deals_at_once import part_of
    from whoknows.games.hats.solve.simulate import (
        code_team,
        coset_team,
        part_team,
        table_team,
    )

    found = best(rules)
    if not found.proven:
        note(f"not proven to be the best deal: it wins {found.lower}, none wins more than"
             f" {found.upper}")  # fmt: skip
    part = part_of(rules)
    if found.deals and found.agents and part:
        return part_team(found.agents, table_team(found.deals, part[1]))
    if found.deals:
        return table_team(found.deals, rules)
    if not found.away:
        return plan_for(rules).team
    return code_team(lightest_code(rules)[0]) if is_made(rules) else coset_team(rules)


def is_hamming(rules: "Rules") -> bool:
    """Whether the Hamming code is the rule that needs no search."""
    return (
        rules.colors == 2
        and rules.views == "seats"
        and rules.passing
        and rules.need == 1
        and not rules.chances
    )


def plan_for(rules: "Rules") -> "Plan":
    """The best of the plans that need no search."""
    from whoknows.games.hats.solve.deals_at_once import plans

    return plans(rules)[0]
