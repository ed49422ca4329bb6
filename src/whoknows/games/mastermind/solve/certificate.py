"""Certificates of Mastermind: a plan, and lemmas that rule out better ones.

>>> from whoknows.games.mastermind.solve.plans import optimal
>>> rules = Rules(2, 3)
>>> document = plan_certificate(optimal(rules))
>>> document["claim"]["total"], len(document["proof"]["lemmas"])
(21, 0)
"""

from itertools import pairwise
from typing import Any

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.mastermind.knowledge import problem
from whoknows.games.mastermind.knowledge.symmetry import Symmetry
from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.solve.effort import LONG_SEARCH, spell
from whoknows.games.mastermind.solve.fixed_guesses import CHECKED, Static
from whoknows.games.mastermind.solve.plans import Costs
from whoknows.inquiry.by_score.strategies import Asked, Report, silent
from whoknows.inquiry.optimum.lemmas import lower_bound, plan_tree
from whoknows.work.proof_kinds import FORMAT

PROOF = 3  # times as long as the search, about


def plan_certificate(costs: Costs, report: Report = silent) -> dict[str, Any]:
    """The certificate of an optimal plan."""
    if not costs.proven:
        raise BadSetup("there is nothing to certify: the plan is not proven optimal")
    if (seconds := PROOF * costs.seconds) > LONG_SEARCH:
        report(f"the proof takes about {spell(seconds)}, by a rough estimate")
    rules, total, worst = costs.rules, costs.total, costs.limit
    if costs.minimize == "worst":
        worst = costs.worst
    lemmas = lemmas_of(rules, total, worst, costs.opening, report)
    if costs.minimize == "worst":
        lemmas += lemmas_of(rules, None, costs.worst - 1, costs.opening, report)
    claim = claim_of(rules) | {
        "minimize": costs.minimize,
        "limit": costs.limit,
        "first": costs.opening,
        "total": total,
        "worst": costs.worst,
    }
    return {
        "format": FORMAT,
        "claim": claim,
        "witness": {"plan": plan_tree(costs.plan.root)},
        "proof": {"lemmas": lemmas},
    }


def no_plan_certificate(
    rules: Rules, worst: int, report: Report = silent
) -> dict[str, Any]:
    """The certificate that no plan asks so few guesses at most."""
    claim = {"minimize": "total", "limit": worst, "first": None, "total": None}
    return {
        "format": FORMAT,
        "claim": claim_of(rules) | claim | {"worst": None},
        "witness": {},
        "proof": {"lemmas": lemmas_of(rules, None, worst, None, report)},
    }


def claim_of(rules: Rules) -> dict[str, Any]:
    """The game in full."""
    return {
        "game": "mastermind",
        "pegs": rules.pegs,
        "colors": rules.colors,
        "repeats": rules.repeats,
        "blacks_only": rules.blacks_only,
    }


def lemmas_of(
    rules: Rules, total: int | None, worst: int | None, first: int | None, report: Report
) -> list[Any]:
    """Lemmas that no plan within `worst` has a smaller total, or that there is none."""
    return lower_bound(
        problem(rules),
        total=total,
        worst=worst,
        first=first,
        renamings=Renamings(rules),
        report=report,
    )


class Renamings:
    """Renamings of pegs and colors that generate those which keep some guesses."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.symmetry = rules, Symmetry(rules)

    def __call__(self, asked: Asked) -> list[Any]:
        """Orders of the pegs with the colors that go along, and swaps of free colors."""
        rules = self.rules
        used = {int(color) for question in asked for color in rules.codes[question]}
        free = [color for color in range(rules.colors) if color not in used]
        found = [[list(pegs), list(to)] for pegs, to in self.symmetry.renamings(asked)]
        for one, other in pairwise(free):
            swapped = list(range(rules.colors))
            swapped[one], swapped[other] = other, one
            found.append([list(range(rules.pegs)), swapped])
        return found


def static_certificate(found: Static) -> dict[str, Any]:
    """The certificate of guesses fixed in advance, no fewer of which do."""
    if not found.proven:
        raise BadSetup("there is nothing to certify: fewer guesses are not ruled out")
    if not found.small:
        raise TooLarge(
            f"{found.rules}: a checker tries smaller sets for up to {CHECKED} codes"
        )
    rules = found.rules
    places = [rules.place(rules.parse_code(guess)) for guess in found.guesses]
    claim = claim_of(rules) | {"game": "static", "size": len(places)}
    return {
        "format": FORMAT,
        "claim": claim,
        "witness": {"guesses": [int(place) for place in places]},
        "proof": {},
    }
