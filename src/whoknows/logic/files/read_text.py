"""Our own files: a statement a line, continued on indented lines; `#` starts a comment.

    facts     a b               # is ann, is bob muddy?
    ann sees  b
    bob sees  a
    announce  a | b
    where?    K ann a

What there is (`facts`, `parts`, `law`, who `sees` what, the `actual` world, what each
`event` is) may stand anywhere; what happens and what is asked, in the order written.
"""

from __future__ import annotations

import re
from dataclasses import replace

from whoknows.logic.files.event_statements import (
    check_sane,
    happening_of,
    own_events,
    own_happening,
    without_idle,
)
from whoknows.logic.files.listed_worlds import explicit_model, with_layers
from whoknows.logic.files.names import (
    QUOTED,
    check_names,
    name_list,
    names_seen,
    part_list,
    so_list,
    spot_of,
    world_of,
)
from whoknows.logic.files.script import (
    Announcement,
    Query,
    Scene,
    Script,
    Step,
    Upgrade,
    ValueAnnouncement,
    WhetherAnnouncement,
)
from whoknows.logic.files.source import MOST_NAMES, Source
from whoknows.logic.files.statements import (
    Events,
    Statement,
    blanked,
    formula_of,
    formulas_of,
    statements_of,
)
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.language.positions import first_place
from whoknows.logic.models.build import from_parts, under
from whoknows.logic.models.links import linked
from whoknows.logic.models.model import Model, Value, World

AT = re.compile(rf"\s*at(?![\w'])((?:{QUOTED}|[\w',=~¬.\s-]++)*):")
STORY = ("tell", "show", "look", "claim", "lie", "change")


def read(source: Source, engine: str = "auto", *, empty: bool = False) -> Script:
    """The script in a file of our own format; `empty` lets its law have no world."""
    statements = list(statements_of(source))
    start = model_of(source, statements, engine, empty=empty)
    start = with_layers(source, statements, with_links(source, statements, start))
    actual = actual_of(source, statements, start)
    own = own_events(source, statements, start)
    steps, queries = list[Step](), list[Query]()
    # Everything is read before anything is worked out.
    for said in statements:
        if said.keyword == "upgrade":
            steps.append(upgrade_of(source, said, start, own))
        elif said.keyword == "announce":
            steps.append(step_of(source, said, start, own))
        elif said.keyword in STORY:
            steps.append(happening_of(source, said, start, own))
        elif said.keyword == "happens":
            steps.append(own_happening(source, said, own))
        elif said.keyword in ("true", "valid", "where"):
            queries.append(query_of(source, said, start, own, len(steps)))
    scenes = [Scene(start, actual)]
    for step in steps:
        with source.blame(step.line):
            scenes.append(without_idle(step.apply(scenes[-1])))
            check_sane(*scenes[-2:])
    placed_queries = [placed(source, scenes[query.after], query) for query in queries]
    return Script(source.name, tuple(scenes), tuple(steps), tuple(placed_queries))


# -------------------------------------------------------------------------- the model


def model_of(
    source: Source, statements: list[Statement], engine: str, *, empty: bool = False
) -> Model:
    """The model that the declarations describe."""
    if any(said.keyword == "worlds" for said in statements):
        return explicit_model(source, statements)
    for said in statements:
        if said.keyword in ("cells", "links"):
            what = f"'{said.keyword}' are of worlds by name: name them first (worlds ...)"
            raise source.error(what, said.line, 1)
    facts: list[str] = []
    parts: dict[str, tuple[Value, ...]] = {}
    laws: list[tuple[Statement, Formula]] = []
    for said in statements:
        if said.keyword == "facts":
            facts += name_list(source, said.text)
        elif said.keyword == "parts":
            for name, values in part_list(source, said.text):
                if name in parts:
                    raise source.error(
                        f"part {name!r} is named twice", *spot_of(name, said.text)
                    )
                parts[name] = values
        elif said.keyword == "law":
            laws.append((said, formula_of(source, said)))
    if len(facts) + len(parts) > MOST_NAMES:
        what = f"{len(facts) + len(parts):,} facts and parts; at most {MOST_NAMES:,}"
        raise source.error(what, 1, 1)
    if not facts and not parts:
        raise source.error("no facts and no parts are named", 1, 1)
    sees = views_of(source, statements, [*facts, *parts])
    with source.blame(statements[0].line):
        model = from_parts(parts, sees, facts=facts, engine=engine)
    for said, law in laws:
        check_names(source, said.text, model, law)
    if not laws:
        return model
    whole = laws[0][1] if len(laws) == 1 else f.And(tuple(law for _, law in laws))
    with source.blame(laws[-1][0].line):
        return model.restrict(model.where(whole)) if empty else under(whole, model, dict)


