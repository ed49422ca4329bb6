"""Plans: how many situations a second, over spots and by bits; and EPDDL files, if named.

python benchmarks/plan.py [PROBLEM.epddl ...]
"""

import sys
from time import process_time

from whoknows.logic.planning import plan
from whoknows.logic.planning.epddl import load_task
from whoknows.logic.planning.search import Breadth, Problem
from whoknows.logic.planning.stories import load_story


def gossip() -> None:
    """Four friends by bits and over spots: the same situations."""
    story = load_story("examples/gossip_plan.txt")
    assert story.goal is not None
    assert story.script.actual is not None
    at = [story.script.actual]
    start = process_time()
    bits = plan(story.script.model, story.goal, story.acts, at=at)
    quick = process_time() - start
    problem = Problem.of(story.script.model, story.goal, story.acts, at, knowing=False)
    start = process_time()
    spots = Breadth(problem, lambda _: None).search(12)
    slow = process_time() - start
    print(f"four gossips: {bits.looked_at} situations by bits in {quick:.3f} s,")
    print(f"  {spots.looked_at} over spots in {slow:.3f} s")


def problems(paths: list[str]) -> None:
    """EPDDL problems, each with its shortest plan."""
    for path in paths:
        task = load_task(path)
        start = process_time()
        found = plan(task.model, task.goal, task.acts, at=task.here, longest=8)
        seconds = process_time() - start
        length = "none" if found.steps is None else len(found.steps)
        print(f"{task.name}: {length} steps, {found.looked_at} situations, {seconds:.2f} s")


if __name__ == "__main__":
    gossip()
    problems(sys.argv[1:] or ["examples/epddl/corridor-3.epddl"])
