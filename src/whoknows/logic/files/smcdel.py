"""SMCDEL's input files, as they are: `VARS`, `LAW`, `OBS`, and queries [Gattinger2018].

>>> text = "VARS 1,2 LAW 1 | 2 OBS ann: 1 WHERE? ann knows that 2 -- by the law"
>>> script = read(Source("text", text))
>>> script.answer(script.queries[0])
[[2]]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from whoknows.logic.build import every_world
from whoknows.logic.files.quantified import answer, law_apart, needed
from whoknows.logic.files.script import Query, Scene, Script
from whoknows.logic.files.smcdel_formulas import Reader, tokens
from whoknows.logic.files.source import MOST_NAMES, Source
from whoknows.logic.model import Model


def read(source: Source, engine: str = "auto", *, empty: bool = False) -> Script:
    """The script in an SMCDEL file; `empty` lets its law have no world."""
    reader = Reader(source, list(tokens(source)))
    reader.want("VARS")
    facts = reader.numbers()
    check_once(source, reader, facts)
    reader.facts = frozenset(facts)
    reader.want("LAW")
    line = source.place(reader.next.start)[0]
    law = reader.whole_formula()
    reader.want("OBS")
    sees = dict(observers(reader))
    reader.agents = tuple(sees)
    asked = list(queries(reader))
    with source.blame(line):
        model = every_world(facts, sees, law=None if empty else law, engine=engine)
        model = model.restrict(model.where(law)) if empty else model
    found = [placed(source, model, query, state) for query, state in asked]
    if any(needed(query.formula) for query in found):
        meaning = partial(answer, law_apart(facts, sees, law))
        found = [
            replace(query, meaning=meaning) if needed(query.formula) else query
            for query in found
        ]
    return Script(source.name, (Scene(model, None),), (), tuple(found), numbered=True)


def check_once(source: Source, reader: Reader, facts: tuple[str, ...]) -> None:
    """Every variable must be named once."""
    if len(facts) > MOST_NAMES:
        raise source.error(f"{len(facts):,} variables; at most {MOST_NAMES:,}", 1, 1)
    seen = set[str]()
    for fact, token in zip(facts, reader.tokens[1 : reader.place : 2], strict=True):
        if fact in seen:
            spot = source.place(token.start)
            raise source.error(f"variable {fact} is named twice", *spot)
        seen.add(fact)


def observers(reader: Reader) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every agent with the variables it sees."""
    seen = set[str]()
    while reader.next.kind == "word":
        spot = reader.source.place(reader.next.start)
        agent = reader.agent()
        if agent in seen:
            raise reader.source.error(f"agent {agent} is named twice", *spot)
        seen.add(agent)
        if len(seen) > MOST_NAMES:
            raise reader.source.error(f"more than {MOST_NAMES:,} agents", *spot)
        reader.want(":")
        yield agent, reader.numbers() if reader.next.kind == "number" else ()


def queries(reader: Reader) -> Iterator[tuple[Query, tuple[str, ...] | None]]:
    """Every query, and the state of a `TRUE?` query."""
    while reader.next.kind != "end":
        kind, line = reader.next.text, reader.source.place(reader.next.start)[0]
        if not reader.take("TRUE?", "VALID?", "WHERE?"):
            raise reader.misfit("a query is wanted: TRUE?, VALID?, or WHERE?")
        if kind == "TRUE?" and not reader.at("{"):
            raise reader.misfit("a state is wanted, such as {1,2} or {}")
        state = reader.numbers_of_set() if kind == "TRUE?" else None
        first = reader.place
        formula = reader.whole_formula()
        text = written(reader, first)
        yield Query(kind[:-1].lower(), text, formula, line), state


def written(reader: Reader, first: int) -> str:
    """The text of the tokens from `first` on up to here, with single blanks."""
    source, last = reader.source, reader.tokens[reader.place - 1]
    text = source.text[reader.tokens[first].start : last.end]
    return " ".join(re.sub(r"--[^\n]*|(?s:\{-.*?-\})", " ", text).split())


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
