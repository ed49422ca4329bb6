r"""A way to a goal, found for a notebook: what must happen so that a formula holds.

What may happen are the notebook's lines with `may`.  If it has none, everybody may say
aloud what they know of a fact; besides, in a model of knowledge anybody may be shown a fact
before all eyes, and in one of belief anybody may be told one in secret.

>>> from whoknows.learn.notebook.cells import cells_of
>>> cells = cells_of("facts p\nann sees p\nbob, cat see nothing\nactual p")
>>> found = way_to(cells, "K bob p & ~K cat p")
>>> found.words
'1 step, and no way is shorter.'
>>> [cell.text for cell in found.cells]
['show bob: p', 'true? K bob p & ~K cat p']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from whoknows.errors import BadSetup
from whoknows.learn.notebook.cells import NAME, Cell, text_of
from whoknows.logic.files import SMCDEL_START
from whoknows.logic.files.source import Source
from whoknows.logic.language.formula import formula_of, written
from whoknows.logic.models.model import Model
from whoknows.logic.planning import Plan, plan
from whoknows.logic.planning.story_problem import Story, read_story

LONGEST_WAY = 8  # steps
MOST_ACTS = 300  # that are made where the notebook says nothing of what may happen


@dataclass(frozen=True, slots=True)
class Way:
    """What was found, in words, and the cells that go this way and ask for the goal."""

    words: str
    cells: tuple[Cell, ...] = ()


def way_to(cells: Sequence[Cell], goal: str = "") -> Way:
    """The shortest way to a goal, or to the one that the notebook names."""
    story = story_of(cells)
    wanted = formula_of(goal) if goal.strip() else story.goal
    if wanted is None:
        raise BadSetup("say what must hold in the end, such as K ann p & ~K bob p")
    if story.script.actual is None:
        raise BadSetup("name the actual world first: a line such as  actual p")
    found = plan(
        story.script.model, wanted, story.acts, at=story.script.actual, longest=LONGEST_WAY
    )
    if not found.steps:
        return Way(words_of(found, story))
    statements = {act.name: act.statement for act in story.acts}
    steps = [Cell("step", statements[step]) for step in found.steps]
    return Way(words_of(found, story), (*steps, Cell("question", f"true? {wanted}")))


def story_of(cells: Sequence[Cell]) -> Story:
    """The notebook as a planning problem, with the usual acts if it says nothing of any."""
    text = text_of(cell for cell in cells if cell.text.strip())
    if SMCDEL_START.match(text):
        raise BadSetup("a file of SMCDEL says nothing of what may happen")
    story = read_story(Source(NAME, text))
    if story.acts:
        return story
    usual = list(usual_acts(story.script.model))
    if len(usual) > MOST_ACTS:
        raise BadSetup("say what may happen, with lines such as  ann may announce p")
    return read_story(Source(NAME, text + "\n".join(usual) + "\n"))


def usual_acts(model: Model) -> Iterator[str]:
    """What may happen where nothing is said of it, a line each."""
    agents = [written(agent) for agent in model.agents]
    for fact in map(written, model.facts):
        for agent in agents:
            yield f"{agent} may announce {fact}"
            yield f"{agent} may announce ~{fact}"
        for agent in agents:
            if model.engine != "relational":
                yield f"may show {agent}: {fact}"
                continue
            for other in agents:
                if other != agent:
                    yield f"{agent} may tell {other}: {fact}"
                    yield f"{agent} may tell {other}: ~{fact}"


def words_of(found: Plan, story: Story) -> str:
    """What is found, and what is proven."""
    if found.steps is None:
        tried = f"{len(story.acts)} things may happen"
        if found.none_at_all:
            return f"There is no way of any length ({tried})."
        return f"No way has {found.none_within} steps or fewer ({tried})."
    if not found.steps:
        return "This holds already: nothing need happen."
    steps = "1 step" if len(found.steps) == 1 else f"{len(found.steps)} steps"
    return f"{steps}, and no way is shorter."
