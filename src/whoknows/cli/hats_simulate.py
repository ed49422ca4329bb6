"""`whoknows hats simulate`: games of many agents, drawn and played."""

from typing import Annotated

import typer

from whoknows.cli.console import Json, Seed, say, say_json
from whoknows.cli.hats_options import Odds, Players, given, world


def simulate(
    players: Players = 31,
    p: Odds = None,
    games: Annotated[int, typer.Option(help="How many games are played.")] = 100_000,
    syndrome: Annotated[
        int, typer.Option(min=0, help="The coset of the Hamming code to guess away from.")
    ] = 0,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Play away from the Hamming code by syndromes, without a table, many times.

    Example: whoknows hats simulate --players 31 --seed 1
    """
    import numpy as np

    from whoknows.games.hats.solve.simulate import simulate as play

    rules = world(given(players, 31), p=p)
    found = play(rules, games=games, rng=np.random.default_rng(seed), label=syndrome)
    share = found.won / found.games
    if json:
        say_json(
            {
                "players": rules.players,
                "games": found.games,
                "won": found.won,
                "value": share,
                "interval": [found.low, found.high],
                "confidence": 0.99,
                "seed": seed,
            }
        )
        return
    say(f"won       {found.won} of {found.games} games = {share * 100:.4g}%")
    say(f"interval  {found.low * 100:.4g}% to {found.high * 100:.4g}% (99 of 100 times)")
