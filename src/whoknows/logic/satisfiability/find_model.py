"""Smallest models of formulas, and countermodels of what is not valid.

`find` gives a smallest model in which a formula is true, or says that there is none.
`valid` says whether it is true in every world of every model, and gives a smallest
countermodel if it is not.  Both speak of many agents, in S5 (knowledge), KD45 (belief), or
K.  Without common knowledge `type_search` decides; with it, `type_elimination` where that
search leaves a doubt.  What cannot be decided within the bounds is `None`, never a guess;
and every model is checked by the operators that define the language before it is given.

>>> found = find("p & ~K ann p")
>>> found.satisfiable, len(found.model), found.smallest
(True, 2, True)
>>> valid("K ann p -> K ann K ann p").valid
True
>>> shy = valid("[! p & ~K ann p] (p & ~K ann p)")     # Moore: it is false once it is said
>>> shy.valid, len(shy.countermodel)
(False, 2)
>>> valid("K ann K bob p", given=["p"]).valid           # what is so everywhere is known
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.logic.bisimulation.contraction import contracted
from whoknows.logic.language.formula import Formula, Iff, Not
from whoknows.logic.language.names import names
from whoknows.logic.language.reader import parse
from whoknows.logic.models.build import from_cells
from whoknows.logic.models.links import from_links, generated, relational
from whoknows.logic.models.model import World
from whoknows.logic.models.table import Rows
from whoknows.logic.satisfiability.core_language import (
    Box,
    Core,
    Group,
    Literal,
    check_depth,
)
from whoknows.logic.satisfiability.smallest_model import Small, smallest
from whoknows.logic.satisfiability.type_elimination import eliminate
from whoknows.logic.satisfiability.type_search import Types

QUICK = 3  # worlds that are tried before anything else: most models are small
MOST_WORLDS = 8  # worlds up to which a model is sought by size, if nobody says otherwise
LARGEST = 16  # worlds that may be asked for
MOST_SHOWN = 200  # types that are made a model


@dataclass(frozen=True, slots=True)
class Found:
    """Whether a formula is satisfiable, and a model with the world where it is true."""

    formula: Formula
    logic: str
    satisfiable: bool | None
    """`None` if it was not decided."""
    model: Rows | None = None
    at: World | None = None
    smallest: bool = False
    """Whether it is proven that no model has fewer worlds."""
    refused: int = 0
    """It is proven that no model has so few worlds as this."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a formula is valid, and if not, a model with a world where it is false."""

    formula: Formula
    logic: str
    valid: bool | None
    """`None` if it was not decided."""
    countermodel: Rows | None = None
    at: World | None = None
    smallest: bool = False
    refused: int = 0


@checked
def find(
    formula: Formula | str,
    *,
    logic: str = "S5",
    given: Iterable[Formula | str] = (),
    most: int = MOST_WORLDS,
) -> Found:
    """A smallest model with a world where the formula is true, or that there is none.

    What is `given` is true in every world of the model.  Sizes up to `most` worlds are
    tried one by one; a larger model may be found, and is not called the smallest then.
    """
    if not 1 <= most <= LARGEST:
        raise BadSetup(f"a smallest model of 1 to {LARGEST} worlds is sought, not {most}")
    wish = Wish.of(formula, logic, given)
    small = smallest(wish.store, wish.wanted, wish.given, most=min(QUICK, most))
    if small.model is not None:
        return wish.found(small.model, smallest=True, refused=small.size - 1)
    types = Types(wish.store, wish.wanted, wish.given)
    verdict = types.search()
    model = wish.model_of(types) if verdict else None
    if verdict is None:
        verdict = eliminate(wish.store, wish.wanted, wish.given)
    if verdict is False:
        return Found(wish.formula, logic, False)
    limit = most if model is None else min(most, len(model.facts) - 1)
    more = smallest(wish.store, wish.wanted, wish.given, most=limit, least=small.size + 1)
    if more.model is not None:
        return wish.found(more.model, smallest=True, refused=more.size - 1)
    if model is not None:
        least = more.size == len(model.facts) - 1
        return wish.found(model, smallest=least, refused=more.size)
    return Found(wish.formula, logic, verdict, refused=more.size)


@checked
def valid(
    formula: Formula | str,
    *,
    logic: str = "S5",
    given: Iterable[Formula | str] = (),
    most: int = MOST_WORLDS,
) -> Verdict:
    """Whether a formula is true in every world of every model where what is given is."""
    claim = parsed(formula)
    failing = find(Not(claim), logic=logic, given=given, most=most)
    so = None if failing.satisfiable is None else not failing.satisfiable
    return Verdict(
        claim, logic, so, failing.model, failing.at, failing.smallest, failing.refused
    )


