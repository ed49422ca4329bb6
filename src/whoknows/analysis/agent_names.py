"""People's names for the agents of a model, as far as they are clear names."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from whoknows.logic.models.model import Agent, Model
from whoknows.logic.models.table import Part, Table
from whoknows.play.knowing.knowledge import Pictured


def named(found: Pictured, names: Sequence[str], *, also: bool = False) -> Pictured:
    """The model with the names of the seats for its agents.

    With `also`, formulas may speak of the agents by their old names too.
    """
    agents = (found.every or found.model).agents
    called = calling(agents, names, {*found.model.facts, *found.model.parts})

    def renamed(model: Model) -> Model:
        own = {called[agent]: agent for agent in model.agents}
        old = {agent: agent for agent in model.agents if agent not in own}
        return with_agents(model, {**own, **old} if also else own)

    return found._replace(
        model=renamed(found.model),
        first=None if found.first is None else renamed(found.first),
        every=None if found.every is None else renamed(found.every),
        home=None if found.home is None else called[found.home],
    )


def calling(
    agents: Sequence[str], names: Sequence[str], taken: Collection[str]
) -> dict[str, str]:
    """What each agent is called: by a name of its own, or as in the model.

    >>> calling(["a", "b", "c"], ["Ann", "Bob", "Bob"], ["Ann"])
    {'a': 'a', 'b': 'Bob', 'c': 'Bob_2'}
    """
    found: dict[str, str] = {}
    for place, agent in enumerate(agents):
        name = names[place].strip() if place < len(names) else ""
        again = sum(other.strip() == name for other in names[:place])
        name += f"_{again + 1}" if name and again else ""
        clear = name and name not in {*taken, *agents, *found.values()}
        found[agent] = name if clear else agent
    return found


def with_agents(model: Model, agents: Mapping[Agent, Agent]) -> Table:
    """The worlds of a model, seen by these agents: each new name with the old one.

    An agent may have several names.  Worlds keep their numbers.

    >>> from whoknows.logic import every_world
    >>> two = every_world("ab", sees={"child1": "b", "child2": "a"})
    >>> people = with_agents(two, {"Ann": "child1", "Bob": "child2"})
    >>> people.agents, people.worlds(people.where("K Ann b")).tolist()
    (('Ann', 'Bob'), [2, 3])
    """
    worlds = model.worlds()
    parts = {}
    for part, values in model.parts.items():
        codes = np.zeros(len(worlds), dtype=np.intp)
        for code, value in enumerate(values):
            codes[np.isin(worlds, model.worlds(model.is_value(part, value)))] = code
        parts[part] = Part(codes, values)
    facts = {
        fact: np.isin(worlds, model.worlds(claim)) for fact, claim in model.facts.items()
    }
    views = {name: model.looks(agent) for name, agent in agents.items()}
    return Table(facts, views, parts, rows=len(worlds)).numbered(worlds)
