"""Our own files: a statement a line, continued on indented lines; `#` starts a comment.

    facts     a b               # is ann, is bob muddy?
    ann sees  b
    bob sees  a
    announce  a | b
    where?    K ann a

What there is (`facts`, `parts`, `law`, who `sees` what, the `actual` world) may stand
anywhere; announcements and queries happen in the order in which they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from whoknows.logic import formula as f
from whoknows.logic.build import from_parts, under
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
    Script,
    Step,
    ValueAnnouncement,
    WhetherAnnouncement,
)
from whoknows.logic.files.source import Source
from whoknows.logic.formula import Formula
from whoknows.logic.model import Model, Value, World
from whoknows.logic.parse import first_place, last_place, parse, parse_several

COMMENT = re.compile(rf"({QUOTED})|#[^\n]*")
SEES = re.compile(rf"\s*((?:{QUOTED}|[\w',\s])+?)\s+sees?(?![\w'])")
KEYWORD = re.compile(r"\s*([A-Za-z]+\??)")
AT = re.compile(rf"\s*at(?![\w'])((?:{QUOTED}|[\w',=~¬.\s-])*):")
KEYWORDS = {
    "fact": "facts",
    "facts": "facts",
    "part": "parts",
    "parts": "parts",
    "law": "law",
    "announce": "announce",
    "actual": "actual",
    "true?": "true",
    "valid?": "valid",
    "where?": "where",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: its keyword, and what follows, at its place in the source.

    Before what follows, `text` has blanks for everything that stands there in the
    source, so that a place in `text` is a place in the file.
    """

    keyword: str
    line: int
    text: str
    who: str = ""  # the agents of a `sees`

    @property
    def words(self) -> str:
        """What the statement says, with single blanks."""
        return " ".join(self.text.split())

    def past(self, match: re.Match[str]) -> Statement:
        """The statement without what was matched in its text."""
        return replace(
            self, text=blanked(self.text[: match.end()]) + match.string[match.end() :]
        )


def blanked(text: str) -> str:
    """As many blanks as the text has characters, in as many lines."""
    return re.sub(r"[^\n\t]", " ", text)


def read(source: Source, engine: str = "auto") -> Script:
    """The script in a file of our own format."""
    statements = list(statements_of(source))
    start = model_of(source, statements, engine)
    actual = actual_of(source, statements, start)
    models, steps, queries = [start], list[Step](), list[Query]()
    # Everything is read before anything is worked out.
    for said in statements:
        if said.keyword == "announce":
            steps.append(step_of(source, said, start))
        elif said.keyword in ("true", "valid", "where"):
            queries.append(query_of(source, said, start, len(steps)))
    for step in steps:
        with source.blame(step.line):
            models.append(step.apply(models[-1], actual))
    asked = [placed(source, models[query.after], query, actual) for query in queries]
    return Script(source.name, tuple(models), tuple(steps), tuple(asked), actual)


# ------------------------------------------------------------------------- statements


def statements_of(source: Source) -> Iterator[Statement]:
    """The statements of a source, comments taken out."""
    text = COMMENT.sub(lambda found: found[1] or " " * len(found[0]), source.text)
    lines = text.split("\n")
    starts = [k for k, line in enumerate(lines) if line.strip() and not line[0].isspace()]
    first = next((k for k, line in enumerate(lines) if line.strip()), None)
    if first is None:
        raise source.error("there are only comments in the file", 1, 1)
    if first not in starts:
        what = "a statement begins at the start of a line; this line is indented"
        raise source.error(what, first + 1, 1)
    for begin, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        body = "\n" * begin + "\n".join(lines[begin:end])
        yield statement_of(source, Statement("", begin + 1, body))


def statement_of(source: Source, said: Statement) -> Statement:
    """A statement with its keyword taken off its text."""
    sees = SEES.match(said.text)
    if sees:
        return replace(said.past(sees), keyword="sees", who=sees[1])
    word = KEYWORD.match(said.text)
    if word is None or word[1] not in KEYWORDS:
        wanted = "facts, parts, law, NAME sees, announce, actual, true?, valid?, where?"
        what = f"a statement starts with one of: {wanted}"
        raise source.error(what, *first_place(said.text))
    return replace(said.past(word), keyword=KEYWORDS[word[1]])


# -------------------------------------------------------------------------- the model


def model_of(source: Source, statements: list[Statement], engine: str) -> Model:
    """The model that the declarations describe."""
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
        return under(whole, model, dict)


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


def step_of(source: Source, said: Statement, model: Model) -> Step:
    """The step of an `announce`."""
    kind = re.match(r"\s*(whether|value)(?![\w'])", said.text)
    if kind is None:
        formula = formula_of(source, said)
        check_names(source, said.text, model, formula)
        return Announcement(said.line, said.words, formula)
    rest = said.past(kind)
    if kind[1] == "value":
        [part] = name_list(source, rest.text, most=1)
        with source.blame(said.line):
            model.parts_named(part)
        return ValueAnnouncement(said.line, said.words, part)
    with source.blame(said.line):
        several = parse_several(wanted(source, rest).text)
    for formula in several:
        check_names(source, said.text, model, formula)
    return WhetherAnnouncement(said.line, said.words, several)


def query_of(source: Source, said: Statement, model: Model, after: int) -> Query:
    """The query of a `true?`, `valid?`, or `where?`."""
    so = None
    found = AT.match(said.text) if said.keyword == "true" else None
    if found:
        so = so_list(source, blanked(said.text[: found.start(1)]) + found[1])
        said = said.past(found)
    formula = formula_of(source, said)
    check_names(source, said.text, model, formula)
    return Query(said.keyword, said.words, formula, said.line, after, None, so)


def placed(source: Source, model: Model, query: Query, actual: World | None) -> Query:
    """The query with the world it is asked at."""
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


def formula_of(source: Source, said: Statement) -> Formula:
    """The formula of a statement."""
    with source.blame(said.line):
        return parse(wanted(source, said).text)


def wanted(source: Source, said: Statement) -> Statement:
    """The statement, if a formula is written in it."""
    if not said.text.strip():
        raise source.error("a formula is wanted", *last_place(said.text))
    return said