@checked
def equivalent(
    left: Formula | str,
    right: Formula | str,
    *,
    logic: str = "S5",
    given: Iterable[Formula | str] = (),
    most: int = MOST_WORLDS,
) -> Verdict:
    """Whether two formulas say the same; if not, a model tells them apart.

    >>> equivalent("K ann p & K ann q", "K ann (p & q)").valid
    True
    """
    both = Iff(parsed(left), parsed(right))
    return valid(both, logic=logic, given=given, most=most)


@dataclass(frozen=True)
class Wish:
    """What is sought: a world of the formula, in a model of what is given."""

    formula: Formula
    logic: str
    store: Core
    wanted: list[Literal]
    given: list[Literal]
    everywhere: tuple[Formula, ...]
    agents: Group
    facts: tuple[str, ...]

    @classmethod
    def of(cls, formula: Formula | str, logic: str, given: Iterable[Formula | str]) -> Wish:
        """The wish for a formula, read and put into the core language."""
        if isinstance(given, str):
            raise BadSetup(f"what is given is a list of formulas, not the text {given!r}")
        claim, everywhere = parsed(formula), tuple(map(parsed, given))
        for one in (claim, *everywhere):
            check_depth(one)
        store = Core(logic)
        wanted, laws = store.of(claim), [store.of(law) for law in everywhere]
        used = names(claim, *everywhere)
        return cls(
            claim,
            logic,
            store,
            [wanted],
            laws,
            everywhere,
            tuple(sorted(used.agents)),
            tuple(sorted(used.facts)),
        )

    def found(self, small: Small, *, smallest: bool, refused: int) -> Found:
        """The answer with a model, checked by the definitions of the language."""
        model = self.model(small)
        at = int(model.worlds()[0])
        assert model.true(self.formula, at), (str(self.formula), small)
        assert all(model.valid(law) for law in self.everywhere), (self.everywhere, small)
        return Found(self.formula, self.logic, True, model, at, smallest, refused)

    def model(self, small: Small) -> Rows:
        """A model of the library; agents and facts of which nothing hangs are added."""
        names = [str(place) for place in range(len(small.facts))]
        facts = {
            fact: [n for n, so in zip(names, small.facts, strict=True) if fact in so]
            for fact in self.facts
        }
        alone = frozenset((k, k) for k in range(len(names)))
        default = frozenset[tuple[int, int]]() if self.logic == "K" else alone
        links = {agent: small.links.get(agent, default) for agent in self.agents}
        if self.logic != "S5":
            pairs = {
                a: [(names[i], names[j]) for i, j in sorted(some)]
                for a, some in links.items()
            }
            return from_links(names, facts, pairs)
        cells = {agent: cells_of(some, names) for agent, some in links.items()}
        return from_cells(names, facts, cells)

    def model_of(self, types: Types) -> Small | None:
        """The types as a model, with no world too many; `None` if they are not yet one.

        What several know together is no more than a box of its own among types: of such
        types a model can be made, but not by taking each for a world.
        """
        boxes = (self.store.nodes[number] for number in types.inside)
        if len(types.live) > MOST_SHOWN or any(
            isinstance(box, Box) and len(box.group) > 1 for box in boxes
        ):
            return None
        assert types.root is not None
        worlds = list(dict.fromkeys([types.root, *types.live]))
        links = {
            agent: frozenset(
                (i, j)
                for i, node in enumerate(worlds)
                for j, there in enumerate(worlds)
                if types.sees(node, (agent,), there)
            )
            for agent in types.agents
        }
        whole = Small(tuple(tuple(types.facts(node)) for node in worlds), links)
        model = self.model(whole)
        return plain(contracted(generated(model, int(model.worlds()[0]))))


def plain(model: Rows) -> Small:
    """A model as plain values."""
    facts = tuple(
        tuple(name for name, column in model.facts.items() if column[row])
        for row in range(len(model))
    )
    links = {
        agent: frozenset(zip(some.source.tolist(), some.target.tolist(), strict=True))
        for agent, some in relational(model).links.items()
    }
    return Small(facts, links)


def cells_of(links: frozenset[tuple[int, int]], names: Sequence[str]) -> list[list[str]]:
    """Links that are an equivalence, as cells of names."""
    first = {i: min(j for k, j in links if k == i) for i in range(len(names))}
    return [
        [names[i] for i in range(len(names)) if first[i] == label]
        for label in sorted(set(first.values()))
    ]


def parsed(formula: Formula | str) -> Formula:
    """A formula, or the formula of a text."""
    return parse(formula) if isinstance(formula, str) else formula