def with_links(source: Source, statements: list[Statement], model: Model) -> Model:
    """The model with links in place of cells, if the file says that it is relational."""
    said = next((said for said in statements if said.keyword == "relational"), None)
    if said is None:
        return model
    if said.text.strip():
        what = "nothing more is wanted after 'relational'"
        raise source.error(what, *first_place(said.text))
    with source.blame(said.line):
        return linked(model)


def views_of(
    source: Source, statements: list[Statement], known: list[str]
) -> dict[str, list[str]]:
    """What each agent sees."""
    sees: dict[str, list[str]] = {}
    for said in statements:
        if said.keyword == "sees":
            seen = names_seen(source, said.text, known)
            for agent in name_list(source, "\n" * (said.line - 1) + said.who):
                sees[agent] = [*dict.fromkeys([*sees.get(agent, []), *seen])]
    return sees


def actual_of(source: Source, statements: list[Statement], model: Model) -> World | None:
    """The world that is so, if the file names it."""
    named = [said for said in statements if said.keyword == "actual"]
    if not named:
        return None
    if len(named) > 1:
        raise source.error("the actual world is named twice", named[1].line, 1)
    so = so_list(source, named[0].text)
    with source.blame(named[0].line):
        return world_of(model, so)


# ------------------------------------------------------------------ steps and queries


def step_of(source: Source, said: Statement, model: Model, events: Events) -> Step:
    """The step of an `announce`."""
    kind = re.match(r"\s*(whether|value)(?![\w'])", said.text)
    if kind is None:
        formula = formula_of(source, said, model, events)
        return Announcement(said.line, said.words, formula)
    rest = said.past(kind)
    if kind[1] == "value":
        [part] = name_list(source, rest.text, most=1)
        with source.blame(said.line):
            model.parts_named(part)
        return ValueAnnouncement(said.line, said.words, part)
    several = formulas_of(source, rest, model, events)
    return WhetherAnnouncement(said.line, said.words, several)


def upgrade_of(source: Source, said: Statement, model: Model, events: Events) -> Step:
    """The step of an `upgrade`: radical, unless it says `conservatively`."""
    how = re.match(r"\s*(conservatively|radically)(?![\w'])", said.text)
    rest = said if how is None else said.past(how)
    formula = formula_of(source, rest, model, events)
    gentle = how is not None and how[1] == "conservatively"
    return Upgrade(said.line, said.words, formula, gentle)


def query_of(
    source: Source, said: Statement, model: Model, events: Events, after: int
) -> Query:
    """The query of a `true?`, `valid?`, or `where?`."""
    so = None
    found = AT.match(said.text) if said.keyword == "true" else None
    if found:
        so = so_list(source, blanked(said.text[: found.start(1)]) + found[1])
        said = said.past(found)
    formula = formula_of(source, said, model, events)
    return Query(said.keyword, said.words, formula, said.line, after, None, so)


def placed(source: Source, scene: Scene, query: Query) -> Query:
    """The query with the world it is asked at."""
    model, actual = scene
    if query.kind != "true":
        return query
    if query.so is not None:
        with source.blame(query.line):
            return replace(query, at=world_of(model, query.so))
    if actual is None:
        what = (
            "true where? name a world (true? at a, b: ...) or the actual one (actual ...)"
        )
        raise source.error(what, query.line, 1)
    return replace(query, at=actual)
