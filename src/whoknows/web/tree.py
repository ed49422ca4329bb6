"""A plan as a page walks it: plain values, with what is left to ask below each node.

>>> from whoknows.inquiry.plan import Node, Plan
>>> tree = branch(Plan(Node("b", {"<": Node("a", found=("a",))}, found=("b",))))
>>> tree.size, tree.worst, tree.then["<"].ask
(2, 2, 'a')
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from whoknows.errors import BadSetup, TooLarge
from whoknows.inquiry.plan import Node, Plan

MOST_NODES = 60_000  # nodes that a page walks


@dataclass(frozen=True, slots=True)
class Branch:
    """What is asked now, and what comes after each answer."""

    ask: str | None
    size: int  # secrets that are still possible here
    worst: int  # questions still to ask, at most
    found: tuple[str, ...] = ()  # secrets that are found here
    then: Mapping[str, "Branch"] = field(default_factory=dict)


def branch(plan: Plan, *, most: int = MOST_NODES) -> Branch:
    """The tree of a plan."""
    if sum(1 for _ in plan.root.walk()) > most:
        raise TooLarge(f"a plan of more than {most:,} nodes is too large for a page")
    return branch_at(plan, plan.root)


def branch_at(plan: Plan, node: Node) -> Branch:
    """The tree below a node."""
    then = {
        plan.answer_name(answer): branch_at(plan, below)
        for answer, below in node.branches.items()
    }
    below = max((one.worst for one in then.values()), default=0)
    return Branch(
        ask=None if node.question is None else plan.question_name(node.question),
        size=len(node.found) + sum(one.size for one in then.values()),
        worst=below + (node.question is not None),
        found=tuple(plan.secret_name(secret) for secret in node.found),
        then=then,
    )


def walked(tree: Branch, answers: Sequence[str]) -> list[Branch]:
    """The nodes on the way that these answers lead, the first one included."""
    way = [tree]
    for count, answer in enumerate(answers, 1):
        if answer not in way[-1].then:
            raise BadSetup(f"answer {count} of this link, {answer!r}, does not come there")
        way.append(way[-1].then[answer])
    return way
