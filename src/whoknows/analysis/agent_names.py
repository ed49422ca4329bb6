"""People's names for the agents of a model, as far as they are clear names."""

from collections.abc import Collection, Sequence

from whoknows.logic.models.model import Model
from whoknows.logic.models.renaming import with_agents
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
