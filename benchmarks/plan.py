"""Plans: over spots, as numbers, and as diagrams; and EPDDL files, if named.

python benchmarks/plan.py [PROBLEM.epddl ...]
"""

import sys
from time import process_time

from whoknows.logic import every_world
from whoknows.logic.events.usual_events import change
from whoknows.logic.language.reader import parse
from whoknows.logic.planning import full_information, plan
from whoknows.logic.planning.acts import acts_of
from whoknows.logic.planning.epddl import load_task
from whoknows.logic.planning.full_information_diagrams import Layers
from whoknows.logic.planning.search import Breadth, Problem
from whoknows.logic.planning.story_problem import load_story


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


def gossips(friends: int) -> Problem:
    """Friends who call each other; facts in the order that suits diagrams: by secret."""
    people = range(friends)
    facts = [f"k{who}{secret}" for secret in people for who in people]
    acts = {
        f"call {a} {b}": change(
            {f"k{who}{s}": f"k{a}{s} | k{b}{s}" for s in people for who in (a, b)}, ["x"]
        )
        for a in people
        for b in range(a)
    }
    model = every_world(facts, sees={"x": facts})
    at = model.world(**{fact: fact[1] == fact[2] for fact in facts})
    return Problem.of(model, parse(" & ".join(facts)), acts_of(acts), [at], knowing=False)


def lamps(count: int) -> Problem:
    """Lamps, each with its switch, all to be lit."""
    names = [f"lamp{k}" for k in range(count)]
    model = every_world(names, sees={"x": names})
    acts = {name: change({name: f"~{name}"}, ["x"]) for name in names}
    return Problem.of(model, parse(" & ".join(names)), acts_of(acts), [0], knowing=False)


def numbers_and_diagrams() -> None:
    """The same problems as numbers, never weighed against diagrams, and as diagrams."""
    full_information.WEIGHED = range(0)
    for name, problem in (
        *((f"{n} gossips", gossips(n)) for n in (4, 5, 6)),
        *((f"{n} lamps", lamps(n)) for n in (10, 16, 20)),
    ):
        for search in (full_information.Layered, Layers):
            start = process_time()
            found = search(problem, lambda _: None).search(30)
            seconds = process_time() - start
            assert found.steps is not None
            print(
                f"{name}, {search.__name__}: {len(found.steps)} steps, "
                f"{found.looked_at} situations, {seconds:.2f} s"
            )


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
    numbers_and_diagrams()
    problems(sys.argv[1:] or ["examples/epddl/corridor-3.epddl"])
