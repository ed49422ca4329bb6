"""`whoknows hats tell`: rounds told."""

from typing import TYPE_CHECKING, Annotated

import typer

from whoknows.cli.console import Json, Seed, refuse_unused, say, say_json
from whoknows.cli.hats_options import WorldOptions, counted_players, read_deals
from whoknows.cli.hats_sets import best_matrix
from whoknows.cli.shared_options import sharing

if TYPE_CHECKING:
    from numpy.random import Generator

    from whoknows.games.hats.knowledge import Deals
    from whoknows.games.hats.rules import Deal, MixedDeal, Rules


@sharing(WorldOptions)
def tell(
    asked: WorldOptions,
    context: typer.Context,
    deal: Annotated[
        list[str] | None, typer.Argument(help="A deal; by default the best adequate one.")
    ] = None,
    hats: Annotated[
        str | None, typer.Option("--hats", help="The hats: RBB; by default they are drawn.")
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, max=100_000, help="How many games to play.")
    ] = 1,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Let a team play by a deal, and tell what everybody sees and says.

    Example: whoknows hats tell BPPR BPPR BPPR --hats RBB
    """
    import numpy as np

    from whoknows.games.hats.knowledge import narrate_rounds
    from whoknows.games.hats.rules import parse_mixed
    from whoknows.games.hats.rules.fold import dealt

    text = " ".join(deal or [])
    mixed = ":" in text
    if hats and text:
        refuse_unused(context, "with --hats and a deal", "p", "chances")
    if hats and not mixed:
        refuse_unused(context, "with --hats", "seed")
    rules = asked.rules(counted_players(text) if text else 3, text)
    by_chance = parse_mixed(text, rules) if mixed else None
    stated = read_deals(text, rules) if text and not mixed else None
    deals = stated or usual_deals(rules) if by_chance is None else ()
    rng, told = np.random.default_rng(seed), []
    for _ in range(games):
        if by_chance is not None:
            deals = (drawn_deal(by_chance, rng),)
        code = rules.parse_code(hats) if hats else rules.code(dealt(rules, rng))
        told.append((code, *narrate_rounds(deals, rules, code)))
    if json:
        runs = [
            {"hats": rules.name(c), "won": won, "told": lines} for c, won, lines in told
        ]
        say_json({"games": runs, "won": sum(won for _, won, _ in told)})
        return
    for code, _, lines in told:
        say(f"The hats are {rules.name(code)}.")
        for line in lines:
            say(f"  {line}")
    if games > 1:
        say(f"{sum(won for _, won, _ in told)} of {games} games won.")


def usual_deals(rules: "Rules") -> "Deals":
    """The best adequate deal; where none is made of losing sets, the best deal found."""
    from whoknows.errors import BadSetup
    from whoknows.games.hats.solve.best import best

    if rules.is_standard and rules.colors == 2:
        return (best_matrix([], rules).settled(),)
    found = best(rules)
    if found.deals is None or found.agents:
        raise BadSetup("the best deal has no table for every agent; give a deal")
    return found.deals


def drawn_deal(mixed: "MixedDeal", rng: "Generator") -> "Deal":
    """A deal whose answers are drawn as a chance-based one says, rule by rule."""
    from whoknows.games.hats.rules import Deal

    views = range(len(mixed.rules[0]))
    return Deal(
        tuple(
            tuple(mixed.answer(player, view, rng) for view in views)
            for player in range(len(mixed.rules))
        )
    )
