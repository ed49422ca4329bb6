"""Worlds, models, formulas, announcements: the specification of every other floor."""

from whoknows.logic.build import every_world, from_cells, from_parts, from_relation
from whoknows.logic.cube import Cube
from whoknows.logic.model import Agent, Claim, Model, Value, View, World
from whoknows.logic.parse import parse
from whoknows.logic.table import Part, Table

__all__ = [
    "Agent",
    "Claim",
    "Cube",
    "Model",
    "Part",
    "Table",
    "Value",
    "View",
    "World",
    "every_world",
    "from_cells",
    "from_parts",
    "from_relation",
    "parse",
]
