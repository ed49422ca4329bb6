"""Certificates of Balance: a plan, in every case; a checker tries what is shorter.

>>> from whoknows.games.balance.rules import Rules
>>> from whoknows.games.balance.solve.plans import optimal
>>> certificate(optimal(Rules(coins=12)))["claim"]["worst"]
3
"""

from typing import Any

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.balance.solve.plans import MOST_TOTALED, Costs, rules_document
from whoknows.inquiry.plan import Node
from whoknows.work.proof_kinds import FORMAT


def certificate(costs: Costs) -> dict[str, Any]:
    """The certificate that no plan has a smaller worst, or a smaller total."""
    if not costs.proven:
        raise BadSetup("there is nothing to certify: the plan is not proven optimal")
    if not costs.certified:
        raise TooLarge(
            f"a checker tries all plans for a total of at most {MOST_TOTALED} cases, not"
            f" of {costs.rules.size:,}"
        )
    found = {"minimize": costs.minimize, "worst": costs.worst, "total": costs.total}
    return {
        "format": FORMAT,
        "claim": {"game": "balance", **rules_document(costs.rules), **found},
        "witness": {"plan": plan_tree(costs.plan.root)},
        "proof": {},
    }


def plan_tree(node: Node) -> Any:
    """`[left pan, right pan, {answer: plan}]`, or nothing to weigh."""
    if node.question is None:
        return None
    below = {answer: plan_tree(part) for answer, part in node.branches.items()}
    return [list(node.question.left), list(node.question.right), below]
