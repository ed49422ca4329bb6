"""A model whose agents have other names: for pictures and formulas about people.

>>> from whoknows.logic import every_world
>>> two = every_world("ab", sees={"child1": "b", "child2": "a"})
>>> people = with_agents(two, {"Ann": "child1", "Bob": "child2"})
>>> people.agents, people.worlds(people.where("K Ann b")).tolist()
(('Ann', 'Bob'), [2, 3])
"""

from collections.abc import Mapping

import numpy as np

from whoknows.logic.models.model import Agent, Model
from whoknows.logic.models.table import Part, Table


def with_agents(model: Model, agents: Mapping[Agent, Agent]) -> Table:
    """The worlds of a model, seen by these agents: each new name with the old one.

    An agent may have several names.  Worlds keep their numbers.
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
