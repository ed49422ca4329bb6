"""Worlds, models, formulas, announcements: the specification of every other floor.

Everything of the logic is here under one name; what is heavy is loaded when asked for.
Pictures are in `whoknows.logic.draw`, and in `model.draw()`.

>>> import whoknows.logic as wl
>>> p, q = wl.atoms("p q")
>>> model = wl.every_world("pq", sees={"ann": "p", "bob": "q"}, law=p | q)
>>> model.names(wl.K("ann", q) & ~wl.K("bob", p))
['q']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from whoknows.logic.bisimulation.contraction import (
    Contraction,
    contracted,
    contraction,
    difference,
)
from whoknows.logic.events.pointed import Pointed, perspective
from whoknows.logic.events.product import Event, EventModel, Product, compose, product
from whoknows.logic.events.situation import Situation
from whoknows.logic.events.usual_events import (
    change,
    claimed,
    private,
    public,
    secret_look,
    whether,
)
from whoknows.logic.language.formula import Formula, substitute
from whoknows.logic.language.python import (
    B,
    C,
    Cw,
    D,
    Dw,
    E,
    K,
    Kv,
    Kw,
    S,
    atoms,
    said,
    value,
)
from whoknows.logic.language.reader import parse, parse_several
from whoknows.logic.models.bits import Cube
from whoknows.logic.models.build import every_world, from_cells, from_parts, from_relation
from whoknows.logic.models.links import (
    Relational,
    from_links,
    generated,
    relational,
    table_of,
)
from whoknows.logic.models.model import Agent, Claim, Model, Value, View, World
from whoknows.logic.models.plausibility import Plausible, plausible
from whoknows.logic.models.table import Part, Table

if TYPE_CHECKING:
    from whoknows.logic.files import load, loads
    from whoknows.logic.files.json_model import (
        from_json,
        read_model,
        save,
        to_json,
    )
    from whoknows.logic.files.write_epddl import to_epddl
    from whoknows.logic.files.write_smcdel import structure_of, to_smcdel
    from whoknows.logic.files.write_text import to_text
    from whoknows.logic.models.symbolic import Symbolic
    from whoknows.logic.models.symbolic_beliefs import BeliefStructure, belief_structure
    from whoknows.logic.satisfiability.exercises import random_formula, random_model

LATE = {
    "models.symbolic_beliefs": "BeliefStructure belief_structure",
    "files": "load loads",
    "satisfiability.exercises": "random_formula random_model",
    "files.write_epddl": "to_epddl",
    "files.write_smcdel": "structure_of to_smcdel",
    "files.json_model": "from_json read_model save to_json",
    "files.write_text": "to_text",
    "models.symbolic": "Symbolic",
}  # what is loaded when it is asked for, by the module that has it
HOME = {name: module for module, names in LATE.items() for name in names.split()}

__all__ = [
    "Agent",
    "B",
    "BeliefStructure",
    "C",
    "Claim",
    "Contraction",
    "Cube",
    "Cw",
    "D",
    "Dw",
    "E",
    "Event",
    "EventModel",
    "Formula",
    "K",
    "Kv",
    "Kw",
    "Model",
    "Part",
    "Plausible",
    "Pointed",
    "Product",
    "Relational",
    "S",
    "Situation",
    "Symbolic",
    "Table",
    "Value",
    "View",
    "World",
    "atoms",
    "belief_structure",
    "change",
    "claimed",
    "compose",
    "contracted",
    "contraction",
    "difference",
    "every_world",
    "from_cells",
    "from_json",
    "from_links",
    "from_parts",
    "from_relation",
    "generated",
    "load",
    "loads",
    "parse",
    "parse_several",
    "perspective",
    "plausible",
    "private",
    "product",
    "public",
    "random_formula",
    "random_model",
    "read_model",
    "relational",
    "said",
    "save",
    "secret_look",
    "structure_of",
    "substitute",
    "table_of",
    "to_epddl",
    "to_json",
    "to_smcdel",
    "to_text",
    "value",
    "whether",
]


def __getattr__(name: str) -> Any:
    """A name that is loaded when it is asked for."""
    if name not in HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
