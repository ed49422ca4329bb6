"""A plan as text, as JSON, and as a DOT graph; and a plan back from its JSON.

>>> from whoknows.inquiry.plan import Node, Plan
>>> plan = Plan(Node("b", {"<": Node("a", found=("a",))}, found=("b",)), "by hand")
>>> print(as_text(plan))
b
  < a
>>> again = from_document(as_document(plan))
>>> as_document(again) == as_document(plan)
True
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whoknows.errors import BadFile
from whoknows.inquiry.plan import Node, Plan
from whoknows.wording import quoted

FORMAT = "whoknows plan 1"
DEEPEST = 200  # questions one after the other


def as_document(plan: Plan, **facts: Any) -> dict[str, Any]:
    """The plan as plain JSON: what it costs, then the tree; `facts` are added on top."""
    return {
        "format": FORMAT,
        **facts,
        "strategy": plan.strategy,
        "secrets": plan.secrets,
        "total": plan.total,
        "worst": plan.worst,
        "average": float(plan.average),
        "histogram": list(plan.histogram),
        "tree": node_document(plan, plan.root),
    }


def node_document(plan: Plan, node: Node) -> dict[str, Any]:
    """One node: `ask`, who is `found` here, and what comes `then`."""
    document: dict[str, Any] = {}
    if node.question is not None:
        document["ask"] = plan.question_name(node.question)
    if node.found:
        document["found"] = [plan.secret_name(secret) for secret in node.found]
    if node.branches:
        document["then"] = {
            plan.answer_name(label): node_document(plan, below)
            for label, below in node.branches.items()
        }
    return document


def from_document(document: Any) -> Plan:
    """The plan that such a document states; its questions and answers are now words."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadFile(f"not a plan: wanted a JSON object with format {FORMAT!r}")
    plan = Plan(node_from(document.get("tree"), ()), str(document.get("strategy", "")))
    if not any(node.found for _, node in plan.root.walk()):
        raise BadFile("not a plan: it finds nothing")
    return plan


def node_from(document: Any, answers: tuple[str, ...]) -> Node:
    """One node back from its document; the answers before it say where it is wrong."""
    place = " > ".join(("the root", *answers))
    if len(answers) > DEEPEST:
        raise BadFile(f"not a plan: more than {DEEPEST} questions in a row")
    if not isinstance(document, dict) or not {"ask", "found"} & set(document):
        raise BadFile(f"not a plan: at {place} there is nothing asked and nothing found")
    then, secrets = document.get("then", {}), document.get("found", [])
    words = [document.get("ask", ""), *(secrets if isinstance(secrets, list) else [None])]
    if not isinstance(then, dict) or not all(isinstance(word, str) for word in words):
        raise BadFile(f"not a plan: at {place}, a part is of the wrong kind")
    below = {label: node_from(node, (*answers, label)) for label, node in then.items()}
    return Node(document.get("ask"), below, tuple(secrets))


def read_plan(path: Path) -> Plan:
    """The plan in a file."""
    try:
        return from_document(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{path} is not JSON: {error}") from error


def write_plan(path: Path, plan: Plan, **facts: Any) -> None:
    """Write the plan to a file; its ending says the form: .json, .dot, or .txt."""
    forms = {
        ".json": lambda: json.dumps(as_document(plan, **facts), ensure_ascii=False),
        ".dot": lambda: as_dot(plan),
        ".txt": lambda: as_text(plan),
    }
    if path.suffix not in forms:
        raise BadFile(f"{path}: wanted a name that ends in .json, .dot, or .txt")
    try:
        path.write_text(forms[path.suffix]() + "\n", encoding="utf-8")
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error


def as_text(plan: Plan, depth: int | None = None) -> str:
    """The plan as an indented outline, down to `depth` questions."""
    return "\n".join(lines(plan, plan.root, "", 0, depth))


def lines(
    plan: Plan, node: Node, lead: str, level: int, depth: int | None
) -> Iterator[str]:
    """The outline of one node: what is asked, then each answer indented below."""
    yield "  " * level + lead + headline(plan, node)
    if depth is not None and level + 1 >= depth:
        if node.branches:
            yield "  " * (level + 1) + f"... {len(node.branches)} answers"
        return
    for label, below in node.branches.items():
        yield from lines(plan, below, plan.answer_name(label) + " ", level + 1, depth)


def headline(plan: Plan, node: Node) -> str:
    """What is asked at a node, or what is known there."""
    if node.question is not None:
        return plan.question_name(node.question)
    return "= " + ", ".join(plan.secret_name(secret) for secret in node.found)


def as_dot(plan: Plan) -> str:
    """The plan as a graph for Graphviz."""
    nodes, edges = [], []
    stack = [(plan.root, "n")]
    while stack:
        node, name = stack.pop()
        shape = "box" if node.found else "ellipse"
        nodes.append(f"  {name} [label={quoted(headline(plan, node))} shape={shape}];")
        for place, (label, below) in enumerate(node.branches.items()):
            child = f"{name}_{place}"
            edges.append(f"  {name} -> {child} [label={quoted(plan.answer_name(label))}];")
            stack.append((below, child))
    return "\n".join(
        ["digraph plan {", '  node [fontname="sans-serif"];', *nodes, *edges, "}"]
    )
