"""SMCDEL's input files, as they are: `VARS`, `LAW`, `OBS`, and queries [Gattinger2018].

>>> text = "VARS 1,2 LAW 1 | 2 OBS ann: 1 WHERE? ann knows that 2 -- by the law"
>>> script = read(Source("text", text))
>>> script.answer(script.queries[0])
[[2]]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from whoknows.logic.files.script import Query, Scene, Script
from whoknows.logic.files.smcdel.formulas import (
    END,
    Bracket,
    Reader,
    Section,
    Words,
    is_name,
)
from whoknows.logic.files.smcdel.quantifiers import answer, law_apart, needed
from whoknows.logic.files.source import MOST_NAMES, Source
from whoknows.logic.models.build import every_world
from whoknows.logic.models.model import Model


def read(source: Source, engine: str = "auto", *, empty: bool = False) -> Script:
    """The script in an SMCDEL file; `empty` lets its law have no world."""
    reader = Reader(source)
    sections = reader.sections()
    reader.check_end(next(sections).body, 0, "'VARS' is wanted")
    facts = variables(reader, wanted("VARS", sections, reader).body)
    reader.facts = frozenset(facts)
    title = wanted("LAW", sections, reader)
    law = reader.formula(title.body)
    sees = observers(reader, wanted("OBS", sections, reader).body)
    reader.agents = tuple(sees)
    questions = [query(reader, section) for section in sections]
    with source.blame(reader.spot(title.place)[0]):
        model = every_world(facts, sees, law=None if empty else law, engine=engine)
        model = model.restrict(model.where(law)) if empty else model
    found = [placed(source, model, *pair) for pair in questions]
    if reader.quantifies() and any(needed(query.formula) for query in found):
        meaning = partial(answer, law_apart(facts, sees, law))
        found = [
            replace(query, meaning=meaning) if needed(query.formula) else query
            for query in found
        ]
    return Script(source.name, (Scene(model, None),), (), tuple(found), numbered=True)


def wanted(title: str, sections: Iterator[Section], reader: Reader) -> Section:
    """The next section, which must have this title."""
    found = next(sections, None)
    if found is None or found.title != title:
        place = len(reader.texts) - 1 if found is None else found.place
        raise reader.misfit(f"'{title}' is wanted", place)
    return found


def variables(reader: Reader, body: Words) -> tuple[str, ...]:
    """The variables of a file, every one named once."""
    facts = reader.all_numbers(body)
    if len(facts) > MOST_NAMES:
        raise reader.error(f"{len(facts):,} variables; at most {MOST_NAMES:,}", 0)
    seen = set[str]()
    for fact, place in zip(facts, body.places[::2], strict=True):
        if fact in seen:
            raise reader.error(f"variable {fact} is named twice", place)
        seen.add(fact)
    return facts


def observers(reader: Reader, body: Words) -> dict[str, tuple[str, ...]]:
    """Every agent with the variables it sees."""
    sees: dict[str, tuple[str, ...]] = {}
    at = 0
    while body.words[at] != END:
        place, agent = body.places[at], reader.agent(body, at)
        if agent in sees:
            raise reader.error(f"agent {agent} is named twice", place)
        if len(sees) == MOST_NAMES:
            raise reader.error(f"more than {MOST_NAMES:,} agents", place)
        if body.words[at + 1] != ":":
            raise reader.misfit("':' is wanted", body.places[at + 1])
        at, sees[agent] = at + 2, ()
        if body.words[at] != END and not is_name(body.words[at]):
            sees[agent], at = reader.numbers(body, at)
    return sees


def query(reader: Reader, section: Section) -> tuple[Query, tuple[str, ...] | None]:
    """A query, and the state of a `TRUE?` query."""
    kind, place, body = section
    if not kind.endswith("?"):
        raise reader.misfit("a query is wanted: TRUE?, VALID?, or WHERE?", place)
    state, first = None, 0
    if kind == "TRUE?":
        there = body.words[0]
        if not isinstance(there, Bracket) or there.opening != "{":
            raise reader.misfit("a state is wanted, such as {1,2} or {}", body.places[0])
        state, first = there.names, 1
    formula = reader.formula(body, first)
    text = reader.written(body.places[first], body.places[-1] - 1)
    return Query(kind[:-1].lower(), text, formula, reader.spot(place)[0]), state


def placed(
    source: Source, model: Model, query: Query, state: Iterable[str] | None
) -> Query:
    """The query with the world of its state."""
    if state is None:
        return query
    true = set(state)
    claim = model.everywhere
    for fact, where in model.facts.items():
        claim = claim & (where if fact in true else ~where)
    [*worlds] = model.worlds(claim).tolist()
    if not worlds:
        shown = ",".join(sorted(true, key=int))
        raise source.error(f"the state {{{shown}}} is against the law", query.line, 1)
    return replace(query, at=worlds[0])
