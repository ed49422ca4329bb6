"""Chance-based deals for `whoknows hats evaluate` and `hats maximal --lots`."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from whoknows.cli.console import say, say_json
from whoknows.wording import exact_percent

if TYPE_CHECKING:
    from whoknows.games.hats.rules import MixedDeal, Rules
    from whoknows.games.hats.solve.maximal.worlds import Won


def evaluate_mixed(
    text: str, rules: "Rules", *, repeats: int, seed: int | None, better: bool, json: bool
) -> None:
    """The expected fitness of a chance-based deal, and a pure deal no worse."""
    import numpy as np

    from whoknows.games.hats.rules import (
        deal_name,
        evaluate,
        expected_fitness,
        median_fitness,
        parse_mixed,
        purified,
    )

    mixed, rng = parse_mixed(text, rules), np.random.default_rng(seed)
    pure = purified(mixed, rules)
    found = {
        "rounds": rules.size,
        "fitness": expected_fitness(mixed, rules),
        "median": median_fitness(mixed, rules, rng, repeats=repeats),
        "repeats": repeats,
        "pure": deal_name(pure, rules),
        "pure_fitness": evaluate(pure, rules).fitness,
    }
    more = better_document(mixed, rules) if better else {}
    if json:
        say_json(found | ({"better": more} if better else {}))
        return
    say(f"expected  {found['fitness']} = {exact_percent(found['fitness'])}")
    say(f"median    {found['median']} over {repeats} play rounds")
    say(f"pure      {found['pure']} wins {found['pure_fitness']}, at least as much")
    if better:
        say_better(more, rules)


def better_document(mixed: "MixedDeal", rules: "Rules") -> dict[str, Any]:
    """Whether a chance-based deal is maximal; else a deal or a lot that is better."""
    from whoknows.games.hats.rules import mixed_name
    from whoknows.games.hats.solve.maximal.chance_based import bettering, win_chances

    found = bettering(mixed, rules)
    now = win_chances(mixed, rules)
    document: dict[str, Any] = {
        "maximal": found.hats is not None,
        "maximal_without_lots": found.own_coins_maximal,
        "chances": now,
    }
    if found.hats is not None:
        return document | {"best_if_hats": found.hats}
    if found.deal is not None:
        document["deal"] = mixed_name(found.deal, rules)
    else:
        document["lot"] = [
            {"share": share, "deal": winner(won, rules), "won": list(won)}
            for share, won in found.lot or ()
        ]
    return document | {"better_chances": found.chances}


def say_better(found: dict[str, Any], rules: "Rules") -> None:
    """Whether a chance-based deal is maximal, for people."""
    say(f"wins      {by_round(found['chances'], rules)}")
    if found["maximal"]:
        say("maximal   no deal or lot wins every round as often and one more often; it is")
        say(f"          best if hats come as {by_round(found['best_if_hats'], rules)}")
        return
    if "deal" in found:
        say(f"better    {found['deal']}")
    else:
        shares = [f"{one['share']} of {one['deal']}" for one in found["lot"]]
        say("better    a lot cast before the hats are put on: " + ", ".join(shares))
    say(f"          wins {by_round(found['better_chances'], rules)}")
    if "lot" in found:
        known = "no agent alone can better it; more is not known"
        if found["maximal_without_lots"]:
            known = "no deal is better"
        say(f"          without a lot, {known}")


def by_round(chances: Sequence[Fraction], rules: "Rules") -> str:
    """A chance for each round, rounds of one chance together, the largest first."""
    rounds: dict[Fraction, list[str]] = {}
    for code, chance in enumerate(chances):
        rounds.setdefault(chance, []).append(rules.name(code))
    if len(rounds) == 1:
        return f"every round {chances[0]}"
    return ", ".join(f"{' '.join(rounds[one])} {one}" for one in sorted(rounds)[::-1])


def winner(won: "Won", rules: "Rules") -> str:
    """A deal that wins these rounds: one a round."""
    from whoknows.games.hats.rules import deal_name
    from whoknows.games.hats.solve.maximal.worlds import winning_deals

    return " / ".join(deal_name(deal, rules) for deal in winning_deals(won, rules))


def say_lots(rules: "Rules", *, json: bool) -> None:
    """The families of maximal deals among which any lot is maximal."""
    from whoknows.games.hats.solve.maximal.chance_based import maximal_lots
    from whoknows.games.hats.solve.proofs.best_certificate import rules_document
    from whoknows.work.proof_kinds import proof_document

    families = maximal_lots(rules)
    if json:
        head = rules_document(rules) | {"proven": True} | proof_document("enumeration")
        say_json(head | {"families": [[list(won) for won in one] for one in families]})
        return
    noun = "family" if len(families) == 1 else "families"
    say(f"A lot among maximal deals is maximal if they are of one family;"
        f" {len(families)} {noun}:")  # fmt: skip
    for family in families:
        say("  " + ", ".join(winner(won, rules) for won in family))
